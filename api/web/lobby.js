/*
 * lobby.js - the first page: what waits for the player, tables to join, a new table.
 */
import {html, useEffect, useState} from "./vendor/preact.js";
import {Refusal, SignIn} from "./app.js";
import {get, post} from "./service.js";
import {t, has} from "./texts.js";

const REFRESH = 20000;
const times = [["", "new.noclock"], ["PT30M", "minutes", 30], ["PT2H", "hours", 2], ["PT12H", "hours", 12], ["P1D", "day", 1], ["P3D", "days", 3], ["P7D", "days", 7]];
const banks = [["PT0S", "minutes", 0], ["PT1H", "hour", 1], ["P1D", "day", 1], ["P3D", "days", 3], ["P14D", "days", 14]];

function Entry({game, rulesets, me}) {
	const taken = game.seats.filter((s) => s.player);
	const title = game.name || rulesets[game.ruleset]?.title || game.ruleset;

	return html`<li><a class="entry" href=${`/games/${game.id}`}>
		<strong>${title}</strong>
		<span>${taken.map((s) => (me && s.player.id === me.id ? t("you") : s.player.name)).join(", ")}</span>
		<small>${t(`status.${game.status}`)} · ${t("lobby.seats", {taken: taken.length, seats: game.seats.length})}${game.clock ? ` · ${duration(game.clock.per_turn)}` : ""}</small>
	</a></li>`;
}

export function duration(text) {
	const found = [...times, ...banks].find((row) => row[0] === text);

	return found ? t(found[1], {n: found[2]}) : text;
}

function List({title, games, ...more}) {
	return html`<section><h2>${title}</h2>
		${games.length ? html`<ul class="entries">${games.map((g) => html`<${Entry} key=${g.id} game=${g} ...${more} />`)}</ul>` : html`<p class="none">${t("lobby.none")}</p>`}
	</section>`;
}

function Option({option, value, seats, onChange}) {
	const choices = option.choices.filter((c) => option.name !== "first_seat" || c === "random" || Number(c) < seats);
	const word = (c) => (option.name === "first_seat" && c !== "random" ? t("value.seat", {n: Number(c) + 1}) : has(`value.${c}`) ? t(`value.${c}`) : c);

	return html`<label title=${option.help}>${has(`option.${option.name}`) ? t(`option.${option.name}`) : option.name}
		<select name=${`option.${option.name}`} value=${String(value)} onChange=${(e) => onChange(option, e.target.value)}>
			${choices.map((c) => html`<option value=${c}>${word(c)}</option>`)}
		</select></label>`;
}

/* What the service takes: booleans as such, seats as numbers, the rest as words; only what differs. */
function optionsFrom(ruleset, chosen) {
	const out = {};

	for (const o of ruleset.options) {
		const value = chosen[o.name];

		if (value === undefined || value === String(o.default))
			continue;
		out[o.name] = o.type === "boolean" ? value === "true" : /^\d+$/.test(value) ? Number(value) : value;
	}
	return out;
}

