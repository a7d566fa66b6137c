# ===- test_memory.py - What the host has no memory for ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Lack of memory is a MemoryError, after which the process goes on."""

import os
import pathlib
import subprocess
import sys

import pytest
import tessera

LIMITED = """
import contextlib, resource
import tessera

@contextlib.contextmanager
def limit(more):
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + more, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)

def fails(call, mebibytes=8):
    with limit(mebibytes << 20):
        try:
            call()
        except MemoryError as error:
            return "out of memory: give the process more" in str(error)
    return False

def program(count):
    body = "".join(f"%v{i} = constant <i32: {i}> : tile<i32>" for i in range(count))
    return "cuda_tile.module @m { entry @k() { " + body + " return } }"

small, large = program(1), program(100000)
"""

CALLS = {
    "read": """
assert fails(lambda: tessera.disassemble(large))
assert "entry" in tessera.disassemble(small)
""",
    "compile": """
first = tessera.compile(small, gpu="sm_90", stage="ptx")
assert fails(lambda: tessera.compile(large, gpu="sm_90", stage="ptx"))
assert tessera.compile(small, gpu="sm_90", stage="ptx") == first
""",
    "load": """
assert fails(lambda: tessera.load(large))
assert tessera.load(small)["k"]
""",
    # Each thread has 500 KB of local memory; Python runs the launch on one of its own.
    "launch": """
kernel = tessera.load('''.version 8.0
.target sm_80
.address_size 64
.visible .entry k() {
.local .align 4 .b8 big[500000];
.reg .b32 %r<2>;
mov.u32 %r1, 1;
st.local.u32 [big], %r1;
ret; }
''')["k"]
assert fails(lambda: kernel(grid=1, block=1024), 100)
kernel(grid=1, block=1)
""",
}


@pytest.mark.parametrize("call", CALLS)
def test_memory_is_missing(call):
    folder = pathlib.Path(tessera.__file__).parents[1]
    ran = subprocess.run(
        [sys.executable, "-c", LIMITED + CALLS[call]],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
