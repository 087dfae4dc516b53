"""Star Wars over HTTP: options, teams, battles by themselves and by request, odds, records."""
import json
import os
import tempfile
from fractions import Fraction

from client import Table, bare
from harness import Daemon, ROOT, equal, meepled, verify

SW = {"ruleset": "star-wars"}
TEXT = {"Accept": "text/plain"}
MANUAL = {"auto_battle": False}


def table(d, **more):
	return Table(d.client(), **SW, **more)


def to_battle(d, seats=3, seed=0, many=False, **options):
	"""A game that waits for a battle to be fought; `many`: for more than one to choose from."""
	for n in range(seed, seed + 60):
		t = table(d, seats=seats, seed=n, options={**MANUAL, **options})
		t.play("actions", until=lambda t: t.phase == "battle" and len(t.view["pending"][0]["candidates"]) > many)
		if not t.over:
			return t
	raise AssertionError("no game comes to a battle")


def sides_of(event):
	"""The sides of an event's list by their seat or team."""
	return [s.get("seat", s.get("team")) for s in event]


def check_battle(e):
	"""What was thrown leads to who won and to the points (SW-3)."""
	dice = {s.get("seat", s.get("team")): s["dice"] for s in e["sides"]}
	ties, loss = dict.fromkeys(dice, 0), dict.fromkeys(dice, 0)
	rolling = set(dice)
	assert len(rolling) >= 2, e
	for n, throw in enumerate(e["throws"]):
		best = {}
		for roll in throw["rolls"]:
			side = roll.get("seat", roll.get("team"))
			equal(len(roll["dice"]), dice[side], "SW-3.4: the same number of dice")
			best[side] = max(roll["dice"])
		equal(set(best), rolling, "SW-3.3: who rolls")
		top = {s for s in best if best[s] == max(best.values())}
		lost = rolling - top
		for s in lost:
			loss[s] += dice[s]
		equal(set(throw["lost"]), lost, "SW-3.5")
		equal(set(throw["tied"]), top if len(top) > 1 else set(), "SW-3.4")
		if len(top) > 1:
			for s in top:
				ties[s] += 1
		rolling = top
	equal(rolling, {e["winner"].get("seat", e["winner"].get("team"))}, "winner")
	got = {p.get("seat", p.get("team")): (p["ties"], p["loss"], p["points"]) for p in e["points"]}
	for side, (tie, lose, points) in got.items():
		equal((tie, lose, points), (ties[side], loss[side], ties[side] + loss[side]), f"points of {side}")
	for side in dice:
		assert side in got or ties[side] + loss[side] == 0, e


def check_game(d, t):
	"""A finished game: its events, its result, its record and the record's import."""
	events = t.events()
	equal(events[-1]["type"], "game-finished", "the end")
	for e in events:
		if e["type"] == "battle-fought":
			check_battle(e)
	result = t.view["result"]
	equal(result["scores"], [s["score"] for s in t.view["seats"]], "scores")
	best = max(s["score"] for s in t.view["seats"] if s["state"] == "playing")
	equal(result["winners"], [i for i, s in enumerate(t.view["seats"]) if s["state"] == "playing" and s["score"] == best], "SW-5.3")
	record = d.client().get(t.path + "/record").body
	code, out = verify(record)
	equal(code, 0, out)
	made = d.client().player("Importer").post("/v1/records", record, 201, headers={"Content-Type": "application/json"})
	again = d.client().get(made.headers["Location"] + "/record").json
	for member in ("actions", "events", "result", "options", "seats"):
		equal(again[member], json.loads(record)[member], member)
	return events


# --- what is on offer -------------------------------------------------------------

