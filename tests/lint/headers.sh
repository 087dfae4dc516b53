#!/bin/sh
# Each header compiles alone: it includes what it needs.  Two at a time.
cd "$(dirname "$0")/../.." || exit 2
cc=${CC:-gcc}			# may be two words: ccache gcc

find engine storage api daemon tests -name '*.h' | sort | xargs -P 2 -I '{}' \
	$cc -std=c11 -D_GNU_SOURCE -DMEEPLED_VERSION='"0"' -I. -Wall -Wextra -Wpedantic -Werror \
	-fsyntax-only -x c '{}' || exit 1
echo "headers: good"
