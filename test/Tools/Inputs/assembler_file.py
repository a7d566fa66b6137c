"""usage: assembler_file.py FILE VERSION

Makes an ELF file that cannot run and says of itself that it is ptxas VERSION."""

import pathlib
import struct
import sys

file, version = pathlib.Path(sys.argv[1]), sys.argv[2]
names = b"\0.rodata\0"
text = f"Cuda compilation tools, release 99, V{version}".encode()
at = 64 + 3 * 64
header = struct.pack("<4sBB10xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 0, 0, 0, 0, 0, 64, 0, 0, 0, 0, 64, 3, 2)
sections = [(0, 0, 0, 0), (1, 1, at + len(names), len(text)), (0, 3, at, len(names))]
table = b"".join(struct.pack("<IIQQQQIIQQ", *part[:2], 0, 0, *part[2:], 0, 0, 0, 0) for part in sections)
file.parent.mkdir(parents=True, exist_ok=True)
file.write_bytes(header + table + names + text)
file.chmod(0o755)
