"""Games that show themselves late to who has no seat: every route, stream and webhook, byte for byte."""
import json
import re
import time

from client import Table
from harness import Daemon, equal, eventually, the_checker, together
from receiver import Receiver
from streams import NDJSON, SSE, Stream

DELAY = 6
TEXT = {"Accept": "text/plain"}
HTML = {"Accept": "text/html"}
# What a game answers the same whoever has a seat, so that it can be compared: path below the game, headers.
SAME = [("", None), ("", TEXT), ("", HTML), ("/legal?seat=0", None), ("/legal?seat=1", TEXT), ("/board.txt", None),
	("/board.svg", None), ("/board.svg?legal=true&theme=dark", None), ("/record", None), ("/fairness", None),
	("/messages", None), ("/events?limit=1000", None), ("/events?limit=1000", {"Accept": NDJSON})]
# Every GET that can tell of a game.  A new route must find its place here.
ROUTES = {
	"/v1/games/{game}": "same", "/v1/games/{game}/legal": "same", "/v1/games/{game}/board.txt": "same",
	"/v1/games/{game}/board.svg": "same", "/v1/games/{game}/record": "same", "/v1/games/{game}/fairness": "same",
	"/v1/games/{game}/messages": "same", "/v1/games/{game}/events": "same and streams",
	"/games/{game}": "apart", "/v1/games/{game}/board.png": "apart", "/v1/games/{game}/at/{version}": "apart", "/v1/games/{game}/clock": "apart",
	"/v1/games/{game}/invites": "searched", "/v1/games": "apart", "/v1/players/{player}": "searched",
	"/v1/leaderboards/{ruleset}": "searched", "/v1/me": "searched", "/v1/me/turns": "searched", "/v1/me/events": "searched",
	"/v1/webhooks": "searched", "/v1/webhooks/{webhook}": "searched", "/v1/webhooks/{webhook}/deliveries": "searched",
	"/v1/me/players": "searched", "/v1/me/players/{player}": "searched",
}
ELSEWHERE = re.compile(r"^/(|sw\.js|web/.*|v1|openapi\.json|docs|problems.*|livez|readyz|metrics|v1/rulesets.*|v1/tilesets.*|v1/admin/.*|"
	r"v1/me/(tokens|managers|hours|vacation))$")
NUMBERS = re.compile(rb'"(?:version|seq|next)":(\d+)')


class Late:
	"""A table, which version is how many moves old (counted here), and what its players saw at each."""

	def __init__(self, d, delay=DELAY, **more):
		self.t = Table(d.client(), seats=2, seed=more.pop("seed", 11), spectator_delay=delay, name="late",
			options={"auto_end_turn": False}, clock={"per_turn": "P3D"}, **more)
		self.path, self.delay = self.t.path, delay
		self.before = []		# version before the move that first made them so many
		self.moves = 0
		self.seen = {}
		self.note()

	@property
	def now(self):
		return self.t.view["version"]

	@property
	def shown(self):
		if self.t.over or not self.delay or not self.before:
			return self.now
		return self.before[max(0, len(self.before) - self.delay)]

	def ask(self, who, rest, headers, status=200):
		reply = who.get(self.path + rest, status, headers=headers)
		return reply.headers["ETag"], reply.body

	def note(self):
		self.t.refresh()
		self.seen[self.now] = [self.ask(self.t.seats[0], rest, headers) for rest, headers in SAME]

	def move(self):
		version = self.now
		self.t.step("actions")
		self.moves += 1
		if self.moves > len(self.before):
			self.before.append(version)
		self.note()

	def undo(self):
		"""Whether there was something to take back."""
		if self.t.act({}, "undo", status=None, who=self.t.to_move).status != 200:
			return False
		self.moves -= 1
		self.note()
		return True

	def say(self, text):
		self.t.seats[0].post(self.path + "/messages", {"text": text}, 201)
		self.note()


def searched(client, path, shown, status=200, **more):
	"""Nothing in it is newer than what is shown."""
	reply = client.get(path, status, **more)
	newer = [int(n) for n in NUMBERS.findall(reply.body) if int(n) > shown]
	assert not newer, (path, shown, newer, reply.body[:500])
	return reply


