#!/bin/sh
# What other checkers say, those that are installed: shell scripts, Python's
# syntax, the manual page, the systemd unit.
#
#	sh tests/lint/tools.sh BUILD
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
status=0

have() {
	command -v "$1" >/dev/null || {
		echo "tools: $1 is not installed, left out" >&2
		return 1
	}
}

scripts=$(git ls-files '*.sh' .ci/run)
for script in $scripts; do
	interpreter=$(sed -n '1s|^#!/bin/||p' "$script")
	"$interpreter" -n "$script" || status=1
done
if have shellcheck; then
	# shellcheck disable=SC2086 # a list
	shellcheck -S warning $scripts || status=1
fi
git ls-files '*.py' | xargs /usr/bin/python3 -c '
import ast, sys
for path in sys.argv[1:]:
	with open(path, encoding="utf-8") as f:
		ast.parse(f.read(), path)
' || status=1
if have mandoc; then
	mandoc -T lint -W error "$build/meepled.1" || status=1
fi
if have systemd-analyze; then
	unit=$(mktemp -d) || exit 2
	sed "s:@PREFIX@/bin/meepled:/bin/true:" deploy/meepled.service >"$unit/meepled.service"
	systemd-analyze verify --man=no "$unit/meepled.service" || status=1
	rm -r "$unit"
fi
[ $status = 0 ] && echo "tools: good"
exit $status
