"""What every operation must refuse in the same way, whatever it does: one loop over all of openapi.yaml."""
import http.client
import re
import time
from concurrent.futures import ThreadPoolExecutor

from client import Table
from harness import Daemon, equal, meepled, the_checker

CHANGES = {"POST", "PUT", "PATCH", "DELETE"}
PAGES = ("/", "/games/{game}")
BODY_MAX, RECORD_MAX = 65536, 4 * 1024 * 1024


class Stage:
	"""Paths to things that are there, callers of every kind."""

	def __init__(self, d):
		self.admin = d.administrator()
		self.client = d.client()
		table = Table(self.client, seats=2, seed=1, clock={"per_turn": "P1D"})
		self.ada = table.players[0]
		lobby = self.ada.post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"]
		made = self.ada.post("/v1/me/tokens", {"name": "r", "scopes": ["read"]}, 201).json
		self.reader = self.ada.as_token(made["token"])
		bot = self.client.player("Bot")
		self.manager = bot.as_token(bot.post("/v1/me/tokens", {"name": "m", "scopes": ["read", "play", "manage"]}, 201).json["token"])
		self.managed = self.manager.post("/v1/players", {"name": "Alice"}, 201).json["id"]
		other = Table(self.client, ruleset="star-wars", players=table.players)
		# Which game has a verb that not every game has.
		self.verbs = {"meeple": other.id, "battle": other.id}
		self.fill = {"game": table.id, "lobby": lobby, "player": self.ada.id, "token": made["id"], "seat": "0", "version": "1", "manager": "0000000000",
			"ruleset": "south-seas", "tileset": "south-seas-reconstructed", "code": "not-found", "file": "app.js", "vendored": "README.txt", "message": "1", "n": "1"}
		self.fill["invite"] = self.ada.post(f"/v1/games/{lobby}/invites", {"seat": 2}, 201).json["id"]
		self.fill["webhook"] = self.ada.post("/v1/webhooks", {"url": "https://example.org/hook"}, 201).json["id"]

	def path(self, operation, **more):
		fill = {**self.fill, **({"player": self.managed} if self.scope(operation) == "manage" else {}), **more}
		if "/vendor/" in operation.path:
			fill["file"] = more.get("file", fill["vendored"])
		if re.search(r"^/v1/games.*/(seats|start|abort|invites)\b", operation.path):
			fill["game"] = more.get("game", fill["lobby"])
		else:
			fill["game"] = more.get("game", self.verbs.get(operation.path.split("/")[-1], fill["game"]))
		return re.sub(r"\{(\w+)\}", lambda m: fill[m[1]], operation.path)

	def scope(self, operation):
		"""What a token needs that the operation cannot do without; None where it can."""
		security = operation.node["security"]
		return None if {} in security else security[0]["token"][0]

	def caller(self, operation):
		return {None: self.client, "manage": self.manager, "admin": self.admin}.get(self.scope(operation), self.ada)

	def send(self, operation, status, path=None, who=None, body=None, headers=None):
		who = who or self.caller(operation)
		if body is None and operation.node.get("requestBody", {}).get("required"):
			body = {}
		return who.request(operation.method, path or self.path(operation), body, headers, status)


def each(d, status):
	stage = Stage(d)
	for operation in the_checker().operations:
		if str(status) in operation.responses:
			yield stage, operation


def test_unknown_parameters(d):
	for stage, o in each(d, 400):
		# Pages take any parameter.
		reply = stage.send(o, 400, stage.path(o) + ("?%ff=1" if o.path in PAGES else "?surprise=1"))
		equal(reply.code, "bad-request", o.name)


def test_bad_tokens(d):
	for stage, o in each(d, 401):
		reply = stage.send(o, 401, headers={"Authorization": "Bearer mpl_" + "0" * 52})
		equal(reply.code, "invalid-token", o.name)


def test_no_token(d):
	for stage, o in each(d, 401):
		if {} not in o.node["security"]:
			equal(stage.send(o, 401, who=stage.client).code, "unauthorized", o.name)


def test_too_little_scope(d):
	for stage, o in each(d, 403):
		if stage.scope(o) in ("play", "manage"):
			reply = stage.send(o, 403, who=stage.reader)
			equal((reply.code, reply.json["scope"]), ("insufficient-scope", stage.scope(o)), o.name)


def test_administrators_token_has_no_player():
	with Daemon() as d:
		d.stop()
		_, out = meepled("token", "create", "--data", d.folder, "--name", "root", "--scope", "admin")
		d.start()
		admin = d.client(re.search("mpl_[0-9a-z]+", out)[0])
		for o in the_checker().operations:
			if {} not in o.node["security"] and {"token": ["admin"]} not in o.node["security"]:
				path = re.sub(r"\{\w+\}", "1", o.path)
				body = {} if o.node.get("requestBody", {}).get("required") else None
				equal(admin.request(o.method, path, body, status=403).code, "forbidden", o.name)


def test_nothing_there(d):
	gone = {"game": "00000000", "player": "0000000000", "token": "0000000000", "ruleset": "chess", "tileset": "chess",
		"code": "none-such", "file": "none.js", "webhook": "0000000000", "invite": "0000000000", "message": "999", "manager": "0000000000"}
	for stage, o in each(d, 404):
		body = None
		if o.path.endswith("/actions"):
			body = {"type": "draw"}
		if "/admin/" in o.path and o.method == "POST":
			body = {"reason": "a test", **({"seat": 0} if o.path.endswith("timeout") else {})}
		if o.name == "POST /v1/webhooks":
			body = {"url": "https://example.org/", "game": "00000000"}
		reply = stage.send(o, 404, stage.path(o, **gone), body=body)
		if o.path in PAGES:
			equal(reply.media, "text/html", o.name)
		else:
			equal(reply.code, "not-found", o.name)


