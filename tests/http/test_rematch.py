"""Rematches: the same people, seats rotated, held and taken by one call; twice is the same table."""
from client import Table
from harness import equal, together


def finished(d, seats=2, **more):
	t = Table(d.client(), seats=seats, **more)
	for who in t.seats[1:]:
		t.refresh()
		if not t.over:
			who.post(t.path + "/resign", {}, None)
	equal(t.refresh()["status"], "finished", "over")
	return t


def test_the_same_people(d):
	t = finished(d, seats=3, options={"auto_draw": True}, name="Evening")
	first, second, third = t.seats
	colours = {s["player"]["id"]: s["colour"] for s in t.view["seats"]}
	reply = second.post(t.path + "/rematch", {"client_seed": "tea"}, 201)
	new = reply.json
	path = "/v1/games/" + new["id"]
	equal(reply.headers["Location"], path, "Location")
	equal((new["status"], new["name"], new["ruleset"], new["options"]), ("lobby", "Evening", t.view["ruleset"], t.view["options"]), "as before")
	equal([s["player"] and s["player"]["id"] for s in new["seats"]], [second.id, None, None], "the second sits first")
	equal(new["series"], {"previous": t.id, "next": None}, "linked")
	old = d.client().get(t.path)
	equal(old.json["series"], {"previous": None, "next": new["id"]}, "both ways")
	event = d.client().get(t.path + "/events").json["events"][-1]
	equal((event["type"], event["player"], event["rematch"]), ("rematch-offered", second.id, new["id"]), "the others are told")
	equal(d.client().get(f"{t.path}/at/{event['seq'] - 1}").json["series"]["next"], None, "not before")
	equal(d.client().get(f"{t.path}/at/{event['seq']}").json["series"]["next"], new["id"], "from then on")
	again = second.post(t.path + "/rematch", {}, 200)
	equal(again.json["id"], new["id"], "twice is the same table")
	eve = d.client().player("Eve")
	equal(eve.post(path + "/seats", {}, 409).code, "game-full", "held for the others")
	equal(first.post(t.path + "/rematch", None, 200).json["status"], "lobby", "one is missing")
	view = third.post(path + "/seats", {}, 201).json
	equal(view["status"], "active", "and it begins")
	equal([s["player"]["id"] for s in view["seats"]], [second.id, third.id, first.id], "rotated")
	equal({s["player"]["id"]: s["colour"] for s in view["seats"]}, colours, "everybody keeps the colour")
	equal(third.post(t.path + "/rematch", {}, 200).json["status"], "active", "begun")
	equal(third.post(path + "/rematch", {}, 409).code, "not-over", "it is being played")


def test_private_and_teams(d):
	t = finished(d, seats=4, ruleset="star-wars", options={"teams": True}, visibility="private")
	eve = d.client().player("Eve")
	new = t.seats[0].post(t.path + "/rematch", {}, 201).json
	path = "/v1/games/" + new["id"]
	equal((new["visibility"], new["seats"][3]["colour"], new["seats"][3]["player"]["id"]), ("private", "white", t.seats[0].id), "seat 3 is white")
	equal(eve.post(t.path + "/rematch", {}, 404).code, "not-found", "stranger")
	equal(eve.get(path, 404).code, "not-found", "stranger")
	for who in t.seats[1:]:
		view = who.post(t.path + "/rematch", {}, 200).json
	equal(view["status"], "active", "all have asked")
	mates = [view["seats"][i]["player"]["id"] for i in (0, 2)]
	equal(sorted(mates), sorted([t.seats[1].id, t.seats[3].id]), "mates stay mates")


def test_all_at_once(d):
	"""Everybody asks in the same moment: one table, everybody sits, it begins."""
	for n in range(4):
		t = finished(d, seats=4)
		got = together(4, lambda i: t.seats[i].post(t.path + "/rematch", {}, None))
		equal(sorted(r.status for r in got), [200, 200, 200, 201], "one made it")
		equal(len({r.json["id"] for r in got}), 1, "the same table")
		view = d.client().get("/v1/games/" + got[0].json["id"]).json
		equal((view["status"], [s["player"]["id"] for s in view["seats"]]),
			("active", [t.seats[(i + 1) % 4].id for i in range(4)]), "begun, rotated")


def test_series(d):
	"""A long evening: each game knows the one before and after."""
	t = finished(d)
	ids, path = [t.id], t.path
	for n in range(4):
		for who in t.players:
			new = who.post(path + "/rematch", {}, None).json["id"]
		path = "/v1/games/" + new
		ids.append(new)
		equal(t.players[n % 2].post(path + "/resign", {}).json["game"]["status"], "finished", "over")
	for i, game in enumerate(ids):
		series = d.client().get("/v1/games/" + game).json["series"]
		equal(series, {"previous": ids[i - 1] if i else None, "next": ids[i + 1] if i < 4 else None}, f"game {i}")


def test_who_is_gone(d):
	"""The seat of a closed account is open to anybody; imported games had nobody's seats."""
	t = finished(d)
	t.seats[1].request("DELETE", "/v1/me", status=204)
	new = t.seats[0].post(t.path + "/rematch", {}, 201).json
	eve = d.client().player("Eve")
	equal(eve.post("/v1/games/" + new["id"] + "/seats", {}, 201).json["status"], "active", "Eve sits in")
	record = d.client().get(t.path + "/record").body
	imported = eve.request("POST", "/v1/records", record, status=201).json["id"]
	equal(eve.post(f"/v1/games/{imported}/rematch", {}, 403).code, "not-seated", "imported")
