# ===- conftest.py - What the end-to-end tests share --------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Fixtures: the built tools, exported kernels, arrays in files."""

import os
import pathlib
import re
import subprocess
import sys

import export_kernels
import numpy as np
import pytest
import real_cases

FOLDER = pathlib.Path(__file__).resolve().parent
SOURCE_DIR = FOLDER.parents[1]
BIN_DIR = pathlib.Path(
    os.environ.get("TESSERA_BIN", SOURCE_DIR / "build" / "release" / "bin")
)


# Warps of a CTA at least: those that the plan wants, and several however small the
# tiles are, so that warps exchange what they have.
LEAST_WARPS = (0, 4)

sys.path.append(str(SOURCE_DIR / "test" / "Lint" / "Inputs"))
sys.path.append(str(SOURCE_DIR / "test" / "Shared"))
# Some tests take helpers from those of another folder.
sys.path += [str(FOLDER / name) for name in ("compilation", "memory", "operations", "products")]
import assembling  # noqa: E402
import lint_ptx  # noqa: E402
from rotation import pytest_collection_modifyitems, pytest_configure  # noqa: E402, F401
from spreads import spreads  # noqa: E402, F401


def lint(ptx, level):
    """Fails if a rule of the lint is broken. At level 0 LLVM keeps values in local
    memory."""
    speaks = "vprintf" in ptx
    broken = list(lint_ptx.check(ptx, allow_local=speaks or level == 0))
    assert any(lint_ptx.instructions(ptx)) and not broken, broken[:5]


class Tools:
    """Runs the built programs; a failure shows the command and its output."""

    def run(self, name, *arguments, env=None, cwd=None):
        command = [str(BIN_DIR / name), *map(str, arguments)]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=300, env=env, cwd=cwd
        )
        if done.returncode:
            pytest.fail(
                f"{' '.join(command)}\nexit status {done.returncode}\n"
                f"{done.stdout}{done.stderr}",
                pytrace=False,
            )
        return done.stdout

    def find_spills(self, source, output, *options):
        """Compiles, and gives the bytes for which registers have no room, of each kernel
        that spills."""
        said = self.run("tileiras", source, "-o", output, *options, "--remarks-missed=all")
        return re.findall(r"RemarkRegistersSpilled.* has no room for (\d+) bytes", said)

    def assemble(self, source, output, gpu, level):
        """The messages of the compiler and of ptxas; for optimised code also about
        spilled registers."""
        command = [BIN_DIR / "tileiras", source, "-o", output]
        command += [f"--gpu-name={gpu}", f"-O{level}"]
        if level == 3:
            command.append("--remarks-missed=all")
        done = subprocess.run(
            list(map(str, command)), capture_output=True, text=True, timeout=300
        )
        said = assembling.of_the_program(done.stderr)
        if level != 3 or "RemarkRegistersSpilled" in done.stdout:
            said += done.stdout
        return said or ("" if done.returncode == 0 else "it failed without a word")

    def compile(self, source, output, gpu, level, emit="cubin", *options, **process):
        """Compiles and returns the bytes of OUTPUT."""
        self.run(
            "tileiras",
            source,
            "-o",
            output,
            f"--gpu-name={gpu}",
            f"-O{level}",
            f"--emit={emit}",
            *options,
            **process,
        )
        return pathlib.Path(output).read_bytes()

    def assert_borders_hold(self, source, folder, gpu, level):
        """Compiled whole, or through the text of any stage: the same PTX."""
        whole = self.compile(source, folder / "whole.ptx", gpu, level, "ptx")
        for stage in ("cuda-tile", "tileaa", "tileas", "nvvm"):
            text = folder / f"{stage}.mlir"
            self.compile(source, text, gpu, level, stage)
            through = self.compile(text, folder / "through.ptx", gpu, level, "ptx")
            assert through == whole, f"through the text of {stage}"


@pytest.fixture(scope="session")
def tools():
    if not (BIN_DIR / "tileiras").exists():
        pytest.exit(f"{BIN_DIR} holds no tools; build them, or set TESSERA_BIN", 3)
    return Tools()


