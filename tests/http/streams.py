"""Reading streams of events piece by piece, over sockets of their own.

	with Stream(d.address, t.path + "/events", "text/event-stream") as s:
		event = s.next()
		event.id, event.type, event.data
"""
import json
import socket
import time

SSE, NDJSON = "text/event-stream", "application/x-ndjson"


class Event:
	def __init__(self, id, type, data):
		self.id, self.type, self.data = id, type, data


def parse_sse(text):
	"""Whole events of a text, and what is left over; (id, type, data), signs of life as None."""
	out, retry = [], None
	*blocks, rest = text.split(b"\n\n")
	for block in blocks:
		fields = {}
		for line in block.split(b"\n"):
			if line.startswith(b":"):
				continue
			name, _, value = line.decode().partition(":")
			assert name in ("id", "event", "data", "retry") and value.startswith(" "), line
			assert name not in fields, block
			fields[name] = value[1:]
		if "retry" in fields:
			assert fields == {"retry": fields["retry"]} and int(fields["retry"]) > 0, fields
		elif not fields:
			out.append(None)
		else:
			out.append(Event(fields.get("id"), fields["event"], json.loads(fields["data"])))
	return out, rest


def parse_lines(text):
	*lines, rest = text.split(b"\n")
	out = []
	for line in lines:
		data = json.loads(line) if line else None
		out.append(data and Event(data.get("id", str(data.get("seq"))), data["type"], data))
	return out, rest


class Stream:
	"""One GET; `most`: hang up after so many bytes of the body."""

	def __init__(self, address, path, accept=SSE, token=None, last=None, version="1.1", method="GET", timeout=10,
			headers="", most=None):
		self.accept, self.most = accept, most
		self.ended = self.whole = self.cut = False
		self.raw = self.body = b""
		self.taken = 0
		self.ready = []
		self.signs = 0				# of life
		self.socket = socket.create_connection(address, timeout=timeout)
		self.timeout = timeout
		more = f"Authorization: Bearer {token}\r\n" if token else ""
		more += f"Last-Event-ID: {last}\r\n" if last is not None else ""
		self.socket.sendall(f"{method} {path} HTTP/{version}\r\nHost: x\r\nAccept: {accept}\r\n{more}{headers}\r\n".encode())
		while b"\r\n\r\n" not in self.raw:
			got = self.socket.recv(65536)
			assert got, "no answer"
			self.raw += got
		head, self.raw = self.raw.split(b"\r\n\r\n", 1)
		first, *lines = head.decode().split("\r\n")
		self.status = int(first.split()[1])
		self.headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines)}
		self.chunked = self.headers.get("transfer-encoding") == "chunked"
		self.take_in(b"")

	def take_in(self, got):
		"""Bytes from the socket into whole events."""
		self.raw += got
		if not self.chunked:
			self.body, self.raw = self.body + self.raw, b""
		while self.chunked and b"\r\n" in self.raw:
			size, rest = self.raw.split(b"\r\n", 1)
			n = int(size, 16)
			if len(rest) < n + 2:
				break
			assert rest[n:n + 2] == b"\r\n", rest[n:n + 2]
			self.body, self.raw = self.body + rest[:n], rest[n + 2:]
			if n == 0:
				self.ended = self.whole = True
		if self.most is not None and self.taken + len(self.body) > self.most:
			self.body = self.body[:self.most - self.taken]
			self.ended = self.cut = True
		before = len(self.body)
		events, self.body = (parse_sse if self.accept == SSE else parse_lines)(self.body)
		self.taken += before - len(self.body)
		self.signs += sum(e is None for e in events)
		self.ready += [e for e in events if e is not None]

	def next(self, timeout=None):
		"""The next event; None at the end."""
		end = time.monotonic() + (timeout or self.timeout)
		while not self.ready and not self.ended:
			left = end - time.monotonic()
			if left <= 0:
				raise TimeoutError("no event")
			self.socket.settimeout(left)
			try:
				got = self.socket.recv(65536)
			except ConnectionResetError:
				got = b""
			if not got:
				self.ended = True
				self.whole |= not self.chunked
			self.take_in(got)
		return self.ready.pop(0) if self.ready else None

	def rest(self):
		"""All events to the end."""
		out = []
		while True:
			event = self.next()
			if event is None:
				return out
			out.append(event)

	def close(self):
		self.socket.close()

	def __enter__(self):
		return self

	def __exit__(self, kind, value, trace):
		self.close()
