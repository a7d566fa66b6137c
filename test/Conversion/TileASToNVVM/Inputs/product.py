# ===- product.py - Factors of a product, and the product -----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""product.py PREFIX DEPTH writes PREFIX.a.npy (64 x 160, f16), PREFIX.b.npy (160 x 64,
f16), and PREFIX.c.npy (64 x 64, f32): the product of the first DEPTH columns of the one
and rows of the other. All sums are exact.
"""

import random
import struct
import sys

ROWS, COLUMNS, ALL = 64, 64, 160


def write(file, descr, shape, form, values):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"
    with open(file, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        out.write(header.encode() + struct.pack(f"<{len(values)}{form}", *values))


def main():
    prefix, depth = sys.argv[1], int(sys.argv[2])
    numbers = random.Random(1)
    a = [[numbers.randint(-4, 4) for _ in range(ALL)] for _ in range(ROWS)]
    b = [[numbers.randint(-4, 4) for _ in range(COLUMNS)] for _ in range(ALL)]
    columns = [[row[j] for row in b[:depth]] for j in range(COLUMNS)]
    c = [sum(x * y for x, y in zip(row, column)) for row in a for column in columns]
    write(prefix + ".a.npy", "<f2", (ROWS, ALL), "e", sum(a, []))
    write(prefix + ".b.npy", "<f2", (ALL, COLUMNS), "e", sum(b, []))
    write(prefix + ".c.npy", "<f4", (ROWS, COLUMNS), "f", c)


main()
