#!/bin/sh
# Folders are layers: daemon -> api -> storage -> engine.  What each object
# file imports proves it, whatever its sources include.
#
#	sh tests/lint/layering.sh BUILD
#
# BUILD is a folder with plain objects (no sanitizers), as `make` leaves them.
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}

objects=$(find engine storage api daemon -name '*.c' | sed "s|^|$build/|; s|c\$|o|")
for object in $objects; do
	if [ ! -f "$object" ]; then
		echo "layering: $object lacks: build first" >&2
		exit 2
	fi
done

# Lines "PATH:NAME |value|class|type|size|line|section", for all objects at once.
# shellcheck disable=SC2086 # a list
nm -A -f sysv $objects | awk -F'|' -v build="$build/" '
BEGIN {
	rank["engine"] = 1; rank["storage"] = 2; rank["api"] = 3; rank["daemon"] = 4

	# What the engine may import besides its own: memory and text functions,
	# libsodium streams and hashes, and what the compiler adds.
	pure = "^(mem(chr|cmp|cpy|move|set)|str(chr|cmp|cpy|cspn|len|ncmp|ncpy|nlen|rchr|spn|str)" \
		"|v?snprintf|crypto_(stream_chacha20|hash_sha256)[a-z0-9_]*" \
		"|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|__(mem|str)[a-z]*_chk|__v?snprintf_chk)$"

	# Libraries that one place alone may name.
	place["MHD_"] = "^daemon/http_mhd\\.o$"
	place["curl_"] = "^daemon/courier\\.o$"
	place["sqlite3_"] = "^storage/sqlite/"
	place["cJSON_"] = "^api/json\\.o$"
	place["g_"] = "^api/zone\\.o$"
	place["rsvg_"] = "^daemon/png\\.o$"
	place["cairo_"] = "^daemon/png\\.o$"
	place["ini_"] = "^daemon/config\\.o$"
}

function say(text) {
	print "layering: " text
	bad = 1
}

# engine/core or engine/GAME; of the other layers, the layer.
function room_of(path) {
	return path ~ /^engine\// ? substr(path, 1, 7 + index(substr(path, 8), "/") - 1) : layer_of(path)
}

function layer_of(path) {
	return substr(path, 1, index(path, "/") - 1)
}

NF >= 7 {
	gsub(/[[:space:]]/, "")
	at = index($1, ":")
	path = substr($1, length(build) + 1, at - 1 - length(build))
	name = substr($1, at + 1)
	section = $7
	if ($3 == "U")
		imports[path, name] = 1
	else if ($3 ~ /^[A-Z]$/)
		home[name] = path
	# .data.rel.ro is constant once the program runs.
	if (layer_of(path) != "daemon" && $4 == "OBJECT" && section ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)$/)
		say(path " has the writable global " name)
	seen[layer_of(path)] = 1
}

END {
	for (layer in rank)
		if (!(layer in seen))
			say("no symbols of " layer)
	for (pair in imports) {
		split(pair, part, SUBSEP)
		path = part[1]
		name = part[2]
		layer = layer_of(path)
		from = name in home ? home[name] : ""
		if (from != "" && rank[layer_of(from)] > rank[layer])
			say(path " imports " name " from " from)
		if (layer == "engine" && from == "" && name !~ pure)
			say(path " imports " name)
		# Games do not know each other; table.c alone knows them.
		if (layer == "engine" && from != "" && room_of(from) != room_of(path) \
		    && room_of(from) != "engine/core" && path != "engine/core/table.o")
			say(path " imports " name " from " from)
		for (prefix in place)
			if (index(name, prefix) == 1 && from == "" && path !~ place[prefix])
				say(path " imports " name)
	}
	if (!bad)
		print "layering: good"
	exit bad
}' >&2
