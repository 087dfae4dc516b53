"""Whole games in every way to send a move, and the refusals of single ones."""
from client import STYLES, Table, bare
from harness import equal, heavy


def finished(t):
	last = t.events()[-1]
	equal(last["type"], "game-finished", "last event")
	view = t.refresh()
	equal(view["status"], "finished", "status")
	equal(view["turn"]["phase"], "over", "phase")
	equal(view["waiting_for"], [], "nobody is waited for")
	scores = [s["score"] for s in view["seats"]]
	equal(last["scores"], scores, "scores")
	equal(last["winners"], [i for i, s in enumerate(scores) if s == max(scores)], "SS-5.4")
	for seat in view["seats"]:
		wares, ships = sum(seat["wares"].values()), sum(s["points"] for s in seat["ships"])
		equal(seat["score"], ships + wares // 3, "SS-5.3")
	tiles = len(view["board"]["tiles"]) + len(view["bag"]["set_aside"]) + view["bag"]["left"]
	equal(tiles, 73, "SS-0.2: every tile is somewhere")


def play(d, seats, style, options=None):
	t = Table(d.client(), seats=seats, options=options, seed=seats)
	finished(t.play(style))
	return t


def test_two_by_move_id(d):
	play(d, 2, "move_id")


def test_three_by_aliases(d):
	play(d, 3, "alias", {"retrieve": "empty-supply"})


def test_two_by_aliases_to_the_last_step(d):
	play(d, 2, "alias", {"auto_end_turn": False})


def test_four_by_bodies(d):
	play(d, 4, "actions", {"auto_end_turn": False})


def test_five_by_whole_turns(d):
	play(d, 5, "turn", {"auto_draw": True})


def test_mixed(d):
	for i in range(10 if heavy else 2):
		finished(Table(d.client(), seats=2 + i % 4, seed=100 + i).play())


def test_answer(d):
	t = Table(d.client(), seats=2)
	before = t.view["version"]
	reply = t.act({"type": "draw"})
	answer = reply.json
	equal(answer["version"], answer["events"][-1]["seq"], "version counts events")
	equal([e["seq"] for e in answer["events"]], list(range(before + 1, answer["version"] + 1)), "numbers")
	equal(answer["game"]["version"], answer["version"], "view")
	equal(reply.headers["ETag"], f'"{answer["version"]}"', "ETag")
	for e in answer["events"]:
		equal(e["game"], t.id, "game of the event")
	equal(d.client().get(t.path).json, answer["game"], "the view is the one that is read")


def test_minimal(d):
	t = Table(d.client(), seats=2)
	reply = t.act({"type": "draw"}, headers={"Prefer": "return=minimal"})
	assert "game" not in reply.json and reply.json["events"], reply
	assert "return=minimal" in reply.headers.get("Preference-Applied", "return=minimal")


def test_draw_again_is_the_same_tile(d):
	t = Table(d.client(), seats=2)
	who = t.to_move
	t.act({}, "draw")
	tile, version = t.view["turn"]["tile"], t.view["version"]
	for _ in range(5):
		reply = t.act({}, "draw", who=who)
		equal((t.view["turn"]["tile"], t.view["version"]), (tile, version), "draw again")
	t.act(None, "draw", who=who)


def test_refusals(d):
	"""Every refusal names what would help, and changes nothing."""
	t = Table(d.client(), seats=2, seed=5)
	who, other = t.to_move, t.other

	def refused(body, code, status=409, alias=None, by=None):
		before = d.client().get(t.path).body
		reply = t.act(body, alias, status, by or t.to_move)
		equal(reply.code, code, str(body))
		equal(d.client().get(t.path).body, before, f"{body} changed something")
		return reply.json
	p = refused({"type": "place", "x": 1, "y": 0, "rotation": 0}, "wrong-phase")
	assert "draw" in p["expected"], p
	refused({"type": "draw"}, "not-your-turn", by=other)
	refused({"type": "undo"}, "nothing-to-undo")
	stranger = d.client().player("Eve")
	refused({"type": "draw"}, "not-seated", 403, by=stranger)
	t.act({"type": "draw"})
	for x, y in ((1, 1), (-1, -1), (5, 5), (30000, -30000)):
		p = refused({"type": "place", "x": x, "y": y, "rotation": 0}, "illegal-placement")
		equal(p["rule"], "SS-1.1", f"{x},{y}")
	assert "legal" in str(p), p
	p = refused({"type": "place", "x": 0, "y": 0, "rotation": 0}, "illegal-placement")
	legal = {(m["x"], m["y"], m["rotation"]) for m in t.legal()}
	wrong = next((x, y, r) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)) for r in (0, 90, 180, 270)
		if (x, y, r) not in legal)
	p = refused({"type": "place", "x": wrong[0], "y": wrong[1], "rotation": wrong[2]}, "illegal-placement")
	equal(p["rule"], "SS-1.2", "sides")
	for conflict in p["conflicts"]:
		assert conflict["side"] in "NESW" and conflict["tile_side"] != conflict["board_side"], p
	refused({"type": "skip"}, "wrong-phase")
	refused({"type": "end-turn"}, "wrong-phase")
	refused({"move_id": "zzz"}, "stale-version", 412)


