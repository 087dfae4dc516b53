"""kill -9 under load: what was answered is there exactly once, and nothing is stuck."""
import json
import os
import random
import selectors
import socket
import tempfile
import threading
import time
import uuid

from client import Table, bare
from harness import Daemon, equal, heavy, meepled

GAMES = 200


class Sender:
	"""Sends prepared requests on a connection each, all at once, and collects answers."""

	def __init__(self, address, requests):
		self.selector = selectors.DefaultSelector()
		self.answers = {}
		self.open = 0
		for key, data in requests.items():
			try:
				s = socket.create_connection(address)
				s.sendall(data)
			except ConnectionError:
				continue		# killed already: no answer will come
			s.setblocking(False)
			self.selector.register(s, selectors.EVENT_READ, (key, bytearray()))
			self.open += 1

	def collect(self, seconds):
		end = time.monotonic() + seconds
		while self.open and time.monotonic() < end:
			for found, _ in self.selector.select(max(0, end - time.monotonic())):
				key, data = found.data
				try:
					more = found.fileobj.recv(262144)
				except (ConnectionResetError, BlockingIOError):
					more = b""
				data += more
				if not more or self.whole(data):
					if self.whole(data):
						self.answers[key] = bytes(data)
					self.selector.unregister(found.fileobj)
					found.fileobj.close()
					self.open -= 1

	@staticmethod
	def whole(data):
		head, end, body = bytes(data).partition(b"\r\n\r\n")
		if not end:
			return False
		for line in head.split(b"\r\n"):
			if line.lower().startswith(b"content-length:"):
				return len(body) >= int(line.split(b":")[1])
		return False

	def close(self):
		for found in list(self.selector.get_map().values()):
			found.fileobj.close()
		self.selector.close()


def split(answer):
	head, _, body = answer.partition(b"\r\n\r\n")
	return int(head.split(b" ")[1]), body


def request(path, token, key, body):
	data = json.dumps(body).encode()
	return (f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n"
		f"Prefer: return=minimal\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n").encode() + data


class Game:
	"""What the callers know of one game."""

	def __init__(self, table):
		self.path, self.id = table.path, table.id
		self.tokens = [s.token for s in table.seats]
		self.acknowledged = []		# events, as answered
		self.over = False

	def plan(self, d, chance):
		"""The next move as a request, or None when the game is over."""
		view = d.client(check=False).get(self.path).json
		if view["status"] != "active":
			self.over = True
			return None
		token = self.tokens[view["waiting_for"][0]]
		legal = d.reader.as_token(token)
		legal.connection = d.reader.connection
		moves = legal.get(self.path + "/legal").json["moves"]
		assert moves, f"{self.id} is stuck: {view['turn']}"
		d.reader.connection = legal.connection
		key = str(uuid.UUID(int=chance.getrandbits(128)))
		return key, request(self.path + "/actions", token, key, bare(chance.choice(moves)))


def crash_round(d, games, chance, after):
	"""One batch of moves, killed in the middle; then everything is asked for again."""
	d.reader = d.client(check=False)
	plans, owner = {}, {}
	for g in games:
		planned = None if g.over else g.plan(d, chance)
		if planned:
			plans[planned[0]] = planned[1]
			owner[planned[0]] = g
	early = Sender(d.address, plans)
	early.collect(after)
	d.kill()
	early.collect(0.3)
	early.close()
	d.start()
	# The same requests with the same keys: acknowledged or not, one effect and one answer.
	late = Sender(d.address, plans)
	late.collect(30)
	late.close()
	equal(len(late.answers), len(plans), "every request is answered after the crash")
	for key, answer in late.answers.items():
		status, body = split(answer)
		equal(status, 200, body[:200])
		if key in early.answers:
			equal(split(early.answers[key])[1], body, "the answer before and after the crash")
		owner[key].acknowledged += json.loads(body)["events"]
	return len(early.answers), len(plans)


def check(d, g):
	"""Every acknowledged event is in the log once, and nothing else is."""
	c, log, after = d.client(), [], 0
	while True:
		page = c.get(f"{g.path}/events?after={after}").json["events"]
		if not page:
			break
		log += page
		after = page[-1]["seq"]
	equal([e["seq"] for e in log], list(range(1, len(log) + 1)), f"{g.id}: numbers")
	own = log[next(i for i, e in enumerate(log) if e["type"] == "turn-started") + 1:]
	seen, unique = set(), []
	for e in g.acknowledged:
		if e["seq"] not in seen:
			seen.add(e["seq"])
			unique.append(e)
	equal(own, unique, f"{g.id}: acknowledged and kept")


def test_kill_under_load():
	rounds = 20
	chance = random.Random(2024)
	with Daemon() as d:
		players = [d.client(check=False).player(f"P{i}") for i in range(20)]
		games = []
		for i in range(GAMES):
			pair = chance.sample(players, 2)
			games.append(Game(Table(d.client(check=False), players=pair)))
		before = during = 0
		for n in range(rounds):
			# Most kills fall between the first and the last answer.
			answered, sent = crash_round(d, games, chance, chance.uniform(0.001, 0.06))
			before += answered
			during += sent - answered
		assert before > rounds and during > rounds, f"{before} answered before, {during} after: kills came at the wrong time"
		for g in games:
			check(d, g)
		for g in games:
			if d.client(check=False).get(g.path).json["status"] == "active":
				d.client(g.tokens[1], check=False).post(g.path + "/resign", {})
		check_records(d, games)


