"""Players, tokens, scopes: who may do what."""
import re

from client import Client, Table
from harness import Daemon, equal, eventually, meepled


def test_register(d):
	c = d.client()
	reply = c.post("/v1/players", {"name": "Ada"}, 201)
	made = reply.json
	assert re.fullmatch(r"mpl_[A-Za-z0-9_-]{20,}", made["token"]), made
	assert "no-store" in reply.headers["Cache-Control"], "a token may be cached"
	equal(c.get("/v1/players/" + made["id"]).json["name"], "Ada", "profile")
	assert "token" not in c.get("/v1/players/" + made["id"]).json
	equal(c.get("/v1/players/0000000000", 404).code, "not-found", "stranger")


def test_names(d):
	c = d.client()
	for name in ("Ada", "Łukasz 🏝", "a" * 40, "O'Neil <b>"):
		equal(c.post("/v1/players", {"name": name}, 201).json["name"], name, "name")
	for name in ("", " ", "a\nb", "a\u0000b", "\u202etxet", "a" * 500, None, 5, ["a"], {}, True):
		reply = c.post("/v1/players", {"name": name}, None)
		assert reply.status in (400, 422), (name, reply)


def test_me(d):
	ada = d.client().player("Ada")
	me = ada.get("/v1/me").json
	equal((me["id"], me["name"]), (ada.id, "Ada"), "me")
	equal(set(me["token"]["scopes"]) >= {"read", "play"}, True, f"introspection {me}")
	equal(ada.request("PATCH", "/v1/me", {"name": "Grace"}, status=200).json["name"], "Grace", "renamed")
	equal(ada.get("/v1/me").json["name"], "Grace", "renamed")
	for body in ({"name": ""}, {"name": 5}, {"bot": "yes"}, {"id": "other"}):
		ada.request("PATCH", "/v1/me", body, status=422)


def test_no_token(d):
	c = d.client()
	for method, path, body in (("GET", "/v1/me", None), ("POST", "/v1/games", {"ruleset": "south-seas", "seats": 2}),
			("GET", "/v1/me/tokens", None), ("DELETE", "/v1/me", None)):
		reply = c.request(method, path, body, status=401)
		assert reply.headers["WWW-Authenticate"].startswith("Bearer"), reply.headers
		equal(reply.code, "unauthorized", path)


def test_bad_tokens(d):
	c = d.client()
	good = d.client().player("Ada").token
	for header in ("Bearer mpl_nonsense", "Bearer " + good + "x", "Bearer " + good[:-1], "bearer", "Basic YTpi",
			"Bearer", good, "Bearer  ", "Bearer " + "x" * 5000, "Bearer mpl_" + "\u00e9"):
		reply = c.request("GET", "/v1/me", headers={"Authorization": header})
		equal(reply.status, 401, header)
	# A public resource with a token that is none says so too: silence would hide the mistake.
	equal(c.request("GET", "/v1/games", headers={"Authorization": "Bearer mpl_nonsense"}).status, 401, "public")
	equal(c.request("GET", "/v1/me", headers={"Authorization": "bearer " + good}).status, 200, "scheme has no case")
	reply = c.get("/v1/me?token=" + good, None)
	assert reply.status in (400, 401), "a token in the URL"


def test_token_life(d):
	ada = d.client().player("Ada")
	made = ada.post("/v1/me/tokens", {"name": "phone", "scopes": ["read"]}, 201).json
	listed = ada.get("/v1/me/tokens").json["tokens"]
	assert {"phone"} <= {t["name"] for t in listed}, listed
	assert not any("mpl_" in str(t) for t in listed), "a token is listed"
	phone = d.client(made["token"])
	equal(phone.get("/v1/me").json["token"]["scopes"], ["read"], "scopes")
	used = lambda: next(t for t in ada.get("/v1/me/tokens").json["tokens"] if t["id"] == made["id"])["last_used_at"]
	eventually(used, what="last use")
	ada.request("DELETE", "/v1/me/tokens/" + made["id"], status=204)
	equal(phone.get("/v1/me", 401).code, "invalid-token", "revoked")
	equal(ada.request("DELETE", "/v1/me/tokens/" + made["id"]).status, 404, "again")


def test_scopes(d):
	ada = d.client().player("Ada")
	reader = d.client(ada.post("/v1/me/tokens", {"name": "r", "scopes": ["read"]}, 201).json["token"])
	reply = reader.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, 403)
	equal(reply.code, "insufficient-scope", "play with read")
	assert 'error="insufficient_scope"' in reply.headers.get("WWW-Authenticate", ""), reply.headers
	reply = reader.post("/v1/me/tokens", {"name": "more", "scopes": ["play"]}, 403)
	# No token makes one that may do more than itself.
	assert ada.post("/v1/me/tokens", {"name": "admin", "scopes": ["admin"]}, None).status in (403, 422)
	for scopes in ([], ["all"], "read", ["read", "read"], [1], None):
		equal(ada.post("/v1/me/tokens", {"name": "t", "scopes": scopes}, None).status, 422, str(scopes))


def test_expiry(d):
	import time
	ada = d.client().player("Ada")
	soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 2))
	made = ada.post("/v1/me/tokens", {"name": "short", "scopes": ["read"], "expires_at": soon}, 201).json
	short = d.client(made["token"])
	short.get("/v1/me")
	time.sleep(2.2)
	equal(short.get("/v1/me", 401).code, "invalid-token", "expired")
	for when in ("2001-01-01T00:00:00Z", "tomorrow", 5, "2999-13-01T00:00:00Z", "2026-02-30T00:00:00Z"):
		equal(ada.post("/v1/me/tokens", {"name": "t", "scopes": ["read"], "expires_at": when}, None).status, 422, when)


def test_delete_keeps_games(d):
	t = Table(d.client(), seats=2, seed=1)
	t.play(until=lambda t: t.view["version"] > 12)
	gone = t.seats[0]
	gone.request("DELETE", "/v1/me", status=204)
	gone.get("/v1/me", 401)
	view = d.client().get(t.path).json
	assert view["seats"][0]["stand_in"] and view["seats"][0]["offered"], "nobody waits for who is gone"
	assert view["seats"][0]["player"]["name"] != "Player 0", view["seats"][0]
	assert "Player 0" not in d.client().get(t.path).text
	profile = d.client().get("/v1/players/" + gone.id, None)
	assert profile.status == 404 or "Player 0" not in profile.text, profile


def test_closed_registration():
	with Daemon("--registration", "closed") as d:
		equal(d.client().post("/v1/players", {"name": "Ada"}, 403).code, "registration-closed", "closed")


def test_administrators_token():
	with Daemon() as d:
		d.stop()
		code, out = meepled("token", "create", "--data", d.folder, "--name", "root", "--scope", "admin", "--scope", "read")
		assert code == 0 and "mpl_" in out, out
		token = re.search(r"mpl_[A-Za-z0-9_-]+", out)[0]
		d.start()
		me = d.client(token).get("/v1/me", None)
		assert me.status in (200, 403), me


def test_tokens_are_limited(d):
	ada = d.client().player("Ada")
	for i in range(49):
		ada.post("/v1/me/tokens", {"name": f"t{i}", "scopes": ["read"]}, 201)
	equal(ada.post("/v1/me/tokens", {"name": "more", "scopes": ["read"]}, 409).code, "limit-reached", "50 with the first")
