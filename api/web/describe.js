/*
 * describe.js - moves, events, scores as sentences.  Words come from texts.js, the facts from the
 * service; nothing here knows the rules of a game.
 */
import {has, t} from "./texts.js";

export const playerName = (view, seat) => view.seats[seat]?.player?.name || t("value.seat", {n: seat + 1});
export const points = (n) => (n === 1 ? t("point") : t("points", {n}));
const type = (word) => (has(word) ? t(word) : word);

/* Wares, symbols, supplies: "2 shells, 1 fish"; what is 0 is left out. */
export function counts(object) {
	return Object.entries(object || {}).filter(([, n]) => n).map(([word, n]) => `${n} × ${type(word)}`).join(", ");
}

/* The type of a segment of a tile on the board, from its set. */
export function segmentType(tileset, view, at) {
	const tile = view.board.tiles.find((b) => b.x === at.x && b.y === at.y);
	const kind = tile && tileset?.kinds.find((k) => k.id === tile.kind);
	const found = kind?.segments.find((s) => s.id === at.segment);

	return found ? type(found.type) : "";
}

export const lastTile = (view) => view.board.tiles.reduce((a, b) => (b.order > a.order ? b : a));

/* A move of the legal list, for a button. */
export function move(m, view, tileset) {
	const place = m.x === undefined ? lastTile(view) : m;
	const values = {...m, type: segmentType(tileset, view, {x: place.x, y: place.y, segment: m.segment}), segment: m.segment ?? "",
		size: m.size ? t(m.size) : "", wares: counts(m.wares), ...(m.planet || {})};

	if (m.type === "cover-fish") {
		const all = view.pending.flatMap((p) => p.candidates || []);

		values.fish = all.find((c) => c.x === m.x && c.y === m.y && c.segment === m.segment && c.group === m.group)?.fish ?? "";
	}
	return t(m.planet ? `do.${m.type}.planet` : `do.${m.type}`, values);
}

/* Who got what out of a feature. */
function awards(e, view) {
	const given = (e.awards || []).map((a) => {
		const what = [a.wares && counts(a.wares), a.points ? points(a.points) : "", a.ship ? t("ship", {points: a.points ?? ""}) : ""].filter(Boolean).join(", ");

		return what && t("award", {player: playerName(view, a.seat), what});
	}).filter(Boolean);

	return given.length ? given.join("; ") : t("award.none");
}

export function event(e, view) {
	const player = e.seat !== undefined && e.seat !== null ? playerName(view, e.seat) : e.winner?.seat !== undefined ? playerName(view, e.winner.seat) : "";
	const shipPoints = e.points ?? e.ship?.points;

	return t(`e.${e.type}`, {...e, player, colour: type(e.colour || ""), type: type(e.feature_type || ""), awards: awards(e, view),
		points: typeof shipPoints === "number" ? points(shipPoints) : ""});
}

/* Events that are shown in the log: what only tells the steps of a turn is left out. */
const quiet = new Set(["turn-ended", "step-skipped", "turn-started"]);
export const isTold = (e) => !quiet.has(e.type);

/* Points by seat and by kind of event, from the log: [{seat, rows: [[what, points]]}] */
export function breakdown(events, view) {
	const sums = view.seats.map(() => new Map());
	const add = (seat, what, n) => n && sums[seat].set(what, (sums[seat].get(what) || 0) + n);

	for (const e of events) {
		if (e.type === "ship-delivered")
			add(e.seat, t("ships"), e.points);
		if (e.type === "battle-fought")
			for (const p of e.points || [])
				add(p.seat, t("phase.battle"), p.points);
		if (e.type === "feature-scored" || e.type === "feature-evaluated")
			for (const a of e.awards || [])
				add(a.seat, type(e.feature_type), a.points);
	}
	return view.seats.map((s) => ({seat: s.seat, rows: [...sums[s.seat]]}));
}

/* "2 d 3 h", from milliseconds */
export function span(ms) {
	const minutes = Math.floor(ms / 60000), parts = [];

	if (ms < 60000)
		return t("s", {n: Math.max(0, Math.floor(ms / 1000))});
	if (minutes >= 1440)
		parts.push(t("d", {n: Math.floor(minutes / 1440)}));
	if (minutes % 1440 >= 60)
		parts.push(t("h", {n: Math.floor((minutes % 1440) / 60)}));
	if (minutes < 1440)
		parts.push(t("m", {n: minutes % 60}));
	return parts.join(" ");
}
