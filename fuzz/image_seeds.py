#!/usr/bin/env python3
# ===- image_seeds.py - Images for the driver ---------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: image_seeds.py FOLDER: writes a small program in each form that an image has."""

import pathlib
import struct
import sys

PTX = (
    b".version 8.0\n.target sm_80\n.address_size 64\n.global .u32 g = 3;\n"
    b".visible .entry k(.param .u64 a)\n{ .reg .b32 %r<2>; mov.u32 %r1, 7; ret; }\n"
)


def cubin(ptx):
    names = b"\0.shstrtab\0.tessera.ptx\0"
    body = names.ljust(32, b"\0") + ptx
    body += bytes(-len(body) % 16)
    header = b"\x7fELF\2\1\1".ljust(16, b"\0")
    header += struct.pack(
        "<HHIQQQIHHHHHH", 2, 190, 1, 0, 0, 64 + len(body), 0, 64, 56, 0, 64, 3, 1
    )
    rows = [(0,) * 10, (1, 3, 0, 0, 64, len(names), 0, 0, 1, 0)]
    rows.append((11, 1, 0, 0, 96, len(ptx), 0, 0, 1, 0))
    return header + body + b"".join(struct.pack("<IIQQQQIIQQ", *row) for row in rows)


def entry(payload, flags, unpacked, packed, architecture=80, kind=1):
    payload += bytes(8 - len(payload) % 8)
    head = struct.pack("<HHIQIIHHI", kind, 0x101, 64, len(payload), packed, 64, 0, 9, architecture)
    return head + struct.pack("<QQQQ", 0, flags, 0, unpacked) + payload


def fatbin(*entries):
    body = b"".join(entries)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def lz4(text):
    rest = len(text) - 15
    return b"\xf0" + b"\xff" * (rest // 255) + bytes([rest % 255]) + text


seeds = {
    "ptx": PTX,
    "cubin": cubin(PTX),
    "fatbin": fatbin(entry(PTX, 0x11, 0, 0)),
    "fatbin-lz4": fatbin(entry(lz4(PTX), 0x2011, len(PTX), len(lz4(PTX)))),
    "fatbin-two": fatbin(entry(b"code", 0x11, 0, 0, 90, 2), entry(PTX, 0x11, 0, 0)),
    "four-bytes": b"\x7fELF",
    "wrapper": struct.pack("<IIQQ", 0x466243B1, 1, 0, 0),
}
for name, image in seeds.items():
    (pathlib.Path(sys.argv[1]) / name).write_bytes(image)
