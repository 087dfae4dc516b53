"""What browsers get: files, pages, what a preview of a link shows, and the token in a cookie."""
import glob
import gzip
import html.parser
import os
import struct

from client import Table
from harness import Daemon, equal, eventually
from openapi import ROOT

FOLDER = os.path.join(ROOT, "api", "web")
URL = "https://play.example.org"
FLAGS = ("--public-url", URL)
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
	"worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html", "svg": "image/svg+xml", "txt": "text/plain",
	"webmanifest": "application/manifest+json", "json": "application/json", "png": "image/png"}


class Head(html.parser.HTMLParser):
	"""Title, tags of the head, and every element that there is."""

	def __init__(self, text):
		super().__init__()
		self.meta, self.links, self.elements, self.titles, self.inside = {}, {}, [], [], False
		self.feed(text)

	def handle_starttag(self, tag, attributes):
		a = dict(attributes)
		self.elements.append((tag, a))
		self.inside = tag == "title"
		if self.inside:
			self.titles.append("")
		if tag == "meta" and "content" in a:
			self.meta[a.get("property") or a["name"]] = a["content"]
		if tag == "link":
			self.links[a["rel"]] = a["href"]

	def handle_data(self, data):
		if self.inside:
			self.titles[-1] += data

	def handle_endtag(self, tag):
		self.inside = False


def page(client, path, status=200, **more):
	reply = client.get(path, status, headers={**BROWSER, **more})
	equal(reply.media, "text/html", path)
	equal(reply.headers["Content-Security-Policy"], POLICY, path)
	return Head(reply.text)


def cookie_of(reply):
	"""{"meepled": value, "Path": "/", ...}, after looking at there being one."""
	equal(len(reply.headers.get_all("Set-Cookie")), 1, "cookies")
	return dict((p.strip().split("=") + [True])[:2] for p in reply.headers["Set-Cookie"].split(";"))


def files():
	return sorted(os.path.relpath(p, FOLDER) for p in glob.glob(FOLDER + "/**", recursive=True) if os.path.isfile(p))


# --- files ---------------------------------------------------------------------------------

def test_every_file_as_it_is_and_packed(d):
	c = d.client(check=False)		# it knows nothing of codings
	names = files()
	assert {"app.js", "app.css", "page.html"} <= set(names), names
	for name in names:
		with open(os.path.join(FOLDER, name), "rb") as f:
			whole = f.read()
		plain = c.get("/web/" + name)
		equal(plain.body, whole, name)
		equal(plain.headers["Content-Encoding"], None, name)
		equal(plain.headers["Cache-Control"], "no-cache", name)
		equal(plain.headers["Vary"], "Accept-Encoding", name)
		equal(plain.headers["X-Content-Type-Options"], "nosniff", name)
		equal(plain.headers["Content-Security-Policy"], POLICY, name)
		equal(plain.media, TYPES.get(name.split(".")[-1], "application/octet-stream"), name)
		packed = c.get("/web/" + name, headers={"Accept-Encoding": "gzip, deflate, br"})
		if len(whole) > 500:
			equal(packed.headers["Content-Encoding"], "gzip", name)
			assert len(packed.body) < len(whole), name
		if packed.headers["Content-Encoding"]:
			equal(gzip.decompress(packed.body), whole, name)
			assert packed.headers["ETag"] != plain.headers["ETag"], name
		for sent, tag in (({}, plain.headers["ETag"]), ({"Accept-Encoding": "gzip"}, packed.headers["ETag"])):
			reply = c.get("/web/" + name, 304, headers={**sent, "If-None-Match": tag})
			equal((reply.body, reply.headers["ETag"], reply.headers["Content-Encoding"]), (b"", tag, None), name)


def test_codings_that_are_refused(d):
	c = d.client()
	for refused in ("gzip;q=0", "identity", "br", "*;q=0", "gzip;q=0, *;q=1"):
		equal(c.get("/web/app.js", headers={"Accept-Encoding": refused}).headers["Content-Encoding"], None, refused)
	tag = c.get("/web/app.js").headers["ETag"]
	equal(c.get("/web/app.js", headers={"If-None-Match": tag, "Accept-Encoding": "gzip"}).status, 200, "tag of the other coding")


