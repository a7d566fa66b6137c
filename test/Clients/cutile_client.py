# ===- cutile_client.py - What a user of cuTile Python runs -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs in a process of its own, with one release of cuTile on PYTHONPATH.

usage: cutile_client.py show < ERRORS      how cuTile shows what the compiler said
       cutile_client.py compile KERNEL GPU  compiles KERNEL and prints what it made

ERRORS is a JSON list of [status, standard error] pairs; each answer is a JSON list or
object on standard output.
"""

import json
import pathlib
import sys
import tempfile

import cuda.tile as ct
from cuda.tile import _exception
from cuda.tile import compilation as cc

try:
    from cuda.tile._compile import _parse_tileir_stderr
except ImportError:
    _parse_tileir_stderr = None  # in 1.5 the exception itself does that


@ct.kernel
def add(a, b, c):
    index = ct.bid(0)
    x = ct.load(a, index=(index,), shape=(128,))
    y = ct.load(b, index=(index,), shape=(128,))
    ct.store(c, index=(index,), tile=x + y)


@ct.kernel
def row_sums(a, b, c):
    rows = ct.load(a, index=(ct.bid(0), 0), shape=(8, 64))
    ct.store(c, index=(ct.bid(0),), tile=ct.sum(rows, axis=1))


@ct.kernel
def loop(a, b, c):
    total = ct.zeros((64,), dtype=ct.float32)
    for step in range(4):
        total += ct.load(a, index=(step,), shape=(64,))
    ct.store(c, index=(ct.bid(0),), tile=total)


@ct.kernel
def gathered(a, b, c):
    """A gather without bounds check has a padding and no mask in the bytecode."""
    place = ct.arange(64, dtype=ct.int32)
    x = ct.gather(a, place, check_bounds=False)
    ct.scatter(c, place, x + x, check_bounds=False)


RANKS = {"row_sums": (2, 1, 1)}


def show(errors):
    """The text that a user sees of each failed run of the compiler."""
    for status, stderr in errors:
        said = _parse_tileir_stderr(stderr) if _parse_tileir_stderr else [stderr]
        yield str(_exception.TileCompilerExecutionError(status, *said, "-O3", "version"))


def array(rank):
    return cc.ArrayConstraint(
        ct.float32,
        rank,
        index_dtype=ct.int32,
        stride_lower_bound_incl=0,
        alias_groups=(),
        may_alias_internally=False,
    )


def compile_kernel(name, gpu):
    """Compiles as cuTile does where nobody has set anything."""
    constraints = [array(rank) for rank in RANKS.get(name, (1, 1, 1))]
    signature = cc.KernelSignature(
        constraints, cc.CallingConvention.cutile_python_v1(), symbol=name
    )
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "out.cubin")
        try:
            cc.export_kernel(
                globals()[name],
                [signature],
                str(file),
                gpu_code=gpu,
                output_format="cubin",
            )
        except _exception.TileError as error:
            return {"error": str(error)}
        return {"cubin": file.read_bytes().hex()}


def main(command, *arguments):
    if command == "show":
        answer = list(show(json.load(sys.stdin)))
    else:
        answer = compile_kernel(*arguments)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
