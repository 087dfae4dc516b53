#!/usr/bin/python3
"""An IRC bot that lets a channel play on a meepled server.

	meepled_irc.py CONFIG

One thread does all the work: it takes what the others put into one queue (lines from
IRC, notices by webhook, the clock).  Everything that people are told of a game is an
event of its log, told once: webhooks bring events, and where one is missing or webhooks
are off, the bot asks for what follows the last one that it told.  What it must know
after a restart is one JSON file, written anew after each change of it.
"""
import base64
import configparser
import hashlib
import hmac
import http.client
import http.server
import json
import os
import queue
import re
import socket
import ssl
import sys
import threading
import time
import traceback
import urllib.parse
import uuid

LINE = 400			# bytes of a text: IRC has 512 for all of a line
BOARD_LINES, MOVE_LINES, QUEUE_LINES = 24, 12, 200
TOLERANCE = 300			# seconds that a notice may be old or early
HELP = (
	"!new [ruleset] [seats] begins a game, !join [colour] sits down, !start begins with those who sit, !leave gets up.",
	"!moves [text] lists what you may do, !ID does it; !draw !skip !end !undo !resign need no ID.",
	"!board !score !turn show the game. !link CODE plays as the player that you have: POST /v1/me/pairing gives the code.")
VERBS = {"draw": "draw", "skip": "skip", "end": "end-turn", "undo": "undo", "resign": "resign"}


class Refused(Exception):
	"""What meepled answered instead of doing it, as a sentence."""


class Api:
	"""meepled over HTTP, as the manager or for one of its players."""

	def __init__(self, url, token):
		self.url, self.token = urllib.parse.urlsplit(url), token
		self.connection = None

	def connect(self):
		secure = self.url.scheme == "https"
		kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
		return kind(self.url.hostname, self.url.port, timeout=30)

	def once(self, method, path, body, headers):
		self.connection = self.connection or self.connect()
		try:
			self.connection.request(method, self.url.path.rstrip("/") + path, body, headers)
			reply = self.connection.getresponse()
			return reply.status, reply.headers, reply.read()
		except (OSError, http.client.HTTPException):
			self.connection.close()
			self.connection = None
			raise

	def call(self, method, path, body=None, player=None, text=False):
		"""The answer's JSON, or its text.  Safe to repeat: every change has a key of its own."""
		headers = {"Authorization": "Bearer " + self.token, "Accept": "text/plain" if text else "application/json"}
		if player:
			headers["Meepled-Player"] = player
		if method != "GET":
			headers["Idempotency-Key"] = str(uuid.uuid4())
		if body is not None:
			headers["Content-Type"] = "application/json"
			body = json.dumps(body).encode()
		for attempt in range(5):
			try:
				status, got, data = self.once(method, path, body, headers)
			except (OSError, http.client.HTTPException):
				status, got, data = 503, {}, b""
			if status not in (429, 503) or attempt == 4:
				break
			if attempt or data:		# a connection that was only closed while idle is made anew at once
				time.sleep(min(float(got.get("Retry-After") or 1), 5))
		if status >= 400:
			try:
				raise Refused(json.loads(data)["detail"])
			except (ValueError, KeyError, TypeError):
				raise Refused("meepled does not answer, try again later") from None
		return data.decode() if text else json.loads(data or b"{}")