def test_ruleset(d):
	r = d.client().get("/v1/rulesets/star-wars").json
	equal((r["seats"], r["piece"], r["piece_sizes"]), ({"min": 2, "max": 5}, "meeple", ["small", "large"]), "SW-0.1")
	equal(r["colours"], ["red", "green", "black", "white", "orange"], "SW-0.1")
	options = {o["name"]: o["default"] for o in r["options"]}
	equal((options["teams"], options["unplaceable"], options["auto_battle"]), (False, "discard", True), "options")
	actions = {a["type"]: a for a in r["actions"]}
	equal(set(actions), {"draw", "place", "meeple", "skip", "battle", "undo", "resign"}, "actions")
	fields = {f["name"]: f for f in actions["meeple"]["fields"]}
	equal({n: f["required"] for n, f in fields.items()}, {"size": False, "segment": False, "planet": False}, "meeple")
	equal(fields["planet"]["instead_of"], "segment", "one of both")
	assert "without_fields" not in actions["meeple"]
	assert "first" in actions["battle"]["without_fields"]
	equal({a: actions[a]["path"].rsplit("/", 1)[1] for a in ("meeple", "battle")}, {"meeple": "meeple", "battle": "battle"}, "verbs")
	t = d.client().get("/v1/tilesets/star-wars-reconstructed").json
	equal((t["tile_count"], len(t["kinds"])), (76, 42), "SW-0.2")
	assert "ships" not in t
	equal([g["id"] for g in d.client().get("/v1").json["rulesets"]], ["south-seas", "star-wars"], "index")


def test_sets_are_of_one_game(d):
	ada = d.client().player("Ada")
	for ruleset, tileset in (("star-wars", "south-seas-reconstructed"), ("south-seas", "star-wars-reconstructed")):
		reply = ada.post("/v1/games", {"ruleset": ruleset, "tileset": tileset}, 422)
		equal(reply.json["errors"][0]["pointer"], "/tileset", "another game's set")
	equal(ada.post("/v1/games", {**SW, "tileset": "star-wars-reconstructed"}, 201).json["tileset"]["id"],
		"star-wars-reconstructed", "its own")


def test_sets_of_ones_own():
	"""A set of either game may be put on offer; it is for that game only, and records are verified with it."""
	with tempfile.NamedTemporaryFile("wb", suffix=".json") as f:
		with open(os.path.join(ROOT, "engine", "star_wars", "tiles.json"), "rb") as bundled:
			f.write(bundled.read().replace(b"star-wars-reconstructed", b"far-away"))
		f.flush()
		code, out = meepled("tileset", "check", f.name)
		equal((code, "far-away for star-wars, 76 tiles in 42 kinds" in out, "ships" in out), (0, True, False), out)
		with Daemon("--tileset", f.name) as d:
			offered = {r["id"]: [t["id"] for t in r["tilesets"]] for r in d.client().get("/v1/rulesets").json["rulesets"]}
			equal(offered, {"south-seas": ["south-seas-reconstructed"], "star-wars": ["star-wars-reconstructed", "far-away"]}, "offers")
			ada = d.client().player("Ada")
			ada.post("/v1/games", {"ruleset": "south-seas", "tileset": "far-away"}, 422)
			t = table(d, seats=2, seed=7, tileset="far-away").play()
			with tempfile.NamedTemporaryFile("wb", suffix=".json") as r:
				r.write(d.client().get(t.path + "/record").body)
				r.flush()
				code, out = meepled("verify", r.name)
				assert code != 0 and "tileset" in out, out
				equal(meepled("verify", "--tileset", f.name, r.name)[0], 0, "with its set")


def test_actions_of_the_other_game(d):
	t = table(d, seats=2)
	for verb, body in (("islander", {"segment": "r"}), ("deliver", {"ship": "ship01", "wares": {}}), ("end-turn", {}),
			("retrieve", {"x": 0, "y": 0, "segment": "r"})):
		equal(t.act(body, verb, 404).code, "not-found", verb)
	equal(t.act({"type": "end-turn"}, status=422).json["errors"][0]["pointer"], "/type", "end-turn")
	south = Table(d.client(), seats=2)
	equal(south.act({"segment": "b"}, "meeple", 404).code, "not-found", "meeple")
	equal(south.act({}, "battle", 404).code, "not-found", "battle")


