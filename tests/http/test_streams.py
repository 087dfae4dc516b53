"""Streams of a game's events: what they hold, how they end, what they cost."""
import os
import random
import socket
import threading
import time

import harness
from client import Table, raw
from harness import Daemon, equal, eventually
from streams import NDJSON, SSE, Stream

CUTS = 1000 if harness.heavy else 25


def follow(t, accept):
	return f"{t.path}/events" + ("?follow=true" if accept == NDJSON else "")


def test_same_events_by_every_transport(d):
	"""A game from first to last event, as it is played."""
	for accept in (SSE, NDJSON):
		t = Table(d.client(check=False), seats=2, seed=3)
		with Stream(d.address, follow(t, accept), accept) as s:
			equal(s.status, 200, "status")
			equal(s.headers["content-type"], accept, "type")
			equal(s.headers["cache-control"], "no-store", "cache")
			equal(s.headers["x-accel-buffering"], "no", "buffering")
			player = threading.Thread(target=t.play, args=("actions",))
			player.start()
			got = s.rest()
			player.join()
			assert s.whole, "the stream broke off"
		if accept == SSE:
			end = got.pop()
			equal((end.id, end.type), (None, "end"), "farewell")
			equal(end.data, {"game": t.id, "version": t.view["version"], "status": "finished"}, "farewell")
		log = t.events()
		equal([e.data for e in got], log, accept)
		equal([(e.id, e.type) for e in got], [(str(e["seq"]), e["type"]) for e in log], "ids and types")


def test_end_of_a_game(d):
	t = Table(d.client(), seats=2)
	t.act({}, "resign")
	last = t.refresh()["version"]
	for accept in (SSE, NDJSON):
		with Stream(d.address, follow(t, accept), accept, last=last - 1) as s:
			got = s.rest()
			equal([e.type for e in got], ["game-finished", "end"][:len(got)], accept)
			assert s.whole
		with Stream(d.address, follow(t, accept), accept, last=last) as s:
			equal(s.status, 204, "nothing more will come")
	d.client().get(f"{t.path}/events?follow=true&after={last}", 204, headers={"Accept": NDJSON})


def test_where_it_begins(d):
	t = Table(d.client(), seats=2)
	v = t.view["version"]
	for path, last, first in ((f"?after={v - 1}", None, v), (f"?after={v - 1}", 2, 3), ("?after=2", "", 3), ("", v - 2, v - 1)):
		with Stream(d.address, t.path + "/events" + path, last=last) as s:
			equal(s.next().id, str(first), f"{path} {last}")
	for last in ("x", "-1", "1.5", "99999999", "1-1"):
		with Stream(d.address, t.path + "/events", last=last) as s:
			equal(s.status, 400, last)
	with Stream(d.address, t.path + "/events?limit=2") as s:
		equal([e.id for e in s.rest()], ["1", "2"], "limit")
	equal(len(d.client().get(f"{t.path}/events", headers={"Last-Event-ID": str(v - 1)}).json["events"]), 1, "of JSON, too")


def test_pages_and_streams(d):
	t = Table(d.client(), seats=2)
	for query, accept, status in (("follow=true", "application/json", 400), ("follow=true&wait=5", NDJSON, 400), ("wait=5", SSE, 400),
			("follow=maybe", SSE, 400), ("follow=false", SSE, 200), ("follow=false&wait=1", SSE, 200), ("", NDJSON, 200)):
		d.client().get(f"{t.path}/events?{query}", status, headers={"Accept": accept})
	d.client().get("/v1/games/00000000/events", 404, headers={"Accept": SSE})


def test_old_http_and_head(d):
	t = Table(d.client(), seats=2)
	for accept in (SSE, NDJSON):
		with Stream(d.address, follow(t, accept), accept, version="1.0") as s:
			assert "transfer-encoding" not in s.headers, s.headers
			equal(s.headers["connection"].lower(), "close", "connection")
			for n in range(t.view["version"]):
				equal(s.next().id, str(n + 1), "event")
			t.act({"type": "draw"}, status=None)
			assert s.next(), "the stream does not go on"
		head = raw(d.address, f"HEAD {follow(t, accept)} HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\n\r\n".encode(), timeout=3)
		assert head.startswith(b"HTTP/1.1 200 ") and head.endswith(b"\r\n\r\n"), head
		equal(head.count(b"\r\n\r\n"), 1, "no body")
		t = Table(d.client(), seats=2)


