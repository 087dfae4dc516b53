"""Plain text for terminals: a person must be able to play from it alone."""
import re

from client import Table
from harness import equal

TEXT = {"Accept": "text/plain"}


def in_the_middle(d):
	return Table(d.client(), seats=2, seed=1).play("actions", until=lambda t: t.view["turn"]["number"] > 12 and t.phase == "place")


def test_board(d):
	t = in_the_middle(d)
	reply = d.client().get(t.path + "/board.txt")
	equal(reply.media, "text/plain", "type")
	board = reply.text
	for tile in t.view["board"]["tiles"]:
		assert re.search(rf"(?m)^ *{tile['y']}\b", board), f"row {tile['y']}:\n{board}"
		assert re.search(rf"(?m)^ .*(^|\s){tile['x']}(\s|$)", board), f"column {tile['x']}:\n{board}"
	for piece in t.view["board"]["pieces"]:
		assert f"@{piece['seat']}" in board, board
	assert t.view["turn"]["tile"]["kind"] in board, "the tile in hand"
	for rotation in ("0", "90", "180", "270"):
		assert f"rotation {rotation}" in board, f"rotation {rotation}"
	assert all(c == "\n" or c.isprintable() for c in board), "control characters"


def test_rest_of_the_game(d):
	t = in_the_middle(d)
	text = d.client().get(t.path, headers=TEXT).text
	for seat in t.view["seats"]:
		assert seat["player"]["name"] in text and seat["colour"] in text, text
	for ship in t.view["ships"]["face_up"]:
		assert ship["id"] in text, text
	assert f"seat {t.view['turn']['seat']}" in text and t.id in text, text


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
	then = d.client().get(f"{t.path}/at/{v}", headers=TEXT).text
	assert then != d.client().get(t.path, headers=TEXT).text
	assert "Turn 2 " in then, then


def test_names_cannot_draw(d):
	"""A name with control or direction characters cannot forge a board."""
	c = d.client()
	for name in ("a\x1b[2Jb", "a\u202eb", "a\u0085b", "a\u2028b"):
		assert c.post("/v1/players", {"name": name}, None).status == 422, repr(name)
