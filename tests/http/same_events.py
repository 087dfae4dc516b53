#!/usr/bin/python3
"""Two builds give byte-identical events for the same seeds and actions.

	/usr/bin/python3 tests/http/same_events.py BINARY OTHER_BINARY [GAMES]

Games are played on one build; their records are handed to a daemon of the other build,
which computes each game again from the seeds and actions alone and keeps what it
computed.  Then both are asked for events, views and records.
"""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from client import Table
from harness import Daemon, verify


def log(d, path, game):
	"""The events that the engine caused, as they were sent, without the game's id."""
	out, after = b"", 0
	while True:
		reply = d.client(check=False).get(f"{path}/events?after={after}")
		events = reply.json["events"]
		if not events:
			break
		after = events[-1]["seq"]
		out += reply.body
	out = out.replace(game.encode(), b"GAME")
	out = re.sub(rb'"at":"[^"]*"', b'"at":""', re.sub(rb'"seq":\d+', b'"seq":0', out))
	return out[out.index(b'"type":"game-started"'):]


def one_game(a, b, i):
	ruleset = ("south-seas", "star-wars")[i // 2 % 2]
	options = {"auto_draw": i % 3 == 0, "auto_end_turn": i % 5 != 0}
	options |= {"retrieve": ("any", "empty-supply")[i % 2]} if ruleset == "south-seas" else \
		{"auto_battle": i % 2 == 0, "unplaceable": ("discard", "return")[i // 4 % 2], "teams": i % 4 == 2}
	t = Table(a.client(check=False), seats=2 + i % 4, seed=700 + i, client_seeds=[f"s{n}" for n in range(2 + i % 4)],
		ruleset=ruleset, options=options)
	while not t.over:
		t.step("actions")
		if t.random.random() < 0.05 and not t.over:
			t.to_move.post(t.path + "/undo", {}, None)
			t.refresh()
	record = a.client(check=False).get(t.path + "/record").body
	for program in (a.program, b.program):
		code, out = verify(record, program)
		assert code == 0, f"{program}: {out}"
	importer = b.client(check=False).player("Importer")
	made = importer.post("/v1/records", record, 201, headers={"Content-Type": "application/json"})
	other = made.headers["Location"]
	mine, theirs = log(a, t.path, t.id), log(b, other, other.rsplit("/", 1)[1])
	assert mine == theirs, f"game {t.id}: events differ at byte " + \
		str(next((n for n, (x, y) in enumerate(zip(mine, theirs)) if x != y), min(len(mine), len(theirs))))
	again = b.client(check=False).get(other + "/record").json
	first = a.client(check=False).get(t.path + "/record").json
	for member in ("actions", "events", "result", "options", "seats", "server_seed"):
		assert again[member] == first[member], f"game {t.id}: {member} of the records differ"
	return len(mine)


def main(one, two, games=12):
	total = 0
	with Daemon(program=os.path.abspath(one)) as a, Daemon(program=os.path.abspath(two)) as b:
		for i in range(int(games)):
			total += one_game(*((a, b) if i % 2 else (b, a)), i)
	print(f"{games} games, {total} bytes of events: the same from both builds")
	print(f"{games} passed, 0 failed")


if __name__ == "__main__":
	main(*sys.argv[1:])
