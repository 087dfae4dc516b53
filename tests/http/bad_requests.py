"""Requests that must be refused, as a table.

Each row: name, who asks, method, path, headers, body, status, code.  In paths and
bodies {place} is a game with a tile in hand, {draw} one before the draw, {piece} one
with a tile just placed, {deliver} one that waits for a delivery, {lobby} one that has
not begun, {over} one that is over, {private} a private one; {sw_place}, {sw_piece} and
{sw_battle} are games of the other ruleset in those phases, {teams} one in the lobby with
fixed colours.  The callers: "turn" sits
at the seat on turn of all of them, "other" at another, "stranger" at none, "nobody"
sends no token, "reader" has a token of the player on turn with scope read only,
"expired" and "revoked" have tokens that were good once, "manager" has the scope manage only
and made the player {managed}.  A body is bytes, or JSON.
"""

JSON = {"Content-Type": "application/json"}
PLACE = {"type": "place", "x": 1, "y": 0, "rotation": 0}
ROWS = []


def row(name, who, method, path, body=None, status=422, code="invalid-fields", headers=None):
	ROWS.append((name, who, method, path, headers or {}, body, status, code))


def action(name, body, status=422, code="invalid-fields", game="place", who="turn"):
	row(name, who, "POST", "/v1/games/{%s}/actions" % game, body, status, code)


def raw(name, text, status=400, code="bad-json", path="/v1/games/{place}/actions", who="turn", headers=JSON):
	row(name, who, "POST", path, text, status, code, headers)


# --- not JSON at all ------------------------------------------------------------
for name, text in (
	("empty object cut", b"{"), ("cut in a name", b'{"ty'), ("cut in a value", b'{"type":"dr'), ("cut after a colon", b'{"type":'),
	("cut after a comma", b'{"type":"draw",'), ("trailing comma", b'{"type":"draw",}'), ("leading comma", b'{,"type":"draw"}'),
	("single quotes", b"{'type':'draw'}"), ("name without quotes", b'{type:"draw"}'), ("value without quotes", b'{"type":draw}'),
	("comment", b'{"type":"draw"/* now */}'), ("line comment", b'{"type":"draw"} // now'), ("trailing word", b'{"type":"draw"} now'),
	("trailing brace", b'{"type":"draw"}}'), ("two texts", b'{"type":"draw"}{"type":"draw"}'), ("trailing NUL", b'{"type":"draw"}\0'),
	("NUL in a name", b'{"ty\0pe":"draw"}'), ("NUL in a value", b'{"type":"dr\0aw"}'), ("NUL before", b'\0{"type":"draw"}'),
	("only NUL", b"\0"), ("byte order mark", b'\xef\xbb\xbf{"type":"draw"}'), ("UTF-16", '{"type":"draw"}'.encode("utf-16")),
	("Latin-1", b'{"type":"dr\xe4w"}'), ("lone continuation", b'{"type":"\x80"}'), ("overlong slash", b'{"type":"\xc0\xaf"}'),
	("overlong NUL", b'{"type":"\xc0\x80"}'), ("surrogate in UTF-8", b'{"type":"\xed\xa0\x80"}'), ("beyond Unicode", b'{"type":"\xf4\x90\x80\x80"}'),
	("cut UTF-8", b'{"type":"\xe2\x82"}'), ("bad UTF-8 in a name", b'{"\xff":1,"type":"draw"}'), ("0xFE", b"\xfe\xff"),
	("lone surrogate escape", b'{"type":"\\ud800"}'), ("reversed surrogates", b'{"type":"\\udc00\\ud800"}'), ("escaped NUL", b'{"type":"dr\\u0000aw"}'),
	("bad escape", b'{"type":"\\x41"}'), ("short escape", b'{"type":"\\u12"}'), ("raw newline in a text", b'{"type":"dr\naw"}'),
	("raw tab in a text", b'{"type":"dr\taw"}'), ("member twice", b'{"type":"draw","type":"draw"}'),
	("member twice with other value", b'{"type":"place","x":1,"x":2,"y":0,"rotation":0}'),
	("member twice by escape", b'{"type":"draw","t\\u0079pe":"skip"}'), ("inner member twice", b'{"type":"deliver","ship":"ship01","wares":{"fish":1,"fish":2}}'),
	("NaN", b'{"type":"place","x":NaN,"y":0,"rotation":0}'), ("Infinity", b'{"type":"place","x":Infinity,"y":0,"rotation":0}'),
	("minus Infinity", b'{"type":"place","x":-Infinity,"y":0,"rotation":0}'), ("hexadecimal", b'{"type":"place","x":0x1,"y":0,"rotation":0}'),
	("plus sign", b'{"type":"place","x":+1,"y":0,"rotation":0}'), ("leading zero", b'{"type":"place","x":01,"y":0,"rotation":0}'),
	("leading point", b'{"type":"place","x":.5,"y":0,"rotation":0}'), ("trailing point", b'{"type":"place","x":1.,"y":0,"rotation":0}'),
	("bare exponent", b'{"type":"place","x":1e,"y":0,"rotation":0}'), ("two minus signs", b'{"type":"place","x":--1,"y":0,"rotation":0}'),
	("only minus", b'{"type":"place","x":-,"y":0,"rotation":0}'), ("True", b'{"type":"place","x":True,"y":0,"rotation":0}'),
	("deep array", b"[" * 200 + b"]" * 200), ("deep object", b'{"a":' * 200 + b"1" + b"}" * 200), ("30,000 brackets", b"[" * 30000),
	("spaces only", b"   "), ("form", b"type=draw"), ("XML", b"<draw/>"), ("YAML", b"type: draw"), ("bare word", b"draw"),
	("number overflow", b'{"type":"place","x":1e400,"y":0,"rotation":0}'), ("number underflow twice", b'{"type":"place","x":-1e400,"y":0,"rotation":0}'),
):
	raw(name, text)

# --- JSON, but no object -------------------------------------------------------------
for name, text in (("array", b"[]"), ("array of one", b'[{"type":"draw"}]'), ("string", b'"draw"'), ("number", b"1"), ("true", b"true"),
		("null", b"null")):
	raw("body is " + name, text, 422, "invalid-fields")
raw("no body", b"", None, None)

