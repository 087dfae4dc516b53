#!/bin/sh
# A game is one folder: its names occur in engine/NAME/, in its two lines of
# engine/core/table.c, in tests and in what people read, and nowhere else.
#
#	sh tests/lint/names.sh [TREE]
#
# Names follow from the folders below engine/ themselves: the folder's, however it is
# parted ("my_game", "my-game", "My Game"), the row's id and title, and the prefix of
# its functions.  What people read: READMEs, CONTRIBUTING, CHANGELOG, deploy/examples,
# and descriptions and examples of api/openapi.yaml.
here=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
cd "${1:-$here}" || exit 2
anywhere=
[ -d .git ] || [ -f .git ] || anywhere=--no-index
status=0

# Lines "file:line:text" where the pattern does not belong, for the game in $folder.
# Paths of tests may have it anywhere.
outside() {
	# shellcheck disable=SC2086 # nothing or one flag
	git grep $anywhere -nIP ${2:+"$1"} "tests/[a-z0-9_/]*(*SKIP)(*F)|${2:-$1}" -- . ":!$folder" ':!tests' ':!*README.md' ':!CONTRIBUTING.md' ':!CHANGELOG.md' \
		':!deploy/examples' ':!build*' |
		grep -vE '^api/openapi\.yaml:[0-9]+: +(description|example): ' |
		grep -vE "^engine/core/table\.c:[0-9]+:(#include \"\.\./$name/$name\.h\"|	&${name}_[0-9]+,)\$"
}

# The value of a member in the game's row.
member() {
	sed -n "s/^	\.$1 = \"\{0,1\}\([^\",]*\)\"\{0,1\},.*/\1/p" "$folder"/*.c
}

literal() {
	printf '%s' "$1" | sed 's/[][\\.^$*+?(){}|]/\\&/g'
}

for folder in engine/*/; do
	folder=${folder%/}
	name=${folder#engine/}
	case $name in core | template) continue ;; esac
	id=$(member id)
	title=$(member title)
	prefix=$(member start | sed 's/_start$//')
	if [ -z "$id" ] || [ -z "$title" ] || [ -z "$prefix" ]; then
		echo "names: $folder has no row with id, title and PREFIX_start" >&2
		status=1
		continue
	fi
	parted=$(echo "$name" | sed 's/_/[-_ ]?/g')
	# ss_family is a member of the system's struct sockaddr_storage.
	{
		outside -i "$parted|$(literal "$id")|$(literal "$title")"
		outside "(?<![A-Za-z0-9_])($prefix|$(echo "$prefix" | tr '[:lower:]' '[:upper:]'))_(?!family\b)[A-Za-z0-9]"
	} | sed "s|^|names: $id outside its folder: |" | sort -u | grep . >&2 && status=1
done
[ $status = 0 ] && echo "names: good"
exit $status
