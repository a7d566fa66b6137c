# ===- check_rotation.py - Whose turn it is, over many keys -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: check_rotation.py FOLDER, the folder of all tests"""

import os
import pathlib
import sys

tests = pathlib.Path(sys.argv[1]).resolve()
sys.path.append(str(tests / "Shared"))
import rotation  # noqa: E402

KEYS = [f"topic_{n} sm_{gpu} O{level}" for n in range(100) for gpu in (75, 90) for level in (0, 3)]


def keys_of(turn):
    os.environ["TESSERA_TURN"] = str(turn)
    return {key for key in KEYS if rotation.has_turn(key)}


for commit in (0, 1, 2, 1000):
    hands = [keys_of(commit + later) for later in range(3)]
    assert set.union(*hands) == set(KEYS) and sum(map(len, hands)) == len(KEYS)
    assert all(len(hand) > len(KEYS) // 4 for hand in hands), list(map(len, hands))
    # Each GPU and each level is met at every commit.
    for hand in hands:
        assert all(any(part in key for key in hand) for part in ("sm_75", "sm_90", "O0", "O3"))
assert keys_of("all") == set(KEYS)
del os.environ["TESSERA_TURN"]
assert all(map(rotation.has_turn, KEYS))

marking = {file.parent for file in tests.rglob("test_*.py") if "mark.rotated" in file.read_text()}
assert marking, "no test is rotated"
for folder in marking:
    conftest = (folder / "conftest.py").read_text()
    assert "rotation" in conftest and "pytest_collection_modifyitems" in conftest, folder
