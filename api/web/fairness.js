/*
 * fairness.js - whether chance was fair in a finished game, computed from its record.
 *
 * meepled-fairness/1 once more, in the browser of whoever doubts the host: nothing is
 * asked of the service, no other module is needed and no document.  Everything random
 * follows from the server's seed and the seats' seeds; it is drawn again and compared
 * with what the record shows, in the order in which it was shown.
 *
 * Chance only: that moves and points follow the rules, and that a tile which was set
 * aside really fitted nowhere, is what `meepled verify RECORD` says.
 *
 *	const {ok, steps} = await checkFairness(record, tileset, seen);
 *
 * record	body of GET /v1/games/{game}/record
 * tileset	body of GET /v1/tilesets/{record.tileset.sha256}, or a tile set's file
 * seen		optional: bodies of GET /v1/games/{game}/fairness keep what was promised:
 *		{commitment, client_seeds, game_seed}, as noted earlier; null is not known
 *
 * A step is {id, ok, expected, found, at, count}.  Where it is not good, `at` is the JSON
 * pointer of the first difference, `found` what stands there (null: nothing) and `expected`
 * what the seeds lead to.  Where it is good, `at` is null, both are the value that was
 * computed, if it is one, and `count` says how much was compared.  Its ids, in this order:
 *
 * record	the record is complete: the game is over and its seed revealed.  Without
 *		that there are no other steps.
 * tileset	the tile set is the one that the record names.  Without it, no others.
 * commitment	SHA-256 of the server's seed is what was published before the game
 * seed		the seats' seeds are those that the game began with; value: the game's seed
 * first-seat	who began, by lot or as the option says; value: the seat
 * tiles	each tile that was drawn, laid or set aside, and how many were left
 * ships	each ship that was turned up; only where the tile set has ships
 * dice		each die of each throw; only where dice were thrown
 */

/* --- SHA-256 and ChaCha20 --------------------------------------------------- */

const K = new Uint32Array([
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

const left = (v, n) => v << n | v >>> (32 - n);
const right = (v, n) => v >>> n | v << (32 - n);

/* One block of 64 bytes (FIPS 180-4, 6.2.2). */
function compress(state, view, offset) {
	const w = new Uint32Array(64);
	let [a, b, c, d, e, f, g, h] = state;

	for (let i = 0; i < 16; i++)
		w[i] = view.getUint32(offset + 4 * i);
	for (let i = 16; i < 64; i++) {
		const p = w[i - 15], q = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] + (right(p, 7) ^ right(p, 18) ^ p >>> 3) + (right(q, 17) ^ right(q, 19) ^ q >>> 10);
	}
	for (let i = 0; i < 64; i++) {
		const s = h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i] | 0;
		const t = s + (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + (a & b ^ a & c ^ b & c) | 0;

		[a, b, c, d, e, f, g, h] = [t, a, b, c, d + s | 0, e, f, g];
	}
	[a, b, c, d, e, f, g, h].forEach((v, i) => { state[i] += v; });
}

function ownSha256(bytes) {
	const padded = new Uint8Array((bytes.length + 72) >> 6 << 6), view = new DataView(padded.buffer);
	const state = new Uint32Array(START), hash = new DataView(new ArrayBuffer(32));

	padded.set(bytes);
	padded[bytes.length] = 0x80;
	view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
	view.setUint32(padded.length - 4, bytes.length << 3);
	for (let offset = 0; offset < padded.length; offset += 64)
		compress(state, view, offset);
	state.forEach((v, i) => hash.setUint32(4 * i, v));
	return new Uint8Array(hash.buffer);
}

/* Browsers have Web Crypto on pages from https and from this machine only; others do without. */
export async function sha256(bytes) {
	const subtle = globalThis.crypto && globalThis.crypto.subtle;

	return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : ownSha256(bytes);
}

function quarter(s, a, b, c, d) {
	s[a] += s[b];
	s[d] = left(s[d] ^ s[a], 16);
	s[c] += s[d];
	s[b] = left(s[b] ^ s[c], 12);
	s[a] += s[b];
	s[d] = left(s[d] ^ s[a], 8);
	s[c] += s[d];
	s[b] = left(s[b] ^ s[c], 7);
}

const words = (bytes) => {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

	return Array.from({length: bytes.length / 4}, (_, i) => view.getUint32(4 * i, true));
};

/* The 16 words of one block of the key stream (RFC 8439, 2.3). */
export function chacha20(key, counter, nonce) {
	const start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...words(key), counter, ...words(nonce)];
	const s = new Uint32Array(start);

	for (let round = 0; round < 10; round++) {
		for (let i = 0; i < 4; i++)
			quarter(s, i, 4 + i, 8 + i, 12 + i);
		for (let i = 0; i < 4; i++)
			quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
	}
	return s.map((v, i) => v + start[i]);
}

