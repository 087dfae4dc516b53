"""Nothing secret leaves the daemon before its time.

Games are played with everything asked for at every step by every seat, by a stranger
and by nobody.  All answers are kept.  After the end the server's seed is public, so
everything that was secret can be computed: the seeds, the order of the bag and of the
pile, the dice.  Then every byte of every answer given before the end is searched for it.
"""
import base64
import json
import random
import re

import fairness
from client import Table, bare
from harness import Daemon, equal, heavy

RUN = 8			# that many tiles in the order of the bag do not come about by chance
FACES = re.compile(r'"kind"\s*:\s*"(s[sw]\d\d)"\s*,\s*"variant"\s*:\s*(\d+)|\b(s[sw]\d\d)\b')
SHIPS = re.compile(r"\bship\d\d\b")
THROWS = re.compile(r'"throws":(\[.*?\]),"winner"')


def forms(secret):
	"""A secret's bytes as anybody might write them by mistake."""
	out = {secret, secret.hex().encode(), secret.hex().upper().encode()}
	for cut in range(3):		# in base64, at any place of a longer text
		part = secret[cut:]
		part = part[:len(part) // 3 * 3]
		for encode in (base64.b64encode, base64.urlsafe_b64encode):
			out.add(encode(part)[:-4])
	for separator in (",", ", ", " "):
		out.add(separator.join(str(b) for b in secret).encode())
	for size in (4, 8):		# as numbers of the machine
		for order in ("little", "big"):
			words = [int.from_bytes(secret[i:i + size], order) for i in range(0, len(secret) - size + 1, size)]
			out.update(str(w).encode() for w in words if w > 10 ** 8)
			out.update(b"%x" % w for w in words if w > 16 ** 7)
	return {f for f in out if len(f) >= 8}


class Spy:
	"""Keeps every answer with how much of bag and pile, and how many battles, were public when it was given."""

	def __init__(self):
		self.answers = []
		self.drawn = self.shown = self.fought = 0

	def __call__(self, method, path, reply):
		head = "\n".join(f"{k}: {v}" for k, v in reply.headers.items())
		self.answers.append((f"{method} {path}", self.drawn, self.shown, self.fought, head.encode() + b"\n" + reply.body))

	def note(self, events):
		self.drawn += sum(e["type"] == "tile-drawn" for e in events)
		self.shown += sum(e["type"] == "ships-refilled" for e in events)
		self.fought += sum(e["type"] == "battle-fought" for e in events)

	def show(self, kept, fresh):
		"""What an action revealed is public in its own answer, and in those after the first `kept`."""
		more = Spy()
		more.note(fresh)
		self.answers[kept:] = [(w, a + more.drawn, s + more.shown, f + more.fought, b) for w, a, s, f, b in self.answers[kept:]]


def ask_everything(t, callers, chance):
	"""All that can be read of a game, by everybody."""
	paths = ["", "/events?after=0", "/legal", "/board.txt", "/fairness", "/record", f"/at/{t.view['version']}", "/at/1"]
	paths += [f"/legal?seat={i}" for i in range(len(t.seats))]
	for c in callers:
		for path in chance.sample(paths, 2):
			c.get(t.path + path, None)
		c.get(t.path, headers={"Accept": "text/plain"})


def provoke(t, callers, chance):
	"""Refusals and dry runs, whose answers could tell too much."""
	for c in chance.sample(callers, 2):
		for body in ({"type": "draw"}, {"type": "place", "x": 999, "y": 0, "rotation": 0}, {"type": "islander", "segment": "q"},
				{"type": "deliver", "ship": "ship01", "wares": {"shells": 200}}, {"type": "end-turn"}, {"type": "undo"}, {"type": 7},
				{"type": "meeple", "segment": "q"}, {"type": "battle"}):
			c.post(t.path + "/actions?dry_run=true", body, None)
		for body in ({"move_id": "0000"}, {"type": "place", "x": 3000, "y": 3000, "rotation": 90}, b"{", {"expected_version": 1, "type": "draw"}):
			c.post(t.path + "/actions", body, None, headers={"Content-Type": "application/json"})
	legal = t.to_move.get(t.path + "/legal").json
	risky = {o["move_id"] for o in legal.get("odds", [])[:20]}
	for move in legal["moves"]:
		if move["move_id"] in risky or chance.random() < 0.2:
			accept = chance.choice(("application/json", "text/plain"))
			t.to_move.post(t.path + "/actions?dry_run=true", bare(move), None, headers={"Accept": accept})


def take_step(t, chance):
	"""Random, but mostly into battle where one can be started."""
	legal = t.to_move.get(t.path + "/legal").json
	risky = [o["move_id"] for o in legal.get("odds", [])]
	if risky and chance.random() < 0.8:
		t.act({"move_id": chance.choice(risky)})
	else:
		t.step()


def played(d, ruleset, seats, seed, options):
	spy = Spy()
	client = d.client(log=spy, check=False)
	t = Table(client, ruleset=ruleset, seats=seats, seed=seed, options=options, client_seeds=[f"seed {i}" for i in range(seats)])
	stranger = client.player("Eve")
	callers = [client, stranger, *t.seats]
	chance = random.Random(seed)
	spy.shown = 4 if "ships" in t.view else 0
	after = 0
	spy.answers.clear()		# before the start there was no order to tell of, but see below
	while not t.over:
		log = d.client(check=False).get(f"{t.path}/events?after={after}").json["events"]
		spy.note(log)
		after = log[-1]["seq"] if log else after
		ask_everything(t, callers, chance)
		if chance.random() < 0.15 or t.phase == "battle":
			provoke(t, callers, chance)
		version, kept = t.view["version"], len(spy.answers)
		if chance.random() < 0.15:
			t.to_move.post(t.path + "/undo", {}, None)
			t.view = d.client(check=False).get(t.path).json
			continue
		actor = t.to_move
		take_step(t, chance)
		if t.over:			# the answer to the last move is given after the end
			del spy.answers[kept:]
			break
		fresh = d.client(check=False).get(f"{t.path}/events?after={version}").json["events"]
		if any(e["type"] == "battle-fought" for e in fresh):
			equal(actor.post(t.path + "/undo", {}, None).status, 409, "no throw can be taken back")
		spy.show(kept, fresh)
	return t, spy


def check_dice(t, seed):
	"""Every throw of the log is the next of the stream; the throws of each battle as text."""
	dice, throws = fairness.Stream(seed, "dice"), []
	for e in t.events():
		if e["type"] != "battle-fought":
			continue
		for throw in e["throws"]:
			for roll in throw["rolls"]:
				equal(roll["dice"], [dice.uniform(6) + 1 for _ in roll["dice"]], f"dice of event {e['seq']}")
		throws.append(json.dumps(e["throws"], separators=(",", ":")))
	return throws


def search(d, t, spy, throws=()):
	answers = list(spy.answers)	# what is asked from here on, after the end, may show everything
	record = d.client().get(t.path + "/record").json
	tileset = d.client().get("/v1/tilesets/" + t.view["tileset"]["id"]).json
	server = bytes.fromhex(record["server_seed"])
	seed = fairness.game_seed(server, [s["client_seed"] for s in record["seats"]])
	bag, pile = fairness.bag(tileset, seed), fairness.pile(tileset, seed)
	faces = [(k["id"], n) for k in tileset["kinds"] for n, _ in enumerate(k["variants"])]
	ships = [s["id"] for s in tileset.get("ships", [])]
	needles = forms(server) | forms(seed)
	for label in ("tiles", "ships", "seats", "dice"):
		stream = fairness.Stream(seed, label)
		needles |= {str(w).encode() for w in (stream.word() for _ in range(8)) if w > 10 ** 8}
	numbers = bytes(faces.index(f) for f in bag)
	row = bytes(ships.index(s) for s in pile)
	throws = list(throws) or check_dice(t, seed)
	hits = []
	for where, drawn, shown, fought, answer in answers:
		if "/tilesets/" in where:
			continue		# the same for all games
		hits += [f"{where}: a seed as {n[:20]!r}" for n in needles if n in answer]
		text = answer.decode("utf-8", "replace")
		# A ship's id occurs once in the pile: none may be named before it is turned up.
		hits += [f"{where}: {s} is still in the pile" for s in set(SHIPS.findall(text)) & set(pile[shown:])
			if s + '","wares":{"shells":200' not in text and s != "ship01"]
		hits += [f"{where}: throws {x[:60]} of a battle to come" for x in THROWS.findall(text) if x not in throws[:fought]]
		if "dry_run" in where and ("throw " in text or "battle-fought" in text):
			hits.append(f"{where}: a battle in a dry run")
		kinds = [m[1] or m[3] for m in FACES.finditer(text)]
		coming = [k for k, _ in bag[drawn:]]
		runs = {tuple(coming[i:i + RUN]) for i in range(len(coming) - RUN + 1)}
		runs |= {r[::-1] for r in runs}
		hits += [f"{where}: the next tiles {r}" for r in
			{tuple(kinds[i:i + RUN]) for i in range(len(kinds) - RUN + 1)} & runs]
		for secret in (numbers[drawn:drawn + RUN], row[shown:shown + RUN]):
			if len(secret) == RUN and len(set(secret)) > 3:
				hits += [f"{where}: order as numbers {f[:20]!r}" for f in forms(secret) - {secret} if f in answer and len(f) > 11]
	assert not hits, "\n".join(hits[:10])
	return len(answers)


def test_games():
	with Daemon() as d:
		for i in range(8 if heavy else 2):
			options = {"auto_draw": i % 3 == 1, "auto_end_turn": i % 2 == 0}
			t, spy = played(d, "south-seas", 2 + i % 4, 900 + i, options)
			assert search(d, t, spy) > 1000, "too few answers were looked at"
		check_log(d, t)


def test_games_with_battles():
	"""Battles that are asked for, and battles that start by themselves; of two teams, too."""
	with Daemon() as d:
		fought = i = 0
		# The daemon's seeds are its own: a game may have hardly any battle, but not many in a row.
		while i < (8 if heavy else 2) or (fought < 3 and i < 20):
			options = {"auto_battle": i % 2 == 1, "auto_draw": i % 3 == 1, "teams": i % 4 == 1}
			t, spy = played(d, "star-wars", 4 if options["teams"] else 3 + i % 3, 950 + i, options)
			assert search(d, t, spy) > 1000, "too few answers were looked at"
			fought += spy.fought
			i += 1
		assert fought >= 3, f"only {fought} battles were fought"


def check_log(d, t):
	"""The daemon's own log keeps the seeds and tokens to itself."""
	record = d.client().get(t.path + "/record").json
	for secret in [record["server_seed"]] + [s.token for s in t.seats]:
		assert secret not in d.log, "a secret is in the log"


def test_the_search_finds():
	"""The search is no use if it cannot find: plant each secret once."""
	with Daemon() as d:
		t = Table(d.client(check=False), seats=2, seed=1, client_seeds=["a", "b"])
		t.to_move.post(t.path + "/resign", {})
		record = d.client().get(t.path + "/record").json
		server = bytes.fromhex(record["server_seed"])
		seed = fairness.game_seed(server, ["a", "b"])
		tileset = d.client().get("/v1/tilesets/" + t.view["tileset"]["id"]).json
		bag, pile = fairness.bag(tileset, seed), fairness.pile(tileset, seed)
		planted = [server.hex(), seed.hex(), base64.b64encode(b"x" + server).decode(), pile[4], " ".join(k for k, _ in bag[:RUN]),
			str(int.from_bytes(seed[:8], "little"))]
		for text in planted:
			if text == "ship01":
				continue
			must_find(d, t, "planted", text)
		battle = '"throws":[{"rolls":[{"seat":0,"dice":[4]},{"seat":1,"dice":[2]}]}],"winner"'
		must_find(d, t, "planted", battle)
		must_find(d, t, "POST battle?dry_run=true", "battle-fought")


def must_find(d, t, where, text):
	spy = Spy()
	spy.shown = 4
	spy.answers = [(where, 0, 4, 0, text.encode())]
	try:
		search(d, t, spy, ["[]"])
	except AssertionError:
		return
	raise AssertionError(f"{text} was not found")


def test_seed_of_a_lobby(d):
	"""Before the start the seed stays secret."""
	ada = d.client().player("Ada")
	game = ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, 201).json
	path = "/v1/games/" + game["id"]
	for rest in ("", "/fairness", "/record", "/events", "/at/1"):
		reply = ada.get(path + rest, None)
		if reply.status == 200:
			assert reply.json.get("server_seed") is None, rest
			hexes = set(re.findall(r"\b[0-9a-f]{64}\b", reply.text)) - {game["commitment"], game["tileset"]["sha256"]}
			assert not hexes, (rest, hexes)


def test_private_games(d):
	"""A private game answers strangers like one that does not exist."""
	ada = d.client().player("Ada")
	path = "/v1/games/" + ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2, "visibility": "private"}, 201).json["id"]
	there, none = d.client().get(path, 404).json, d.client().get("/v1/games/zzzzzzzz", 404).json
	for member in ("code", "title", "status", "type"):
		equal(there[member], none[member], member)