def test_aliases_at_the_wrong_time(d):
	t = Table(d.client(), seats=2)
	for alias, body in (("place", {"x": 1, "y": 0, "rotation": 0}), ("islander", {"segment": "b"}), ("skip", {}), ("end-turn", {}),
			("retrieve", {"x": 0, "y": 0, "segment": "b"}), ("choose", {"type": "choose-ship", "ship": "ship01"}),
			("deliver", {"ship": "ship01", "wares": {}})):
		reply = t.act(body, alias, 409)
		equal((reply.code, "draw" in reply.json["expected"]), ("wrong-phase", True), alias)


def test_stale_move_id(d):
	"""A move_id is good for the state that it was listed for and for no other."""
	t = Table(d.client(), seats=2, seed=6)
	t.play(until=lambda t: t.phase == "place")
	move = t.legal()[0]
	who = t.to_move
	t.act({"move_id": move["move_id"]})
	reply = t.act({"move_id": move["move_id"]}, status=None, who=who)
	assert reply.status in (409, 412, 422), reply


def test_versions(d):
	t = Table(d.client(), seats=2)
	v = t.view["version"]
	p = t.act({"type": "draw", "expected_version": v - 1}, status=412).json
	equal((p["code"], p["version"], p["expected_version"]), ("stale-version", v, v - 1), "stale")
	equal([e["seq"] for e in p["events"]], [v], "the events in between")
	t.act({"type": "draw"}, headers={"If-Match": f'"{v - 1}"'}, status=412)
	for bad in ("5", "W/\"5\"", '"x"', '""', '"-1"', '"99999999999999999999"'):
		reply = t.act({"type": "draw"}, headers={"If-Match": bad}, status=None)
		assert reply.status in (400, 412), (bad, reply)
	reply = t.act({"type": "draw", "expected_version": v}, headers={"If-Match": f'"{v + 7}"'}, status=None)
	assert reply.status in (400, 412), reply
	t.act({"type": "draw", "expected_version": v}, headers={"If-Match": f'"{v}"'})
	where = t.legal()[0]
	t.act(bare(where), headers={"If-Match": f'"{t.view["version"]}"'})


def test_whole_turn_in_one_call(d):
	"""Place, islander and end of turn together; refused as a whole when one part is."""
	t = Table(d.client(), seats=2, options={"auto_end_turn": False, "first_seat": 0}, seed=8)
	t.act({"type": "draw"})
	place = bare(t.legal()[0])
	del place["type"]
	before = d.client().get(t.path).body
	reply = t.act({**place, "islander": {"segment": "nowhere"}, "end_turn": True}, "place", None)
	assert reply.status in (409, 422), reply
	equal(d.client().get(t.path).body, before, "all or nothing")
	reply = t.act({**place, "end_turn": True}, "place")
	types = [e["type"] for e in reply.json["events"]]
	equal(types[0], "tile-placed", "events")
	assert "turn-ended" in types and "turn-started" in types, types
	equal(t.view["turn"]["seat"], 1, "the next seat")
	t.act({"type": "draw"})
	move = bare(t.legal()[0])
	del move["type"]
	for segment in t.segments(t.view["turn"]["tile"]["kind"]):
		reply = t.act({**move, "islander": {"segment": segment}, "end_turn": True}, "place", None)
		if reply.status == 200:
			break
	equal(reply.status, 200, "one of the segments is free")
	assert "piece-placed" in [e["type"] for e in reply.json["events"]]


