"""Writes a .npy file: npy.py FILE DESCR SHAPE HEX, SHAPE like 2,3."""

import struct
import sys

file, descr, shape, data = sys.argv[1:]
header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape},), }}"
header = header.ljust(117) + "\n"
with open(file, "wb") as out:
    out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
    out.write(header.encode() + bytes.fromhex(data))
