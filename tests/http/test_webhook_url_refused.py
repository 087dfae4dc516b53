"""Requests that webhooks are not made to send: URLs, names and addresses, each refused with its reason in the logs."""
import os
import socket
import tempfile

from harness import Daemon, equal, eventually
from receiver import Receiver

# Refused when they are registered, whatever the host allows: what the answer says.
BAD_URLS = [
	("http://hooks.example.org/", "https://"), ("ftp://hooks.example.org/", "https://"), ("file:///etc/passwd", "https://"),
	("gopher://127.0.0.1:6379/_x", "https://"), ("//hooks.example.org/", "https://"),
	("https://2130706433/", ""), ("https://0x7f000001/", ""), ("https://0x7f.1/", ""), ("https://017700000001/", ""),
	("https://0177.0.0.1/", ""), ("https://127.1/", ""), ("https://127.0.0.0x1/", ""), ("https://0/", ""),
	("https://127.0.0.1./", ""), ("https://hooks.example.org./", ""), ("https://localhost./", ""),
	("https://ada:b@hooks.example.org/", ""), ("https://hooks.example.org@127.0.0.1/", ""),
	("https://hooks.example.org\\@127.0.0.1/", ""), ("https://hooks.example.org#@127.0.0.1/", ""),
	("https://%31%32%37.0.0.1/", ""), ("https://127.0.0.1%2f.example.org/", ""), ("https://\u2460\u2461\u2466.0.0.1/", ""),
	("https://b\u00fccher.example/", ""), ("https://[fe80::1%25lo]/", ""), ("https://[127.0.0.1]/", ""),
	("https://[::1/", ""), ("https://:443/", ""), ("https://hooks.example.org:0/", ""), ("https://hooks.example.org:65536/", ""),
]

# Registered while the host allowed them, refused when it does so no longer: URL, what the logs say.
LITERALS = [
	("http://8.8.8.8/", "does not begin with https://"), ("https://127.0.0.1/", "loopback"), ("https://127.8.8.8/", "loopback"),
	("https://localhost/", "loopback"), ("https://a.localhost/", "loopback"), ("https://10.0.0.1/", "private"),
	("https://172.16.0.1/", "private"), ("https://192.168.1.1/", "private"), ("https://169.254.169.254/latest/", "link-local"),
	("https://100.64.0.1/", "shared"), ("https://0.0.0.0/", "this network"), ("https://192.0.2.1/", "documentation"),
	("https://198.18.0.1/", "benchmarking"), ("https://224.0.0.1/", "multicast"), ("https://240.0.0.1/", "reserved"),
	("https://255.255.255.255/", "broadcast"), ("https://[::1]/", "loopback"), ("https://[::]/", "unspecified"),
	("https://[::ffff:127.0.0.1]/", "loopback"), ("https://[::ffff:7f00:1]/", "loopback"), ("https://[::127.0.0.1]/", "compatible"),
	("https://[64:ff9b::7f00:1]/", "loopback"), ("https://[2002:7f00:1::]/", "loopback"), ("https://[2001::1]/", "Teredo"),
	("https://[fd00:ec2::254]/", "unique local"), ("https://[fe80::1]/", "link-local"), ("https://[ff02::1]/", "multicast"),
	("https://[2001:db8::1]/", "documentation"),
]

# What the resolver answers for names: addresses, what the logs say.
ANSWERS = [
	(["127.0.0.1"], "127.0.0.1 is refused: loopback"), (["127.53.0.1"], "loopback"), (["0.0.0.0"], "this network"),
	(["10.1.2.3"], "private"), (["172.31.255.255"], "private"), (["192.168.0.10"], "private"),
	(["169.254.169.254"], "link-local"), (["100.100.100.200"], "shared"), (["192.0.0.192"], "protocol assignments"),
	(["198.19.0.1"], "benchmarking"), (["203.0.113.9"], "documentation"), (["239.1.1.1"], "multicast"), (["255.255.255.255"], "broadcast"),
	(["168.63.129.16"], "cloud"), (["::1"], "::1 is refused: loopback"), (["::"], "unspecified"), (["::ffff:127.0.0.1"], "loopback"),
	(["::ffff:169.254.169.254"], "link-local"), (["::10.0.0.1"], "compatible"), (["64:ff9b::a9fe:a9fe"], "link-local"),
	(["2002:a00:1::1"], "private"), (["2001:0:1:2::3"], "Teredo"), (["fd12:3456::1"], "unique local"), (["fe80::1"], "link-local"),
	(["fec0::1"], "site-local"), (["ff05::2"], "multicast"), (["100::1"], "discard"), (["5f00::1"], "segment routing"),
	(["10.0.0.1", "192.168.0.1", "127.0.0.1"], "refused"), (["::1", "127.0.0.1"], "loopback"), (["fe80::1", "10.0.0.1"], "refused"),
]