# --- whole games ------------------------------------------------------------------------

def whole(d, seats, seed, **options):
	t = table(d, seats=seats, seed=seed, options=options, client_seeds=[f"seed {i}" for i in range(seats)])
	equal({k: v for k, v in t.view["options"].items() if k in options}, options, "options")
	while not t.over:
		t.step()
		if t.random.random() < 0.03 and not t.over:
			t.to_move.post(t.path + "/undo", {}, None)
			t.refresh()
	return t, check_game(d, t)


def whole_with(d, kind, seats, seed, **options):
	"""A whole game that has such an event: the shuffle is the daemon's, and some have not."""
	for n in range(seed, seed + 20):
		t, events = whole(d, seats, n, **options)
		if any(e["type"] == kind for e in events):
			return t, events
	raise AssertionError(f"no game has {kind}")


def test_two_seats(d):
	_, events = whole_with(d, "battle-fought", 2, 1)
	seen = {e["type"] for e in events}
	assert {"feature-scored", "final-evaluation"} <= seen, seen
	assert "decision-needed" not in seen, "SW-3.8: fought without being asked"


def test_three_seats(d):
	whole(d, 3, 2, auto_draw=True, auto_end_turn=False)


def test_four_seats(d):
	whole(d, 4, 3, unplaceable="return", **MANUAL)


def test_five_seats(d):
	t, _ = whole_with(d, "decision-needed", 5, 4, first_seat=4, on_timeout="skip", auto_battle=False, auto_draw=True)
	equal({s["faction"] for s in t.view["seats"]}, {"rebels", "empire", "hunters"}, "SW-0.1")


def test_teams(d):
	t, events = whole_with(d, "battle-fought", 4, 5, teams=True, auto_battle=False)
	equal([s["colour"] for s in t.view["seats"]], ["red", "black", "green", "white"], "SW-6")
	equal([s["faction"] for s in t.view["seats"]], ["rebels", "empire"] * 2, "SW-6.1")
	teams = t.view["teams"]
	equal([(x["team"], x["seats"]) for x in teams], [("rebels", [0, 2]), ("empire", [1, 3])], "teams")
	equal([x["score"] for x in teams], [s["score"] for s in t.view["seats"][:2]], "SW-6.2")
	scores = t.view["result"]["scores"]
	equal((scores[0], scores[1]), (scores[2], scores[3]), "SW-6.2")
	equal([x["winner"] for x in t.view["result"]["teams"]], [0 in t.view["result"]["winners"], 1 in t.view["result"]["winners"]], "winner")
	battles = [e for e in events if e["type"] == "battle-fought"]
	assert all(set(sides_of(e["sides"])) == {"rebels", "empire"} for e in battles), "SW-6.3"


def test_teams_with_the_other_options(d):
	whole(d, 4, 6, teams=True, unplaceable="return", auto_draw=True, first_seat=2)


# --- the lobby ---------------------------------------------------------------------------------

