"""Prints a module without one op of a kernel's loop: drop.py FILE KERNEL OP NUMBER"""

import sys

file, kernel, op, number = sys.argv[1:]
lines = open(file).read().splitlines()
inside = next(n for n, line in enumerate(lines) if f"{kernel}(" in line)
loop = next(n for n in range(inside, len(lines)) if "scf.for" in lines[n])
places = [n for n in range(loop, len(lines)) if op in lines[n]]
print("\n".join(line for n, line in enumerate(lines) if n != places[int(number)]))
