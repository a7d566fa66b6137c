# ===- found.py - A way through the file of who finds faults -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: found.py SOURCE FILE

Fails unless what judges find goes through the file unchanged, a judge keeps its place there
until it is asked in full, and parts of expressions are told from whole ones.
"""

import pathlib
import sys
import tomllib

source, file = map(pathlib.Path, sys.argv[1:])
sys.path[:0] = [str(source / "scripts")]

import mutate  # noqa: E402

name, other = list(mutate.read_mutants())[:2]
lines = [f'{name}: data: test_sum.py: f("a\\b"): c', f"{name}: checks: g", f"{name}: end"]
found = dict(mutate.read_lines(line + "\n" for line in lines))
assert found == {name: {"data": 'test_sum.py: f("a\\b"): c', "checks": "g"}}, found
file.unlink(missing_ok=True)
mutate.write_found(found, file)
assert tomllib.loads(file.read_text()) == found

# Each row is written over the one before.
rows = [
    ({"tests": "a", "data": "b"}, True, {"data": "b", "checks": "g", "tests": "a"}),
    ({"terms": "c"}, True, {"data": "b", "checks": "g", "terms": "c"}),
    ({"tests": "a", "terms": "d"}, False, {"tests": "a", "terms": "d"}),
    ({}, False, {}),
]
for now, in_part, expected in rows:
    mutate.write_found({name: now}, file, in_part)
    assert tomllib.loads(file.read_text()) == {name: expected}, (now, in_part)
mutate.write_found({other: {"data": "e"}}, file)
assert tomllib.loads(file.read_text()) == {name: {}, other: {"data": "e"}}

for part in ("a[i] <", "f(a", "a) + b", "return a ==\n", "if (a)", "i < n; ++i", "a, b"):
    assert not mutate.is_whole(part), part
for whole in ("f(a, b[i])", "a < b", "{1, 2}", "return a < b;", "!a"):
    assert mutate.is_whole(whole), whole

# Neither is what stands behind an object.
for text, fits in (("y.f(x);", False), ("p->f(x);", False), ("g(); f(x);", True)):
    try:
        planted = mutate.plant(text, "m", {"file": "f.cpp", "from": "f(x)", "to": "0"})
    except SystemExit:
        planted = None
    assert bool(planted) == fits, (text, planted)
