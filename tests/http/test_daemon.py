"""The daemon around the service: signals, limits of connections and times, administrator's tokens."""
import os
import shutil
import signal
import socket
import tempfile
import threading
import time

from harness import Daemon, equal, eventually, meepled, together

HEAD = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"


def connect(d, timeout=15):
	s = socket.create_connection(d.address, timeout)
	s.settimeout(timeout)
	return s


def answered(s):
	"""Whether a request over this connection is answered."""
	try:
		s.sendall(HEAD)
		return s.recv(4096).startswith(b"HTTP/1.1 200")
	except OSError:
		return False


def seconds_until_closed(s, trickle=b"", limit=12):
	"""Sends a byte now and then; after how many seconds the daemon has closed the connection."""
	began = time.monotonic()
	s.settimeout(0.2)
	while time.monotonic() - began < limit:
		try:
			if trickle:
				s.sendall(trickle)
			if not s.recv(4096):
				break
		except socket.timeout:
			pass
		except OSError:
			break
	return time.monotonic() - began


def table(d):
	"""A player and the path of a game in the lobby."""
	token = d.client().post("/v1/players", {"name": "Ada"}, 201).json["token"]
	ada = d.client(token)
	return ada, ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, 201).json["url"]


def test_hangup_reads_the_file_again():
	with tempfile.NamedTemporaryFile("w", suffix=".ini") as f:
		f.write("registration = open\n")
		f.flush()
		with Daemon("--config", f.name) as d:
			d.client().post("/v1/players", {"name": "Ada"}, 201)
			f.seek(0)
			f.truncate()
			f.write("registration = closed\nthreads = 7\n")
			f.flush()
			d.process.send_signal(signal.SIGHUP)
			eventually(lambda: "configuration read again" in d.log)
			assert "needs_restart=threads" in d.log, d.log
			equal(d.client().post("/v1/players", {"name": "Bob"}, 403).code, "registration-closed", "after HUP")
			f.write("nonsense\n")
			f.flush()
			d.process.send_signal(signal.SIGHUP)
			eventually(lambda: "configuration not taken over" in d.log)
			equal(d.client().post("/v1/players", {"name": "Cid"}, 403).code, "registration-closed", "bad file")


def test_stopping_answers_what_waits():
	with Daemon() as d:
		ada, game = table(d)
		replies = []

		def poll():
			replies.append(d.client(ada.token).get(f"{game}/events?after=99&wait=60").status)
		polls = [threading.Thread(target=poll) for _ in range(20)]
		for p in polls:
			p.start()
		time.sleep(0.5)
		idle = connect(d)
		assert answered(idle)
		began = time.monotonic()
		equal(d.stop(), 0, "exit status")
		assert time.monotonic() - began < 8, "waited for the polls or for the idle connection"
		for p in polls:
			p.join(10)
		equal(replies, [200] * 20, "answers to the polls")
		equal(idle.recv(10), b"", "the idle connection is closed")
		assert "msg=stopped" in d.lines[-1], d.lines[-1]


