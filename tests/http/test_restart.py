"""Stopping and starting again: nothing is lost, and what cannot be opened is refused."""
import os
import sqlite3

from client import Client, Table
from harness import Daemon, equal, meepled


def test_middle_of_a_game():
	"""Tokens, turn, decision and tile in hand are as before, in every phase."""
	with Daemon() as d:
		phases = ("draw", "place", "piece", "deliver", "decide")
		tables = []
		for i, phase in enumerate(phases):
			for seed in range(50 + i, 400, 10):
				t = Table(d.client(), seats=2 + i % 4, seed=seed, options={"auto_end_turn": False})
				try:
					t.play("actions", until=lambda t: t.phase == phase and (phase == "decide" or t.view["version"] > 30))
				except AssertionError:
					raise
				if not t.over:
					break
			equal(t.phase, phase, "phase")
			tables.append(t)
		before = [(t.refresh(), t.legal(), t.events(), t.to_move.token) for t in tables]
		equal(d.stop(), 0, "exit status on TERM")
		d.start()
		for t, (view, legal, events, token) in zip(tables, before):
			who = d.client(token)
			equal(who.get(t.path).json, view, f"view in phase {view['turn']['phase']}")
			equal(who.get(t.path + "/legal").json["moves"], legal, "legal")
			got, after = [], 0
			while True:
				page = who.get(f"{t.path}/events?after={after}").json["events"]
				if not page:
					break
				got += page
				after = page[-1]["seq"]
			equal(got, events, "events")
			t.players = t.seats = [d.client(p.token) for p in t.seats]
			t.anyone = d.client()
			for _ in range(5):
				if not t.over:
					t.step("actions")


def test_to_the_end_with_a_restart_at_every_turn():
	from harness import verify
	with Daemon() as d:
		t = Table(d.client(), seats=2, seed=7)
		for _ in range(15):
			number = t.view["turn"]["number"]
			t.play("actions", until=lambda t: t.view["turn"]["number"] > number)
			if t.over:
				break
			(d.stop if number % 2 else d.kill)()
			d.start()
			t.players = t.seats = [d.client(p.token) for p in t.seats]
			t.anyone = d.client()
		t.play("actions")
		code, out = verify(d.client().get(t.path + "/record").body)
		equal(code, 0, out)


def database(folder):
	return next(os.path.join(folder, n) for n in sorted(os.listdir(folder))
		if open(os.path.join(folder, n), "rb").read(15) == b"SQLite format 3")


def refused(folder, *flags):
	code, out = meepled("serve", "--listen", "127.0.0.1:0", "--data", folder, *flags, timeout=20)
	assert code != 0, out
	return out


def test_newer_schema_is_refused():
	with Daemon() as d:
		Table(d.client(), seats=2)
		d.stop()
		path = database(d.folder)
		db = sqlite3.connect(path)
		version = db.execute("PRAGMA user_version").fetchone()[0]
		db.execute(f"PRAGMA user_version = {version + 1}")
		db.commit()
		db.close()
		before = open(path, "rb").read()
		out = refused(d.folder)
		assert "newer" in out, out
		equal(open(path, "rb").read() == before, True, "the database is untouched")
		db = sqlite3.connect(path)
		db.execute(f"PRAGMA user_version = {version}")
		db.commit()
		db.close()
		d.start()


def test_no_database_of_ours():
	with Daemon() as d:
		d.stop()
		path = database(d.folder)
		with open(path, "r+b") as f:
			f.write(b"This is a text that somebody put here.")
		refused(d.folder)
		os.remove(path)
		for rest in ("-wal", "-shm"):
			if os.path.exists(path + rest):
				os.remove(path + rest)
		d.start()


def test_two_daemons_on_one_folder():
	with Daemon() as d:
		out = refused(d.folder)
		assert out.strip(), "says nothing"
		d.client().get("/v1")


def test_bad_configuration():
	for flags in (["--listen", "nonsense"], ["--listen", "127.0.0.1:99999"], ["--surprise"], ["--data"],
			["--config", "/nonexistent.ini"]):
		code, out = meepled("serve", *flags, timeout=20)
		equal(code, 2, f"{flags}: {out}")
		equal(len(out.strip().splitlines()), 1, f"{flags}: one clear line, not {out!r}")
	for flags, word in ((["--data", "/nonexistent/folder/deep"], "/nonexistent"), (["--tileset", "/dev/null"], "/dev/null")):
		code, out = meepled("serve", "--listen", "127.0.0.1:0", *flags, timeout=20)
		assert code in (1, 2) and word in out and len(out.strip().splitlines()) == 1, out
	for word in ("--help", "--version"):
		code, out = meepled(word)
		equal(code, 0, out)


def test_port_in_use():
	with Daemon() as d:
		import tempfile
		with tempfile.TemporaryDirectory() as folder:
			code, out = meepled("serve", "--listen", f"127.0.0.1:{d.address[1]}", "--data", folder, timeout=20)
			assert code != 0 and str(d.address[1]) in out, out


def test_environment_and_file():
	import tempfile
	with tempfile.NamedTemporaryFile("w", suffix=".ini") as f:
		f.write("registration = closed\n")
		f.flush()
		with Daemon("--config", f.name) as d:
			equal(d.client().post("/v1/players", {"name": "Ada"}, 403).code, "registration-closed", "file")
	with Daemon(environment={"MEEPLED_REGISTRATION": "closed"}) as d:
		equal(d.client().post("/v1/players", {"name": "Ada"}, 403).code, "registration-closed", "environment")
