# ===- test_examples.py - The programs of examples/ -------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Each example in Python succeeds and prints its expected output."""

import json
import os
import subprocess
import sys

import notebook
import pytest
from conftest import BIN, ROOT

RELEASES = sorted(
    os.listdir(os.environ["TESSERA_CUTILE"]), key=lambda name: list(map(int, name.split(".")))
)


def run(*command, **environment):
    done = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_numpy_program():
    said = run(sys.executable, "examples/saxpy.py", PYTHONPATH="python").splitlines()
    assert said[:4] == [
        "interpret: the first elements are [1. 3. 5. 7.]",
        "emulate: the first elements are [1. 3. 5. 7.]",
        "the engines agree: True",
        "bytes stored: 4000",
    ]
    assert said[4].startswith("line ") and "argument 1" in said[4]


@pytest.mark.parametrize("engine", ["interpret", "emulate"])
def test_cutile_program(tmp_path, engine):
    said = run(
        BIN / "tessera",
        "run",
        f"--engine={engine}",
        sys.executable,
        "examples/cutile_add.py",
        PYTHONPATH=os.path.join(os.environ["TESSERA_CUTILE"], RELEASES[-1]),
        CUDA_TILE_CACHE_DIR=str(tmp_path),
    )
    assert said == "the last element is 1000.0\n"


def test_notebook(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert notebook.main("examples/softmax.ipynb") == 0


def test_notebook_that_shows_something_else(monkeypatch, tmp_path, capsys):
    saved = json.loads((ROOT / "examples/softmax.ipynb").read_text())
    cells = [cell for cell in saved["cells"] if cell.get("outputs")]
    cells[-1]["outputs"] = []
    changed = tmp_path / "changed.ipynb"
    changed.write_text(json.dumps(saved))
    monkeypatch.chdir(ROOT)
    assert notebook.main(changed) == 1
    assert "shows" in capsys.readouterr().out
