/*
 * game.js - the page of one game: board, what may be done, who has what, what happened.
 *
 * The service knows everything; this page asks it again whenever an event
 * tells that something happened, and shows what it says.
 */
import {html, useEffect, useRef, useState} from "./vendor/preact.js";
import {Refusal, SignIn} from "./app.js";
import {Board} from "./board.js";
import {lastTile, move, playerName} from "./describe.js";
import {Battle, Clock, Fairness, Log, Replay, Result, Seats, Ships, Talk} from "./panels.js";
import {call, follow, get, post} from "./service.js";
import {languages, t} from "./texts.js";

const eventTypes = Object.keys(languages.en).filter((k) => k.startsWith("e.")).map((k) => k.slice(2));
const GATHER = 40;		/* ms in which events count as one */
const LOG_PAGE = 1000;

/* Seats of this player that are waited for, and whether the player has any. */
function seatsOf(view, me) {
	const own = me ? view.seats.filter((s) => s.player?.id === me.id).map((s) => s.seat) : [];

	return {own, toAct: own.filter((s) => view.waiting_for.includes(s))};
}

/* The code of the link that led here, or "".  After # it stays out of logs. */
function invited() {
	return location.hash.startsWith("#invite=") ? location.hash.slice(8) : new URLSearchParams(location.search).get("invite") || "";
}

function dark() {
	return matchMedia("(prefers-color-scheme: dark)").matches;
}

/* Everything that is known of the game, kept up to date. */
function useGame(id, me) {
	const [state, setState] = useState({});
	const [error, fail] = useState(null);
	const [live, setLive] = useState(true);
	const [fought, setFought] = useState(null);
	const put = (more) => setState((s) => ({...s, ...more}));
	const seen = useRef(0), shown = useRef(0);

	async function load() {
		try {
			const view = await get(`/v1/games/${id}${invited() ? `?invite=${encodeURIComponent(invited())}` : ""}`);
			const toAct = seatsOf(view, me).toAct;
			const legal = view.status === "active" && toAct.length ? await get(`/v1/games/${id}/legal?seat=${toAct[0]}`)
				: view.status === "active" && seatsOf(view, me).own.length ? await get(`/v1/games/${id}/legal?seat=${seatsOf(view, me).own[0]}`) : null;

			/* Answers may overtake each other. */
			if (view.version < shown.current)
				return;
			shown.current = view.version;
			put({view, legal: legal && legal.version === view.version ? legal : null, toAct: toAct[0]});
			if (legal && legal.version !== view.version)
				setTimeout(load, GATHER);
			fail(null);
		} catch (problem) {
			fail(problem);
		}
	}

	useEffect(() => {
		let stop = () => {}, timer = 0, ended = false;
		const events = [];

		async function begin() {
			await load();
			for (let after = 0, page; !ended; after = page[page.length - 1].seq) {
				page = (await get(`/v1/games/${id}/events?after=${after}&limit=${LOG_PAGE}`)).events;
				events.push(...page);
				if (page.length < LOG_PAGE)
					break;
			}
			seen.current = events.length ? events[events.length - 1].seq : 0;
			put({events: [...events]});
			if (ended)
				return;
			stop = follow(id, seen.current, eventTypes, {
				onEvent(e) {
					if (e.seq <= seen.current)
						return;
					seen.current = e.seq;
					events.push(e);
					if (e.type === "battle-fought")
						setFought(e);
					clearTimeout(timer);
					timer = setTimeout(() => {
						put({events: [...events]});
						if (shown.current < seen.current)
							load();
					}, GATHER);
				},
				onState: setLive,
			});
		}
		begin().catch(fail);
		return () => {
			ended = true;
			clearTimeout(timer);
			stop();
		};
	}, [id, me?.id]);
	useEffect(() => {
		if (!state.view || state.tileset)
			return;
		get(`/v1/tilesets/${state.view.tileset.sha256}`).then((tileset) => put({tileset}), () => {});
		get(`/v1/rulesets/${state.view.ruleset}`).then((ruleset) => put({ruleset}), () => {});
	}, [state.view?.tileset.sha256]);
	return {...state, error, fail, live, load, fought, setFought};
}

