#!/usr/bin/python3
"""Runs test programs side by side and adds up what they counted.

	tests/suite.py [--run 'NAME: COMMAND']... PROGRAM...

A PROGRAM is a unit test made with Check.  A COMMAND of --run ends with a line
"N passed, N failed", or prints measured values, a line each: name, value, unit, bar
("<=N", ">=N" or "-") with tabs between; each bar is a check.  Only programs that fail are heard; the last line adds up all of them.
A program that counts nothing or ends badly is one failure.
"""
import concurrent.futures
import os
import re
import shlex
import signal
import subprocess
import sys
import time

LIMIT = 1200  # seconds for one program
CHECK = re.compile(r"^\d+%: Checks: (\d+), Failures: (\d+), Errors: (\d+)", re.M)
BAR = re.compile(r"^\w+\t(-?[\d.]+)\t[^\t\n]*\t([<>])=(-?[\d.]+)$", re.M)
PLAIN = re.compile(r"^(?:\w+: )?(\d+) passed, (\d+) failed", re.M)


def count(output, code):
	"""(passed, failed) of one program."""
	passed = failed = 0
	for checks, failures, errors in CHECK.findall(output):
		bad = int(failures) + int(errors)
		passed, failed = passed + int(checks) - bad, failed + bad
	plain = PLAIN.findall(output)
	if plain:
		passed, failed = passed + int(plain[-1][0]), failed + int(plain[-1][1])
	for value, way, bar in BAR.findall(output):
		held = float(value) <= float(bar) if way == "<" else float(value) >= float(bar)
		passed, failed = passed + held, failed + (not held)
	if failed == 0 and (code != 0 or passed == 0):
		failed = 1
	return passed, failed


def run(name, command):
	start = time.monotonic()
	# A session of its own, so that what a test left behind can be ended with it.
	process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
		stderr=subprocess.STDOUT, start_new_session=True)
	try:
		output, _ = process.communicate(timeout=LIMIT)
	except subprocess.TimeoutExpired:
		os.killpg(process.pid, signal.SIGKILL)
		output = process.communicate()[0] + f"\n{name}: still running after {LIMIT} s\n".encode()
	return name, output.decode(errors="replace"), process.returncode, time.monotonic() - start


def main(arguments):
	jobs = []
	while arguments and arguments[0] == "--run":
		name, command = arguments[1].split(":", 1)
		jobs.append((name, shlex.split(command)))
		del arguments[:2]
	jobs += [(program, [program]) for program in arguments]
	passed = failed = 0
	# Programs of --run start processes of their own: one at a time beside the unit tests.
	with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() or 2)) as pool:
		for done in concurrent.futures.as_completed([pool.submit(run, *j) for j in jobs]):
			name, output, code, seconds = done.result()
			good, bad = count(output, code)
			passed, failed = passed + good, failed + bad
			if bad:
				print(f"--- {name} (exit {code}):\n{output.rstrip()}\n---")
			print(f"{'FAIL' if bad else 'ok':4}  {good:5}  {seconds:6.1f} s  {name}", flush=True)
	print(f"{passed} passed, {failed} failed")
	return 1 if failed else 0


if __name__ == "__main__":
	sys.exit(main(sys.argv[1:]))