# --- types and ranges of a placement ------------------------------------------------------
for member in ("x", "y"):
	for name, text in (("text", b'"1"'), ("empty text", b'""'), ("null", b"null"), ("true", b"true"), ("array", b"[1]"), ("object", b"{}"),
			("half", b"0.5"), ("one point five", b"1.5"), ("tiny", b"1e-9"), ("just over", b"32768"), ("just under", b"-32769"),
			("65536", b"65536"), ("2^31", b"2147483648"), ("-2^31-1", b"-2147483649"), ("2^32", b"4294967296"), ("2^32+1", b"4294967297"),
			("2^53+1", b"9007199254740993"), ("2^63", b"9223372036854775808"), ("2^64+1", b"18446744073709551617"), ("1e30", b"1e30"),
			("-1e30", b"-1e30"), ("1e308", b"1e308"), ("40 digits", b"9" * 40)):
		others = {"x": b"1", "y": b"0"}
		others[member] = text
		raw(f"{member} is {name}", b'{"type":"place","x":%s,"y":%s,"rotation":0}' % (others["x"], others["y"]), 422, "invalid-fields")
for name, text in (("45", b"45"), ("360", b"360"), ("1", b"1"), ("89", b"89"), ("271", b"271"), ("-90", b"-90"), ("450", b"450"), ("text", b'"90"'),
		("letter", b'"N"'), ("null", b"null"), ("true", b"true"), ("90.5", b"90.5"), ("array", b"[90]"), ("object", b"{}"), ("2^32", b"4294967296"),
		("2^32+90", b"4294967386"), ("huge", b"1e300"), ("quarter turns", b"3")):
	raw("rotation is " + name, b'{"type":"place","x":1,"y":0,"rotation":%s}' % text, 422, "invalid-fields")
for gone in ("x", "y", "rotation"):
	action(f"place without {gone}", {k: v for k, v in PLACE.items() if k != gone})
for name in ("z", "X", "Rotation", "seat", "player", "tile", "kind", "game", "version", "__proto__", "", "type ", "x\u0000"[:1] + "2", "at", "islanders",
		"wares", "ship", "dry_run", "move_id2"):
	action(f"unknown member {name!r}", {**PLACE, name: 1})
action("nothing", {})
action("other case of type", {"Type": "draw"})

# --- types of actions ---------------------------------------------------------------------------
for name in ("", "Draw", "DRAW", " draw", "draw ", "fly", "none", "timeout", "battle", "meeple", "end_turn", "cover_fish", "resign!", "draw\n", "d" * 500,
		"отдать", "%64raw", "null", "0"):
	action(f"type {name[:12]!r}", {"type": name})
for value in (1, 0, -1, True, False, None, [], ["draw"], {}, {"type": "draw"}, 1.5):
	action(f"type is {value!r}", {"type": value})
for value in (1, True, None, [], {}, "", "x" * 200, "a b", "\u00e9"):
	row(f"move_id is {value!r:.20}", "turn", "POST", "/v1/games/{place}/actions", {"move_id": value}, None, None)
action("move_id and more", {"move_id": "abc", "type": "draw"})

# --- what the versions say ------------------------------------------------------------------------
for value in ("1", 1.5, -1, None, True, [], {}, 2 ** 40, "latest"):
	action(f"expected_version is {value!r}", {**PLACE, "expected_version": value})
for version in (0, 1, 2):
	action(f"stale version {version}", {**PLACE, "expected_version": version}, 412, "stale-version")
action("version to come", {**PLACE, "expected_version": 9999}, 412, "stale-version")
for value, status in (('"1"', 412), ('"9999"', 412), ("1", 400), ('"x"', None), ("*x", 400), ('""', None), ("'1'", 400)):
	row(f"If-Match {value}", "turn", "POST", "/v1/games/{place}/actions", PLACE, status, None, {"If-Match": value})

# --- the rules: placing -----------------------------------------------------------------------------
for name, x, y in (("corner only NE", 1, -1), ("corner only SE", 1, 1), ("corner only SW", -1, 1), ("corner only NW", -1, -1), ("far away", 12, 12),
		("far east", 32767, 0), ("far west", -32768, 0), ("far north", 0, -32768), ("far south", 0, 32767), ("two cells off", 2, 0), ("both ends", -32768, 32767)):
	action("placement " + name, {**PLACE, "x": x, "y": y}, 409, "illegal-placement", "fresh")
for r in (0, 90, 180, 270):
	action(f"on the start tile, {r}", {"type": "place", "x": 0, "y": 0, "rotation": r}, 409, "illegal-placement", "fresh")

# --- the wrong moment -----------------------------------------------------------------------------------
LATER = {"place": PLACE, "islander": {"type": "islander", "segment": "b"}, "skip": {"type": "skip"}, "end-turn": {"type": "end-turn"},
	"retrieve": {"type": "retrieve", "x": 0, "y": 0, "segment": "b"}, "deliver": {"type": "deliver", "ship": "ship01", "wares": {}},
	"cover-fish": {"type": "cover-fish", "x": 0, "y": 0, "segment": "s", "group": 0}, "choose-ship": {"type": "choose-ship", "ship": "ship01"}}
FITS = {"draw": (), "place": ("place",), "piece": ("islander", "skip", "retrieve"), "deliver": ("end-turn", "deliver")}
for phase, fitting in FITS.items():
	for name, body in LATER.items():
		if name not in fitting:
			action(f"{name} in phase {phase}", body, 409, "wrong-phase", phase)
for phase in ("piece", "deliver"):
	action(f"draw in phase {phase}", {"type": "draw"}, 409, "wrong-phase", phase)
for phase in FITS:
	for name, body in {**LATER, "draw": {"type": "draw"}, "undo": {"type": "undo"}}.items():
		if name in ("place", "skip", "end-turn", "draw", "undo"):
			action(f"{name} by the other seat in phase {phase}", body, 409, "not-your-turn", phase, "other")
action("undo after a draw", {"type": "undo"}, 409, "nothing-to-undo", "place")
action("undo before the draw", {"type": "undo"}, 409, "nothing-to-undo", "draw")

# --- islanders -------------------------------------------------------------------------------------------
for value in ("", "zz", "B", "b b", "x" * 64, 1, None, True, [], {}, "\u0000"[:0] + "bridge"):
	action(f"segment is {value!r:.12}", {"type": "islander", "segment": value}, game="piece")
