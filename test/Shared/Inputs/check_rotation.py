# ===- check_rotation.py - Which tests are due, over many keys ----------------===#
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


def keys_of(commit):
    os.environ["TESSERA_ROTATION"] = str(commit)
    return {key for key in KEYS if rotation.is_due(key)}


for commit in (0, 1, 2, 1000):
    groups = [keys_of(commit + later) for later in range(3)]
    assert set.union(*groups) == set(KEYS) and sum(map(len, groups)) == len(KEYS)
    assert all(len(group) > len(KEYS) // 4 for group in groups), list(map(len, groups))
    # Each GPU and each level is met at every commit.
    for group in groups:
        assert all(any(part in key for key in group) for part in ("sm_75", "sm_90", "O0", "O3"))
assert keys_of("all") == set(KEYS)
del os.environ["TESSERA_ROTATION"]
assert all(map(rotation.is_due, KEYS))

for name in rotation.LIT_TESTS:
    assert len(list(tests.rglob(name))) == 1, name

marking = {file.parent for file in tests.rglob("test_*.py") if "mark.rotated" in file.read_text()}
assert marking, "no test is rotated"
for folder in marking:
    around = [at / "conftest.py" for at in (folder, *folder.parents) if at.is_relative_to(tests)]
    conftest = next(file for file in around if file.exists()).read_text()
    assert "rotation" in conftest and "pytest_collection_modifyitems" in conftest, folder
