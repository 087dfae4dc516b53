#!/usr/bin/python3
"""Games whose every event goes to receivers that lose, delay and refuse requests, while the daemon is killed.

	/usr/bin/python3 tests/http/soak_webhooks.py [BINARY] [GAMES] [KILLS]

Afterwards every event of every game has arrived at the webhooks of both its players, in order, each under one id,
signed right, and nothing waits in the outbox any more.  One endpoint says now and then that it is gone (410) and is
switched on again: it alone has gaps, while it was off.  Prints figures: name, value, unit, parted by tabs.
"""
import http.client
import os
import random
import sys
import tempfile
import threading
import time
import uuid

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import harness
from client import bare
from harness import Daemon, equal, eventually, free_port
from receiver import Receiver, make_authority

# 30 % of the requests are lost before or after they were read; and every other way to fail.
FAULTS = {"close-at-once": 0.1, "close-early": 0.1, "close-late": 0.1, "500": 0.05, "half": 0.02, "garbage": 0.02, "302": 0.02,
	"429": 0.002, "late": 0.002}
RETRIES = "0s,5ms,10ms,20ms,40ms" + ",80ms" * 27
ROUNDS_OF_GONE = 3		# how often one endpoint says that it is gone


class Caller:
	"""Asks until there is an answer, with a key, so that kills do no harm."""

	def __init__(self, d, chance):
		self.d, self.chance = d, chance
		self.client = d.client(check=False)

	def request(self, method, path, token=None, body=None, status=200, **headers):
		if method == "POST":
			headers["Idempotency-Key"] = str(uuid.UUID(int=self.chance.getrandbits(128)))
		if token:
			headers["Authorization"] = "Bearer " + token
		end = time.monotonic() + 60
		while True:
			try:
				reply = self.client.request(method, path, body, headers)
				if reply.status != 503:
					break
			except (OSError, http.client.HTTPException):
				pass
			assert time.monotonic() < end, f"no answer: {method} {path}"
			self.client.close()
			time.sleep(0.02)
		assert reply.status == status, f"{method} {path}: {reply}"
		return reply.json


class Soak:
	def __init__(self, d, plain, secure, games, seed=4):
		self.d, self.receivers, self.count, self.seed = d, (plain, secure), games, seed
		self.players, self.games, self.failures = [], [], []
		self.lock, self.started, self.moves = threading.Lock(), 0, 0

	def register(self, players):
		c = Caller(self.d, random.Random(self.seed))
		for i in range(players):
			made = c.request("POST", "/v1/players", body={"name": f"Player {i}"}, status=201)
			receiver = self.receivers[i % 2]
			hook = c.request("POST", "/v1/webhooks", made["token"], {"url": receiver.url(f"hook{i}")}, 201)
			receiver.hooks[f"hook{i}"].secret = hook["secret"]
			self.players.append({"token": made["token"], "id": made["id"], "webhook": hook["id"], "hook": receiver.hooks[f"hook{i}"]})
		self.gone = self.players[0]

	def play(self, c, chance, n):
		"""One game to its end, some of them with all their moves."""
		first, second = pair = chance.sample(self.players, 2)
		game = c.request("POST", "/v1/games", first["token"], {"ruleset": "south-seas", "seats": 2}, 201)["id"]
		c.request("POST", f"/v1/games/{game}/seats", second["token"], {}, 201)
		path, moves = f"/v1/games/{game}", 10000 if n % 100 == 0 else chance.randint(1, 8)
		view = c.request("GET", path)
		seats = [next(p for p in pair if p["id"] == s["player"]["id"]) for s in view["seats"]]
		while view["status"] == "active" and moves:
			token = seats[view["waiting_for"][0]]["token"]
			legal = c.request("GET", path + "/legal", token)["moves"]
			view = c.request("POST", path + "/actions", token, bare(chance.choice(legal)))["game"]
			moves -= 1
			self.moves += 1
		if view["status"] == "active":
			c.request("POST", path + "/resign", seats[chance.randrange(2)]["token"], {})
		with self.lock:
			self.games.append((game, pair))

	def drive(self, n):
		chance = random.Random(self.seed * 1000 + n)
		c = Caller(self.d, chance)
		try:
			while True:
				with self.lock:
					self.started += 1
					mine = self.started
				if mine > self.count:
					return
				self.play(c, chance, mine)
		except BaseException as e:
			self.failures.append(e)
			raise

	def wake_gone(self, c):
		"""The endpoint that said it was gone is switched on again by its owner; whether it was off."""
		hook = c.request("GET", "/v1/webhooks/" + self.gone["webhook"], self.gone["token"])
		if hook["state"] == "active":
			return False
		assert "410" in hook["reason"], hook
		c.request("PATCH", "/v1/webhooks/" + self.gone["webhook"], self.gone["token"], {"state": "active"})
		return True

	def run(self, kills, drivers=4):
		threads = [threading.Thread(target=self.drive, args=(n,)) for n in range(drivers)]
		for t in threads:
			t.start()
		c = Caller(self.d, random.Random(9))
		killed = gone = 0
		while any(t.is_alive() for t in threads):
			done = len(self.games)
			if killed < kills and done >= self.count * (killed + 1) // (kills + 1):
				self.d.kill()
				killed += 1
				self.d.start()
			elif gone < ROUNDS_OF_GONE and done >= self.count * (gone + 1) // (ROUNDS_OF_GONE + 2):
				self.gone["hook"].next_faults.append("410")
				gone += 1
			elif gone:
				self.wake_gone(c)
			time.sleep(0.02)
		assert not self.failures, self.failures
		equal((killed, gone), (kills, ROUNDS_OF_GONE), "kills and endpoints gone")
		return c

	def wait(self, c, seconds):
		"""Until no message waits for any endpoint."""
		def empty():
			self.wake_gone(c)
			return all(c.request("GET", "/v1/webhooks/" + p["webhook"], p["token"])["queued"] == 0 for p in self.players)
		eventually(empty, seconds, "messages wait for ever")

	def events(self, c, game):
		out, after = [], 0
		while True:
			page = c.request("GET", f"/v1/games/{game}/events?after={after}&limit=1000")["events"]
			if not page:
				return out
			out += page
			after = page[-1]["seq"]

	def check(self, c):
		"""Every event of every game at both its players, in order; how many deliveries of events that were."""
		wanted = {p["id"]: 0 for p in self.players}
		for game, pair in self.games:
			events = self.events(c, game)
			equal([e["seq"] for e in events], list(range(1, len(events) + 1)), f"{game}: events")
			for p in pair:
				# Whoever sits down second is told from there on.
				start = 1 if p is pair[0] else next(e["seq"] for e in events if e["type"] == "seat-taken"
					and e["player"] == p["id"])
				got, due = p["hook"].of_game(game), list(range(start, len(events) + 1))
				if p is self.gone:
					due = sorted(set(due) & set(got))
				equal(got, due, f"{game} at {p['hook'].name}")
				wanted[p["id"]] += len(due)
		assert wanted[self.gone["id"]] > 0, "nothing for who was gone"
		# The last may find no message any more that it could refuse.
		assert len(self.gone["hook"].next_faults) < ROUNDS_OF_GONE, "it was never gone"
		for p in self.players:
			equal(len(p["hook"].id_of), wanted[p["id"]], f"events at {p['hook'].name}")
			equal(p["hook"].acknowledged, set(p["hook"].order), "everything was answered")
		equal([r.wrong for r in self.receivers], [[], []], "what must not happen")
		return sum(wanted.values())


