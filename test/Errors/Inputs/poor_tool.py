"""Prints the text that the program contains, and ends with the status in it."""

import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    program = file.read()
for text in re.findall(r"// says: (.*)", program):
    print(text.replace("HERE", 'p.mlir:1:1: error:'), file=sys.stderr)
sys.exit(int(re.search(r"// status: (\d+)", program).group(1)))