def test_second_signal_ends_at_once():
	"""A body that never comes keeps the daemon from stopping; whoever asks twice does not wait."""
	with Daemon() as d:
		s = connect(d)
		s.sendall(b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{")
		time.sleep(0.3)
		d.process.send_signal(signal.SIGTERM)
		eventually(lambda: "msg=stopping" in d.log)
		time.sleep(0.3)
		assert d.process.poll() is None, "did not wait for the request under way"
		began = time.monotonic()
		d.process.send_signal(signal.SIGTERM)
		d.process.wait(5)
		assert time.monotonic() - began < 2
		d.start()


def test_callers_that_leave_do_no_harm():
	with Daemon() as d:
		ada, game = table(d)
		for i in range(100):
			s = connect(d)
			s.sendall(f"GET {game}/events?after=99&wait=1 HTTP/1.1\r\nHost: x\r\n"
				f"Authorization: Bearer {ada.token}\r\n\r\n".encode())
			s.close()
			s = connect(d)
			s.sendall(b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
				b"Content-Length: 14\r\n\r\n{\"name\":\"Ada\"}"[: 90 + i])
			s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
			s.close()
		d.client().get("/v1")
		time.sleep(1.5)		# the polls of those who left end
		d.client().get("/v1")


def test_slow_callers_are_closed():
	with Daemon("--idle-timeout", "2", "--request-timeout", "3") as d:
		post = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
		cases = ((b"", b"", 4), (b"GET /v1 HTTP/1.1\r\n", b"X", 5), (post, b"x", 5), (b"GE", b"T", 8), (post, b"", 5))
		times = together(len(cases), lambda i: one_slow(d, *cases[i]))
		for case, seconds in zip(cases, times):
			assert 1 < seconds < case[2], f"{case}: closed after {seconds:.1f} s"
		# A long poll is silent for longer than that and still gets its answer.
		ada, game = table(d)
		began = time.monotonic()
		ada.get(f"{game}/events?after=99&wait=4")
		assert time.monotonic() - began > 3.5


def one_slow(d, first, trickle, _):
	s = connect(d)
	s.sendall(first)
	return seconds_until_closed(s, trickle)


def test_connections_beyond_the_limit_wait():
	with Daemon("--connections", "4") as d:
		first = [connect(d) for _ in range(4)]
		assert all(answered(s) for s in first)
		fifth = connect(d)		# by the kernel; the daemon has not accepted it
		fifth.sendall(HEAD)
		fifth.settimeout(0.5)
		try:
			fifth.recv(10)
			raise AssertionError("a fifth connection was served")
		except socket.timeout:
			pass
		first.pop().close()
		fifth.settimeout(10)
		assert fifth.recv(4096).startswith(b"HTTP/1.1 200")


def test_connections_of_one_address():
	with Daemon("--per-address", "3") as d:
		first = [connect(d) for _ in range(3)]
		assert all(answered(s) for s in first)
		assert not answered(connect(d)), "a fourth connection from one address was served"
		first.pop().close()
		eventually(lambda: answered(connect(d)))


def test_more_connections_than_the_limit_come_and_go():
	with Daemon("--connections", "16") as d:
		together(64, lambda i: [d.client().get("/livez") for _ in range(5)])


def test_administrator_token():
	with Daemon("--registration", "closed") as d:
		create = ("token", "create", "--data", d.folder)
		code, out = meepled(*create, "--name", "bot", "--scope", "admin")
		assert code == 1 and "in use" in out, out
		d.stop()
		for flags in (["--scope", "admin"], ["--name", "x"]):
			code, out = meepled(*create, *flags)
			assert code == 2 and "is missing" in out, out
		code, out = meepled(*create, "--name", "bot", "--scope", "admin", "--expires", "1")
		assert code == 0 and out.startswith("mpl_") and len(out.splitlines()) == 1, out
		d.start()
		d.client().post("/v1/players", {"name": "Ada"}, 403)
		d.client(out.strip()).post("/v1/players", {"name": "Ada"}, 201)


def test_files_are_private():
	with tempfile.TemporaryDirectory() as folder:
		inner = os.path.join(folder, "inner")
		with Daemon(folder=inner) as d:
			equal(os.stat(inner).st_mode & 0o777, 0o700, "folder")
			for name in os.listdir(inner):
				equal(os.stat(os.path.join(inner, name)).st_mode & 0o077, 0, name)


def test_first_line_names_the_address():
	with Daemon("--log-level", "error") as d:
		assert "msg=listening addr=127.0.0.1:" in d.lines[0], d.lines[0]
		d.client().get("/v1")
		equal(len(d.lines), 1, "lines at level error")


def test_the_service_manager_hears_of_it():
	folder = tempfile.mkdtemp(prefix="meepled-manager-")
	manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
	manager.bind(folder + "/notify")
	manager.settimeout(20)

	def heard(*states):
		"""The next messages begin with these; signs of life come in between."""
		for state in states:
			message = b"WATCHDOG=1"
			while message == b"WATCHDOG=1":
				message = manager.recv(400)
			assert message.startswith(state), (state, message)
		return message.decode()

	try:
		environment = {"NOTIFY_SOCKET": folder + "/notify", "WATCHDOG_USEC": "400000"}
		with Daemon(environment=environment) as d:
			message = heard(b"READY=1\n")
			assert "127.0.0.1:%d" % d.address[1] in message, message
			d.client().get("/livez")
			for _ in range(3):
				equal(manager.recv(400), b"WATCHDOG=1", "a sign of life")
			d.process.send_signal(signal.SIGHUP)
			heard(b"RELOADING=1\nMONOTONIC_USEC=", b"READY=1\n")
			d.stop()
			heard(b"STOPPING=1\n")
	finally:
		manager.close()
		shutil.rmtree(folder)
