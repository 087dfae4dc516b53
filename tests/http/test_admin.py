"""What administrators may look at and do, and that every act is told and kept."""
import json
import re

from client import Table
from harness import Daemon, equal, eventually, the_checker, verify

PLAIN = {"reason": "a test of it"}


def audit(admin, **wanted):
	"""The newest entry, which must have these members."""
	entry = admin.get("/v1/admin/audit?limit=1").json["entries"][0]
	for name, value in wanted.items():
		equal(entry[name], value, name)
	return entry


def events(client, table, kind):
	return [e for e in client.get(table.path + "/events?limit=1000").json["events"] if e["type"] == kind]


def test_games_are_seen_but_no_secrets(d):
	admin = d.administrator()
	c = d.client()
	hidden = Table(c, seats=2, seed=1, visibility="private")
	hidden.play(until=lambda t: t.view["version"] > 20)
	c.get(hidden.path, 404)
	seen = admin.get("/v1/admin/games/" + hidden.id).json
	equal(seen, hidden.players[0].get(hidden.path).json, "the same view as for who sits there")
	assert "seed" not in json.dumps(seen).replace("client_seed", ""), "a seed is shown"
	listed = admin.get("/v1/admin/games?limit=1").json
	equal([g["id"] for g in listed["games"]], [hidden.id], "newest first")
	page = admin.get("/v1/admin/games?limit=1&cursor=" + listed["next"], None) if listed["next"] else None
	assert page is None or page.json["games"][0]["id"] != hidden.id
	equal(admin.get("/v1/admin/games?status=active&player=" + hidden.players[0].id).json["games"][0]["id"], hidden.id, "of a player")
	assert b"Private" not in admin.get("/v1/admin/games", headers={"Accept": "text/plain"}).body
	admin.get("/v1/admin/games/" + hidden.id, headers={"Accept": "text/plain"})
	admin.get(hidden.path, 404)		# the plain resource knows no administrators


def test_players(d):
	admin = d.administrator()
	c = d.client()
	names = [f"Zacharias {i}" for i in range(5)]
	for name in names:
		c.player(name)
	first = admin.get("/v1/admin/players?name=zachar&limit=3").json
	rest = admin.get("/v1/admin/players?name=ZACHAR&limit=3&cursor=" + first["next"]).json
	equal(sorted(p["name"] for p in first["players"] + rest["players"]), names, "found in two pages")
	equal(rest["next"], None, "the last page")
	equal({p["state"] for p in first["players"]}, {"active"}, "state")
	equal(admin.get("/v1/admin/players?name=zachar&state=deleted").json["players"], [], "none is deleted")
	one = admin.get("/v1/admin/players/" + first["players"][0]["id"]).json
	equal((one["limits"]["tokens"]["have"], len(one["tokens"])), (1, 1), "token")
	assert "mpl_" not in json.dumps(one)
	for query in ("state=gone", "cursor=UPPER", "cursor=0000000000000000", "limit=0", "name=" + "x" * 200, "name=%ff"):
		equal(admin.get("/v1/admin/players?" + query, 400).code, "bad-request", query)
	equal([t["name"] for t in admin.get("/v1/admin/tokens").json["tokens"]], ["root"], "administrators' tokens")


