# ===- check_each_value.py - Which combinations of parameters run -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: check_each_value.py FOLDER, the folder of all tests"""

import itertools
import pathlib
import sys

sys.path.append(str(pathlib.Path(sys.argv[1]).resolve() / "Shared"))
import each_value  # noqa: E402

GPUS, LEVELS, KERNELS = (75, 80, 90), (0, 3), [("kernel", n) for n in range(20)]
ALL = [
    (test, {"gpu": gpu, "level": level, "kernel": kernel})
    for test in ("runs", "compiles")
    for gpu, level, kernel in itertools.product(GPUS, LEVELS, KERNELS)
]
ALL += [("alone", {}), ("also_alone", {})]


def kept(combinations):
    return [c for c, runs in zip(combinations, each_value.chosen(combinations)) if runs]


def values(combinations):
    return {(test, *pair) for test, parameters in combinations for pair in parameters.items()}


runs = kept(ALL)
assert values(runs) == values(ALL)
assert {test for test, _ in runs} == {test for test, _ in ALL}
# All kernels for the first GPU and level, one more for the other level, two for GPUs.
assert len(runs) == 2 * (len(KERNELS) + len(GPUS) - 1 + len(LEVELS) - 1) + 2, len(runs)
assert kept(runs) == runs, "a selection of a selection is the same one"
