# ===- scaled.py - Factors in scaled blocks, and their scales ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""scaled.py PREFIX writes PREFIX.a.npy and PREFIX.b.npy (128 rows of 256 e4m3: 0, 1 and 2
with signs), and PREFIX.s.npy and PREFIX.t.npy (128 rows of 8 ue8m0: 0.5 to 4). All sums of
products are exact.
"""

import random
import struct
import sys

ROWS, DEPTH, BLOCK = 128, 256, 32
FACTORS = bytes((0, 0x38, 0xB8, 0x40, 0xC0))
SCALES = bytes((0x7E, 0x7F, 0x80, 0x81))


def write(file, data):
    header = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({len(data)},), }}"
    header = header.ljust(117) + "\n"
    with open(file, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        out.write(header.encode() + data)


def main():
    numbers = random.Random(1)
    for name, codes, count in (
        ("a", FACTORS, ROWS * DEPTH),
        ("b", FACTORS, ROWS * DEPTH),
        ("s", SCALES, ROWS * DEPTH // BLOCK),
        ("t", SCALES, ROWS * DEPTH // BLOCK),
    ):
        write(f"{sys.argv[1]}.{name}.npy", bytes(numbers.choices(codes, k=count)))


main()
