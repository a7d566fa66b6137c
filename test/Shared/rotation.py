# ===- rotation.py - Tests that rotate from commit to commit ------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A third of the rotated tests runs at each commit, and all of them within three.

A test is rotated if one axis of its parameters repeats another's work: a kernel for each
of six GPUs, a program by each of three nvcc; or if it takes long for what few changes
concern. One of lit is named here. One of pytest has the mark `rotated`, with a key if
several tests go together (those of one file that nvcc compiles). The hash of the key
distributes the tests over three groups, so that every commit covers each axis, and the
number of commits selects the group.

TESSERA_ROTATION is that number. Without it, and by `./bootstrap.sh check --all`, every test
runs. A conftest.py takes part by importing the two hooks below.
"""

import os
import zlib

GROUPS = 3

#: The tests of lit that rotate. Each takes long for what few changes concern: how often
#: random programs reach each part of the compiler, the packages, and which forms of each
#: instruction the assembler takes.
LIT_TESTS = (
    "cuda-tile-smith-reach.test",
    "cuda-tile-smith.test",
    "deb.test",
    "forms.test",
    "group-forms.test",
    "install.test",
    "memory-forms.test",
    "newer-forms.test",
    "release.test",
    "small-float-forms.test",
    "suites.test",
    "tensor-forms.test",
)


def group():
    """The number of the group of tests that runs, or None if all run."""
    number = os.environ.get("TESSERA_ROTATION", "all")
    return None if number == "all" else int(number) % GROUPS


def is_due(key):
    now = group()
    return now is None or zlib.crc32(key.encode()) % GROUPS == now


def key_of(item, mark):
    """The key of the mark, or the name of the test with its parameters."""
    return mark.args[0] if mark.args else f"{item.module.__name__}.{item.name}"


def pytest_configure(config):
    config.addinivalue_line("markers", "rotated(key): runs at every third commit")


def pytest_collection_modifyitems(config, items):
    """Deselects the tests that wait for another commit, which pytest counts in its
    closing line."""
    chosen, waiting = [], []
    for item in items:
        mark = item.get_closest_marker("rotated")
        runs = mark is None or is_due(key_of(item, mark))
        (chosen if runs else waiting).append(item)
    if waiting:
        config.hook.pytest_deselected(items=waiting)
        items[:] = chosen
