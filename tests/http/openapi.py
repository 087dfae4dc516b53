"""Every exchange of the tests is held against api/openapi.yaml.

check() knows what was asked and what came back: the operation must exist, the status
must be documented for it, the media type and the body must be as documented, and the
headers that every answer has must be there.  What was hit is remembered, so that the
run can fail for operations and error statuses that no test ever saw.
"""
import json
import os
import re

import jsonschema
import yaml

from schema import Compiler

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
METHODS = ("get", "put", "post", "delete", "patch")
OPEN = {"Record"}		# its actions and events are those of all games
LIMITS = {"RateLimit": r'"[a-z]+";r=\d+;t=\d+', "RateLimit-Policy": r'"[a-z]+";q=[1-9]\d*;w=[1-9]\d*'}
THOROUGH = 40			# one answer in so many is checked by python3-jsonschema too


class Broken(AssertionError):
	"""An exchange that the description does not allow."""


def load():
	with open(os.path.join(ROOT, "api", "openapi.yaml"), encoding="utf-8") as f:
		return yaml.safe_load(f)


def close(node):
	"""Whatever has members that are named has no others: new ones must be described."""
	if isinstance(node, list):
		for part in node:
			close(part)
	elif isinstance(node, dict):
		if node.get("type") == "object" and isinstance(node.get("properties"), dict):
			node.setdefault("additionalProperties", False)
		for part in node.values():
			close(part)


def resolved(document, node):
	while isinstance(node, dict) and "$ref" in node:
		at = document
		for part in node["$ref"][2:].split("/"):
			at = at[part.replace("~1", "/").replace("~0", "~")]
		node = at
	return node


class Operation:
	def __init__(self, document, method, path, node):
		self.method, self.path, self.node = method.upper(), path, node
		self.name = f"{self.method} {path}"
		self.pattern = re.compile(re.sub(r"\\\{[^/]+?\\\}", "[^/]+", re.escape(path)) + r"\Z")
		self.responses = {str(s): resolved(document, r) for s, r in node["responses"].items()}


