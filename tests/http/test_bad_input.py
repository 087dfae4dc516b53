"""The table of bad_requests.py: each row refused with a clear body, and nothing changed."""
import json
import time

from bad_requests import JSON, ROWS
from client import Table, bare
from harness import Daemon, equal


def to_phase(d, phase, players, seed=0, test=None, ruleset="south-seas", **options):
	"""A game in that phase whose seat on turn is players[0]'s."""
	for n in range(seed, seed + 60):
		t = Table(d.client(check=False), players=players, seed=n, seats=2, ruleset=ruleset,
			options={"auto_end_turn": False, **options})
		t.play("actions", until=lambda t: t.phase == phase and t.to_move is players[0] and (not test or test(t)))
		if not t.over:
			return t
	raise AssertionError(f"no game comes to phase {phase}")


def can_deliver(t):
	return any(m["type"] == "deliver" for m in t.legal())


def occupied_segment(t):
	"""A segment of the tile just placed whose feature holds an islander."""
	tile = t.view["board"]["tiles"][-1]
	free = {m["segment"] for m in t.legal() if m["type"] == "islander"}
	if not t.view["seats"][t.view["turn"]["seat"]]["supply"]["islanders"]:
		return None
	return next((s for s in t.segments(tile["kind"]) if s not in free), None)


def free_segment(t):
	"""A segment of the tile just placed that takes a meeple."""
	return next((m["segment"] for m in t.legal() if "segment" in m), None)


class Stage:
	"""All games and callers that rows speak of."""

	def __init__(self, d):
		c = d.client(check=False)
		turn, other = c.player("Ada"), c.player("Bob")
		pair = [turn, other]
		games = {
			"draw": to_phase(d, "draw", pair), "place": to_phase(d, "place", pair, test=lambda t: t.view["turn"]["number"] > 3),
			"fresh": to_phase(d, "place", pair, test=lambda t: t.view["turn"]["number"] == 1),
			"piece": to_phase(d, "piece", pair, test=lambda t: t.view["turn"]["number"] > 3),
			"deliver": to_phase(d, "deliver", pair, test=can_deliver),
			"occupied": to_phase(d, "piece", pair, 40, test=occupied_segment),
			"sw_place": to_phase(d, "place", pair, ruleset="star-wars"),
			"sw_piece": to_phase(d, "piece", pair, ruleset="star-wars", test=free_segment),
			"sw_battle": to_phase(d, "battle", pair, ruleset="star-wars", auto_battle=False),
			"over": Table(c, players=pair, seats=2), "private": Table(c, players=pair, seats=2, visibility="private"),
		}
		games["over"].to_move.post(games["over"].path + "/resign", {})
		self.tables = games
		self.names = {name: t.id for name, t in games.items()}
		self.names["lobby"] = turn.post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"]
		self.names["teams"] = turn.post("/v1/games", {"ruleset": "star-wars", "options": {"teams": True}}, 201).json["id"]
		self.fill(games)
		self.callers = {"turn": turn, "other": other, "stranger": c.player("Eve"), "nobody": c}
		bot = c.player("Bot")
		manager = c.as_token(bot.post("/v1/me/tokens", {"name": "chat", "scopes": ["manage"]}, 201).json["token"])
		self.callers["manager"] = manager
		self.names["managed"] = manager.post("/v1/players", {"name": "Alice"}, 201).json["id"]
		soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3))
		for name, more in (("reader", {}), ("revoked", {}), ("expired", {"expires_at": soon})):
			made = turn.post("/v1/me/tokens", {"name": name, "scopes": ["read"], **more}, 201).json
			self.callers[name] = turn.as_token(made["token"])
			if name == "revoked":
				turn.request("DELETE", "/v1/me/tokens/" + made["id"], status=204)
		time.sleep(3.1)
		# From here on every exchange is checked.
		for caller in self.callers.values():
			caller.checker = d.client().checker

	def fill(self, games):
		t = games["deliver"]
		good = bare(next(m for m in t.legal() if m["type"] == "deliver"))
		paid = next(k for k, v in good["wares"].items() if v)
		face_up = {s["id"] for s in t.view["ships"]["face_up"]}
		self.values = {"{ship}": good["ship"], "{more}": {**good["wares"], paid: good["wares"][paid] + 1},
			"{less}": {**good["wares"], paid: good["wares"][paid] - 1},
			"{hidden}": next(f"ship{i:02}" for i in range(1, 25) if f"ship{i:02}" not in face_up),
			"{occupied}": occupied_segment(games["occupied"]),
			"{segment}": games["piece"].segments(games["piece"].view["board"]["tiles"][-1]["kind"])[0]}
		self.values["{free}"] = free_segment(games["sw_piece"])
		self.names["number"] = str(games["place"].view["turn"]["seat"])

	def path(self, path):
		for name, value in self.names.items():
			path = path.replace("{" + name + "}", value)
		return path

	def body(self, body):
		if isinstance(body, dict):
			return {k: self.values.get(v, v) if isinstance(v, str) else v for k, v in body.items()}
		return body

	def state(self):
		"""Everything of all games that could have changed."""
		reader = self.callers["turn"]
		out = []
		for name in sorted(self.names):
			if name not in ("number", "managed"):
				out.append(reader.request("GET", "/v1/games/" + self.names[name], check=False).body)
		return out


