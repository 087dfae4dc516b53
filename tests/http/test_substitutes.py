"""Seats of games that are played: offered, taken over, left by closed accounts, taken back."""
from client import Table
from harness import equal, together, verify


def seat(client, path, number):
	return client.get(path).json["seats"][number]


def types(client, path):
	return [e["type"] for e in client.get(path + "/events?limit=1000").json["events"]]


def test_hand_over(d):
	t = Table(d.client(), seats=2, seed=5)
	t.play(until=lambda t: t.view["version"] > 30)
	old, eve = t.seats[1], d.client().player("Eve")
	before = seat(old, t.path, 1)
	equal((before["stand_in"], before["offered"], before["also_played_by"]), (False, False, []), "at first")
	equal(eve.post(t.path + "/seats/1/take", None, 409).code, "seat-not-offered", "not yet")
	equal(eve.post(t.path + "/seats/1/offer", None, 403).code, "forbidden", "not hers")
	equal(old.post(t.path + "/seats/1/offer").json["seats"][1]["offered"], True, "offered")
	equal(old.request("DELETE", t.path + "/seats/1/offer", status=200).json["seats"][1]["offered"], False, "withdrawn")
	old.post(t.path + "/seats/1/offer", {"expected_version": old.get(t.path).json["version"]})
	old.post(t.path + "/seats/1/offer", {"expected_version": 1}, 412)
	old.get(t.path, headers={"Accept": "text/plain"})
	equal(t.seats[0].post(t.path + "/seats/1/take", None, 409).code, "already-seated", "has one")
	listed = eve.get("/v1/games?offered_seats=true&player=" + old.id).json["games"]
	equal([(g["id"], g["seats"][1]["offered"]) for g in listed], [(t.id, True)], "it can be found")
	taken = eve.post(t.path + "/seats/1/take").json["seats"][1]
	equal(taken["player"]["id"], eve.id, "new player")
	equal({k: taken[k] for k in ("colour", "score", "supply", "wares")}, {k: before[k] for k in ("colour", "score", "supply", "wares")}, "as it was")
	equal(taken["also_played_by"], ["other-player"], "marked")
	equal(old.post(t.path + "/resign", None, 403).code, "not-seated", "at once")
	equal([g["id"] for g in eve.get("/v1/games?player=" + eve.id).json["games"]], [t.id], "her list")
	equal(old.get("/v1/games?player=" + old.id).json["games"], [], "his list")
	event = [e for e in eve.get(t.path + "/events?limit=1000").json["events"] if e["type"] == "seat-handed-over"]
	equal([(e["seat"], e["from"], e["to"]) for e in event], [(1, old.id, eve.id)], "event")
	t.seats[1] = eve
	t.refresh()
	t.play()
	status, out = verify(eve.get(t.path + "/record").body)
	equal(status, 0, out)
	equal(eve.post(t.path + "/seats/1/offer", None, 409).code, "game-over", "over")
	equal(eve.request("DELETE", t.path + "/seats/1/offer", status=409).code, "game-over", "over")


def test_hand_over_with_a_clock(d):
	"""The clock goes on with whoever plays."""
	t = Table(d.client(), seats=2, seed=5, clock={"per_turn": "P3D"})
	t.play(until=lambda t: t.view["version"] > 30)
	eve, waiting = d.client().player("Eve"), t.view["waiting_for"][0]
	t.seats[waiting].post(f"{t.path}/seats/{waiting}/offer")
	clock = eve.post(f"{t.path}/seats/{waiting}/take").json["clock"]
	equal(clock["running"], waiting, "hers runs")
	equal(clock["deadline"], t.view["clock"]["deadline"], "as it was")
	t.seats[waiting] = eve
	t.act({}, "resign", who=eve)
	equal(t.view["status"], "finished", "over")


def test_one_of_many(d):
	"""Twelve want the seat at once; one gets it."""
	t = Table(d.client(), seats=2, seed=6)
	t.seats[0].post(t.path + "/seats/0/offer")
	crowd = [d.client().player(f"Hopeful {i}") for i in range(12)]
	answers = together(len(crowd), lambda i: crowd[i].post(t.path + "/seats/0/take", None, None).status)
	equal(sorted(answers), [200] + [409] * 11, "answers")
	winner = crowd[answers.index(200)]
	equal(seat(winner, t.path, 0)["player"]["id"], winner.id, "who has it")
	equal(types(winner, t.path).count("seat-handed-over"), 1, "once")
	t.seats[0] = winner
	t.refresh()
	t.play()


def test_closed_account(d):
	t = Table(d.client(), seats=3, seed=7)
	t.play(until=lambda t: t.view["version"] > 40)
	gone, eve = t.seats[2], d.client().player("Eve")
	gone.request("DELETE", "/v1/me", status=204)
	left = seat(eve, t.path, 2)
	equal((left["stand_in"], left["offered"], left["state"]), (True, True, "playing"), "the built-in player has it")
	assert left["player"]["name"].startswith("Former player "), left
	equal([e for e in types(eve, t.path) if e.startswith(("stand", "seat-off"))], ["stand-in-began", "seat-offered"], "events")
	equal(t.seats[0].get(t.path + "/legal?seat=2").json["stand_in"], True, "legal")
	took = eve.post(t.path + "/seats/2/take").json["seats"][2]
	equal((took["stand_in"], took["player"]["name"]), (False, "Eve"), "hers")
	equal(eve.post(t.path + "/return").json["seats"][2]["stand_in"], False, "nothing to take back")
	equal(gone.post(t.path + "/return", None, 401).code, "invalid-token", "gone")
	t.seats[2] = eve
	t.refresh()
	t.play()


def test_closed_account_in_lobbies(d):
	ada, bob = d.client().player("Ada"), d.client().player("Bob")
	new = {"ruleset": "south-seas", "seats": 3}
	own, other = (p.post("/v1/games", new, 201).json["id"] for p in (bob, ada))
	bob.post(f"/v1/games/{other}/seats", {}, 201)
	bob.request("DELETE", "/v1/me", status=204)
	equal(ada.get("/v1/games/" + own).json["status"], "aborted", "his own")
	view = ada.get("/v1/games/" + other).json
	equal((view["status"], [bool(s["player"]) for s in view["seats"]]), ("lobby", [True, False, False]), "left")
