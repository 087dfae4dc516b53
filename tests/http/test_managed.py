"""Managers, as chat bots are: players of their own, pairing by a code, and acting for nobody else."""
import re

from client import Client, Table
from harness import Daemon, equal, meepled, together


class Managed(Client):
	"""The manager's token, with the header that says for whom it acts."""

	def __init__(self, manager, player):
		super().__init__(manager.address, manager.checker, manager.token, manager.log)
		self.id = player

	def request(self, method, path, body=None, headers=None, **more):
		return super().request(method, path, body, {"Meepled-Player": self.id, **(headers or {})}, **more)


def manager_of(d, name="Bot"):
	"""A bot that made itself a token with the scope `manage` only."""
	bot = d.client().post("/v1/players", {"name": name, "bot": True}, 201).json
	first = d.client(bot["token"])
	made = first.post("/v1/me/tokens", {"name": "chat", "scopes": ["manage"]}, 201).json
	c = d.client(made["token"])
	c.id, c.first = bot["id"], first
	return c


def test_own_players(d):
	bot = manager_of(d)
	made = bot.post("/v1/players", {"name": "Alice", "external": "irc:alice"}, 201)
	alice = Managed(bot, made.json["id"])
	equal(("token" in made.json, made.json["manager"], made.json["external"]), (False, bot.id, "irc:alice"), "made")
	bot.post("/v1/players", {"name": "Carol"}, 201)
	me = alice.get("/v1/me").json
	equal((me["id"], me["name"], me["bot"], me["managed_by"]["id"], me["managed_by"]["kind"]),
		(alice.id, "Alice", False, bot.id, "own"), "me")
	# A manage token is for managing: what it does for itself needs another.
	equal(bot.get("/v1/me").json["token"]["scopes"], ["manage"], "who it is")
	equal(bot.get("/v1/me/tokens", 403).json["scope"], "read", "as itself")
	listed = bot.get("/v1/me/players").json
	equal(({p["player"]["name"] for p in listed["players"]}, listed["next"]), ({"Alice", "Carol"}, None), "list")
	found = bot.get("/v1/me/players?external=irc:alice").json["players"]
	equal([p["player"]["id"] for p in found], [alice.id], "by its word")
	page = bot.get("/v1/me/players?limit=1")
	second = bot.get(re.search("<(.*)>", page.headers["Link"])[1]).json
	equal({page.json["players"][0]["player"]["id"], second["players"][0]["player"]["id"]},
		{p["player"]["id"] for p in listed["players"]}, "pages")
	path = "/v1/me/players/" + alice.id
	equal(bot.request("PATCH", path, {"external": "irc:alice2"}, status=200).json["external"], "irc:alice2", "word")
	equal(bot.request("PATCH", path, {"external": ""}, status=200).json["external"], None, "no word")
	equal(bot.get(path).json["kind"], "own", "one")
	equal(bot.get("/v1/me/players/0000000000", 404).code, "not-found", "stranger")
	equal(bot.request("PATCH", "/v1/me/players/0000000000", {}, status=404).code, "not-found", "stranger")
	equal(alice.request("PATCH", "/v1/me", {"name": "Alicia"}, status=200).json["name"], "Alicia", "renamed")
	assert "external" not in d.client().get("/v1/players/" + alice.id).text, "the manager's own word is public"


def test_plays_for_its_players(d):
	bot = manager_of(d)
	players = [Managed(bot, bot.post("/v1/players", {"name": n}, 201).json["id"]) for n in ("Alice", "Bob")]
	t = Table(d.client(), players=players, seed=3, visibility="private")
	t.play(steps=3000)
	equal(t.over, True, "over")
	equal({s["player"]["id"] for s in t.view["seats"]}, {p.id for p in players}, "who sat there")
	equal(bot.get(t.path, 404).code, "not-found", "the manager itself sits nowhere")
	lines = [l for l in d.lines if f"player={players[0].id} manager={bot.id}" in l]
	assert len(lines) > 10, "the log does not say who acted for whom"