def check_late(g, who, thorough):
	"""Each answer is, byte for byte, what the players got when the game was at the version shown."""
	for (rest, headers), wanted in zip(SAME, g.seen[g.shown]):
		got = g.ask(who, rest, headers)
		equal(got, wanted, f"{rest} {headers} of {g.shown}, at {g.now}")
		if headers == HTML:
			equal(who.get("/games/" + g.t.id).body, wanted[1], f"page of {g.shown}, at {g.now}")
	who.get(g.path, 304, headers={"If-None-Match": f'"{g.shown}"'})
	who.get(g.path, 304 if g.now == g.shown else 200, headers={"If-None-Match": f'"{g.now}"'})
	equal(who.get(f"{g.path}/at/{g.shown}").body, g.seen[g.shown][0][1], "at what is shown")
	never = who.get(f"{g.path}/at/9999999", 404).json
	for version in {g.shown + 1, g.now} - {g.shown}:
		late = who.get(f"{g.path}/at/{version}", 404).json
		equal((late["code"], late["detail"]), (never["code"], never["detail"]), "as if it were not there")
		who.get(f"{g.path}/board.svg?at={version}", 404)
		who.get(f"{g.path}/board.png?at={version}&width=64", 404)
	equal(searched(who, f"{g.path}/events?after={g.shown}", g.shown).json["events"], [], "nothing behind it")
	equal(searched(who, g.path + "/clock", g.shown).json["version"], g.shown, "clock")
	searched(who, g.path + "/clock?at=2099-01-01T00:00:00Z", g.shown)
	mine = [x for x in who.get("/v1/games?status=active&limit=200").json["games"] if x["id"] == g.t.id]
	view = json.loads(g.seen[g.shown][0][1])
	equal([(x["version"], x["updated_at"], x["spectator_delay"]) for x in mine],
		[(g.shown, view["updated_at"], g.delay)], "in the list")
	equal([x["player"] for x in mine[0]["seats"]], [s["player"] for s in view["seats"]], "who sits, in the list")
	if thorough:
		equal(g.ask(who, "/board.png?width=64", None)[1], g.t.seats[0].get(f"{g.path}/board.png?at={g.shown}&width=64").body, "PNG")


def check_private_routes(g, who, hook):
	for path in ("/v1/me", "/v1/me/turns", "/v1/me/events", "/v1/webhooks", f"/v1/webhooks/{hook}",
			f"/v1/webhooks/{hook}/deliveries"):
		body = searched(who, path, g.shown).body
		assert g.t.id.encode() not in body or "webhooks" in path, (path, body)
	searched(who, g.path + "/invites", g.shown, 403)


def test_every_route_is_known(d):
	for o in the_checker().operations:
		if o.method.upper() == "GET" and not ELSEWHERE.match(o.path):
			assert o.path in ROUTES, f"does {o.path} tell spectators of the present? Say so in ROUTES, and test it"
	compared = {"/v1/games/{game}" + rest.split("?")[0] for rest, _ in SAME}
	equal({p for p, how in ROUTES.items() if how.startswith("same")}, compared, "what is compared byte for byte")