def test_a_seat_is_timed_out(d):
	admin = d.administrator()
	for then in ("forfeit", "skip", "bot"):
		t = Table(d.client(), seats=3, seed=1, options={"on_timeout": then})
		seat = t.view["waiting_for"][0]
		path = "/v1/admin/games/" + t.id + "/timeout"
		equal(admin.post(path, {**PLAIN, "seat": (seat + 1) % 3}, 409).code, "not-your-turn", "another seat")
		version = t.view["version"]
		done = admin.post(path, {**PLAIN, "seat": seat}).json["audit"]
		equal((done["act"], done["target"], done["reason"], done["name"]), ("time-out", "games/" + t.id, PLAIN["reason"], "root"), then)
		equal((done["detail"]["seat"], done["detail"]["player"]), (seat, t.seats[seat].id), "detail")
		told = [e for e in t.players[0].get(t.path + f"/events?after={version}").json["events"]]
		equal((told[0]["type"], told[0]["seat"], told[0]["reason"]), ("administrator-acted", seat, PLAIN["reason"]), "told first")
		assert any(e["type"] == "seat-timed-out" for e in told), told
		t.refresh()
		assert then != "forfeit" or t.view["seats"][seat]["state"] != "playing", t.view["seats"][seat]
		if then == "bot":
			equal(admin.post(path, {**PLAIN, "seat": seat}, 409).code, "not-your-turn", "the built-in player holds it")
	lobby = t.players[0].post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"]
	equal(admin.post(f"/v1/admin/games/{lobby}/timeout", {**PLAIN, "seat": 0}, 409).code, "not-started", "lobby")


def test_a_game_that_went_on_after_a_time_out_verifies(d):
	admin = d.administrator()
	t = Table(d.client(), seats=2, seed=3, options={"on_timeout": "skip"})
	t.play(until=lambda t: t.view["version"] > 20)
	admin.post(f"/v1/admin/games/{t.id}/timeout", {**PLAIN, "seat": t.view["waiting_for"][0]})
	t.refresh()
	t.play()
	equal(verify(d.client().get(t.path + "/record").body)[0], 0, "the record verifies")


def test_a_game_is_called_off(d):
	admin = d.administrator()
	t = Table(d.client(), seats=2, seed=1)
	t.play(until=lambda t: t.view["version"] > 20)
	version, tiles = t.view["version"], t.view["board"]["tiles"]
	mover = t.to_move
	admin.post(f"/v1/admin/games/{t.id}/abort", PLAIN)
	equal(events(d.client(), t, "game-aborted")[0].get("reason"), PLAIN["reason"], "told")
	view = t.refresh()
	equal((view["status"], view["waiting_for"]), ("aborted", []), "called off")
	equal(mover.post(t.path + "/draw", {}, 409).code, "game-over", "nobody can act")
	equal(mover.get(t.path + "/legal", 409).code, "game-over", "nothing is legal")
	equal(d.client().get(t.path + f"/at/{version}").json["board"]["tiles"], tiles, "as it was")
	equal(admin.post(f"/v1/admin/games/{t.id}/abort", PLAIN, 409).code, "game-over", "again")
	equal(mover.get("/v1/me").json["limits"]["open_games"]["have"], 0, "counts no more")
	lobby = mover.post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"]
	admin.post(f"/v1/admin/games/{lobby}/abort", PLAIN)
	equal(mover.get("/v1/games/" + lobby).json["status"], "aborted", "a lobby, too")
	d.stop()
	d.start()
	equal(d.client().get(t.path).json["status"], "aborted", "after a restart")


def test_a_message_is_removed(d):
	admin = d.administrator()
	t = Table(d.client(), seats=2, seed=1)
	t.players[0].post(t.path + "/messages", {"text": "you fool"}, 201)
	before = t.players[0].get("/v1/me").json["limits"]["stored_bytes"]["have"]
	assert before >= len("you fool"), before
	path = f"/v1/admin/games/{t.id}/messages/1/remove"
	admin.post(path, PLAIN)
	audit(admin, act="remove-message", target="games/" + t.id, detail={"message": 1})
	assert "fool" not in d.client().get(t.path + "/events?limit=1000").text
	assert "fool" not in d.client().get(t.path + "/messages").text
	equal(events(d.client(), t, "message-posted")[0]["removed"], True, "said so")
	for path in (path, f"/v1/admin/games/{t.id}/messages/2/remove", f"/v1/admin/games/{t.id}/messages/x/remove"):
		equal(admin.post(path, PLAIN, 404).code, "not-found", path)


