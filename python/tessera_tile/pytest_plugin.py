# ===- pytest_plugin.py - Tests of GPU programs on a machine without one -------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""`pytest --tessera`: runs a suite under `tessera run` with all checks. A finding fails the
test whose launch it is about, also where the program does not ask for errors, and the
report says where the saved case lies.

The driver is chosen when the process starts, so pytest begins again under `tessera run`.
"""

import ctypes
import os
import pathlib
import shlex
import shutil
import sys
import tempfile

import pytest

#: Set in the process under `tessera run`: the folder of the saved cases.
CASES = "TESSERA_PYTEST_CASES"


def pytest_addoption(parser):
    group = parser.getgroup("tessera", "programs for NVIDIA GPUs, without one")
    group.addoption(
        "--tessera",
        action="store_true",
        help="run under `tessera run`: every finding of its checks fails a test",
    )
    group.addoption(
        "--tessera-options",
        default="",
        metavar="OPTIONS",
        help="of `tessera run`, such as '--gpu=sm_90 --engine=both'",
    )
    group.addoption(
        "--tessera-cases",
        metavar="FOLDER",
        help="where failing launches are saved (default: a new temporary folder)",
    )


# Around the wrapper of pytest that redirects the output, which would stay redirected.
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config, args):
    options = early_config.known_args_namespace
    if options.tessera and CASES not in os.environ:
        begin_again(options, args)
    return (yield)


def begin_again(options, args):
    tool = shutil.which("tessera")
    if not tool:
        raise pytest.UsageError("--tessera: there is no program 'tessera' on PATH")
    cases = options.tessera_cases or tempfile.mkdtemp(prefix="tessera-cases-")
    os.environ[CASES] = os.path.abspath(cases)
    settings = shlex.split(options.tessera_options)
    # One launch that fails leaves the others of the suite alone.
    run = [tool, "run", "--check=all", "--survive-errors", *settings]
    os.execv(tool, [*run, sys.executable, "-m", "pytest", *args])


def pytest_configure(config):
    if CASES not in os.environ or not config.getoption("tessera"):
        return
    # Workers of pytest-xdist number their cases by themselves.
    worker = getattr(config, "workerinput", {}).get("workerid", "")
    folder = pathlib.Path(os.environ[CASES], worker)
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["TESSERA_SAVE"] = str(folder)
    config.pluginmanager.register(Findings(folder), "tessera-findings")


def wait_for_launches():
    """Lets launches that nobody has waited for end in the test that made them."""
    try:
        driver = ctypes.CDLL("libcuda.so.1", mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
    except OSError:
        return  # the test uses no GPU
    driver.cuCtxSynchronize()


class Findings:
    def __init__(self, folder):
        self.folder = folder
        self.known = self.list()

    def list(self):
        return set(self.folder.iterdir())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self):
        try:
            return (yield)
        finally:
            wait_for_launches()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        new = sorted(self.list() - self.known)
        self.known.update(new)
        if not new:
            return report
        again = "\n".join(
            f"cd {shlex.quote(str(case))} && cuda-tile-run @arguments" for case in new
        )
        report.sections.append(("tessera: failing launches, to run again", again))
        if report.passed:
            report.outcome = "failed"
            report.longrepr = f"{len(new)} failing launches, which the test did not notice"
        return report
