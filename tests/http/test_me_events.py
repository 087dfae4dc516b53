"""The events of all own games as one log, and the games that wait."""
import random
import threading
import time

import harness
from client import Table
from harness import equal, eventually, together
from streams import NDJSON, SSE, Stream

CUTS = 1000 if harness.heavy else 25
PATH = "/v1/me/events"


def path_of(accept, **query):
	if accept == NDJSON:
		query["follow"] = "true"
	return PATH + "".join("?&"[i > 0] + f"{k}={v}" for i, (k, v) in enumerate(query.items()))


def all_own(player, after="0", limit=1000):
	"""Every event, over as many pages as it takes."""
	out = []
	while True:
		page = player.get(f"{PATH}?after={after}&limit={limit}").json
		if not page["events"]:
			equal(page["next"], after if after != "0" else page["next"], "next of an empty page")
			return out
		out += page["events"]
		equal(page["next"], out[-1]["id"], "next")
		after = page["next"]


def of_games(player, tables):
	"""What should be there of games that the player has not left: {game: events since sitting down}."""
	out = {}
	for t in tables:
		log = t.events()
		first = next(e["seq"] for e in log if e["type"] == "seat-taken" and e["player"] == player.id)
		out[t.id] = log[first - 1:]
	return out


def by_game(events):
	out = {}
	for e in events:
		out.setdefault(e["game"], []).append({k: v for k, v in e.items() if k != "id"})
	return out


def some_games(d, count=3, steps=12):
	"""Games of the same three players, in which moves are made in turns."""
	people = [d.client(check=False).player(f"Own {i}") for i in range(3)]
	tables = [Table(d.client(check=False), seats=3, seed=i, players=people) for i in range(count)]
	for _ in range(steps):
		for t in tables:
			if not t.over:
				t.step("actions")
	return people, tables


def test_every_event_of_every_game(d):
	people, tables = some_games(d)
	for player in people:
		events = all_own(player)
		equal(by_game(events), of_games(player, tables), "events by game")
		ids = [e["id"] for e in events]
		equal(len(set(ids)), len(ids), "ids")
		for limit in (1, 7):
			equal(all_own(player, limit=limit) if limit > 1 else all_own(player, ids[-20], 1), events if limit > 1 else events[-19:],
				f"pages of {limit}")
		for accept in (SSE, NDJSON):
			at = random.Random(1).randrange(len(ids) - 1)
			with Stream(d.address, path_of(accept), accept, token=player.token, last=ids[at]) as s:
				for event in events[at + 1:]:
					got = s.next()
					equal((got.id, got.type, got.data), (event["id"], event["type"], event), accept)
	stranger = d.client().player("Stranger")
	equal(all_own(stranger), [], "a stranger's")


def test_games_joined_and_left(d):
	"""From sitting down to standing up, and what was there stays where it was."""
	ada, bob = d.client().player("Ada"), d.client().player("Bob")
	game = ada.post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"]
	seats = f"/v1/games/{game}/seats"
	with Stream(d.address, PATH, token=bob.token) as live:
		for _ in range(2):
			bob.post(seats, {}, 201)
			bob.request("DELETE", seats + "/1", status=200)
		cleo = d.client().player("Cleo")
		cleo.post(seats, {}, 201)
		bob.post(seats, {}, 201)
		got = [live.next(5) for _ in range(7)]
	equal([e.type for e in got], ["seat-taken", "seat-left"] * 2 + ["seat-taken", "game-started", "turn-started"], "Bob's")
	assert all(e.data.get("player", bob.id) == bob.id for e in got), [e.data for e in got]
	equal(all_own(bob), [e.data for e in got], "the same when read later")
	equal(len(all_own(ada)), 9, "all of them for Ada, from her sitting down")
	equal([e["type"] for e in all_own(cleo)], ["seat-taken", "seat-taken", "game-started", "turn-started"], "Cleo's")


