"""What is said at a table: who says it, who reads it, as events, in pages, how much of it."""
import json
import re

from client import Table
from harness import equal, together, verify


def said(client, path, **more):
	return [m["text"] for m in client.get(path + "/messages", **more).json["messages"]]


def test_who_says_and_reads(d):
	c = d.client()
	ada, bob, eve = c.player("Ada"), c.player("Bob"), c.player("Eve")
	path = "/v1/games/" + ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, 201).json["id"]
	first = ada.post(path + "/messages", {"text": "  Anyone? "}, 201)
	equal(first.json["text"], "Anyone?", "blanks around it go")
	equal(first.headers["ETag"], f'"{first.json["seq"]}"', "ETag")
	equal(bob.post(path + "/messages", {"text": "me"}, 403).code, "not-seated", "not yet")
	bob.post(path + "/seats", {}, 201)
	reply = bob.post(path + "/messages", {"text": "Hi \U0001f469\u200d\U0001f680, ça va?"}, 201).json
	equal((reply["message"], reply["seat"], reply["player"], reply["team"]), (2, 1, bob.id, None), "second")
	equal(eve.post(path + "/messages", {"text": "x"}, 403).code, "not-seated", "spectator")
	equal(c.post(path + "/messages", {"text": "x"}, 401).code, "unauthorized", "nobody")
	for who in (ada, bob, eve, c):
		equal(said(who, path), ["Anyone?", "Hi \U0001f469\u200d\U0001f680, ça va?"], "all read it")
	ada.post(path + "/resign", {})
	ada.post(path + "/messages", {"text": "Well played"}, 201)
	equal(c.get(path).json["status"], "finished", "said after the end")
	events = c.get(path + "/events").json["events"]
	equal([e["text"] for e in events if e["type"] == "message-posted"], said(c, path), "events")
	equal([e["seq"] for e in events], list(range(1, len(events) + 1)), "without gaps")
	equal(c.get(path).json["version"], len(events), "version")
	ndjson = c.get(path + "/events", headers={"Accept": "application/x-ndjson"}).text.splitlines()
	equal([json.loads(line) for line in ndjson], events, "lines")
	status, out = verify(c.get(path + "/record").body)
	equal(status, 0, out)
	for event in events:
		if event["type"] == "message-posted":
			equal(c.get(f"{path}/at/{event['seq']}").json["version"], event["seq"], "at")
	table = c.get("/v1/games/zzzzzzzz/messages", 404)
	equal(table.code, "not-found", "no such game")


def test_teams(d):
	c = d.client()
	t = Table(c, seats=4, ruleset="star-wars", options={"teams": True})
	rebel, empire, mate, foe = t.seats
	rebel.post(t.path + "/messages", {"text": "to all"}, 201)
	reply = rebel.post(t.path + "/messages", {"text": "the shield is down", "team": True}, 201).json
	equal(reply["team"], "rebels", "team")
	foe.post(t.path + "/messages", {"text": "they do not know", "team": True}, 201)
	for who, wanted in ((rebel, ["to all", "the shield is down"]), (mate, ["to all", "the shield is down"]),
			(empire, ["to all", "they do not know"]), (foe, ["to all", "they do not know"]), (c, ["to all"]), (c.player("Eve"), ["to all"])):
		equal(said(who, t.path), wanted, "who reads what")
	secret = ("the shield is down", "they do not know")
	for rest in ("", "/events", "/record", "/legal", "/board.txt", "/fairness", f"/at/{reply['seq']}"):
		for accept in ("application/json", "text/plain", "application/x-ndjson"):
			for who in (c, rebel, foe):
				got = who.get(t.path + rest, None, headers={"Accept": accept})
				assert not any(s in got.text for s in secret), (rest, accept)
	events = [e for e in c.get(t.path + "/events").json["events"] if e["type"] == "message-posted"]
	equal([(e.get("team"), "text" in e) for e in events], [(None, True), ("rebels", False), ("empire", False)], "events")
	for who in t.seats[:3]:
		t.refresh()
		if not t.over:
			who.post(t.path + "/resign", {}, None)
	equal(t.refresh()["status"], "finished", "over")
	for who in (c, empire, foe):
		assert secret[0] not in said(who, t.path), "also after the end"
	equal(said(mate, t.path), ["to all", "the shield is down"], "mates still read")


