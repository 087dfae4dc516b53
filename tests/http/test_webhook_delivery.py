"""Webhooks on their way: over TLS, to receivers of all kinds, through kills; and the example of a receiver."""
import os
import subprocess
import sys
import tempfile

from client import Table
from harness import Daemon, equal, eventually
from openapi import ROOT
from receiver import Receiver, make_authority
from soak_webhooks import soak


def log_of(player, hook):
	return player.get(f"/v1/webhooks/{hook}/deliveries").json["deliveries"]


def test_every_event_arrives():
	figures = {name: value for name, value, _ in soak(20, 1, 8, 100)}
	equal(figures["games"], 20, "games")
	assert figures["requests"] > figures["messages"] > 200, figures


def test_tls_is_verified():
	"""The system's authorities do not know the receiver's; a configured one does, for the names in the certificate."""
	with tempfile.TemporaryDirectory() as folder:
		authority, *pair = make_authority(folder)
		with Receiver(tls=pair) as r:
			for flags, delivered in (((), False), (("--webhook-ca", authority), True)):
				with Daemon("--webhook-allow", "loopback", *flags) as d:
					ada = d.client().player("Ada")
					hook = ada.post("/v1/webhooks", {"url": r.url("ada")}, 201).json
					r.hooks["ada"].secret = hook["secret"]
					ada.post(f"/v1/webhooks/{hook['id']}/test", {}, 202)
					entry = eventually(lambda: log_of(ada, hook["id"]), 10)[0]
					assert (entry["outcome"] == "delivered") == delivered, entry
					assert delivered or "certificate" in entry["reason"], entry
			equal(len(r.hooks["ada"].order), 1, "messages that arrived")
			equal(r.wrong, [], "what must not happen")


def test_outcomes_are_told():
	"""What a receiver does, and what the log of deliveries says of it."""
	told = {"302": (302, "redirect"), "500": (500, "500"), "429": (429, "429"), "close-late": (None, "Empty reply"),
		"half": (None, "transfer closed"), "garbage": (None, "HTTP/0.9"), "late": (None, "no whole answer in time")}
	with Receiver(late=2) as r, Daemon("--webhook-http", "yes", "--webhook-allow", "loopback", "--webhook-timeout", "1") as d:
		ada = d.client().player("Ada")
		hook = ada.post("/v1/webhooks", {"url": r.url("ada")}, 201).json
		r.hooks["ada"].secret = hook["secret"]
		for count, (fault, (status, says)) in enumerate(told.items(), 1):
			# A kept connection that fails is tried once more with a new one.
			r.hooks["ada"].next_faults = [fault] * 2
			ada.post(f"/v1/webhooks/{hook['id']}/test", {}, 202)
			log = eventually(lambda: len(log_of(ada, hook["id"])) >= count and log_of(ada, hook["id"]), 10)
			assert log[0]["status"] == status and says in log[0]["reason"], f"{fault}: {log[0]}"
		r.hooks["ada"].next_faults = []
		ada.post(f"/v1/webhooks/{hook['id']}/deliveries/{log[0]['n']}/redeliver", None, 202)
		again = eventually(lambda: len(log_of(ada, hook["id"])) > len(told) and log_of(ada, hook["id"])[0], 10)
		equal((again["outcome"], again["message"]), ("delivered", log[0]["message"]), "asked for again")
		paths = {path for path, _ in r.requests}
		equal(paths, {"/ada"}, "no redirect was followed")
		agents = {headers["user-agent"].split("/")[0] for _, headers in r.requests}
		equal(agents, {"meepled"}, "User-Agent")
		assert not any("cookie" in h or "expect" in h or "proxy-connection" in h for _, h in r.requests), r.requests


def test_stopping_waits_for_no_receiver():
	with Receiver(late=60) as r, Daemon("--webhook-http", "yes", "--webhook-allow", "loopback") as d:
		ada = d.client().player("Ada")
		hook = ada.post("/v1/webhooks", {"url": r.url("ada")}, 201).json
		r.hooks["ada"].secret = hook["secret"]
		r.hooks["ada"].next_faults = ["late"]
		ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, 201)
		eventually(lambda: r.hooks["ada"].order, 10)
		equal(d.stop(wait=8), 0, "exit status")
		# It was under way, so nobody knows: it is sent again, under its id.
		d.start()
		eventually(lambda: r.hooks["ada"].acknowledged, 10)
		equal(len(r.hooks["ada"].order), 1, "messages")
		equal(r.hooks["ada"].requests, 2, "requests")
		equal(r.wrong, [], "what must not happen")


def test_example_receiver():
	"""deploy/examples/receive-webhooks.py prints each event of a game once, in order."""
	with Daemon("--webhook-http", "yes", "--webhook-allow", "loopback", "--webhook-retries", "0s,50ms,100ms,200ms,500ms,1s,1s,1s,1s") as d:
		c = d.client()
		ada, bob = c.player("Ada"), c.player("Bob")
		hook = ada.post("/v1/webhooks", {"url": "http://127.0.0.1:1/"}, 201).json
		example = subprocess.Popen([sys.executable, os.path.join(ROOT, "deploy/examples/receive-webhooks.py"), "0"],
			env={**os.environ, "MEEPLED_SECRET": hook["secret"]}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
		try:
			port = int(example.stderr.readline().split()[-1])
			url = f"http://127.0.0.1:{port}/"
			ada.request("PATCH", f"/v1/webhooks/{hook['id']}", {"url": url}, status=200)
			# Signed with another secret: refused, and not printed.
			other = ada.post("/v1/webhooks", {"url": url}, 201).json
			ada.post(f"/v1/webhooks/{other['id']}/test", {}, 202)
			entry = eventually(lambda: log_of(ada, other["id"]), 10)[0]
			equal((entry["outcome"], entry["status"]), ("failed", 401), "signed by somebody else")
			ada.request("DELETE", f"/v1/webhooks/{other['id']}", status=204)
			table = Table(c, players=[ada, bob])
			table.play(until=lambda t: len(t.view["board"]["tiles"]) > 2)
			wanted = [f"{table.id} {e['seq']} {e['type']}" for e in table.events()]
			equal([example.stdout.readline().strip() for _ in wanted], wanted, "what it prints")
		finally:
			example.kill()
			example.wait()
