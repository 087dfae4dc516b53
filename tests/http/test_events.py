"""The log: all of it, from anywhere, and waiting for more."""
import threading
import time

from client import Table
from harness import equal, together


def test_whole_log(d):
	t = Table(d.client(), seats=2, seed=1).play("actions")
	events = t.events()
	equal([e["seq"] for e in events], list(range(1, len(events) + 1)), "numbers without a gap")
	equal(t.refresh()["version"], len(events), "version")
	assert all(e["game"] == t.id and e["at"] for e in events)
	equal(events[0]["type"], "game-created", "first")
	equal(events[-1]["type"], "game-finished", "last")
	times = [e["at"] for e in events]
	equal(times, sorted(times), "times")
	for after in (0, 1, 7, len(events) - 1, len(events)):
		got = d.client().get(f"{t.path}/events?after={after}").json["events"]
		equal([e["seq"] for e in got][:3], list(range(after + 1, len(events) + 1))[:3], f"after {after}")
	evaluated = [e for e in events if e["type"] == "feature-evaluated"]
	for e in evaluated:
		assert {"feature", "tiles", "symbols", "pieces", "awards"} <= set(e), e


def test_ndjson(d):
	import json
	t = Table(d.client(), seats=2)
	reply = d.client().get(t.path + "/events", headers={"Accept": "application/x-ndjson"})
	equal(reply.media, "application/x-ndjson", "type")
	lines = [json.loads(l) for l in reply.text.splitlines()]
	equal([e["seq"] for e in lines], list(range(1, t.view["version"] + 1)), "lines")


def test_bad_parameters(d):
	t = Table(d.client(), seats=2)
	for bad in ("after=-1", "after=x", "after=1.5", "after=99999999999999999999", "wait=61", "wait=-1", "wait=x", "wait="):
		equal(d.client().get(f"{t.path}/events?{bad}", None).status, 400, bad)
	beyond = d.client().get(f"{t.path}/events?after=1000", None)
	assert beyond.status in (200, 400), beyond
	d.client().get("/v1/games/00000000/events", 404)


def test_wait_is_woken(d):
	t = Table(d.client(), seats=2)
	v = t.view["version"]

	def run(i):
		if i < 20:
			c = d.client()
			start = time.monotonic()
			events = c.get(f"{t.path}/events?after={v}&wait=15").json["events"]
			return time.monotonic() - start, events
		time.sleep(0.4)
		t.act({"type": "draw"})
	out = together(21, run)[:20]
	for took, events in out:
		assert 0.2 < took < 5, took
		equal(events[0]["seq"], v + 1, "the new event")


def test_wait_ends(d):
	t = Table(d.client(), seats=2)
	start = time.monotonic()
	equal(d.client().get(f"{t.path}/events?after={t.view['version']}&wait=1").json["events"], [], "nothing new")
	assert 0.8 < time.monotonic() - start < 3
	start = time.monotonic()
	d.client().get(f"{t.path}/events?after=0&wait=30")
	assert time.monotonic() - start < 1, "what is there is given at once"


def test_wait_of_a_caller_who_goes(d):
	"""Two hundred waiters that hang up cost nothing and block nobody."""
	import socket
	t = Table(d.client(), seats=2)
	request = f"GET {t.path}/events?after={t.view['version']}&wait=30 HTTP/1.1\r\nHost: x\r\n\r\n".encode()
	waiting = []
	for _ in range(200):
		s = socket.create_connection(d.address)
		s.sendall(request)
		waiting.append(s)
	time.sleep(0.2)
	for s in waiting[:150]:
		s.close()
	t.act({"type": "draw"})
	for s in waiting[150:]:
		s.settimeout(5)
		assert s.recv(20).startswith(b"HTTP/1.1 200"), "not woken"
		s.close()


def test_wait_ends_with_the_daemon():
	from harness import Daemon
	with Daemon() as d:
		t = Table(d.client(), seats=2)
		out = []

		def wait():
			out.append(d.client().request("GET", f"{t.path}/events?after={t.view['version']}&wait=60"))
		thread = threading.Thread(target=wait)
		thread.start()
		time.sleep(0.4)
		start = time.monotonic()
		equal(d.stop(), 0, "exit")
		thread.join(5)
		assert time.monotonic() - start < 5, "stopping waits for long polls"
		assert out and out[0].status in (200, 503), out
		d.start()


def test_etag(d):
	t = Table(d.client(), seats=2)
	for path in (t.path, t.path + "/events", t.path + "/board.txt", t.path + "/fairness"):
		reply = d.client().get(path)
		tag = reply.headers["ETag"]
		d.client().request("GET", path, headers={"If-None-Match": tag}, status=304)
	t.act({"type": "draw"})
	equal(d.client().request("GET", t.path, headers={"If-None-Match": f'"{t.view["version"]}"'}).status, 304, "new tag")
	equal(d.client().request("GET", t.path, headers={"If-None-Match": f'"{t.view["version"] - 1}"'}).status, 200, "old tag")
