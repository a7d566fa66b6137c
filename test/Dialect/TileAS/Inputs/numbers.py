"""Writes the factors of product-parts.mlir, of small whole numbers: numbers.py PREFIX"""

import struct
import sys

#: For each entry, the names in numpy and Python of the type of its elements, and K.
TYPES = {"halves": ("<f2", "e", 512), "bytes": ("|i1", "b", 1024), "words": ("<f4", "f", 256)}


def write(file, descr, code, shape):
    numbers = [n * n % 31 % 9 - 4 for n in range(shape[0] * shape[1])]
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"
    with open(file, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        out.write(header.encode() + struct.pack(f"<{len(numbers)}{code}", *numbers))


for name, (descr, code, depth) in TYPES.items():
    write(f"{sys.argv[1]}.{name}.x.npy", descr, code, (128, depth))
    write(f"{sys.argv[1]}.{name}.w.npy", descr, code, (depth, 64))
