/*
 * The fairness check of the browser, run by node: records of earlier builds and of random
 * games are good, and any change of what chance decided is found in its step and place.
 *
 *	node tests/browser/fairness.mjs [RECORDS]
 *
 * RECORDS is the program that plays random games, build/tests/browser/records.  Ends with
 * the line "N passed, N failed".
 */
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync, readdirSync} from "node:fs";
import {webcrypto} from "node:crypto";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {CHANGES, clone, eventsOf, otherDigit} from "./changes.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GAMES = "24";
const read = (...path) => readFileSync(join(ROOT, ...path), "utf8");

/* As an address, because node takes a file .js for something else; so it cannot import anything either. */
const {checkFairness, chacha20, sha256, Stream} =
	await import("data:text/javascript," + encodeURIComponent(read("api/web/fairness.js")));

/* --- counting ------------------------------------------------------------------ */

let passed = 0, failed = 0;

async function test(name, body) {
	try {
		await body();
		passed++;
	} catch (error) {
		failed++;
		if (failed <= 20)
			console.log(`${name}: ${error.stack}`);
	}
}

/* With Web Crypto, as on pages from https, or without. */
async function withCrypto(value, body) {
	Object.defineProperty(globalThis, "crypto", {value, configurable: true, writable: true});
	return body();
}

/* --- what there is to check -------------------------------------------------------- */

const FILES = readdirSync(join(ROOT, "tests/fixtures/tilesets")).map((name) => join("tests/fixtures/tilesets", name));
const BUNDLED = readdirSync(join(ROOT, "engine")).map((game) => join("engine", game, "tiles.json"))
	.filter((path) => { try { return read(path); } catch { return false; } });
const tilesets = Object.fromEntries([...FILES, ...BUNDLED].map((path) => JSON.parse(read(path))).map((set) => [set.id, set]));

const fixtures = readdirSync(join(ROOT, "tests/fixtures/records")).map((name) =>
	({name, record: JSON.parse(read("tests/fixtures/records", name))}));

function playedRecords() {
	const options = {cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28};
	const lines = process.argv[2] ? execFileSync(process.argv[2], [GAMES, ...FILES], options).trim().split("\n") : [];

	return lines.map((line, i) => {
		const record = JSON.parse(line);

		return {name: `game ${i} with ${record.tileset.id}`, record};
	});
}

const played = playedRecords(), all = [...fixtures, ...played];
const check = (record, seen) => checkFairness(record, tilesets[record.tileset.id], seen);
const bad = (verdict) => verdict.steps.filter((step) => !step.ok);

/* --- the algorithms ------------------------------------------------------------------ */

const hex = (bytes) => Buffer.from(bytes).toString("hex");

