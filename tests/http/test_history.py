"""Looking back: every version, records, fairness, importing, verifying."""
import json

import fairness
from client import Table
from harness import Daemon, equal, heavy, meepled, verify

SEEDS = ["morning tea", ""]


def whole_game(d, seats=2, **more):
	seeds = (SEEDS + ["é€", "x" * 64, "5"])[:seats]
	return Table(d.client(), seats=seats, client_seeds=seeds, **more).play("actions")


def test_every_version(d):
	"""at/{version} gives the views exactly as they were."""
	t = Table(d.client(), seats=3, seed=1, options={"auto_end_turn": False})
	seen = {t.view["version"]: t.view}
	for _ in range(60):
		if t.over:
			break
		t.step("actions")
		if t.random.random() < 0.1 and not t.over:
			reply = t.to_move.post(t.path + "/undo", {}, None)
			if reply.status == 200:
				t.view = reply.json["game"]
		seen[t.view["version"]] = t.view
	c = d.client()
	for version, view in seen.items():
		reply = c.get(f"{t.path}/at/{version}")
		equal(reply.json["board"], view["board"], f"board at {version}")
		equal(reply.json["turn"], view["turn"], f"turn at {version}")
		equal(reply.json["seats"], view["seats"], f"seats at {version}")
		equal(reply.json["version"], version, "version")
		assert "immutable" in reply.headers["Cache-Control"], reply.headers
	for bad, status in (("0", (404, 400)), (str(t.view["version"] + 1), (404,)), ("x", (400, 404)), ("-1", (400, 404)),
			("99999999999999999999", (400, 404)), ("1.5", (400, 404))):
		assert c.get(f"{t.path}/at/{bad}", None).status in status, bad
	c.get(f"{t.path}/at/1")


def test_fairness_before_and_after(d):
	t = Table(d.client(), seats=2, client_seeds=SEEDS, seed=2)
	f = d.client().get(t.path + "/fairness").json
	equal(f["commitment"], t.view["commitment"], "commitment")
	assert f.get("server_seed") is None, f
	t.play("actions", until=lambda t: t.view["version"] > 20)
	assert d.client().get(t.path + "/fairness").json.get("server_seed") is None
	t.to_move.post(t.path + "/resign", {})
	f = d.client().get(t.path + "/fairness").json
	equal(fairness.commitment(bytes.fromhex(f["server_seed"])), t.view["commitment"], "revealed")
	record = d.client().get(t.path + "/record").json
	equal([s["client_seed"] for s in record["seats"]], SEEDS, "client seeds")


def check_draws(d, t):
	"""What was drawn and turned up is what anybody computes from the seeds."""
	record = d.client().get(t.path + "/record").json
	tileset = d.client().get("/v1/tilesets/" + t.view["tileset"]["id"]).json
	server = bytes.fromhex(record["server_seed"])
	equal(fairness.commitment(server), record["commitment"], "commitment")
	seed = fairness.game_seed(server, [s["client_seed"] for s in record["seats"]])
	events = t.events()
	drawn = [(e["tile"]["kind"], e["tile"]["variant"]) for e in events if e["type"] == "tile-drawn"]
	equal(drawn, fairness.bag(tileset, seed)[:len(drawn)], "tiles in the order of drawing")
	started = next(e for e in events if e["type"] == "game-started")
	ships = [s["id"] for s in started["ships"]["face_up"]]
	ships += [e["ship"]["id"] for e in events if e["type"] == "ships-refilled"]
	equal(ships, fairness.pile(tileset, seed)[:len(ships)], "ships in the order of turning up")
	if record["options"]["first_seat"] == "random":
		equal(started["first_seat"], fairness.first_seat(len(record["seats"]), seed), "first seat")


def test_shuffle_by_an_independent_twin(d):
	fairness.self_test()
	for seats in (2, 3, 4, 5) if heavy else (2, 5):
		check_draws(d, whole_game(d, seats, seed=seats))


def test_record(d):
	t = whole_game(d, seed=3)
	reply = d.client().get(t.path + "/record")
	record = reply.json
	equal(record["format"], "meepled-record/1", "format")
	equal(record["result"]["scores"], [s["score"] for s in t.refresh()["seats"]], "scores")
	code, out = verify(reply.body)
	equal(code, 0, out)
	# The events of the record are those of the log.
	log = t.events()
	assert [e["type"] for e in record["events"]][-1] == log[-1]["type"]


def test_unfinished_record(d):
	t = Table(d.client(), seats=2, seed=4).play("actions", until=lambda t: t.view["version"] > 30)
	reply = d.client().get(t.path + "/record")
	assert reply.json["server_seed"] is None and reply.json.get("result") is None, reply
	code, out = verify(reply.body)
	assert code in (1, 2) and out.strip(), "an unfinished record cannot be verified"
	d.client().player("Ada").post("/v1/records", reply.json, 422)


