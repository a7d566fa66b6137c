# ===- programs.py - Programs as tests of pytest --------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A plugin for pytest, by which each program (*.py) of a folder is a test: it passes if the
program ends with the status 0 within ten minutes. Run as a program, with the path of
another, it runs that with Triton's measurements left out: on an engine they would take
hours and say nothing.

usage: pytest -p no:python -p programs FOLDER
       programs.py PROGRAM
"""

import pathlib
import runpy
import subprocess
import sys

SECONDS = 600


def leave_out_measurements():
    """Lets Triton's benchmarks have no points."""
    try:
        from triton import testing
    except ImportError:
        return
    testing.Mark.run = lambda *arguments, **options: None


if __name__ == "__main__":
    leave_out_measurements()
    program = sys.argv[1]
    sys.argv = [program]
    sys.path[0] = str(pathlib.Path(program).parent)
    runpy.run_path(program, run_name="__main__")
else:
    import pytest

    class Failure(Exception):
        """A program that has failed, by its last lines."""

    class Program(pytest.Item):
        def runtest(self):
            command = [sys.executable, "-u", __file__, str(self.path)]
            try:
                done = subprocess.run(
                    command,
                    cwd=self.path.parent,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=SECONDS,
                )
            except subprocess.TimeoutExpired:
                raise Failure(f"not finished after {SECONDS} s") from None
            if done.returncode:
                lines = (done.stdout + done.stderr).strip().splitlines()[-20:]
                last = lines[-1] if lines else ""
                raise Failure("\n".join([f"status {done.returncode}: {last}", *lines]))

        def repr_failure(self, excinfo, style=None):
            if isinstance(excinfo.value, Failure):
                return str(excinfo.value)
            return super().repr_failure(excinfo, style)

        def reportinfo(self):
            return self.path, 0, self.name

    class Programs(pytest.File):
        def collect(self):
            yield Program.from_parent(self, name="program")

    def pytest_collect_file(file_path, parent):
        if file_path.suffix == ".py" and not file_path.name.startswith(("_", "conftest")):
            return Programs.from_parent(parent, path=file_path)
        return None
