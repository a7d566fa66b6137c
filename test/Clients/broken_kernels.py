# ===- broken_kernels.py - Kernels that cuTile takes and the compiler does not --===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Each kernel asks for something that no GPU has. HERE and the kernel's name mark the line
that a message must name; if the kernel as a whole is wrong, that is its def."""

import cuda.tile as ct

#: The rank of each parameter, all of them arrays of f32.
RANKS = {
    "many_registers": (2, 2),
    "registers_of_a_helper": (2, 2),
    "many_elements": (2, 2),
}


def rows_and_columns(rows, columns):
    return ct.transpose(rows) + ct.reshape(columns, (4096, 2048))


@ct.kernel
def many_registers(a, b):
    rows = ct.load(a, index=(0, 0), shape=(2048, 4096))  # HERE many_registers
    columns = ct.load(b, index=(0, 0), shape=(2048, 4096))
    ct.store(b, index=(0, 0), tile=rows_and_columns(rows, columns))


def load_rows(a):
    return ct.load(a, index=(0, 0), shape=(2048, 4096))  # HERE registers_of_a_helper


@ct.kernel
def registers_of_a_helper(a, b):
    ct.store(b, index=(0, 0), tile=rows_and_columns(load_rows(a), load_rows(b)))


@ct.kernel
def many_elements(a, b):
    rows = ct.load(a, index=(0, 0), shape=(8192, 8192))  # HERE many_elements
    ct.store(b, index=(0, 0), tile=rows)