action("islander without segment", {"type": "islander"}, game="piece")
action("islander elsewhere", {"type": "islander", "segment": "{segment}", "x": 0, "y": 0}, game="piece")
action("occupied feature", {"type": "islander", "segment": "{occupied}"}, 409, "rule", "occupied")
for name, body, status, code in (
	("from nowhere", {"x": 99, "y": 99, "segment": "b"}, None, None), ("from a tile without anybody", {"x": 0, "y": 0, "segment": "i"}, 409, "rule"),
	("without x", {"y": 0, "segment": "b"}, 422, "invalid-fields"), ("without segment", {"x": 0, "y": 0}, 422, "invalid-fields"),
	("of no segment", {"x": 0, "y": 0, "segment": "q"}, 422, "invalid-fields"), ("x as text", {"x": "0", "y": 0, "segment": "b"}, 422, "invalid-fields")):
	action("retrieve " + name, {"type": "retrieve", **body}, status, code, "piece")

# --- deliveries ------------------------------------------------------------------------------------------
for name, wares, status, code in (
	("nothing", {}, 409, "rule"), ("zeros", {"shells": 0, "fish": 0, "bananas": 0}, 409, "rule"), ("too much", {"shells": 40}, 409, "rule"),
	("255 of each", {"shells": 255, "fish": 255, "bananas": 255}, 409, "rule"), ("one more", "{more}", 409, "rule"), ("one less", "{less}", 409, "rule"),
	("256", {"shells": 256}, 422, "invalid-fields"), ("minus one", {"fish": -1}, 422, "invalid-fields"), ("half", {"fish": 1.5}, 422, "invalid-fields"),
	("text", {"fish": "1"}, 422, "invalid-fields"), ("gold", {"gold": 1}, 422, "invalid-fields"), ("singular", {"shell": 1}, 422, "invalid-fields"),
	("array", [1, 2, 3], 422, "invalid-fields"), ("null", None, 422, "invalid-fields"), ("number", 3, 422, "invalid-fields"), ("null inside", {"fish": None}, 422, "invalid-fields"),
	("huge", {"fish": 4294967297}, 422, "invalid-fields")):
	action("pay " + name, {"type": "deliver", "ship": "{ship}", "wares": wares}, status, code, "deliver")
for value in ("", "ship", "ship00", "ship99", "SHIP01", 1, None, [], "x" * 100):
	action(f"ship is {value!r:.12}", {"type": "deliver", "ship": value, "wares": {}}, game="deliver")
action("a ship that is not face up", {"type": "deliver", "ship": "{hidden}", "wares": {"shells": 1}}, 409, "rule", "deliver")
action("deliver without wares", {"type": "deliver", "ship": "{ship}"}, game="deliver")
action("deliver without a ship", {"type": "deliver", "wares": {}}, game="deliver")

# --- a turn in one call ---------------------------------------------------------------------------------
for name, more in (("islander true", {"islander": True}), ("islander number", {"islander": 1}), ("islander empty", {"islander": {}}),
		("islander array", {"islander": ["b"]}), ("islander with more", {"islander": {"segment": "b", "x": 1}}), ("deliver text", {"deliver": "ship01"}),
		("deliver empty", {"deliver": {}}), ("end_turn text", {"end_turn": "yes"}), ("end_turn number", {"end_turn": 1}), ("skip no", {"skip": False}),
		("two pieces", {"islander": "b", "retrieve": {"x": 0, "y": 0, "segment": "b"}}), ("meeple", {"meeple": "b"}), ("draw in it", {"draw": True})):
	row(f"turn with {name}", "turn", "POST", "/v1/games/{place}/place", {"x": 1, "y": 0, "rotation": 0, **more})
for verb in ("place", "islander", "retrieve", "deliver"):
	row(f"{verb} with a type", "turn", "POST", "/v1/games/{place}/" + verb, {**LATER[verb]})
for verb in ("draw", "skip", "end-turn", "undo", "resign"):
	row(f"{verb} with members", "turn", "POST", "/v1/games/{place}/" + verb, {"x": 1})
for verb in ("meeple", "battle"):
	row(f"{verb} in this game", "turn", "POST", "/v1/games/{place}/" + verb, {}, None, None)

# --- who asks ----------------------------------------------------------------------------------------------
for verb in ("actions", "draw", "place", "resign", "undo"):
	body = {"actions": PLACE, "place": {"x": 1, "y": 0, "rotation": 0}}.get(verb, {})
	for who, status, code in (("nobody", 401, "unauthorized"), ("stranger", 403, "not-seated"), ("reader", 403, "insufficient-scope"),
			("expired", 401, "invalid-token"), ("revoked", 401, "invalid-token")):
		row(f"{verb} by {who}", who, "POST", "/v1/games/{place}/" + verb, body, status, code)
for who in ("nobody", "stranger"):
	row(f"private game read by {who}", who, "GET", "/v1/games/{private}", None, 404, "not-found")
row("private game played by a stranger", "stranger", "POST", "/v1/games/{private}/actions", {"type": "draw"}, 404, "not-found")
row("seat in a private game", "stranger", "POST", "/v1/games/{private}/seats", {}, None, None)
row("somebody else's seat", "other", "DELETE", "/v1/games/{lobby}/seats/0", None, 403, None)
row("call off as no creator", "other", "POST", "/v1/games/{lobby}/abort", None, 403, "forbidden")
row("start as no creator", "other", "POST", "/v1/games/{lobby}/start", None, 403, "forbidden")
row("call off what has begun", "stranger", "POST", "/v1/games/{place}/abort", None, 403, "forbidden")

# --- games that do not take actions ---------------------------------------------------------------------------
for verb in ("draw", "skip", "undo", "resign"):
	row(f"{verb} in the lobby", "turn", "POST", "/v1/games/{lobby}/" + verb, {}, 409, "not-started")
	row(f"{verb} after the end", "turn", "POST", "/v1/games/{over}/" + verb, {}, 409, "game-over")
	row(f"{verb} nowhere", "turn", "POST", "/v1/games/zzzzzzzz/" + verb, {}, 404, "not-found")
row("seat after the end", "stranger", "POST", "/v1/games/{over}/seats", {}, 409, "not-in-lobby")
row("leave after the start", "turn", "DELETE", "/v1/games/{place}/seats/{number}", None, 409, "not-in-lobby")