def test_names_that_are_none(d):
	c = d.client()
	for name in ("none.js", "APP.JS", "app.js.gz", "%2e%2e", "..%2fweb.c", "vendor", "vendor/none.js", "vendor%2fREADME.txt"):
		equal(c.get("/web/" + name, 404).code, "not-found", name)
	equal(c.get("/web/app.js?v=1", 400).code, "bad-request", "a parameter")
	equal(c.get("/sw.js").body, c.get("/web/sw.js").body, "the service worker")
	equal(c.get("/web/app.css", headers={"Accept": "image/webp"}).media, "text/css", "whatever is accepted")


# --- pages ---------------------------------------------------------------------------------

def test_the_page_without_a_game(d):
	c = d.client()
	for path in ("/", "/?source=pwa&surprise=1"):
		equal(page(c, path).titles, ["meepled"], path)
	reply = c.get("/", headers={"Accept": "*/*"})
	equal(reply.media, "text/html", "of one type")
	equal(c.get("/", 304, headers={"If-None-Match": reply.headers["ETag"]}).body, b"", "304")
	for element, a in Head(reply.text).elements:
		assert not any(name.startswith("on") or name == "style" for name in a), (element, a)
		assert element != "style" and (element != "script" or a.get("src")), f"{element} in the page: the policy forbids it"


def test_a_game_and_its_preview(d):
	t = Table(d.client(), seats=2, seed=11, name="Friday evening")
	t.play("actions", until=lambda t: t.view["version"] > 40)
	c = d.client()
	head = page(c, "/games/" + t.id + "?fbclid=x")
	equal(head.titles, ["Friday evening: Player 0, Player 1"], "title")
	equal(head.meta["og:title"], head.titles[0], "og:title")
	waits = t.view["seats"][t.view["waiting_for"][0]]["player"]["name"]
	points = ", ".join(f"{s['player']['name']} {s['score']}" for s in t.view["seats"])
	equal(head.meta["og:description"], f"Turn {t.view['turn']['number']}: it waits for {waits}. Points: {points}.", "description")
	equal(head.meta["og:url"], f"{URL}/games/{t.id}", "og:url")
	equal(head.links["canonical"], head.meta["og:url"], "canonical")
	equal((head.meta["og:type"], head.meta["og:site_name"]), ("website", "meepled"), "what it is")
	equal(head.meta["twitter:card"], "summary_large_image", "card")
	image = head.meta["og:image"]
	assert image.startswith(URL + "/v1/games/"), image
	size = struct.unpack(">II", c.get(image.removeprefix(URL)).body[16:24])
	equal((int(head.meta["og:image:width"]), int(head.meta["og:image:height"])), size, "size of the picture")
	assert head.meta["og:image:alt"]
	# The same page, where programs get JSON.
	equal(page(c, t.path).meta, head.meta, "by the game's own path")
	for accept in ("*/*", "application/json", None):
		equal(c.get(t.path, headers={"Accept": accept}).media, "application/json", accept)
	tag = c.get(t.path, headers=BROWSER).headers["ETag"]
	assert tag != c.get(t.path).headers["ETag"] != c.get(t.path, headers={"Accept": "text/plain"}).headers["ETag"] != tag
	c.get(t.path, 304, headers={**BROWSER, "If-None-Match": tag})
	turn = t.view["turn"]["number"]
	t.play("actions", until=lambda t: t.view["turn"]["number"] > turn)
	c.get(t.path, 200, headers={**BROWSER, "If-None-Match": tag})


def test_names_stay_text(d):
	evil = '"><script>alert(1)</script>'
	c = d.client()
	who = c.player(evil)
	game = who.post("/v1/games", {"ruleset": "south-seas", "seats": 2, "name": "</title>" + evil}, 201).json["id"]
	plain, head = page(c, "/"), page(c, "/games/" + game)
	equal(head.titles, [f"</title>{evil}: {evil}"], "title")
	equal(head.meta["og:title"], head.titles[0], "og:title")
	scripts = [a for tag, a in head.elements if tag == "script"]
	equal(scripts, [a for tag, a in plain.elements if tag == "script"], "scripts")


