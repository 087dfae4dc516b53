"""Clocks over a socket: time-outs, reminders, restarts, pauses, quiet hours, vacation, and races."""
import datetime
import time

from client import Table
from harness import Daemon, equal, eventually, together, verify

FLAGS = ("--clock-least", "1")


def short(d, per_turn="PT1S", seats=2, on_timeout="forfeit", **more):
	return Table(d.client(), seats=seats, seed=3, clock={"per_turn": per_turn, "on_timeout": on_timeout}, **more)


def wait_for(table, kind, count=1, seconds=20):
	"""The first `count` events of that type, by long polls."""
	after, found, end = 0, [], time.monotonic() + seconds
	while len(found) < count and time.monotonic() < end:
		page = table.players[0].get(f"{table.path}/events?after={after}&wait=5").json
		found += [e for e in page["events"] if e["type"] == kind]
		after = page["next"]
	assert len(found) >= count, f"{len(found)} of {count} {kind}: {[e['type'] for e in table.events()]}"
	return found[:count]


def moment(text):
	return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def test_time_runs_out(d):
	table = short(d)
	first = table.view["waiting_for"][0]
	deadline = table.view["turn"]["deadline"]
	equal(table.view["clock"]["deadline"], deadline, "both say it")
	late = wait_for(table, "seat-timed-out")[0]
	equal(late["seat"], first, "who was waited for")
	assert moment(late["at"]) >= moment(deadline), (late, deadline)
	equal([e["reminder"] for e in table.events() if e["type"] == "turn-reminder"], ["half", "tenth"], "once each")
	# Who comes too late hears why.
	reply = table.seats[first].post(table.path + "/draw", status=409)
	equal((reply.code, reply.json["timed_out_at"]), ("timed-out", late["at"]), "the answer names it")
	view = table.refresh()
	equal((view["status"], view["turn"]["deadline"], view["clock"]["running"]), ("finished", None, None), "over")
	code, out = verify(table.players[0].get(table.path + "/record").body)
	equal(code, 0, out)


def test_skipped_turns(d):
	table = short(d, on_timeout="skip")
	seats = [e["seat"] for e in wait_for(table, "seat-timed-out", 3)]
	equal((seats[0], seats[0] != seats[1]), (seats[2], True), "in turn")
	assert sum(e["type"] == "tile-placed" for e in table.events()) >= 2
	view = table.refresh()
	for version in range(1, view["version"] + 1, 3):
		then = d.client().get(f"{table.path}/at/{version}").json
		assert then["version"] <= version


def test_bots_take_over(d):
	table = short(d, on_timeout="bot")
	held = wait_for(table, "stand-in-began")[0]["seat"]
	wait_for(table, "stand-in-began", 2)
	eventually(lambda: sum(e["type"] == "turn-ended" for e in table.events()) >= 1, 15, "the built-in player plays")
	table.seats[held].post(table.path + "/return", status=200)
	wait_for(table, "stand-in-ended")


def test_a_restart_costs_nobody_his_game():
	with Daemon(*FLAGS) as d:
		table = Table(d.client(), seats=2, seed=1, clock={"per_turn": "PT3S"})
		before = table.view["turn"]["deadline"]
		# The first note of being alive; what is down before it is not known.
		d.kill()
		time.sleep(max(0, (moment(before) - datetime.datetime.now(datetime.timezone.utc)).total_seconds()) + 0.2)
		d.start()
		client = d.client(table.players[0].token)
		view = client.get(table.path).json
		events = eventually(lambda: [e for e in client.get(table.path + "/events").json["events"] if e["type"] == "clock-credited"],
			10, "nothing was given back")
		view = client.get(table.path).json
		equal(view["status"], "active", "nobody lost meanwhile")
		assert moment(view["turn"]["deadline"]) > moment(before), (view["turn"], before)
		assert moment(events[0]["until"]) > moment(before)
		eventually(lambda: client.get(table.path).json["status"] == "finished", 15, "time runs on")


def test_pause(d):
	table = Table(d.client(), seats=2, seed=1, clock={"per_turn": "P1D"})
	ada, bob = table.players
	equal(ada.post(table.path + "/pause", {"agree": True}, 409).code, "no-pause", "nobody asks")
	equal(ada.post(table.path + "/pause", {"for": "P20D"}, 409).code, "no-pause", "too long")
	ada.post(table.path + "/pause", {"for": "PT1M"})
	reply = bob.post(table.path + "/pause", {"agree": True})
	equal([e["type"] for e in reply.json["events"]], ["pause-agreed", "clock-paused"], "all agree")
	equal(reply.json["game"]["clock"]["stopped"], "pause", "it stands")
	assert "Paused until" in ada.get(table.path, headers={"Accept": "text/plain"}).text
	assert "clock-paused" in bob.get(table.path + "/events", headers={"Accept": "application/x-ndjson"}).text
	plain = Table(d.client(), players=table.players)
	equal(ada.post(plain.path + "/pause", {"for": "P1D"}, 409).code, "no-clock", "without one")


