# ===- choose.py - Some tests of a suite, chosen at random ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A plugin for pytest that runs a number of a suite's tests, the same for the same seed.

usage: pytest -p choose --choose=COUNT --choose-seed=SEED ...
"""

import random


def pytest_addoption(parser):
    parser.addoption("--choose", type=int, help="run that many tests, chosen at random")
    parser.addoption("--choose-seed", type=int, default=1, help="chooses the tests")


def pytest_collection_modifyitems(config, items):
    count = config.getoption("choose")
    if count is None or count >= len(items):
        return
    kept = set(random.Random(config.getoption("choose_seed")).sample(range(len(items)), count))
    config.hook.pytest_deselected(items=[x for n, x in enumerate(items) if n not in kept])
    items[:] = [x for n, x in enumerate(items) if n in kept]
