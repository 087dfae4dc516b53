"""Webhooks as a resource: made, changed, seen by their owner only, secrets shown once."""
import base64
import socket

from harness import Daemon, equal

HOOK = {"url": "https://example.org/hook"}


def make(player, **more):
	return player.post("/v1/webhooks", {**HOOK, **more}, 201).json


def test_made_and_seen(d):
	ada, eve = d.client().player("Ada"), d.client().player("Eve")
	reply = ada.post("/v1/webhooks", {**HOOK, "events": ["game-finished"], "authorization": "Bearer sesame"}, 201)
	made = reply.json
	path = reply.headers["Location"]
	equal(path, "/v1/webhooks/" + made["id"], "Location")
	equal(len(base64.b64decode(made["secret"].removeprefix("whsec_"))), 32, "bytes of the secret")
	assert "no-store" in reply.headers["Cache-Control"]
	seen = ada.get(path)
	assert "whsec_" not in seen.text and "sesame" not in seen.text, seen
	equal((seen.json["format"], seen.json["when"], seen.json["events"]), ("raw", "all", ["game-finished"]), "as made")
	ada.request("GET", path, headers={"If-None-Match": seen.headers["ETag"]}, status=304)
	listed = ada.get("/v1/webhooks")
	equal([w["id"] for w in listed.json["webhooks"]], [made["id"]], "list")
	ada.request("GET", "/v1/webhooks", headers={"If-None-Match": listed.headers["ETag"]}, status=304)
	equal(eve.get("/v1/webhooks").json["webhooks"], [], "of a stranger")
	for method, tail, body in (("GET", "", None), ("PATCH", "", {"when": "all"}), ("DELETE", "", None), ("POST", "/test", None),
			("POST", "/secret", None), ("GET", "/deliveries", None), ("POST", "/deliveries/1/redeliver", None)):
		equal(eve.request(method, path + tail, body).status, 404, method + tail)
	assert "sesame" not in d.log and made["secret"] not in d.log


def test_changed(d):
	ada = d.client().player("Ada")
	path = "/v1/webhooks/" + make(ada, url="https://discord.example.org/api/webhooks/1/sesame", format="discord")["id"]
	equal(ada.get(path).json["url"], "https://discord.example.org/...", "what is secret in the address")
	changed = ada.request("PATCH", path, {"state": "disabled", "when": "all", "events": ["message-posted"]}, status=200).json
	equal((changed["state"], changed["when"], changed["events"]), ("disabled", "all", ["message-posted"]), "changed")
	assert changed["reason"], changed
	equal(ada.request("PATCH", path, {"state": "active"}, status=200).json["reason"], None, "reason")
	ada.request("DELETE", path, status=204)
	ada.get(path, 404)


def test_rotated(d):
	ada = d.client().player("Ada")
	made = make(ada)
	path = "/v1/webhooks/" + made["id"] + "/secret"
	key = {"Idempotency-Key": "rotate-it-once-" + made["id"]}
	one = ada.post(path, {"overlap": "PT12H"}, 200, headers=key).json
	assert one["secret"] != made["secret"] and one["old_secret_until"], one
	equal(ada.post(path, {"overlap": "PT12H"}, 200, headers=key).json["secret"], one["secret"], "the same answer again")
	two = ada.post(path, {"overlap": "PT0S"}, 200).json
	assert two["secret"] != one["secret"] and two["old_secret_until"] is None, two


def test_by_hand():
	"""A test is queued at once; of each webhook one at a time."""
	# A receiver that takes connections and never answers: the first one is under way all the time.
	with socket.create_server(("127.0.0.1", 0)) as silent, Daemon("--webhook-http", "yes", "--webhook-allow", "loopback") as d:
		ada = d.client().player("Ada")
		made = make(ada, url=f"http://127.0.0.1:{silent.getsockname()[1]}/hook")
		path = "/v1/webhooks/" + made["id"]
		message = ada.post(path + "/test", None, 202).json["message"]
		assert message.startswith("msg_test_") and message.endswith(made["id"]), message
		equal(ada.post(path + "/test", None, 409).code, "limit-reached", "a second one")


def test_limits(d):
	ada = d.client().player("Ada")
	for _ in range(20):
		make(ada)
	equal(ada.post("/v1/webhooks", HOOK, 409).code, "limit-reached", "21st")
	over = ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, 201).json["id"]
	bob = d.client().player("Bob")
	make(bob, game=over)
	ada.post(f"/v1/games/{over}/abort", {}, 200)
	equal(bob.post("/v1/webhooks", {**HOOK, "game": over}, 409).code, "game-over", "nothing more to tell")
	bob.post("/v1/webhooks", {**HOOK, "game": "00000000"}, 404)
	refused = bob.post("/v1/webhooks", {**HOOK, "managed": True}, 403)
	equal((refused.code, refused.json["scope"]), ("insufficient-scope", "manage"), "managed")
