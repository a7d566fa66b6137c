# ===- test_compiler.py - Compiling, disassembling, verifying ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""`compile`, `disassemble` and `verify` have the results of the tools."""

import json
import os
import subprocess

import kernels
import pytest
from conftest import BIN, ROOT

import tessera

VECTOR_ADD = ROOT / "examples/vector_add.tileirbc"


def tool(name, *arguments):
    done = subprocess.run([BIN / name, *arguments], capture_output=True, check=True)
    return done.stdout


@pytest.mark.parametrize("source", [VECTOR_ADD, VECTOR_ADD.read_bytes()])
def test_same_bytes_as_tileiras(source, tmp_path):
    cubin = tessera.compile(source, gpu="sm_90")
    tool("tileiras", VECTOR_ADD, "--gpu-name=sm_90", "-o", tmp_path / "k.cubin")
    assert cubin == (tmp_path / "k.cubin").read_bytes()
    assert cubin.startswith(b"\x7fELF")
    tool("tileiras", VECTOR_ADD, "--gpu-name=sm_90", "--emit=ptx", "-o", tmp_path / "k.ptx")
    assert cubin.ptx == cubin.stages["ptx"] == (tmp_path / "k.ptx").read_text()
    (kernel,) = cubin.resources
    assert kernel.name == "vector_add" and kernel.registers > 0
    assert repr(cubin) == f"<Cubin for sm_90: vector_add; {len(cubin)} bytes>"


def test_names_and_texts_that_are_no_utf8(tmp_path):
    path = tmp_path / os.fsdecode(b"k\xff \xc3\xa9.mlir")
    path.write_bytes(VECTOR_ADD.read_bytes())
    assert tessera.disassemble(path) == tessera.disassemble(VECTOR_ADD)
    path.write_bytes(b"nonsense")
    for wrong in (path, "\ud800", "\udcff"):
        with pytest.raises(tessera.VerifyError):
            tessera.disassemble(wrong)
    with pytest.raises(tessera.ConfigurationError, match="unknown GPU"):
        tessera.compile(VECTOR_ADD, gpu="\udcff")


def test_several_gpus():
    gpus = ("sm_80", "sm_100")
    found = tessera.compile_for_gpus(VECTOR_ADD, gpus, stage="ptx")
    assert list(found) == list(gpus)
    for gpu, each in found.items():
        assert each == tessera.compile(VECTOR_ADD, gpu=gpu, stage="ptx")
        assert each.gpu == gpu and f".target {gpu}" in each.stages["ptx"]
    assert tessera.compile_for_gpus(VECTOR_ADD, []) == {}
    with pytest.raises(tessera.ConfigurationError, match="there is no stage 'no'"):
        tessera.compile_for_gpus(VECTOR_ADD, gpus, stage="no", raises=False)


@pytest.mark.parametrize(
    ("gpus", "message"),
    [
        ("sm_90", r"gpus is the str 'sm_90'; give a list, such as \['sm_90'\]"),
        (["sm_90", None], "one of gpus is None, not a str"),
        ([b"sm_90"], "one of gpus is b'sm_90', not a str"),
        ([["sm_90"]], r"one of gpus is \['sm_90'\], not a str"),
    ],
)
def test_gpus_that_are_no_names(gpus, message):
    with pytest.raises(TypeError, match=message):
        tessera.compile_for_gpus(VECTOR_ADD, gpus)


@pytest.mark.parametrize("timeout", [0, -1, -0.5, float("nan")])
def test_time_limits_not_above_zero(timeout):
    message = f"the time limit is {timeout:g} seconds"
    with pytest.raises(tessera.ConfigurationError, match=message):
        tessera.compile(VECTOR_ADD, timeout=timeout)
    with pytest.raises(tessera.ConfigurationError, match=message):
        tessera.compile_for_gpus(VECTOR_ADD, ["sm_90"], timeout=timeout, raises=False)