@pytest.fixture(scope="session")
def exported(tmp_path_factory):
    """A function from a variant to its bytecode file, exported when first asked."""
    folder = tmp_path_factory.mktemp("exported")
    files = {}

    def get(*variant):
        if variant not in files:
            files[variant] = export_kernels.export(folder, *variant)
        return files[variant]

    return get


@pytest.fixture(scope="session")
def real_bytecode(tmp_path_factory):
    """The same for a case of real_cases.py, a version, and a flag that is True if arrays
    are known to be aligned."""
    folder = tmp_path_factory.mktemp("real")
    files = {}

    def get(*variant):
        if variant not in files:
            files[variant] = folder / f"{len(files)}.tileirbc"
            real_cases.export(*variant, files[variant])
        return files[variant]

    return get


def bits(array):
    """The array as unsigned integers with one NaN: two results are equal if every
    element has the same bits or both are NaN."""
    integers = array.view(f"u{array.dtype.itemsize}").copy()
    if array.dtype.kind not in "iub":
        integers[np.isnan(array.astype(np.float64))] = np.iinfo(integers.dtype).max
    return integers


def assert_same(actual, expected):
    """Fails with the first difference if two arrays are not the same."""
    differing = np.argwhere(bits(actual) != bits(expected))
    if differing.size:
        where = tuple(int(i) for i in differing[0])
        pytest.fail(
            f"{len(differing)} of {actual.size} elements differ, the first at "
            f"{where}: {actual[where]} instead of {expected[where]}",
            pytrace=False,
        )


class Launcher:
    """Runs a kernel on one engine or two and checks every array it was given."""

    def __init__(self, tools, folder):
        self.tools = tools
        self.folder = folder

    def write(self, number, value, kind):
        if isinstance(value, np.ndarray):
            file = self.folder / f"in{number}.npy"
            np.save(file, value)
            return f"{kind}:{file}"
        return f"{np.asarray(value).dtype.name}:{value}"

    def command_line(self, kernel, entry, run, kind="array"):
        """The options for a kernels.Run, and the expected contents of files after it.
        If the expected array is f64 and the actual one is not, the error bounds of the
        run decide."""
        command = [kernel, f"--entry={entry}", "--grid=" + ",".join(map(str, run.grid))]
        outputs = {}
        for number, (value, expected) in enumerate(zip(run.arguments, run.expected)):
            command.append("--arg=" + self.write(number, value, kind))
            if not isinstance(value, np.ndarray):
                continue
            if expected is None:
                expected = value
            file = self.folder / f"out{number}.npy"
            if expected.dtype == np.float64 != value.dtype:
                np.save(file, expected)
                command.append(f"--expect={number}={file}")
            else:
                outputs[file] = expected
                command.append(f"--out={number}={file}")
        return command, outputs

    def __call__(self, kernel, entry, run, *options, kind="array"):
        """`run` is a kernels.Run. Returns the text that the program printed."""
        command, outputs = self.command_line(kernel, entry, run, kind)
        printed = self.tools.run("cuda-tile-run", *command, *options)
        for file, expected in outputs.items():
            assert_same(np.load(file).view(expected.dtype), expected)
        return printed

    def messages(self, kernel, entry, run, *options):
        """The output of a run that must succeed, on both streams."""
        done = self.end(kernel, entry, run, *options)
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    def end(self, kernel, entry, run, *options, kind="array"):
        """A run that has ended, well or not."""
        command, _ = self.command_line(kernel, entry, run, kind)
        command = map(str, [BIN_DIR / "cuda-tile-run", *command, *options])
        return subprocess.run(list(command), capture_output=True, text=True)

    def complaint(self, kernel, entry, run, *options, kind="array"):
        """The messages of a run that must fail."""
        done = self.end(kernel, entry, run, *options, kind=kind)
        assert done.returncode == 1, done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def launch(tools, tmp_path):
    return Launcher(tools, tmp_path)