def test_after_the_end(d):
	people, (t,) = some_games(d, 1, 1)
	for player in people[:2]:
		t.act({}, "resign", who=player)
	last = all_own(people[0])[-1]
	equal(last["type"], "game-finished", "last")
	people[1].post(t.path + "/messages", {"text": "well played"}, 201)
	equal([e["type"] for e in all_own(people[0], last["id"])], ["message-posted"], "after the end")
	equal(all_own(people[2])[-1]["type"], "message-posted", "read from the beginning")


def test_latest_and_waiting(d):
	people, tables = some_games(d, 2, 1)
	start = people[0].get(PATH + "?after=latest").json
	equal(start["events"], [], "nothing yet")

	def run(i):
		if i == 0:
			time.sleep(0.3)
			return tables[0].step("actions")
		return d.client(people[0].token).get(f"{PATH}?after={start['next']}&wait=20").json
	page = together(2, run)[1]
	equal(page["events"][0]["game"], tables[0].id, "the new event")
	equal(people[0].get(f"{PATH}?after={page['next']}&wait=1").json, {"events": [], "next": page["next"]}, "no more")
	with Stream(d.address, path_of(SSE, after="latest"), token=people[0].token) as s:
		tables[1].step("actions")
		equal(s.next(5).data["game"], tables[1].id, "by stream")


def test_bad_places(d):
	ada = d.client().player("Ada")
	for after in ("x", "1", "1-", "-1", "1-x", "1-1-1", "newest", "1 1", "9999999999999999-1"):
		equal(ada.request("GET", PATH, headers={"Last-Event-ID": after}).code, "bad-request", after)
	equal(ada.get(PATH + "?after=999999999-7").json["next"], "999999999-7", "not there yet")
	for query, accept, status in (("follow=true", "application/json", 400), ("wait=5", SSE, 400), ("limit=0", SSE, 400),
			("limit=1001", NDJSON, 400), ("follow=false", SSE, 200), ("", NDJSON, 200), ("", "text/plain", 406)):
		ada.get(f"{PATH}?{query}", status, headers={"Accept": accept})
	d.client().get(PATH, 401)


def read_in_bits(d, token, accept, chance, count, cuts):
	"""`count` events of one player, over connections that are cut after so many bytes; and cut them as often as that."""
	got, last, done = [], None, 0
	while len(got) < count:
		with Stream(d.address, path_of(accept), accept, token=token, last=last,
				most=chance.randrange(1, 4000) if done < cuts else None) as s:
			while len(got) < count:
				event = s.next()
				if event is None:
					break
				got.append(event.data)
				last = event.id
			done += s.cut
	return got, done


def test_resumed_wherever_it_is_cut(d):
	chance = random.Random(5)
	people, tables = some_games(d, 4, 3)
	mover = threading.Thread(target=lambda: [t.step("actions") for _ in range(25) for t in tables if not t.over])
	for accept in (SSE, NDJSON):
		seen = len(all_own(people[0])) if accept == NDJSON else 150
		if accept == SSE:
			mover.start()		# the first rounds read while things happen
		cuts = 0
		while cuts < CUTS:
			got, more = read_in_bits(d, people[0].token, accept, chance, seen, CUTS)
			cuts += more
			mover.join()
			equal(got, all_own(people[0])[:seen], f"{accept} after {cuts} cuts")
	equal(by_game(all_own(people[0])), of_games(people[0], tables), "all of it")


def test_turns(d):
	people, tables = some_games(d, 3, 2)
	for player in people:
		mine = {t.id: t for t in tables if t.view["status"] == "active" and t.seat_of[player.id] in t.refresh()["waiting_for"]}
		reply = player.get("/v1/me/turns")
		turns = reply.json["turns"]
		equal({e["game"] for e in turns}, set(mine), "games")
		equal(reply.json["count"], len(mine), "count")
		for e in turns:
			t = mine[e["game"]]
			equal((e["seat"], e["phase"], e["version"], e["pending"]), (t.seat_of[player.id], t.phase, t.view["version"], t.view["pending"]), "turn")
			equal(player.request("GET", e["url"], headers={"If-None-Match": e["etag"]}).status, 304, "etag of the game")
		equal([e["since"] for e in turns], sorted(e["since"] for e in turns), "longest first")
		text = player.get("/v1/me/turns", headers={"Accept": "text/plain"})
		assert all(i in text.text for i in mine), text.text
		player.get("/v1/me/turns", 304, headers={"If-None-Match": reply.headers["ETag"]})
		player.get("/v1/me/turns", 304, headers={"If-None-Match": text.headers["ETag"], "Accept": "text/plain"})
		assert len(player.get("/v1/me/turns?limit=1").json["turns"]) <= 1


