# ===- total.py - A kernel to debug -----------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The source of total.mlir, which cuTile Python has made of it: the compiler reads only
its lines."""

import cuda.tile as ct
ConstInt = ct.Constant[int]


def scaled(x, factor):
    doubled = x * factor
    return doubled + 1


@ct.kernel
def total(a, out, n: ConstInt, T: ConstInt):
    row = ct.bid(0)
    acc = ct.full((T,), 0, ct.float32)
    for k in range(n):
        x = ct.load(a, index=(row, k), shape=(1, T)).reshape((T,))
        y = scaled(x, 2)
        acc = acc + y
    if row > 0:
        acc = acc * 10
    s = ct.sum(acc)
    ct.store(out, index=(row,), tile=s)