def test_colours_give_seats(d):
	"""In the team game a colour is a seat."""
	ada, bob, cleo, dan = (d.client().player(n) for n in ("Ada", "Bob", "Cleo", "Dan"))
	made = ada.post("/v1/games", {**SW, "options": {"teams": True}, "colour": "green"}, 201).json
	path = "/v1/games/" + made["id"]
	equal(len(made["seats"]), 4, "as few seats as the options take")
	equal([(s["colour"], s["state"]) for s in made["seats"]],
		[("red", "free"), ("black", "free"), ("green", "taken"), ("white", "free")], "seats")
	text = ada.get(path, headers=TEXT).text
	assert "seat 2  green    Ada" in text and "seat 3  white    free" in text, text
	for body, pointer in (({"colour": "orange"}, "/colour"), ({"colour": "red", "seat": 1}, "/colour"), ({"colour": "pink"}, "/colour"),
			({"seat": 4}, "/seat")):
		reply = bob.post(path + "/seats", body, 422)
		equal(reply.json["errors"][0]["pointer"], pointer, str(body))
	equal(bob.post(path + "/seats", {"colour": "green"}, 409).code, "seat-taken", "taken")
	equal(bob.post(path + "/seats", {"seat": 2, "colour": "green"}, 409).code, "seat-taken", "taken")
	view = bob.post(path + "/seats", {"colour": "white"}, 201).json
	equal(view["seats"][3]["player"]["name"], "Bob", "the seat of the colour")
	view = cleo.post(path + "/seats", {}, 201).json
	equal((view["seats"][0]["player"]["name"], view["seats"][0]["colour"]), ("Cleo", "red"), "the first that is free")
	equal(ada.post(path + "/start", {}, 409).code, "too-few-seats", "three are no two teams")
	assert "4 seats" in ada.post(path + "/start", {}, 409).json["detail"]
	equal(ada.get(path).json["status"], "lobby", "still")
	view = dan.post(path + "/seats", {"seat": 1, "colour": "black"}, 201).json
	equal((view["status"], [s["colour"] for s in view["seats"]]), ("active", ["red", "black", "green", "white"]), "begun")


def test_colours_without_teams(d):
	ada, bob = d.client().player("Ada"), d.client().player("Bob")
	path = "/v1/games/" + ada.post("/v1/games", {**SW, "seats": 3, "colour": "orange"}, 201).json["id"]
	equal(bob.post(path + "/seats", {"colour": "orange"}, 409).code, "seat-taken", "taken")
	equal(bob.post(path + "/seats", {"colour": "white", "seat": 2}, 201).json["seats"][2]["colour"], "white", "free to choose")
	view = ada.post(path + "/start", {}).json
	equal([s["colour"] for s in view["seats"]], ["orange", "white"], "early start")
	equal([s["faction"] for s in view["seats"]], ["hunters", "empire"], "SW-0.1")


def test_options_and_seats(d):
	ada = d.client().player("Ada")
	for body, pointer in (({"seats": 3, "options": {"teams": True}}, "/seats"), ({"seats": 5, "options": {"teams": True}}, "/seats"),
			({"options": {"teams": "yes"}}, "/options/teams"), ({"options": {"unplaceable": "keep"}}, "/options/unplaceable"),
			({"options": {"retrieve": "any"}}, "/options/retrieve"), ({"seats": 2, "options": {"first_seat": 2}}, "/options/first_seat"),
			({"seats": 4, "colour": "orange", "options": {"teams": True}}, "/colour")):
		reply = ada.post("/v1/games", {**SW, **body}, 422)
		equal(reply.json["errors"][0]["pointer"], pointer, str(body))


# --- meeples -------------------------------------------------------------------------------------

def test_meeples(d):
	"""Small where no size is said; a segment, its bare id with a tile, or a planet."""
	t = table(d, seats=2, seed=20, options={"auto_end_turn": False})
	t.play("actions", until=lambda t: t.phase == "piece" and any("segment" in m for m in t.legal()))
	segment = next(m["segment"] for m in t.legal() if "segment" in m)
	for body in ({}, {"size": "small"}, {"segment": segment, "planet": {"x": 0, "y": 0}}, {"segment": segment, "size": "huge"},
			{"segment": segment, "x": 1}, {"planet": {"x": 0}}, {"planet": segment}, {"planet": {"x": 0, "y": 0, "z": 0}}, {"segment": "zz"}):
		reply = t.act(body, "meeple", 422)
		equal(reply.code, "invalid-fields", str(body))
		assert reply.json["errors"][0]["pointer"].startswith("/"), reply
	equal(t.act({}, "meeple", 422).json["errors"][0]["pointer"], "/segment", "none of both")
	equal(t.act({"segment": segment, "planet": {"x": 0, "y": 0}}, "meeple", 422).json["errors"][0]["pointer"], "/planet", "both")
	equal(t.act({"planet": {"x": 99, "y": 99}}, "meeple", None).status in (409, 422), True, "no tile there")
	seat = t.view["turn"]["seat"]
	reply = t.act({"segment": segment}, "meeple")
	placed = next(e for e in reply.json["events"] if e["type"] == "piece-placed")
	equal((placed["piece"], placed["size"], placed["segment"], placed["seat"]), ("meeple", "small", segment, seat), "small")


