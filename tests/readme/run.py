#!/usr/bin/python3
"""Runs the README: exactly the text of its sh blocks, against a fresh daemon.

	/usr/bin/python3 tests/readme/run.py [BINARY]

Only the address is another one, because the daemon takes a free port.  The blocks run
as one script with `set -e` and with tracing, so that each command's output is known.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "http"))
sys.dont_write_bytecode = True

import harness

ADDRESS = "http://127.0.0.1:8080"


def blocks(text):
	return re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)


def run_shell(script, environment):
	with tempfile.NamedTemporaryFile("w", suffix=".sh") as f:
		f.write(script)
		f.flush()
		return subprocess.run(["sh", "-e", f.name], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
			stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)


def check_walk(d, parts):
	"""What each block must have brought about, in order."""
	made, seats, draw, legal, turn, reading, whole, factions, attack, battle, war = parts
	assert made == "", made
	assert seats == '"active"\n', seats
	assert "The tile in hand" in draw and "rotation 270" in draw, draw
	assert "place x" in legal and '"type":"tile-placed"' in legal and '"type":"turn-ended"' in legal, legal
	assert '"phase": "place"' in turn and turn.count('"tile-placed"') == 2, turn
	lines = [json.loads(l) for l in reading.splitlines() if l.startswith("[")]
	assert [l[0] for l in lines] == list(range(6, 6 + len(lines))), lines
	assert '"phase": "draw"' in reading and "Sides:" in reading, reading
	assert "\ngame-finished\n" in whole and ": good\n" in whole and "King of the South Seas" in whole, whole
	assert factions == '["Ada","rebels"]\n["Bob","empire"]\n' and attack == "", factions + attack
	check_battle(battle)
	assert " wins with " in war and " throws " in war and "\ngame-finished\n" in war and ": good\n" in war, war
	games = d.client(check=False).get("/v1/games").json["games"]
	assert sorted((g["ruleset"], g["status"]) for g in games) == [("south-seas", "active"), ("south-seas", "finished"),
		("star-wars", "active"), ("star-wars", "finished")], games


def check_battle(battle):
	"""Chances of two sides, throws until one is higher, the winner, and the board with the planet."""
	said = [json.loads(l) for l in battle.splitlines() if l.startswith("{")]
	odds, throws, end = said[:2], said[2:-1], said[-1]
	assert sum(Fraction(side["win"]) for side in odds) == 1, battle
	assert [len(roll["dice"]) for roll in throws[0]["rolls"]] == [side["dice"] for side in odds], battle
	highest = [max(roll["dice"]) for roll in throws[-1]["rolls"]]
	assert highest[end["winner"]["seat"]] > highest[1 - end["winner"]["seat"]], battle
	assert all(throw["tied"] == [0, 1] for throw in throws[:-1]), battle
	assert "[p" in battle, battle


def walk_through():
	"""The README's commands do what it says."""
	with harness.Daemon() as d:
		run_blocks(d)


def run_blocks(d):
	with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as f:
		found = blocks(f.read())
	assert len(found) == 11, f"the README has {len(found)} blocks"
	assert found[0].startswith(f"M={ADDRESS}\n"), found[0]
	found[0] = found[0].replace(ADDRESS, "http://%s:%d" % d.address)
	mark = "=====end of a block====="
	script = "".join(f"{block}printf '{mark}'\n" for block in found)
	done = run_shell(script, {**os.environ, "MEEPLED": harness.binary})
	output = done.stdout.decode()
	assert done.returncode == 0 and not done.stderr, f"{output}\n{done.stderr.decode()}"
	check_walk(d, output.split(mark)[:-1])


def links():
	"""Files that the README names are there."""
	with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as f:
		for target in re.findall(r"\]\(([^)#]+)\)", f.read()):
			if "://" not in target:
				assert os.path.exists(os.path.join(ROOT, target)), f"{target} is not there"


def main(arguments):
	if arguments:
		harness.binary = os.path.abspath(arguments[0])
	failed = 0
	for test in (links, walk_through):
		try:
			test()
		except Exception:
			failed += 1
			traceback.print_exc(limit=-2, file=sys.stdout)
	print(f"{2 - failed} passed, {failed} failed")
	return 1 if failed else 0


if __name__ == "__main__":
	sys.exit(main(sys.argv[1:]))