/* A random stream of the game, by its label. */
export class Stream {
	constructor(gameSeed, label) {
		this.key = gameSeed;
		this.nonce = new Uint8Array(12);
		this.nonce.set(new TextEncoder().encode(label));
		this.used = 0;
	}

	word() {
		if (this.used % 16 === 0)
			this.block = chacha20(this.key, this.used / 16, this.nonce);
		return this.block[this.used++ % 16];
	}

	/* 0..n-1, by rejection. */
	uniform(n) {
		const limit = Math.floor(2 ** 32 / n) * n;
		let x;

		do
			x = this.word();
		while (x >= limit);
		return x % n;
	}

	/* The elements from `first` on, in place. */
	shuffle(list, first = 0) {
		for (let i = list.length - first - 1; i >= 1; i--) {
			const j = this.uniform(i + 1);

			[list[first + i], list[first + j]] = [list[first + j], list[first + i]];
		}
		return list;
	}
}

/* --- comparing --------------------------------------------------------------- */

/* Where the record parts from what follows from the seeds. */
class Difference {
	constructor(at, expected, found) {
		this.result = {at, expected: expected ?? null, found: found ?? null};
	}
}

const isObject = (v) => typeof v === "object" && v !== null && !Array.isArray(v);

function equal(a, b) {
	if (Array.isArray(a) && Array.isArray(b))
		return a.length === b.length && a.every((v, i) => equal(v, b[i]));
	if (isObject(a) && isObject(b)) {
		const names = Object.keys(a);

		return names.length === Object.keys(b).length && names.every((n) => Object.hasOwn(b, n) && equal(a[n], b[n]));
	}
	return a === b;
}

function same(found, expected, at) {
	if (!equal(found, expected))
		throw new Difference(at, expected, found);
}

/* Something that must be of a form before it can be looked into. */
function must(good, found, expected, at) {
	if (!good)
		throw new Difference(at, expected, found);
}

function listOf(objects, at) {
	must(Array.isArray(objects), objects, "a list", at);
	objects.forEach((v, i) => must(isObject(v), v, "an object", `${at}/${i}`));
	return objects;
}

const isHash = (v) => typeof v === "string" && /^[0-9a-f]{64}$/.test(v);
const toHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g), (byte) => parseInt(byte, 16));

/* --- the steps: each returns {value, count}, or throws the difference -------------- */

const CLIENT_SEED_MAX = 64;

function isClientSeed(v) {
	return typeof v === "string" && !v.includes("\n") && new TextEncoder().encode(v).length <= CLIENT_SEED_MAX;
}

function checkRecord({record}) {
	must(isObject(record), record, "an object", "");
	same(record.format, "meepled-record/1", "/format");
	must(isHash(record.server_seed), record.server_seed, "64 hexadecimal digits", "/server_seed");
	must(isObject(record.options), record.options, "an object", "/options");
	must(isObject(record.tileset), record.tileset, "an object", "/tileset");
	must(listOf(record.seats, "/seats").length > 0, record.seats, "seats", "/seats");
	record.seats.forEach((seat, i) =>
		must(isClientSeed(seat.client_seed), seat.client_seed, "a line of at most 64 bytes", `/seats/${i}/client_seed`));
	same(listOf(record.events, "/events")[0]?.type, "game-started", "/events/0/type");
	record.events.forEach((e, i) => must(i === 0 || e.type !== "game-started", e.type, "no other start", `/events/${i}/type`));
	listOf(record.events[0].seats, "/events/0/seats");
	must(isObject(record.events[0].options), record.events[0].options, "an object", "/events/0/options");
	return {count: record.events.length};
}

/* A file does not say its own hash; the service does. */
function checkTileset({record, tileset}) {
	must(isObject(tileset), tileset, "a tile set", "/tileset");
	same(record.tileset.id, tileset.id, "/tileset/id");
	same(record.ruleset, tileset.ruleset, "/ruleset");
	if (tileset.sha256 !== undefined)
		same(record.tileset.sha256, tileset.sha256, "/tileset/sha256");
	for (const kind of listOf(tileset.kinds, "/tileset"))
		for (const {count} of listOf(kind.variants, "/tileset"))
			must(Number.isInteger(count) && count >= 1 && count <= 255, count, "1 to 255 tiles", "/tileset");
	listOf(tileset.ships ?? [], "/tileset");
	return {value: record.tileset.sha256, count: tileset.kinds.length};
}

