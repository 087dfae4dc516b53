"""Index, rulesets, tile sets, description, problem pages, health, and what every answer has."""
import re
import time

from harness import Daemon, equal, the_checker

SLUG = re.compile(r"[a-z]+(-[a-z]+)*\Z")


def test_index(d):
	index = d.client().get("/v1").json
	assert "south-seas" in str(index), index
	assert re.search(r"\d+\.\d+\.\d+", index["version"]), index


def test_rulesets(d):
	c = d.client()
	listed = c.get("/v1/rulesets").json["rulesets"]
	equal([r["id"] for r in listed], ["south-seas", "star-wars"], "rulesets")
	r = c.get("/v1/rulesets/south-seas").json
	equal((r["seats"]["min"], r["seats"]["max"]), (2, 5), "SS-0.1")
	equal(r["colours"], ["red", "blue", "green", "yellow", "black"], "SS-0.1")
	options = {o["name"]: o for o in r["options"]}
	assert set(options) >= {"first_seat", "auto_draw", "auto_end_turn", "retrieve"}, options
	assert all(o["help"] for o in r["options"])
	equal(options["auto_draw"]["default"], False, "auto_draw")
	equal(options["auto_end_turn"]["default"], True, "auto_end_turn")
	equal(options["retrieve"]["default"], "any", "SS-2b.2")
	types = {a["type"] for a in r["actions"]}
	assert types >= {"draw", "place", "islander", "retrieve", "skip", "cover-fish", "choose-ship", "deliver",
		"end-turn", "undo", "resign"}, types
	equal(c.get("/v1/rulesets/chess", 404).code, "not-found", "unknown ruleset")


def test_tilesets(d):
	c = d.client()
	t = c.get("/v1/tilesets/south-seas-reconstructed").json
	tiles = sum(v["count"] for k in t["kinds"] for v in k["variants"])
	equal((len(t["kinds"]), tiles, len(t["ships"])), (24, 73, 24), "SS-0.2")
	assert re.fullmatch("[0-9a-f]{64}", t["sha256"]), t["sha256"]
	assert "econstruct" in t["provenance"], t["provenance"]
	equal(c.get("/v1/tilesets/none", 404).code, "not-found", "unknown tile set")


def test_description_is_the_file(d):
	served = d.client().get("/openapi.json").json
	equal(served, the_checker().served, "/openapi.json")
	assert served["openapi"].startswith("3.1")
	ids = [o.node["operationId"] for o in the_checker().operations]
	equal(len(ids), len(set(ids)), "operation ids")


def test_docs(d):
	page = d.client().get("/docs")
	equal(page.media, "text/html", "/docs")
	for operation in the_checker().operations:
		assert operation.path in page.text.replace("&#123;", "{").replace("&#125;", "}"), operation.path
	assert "http://" not in re.sub(r"http://(127\.0\.0\.1|localhost|www\.w3\.org)", "", page.text), \
		"the page loads something from elsewhere"


def filled(path):
	return re.sub(r"\{[^}]+\}", "1", path)


def test_methods_of_every_path(d):
	"""Allow and the described methods are the same, for each path: both directions."""
	c = d.client()
	methods = {}
	for operation in the_checker().operations:
		methods.setdefault(operation.path, set()).add(operation.method)
	for path, described in methods.items():
		# Several documented paths may cover a filled one; a fixed path goes first.
		reply = c.request("OPTIONS", filled(path))
		assert reply.status in (200, 204), reply
		allowed = set(reply.headers["Allow"].replace(" ", "").split(",")) - {"OPTIONS", "HEAD"}
		equal(allowed, described, path)
		for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - described:
			reply = c.request(method, filled(path), status=405)
			equal(set(reply.headers["Allow"].replace(" ", "").split(",")) - {"OPTIONS", "HEAD"}, described, path)
			equal(reply.code, "method-not-allowed", path)


def test_problem_pages(d):
	c = d.client()
	codes = set()
	for path, headers in (("/v1/nothing", {}), ("/v1/me", {}), ("/v1", {"Accept": "image/png"})):
		reply = c.request("GET", path, headers=headers)
		assert reply.status >= 400, reply
		codes.add(reply.code)
	known = the_checker().document["components"]["schemas"]["Problem"]["properties"]["code"].get("enum", [])
	for code in codes | set(known):
		assert SLUG.match(code), code
		page = c.get("/problems/" + code, headers={"Accept": "text/html"})
		assert code in page.text and page.media == "text/html", page
	c.get("/problems/none-such", 404)