await test("SHA-256, FIPS 180-4", async () => {
	const rows = [
		["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
		["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
		["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
			"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
		["a".repeat(1e6), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
	];

	for (const crypto of [webcrypto, undefined, {}])
		for (const [text, hash] of rows)
			assert.equal(hex(await withCrypto(crypto, () => sha256(Buffer.from(text)))), hash);
});

await test("SHA-256 of every length is the same with and without Web Crypto", async () => {
	for (let length = 0; length < 300; length++) {
		const bytes = Uint8Array.from({length}, (_, i) => i * 73 + length);

		assert.deepEqual(await withCrypto(undefined, () => sha256(bytes)), await withCrypto(webcrypto, () => sha256(bytes)));
	}
});

await test("ChaCha20, RFC 8439", () => {
	const key = Uint8Array.from({length: 32}, (_, i) => i);
	const block = chacha20(key, 1, Buffer.from("000000090000004a00000000", "hex"));
	const bytes = (words) => hex(new Uint8Array(Uint32Array.from(words).buffer));

	assert.equal(block[0], 0xe4e7f110);
	assert.equal(block[15], 0x4e3c50a2);
	assert.equal(bytes(chacha20(new Uint8Array(32), 0, new Uint8Array(12))),
		"76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7" +
		"da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
	assert.equal(bytes(chacha20(new Uint8Array(32), 1, new Uint8Array(12))).slice(0, 32), "9f07e7be5551387a98ba977c732d080d");
});

await test("numbers are drawn by rejection", () => {
	const stream = new Stream(new Uint8Array(32), "dice"), given = [0xffffffff, 0xfffffffc, 0xfffffffb, 7];

	stream.word = () => given.shift();
	assert.equal(stream.uniform(6), 0xfffffffb % 6);
	assert.equal(stream.uniform(6), 1);
	given.push(0xffffffff);
	assert.equal(stream.uniform(8), 7, "powers of two reject nothing");
});

/* --- good records ---------------------------------------------------------------------- */

const IDS = ["record", "tileset", "commitment", "seed", "first-seat", "tiles", "ships", "dice"];

for (const [i, {name, record}] of all.entries())
	await test(`${name} is good`, () => withCrypto(i % 2 ? undefined : webcrypto, async () => {
		const {ok, steps} = await check(record), step = Object.fromEntries(steps.map((s) => [s.id, s]));
		const dice = eventsOf(record, "battle-fought").flatMap(([e]) => e.throws.flatMap((t) => t.rolls.flatMap((r) => r.dice)));

		assert.ok(ok, JSON.stringify(steps));
		assert.deepEqual(steps.map((s) => s.id), IDS.filter((id) =>
			(id !== "ships" || tilesets[record.tileset.id].ships) && (id !== "dice" || dice.length > 0)));
		assert.ok(steps.every((s) => s.ok && s.at === null && s.expected === s.found));
		assert.equal(step.commitment.found, record.commitment);
		assert.equal(step["first-seat"].found, record.events[0].first_seat);
		assert.equal(step.tiles.count, eventsOf(record, "tile-drawn").length);
		if (step.ships)
			assert.equal(step.ships.count, record.events[0].ships.face_up.length + eventsOf(record, "ships-refilled").length);
		if (step.dice)
			assert.equal(step.dice.count, dice.length);
	}));

/* From here on without, which waits for no other thread. */
globalThis.crypto = undefined;

/* What the random games must have had, or the tests above say little. */
const KINDS = {
	"a seat by lot": (r) => r.options.first_seat === "random" && r.events[0].first_seat > 0,
	"tiles out of the game": (r) => eventsOf(r, "tile-set-aside").some(([e]) => e.then !== "stack"),
	"tiles that went back": (r) => eventsOf(r, "tile-set-aside").some(([e]) => e.then === "stack" && !e.more),
	"tiles that went back untold": (r) => eventsOf(r, "tile-set-aside").some(([e]) => e.more > 0),
	"ships turned up": (r) => eventsOf(r, "ships-refilled").length > 2,
	"throws of teams": (r) => eventsOf(r, "battle-fought").some(([e]) => e.sides[0].team),
	"throws of three sides": (r) => eventsOf(r, "battle-fought").some(([e]) => e.sides.length > 2),
	"tied throws": (r) => eventsOf(r, "battle-fought").some(([e]) => e.throws.length > 1),
	"places taken back": (r) => eventsOf(r, "undone").some(([e]) => e.action === "place"),
	"time-outs": (r) => eventsOf(r, "seat-timed-out").length > 0,
	"resigning": (r) => eventsOf(r, "seat-resigned").length > 0,
};

for (const [kind, has] of played.length > 0 ? Object.entries(KINDS) : [])
	await test(`random games had ${kind}`, () => assert.ok(played.some(({record}) => has(record))));

/* --- changed records --------------------------------------------------------------------- */

const applied = Object.fromEntries(Object.keys(CHANGES).map((name) => [name, 0]));

async function mustBeFound({record}, change, n) {
	const changed = clone(record), expected = CHANGES[change](changed, n, tilesets[record.tileset.id]);

	if (!expected)
		return;
	applied[change]++;
	const {ok, steps} = await checkFairness(changed, tilesets[record.tileset.id]), [first, ...others] = bad({steps});

	assert.equal(ok, false, `${change} ${n}: not found`);
	assert.equal(first.id, expected[0], JSON.stringify(first));
	/* The very place, or at least where it begins. */
	assert.ok(expected[1].endsWith("/") ? first.at.startsWith(expected[1]) : first.at === expected[1],
		`${change} ${n}: ${first.at}, not ${expected[1]}`);
	assert.ok(first.found === null || JSON.stringify(first.found) !== JSON.stringify(first.expected));
	/* Nothing else is wrong, but for what follows from another seed. */
	if (change !== "server seed" && change !== "client seed")
		assert.deepEqual(others, []);
}

/* Records of earlier builds in many places, random games in one each. */
for (const game of fixtures)
	for (const change of Object.keys(CHANGES))
		await test(`${game.name}, ${change}`, async () => {
			for (let n = 0; n < 8; n++)
				await mustBeFound(game, change, n * 7);
		});
for (const [i, game] of played.entries())
	await test(`${game.name}, changes`, async () => {
		const rare = game.record.events.some((e) => e.more > 0);

		for (const change of Object.keys(CHANGES).filter((_, k) => rare || (k + i) % 5 === 0))
			await mustBeFound(game, change, i * 31);
	});
for (const change of played.length > 0 ? Object.keys(applied) : [])
	await test(`some record had a change of "${change}"`, () => assert.ok(applied[change] > 0));

/* Whoever changes a client seed everywhere has other tiles. */
for (const game of fixtures)
	await test(`${game.name}, client seed in both places`, async () => {
		const record = clone(game.record);

		record.seats[0].client_seed = record.events[0].seats[0].client_seed = "another";
		const wrong = bad(await check(record)).map((step) => step.id);

		assert.ok(wrong.includes("tiles"), wrong.join());
		assert.ok(!wrong.includes("commitment") && !wrong.includes("seed"), wrong.join());
	});

/* --- what was noted earlier ------------------------------------------------------------ */

await test("promises that were kept", async () => {
	for (const {record} of fixtures) {
		const seed = (await check(record)).steps.find((s) => s.id === "seed").found;
		const seeds = record.seats.map((seat) => seat.client_seed);

		for (const seen of [null, {}, {commitment: record.commitment, client_seeds: null, game_seed: null},
			{commitment: record.commitment, client_seeds: seeds, game_seed: seed}, {client_seeds: [null, seeds[1]]}])
			assert.ok((await check(record, seen)).ok, JSON.stringify(seen));
	}
});

await test("promises that were broken", async () => {
	const {record} = fixtures[0];
	const rows = [
		[{commitment: otherDigit(record.commitment, 5)}, "commitment", "/commitment"],
		[{client_seeds: [null, "mine"]}, "seed", "/seats/1/client_seed"],
		[{game_seed: "0".repeat(64)}, "seed", "/server_seed"],
	];

	for (const [seen, id, at] of rows) {
		const [step, ...others] = bad(await check(record, seen));

		assert.deepEqual([step.id, step.at, others], [id, at, []]);
	}
});

/* The service adds its hash and leaves out nothing that is needed. */
await test("a tile set as the service gives it", async () => {
	const {record} = fixtures[0], {id, ruleset, kinds, ships} = tilesets[record.tileset.id];
	const served = {id, ruleset, sha256: record.tileset.sha256, kinds, ships};

	assert.ok((await checkFairness(record, served)).ok);
	const {steps} = await checkFairness(record, {...served, sha256: "0".repeat(64)});

	assert.deepEqual(steps.map((s) => [s.id, s.ok]), [["record", true], ["tileset", false]]);
	assert.deepEqual([steps[1].at, steps[1].expected, steps[1].found], ["/tileset/sha256", "0".repeat(64), record.tileset.sha256]);
});

/* --- any other JSON ---------------------------------------------------------------------- */

/* Call `each` with the text of every place: containers and leaves. */
async function everywhere(root, each, value = root, path = []) {
	for (const key of typeof value === "object" && value !== null ? Object.keys(value) : []) {
		await each([...path, key]);
		await everywhere(root, each, value[key], [...path, key]);
	}
}

/* What `body` says while another value, or none, is in that place. */
async function replaced(root, path, value, body) {
	const last = path.at(-1), parent = path.slice(0, -1).reduce((v, key) => v[key], root), was = parent[last];
	const removed = value === undefined, element = removed && Array.isArray(parent);

	if (element)
		parent.splice(last, 1);
	else if (removed)
		delete parent[last];
	else
		parent[last] = value;
	try {
		return await body();
	} finally {
		if (element)
			parent.splice(last, 0, was);
		else
			parent[last] = was;
	}
}

const JUNK = [undefined, null, -1, 1.5, 1e300, "", "x", [], [[]], {}, true, [null]];
/* What chance has decided, or decides it. */
const DECIDED = /^(server_seed|commitment|format|seats\.\d+\.client_seed|events\.\d+\.(tile|left|ship|ships|pile|throws|first_seat|kind|variant)(\.(face_up|pile|kind|variant|points|id)|\.\d+(\.rolls|\.tied)?)?)$/;

/* Every place of a record, with everything else in it: never an exception, and good only where chance decides nothing. */
async function withJunk({record: original}) {
	const record = clone(original), set = tilesets[record.tileset.id];
	let places = 0;

	await everywhere(record, async (path) => {
		const was = JSON.stringify(path.reduce((v, key) => v[key], record)), place = path.join(".");
		/* What is told of a ship that sails is no longer chance's affair. */
		const decided = DECIDED.test(place) && !/^(ship-|piece-)/.test(record.events[path[1]]?.type);

		for (const junk of JUNK.filter((value) => JSON.stringify(value) !== was)) {
			const {ok, steps} = await replaced(record, path, junk, () => checkFairness(record, set));

			assert.ok(steps.length > 0 && !(ok && decided), `${place} is ${JSON.stringify(junk)}`);
			places += decided;
		}
	});
	assert.ok(places > 200, `${places} places`);
}

/* Short ones: one with ships, one with dice. */
const short = fixtures.find(({name}) => name === "no-tile-fits-5.json");
const thrown = played.filter(({record}) => eventsOf(record, "battle-fought").some(([e]) => e.throws.length > 1))
	.sort((a, b) => a.record.events.length - b.record.events.length).slice(0, 1);

for (const game of [short, ...thrown])
	await test(`${game.name} with anything in it`, () => withJunk(game));

await test("tile sets of any form", async () => {
	const {record} = short, set = tilesets[record.tileset.id];
	let places = 0;

	await everywhere(set, async (path) => {
		for (const junk of JUNK) {
			const {steps} = await replaced(set, path, junk, () => checkFairness(record, set));

			assert.ok(steps.length > 0);
			places++;
		}
	});
	assert.ok(places > 500);
	for (const junk of JUNK) {
		assert.equal((await checkFairness(record, junk)).ok, false);
		assert.deepEqual(bad(await checkFairness(junk, set)).map((s) => s.id), ["record"]);
	}
});

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