# --- seats of games that are played ------------------------------------------------------------------------------
for path in ("seats/{number}/offer", "seats/{number}/take", "return"):
	row(f"{path} with members", "turn", "POST", "/v1/games/{place}/" + path, {"to": "me"})
	row(f"{path} as an array", "turn", "POST", "/v1/games/{place}/" + path, [])
	row(f"{path} expecting a text", "turn", "POST", "/v1/games/{place}/" + path, {"expected_version": "1"})
	row(f"{path} of an old version", "turn", "POST", "/v1/games/{place}/" + path, {"expected_version": 1}, 412, "stale-version")
	row(f"{path} by nobody", "nobody", "POST", "/v1/games/{place}/" + path, None, 401, "unauthorized")
	row(f"{path} by a reader", "reader", "POST", "/v1/games/{place}/" + path, None, 403, "insufficient-scope")
	row(f"{path} nowhere", "turn", "POST", "/v1/games/zzzzzzzz/" + path.format(number=0), None, 404, "not-found")
for seat in ("9", "x", "-1", "00", "0x0", "%31%00"):
	row(f"offer of seat {seat}", "turn", "POST", f"/v1/games/{{place}}/seats/{seat}/offer", None, None, None)
row("offer of another's seat", "other", "POST", "/v1/games/{place}/seats/{number}/offer", None, 403, "forbidden")
row("offer withdrawn by a stranger", "stranger", "DELETE", "/v1/games/{place}/seats/{number}/offer", None, 403, "forbidden")
row("seat that is not offered", "stranger", "POST", "/v1/games/{place}/seats/{number}/take", None, 409, "seat-not-offered")
row("own seat taken over", "turn", "POST", "/v1/games/{place}/seats/{number}/take", None, 409, "already-seated")
row("return without a seat", "stranger", "POST", "/v1/games/{place}/return", None, 403, "not-seated")
row("return to a game that is over", "turn", "POST", "/v1/games/{over}/return", None, 409, "game-over")
row("return to a lobby", "turn", "POST", "/v1/games/{lobby}/return", None, 409, "not-started")
row("private seat taken over", "stranger", "POST", "/v1/games/{private}/seats/0/take", None, 404, "not-found")

# --- making games ------------------------------------------------------------------------------------------------
NEW = {"ruleset": "south-seas", "seats": 2}
for name, change in (
	("one seat", {"seats": 1}), ("six seats", {"seats": 6}), ("no seats", {"seats": 0}), ("minus seats", {"seats": -2}), ("seats as text", {"seats": "2"}),
	("half a seat", {"seats": 2.5}), ("many seats", {"seats": 2 ** 31}), ("seats null", {"seats": None}), ("no such ruleset", {"ruleset": "chess"}),
	("ruleset as number", {"ruleset": 1}), ("ruleset empty", {"ruleset": ""}), ("ruleset in capitals", {"ruleset": "South-Seas"}), ("no such tile set", {"tileset": "none"}),
	("tile set as number", {"tileset": 5}), ("no such colour", {"colour": "pink"}), ("colour as number", {"colour": 0}), ("colour in capitals", {"colour": "Red"}),
	("no such visibility", {"visibility": "hidden"}), ("visibility null", {"visibility": None}), ("name too long", {"name": "x" * 2000}),
	("name as number", {"name": 5}), ("name with a newline", {"name": "a\nb"}), ("client seed too long", {"client_seed": "x" * 65}),
	("client seed with a newline", {"client_seed": "a\nb"}), ("client seed as number", {"client_seed": 5}), ("options as text", {"options": "all"}),
	("no such option", {"options": {"speed": 1}}), ("option of wrong type", {"options": {"auto_draw": "yes"}}), ("option out of range", {"options": {"first_seat": 5}}),
	("option null", {"options": {"retrieve": None}}), ("unknown member", {"prize": 5}), ("id of my own", {"id": "abcdefgh"}), ("server seed of my own", {"server_seed": "0" * 64}),
	("status of my own", {"status": "active"}), ("first seat beyond the seats", {"options": {"first_seat": 3}})):
	row("game with " + name, "turn", "POST", "/v1/games", {**NEW, **change})
row("game without ruleset", "turn", "POST", "/v1/games", {"seats": 2})
for name, body in (("colour pink", {"colour": "pink"}), ("number", {"colour": 1}), ("seat out of range", {"seat": 9}), ("seat as text", {"seat": "1"}),
		("unknown member", {"name": "x"}), ("long client seed", {"client_seed": "é" * 33}), ("unknown invite", {"invite": 5})):
	row("sit down with " + name, "stranger", "POST", "/v1/games/{lobby}/seats", body)

# --- the other game ----------------------------------------------------------------------------------------------
def star_wars(name, verb, body, status=422, code="invalid-fields", game="sw_piece", who="turn"):
	row(name + f" ({verb})", who, "POST", "/v1/games/{%s}/%s" % (game, verb), body, status, code)


FREE = "{free}"
for name, body in (
		("nothing", {}), ("only a size", {"size": "small"}), ("both", {"segment": FREE, "planet": {"x": 0, "y": 0}}), ("no such size", {"segment": FREE, "size": "huge"}),
		("size as number", {"segment": FREE, "size": 1}), ("size null", {"segment": FREE, "size": None}), ("size in capitals", {"segment": FREE, "size": "Large"}),
		("segment empty", {"segment": ""}), ("segment as number", {"segment": 1}), ("no such segment", {"segment": "zz"}), ("place of the tile", {"segment": FREE, "x": 0, "y": 0}),
		("planet as text", {"planet": "p"}), ("planet as list", {"planet": [0, 0]}), ("planet without y", {"planet": {"x": 0}}), ("planet empty", {"planet": {}}),
		("planet with a segment inside", {"planet": {"x": 0, "y": 0, "segment": "p"}}), ("planet out of range", {"planet": {"x": 32768, "y": 0}}),
		("planet with half a coordinate", {"planet": {"x": 0.5, "y": 0}}), ("unknown member", {"segment": FREE, "faction": "rebels"}), ("whose", {"segment": FREE, "seat": 1})):
	star_wars("meeple: " + name, "meeple", body)
star_wars("meeple far away", "meeple", {"planet": {"x": 900, "y": 900}}, None, None)
star_wars("meeple out of turn", "meeple", {"segment": "r"}, 409, "not-your-turn", who="other")
star_wars("meeple before the tile", "meeple", {"segment": "r"}, 409, "wrong-phase", "sw_place")
star_wars("meeple in a battle", "meeple", {"segment": "r"}, 409, "wrong-phase", "sw_battle")
for name, body in (("only x", {"x": 0}), ("only a place", {"x": 0, "y": 0}), ("only a segment", {"segment": "p"}), ("no y", {"x": 0, "segment": "p"}),
		("x as text", {"x": "0", "y": 0, "segment": "p"}), ("segment null", {"x": 0, "y": 0, "segment": None}), ("no tile there", {"x": 900, "y": 0, "segment": "p"}),
		("dice of my own", {"dice": [6, 6]}), ("a size", {"size": "large"}), ("all of them", {"x": None, "y": None, "segment": None})):
	star_wars("battle: " + name, "battle", body, game="sw_battle")
