"""A small HTTP client that checks every exchange, and a table of random players.

	client = Client(daemon.address, checker)
	ada = client.player("Ada")
	table = Table(client, seats=3)
	table.play()
"""
import http.client
import json
import random
import socket


class Reply:
	def __init__(self, status, headers, body, sent):
		self.status, self.headers, self.body, self.sent = status, headers, body, sent
		self.media = (headers.get("Content-Type") or "").split(";")[0].strip()
		self._json = None

	@property
	def json(self):
		if self._json is None:
			self._json = json.loads(self.body)
		return self._json

	@property
	def code(self):
		return self.json.get("code")

	@property
	def text(self):
		return self.body.decode()

	def __repr__(self):
		return f"<{self.status} {self.body[:400]!r}>"


class Client:
	"""One caller on one kept connection; for one thread."""

	def __init__(self, address, checker=None, token=None, log=None, timeout=20):
		self.address, self.checker, self.token = address, checker, token
		self.log = log			# called with (method, path, reply)
		self.timeout = timeout
		self.connection = None
		self.id = None

	def as_token(self, token):
		return Client(self.address, self.checker, token, self.log, self.timeout)

	def close(self):
		if self.connection:
			self.connection.close()
		self.connection = None

	def exchange(self, method, path, body, headers):
		fresh = self.connection is None
		if fresh:
			self.connection = http.client.HTTPConnection(*self.address, timeout=self.timeout)
		try:
			self.connection.request(method, path, body=body, headers=headers)
			response = self.connection.getresponse()
			return response, response.read()
		except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
			self.close()
			if fresh:
				raise
			return self.exchange(method, path, body, headers)	# it was closed while idle
		except (OSError, http.client.HTTPException):
			self.close()
			raise

	def request(self, method, path, body=None, headers=None, status=None, check=True):
		"""`body`: bytes as they are, anything else as JSON.  `status`: asserted."""
		sent = {}
		if self.token:
			sent["Authorization"] = "Bearer " + self.token
		if body is not None and not isinstance(body, bytes):
			body = json.dumps(body).encode()
		if body is not None:
			sent["Content-Type"] = "application/json"
		sent.update(headers or {})
		sent = {k: v for k, v in sent.items() if v is not None}
		response, data = self.exchange(method, path, body, sent)
		reply = Reply(response.status, response.headers, data, sent)
		if self.checker and check:
			self.checker.check(method, path, body, reply)
		if self.log:
			self.log(method, path, reply)
		if status is not None and reply.status != status:
			raise AssertionError(f"{method} {path} {body and body[:200]!r}: wanted {status}, got {reply}")
		return reply

	def get(self, path, status=200, **more):
		return self.request("GET", path, status=status, **more)

	def post(self, path, body=None, status=200, **more):
		return self.request("POST", path, body, status=status, **more)

	def player(self, name):
		"""A new player's client; its id is in .id."""
		made = self.post("/v1/players", {"name": name}, 201).json
		c = self.as_token(made["token"])
		c.id = made["id"]
		return c


def bare(move):
	"""A listed move as a request body."""
	return {k: v for k, v in move.items() if k != "move_id"}


STYLES = ("move_id", "actions", "alias", "turn")