def test_for_nobody_else(d):
	bot, other = manager_of(d), manager_of(d, "Other")
	mine = bot.post("/v1/players", {"name": "Alice"}, 201).json["id"]
	stranger = d.client().player("Stranger")
	for who in (stranger.id, other.id, bot.id, "0000000000", "", "x" * 60, mine + "x", mine.upper()):
		reply = Managed(bot, who).get("/v1/me", 403)
		equal(reply.code, "not-managed", who)
	equal(Managed(other, mine).get("/v1/me", 403).code, "not-managed", "another's player")
	equal(Managed(stranger, mine).get("/v1/me", 403).json["scope"], "manage", "without the scope")
	reply = Managed(bot.first, mine).get("/v1/me", 403)
	equal((reply.code, reply.json["scope"]), ("insufficient-scope", "manage"), "the manager's other token")
	assert 'scope="manage"' in reply.headers["WWW-Authenticate"], reply.headers
	nobody = d.client()
	equal(nobody.get("/v1/games", 401, headers={"Meepled-Player": mine}).code, "unauthorized", "without a token")


def test_every_resource_heeds_the_header(d):
	"""Whatever is asked for a player that is not the caller's is refused, public or not."""
	bot = manager_of(d)
	who = Managed(bot, "0000000000")
	for o in bot.checker.operations:
		path = re.sub(r"\{[^}]*\}", "x", o.path)
		content = bot.checker.request_content(o)
		reply = who.request(o.method, path, b"{}" if content else None)
		assert reply.status == 403, (o.name, reply)


def test_not_about_the_account(d):
	bot = manager_of(d)
	mine = Managed(bot, bot.post("/v1/players", {"name": "Alice"}, 201).json["id"])
	for method, path, body in (("POST", "/v1/players", {"name": "x"}), ("GET", "/v1/me/players", None), ("POST", "/v1/pairings", {"code": "x"}),
			("POST", "/v1/me/pairing", {}), ("DELETE", "/v1/me/managers/" + bot.id, None)):
		equal(mine.request(method, path, body, status=403).code, "forbidden", path)
	# Acting for a player gives read and play, whatever else the token may do.
	equal(mine.post("/v1/me/tokens", {"name": "t", "scopes": ["manage"]}, 422).json["errors"][0]["pointer"], "/scopes/0", "manage")
	equal(mine.post("/v1/me/tokens", {"name": "t", "scopes": ["admin"]}, 422).code, "invalid-fields", "admin")


def test_own_token_and_letting_go(d):
	bot = manager_of(d)
	made = bot.post("/v1/players", {"name": "Alice", "token": True}, 201).json
	alice = d.client(made["token"])
	equal(alice.get("/v1/me/managers").json["managers"][0]["player"]["id"], bot.id, "who acts for me")
	# Neither may a player that was made be a manager: managers would breed.
	why = alice.post("/v1/me/tokens", {"name": "t", "scopes": ["manage"]}, 422).json["errors"][0]
	assert "manager" in why["detail"], why
	bot.request("DELETE", "/v1/me/players/" + made["id"], status=204)
	equal(Managed(bot, made["id"]).get("/v1/me", 403).code, "not-managed", "let go")
	equal(alice.get("/v1/me/managers").json, {"managers": []}, "free")
	other = Managed(bot, bot.post("/v1/players", {"name": "Bob"}, 201).json["id"])
	equal(bot.request("DELETE", "/v1/me/players/" + other.id, status=409).code, "still-managing", "nobody else could act")
	equal(bot.first.request("DELETE", "/v1/me", status=409).code, "still-managing", "made a player")
	token = other.post("/v1/me/tokens", {"name": "web"}, 201).json
	equal(token["scopes"], ["read", "play"], "for the player")
	equal(len(other.get("/v1/me/tokens").json["tokens"]), 1, "tokens")
	other.request("DELETE", "/v1/me/tokens/" + token["id"], status=204)
	other.request("DELETE", "/v1/me", status=204)
	equal(bot.get("/v1/me/players").json["players"], [], "deleted")
	bot.first.request("DELETE", "/v1/me", status=204)