def test_large_meeples_and_planets(d):
	seen, seed = set(), 21
	t = table(d, seats=3, seed=seed)
	while len(seen) < 2:
		if t.over:
			seed += 1
			assert seed < 60, seen
			t = table(d, seats=3, seed=seed)
		moves = [m for m in t.legal() if m["type"] == "meeple"]
		large = [m for m in moves if m["size"] == "large" and "segment" in m]
		around = [m for m in moves if "planet" in m]
		wanted = ("planet", around) if around and "planet" not in seen else ("large", large)
		if t.phase != "piece" or not wanted[1]:
			t.step("move_id")
			continue
		seat, move = t.view["turn"]["seat"], bare(wanted[1][0])
		before = t.view["seats"][seat]["supply"]
		reply = t.act(move)
		placed = next(e for e in reply.json["events"] if e["type"] == "piece-placed")
		equal(placed["size"], move["size"], "size")
		if wanted[0] == "planet":
			equal((placed["x"], placed["y"]), (move["planet"]["x"], move["planet"]["y"]), "SW-2.3")
		assert before[move["size"]] > 0, "SW-2.4"
		seen.add(wanted[0])
	equal(seen, {"planet", "large"}, "both were placed")


def test_whole_turn(d):
	"""Place, meeple and the end in one call; with auto_battle off it stops where a battle is to be asked for."""
	t = table(d, seats=2, seed=22, options=MANUAL)
	done = set()
	while not t.over and done != {"bare", "object", "skipped"}:
		if t.phase != "place":
			t.step("actions")
			continue
		place = bare(t.legal()[0])
		del place["type"]
		segments = t.segments(t.view["turn"]["tile"]["kind"])
		seat = t.view["turn"]["seat"]
		want = next(w for w in ("bare", "object", "skipped") if w not in done)
		if want == "skipped":
			reply = t.act({**place, "end_turn": True}, "place", None)
		else:
			meeple = segments[0] if want == "bare" else {"size": "large", "segment": segments[0]}
			reply = t.act({**place, "meeple": meeple, "end_turn": True}, "place", None)
		if reply.status != 200:
			equal(reply.status, 409, str(reply))
			t.act({**place, "type": "place"})
			continue
		done.add(want)
		types = [e["type"] for e in reply.json["events"]]
		equal(types[0], "tile-placed", "events")
		if want != "skipped":
			placed = next(e for e in reply.json["events"] if e["type"] == "piece-placed")
			equal(placed["size"], "small" if want == "bare" else "large", "size")
		assert t.over or t.phase == "battle" or t.view["turn"]["seat"] != seat or "turn-started" in types, types
	equal(done, {"bare", "object", "skipped"}, "all were seen")


# --- battles ------------------------------------------------------------------------------------------

def test_battle_pending(d):
	t = to_battle(d)
	pending = t.view["pending"]
	equal((len(pending), pending[0]["type"], pending[0]["seat"]), (1, "battle", t.view["turn"]["seat"]), "pending")
	asked = [e for e in t.events() if e["type"] == "decision-needed"][-1]
	equal((asked["decision"], asked["candidates"]), ("battle", pending[0]["candidates"]), "event")
	contested = {f["id"] for f in t.view["board"]["features"] if f["contested"]}
	equal({c["feature"] for c in pending[0]["candidates"]}, contested, "contested features")
	moves = t.legal()
	equal([(m["x"], m["y"], m["segment"]) for m in moves], [(c["x"], c["y"], c["segment"]) for c in pending[0]["candidates"]], "legal")
	# Refused, and nothing is different.
	before = d.client().get(t.path).body
	for body in ({"x": 0}, {"x": 0, "y": 0}, {"segment": "p"}, {"x": 0, "segment": "p"}, {"size": "small"}, {"x": 0, "y": 0, "segment": 1}):
		equal(t.act(body, "battle", 422).code, "invalid-fields", str(body))
	equal(t.act({"x": 0, "y": 0}, "battle", 422).json["errors"][0]["pointer"], "/segment", "only some")
	equal(t.act({"x": 99, "y": 0, "segment": "p"}, "battle", 422).code, "invalid-fields", "no tile")
	equal(t.act({}, "battle", 409, who=t.other).code, "not-your-turn", "not on turn")
	equal(t.act({}, "skip", 409).json["expected"][:1], ["battle"], "what may be done")
	equal(t.act({"expected_version": 1}, "battle", 412).code, "stale-version", "stale")
	equal(d.client().get(t.path).body, before, "nothing changed")


