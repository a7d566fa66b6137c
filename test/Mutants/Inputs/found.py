# ===- found.py - A way through the file of who finds faults -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: found.py SOURCE FILE: what judges find goes through the file unchanged."""

import pathlib
import sys
import tomllib

source, file = map(pathlib.Path, sys.argv[1:])
sys.path[:0] = [str(source / "scripts")]

import mutate  # noqa: E402

name = next(iter(mutate.read_mutants()))
found = mutate.read_lines('data: test_sum.py: f("a\\b")\nchecks: g\n')
assert found == {"data": 'test_sum.py: f("a\\b")', "checks": "g"}, found
mutate.write_found({name: found}, file)
assert tomllib.loads(file.read_text()) == {name: found}