class Irc:
	"""A connection that is made again when it breaks; lines go out slowly enough."""

	def __init__(self, config, inbox):
		self.config, self.inbox = config, inbox
		self.nick = config["nick"]
		self.out = queue.Queue(QUEUE_LINES)
		self.socket = None
		self.rate, self.burst = config.getfloat("lines_per_second", 2), config.getint("burst", 5)
		threading.Thread(target=self.read, daemon=True).start()
		threading.Thread(target=self.write, daemon=True).start()

	def connect(self):
		s = socket.create_connection((self.config["server"], self.config.getint("port", 6667)), timeout=30)
		if self.config.getboolean("tls", False):
			s = ssl.create_default_context().wrap_socket(s, server_hostname=self.config["server"])
		s.settimeout(300)			# a server that says nothing for so long is gone
		return s

	def read(self):
		while True:
			try:
				self.socket = self.connect()
				if self.config.get("password"):
					self.raw("PASS " + self.config["password"])
				self.raw("CAP REQ :account-tag")
				self.raw("CAP END")
				self.raw("NICK " + self.nick)
				self.raw("USER meepled 0 * :meepled")
				for line in self.socket.makefile("rb"):
					self.inbox.put(("irc", line.decode("utf-8", "replace").rstrip("\r\n")))
			except OSError:
				pass
			self.inbox.put(("gone", None))
			time.sleep(self.config.getfloat("reconnect", 10))

	def raw(self, line):
		line = re.sub(r"[\r\n\0]", " ", line)
		try:
			self.socket.sendall(line.encode("utf-8", "replace")[:510] + b"\r\n")
		except OSError:
			pass				# the reader notices, too

	def write(self):
		tokens, then = float(self.burst), time.monotonic()
		while True:
			line = self.out.get()
			now = time.monotonic()
			tokens, then = min(self.burst, tokens + (now - then) * self.rate), now
			if tokens < 1:
				time.sleep((1 - tokens) / self.rate)
			tokens -= 1
			self.raw(line)

	def say(self, target, text, verb="PRIVMSG"):
		"""Texts of any length, in pieces; what does not fit into the queue is lost, not late by minutes."""
		data = re.sub(r"[\x00-\x1f\x7f]", " ", text).rstrip().encode("utf-8", "replace")
		while data:
			piece = data[:LINE].decode("utf-8", "ignore")
			data = data[len(piece.encode()):]
			try:
				self.out.put_nowait(f"{verb} {target} :{piece}")
			except queue.Full:
				return


class Hooks(http.server.BaseHTTPRequestHandler):
	"""Takes notices; whatever is not signed with the secret is refused."""

	def do_POST(self):
		body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 1 << 20))
		good = genuine(self.server.secret(), self.headers, body)
		if good:
			self.server.inbox.put(("hook", json.loads(body)))
		self.send_response(204 if good else 401)
		self.send_header("Content-Length", "0")
		self.end_headers()

	def log_message(self, *_):
		pass


def genuine(secret, headers, body, now=None):
	"""Standard Webhooks 1.0."""
	try:
		key = base64.b64decode(secret[len("whsec_"):])
		if abs((now or time.time()) - int(headers["webhook-timestamp"])) > TOLERANCE:
			return False
		signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
		own = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
		return any(hmac.compare_digest(own, s.encode()) for s in headers["webhook-signature"].split())
	except (KeyError, TypeError, ValueError, AttributeError):
		return False


