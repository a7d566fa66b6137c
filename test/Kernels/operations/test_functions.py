# ===- test_functions.py - Elementary functions, compiled --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every function of each type on the emulator, compared with the interpreter within the
error that CUDA's library may make: random numbers of all magnitudes, and special values.
Sine and cosine of large ones take words of a product at a place that depends on the number
(`promoteArrays`).
"""

import numpy as np
import pytest

COUNT = 4096
TYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
FORMS = [
    *("exp", "log", "log2", "sin", "cos", "tan", "sinh", "cosh", "tanh", "exp2", "rsqrt"),
    "sqrt rounding<nearest_even>",
]
#: Functions of f32 only.
SINGLE = [
    *("exp rounding<approx>", "tanh rounding<approx>", "exp2 flush_to_zero"),
    *("rsqrt flush_to_zero", "sqrt rounding<approx>"),
    *(f"sqrt rounding<{mode}>" for mode in ("zero", "negative_inf", "positive_inf")),
    "sqrt rounding<nearest_even> flush_to_zero",
]
CASES = (
    [("unary", form, type) for form in FORMS for type in TYPES]
    + [("unary", form, "f32") for form in SINGLE]
    + [("binary", form, type) for form in ("atan2", "pow") for type in TYPES]
    + [("integer", "fpowi", type) for type in TYPES]
)

KERNEL = """cuda_tile.module @m {{
  entry @k(%p: tile<ptr<{type}>>, %q: tile<ptr<{type}>>, %r: tile<ptr<{type}>>) {{
    %at = iota : tile<{count}xi32>
    %p1 = reshape %p : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %p2 = broadcast %p1 : tile<1xptr<{type}>> -> tile<{count}xptr<{type}>>
    %p3 = offset %p2, %at : tile<{count}xptr<{type}>>, tile<{count}xi32> -> tile<{count}xptr<{type}>>
    %q1 = reshape %q : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %q2 = broadcast %q1 : tile<1xptr<{type}>> -> tile<{count}xptr<{type}>>
    %q3 = offset %q2, %at : tile<{count}xptr<{type}>>, tile<{count}xi32> -> tile<{count}xptr<{type}>>
    %r1 = reshape %r : tile<ptr<{type}>> -> tile<1xptr<{type}>>
    %r2 = broadcast %r1 : tile<1xptr<{type}>> -> tile<{count}xptr<{type}>>
    %r3 = offset %r2, %at : tile<{count}xptr<{type}>>, tile<{count}xi32> -> tile<{count}xptr<{type}>>
    %x, %t0 = load_ptr_tko weak %p3 : tile<{count}xptr<{type}>> -> tile<{count}x{type}>, token
    %y, %t1 = load_ptr_tko weak %q3 : tile<{count}xptr<{type}>> -> tile<{count}x{type}>, token
    %least = constant <i32: -20> : tile<{count}xi32>
    %turn = constant <i32: 41> : tile<{count}xi32>
    %rest = remi %at, %turn signed : tile<{count}xi32>
    %n = addi %rest, %least : tile<{count}xi32>
    %z = {call} : tile<{count}x{type}>{more}
    %t2 = store_ptr_tko weak %r3, %z : tile<{count}xptr<{type}>>, tile<{count}x{type}> -> token
  }}
}}
"""


def numbers(random, dtype):
    """Special values, and numbers of all magnitudes and near 1."""
    info = np.finfo(dtype)
    special = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, np.inf, -np.inf, np.nan]
    special += [info.max, -info.max, info.tiny, -info.tiny, info.smallest_subnormal]
    usual = random.normal(0, 8, COUNT // 2).astype(dtype)
    word = f"u{np.dtype(dtype).itemsize}"
    bits = random.integers(0, np.iinfo(word).max, COUNT // 2, dtype=word, endpoint=True)
    values = np.concatenate([usual, bits.view(dtype)])
    values[: len(special)] = special
    return values


@pytest.mark.parametrize("kind, form, type", CASES)
def test_function(kind, form, type, tools, tmp_path):
    name, _, mode = form.partition(" ")
    second = {"unary": "", "binary": ", %y", "integer": ", %n"}[kind]
    call = f"{name} %x{second} {mode}".rstrip()
    more = f", tile<{COUNT}xi32>" if kind == "integer" else ""
    kernel = tmp_path / "kernel.mlir"
    kernel.write_text(KERNEL.format(type=type, count=COUNT, call=call, more=more))
    random = np.random.default_rng(len(form) * 8 + TYPES[type]().itemsize)
    for file in ("x", "y"):
        np.save(tmp_path / f"{file}.npy", numbers(random, TYPES[type]))
    args = [f"--arg=ptr:{tmp_path}/x.npy", f"--arg=ptr:{tmp_path}/y.npy"]
    args += [f"--arg=ptr:new:{type}[{COUNT}]", kernel]
    right = tmp_path / "right.npy"
    tools.run("cuda-tile-run", *args, f"--out=2={right}")
    for gpu, level in (("sm_75", 0), ("sm_90", 3)):
        tools.run(
            "cuda-tile-run", *args, "--engine=emulate", f"--gpu-name={gpu}",
            f"-O{level}", f"--expect=2={right}",
        )  # fmt: skip


@pytest.mark.parametrize("form", ("exp", "tanh", "log", "log2"))
def test_pairs_have_the_bits_of_single_numbers(form, tools, tmp_path):
    """An instruction of sm_100 computes two numbers, and one of sm_90 one."""
    kernel = tmp_path / "kernel.mlir"
    kernel.write_text(KERNEL.format(type="f32", count=COUNT, call=f"{form} %x", more=""))
    np.save(tmp_path / "x.npy", numbers(np.random.default_rng(7), np.float32))
    results = []
    for gpu in ("sm_90", "sm_100"):
        file = tmp_path / f"{gpu}.npy"
        tools.run(
            "cuda-tile-run", "--engine=emulate", f"--gpu-name={gpu}",
            *[f"--arg=ptr:{tmp_path}/x.npy"] * 2, f"--arg=ptr:new:f32[{COUNT}]",
            kernel, f"--out=2={file}",
        )  # fmt: skip
        results.append(np.load(file).view(np.uint32))
    assert (results[0] == results[1]).all()
