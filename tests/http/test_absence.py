"""The built-in player in the place of people who are away, by the daemon's own clock."""
from client import Table
from harness import Daemon, equal, verify


def wait_for(client, path, done, after=0):
	"""Follow the log by long polls until `done` says of an event that it is the one."""
	for _ in range(400):
		page = client.get(f"{path}/events?after={after}&wait=10").json
		for event in page["events"]:
			after = event["seq"]
			if done(event):
				return event
	raise AssertionError("it never came")


def wait_turn(client, path, seat):
	"""Until the game waits for that seat, or is over."""
	while True:
		view = client.get(path).json
		if view["status"] != "active" or view["waiting_for"] == [seat]:
			return view
		client.get(f"{path}/events?after={view['version']}&wait=5")


def play_on(t, seat, turns=1000):
	"""Random moves of that seat; the built-in player has the others."""
	for _ in range(turns):
		t.view = wait_turn(t.seats[seat], t.path, seat)
		if t.over:
			return
		number = t.view["turn"]["number"]
		while not t.over and t.view["turn"]["number"] == number and t.view["waiting_for"] == [seat]:
			t.send(t.random.choice(t.legal()), "actions")


def test_against_the_built_in_player(d):
	"""A whole game of each ruleset, after all others have closed their accounts."""
	for ruleset, seats in (("south-seas", 3), ("star-wars", 2)):
		t = Table(d.client(), seats=seats, seed=11, ruleset=ruleset)
		for gone in t.seats[1:]:
			gone.request("DELETE", "/v1/me", status=204)
		play_on(t, 0)
		view = t.seats[0].get(t.path).json
		equal(view["status"], "finished", "over")
		equal([s["also_played_by"] for s in view["seats"]], [[]] + [["built-in-player"]] * (seats - 1), "marked")
		assert 0 not in view["result"]["winners"], view["result"]
		status, out = verify(t.seats[0].get(t.path + "/record").body)
		equal(status, 0, out)


def test_it_goes_on_after_a_crash():
	with Daemon() as d:
		t = Table(d.client(), seats=2, seed=12, options={"first_seat": 1})
		stays, gone = t.seats
		gone.request("DELETE", "/v1/me", status=204)
		d.kill()
		d.start()
		t.players = t.seats = [d.client(stays.token), None]
		wait_for(t.seats[0], t.path, lambda e: e["type"] == "turn-ended" and e["seat"] == 1)
		for _ in range(5):
			play_on(t, 0, turns=1)
			d.kill()
			d.start()
			t.players = t.seats = [d.client(stays.token), None]
			t.anyone = d.client()
		view = wait_turn(t.seats[0], t.path, 0)
		assert view["turn"]["number"] >= 11, view["turn"]
		equal([s["stand_in"] for s in view["seats"]], [False, True], "still held")


def test_time_is_up():
	with Daemon("--clock-least", "1") as d:
		t = Table(d.client(), seats=2, seed=13, options={"first_seat": 0},
			clock={"per_turn": "PT1S", "on_timeout": "bot"})
		away = t.seats[0]
		out = wait_for(away, t.path, lambda e: e["type"] == "seat-timed-out")
		equal((out["seat"], out["then"]), (0, "bot"), "time-out")
		began = wait_for(away, t.path, lambda e: e["type"] == "stand-in-began")
		equal((began["seat"], began["reason"], began["seq"]), (0, "time-out", out["seq"] + 1), "stand-in")
		wait_for(away, t.path, lambda e: e["type"] == "turn-ended" and e["seat"] == 0)
		equal(away.get(t.path).json["seats"][0]["stand_in"], True, "held")
		equal(away.post(t.path + "/return").json["seats"][0]["stand_in"], False, "back")
		wait_for(away, t.path, lambda e: e["type"] == "stand-in-ended" and e["player"] == away.id)


def test_skipped_until_it_leaves():
	with Daemon("--clock-least", "1") as d:
		t = Table(d.client(), seats=2, seed=14, clock={"per_turn": "PT1S", "on_timeout": "skip"})
		over = wait_for(t.seats[0], t.path, lambda e: e["type"] == "game-finished")
		equal(over["reason"], "one-seat-left", "reason")
		events = t.seats[0].get(t.path + "/events?limit=1000").json["events"]
		equal(sum(e["type"] == "seat-timed-out" for e in events), 5, "three of one seat, two of the other")
		equal(sum(e["type"] == "tile-placed" for e in events), 5, "each turn was played")
		status, out = verify(t.seats[0].get(t.path + "/record").body)
		equal(status, 0, out)
