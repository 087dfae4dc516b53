#!/usr/bin/env node
/*
 * run.mjs - the pages in a real browser: people click, type and look.
 *
 *	node tests/browser/run.mjs BINARY [FILTER]
 *
 * SHOTS=DIR writes pictures of pages there.  The last line counts what passed.
 */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dice, play, settled} from "./play.mjs";
import {desk, open, Person, phone} from "./stage.mjs";

const [binary = "build/meepled", filter = ""] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const KILOBYTE = 1024;

async function shot(person, name) {
	if (process.env.SHOTS)
		await person.page.screenshot({path: `${process.env.SHOTS}/${name}.png`});
}

/* Makes a table as a person would; returns its id.  choose(page) sets what is not the default. */
async function makeTable(person, choose = () => {}) {
	const {page} = person;

	await person.go("/");
	await page.waitForSelector(".lobby h2, .signin");
	if (await page.locator(".signin").count())
		await person.signIn();
	await page.click("summary:has-text('New table')");
	await choose(page);
	await page.click("text=Make the table");
	await page.waitForURL("**/games/*");
	person.seats = [0];
	return new URL(page.url()).pathname.split("/").pop();
}

async function join(person, game, seat) {
	await person.go(`/games/${game}`);
	await person.page.waitForSelector(".signin, .moves");
	if (await person.page.locator(".signin").count())
		await person.signIn();
	await person.page.click("text=Take a seat");
	await person.page.waitForSelector(".game .moves, .game .seats");
	person.seats = [seat];
}

async function twoAtTable(stage, choose, names = ["Ada", "Bob"]) {
	const who = [await Person.enter(stage, names[0], phone), await Person.enter(stage, names[1], desk)];
	const game = await makeTable(who[0], choose);

	await join(who[1], game, 1);
	return {who, game};
}

async function leave(...people) {
	for (const p of people) {
		assert.deepEqual(p.complaints, [], `${p.name}'s console`);
		assert.equal(p.hosts.size, 1, `${p.name}'s page asked of ${[...p.hosts]}`);
		await p.context.close();
	}
}

