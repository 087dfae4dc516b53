#!/bin/sh
# names.sh finds what it is there for: small trees with a name where it does not
# belong, and one with names only where they do.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
status=0

fresh() {
	rm -rf "${tree:?}"/*
	mkdir -p "$tree/engine/core" "$tree/engine/two_towers" "$tree/engine/template" "$tree/api" "$tree/tests" \
		"$tree/deploy/examples" "$tree/deploy/bot" "$tree/daemon"
	cd "$tree" || exit 2
	printf '	.id = "two-towers",\n	.title = "Carcassonne: The Towers",\n	.start = tt_start,\n' \
		>engine/two_towers/ruleset.c
	printf '#include "../two_towers/two_towers.h"\n	&two_towers_1,\n' >engine/core/table.c
	printf '      example: {ruleset: two-towers}\n' >api/openapi.yaml
	printf 'Two Towers\n' | tee README.md CONTRIBUTING.md CHANGELOG.md deploy/examples/play.sh deploy/bot/README.md tests/two_towers_test.c \
		>/dev/null
	printf 'template_1 att_start ATT_X tt.x TT-1.2 storage.tt_family\n' >daemon/main.c
	printf 'x: $(BUILD)/tests/engine/tt_x_test tests/two_towers\n' >Makefile
}

# wrong FILE TEXT: with that line the tree is refused, for that line alone.
wrong() {
	fresh
	printf '%s\n' "$2" >>"$1"
	said=$(sh "$here/names.sh" "$tree" 2>&1) && said="accepted"
	if [ "$(echo "$said" | wc -l)" != 1 ] || ! echo "$said" | grep -qF "$1:"; then
		echo "names_test: $1: $2: $said" >&2
		status=1
	fi
}

fresh
sh "$here/names.sh" "$tree" >/dev/null || status=1
wrong api/view.c 'if (strcmp(id, "two-towers") == 0)'
wrong daemon/main.c '/* Two Towers does it so */'
wrong daemon/main.c 'case TWO_TOWERS:'
wrong api/view.c '"TwoTowers"'
wrong api/view.c 'the towers of Carcassonne: The Towers'
wrong engine/core/game.c 'tt_draw(g);'
wrong engine/core/game.c 'int x = TT_ROW;'
wrong engine/core/table.c 'int two_towers;'
wrong engine/template/turn.c 'two_towers'
wrong Makefile 'engine/two_towers/turn.o: x'
wrong Makefile 'y: tests/x two_towers'
wrong deploy/bot/bot.py 'game = "two-towers"'
wrong deploy/meepled.ini 'game = two-towers'
wrong api/openapi.yaml '          enum: [two-towers]'
fresh
printf '	.id = "two-towers",\n' >engine/two_towers/ruleset.c
sh "$here/names.sh" "$tree" >/dev/null 2>&1 && { echo "names_test: a folder without a row is accepted" >&2; status=1; }
[ $status = 0 ] && echo "names_test: good"
exit $status
