"""Writes 16 blocks of 256 floats as hex: exponents.py FILE. A block is zero but for
one exponent, at another place in each."""

import struct
import sys


def below(value):
    """The next float of 32 bits towards minus infinity from a negative one."""
    return struct.unpack("<f", struct.pack("<I", bits(value) + 1))[0]


def above(value):
    return struct.unpack("<f", struct.pack("<I", bits(value) - 1))[0]


def bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


exponents = [-126.0, below(-126.0), -126.5, -130.25, -149.0, -149.5, above(-150.0), -150.0]
exponents += [below(-150.0), -151.0, -1e30, -float("inf"), float("inf"), float("nan")]
exponents += [127.99, -125.75]
values = []
for number, exponent in enumerate(exponents):
    block = [0.0] * 256
    block[(number * 37 + 5) % 256] = exponent
    values += block
with open(sys.argv[1], "w") as file:
    file.write(struct.pack("<4096f", *values).hex())
