/*
 * play.mjs - plays a game as people do: what the page offers is clicked, or reached by keys.
 */

/* A small generator, so that a test plays the same way each time. */
export function dice(seed) {
	let a = seed >>> 0;

	return (n) => {
		a = (a * 1664525 + 1013904223) >>> 0;
		return Math.floor((a / 2 ** 32) * n);
	};
}

async function layByClick(page, roll) {
	const spots = page.locator(".board .choice");
	const at = roll(await spots.count());

	await spots.nth(at).dispatchEvent("click");
	await page.locator(".moves .main").click();
}

async function layByKey(page, roll) {
	const spots = page.locator(".board .choice");

	await spots.nth(roll(await spots.count())).focus();
	await page.keyboard.press("Enter");
	await page.locator(".board .choice.ghost").waitFor();
	await page.keyboard.press("r");
	await page.locator(".moves .main").focus();
	await page.keyboard.press("Enter");
}

const SETTLE = 1000, TRIES = 20;	/* ms, times */

/* The game as it is, when the page shows just that, with all that may be done. */
export async function settled(person, game) {
	for (let tries = 1; ; tries++) {
		const view = await person.api(`/v1/games/${game}`);
		const shown = person.page.locator(`.game[data-version="${view.version}"][aria-busy="false"] .board[data-version="${view.version}"]`);

		try {
			await shown.waitFor({timeout: SETTLE});
			return view;
		} catch (error) {
			if (tries === TRIES)
				throw error;
		}
	}
}

/* One step of whoever is to move; false when the game is over. */
export async function step(person, roll, keys) {
	const page = person.page;
	const dialog = page.locator("dialog[open] button");

	if (await dialog.count())
		await (keys ? dialog.press("Enter") : dialog.click());
	if (await page.locator(".moves .hint").first().isVisible() && await page.locator(".board .choice:not(.small)").count()) {
		await (keys ? layByKey : layByClick)(page, roll);
		return true;
	}
	const buttons = page.locator(".moves button:not([disabled]):not(.undo)");
	const count = await buttons.count();

	if (count === 0)
		return false;
	const button = buttons.nth(roll(Math.min(count, 4)));

	if (keys) {
		await button.focus();
		await page.keyboard.press("Enter");
	} else {
		await button.click();
	}
	return true;
}

/* To the end, or until until(view) says so; who[seat] sits there.  Every third step is by keys. */
export async function play(who, game, roll, until = () => false) {
	for (let steps = 0; steps < 1000; steps++) {
		let view = await settled(who[0], game);

		if (view.status !== "active" || until(view))
			return view;
		const person = who[view.waiting_for[0]];

		view = await settled(person, game);
		if (view.status !== "active" || !person.seats.includes(view.waiting_for[0]))
			continue;
		await step(person, roll, steps % 3 === 0);
		await person.page.locator(`.game:not([data-version="${view.version}"])`).waitFor();
	}
	throw new Error(`game ${game} does not end`);
}