/* No serious fault that axe knows. */
async function accessible(person, where) {
	/* Through the debugger: the page's policy lets no foreign script in. */
	await person.page.evaluate(axe);
	const {violations} = await person.page.evaluate(() => window.axe.run(document, {resultTypes: ["violations"]}));
	const serious = violations.filter((v) => ["serious", "critical"].includes(v.impact));

	assert.deepEqual(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`), [], `axe: ${where}`);
}

/* The second game on offer is the one with battles. */
const withBattles = async (page) => {
	await page.selectOption("select[name=ruleset]", {index: 1});
	await page.click("text=All options");
	await page.selectOption("select[name='option.auto_battle']", "false");
};

const GAMES_FOR_A_BATTLE = 8;
const fighting = (view) => view.turn?.phase === "battle";

const tests = {
	/* Two play it to the end, a third looks on; a reload and a restart in mid-turn lose nothing. */
	async wholeGame(stage) {
		const {who, game} = await twoAtTable(stage);
		const watcher = await Person.enter(stage, "Eve", desk);
		const roll = dice(11);

		await watcher.go(`/games/${game}`);
		await play(who, game, roll, (v) => v.version > 60 && v.turn.phase === "piece");
		await shot(who[0], "phone-game");
		await shot(who[1], "desk-game");
		const before = await settled(who[0], game);

		await who[before.waiting_for[0]].page.reload();
		assert.deepEqual(await settled(who[before.waiting_for[0]], game), before, "after a reload");
		await stage.daemon.stop("SIGKILL");
		await who[1].page.locator(".offline").waitFor();
		await stage.daemon.start();
		/* What browsers say of a connection that was cut is no fault of the page. */
		for (const p of [...who, watcher])
			p.complaints = p.complaints.filter((text) => !/ERR_|Failed to load/.test(text));
		const after = await settled(who[0], game);
		assert.deepEqual(after.board, before.board, "after a restart");
		const end = await play(who, game, roll);

		assert.equal(end.status, "finished");
		assert.equal((await settled(watcher, game)).version, end.version, "who looks on sees it end");
		for (const p of [...who, watcher]) {
			p.complaints = p.complaints.filter((text) => !/ERR_|Failed to load/.test(text));
			const scores = await p.page.locator(".result td:nth-child(2)").allInnerTexts();

			assert.deepEqual(scores.map(Number).sort(), end.seats.map((s) => s.score).sort(), `final score of ${p.name}`);
		}
		await shot(who[0], "phone-end");
		await shot(who[1], "desk-end");
		await who[0].page.click("summary:has-text('Check that it was fair')");
		await who[0].page.click("button:has-text('Check that it was fair')");
		await who[0].page.locator("text=All of it is as it had to be.").waitFor();
		await accessible(who[0], "a game that is over");
		await who[0].page.click("text=Play again");
		await who[0].page.waitForURL((url) => !url.pathname.endsWith(game));
		await leave(...who, watcher);
	},

	/* The other game, with a battle that is fought by hand.  The daemon shuffles: not every game has one. */
	async gameWithBattle(stage) {
		let {who, game} = await twoAtTable(stage, withBattles);
		const roll = dice(5);
		let view = await play(who, game, roll, fighting);

		for (let more = 0; !fighting(view) && more < GAMES_FOR_A_BATTLE; more++) {
			assert.equal(view.status, "finished");
			game = await makeTable(who[0], withBattles);
			await join(who[1], game, 1);
			view = await play(who, game, roll, fighting);
		}
		assert.ok(fighting(view), "a battle came up");
		const fighter = who[view.waiting_for[0]];

		await shot(fighter, "battle-to-come");
		await fighter.page.click(".moves button:has-text('Fight at')");
		for (const p of who)
			await p.page.locator("dialog[open] .die").first().waitFor();
		await shot(who[0], "phone-battle");
		await shot(who[1], "desk-battle");
		const last = await play(who, game, roll);

		assert.equal(last.status, "finished");
		await leave(...who);
	},

	/* What a first look costs, and that nobody else is asked. */
	async firstView(stage) {
		const {who, game} = await twoAtTable(stage);

		await play(who, game, dice(7), (v) => v.board.tiles.length > 30);
		const fresh = await Person.enter(stage, "Eve", phone);
		const session = await fresh.context.newCDPSession(fresh.page);
		let bytes = 0;

		await session.send("Network.enable");
		session.on("Network.loadingFinished", (e) => {
			bytes += e.encodedDataLength;
		});
		await fresh.go(`/games/${game}`);
		await settled(fresh, game);
		await fresh.page.waitForTimeout(500);
		console.log(`     first view of a game with 30 tiles: ${(bytes / KILOBYTE).toFixed(1)} KB`);
		assert.ok(bytes > 20 * KILOBYTE && bytes < 150 * KILOBYTE, `${bytes} bytes`);
		await leave(fresh, ...who);
	},

	async accessibility(stage) {
		for (const options of [phone, {...desk, colorScheme: "dark"}]) {
			const p = await Person.enter(stage, "Ada", options);

			await p.go("/");
			await p.page.waitForSelector(".signin");
			await accessible(p, "first page");
			await p.signIn();
			await p.page.click("summary:has-text('New table')");
			await p.page.click("text=All options");
			await accessible(p, "lobby");
			await shot(p, options === phone ? "phone-lobby" : "desk-lobby-dark");
			const game = await makeTable(p);
			const q = await Person.enter(stage, "Bob", options);

			await accessible(p, "table");
			await join(q, game, 1);
			await play([p, q], game, dice(9), (v) => v.board.tiles.length > 6 && v.turn.phase === "place");
			await accessible(p, "game");
			await accessible(q, "game");
			await shot(q, options === phone ? "phone-place" : "desk-place-dark");
			await leave(p, q);
		}
	},

	/* What people write stays text. */
	async injection(stage) {
		const evil = "<img src=x onerror=alert(1)>";
		const {who, game} = await twoAtTable(stage, (page) => page.fill("input[name=name]", "<script>document.title='taken'</script>"), [evil, "'\"><svg/onload=alert(2)>"]);

		await settled(who[1], game);
		await who[1].page.click("summary:has-text('Table talk')");
		await who[1].page.fill("input[name=text]", evil);
		await who[1].page.click("text=Send");
		await who[0].page.locator(".talk li").waitFor();
		for (const p of who) {
			assert.equal(await p.page.locator("img, main script").count(), 0, "elements");
			assert.ok((await p.page.locator(".seats").innerText()).includes(evil), "the name as it is");
			assert.notEqual(await p.page.title(), "taken");
		}
		await who[0].go("/");
		await who[0].page.waitForSelector(".entries");
		assert.equal(await who[0].page.locator("img, main script").count(), 0, "elements in the lobby");
		/* Nothing that runs in the page can read the token. */
		const within = await who[0].page.evaluate(() => document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage));

		assert.ok(within && !within.includes("mpl_"), within);
		await leave(...who);
	},

	/* Another language, and the pages without a connection. */
	async germanAndOffline(stage) {
		const p = await Person.enter(stage, "Ada", {...phone, locale: "de-DE"});
		const other = await Person.enter(stage, "Bob", desk);
		const game = await makeTable(other);

		await p.go(`/games/${game}`);
		await p.signIn();
		await p.page.click("text=Platz nehmen");
		await p.page.locator("text=Spieler").first().waitFor();
		await settled(p, game);
		assert.equal(await p.page.evaluate(() => document.documentElement.lang), "de");
		await p.page.evaluate(() => navigator.serviceWorker.ready);
		await p.page.reload();
		await settled(p, game);
		await p.page.reload();
		await settled(p, game);
		await p.context.setOffline(true);
		await p.page.reload();
		await p.page.locator(".board[data-version]").waitFor();
		assert.ok((await p.page.locator(".seats").innerText()).includes("Bob"), "what was read last");
		await p.context.setOffline(false);
		p.complaints = p.complaints.filter((text) => !/ERR_|Failed to load|Failed to fetch/.test(text));
		await leave(p, other);
	},

	/* Steps of the past, and back. */
	async replay(stage) {
		const {who, game} = await twoAtTable(stage);
		const view = await play(who, game, dice(13), (v) => v.board.tiles.length > 4);
		const {page} = who[1];

		await page.click("summary:has-text('Replay')");
		await page.locator("input[type=range]").fill("8");
		await page.locator(".board[data-version='8']").waitFor();
		await page.click("text=Step on");
		await page.locator(".board[data-version='9']").waitFor();
		await page.click("text=Back to now");
		await page.locator(`.board[data-version='${view.version}']`).waitFor();
		await leave(...who);
	},
};

let passed = 0, failed = 0;

for (const [name, test] of Object.entries(tests)) {
	if (!name.includes(filter))
		continue;
	const began = Date.now();
	let stage;

	try {
		stage = await open(binary);
		await test(stage);
		await stage.close();
		passed++;
		console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
	} catch (error) {
		failed++;
		console.log(`FAIL ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n${error.stack}\n${stage?.daemon.log.slice(-5).join("\n")}`);
		await stage?.browser.close().catch(() => {});
		stage?.daemon.process.kill("SIGKILL");
	}
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
