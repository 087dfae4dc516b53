"""Invites: who may see and join which table, codes that are good once, seats that are held."""
import glob
import json

from harness import Daemon, equal, together

NEW = {"ruleset": "south-seas", "seats": 3}


def lobby(who, **more):
	return "/v1/games/" + who.post("/v1/games", {**NEW, **more}, 201).json["id"]


def test_private_needs_an_invite(d):
	c = d.client()
	ada, bob, eve = c.player("Ada"), c.player("Bob"), c.player("Eve")
	path = lobby(ada, visibility="private")
	for body in ({}, {"seat": 0}, {"seat": 77}, {"colour": "pink"}, {"invite": "mpi_" + "0" * 26}, {"invite": 5}, {"expected_version": 1}, {"x": 1}):
		equal(eve.post(path + "/seats", body, 404).code, "not-found", f"{body}")
	made = ada.post(path + "/invites", None, 201)
	equal(made.headers["Cache-Control"], "no-store", "a secret")
	invite = made.json
	assert invite["url"].endswith(f"{path}?invite={invite['code']}"), invite
	for who in (c, eve):
		equal(who.get(path, 404).code, "not-found", "without the code")
		equal(who.get(f"{path}?invite={invite['code']}").json["status"], "lobby", "with it")
	equal(c.get(f"{path}?invite={invite['code'][:-1]}{'0' if invite['code'][-1] != '0' else '1'}", 404).code, "not-found", "with another")
	equal(c.get(f"{path}/events", 404).code, "not-found", "only the game itself")
	equal(bob.post(path + "/seats", {"invite": invite["code"]}, 201).json["seats"][1]["player"]["id"], bob.id, "sits")
	equal(eve.post(path + "/seats", {"invite": invite["code"]}, 404).code, "not-found", "good once")
	equal(eve.get(f"{path}?invite={invite['code']}", 404).code, "not-found", "for seeing, too")
	bob.get(path)
	bob.post(path + "/invites", None, 403)
	listed = ada.get(path + "/invites").json["invites"]
	equal([(i["state"], i["used_by"]) for i in listed], [("used", bob.id)], "listed")
	assert invite["code"] not in json.dumps(listed) and "hash" not in json.dumps(listed), listed
	# Who leaves is a stranger again.
	bob.request("DELETE", path + "/seats/1", status=200)
	equal(bob.post(path + "/seats", {}, 404).code, "not-found", "gone")
	ada.request("DELETE", path + "/seats/0", status=200)
	ada.post(path + "/seats", {}, 201)


def test_public_and_unlisted(d):
	c = d.client()
	ada, bob, eve = c.player("Ada"), c.player("Bob"), c.player("Eve")
	for visibility in ("public", "unlisted"):
		path = lobby(ada, visibility=visibility)
		code = ada.post(path + "/invites", {"colour": "blue"}, 201).json["code"]
		equal(eve.post(path + "/seats", {"colour": "blue"}, 409).code, "seat-taken", "held")
		equal(eve.post(path + "/seats", {"invite": code, "colour": "red"}, 422).code, "invalid-fields", "not what it is for")
		equal(eve.post(path + "/seats", {"invite": "mpi_nothing"}, 403).code, "invite-invalid", "no such code")
		view = bob.post(path + "/seats", {"invite": code}, 201).json
		equal(view["seats"][1]["colour"], "blue", "its colour")
		eve.post(path + "/seats", {}, 201)
		equal(c.get(path).json["status"], "active", "begun")
		equal(ada.post(path + "/invites", {}, 409).code, "not-in-lobby", "too late")


def test_seats_are_held(d):
	c = d.client()
	ada, bob, eve = c.player("Ada"), c.player("Bob"), c.player("Eve")
	path = lobby(ada)
	first = ada.post(path + "/invites", {"seat": 1}, 201).json
	equal(ada.post(path + "/invites", {"seat": 1}, 409).code, "seat-taken", "held already")
	equal(eve.post(path + "/seats", {"seat": 1}, 409).code, "seat-taken", "held")
	equal(eve.post(path + "/seats", {}, 201).json["seats"][2]["player"]["id"], eve.id, "the next that is free")
	equal(bob.post(path + "/seats", {}, 409).code, "game-full", "the last is held")
	equal(bob.post(path + "/seats", {"seat": 2, "invite": first["code"]}, 422).code, "invalid-fields", "another seat")
	ada.request("DELETE", f"{path}/invites/{first['id']}", status=204)
	equal(ada.request("DELETE", f"{path}/invites/{first['id']}", status=409).code, "invite-over", "once")
	equal(bob.post(path + "/seats", {"invite": first["code"]}, 403).code, "invite-invalid", "revoked")
	equal([i["state"] for i in ada.get(path + "/invites").json["invites"]], ["revoked"], "listed")
	bob.post(path + "/seats", {"seat": 1}, 201)


def test_for_a_player(d):
	c = d.client()
	ada, bob, eve = c.player("Ada"), c.player("Bob"), c.player("Eve")
	path = lobby(ada, visibility="private")
	invite = ada.post(path + "/invites", {"player": bob.id, "seat": 2, "colour": "green"}, 201).json
	equal(eve.get(f"{path}?invite={invite['code']}", 404).code, "not-found", "for Bob alone")
	equal(eve.post(path + "/seats", {"invite": invite["code"]}, 404).code, "not-found", "for Bob alone")
	equal(bob.get(path).json["status"], "lobby", "Bob needs no code")
	view = bob.post(path + "/seats", None, 201).json
	equal((view["seats"][2]["player"]["id"], view["seats"][2]["colour"]), (bob.id, "green"), "where he is expected")
	equal(ada.post(path + "/invites", {"player": bob.id}, 409).code, "already-seated", "he sits")


def test_limit(d):
	ada = d.client().player("Ada")
	path = lobby(ada)
	for i in range(50):
		made = ada.post(path + "/invites", {}, 201).json
		ada.request("DELETE", f"{path}/invites/{made['id']}", status=204)
	equal(ada.post(path + "/invites", {}, 409).code, "limit-reached", "51")


def test_races(d):
	"""Of those who come with one code at once exactly one sits, and nothing is used for nothing."""
	c = d.client()
	ada = c.player("Ada")
	people = [c.player(f"P{i}") for i in range(6)]
	for n in range(5):
		path = lobby(ada, visibility="private", seats=5)
		codes = [ada.post(path + "/invites", {}, 201).json["code"] for _ in range(2)]
		got = together(6, lambda i: people[i].post(path + "/seats", {"invite": codes[i % 2]}, None).status)
		equal(sorted(got), [201, 201, 404, 404, 404, 404], "one for each code")
		equal(sum(s["player"] is not None for s in ada.get(path).json["seats"]), 3, "seats")
		equal([i["state"] for i in ada.get(path + "/invites").json["invites"]], ["used", "used"], "used")


def test_nothing_at_rest():
	"""Neither the database nor the log of the daemon has a code."""
	with Daemon() as d:
		ada, bob = d.client().player("Ada"), d.client().player("Bob")
		path = lobby(ada, visibility="private")
		code = ada.post(path + "/invites", {}, 201).json["code"]
		bob.get(f"{path}?invite={code}")
		bob.post(path + "/seats", {"invite": code}, 201)
		d.stop()

		for name in glob.glob(d.folder + "/*"):
			with open(name, "rb") as f:
				assert code.encode() not in f.read(), name
		assert code not in d.log