def test_nothing_newer_on_any_route():
	with Daemon() as d:
		g = Late(d)
		nobody, eve, boss = d.client(), d.client().player("Eve"), d.client().player("Boss")
		manage = boss.as_token(boss.post("/v1/me/tokens", {"name": "m", "scopes": ["manage", "play", "read"]}, 201).json["token"])
		puppet = manage.post("/v1/players", {"name": "Puppet"}, 201).json["id"]
		hook = eve.post("/v1/webhooks", {"url": "https://example.org/", "game": g.t.id}, 201)
		root = d.administrator()		# restarts: Table's clients are of the address before
		nobody, eve = d.client(), d.client(eve.token)
		manage = d.client(manage.token)
		g.t.players = g.t.seats = [d.client(p.token) for p in g.t.seats]
		view = g.t.refresh()
		equal(view["spectator_delay"], DELAY, "told")
		for text, words in ((nobody.get(g.path, headers=TEXT).text, f"Spectators see it {DELAY} moves late until it is over."),
				(nobody.get("/v1/games", headers=TEXT).text, f"spectators {DELAY} late")):
			assert words in text, text
		equal(g.shown, g.now, "the start is shown")
		undone = 0
		for i in range(60):
			g.move()
			undone += i % 3 == 0 and g.undo()
			if i % 7 == 0:
				g.say(f"secret {i}")
			check_late(g, (nobody, eve, manage, root)[i % 4], i % 20 == 0)
			equal(g.t.seats[1].get(g.path).json["version"], g.now, "who sits sees the present")
			equal(g.t.seats[1].get(f"{g.path}/at/{g.now}").json["version"], g.now, "and gets it by its number")
			equal(root.get("/v1/admin/games/" + g.t.id).json["version"], g.now, "so does an administrator, there")
			listed = g.t.seats[1].get("/v1/games").json["games"]
			equal([x["version"] for x in listed], [g.now], "in the list of who sits")
			if i == 40:
				check_private_routes(g, eve, hook.json["id"])
				searched(manage, "/v1/me/players", g.shown)
				searched(manage, "/v1/me/players/" + puppet, g.shown)
				searched(nobody, "/v1/players/" + g.t.view["seats"][0]["player"]["id"], g.shown)
				searched(nobody, "/v1/leaderboards/south-seas", g.shown)
				equal(d.stop(), 0, "stopped")
				d.start()
				nobody, eve, manage, root = (d.client(c.token) for c in (nobody, eve, manage, root))
				g.t.players = g.t.seats = [d.client(p.token) for p in g.t.seats]
		assert undone > 3 and len(g.before) > 30, (undone, len(g.before))
		# Changes of who has no seat: an expectation is of what is shown, and no answer says more.
		reply = eve.post(g.path + "/seats/0/take", {"expected_version": g.now}, 412)
		equal((reply.json["version"], reply.json.get("events", [])), (g.shown, []), "stale")
		reply = eve.post(g.path + "/seats/0/take", {"expected_version": 3}, 412)
		equal(reply.json["version"], g.shown, "stale")
		assert max(e["seq"] for e in reply.json["events"]) <= g.shown, reply
		equal(eve.post(g.path + "/seats/0/take", {"expected_version": g.shown}, 409).code, "seat-not-offered", "not stale")
		equal(eve.post(g.path + "/actions?dry_run=true", {"type": "draw"}, 403).code, "not-seated", "no dry runs")
		g.t.to_move.post(g.path + "/resign", {})
		g.t.refresh()
		equal(g.t.view["status"], "finished", "over")
		g.note()
		for who in (nobody, eve, manage, root):
			for (rest, headers), wanted in zip(SAME, g.seen[g.now]):
				if not rest.startswith("/legal"):
					equal(g.ask(who, rest, headers), wanted, f"{rest} after the end")
			for version in g.seen:
				equal(who.get(f"{g.path}/at/{version}").json["version"], version, "all versions")
		again = g.t.seats[0].post(g.path + "/rematch", {}, 201).json
		equal(again["spectator_delay"], DELAY, "so does the rematch")
		equal(nobody.get(again["url"] + "/events").json["events"][0]["spectator_delay"], DELAY, "told from the first event on")


def test_without_delay(d):
	"""Nothing changes: who has no seat sees what the others see."""
	g = Late(d, delay=0)
	for _ in range(30):
		g.move()
		for (rest, headers), wanted in zip(SAME, g.seen[g.now]):
			equal(g.ask(d.client(), rest, headers), wanted, rest)
	equal(g.t.view["spectator_delay"], 0, "told")
	assert "spectator_delay" not in d.client().get(g.path + "/events").json["events"][0]


def drain(stream, shown):
	"""The numbers of events that come, up to what is shown; then nothing more for a while."""
	out = []
	while not out or out[-1] < shown:
		out.append(stream.next().data["seq"])
	try:
		out.append(stream.next(0.15).data["seq"])
	except TimeoutError:
		pass
	return out


def test_streams(d):
	"""Each event comes when it is old enough, and the rest at the end."""
	g = Late(d, seed=12)
	streams = [Stream(d.address, g.path + "/events" + more, accept) for accept, more in ((SSE, ""), (NDJSON, "?follow=true"))]
	own = Stream(d.address, g.path + "/events", SSE, token=g.t.seats[0].token)
	got = [drain(s, g.shown) for s in streams]
	mine = drain(own, g.now)
	for i in range(24):
		before = g.shown
		g.move()
		if i % 6 == 5:
			g.undo()
		mine += drain(own, g.now) if mine[-1] < g.now else []
		equal(mine[-1], g.now, "who sits hears at once")
		if g.shown > before:
			for seqs, s in zip(got, streams):
				seqs += drain(s, g.shown)
		for seqs in got:
			equal(seqs, list(range(1, g.shown + 1)), f"shown at {g.now}")
	g.t.to_move.post(g.path + "/resign", {})
	g.t.refresh()
	for seqs, s in zip(got, streams):
		seqs += [e.data["seq"] for e in s.rest() if "seq" in e.data]
		equal(seqs, list(range(1, g.now + 1)), "everything")
		s.close()
	own.close()


