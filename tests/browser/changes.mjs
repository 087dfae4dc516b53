/*
 * changes.mjs - records in which one thing that chance decided is not what it was.
 */
export const clone = (value) => JSON.parse(JSON.stringify(value));
/* The events of a type, each with its place. */
export const eventsOf = (record, type) => record.events.flatMap((e, i) => e.type === type ? [[e, `/events/${i}`]] : []);

/* Another digit, number, tile or ship, for one that is there. */
export const otherDigit = (text, i) => text.slice(0, i) + (text[i] === "0" ? "1" : "0") + text.slice(i + 1);
const otherDie = (die) => die % 6 + 1;
const otherTile = (tileset, tile) => tileset.kinds.flatMap((kind) => kind.variants.map((_, variant) =>
	({kind: kind.id, variant}))).find((t) => t.kind !== tile.kind || t.variant !== tile.variant);

/*
 * Each changes a record and says which step must be the first to fail, and
 * where: the place, or with a slash at its end where it begins; nothing when there is
 * nothing to change.  `n` chooses what, `set` is the tile set.
 */
export const CHANGES = {
	"server seed"(r, n) {
		r.server_seed = otherDigit(r.server_seed, n % 64);
		return ["commitment", "/commitment"];
	},
	"commitment"(r, n) {
		r.commitment = otherDigit(r.commitment, n % 64);
		return ["commitment", "/commitment"];
	},
	"client seed"(r, n) {
		r.seats[n % r.seats.length].client_seed += "x";
		return ["seed", `/seats/${n % r.seats.length}/client_seed`];
	},
	"first seat"(r) {
		r.events[0].first_seat = (r.events[0].first_seat + 1) % r.seats.length;
		return ["first-seat", "/events/0/first_seat"];
	},
	"option of the first seat"(r) {
		r.options.first_seat = r.options.first_seat === "random" ? r.events[0].first_seat : "random";
		return ["first-seat", "/options/first_seat"];
	},
	"who begins"(r) {
		const [[e, at]] = eventsOf(r, "turn-started");

		e.seat++;
		return ["first-seat", `${at}/seat`];
	},
	"drawn tile"(r, n, set) {
		const drawn = eventsOf(r, "tile-drawn"), [e, at] = drawn[n % drawn.length];

		e.tile = otherTile(set, e.tile);
		return ["tiles", `${at}/tile`];
	},
	"order of drawn tiles"(r, n) {
		const drawn = eventsOf(r, "tile-drawn"), from = n % drawn.length;
		const to = drawn.findIndex(([e], i) => i > from && JSON.stringify(e.tile) !== JSON.stringify(drawn[from][0].tile));

		if (to < 0)
			return null;
		[drawn[from][0].tile, drawn[to][0].tile] = [drawn[to][0].tile, drawn[from][0].tile];
		return ["tiles", `${drawn[from][1]}/tile`];
	},
	"draw left out"(r, n) {
		const drawn = eventsOf(r, "tile-drawn"), [e] = drawn[n % drawn.length];
		const next = r.events.slice(r.events.indexOf(e) + 1).find((other) => other.type.startsWith("tile-"));

		/* Seen by what became of the tile, unless nothing did; what went back may be untold. */
		if (!next || next.then === "stack")
			return null;
		r.events.splice(r.events.indexOf(e), 1);
		return ["tiles", "/events/"];
	},
	"draw again"(r, n) {
		const drawn = eventsOf(r, "tile-drawn"), [e] = drawn[n % drawn.length], i = r.events.indexOf(e);

		r.events.splice(i + 1, 0, clone(e));
		return ["tiles", `/events/${i + 1}/tile`];
	},
	"draw from an empty bag"(r, n) {
		const end = r.events.length - 1, [last] = eventsOf(r, "tile-drawn").at(-1), {tile} = last;

		if (last.left > 0 || last !== r.events.filter((e) => e.tile).at(-1))
			return null;
		r.events.splice(end, 0, [{type: "tile-drawn", tile, left: 0}, {type: "tile-drawn", tile: null, left: 0},
			{type: "tile-drawn", left: -1}, {type: "tile-set-aside", tile, then: "stack"}][n % 4]);
		return ["tiles", `/events/${end}/tile`];
	},
	"nothing set aside"(r) {
		const end = r.events.length - 1;

		if (r.events.at(-1).reason !== "last-tile")
			return null;
		r.events.splice(end, 0, {type: "tile-set-aside", tile: null});
		return ["tiles", `/events/${end}/tile`];
	},
	"laid tile"(r, n, set) {
		const laid = eventsOf(r, "tile-placed");

		if (laid.length === 0)
			return null;
		Object.assign(laid[n % laid.length][0], otherTile(set, laid[n % laid.length][0]));
		return ["tiles", laid[n % laid.length][1]];
	},
	"tile set aside"(r, n, set) {
		const aside = eventsOf(r, "tile-set-aside");

		if (aside.length === 0)
			return null;
		aside[n % aside.length][0].tile = otherTile(set, aside[n % aside.length][0].tile);
		return ["tiles", `${aside[n % aside.length][1]}/tile`];
	},
	"tile that did not go back"(r) {
		const back = eventsOf(r, "tile-set-aside").find(([e]) => e.then === "stack");

		if (!back || r.events.at(-1).reason === "no-tile-fits")
			return null;
		back[0].then = "box";
		return ["tiles", "/events/"];
	},
	"number of tiles that went back untold"(r) {
		const [e] = eventsOf(r, "tile-set-aside").find(([e]) => e.more > 0) ?? [];

		if (!e)
			return null;
		e.more++;
		return ["tiles", "/events/"];
	},
	"tiles left"(r, n) {
		const drawn = eventsOf(r, "tile-drawn"), [e, at] = drawn[n % drawn.length];

		e.left--;
		return ["tiles", `${at}/left`];
	},
	"early end"(r) {
		const last = eventsOf(r, "tile-drawn").at(-1)[0];

		if (last.left === 0)
			return null;
		r.events.at(-1).reason = "last-tile";
		return ["tiles", `/events/${r.events.length - 1}/reason`];
	},
	"order of ships"(r, n) {
		const row = r.events[0].ships?.face_up, i = n % 3;

		if (!row)
			return null;
		[row[i], row[i + 1]] = [row[i + 1], row[i]];
		return ["ships", `/events/0/ships/face_up/${i}`];
	},
	"ship turned up"(r, n) {
		const turned = eventsOf(r, "ships-refilled"), [e, at] = turned[n % turned.length] ?? [];

		if (!e)
			return null;
		e.ship = r.events[0].ships.face_up[n % 4];
		return ["ships", `${at}/ship`];
	},
	"ship's points"(r) {
		if (!r.events[0].ships)
			return null;
		r.events[0].ships.face_up[1].points++;
		return ["ships", "/events/0/ships/face_up/1"];
	},
	"ships left"(r, n) {
		const [e, at] = eventsOf(r, "ships-refilled")[n % 2] ?? [r.events[0].ships, "/events/0/ships"];

		if (!e)
			return null;
		e.pile++;
		return ["ships", `${at}/pile`];
	},
	"die"(r, n) {
		const dice = eventsOf(r, "battle-fought").flatMap(([e, at]) => e.throws.flatMap((t, i) => t.rolls.flatMap((roll, k) =>
			roll.dice.map((_, d) => [roll.dice, d, `${at}/throws/${i}/rolls/${k}/dice/${d}`]))));
		const [list, d, at] = dice[n % dice.length] ?? [];

		if (!list)
			return null;
		list[d] = otherDie(list[d]);
		return ["dice", at];
	},
	"number of dice"(r, n) {
		const battles = eventsOf(r, "battle-fought"), [e, at] = battles[n % battles.length] ?? [];

		if (!e)
			return null;
		if (n % 2)
			e.throws[0].rolls[0].dice.push(6);
		else
			e.throws[0].rolls[0].dice.pop();
		return ["dice", `${at}/throws/0/rolls/0/dice`];
	},
	"side without dice"(r) {
		const [e, at] = eventsOf(r, "battle-fought")[0] ?? [];

		if (!e)
			return null;
		e.sides[1].dice = 0;
		e.throws.forEach((t) => t.rolls.forEach((roll) => { roll.dice = []; }));
		return ["dice", `${at}/sides/1/dice`];
	},
	"order of sides"(r, n) {
		const battles = eventsOf(r, "battle-fought"), [e, at] = battles[n % battles.length] ?? [];

		if (!e)
			return null;
		(n % 2 ? e.sides : e.throws[0].rolls).reverse();
		return ["dice", n % 2 ? `${at}/sides/1` : `${at}/throws/0/rolls`];
	},
	"throw left out"(r) {
		const [e, at] = eventsOf(r, "battle-fought").find(([e]) => e.throws.length > 1) ?? [];

		if (!e)
			return null;
		e.throws.pop();
		return ["dice", `${at}/throws/${e.throws.length - 1}/tied`];
	},
	"throw too many"(r) {
		const [e, at] = eventsOf(r, "battle-fought")[0] ?? [];

		if (!e)
			return null;
		e.throws.push(clone(e.throws[0]));
		return ["dice", `${at}/throws/${e.throws.length - 2}/tied`];
	},
	"tile set"(r) {
		r.tileset.id += "-2";
		return ["tileset", "/tileset/id"];
	},
	"game of the tile set"(r) {
		r.ruleset += "-2";
		return ["tileset", "/ruleset"];
	},
	"start left out"(r) {
		r.events.shift();
		return ["record", "/events/0/type"];
	},
	"second start"(r) {
		r.events.push(clone(r.events[0]));
		return ["record", `/events/${r.events.length - 1}/type`];
	},
	"seed that is not revealed"(r) {
		r.server_seed = null;
		return ["record", "/server_seed"];
	},
	"client seed of two lines"(r) {
		r.seats[0].client_seed = r.events[0].seats[0].client_seed = "a\nb";
		return ["record", "/seats/0/client_seed"];
	},
};
