"""Profiles: what is counted, what is named, how reliable somebody is."""
from client import Table
from harness import equal


def test_privacy(d):
	"""Private games count for all to see, but are named only to those who may see them."""
	c = d.client()
	ada, bob = c.player("Ada"), c.player("Bob")
	games = {}
	for visibility in ("public", "unlisted", "private"):
		t = Table(c, players=[ada, bob], seats=2, visibility=visibility, name=visibility)
		ada.post(t.path + "/resign", {})
		games[visibility] = t.id
	running = Table(c, players=[ada, bob], seats=2, visibility="private")
	ada.post("/v1/games", {"ruleset": "star-wars", "visibility": "private"}, 201)
	for who, named in ((c, ["public"]), (c.player("Eve"), ["public"]), (bob, ["private", "unlisted", "public"])):
		profile = who.get("/v1/players/" + ada.id).json
		equal([g["id"] for g in profile["recent_games"]], [games[n] for n in named], "named")
		equal([(r["ruleset"], r["games"]) for r in profile["rulesets"]],
			[("south-seas", {"lobby": 0, "active": 1, "finished": 3}), ("star-wars", {"lobby": 1, "active": 0, "finished": 0})], "counted")
		text = str(profile)
		for secret in [running.id] + [games[n] for n in games if n not in named]:
			assert secret not in text, "not named"
	equal(profile["rulesets"][1]["rating"], None, "not played yet")


def test_reliability(d):
	c = d.client()
	ada, bob = c.player("Ada"), c.player("Bob")
	none = c.get("/v1/players/" + ada.id).json["reliability"]
	equal(none, {"games": 0, "turns": 0, "timed_out": 0, "resigned": 0, "in_time": None, "median_turn": None}, "new")
	t = Table(c, players=[ada, bob], seats=2, options={"first_seat": 0})
	t.play("actions", until=lambda t: t.view["turn"]["number"] == 6)
	bob.post(t.path + "/resign", {})
	one, two = (c.get("/v1/players/" + p.id).json["reliability"] for p in (ada, bob))
	equal((one["games"], one["turns"], one["resigned"], one["in_time"]), (1, 3, 0, 1.0), "Ada's turns 1, 3 and 5")
	equal((two["games"], two["resigned"], two["timed_out"]), (1, 1, 0), "Bob has left")
	equal(one["median_turn"], "PT1S", "at once")
