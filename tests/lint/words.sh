#!/bin/sh
# Words and forms that do not belong into this project's files:
# unfinished work without an owner, addresses of hosts, paths of
# somebody's machine, and what .clang-format cannot see.
cd "$(dirname "$0")/../.." || exit 2
status=0

# say MESSAGE FILES...: lines "file:line:text" on standard input are faults.
say() {
	sed "s|^|words: $1: |" >&2
}

# look MESSAGE PATTERN [PATHSPEC...]
look() {
	message=$1
	pattern=$2
	shift 2
	if git grep -nIP "$pattern" -- "$@" ':!tests/lint/words.sh' ':!tests/fixtures/fuzz' | say "$message" 2>&1 |
		grep . >&2; then
		status=1
	fi
}

# "TODO(name): ..." says whose it is.
look "unfinished and nobody's" '\b(TODO(?!\([a-z]+\))|FIXME|HACK|XXX\b(?!X))'
# Hosts that exist only as examples, on this machine, or as names of schemas.
look "address of a host" \
	'https?://(?!(127\.0\.0\.1|localhost|\[::1\]|[a-z.]*example\.(org|com|net)|play\b|host\b|meepled\b|NAME|json-schema\.org|api\.telegram\.org/bot|www\.w3\.org|\(|\$|%|\{|<|\.\.\.|x/|x\b|"|h\b|a\b))[a-zA-Z0-9]' \
	':!LICENSE' ':!api/web/vendor/LICENSE-*' ':!tests/*/*webhook_url*'
look "a path of somebody's machine" '(^|[\s"'"'"'=(])/(home|root|Users)/'
look "blanks at the end of the line" '[ \t]+$' '*.c' '*.h' '*.sh' '*.py' '*.yaml' '*.sql' Makefile
look "indented with blanks" '^ +[^ *]' '*.c' '*.h'
look "a comment of another language" '(^|[;{}\s])//(?!/)' '*.c' '*.h'
look "typedef of a struct" '\btypedef\s+(struct|enum|union)\b' '*.c' '*.h'
look "a line of more than 160 characters" '^.{161,}' '*.c' '*.h'
look "CR at the end of the line" '\r$' '*.c' '*.h' '*.sh' '*.py' '*.yaml' '*.md' Makefile

# Every source says why it is there before anything else.
for file in $(git ls-files 'engine/*.[ch]' 'storage/*.[ch]' 'api/*.[ch]' 'daemon/*.[ch]'); do
	if [ "$(head -c 2 "$file")" != "/*" ]; then
		echo "words: $file does not begin with what it is for" >&2
		status=1
	fi
done

[ $status = 0 ] && echo "words: good"
exit $status
