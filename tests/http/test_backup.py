"""meepled backup: a copy taken while the daemon plays on is whole, and what is damaged is not copied."""
import os
import sqlite3
import stat
import tempfile
import threading

from client import Table
from harness import Daemon, equal, meepled


def backup(d, target, *flags):
	"""The exit status and everything that was said."""
	done = meepled("backup", target, "--data", d.folder, *flags)
	return done[0], "".join(done[1:])


def test_while_games_go_on():
	with tempfile.TemporaryDirectory() as folder, Daemon() as d:
		tables = [Table(d.client(), seats=2 + i % 3, seed=i) for i in range(3)]
		ended = threading.Event()

		def play():
			while not ended.is_set() and not tables[0].over:
				tables[0].step("actions")

		for t in tables[1:]:
			t.play("actions", until=lambda t: t.view["version"] > 40)
		player = threading.Thread(target=play)
		player.start()
		try:
			sure = tables[0].view["version"]
			status, said = backup(d, folder + "/meepled.db")
		finally:
			ended.set()
			player.join()
		equal(status, 0, said)
		assert "3 games" in said and "every game played again" in said, said
		equal(os.listdir(folder), ["meepled.db"], "files in the folder")
		equal(stat.S_IMODE(os.stat(folder + "/meepled.db").st_mode), 0o600, "seeds are in it")
		with Daemon(folder=folder) as copy:
			for t in tables[1:]:
				equal(copy.client(t.seats[0].token).get(t.path).json, t.refresh(), "a game that stood still")
			t = tables[0]
			version = copy.client(t.seats[0].token).get(t.path).json["version"]
			assert sure <= version <= t.view["version"], (sure, version, t.view["version"])
			equal(copy.client().get(f"{t.path}/at/{version}").json, d.client().get(f"{t.path}/at/{version}").json,
				"the game that went on")
			t = tables[1]
			t.players = t.seats = [copy.client(p.token) for p in t.seats]
			t.anyone = copy.client()
			for _ in range(6):
				t.step("actions")


def test_refusals():
	with tempfile.TemporaryDirectory() as folder, Daemon() as d:
		target = folder + "/copy.db"
		with open(target, "w") as f:
			f.write("precious")
		status, said = backup(d, target)
		equal((status, open(target).read()), (1, "precious"), said)
		assert "already" in said, said
		for place, flags, wanted in (("/no/such/folder/copy.db", (), 1), (folder + "/x.db", ("--data", folder), 1),
				(folder + "/x.db", ("another",), 2)):
			status, said = backup(d, place, *flags)
			equal(status, wanted, said)
			equal(len(said.splitlines()), 1, said)
		equal(meepled("backup")[0], 2, "no FILE")
		equal(os.listdir(folder), ["copy.db"], "nothing is left")


def test_what_is_damaged_is_not_copied():
	damages = {
		"a gap": ("DELETE FROM log WHERE number = (SELECT max(number) - 3 FROM log)", "gap"),
		"the end": ("DELETE FROM log WHERE number = (SELECT max(number) FROM log)", "version"),
		"another move": ("UPDATE log SET action = (SELECT o.action FROM log o WHERE o.action <> log.action ORDER BY o.number LIMIT 1)"
			" WHERE number = (SELECT max(number) FROM log WHERE action IS NOT NULL)", "log does not lead"),
		"another event": ("UPDATE log SET events = CAST(replace(CAST(events AS TEXT), 'turn-started', 'turn-startet') AS BLOB)"
			" WHERE number = (SELECT min(number) FROM log WHERE CAST(events AS TEXT) LIKE '%turn-started%')", "does not verify"),
		"another state": ("UPDATE games SET snapshot = (SELECT snapshot FROM games WHERE number = 2) WHERE number = 1", "game "),
		"no state": ("UPDATE games SET snapshot = NULL WHERE number = 1", "no state"),
		"no tile set": ("UPDATE games SET tileset_hash = zeroblob(32) WHERE number = 1", "tile set"),
		"seats": ("UPDATE games SET seats_taken = 5 WHERE number = 1", "seats"),
	}
	with tempfile.TemporaryDirectory() as folder, Daemon() as d:
		Table(d.client(), seats=2, seed=1).play("actions")
		Table(d.client(), seats=2, seed=2).play("actions", until=lambda t: t.view["version"] > 30)
		d.stop()
		path = d.folder + "/meepled.db"
		with open(path, "rb") as f:
			good = f.read()
		for what, (sql, word) in damages.items():
			db = sqlite3.connect(path)
			equal(db.execute(sql).rowcount, 1, what)
			db.commit()
			db.close()
			status, said = backup(d, folder + "/copy.db")
			equal((status, os.listdir(folder)), (1, []), f"{what}: {said}")
			assert word in said, f"{what}: {said}"
			with open(path, "wb") as f:
				f.write(good)
		db = sqlite3.connect(path)
		root, size = (db.execute(sql).fetchone()[0] for sql in
			("SELECT rootpage FROM sqlite_schema WHERE name = 'log'", "PRAGMA page_size"))
		db.close()
		with open(path, "r+b") as f:
			f.seek((root - 1) * size)
			f.write(b"\xff" * size)
		status, said = backup(d, folder + "/copy.db")
		equal((status, os.listdir(folder)), (1, []), f"a page: {said}")
		with open(path, "wb") as f:
			f.write(good)
		equal(backup(d, folder + "/copy.db")[0], 0, "the good one")
		d.start()