function NewTable({rulesets}) {
	const list = Object.values(rulesets);
	const [id, setId] = useState(list[0].id);
	const ruleset = rulesets[id];
	const [seats, setSeats] = useState(ruleset.seats.min);
	const [chosen, setChosen] = useState({auto_draw: "true"});
	const [clock, setClock] = useState("");
	const [error, fail] = useState(null);
	const pick = (o, value) => setChosen({...chosen, [o.name]: value});
	const submit = async (e) => {
		const form = new FormData(e.target);
		const body = {ruleset: id, seats: Number(seats), options: optionsFrom(ruleset, chosen), visibility: form.get("visibility")};

		e.preventDefault();
		for (const name of ["name", "colour", "client_seed"])
			if (form.get(name))
				body[name] = form.get(name);
		if (Number(form.get("delay")) > 0)
			body.spectator_delay = Number(form.get("delay"));
		if (clock) {
			body.clock = {per_turn: clock, bank: form.get("bank"), on_timeout: form.get("on_timeout")};
			delete body.options.on_timeout;
		}
		try {
			location.href = `/games/${(await post("/v1/games", body)).id}`;
		} catch (problem) {
			fail(problem);
		}
	};

	return html`<details class="card"><summary><h2>${t("lobby.new")}</h2></summary>
		<form class="grid" onSubmit=${submit}>
			<label>${t("new.game")} <select name="ruleset" value=${id} onChange=${(e) => { setId(e.target.value); setSeats(rulesets[e.target.value].seats.min); }}>
				${list.map((r) => html`<option value=${r.id}>${r.title}</option>`)}</select></label>
			<label>${t("new.seats")} <select name="seats" value=${String(seats)} onChange=${(e) => setSeats(Number(e.target.value))}>
				${Array.from({length: ruleset.seats.max - ruleset.seats.min + 1}, (_, i) => ruleset.seats.min + i).map((n) => html`<option value=${String(n)}>${n}</option>`)}</select></label>
			<label>${t("new.colour")} <select name="colour"><option value="">${t("new.any")}</option>${ruleset.colours.map((c) => html`<option value=${c}>${t(c)}</option>`)}</select></label>
			<label>${t("new.visibility")} <select name="visibility">${["public", "unlisted", "private"].map((v) => html`<option value=${v}>${t(v)}</option>`)}</select></label>
			<label>${t("new.clock")} <select name="clock" value=${clock} onChange=${(e) => setClock(e.target.value)}>${times.map(([v, key, n]) => html`<option value=${v}>${t(key, {n})}</option>`)}</select></label>
			${clock && html`<label>${t("new.bank")} <select name="bank">${banks.map(([v, key, n]) => html`<option value=${v}>${t(key, {n})}</option>`)}</select></label>
				<label>${t("new.timeout")} <select name="on_timeout">${["forfeit", "skip", "bot"].map((v) => html`<option value=${v}>${t(`value.${v}`)}</option>`)}</select></label>`}
			<label>${t("new.name")} <input name="name" maxlength="80" /></label>
			<details class="wide"><summary>${t("new.more")}</summary><div class="grid">
				${ruleset.options.filter((o) => o.name !== "on_timeout").map((o) => html`<${Option} key=${o.name} option=${o} seats=${seats} value=${chosen[o.name] ?? o.default} onChange=${pick} />`)}
				<label>${t("new.delay")} <input name="delay" type="number" min="0" max="500" value="0" /></label>
				<label>${t("new.seed")} <input name="client_seed" maxlength="60" /></label>
			</div></details>
			<button class="main wide">${t("new.go")}</button>
			<${Refusal} error=${error} />
		</form></details>`;
}

async function load(me) {
	const games = async (query) => (await get(`/v1/games?limit=20&${query}`)).games;
	const [open, active] = await Promise.all([games("status=lobby&open_seats=true"), games("status=active")]);
	const mine = me ? await games(`player=${me.id}`) : [];
	const turns = me ? (await get("/v1/me/turns")).turns : [];
	const own = new Set(mine.map((g) => g.id));

	return {open: open.filter((g) => !own.has(g.id)), active: active.filter((g) => !own.has(g.id)),
		turns: mine.filter((g) => turns.some((w) => w.game === g.id)), mine: mine.filter((g) => !turns.some((w) => w.game === g.id))};
}

export function Lobby({me, onSignedIn}) {
	const [lists, setLists] = useState(null);
	const [rulesets, setRulesets] = useState(null);
	const [error, fail] = useState(null);

	useEffect(() => {
		const again = () => load(me).then((l) => { setLists(l); fail(null); }, fail);
		const timer = setInterval(() => document.hidden || again(), REFRESH);

		document.title = t("title");
		again();
		get("/v1/rulesets").then((r) => setRulesets(Object.fromEntries(r.rulesets.map((x) => [x.id, x]))), fail);
		return () => clearInterval(timer);
	}, [me?.id]);
	useEffect(() => {
		document.title = (lists?.turns.length ? `(${lists.turns.length}) ` : "") + t("title");
	}, [lists]);
	return html`<div class="lobby">
		<h1>${t("welcome")}</h1>
		${!me && html`<${SignIn} onDone=${onSignedIn} />`}
		<${Refusal} error=${error} />
		${lists && rulesets && html`
			${me && html`<${List} title=${t("lobby.turns")} games=${lists.turns} rulesets=${rulesets} me=${me} />
				<${NewTable} rulesets=${rulesets} />`}
			<${List} title=${t("lobby.open")} games=${lists.open} rulesets=${rulesets} me=${me} />
			${me && html`<${List} title=${t("lobby.mine")} games=${lists.mine} rulesets=${rulesets} me=${me} />`}
			<${List} title=${t("lobby.watch")} games=${lists.active} rulesets=${rulesets} me=${me} />`}
	</div>`;
}