class State:
	"""people: key -> nick, nicks, host, players; channels: name -> game, last, waiting; hook: id, secret."""

	def __init__(self, path):
		self.path = path
		try:
			with open(path, encoding="utf-8") as f:
				self.at = json.load(f)
		except FileNotFoundError:
			self.at = {"people": {}, "channels": {}, "hook": {}}
		self.kept = json.dumps(self.at)

	def save(self):
		"""Beside it, to the disk, then in its place: there always is a whole one."""
		text = json.dumps(self.at, indent=1)
		if text == self.kept:
			return
		with open(os.open(self.path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as f:
			f.write(text)
			f.flush()
			os.fsync(f.fileno())
		os.replace(self.path + ".new", self.path)
		self.kept = text


def describe(move):
	"""A listed move in a few characters."""
	if move["type"] == "place":
		return f"{move['x']},{move['y']}/{move['rotation']}"
	parts = [f"{k}={v}" if not isinstance(v, (dict, str)) else v if isinstance(v, str)
		else "+".join(f"{n} {w}" for w, n in v.items() if n) for k, v in move.items() if k not in ("type", "move_id")]
	return " ".join(str(p) for p in parts)


def words(event, name):
	"""An event as a line, or None: not everything is worth one."""
	who = name(event["seat"]) if "seat" in event else ""
	kind = event["type"]
	if kind == "feature-evaluated":
		got = [f"{name(a['seat'])} gets " + ", ".join(f"{n} {w}" for w, n in a["wares"].items() if n) for a in event["awards"] if any(a.get("wares", {}).values())]
		return f"The {event['feature_type']} is complete: {'; '.join(got)}." if got else None
	if kind == "game-finished":
		result = ", ".join(f"{name(i)} {s}" for i, s in enumerate(event["scores"]))
		return f"The game is over ({event['reason']}): {result}. Winner: {' and '.join(name(w) for w in event['winners'])}."
	if kind == "message-posted":
		return f"<{who or 'someone'}> {event['text']}" if event.get("text") else None
	return {
		"seat-taken": f"{who} sits down.",
		"seat-left": "Somebody gets up.",
		"game-started": "The game begins.",
		"tile-drawn": f"{who} draws {event.get('tile', {}).get('kind', 'a tile')}, {event.get('left')} are left.",
		"tile-placed": f"{who} places {event.get('kind')} at {event.get('x')},{event.get('y')}/{event.get('rotation')}.",
		"piece-placed": f"{who} places a piece on {event.get('segment', 'a planet')}.",
		"ship-delivered": f"{who} delivers to {event.get('ship')}.",
		"battle-fought": "A battle is fought.",
		"undone": f"{who} takes it back.",
		"seat-resigned": f"{who} resigns.",
		"seat-timed-out": f"{who} is out of time.",
		"turn-reminder": f"{who}: your time runs out.",
		"game-aborted": "The game is called off.",
	}.get(kind)


class Bot:
	def __init__(self, config):
		self.inbox = queue.Queue()
		self.state = State(config["bot"]["state"])
		self.people, self.channels = self.state.at["people"], self.state.at["channels"]
		self.sessions = {}		# nick in lower case -> key of the person, as long as the bot sees it
		self.asked = {}			# key -> times of the last commands
		self.trust = config["bot"].get("trust", "host")
		self.quota = config["bot"].getint("commands_per_ten_seconds", 15)
		self.wanted = config["irc"]["channels"].split()
		self.api = Api(config["meepled"]["url"], config["meepled"]["token"])
		self.network = config["irc"].get("network", "irc")
		self.start_hooks(config["webhook"] if config.has_section("webhook") else {})
		self.poll = config["bot"].getfloat("poll", 60 if self.hooks else 5)
		self.irc = Irc(config["irc"], self.inbox)

	# --- webhooks ---------------------------------------------------------------

	def start_hooks(self, config):
		self.hooks = bool(config.get("listen"))
		if not self.hooks:
			return
		host, port = config["listen"].rsplit(":", 1)
		server = http.server.ThreadingHTTPServer((host, int(port)), Hooks)
		server.inbox, server.secret = self.inbox, lambda: self.state.at["hook"].get("secret", "")
		threading.Thread(target=server.serve_forever, daemon=True).start()
		try:
			self.register(config.get("url") or f"http://{config['listen']}/")
		except Refused as e:
			print(f"no webhooks: {e}; asking every few seconds instead", file=sys.stderr)
			self.hooks = False

	def register(self, url):
		known = {w["id"]: w for w in self.api.call("GET", "/v1/webhooks")["webhooks"]}
		hook = known.pop(self.state.at["hook"].get("id"), None)
		for other in known.values():		# of a time that the state file does not remember
			if other["url"] == url and other["managed"]:
				self.api.call("DELETE", "/v1/webhooks/" + other["id"])
		if hook and hook["url"] == url:
			if hook["state"] != "active":
				self.api.call("PATCH", "/v1/webhooks/" + hook["id"], {"state": "active"})
			return
		made = self.api.call("POST", "/v1/webhooks", {"url": url, "managed": True})
		self.state.at["hook"] = {"id": made["id"], "secret": made["secret"]}
		self.state.save()

	def on_hook(self, message):
		game = message.get("data", {}).get("game")
		for channel, table in list(self.channels.items()):
			if table["game"] == game:
				self.tell(channel, message["data"].get("events") or [])

	# --- people -------------------------------------------------------------------

	def find_person(self, nick, host, account):
		"""
		The key of who wrote.  An account of the network's services is proof; without one a nick
		belongs to the user and host that it came from first, because anybody can take a nick.
		"""
		key = "account:" + account.lower() if account else self.sessions.get(nick.lower())
		if not key:
			key = next((k for k, p in self.people.items() if not k.startswith("account:") and nick.lower() in p["nicks"]),
				"nick:" + nick.lower())
			person = self.people.get(key)
			if person and person["host"] != host and self.trust == "host":
				raise Refused(f"the nick {nick} is known from another place; take another nick, or !link the player that is yours")
		self.sessions[nick.lower()] = key
		if key in self.people:
			self.people[key]["nick"] = nick
		return key

	def person(self, key, nick, host):
		"""With a player; made at the first need."""
		if key not in self.people:
			external = f"{self.network}:{key.split(':', 1)[1]}"
			made = self.api.call("POST", "/v1/players", {"name": nick[:40], "external": external[:80]})
			self.people[key] = {"nick": nick, "nicks": [nick.lower()], "host": host, "players": [made["id"]]}
		return self.people[key]

	def rename(self, old, new):
		key = self.sessions.pop(old.lower(), None)
		if key:
			self.sessions[new.lower()] = key
		if key in self.people:
			self.people[key]["nick"] = new
			taken = any(new.lower() in p["nicks"] for p in self.people.values())
			if not taken:
				self.people[key]["nicks"] = (self.people[key]["nicks"] + [new.lower()])[-10:]

	def nick_of(self, player, otherwise):
		return next((p["nick"] for p in self.people.values() if player in p["players"]), otherwise)

	# --- games ----------------------------------------------------------------------

	def table(self, channel):
		if channel not in self.channels:
			raise Refused("nobody has begun a game here: !new")
		return self.channels[channel]

	def view(self, table):
		return self.api.call("GET", "/v1/games/" + table["game"], player=table["reader"])

	def seated(self, table, person):
		"""Which of a person's players sits in the game: after !link it may be an older one."""
		sitting = [s["player"]["id"] for s in self.view(table)["seats"] if s.get("player")]
		return next((p for p in person["players"] if p in sitting), person["players"][0])

	def names(self, view):
		seats = {s["seat"]: s["player"] for s in view["seats"] if s.get("player")}
		return lambda seat: self.nick_of(seats[seat]["id"], seats[seat]["name"]) if seat in seats else f"seat {seat}"

	def catch_up(self, channel):
		"""Everything that was not told yet."""
		table = self.channels.get(channel)
		while table:
			page = self.api.call("GET", f"/v1/games/{table['game']}/events?after={table['last']}", player=table["reader"])
			if not page["events"]:
				return
			self.tell(channel, page["events"])
			table = self.channels.get(channel)

	def tell(self, channel, events):
		table = self.channels[channel]
		new = [e for e in events if e["seq"] > table["last"]]
		if not new:
			return
		if new[0]["seq"] != table["last"] + 1:
			return self.catch_up(channel)
		view = self.view(table)
		name = self.names(view)
		lines = [w for w in (words(e, name) for e in new) if w]
		if lines[:-1]:
			self.irc.say(channel, " ".join(lines[:-1]))
		if lines:
			self.irc.say(channel, lines[-1])
		table["last"] = new[-1]["seq"]
		if view["status"] in ("finished", "aborted") and view["version"] == table["last"]:
			del self.channels[channel]
		elif view["version"] == table["last"]:
			if any(e["type"] == "decision-needed" for e in new):
				table["waiting"] = None		# another one of the same turn
			self.call_up(channel, table, view, name)

	def call_up(self, channel, table, view, name):
		"""Whoever the game waits for now is addressed, once."""
		turn = view.get("turn") or {}
		now = [view["waiting_for"], turn.get("number"), turn.get("phase")] if view["status"] == "active" else None
		if now and now != table["waiting"]:
			for seat in view["waiting_for"]:
				self.irc.say(channel, f"{name(seat)}: it is your turn ({turn.get('phase')}, turn {turn.get('number')}). !moves")
		table["waiting"] = now

	# --- commands ----------------------------------------------------------------------

	def on_command(self, nick, host, account, place, text):
		"""`place`: the channel, or the nick itself when it was said to the bot alone."""
		command, _, rest = text.partition(" ")
		command, rest = command.lower(), rest.strip()
		try:
			key = self.find_person(nick, host, account) if command != "link" else None
			self.limit(key or nick.lower())
			action = getattr(self, "do_" + command, None)
			if command == "link":
				self.do_link(nick, host, account, rest)
			elif action:
				action(self.person(key, nick, host), place, rest)
			elif command in VERBS:
				self.act(self.person(key, nick, host), place, VERBS[command], {})
			elif re.fullmatch(r"[0-9a-z]{3,12}", command):
				self.act(self.person(key, nick, host), place, "actions", {"move_id": command})
		except Refused as e:
			self.irc.say(nick, str(e), "NOTICE")

	def limit(self, who):
		now = time.monotonic()
		recent = [t for t in self.asked.get(who, []) if now - t < 10]
		if len(recent) >= self.quota:
			raise Refused("that was too much at once; wait some seconds")
		self.asked[who] = recent + [now]
		if len(self.asked) > 1000:
			self.asked = {k: v for k, v in self.asked.items() if now - v[-1] < 10}

	def act(self, person, place, verb, body):
		table = self.table(place)
		self.api.call("POST", f"/v1/games/{table['game']}/{verb}", body, self.seated(table, person))
		if not self.hooks:
			self.catch_up(place)

	def do_help(self, person, place, rest):
		for line in HELP:
			self.irc.say(person["nick"], line, "NOTICE")

	def do_new(self, person, place, rest):
		if place in self.channels:
			raise Refused(f"game {self.channels[place]['game']} is being played here; a channel plays one at a time")
		if not place.startswith("#"):
			raise Refused("begin it in a channel, so that others can join")
		body = {"seats": 2, "visibility": "unlisted", "options": {"auto_draw": True}, "name": f"{self.network} {place}"[:40]}
		for word in rest.split():
			body["seats" if word.isdigit() else "ruleset"] = int(word) if word.isdigit() else word
		if "ruleset" not in body:
			body["ruleset"] = self.api.call("GET", "/v1/rulesets")["rulesets"][0]["id"]
		player = person["players"][0]
		made = self.api.call("POST", "/v1/games", body, player)
		self.channels[place] = {"game": made["id"], "last": 0, "waiting": None, "reader": player}
		self.irc.say(place, f"{person['nick']} begins game {made['id']} of {body['ruleset']}: !join")
		self.catch_up(place)

	def do_join(self, person, place, rest):
		table = self.table(place)
		self.api.call("POST", f"/v1/games/{table['game']}/seats", {"colour": rest} if rest else {}, person["players"][0])
		if not self.hooks:
			self.catch_up(place)

	def do_leave(self, person, place, rest):
		table = self.table(place)
		player = self.seated(table, person)
		seat = next((s["seat"] for s in self.view(table)["seats"] if s.get("player") and s["player"]["id"] == player), None)
		if seat is None:
			raise Refused("you do not sit here")
		self.api.call("DELETE", f"/v1/games/{table['game']}/seats/{seat}", player=player)

	def do_start(self, person, place, rest):
		self.act(person, place, "start", {})

	def do_move(self, person, place, rest):
		self.act(person, place, "actions", {"move_id": rest.lower()})

	def do_moves(self, person, place, rest):
		table = self.table(place)
		legal = self.api.call("GET", f"/v1/games/{table['game']}/legal", player=self.seated(table, person))
		lines, line, kind = [], "", None
		for move in legal["moves"]:
			text = f"{move.get('move_id', '-')} {describe(move)}".strip()
			if rest and rest not in text and rest != move["type"]:
				continue
			if move["type"] != kind or len(line) + len(text) > LINE - 10:
				lines.append(line)
				line, kind = move["type"] + ": ", move["type"]
			line += text + " | "
		lines = [l.rstrip(" |") for l in lines + [line] if l] or ["there is nothing that you can do now"]
		for l in lines[:MOVE_LINES]:
			self.irc.say(person["nick"], l, "NOTICE")
		if len(lines) > MOVE_LINES:
			self.irc.say(person["nick"], f"and {len(lines) - MOVE_LINES} lines more: say which, as in !moves 1,0", "NOTICE")

	def do_board(self, person, place, rest):
		table = self.table(place)
		text = self.api.call("GET", f"/v1/games/{table['game']}/board.txt", player=table["reader"], text=True)
		lines = [l.rstrip() for l in text.splitlines() if l.strip()]
		for l in lines[:BOARD_LINES]:
			self.irc.say(place, l[:LINE])
		if len(lines) > BOARD_LINES:
			self.irc.say(place, f"... {len(lines) - BOARD_LINES} lines more: /v1/games/{table['game']}/board.txt")

	def do_score(self, person, place, rest):
		view = self.view(self.table(place))
		name = self.names(view)
		self.irc.say(place, ", ".join(f"{name(s['seat'])} {s.get('score', 0)}" for s in view["seats"] if s.get("player")))

	def do_turn(self, person, place, rest):
		table = self.table(place)
		table["waiting"] = None
		view = self.view(table)
		self.call_up(place, table, view, self.names(view))

	def do_link(self, nick, host, account, rest):
		"""Whose code it is has proved who they are, so an old host is no hindrance here."""
		made = self.api.call("POST", "/v1/pairings", {"code": rest, "external": f"{self.network}:{account or nick}"[:80]})
		player = made["player"]["id"]
		key = next((k for k, p in self.people.items() if player in p["players"]), None)
		key = key or ("account:" + account.lower() if account else self.find_person(nick, host, account))
		person = self.people.setdefault(key, {"nick": nick, "nicks": [nick.lower()], "host": host, "players": []})
		person.update(nick=nick, host=host)
		person["players"] = [player] + [p for p in person["players"] if p != player]
		self.sessions[nick.lower()] = key
		self.irc.say(nick, f"from now on you play as {made['player']['name']}; DELETE /v1/me/managers ends it", "NOTICE")

	# --- what comes in ---------------------------------------------------------------------

	def on_irc(self, line):
		account = re.match(r"@(?:\S*;)?account=([^;\s]+)", line)
		line = re.sub(r"^@\S+ +", "", line)
		prefix, _, line = line[1:].partition(" ") if line.startswith(":") else ("", "", line)
		nick, _, host = prefix.partition("!")
		head, _, text = line.partition(" :")
		parts = head.split()
		verb = parts[0].upper() if parts else ""
		if verb == "PING":
			self.irc.raw("PONG :" + (text or parts[-1]))
		elif verb == "001":
			self.irc.nick = parts[1]
			for channel in self.wanted:
				self.irc.raw("JOIN " + channel)
		elif verb == "433":			# the nick is taken, perhaps by the bot's own dead connection
			self.irc.nick += "_"
			self.irc.raw("NICK " + self.irc.nick)
		elif verb == "NICK":
			self.rename(nick, text or parts[1])
		elif verb in ("QUIT", "PART"):
			self.sessions.pop(nick.lower(), None)
		elif verb == "PRIVMSG" and text.startswith("!") and len(text) > 1:
			place = parts[1].lower() if parts[1].startswith("#") else nick
			self.on_command(nick, host, account and account[1], place, text[1:])

	def run(self):
		due = time.monotonic()
		while True:
			try:
				kind, what = self.inbox.get(timeout=max(0, due - time.monotonic()))
			except queue.Empty:
				kind, what, due = "poll", None, time.monotonic() + self.poll
			try:
				if kind == "irc":
					self.on_irc(what)
				elif kind == "hook":
					self.on_hook(what)
				elif kind == "gone":
					self.sessions.clear()	# who has which nick is not seen meanwhile
				else:
					for channel in list(self.channels):
						self.catch_up(channel)
			except Refused as e:
				print(e, file=sys.stderr)
			except Exception:			# one line that it does not understand must not end it
				traceback.print_exc()
			self.state.save()


def main():
	if len(sys.argv) != 2:
		sys.exit(__doc__)
	config = configparser.ConfigParser(interpolation=None)
	with open(sys.argv[1], encoding="utf-8") as f:
		config.read_file(f)
	Bot(config).run()


if __name__ == "__main__":
	main()