def test_moves_stay_good(d):
	"""Something said in between makes no move stale, and takes part in the versions."""
	t = Table(d.client(), seats=2, options={"first_seat": 0}, seed=3)
	before = t.refresh()["version"]
	t.seats[1].post(t.path + "/messages", {"text": "your turn"}, 201)
	reply = t.seats[0].post(t.path + "/actions", {"type": "draw", "expected_version": before}, 412)
	equal([e["type"] for e in reply.json["events"]], ["message-posted"], "what came in between")
	t.seats[0].post(t.path + "/actions", {"type": "draw", "expected_version": before + 1})
	t.refresh()
	for _ in range(6):
		t.step("actions")
		t.to_move.post(t.path + "/messages", {"text": f"at {t.view['version']}"}, 201)
	t.to_move.post(t.path + "/resign", {})
	record = d.client().get(t.path + "/record")
	equal(verify(record.body)[0], 0, "the record verifies")
	assert "at " not in [e.get("text", "")[:3] for e in record.json["events"]], "nothing that was said is in it"
	d.client().player("Eve").request("POST", "/v1/records", record.body, status=201)


def test_pages(d):
	c = d.client()
	players = [c.player(f"P{i}") for i in range(3)]
	t = Table(c, seats=3, players=players)
	for i in range(21):
		players[i % 3].post(t.path + "/messages", {"text": f"m{i}"}, 201)
	got, path = [], t.path + "/messages?limit=5"
	while path:
		reply = c.get(path)
		got += [m["text"] for m in reply.json["messages"]]
		link = re.match(r'<([^>]+)>; rel="next"', reply.headers.get("Link", ""))
		path = link and link[1]
	equal(got, [f"m{i}" for i in range(21)], "pages")
	page = c.get(t.path + "/messages?after=19").json
	equal(([m["message"] for m in page["messages"]], page["next"]), ([20, 21], 21), "after")
	equal(c.get(t.path + "/messages?after=21").json, {"game": t.id, "messages": [], "next": 21}, "at the end")
	tag = c.get(t.path + "/messages").headers["ETag"]
	equal(c.get(t.path + "/messages", 304, headers={"If-None-Match": tag}).body, b"", "not modified")


def test_rate(d):
	t = Table(d.client(), seats=2)
	for i in range(10):
		t.seats[0].post(t.path + "/messages", {"text": f"{i}"}, 201)
	key = {"Idempotency-Key": "too-eager"}
	reply = t.seats[0].post(t.path + "/messages", {"text": "10"}, 429, headers=key)
	equal(reply.code, "too-many-requests", "code")
	assert 1 <= int(reply.headers["Retry-After"]) <= 60, reply.headers
	again = t.seats[0].post(t.path + "/messages", {"text": "10"}, 429, headers=key)
	equal(again.headers.get("Idempotency-Replayed"), None, "it may be tried again under its key")
	t.seats[1].post(t.path + "/messages", {"text": "the other may"}, 201)
	equal(len(said(d.client(), t.path)), 11, "messages")


def test_keys_and_crowds(d):
	"""The same key says it once; all who speak at the same time are heard, each at its own number."""
	t = Table(d.client(), seats=2)
	key = {"Idempotency-Key": "said-once"}
	one = t.seats[0].post(t.path + "/messages", {"text": "once"}, 201, headers=key)
	two = t.seats[0].post(t.path + "/messages", {"text": "once"}, 201, headers=key)
	equal(one.body, two.body, "the same answer")
	clients = [t.seats[i % 2].as_token(t.seats[i % 2].token) for i in range(8)]
	got = together(8, lambda i: clients[i].post(t.path + "/messages", {"text": f"{i}"}, 201).json["message"])
	equal(sorted(got), list(range(2, 10)), "numbers")
