"""Writes a .npy file of small whole numbers: rows.py FILE DESCR EXTENT..."""

import math
import struct
import sys

file, descr, *extents = sys.argv[1:]
shape = tuple(map(int, extents))
header = repr({"descr": descr, "fortran_order": False, "shape": shape})
header = header.ljust(117) + "\n"
numbers = [k * 7 % 16 - 8 for k in range(math.prod(shape))]
form = {"<f2": "e", "<f4": "f"}[descr]
with open(file, "wb") as out:
    out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
    out.write(header.encode() + struct.pack(f"<{len(numbers)}{form}", *numbers))
