"""The same request with the same key: one effect, one answer."""
import time

from client import Table, bare
from harness import Daemon, equal, together


def key(text):
	return {"Idempotency-Key": text}


def test_same_answer(d):
	t = Table(d.client(), seats=2)
	who = t.to_move
	first = who.post(t.path + "/draw", {}, headers=key("k1"))
	for _ in range(3):
		again = who.post(t.path + "/draw", {}, headers=key("k1"))
		equal(again.body, first.body, "body")
		equal(again.headers["ETag"], first.headers["ETag"], "ETag")
		equal(again.headers["Idempotency-Replayed"], "true", "says so")
	# Also after the game went on.
	t.refresh()
	t.step("actions")
	t.step("actions")
	version = t.refresh()["version"]
	equal(who.post(t.path + "/draw", {}, headers=key("k1")).body, first.body, "later")
	equal(t.refresh()["version"], version, "no effect")


def test_errors_are_kept(d):
	t = Table(d.client(), seats=2)
	who = t.to_move
	body = {"x": 1, "y": 0, "rotation": 0}
	first = who.post(t.path + "/place", body, 409, headers=key("k2"))
	who.post(t.path + "/draw", {})
	t.refresh()
	again = who.post(t.path + "/place", body, 409, headers=key("k2"))
	equal(again.code, first.code, "the refusal is given again although it would be legal now")


def test_key_reused(d):
	t = Table(d.client(), seats=2)
	who = t.to_move
	who.post(t.path + "/draw", {}, headers=key("k3"))
	equal(who.post(t.path + "/draw", {"expected_version": 1}, 422, headers=key("k3")).code, "key-reused", "other body")
	equal(who.post(t.path + "/resign", {}, 422, headers=key("k3")).code, "key-reused", "other path")
	# Another player may use the same key.
	t.refresh()
	reply = t.other.post(t.path + "/draw", {}, None, headers=key("k3"))
	assert reply.code != "key-reused", reply


def test_creating(d):
	c = d.client()
	ada = c.player("Ada")
	new = {"ruleset": "south-seas", "seats": 2}
	ids = {ada.post("/v1/games", new, 201, headers=key("g")).json["id"] for _ in range(4)}
	equal(len(ids), 1, "one game")
	first = c.post("/v1/players", {"name": "Bob"}, 201, headers=key("a-very-unguessable-key-7163"))
	again = c.post("/v1/players", {"name": "Bob"}, 201, headers=key("a-very-unguessable-key-7163"))
	equal(again.json["id"], first.json["id"], "one player")
	tokens = {ada.post("/v1/me/tokens", {"name": "t", "scopes": ["read"]}, 201, headers=key("t")).body for _ in range(3)}
	equal(len(tokens), 1, "one token")


def test_bad_keys(d):
	ada = d.client().player("Ada")
	for bad in ("", "x" * 300, "a\x01b"):
		try:
			reply = ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, None, headers=key(bad))
		except ValueError:		# the client's own library refuses to send it
			continue
		equal(reply.status, 400, repr(bad))


def test_at_once(d):
	"""The same request with one key on twenty connections."""
	t = Table(d.client(), seats=2)
	who = t.to_move
	replies = together(20, lambda i: who.as_token(who.token).post(t.path + "/draw", {}, None, headers=key("k4")))
	good = [r for r in replies if r.status == 200]
	assert good and all(r.status == 200 or r.code == "key-in-use" for r in replies), replies
	equal(len({r.body for r in good}), 1, "one answer")
	equal(len([e for e in t.events() if e["type"] == "tile-drawn"]), 1, "one effect")


def test_after_restart():
	with Daemon() as d:
		t = Table(d.client(), seats=2, seed=3)
		who = t.to_move
		first = who.post(t.path + "/draw", {}, headers=key("k5"))
		refused = who.post(t.path + "/end-turn", {}, 409, headers=key("k6"))
		equal(d.stop(), 0, "exit")
		d.start()
		who = d.client(who.token)
		equal(who.post(t.path + "/draw", {}, headers=key("k5")).body, first.body, "answer")
		equal(who.post(t.path + "/end-turn", {}, 409, headers=key("k6")).json["code"], refused.code, "refusal")
		d.kill()
		d.start()
		equal(d.client(who.token).post(t.path + "/draw", {}, headers=key("k5")).body, first.body, "after kill -9")


def test_curl_retry_is_safe(d):
	"""A caller who hangs up before the answer asks again and gets it."""
	import socket
	t = Table(d.client(), seats=2)
	who = t.to_move
	for i in range(20):
		s = socket.create_connection(d.address)
		s.sendall((f"POST {t.path}/draw HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {who.token}\r\n"
			"Content-Type: application/json\r\nIdempotency-Key: gone\r\nContent-Length: 2\r\n\r\n{}").encode())
		s.close()
	time.sleep(0.1)
	reply = who.post(t.path + "/draw", {}, headers=key("gone"))
	equal(len([e for e in t.events() if e["type"] == "tile-drawn"]), 1, "one effect")
	equal(reply.json["events"][-1]["type"], "tile-drawn", "the answer")
	move = bare(who.get(t.path + "/legal").json["moves"][0])
	who.post(t.path + "/actions", move, headers=key("on"))
