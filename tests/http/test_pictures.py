"""board.svg and board.png: well-formed, kept, the same for ever, and nothing of a name becomes markup."""
import struct
import time
import xml.etree.ElementTree as ElementTree

from client import Table
from harness import equal

SVG = "{http://www.w3.org/2000/svg}"


def size_of(png):
	equal(png[:8], b"\x89PNG\r\n\x1a\n", "signature")
	return struct.unpack(">II", png[16:24])


def drawn(reply):
	"""The drawing, after looking at it as a careful reader of XML would."""
	root = ElementTree.fromstring(reply.body)
	equal(root.tag, SVG + "svg")
	ids = [e.get("id") for e in root.iter() if e.get("id")]
	equal(len(ids), len(set(ids)), "ids")
	for e in root.iter():
		for name, value in e.attrib.items():
			assert not name.startswith("on"), name
			if name.endswith("href"):
				assert value[0] == "#" and value[1:] in ids, f"{value} refers to nothing inside"
	assert e.tag.split("}")[1] not in ("script", "image", "foreignObject"), e.tag
	return root


def test_both_games_from_the_lobby_to_the_end(d):
	for ruleset in ("south-seas", "star-wars"):
		t = Table(d.client(), seats=2, seed=3, ruleset=ruleset)
		c = d.client()
		first = drawn(c.get(t.path + "/board.svg"))
		assert "1 tiles" in first.find(SVG + "desc").text
		t.play("actions", until=lambda t: t.view["version"] > 60)
		t.play("actions")
		reply = c.get(t.path + "/board.svg")
		root = drawn(reply)
		tiles = [g for g in root if g.get("class") == "tiles"][0]
		equal(len(tiles), len(t.view["board"]["tiles"]), "tiles")
		pieces = [g for g in root.findall(SVG + "g") if "piece" in (g.get("class") or "").split()]
		equal(len(pieces), len(t.view["board"]["pieces"]), "pieces")
		assert len(reply.body) < 120_000, f"{len(reply.body)} bytes"
		width, height = size_of(c.get(t.path + "/board.png").body)
		box = [float(n) for n in root.get("viewBox").split()]
		equal(width, 1024, "width")
		assert abs(height / width - box[3] / box[2]) < .01, (width, height, box)


def test_a_picture_of_a_version_stays(d):
	t = Table(d.client(), seats=2, seed=5)
	t.play("actions", until=lambda t: t.view["version"] > 40)
	c = d.client()
	for name in ("board.svg", "board.png?width=300"):
		path = f"{t.path}/{name}"
		now = c.get(path)
		tag = now.headers["ETag"]
		equal(c.get(path, 304, headers={"If-None-Match": tag}).body, b"", "304")
		version = t.view["version"]
		then = c.get(path + ("&" if "?" in path else "?") + f"at={version}")
		equal((then.body, then.headers["ETag"]), (now.body, tag), "at the present version")
		assert "immutable" in then.headers["Cache-Control"] and "immutable" not in now.headers["Cache-Control"]
		t.step("actions")
		assert c.get(path).headers["ETag"] != tag, "the game went on, the picture did not"
		again = c.get(path + ("&" if "?" in path else "?") + f"at={version}")
		equal(again.body, now.body, "later")
	equal(c.request("HEAD", t.path + "/board.svg", status=200).body, b"", "HEAD")


def test_options(d):
	t = Table(d.client(), seats=3, seed=6)
	t.play_to("place")
	c = d.client()
	plain = c.get(t.path + "/board.svg").text
	marked = drawn(c.get(t.path + "/board.svg?legal=true"))
	places = {(m["x"], m["y"]) for m in t.legal() if m["type"] == "place"}
	equal(len([e for e in marked if e.get("class") == "spot"]), len(places), "places")
	assert 'class="spot"' not in plain and 'class="hand"' in plain, plain[:300]
	assert 'class="dark"' in c.get(t.path + "/board.svg?theme=dark").text
	equal(size_of(c.get(t.path + "/board.png?width=64").body)[0], 64, "width")
	for bad in ("theme=blue", "highlight=all", "legal=2", "at=0", "at=999999999", "at=x", "width=100"):
		equal(c.get(f"{t.path}/board.svg?{bad}", 400).code, "bad-request", bad)
	for bad in ("width=63", "width=2049", "width=1.5", "width="):
		equal(c.get(f"{t.path}/board.png?{bad}", 400).code, "bad-request", bad)
	equal(c.get(t.path + "/board.svg?at=99999", 404).code, "not-found", "a version to come")
	equal(c.get("/v1/games/00000000/board.svg", 404).code, "not-found", "no such game")
	equal(c.get(t.path + "/board.png", 406, headers={"Accept": "text/html"}).code, "not-acceptable", "Accept")


def test_names_are_text(d):
	ada = d.client().player("<script>alert('x')</script>")
	bob = d.client().player("\" onload=\"x&<")
	t = Table(d.client(), players=[ada, bob], seats=2, name="]]><svg>&amp;")
	root = drawn(d.client().get(t.path + "/board.svg"))
	equal(root.find(SVG + "title").text, "]]><svg>&amp;", "title")
	assert "<script>alert('x')</script>" in root.find(SVG + "desc").text


def test_hidden_games_are_not_drawn(d):
	t = Table(d.client(), seats=2, seed=2, visibility="private")
	equal(d.client().get(t.path + "/board.png", 404).code, "not-found", "a stranger")
	t.seats[0].get(t.path + "/board.png?width=64")


def test_the_policy_lets_the_style_sheet_through(d):
	import base64
	import hashlib
	t = Table(d.client(), seats=2, seed=2)
	reply = d.client().get(t.path + "/board.svg")
	style = reply.text.split("<style>")[1].split("</style>")[0]
	wanted = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
	assert f"'sha256-{wanted}'" in reply.headers["Content-Security-Policy"], reply.headers["Content-Security-Policy"]
	assert "unsafe" not in reply.headers["Content-Security-Policy"]


def test_moves_are_not_held_up(d):
	"""Large pictures are drawn beside, not before, what others ask for."""
	from harness import together
	t = Table(d.client(), seats=2, seed=4)
	t.play("actions", until=lambda t: t.view["version"] > 200)
	slowest = []

	def ask(i):
		c = d.client()
		if i < 6:
			size_of(c.get(f"{t.path}/board.png?width={2040 + i}").body)
			return
		for _ in range(20):
			began = time.monotonic()
			c.get(t.path)
			slowest.append(time.monotonic() - began)
	began = time.monotonic()
	together(8, ask)
	drawing = time.monotonic() - began
	assert max(slowest) < drawing / 2, f"a read took {max(slowest):.3f} s beside {drawing:.3f} s of drawing"