star_wars("battle out of turn", "battle", {}, 409, "not-your-turn", "sw_battle", "other")
star_wars("battle in peace", "battle", {}, 409, "wrong-phase", "sw_piece")
star_wars("skip a battle", "skip", {}, 409, "wrong-phase", "sw_battle")
star_wars("undo behind a draw", "undo", {}, 409, "nothing-to-undo", "sw_place")
for name, more in (("meeple as number", {"meeple": 1}), ("meeple empty", {"meeple": ""}), ("meeple without a segment", {"meeple": {"size": "small"}}),
		("meeple and skip", {"meeple": "r", "skip": True}), ("an islander", {"islander": "r"}), ("a delivery", {"deliver": {"ship": "ship01", "wares": {}}}), ("a battle", {"battle": True})):
	star_wars("place with " + name, "place", {"x": 1, "y": 0, "rotation": 0, **more}, game="sw_place")
for verb, body in (("islander", {"segment": "r"}), ("deliver", {"ship": "ship01", "wares": {}}), ("end-turn", {})):
	star_wars("not in this game", verb, body, 404, "not-found")
for name, change in (("teams of three", {"seats": 3, "options": {"teams": True}}), ("teams of two", {"seats": 2, "options": {"teams": True}}), ("teams as number", {"options": {"teams": 1}}),
		("a colour that no team has", {"options": {"teams": True}, "colour": "orange"}), ("no such way back", {"options": {"unplaceable": "burn"}}), ("an option of another game", {"options": {"retrieve": "any"}}),
		("tiles of another game", {"tileset": "south-seas-reconstructed"}), ("a colour of another game", {"colour": "blue"}), ("auto_battle as text", {"options": {"auto_battle": "no"}})):
	row("star wars with " + name, "turn", "POST", "/v1/games", {"ruleset": "star-wars", **change})
row("a team's colour at another seat", "stranger", "POST", "/v1/games/{teams}/seats", {"seat": 1, "colour": "white"})
row("a team's colour that is taken", "stranger", "POST", "/v1/games/{teams}/seats", {"colour": "red"}, 409, "seat-taken")
row("a colour that no team has", "stranger", "POST", "/v1/games/{teams}/seats", {"colour": "orange"})
row("teams that are not there", "turn", "POST", "/v1/games/{teams}/start", {}, 409, "too-few-seats")

# --- invites -------------------------------------------------------------------------------------------------------
for name, body in (("seat as text", {"seat": "1"}), ("seat out of range", {"seat": 3}), ("seat -1", {"seat": -1}), ("no such colour", {"colour": "pink"}), ("colour as number", {"colour": 1}),
		("player nobody", {"player": "zzzzzzzzzz"}), ("player as number", {"player": 1}), ("no time", {"expires_in": "PT0S"}), ("too much time", {"expires_in": "P31D"}), ("time as number", {"expires_in": 5}),
		("time in words", {"expires_in": "soon"}), ("code of my own", {"code": "mpi_x"}), ("unknown member", {"uses": 2})):
	row("invite with " + name, "turn", "POST", "/v1/games/{lobby}/invites", body)
row("invite at another seat than the colour's", "turn", "POST", "/v1/games/{teams}/invites", {"seat": 1, "colour": "white"})
row("invite to a taken seat", "turn", "POST", "/v1/games/{lobby}/invites", {"seat": 0}, 409, "seat-taken")
row("invite to a begun game", "turn", "POST", "/v1/games/{private}/invites", {}, None, None)
row("invite of another", "other", "POST", "/v1/games/{lobby}/invites", {}, 403, "forbidden")
row("invite of a stranger", "stranger", "POST", "/v1/games/{private}/invites", {}, 404, "not-found")
row("invites of another", "other", "GET", "/v1/games/{lobby}/invites", None, 403, "forbidden")
row("invites of nobody", "nobody", "GET", "/v1/games/{lobby}/invites", None, 401, "unauthorized")
row("no such invite", "turn", "DELETE", "/v1/games/{lobby}/invites/zzzzzzzzzz", None, 404, "not-found")
row("a code that is none", "stranger", "POST", "/v1/games/{lobby}/seats", {"invite": "mpi_" + "0" * 26}, 403, "invite-invalid")
row("a code that is empty", "stranger", "POST", "/v1/games/{lobby}/seats", {"invite": ""}, 403, "invite-invalid")
row("a code that is too long", "stranger", "POST", "/v1/games/{lobby}/seats", {"invite": "x" * 31})

row("rematch before the end", "turn", "POST", "/v1/games/{place}/rematch", {}, 409, "not-over")
row("rematch of a lobby", "turn", "POST", "/v1/games/{lobby}/rematch", {}, 409, "not-over")
row("rematch of a stranger", "stranger", "POST", "/v1/games/{over}/rematch", {}, 403, "not-seated")
row("rematch of a private game", "stranger", "POST", "/v1/games/{private}/rematch", {}, 404, "not-found")
row("rematch with a colour", "turn", "POST", "/v1/games/{over}/rematch", {"colour": "red"})
row("rematch with a long seed", "turn", "POST", "/v1/games/{over}/rematch", {"client_seed": "x" * 65})

for query in ("limit=0", "limit=201", "limit=x", "bots=maybe", "cursor=x", "cursor=g1", "cursor=r1-7ff0000000000000-a", "cursor=r1-zz-a", "cursor=r1-0-", "cursor=r1-0-a%20b", "seats=2"):
	row("leaderboard with " + query, "nobody", "GET", "/v1/leaderboards/south-seas?" + query, None, 400, "bad-request")
row("leaderboard of no game", "nobody", "GET", "/v1/leaderboards/chess", None, 404, "not-found")