/* Tells the player of a turn that began while the page was not looked at. */
function useNotice(view, ruleset, toAct) {
	const before = useRef(undefined);

	useEffect(() => {
		if (!view)
			return;
		const name = view.name || ruleset?.title || view.id;

		document.title = `${toAct !== undefined ? `● ${t("yourturn")} – ` : ""}${name}`;
		if (toAct !== undefined && before.current === null && document.hidden && window.Notification && Notification.permission === "granted")
			new Notification(t("yourturn"), {body: name, tag: view.id, icon: "/web/icon.svg"});
		before.current = toAct === undefined ? null : toAct;
	}, [view?.version, toAct, ruleset]);
}

function BoardView({view, at, legal, tileset, ghost, setGhost, onMove}) {
	const host = useRef(null), hand = useRef(null), board = useRef(null), choose = useRef(null);
	const [drawn, setDrawn] = useState(0);
	const version = at || view.version;

	choose.current = (c) => {
		if (c.place)
			setGhost(next(ghost, c, legal.moves));
		else
			onMove(c.move);
	};
	useEffect(() => {
		board.current = new Board(host.current, hand.current, (c) => choose.current(c));
		return () => board.current.close();
	}, []);
	useEffect(() => {
		let over = false;
		const query = `at=${version}&theme=${dark() ? "dark" : "light"}${legal && !at ? "&legal=true" : ""}`;

		get(`/v1/games/${view.id}/board.svg?${query}`, {accept: "image/svg+xml"}).then((text) => {
			if (over)
				return;
			board.current.show(text);
			setDrawn(version);
		}, () => {});
		return () => {
			over = true;
		};
	}, [view.id, version, Boolean(legal), Boolean(at)]);
	useEffect(() => {
		if (!board.current.svg)
			return;
		board.current.offer(legal && !at && drawn === legal.version ? choices(legal.moves, ghost, view, tileset) : []);
		/* Says that everything of this version can be seen: for whoever tests the page. */
		host.current.dataset.version = drawn;
	}, [legal, ghost, at, drawn, tileset]);
	return html`<div class="boardbox">
		<div class="board" ref=${host} tabindex="0" role="region" aria-label=${t("board")}></div>
		<figure class="hand"><div ref=${hand}></div><figcaption>${t("inhand")}</figcaption></figure>
		<div class="zoom">
			<button aria-label=${t("zoom.in")} onClick=${() => board.current.zoom(1.3)}>+</button>
			<button aria-label=${t("zoom.out")} onClick=${() => board.current.zoom(1 / 1.3)}>−</button>
			<button aria-label=${t("zoom.fit")} onClick=${() => board.current.fit()}>⤢</button>
		</div>
	</div>`;
}

/* Another place: its first rotation; the same: the next one. */
function next(ghost, place, moves) {
	const turns = moves.filter((m) => m.type === "place" && m.x === place.x && m.y === place.y).map((m) => m.rotation).sort((a, b) => a - b);
	const same = ghost && ghost.x === place.x && ghost.y === place.y;

	return {x: place.x, y: place.y, rotation: same ? turns[(turns.indexOf(ghost.rotation) + 1) % turns.length] : turns[0]};
}

/* What can be tapped on the board. */
function choices(moves, ghost, view, tileset) {
	const out = new Map();
	const last = lastTile(view);

	for (const m of moves) {
		if (m.type === "place") {
			const id = `${m.x},${m.y}`, here = ghost && ghost.x === m.x && ghost.y === m.y;

			out.set(id, {id, x: m.x, y: m.y, place: true, ghost: here, rotation: here ? ghost.rotation : 0,
				label: here ? t("place.ghost", ghost) : t("place.label", m)});
		} else if (m.segment !== undefined) {
			const x = m.x ?? last.x, y = m.y ?? last.y, id = `${x},${y},${m.segment}`;

			if (!out.has(id))
				out.set(id, {id, x, y, segment: m.segment, move: m, over: ["retrieve", "battle"].includes(m.type), label: move(m, view, tileset)});
		}
	}
	return [...out.values()];
}