def test_not_acceptable(d):
	for stage, o in each(d, 406):
		equal(stage.send(o, 406, headers={"Accept": "application/x-nothing"}).code, "not-acceptable", o.name)


def test_stale_version(d):
	for stage, o in each(d, 412):
		who = stage.ada
		if o.name == "POST /v1/games/{game}/seats":
			who = stage.client.player("Bob")
		bodies = {"actions": {"type": "draw"}, "place": {"x": 1, "y": 0, "rotation": 0}, "islander": {"segment": "b"},
			"meeple": {"segment": "r"}, "retrieve": {"x": 0, "y": 0, "segment": "b"}, "choose": {"type": "choose-ship", "ship": "ship01"},
			"deliver": {"ship": "ship01", "wares": {}}, "pause": {"agree": True}, "messages": {"text": "hello"}}
		reply = stage.send(o, 412, who=who, body=bodies.get(o.path.split("/")[-1]), headers={"If-Match": '"999"'})
		equal(reply.code, "stale-version", o.name)


def test_too_large(d):
	for stage, o in each(d, 413):
		size = RECORD_MAX if o.path == "/v1/records" else BODY_MAX
		body = b'{"a":"' + b"x" * (size - 7) + b'"}'
		equal(len(body), size + 1, "one byte too many")
		equal(stage.send(o, 413, body=body).code, "too-large", o.name)


def test_other_types(d):
	for stage, o in each(d, 415):
		for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1", None):
			equal(stage.send(o, 415, body=b"{}", headers={"Content-Type": kind}).code, "unsupported-type", o.name)


def test_key_of_another_request(d):
	for stage, o in each(d, 422):
		key = {"Idempotency-Key": "one-key-for-everything"}
		first = {"method": "PATCH", "path": "/v1/me", "body": {"name": "Ada"}}
		if stage.caller(o) is stage.client:
			first = {"method": "POST", "path": "/v1/players", "body": {"name": "Ada"}}
		if stage.caller(o) is stage.admin:
			first = {"method": "PATCH", "path": "/v1/admin/settings", "body": {"registration": "open", "reason": "a test"}}
		stage.caller(o).request(**first, headers=key)
		if o.method in CHANGES and o.method + o.path != first["method"] + first["path"]:
			equal(stage.send(o, 422, headers=key).code, "key-reused", o.name)


def test_not_modified(d):
	for stage, o in each(d, 304):
		if o.path.startswith("/v1/me"):
			stage.caller(o).get("/v1/me")		# so that the token's last use is noted
		if o.path.startswith("/v1/admin"):
			stage.ada.get("/v1/me")
			stage.admin.get("/v1/admin/tokens")
		tag = stage.caller(o).get(stage.path(o)).headers["ETag"]
		reply = stage.send(o, 304, headers={"If-None-Match": tag})
		equal((reply.body, reply.headers["ETag"]), (b"", tag), o.name)


def test_too_many_requests():
	"""Once nothing is left, every operation refuses a caller, before it looks at anything."""
	with Daemon() as d:
		stage = Stage(d)
		d.stop()
		d.flags = ("--rate-requests", "1", "--rate-hold", "0")
		d.start()
		guest = d.client()
		for o in the_checker().operations:
			if "429" in o.responses:
				guest.request("OPTIONS", "/v1")		# the one unit of a minute, if it has come back
				reply = guest.request(o.method, stage.path(o), b"{", status=429)
				equal((reply.code, reply.json["policy"]), ("too-many-requests", "default"), o.name)
		for path in ("/livez", "/readyz"):
			guest.get(path)


def ask_from(d, source):
	"""A request from that address of this machine: status and seconds."""
	connection = http.client.HTTPConnection(*d.address, timeout=20, source_address=(source, 0))
	began = time.monotonic()
	connection.request("GET", "/v1")
	reply = connection.getresponse()
	reply.read()
	connection.close()
	return reply.status, time.monotonic() - began


def test_refusals_come_late():
	"""Who asks too often waits to be told, nobody else does; stopping ends the wait."""
	with Daemon("--rate-requests", "1", "--rate-hold", "1000") as d:
		equal(ask_from(d, "127.0.0.2")[0], 200, "the first")
		refused, slow = ask_from(d, "127.0.0.2")
		other, quick = ask_from(d, "127.0.0.3")
		equal((refused, other), (429, 200), "both")
		assert 1 <= slow < 4 and quick < slow, (slow, quick)
		with ThreadPoolExecutor(8) as pool:
			asked = [pool.submit(ask_from, d, "127.0.0.2") for _ in range(8)]
			equal({one.result()[0] for one in asked}, {429}, "side by side")
	with Daemon("--rate-requests", "1", "--rate-hold", "10000") as d:
		equal(ask_from(d, "127.0.0.2")[0], 200, "the first")
		with ThreadPoolExecutor(1) as pool:
			asked = pool.submit(ask_from, d, "127.0.0.2")
			time.sleep(0.5)
			equal(d.stop(), 0, "exit status")
			status, took = asked.result()
		assert status == 429 and took < 9, (status, took)
