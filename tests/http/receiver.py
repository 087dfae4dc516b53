"""A receiver of webhooks that can be as bad as real ones are, and watches over what arrives.

	r = Receiver(faults={"close-late": 0.1, "500": 0.05})
	url = r.url("ada")		# to be registered; the answer's secret:
	r.hooks["ada"].secret = secret
	r.wrong				# what must not have happened: [] at the end
"""
import asyncio
import base64
import hashlib
import hmac
import json
import os
import random
import ssl
import subprocess
import threading
import time

# What a receiver may do instead of answering 200.
FAULTS = ("close-at-once", "close-early", "close-late", "late", "500", "429", "302", "410", "half", "garbage")


def make_authority(folder):
	"""A throw-away authority and a certificate of it for this machine: (authority, certificate, key)."""
	paths = {n: os.path.join(folder, n) for n in ("ca.pem", "ca.key", "own.pem", "own.key", "own.csr", "own.ext")}
	curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

	def openssl(*arguments):
		subprocess.run(["openssl", *arguments], check=True, capture_output=True)
	openssl("req", "-x509", *curve, "-keyout", paths["ca.key"], "-out", paths["ca.pem"], "-days", "2", "-subj", "/CN=throw-away",
		"-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign")
	openssl("req", *curve, "-keyout", paths["own.key"], "-out", paths["own.csr"], "-subj", "/CN=localhost")
	with open(paths["own.ext"], "w") as f:
		f.write("subjectAltName=DNS:localhost,DNS:receiver.test,IP:127.0.0.1\n")
	openssl("x509", "-req", "-in", paths["own.csr"], "-CA", paths["ca.pem"], "-CAkey", paths["ca.key"], "-CAcreateserial",
		"-out", paths["own.pem"], "-days", "2", "-extfile", paths["own.ext"])
	return paths["ca.pem"], paths["own.pem"], paths["own.key"]


def verify(secret, headers, body, now=None):
	"""Whether the signature is right (Standard Webhooks 1.0)."""
	stamp = headers.get("webhook-timestamp", "")
	if not stamp.isdigit() or abs((now or time.time()) - int(stamp)) > 300:
		return False
	key = base64.b64decode(secret.removeprefix("whsec_"))
	signed = f"{headers.get('webhook-id')}.{stamp}.".encode() + body
	wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
	return any(hmac.compare_digest(wanted, given) for given in headers.get("webhook-signature", "").split(" "))


class Hook:
	"""One endpoint and what came to it."""

	def __init__(self, name):
		self.name, self.secret = name, None
		self.next_faults = []		# for the next requests, before those by chance
		self.order = []			# ids of messages, by first arrival
		self.events = {}		# id: its events
		self.bodies = {}		# id: the last body
		self.acknowledged = set()	# ids that were answered 200
		self.requests = 0
		self.id_of = {}			# (game, seq): the id that brought it

	def take(self, id, body, wrong):
		"""A whole message, signed right; notes what is against the promises."""
		data = json.loads(body)
		events = [(e["game"], e["seq"]) for e in data["data"].get("events", [])]
		self.bodies[id] = data
		if id in self.events:
			if self.events[id] != events:
				wrong.append(f"{self.name}: {id} came again with other events")
			return
		if self.order and self.order[-1] not in self.acknowledged:
			wrong.append(f"{self.name}: {id} came before {self.order[-1]} was answered")
		self.order.append(id)
		self.events[id] = events
		for e in events:
			if e in self.id_of:
				wrong.append(f"{self.name}: event {e} came under {self.id_of[e]} and {id}")
			self.id_of[e] = id

	def of_game(self, game):
		"""Sequence numbers of a game's events, by arrival."""
		return [seq for id in self.order for g, seq in self.events[id] if g == game]


class Receiver:
	"""Listens on 127.0.0.1 until close(); `faults` are probabilities, `late` seconds, `tls` (certificate, key)."""

	def __init__(self, faults=None, late=2, tls=None, seed=1, address="127.0.0.1"):
		self.faults, self.late, self.chance = faults or {}, late, random.Random(seed)
		self.scheme = "https" if tls else "http"
		self.hooks, self.wrong, self.counts = {}, [], {}
		self.requests = []		# (path, headers) of all
		self.loop = asyncio.new_event_loop()
		context = None
		if tls:
			context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
			context.load_cert_chain(*tls)
		self.server = self.loop.run_until_complete(
			asyncio.start_server(self.serve, address, 0, ssl=context, backlog=512))
		self.port = self.server.sockets[0].getsockname()[1]
		self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
		self.thread.start()

	def url(self, name, host="127.0.0.1"):
		self.hooks.setdefault(name, Hook(name))
		return f"{self.scheme}://{host}:{self.port}/{name}"

	def close(self):
		def stop():
			self.server.close()
			for task in asyncio.all_tasks(self.loop):
				task.cancel()
			self.loop.call_soon(self.loop.stop)
		self.loop.call_soon_threadsafe(stop)
		self.thread.join(10)

	def __enter__(self):
		return self

	def __exit__(self, *_):
		self.close()

	def pick(self, hook):
		if hook.next_faults:
			return hook.next_faults.pop(0)
		value = self.chance.random()
		for fault, share in self.faults.items():
			value -= share
			if value < 0:
				return fault
		return None

	async def serve(self, reader, writer):
		try:
			while await self.one(reader, writer):
				pass
		except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError, asyncio.CancelledError):
			pass
		finally:
			writer.transport.abort()

	async def one(self, reader, writer):
		"""One request; whether the connection stays."""
		head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
		path = head[0].split(" ")[1]
		headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in head[1:] if line)}
		self.requests.append((path, headers))
		hook = self.hooks.get(path.strip("/"))
		if not hook:
			self.wrong.append(f"a request for {path}, which nobody registered")
			return False
		hook.requests += 1
		fault = self.pick(hook)
		self.counts[fault or "200"] = self.counts.get(fault or "200", 0) + 1
		if fault == "close-at-once":
			return False
		length = int(headers.get("content-length", 0))
		if fault == "close-early":
			await reader.readexactly(length // 2)
			return False
		body = await reader.readexactly(length)
		return await self.respond(hook, headers, body, fault, writer)

	async def respond(self, hook, headers, body, fault, writer):
		id = headers.get("webhook-id", "")
		if not hook.secret or not verify(hook.secret, headers, body):
			self.wrong.append(f"{hook.name}: {id} is signed wrong")
			return False
		hook.take(id, body, self.wrong)
		if fault == "close-late":
			return False
		if fault == "late":
			await asyncio.sleep(self.late)
		if fault in ("half", "garbage"):
			writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf" if fault == "half" else b"\0\1garbage\r\n\r\n")
			await writer.drain()
			return False
		if fault in (None, "late"):
			# Noted before it is sent: afterwards the next one may come at once.
			if not fault:
				hook.acknowledged.add(id)
			answer = "200 OK"
		else:
			answer = {"500": "500 Broken", "429": "429 Later\r\nRetry-After: 1", "410": "410 Gone",
				"302": "302 Found\r\nLocation: /elsewhere"}[fault]
		writer.write(f"HTTP/1.1 {answer}\r\nContent-Length: 2\r\n\r\nok".encode())
		await writer.drain()
		return True
