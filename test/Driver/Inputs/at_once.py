"""Runs a command several times at the same time.

usage: at_once.py NUMBER COMMAND...

Prints the number of runs for each status."""

import collections
import subprocess
import sys

number, command = int(sys.argv[1]), sys.argv[2:]
running = [
    subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(number)
]
ends = collections.Counter(each.wait() for each in running)
for status, count in sorted(ends.items()):
    print(f"status {status}: {count}")