class Checker:
	def __init__(self):
		self.served = load()			# as it is
		self.document = load()			# as it is held against answers
		schemas = self.document["components"]["schemas"]
		close([schema for name, schema in schemas.items() if name not in OPEN])
		self.compiler = Compiler(self.document)
		self.compiled = {}
		self.operations = []
		for path, item in self.document["paths"].items():
			for method in METHODS:
				if method in item:
					self.operations.append(Operation(self.document, method, path, item[method]))
		# Fixed paths before those with parameters.
		self.operations.sort(key=lambda o: (o.path.count("{"), o.path))
		self.problem = self.compiler.reference("#/components/schemas/Problem")
		self.hits = set()
		self.count = 0
		for o in self.operations:		# a mistake in any schema shows at once
			for response in o.responses.values():
				for media in response.get("content", {}).values():
					self.function(media.get("schema", True))
			for media in self.request_content(o).values():
				self.function(media.get("schema", True))

	def request_content(self, operation):
		return resolved(self.document, operation.node.get("requestBody", {})).get("content", {})

	def function(self, schema):
		key = id(schema)
		if key not in self.compiled:
			self.compiled[key] = self.compiler.compile(schema)
		return self.compiled[key]

	def find(self, method, path):
		path = path.split("?")[0]
		method = "GET" if method == "HEAD" else method
		return next((o for o in self.operations if o.method == method and o.pattern.match(path)), None)

	def thorough(self, schema, value):
		whole = dict(self.document)
		whole["$schema"] = "https://json-schema.org/draft/2020-12/schema"
		validator = jsonschema.Draft202012Validator(whole)
		return next((f"{list(e.absolute_path)}: {e.message:.200}"
			for e in validator.evolve(schema=schema).iter_errors(value)), None)

	def check(self, method, path, request, reply):
		"""`request` is the body sent (bytes or None); `reply` a client.Reply."""
		where = f"{method} {path} -> {reply.status}"
		self.headers(where, reply)
		operation = self.find(method, path)
		if method == "OPTIONS":
			return
		if not operation:
			if reply.status not in (400, 404, 405, 406, 413, 414, 431):
				raise Broken(f"{where}: there is no such operation")
			return self.problem_body(where, method, path, reply)
		self.hits.add((operation.name, reply.status))
		response = operation.responses.get(str(reply.status))
		if response is None:
			raise Broken(f"{where}: status is not documented: {reply.body[:300]!r}")
		self.documented_headers(where, response, reply)
		# Some errors are pages for people, where that is documented.
		if reply.status >= 400 and not (reply.media == "text/html" and reply.media in response.get("content", {})):
			self.problem_body(where, method, path, reply)
		self.body(where, method, response, reply)
		if reply.status < 300 and request and "json" in reply.sent.get("Content-Type", ""):
			self.request(where, operation, request)

	def headers(self, where, reply):
		for name in ("X-Request-Id", "Cache-Control", "X-Content-Type-Options"):
			if not reply.headers.get(name):
				raise Broken(f"{where}: header {name} is missing")
		for name, pattern in LIMITS.items():
			if not re.fullmatch(pattern + "(, " + pattern + ")*", reply.headers.get(name) or ""):
				raise Broken(f"{where}: {name}: {reply.headers.get(name)}")
		wanted = {401: "WWW-Authenticate", 405: "Allow", 429: "Retry-After", 503: "Retry-After"}
		name = wanted.get(reply.status)
		if name and not reply.headers.get(name):
			raise Broken(f"{where}: header {name} is missing")

	def documented_headers(self, where, response, reply):
		for name, header in response.get("headers", {}).items():
			header = resolved(self.document, header)
			value = reply.headers.get(name)
			if value is None:
				if header.get("required"):
					raise Broken(f"{where}: header {name} is missing")
				continue
			schema = header.get("schema", {})
			if resolved(self.document, schema).get("type") == "integer":
				value = int(value)
			why = self.function(schema)(value, name)
			if why:
				raise Broken(f"{where}: {why}")

	def problem_body(self, where, method, path, reply):
		if method == "HEAD":
			return
		if reply.media != "application/problem+json":
			raise Broken(f"{where}: an error of type {reply.media}: {reply.body[:200]!r}")
		why = self.problem(reply.json, "")
		if why:
			raise Broken(f"{where}: {why}")
		p = reply.json
		# An answer that is given again is that of the first request, to the byte.
		replayed = reply.headers.get("Idempotency-Replayed") == "true"
		if p["status"] != reply.status or (not replayed and p["request_id"] != reply.headers["X-Request-Id"]):
			raise Broken(f"{where}: body and head differ: {p}")
		if not p["type"].endswith("/problems/" + p["code"]) or not p["detail"]:
			raise Broken(f"{where}: not a helpful problem: {p}")

	def body(self, where, method, response, reply):
		content = response.get("content")
		if method == "HEAD" or not content:
			if reply.body:
				raise Broken(f"{where}: has a body of {len(reply.body)} bytes")
			return
		if reply.media not in content:
			raise Broken(f"{where}: type {reply.media} is none of {list(content)}")
		if reply.media == "application/x-ndjson":
			event = self.compiler.reference("#/components/schemas/Event")
			why = next(filter(None, (event(json.loads(l), "") for l in reply.text.splitlines())), None)
			if why:
				raise Broken(f"{where}: {why}")
		if not reply.media.endswith("/json") and not reply.media.endswith("+json"):
			return
		schema = content[reply.media].get("schema", True)
		why = self.function(schema)(reply.json, "")
		if why:
			raise Broken(f"{where}: {why}")
		self.count += 1
		if self.count % THOROUGH == 1:
			why = self.thorough(schema, reply.json)
			if why:
				raise Broken(f"{where} (jsonschema): {why}")

	def request(self, where, operation, body):
		content = self.request_content(operation)
		if "application/json" not in content:
			raise Broken(f"{where}: takes a body that is not documented")
		why = self.function(content["application/json"].get("schema", True))(json.loads(body), "")
		if why:
			raise Broken(f"{where}: was accepted, but as a request {why}")

	def missing(self, hits, unreachable):
		"""Operations and documented statuses that were never seen."""
		out = []
		for o in self.operations:
			for status in o.responses:
				if status in unreachable or (o.name, int(status)) in hits:
					continue
				out.append(f"{o.name} never answered {status}")
		return out