class Names:
	"""The resolver of a daemon, as a file that may change."""

	def __init__(self, folder):
		self.path = os.path.join(folder, "hosts")
		self.set({})
		self.environment = {"LD_PRELOAD": "libnss_wrapper.so", "NSS_WRAPPER_HOSTS": self.path,
			# The sanitizer's library wants to be first; this one replaces nothing of it.
			"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}

	def set(self, names):
		with open(self.path + ".new", "w") as f:
			for name, addresses in names.items():
				f.writelines(f"{a} {name}\n" for a in addresses)
		os.replace(self.path + ".new", self.path)


def players(d, count):
	"""Each may have so many webhooks only."""
	c = d.client()
	made = [c.player(f"P{i}") for i in range((count + 9) // 10)]
	return lambda i: made[i // 10]


def outcome(player, hook):
	"""Sends a test message; the entry in the log of deliveries."""
	message = player.post(f"/v1/webhooks/{hook}/test", {}, 202).json["message"]

	def find():
		log = player.get(f"/v1/webhooks/{hook}/deliveries").json["deliveries"]
		return next((e for e in log if e["message"] == message), None)
	return eventually(find, 20, "the test message has no outcome")


def refused(d, player, hook, why, what):
	entry = outcome(player, hook)
	assert entry["outcome"] == "failed" and entry["status"] is None and why in entry["reason"], f"{what}: {entry}"
	line = eventually(lambda: next((l for l in d.lines if entry["message"] in l), None), what=f"{what} is not in the daemon's log")
	assert "webhook failed" in line and why in line, line


def test_urls_refused_when_registered():
	for flags in ((), ("--webhook-allow", "0.0.0.0/0,::/0")):
		with Daemon(*flags) as d:
			ada = d.client().player("Ada")
			for url, says in BAD_URLS:
				reply = ada.post("/v1/webhooks", {"url": url}, 422)
				assert "/url" in reply.text and says in reply.text, f"{url}: {reply}"
			if not flags:
				for url, says in LITERALS[1:]:
					reply = ada.post("/v1/webhooks", {"url": url}, 422)
					assert says in reply.text, f"{url}: {reply}"
			equal(ada.get("/v1/webhooks").json["webhooks"], [], "nothing was registered")


def test_urls_refused_when_sent():
	with Daemon("--webhook-http", "yes", "--webhook-allow", "0.0.0.0/0,::/0") as d:
		owner = players(d, len(LITERALS))
		hooks = [owner(i).post("/v1/webhooks", {"url": url}, 201).json["id"] for i, (url, _) in enumerate(LITERALS)]
		d.stop()
		d.flags = ()
		d.start()
		for i, (url, why) in enumerate(LITERALS):
			refused(d, d.client(owner(i).token), hooks[i], why, url)


def test_answers_refused():
	with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as trap:
		names = Names(folder)
		names.set({f"n{i}.test": addresses for i, (addresses, _) in enumerate(ANSWERS)})
		trap.settimeout(0.1)
		with Daemon(environment=names.environment) as d:
			owner = players(d, len(ANSWERS))
			for i, (addresses, why) in enumerate(ANSWERS):
				url = f"https://n{i}.test:{trap.getsockname()[1]}/"
				hook = owner(i).post("/v1/webhooks", {"url": url}, 201).json["id"]
				refused(d, owner(i), hook, why, f"{url} that is {addresses}")
		try:
			trap.accept()
			raise AssertionError("somebody connected")
		except TimeoutError:
			pass


def test_names_that_change():
	"""127.0.0.2 stands for a public address: the only one that is allowed."""
	with tempfile.TemporaryDirectory() as folder, Receiver(address="127.0.0.2") as good, \
			socket.create_server(("127.0.0.1", good.port)) as trap:
		names = Names(folder)
		names.set({"changes.test": ["127.0.0.2"], "mixed.test": ["127.0.0.1", "127.0.0.2"]})
		trap.settimeout(0.1)
		with Daemon("--webhook-http", "yes", "--webhook-allow", "127.0.0.2", environment=names.environment) as d:
			ada = d.client().player("Ada")
			hook = ada.post("/v1/webhooks", {"url": good.url("changes", "changes.test")}, 201).json
			mixed = ada.post("/v1/webhooks", {"url": good.url("mixed", "mixed.test")}, 201).json
			good.hooks["changes"].secret, good.hooks["mixed"].secret = hook["secret"], mixed["secret"]
			for _ in range(3):
				equal(outcome(ada, mixed["id"])["outcome"], "delivered", "to the allowed one of two")
			equal(outcome(ada, hook["id"])["outcome"], "delivered", "before the change")
			# The connection that was checked may be used on, and leads where it led.
			names.set({"changes.test": ["127.0.0.1"], "mixed.test": ["127.0.0.1"]})
			equal(outcome(ada, hook["id"])["outcome"], "delivered", "on the kept connection")
			good.hooks["changes"].next_faults += ["close-late"]
			good.hooks["mixed"].next_faults += ["close-late"]
			for h in (hook, mixed):
				# libcurl tries a kept connection that fails once more with a new one.
				refused(d, ada, h["id"], "127.0.0.1 is refused: loopback", "after the change")
				refused(d, ada, h["id"], "127.0.0.1 is refused: loopback", "and from then on")
			equal(good.wrong, [], "what arrived")
		try:
			trap.accept()
			raise AssertionError("somebody connected to what is refused")
		except TimeoutError:
			pass
