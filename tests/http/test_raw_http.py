"""Bytes that no client library sends."""
import json
import re
import socket
import time

from client import Table, raw
from harness import equal

OK = b"GET /livez HTTP/1.1\r\nHost: x\r\n"


def statuses(answer):
	return [int(s) for s in re.findall(rb"HTTP/1\.[01] (\d\d\d) ", answer)]


def alive(d):
	d.client().get("/livez")


def test_malformed(d):
	"""Answered with an error or dropped; never 200, never the end of the daemon."""
	for data in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET /livez\r\n\r\n", b"GET /livez HTTP/9.9\r\n\r\n", b"\0\0\0\0\r\n\r\n",
			b"GET  /livez HTTP/1.1\r\n\r\n", b"get /livez HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /livez HTTP/1.1 x\r\nHost: x\r\n\r\n",
			b"GET \x80\x81 HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /livez HTTP/1.1\r\nno colon here\r\n\r\n",
			b"GET http:///livez HTTP/1.1\r\nHost: x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
			b"GET / HTTP/1.1\r\n: empty\r\n\r\n", b"GET * HTTP/1.1\r\nHost: x\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
			b"\xff" * 5000, b"A" * 70000):
		answer = raw(d.address, data, timeout=0.7, close=True)
		assert 500 not in statuses(answer), (data[:40], answer[:300])
		alive(d)


def test_bad_lengths(d):
	for length in (b"-1", b"1e3", b"0x10", b"99999999999999999999999", b"2, 2", b"", b"abc"):
		answer = raw(d.address, b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
			b"Content-Length: " + length + b"\r\nConnection: close\r\n\r\n{}", timeout=5)
		assert not [s for s in statuses(answer) if s < 400], (length, answer[:300])
		alive(d)


def test_body_too_large(d):
	c = d.client()
	ada = c.player("Ada")
	for size in (65537, 66560, 100000):
		body = b'{"name":"' + b"x" * (size - 11) + b'"}'
		reply = ada.request("PATCH", "/v1/me", body)
		equal(reply.status, 413, str(size))
	# Said by Content-Length alone, before the body is sent.
	head = f"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n"
	start = time.monotonic()
	answer = raw(d.address, head.encode(), timeout=8)
	assert time.monotonic() - start < 7 and statuses(answer) in ([413], []), answer[:200]
	alive(d)


def test_chunked(d):
	"""Chunks are taken together; too many of them are refused."""
	def send(chunks, end=b"0\r\n\r\n"):
		data = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n" \
			b"Connection: close\r\n\r\n" + b"".join(b"%x\r\n%s\r\n" % (len(c), c) for c in chunks) + end
		return raw(d.address, data, timeout=8 if end.endswith(b"0\r\n\r\n") and chunks else 1)
	equal(statuses(send([b'{"na', b'me":', b'"Ada"}'])), [201], "chunks")
	assert statuses(send([b"x" * 30000] * 4)) in ([413], []), "too large in chunks"
	assert 201 not in statuses(send([b'{"name":"A"}'], b"")), "unfinished"
	assert 201 not in statuses(send([], b"zz\r\n{}\r\n0\r\n\r\n")), "bad size"
	alive(d)


