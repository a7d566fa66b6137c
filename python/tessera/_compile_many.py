# ===- _compile_many.py - One program for several GPUs ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiling a program that is read once for several GPUs."""

import dataclasses
import os
from typing import Any, Dict, Iterable, List, Literal, Optional, Sequence, Union, overload

from ._compiler import Cubin, Order, make_order, read_cubin
from ._errors import Diagnostic, Error, Source
from ._library import Handle, Listener, StringRef, library, texts


def _run(order: Order, gpus: Sequence[str]) -> List[Union[Cubin, Error]]:
    """Compile for each GPU, and return the results and failures in order."""
    results = (Handle * len(gpus))()
    told: List[List[Diagnostic]] = [[] for _ in gpus]

    def keep(diagnostic: Diagnostic) -> None:
        # The library stores each result before it goes on to the next GPU. A note
        # without an error is its own, and names the GPU that has failed.
        number = sum(map(bool, results))
        if diagnostic.severity != "note" or number < len(gpus) and told[number]:
            told[number].append(diagnostic)

    listener = Listener(keep)
    names = (StringRef * len(gpus))(*(StringRef.of(gpu) for gpu in gpus))
    source, name = StringRef.of(order.source), StringRef.of(order.name)
    with order.options() as options:
        library.tesseraCompileForGpus(
            source, name, options, len(gpus), names, results, listener.callback, None
        )
    found: List[Union[Cubin, Error]] = []
    try:
        for gpu, result, heard in zip(gpus, results, told):
            try:
                order.check(result, heard)
                one = dataclasses.replace(order, gpu=gpu)
                found.append(read_cubin(result)._complete(one, tuple(heard)))
            except Error as failure:
                found.append(failure)
        return found
    finally:
        for result in results:
            library.tesseraCompileResultDestroy(result)


@overload
def compile_for_gpus(
    source: Source,
    gpus: Iterable[str],
    opt: int = ...,
    *,
    stage: str = ...,
    kernels: Iterable[str] = ...,
    line_info: bool = ...,
    carry_program: bool = ...,
    name: Optional[str] = ...,
    timeout: Optional[float] = ...,
    cache: "Union[None, str, os.PathLike[str]]" = ...,
    raises: Literal[True] = ...,
) -> Dict[str, Cubin]: ...


@overload
def compile_for_gpus(
    source: Source,
    gpus: Iterable[str],
    opt: int = ...,
    *,
    stage: str = ...,
    kernels: Iterable[str] = ...,
    line_info: bool = ...,
    carry_program: bool = ...,
    name: Optional[str] = ...,
    timeout: Optional[float] = ...,
    cache: "Union[None, str, os.PathLike[str]]" = ...,
    raises: bool,
) -> Dict[str, Union[Cubin, Error]]: ...


def compile_for_gpus(
    source: Source,
    gpus: Iterable[str],
    opt: int = 3,
    *,
    stage: str = "cubin",
    kernels: Iterable[str] = (),
    line_info: bool = False,
    carry_program: bool = False,
    name: Optional[str] = None,
    timeout: Optional[float] = None,
    cache: "Union[None, str, os.PathLike[str]]" = None,
    raises: bool = True,
) -> Any:
    """Compile the same Tile IR for each of several GPUs.

    Parameters
    ----------
    gpus : iterable of str
        The GPUs to compile for, each once.
    timeout : float, optional
        Seconds that the compilation for each GPU may take; without it, any time.
    raises : bool
        Raise the failure of the first GPU that has one. Otherwise it is in the result, in
        place of what that GPU would have.

    The other parameters are those of `compile`.

    Returns
    -------
    dict of str to Cubin
        By the names of the GPUs, in their order; with `raises=False`, failures are there
        as exceptions.

    Raises
    ------
    TypeError
        If `gpus` is a str, or not all of it are.
    ConfigurationError, VerifyError, CompileError, CompileTimeout
        As `compile` does, unless `raises` is false: all GPUs are compiled for before.
        For an unknown stage, or a time that is not above 0, in any case.

    Examples
    --------
    >>> source = pathlib.Path("examples/vector_add.mlir")
    >>> ptx = tessera.compile_for_gpus(source, ["sm_80", "sm_100"], stage="ptx")
    >>> [(gpu, f".target {gpu}" in each.ptx) for gpu, each in ptx.items()]
    [('sm_80', True), ('sm_100', True)]
    >>> some = tessera.compile_for_gpus(source, ["sm_80", "sm_1"], stage="ptx", raises=False)
    >>> [type(each).__name__ for each in some.values()]
    ['Cubin', 'ConfigurationError']
    """
    names = tuple(dict.fromkeys(texts(gpus, "gpus")))
    order = make_order(
        source, "", opt, stage, kernels, line_info, carry_program, name, timeout, cache
    )
    found = _run(order, names)
    failures = [each for each in found if isinstance(each, Error)]
    if raises and failures:
        raise failures[0]
    return dict(zip(names, found))