def soak(games, kills, players, patience):
	"""All of it; figures as (name, value, unit)."""
	with tempfile.TemporaryDirectory() as folder:
		authority, *pair = make_authority(folder)
		flags = ("--listen", f"127.0.0.1:{free_port()}", "--webhook-http", "yes", "--webhook-allow", "loopback", "--webhook-timeout", "1",
			"--webhook-retries", RETRIES, "--webhook-ca", authority, "--log-level", "warning",
			"--rate-requests", "0", "--rate-address", "0", "--rate-registrations", "0")
		with Receiver(FAULTS, late=1.5) as plain, Receiver(FAULTS, late=1.5, tls=pair, seed=2) as secure, Daemon(*flags) as d:
			began = time.monotonic()
			s = Soak(d, plain, secure, games)
			s.register(players)
			c = s.run(kills)
			played = time.monotonic() - began
			s.wait(c, patience)
			took = time.monotonic() - began
			events = s.check(c)
			hooks = [p["hook"] for p in s.players]
			messages, requests = sum(len(h.order) for h in hooks), sum(h.requests for h in hooks)
			faults = {f: plain.counts.get(f, 0) + secure.counts.get(f, 0) for f in [*FAULTS, "410", "200"]}
	return [("games", len(s.games), "games"), ("moves", s.moves, "moves"), ("kills", kills, "kills"), ("endpoints", len(hooks), "endpoints"),
		("messages", messages, "messages"), ("events in them", events, "events"), ("requests", requests, "requests"),
		*[(f"answered by {f}", n, "requests") for f, n in faults.items()],
		("playing", round(played, 1), "s"), ("until all had arrived", round(took, 1), "s"), ("messages a second", round(messages / took), "/s")]


def main(arguments):
	if arguments:
		harness.binary = os.path.abspath(arguments[0])
	games = int(arguments[1]) if len(arguments) > 1 else 1000
	kills = int(arguments[2]) if len(arguments) > 2 else 5
	for row in soak(games, kills, max(8, min(50, games // 5)), 600):
		print(*row, sep="\t")
	return 0


if __name__ == "__main__":
	sys.exit(main(sys.argv[1:]))