def test_pairing(d):
	bot, other = manager_of(d), manager_of(d, "Other")
	ada = d.client().player("Ada")
	made = ada.post("/v1/me/pairing", {}, 201)
	assert re.fullmatch("[0-9a-z]{4}-[0-9a-z]{4}", made.json["code"]), made
	assert "no-store" in made.headers["Cache-Control"], "a code may be cached"
	typed = " " + made.json["code"].upper().replace("-", " ").replace("0", "O").replace("1", "I")
	reply = bot.post("/v1/pairings", {"code": typed, "external": "irc:ada"}, 201)
	equal((reply.json["player"]["id"], reply.json["kind"], reply.json["external"]), (ada.id, "paired", "irc:ada"), "paired")
	equal(reply.headers["Location"], "/v1/me/players/" + ada.id, "where")
	equal(other.post("/v1/pairings", {"code": made.json["code"]}, 422).code, "bad-code", "used")
	acting = Managed(bot, ada.id)
	equal(acting.get("/v1/me").json["name"], "Ada", "acts")
	acting.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, 201)
	# The account stays Ada's own affair.
	for method, path, body in (("PATCH", "/v1/me", {"name": "x"}), ("DELETE", "/v1/me", None), ("GET", "/v1/me/tokens", None),
			("POST", "/v1/me/tokens", {"name": "t"}), ("DELETE", "/v1/me/tokens/x", None), ("GET", "/v1/me/managers", None)):
		equal(acting.request(method, path, body, status=403).code, "forbidden", path)
	listed = ada.get("/v1/me/managers").json["managers"]
	equal([(m["player"]["id"], m["player"]["bot"], m["kind"], m["external"]) for m in listed], [(bot.id, True, "paired", "irc:ada")], "seen")
	# Once more is no harm, and may change the word.
	again = ada.post("/v1/me/pairing", None, 201).json["code"]
	equal(bot.post("/v1/pairings", {"code": again, "external": "irc:ada_"}, 201).json["external"], "irc:ada_", "again")
	ada.request("DELETE", "/v1/me/managers/" + bot.id, status=204)
	equal(acting.get("/v1/me", 403).code, "not-managed", "ended by Ada")
	equal(ada.request("DELETE", "/v1/me/managers/" + bot.id, status=404).code, "not-found", "again")


def test_codes_end(d):
	bot = manager_of(d)
	ada = d.client().player("Ada")
	first = ada.post("/v1/me/pairing", {}, 201).json["code"]
	second = ada.post("/v1/me/pairing", {}, 201).json["code"]
	equal(bot.post("/v1/pairings", {"code": first}, 422).code, "bad-code", "there is a newer one")
	ada.request("DELETE", "/v1/me/pairing", status=204)
	equal(bot.post("/v1/pairings", {"code": second}, 422).code, "bad-code", "taken back")
	ada.request("DELETE", "/v1/me/pairing", status=204)
	own = bot.first.post("/v1/me/pairing", {}, 201).json["code"]
	equal(bot.post("/v1/pairings", {"code": own}, 422).code, "bad-code", "the manager's own")


def test_codes_cannot_be_guessed():
	with Daemon("--rate-codes", "10") as d:
		bot = manager_of(d)
		code = d.client().player("Ada").post("/v1/me/pairing", {}, 201).json["code"]
		for i in range(10):
			equal(bot.post("/v1/pairings", {"code": f"{i:08}"}, 422).code, "bad-code", "guess")
		reply = bot.post("/v1/pairings", {"code": code}, 429)
		equal((reply.code, reply.json["policy"]), ("too-many-requests", "codes"), "even the right one")
		assert int(reply.headers["Retry-After"]) > 30, reply.headers