def test_some_of_several_gpus_fail():
    gpus = ("sm_1", "sm_80", "", "sm_100", "sm_2")
    found = tessera.compile_for_gpus(VECTOR_ADD, gpus, stage="ptx", raises=False)
    assert [isinstance(each, tessera.Error) for each in found.values()] == [1, 0, 1, 0, 1]
    for gpu in ("sm_1", "", "sm_2"):
        (told,) = found[gpu].diagnostics
        assert told.message.startswith(f"unknown GPU '{gpu}'")
    assert found["sm_80"].warnings == ()
    with pytest.raises(tessera.ConfigurationError, match="unknown GPU 'sm_1'"):
        tessera.compile_for_gpus(VECTOR_ADD, gpus, stage="ptx")
    with pytest.raises(tessera.VerifyError) as wrong:
        tessera.compile_for_gpus("oops", ["sm_80"])
    assert [each.severity for each in wrong.value.diagnostics] == ["error"]


def test_carries_the_program(tmp_path):
    cubin = tessera.compile(VECTOR_ADD, gpu="sm_90", carry_program=True)
    tool("tileiras", VECTOR_ADD, "--gpu-name=sm_90", "--carry-program", "-o", tmp_path / "k.cubin")
    assert cubin == (tmp_path / "k.cubin").read_bytes()
    assert VECTOR_ADD.read_bytes() in cubin and cubin.ptx.encode() in cubin
    assert list(tessera.load(cubin)) == ["vector_add"]
    plain = tessera.compile(VECTOR_ADD, gpu="sm_90")
    assert len(plain) < len(cubin)
    with pytest.raises(tessera.Error, match="does not carry the program"):
        tessera.load(plain)
    # Stages before machine code cannot carry the program.
    ptx = tessera.compile(VECTOR_ADD, stage="ptx", carry_program=True)
    assert ptx == tessera.compile(VECTOR_ADD, stage="ptx")


def test_time_limit():
    with pytest.raises(tessera.CompileTimeout, match="not compiled within 1e-06 seconds") as late:
        tessera.compile(VECTOR_ADD, stage="ptx", timeout=1e-6)
    assert isinstance(late.value, TimeoutError)
    assert tessera.compile(VECTOR_ADD, stage="ptx", timeout=1e6)
    assert tessera.compile(VECTOR_ADD, stage="ptx", timeout=float("inf"))
    assert tessera.compile(VECTOR_ADD, stage="ptx", timeout=10**400)


def test_cache(tmp_path):
    folder = tmp_path / "cache"
    first = tessera.compile(VECTOR_ADD, cache=folder)
    (file,) = folder.glob("llvmcache-*")
    before = file.stat().st_ino
    again = tessera.compile(VECTOR_ADD, cache=str(folder))
    assert (again, again.ptx, again.resources) == (first, first.ptx, first.resources)
    assert file.stat().st_ino == before
    # A damaged file counts as missing.
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert tessera.compile(VECTOR_ADD, cache=folder) == first
    assert file.stat().st_ino != before
    tessera.compile(VECTOR_ADD, opt=1, cache=folder)
    assert len(list(folder.glob("llvmcache-*"))) == 2


def test_remarks_are_those_of_tileiras(tmp_path):
    output = tmp_path / "remarks.yaml"
    options = ["--remarks=all", "--remark-format=yaml", f"--remarks-output-file={output}"]
    source = ROOT / "examples/vector_add.mlir"
    tool("tileiras", source, "--gpu-name=sm_90", "--emit=ptx", *options, "-o", tmp_path / "k")
    told = tessera.compile(source, stage="ptx").remarks
    named = [line.split()[-1] for line in output.read_text().splitlines() if "Name:" in line]
    assert [remark.name for remark in told] == named
    missed = [remark for remark in told if remark.kind == "Missed"]
    assert missed and all(remark.kernel == "vector_add" for remark in missed)
    assert all(remark.arguments["Reason"] and remark.category == "Memory" for remark in missed)