def test_what_nobody_may_see(d):
	t = Table(d.client(), seats=2, seed=12, visibility="private", name="A secret table")
	c, stranger = d.client(), d.client().player("Stranger")
	for who in (c, stranger):
		for path in (t.path, "/games/" + t.id):
			for accept in (BROWSER, {"Accept": "text/html"}):
				reply = who.get(path, 404, headers=accept)
				equal(reply.media, "text/html", path)
				assert "secret" not in reply.text and "og:" not in reply.text and "Player" not in reply.text, reply.text
				equal(reply.body, who.get("/games/00000000", 404, headers=accept).body, "as one that is not there")
	equal(page(t.players[0], "/games/" + t.id).meta["og:title"], "A secret table: Player 0, Player 1", "who sits there")
	t = Table(d.client(), seats=2, seed=13, visibility="private")
	c.get(t.path, 404)


def test_an_invite_opens_the_page(d):
	c = d.client()
	ada = c.player("Ada")
	game = ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2, "visibility": "private"}, 201).json["id"]
	code = ada.post(f"/v1/games/{game}/invites", {"seat": 1}, 201).json["code"]
	head = page(c, f"/games/{game}?invite={code}")
	assert "Ada" in head.titles[0], head.titles
	assert code not in str(head.meta), "a preview gives the invite away"
	page(c, f"/games/{game}?invite=mpi_none", 404)


def test_spectators_see_the_page_late(d):
	t = Table(d.client(), seats=2, seed=14, spectator_delay=10)
	t.play("actions", until=lambda t: t.view["turn"]["number"] >= 15)
	seen = d.client().get(t.path).json
	assert seen["turn"]["number"] < t.view["turn"]["number"], "the delay shows nothing"
	head = page(d.client(), "/games/" + t.id)
	assert head.meta["og:description"].startswith(f"Turn {seen['turn']['number']}: "), head.meta
	size = struct.unpack(">II", d.client().get(t.path + "/board.png").body[16:24])
	equal(int(head.meta["og:image:height"]), size[1], "height of the picture that is shown")
	head = page(t.players[0], "/games/" + t.id)
	assert head.meta["og:description"].startswith(f"Turn {t.view['turn']['number']}: "), head.meta


def test_without_a_public_url_no_address_is_made_up():
	with Daemon() as d:
		t = Table(d.client(), seats=2, seed=15)
		text = d.client().get("/games/" + t.id, headers={"Host": "evil.example.org", "X-Forwarded-Host": "evil.example.org"}).text
		head = Head(text)
		assert "og:title" in head.meta
		assert not {"og:url", "og:image", "og:image:width"} & set(head.meta), head.meta
		assert "canonical" not in head.links and "evil" not in text


# --- the session -----------------------------------------------------------------------------

def test_a_session_from_in_to_out(d):
	c = d.client()
	ada = c.player("Ada")
	made = ada.post("/v1/session", None, 204)
	cookie = cookie_of(made)
	equal(cookie.pop("meepled"), ada.token, "what it holds")
	equal(cookie, {"Path": "/", "HttpOnly": True, "SameSite": "Strict", "Max-Age": "31536000", "Secure": True}, "the cookie")
	sent = {"Cookie": "theme=dark; meepled=" + ada.token}
	web = {**sent, "Meepled-Web": "1"}
	me = c.get("/v1/me", headers=sent)
	equal(me.json["id"], ada.id, "who it is")
	assert "private" in me.headers["Cache-Control"] and "Cookie" in me.headers["Vary"], me.headers
	game = c.post("/v1/games", {"ruleset": "south-seas", "seats": 2, "visibility": "private"}, 201, headers=web).json["id"]
	page(c, "/games/" + game, Cookie=sent["Cookie"])
	gone = c.request("DELETE", "/v1/session", headers=sent, status=204)
	equal({k: v for k, v in cookie_of(gone).items() if k in ("meepled", "Max-Age", "Path")},
		{"meepled": "", "Max-Age": "0", "Path": "/"}, "cleared")
	ada.get("/v1/me")		# the token itself stays good
	eventually(lambda: "path=/v1/session" in d.log)
	assert ada.token not in d.log, "the log holds the cookie"