def test_turns_by_deadline(d):
	"""Nearest deadline first, whatever waits longer; without a clock there is none."""
	people = [d.client().player(f"Clock {i}") for i in range(2)]
	made = [Table(d.client(), seats=2, players=people, options={"first_seat": 0}, **({"clock": {"per_turn": clock}} if clock else {}))
		for clock in (None, "P3D", "PT6H", "P1D")]
	reply = people[0].get("/v1/me/turns").json
	equal([e["game"] for e in reply["turns"]], [made[i].id for i in (2, 3, 1, 0)], "order")
	for e, seconds in zip(reply["turns"], (6 * 3600, 86400, 3 * 86400)):
		equal(e["deadline"], people[0].get(e["url"]).json["turn"]["deadline"], "deadline")
		assert seconds - 60 < e["seconds_left"] <= seconds, e
	equal((reply["turns"][3]["deadline"], reply["turns"][3]["seconds_left"]), (None, None), "without a clock")
	time.sleep(1.1)
	equal(people[0].get("/v1/me/turns").json["cursor"], reply["cursor"], "time alone makes no other list")
	assert "in 5 h 59 min" in people[0].get("/v1/me/turns", headers={"Accept": "text/plain"}).text


def test_turns_since():
	"""Since when a game waits is the same after a restart: when somebody else acted last."""
	with harness.Daemon() as d:
		t = Table(d.client(), seats=2, seed=4)
		while t.phase != "place" or t.view["turn"]["number"] < 4:
			t.step("actions")
		t.step("actions")
		player = t.to_move
		turns = player.get("/v1/me/turns").json["turns"]
		other = [e for e in t.events() if e["type"] == "turn-started"][-1]
		equal(turns[0]["since"], other["at"], "since the turn began")
		d.stop()
		d.start()
		again = d.client(player.token).get("/v1/me/turns").json["turns"]
		equal(again, turns, "after a restart")


def test_turns_wait(d):
	people, (t,) = some_games(d, 1, 1)
	waiting, idle = t.to_move, t.other
	seen = waiting.get("/v1/me/turns")
	start = time.monotonic()
	waiting.get("/v1/me/turns?wait=20")
	assert time.monotonic() - start < 5, "there is one already"
	waiting.get("/v1/me/turns?wait=1", 304, headers={"If-None-Match": seen.headers["ETag"]})
	equal(waiting.get(f"/v1/me/turns?wait=1&after={seen.json['cursor']}").json, seen.json, "nothing new")
	equal(idle.get("/v1/me/turns?wait=1").json["count"], 0, "nothing to do")

	def run(i):
		if i == 0:
			time.sleep(0.3)
			while not t.over and t.seat_of[idle.id] not in t.view["waiting_for"]:
				t.step("actions")
		elif i == 1:
			return d.client(idle.token).get("/v1/me/turns?wait=20").json
		else:
			return d.client(waiting.token).get("/v1/me/turns?wait=20", headers={"If-None-Match": seen.headers["ETag"]}).json
	_, mine, changed = together(3, run)
	equal([e["game"] for e in mine["turns"]], [t.id], "the turn came")
	assert changed["cursor"] != seen.json["cursor"], changed


def test_a_leaver_hears_of_it(d):
	ada, bob = d.client().player("Ada"), d.client().player("Bob")
	game = ada.post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"]
	bob.post(f"/v1/games/{game}/seats", {}, 201)
	with Stream(d.address, PATH + "?after=latest", token=bob.token) as s:
		time.sleep(0.2)
		bob.request("DELETE", f"/v1/games/{game}/seats/1", status=200)
		equal(s.next(5).type, "seat-left", "at once, not with the next sign of life")
