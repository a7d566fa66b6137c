# ===- export.py - How the .tile files of this folder were made -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
#
# Usage: export.py VERSION..., in an environment with cuda-tile 1.7, writes one
# file for each kernel and version into the working directory. The files are
# frozen: they represent files in the field, even if later releases write others.
#
# ===------------------------------------------------------------------------===#

import sys

import cuda.tile as ct
from cuda.tile import compilation as cc

Int = ct.Constant[int]


@ct.kernel
def vadd(a, b, c, T: Int):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(T,))
    y = ct.load(b, index=(i,), shape=(T,))
    ct.store(c, index=(i,), tile=x + y)


@ct.kernel
def axpy(a, x, y, T: Int):
    i = ct.bid(0)
    xs = ct.load(x, index=(i,), shape=(T,))
    ys = ct.load(y, index=(i,), shape=(T,))
    ct.store(y, index=(i,), tile=a * xs + ys)


@ct.kernel
def transpose(x, y, M: Int, N: Int):
    i = ct.bid(0)
    j = ct.bid(1)
    t = ct.load(x, index=(i, j), shape=(M, N))
    ct.store(y, index=(j, i), tile=ct.transpose(t))


@ct.kernel
def rowsum(x, y, M: Int, N: Int):
    i = ct.bid(0)
    acc = ct.full((M, N), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(x, axis=1, shape=(M, N))):
        acc = acc + ct.load(x, index=(i, k), shape=(M, N),
                            padding_mode=ct.PaddingMode.ZERO)
    ct.store(y, index=(i,), tile=ct.sum(acc, axis=1))


@ct.kernel
def mixed(a, b, n, T: Int):
    i = ct.bid(0)
    idx = ct.arange(T, dtype=ct.int32) + i * T
    x = ct.gather(a, (idx,))
    y = ct.where(idx < n, x, x * 2.0)
    if i > 0:
        y = y + 1.0
    else:
        y = y - 1.0
    k = 0
    while k < n:
        k = k + 1
        if k > 10:
            break
        y = y * 0.5
    ct.printf("i %d\n", i)
    ct.scatter(b, (idx,), y)


@ct.kernel
def ints(a, b, T: Int):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)
    y = (x // 3) % 7
    z = -y ^ (x >> 2) | (x << 1) & 15
    q = ct.astype(ct.maximum(z, x), ct.float32)
    ct.store(b, index=(i,), tile=ct.astype(q, ct.int32))


def scaled(x, factor):
    return x * factor


def shifted(x):
    return scaled(x, 2.0) + 1.0


@ct.kernel
def inlined(a, b, T: Int):
    i = ct.bid(0)
    x = ct.load(a, index=(i,), shape=(T,))
    ct.store(b, index=(i,), tile=shifted(x))


@ct.kernel
def largest(a, b, T: Int):
    x = ct.load(a, index=(0,), shape=(T,), padding_mode=ct.PaddingMode.NEG_INF)
    ct.store(b, index=(0,), tile=ct.max(x, axis=0, keepdims=True))


def array(dtype, rank):
    return cc.ArrayConstraint(dtype, rank, index_dtype=ct.int32,
                              stride_lower_bound_incl=0, alias_groups=(),
                              may_alias_internally=False)


C = cc.ConstantConstraint
KERNELS = {
    "vadd": (vadd, [array(ct.float32, 1)] * 3 + [C(1024)]),
    "axpy": (axpy, [cc.ScalarConstraint(ct.bfloat16)]
             + [array(ct.bfloat16, 1)] * 2 + [C(1024)]),
    "transpose": (transpose, [array(ct.float32, 2)] * 2 + [C(32), C(64)]),
    "rowsum": (rowsum, [array(ct.float32, 2), array(ct.float32, 1), C(16),
                        C(64)]),
    "mixed": (mixed, [array(ct.float32, 1)] * 2
              + [cc.ScalarConstraint(ct.int32), C(128)]),
    "inlined": (inlined, [array(ct.float32, 1)] * 2 + [C(128)]),
    "largest": (largest, [array(ct.float64, 1)] * 2 + [C(128)]),
    "ints": (ints, [array(ct.int32, 1)] * 2 + [C(128)]),
}

if "13.5" in sys.argv[1:]:
    # cuTile 1.7 offers 13.5 to its developers only.
    from cuda.tile import _compile
    _compile.dev_features_enabled = lambda: True

for version in sys.argv[1:]:
    for name, (kernel, parameters) in KERNELS.items():
        signature = cc.KernelSignature(
            parameters, cc.CallingConvention.cutile_python_v1())
        cc.export_kernel(kernel, [signature], f"{name}{version}.tile",
                         gpu_code="sm_100", output_format="tileir_bytecode",
                         bytecode_version=version)