def helpful(problem, status):
	assert len(problem["detail"]) >= 10, problem
	if problem["code"] == "invalid-fields":
		assert problem["errors"], problem
		for e in problem["errors"]:
			assert e["pointer"] == "" or e["pointer"].startswith("/"), problem
			assert len(e["detail"]) > 5, problem


def test_table():
	assert len(ROWS) >= 300, len(ROWS)
	equal(len({r[0] for r in ROWS}), len(ROWS), "names of rows")
	wrong = []
	with Daemon() as d:
		stage = Stage(d)
		before = stage.state()
		for name, who, method, path, headers, body, status, code in ROWS:
			try:
				reply = stage.callers[who].request(method, stage.path(path), stage.body(body),
					headers={k: v and stage.path(v) for k, v in headers.items()})
				assert 400 <= reply.status < 500, f"answered {reply}"
				assert status in (None, reply.status), f"wanted {status}, got {reply}"
				assert code in (None, reply.code), f"wanted {code}, got {reply}"
				helpful(reply.json, reply.status)
			except Exception as e:
				wrong.append(f"{name}: {e}")
			if ROWS.index((name, who, method, path, headers, body, status, code)) % 25 == 0:
				now = stage.state()
				if now != before:
					wrong.append(f"{name} or one of the 25 rows before it changed a game")
					before = now
		if stage.state() != before:
			wrong.append("the last rows changed a game")
	assert not wrong, f"{len(wrong)} of {len(ROWS)} rows:\n" + "\n".join(wrong[:60])


def test_numbers_that_are_good(d):
	"""-0, 1e0 and 1.0 are whole numbers however they are written; what is taken is taken rightly."""
	t = Table(d.client(), seats=2, options={"first_seat": 0}, seed=1)
	t.act({"type": "draw"})
	move = bare(next(m for m in t.legal()))
	for x, y in (("-0", "0"), ("0e0", "-0"), ("0.0", "0")):
		text = '{"type":"place","x":%s,"y":%s,"rotation":%d}' % (x, y, move["rotation"])
		reply = t.to_move.post(t.path + "/actions", text.encode(), None, headers=JSON)
		assert reply.status in (409, 422), reply		# the start tile lies there, or the form is refused
		assert reply.code in ("illegal-placement", "invalid-fields"), reply
	equal(t.refresh()["turn"]["phase"], "place", "nothing was placed")


def test_many_faults_at_once(d):
	"""All that is wrong is said in one answer."""
	t = Table(d.client(), seats=2)
	reply = t.act({"type": "place", "x": "a", "y": 1.5, "rotation": 45, "zzz": 1}, status=422)
	pointers = {e["pointer"] for e in reply.json["errors"]}
	equal(pointers, {"/x", "/y", "/rotation", "/zzz"}, "pointers")


def test_names_need_escapes(d):
	"""JSON pointers escape ~ and /."""
	t = Table(d.client(), seats=2)
	reply = t.act({"type": "draw", "a/b~c": 1}, status=422)
	equal([e["pointer"] for e in reply.json["errors"]], ["/a~1b~0c"], "RFC 6901")


def test_echo_is_escaped(d):
	"""What a caller sent comes back, if at all, as proper JSON and never as markup."""
	reply = d.client().get("/v1/%3Cscript%3Ealert(1)%3C%2Fscript%3E", 404)
	assert json.loads(reply.body)
	page = d.client().request("GET", "/v1/%3Cscript%3E", headers={"Accept": "text/html"})
	assert b"<script>" not in page.body, page
