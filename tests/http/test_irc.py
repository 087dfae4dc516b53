"""The example bot between a real IRC server (ngircd) and a real daemon: people play through a channel."""
import base64
import hashlib
import hmac
import http.client
import json
import os
import random
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from harness import Daemon, equal, eventually, free_port
from openapi import ROOT

BOT = os.path.join(ROOT, "deploy", "irc-bot", "meepled_irc.py")
CHANNEL = "#meeple"


class Ngircd:
	def __init__(self, folder):
		program = shutil.which("ngircd", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
		assert program, "ngircd is not installed: it is in the Debian package ngircd (deploy/setup-debian.sh test installs it)"
		self.port = free_port()
		path = os.path.join(folder, "ngircd.conf")
		with open(path, "w") as f:
			f.write(f"[Global]\nName = irc.test.invalid\nInfo = test\nListen = 127.0.0.1\nPorts = {self.port}\nMotdPhrase = hello\n"
				"[Limits]\nMaxConnectionsIP = 0\nMaxPenaltyTime = 0\n"
				"[Options]\nDNS = no\nIdent = no\nPAM = no\nChrootDir =\n")
		os.chmod(folder, 0o755)
		self.process = subprocess.Popen([program, "-n", "-f", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
		eventually(self.answers, 10, "ngircd does not listen")

	def answers(self):
		assert self.process.poll() is None, f"ngircd ended: {self.process.stdout.read().decode()}"
		try:
			socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
			return True
		except OSError:
			return False

	def close(self):
		self.process.terminate()
		self.process.communicate(timeout=10)


class User:
	"""A person at a terminal with a raw connection."""

	def __init__(self, port, nick, user=None):
		self.nick, self.buffer, self.lines = nick, b"", []
		self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
		self.raw(f"NICK {nick}")
		self.raw(f"USER {user or nick} 0 * :{nick}")
		self.wait(r" 001 ")
		self.raw(f"JOIN {CHANNEL}")
		self.wait(r" 366 ")

	def raw(self, line):
		self.socket.sendall(line.encode() + b"\r\n")

	def say(self, text, to=CHANNEL):
		self.raw(f"PRIVMSG {to} :{text}")

	def read(self, seconds):
		if not select.select([self.socket], [], [], seconds)[0]:
			return
		data = self.socket.recv(65536)
		assert data, f"{self.nick} was thrown out: {self.lines[-3:]}"
		self.buffer += data
		*whole, self.buffer = self.buffer.split(b"\r\n")
		for line in whole:
			assert len(line) <= 510, line
			line = line.decode()
			if line.startswith("PING"):
				self.raw("PONG" + line[4:])
			self.lines.append(line)

	def wait(self, pattern, seconds=20, alone=False):
		"""The first line that has it; that one (alone) or it and all before are done with."""
		end = time.monotonic() + seconds
		while True:
			for i, line in enumerate(self.lines):
				found = re.search(pattern, line)
				if found:
					del self.lines[i if alone else 0:i + 1]
					return found
			left = end - time.monotonic()
			assert left > 0, f"{self.nick} waits for {pattern!r} and sees {self.lines[-5:]}"
			self.read(left)

	def moves(self, filter=""):
		"""What the bot offers: ids by kind."""
		self.say(("!moves " + filter).strip())
		out = []
		line = self.wait(r"NOTICE \S+ :(.*)$")[1]
		while True:
			kind, _, rest = line.partition(": ")
			out += [(kind, m.split()[0]) for m in rest.split(" | ")] if rest and " " not in kind else []
			self.read(0.02)
			more = next((re.search(r"NOTICE \S+ :(.*)$", l) for l in self.lines if " NOTICE " in l), None)
			if not more:
				return out
			self.lines = [l for l in self.lines if " NOTICE " not in l or not l.endswith(more[1])]
			line = more[1]


class House:
	"""IRC server, daemon, the bot with a manager's token, a temporary folder."""

	def __init__(self, *flags, hooks=False, **bot):
		self.folder = tempfile.mkdtemp(prefix="meepled-irc-")
		self.irc = Ngircd(self.folder)
		self.daemon = Daemon(*flags)
		made = self.daemon.client().post("/v1/players", {"name": "Bot", "bot": True}, 201).json
		self.first = self.daemon.client(made["token"])
		self.token = self.first.post("/v1/me/tokens", {"name": "irc", "scopes": ["manage"]}, 201).json["token"]
		self.manager = self.daemon.client(self.token)
		self.hook_port = free_port() if hooks else None
		self.log = open(os.path.join(self.folder, "bot.log"), "wb")
		options = {"state": os.path.join(self.folder, "state.json"), "poll": "3600" if hooks else "0.05", **bot}
		with open(os.path.join(self.folder, "bot.ini"), "w") as f:
			f.write(f"[irc]\nserver = 127.0.0.1\nport = {self.irc.port}\nnick = meeple\nchannels = {CHANNEL}\nnetwork = test\n"
				"lines_per_second = 1000\nburst = 100\nreconnect = 0.1\n"
				"[meepled]\nurl = http://%s:%d\ntoken = %s\n" % (*self.daemon.address, self.token)
				+ (f"[webhook]\nlisten = 127.0.0.1:{self.hook_port}\n" if hooks else "")
				+ "[bot]\ncommands_per_ten_seconds = 1000\n" + "".join(f"{k} = {v}\n" for k, v in options.items()))
		self.start_bot()

	def start_bot(self):
		self.bot = subprocess.Popen([sys.executable, BOT, os.path.join(self.folder, "bot.ini")], stdout=self.log,
			stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)

	def state(self):
		with open(os.path.join(self.folder, "state.json")) as f:
			return json.load(f)

	def user(self, nick, user=None):
		u = User(self.irc.port, nick, user)
		def ready():
			u.raw(f"NAMES {CHANNEL}")
			names = u.wait(r" 353 [^:]*:(.*)$")[1]
			u.wait(" 366 ")
			return "meeple" in names.replace("@", "").split()
		eventually(ready, 15, "the bot does not come")
		return u

	def __enter__(self):
		return self

	def __exit__(self, kind, value, trace):
		self.bot.kill()
		self.bot.wait()
		self.log.close()
		with open(self.log.name) as f:
			said = f.read()
		self.irc.close()
		self.daemon.__exit__(kind, value, trace)
		shutil.rmtree(self.folder, ignore_errors=True)
		if kind:
			sys.stderr.write(said[-2000:])
		else:
			assert "Traceback" not in said, said[-2000:]


def whose_turn(users, seconds=20):
	"""The user that the bot addresses next."""
	end = time.monotonic() + seconds
	while time.monotonic() < end:
		for u in users:
			for i, line in enumerate(u.lines):
				if re.search(rf" PRIVMSG {CHANNEL} :The game is over", line):
					return None
				if re.search(rf" PRIVMSG {CHANNEL} :{re.escape(u.nick)}: it is your turn", line):
					del u.lines[:i + 1]
					return u
		readable = select.select([u.socket for u in users], [], [], 1)[0]
		for u in users:
			if u.socket in readable:
				u.read(0)
	raise AssertionError(f"the bot addresses nobody: {[u.lines[-4:] for u in users]}")


def step(user, pick):
	moves = user.moves()
	assert moves, user.lines[-5:]
	some = [m for m in moves if m[0] not in ("skip", "end-turn", "retrieve")]
	user.say("!" + pick.choice(some if some and pick.random() < 0.8 else moves)[1].upper())


def begin(house, *nicks):
	users = [house.user(n) for n in nicks]
	users[0].say(f"!new {len(nicks)}")
	game = users[0].wait(r"begins game (\w+)")[1]
	for u in users[1:]:
		u.say("!join")
	return users, game


def test_two_users_play_to_the_end():
	with House("--webhook-http", "yes", "--webhook-allow", "127.0.0.0/8", hooks=True) as h:
		users, game = begin(h, "alice", "bob")
		pick, steps = random.Random(7), 0
		while True:
			u = whose_turn(users)
			if not u:
				break
			step(u, pick)
			steps += 1
		assert steps > 60, steps
		view = h.daemon.client().get("/v1/games/" + game).json
		equal(view["status"], "finished", "over")
		equal({s["player"]["name"] for s in view["seats"]}, {"alice", "bob"}, "who played")
		listed = h.manager.get("/v1/me/players").json["players"]
		equal({p["external"] for p in listed}, {"test:alice", "test:bob"}, "the bot's own words")
		eventually(lambda: h.state()["channels"] == {}, 10, "the channel is free again")


def signed(secret, body, at=None, name="msg_1"):
	"""Headers of a notice as the daemon would send it."""
	at = str(int(at or time.time()))
	key = base64.b64decode(secret[len("whsec_"):])
	mac = hmac.new(key, f"{name}.{at}.".encode() + body, hashlib.sha256).digest()
	return {"webhook-id": name, "webhook-timestamp": at, "webhook-signature": "v1a,AAAA v1," + base64.b64encode(mac).decode()}


def post(port, body, headers):
	c = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
	c.request("POST", "/", body, headers)
	status = c.getresponse().status
	c.close()
	return status


def test_notices_are_checked():
	with House("--webhook-http", "yes", "--webhook-allow", "127.0.0.0/8", hooks=True) as h:
		users, game = begin(h, "alice", "bob")
		u = whose_turn(users)
		secret = h.state()["hook"]["secret"]
		lie = json.dumps({"type": "events", "data": {"game": game, "events": [{"seq": 1, "type": "message-posted", "seat": 0, "text": "a lie"}]}}).encode()
		good = signed(secret, lie)
		for what, headers in (("no signature", {}), ("another key", signed("whsec_" + base64.b64encode(b"x" * 32).decode(), lie)),
				("another body", signed(secret, lie + b" ")), ("old", signed(secret, lie, time.time() - 3600)),
				("another id", {**good, "webhook-id": "msg_2"}), ("no time", {**good, "webhook-timestamp": "now"})):
			equal(post(h.hook_port, lie, headers), 401, what)
		# Well signed, but told before: as a notice that is sent again.
		for _ in range(3):
			equal(post(h.hook_port, lie, good), 204, "good")
		step(u, random.Random(1))
		whose_turn(users)
		assert not any("a lie" in l for x in users for l in x.lines), users[0].lines
		# What a notice would have said is asked for when it is missing: this one jumps ahead.
		later = json.dumps({"type": "events", "data": {"game": game, "events": [{"seq": 9999, "type": "message-posted", "text": "from the future"}]}}).encode()
		equal(post(h.hook_port, later, signed(secret, later)), 204, "ahead")
		users[0].say("!turn")
		users[0].wait("it is your turn")
		assert not any("future" in l for x in users for l in x.lines), users[0].lines
		assert h.state()["channels"][CHANNEL]["last"] < 100, h.state()
		# What managers are told says whom they play for.
		made = h.manager.get("/v1/webhooks").json["webhooks"]
		equal([(w["managed"], w["state"], w["attempts"]["failed"]) for w in made], [(True, "active", 0)], "webhooks")


def test_by_asking_through_restarts_and_new_nicks():
	with House() as h:
		users, game = begin(h, "alice", "bob")
		alice, bob = users
		alice.say("!help")
		alice.wait("NOTICE alice :!new", alone=True)
		pick = random.Random(3)
		for _ in range(4):
			step(whose_turn(users), pick)
		# A new nick is the same person still, for the bot that saw it and for one that has been started again.
		alice.raw("NICK alix")
		alice.wait("NICK :?alix")
		alice.nick = "alix"
		bob.say("!turn")
		for _ in range(2):
			step(whose_turn(users), pick)
		whose_turn(users)
		h.bot.kill()
		h.bot.wait()
		before = h.state()
		h.start_bot()
		alice.wait("JOIN :?" + CHANNEL)
		bob.say("!turn")
		for _ in range(2):
			step(whose_turn(users), pick)
		equal(h.state()["people"].keys(), before["people"].keys(), "nobody new")
		equal({p["player"]["name"] for p in h.manager.get("/v1/me/players").json["players"]}, {"alice", "bob"}, "nor here")
		# Who takes a nick that is free now does not get its player.
		alice.raw("QUIT")
		thief = h.user("alice", "mallory")
		thief.say("!resign")
		thief.wait("NOTICE alice :the nick alice is known from another place")
		# Where the code proves who it is, another host is none the less welcome.
		ada = h.daemon.client().player("Ada")
		carl = h.user("carl")
		carl.say("!link nonsense", "meeple")
		carl.wait("NOTICE carl :nobody has this code")
		carl.say("!link " + ada.post("/v1/me/pairing", {}, 201).json["code"], "meeple")
		carl.wait("NOTICE carl :from now on you play as Ada")
		equal(ada.get("/v1/me/managers").json["managers"][0]["external"], "test:carl", "seen by Ada")
		carl.say("!score")
		carl.wait(r"PRIVMSG #meeple :\S+ \d+, \S+ \d+")
		carl.say("!draw")
		carl.wait("NOTICE carl :")
		carl.say("!board")
		carl.wait("PRIVMSG #meeple :")
		bob.say("!resign")
		bob.wait("The game is over")
		view = h.daemon.client().get("/v1/games/" + game).json
		equal((view["status"], view["seats"][0]["player"]["name"]), ("finished", "alice"), "over")
		carl.say("!new")
		second = carl.wait(r"begins game (\w+)")[1]
		equal(h.daemon.client().get("/v1/games/" + second).json["seats"][0]["player"]["id"], ada.id, "Carl plays as Ada")