def test_hours(d):
	ada = d.client().player("Ada")
	equal(ada.get("/v1/me/hours").json, {"zone": None, "from": None, "to": None}, "none at first")
	hours = {"zone": "Europe/Berlin", "from": "22:00", "to": "07:00"}
	equal(ada.request("PUT", "/v1/me/hours", hours, status=200).json, hours, "set")
	table = Table(d.client(), players=[ada, d.client().player("Bob")], clock={"per_turn": "P1D"})
	noted = [e for e in table.events() if e["type"] == "hours-set"]
	equal((len(noted), noted[0]["hours"]["from"]), (1, "22:00"), "at the start")
	assert noted[0]["hours"]["shifts"], noted
	assert "Berlin" not in str(table.events())
	ada.request("DELETE", "/v1/me/hours", status=200)
	equal([e["hours"] for e in table.events() if e["type"] == "hours-set"][-1], None, "off")


def test_vacation(d):
	ada = d.client().player("Ada")
	table = Table(d.client(), players=[ada, d.client().player("Bob")], clock={"per_turn": "P1D"})
	got = ada.get("/v1/me/vacation").json
	equal((got["from"], got["left"], got["days_a_year"]), (None, "P30D", 30), "all of it is there")
	hour = datetime.datetime.now(datetime.timezone.utc).replace(minute=0, second=0, microsecond=0) + datetime.timedelta(hours=2)
	span = lambda days: {"from": hour.isoformat(), "until": (hour + datetime.timedelta(days=days)).isoformat()}
	equal(ada.request("PUT", "/v1/me/vacation", span(40), status=409).code, "no-vacation", "too long")
	equal(ada.request("PUT", "/v1/me/vacation", span(3), status=200).json["left"], "P27D", "taken out")
	equal([e["seat"] for e in table.events() if e["type"] == "vacation-set"], [table.seat_of[ada.id]], "told")
	equal(ada.request("DELETE", "/v1/me/vacation", status=200).json["left"], "P30D", "called off")


def test_the_clock_at_any_time(d):
	table = Table(d.client(), seats=2, seed=1, clock={"per_turn": "P2D", "bank": "P1D", "increment": "PT6H"})
	anyone = d.client()
	now = anyone.get(table.path + "/clock").json
	equal(now["clock"]["deadline"], table.view["clock"]["deadline"], "as in the view")
	then = anyone.get(f"{table.path}/clock?at={table.view['clock']['as_of']}").json
	equal(then["clock"], table.view["clock"], "as of the latest event")
	later = anyone.get(f"{table.path}/clock?at=2099-01-01T00:00:00Z").json["clock"]
	seat = later["seats"][later["running"]]
	equal((seat["turn_left"], seat["bank"]), ("PT0S", "PT0S"), "if nobody moves")
	assert moment(later["ends_by"]) > moment(later["deadline"])
	anyone.get(table.path + "/clock?at=yesterday", 400)
	anyone.get(table.path + "/clock?at=1999-01-01T00:00:00Z", 404)
	summary = next(g for g in anyone.get("/v1/games?limit=200").json["games"] if g["id"] == table.id)
	equal(summary["clock"]["per_turn"], "P2D", "lists tell, too")


def test_moves_and_time_outs_race(d):
	"""Everybody draws at the very end of his time: one of the two wins, and the answer agrees with the log."""
	count = 12
	tables = [short(d) for _ in range(count)]
	clients = [d.client(t.to_move.token) for t in tables]

	def race(i):
		at = moment(tables[i].view["turn"]["deadline"]).timestamp() + (i - count / 2) * 0.002
		time.sleep(max(0, at - time.time()))
		return clients[i].post(tables[i].path + "/draw", status=None)
	replies = together(count, race)
	for table, reply in zip(tables, replies):
		late = wait_for(table, "seat-timed-out")[0]
		drawn = [e for e in table.events() if e["type"] == "tile-drawn"]
		if reply.status == 200:
			assert drawn and drawn[0]["seq"] < late["seq"], (drawn, late)
		else:
			equal((reply.status, reply.code, reply.json["timed_out_at"], drawn), (409, "timed-out", late["at"], []), "too late")