async function checkCommitment({record, seen}) {
	const computed = toHex(await sha256(fromHex(record.server_seed)));

	same(record.commitment, computed, "/commitment");
	same(record.commitment, seen.commitment ?? record.commitment, "/commitment");
	return {value: computed, count: 1};
}

function checkSeed({record, seen, gameSeed}) {
	const {seats, events} = record, promised = seen.client_seeds ?? [];

	same(events[0].seats.length, seats.length, "/events/0/seats");
	seats.forEach((seat, i) => {
		same(seat.client_seed, events[0].seats[i].client_seed, `/seats/${i}/client_seed`);
		same(seat.client_seed, promised[i] ?? seat.client_seed, `/seats/${i}/client_seed`);
	});
	must(seen.game_seed == null || seen.game_seed === toHex(gameSeed), seen.game_seed, toHex(gameSeed), "/server_seed");
	return {value: toHex(gameSeed), count: seats.length};
}

function checkFirstSeat({record, gameSeed}) {
	const {options, events, seats} = record, turn = events.findIndex((e) => e.type === "turn-started");
	const first = options.first_seat === "random" ? new Stream(gameSeed, "seats").uniform(seats.length) : options.first_seat;

	same(options.first_seat, events[0].options.first_seat, "/options/first_seat");
	same(events[0].first_seat, first, "/events/0/first_seat");
	if (turn >= 0)
		same(events[turn].seat, first, `/events/${turn}/seat`);
	return {value: first, count: 1};
}

/* The bag as the seeds fill it, the tile in hand and the one that was laid last. */
class Bag {
	constructor(tileset, gameSeed) {
		this.stream = new Stream(gameSeed, "tiles");
		this.tiles = tileset.kinds.flatMap((kind) => kind.variants.flatMap((variant, number) =>
			variant.start ? [] : Array(variant.count).fill({kind: kind.id, variant: number})));
		this.stream.shuffle(this.tiles);
		this.next = 0;
		this.hand = this.laid = null;
	}

	get left() {
		return this.tiles.length - this.next;
	}

	draw(event, at) {
		must(this.left > 0, event.tile, null, `${at}/tile`);
		this.hand = this.tiles[this.next++];
	}

	/* Behind the others, and shuffled with them. */
	putBack() {
		this.tiles.splice(--this.next, 1);
		this.tiles.push(this.hand);
		this.stream.shuffle(this.tiles, this.next);
		this.hand = null;
	}
}

/* Of very many that went back in one draw the record shows the first, and of the rest the last and how many `more`. */
function setAside(bag, event, at) {
	const back = event.then === "stack", hidden = back && bag.hand === null, more = event.more ?? 0;

	must(Number.isInteger(more) && more >= (event.more === undefined ? 0 : 1) && more < 2 ** 15 && (hidden || more === 0),
		event.more, null, `${at}/more`);
	for (let i = 0; i < more; i++) {
		bag.draw(event, at);
		bag.putBack();
	}
	if (hidden)
		bag.draw(event, at);
	must(bag.hand !== null && equal(event.tile, bag.hand), event.tile, bag.hand, `${at}/tile`);
	if (back)
		bag.putBack();
	bag.hand = null;
}

const ON_TILES = {
	"tile-drawn"(bag, event, at) {
		must(bag.hand === null, event.tile, null, `${at}/tile`);
		bag.draw(event, at);
		same(event.tile, bag.hand, `${at}/tile`);
		same(event.left, bag.left, `${at}/left`);
	},
	"tile-set-aside": setAside,
	"tile-placed"(bag, event, at) {
		same({kind: event.kind, variant: event.variant}, bag.hand, at);
		[bag.laid, bag.hand] = [bag.hand, null];
	},
	"undone"(bag, event) {
		if (event.action === "place")
			[bag.hand, bag.laid] = [bag.laid, null];
	},
	"game-finished"(bag, event, at) {
		if (event.reason === "last-tile")
			must(bag.left === 0, event.reason, bag.tiles[bag.next], `${at}/reason`);
	},
};

function checkTiles({record, tileset, gameSeed}) {
	const bag = new Bag(tileset, gameSeed);
	let count = 0;

	record.events.forEach((event, i) => {
		if (Object.hasOwn(ON_TILES, event.type))
			ON_TILES[event.type](bag, event, `/events/${i}`);
		count += event.type === "tile-drawn";
	});
	return {count};
}