def test_an_account_is_closed_and_opened(d):
	admin = d.administrator()
	t = Table(d.client(), seats=3, seed=1)
	gone = t.to_move
	lobby = gone.post("/v1/games", {"ruleset": "south-seas", "seats": 3}, 201).json["id"]
	path = "/v1/admin/players/" + gone.id
	equal(admin.post(path + "/reopen", PLAIN, 409).code, "no-change", "is open")
	admin.post(path + "/close", PLAIN)
	equal(gone.get("/v1/me", 401).code, "invalid-token", "tokens stop at once")
	equal(gone.get(t.path, 401).code, "invalid-token", "public things too")
	equal(gone.post(t.path + "/draw", {}, 401).code, "invalid-token", "and changes")
	equal(admin.post(path + "/close", PLAIN, 409).code, "no-change", "is closed")
	equal(admin.get(path).json["state"], "closed", "state")
	equal([p["id"] for p in admin.get("/v1/admin/players?state=closed").json["players"]].count(gone.id), 1, "found")
	assert events(d.client(), t, "stand-in-began"), "the built-in player has the seat"
	equal(d.client().get("/v1/games/" + lobby).json["status"], "aborted", "what was not begun is called off")
	admin.post(path + "/reopen", PLAIN)
	gone.get("/v1/me")
	equal([e["act"] for e in admin.get("/v1/admin/audit?limit=2").json["entries"]], ["reopen-account", "close-account"], "audit")


def test_settings(d):
	admin = d.administrator()
	equal(admin.get("/v1/admin/settings").json, {"log_level": "info", "registration": "open"}, "at first")
	admin.request("PATCH", "/v1/admin/settings", {**PLAIN, "registration": "closed", "log_level": "debug"}, status=200)
	audit(admin, act="change-settings", detail={"log_level": "debug", "registration": "closed"}, target="")
	equal(admin.get("/v1/admin/settings").json, {"log_level": "debug", "registration": "closed"}, "set")
	equal(d.client().post("/v1/players", {"name": "Eve"}, 403).code, "registration-closed", "closed")
	eventually(lambda: "level=debug" in d.log, what="debug lines")
	admin.request("PATCH", "/v1/admin/settings", {**PLAIN, "registration": "open"}, status=200)
	admin.request("PATCH", "/v1/admin/settings", {**PLAIN, "log_level": "info"}, status=200)
	d.client().player("Eve")
	for body in ({}, PLAIN, {"log_level": "info"}, {**PLAIN, "log_level": "loud"}, {**PLAIN, "registration": True},
			{**PLAIN, "reason": "", "log_level": "info"}, {**PLAIN, "reason": "a\nb", "log_level": "info"},
			{**PLAIN, "reason": "x" * 501, "log_level": "info"}, {**PLAIN, "log_level": "info", "more": 1}):
		equal(admin.request("PATCH", "/v1/admin/settings", body, status=422).code, "invalid-fields", str(body)[:60])


def test_the_audit_log(d):
	admin = d.administrator()
	for i in range(3):
		admin.request("PATCH", "/v1/admin/settings", {"reason": f"number {i}", "log_level": "info"}, status=200,
			headers={"X-Request-Id": f"audit-{i}"})
	first = admin.get("/v1/admin/audit?limit=2").json
	equal([e["reason"] for e in first["entries"]], ["number 2", "number 1"], "newest first")
	equal(first["entries"][0]["request_id"], "audit-2", "request id")
	rest = admin.get("/v1/admin/audit?limit=2&cursor=" + first["next"]).json
	equal(rest["entries"][0]["reason"], "number 0", "the next page")
	equal(admin.get("/v1/admin/audit?cursor=a1").json, {"entries": [], "next": None}, "before the first")
	for cursor in ("1", "a", "a0", "ax", "a-1", "a" + "9" * 30):
		equal(admin.get("/v1/admin/audit?cursor=" + cursor, 400).code, "bad-request", cursor)
	for method in ("POST", "PUT", "PATCH", "DELETE"):
		equal(admin.request(method, "/v1/admin/audit", check=False).status, 405, method)
	# Refused, dry or replayed: no further entry.
	number = first["entries"][0]["number"]
	key = {"Idempotency-Key": "once"}
	body = {"reason": "once only", "log_level": "info"}
	for _ in range(3):
		admin.request("PATCH", "/v1/admin/settings", body, headers=key, status=200)
	admin.post("/v1/admin/games/00000000/abort", PLAIN, 404)
	equal(audit(admin)["number"], number + 1, "one entry for one act")


