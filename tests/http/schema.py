"""JSON Schema (the part that openapi.yaml uses) compiled into closures.

Thousands of answers are checked in a run and most hold a whole board, so the
checks are made once for each schema and not once for each value.  A keyword that
is not known here stops the run: nothing is passed over in silence.  A share of
all answers is checked by python3-jsonschema as well (openapi.py).
"""
import re

PASSIVE = {"$schema", "$id", "$comment", "$defs", "title", "description", "default", "example",
	"examples", "deprecated", "readOnly", "writeOnly", "discriminator", "externalDocs", "xml",
	"contentMediaType", "contentEncoding"}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)\Z")


class Unknown(Exception):
	"""A schema that cannot be compiled."""


def is_integer(v):
	return isinstance(v, int) and not isinstance(v, bool)


TYPES = {
	"object": lambda v: isinstance(v, dict),
	"array": lambda v: isinstance(v, list),
	"string": lambda v: isinstance(v, str),
	"integer": is_integer,
	"number": lambda v: is_integer(v) or isinstance(v, float),
	"boolean": lambda v: isinstance(v, bool),
	"null": lambda v: v is None,
}


def same(a, b):
	return type(a) is type(b) and a == b


class Compiler:
	"""compile(schema) gives a function (value, path) -> None or a sentence."""

	def __init__(self, document):
		self.document = document
		self.by_ref = {}

	def resolve(self, ref):
		if not ref.startswith("#/"):
			raise Unknown(f"reference {ref} leaves the document")
		at = self.document
		for part in ref[2:].split("/"):
			part = part.replace("~1", "/").replace("~0", "~")
			if part not in at:
				raise Unknown(f"reference {ref} leads nowhere")
			at = at[part]
		return at

	def reference(self, ref):
		if ref not in self.by_ref:
			self.by_ref[ref] = None			# it may refer to itself
			self.by_ref[ref] = self.compile(self.resolve(ref))
		return lambda v, path: self.by_ref[ref](v, path)

	def compile(self, schema):
		if schema is True:
			return lambda v, path: None
		if schema is False:
			return lambda v, path: f"{path}: nothing is allowed here"
		checks = []
		for word in schema:
			if word in PASSIVE or word in ("then", "else"):
				continue
			make = getattr(self, "on_" + word.replace("$", ""), None)
			if not make:
				raise Unknown(f"keyword {word} in {schema}")
			check = make(schema[word], schema)
			if check:
				checks.append(check)
		if len(checks) == 1:
			return checks[0]

		def run(v, path):
			for check in checks:
				why = check(v, path)
				if why:
					return why
			return None
		return run

	def on_ref(self, ref, schema):
		return self.reference(ref)

	def on_type(self, names, schema):
		names = [names] if isinstance(names, str) else names
		tests = [TYPES[name] for name in names]
		text = " or ".join(names)
		if len(tests) == 1:
			test = tests[0]
			return lambda v, path: None if test(v) else f"{path}: {v!r:.80} is no {text}"
		return lambda v, path: None if any(t(v) for t in tests) else f"{path}: {v!r:.80} is no {text}"

	def on_enum(self, values, schema):
		return lambda v, path: None if any(same(v, w) for w in values) else \
			f"{path}: {v!r:.80} is none of {values}"

	def on_const(self, value, schema):
		return lambda v, path: None if same(v, value) else f"{path}: {v!r:.80} is not {value!r}"

	def on_properties(self, members, schema):
		compiled = {name: self.compile(s) for name, s in members.items()}

		def check(v, path):
			if isinstance(v, dict):
				for name, one in compiled.items():
					if name in v:
						why = one(v[name], f"{path}/{name}")
						if why:
							return why
			return None
		return check

	def on_patternProperties(self, members, schema):
		compiled = [(re.compile(p), self.compile(s)) for p, s in members.items()]

		def check(v, path):
			if isinstance(v, dict):
				for name in v:
					for pattern, one in compiled:
						why = pattern.search(name) and one(v[name], f"{path}/{name}")
						if why:
							return why
			return None
		return check

	def on_additionalProperties(self, rest, schema):
		known = set(schema.get("properties", {}))
		patterns = [re.compile(p) for p in schema.get("patternProperties", {})]
		one = self.compile(rest)

		def check(v, path):
			if isinstance(v, dict):
				for name in v:
					if name in known or any(p.search(name) for p in patterns):
						continue
					why = one(v[name], f"{path}/{name}")
					if why:
						return why
			return None
		return check

	def members_of(self, schema):
		"""Names that a schema speaks of, through references and combinations."""
		names = set(schema.get("properties", {}))
		if "$ref" in schema:
			names |= self.members_of(self.resolve(schema["$ref"]))
		for word in ("allOf", "anyOf", "oneOf"):
			for part in schema.get(word, []):
				names |= self.members_of(part)
		for word in ("then", "else"):
			if word in schema:
				names |= self.members_of(schema[word])
		return names

	def on_unevaluatedProperties(self, rest, schema):
		return self.on_additionalProperties(rest, {"properties": dict.fromkeys(self.members_of(schema))})

	def on_required(self, names, schema):
		def check(v, path):
			if isinstance(v, dict):
				for name in names:
					if name not in v:
						return f"{path}: member {name} is missing"
			return None
		return check

	def on_propertyNames(self, inner, schema):
		one = self.compile(inner)

		def check(v, path):
			if isinstance(v, dict):
				for name in v:
					why = one(name, f"{path} (name)")
					if why:
						return why
			return None
		return check

	def on_items(self, inner, schema):
		one = self.compile(inner)
		skip = len(schema.get("prefixItems", []))

		def check(v, path):
			if isinstance(v, list):
				for i, item in enumerate(v[skip:], skip):
					why = one(item, f"{path}/{i}")
					if why:
						return why
			return None
		return check

	def on_prefixItems(self, inner, schema):
		ones = [self.compile(s) for s in inner]

		def check(v, path):
			if isinstance(v, list):
				for i, (item, one) in enumerate(zip(v, ones)):
					why = one(item, f"{path}/{i}")
					if why:
						return why
			return None
		return check

	def on_allOf(self, parts, schema):
		ones = [self.compile(s) for s in parts]
		return lambda v, path: next((why for why in (one(v, path) for one in ones) if why), None)

	def on_anyOf(self, parts, schema):
		ones = [self.compile(s) for s in parts]

		def check(v, path):
			whys = []
			for one in ones:
				why = one(v, path)
				if not why:
					return None
				whys.append(why)
			return f"{path}: fits none of {len(ones)}: " + "; ".join(whys)
		return check

	def on_oneOf(self, parts, schema):
		ones = [self.compile(s) for s in parts]

		def check(v, path):
			whys = [one(v, path) for one in ones]
			fits = whys.count(None)
			if fits == 1:
				return None
			return f"{path}: fits {fits} of {len(ones)}: " + "; ".join(w for w in whys if w)
		return check

	def on_not(self, inner, schema):
		one = self.compile(inner)
		return lambda v, path: None if one(v, path) else f"{path}: is what it must not be"

	def on_if(self, inner, schema):
		test = self.compile(inner)
		then = self.compile(schema.get("then", True))
		other = self.compile(schema.get("else", True))
		return lambda v, path: other(v, path) if test(v, path) else then(v, path)

	def on_minimum(self, n, schema):
		return lambda v, path: f"{path}: {v} < {n}" if TYPES["number"](v) and v < n else None

	def on_maximum(self, n, schema):
		return lambda v, path: f"{path}: {v} > {n}" if TYPES["number"](v) and v > n else None

	def on_multipleOf(self, n, schema):
		return lambda v, path: f"{path}: {v} is no multiple of {n}" if TYPES["number"](v) and v % n else None

	def sized(kind, word, wrong):
		def on(self, n, schema):
			return lambda v, path: f"{path}: {word} {n}, has {len(v)}" \
				if isinstance(v, kind) and wrong(len(v), n) else None
		return on

	on_minLength = sized(str, "minLength", lambda a, b: a < b)
	on_maxLength = sized(str, "maxLength", lambda a, b: a > b)
	on_minItems = sized(list, "minItems", lambda a, b: a < b)
	on_maxItems = sized(list, "maxItems", lambda a, b: a > b)
	on_minProperties = sized(dict, "minProperties", lambda a, b: a < b)
	on_maxProperties = sized(dict, "maxProperties", lambda a, b: a > b)
	del sized

	def on_uniqueItems(self, on, schema):
		return lambda v, path: f"{path}: items repeat" if on and isinstance(v, list) and \
			len({repr(i) for i in v}) != len(v) else None

	def on_pattern(self, pattern, schema):
		found = re.compile(pattern).search
		return lambda v, path: f"{path}: {v!r:.80} does not match {pattern}" \
			if isinstance(v, str) and not found(v) else None

	def on_format(self, name, schema):
		if name == "date-time":
			return lambda v, path: f"{path}: {v!r} is no time" \
				if isinstance(v, str) and not TIME.match(v) else None
		return None