function checkShips({record, tileset, gameSeed}) {
	const pile = new Stream(gameSeed, "ships").shuffle([...(tileset.ships ?? [])]), shown = record.events[0].ships;
	let next = 0;

	if (pile.length === 0)
		return null;
	must(isObject(shown), shown, {face_up: pile.slice(0, 1)}, "/events/0/ships");
	for (const ship of listOf(shown.face_up, "/events/0/ships/face_up"))
		same(ship, pile[next++] ?? null, `/events/0/ships/face_up/${next - 1}`);
	same(shown.pile, pile.length - next, "/events/0/ships/pile");
	record.events.forEach((event, i) => {
		if (event.type !== "ships-refilled")
			return;
		same(event.ship, pile[next++] ?? null, `/events/${i}/ship`);
		same(event.pile, pile.length - next, `/events/${i}/pile`);
	});
	return {count: next};
}

/* Who rolls: a seat, or a team by its name.  Sides roll in the order of their (first) seats. */
const sideOf = (v) => v.team ?? v.seat ?? null;
const firstSeat = (v) => v.seat ?? v.seats?.[0] ?? -1;

/* One throw: each of these sides all its dice, in turn.  Returns the number of dice. */
function checkThrow(stream, thrown, rolling, at) {
	const rolls = listOf(thrown.rolls, `${at}/rolls`);
	let count = 0;

	same(rolls.map(sideOf), rolling.map(sideOf), `${at}/rolls`);
	rolls.forEach((roll, i) => {
		must(Array.isArray(roll.dice) && roll.dice.length === rolling[i].dice, roll.dice, rolling[i].dice, `${at}/rolls/${i}/dice`);
		roll.dice.forEach((die, n) => same(die, stream.uniform(6) + 1, `${at}/rolls/${i}/dice/${n}`));
		count += roll.dice.length;
	});
	return count;
}

/* Those who are tied throw again, until nobody is. */
function checkBattle(stream, battle, at) {
	const throws = listOf(battle.throws, `${at}/throws`);
	let rolling = listOf(battle.sides, `${at}/sides`), count = 0;

	rolling.forEach((side, i) => {
		must(Number.isInteger(side.dice) && side.dice > 0, side.dice, "a number of dice", `${at}/sides/${i}/dice`);
		must(i === 0 || firstSeat(rolling[i - 1]) < firstSeat(side), sideOf(side), "sides in the order of seats", `${at}/sides/${i}`);
	});
	throws.forEach((thrown, i) => {
		count += checkThrow(stream, thrown, rolling, `${at}/throws/${i}`);
		must(Array.isArray(thrown.tied), thrown.tied, "a list", `${at}/throws/${i}/tied`);
		rolling = rolling.filter((side) => thrown.tied.includes(sideOf(side)));
		same(thrown.tied, rolling.map(sideOf), `${at}/throws/${i}/tied`);
		must((rolling.length > 0) === (i + 1 < throws.length), thrown.tied, i + 1 < throws.length ? "those who throw again" : [],
			`${at}/throws/${i}/tied`);
	});
	must(throws.length > 0, throws, "throws", `${at}/throws`);
	return count;
}

function checkDice({record, gameSeed}) {
	const stream = new Stream(gameSeed, "dice");
	let count = 0;

	record.events.forEach((event, i) => {
		if (event.type === "battle-fought")
			count += checkBattle(stream, event, `/events/${i}`);
	});
	return count > 0 ? {count} : null;
}

/* --- the whole ------------------------------------------------------------------ */

/* Those that the others cannot do without, and the others. */
const NEEDED = [["record", checkRecord], ["tileset", checkTileset]];
const DRAWN = [
	["commitment", checkCommitment], ["seed", checkSeed], ["first-seat", checkFirstSeat], ["tiles", checkTiles],
	["ships", checkShips], ["dice", checkDice],
];

async function gameSeedOf({server_seed, seats}) {
	const lines = ["meepled-fairness/1", server_seed, ...seats.map((seat) => seat.client_seed)];

	return sha256(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
}

/* Null where the game has nothing of the kind. */
async function take(id, check, game) {
	try {
		const result = await check(game);

		return result && {id, ok: true, expected: result.value ?? null, found: result.value ?? null, at: null, count: result.count};
	} catch (error) {
		if (!(error instanceof Difference))
			throw error;
		return {id, ok: false, ...error.result, count: 0};
	}
}

export async function checkFairness(record, tileset, seen) {
	const game = {record, tileset, seen: seen ?? {}, gameSeed: null}, steps = [];

	for (const [id, check] of NEEDED) {
		steps.push(await take(id, check, game));
		if (!steps.at(-1).ok)
			return {ok: false, steps};
	}
	game.gameSeed = await gameSeedOf(record);
	for (const [id, check] of DRAWN)
		steps.push(await take(id, check, game));
	return {ok: steps.every((step) => !step || step.ok), steps: steps.filter((step) => step)};
}
