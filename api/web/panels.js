/*
 * panels.js - what stands beside the board.
 */
import {html, useEffect, useRef, useState} from "./vendor/preact.js";
import {breakdown, counts, event, isTold, playerName, points, span} from "./describe.js";
import {get, post} from "./service.js";
import {has, t} from "./texts.js";

const word = (w) => (has(w) ? t(w) : w);

export function Seats({view, me, onDo}) {
	return html`<section class="card"><h2>${t("seats")}</h2><ol class="seats">
		${view.seats.map((s) => html`<li key=${s.seat} class=${`seat ${view.waiting_for.includes(s.seat) ? "waited" : ""}`}>
			<span class=${`colour c-${s.colour}`} aria-hidden="true">${s.colour ? word(s.colour)[0].toUpperCase() : ""}</span>
			<span class="who"><strong>${s.player ? s.player.name : t("free")}</strong>
				<small>${[s.colour && word(s.colour), s.faction && word(s.faction), s.team && t("team", {team: s.team}), me && s.player?.id === me.id && t("you"),
					(s.stand_in || s.player?.bot) && t("bot"), s.state === "resigned" && t("resigned")].filter(Boolean).join(" · ")}</small>
				<small>${[counts(s.supply), counts(s.wares), s.ships?.length ? t("ships.delivered", {n: s.ships.length}) : ""].filter(Boolean).join(" · ")}</small></span>
			${s.score !== undefined && html`<span class="score" aria-label=${points(s.score)}>${s.score}</span>`}
			${s.stand_in && me && s.player?.id === me.id && html`<button onClick=${() => onDo(() => post(`/v1/games/${view.id}/return`, {}))}>${t("return")}</button>`}
			${s.offered && me && !view.seats.some((o) => o.player?.id === me.id) && html`<button onClick=${() => onDo(() => post(`/v1/games/${view.id}/seats/${s.seat}/take`, {}))}>${t("take")}</button>`}
		</li>`)}
	</ol>${view.bag && html`<p class="note">${t("bag", {n: view.bag.left})}</p>`}</section>`;
}

/* "2 × shell, fish" */
function orderOf(ship) {
	const sums = new Map();

	for (const slot of ship.order)
		sums.set(slot, (sums.get(slot) || 0) + 1);
	return [...sums].map(([slot, n]) => (n > 1 ? `${n} × ${word(slot)}` : word(slot))).join(", ");
}

export function Ships({view}) {
	return html`<section class="card"><h2>${t("ships")}</h2><ul class="ships">
		${view.ships.face_up.map((s) => html`<li key=${s.id}><strong>${points(s.points)}</strong> ${orderOf(s)}</li>`)}
	</ul><p class="note">${t("ships.pile", {n: view.ships.pile})}</p></section>`;
}

/* What is left of the time of whoever is waited for. */
export function Clock({view}) {
	const [, tick] = useState(0);
	const deadline = view.turn?.deadline;

	useEffect(() => {
		if (!deadline)
			return undefined;
		const timer = setInterval(() => tick(Date.now()), 1000);

		return () => clearInterval(timer);
	}, [deadline]);
	if (view.clock?.paused_until)
		return html`<span class="clock">${t("paused")}</span>`;
	if (!deadline || view.status !== "active")
		return null;
	const left = new Date(deadline) - Date.now();

	return html`<span class=${`clock ${left < 3600000 ? "soon" : ""}`}>${left > 0 ? t("deadline", {time: span(left)}) : t("overdue")}</span>`;
}

export function Replay({view, at, setAt}) {
	const n = at || view.version;
	const go = (v) => setAt(v >= view.version ? 0 : Math.max(1, v));

	return html`<details class="card" open=${Boolean(at)}><summary><h2>${t("replay")}</h2></summary>
		<label class="replay">${t("replay.at", {n, all: view.version})}
			<input type="range" min="1" max=${view.version} value=${n} onInput=${(e) => go(Number(e.target.value))} /></label>
		<div class="row">
			<button disabled=${n <= 1} onClick=${() => go(n - 1)}>${t("replay.prev")}</button>
			<button disabled=${!at} onClick=${() => go(n + 1)}>${t("replay.next")}</button>
			<button disabled=${!at} onClick=${() => setAt(0)}>${t("replay.live")}</button>
		</div></details>`;
}

export function Log({events, view, onPick}) {
	const told = events.filter(isTold).slice(-200).reverse();

	return html`<details class="card log"><summary><h2>${t("log")}</h2></summary><ol reversed>
		${told.map((e) => html`<li key=${e.seq}><button class="plain" title=${e.at} onClick=${() => onPick(e.seq >= view.version ? 0 : e.seq)}>${event(e, view)}</button></li>`)}
	</ol></details>`;
}

