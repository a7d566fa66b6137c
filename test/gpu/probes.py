# ===- probes.py - Questions that only hardware answers --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Probes of the launches that a driver accepts, and of the rounding inside matrix
instructions."""

import dataclasses

import numpy as np

SANITIZERS = ["memcheck", "racecheck", "initcheck", "synccheck"]

#: Directives of an entry of 128 threads, by the letters of the list of questions.
CONTRACT = {
    "a": ("reqntid alone", "9.0", ".reqntid 128"),
    "b": ("with reqnctapercluster", "9.0", ".reqntid 128\n.reqnctapercluster 1"),
    "c": (
        "with blocksareclusters",
        "9.0",
        ".reqntid 128\n.reqnctapercluster 1\n.blocksareclusters",
    ),
    "d": ("with explicitcluster", "9.0", ".reqntid 128\n.explicitcluster"),
    "e": ("reqntid, with the mark of tile kernels", "9.2", '.reqntid 128\n.language "tile ir"'),
}

BODY = """
{
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [output];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %nctaid.x;
  mov.u32 %r3, %tid.x;
  mov.u32 %r4, %dynamic_smem_size;
  atom.global.add.u32 %r5, [%rd1+8], 1;
  setp.ne.u32 %p, %r3, 0;
  @%p ret;
  st.global.u32 [%rd1], %r1;
  st.global.u32 [%rd1+4], %r2;
  st.global.u32 [%rd1+12], %r4;
  ret;
}
"""


def contract_kernels():
    """Letter, title and PTX of each kernel. It writes %ntid.x, %nctaid.x, the number of
    threads that ran, and the bytes of dynamic shared memory."""
    for key, (title, version, directives) in CONTRACT.items():
        text = (
            f".version {version}\n.target sm_90\n.address_size 64\n"
            f".visible .entry contract(.param .u64 output)\n{directives}{BODY}"
        )
        yield key, title, text


def normal(random, shape, span):
    """Numbers whose exponents differ by up to 2 * `span`."""
    return random.normal(size=shape) * 2.0 ** random.integers(-span, span + 1, shape)


def bfloat(values):
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def tf32(values):
    bits = values.astype(np.float32).view(np.uint32) & np.uint32(0xFFFFE000)
    return bits.view(np.float32)


#: Kernel of matmul.cu; how inputs are made; the shape of A, B and C; their spread.
PRECISION = [
    ("mma_inline_f16", np.float16, ((16, 16), (16, 8), np.float32), 6),
    ("wmma_f16", np.float16, ((16, 16), (16, 16), np.float32), 6),
    ("wmma_f16_narrow", np.float16, ((8, 16), (32, 16), np.float16), 3),
    ("wmma_bf16", bfloat, ((16, 16), (16, 16), np.float32), 10),
    ("wmma_tf32", tf32, ((16, 8), (8, 16), np.float32), 10),
    ("mma_inline_tf32", tf32, ((16, 8), (8, 8), np.float32), 10),
    ("wmma_f64", np.float64, ((8, 4), (8, 4), np.float64), 20),
]

ROUNDS = 24


def rightShape(name, a, b):
    """Rows and columns of the result; the second factor may lie by columns."""
    columns = b[0] if name in ("wmma_f16_narrow", "wmma_f64") else b[1]
    return a[0], columns


def precision_programs(suite):
    """Label and program of every probe. The hardware's answer is the right one."""
    for name, convert, (a, b, kind), span in PRECISION:
        random = np.random.default_rng(len(name))
        for turn in range(ROUNDS):
            left, right = (normal(random, shape, span) for shape in (a, b))
            if convert in (bfloat, tf32):
                left, right = convert(left), convert(right)
            else:
                left, right = left.astype(convert), right.astype(convert)
            rows, columns = rightShape(name, a, b)
            result = suite.Out(np.zeros((rows, columns), kind), judge=lambda result: None)
            arguments = [left, right, result]
            if name.startswith("wmma"):
                arguments += [np.int32(columns), np.int32(a[1])]
            entry = dataclasses.replace(
                suite.load()[name], grid=1, make=lambda _, made=arguments: made
            )
            yield f"{name} {turn}", entry
