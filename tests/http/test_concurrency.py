"""Many callers at once: seats, moves, games."""
from client import Table, bare
from harness import equal, heavy, together


def test_fifty_callers_for_two_seats(d):
	for _ in range(5 if heavy else 2):
		c = d.client()
		ada = c.player("Ada")
		callers = [c.player(f"P{i}") for i in range(50)]
		path = "/v1/games/" + ada.post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"]
		replies = together(50, lambda i: callers[i].as_token(callers[i].token).post(path + "/seats", {}, None))
		equal(sorted(r.status for r in replies), [201] * 2 + [409] * 48, "two seats")
		assert {r.code for r in replies if r.status == 409} <= {"game-full", "not-in-lobby", "seat-taken"}, replies
		view = c.get(path).json
		equal(view["status"], "active", "full")
		equal(len({s["player"]["id"] for s in view["seats"]}), 3, "three players")
		equal(len({s["colour"] for s in view["seats"]}), 3, "three colours")
		types = [e["type"] for e in c.get(path + "/events").json["events"]]
		equal(types.count("seat-taken"), 3, "events")
		equal(types.count("game-started"), 1, "events")


def test_one_colour(d):
	c = d.client()
	ada = c.player("Ada")
	callers = [c.player(f"P{i}") for i in range(20)]
	path = "/v1/games/" + ada.post("/v1/games", {"ruleset": "south-seas", "seats": 5}, 201).json["id"]
	colour = next(k for k in ("red", "blue") if k != c.get(path).json["seats"][0]["colour"])
	replies = together(20, lambda i: callers[i].as_token(callers[i].token).post(path + "/seats", {"colour": colour}, None))
	equal(sorted(r.status for r in replies), [201] + [409] * 19, "one colour")


def test_two_devices(d):
	"""The same move from two devices of one player: one effect."""
	t = Table(d.client(), seats=2, seed=1)
	for _ in range(12 if heavy else 6):
		who = t.to_move
		move = bare(t.legal()[0])
		version = t.view["version"]
		replies = together(2, lambda i: who.as_token(who.token).post(
			t.path + "/actions", {**move, "expected_version": version}, None))
		good = [r for r in replies if r.status == 200]
		if move["type"] == "draw" and len(good) == 2:
			equal(good[0].json["events"], good[1].json["events"], "the same tile")
		else:
			equal(sorted(r.status for r in replies), [200, 412], str(move))
		t.refresh()
	events = t.events()
	equal([e["seq"] for e in events], list(range(1, len(events) + 1)), "numbers")


def test_two_devices_without_versions(d):
	t = Table(d.client(), seats=2, seed=2, options={"auto_end_turn": False})
	t.play("actions", until=lambda t: t.phase == "piece")
	who, turn = t.to_move, t.view["turn"]["number"]
	replies = together(8, lambda i: who.as_token(who.token).post(t.path + "/skip", {}, None))
	equal([r.status for r in replies].count(200), 1, "one skip")
	equal([r.code for r in replies if r.status != 200], ["wrong-phase"] * 7, "the others")
	equal(t.refresh()["turn"]["number"], turn, "the turn waits for its end")


def test_games_side_by_side(d):
	"""Sixteen games played at once do not disturb each other."""
	c = d.client()
	tables = [Table(c, seats=2, seed=40 + i) for i in range(16)]

	def run(i):
		t = tables[i]
		t.players = [p.as_token(p.token) for p in t.players]
		for own, shared in zip(t.players, list(tables[i].seats)):
			own.id = t.players[t.players.index(own)].id or next(p.id for p in tables[i].seats if p.token == own.token)
		t.seats = sorted(t.players, key=lambda p: t.seat_of[p.id])
		t.play("actions", until=lambda t: t.view["turn"]["number"] > 10)
		return t.events()
	for t, events in zip(tables, together(16, run)):
		equal([e["seq"] for e in events], list(range(1, len(events) + 1)), "numbers")
		assert all(e["game"] == t.id for e in events)


def test_readers_beside_a_writer(d):
	"""Versions that a reader sees never go back, and a view is always whole."""
	t = Table(d.client(), seats=2, seed=3)
	done = []

	def run(i):
		if i == 0:
			try:
				t.play("actions", until=lambda t: t.view["turn"]["number"] > 15)
			finally:
				done.append(1)
			return None
		c, last = d.client(), 0
		while not done:
			view = c.get(t.path).json
			assert view["version"] >= last, "a reader saw the past"
			last = view["version"]
			tiles = len(view["board"]["tiles"]) + len(view["bag"]["set_aside"]) + view["bag"]["left"]
			equal(tiles + (view["turn"]["tile"] is not None), 73, "tiles")
		return None
	together(4, run)
