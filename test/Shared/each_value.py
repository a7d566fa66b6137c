# ===- each_value.py - Each value of each parameter once ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Selects the tests that a run with counters in the code needs, as a plugin of pytest.

A test with parameters runs for the first combination that has a value which no combination
before has: each kernel, each GPU, each level and each size, but not all products of them.
The selection depends on the names of the tests alone, not on the commit.
"""


def chosen(combinations):
    """For each of COMBINATIONS, pairs of a test and its parameters, true if it has a value
    that none before has; a test without parameters is a value of its own."""
    met = set()
    for test, parameters in combinations:
        values = {(test, name, repr(value)) for name, value in parameters.items()}
        values.add((test, None, None))
        yield not values <= met
        met |= values


def pytest_collection_modifyitems(config, items):
    """Deselects the others, which pytest counts in its closing line."""
    combinations = [
        (item.nodeid.partition("[")[0], item.callspec.params if hasattr(item, "callspec") else {})
        for item in items
    ]
    due = list(chosen(combinations))
    others = [item for item, runs in zip(items, due) if not runs]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item, runs in zip(items, due) if runs]
