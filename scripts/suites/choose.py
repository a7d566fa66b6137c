# ===- choose.py - Some tests of a suite, chosen at random ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A plugin for pytest that runs a number of a suite's tests, the same for the same seed. A
session that ends before all of them have run has the status of an interrupted one.

usage: pytest -p choose --choose=COUNT --choose-seed=SEED ...
"""

import random

import pytest


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


class _Watch:
    """The chosen tests, and those with a result."""

    def __init__(self):
        self.chosen = set()
        self.reported = set()

    def pytest_collection_finish(self, session):
        self.chosen.update(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids):
        self.chosen.update(ids)

    def pytest_runtest_logreport(self, report):
        self.reported.add(report.nodeid)

    def pytest_sessionfinish(self, session):
        # A suite's own `-x` ends a session with the status of a failure.
        if self.chosen - self.reported and session.exitstatus in (0, 1):
            session.exitstatus = pytest.ExitCode.INTERRUPTED

    def pytest_terminal_summary(self, terminalreporter):
        for name in sorted(self.chosen - self.reported):
            terminalreporter.write_line(f"not run: {name}")


def pytest_configure(config):
    # A worker of pytest-xdist runs a part of them.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Watch(), "tessera-chosen")
