# ===- check_handover.py - Whether tiles overlap by a report -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Fails unless a report of a persistent product has a loop over tiles whose next tile
is copied, both factors of it, before this one has been stored, by ops that take their
units one after another.

usage: check_handover.py FILE
"""

import collections
import json
import sys

NEXT, THIS = 0, 1
(kernel,) = json.load(open(sys.argv[1], encoding="utf-8"))["kernels"]
loops = [loop for loop in kernel["loops"] if "handover" in loop]
assert loops, "no tiles overlap"
(loop,) = loops
assert loop["depth"] == 0, loop["depth"]
ops = loop["handover"]

copies = [op for op in ops if op["stage"] == NEXT and op["unit"] == "L2 port"]
assert {op["op"] for op in copies} == {"async_copy"}, copies
assert len({op["line"] for op in copies}) == 2, copies
(stored,) = (op for op in ops if op["op"] == "store")
assert stored["stage"] == THIS and stored["unit"] == "L2 port", stored
assert all(op["start"] < stored["start"] for op in copies), ops

# Starts are whole cycles.
ends = collections.Counter()
for op in ops:
    assert op["start"] >= ends[op["unit"]] - 1, op
    ends[op["unit"]] = op["start"] + op["cycles"]