def test_long_poll(d):
	g = Late(d, delay=2, seed=13)
	for _ in range(4):
		g.move()
	stranger, shown = d.client(), g.shown
	equal(stranger.get(f"{g.path}/events?after={shown}&wait=1").json["events"], [], "time is over")
	g.say("nothing of this")
	equal(stranger.get(f"{g.path}/events?after={shown}&wait=1").json["events"], [], "a message is no move")

	def part(i):
		if i:
			return d.client().get(f"{g.path}/events?after={shown}&wait=20").json
		time.sleep(0.2)
		g.move()
	page = together(2, part)[1]
	equal([e["seq"] for e in page["events"]], list(range(shown + 1, g.shown + 1)), "what became old enough")
	equal((page["version"], page["next"]), (g.shown, g.shown), "and nothing of the present")


def test_hand_over(d):
	"""Who has handed the seat over sees the past; who looks for a seat finds it at once."""
	g = Late(d, seed=14)
	for _ in range(15):
		g.move()
	old, eve = g.t.seats[1], d.client().player("Eve")
	old.post(g.path + "/seats/1/offer")
	g.note()
	listed = eve.get("/v1/games?offered_seats=true").json["games"]
	equal([(x["version"], x["seats"][1]["offered"]) for x in listed if x["id"] == g.t.id], [(g.shown, True)], "found")
	equal(eve.get(g.path).json["seats"][1]["offered"], False, "in the view with the moves around it")
	taken = eve.post(g.path + "/seats/1/take", {"expected_version": g.shown})
	equal(taken.json["seats"][1]["player"]["id"], eve.id, "hers")
	g.t.seats[1] = eve
	g.note()
	at_hand_over = next(e["seq"] for e in eve.get(g.path + "/events?limit=1000").json["events"] if e["type"] == "seat-handed-over")
	equal(taken.json["version"], g.now, "she sees the present")
	check_late(g, old, False)
	equal([x for x in d.client().get(f"/v1/games?player={eve.id}").json["games"]], [], "nobody hears that she came")
	equal(old.post(g.path + "/actions?dry_run=true", {"type": "draw"}, 403).code, "not-seated", "no more")
	for _ in range(4):
		g.move()
		check_late(g, old, False)
		equal(max(e["seq"] for e in old.get("/v1/me/events?limit=1000").json["events"]), at_hand_over, "his own time")


def test_creator_without_seat(d):
	"""Answers to changes are late, too."""
	maker, ada, bob = (d.client().player(n) for n in ("Maker", "Ada", "Bob"))
	id = maker.post("/v1/games", {"ruleset": "south-seas", "seats": 2, "spectator_delay": 3}, 201).json["id"]
	path = "/v1/games/" + id
	maker.request("DELETE", path + "/seats/0", status=200)
	ada.post(path + "/seats", {}, 201)
	equal(bob.post(path + "/seats", {}, 201).json["spectator_delay"], 3, "told who joins")
	for _ in range(4):
		first = ada if ada.get(path).json["waiting_for"] == [0] else bob
		first.post(path + "/actions", {"move_id": first.get(path + "/legal").json["moves"][0]["move_id"]})
	shown = maker.get(path).json["version"]
	assert shown < ada.get(path).json["version"]
	searched(maker, path, shown)
	equal(maker.post(path + "/seats/0/offer", {"expected_version": shown}, 403).code, "forbidden", "Ada is not away")


def test_bad_delays(d):
	ada = d.client().player("Ada")
	for bad in (-1, 501, 1.5, "3", None, True, [], 10 ** 20):
		reply = ada.post("/v1/games", {"ruleset": "south-seas", "spectator_delay": bad}, 422)
		fault = reply.json["errors"][0]
		equal(fault["pointer"], "/spectator_delay", str(bad))
		assert "0 to 500" in fault["detail"], reply
	equal(ada.post("/v1/games", {"ruleset": "south-seas", "spectator_delay": 500}, 201).json["spectator_delay"], 500, "most")


def test_webhook_of_a_spectator():
	with Receiver() as r, Daemon("--webhook-http", "yes", "--webhook-allow", "loopback") as d:
		g = Late(d, delay=3, seed=15)
		eve = d.client().player("Eve")
		hook = eve.post("/v1/webhooks", {"url": r.url("eve"), "game": g.t.id}, 201).json
		r.hooks["eve"].secret = hook["secret"]
		begun = g.now
		for _ in range(3):
			g.move()
		heard = r.hooks["eve"].of_game(g.t.id)
		equal(heard, [], "nothing is old enough")
		for player in g.t.seats[:1]:
			player.post(g.path + "/resign", {})
		g.t.refresh()
		eventually(lambda: len(r.hooks["eve"].of_game(g.t.id)) == g.now - begun, 25)
		equal(r.hooks["eve"].of_game(g.t.id), list(range(begun + 1, g.now + 1)), "all, in order")
		equal(r.wrong, [], "what must not happen")