def test_undo(d):
	t = Table(d.client(), seats=2, options={"auto_end_turn": False}, seed=9)
	t.act({"type": "draw"})
	drawn = d.client().get(t.path).json
	t.act(bare(t.legal()[0]))
	placed = d.client().get(t.path).json
	assert any(m["type"] == "undo" for m in t.to_move.get(t.path + "/legal").json["always"])
	t.act({"type": "skip"})
	t.act({}, "undo")
	after = d.client().get(t.path).json
	for name in ("turn", "board", "bag", "ships", "waiting_for"):
		equal(after[name], placed[name], f"undo of skip: {name}")
	equal(t.events()[-1]["type"], "undone", "event")
	t.act({}, "undo")
	after = d.client().get(t.path).json
	for name in ("turn", "board", "bag", "ships", "waiting_for", "seats"):
		equal(after[name], drawn[name], f"undo of place: {name}")
	equal(t.act({}, "undo", 409).code, "nothing-to-undo", "a drawn tile stays drawn")
	t.play("actions", until=lambda t: t.view["turn"]["number"] > 2)


def test_resign(d):
	t = Table(d.client(), seats=3, options={"first_seat": 0}, seed=10)
	t.play(until=lambda t: t.view["turn"]["number"] == 8)
	seat = t.other
	number = t.seats.index(seat)
	seat.post(t.path + "/resign", {})
	view = t.refresh()
	equal(view["seats"][number]["state"], "resigned", "SS-7.2")
	equal(view["seats"][number]["score"], 0, "SS-7.2")
	assert not [p for p in view["board"]["pieces"] if p["seat"] == number], "SS-7.2"
	assert seat.post(t.path + "/resign", {}, 409).code in ("not-your-turn", "rule"), "twice"
	t.play(until=lambda t: t.view["turn"]["number"] == 14)
	assert all(e.get("seat") != number for e in t.events() if e["type"] == "turn-started" and e["seq"] > view["version"])
	t.to_move.post(t.path + "/resign")
	finished_view = t.refresh()
	equal(finished_view["status"], "finished", "one seat left")
	last = t.events()[-1]
	equal((last["type"], last["reason"]), ("game-finished", "one-seat-left"), "end")
	equal(t.seats[0].post(t.path + "/draw", {}, 409).code, "game-over", "over")


def test_game_not_begun(d):
	ada = d.client().player("Ada")
	path = "/v1/games/" + ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, 201).json["id"]
	equal(ada.post(path + "/draw", {}, 409).code, "not-started", "lobby")
	equal(ada.post(path + "/actions", {"type": "resign"}, 409).code, "not-started", "lobby")


def test_deliver(d):
	"""Wrong payments are refused with the order named; the right one ends the turn."""
	for seed in range(11, 21):	# the shuffle is the daemon's: a game may end before anyone can deliver
		t = Table(d.client(), seats=2, options={"auto_end_turn": False}, seed=seed)
		t.play("actions", until=lambda t: t.phase == "deliver" and any(m["type"] == "deliver" for m in t.legal()))
		if not t.over:
			break
	good = bare(next(m for m in t.legal() if m["type"] == "deliver"))
	before = d.client().get(t.path).body
	for wares in ({}, {"shells": 99}, {"shells": 0, "fish": 0, "bananas": 0},
			{k: v + 1 for k, v in good["wares"].items()}):
		reply = t.act({**good, "wares": wares}, status=409)
		equal(reply.code, "rule", str(wares))
		assert reply.json["rule"].startswith("SS-4"), reply
	equal(t.act({**good, "ship": "ship99"}, status=None).status in (409, 422), True, "no such ship")
	equal(d.client().get(t.path).body, before, "nothing changed")
	seat = t.view["turn"]["seat"]
	del good["type"]
	t.act(good, "deliver")
	assert good["ship"] in [s["id"] for s in t.view["seats"][seat]["ships"]], t.view["seats"]
	assert t.view["turn"]["seat"] != seat or t.over


def test_styles_are_equal(d):
	"""One move sent in three ways gives the same events."""
	seen = []
	for style in STYLES[:3]:
		t = Table(d.client(), seats=2, seed=12, options={"first_seat": 0})
		t.send(t.legal()[0], style)
		seen.append([e["type"] for e in t.events()])
	equal(seen[0], seen[1], "move_id, actions")
	equal(seen[0], seen[2], "move_id, alias")
