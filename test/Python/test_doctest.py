# ===- test_doctest.py - The examples in docstrings and pages ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Every example in a docstring of the package, and in docs/python.md, is true."""

import doctest
import importlib
import pathlib
import pkgutil

import numpy as np
import pytest
from conftest import ROOT

import tessera

MODULES = [
    importlib.import_module(f"tessera.{each.name}")
    for each in pkgutil.iter_modules(tessera.__path__)
]
NAMES = {"tessera": tessera, "np": np, "pathlib": pathlib}


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for module in MODULES:
        for test in finder.find(module, globs=dict(NAMES)):
            if test.examples:
                yield test
    page = (ROOT / "docs/python.md").read_text()
    # The expected output of an example in a page ends with its block.
    page = page.replace("\n```", "\n\n```")
    yield doctest.DocTestParser().get_doctest(page, {}, "docs/python.md", None, 0)


@pytest.mark.parametrize("test", list(examples()), ids=lambda test: test.name)
def test_example(test, monkeypatch):
    monkeypatch.chdir(ROOT)
    said = []
    failed, tried = doctest.DocTestRunner().run(test, out=said.append)
    assert tried and not failed, "".join(said)


def test_every_function_has_an_example():
    shown = {test.name.rsplit(".", 1)[-1] for test in examples()}
    functions = {name for name in tessera.__all__ if name[0].islower()}
    assert functions <= shown
