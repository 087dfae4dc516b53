#!/bin/sh
# Runs fuzzers, two at a time, each FUZZ_SECONDS long.
#
#	tests/fuzz/run.sh FOLDER NAME...
#
# FOLDER holds the programs fuzz_NAME.  Each starts from tests/fixtures/fuzz/NAME and
# keeps what it finds in FOLDER/corpus/NAME; a finding is a file FOLDER/NAME-*,
# and its story stands in FOLDER/NAME.log.  Prints a line for each; ends with 1
# when something was found.
set -u
folder=$1
shift
seconds=${FUZZ_SECONDS:-600}

run() {
	mkdir -p "$folder/corpus/$1"
	set -- "$1" -max_total_time="$seconds" -detect_leaks=0 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
		-artifact_prefix="$folder/$1-" -max_len=32768 "$folder/corpus/$1" "tests/fixtures/fuzz/$1"
	name=$1
	shift
	if [ -f "tests/fuzz/$name.dict" ]; then
		set -- -dict="tests/fuzz/$name.dict" "$@"
	fi
	# Leaks are looked for when the corpora are replayed under `make asan`.
	if ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 "$folder/fuzz_$name" "$@" >"$folder/$name.log" 2>&1; then
		verdict=ok
	else
		verdict=FOUND
	fi
	executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$name.log")
	coverage=$(sed -n 's/.* cov: \([0-9]*\) ft: \([0-9]*\) .*/cov \1, features \2/p' "$folder/$name.log" | tail -n 1)
	echo "$name: $verdict, ${executions:-0} executions, $coverage"
	[ "$verdict" = ok ]
}

result=0
while [ $# -gt 0 ]; do
	run "$1" &
	first=$!
	second=
	shift
	if [ $# -gt 0 ]; then
		run "$1" &
		second=$!
		shift
	fi
	wait "$first" || result=1
	if [ -n "$second" ]; then
		wait "$second" || result=1
	fi
done
exit $result
