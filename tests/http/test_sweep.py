"""Every operation, and every error that it has in common with all others.

What an operation may answer is read from the description: wherever it says 406, a type
is asked for that nobody serves; and so on.  A status that the description promises
and that does not come fails here, with the request.
"""
from client import Table
from harness import equal, the_checker



class Place:
	"""Somebody who may do it, and something to do it with."""

	def __init__(self, d):
		c = d.client()
		self.table = Table(c, seats=2, seed=1)
		self.turn, self.nobody = self.table.to_move, c
		self.reader = c.as_token(self.turn.post("/v1/me/tokens", {"name": "r", "scopes": ["read"]}, 201).json["token"])
		self.player = c.as_token(self.turn.post("/v1/me/tokens", {"name": "p", "scopes": ["play"]}, 201).json["token"])
		self.admin = c.as_token("mpl_" + "0" * 52)
		self.lobby = self.turn.post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"]
		self.values = {"ruleset": "south-seas", "tileset": "south-seas-reconstructed", "player": self.turn.id, "token": "zzzzzzzzzz",
			"game": self.table.id, "seat": "0", "version": "3", "code": "not-found"}

	def path(self, operation, **other):
		path = operation.path
		values = {**self.values, **other}
		if any(word in path for word in ("/seats", "/start", "/abort")) and "game" not in other:
			values["game"] = self.lobby
		for name, value in values.items():
			path = path.replace("{" + name + "}", value)
		return path


def send(who, operation, path, body=None, headers=None):
	takes = "requestBody" in operation.node
	if body is None and takes and operation.node["requestBody"].get("required", True):
		body = {}
	return who.request(operation.method, path, body, headers=headers)


def sweep(d, status, make):
	"""`make(place, operation)` sends what must bring about `status`, or returns None where it cannot."""
	place, wrong, hit = Place(d), [], 0
	for operation in the_checker().operations:
		if str(status) not in operation.responses:
			continue
		reply = make(place, operation)
		if reply is None:
			continue
		hit += 1
		if reply.status != status:
			wrong.append(f"{operation.name}: wanted {status}, got {reply.status} {reply.body[:160]!r}")
	assert hit, f"{status} is documented nowhere"
	assert not wrong, "\n".join(wrong)
	equal(place.table.refresh()["version"], place.table.view["version"], "a refused request changed the game")


def test_400(d):
	sweep(d, 400, lambda p, o: send(p.turn, o, p.path(o) + "?surprise=1"))


def test_401(d):
	sweep(d, 401, lambda p, o: send(p.admin, o, p.path(o)))


def test_403(d):
	"""A token without the scope; what needs none is done as somebody who has no seat."""
	def make(p, o):
		needed = [scope for one in o.node.get("security", []) for scopes in one.values() for scope in scopes]
		if needed == ["play"]:
			return send(p.reader, o, p.path(o))
		return None
	sweep(d, 403, make)


def test_404(d):
	unknown = {"game": "zzzzzzzz", "player": "zzzzzzzzzz", "token": "zzzzzzzzzz", "ruleset": "chess", "tileset": "none", "code": "none"}

	def make(p, o):
		body = None
		if o.path.endswith("/actions"):
			body = {"type": "draw"}
		if o.path.endswith("/place"):
			body = {"x": 1, "y": 1, "rotation": 0}
		return send(p.turn, o, p.path(o, **unknown), body)
	sweep(d, 404, make)


def test_406(d):
	sweep(d, 406, lambda p, o: send(p.turn, o, p.path(o), headers={"Accept": "image/png"}))


def test_413(d):
	"""Said by the head alone, before the body comes."""
	sweep(d, 413, lambda p, o: p.turn.announce(o.method, p.path(o), 10_000_000 if o.path == "/v1/records" else 65537))


def test_415(d):
	sweep(d, 415, lambda p, o: send(p.turn, o, p.path(o), b"{}", {"Content-Type": "text/plain"}))


def test_422(d):
	"""A member that nobody knows; where no body is taken, a key that stands for another request."""
	def make(p, o):
		if "requestBody" in o.node:
			return send(p.turn, o, p.path(o), {"surprise": 1})
		key = {"Idempotency-Key": "used-already"}
		p.turn.request("PATCH", "/v1/me", {"name": "Ada"}, headers=key)
		return send(p.turn, o, p.path(o), headers=key)
	sweep(d, 422, make)


BODIES = {"actions": {"type": "draw"}, "place": {"x": 1, "y": 1, "rotation": 0}, "islander": {"segment": "b"},
	"retrieve": {"x": 0, "y": 0, "segment": "b"}, "choose": {"type": "choose-ship", "ship": "ship01"}, "deliver": {"ship": "ship01", "wares": {}}}


def test_412(d):
	def make(p, o):
		return send(p.turn, o, p.path(o), BODIES.get(o.path.rsplit("/", 1)[1]), {"If-Match": '"9999"'})
	sweep(d, 412, make)


def test_409_of_actions(d):
	"""What is refused in the phase before the draw."""
	def make(p, o):
		verb = o.path.rsplit("/", 1)[1]
		if o.path.startswith("/v1/games/{game}/") and verb in ("place", "islander", "retrieve", "choose", "deliver", "skip", "end-turn", "undo"):
			return send(p.turn, o, p.path(o), BODIES.get(verb))
		return None
	sweep(d, 409, make)


def test_304(d):
	def make(p, o):
		version = str(p.table.view["version"])
		return send(p.turn, o, p.path(o, version=version), headers={"If-None-Match": "*"})
	sweep(d, 304, make)
