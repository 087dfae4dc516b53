"""Plain text for terminals: a person must be able to play from it alone."""
import re

from client import Table
from harness import equal

TEXT = {"Accept": "text/plain"}


def test_board(d):
	t = Table(d.client(), seats=2, seed=1).play("actions", until=lambda t: t.view["turn"]["number"] > 12 and t.phase == "place")
	reply = d.client().get(t.path + "/board.txt")
	equal(reply.media, "text/plain", "type")
	board = reply.text
	for seat in t.view["seats"]:
		assert seat["player"]["name"] in board, board
	for tile in t.view["board"]["tiles"]:
		assert str(tile["x"]) in board and str(tile["y"]) in board, tile
	hand = t.view["turn"]["tile"]
	assert hand["kind"] in board, "the tile in hand"
	for rotation in ("0", "90", "180", "270"):
		assert re.search(rf"\b{rotation}\b", board), f"rotation {rotation}"
	for ship in t.view["ships"]["face_up"]:
		assert ship["id"] in board, board
	assert max(map(len, board.splitlines())) <= 400
	assert all(c == "\n" or c.isprintable() for c in board), "control characters"


def test_same_by_accept(d):
	t = Table(d.client(), seats=2)
	text = d.client().get(t.path, headers=TEXT)
	equal(text.media, "text/plain", "type")
	assert t.id in text.text or "Player 0" in text.text


def test_action_as_text(d):
	t = Table(d.client(), seats=2)
	reply = t.act({"type": "draw"}, status=None, headers=TEXT)
	assert reply.status in (200, 406), reply
	t.refresh()
	if reply.status == 200:
		assert t.view["turn"]["tile"]["kind"] in reply.text, reply.text


def test_at(d):
	t = Table(d.client(), seats=2, seed=2).play("actions", until=lambda t: t.view["turn"]["number"] > 4)
	v = next(e["seq"] for e in t.events() if e["type"] == "turn-started" and e["number"] == 2)
	then = d.client().get(f"{t.path}/board.txt?at={v}")
	now = d.client().get(t.path + "/board.txt")
	assert then.text != now.text
	for bad in ("at=x", "at=-1", "at=999999", "theme=odd", "legal=2"):
		reply = d.client().get(f"{t.path}/board.txt?{bad}", None)
		assert reply.status in (400, 404), (bad, reply)


def test_names_cannot_draw(d):
	"""A name with control or direction characters cannot forge a board."""
	c = d.client()
	for name in ("a\x1b[2Jb", "a\u202eb", "a\u0085b", "a\u2028b"):
		assert c.post("/v1/players", {"name": name}, None).status == 422, repr(name)