# --- messages ------------------------------------------------------------------------------------------------------
for name, body in (("no text", {}), ("text null", {"text": None}), ("number", {"text": 5}), ("list", {"text": ["a"]}), ("empty", {"text": ""}), ("blank", {"text": " \u00a0 "}),
		("too long", {"text": "x" * 501}), ("far too long", {"text": "x" * 9000}), ("too many pictures", {"text": "\U0001f600" * 501}), ("newline", {"text": "a\nb"}), ("tab", {"text": "a\tb"}),
		("escape", {"text": "a\u001b[2J"}), ("delete", {"text": "a\u007f"}), ("C1", {"text": "a\u009b2J"}), ("turned text", {"text": "\u202eabc"}), ("byte order mark", {"text": "\ufeffa"}),
		("team as text", {"text": "a", "team": "red"}), ("team null", {"text": "a", "team": None}), ("team where none is", {"text": "a", "team": True}), ("seat", {"text": "a", "seat": 1}),
		("unknown member", {"text": "a", "to": "all"}), ("version as text", {"text": "a", "expected_version": "1"})):
	row("message with " + name, "turn", "POST", "/v1/games/{place}/messages", body)
row("message of a stranger", "stranger", "POST", "/v1/games/{place}/messages", {"text": "a"}, 403, "not-seated")
row("message of nobody", "nobody", "POST", "/v1/games/{place}/messages", {"text": "a"}, 401, "unauthorized")
row("message of a reader", "reader", "POST", "/v1/games/{place}/messages", {"text": "a"}, 403, "insufficient-scope")
row("message at a private table", "stranger", "POST", "/v1/games/{private}/messages", {"text": "a"}, 404, "not-found")
row("messages of a private table", "stranger", "GET", "/v1/games/{private}/messages", None, 404, "not-found")
row("message at an old version", "turn", "POST", "/v1/games/{place}/messages", {"text": "a", "expected_version": 1}, 412, "stale-version")
for query in ("after=-1", "after=x", "limit=0", "limit=201", "limit=1&limit=2", "team=true", "wait=1"):
	row("messages with " + query, "nobody", "GET", "/v1/games/{place}/messages?" + query, None, 400, "bad-request")

# --- webhooks --------------------------------------------------------------------------------------------------------
HOOK = {"url": "https://example.org/hook"}
for name, body in (("no url", {}), ("url null", {"url": None}), ("url as number", {"url": 5}), ("plain http", {"url": "http://example.org/"}), ("no scheme", {"url": "example.org"}),
		("another scheme", {"url": "ftp://example.org/"}), ("a file", {"url": "file:///etc/passwd"}), ("a name in it", {"url": "https://a@example.org/"}), ("a password in it", {"url": "https://a:b@example.org/"}),
		("a fragment", {"url": "https://example.org/#a"}), ("a blank", {"url": "https://example.org/a b"}), ("a newline", {"url": "https://example.org/\r\nX: y"}), ("no host", {"url": "https:///a"}),
		("port 0", {"url": "https://example.org:0/"}), ("port 65536", {"url": "https://example.org:65536/"}), ("a long url", {"url": "https://example.org/" + "a" * 1100}), ("backslash", {"url": "https://example.org\\@evil.example.org/"}),
		("umlaut", {"url": "https://\u00fc.example.org/"}), ("no such format", {**HOOK, "format": "smtp"}), ("format as list", {**HOOK, "format": ["raw"]}), ("no such time", {**HOOK, "when": "always"}),
		("no events", {**HOOK, "events": []}), ("events as text", {**HOOK, "events": "game-finished"}), ("no such event", {**HOOK, "events": ["game-won"]}), ("event as number", {**HOOK, "events": [1]}),
		("an event twice", {**HOOK, "events": ["game-finished", "game-finished"]}), ("many events", {**HOOK, "events": ["x" * 50] * 300}), ("game as number", {**HOOK, "game": 1}), ("game too long", {**HOOK, "game": "g" * 9}),
		("managed as text", {**HOOK, "managed": "yes"}), ("game and managed", {**HOOK, "game": "g0000000", "managed": True}), ("a chat in raw", {**HOOK, "chat_id": "1"}), ("a room in raw", {**HOOK, "room": "!a:b"}),
		("no header's value", {**HOOK, "authorization": "a\r\nb"}), ("an empty header", {**HOOK, "authorization": ""}), ("a long header", {**HOOK, "authorization": "x" * 1100}), ("a header for discord", {**HOOK, "format": "discord", "authorization": "x"}),
		("telegram elsewhere", {**HOOK, "format": "telegram", "chat_id": "1"}), ("telegram to nobody", {"url": "https://api.telegram.org/bot1:a/sendMessage", "format": "telegram"}),
		("matrix without a room", {"url": "https://m.example.org", "format": "matrix", "authorization": "Bearer x"}), ("matrix without a token", {"url": "https://m.example.org", "format": "matrix", "room": "!a"}),
		("ntfy without a topic", {"url": "https://ntfy.example.org", "format": "ntfy"}), ("its own secret", {**HOOK, "secret": "whsec_AAAA"}), ("its own id", {**HOOK, "id": "aaaaaaaaaa"}), ("state", {**HOOK, "state": "active"})):
	row("webhook with " + name, "turn", "POST", "/v1/webhooks", body)
row("webhook of nobody", "nobody", "POST", "/v1/webhooks", HOOK, 401, "unauthorized")
row("webhook of a reader", "reader", "POST", "/v1/webhooks", HOOK, 403, "insufficient-scope")
row("webhook for managed players without the scope", "turn", "POST", "/v1/webhooks", {**HOOK, "managed": True}, 403, "insufficient-scope")
for method, tail in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/test"), ("POST", "/secret"), ("GET", "/deliveries"), ("POST", "/deliveries/1/redeliver")):
	row(f"no such webhook: {method} {tail}", "turn", method, "/v1/webhooks/zzzzzzzzzz" + tail, {} if method in ("PATCH", "POST") else None, 404, "not-found")
for query in ("limit=0", "limit=201", "cursor=x", "cursor=0", "cursor=-1", "after=1"):
	row("deliveries with " + query, "turn", "GET", "/v1/webhooks/zzzzzzzzzz/deliveries?" + query, None, None, None)

# --- players and tokens --------------------------------------------------------------------------------------------
for name, body in (("no name", {}), ("empty name", {"name": ""}), ("blank name", {"name": "  "}), ("number", {"name": 1}), ("null", {"name": None}),
		("array", {"name": ["A"]}), ("too long", {"name": "x" * 1000}), ("newline", {"name": "a\nb"}), ("escape", {"name": "a\u001b[1m"}), ("turned text", {"name": "\u202eabc"}),
		("e-mail", {"name": "A", "email": "a@example.org"}), ("id", {"name": "A", "id": "abc"}), ("admin", {"name": "A", "scopes": ["admin"]})):
	row("player with " + name, "nobody", "POST", "/v1/players", body)
