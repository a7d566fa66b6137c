# ===- vectors.py - The demo's arrays ----------------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Makes and checks the arrays of the demo, without numpy.

usage: vectors.py make FOLDER COUNT     writes a.npy, b.npy and c.npy (zeros)
       vectors.py check FOLDER RESULT   fails if RESULT is not a + b, rounded
"""

import pathlib
import struct
import sys

HEADER_BYTES = 128


def write(file, values):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    header = header.ljust(HEADER_BYTES - 11) + "\n"
    file.write_bytes(
        b"\x93NUMPY\x01\x00"
        + struct.pack("<H", len(header))
        + header.encode()
        + struct.pack(f"<{len(values)}f", *values)
    )


def read(file):
    """The numbers of a one-dimensional array of f32."""
    content = file.read_bytes()
    (header,) = struct.unpack_from("<H", content, 8)
    data = content[10 + header :]
    return struct.unpack(f"<{len(data) // 4}f", data)


def round_to_f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def make(folder, count):
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "a.npy", [1 / (i + 1) for i in range(count)])
    write(folder / "b.npy", [i * 0.1 - 7 for i in range(count)])
    write(folder / "c.npy", [0.0] * count)


def check(folder, result):
    expected = [
        round_to_f32(a + b)
        for a, b in zip(read(folder / "a.npy"), read(folder / "b.npy"))
    ]
    actual = list(read(result))
    if actual != expected:
        sys.exit("the sums are wrong")


if __name__ == "__main__":
    command, folder, last = sys.argv[1:]
    if command == "make":
        make(pathlib.Path(folder), int(last))
    else:
        check(pathlib.Path(folder), pathlib.Path(last))
