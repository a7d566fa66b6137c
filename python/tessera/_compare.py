# ===- _compare.py - A kernel on two engines --------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""The interpreter against the emulator, within what the language allows."""

import dataclasses
from typing import Any, Optional, Tuple

import numpy as np

from ._arrays import Memory, bind, lay_out
from ._launch import Extent, Kernel, Result, Setting, _dimensions
from ._library import LaunchShape


@dataclasses.dataclass(frozen=True)
class Difference:
    """The first element in which two runs differ.

    Attributes
    ----------
    argument : int
        The number of the array among the arguments.
    index : tuple of int
        The index of the element in it.
    interpreted, emulated
        The value that each engine left there.
    """

    argument: int
    index: Tuple[int, ...]
    interpreted: Any
    emulated: Any


@dataclasses.dataclass(frozen=True)
class Comparison:
    """The result of `compare`. True if the engines agree.

    Attributes
    ----------
    agrees : bool
        True if all elements have the same bits, any NaN being equal to any NaN, or differ
        by no more than the language allows.
    differing : int
        The number of elements with other bits.
    first : Difference or None
        The first of them, even if the language allows it.
    report : str
        If they do not agree: the number of elements that differ, and the largest
        difference with its place.
    """

    agrees: bool
    differing: int = 0
    first: Optional[Difference] = None
    report: str = ""

    def __bool__(self) -> bool:
        return self.agrees


def _differing(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The flat numbers of elements that are not the same."""
    itemsize = left.dtype.itemsize
    bits = [
        np.ascontiguousarray(each).view(np.uint8).reshape(-1, itemsize)
        for each in (left, right)
    ]
    differs = (bits[0] != bits[1]).any(axis=1)
    if left.dtype.kind in "fV" and left.dtype.name != f"void{8 * itemsize}":
        is_nan = left.ravel() != left.ravel()
        differs &= ~(is_nan & (right.ravel() != right.ravel()))
    return np.flatnonzero(differs)


def _find(left: Memory, right: Memory, count: int) -> Tuple[int, Optional[Difference]]:
    """The number of elements that differ, and the first of them."""
    total, first = 0, None
    for argument in range(count):
        interpreted, emulated = left.view(argument), right.view(argument)
        if interpreted is None or emulated is None or not interpreted.size:
            continue
        differing = _differing(interpreted, emulated)
        if differing.size and first is None:
            index = tuple(
                int(each) for each in np.unravel_index(differing[0], interpreted.shape)
            )
            first = Difference(argument, index, interpreted[index], emulated[index])
        total += differing.size
    return total, first


def compare(
    kernel: Kernel,
    grid: Extent,
    *arguments: Any,
    checks: str = "all",
    seed: int = 0,
    gpu: str = "sm_90",
    progress: Optional[bool] = None,
) -> Comparison:
    """Run a kernel on the interpreter and on the emulator, and compare what they leave.

    There is no tolerance: if bits differ, the interpreter runs once more and computes
    how far two correct implementations may differ. If that is not decidable, the report
    says so, and the engines do not count as different.

    Parameters
    ----------
    kernel : Kernel
        A kernel of Tile IR.
    grid, *arguments, checks, seed, gpu, progress
        As for a call of the kernel. The arrays stay unchanged.

    Returns
    -------
    Comparison

    Raises
    ------
    LaunchError
        If the kernel has undefined behaviour on one of the engines.

    Examples
    --------
    >>> add = tessera.load(pathlib.Path("examples/vector_add.mlir"))["vector_add"]
    >>> a, b, c = np.arange(8, dtype="f4"), np.ones(8, "f4"), np.zeros(8, "f4")
    >>> bool(tessera.compare(add, 1, a, b, c, len(c)))
    True
    """
    if not isinstance(kernel, Kernel):
        raise TypeError(f"kernel is {kernel!r}, not a kernel of a program")
    memory = lay_out(arguments)
    bound = bind(arguments, memory, kernel._parameters)
    shape = LaunchShape(_dimensions(grid, "grid"), _dimensions(1, "block"))

    def run(engine: str) -> Tuple[Memory, Result]:
        copy = memory.copied()
        setting = Setting(engine, gpu, checks, seed, progress=progress)
        return copy, kernel._run(copy, bound, shape, setting)

    runs = []
    for engine in ("interpret", "emulate"):
        left, result = run(engine)
        if not result.ok:
            raise result._failure(kernel.program._source)
        runs.append(left)
    total, first = _find(runs[0], runs[1], len(arguments))
    if not total:
        return Comparison(True)
    _, judged = run("both")
    report = "\n".join(map(str, judged.findings))
    return Comparison(judged.ok, total, first, report)