def test_dry_run_throws_no_dice(d):
	t = to_battle(d, seed=100)
	before = d.client().get(t.path).body
	reply = t.act({}, "battle?dry_run=true")
	equal((reply.json["complete"], reply.json["events"]), (False, []), "the throw is not shown")
	text = t.act({}, "battle?dry_run=true", headers=TEXT).text
	assert "battle-fought" not in text and "revealed" in text, text
	equal(d.client().get(t.path).body, before, "nothing happened")


def test_bare_battle(d):
	"""POST /battle fights the first of the list; what is recorded is that battle in full."""
	t = to_battle(d, seed=140)
	first = bare(t.legal()[0])
	key = {"Idempotency-Key": "fight-once"}
	who = t.to_move
	reply = who.post(t.path + "/battle", None, 200, headers=key)
	fought = reply.json["events"][0]
	equal((fought["type"], fought["x"], fought["y"], fought["segment"]), ("battle-fought", first["x"], first["y"], first["segment"]), "which")
	check_battle(fought)
	version = reply.json["version"]
	again = who.post(t.path + "/battle", None, 200, headers=key)
	equal((again.body, again.headers["Idempotency-Replayed"]), (reply.body, "true"), "fought once")
	t.refresh()
	equal(t.view["version"], version, "fought once")
	assert t.act({}, "undo", None, who=who).status == 409, "SW-7: no undo behind a throw"
	actions = d.client().get(t.path + "/record").json["actions"]
	last = [a for a in actions if a["type"] == "battle"][-1]
	equal({k: last[k] for k in ("x", "y", "segment")}, {k: first[k] for k in ("x", "y", "segment")}, "recorded in full")
	t.play()
	check_game(d, t)


def test_named_battle(d):
	"""Any segment of the feature names it."""
	t = to_battle(d, seed=180)
	candidate = t.view["pending"][0]["candidates"][-1]
	piece = next(p for f in t.view["board"]["features"] if f["id"] == candidate["feature"]
		for p in t.view["board"]["pieces"] if [p["x"], p["y"]] in f["tiles"] and p["segment"] and f["type"] == candidate["feature_type"])
	reply = t.act({k: piece[k] for k in ("x", "y", "segment")}, "battle", None)
	if reply.status != 200:		# that piece stands on another feature of the same tile
		reply = t.act({k: candidate[k] for k in ("x", "y", "segment")}, "battle")
	fought = reply.json["events"][0]
	equal(fought["type"], "battle-fought", "event")
	check_battle(fought)


def test_no_battle(d):
	t = table(d, seats=2, options=MANUAL)
	for body in ({}, {"x": 0, "y": 0, "segment": "r"}, None):
		reply = t.act(body, "battle", 409)
		equal((reply.code, "draw" in reply.json["expected"]), ("wrong-phase", True), str(body))
	auto = table(d, seats=2)
	equal(auto.act({}, "battle", 409).code, "wrong-phase", "auto_battle")
	nobody = d.client().player("Eve")
	equal(t.act({}, "battle", 403, who=nobody).code, "not-seated", "stranger")


