"""Writes factors of 128 rows for each of eight iterations: row_factors.py FILE."""

import array
import subprocess
import sys
import pathlib

factors = array.array("f", [1.0]) * 1024
for iteration, row, factor in (
    (0, 3, 2.5), (0, 127, -1.0), (1, 40, 0.25), (1, 41, 0.0), (3, 0, -0.0),
    (3, 77, float("inf")), (4, 64, float("nan")), (4, 100, 1e-42),
):  # fmt: skip
    factors[128 * iteration + row] = factor
# A row whose sum begins with zeros times an infinity.
factors[90] = float("inf")
npy = pathlib.Path(__file__).parents[2] / "Tools/cuda-tile-run/Inputs/npy.py"
data = factors.tobytes().hex()
subprocess.run([sys.executable, npy, sys.argv[1], "<f4", "1024", data], check=True)