def read_in_bits(d, path, accept, chance):
	"""All events to the end of a game; and how often the connection was cut meanwhile."""
	got, last, cuts = [], None, 0
	while True:
		with Stream(d.address, path, accept, last=last, most=chance.randrange(1, 6000)) as s:
			if s.status == 204:
				return got, cuts
			for event in s.rest():
				if event.type != "end":
					got.append(event.data)
					last = event.id
			cuts += s.cut


def test_resumed_wherever_it_is_cut(d):
	"""Cut off at a random byte, again and again, while the game goes on."""
	chance = random.Random(7)
	for accept in (SSE, NDJSON):
		t = Table(d.client(check=False), seats=2, seed=11)
		player = threading.Thread(target=t.play, args=("actions",))
		player.start()
		cuts = 0
		while cuts < CUTS:
			got, more = read_in_bits(d, follow(t, accept), accept, chance)
			cuts += more
			player.join()
			equal(got, t.events(), f"{accept} after {cuts} cuts")


def test_private_games_and_tokens_that_go(d):
	ada = d.client().player("Ada")
	game = ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2, "visibility": "private"}, 201).json["id"]
	with Stream(d.address, f"/v1/games/{game}/events") as s:
		equal(s.status, 404, "a stranger")
	with Stream(d.address, f"/v1/games/{game}/events", token="mpl_" + "0" * 52) as s:
		equal(s.status, 401, "a wrong token")
	with Stream(d.address, f"/v1/games/{game}/events", token=ada.token) as s:
		equal(s.next().type, "game-created", "the creator")


def threads(d):
	return len(os.listdir(f"/proc/{d.process.pid}/task"))


def resident(d):
	with open(f"/proc/{d.process.pid}/statm", encoding="ascii") as f:
		return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_idle_streams_cost_no_threads():
	count = 1000 if harness.heavy else 200
	with Daemon() as d:
		t = Table(d.client(), seats=2)
		before, empty = threads(d), resident(d)
		streams = [Stream(d.address, follow(t, (SSE, NDJSON)[i % 2]), (SSE, NDJSON)[i % 2]) for i in range(count)]
		for s in streams:
			for _ in range(t.view["version"]):
				s.next()
		equal(threads(d), before, "threads")
		each = (resident(d) - empty) / count
		assert each < 100 * 1024 or "san" in harness.binary, f"a stream takes {each:.0f} bytes"
		t.act({"type": "draw"})
		for s in streams:
			equal(s.next().id, str(t.view["version"]), "the new event")
			s.close()
		# Who is gone is noticed with the next events.
		for _ in range(3):
			t.step("actions")
		eventually(lambda: d.log.count('"stream ended"') >= count, what="streams of callers who went are kept")


def test_who_does_not_read_is_cut():
	"""A long log, a caller with little room who reads nothing, and one who is slow but reads."""
	with Daemon("--idle-timeout", "2") as d:
		t = Table(d.client(check=False), seats=2, seed=3).play("actions")
		before = resident(d)
		request = f"GET {t.path}/events HTTP/1.1\r\nHost: x\r\nAccept: {SSE}\r\n\r\n".encode()
		deaf = []
		for _ in range(30):
			s = socket.socket()
			s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
			s.connect(d.address)
			s.sendall(request)
			deaf.append(s)
		slow = Stream(d.address, t.path + "/events")
		while True:
			event = slow.next()
			if event.type == "end":
				break
			time.sleep(0.002)
		equal(event.data["version"], t.view["version"], "all of it for who is slow")
		slow.close()
		eventually(lambda: d.log.count("end=caller") >= 30, 15, "who does not read is kept")
		each = (resident(d) - before) / 30
		assert each < 200 * 1024 or "san" in harness.binary, f"a deaf caller takes {each:.0f} bytes"
		for s in deaf:
			s.close()


def test_stopping_ends_streams():
	with Daemon() as d:
		t = Table(d.client(), seats=2)
		streams = [Stream(d.address, follow(t, accept), accept) for accept in (SSE, NDJSON)]
		for s in streams:
			for _ in range(t.view["version"]):
				s.next()
		start = time.monotonic()
		equal(d.stop(), 0, "exit")
		assert time.monotonic() - start < 5, "stopping waits for streams"
		for s in streams:
			equal(s.next(), None, "end")
			assert s.whole, "broken off"
			s.close()
		d.start()
