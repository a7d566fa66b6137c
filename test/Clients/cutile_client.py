# ===- cutile_client.py - What a user of cuTile Python runs -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Runs in a process of its own, with one release of cuTile on PYTHONPATH.

usage: cutile_client.py show < ERRORS           how cuTile shows what the compiler said
       cutile_client.py compile FOLDER < JOBS  compiles and says how that ended
       cutile_client.py log <<< null           what cuTile's cache remembers, as text

ERRORS is a JSON list of [status, standard error] pairs, JOBS one of [KERNEL, GPU, LEVEL]
triples, KERNEL being the name of a kernel of this file, of broken_kernels.py or of
test/Kernels. The answer is a JSON list with an item for each of the input: the text that
a user sees, or of a job the class of the exception and its text, or null, and then
FOLDER/NUMBER.cubin is the machine code.
"""

import contextlib
import io
import json
import pathlib
import sys

import broken_kernels
import cuda.tile as ct
from cuda.tile import _exception
from cuda.tile import compilation as cc

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Kernels"))
import all_cases  # noqa: E402
import kernels  # noqa: E402

try:
    from cuda.tile._compile import _parse_tileir_stderr
except ImportError:
    _parse_tileir_stderr = None  # up to 1.5 the exception itself parses the text


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


#: The rank of each parameter, all of them arrays of f32.
OWN_KERNELS = {
    "add": (1, 1, 1),
    "row_sums": (2, 1, 1),
    "loop": (1, 1, 1),
    "gathered": (1, 1, 1),
}


def show(errors):
    """The text that a user sees of each failed run of the compiler."""
    for status, stderr in errors:
        said = _parse_tileir_stderr(stderr) if _parse_tileir_stderr else [stderr]
        yield str(_exception.TileCompilerExecutionError(status, *said, "-O3", "version"))


def find(name):
    """The kernel of this name, and the constraints on its parameters for cuTile."""
    if name in OWN_KERNELS:
        kernel, ranks, constants, aligned = globals()[name], OWN_KERNELS[name], (), False
    elif name in broken_kernels.RANKS:
        kernel, ranks = getattr(broken_kernels, name), broken_kernels.RANKS[name]
        constants, aligned = (), False
    else:
        case = all_cases.CASES.get(name) or kernels.CASES[name]
        kernel, ranks = case.kernel, case.parameters
        constants, aligned = case.constants, True
    f32 = kernels.ELEMENTS["f32"]
    parameters = [rank if isinstance(rank, tuple) else (f32, rank) for rank in ranks]
    constraints = [
        kernels.parameter_constraint(rank, element, aligned)
        for element, rank in parameters
    ]
    return kernel, constraints + [cc.ConstantConstraint(value) for value in constants]


def compile_job(name, gpu, level, file):
    kernel, constraints = find(name)
    kernel = kernel.replace_hints(opt_level=level)
    signature = cc.KernelSignature(
        constraints, cc.CallingConvention.cutile_python_v1(), symbol=name
    )
    try:
        cc.export_kernel(
            kernel, [signature], file, gpu_code=gpu, output_format="cubin"
        )
    except _exception.TileError as error:
        return [type(error).__name__, str(error)]
    return None


def log():
    """The output about the cache of the command that comes with cuTile."""
    from cutile_cache import _cli

    with contextlib.redirect_stdout(io.StringIO()) as printed:
        _cli.main(["log"])
    return printed.getvalue()


def main(command, *arguments):
    given = json.load(sys.stdin)
    if command == "log":
        answer = log()
    elif command == "show":
        answer = list(show(given))
    else:
        (folder,) = map(pathlib.Path, arguments)
        answer = [
            compile_job(*job, str(folder / f"{number}.cubin"))
            for number, job in enumerate(given)
        ]
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