for name, body in (("no name", {"scopes": ["read"]}), ("no such scope", {"name": "t", "scopes": ["fly"]}), ("no scope", {"name": "t", "scopes": []}),
		("scope as text", {"name": "t", "scopes": "read"}), ("scope as number", {"name": "t", "scopes": [1]}), ("expired already", {"name": "t", "scopes": ["read"], "expires_at": "2001-01-01T00:00:00Z"}),
		("no time", {"name": "t", "scopes": ["read"], "expires_at": "soon"}), ("time as number", {"name": "t", "scopes": ["read"], "expires_at": 5}),
		("30th of February", {"name": "t", "scopes": ["read"], "expires_at": "2030-02-30T00:00:00Z"}), ("unknown member", {"name": "t", "scopes": ["read"], "token": "mpl_x"})):
	row("token with " + name, "turn", "POST", "/v1/me/tokens", body)
for name, body in (("external as number", {"name": "A", "external": 1}), ("external of 81 bytes", {"name": "A", "external": "x" * 81}), ("external of two lines", {"name": "A", "external": "a\nb"}),
		("token as text", {"name": "A", "token": "yes"}), ("a manager", {"name": "A", "manager": "x"})):
	row("managed player with " + name, "manager", "POST", "/v1/players", body)
for name, body in (("nothing known", {"name": "A"}), ("external null", {"external": None}), ("external as array", {"external": ["a"]}), ("external too long", {"external": "\u00e9" * 41})):
	row("managed player changed with " + name, "manager", "PATCH", "/v1/me/players/{managed}", body)
for name, body in (("no code", {}), ("code as number", {"code": 12345678}), ("code null", {"code": None}), ("a long code", {"code": "x" * 41}), ("more", {"code": "k3v9-q2xw", "player": "x"}),
		("a bad word", {"code": "k3v9-q2xw", "external": "\u001b"})):
	row("pairing with " + name, "manager", "POST", "/v1/pairings", body)
for code in ("", "k3v9", "k3v9-q2xu", "k3v9-q2xw9", "\u212a3v9q2xw", "k3v9_q2xw"):
	row(f"pairing with {code!r}", "manager", "POST", "/v1/pairings", {"code": code}, 422, "bad-code")
row("pairing without the scope", "turn", "POST", "/v1/pairings", {"code": "k3v9-q2xw"}, 403, "insufficient-scope")
row("code with a member", "turn", "POST", "/v1/me/pairing", {"code": "k3v9-q2xw"})
row("managed players without the scope", "turn", "GET", "/v1/me/players", None, 403, "insufficient-scope")
for query in ("external=" + "x" * 81, "cursor=p", "cursor=x123456789", "cursor=pilou000000", "limit=0", "limit=201"):
	row("managed players with " + query[:20], "manager", "GET", "/v1/me/players?" + query, None, 400, "bad-request")
for name, who, player, status, code in (("a stranger", "manager", "0000000000", 403, "not-managed"), ("nobody", "manager", "", 403, "not-managed"),
		("an injection", "manager", "x' OR '1'='1", 403, "not-managed"), ("no scope", "turn", "{managed}", 403, "insufficient-scope"), ("no token", "nobody", "{managed}", 401, "unauthorized"),
		("an expired token", "expired", "{managed}", 401, "invalid-token")):
	row("acting for a player with " + name, who, "POST", "/v1/games/{place}/actions", PLACE, status, code, {"Meepled-Player": player})
row("acting for a player without a seat", "manager", "POST", "/v1/games/{place}/actions", PLACE, 403, "not-seated", {"Meepled-Player": "{managed}"})
row("acting without the header", "manager", "POST", "/v1/games/{place}/actions", PLACE, 403, "insufficient-scope")
# --- clocks ---------------------------------------------------------------------------------------------------
for name, clock in (("nothing in it", {}), ("no duration", {"per_turn": "soon"}), ("a number", {"per_turn": 3600}), ("too short", {"per_turn": "PT1S"}),
		("too long", {"per_turn": "P9999D"}), ("months", {"per_turn": "P1M"}), ("null", None), ("a text", "P1D"), ("a list", ["P1D"]),
		("unknown member", {"per_turn": "P1D", "delay": "PT1H"}), ("bank above its most", {"per_turn": "P1D", "bank": "P2D", "bank_max": "P1D"}),
		("another end", {"per_turn": "P1D", "on_timeout": "shame"}), ("quiet text", {"per_turn": "P1D", "quiet_hours": "on"}),
		("negative", {"per_turn": "P-1D"}), ("digits", {"per_turn": "P" + "9" * 30 + "D"}), ("long text", {"per_turn": "P" + "1" * 500 + "D"})):
	row("clock with " + name, "turn", "POST", "/v1/games", {"ruleset": "south-seas", "clock": clock})
row("clock and option differ", "turn", "POST", "/v1/games", {"ruleset": "south-seas", "clock": {"per_turn": "P1D", "on_timeout": "skip"},
	"options": {"on_timeout": "bot"}})
HOURS = {"zone": "UTC", "from": "22:00", "to": "07:00"}
for name, more in (("no zone", {"zone": ""}), ("a zone that is none", {"zone": "Europe/Atlantis"}), ("a path", {"zone": "../../../etc/passwd"}),
		("a rule", {"zone": "CET-1CEST,M3.5.0,M10.5.0/3"}), ("an offset", {"zone": "+01:00"}), ("a long zone", {"zone": "A/" + "b" * 500}),
		("hour 24", {"from": "24:00"}), ("minute 60", {"from": "23:60"}), ("seconds", {"from": "22:00:00"}), ("a number", {"from": 22}),
		("no time", {"to": ""}), ("signs", {"to": "-1:00"}), ("all day", {"to": "22:00"}), ("thirteen hours", {"to": "11:00"}), ("more", {"days": 7})):
	row("hours with " + name, "turn", "PUT", "/v1/me/hours", {**HOURS, **more})
for gone in HOURS:
	row("hours without " + gone, "turn", "PUT", "/v1/me/hours", {k: v for k, v in HOURS.items() if k != gone})
for name, body in (("nothing", {}), ("no time", {"until": "later"}), ("minutes", {"until": "2099-01-01T10:30:00Z"}), ("the past", {"until": "2001-01-01T10:00:00Z"}),
		("a past beginning", {"from": "2001-01-01T10:00:00Z", "until": "2099-01-01T10:00:00Z"}), ("far away", {"from": "2098-01-01T10:00:00Z", "until":
		"2099-01-01T10:00:00Z"}), ("a number", {"until": 4070944800}), ("more", {"until": "2099-01-01T10:00:00Z", "why": "sun"})):
	row("vacation with " + name, "turn", "PUT", "/v1/me/vacation", body)
