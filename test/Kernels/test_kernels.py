# ===- test_kernels.py - Kernels of a real front end, end to end --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernels that cuTile Python exports are read, compiled and run, with right answers.

Every variant of every kernel is interpreted; compiled at both ends of the range of
levels for one GPU of each generation and accepted by ptxas; and run on the
emulator. The interpreter, the emulator and numpy agree bit for bit. Every version of
the bytecode is read and interpreted and gives the same PTX, so that the PTX is tested
only once. The largest size runs for one GPU only, because it only adds blocks.
"""

import export_kernels
import kernels
import pytest
from conftest import LEAST_WARPS, lint

GPUS = ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")
LEVELS = (0, 3)


def name_of(variant):
    return export_kernels.file_name(*variant).removesuffix(".tileirbc")


every_variant = pytest.mark.parametrize(
    "variant", list(export_kernels.variants()), ids=name_of
)
newest_version = pytest.mark.parametrize(
    "variant",
    [v for v in export_kernels.variants() if v[2] == kernels.VERSIONS[-1]],
    ids=name_of,
)
one_version = pytest.mark.parametrize(
    "variant",
    [v for v in export_kernels.variants() if v[2] == "13.1" and not v[3]],
    ids=name_of,
)
every_gpu = pytest.mark.parametrize("gpu", GPUS)
every_level = pytest.mark.parametrize("level", LEVELS, ids="O{}".format)


def make_run(variant, size):
    case, element = kernels.CASES[variant[0]], kernels.ELEMENTS[variant[1]]
    return case.make_run(element, case.sizes[size], case.constants)


@every_variant
def test_text_and_bytecode_say_the_same(tools, exported, tmp_path, variant):
    """Bytecode to text and back gives a module with the same text."""
    text, again = tmp_path / "once.mlir", tmp_path / "again.mlir"
    bytecode = tmp_path / "back.tileirbc"
    translate = "cuda-tile-translate"
    tools.run(translate, "--cudatilebc-to-mlir", exported(*variant), "-o", text)
    tools.run(
        translate,
        "--mlir-to-cudatilebc",
        f"--bytecode-version={variant[2]}",
        text,
        "-o",
        bytecode,
    )
    tools.run(translate, "--cudatilebc-to-mlir", bytecode, "-o", again)
    assert text.read_text() == again.read_text()


@every_variant
@pytest.mark.parametrize("size", range(3))
def test_interpreter(launch, exported, variant, size):
    launch(
        exported(*variant), variant[0], make_run(variant, size), "--engine=interpret"
    )


@newest_version
@pytest.mark.parametrize("gpu,level", [("sm_80", 0), ("sm_120", 3)])
def test_versions_compile_alike(tools, exported, tmp_path, variant, gpu, level):
    """The PTX does not depend on the version of the bytecode."""
    name, element, _, aligned = variant
    outputs = {
        tools.compile(
            exported(name, element, version, aligned),
            tmp_path / f"{version}.ptx", gpu, level, "ptx",
        )
        for version in kernels.VERSIONS
    }  # fmt: skip
    assert len(outputs) == 1


@newest_version
@pytest.mark.parametrize("gpu,level", [("sm_80", 0), ("sm_120", 3)])
def test_each_stage(launch, exported, variant, gpu, level):
    """No pass changes what the kernel does, on a ragged size."""
    launch(
        exported(*variant),
        variant[0],
        make_run(variant, 1),
        "--verify-each-semantically",
        f"--gpu-name={gpu}",
        f"-O{level}",
    )


@newest_version
@pytest.mark.parametrize("gpu,level", [("sm_80", 0), ("sm_120", 3)])
def test_each_pass_is_proved(launch, exported, variant, gpu, level):
    """The same whatever the arrays hold."""
    said = launch.messages(
        exported(*variant),
        variant[0],
        make_run(variant, 1),
        "--validate",
        f"--gpu-name={gpu}",
        f"-O{level}",
    )
    assert "changes by passes proved" in said and "undecided" not in said


@newest_version
@every_gpu
@every_level
def test_compile_and_emulate(tools, launch, exported, tmp_path, variant, gpu, level):
    """ptxas accepts the kernel, and a ragged size comes out right in any order."""
    source = exported(*variant)
    cubin = tools.compile(source, tmp_path / "kernel.cubin", gpu, level)
    assert cubin.startswith(b"\x7fELF")
    ptx = tools.compile(source, tmp_path / "kernel.ptx", gpu, level, "ptx")
    lint(ptx.decode(), level)
    launch(
        tmp_path / "kernel.ptx",
        variant[0],
        make_run(variant, 1),
        "--engine=emulate",
        "--async=random",
        "--warps=random",
        "--blocks=random",
        f"--seed={level}",
    )


@one_version
@every_level
@pytest.mark.parametrize("size", range(4))
def test_engines_agree(launch, exported, variant, level, size):
    """All sizes, the largest among them, on both engines at once."""
    printed = launch(
        exported(*variant),
        variant[0],
        make_run(variant, size),
        "--engine=emulate",
        "--compare=interpret",
        "--gpu-name=sm_90",
        f"-O{level}",
        f"--least-warps={LEAST_WARPS[size % 2]}",
    )
    assert "agree bit for bit" in printed


@one_version
@pytest.mark.parametrize("gpu", ("sm_80", "sm_100"))
@every_level
def test_every_border_prints_and_parses(tools, exported, tmp_path, variant, gpu, level):
    tools.assert_borders_hold(exported(*variant), tmp_path, gpu, level)


@one_version
@every_level
def test_same_bytes_every_time(tools, exported, tmp_path, variant, level):
    """Working directory, locale, environment, number of threads and layout of the
    address space (new in every process) leave no trace in the output."""
    source = exported(*variant)
    other = tmp_path / "other"
    other.mkdir()
    settings = (
        {},
        {"cwd": other},
        {"env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}},
        {"env": {"PATH": "/usr/bin:/bin", "LC_ALL": "tr_TR.UTF-8", "A": "b" * 4096}},
    )
    for emit in ("ptx", "cubin"):
        outputs = {
            tools.compile(source, tmp_path / f"{i}.{emit}", "sm_90", level, emit, **how)
            for i, how in enumerate(settings)
        }
        assert len(outputs) == 1