def changes(record):
	"""(what, changed copy): one member changed, everywhere in the record."""
	def at(path, value):
		copy = json.loads(json.dumps(record))
		node = copy
		for part in path[:-1]:
			node = node[part]
		node[path[-1]] = value(node[path[-1]]) if callable(value) else value
		return "/".join(map(str, path)), copy

	def flipped(hexes):
		return ("0" if hexes[0] != "0" else "1") + hexes[1:]
	n, e = len(record["actions"]), len(record["events"])
	places = [i for i, a in enumerate(record["actions"]) if a["type"] == "place"]
	yield at(["server_seed"], flipped)
	yield at(["commitment"], flipped)
	yield at(["tileset", "sha256"], flipped)
	yield at(["ruleset"], "star-wars")
	yield at(["ruleset_version"], 99)
	yield at(["format"], "meepled-record/2")
	yield at(["seats", 0, "client_seed"], "other")
	yield at(["seats", 1, "colour"], "pink")
	yield at(["options", "retrieve"], lambda v: "empty-supply" if v == "any" else "never")
	yield at(["options", "auto_end_turn"], lambda v: not v)
	yield at(["result", "scores", 0], lambda v: v + 1)
	yield at(["result", "winners"], [])
	yield at(["actions", places[0], "rotation"], lambda v: (v + 90) % 360)
	yield at(["actions", places[-1], "x"], lambda v: v + 1)
	yield at(["actions", n // 2, "seat"], lambda v: 1 - v)
	yield at(["actions", n // 2, "type"], "resign")
	yield at(["actions"], lambda v: v[:-1])
	yield at(["actions"], lambda v: v + [v[-1]])
	yield at(["events"], lambda v: v[:-1])
	yield at(["events", e // 2, "type"], "undone")
	yield at(["events", e - 1, "type"], "turn-ended")
	for i in range(5, e, e // 40):
		event = record["events"][i]
		for name, value in event.items():
			if isinstance(value, int) and not isinstance(value, bool):
				yield at(["events", i, name], lambda v: v + 1)
				break


def test_changed_records(d):
	"""A record with any one member changed fails, and the place is named."""
	t = whole_game(d, seed=5)
	record = d.client().get(t.path + "/record").json
	importer = d.client().player("Ada")
	for i, (what, changed) in enumerate(changes(record)):
		code, out = verify(json.dumps(changed).encode())
		assert code in (1, 2), f"{what} changed and nobody saw it: {out}"
		assert "/" in out and len(out.strip()) > 10, (what, out)
		if i % 4 == 0:
			reply = importer.post("/v1/records", changed, 422)
			assert reply.code in ("invalid-record", "invalid-fields"), reply
	equal(verify(json.dumps(record).encode())[0], 0, "unchanged")


def test_unreadable_records(d):
	for text in (b"", b"{}", b"[]", b"null", b"{\"format\":\"meepled-record/1\"}", b"\xff\xfe", b"{" * 1000, b"\0"):
		code, out = verify(text)
		equal(code, 2, f"{text[:20]!r}: {out}")
	equal(meepled("verify", "/nonexistent/file")[0], 2, "no file")
	equal(meepled("verify")[0], 2, "no argument")


def test_import(d):
	t = whole_game(d, seats=3, seed=6)
	record = d.client().get(t.path + "/record").body
	with Daemon() as other:
		ada = other.client().player("Ada")
		made = ada.post("/v1/records", record, 201, headers={"Content-Type": "application/json"})
		view = other.client().get(made.headers["Location"]).json
		equal((view["status"], view["imported"]), ("finished", True), "imported")
		mine = t.refresh()
		for name in ("board", "turn", "bag", "ships"):
			equal(view[name], mine[name], name)
		equal([s["score"] for s in view["seats"]], [s["score"] for s in mine["seats"]], "scores")
		again = other.client().get(made.headers["Location"] + "/record").body
		equal(verify(again)[0], 0, "a record of an imported game verifies")
		equal(json.loads(again)["actions"], json.loads(record)["actions"], "actions")
		equal(json.loads(again)["events"], json.loads(record)["events"], "events")
		version = view["version"]
		other.client().get(f"{made.headers['Location']}/at/{version // 2}")
		other.client().post("/v1/records", record, 401, headers={"Content-Type": "application/json"})


def test_twenty_games(d):
	"""Records of many games verify in one call of the program."""
	import tempfile
	import os
	with tempfile.TemporaryDirectory() as folder:
		names = []
		for i in range(20 if heavy else 4):
			t = Table(d.client(), seats=2 + i % 4, seed=200 + i).play("actions")
			names.append(os.path.join(folder, f"{i}.json"))
			with open(names[-1], "wb") as f:
				f.write(d.client().get(t.path + "/record").body)
		code, out = meepled("verify", *names)
		equal(code, 0, out)
		equal(len(out.strip().splitlines()), len(names), "a line for each file")
