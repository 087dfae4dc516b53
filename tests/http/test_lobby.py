"""Making games, sitting down and leaving, starting, calling off, listing."""
import re

from client import Table
from harness import equal

NEW = {"ruleset": "south-seas", "seats": 3}


def test_create(d):
	ada = d.client().player("Ada")
	reply = ada.post("/v1/games", {**NEW, "name": "Friday", "colour": "green", "client_seed": "tea"}, 201)
	game = reply.json
	assert re.fullmatch(r"[0-9a-hjkmnp-tv-z]{8}", game["id"]), game["id"]
	equal(reply.headers["Location"], "/v1/games/" + game["id"], "Location")
	equal(reply.headers["ETag"], f'"{game["version"]}"', "ETag")
	assert re.fullmatch("[0-9a-f]{64}", game["commitment"]), game
	equal((game["status"], game["name"]), ("lobby", "Friday"), "lobby")
	seat = game["seats"][0]
	equal((seat["seat"], seat["colour"], seat["player"]["id"]), (0, "green", ada.id), "the caller sits down")
	equal(d.client().get("/v1/games/" + game["id"]).json["commitment"], game["commitment"], "commitment")


def test_starts_when_full(d):
	c = d.client()
	ada, bob = c.player("Ada"), c.player("Bob")
	game = ada.post("/v1/games", {**NEW, "seats": 2}, 201).json
	path = "/v1/games/" + game["id"]
	equal(ada.get(path + "/legal", None).status in (200, 409), True, "legal in the lobby")
	reply = bob.post(path + "/seats", {"colour": "black", "client_seed": "x"}, 201)
	view = c.get(path).json
	equal(view["status"], "active", "full")
	equal([s["colour"] for s in view["seats"]][1], "black", "colour")
	equal(view["turn"]["phase"], "draw", "phase")
	types = [e["type"] for e in c.get(path + "/events").json["events"]]
	equal(types, ["game-created", "seat-taken", "seat-taken", "game-started", "turn-started"], "events")
	assert reply.headers["ETag"] == f'"{view["version"]}"', reply.headers


def test_start_early(d):
	c = d.client()
	ada, bob, eve = c.player("Ada"), c.player("Bob"), c.player("Eve")
	path = "/v1/games/" + ada.post("/v1/games", {**NEW, "seats": 5}, 201).json["id"]
	equal(ada.post(path + "/start", None, 409).code, "too-few-seats", "alone")
	bob.post(path + "/seats", {}, 201)
	equal(bob.post(path + "/start", None, 403).code, "forbidden", "not the creator")
	equal(eve.post(path + "/start", None, 403).code, "forbidden", "stranger")
	equal(c.post(path + "/start", None, 401).code, "unauthorized", "nobody")
	view = ada.post(path + "/start", None, 200).json
	view = c.get(path).json
	equal((view["status"], len(view["seats"])), ("active", 2), "two seats play")
	equal(ada.post(path + "/start", None, 409).code, "not-in-lobby", "again")
	equal(eve.post(path + "/seats", {}, 409).code, "not-in-lobby", "too late")


def test_abort(d):
	c = d.client()
	ada, bob = c.player("Ada"), c.player("Bob")
	path = "/v1/games/" + ada.post("/v1/games", NEW, 201).json["id"]
	equal(bob.post(path + "/abort", None, 403).code, "forbidden", "stranger")
	ada.post(path + "/abort", None, 200)
	view = c.get(path).json
	equal(view["status"], "aborted", "aborted")
	assert bob.post(path + "/seats", {}, 409).code in ("not-in-lobby", "game-over")
	equal(c.get(path + "/events").json["events"][-1]["type"], "game-aborted", "events")
	ada.post(path + "/abort", None, 409)


def test_seats(d):
	c = d.client()
	ada, bob, eve = c.player("Ada"), c.player("Bob"), c.player("Eve")
	path = "/v1/games/" + ada.post("/v1/games", {**NEW, "colour": "red"}, 201).json["id"]
	equal(ada.post(path + "/seats", {}, 409).code, "already-seated", "twice")
	equal(bob.post(path + "/seats", {"colour": "red"}, 409).code, "seat-taken", "colour")
	equal(bob.post(path + "/seats", {"colour": "pink"}, 422).code, "invalid-fields", "no such colour")
	bob.post(path + "/seats", {"colour": "blue"}, 201)
	assert eve.request("DELETE", path + "/seats/1", status=403).code in ("forbidden", "not-seated")
	equal(ada.request("DELETE", path + "/seats/1", status=403).code, "forbidden", "somebody else's")
	equal(ada.request("DELETE", path + "/seats/2", status=403).code, "forbidden", "nobody's")
	assert bob.request("DELETE", path + "/seats/1").status in (200, 204)
	types = [e["type"] for e in c.get(path + "/events").json["events"]]
	equal(types[-1], "seat-left", "events")
	eve.post(path + "/seats", {"colour": "blue"}, 201)
	for seat in ("9", "-1", "x", "1x", "99999999999999999999"):
		assert bob.request("DELETE", path + "/seats/" + seat).status in (404, 400, 403, 422), seat


