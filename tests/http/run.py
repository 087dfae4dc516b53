#!/usr/bin/python3
"""HTTP tests of a running meepled.

	/usr/bin/python3 tests/http/run.py [BINARY] [FILTER]

Each test_*.py runs in a process of its own; its functions test_*(d) get a daemon
that the file's tests share, those without a parameter start their own.  FILTER picks
tests by a part of "file.function".  Without a filter the run also fails when an
operation of api/openapi.yaml, or an error that it documents, was never hit.
HEAVY=1 takes the full numbers.
"""
import concurrent.futures
import glob
import importlib
import inspect
import os
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import harness

# Statuses that no request can bring about by itself: 500 is a defect, and 503 a full disk or queue.
UNREACHABLE = {"500", "503"}


def tests_of(module):
	return [(n, f) for n, f in vars(module).items()
		if n.startswith("test_") and inspect.isfunction(f) and f.__module__ == module.__name__]


def run_file(name, binary, wanted):
	"""In a child process: [(test, error or None, seconds)], what was hit, count of exchanges."""
	harness.binary = binary
	module = importlib.import_module(name)
	out, shared = [], None
	for test, function in tests_of(module):
		if wanted and wanted not in f"{name}.{test}":
			continue
		start, error = time.monotonic(), None
		try:
			if inspect.signature(function).parameters:
				if shared is None or shared.process.poll() is not None:
					shared = harness.Daemon(*getattr(module, "FLAGS", ()))
				function(shared)
			else:
				function()
		except Exception:
			error = traceback.format_exc(limit=-4)
		out.append((f"{name}.{test}", error, time.monotonic() - start))
	if shared:
		try:
			shared.close()
		except Exception:
			out.append((f"{name} (stopping the daemon)", traceback.format_exc(limit=-2), 0))
	checker = harness.checker
	return out, checker.hits if checker else set(), checker.count if checker else 0


def main(arguments):
	binary = os.path.abspath(arguments[0]) if arguments else harness.binary
	wanted = arguments[1] if len(arguments) > 1 else ""
	names = sorted(os.path.basename(p)[:-3] for p in glob.glob(os.path.join(HERE, "test_*.py")))
	if not os.access(binary, os.X_OK):
		print(f"{binary} is not there: build it first")
		return 2
	passed, failed, hits, exchanges = 0, 0, set(), 0
	workers = int(os.environ.get("JOBS", "4"))
	with concurrent.futures.ProcessPoolExecutor(workers) as pool:
		jobs = {pool.submit(run_file, n, binary, wanted): n for n in names}
		for job in concurrent.futures.as_completed(jobs):
			try:
				results, hit, count = job.result()
			except Exception:
				results, hit, count = [(jobs[job], traceback.format_exc(limit=-3), 0)], set(), 0
			hits |= hit
			exchanges += count
			for test, error, seconds in results:
				passed += error is None
				failed += error is not None
				print(f"{'FAIL' if error else 'ok':4} {test} ({seconds:.1f} s)")
				if error:
					print("     " + error.replace("\n", "\n     "))
			sys.stdout.flush()
	if not wanted:
		for line in harness.the_checker().missing(hits, UNREACHABLE):
			print("FAIL " + line)
			failed += 1
	print(f"{exchanges} bodies held against api/openapi.yaml")
	print(f"{passed} passed, {failed} failed")
	return 1 if failed or not passed else 0


if __name__ == "__main__":
	sys.exit(main(sys.argv[1:]))