/* Buttons for everything that may be done; places only when one was chosen. */
function Moves({view, legal, tileset, ghost, setGhost, onMove, busy}) {
	const moves = legal.moves, undo = legal.always.find((m) => m.type === "undo");
	const places = moves.filter((m) => m.type === "place");
	const others = moves.filter((m) => m.type !== "place");
	const chosen = ghost && places.find((m) => m.x === ghost.x && m.y === ghost.y && m.rotation === ghost.rotation);
	const ships = [...new Set(others.filter((m) => m.type === "deliver").map((m) => m.ship))];
	const button = (m) => html`<button key=${m.move_id} disabled=${busy} class=${m.type === "draw" ? "main" : ""} onClick=${() => onMove(m)}>${move(m, view, tileset)}<${Odds} odds=${legal.odds} m=${m} view=${view} /></button>`;
	const shipOf = (id) => view.ships?.face_up.find((s) => s.id === id);

	return html`<section class="card moves" aria-label=${t("moves")}>
		<h2>${t("yourturn")}: ${t(`phase.${legal.phase}`)}</h2>
		${places.length > 0 && html`<p class="hint">${t("place.hint")}</p>
			${chosen && html`<div class="row">
				<button disabled=${busy} onClick=${() => setGhost(next(ghost, ghost, moves))}>${t("do.rotate")}</button>
				<button class="main" disabled=${busy} onClick=${() => onMove(chosen)}>${t("do.place")}<${Odds} odds=${legal.odds} m=${chosen} view=${view} /></button>
			</div>`}`}
		${others.some((m) => m.type === "islander" || m.type === "meeple") && html`<p class="hint">${t("piece.hint")}</p>`}
		${ships.map((id) => html`<fieldset key=${id}><legend>${t("ship", {points: shipOf(id)?.points ?? ""})}</legend><div class="row">${others.filter((m) => m.ship === id && m.type === "deliver").map(button)}</div></fieldset>`)}
		<div class="row">${others.filter((m) => m.type !== "deliver").map(button)}
			${undo && html`<button class="undo" disabled=${busy} onClick=${() => onMove(undo)}>${t("do.undo")}</button>`}</div>
	</section>`;
}

function Odds({odds, m, view}) {
	const found = odds?.find((o) => o.move_id === m.move_id);

	return found && html`<small class="odds">${found.battles.flatMap((b) => b.sides).map((s) => html`<span>${t("odds", {name: playerName(view, s.seat), percent: Math.round(s.win_permille / 10)})}</span>`)}</small>`;
}

/* At the end of the page, where nobody taps it by mistake. */
function Resign({legal, onMove}) {
	const m = legal.always.find((a) => a.type === "resign");

	return m && html`<p><button class="danger" onClick=${() => confirm(t("do.resign.sure")) && onMove(m)}>${t("do.resign")}</button></p>`;
}

/* Before the game begins. */
function Table({view, me, onDo}) {
	const own = me && view.seats.find((s) => s.player?.id === me.id);
	const [note, setNote] = useState("");
	const invite = invited() ? {invite: invited()} : {};
	const share = async () => {
		const link = `${location.origin}/games/${view.id}`;

		await (navigator.share ? navigator.share({url: link}) : navigator.clipboard.writeText(link)).catch(() => {});
		setNote(t("shared"));
	};
	const ask = () => onDo(async () => {
		const made = await post(`/v1/games/${view.id}/invites`, {});
		setNote(`${t("invite.made")} ${location.origin}/games/${view.id}#invite=${made.code}`);
	});

	return html`<section class="card moves">
		<h2>${t(`status.${view.status}`)}</h2>
		<div class="row">
			${me && !own && html`<button class="main" onClick=${() => onDo(() => post(`/v1/games/${view.id}/seats`, invite))}>${t("join")}</button>`}
			${own && html`<button onClick=${() => onDo(() => call("DELETE", `/v1/games/${view.id}/seats/${own.seat}`))}>${t("leave")}</button>`}
			${me && view.creator === me.id && html`<button onClick=${() => onDo(() => post(`/v1/games/${view.id}/start`, {}))}>${t("start")}</button>
				<button onClick=${() => onDo(() => post(`/v1/games/${view.id}/abort`, {}))}>${t("abort")}</button>`}
			<button onClick=${share}>${t("share")}</button>
			${own && html`<button onClick=${ask}>${t("invite")}</button>`}
		</div>
		${note && html`<p class="note" role="status">${note}</p>`}
	</section>`;
}