def test_keys_do_not_mix(d):
	"""One key by a player, by the manager and for the player is three keys."""
	bot = manager_of(d)
	made = bot.post("/v1/players", {"name": "Alice", "token": True}, 201).json
	key = {"Idempotency-Key": "one"}
	body = {"ruleset": "south-seas", "seats": 2}
	games = [c.post("/v1/games", body, 201, headers=key).json["id"]
		for c in (d.client(made["token"]), Managed(bot, made["id"]), bot.first)]
	equal(len(set(games)), 3, "answers")
	again = Managed(bot, made["id"]).post("/v1/games", body, 201, headers=key)
	equal((again.json["id"], again.headers["Idempotency-Replayed"]), (games[1], "true"), "again")


def test_only_a_manager_gives_it_on(d):
	bot = manager_of(d)
	bot.post("/v1/players", {"name": "Alice"}, 201)
	why = bot.first.post("/v1/me/tokens", {"name": "more", "scopes": ["manage"]}, 422).json["errors"][0]
	assert "manage players already" in why["detail"], why
	root = d.client(bot.first.post("/v1/me/tokens", {"name": "r", "scopes": ["read"]}, 201).json["token"])
	equal(root.post("/v1/me/tokens", {"name": "m", "scopes": ["manage"]}, 403).code, "insufficient-scope", "read only")


def test_members_that_only_managers_have(d):
	for body in ({"name": "Ada", "external": "x"}, {"name": "Ada", "token": True}):
		d.client().post("/v1/players", body, 422)


def test_closed_registration():
	with Daemon("--registration", "closed") as d:
		d.stop()
		out = meepled("token", "create", "--data", d.folder, "--name", "root", "--scope", "admin")[1]
		d.start()
		admin = d.client(re.search(r"mpl_\w+", out)[0])
		bot = admin.post("/v1/players", {"name": "Bot"}, 201).json
		first = d.client(bot["token"])
		why = first.post("/v1/me/tokens", {"name": "m", "scopes": ["manage"]}, 422).json["errors"][0]
		assert "closed" in why["detail"], why
		d.stop()
		code, out = meepled("token", "create", "--data", d.folder, "--name", "bot", "--scope", "manage", "--player", bot["id"])
		equal(code, 0, out)
		equal(meepled("token", "create", "--data", d.folder, "--name", "bot", "--scope", "manage", "--player", "0000000000")[0], 1, "no such player")
		d.start()
		manager = d.client(re.search(r"mpl_\w+", out)[0])
		alice = manager.post("/v1/players", {"name": "Alice"}, 201).json["id"]
		equal(Managed(manager, alice).get("/v1/me").json["managed_by"]["id"], bot["id"], "made in a closed house")


def test_survives_a_restart():
	with Daemon() as d:
		bot = manager_of(d)
		alice = bot.post("/v1/players", {"name": "Alice", "external": "irc:alice"}, 201).json["id"]
		d.kill()
		d.start()
		equal(Managed(d.client(bot.token), alice).get("/v1/me").json["managed_by"]["external"], "irc:alice", "after the kill")


def test_limits():
	"""So many players for one manager, so many managers for one player."""
	with Daemon("--rate-requests", "1000000", "--rate-address", "1000000", "--rate-registrations", "1000000", "--rate-codes", "1000000") as d:
		ada, bots = d.client().player("Ada"), [manager_of(d, f"Bot {i}") for i in range(11)]
		for bot in bots[:10]:
			bot.post("/v1/pairings", {"code": ada.post("/v1/me/pairing", {}, 201).json["code"]}, 201)
		code = ada.post("/v1/me/pairing", {}, 201).json["code"]
		equal(bots[10].post("/v1/pairings", {"code": code}, 409).code, "limit-reached", "managers")
		most = 1000
		together(8, lambda i: [bots[10].as_token(bots[10].token).post("/v1/players", {"name": "x"}, 201) for _ in range(most // 8)])
		full = bots[10].post("/v1/players", {"name": "x"}, 409).json
		equal((full["code"], full["limit"], full["most"]), ("limit-reached", "managed_players", most), "players")