def test_report_is_that_of_tileiras(tmp_path):
    report = tmp_path / "r.json"
    made = tmp_path / "k.ptx"
    tool(
        "tileiras",
        VECTOR_ADD,
        "--gpu-name=sm_90",
        "--emit=ptx",
        f"--report={report}",
        "-o",
        made,
    )
    ptx = tessera.compile(VECTOR_ADD, stage="ptx")
    assert ptx == made.read_bytes() and not ptx.resources
    assert ptx.report == json.loads(report.read_text())
    assert tessera.compile(VECTOR_ADD, stage="tileaa").report == {}


def test_options():
    source = kernels.store_constant("i32").replace("@k", "@one")
    both = source.replace("\n}\n", "") + "\n  entry @two() { return }\n}\n"
    every = tessera.compile(both, "sm_80", 0, stage="ptx")
    one = tessera.compile(both, "sm_80", stage="ptx", kernels=["one"])
    assert ".entry one" in every.ptx and ".entry two" in every.ptx
    assert ".entry one" in one.ptx and ".entry two" not in one.ptx
    assert ".loc" in tessera.compile(both, stage="ptx", line_info=True).ptx


@pytest.mark.parametrize(
    "options, message",
    [
        ({"gpu": "sm_1"}, "sm_1"),
        ({"opt": 7}, "7"),
        ({"stage": "sass"}, "there is no stage 'sass'"),
        ({"kernels": ["one"]}, "no kernel 'one' to compile; it has 'vector_add'"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(tessera.ConfigurationError, match=message) as caught:
        tessera.compile(VECTOR_ADD, **options)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"gpu": 90}, "gpu is 90, not a str"),
        ({"opt": "3"}, "opt is '3', not a whole number"),
        ({"kernels": "one"}, "kernels is the str 'one'; give a list"),
        ({"kernels": [1]}, "one of kernels is 1, not a str"),
        ({"name": 3}, "name is 3, not a str"),
        ({"timeout": "1"}, "timeout is '1', not a number"),
        ({"source": 3}, "source is 3, not bytes, text or the path of a file"),
    ],
)
def test_options_of_other_types(options, message):
    with pytest.raises(TypeError, match=message):
        tessera.compile(**{"source": VECTOR_ADD, **options})


def test_a_name_is_no_program(tmp_path, monkeypatch):
    """A str is a program; one that names a file gets the way to say so."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kernels").write_bytes(VECTOR_ADD.read_bytes())
    for name in ("kernels", "gone.mlir", "gone.tileirbc"):
        for call in (tessera.verify, tessera.disassemble, tessera.compile, tessera.load):
            with pytest.raises(TypeError, match=f"give pathlib.Path\\('{name}'\\)"):
                call(name)
    assert "vector_add" in tessera.load(tmp_path / "kernels")
    with pytest.raises(tessera.VerifyError):
        tessera.load("neither")


def test_invalid_program():
    source = kernels.entry("", "    %x = addi %y, %y : tile<i32>")
    for call in (tessera.verify, tessera.disassemble, tessera.compile, tessera.load):
        with pytest.raises(tessera.VerifyError) as caught:
            call(source, name="k.mlir")
        error = caught.value
        assert error.location == tessera.Location("k.mlir", 3, 15)
        assert "k.mlir:3:15: error: " in str(error)
        assert error.message in str(error) and error.ir == source


def test_error_has_the_program_of_bytecode():
    with pytest.raises(tessera.ConfigurationError) as caught:
        tessera.compile(VECTOR_ADD, gpu="sm_1")
    assert "entry @vector_add" in caught.value.ir and "loc(" in caught.value.ir
    with pytest.raises(tessera.VerifyError) as caught:
        tessera.verify(b"\x7fTileIR\x00\xff")
    assert caught.value.ir is None


def test_disassemble():
    assert tessera.disassemble(VECTOR_ADD) == tool("tileirdisasm", VECTOR_ADD).decode()
    shown = tessera.disassemble(VECTOR_ADD, locations=True)
    assert shown == tool("tileirdisasm", "-g", VECTOR_ADD).decode()
    again = tessera.disassemble(tessera.disassemble(VECTOR_ADD))
    assert again == tessera.disassemble(VECTOR_ADD)