def test_health(d):
	c = d.client()
	c.get("/livez")
	c.get("/readyz")


def add_up(found):
	"""Buckets of a histogram only grow, the last has all."""
	above = {}
	for name, value in found.items():
		if "_bucket{" in name:
			series, bound = re.fullmatch(r'(.*?),?le="(.*)"\}', name).groups()
			before, last = above.get(series, (-1, 0))
			assert float(bound) > before and value >= last, name
			above[series] = float(bound), value
	for series, (bound, value) in above.items():
		family, labels = series.split("_bucket{")
		equal((bound, value), (float("inf"), found[family + "_count" + ("{" + labels + "}" if labels else "")]), series)


def samples(text):
	"""OpenMetrics as a dictionary of samples; every one belongs to the family before it."""
	found, types, family, head = {}, {}, None, []
	assert text.endswith("\n# EOF\n"), "the end"
	for line in text.split("\n")[:-2]:
		if line.startswith("# TYPE "):
			_, _, family, kind = line.split(" ")
			assert family not in types, f"{family} twice"
			types[family], head = kind, ["TYPE"]
		elif line.startswith("# UNIT "):
			assert line.split(" ")[2] == family and family.endswith("_" + line.split(" ")[3]), line
			head.append("UNIT")
		elif line.startswith("# HELP "):
			assert line.split(" ")[2] == family and line.endswith("."), line
			unit = ["UNIT"] if family.endswith(("_seconds", "_bytes")) else []
			equal(head, ["TYPE"] + unit, "before " + line)
			head.append("HELP")
		else:
			equal(head[-1], "HELP", "before " + line)
			name, value = re.fullmatch(r'([a-z_]+(?:\{(?:[a-z]+="[^"\\]*",?)+\})?) (-?\d+(?:\.\d+)?)', line).groups()
			endings = {"counter": ("_total",), "gauge": ("",), "info": ("_info",),
				"histogram": ("_bucket", "_count", "_sum")}[types[family]]
			assert name.split("{")[0] in [family + e for e in endings], line
			assert name not in found, f"{name} twice"
			found[name] = float(value)
	add_up(found)
	return found


def test_metrics(d):
	equal(d.client().get("/metrics", 401).code, "unauthorized", "without a token")
	player = d.client().player("Ada")
	equal(player.get("/metrics", 403).code, "forbidden", "with a player's")
	with Daemon("--metrics", "open") as open_one:
		c = open_one.client()
		before = samples(c.get("/metrics").text)
		c.player("Bob")
		accepted = "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
		reply = c.get("/metrics", headers={"Accept": accepted})
		equal(reply.headers["Content-Type"], "application/openmetrics-text; version=1.0.0; charset=utf-8")
		after = samples(reply.text)
	made = 'meepled_http_requests_total{method="POST",route="/v1/players",status="201"}'
	equal((before.get(made), after[made]), (None, 1), "a player was made")
	for name, more in (("meepled_writer_batch_jobs_count", 1), ("meepled_writer_commit_duration_seconds_count", 1),
			('meepled_http_request_duration_seconds_count{kind="change"}', 1)):
		equal(after[name] - before[name], more, name)
	for name in ("long_polls", "streams", "outbox_messages", "outbox_late_seconds", "clocks_overdue", "clocks_late_seconds"):
		equal(after["meepled_" + name], 0, name)
	for name, value in before.items():
		if re.match(".*_(total|bucket|count|sum)", name):
			assert after[name] >= value, f"{name} went down"
	assert 0 < after["process_resident_memory_bytes"] < 1 << 30, after
	assert after["process_threads"] >= 3 and after["process_open_fds"] >= 5, after
	assert after["meepled_http_connections"] >= 1 and after["meepled_http_requests_open"] == 1, after
	assert abs(time.time() - after["process_start_time_seconds"]) < 60, after["process_start_time_seconds"]


