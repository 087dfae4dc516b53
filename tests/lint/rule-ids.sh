#!/bin/sh
# Every rule has a test: for each id of tests/fixtures/rule-ids.txt, say
# SS-2a.1 or SW-7, a Check test ss_2a_1_... or sw_7_... must be defined and
# added to a case.  And no test may be named after a rule that is not in the list.
cd "$(dirname "$0")/../.." || exit 2
list=tests/fixtures/rule-ids.txt

# shellcheck disable=SC2016 # a program of awk
LC_ALL=C awk '
FILENAME == ARGV[1] {
	name = tolower($1)
	gsub(/[-.]/, "_", name)
	id[name] = $1
	next
}
match($0, /^START_TEST\([a-z0-9_]+\)/) {
	test = substr($0, 12, RLENGTH - 12)
	if (test ~ /^s[sw]_[0-9]/)
		defined[test]
}
/tcase_add_[a-z_]*test\(/ {
	count = split($0, words, /[^a-z0-9_]+/)
	for (i = 1; i <= count; i++)
		added[words[i]]
}
function say(text) {
	print text
	bad = 1
}
# The rule that the test is named after: "sw_7_undo" may be of SW-7, "ss_2a_1_any" of SS-2a.1.
function rule_of(test,    parts, count, two, three) {
	count = split(test, parts, "_")
	two = parts[1] "_" parts[2]
	three = two "_" parts[3]
	return count > 3 && three in id ? three : count > 2 && two in id ? two : ""
}
END {
	for (test in defined) {
		rule = rule_of(test)
		if (rule == "")
			say(test ": no such rule in " ARGV[1])
		else if (!(test in added))
			say(id[rule] ": " test " is defined and never run")
		tested[rule]
	}
	for (name in id)
		if (!(name in tested))
			say(id[name] ": no test " name "_...")
	exit bad
}' "$list" tests/engine/*_test.c >&2