function Status({view, ruleset, toAct}) {
	const seat = view.waiting_for[0];
	const text = toAct !== undefined ? t("yourturn") : view.status !== "active" ? t(`status.${view.status}`) : seat === undefined ? t("nobody") : t("turnof", {name: playerName(view, seat)});

	return html`<div class="status" role="status" aria-live="polite"><h1>${view.name || ruleset?.title || view.id}</h1><span>${text}</span><${Clock} view=${view} /></div>`;
}

export function Game({id, me, onSignedIn}) {
	const g = useGame(id, me);
	const {view, legal, toAct} = g;
	const [ghost, setGhost] = useState(null);
	const [busy, setBusy] = useState(false);
	const [at, setAt] = useState(0);
	const [past, setPast] = useState(null);
	const [error, fail] = useState(null);
	const mayAct = toAct !== undefined && legal && legal.moves.length > 0;

	useNotice(view, g.ruleset, toAct);
	useEffect(() => setGhost(null), [view?.version]);
	useEffect(() => {
		if (at)
			get(`/v1/games/${id}/at/${at}`).then(setPast, fail);
		else
			setPast(null);
	}, [at]);

	async function act(what) {
		setBusy(true);
		try {
			await what();
			fail(null);
		} catch (problem) {
			fail(problem);
		}
		await g.load();
		setBusy(false);
	}
	const onMove = (m) => act(() => {
		const {move_id: short, ...body} = m;

		return post(`/v1/games/${id}/actions`, short ? {move_id: short} : body, {headers: {"If-Match": `"${view.version}"`}});
	});
	const onKey = (e) => {
		if (!mayAct || !ghost || /^(input|textarea|select)$/i.test(e.target.tagName))
			return;
		if (e.key === "r" || e.key === "R")
			setGhost(next(ghost, ghost, legal.moves));
		else if (e.key === "Escape")
			setGhost(null);
	};

	if (!view)
		return html`<div class="lonely">${g.error ? html`<p role="alert">${g.error.status === 404 ? t("notfound") : g.error.message}</p><a href="/">${t("back")}</a>${!me && html`<${SignIn} onDone=${onSignedIn} />`}` : html`<p class="loading">${t("loading")}</p>`}</div>`;
	const shown = past || view;

	return html`<div class="game" onKeyDown=${onKey} data-version=${view.version} aria-busy=${String(busy)}>
		${!g.live && view.status === "active" && html`<p class="offline" role="status">${t("offline")}</p>`}
		<${Status} view=${view} ruleset=${g.ruleset} toAct=${toAct} />
		<${BoardView} view=${view} at=${at} legal=${mayAct ? legal : null} tileset=${g.tileset} ghost=${ghost} setGhost=${setGhost} onMove=${onMove} />
		<div class="side">
			<${Refusal} error=${error} />
			${view.status === "lobby" && html`<${Table} view=${view} me=${me} onDo=${act} />`}
			${!me && html`<${SignIn} onDone=${onSignedIn} />`}
			${mayAct && !at && html`<${Moves} view=${view} legal=${legal} tileset=${g.tileset} ghost=${ghost} setGhost=${setGhost} onMove=${onMove} busy=${busy} />`}
			${view.status === "finished" && !at && html`<${Result} view=${view} events=${g.events || []} me=${me} onDo=${act} />`}
			<${Seats} view=${shown} me=${me} onDo=${act} />
			${shown.ships && html`<${Ships} view=${shown} />`}
			<${Replay} view=${view} at=${at} setAt=${setAt} />
			<${Log} events=${g.events || []} view=${view} onPick=${setAt} />
			${view.status !== "lobby" && html`<${Talk} view=${view} me=${me} events=${g.events || []} />`}
			${view.status === "finished" && html`<${Fairness} view=${view} tileset=${g.tileset} />`}
			${legal && html`<${Resign} legal=${legal} onMove=${onMove} />`}
		</div>
		${g.fought && html`<${Battle} e=${g.fought} view=${view} onClose=${() => g.setFought(null)} />`}
	</div>`;
}