def test_another_site_changes_nothing_by_the_cookie(d):
	c = d.client()
	ada = c.player("Ada")
	sent = {"Cookie": "meepled=" + ada.token, "Origin": "https://evil.example.org"}
	game = ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2}, 201).json
	path = "/v1/games/" + game["id"]
	for method, target, body in (("PATCH", "/v1/me", {"name": "Eve"}), ("DELETE", "/v1/me", None),
			("POST", path + "/abort", None), ("POST", path + "/actions?dry_run=true", {"type": "draw"}),
			("POST", "/v1/me/tokens", {"name": "x"}), ("PUT", "/v1/me/hours", {"from": "22:00", "until": "07:00", "zone": "UTC"})):
		for header in ({}, {"Meepled-Web": "0"}, {"Meepled-Web": ""}):
			reply = c.request(method, target, body, {**sent, **header})
			equal((reply.status, reply.code), (401, "unauthorized"), target)
			assert "Meepled-Web" in reply.json["detail"], reply.json
	equal(ada.get("/v1/me").json["name"], "Ada", "the name")
	equal(ada.get(path).json["version"], game["version"], "the game")
	equal(len(ada.get("/v1/me/tokens").json["tokens"]), 1, "tokens")
	preflight = c.request("OPTIONS", "/v1/me", headers={"Origin": "https://evil.example.org",
		"Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "meepled-web"})
	assert "meepled-web" not in preflight.headers["Access-Control-Allow-Headers"].lower(), preflight.headers
	for reply in (preflight, c.get("/v1/me", headers=sent)):
		equal(reply.headers["Access-Control-Allow-Origin"], "*", "never with credentials")
		equal(reply.headers["Access-Control-Allow-Credentials"], None, "never with credentials")


def test_a_stale_cookie(d):
	c = d.client()
	ada = c.player("Ada")
	made = ada.post("/v1/me/tokens", {"name": "browser"}, 201).json
	sent = {"Cookie": "meepled=" + made["token"]}
	c.get("/v1/me", headers=sent)
	ada.request("DELETE", "/v1/me/tokens/" + made["id"], status=204)
	for path in ("/v1/me", "/v1/games", "/v1"):
		equal(c.get(path, 401, headers=sent).code, "invalid-token", path)
	for path in ("/", "/docs", "/games/00000000"):
		page_status = 404 if "games" in path else 200
		equal(c.get(path, page_status, headers={**BROWSER, **sent}).media, "text/html", path)
	c.get("/web/app.js", headers=sent)
	equal(cookie_of(c.request("DELETE", "/v1/session", headers=sent, status=204))["meepled"], "", "cleared all the same")
	equal(c.post("/v1/session", None, 401, headers=sent).code, "unauthorized", "a cookie makes no session")


def test_streams_by_the_cookie(d):
	"""EventSource cannot send Authorization; it does send cookies."""
	c = d.client()
	ada = c.player("Ada")
	game = ada.post("/v1/games", {"ruleset": "south-seas", "seats": 2, "visibility": "private"}, 201).json["id"]
	path = f"/v1/games/{game}/events"
	c.get(path, 404)
	equal(c.get(path, headers={"Cookie": "meepled=" + ada.token}).json["events"][0]["type"], "game-created", "by the cookie")


def test_guesses_by_the_cookie_end_soon():
	with Daemon("--rate-failures", "5") as d:
		c = d.client()
		bad = {"Cookie": "meepled=mpl_" + "0" * 52}
		statuses = [c.get("/v1/me", None, headers=bad).status for _ in range(8)]
		equal(statuses[:5], [401] * 5, "failures that are allowed")
		assert 429 in statuses[5:], statuses
		equal(c.get("/", None, headers={**BROWSER, **bad}).status, 429, "a page tells no more")
		equal(c.get("/web/app.js", headers=bad).status, 200, "files do not look")