def test_webhooks_and_queue(d):
	admin = d.administrator()
	ada = d.client().player("Ada")
	ada.post("/v1/webhooks", {"url": "https://example.org/secret/path?token=very-secret"}, 201)
	shown = admin.get("/v1/admin/webhooks?player=" + ada.id)
	equal([(w["host"], w["state"]) for w in shown.json["webhooks"]], [("example.org", "active")], "host only")
	assert "secret" not in shown.text, shown
	equal(len(admin.get("/v1/admin/webhooks").json["webhooks"]) >= 1, True, "all")
	queue = admin.get("/v1/admin/queue").json
	assert queue["writer"]["changes"] >= 2 and queue["outbox"]["active_webhooks"] >= 1, queue
	equal(ada.get("/v1/me").json["limits"]["webhooks"], {"most": 20, "have": 1}, "limits")
	admin.post(f"/v1/admin/players/{ada.id}/close", PLAIN)
	equal(admin.get("/v1/admin/webhooks?player=" + ada.id).json["webhooks"][0]["state"], "disabled", "of a closed account")


def test_players_are_no_administrators(d):
	d.administrator()
	ada = d.client().player("Ada")
	for o in the_checker().operations:
		if {"token": ["admin"]} in o.node["security"]:
			path = re.sub(r"\{\w+\}", "1", o.path)
			reply = ada.request(o.method, path, {} if o.method != "GET" else None, status=403)
			equal((reply.code, reply.json["scope"]), ("insufficient-scope", "admin"), o.name)
	ada.get("/v1/me")


def test_limits():
	with Daemon("--open-games", "2", "--tokens", "2", "--stored-bytes", "100", environment={}) as d:
		c = d.client()
		ada, bob = c.player("Ada"), c.player("Bob")
		body = {"ruleset": "south-seas", "seats": 2}
		games = [ada.post("/v1/games", body, 201).json["id"] for _ in range(2)]
		full = ada.post("/v1/games", body, 409).json
		equal((full["code"], full["limit"], full["most"], full["have"]), ("limit-reached", "open_games", 2, 2), "made")
		assert "leave" in full["detail"], full
		theirs = bob.post("/v1/games", body, 201).json["id"]
		equal(ada.post(f"/v1/games/{theirs}/seats", {}, 409).json["limit"], "open_games", "joined")
		# Who leaves what he made has made it still.
		ada.request("DELETE", f"/v1/games/{games[0]}/seats/0", status=200)
		equal(ada.post("/v1/games", body, 409).code, "limit-reached", "made and left")
		ada.post(f"/v1/games/{games[0]}/seats", {}, 201)		# what counts already may be joined again
		ada.post(f"/v1/games/{games[0]}/abort", {})
		equal(ada.get("/v1/me").json["limits"]["open_games"], {"most": 2, "have": 1}, "below")
		ada.post(f"/v1/games/{theirs}/seats", {}, 201)
		ada.post("/v1/me/tokens", {"name": "x"}, 201)
		equal(ada.post("/v1/me/tokens", {"name": "y"}, 409).json["limit"], "tokens", "tokens")
		path = f"/v1/games/{theirs}/messages"
		ada.post(path, {"text": "x" * 60}, 201)
		equal(ada.post(path, {"text": "x" * 60}, 409).json["limit"], "stored_bytes", "bytes")
		ada.post(path, {"text": "x" * 40}, 201)
		equal(ada.get("/v1/me").json["limits"]["stored_bytes"], {"most": 100, "have": 100}, "full")
		t = Table(c, seats=2, seed=1, players=[bob, c.player("Cyd")])
		t.act({"type": "resign"})
		record = c.get(t.path + "/record").body
		equal(ada.post("/v1/records", record, 409).json["limit"], "stored_bytes", "records")
