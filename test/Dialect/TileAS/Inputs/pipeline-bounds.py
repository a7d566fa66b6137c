"""Runs the loops of pipeline-bounds.mlir between bounds at the ends of their types.

Usage: pipeline-bounds.py PROGRAM ARRAY. A loop of 32 bits doubles its sum and
adds tile number k of 128 numbers in its iteration k, one of 64 bits adds the
square of number k: the sum says which came. The array has no more of them than
the loop has iterations.
"""

import array
import subprocess
import sys

program, name = sys.argv[1:]


def write(kind, numbers):
    shape = "{'descr': '<%s4', 'fortran_order': False, 'shape': (%d,), }"
    header = (shape % (kind, len(numbers))).ljust(128 - 10 - 1) + "\n"
    data = array.array(kind, numbers).tobytes()
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little"))
        file.write(header.encode() + data)


def run(entry, width, lower, upper, step):
    trips = max(0, -(-(upper - lower) // step))
    kind, extent = ("i", 128) if width == 32 else ("f", 1)
    numbers = list(range(max(trips, 1) * extent))
    write(kind, numbers)
    sums = [0] * extent
    for k in range(trips):
        tile = numbers[k * extent : (k + 1) * extent]
        if width == 32:
            sums = [2 * s + n for s, n in zip(sums, tile)]
        else:
            sums = [s + n * n for s, n in zip(sums, tile)]
    for engine in "interpret", "emulate":
        command = ["cuda-tile-run", program, "--entry=" + entry]
        command += ["--arg=ptr:" + name, f"--arg=ptr:new:{kind}32[{extent}]"]
        for number in lower, upper, step:
            signed = (number + (1 << width - 1)) % (1 << width) - (1 << width - 1)
            command.append(f"--arg=i{width}:{signed}")
        command += [f"--out=1={name}.out", "--engine=" + engine, "--check=all"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(name + ".out", "rb") as file:
            result = array.array(kind, file.read()[-4 * extent :]).tolist()
        if result != sums:
            sys.exit(
                f"{entry} from {lower} to {upper} by {step}, {engine}: "
                f"{result[:4]}, not {sums[:4]}"
            )


for width in 32, 64:
    most = 2 ** (width - 1) - 1
    for lower, upper, step in (
        (most - 1, most, 1),
        (most - 5, most, 1),
        (most - 6, most, 2),
        (most, most, 1),
        (most, -most - 1, 1),
        (-most - 1, -most + 4, 1),
        (0, most - 1, most // 2),
        (-1, most - 1, most),
    ):
        run(f"i{width}_any", width, lower, upper, step)
    for lower, upper, step in (
        (2 * most, 2 * most + 1, 1),
        (2 * most - 4, 2 * most, 2),
        (most - 2, most + 3, 1),
        (2 * most + 1, 0, 1),
        (0, 2 * most, most),
    ):
        run(f"i{width}_unsigned", width, lower, upper, step)
    for upper in most, most - 1, 0, -most - 1:
        run(f"i{width}_late", width, most - 1, upper, 1)
