"""The legal list: complete, exact, and each entry can be sent as it is."""
from client import Table, bare
from harness import equal


def shape(move):
	return tuple(sorted((k, str(v)) for k, v in bare(move).items()))


def test_list(d):
	t = Table(d.client(), seats=2, options={"first_seat": 0})
	mine, other = t.to_move, t.other
	legal = mine.get(t.path + "/legal").json
	equal((legal["version"], legal["phase"], legal["seat"]), (t.view["version"], "draw", 0), "head")
	equal([bare(m) for m in legal["moves"]], [{"type": "draw"}], "moves")
	assert "resign" in [m["type"] for m in legal["always"]], legal
	nothing = other.get(t.path + "/legal").json
	equal(nothing["moves"], [], "not on turn")
	assert "0" in str(nothing.get("waiting_for")), nothing
	for seat, count in ((0, 1), (1, 0)):
		equal(len(d.client().get(f"{t.path}/legal?seat={seat}").json["moves"]), count, f"seat {seat}")
	for bad in ("x", "5", "-1", "1.0", ""):
		reply = d.client().get(f"{t.path}/legal?seat={bad}", None)
		assert reply.status in (400, 404), (bad, reply)


def test_ids(d):
	t = Table(d.client(), seats=2, seed=1).play(until=lambda t: t.phase == "place")
	moves = t.legal()
	ids = [m["move_id"] for m in moves]
	equal(len(ids), len(set(ids)), "each id once")
	assert all(len(i) <= 8 for i in ids), ids
	equal(t.legal(), moves, "the same list as long as nothing changes")
	etag = t.to_move.get(t.path + "/legal").headers["ETag"]
	t.to_move.request("GET", t.path + "/legal", headers={"If-None-Match": etag}, status=304)


def test_complete(d):
	"""Around the board, whatever is not listed is refused and what is listed is taken."""
	t = Table(d.client(), seats=2, seed=2).play(until=lambda t: t.phase == "place" and t.view["turn"]["number"] > 3)
	listed = {(m["x"], m["y"], m["rotation"]) for m in t.legal()}
	cells = {(p["x"], p["y"]) for p in t.view["board"]["tiles"]}
	around = {(x + a, y + b) for x, y in cells for a in (-1, 0, 1) for b in (-1, 0, 1)}
	for x, y in sorted(around):
		for r in (0, 90, 180, 270):
			reply = t.act({"type": "place", "x": x, "y": y, "rotation": r}, "actions?dry_run=true", None)
			equal(reply.status, 200 if (x, y, r) in listed else 409, f"{x},{y},{r}")


def test_order(d):
	t = Table(d.client(), seats=2, seed=3).play(until=lambda t: t.phase == "place" and t.view["turn"]["number"] > 5)
	places = [(m["y"], m["x"], m["rotation"]) for m in t.legal()]
	equal(places, sorted(places), "by y, x, rotation")


def test_every_type_is_listed(d):
	"""Over a few games every kind of move is listed once and taken once."""
	seen = set()
	for seed in range(20, 32):
		t = Table(d.client(), seats=2 + seed % 4, seed=seed, options={"auto_end_turn": False})
		while not t.over:
			moves = t.legal()
			fresh = [m for m in moves if m["type"] not in seen]
			move = t.random.choice(fresh or [m for m in moves if m["type"] not in ("end-turn", "skip")] or moves)
			t.send(move, "alias")
			seen.add(move["type"])
		if len(seen) == 8:
			break
	missing = {"draw", "place", "islander", "skip", "retrieve", "deliver", "end-turn", "cover-fish"} - seen
	assert not missing, missing


def test_dry_run(d):
	t = Table(d.client(), seats=2, seed=4, options={"auto_end_turn": False})
	before = d.client().get(t.path).body
	reply = t.act({"type": "draw"}, "actions?dry_run=true", None)
	assert reply.status == 200 and "tile" not in str([e for e in reply.json["events"] if e["type"] == "tile-drawn"]), \
		"a dry run reveals a tile"
	t.refresh()
	t.act({"type": "draw"})
	drawn = d.client().get(t.path).body
	move = bare(t.legal()[0])
	reply = t.to_move.post(t.path + "/actions?dry_run=true", move)
	equal([e["type"] for e in reply.json["events"]][0], "tile-placed", "events")
	equal(d.client().get(t.path).body, drawn, "a dry run changes nothing")
	assert before != drawn
	alias = {k: v for k, v in move.items() if k != "type"}
	t.to_move.post(t.path + "/place?dry_run=true", alias)
	t.to_move.post(t.path + "/place?dry_run=true", {**alias, "rotation": 45}, 422)
	t.to_move.post(t.path + "/place?dry_run=true", {**alias, "x": 999}, 409)
	t.other.post(t.path + "/place?dry_run=true", alias, 409)
	equal(d.client().get(t.path).body, drawn, "a dry run changes nothing")
	t.to_move.post(t.path + "/place?dry_run=maybe", alias, 400)


def test_text(d):
	t = Table(d.client(), seats=2, seed=5).play(until=lambda t: t.phase == "place")
	text = t.to_move.get(t.path + "/legal", headers={"Accept": "text/plain"})
	equal(text.media, "text/plain", "type")
	for m in t.legal():
		assert m["move_id"] in text.text, text.text