def check_records(d, games):
	"""The records of these games, which are over, are good."""
	names = []
	with tempfile.TemporaryDirectory() as folder:
		for g in games:
			names.append(os.path.join(folder, g.id))
			with open(names[-1], "wb") as f:
				f.write(d.client(check=False).get(g.path + "/record").body)
		code, out = meepled("verify", *names)
		equal(code, 0, out[-2000:])


def to_battle(t, chance):
	"""Play on, as quarrelsome as can be, until a battle waits to be fought; whether one does."""
	while not t.over and t.phase != "battle":
		legal = t.to_move.get(t.path + "/legal").json
		moves = legal["moves"]
		wanted = legal["odds"] or [m for m in moves if m["type"] == "meeple"] or moves
		t.act({"move_id": chance.choice(wanted)["move_id"]}, headers={"Prefer": "return=minimal"})
		t.refresh()
	return not t.over


def battles_of(d, t):
	return [e for e in d.client(check=False).get(t.path + "/events?limit=1000").json["events"] if e["type"] == "battle-fought"]


def battle_round(d, tables, chance, after):
	"""
	Every game stands before a battle; it is asked for twice with one key, and the daemon is killed.
	Afterwards it has been fought once or not at all; asked for again, once, with the throws that were answered.
	"""
	plans, before = {}, {}
	for t in tables:
		key = str(uuid.UUID(int=chance.getrandbits(128)))
		data = request(t.path + "/battle", t.to_move.token, key, {})
		plans[t.id, 0] = plans[t.id, 1] = data
		before[t.id] = battles_of(d, t)
	# The first battles are fought while the last are still being asked for.
	killer = threading.Timer(after, d.process.kill)
	killer.start()
	early = Sender(d.address, plans)
	killer.join()
	early.collect(0.2)
	early.close()
	d.kill()
	d.start()
	kept = {t.id: battles_of(d, t) for t in tables}
	late = Sender(d.address, plans)
	late.collect(30)
	late.close()
	equal(len(late.answers), len(plans), "every request is answered after the crash")
	lost = 0
	for t in tables:
		told = [split(answers[t.id, i]) for answers in (early.answers, late.answers) for i in (0, 1) if (t.id, i) in answers]
		equal({(status, body) for status, body in told}, {(200, told[0][1])}, f"{t.id}: one answer, before and after the crash")
		fought = [e for e in json.loads(told[0][1])["events"] if e["type"] == "battle-fought"]
		equal(len(fought), 1, f"{t.id}: one battle by one request")
		after_crash = kept[t.id][len(before[t.id]):]
		assert after_crash in ([], fought), f"{t.id}: fought once or not at all: {after_crash}"
		assert after_crash or len(told) == 2, f"{t.id}: a battle was answered, and is lost"
		equal(battles_of(d, t), before[t.id] + fought, f"{t.id}: in the log once, with the throws that were answered")
		lost += not after_crash
	return len(early.answers), lost


def test_kill_in_battles():
	chance = random.Random(31)
	with Daemon() as d:
		client = d.client(check=False)
		players = [client.player(f"P{i}") for i in range(12)]
		tables = [Table(client, ruleset="star-wars", seats=3, seed=i, players=chance.sample(players, 3), options={"auto_battle": False})
			for i in range(40 if heavy else 16)]
		answered = lost = fought = rounds = 0
		after = 0.004
		while rounds < (24 if heavy else 6) or (rounds < 30 and (answered < 3 or lost < 3)):
			waiting = [t for t in tables if to_battle(t, chance)]
			now, gone = battle_round(d, waiting, chance, after * chance.uniform(0.7, 1.4))
			# Kills are to come in the middle, whether the machine is fast or slow.
			after = min(0.5, after * 2) if now == 0 else max(0.0003, after / 2) if gone == 0 else after
			answered, lost, fought = answered + now, lost + gone, fought + len(waiting)
			rounds += 1
			for who in players:		# it listens on another port now
				who.close()
				who.address = d.address
			for t in tables:
				t.refresh()
		assert answered > 2 and lost > 2, f"of {fought} battles {lost} were lost, {answered} answers came: kills at the wrong time"
		for t in tables:
			while not t.over:
				t.to_move.post(t.path + "/resign", {})
				t.refresh()
		check_records(d, tables)


def test_kill_while_claiming_seats():
	"""A crash while a game fills and starts leaves it startable or started, never between."""
	chance = random.Random(7)
	with Daemon() as d:
		for _ in range(10 if heavy else 4):
			c = d.client(check=False)
			ada = c.player("Ada")
			callers = [c.player(f"P{i}") for i in range(8)]
			games = [ada.post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"] for _ in range(4)]
			requests = {}
			for i, p in enumerate(callers):
				for g in games:
					key = f"{g}-{i}"
					requests[key] = (f"POST /v1/games/{g}/seats HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {p.token}\r\n"
						f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}").encode()
			early = Sender(d.address, requests)
			early.collect(chance.uniform(0.0005, 0.02))
			d.kill()
			early.collect(0.2)
			early.close()
			d.start()
			late = Sender(d.address, requests)
			late.collect(20)
			late.close()
			equal(len(late.answers), len(requests), "answers")
			for key, answer in early.answers.items():
				equal(split(late.answers[key])[0], split(answer)[0], "the same answer")
			for g in games:
				took = [k for k, a in late.answers.items() if k.startswith(g) and split(a)[0] == 201]
				equal(len(took), 2, "exactly as many as there are seats")
				view = d.client().get("/v1/games/" + g).json
				equal((view["status"], len(view["seats"])), ("active", 3), "started")
