#!/bin/sh
# Every rule has a test: for each id of tests/fixtures/rule-ids.txt, say
# SS-2a.1, a Check test ss_2a_1_... must be defined and added to a case.
# And no test may be named after a rule that is not in the list.  SW-7 is one
# rule without numbers.
cd "$(dirname "$0")/../.." || exit 2
list=tests/fixtures/rule-ids.txt
status=0

prefix() {
	echo "$1" | tr 'A-Z' 'a-z' | sed 's/-/_/; s/\./_/'
}

for id in $(cat $list); do
	name=$(prefix "$id")
	tests=$(sed -n "s/^START_TEST(\(${name}_[a-z0-9_]*\)).*/\1/p" tests/engine/*_test.c)
	if [ -z "$tests" ]; then
		echo "$id: no test ${name}_..." >&2
		status=1
	fi
	for test in $tests; do
		grep -q "tcase_add_[a-z_]*test(.*$test" tests/engine/*_test.c || {
			echo "$id: $test is defined and never run" >&2
			status=1
		}
	done
done

for name in $(sed -n -e 's/^START_TEST(\(sw_7\)_[a-z].*/\1/p' \
		-e 's/^START_TEST(\(s[sw]_[0-9][a-z]*_[0-9][0-9]*\)_.*/\1/p' tests/engine/*_test.c | sort -u); do
	found=no
	for id in $(cat $list); do
		[ "$(prefix "$id")" = "$name" ] && found=yes
	done
	if [ $found = no ]; then
		echo "${name}_...: no such rule in $list" >&2
		status=1
	fi
done
exit $status