class Table:
	"""A game with a client for each seat that can play itself to the end."""

	def __init__(self, client, seats=2, options=None, seed=None, client_seeds=None, players=None, **more):
		self.random = random.Random(seed)
		self.anyone = client
		self.players = players or [client.player(f"Player {i}") for i in range(seats)]
		body = {"ruleset": "south-seas", "seats": seats, **more}
		if options:
			body["options"] = options
		seeds = client_seeds or [None] * seats
		if seeds[0] is not None:
			body["client_seed"] = seeds[0]
		self.id = self.players[0].post("/v1/games", body, 201).json["id"]
		self.path = "/v1/games/" + self.id
		for player, own in zip(self.players[1:], seeds[1:]):
			if more.get("visibility") == "private":
				self.players[0].post(self.path + "/invites", {"player": player.id}, 201)
			player.post(self.path + "/seats", {} if own is None else {"client_seed": own}, 201)
		self.view = client.get(self.path).json if more.get("visibility") != "private" else \
			self.players[0].get(self.path).json
		self.seat_of = {s["player"]["id"]: s["seat"] for s in self.view["seats"] if s.get("player")}
		self.seats = sorted(self.players, key=lambda p: self.seat_of[p.id])
		self.reveals_refused = 0

	@property
	def over(self):
		return self.view["status"] != "active"

	@property
	def piece(self):
		"""The action by which a piece is placed."""
		return {"south-seas": "islander"}.get(self.view["ruleset"], "meeple")

	@property
	def phase(self):
		return self.view["turn"]["phase"]

	@property
	def to_move(self):
		"""The client that the game waits for."""
		return self.seats[self.view["waiting_for"][0]]

	@property
	def other(self):
		return next(s for i, s in enumerate(self.seats) if i not in self.view["waiting_for"])

	def legal(self):
		return self.to_move.get(self.path + "/legal").json["moves"]

	def act(self, body, alias=None, status=200, who=None, **more):
		reply = (who or self.to_move).post(self.path + "/" + (alias or "actions"), body, status, **more)
		if reply.status == 200 and reply.media == "application/json" and "game" in reply.json:
			self.view = reply.json["game"]
		return reply

	def refresh(self):
		self.view = self.players[0].get(self.path).json
		return self.view

	def send(self, move, style):
		"""One listed move in one of the ways to send it."""
		if style == "move_id" and "move_id" in move:
			return self.act({"move_id": move["move_id"]})
		body = bare(move)
		if style != "alias":
			return self.act(body)
		kind = body.pop("type")
		alias = {"cover-fish": "choose", "choose-ship": "choose"}.get(kind, kind)
		if alias == "choose":
			body["type"] = kind
		return self.act(body, alias)

	def whole_turn(self, move):
		"""Place and all that follows in one call; without what it turns out to be refused."""
		body = bare(move)
		del body["type"]
		tile = self.view["turn"]["tile"]
		segments = self.segments(tile["kind"])
		if self.random.random() < 0.7:
			segment = self.random.choice(segments)
			body[self.piece] = self.random.choice([segment, {"segment": segment}])
		body["end_turn"] = True
		reply = self.act(body, "place", status=None)
		if reply.status == 200:
			return reply
		assert reply.status == 409, reply
		self.reveals_refused += reply.code == "reveals-first"
		return self.send(move, "actions")

	def segments(self, kind):
		if not hasattr(self, "faces"):
			tileset = self.anyone.get("/v1/tilesets/" + self.view["tileset"]["id"]).json
			self.faces = {k["id"]: [s["id"] for s in k["segments"]] for k in tileset["kinds"]}
		return self.faces[kind]

	def step(self, style=None):
		style = style or self.random.choice(STYLES)
		moves = self.legal()
		assert moves, f"the game waits for {self.view['waiting_for']}, who can do nothing"
		move = self.prefer(moves)
		if style == "turn" and move["type"] == "place":
			return self.whole_turn(move)
		return self.send(move, style)

	def prefer(self, moves):
		"""Random, but deliveries and pieces more often, so that games have all in them."""
		some = [m for m in moves if m["type"] not in ("skip", "end-turn", "retrieve")]
		return self.random.choice(some if some and self.random.random() < 0.8 else moves)

	def play(self, style=None, until=None, steps=2000):
		"""To the end, or until until(table) says so."""
		for _ in range(steps):
			if self.over or (until and until(self)):
				return self
			self.step(style)
		raise AssertionError(f"game {self.id} does not end")

	def play_to(self, phase, **more):
		return self.play(until=lambda t: t.phase == phase, **more)

	def events(self, after=0):
		"""All of them, over as many pages as it takes."""
		out = []
		while True:
			page = self.players[0].get(f"{self.path}/events?after={after}").json
			got = page["events"]
			if not got:
				return out
			out += got
			after = got[-1]["seq"]


def raw(address, data, timeout=10, close=False):
	"""Send bytes as they are; all that comes back until the other side closes."""
	out = b""
	with socket.create_connection(address, timeout=timeout) as s:
		try:
			s.sendall(data)
			if close:
				s.shutdown(socket.SHUT_WR)
		except OSError:
			pass  # the other side closed first; what it said before can still be read
		try:
			while True:
				more = s.recv(65536)
				if not more:
					return out
				out += more
		except (TimeoutError, ConnectionResetError):
			return out