export function Talk({view, me, events}) {
	const [messages, setMessages] = useState([]);
	const [error, fail] = useState("");
	const seat = me && view.seats.find((s) => s.player?.id === me.id);
	const said = events.filter((e) => e.type === "message-posted").length;
	const load = () => get(`/v1/games/${view.id}/messages`).then((m) => setMessages(m.messages), () => {});
	const say = async (e) => {
		const form = e.target, data = new FormData(form);

		e.preventDefault();
		try {
			await post(`/v1/games/${view.id}/messages`, {text: data.get("text"), ...(data.get("team") ? {team: true} : {})});
			form.reset();
			fail("");
		} catch (problem) {
			fail(problem.message);
		}
		load();
	};

	useEffect(() => {
		load();
	}, [said]);
	return html`<details class="card talk" open=${messages.length > 0}><summary><h2>${t("talk")}</h2></summary>
		<ol aria-live="polite">${messages.map((m) => html`<li key=${m.message}><strong>${playerName(view, m.seat)}</strong>${m.team ? ` (${t("team", {team: m.team})})` : ""}: ${m.text}</li>`)}</ol>
		${messages.length === 0 && html`<p class="none">${t("talk.none")}</p>`}
		${seat && html`<form class="row" onSubmit=${say}>
			<input name="text" required maxlength="500" aria-label=${t("talk.say")} placeholder=${t("talk.say")} />
			${seat.team && html`<label><input type="checkbox" name="team" /> ${t("talk.team")}</label>`}
			<button>${t("talk.send")}</button></form>`}
		${error && html`<p class="refusal" role="alert">${error}</p>`}
	</details>`;
}

export function Result({view, events, me, onDo}) {
	const order = [...view.seats].sort((a, b) => b.score - a.score);
	const parts = breakdown(events, view);
	const winners = view.result?.winners || [];
	const again = () => onDo(async () => {
		location.href = `/games/${(await post(`/v1/games/${view.id}/rematch`, {})).id}`;
	});

	return html`<section class="card result"><h2>${t("result")}</h2>
		<p class="winner">${winners.length > 0 && t("winner", {names: winners.map((s) => playerName(view, s)).join(", ")})}</p>
		<table><tbody>${order.map((s) => html`<tr key=${s.seat}><th scope="row">${playerName(view, s.seat)}</th><td>${s.score}</td>
			<td class="parts">${parts[s.seat].rows.map(([what, n]) => `${what} ${n}`).join(", ")}</td></tr>`)}</tbody></table>
		${view.series?.next ? html`<a class="button" href=${`/games/${view.series.next}`}>${t("rematch.there")}</a>`
			: me && view.seats.some((s) => s.player?.id === me.id) && html`<button class="main" onClick=${again}>${t("rematch")}</button>`}
	</section>`;
}

/* The throws of a battle, one after the other. */
export function Battle({e, view, onClose}) {
	const dialog = useRef(null);

	useEffect(() => dialog.current.showModal?.(), []);
	return html`<dialog ref=${dialog} onClose=${onClose} aria-labelledby="battle-title"><h2 id="battle-title">${t("battle", e)}</h2>
		<ol>${e.throws.map((throwOf, i) => html`<li key=${i}>${throwOf.rolls.map((r) => html`<p><strong>${playerName(view, r.seat)}</strong> ${r.dice.map((d) => html`<span class="die" aria-label=${d}>${String.fromCodePoint(0x267f + d)}</span>`)}</p>`)}
			<p class="note">${throwOf.tied.length ? t("battle.tie") : throwOf.lost.map((s) => t("battle.lost", {name: playerName(view, s)})).join(", ")}</p></li>`)}</ol>
		${e.winner?.seat !== undefined && html`<p><strong>${t("battle.won", {name: playerName(view, e.winner.seat)})}</strong></p>`}
		<form method="dialog"><button class="main">${t("close")}</button></form></dialog>`;
}

export function Fairness({view, tileset}) {
	const [found, setFound] = useState(null);
	const [busy, setBusy] = useState(false);
	const check = async () => {
		setBusy(true);
		try {
			const [{checkFairness}, record] = await Promise.all([import("./fairness.js"), get(`/v1/games/${view.id}/record`)]);

			setFound(await checkFairness(record, tileset));
		} catch (problem) {
			setFound({ok: false, steps: [{id: "record", ok: false, found: problem.message}]});
		}
		setBusy(false);
	};

	return html`<details class="card"><summary><h2>${t("fair")}</h2></summary><p>${t("fair.help")}</p>
		<div class="row"><button disabled=${busy || !tileset} onClick=${check}>${t("fair")}</button> <a href=${`/v1/games/${view.id}/record`} download=${`${view.id}.json`}>${t("record")}</a></div>
		${found && html`<p role="status"><strong>${t(found.ok ? "fair.ok" : "fair.bad")}</strong></p>
			<ul class="checks">${found.steps.map((s) => html`<li key=${s.id}>${s.ok ? "✓" : "✗"} ${word(`fair.${s.id}`)}${s.ok ? "" : `: ${s.at ?? ""} ${JSON.stringify(s.expected ?? null)} ≠ ${JSON.stringify(s.found ?? null)}`}</li>`)}</ul>`}
	</details>`;
}
