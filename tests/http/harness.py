"""Starting and ending daemons, each with a store of its own on a port of its own."""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from client import Client
from openapi import Checker, ROOT

binary = os.path.join(ROOT, "build", "meepled")		# run.py sets it
# Tests ask faster than any player; those of the limits set their own.
UNLIMITED = {"MEEPLED_RATE_" + name: "1000000" for name in ("REQUESTS", "ADDRESS", "REGISTRATIONS", "FAILURES", "CODES")}
UNLIMITED.update(MEEPLED_OPEN_GAMES="0", MEEPLED_STORED_BYTES="0")
heavy = os.environ.get("HEAVY") == "1"
checker = None


def the_checker():
	global checker
	if checker is None:
		checker = Checker()
	return checker


class Daemon:
	"""Runs until close(); start() again after stop() or kill() keeps the data."""

	def __init__(self, *flags, folder=None, environment=None, program=None):
		self.own = folder is None
		self.folder = folder or tempfile.mkdtemp(prefix="meepled-http-")
		self.flags, self.environment = flags, environment
		self.program = program or binary
		self.process = None
		self.lines = []
		self.start()

	def start(self, wait=15):
		environment = {k: v for k, v in os.environ.items() if not k.startswith("MEEPLED_")}
		environment.update(UNLIMITED)
		environment.update(self.environment or {})
		self.process = subprocess.Popen(
			[self.program, "serve", "--listen", "127.0.0.1:0", "--data", self.folder, *self.flags],
			stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, stdin=subprocess.DEVNULL)
		self.lines = []
		self.ready = threading.Event()
		self.address = None
		self.listener = threading.Thread(target=self.read, args=(self.process,), daemon=True)
		self.listener.start()
		self.ready.wait(wait)
		if not self.address:
			self.process.kill()
			self.process.wait()
			raise AssertionError("the daemon did not start: " + "".join(self.lines[-10:]))
		return self

	def read(self, process):
		"""The first log line that has an address names it (port 0 was asked for)."""
		for line in process.stdout:
			line = line.decode("utf-8", "replace")
			self.lines.append(line)
			found = None if self.address else re.search(r"(127\.0\.0\.1):(\d+)", line)
			if found and found[2] != "0":
				self.address = (found[1], int(found[2]))
				self.ready.set()
		self.ready.set()

	@property
	def log(self):
		return "".join(self.lines)

	def client(self, token=None, log=None, check=True, timeout=20):
		return Client(self.address, the_checker() if check else None, token, log, timeout)

	def stop(self, wait=20):
		"""TERM; the exit status."""
		if self.process.poll() is None:
			self.process.send_signal(signal.SIGTERM)
		try:
			code = self.process.wait(wait)
		except subprocess.TimeoutExpired:
			self.process.kill()
			self.process.wait()
			raise AssertionError("the daemon did not stop on TERM:\n" + "".join(self.lines[-10:]))
		self.listener.join(5)
		return code

	def kill(self):
		self.process.kill()
		self.process.wait()
		self.listener.join(5)

	def administrator(self):
		"""A client with an administrator's token; the first time it costs a restart."""
		if not hasattr(self, "admin_token"):
			self.stop()
			code, out = meepled("token", "create", "--data", self.folder, "--name", "root", "--scope", "admin",
				program=self.program)
			assert code == 0, out
			self.admin_token = out.strip()
			self.start()
		return self.client(self.admin_token)

	def close(self):
		try:
			code = self.stop()
			assert code == 0, f"the daemon ended with {code}:\n" + "".join(self.lines[-15:])
			bad = [l for l in self.lines if "level=error" in l or "Sanitizer" in l or "runtime error" in l]
			assert not bad, "the daemon complained:\n" + "".join(bad[:10])
		finally:
			if self.own:
				shutil.rmtree(self.folder, ignore_errors=True)

	def __enter__(self):
		return self

	def __exit__(self, kind, value, trace):
		if kind:
			self.kill()
			sys.stderr.write("".join(self.lines[-8:]))
			if self.own:
				shutil.rmtree(self.folder, ignore_errors=True)
		else:
			self.close()


def meepled(*arguments, program=None, timeout=60, environment=None):
	"""Run the binary once: (exit status, output and errors together)."""
	done = subprocess.run([program or binary, *arguments], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
		stderr=subprocess.STDOUT, timeout=timeout,
		env={**{k: v for k, v in os.environ.items() if not k.startswith("MEEPLED_")}, **(environment or {})})
	return done.returncode, done.stdout.decode("utf-8", "replace")


def verify(record, program=None):
	"""meepled verify over bytes of a record."""
	with tempfile.NamedTemporaryFile(suffix=".json") as f:
		f.write(record)
		f.flush()
		return meepled("verify", f.name, program=program)


def together(count, function):
	"""function(i) in `count` threads that begin at the same moment; their results in order."""
	gate, out = threading.Barrier(count), [None] * count

	def run(i):
		gate.wait()
		try:
			out[i] = function(i)
		except Exception as e:		# the caller looks at it
			out[i] = e
	threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
	for t in threads:
		t.start()
	for t in threads:
		t.join()
	for result in out:
		if isinstance(result, Exception):
			raise result
	return out


def eventually(test, seconds=5, what="it did not happen"):
	end = time.monotonic() + seconds
	while time.monotonic() < end:
		got = test()
		if got:
			return got
		time.sleep(0.01)
	raise AssertionError(what)


def equal(got, wanted, what=""):
	assert got == wanted, f"{what}: got {got!r:.400}, wanted {wanted!r:.400}"


def free_port():
	with socket.socket() as s:
		s.bind(("127.0.0.1", 0))
		return s.getsockname()[1]
