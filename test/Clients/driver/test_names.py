# ===- test_names.py - Errors in the words of the program --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A launch that fails names the line of the user's file and the parameter, unmodified
programs of numba given."""

import subprocess
import sys

PROGRAM = """
import numpy as np
from numba import cuda

@cuda.jit
def scale(src, dst, factor):
    i = cuda.grid(1)
    dst[i] = src[i] * factor

src = cuda.to_device(np.arange(1024, dtype=np.float32))
dst = cuda.device_array(1000, np.float32)
scale[8, 128](src, dst, 2.5)
cuda.synchronize()
"""


def test_numba_names_the_array_and_the_line(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    said = subprocess.run([sys.executable, program], capture_output=True, text=True).stderr
    assert f"source: {program}:8" in said
    assert "parameter 12, dst (.param .u64) of 'scale' points to byte 0 of 4000" in said
    assert ", src (" not in said and "entry 'scale'" in said