def test_resigning_in_a_battle(d):
	t = to_battle(d, seats=2, seed=220)
	t.to_move.post(t.path + "/resign")
	equal((t.refresh()["status"], t.view["result"]["reason"]), ("finished", "one-seat-left"), "two seats")
	assert not [e for e in t.events() if e["type"] == "final-evaluation"]
	t = to_battle(d, seats=4, seed=240)
	t.other.post(t.path + "/resign")
	t.refresh()
	if not t.over and t.phase == "battle":
		assert t.legal(), "a battle is left"
	t.play()
	check_game(d, t)


# --- odds ------------------------------------------------------------------------------------------------

def check_odds(legal):
	"""The types of the moves that have odds, which are held against each other."""
	moves = {m["move_id"]: m for m in legal["moves"]}
	for odds in legal["odds"]:
		for battle in odds["battles"]:
			equal(sum(Fraction(s["win"]) for s in battle["sides"]), 1, "somebody wins")
			for side in battle["sides"]:
				win, points = Fraction(side["win"]), Fraction(side["points"])
				assert abs(win * 1000 - side["win_permille"]) <= Fraction(1, 2), side
				assert abs(points * 1000 - side["points_milli"]) <= Fraction(1, 2), side
				assert str(win) == side["win"] and str(points) == side["points"], "lowest terms"
	if legal["phase"] == "battle":
		equal([o["move_id"] for o in legal["odds"]], [m["move_id"] for m in legal["moves"]], "each battle has its odds")
	return {moves[o["move_id"]]["type"] for o in legal["odds"]}


def test_odds(d):
	seen, wanted = set(), {"place", "meeple", "battle"}
	for seed in range(30, 60):		# the shuffle is the daemon's
		t = table(d, seats=3, seed=seed, options=MANUAL)
		while not t.over and not seen >= wanted:
			legal = t.to_move.get(t.path + "/legal").json
			seen |= check_odds(legal)
			if legal["odds"]:
				text = t.to_move.get(t.path + "/legal", headers=TEXT).text
				assert "battle" in text and "win " in text and " %" in text, text
				assert all(len(line) <= 80 for line in text.splitlines()), text
			t.step("actions")
		if seen >= wanted:
			break
	assert seen >= wanted, seen
	south = Table(d.client(), seats=2)
	assert "odds" not in south.to_move.get(south.path + "/legal").json, "a game without dice"


# --- texts --------------------------------------------------------------------------------------------------

def test_battle_as_text(d):
	t = to_battle(d, seed=300)
	text = t.to_move.get(t.path, headers=TEXT).text
	move = bare(t.legal()[0])
	assert "phase battle" in text and f"POST {t.path}/actions" in text, text
	assert json.dumps(move, separators=(",", ":")) in text, text
	for seat in t.view["seats"]:
		assert f"faction {seat['faction']}" in text and f"small {seat['supply']['small']}, large {seat['supply']['large']}" in \
			" ".join(text.split()), text
	for piece in t.view["board"]["pieces"]:
		assert ("@" if piece["size"] == "small" else "%") in text, text
	reply = t.act({}, "battle", headers=TEXT)
	assert "battle-fought" in reply.text and "throw" in reply.text and "rolls" in reply.text, reply.text
	for line in reply.text.split("\n\n")[0].splitlines():
		assert len(line) <= 80, line


def test_team_text(d):
	t = table(d, seats=4, seed=31, options={"teams": True}).play("actions", until=lambda t: t.view["turn"]["number"] > 8)
	text = d.client().get(t.path, headers=TEXT).text
	assert "team rebels, seats 0 2, score" in text and "team empire, seats 1 3, score" in text, text


def test_history(d):
	t = to_battle(d, seed=340)
	before = d.client().get(t.path).json
	v = before["version"]
	t.act({}, "battle")
	then = d.client().get(f"{t.path}/at/{v}").json
	for member in ("turn", "board", "seats", "pending", "bag", "waiting_for"):
		equal(then[member], before[member], member)
