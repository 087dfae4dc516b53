#!/usr/bin/python3
"""Begins a game as CONTRIBUTING says: exactly the text of its sh blocks, in a copy of the tree.

	/usr/bin/python3 tests/readme/new_game.py

The copy has what was built already, so that only the new game is compiled.  Then the
copy's daemon offers the game and plays it to its end.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "http"))
sys.dont_write_bytecode = True

import harness

NAME = "demo"


def steps():
	with open(os.path.join(ROOT, "CONTRIBUTING.md"), encoding="utf-8") as f:
		section = f.read().split("\n## A game\n")[1].split("\n## ")[0]
	found = [textwrap.dedent(block) for block in re.findall(r"^ *```sh\n(.*?)^ *```$", section, re.M | re.S)]
	assert len(found) == 3, f"CONTRIBUTING has {len(found)} blocks about a game"
	return "".join(found)


def copy_of_tree(to):
	def ignore(folder, names):
		return [n for n in names if n == ".git" or (folder == ROOT and n != "build" and re.match(r"build|var", n))]
	shutil.copytree(ROOT, to, ignore=ignore, symlinks=True)


def play(d):
	"""First things first, until the game is over."""
	tokens = [d.client().post("/v1/players", {"name": name}, status=201).json["token"] for name in ("Ada", "Bob")]
	seats = [d.client(token, check=False) for token in tokens]
	assert NAME in [r["id"] for r in seats[0].get("/v1/rulesets").json["rulesets"]]
	game = seats[0].post("/v1/games", {"ruleset": NAME, "seats": 2}, status=201).json["id"]
	view = seats[1].post(f"/v1/games/{game}/seats", {}, status=201).json
	while view["status"] == "active":
		client = seats[view["waiting_for"][0]]
		for rest in ("", "/board.txt", "/legal"):	# the texts, too, do with what the game describes
			client.get(f"/v1/games/{game}{rest}", headers={"Accept": "text/plain"})
		move = client.get(f"/v1/games/{game}/legal").json["moves"][0]["move_id"]
		view = client.post(f"/v1/games/{game}/actions", {"move_id": move}, status=200).json["game"]
	assert view["result"]["winners"] == [0, 1] and view["result"]["scores"] == [0, 0], view["result"]
	return seats[0].get(f"/v1/games/{game}/record").body


def begin(folder):
	tree = os.path.join(folder, "tree")
	copy_of_tree(tree)
	environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BUILD")}
	environment["CONFORMANCE_GAMES"] = "20"
	done = subprocess.run(["sh", "-e", "-c", steps()], cwd=tree, env=environment, stdin=subprocess.DEVNULL,
		stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)
	said = done.stdout.decode(errors="replace")
	assert done.returncode == 0, said[-4000:]
	assert "engine/demo/tiles.json: good" in said and "Failures: 0, Errors: 0" in said, said[-4000:]
	program = os.path.join(tree, "build", "meepled")
	with harness.Daemon(program=program) as d:
		record = play(d)
	code, said = harness.verify(record, program=program)
	assert code == 0, said
	checked = subprocess.run(["sh", "tests/lint/names.sh", tree], cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
	assert checked.returncode == 0, checked.stdout.decode()[:2000]


def main():
	failed = 0
	with tempfile.TemporaryDirectory(prefix="meepled-new-game-") as folder:
		try:
			begin(folder)
		except Exception:
			failed = 1
			traceback.print_exc(limit=-2, file=sys.stdout)
	print(f"{1 - failed} passed, {failed} failed")
	return failed


if __name__ == "__main__":
	sys.exit(main())
