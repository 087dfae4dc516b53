"""Ratings and leaderboards: what counts, in which order, on which board; computed again they are the same."""
import itertools
import random
import re

from client import Table
from harness import Daemon, equal, meepled


def play(players, loser, **more):
	"""A game that ends at once: `loser` resigns, and then all but one."""
	t = Table(players[0].as_token(None), players=players, seats=len(players), **more)
	for who in [loser] + [p for p in players if p is not loser]:
		if t.refresh()["status"] == "active":
			who.post(t.path + "/resign", {}, None)
	equal(t.refresh()["status"], "finished", "over")
	return t


def standing(client, player, ruleset="south-seas"):
	found = [r for r in client.get("/v1/players/" + player.id).json["rulesets"] if r["ruleset"] == ruleset]
	return found[0] if found else None


def board(client, query=""):
	return client.get("/v1/leaderboards/south-seas" + query).json


def boards(client):
	out = []
	for ruleset, bots in itertools.product(("south-seas", "star-wars"), ("", "?bots=true")):
		out.append(client.get(f"/v1/leaderboards/{ruleset}{bots}").body)
	return out


def test_two_players(d):
	"""The figures that are published for a first game of two."""
	c = d.client()
	ada, bob = c.player("Ada"), c.player("Bob")
	play([ada, bob], bob)
	won, lost = standing(c, ada), standing(c, bob)
	equal((won["rating"]["mu"], won["rating"]["sigma"]), (27.6352, 8.0655), "winner")
	equal((lost["rating"]["mu"], lost["rating"]["sigma"]), (22.3648, 8.0655), "loser")
	equal(won["results"], {"wins": 1, "shared_wins": 0, "places": [1, 0, 0, 0, 0], "average_place": 1.0}, "results")
	equal(lost["results"]["places"], [0, 1, 0, 0, 0], "results")
	equal((won["games"]["finished"], won["rating"]["on_board"]), (1, False), "one game is too few for the board")
	assert ada.id not in str(board(c)), "one game is too few for the board"


def test_teams(d):
	"""Who won with a mate has won; the team's place is both mates'."""
	c = d.client()
	people = [c.player(f"P{i}") for i in range(4)]
	t = Table(c, players=people, seats=4, ruleset="star-wars", options={"teams": True})
	for who in (t.seats[1], t.seats[3]):
		if t.refresh()["status"] == "active":
			who.post(t.path + "/resign", {}, None)
	equal(t.refresh()["status"], "finished", "over")
	equal([standing(c, s, "star-wars")["results"]["wins"] for s in t.seats], [1, 0, 1, 0], "wins")
	equal([standing(c, s, "star-wars")["results"]["places"][1] for s in t.seats], [0, 1, 0, 1], "second of two")
	assert standing(c, t.seats[0], "star-wars")["rating"]["mu"] > 25 > standing(c, t.seats[1], "star-wars")["rating"]["mu"]


def test_places(d):
	"""Places of a game that was played to the end follow its result."""
	c = d.client()
	for seed in range(2):
		people = [c.player(f"P{i}") for i in range(3)]
		t = Table(c, players=people, seats=3, seed=seed).play("actions")
		result = t.view["result"]
		scores, winners = result["scores"], result["winners"]
		for seat, who in enumerate(t.seats):
			ahead = [s for s in range(3) if (s in winners) > (seat in winners) or
				((s in winners) == (seat in winners) is False and scores[s] > scores[seat])]
			got = standing(c, who)["results"]
			equal(got["places"].index(1), len(ahead), f"place of seat {seat}: {result}")
			equal(got["shared_wins"] + got["wins"], int(seat in winners), "won")
			equal(got["shared_wins"], int(seat in winners and len(winners) > 1), "shared")


def test_board_and_rebuild():
	"""Many games: a board in pages, bots apart, closed accounts gone; and the same from the results alone."""
	with Daemon() as d:
		c = d.client()
		dice = random.Random(7)
		people = [c.player(f"P{i}") for i in range(7)]
		people[6].request("PATCH", "/v1/me", {"bot": True}, status=200)
		for n in range(60):
			some = dice.sample(people, dice.choice((2, 2, 3)))
			play(some, dice.choice(some), **({"ruleset": "star-wars"} if n % 5 == 4 else {}),
				visibility=dice.choice(("public", "unlisted", "private")))
		first = board(c)
		equal(first["minimum_games"], 5, "minimum")
		ratings = [p["rating"] for p in first["players"]]
		equal(ratings, sorted(ratings, reverse=True), "best first")
		equal([p["rank"] for p in first["players"]], list(range(1, len(ratings) + 1)), "ranks")
		assert people[6].id not in str(first) and people[6].id in str(board(c, "?bots=true")), "bots apart"
		got, path = [], "/v1/leaderboards/south-seas?limit=2"
		while path:
			reply = c.get(path)
			got += reply.json["players"]
			link = re.match(r'<([^>]+)>; rel="next"', reply.headers.get("Link", ""))
			path = link and link[1]
		equal(got, first["players"], "pages")
		people[6].request("PATCH", "/v1/me", {"bot": False}, status=200)
		assert people[6].id in str(board(c)), "among people"
		gone = first["players"][0]["player"]["id"]
		next(p for p in people if p.id == gone).request("DELETE", "/v1/me", status=204)
		assert gone not in str(board(c)), "closed"
		profile = c.get("/v1/players/" + gone).json
		equal((profile["deleted"], profile["rulesets"], profile["recent_games"]), (True, [], []), "nothing is told")
		before = boards(c)
		profiles = [c.get("/v1/players/" + p.id).body for p in people]
		d.stop()
		status, out = meepled("ratings", "rebuild", "--data", d.folder)
		equal((status, out), (0, "ratings computed again from 60 games\n"), "rebuild")
		d.start()
		c = d.client()
		equal(boards(c), before, "the same to the last digit")
		equal([c.get("/v1/players/" + p.id).body for p in people], profiles, "profiles")


def test_imported_games_do_not_count(d):
	c = d.client()
	ada, bob = c.player("Ada"), c.player("Bob")
	t = play([ada, bob], bob)
	record = c.get(t.path + "/record").body
	ada.request("POST", "/v1/records", record, status=201)
	equal(standing(c, ada)["games"]["finished"], 1, "once")


def test_rebuild_refuses_a_running_daemon(d):
	status, out = meepled("ratings", "rebuild", "--data", d.folder)
	assert status == 1 and "meepled: ratings rebuild:" in out, out
