# ===- test_cases.py - Every operation, type, rank and edge -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs the generated cases on the interpreter, and checks their coverage."""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest
import reached
from generate import COMPILED_THEMES, THEMES

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(SOURCE_DIR / "test" / "Lint" / "Inputs"))
import assembling  # noqa: E402
import lint_ptx  # noqa: E402

BIN_DIR = pathlib.Path(
    os.environ.get("TESSERA_BIN", SOURCE_DIR / "build" / "release" / "bin")
)
COMPILED = [
    ("sm_75", 0), ("sm_80", 3), ("sm_89", 0), ("sm_90", 3), ("sm_100", 3), ("sm_120", 0),
]  # fmt: skip
FACTS = BIN_DIR.parent / "unittests" / "Dialect" / "CudaTile" / "ops.json"


def run(*command):
    return subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=300
    )


@functools.cache
def make(name):
    return THEMES[name]()


def write(folder, name):
    theme = make(name)
    file = folder / f"{name}.mlir"
    file.write_text(theme.text())
    return theme, file


@pytest.mark.parametrize("name", THEMES)
def test_theme(tmp_path, name):
    theme, file = write(tmp_path, name)
    # The results of all cases are independent of open choices.
    for seed in (0, 20):
        done = run(BIN_DIR / "cuda-tile-run", "--self-check", file, f"--seed={seed}")
        errors = "\n".join(done.stderr.splitlines()[:20])
        expected = f"{theme.cases} cases: {theme.cases} passed, 0 failed\n"
        assert (done.returncode, done.stdout) == (0, expected), errors


@pytest.mark.rotated
@pytest.mark.parametrize("gpu,level", COMPILED)
@pytest.mark.parametrize("name", COMPILED_THEMES)
def test_theme_emulated(tmp_path, name, gpu, level):
    """The same file judges compiled code, by error bounds if the specification leaves
    something open."""
    theme, file = write(tmp_path, name)
    command = [BIN_DIR / "cuda-tile-run", "--self-check", file, "--engine=emulate"]
    done = run(*command, f"--gpu-name={gpu}", f"-O{level}")
    assert done.returncode == 0, done.stderr[:2000]
    counted = re.search(r"(\d+) passed, 0 failed(, (\d+) not run)?", done.stdout)
    assert int(counted[1]) + int(counted[3] or 0) == theme.cases, done.stdout


@pytest.mark.rotated
@pytest.mark.parametrize("number,name", enumerate(COMPILED_THEMES))
def test_theme_assembled(tmp_path, number, name):
    """The PTX keeps the rules of the lint, and ptxas accepts it without a message: each
    theme for another GPU, alternating between both levels."""
    gpu, level = COMPILED[number % len(COMPILED)]
    theme, file = write(tmp_path, name)
    command = [BIN_DIR / "tileiras", file, f"--gpu-name={gpu}", f"-O{level}"]
    ptx = run(*command, "--emit=ptx")
    assert (ptx.returncode, ptx.stderr) == (0, ""), ptx.stderr[:2000]
    broken = list(lint_ptx.check(ptx.stdout, allow_local=level == 0))
    assert any(lint_ptx.instructions(ptx.stdout)) and not broken, broken[:5]
    done = run(*command, "-o", tmp_path / "cubin", "--remarks-missed=all")
    said = assembling.of_the_program(done.stderr)
    assert (done.returncode, said) == (0, ""), done.stderr[:2000]
    assert level == 0 or "RemarkRegistersSpilled" not in done.stdout


@pytest.mark.parametrize("gpu,level", [("sm_80", 0), ("sm_120", 3)])
@pytest.mark.parametrize("name", COMPILED_THEMES)
def test_theme_at_each_stage(tmp_path, name, gpu, level):
    """Each case has the same result after each pass, if all cases can be compiled."""
    theme, file = write(tmp_path, name)
    command = [BIN_DIR / "cuda-tile-run", "--self-check", file]
    options = ["--verify-each-semantically", f"--gpu-name={gpu}", f"-O{level}"]
    done = run(*command, *options)
    assert done.returncode == 0, done.stderr[:2000]
    assert f"{theme.cases} passed, 0 failed" in done.stdout


def test_every_type_of_every_operation(tmp_path):
    facts = {fact["mnemonic"]: fact for fact in json.loads(FACTS.read_text())}
    seen, cases = set(), 0
    for name in THEMES:
        theme, file = write(tmp_path, name)
        cases += theme.cases
        done = run(BIN_DIR / "cuda-tile-opt", "--mlir-print-op-generic", file)
        assert done.returncode == 0, done.stderr[:2000]
        seen |= reached.seen_in(done.stdout, facts)
    wanted = set(reached.wanted(facts))
    missing = sorted(" ".join(key) for key in wanted - seen)
    assert not missing, "without a case: " + ", ".join(missing)
    # Combinations listed as refused by the verifiers must not occur here.
    wrong = [
        f"{op} {part} {kind}"
        for (op, part), kinds in reached.REFUSED.items()
        for kind in sorted(kinds)
        if (op, part, kind) in seen
    ]
    assert not wrong, "said to be refused: " + ", ".join(wrong)
    assert cases >= 2000


def test_a_wrong_expectation_is_found(tmp_path):
    """The cases can fail: here one bit of one expected value is flipped."""
    theme, file = write(tmp_path, "shapes")
    lines = file.read_text().splitlines()
    number, line = next((i, t) for i, t in enumerate(lines) if "out: 0x" in t)
    head, value, rest = re.fullmatch(r"(.*out: )(0x[0-9a-f]+)(.*)", line).groups()
    lines[number] = f"{head}{int(value, 16) ^ 1:#0{len(value)}x}{rest}"
    file.write_text("\n".join(lines))
    done = run(BIN_DIR / "cuda-tile-run", "--self-check", file)
    assert done.returncode == 1
    assert f'shapes.mlir:{number}:' in done.stderr
    assert f"{theme.cases - 1} passed, 1 failed" in done.stdout


def test_a_missing_type_is_found():
    """The check of coverage can fail: cases of integers do not cover floats, and an
    operation other than that of the entry's name does not count."""
    facts = {fact["mnemonic"]: fact for fact in json.loads(FACTS.read_text())}
    wanted = set(reached.wanted(facts))
    integer = """"cuda_tile.entry"() <{function_type = () -> (), sym_name = "addi_0"}> ({
  %0 = "cuda_tile.addi"(%a, %a) : (!cuda_tile.tile<i8>, !cuda_tile.tile<i8>) -> !cuda_tile.tile<i8>
  %1 = "cuda_tile.subi"(%a, %a) : (!cuda_tile.tile<i8>, !cuda_tile.tile<i8>) -> !cuda_tile.tile<i8>
}) : () -> ()"""
    seen = reached.seen_in(integer, facts)
    assert seen == {("addi", part, "i8") for part in ("lhs", "rhs", "result")}
    assert seen < wanted and ("addf", "lhs", "bf16") in wanted - seen