row("vacation of a lifetime", "turn", "PUT", "/v1/me/vacation", {"until": "2099-01-01T10:00:00Z"}, 409, "no-vacation")
for name, body in (("nothing", {}), ("both", {"for": "P1D", "agree": True}), ("no duration", {"for": "a while"}), ("a number", {"for": 5}),
		("a text", {"agree": "yes"}), ("more", {"for": "P1D", "why": "sun"})):
	row("pause with " + name, "turn", "POST", "/v1/games/{place}/pause", body)
row("pause without a clock", "turn", "POST", "/v1/games/{place}/pause", {"for": "P1D"}, 409, "no-clock")
row("pause of a lobby", "turn", "POST", "/v1/games/{lobby}/pause", {"for": "P1D"}, None, None)
row("pause by a stranger", "stranger", "POST", "/v1/games/{place}/pause", {"for": "P1D"}, 403, "not-seated")
row("pause of a private game", "stranger", "POST", "/v1/games/{private}/pause", {"for": "P1D"}, 404, "not-found")
row("clock of a game without", "nobody", "GET", "/v1/games/{place}/clock", None, 404, "not-found")
row("clock of a private game", "nobody", "GET", "/v1/games/{private}/clock", None, 404, "not-found")

row("token of nobody's", "turn", "DELETE", "/v1/me/tokens/zzzzzzzzzz", None, 404, "not-found")

# --- queries, headers, methods ---------------------------------------------------------------------------------------
for query in ("limit=0", "limit=201", "limit=-1", "limit=1.5", "limit=ten", "limit=", "limit=1&limit=2", "limit=99999999999999999999", "status=done", "status=",
		"open_seats=maybe", "offered_seats=2", "open_seats=true&offered_seats=true", "cursor=x", "cursor=", "cursor=%ff", "sort=name", "Limit=5", "limit=%31%00"):
	row("list with " + query, "nobody", "GET", "/v1/games?" + query, None, 400, "bad-request")
for query in ("after=-1", "after=x", "after=1.5", "after=", "after=1&after=2", "wait=61", "wait=-1", "wait=x", "wait=1e1", "before=3", "after=0x1"):
	row("events with " + query, "nobody", "GET", "/v1/games/{place}/events?" + query, None, 400, "bad-request")
for query in ("follow=maybe", "follow=true", "follow=", "follow=true&follow=true", "last=1"):
	row("events with " + query, "nobody", "GET", "/v1/games/{place}/events?" + query, None, 400, "bad-request")
for query in ("after=x", "after=1", "after=-1", "after=1-", "after=", "limit=0", "limit=1001", "wait=61", "wait=x", "follow=true", "seq=1"):
	row("own events with " + query, "turn", "GET", "/v1/me/events?" + query, None, 400, "bad-request")
for query in ("limit=0", "limit=1001", "wait=61", "wait=-1", "wait=x", "follow=true", "after=1&after=2"):
	row("turns with " + query, "turn", "GET", "/v1/me/turns?" + query, None, 400, "bad-request")
for path in ("/v1/me/turns", "/v1/me/events"):
	row("without a token " + path, "nobody", "GET", path, None, 401, "unauthorized")
	row("not to be posted " + path, "turn", "POST", path, {}, 405, "method-not-allowed")
	row("not as a picture " + path, "turn", "GET", path, None, 406, "not-acceptable", {"Accept": "image/png"})
for query in ("dry_run=maybe", "dry_run=", "dryrun=true", "dry_run=true&dry_run=false", "force=true"):
	row("action with " + query, "turn", "POST", "/v1/games/{place}/actions?" + query, PLACE, 400, "bad-request")
for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml", "application/jsonx", "json", "text/json", "",
		"application/json-patch+json", "application/json; charset=utf-16"):
	raw(f"content type {media!r}", b'{"type":"draw"}', 415, "unsupported-type", headers={"Content-Type": media})
raw("no content type", b'{"type":"draw"}', 415, "unsupported-type", headers={"Content-Type": None})
for method, path in (("GET", "/v1/games/{place}/actions"), ("PUT", "/v1/games/{place}"), ("DELETE", "/v1/games/{place}"), ("PATCH", "/v1/games/{place}"),
		("POST", "/v1/games/{place}"), ("PUT", "/v1/games/{place}/draw"), ("GET", "/v1/games/{place}/draw"), ("POST", "/v1/games/{place}/legal"),
		("POST", "/v1/games/{place}/events"), ("DELETE", "/v1/games/{place}/events"), ("POST", "/v1"), ("DELETE", "/v1/rulesets"), ("PUT", "/v1/me"),
		("POST", "/v1/games/{place}/at/1"), ("POST", "/livez"), ("DELETE", "/openapi.json"), ("TRACE", "/v1"), ("BREW", "/v1")):
	row(f"{method} {path}", "turn", method, path, None, 405, "method-not-allowed")
for accept in ("image/png", "application/xml", "text/csv, image/*", "application/json;q=0"):
	row("accept " + accept, "turn", "GET", "/v1/games/{place}/legal", None, 406, "not-acceptable", {"Accept": accept})
for path in ("/v1/games/{place}/fly", "/v1/games/{place}/at/99999", "/v1/games/{place}x", "/v1/gamez", "/v1/games/UPPERCAS", "/v1/games/ilou0000", "/v2/games"):
	row("nothing at " + path, "nobody", "GET", path, None, 404, "not-found")
BIG = b'{"type":"' + b"d" * (65 * 1024 - 11) + b'"}'
raw("body of 65 KiB", BIG, 413, "too-large")
raw("body of one byte too many", BIG[:9] + b"d" * (65536 - 10) + b'"}', 413, "too-large")
raw("body of 64 KiB", BIG[:9] + b"d" * (65536 - 11) + b'"}', 422, "invalid-fields")
raw("body of spaces", b" " * 66000, 413, "too-large")
raw("record that is none", b"{}", 422, None, "/v1/records")
raw("record that is an array", b"[]", 422, None, "/v1/records")
raw("record that is not JSON", b"{", 400, "bad-json", "/v1/records")
row("a body where none belongs", "turn", "GET", "/v1/games/{place}", b"{}", None, None, JSON)