def test_request_id(d):
	c = d.client()
	equal(c.get("/v1", headers={"X-Request-Id": "abc-123"}).headers["X-Request-Id"], "abc-123", "taken over")
	own = c.get("/v1").headers["X-Request-Id"]
	assert own != c.get("/v1").headers["X-Request-Id"], "ids repeat"
	for bad in ("a b", "x" * 300, "a\"b", "a\tb"):
		got = c.get("/v1", headers={"X-Request-Id": bad}).headers["X-Request-Id"]
		assert re.fullmatch(r"[A-Za-z0-9._:/+=-]{1,64}", got), got
	trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	got = c.get("/v1", headers={"traceparent": f"00-{trace}-00f067aa0ba902b7-01"})
	equal(got.headers["X-Request-Id"], trace, "W3C traceparent")


def test_log_has_the_request(d):
	d.client().get("/v1/rulesets", headers={"X-Request-Id": "look-for-me"})
	from harness import eventually
	line = eventually(lambda: next((l for l in d.lines if "look-for-me" in l), None), what="no log line")
	assert "/v1/rulesets" in line and "200" in line, line


def test_security_headers(d):
	headers = d.client().get("/docs").headers
	equal(headers["X-Content-Type-Options"], "nosniff", "sniffing")
	assert "default-src" in headers["Content-Security-Policy"], headers
	assert headers["Referrer-Policy"], headers


def test_cors(d):
	c = d.client()
	origin = {"Origin": "https://example.org"}
	reply = c.get("/v1", headers=origin)
	equal(reply.headers["Access-Control-Allow-Origin"], "*", "origin")
	exposed = reply.headers["Access-Control-Expose-Headers"].lower()
	for name in ("etag", "link", "location", "retry-after"):
		assert name in exposed, exposed
	pre = c.request("OPTIONS", "/v1/games", headers={**origin, "Access-Control-Request-Method": "POST",
		"Access-Control-Request-Headers": "authorization,content-type,idempotency-key,if-match"})
	assert pre.status in (200, 204), pre
	assert "POST" in pre.headers["Access-Control-Allow-Methods"]
	allowed = pre.headers["Access-Control-Allow-Headers"].lower()
	for name in ("authorization", "content-type", "idempotency-key", "if-match"):
		assert name in allowed, allowed


def test_head(d):
	c = d.client()
	for path in ("/v1/rulesets", "/docs", "/livez"):
		head, get = c.request("HEAD", path, status=200), c.get(path)
		equal(head.headers["Content-Length"], str(len(get.body)), path)
		equal(head.headers.get("ETag"), get.headers.get("ETag"), path)


def test_etags(d):
	c = d.client()
	for path in ("/v1/rulesets", "/v1/rulesets/south-seas", "/v1/tilesets/south-seas-reconstructed",
			"/openapi.json"):
		tag = c.get(path).headers["ETag"]
		assert re.fullmatch(r'(W/)?"[^"]+"', tag), tag
		for sent in (tag, f'"x", {tag}', "*", "W/" + tag.removeprefix("W/")):
			equal(c.request("GET", path, headers={"If-None-Match": sent}).status, 304, f"{path} {sent}")
		equal(c.request("GET", path, headers={"If-None-Match": '"x"'}).status, 200, path)


def test_accept(d):
	c = d.client()
	for accept in ("*/*", "application/*", "application/json;q=0.5, text/plain;q=0.1", "image/png, */*;q=0.1"):
		equal(c.get("/v1", headers={"Accept": accept}).media, "application/json", accept)
	for accept in ("image/png", "application/xml;q=0.9", "application/json;q=0"):
		equal(c.request("GET", "/v1/rulesets", headers={"Accept": accept}, status=406).code, "not-acceptable", accept)


def test_paths(d):
	c = d.client()
	for path in ("/v2", "/v1x", "/v1/game", "/v1//games", "/v1/games/", "/V1", "/v1/games/../me", "/%76%31x"):
		reply = c.request("GET", path)
		assert reply.status in (404, 400), (path, reply)
	for path in ("/v1/games/%00", "/v1/games/%zz", "/v1/games/%ff", "/v1/games/" + "a" * 300):
		reply = c.request("GET", path)
		assert reply.status in (400, 404), (path, reply)
	equal(c.request("GET", "/v1/rulesets?surprise=1", status=400).code, "bad-request", "unknown parameter")
	equal(c.request("GET", "/v1/games?limit=1&limit=2", status=400).code, "bad-request", "parameter twice")