def test_both_lengths(d):
	"""Content-Length beside Transfer-Encoding is how requests are smuggled."""
	answer = raw(d.address, b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\n"
		b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\nGET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n", timeout=5)
	assert len(statuses(answer)) <= 1, answer[:500]
	alive(d)


def test_headers_too_large(d):
	answer = raw(d.address, OK + b"Connection: close\r\nX-Big: " + b"y" * 20000 + b"\r\n\r\n", timeout=5)
	assert statuses(answer) in ([431], [413], [400], []), answer[:200]
	answer = raw(d.address, OK + b"Connection: close\r\n" + b"".join(b"X-%d: y\r\n" % i for i in range(3000)) + b"\r\n", timeout=5)
	assert statuses(answer) in ([431], [413], [400], []), answer[:200]
	answer = raw(d.address, b"GET /" + b"a" * 4000 + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", timeout=5)
	assert statuses(answer) in ([414], [400], [404], [431], []), answer[:200]
	alive(d)


def test_duplicate_headers(d):
	"""Of headers that count, two are one too many: whose would be believed?"""
	t = Table(d.client(), seats=2)
	token = f"Bearer {t.to_move.token}"
	for name, values in (("Authorization", [token] * 2), ("Idempotency-Key", ["a", "b"]), ("If-Match", ['"1"', f'"{t.view["version"]}"'])):
		lines = {"Authorization": [token], "Content-Type": ["application/json"], name: values}
		head = "".join(f"{n}: {v}\r\n" for n, several in lines.items() for v in several)
		answer = raw(d.address, (f"POST {t.path}/draw HTTP/1.1\r\nHost: x\r\n{head}Content-Length: 2\r\n"
			"Connection: close\r\n\r\n{}").encode(), timeout=5)
		assert statuses(answer)[0] in (400, 401, 412, 415), (name, answer[:200])


def test_pipelining(d):
	"""Several requests in one piece are answered in order."""
	answer = raw(d.address, OK + b"\r\n" + b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n" +
		b"GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", timeout=10)
	equal(statuses(answer), [200, 200, 404], "in order")
	assert answer.index(b"rulesets") > 0


def test_pipelined_moves(d):
	t = Table(d.client(), seats=2)
	one = (f"POST {t.path}/draw HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {t.to_move.token}\r\n"
		"Content-Type: application/json\r\nContent-Length: 2\r\n{}\r\n{{}}")
	answer = raw(d.address, (one.format("") + one.format("Connection: close\r\n")).encode(), timeout=10)
	equal(statuses(answer), [200, 200], "two answers")
	equal(len([e for e in t.events() if e["type"] == "tile-drawn"]), 1, "one tile")


def test_early_close(d):
	"""Callers that go in the middle of anything."""
	t = Table(d.client(), seats=2)
	whole = (f"POST {t.path}/place HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {t.to_move.token}\r\n"
		'Content-Type: application/json\r\nContent-Length: 27\r\n\r\n{"x":1,"y":0,"rotation":90}').encode()
	for cut in range(0, len(whole), 7):
		s = socket.create_connection(d.address)
		s.sendall(whole[:cut])
		s.close()
	before = t.refresh()["version"]
	alive(d)
	equal(t.refresh()["version"], before, "half a request does nothing")


def test_byte_by_byte(d):
	t = Table(d.client(), seats=2)
	whole = (f"POST {t.path}/draw HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {t.to_move.token}\r\n"
		"Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}").encode()
	with socket.create_connection(d.address, timeout=10) as s:
		s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
		for i in range(len(whole)):
			s.sendall(whole[i:i + 1])
			if i % 40 == 0:
				time.sleep(0.005)
		answer = b""
		while more := s.recv(65536):
			answer += more
	equal(statuses(answer), [200], "slowly")


def test_slow_clients_do_not_block(d):
	"""A hundred callers that send nothing more; the others are served."""
	slow = []
	for _ in range(100):
		s = socket.create_connection(d.address)
		s.sendall(b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
		slow.append(s)
	start = time.monotonic()
	for _ in range(20):
		alive(d)
	assert time.monotonic() - start < 2
	for s in slow:
		s.close()


def test_expect_continue(d):
	with socket.create_connection(d.address, timeout=5) as s:
		s.sendall(b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n"
			b"Expect: 100-continue\r\nConnection: close\r\n\r\n")
		assert s.recv(100).startswith(b"HTTP/1.1 100"), "continue"
		s.sendall(b'{"name":"Ada"}')
		answer = b""
		while more := s.recv(65536):
			answer += more
	equal(statuses(answer), [201], "continued")


def test_old_http(d):
	answer = raw(d.address, b"GET /livez HTTP/1.0\r\n\r\n", timeout=5)
	equal(statuses(answer), [200], "HTTP/1.0 closes by itself")


def test_refusals_are_problems(d):
	"""What the transport refuses by itself looks like every other refusal."""
	body = b"x" * 70000
	answer = raw(d.address, b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
		b"Connection: close\r\n\r\n" % len(body) + body, timeout=5)
	head, _, rest = answer.partition(b"\r\n\r\n")
	equal(statuses(answer), [413], "status")
	assert b"application/problem+json" in head and b"x-request-id" in head.lower(), head
	equal(json.loads(rest)["code"], "too-large", "body")