def test_leave_after_start(d):
	t = Table(d.client(), seats=2)
	equal(t.seats[1].request("DELETE", t.path + "/seats/1", status=409).code, "not-in-lobby", "begun")


def test_options(d):
	ada = d.client().player("Ada")
	options = {"first_seat": 1, "auto_draw": True, "auto_end_turn": False, "retrieve": "empty-supply"}
	game = ada.post("/v1/games", {**NEW, "options": options}, 201).json
	for name, value in options.items():
		assert str(game["options"][name]) == str(value), (name, game["options"])
	for bad in ({"first_seat": 7}, {"first_seat": "first"}, {"first_seat": "1"}, {"auto_draw": 1}, {"auto_draw": "true"},
			{"retrieve": "never"}, {"retrieve": None}, {"speed": 1}, [], "x", {"first_seat": 3.5}):
		reply = ada.post("/v1/games", {**NEW, "options": bad}, None)
		equal(reply.status, 422, f"options {bad}")
		assert any(e["pointer"].startswith("/options") for e in reply.json["errors"]), reply


def test_first_seat_and_auto_draw(d):
	t = Table(d.client(), seats=3, options={"first_seat": 2, "auto_draw": True})
	equal((t.view["turn"]["seat"], t.phase), (2, "place"), "first_seat, auto_draw")
	assert t.view["turn"]["tile"], t.view["turn"]


def test_private(d):
	c = d.client()
	ada, eve = c.player("Ada"), c.player("Eve")
	path = "/v1/games/" + ada.post("/v1/games", {**NEW, "visibility": "private"}, 201).json["id"]
	for who in (c, eve):
		for rest in ("", "/events", "/legal", "/board.txt", "/record", "/fairness", "/at/1"):
			equal(who.get(path + rest, None).status in (404, 401), True, f"{rest} is hidden")
	ada.get(path)
	assert path not in c.get("/v1/games?limit=200").text
	assert path in ada.get("/v1/games?limit=200").text


def test_unlisted(d):
	c = d.client()
	ada = c.player("Ada")
	game = ada.post("/v1/games", {**NEW, "visibility": "unlisted"}, 201).json["id"]
	c.get("/v1/games/" + game)
	assert game not in c.get("/v1/games?limit=200").text
	assert game in ada.get("/v1/games?limit=200").text


def test_list(d):
	c = d.client()
	ada = c.player("Ada")
	mine = [ada.post("/v1/games", {**NEW, "name": f"n{i}"}, 201).json["id"] for i in range(7)]
	page = c.get(f"/v1/games?player={ada.id}").json["games"]
	equal([g["id"] for g in page], mine[::-1], "newest first")
	got, path = [], f"/v1/games?player={ada.id}&limit=3"
	while path:
		reply = c.get(path)
		got += [g["id"] for g in reply.json["games"]]
		link = re.match(r'<([^>]+)>; rel="next"', reply.headers.get("Link", ""))
		path = link and link[1]
	equal(got, mine[::-1], "pages")
	ada.post(f"/v1/games/{mine[0]}/abort", None)
	equal([g["id"] for g in c.get(f"/v1/games?player={ada.id}&status=aborted").json["games"]], mine[:1], "status")
	equal(len(c.get(f"/v1/games?player={ada.id}&open_seats=true").json["games"]), 6, "open seats")
	equal(c.get("/v1/games?ruleset=south-seas&limit=2").json["games"].__len__(), 2, "ruleset")
	text = c.get(f"/v1/games?player={ada.id}", headers={"Accept": "text/plain"})
	assert mine[1] in text.text
	for bad in ("limit=0", "limit=201", "limit=x", "limit=-1", "limit=1e2", "status=odd", "cursor=!!", "open_seats=2",
			"limit=", "cursor=%00"):
		equal(c.get("/v1/games?" + bad, None).status, 400, bad)


def test_client_seed(d):
	c = d.client()
	ada = c.player("Ada")
	for good in ("", "x", "é" * 32, "a" * 64):
		ada.post("/v1/games", {**NEW, "client_seed": good}, 201)
	for bad in ("a" * 65, "é" * 33, "a\nb", 5, None, "a\u0000"):
		reply = ada.post("/v1/games", {**NEW, "client_seed": bad}, None)
		assert reply.status in (400, 422), (bad, reply)


def test_text(d):
	ada = d.client().player("Ada")
	game = ada.post("/v1/games", {**NEW, "name": "Friday"}, 201).json["id"]
	text = d.client().get("/v1/games/" + game, headers={"Accept": "text/plain"}).text
	assert game in text and "Ada" in text, text
