# ===- test_cutile.py - cuTile Python finds our compiler on PATH --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Unmodified releases of cuTile Python, with the settings that users have."""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time

import pytest

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[2]
BIN_DIR = pathlib.Path(
    os.environ.get("TESSERA_BIN", SOURCE_DIR / "build" / "release" / "bin")
)
RELEASES = re.findall(
    r"^cuda-tile==(\S+)",
    pathlib.Path(__file__).with_name("cutile.in").read_text(),
    re.MULTILINE,
)
sys.path.insert(0, str(SOURCE_DIR / "test" / "Errors" / "Inputs"))
import check_messages  # noqa: E402  (the programs that the tests of messages use)


def client(release, *arguments, given, **environment):
    """The answer of cutile_client.py to `given` under a release of cuTile."""
    folder = pathlib.Path(os.environ["TESSERA_CUTILE"], release)
    done = subprocess.run(
        [sys.executable, str(pathlib.Path(__file__).with_name("cutile_client.py"))]
        + list(arguments),
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=300,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "PATH": f"{BIN_DIR}{os.pathsep}{os.environ['PATH']}",
            **environment,
        },
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="session")
def errors(tmp_path_factory):
    """[status, standard error] of every wrong program of the tests of messages."""
    folder = tmp_path_factory.mktemp("wrong")
    sources = [
        *sorted((SOURCE_DIR / "test/Errors").glob("*.mlir")),
        *sorted((SOURCE_DIR / "test/Errors/Inputs").glob("*.mlir")),
        *sorted((SOURCE_DIR / "test/Dialect/CudaTile/Invalid").glob("invalid-*.mlir")),
        SOURCE_DIR / "test/Bytecode/Inputs/mixed13.4.tile",
    ]
    programs = [
        program
        for source in sources
        for _, program in check_messages.parts(str(source), 100)
    ]

    def run(numbered):
        number, program = numbered
        file = folder / f"program-{number}"
        file.write_bytes(program)
        done = subprocess.run(
            [BIN_DIR / "tileiras", "--gpu-name=sm_90", "--emit=ptx", file]
            + ["-o", os.devnull],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
        )
        return done.returncode, done.stderr

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(run, enumerate(programs)))
    failed = [result for result in results if result[0]]
    assert len(failed) > 500
    return failed


@pytest.mark.parametrize("release", RELEASES)
def test_every_message_is_shown(release, errors):
    """A user reads each message whole, and the place that it names."""
    shown = client(release, "show", given=errors)
    assert len(shown) == len(errors)
    for (_, stderr), text in zip(errors, shown):
        for line in stderr.splitlines():
            assert line.removeprefix("error: ") in text


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(
    "kernel,gpu", [("add", "sm_90"), ("row_sums", "sm_80"), ("loop", "sm_120"), ("gathered", "sm_89")]
)
def test_kernels_compile(release, kernel, gpu, tmp_path):
    """The disk cache is on by default, and with it (from 1.6 on) the remarks."""
    jobs = [[kernel, gpu, 3]]
    cache = str(tmp_path)
    assert client(release, "compile", cache, given=jobs, CUDA_TILE_CACHE_DIR=cache) == [None]
    assert (tmp_path / "0.cubin").read_bytes().startswith(b"\x7fELF")
    with sqlite3.connect(tmp_path / "cache.db") as cache:
        tables = [name for (name,) in cache.execute("select name from sqlite_master")]
    assert tables


@pytest.mark.parametrize("release", RELEASES)
def test_errors_come_through(release, tmp_path):
    [[_, text]] = client(
        release,
        "compile",
        str(tmp_path),
        given=[["add", "sm_90", 3]],
        CUDA_TILE_CACHE_DIR=str(tmp_path),
        TESSERA_PTXAS_PATH="/none/ptxas",
    )
    assert "ptxas, the assembler of the CUDA toolkit, is not at" in text


def is_running(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state.split()[0] != "Z"


#: The ptxas that is taken: our own with NVIDIA's library, if it exists.
PTXAS = str(BIN_DIR.parent / "libexec" / "tessera-ptxas")
if not os.path.exists(PTXAS):
    PTXAS = shutil.which("ptxas")


def ptxas_unless_kernel(folder, command):
    """A program that acts like ptxas for the empty modules with which cuTile finds out
    what the compiler reads, and runs `command` in the shell if there is a kernel."""
    program = folder / "ptxas"
    program.write_text(
        f"""#!/bin/sh
for file in "$@"; do
  case $file in /dev/fd/*) grep -q '\\.entry' "$file" && break ;; esac
  file=
done
[ "$file" ] || exec {shlex.quote(PTXAS)} "$@"
{command}
"""
    )
    program.chmod(0o755)
    return str(program)


def test_killed_by_the_time_out(tmp_path):
    """The client kills the compiler with SIGKILL; its ptxas does not live on."""
    slow = ptxas_unless_kernel(
        tmp_path, f"echo $$ > {shlex.quote(str(tmp_path / 'pid'))}; exec sleep 60"
    )
    [[_, text]] = client(
        RELEASES[-1],
        "compile",
        str(tmp_path),
        given=[["add", "sm_90", 3]],
        CUDA_TILE_CACHE_DIR=str(tmp_path / "cache"),
        CUDA_TILE_COMPILER_TIMEOUT_SEC="2",
        TESSERA_PTXAS_PATH=slow,
    )
    assert "exceeded timeout" in text
    pid = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 30
    while is_running(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)
