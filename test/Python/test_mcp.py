# ===- test_mcp.py - The server for assistants ------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""A client of the protocol asks `tessera-mcp` as an assistant would."""

import asyncio
import json
import os
import sys

import numpy as np
import pytest
from conftest import BIN, ROOT
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

SERVER = StdioServerParameters(
    command=sys.executable,
    args=["-m", "tessera_tile.mcp_server"],
    env={
        **os.environ,
        "PATH": f"{BIN}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "python"),
    },
)
ADD = str(ROOT / "examples/vector_add.mlir")


def ask(tool=None, **arguments):
    """The answer of a tool as data; without one, what the server says of itself."""

    async def converse():
        async with stdio_client(SERVER) as streams, ClientSession(*streams) as session:
            about = await session.initialize()
            if not tool:
                return about, await session.list_tools()
            answer = await session.call_tool(tool, arguments)
            assert not answer.is_error, answer
            (content,) = answer.content
            return json.loads(content.text)

    return asyncio.run(converse())


@pytest.fixture
def operands(tmp_path):
    np.save(tmp_path / "x.npy", np.arange(1000, dtype=np.float32))
    return [f"ptr:{tmp_path}/x.npy", f"ptr:{tmp_path}/x.npy", "ptr:new:f32[1000]", "i32:1000"]


def test_tools():
    about, tools = ask()
    assert {tool.name for tool in tools.tools} == {"compile", "run", "compare", "explain"}
    assert all(tool.description for tool in tools.tools)
    assert "cuda-tile-run @arguments" in about.instructions


def test_compile():
    answer = ask("compile", kernel=ADD, gpu="sm_80")
    assert answer["succeeded"] and ".entry vector_add(" in answer["code"]
    assert answer["characters_left_out"] == 0


def test_error_has_its_place(tmp_path):
    wrong = tmp_path / "wrong.mlir"
    wrong.write_text("cuda_tile.module @m {\n  entry @k(%a: tile<2xf33>) {\n    return\n  }\n}\n")
    answer = ask("compile", kernel=str(wrong), gpu="sm_80")
    assert not answer["succeeded"]
    (message,) = answer["messages"]
    assert (message["file"], message["line"]) == (str(wrong), 2)


def test_run_and_compare(operands):
    assert ask("run", kernel=ADD, arguments=operands)["succeeded"]
    assert ask("compare", kernel=ADD, arguments=operands, gpu="sm_90")["succeeded"]


def test_finding(operands):
    short = [*operands[:2], "ptr:new:f32[999]", "i32:1000"]
    for gpu in ("", "sm_90"):
        answer = ask("run", kernel=ADD, arguments=short, gpu=gpu)
        assert not answer["succeeded"]
        assert "bounds" in answer["messages"][0]["message"]


def test_explain():
    (kernel,) = ask("explain", kernel=str(ROOT / "test/Report/Inputs/gemm.mlir"), gpu="sm_80")[
        "kernels"
    ]
    assert kernel["loops"][0]["cycles"] > 0 and kernel["loops"][0]["limit"]
    assert kernel["shared_bytes"] > 0


def test_gpu_is_assumed_and_told():
    kernel = str(ROOT / "test/Report/Inputs/gemm.mlir")
    answer = ask("explain", kernel=kernel)
    (message,) = answer["messages"]
    assert message["severity"] == "note" and "compiled for sm_90" in message["message"]
    assert answer["verdicts"]["gemm"][0].startswith("gemm is limited by")
    assert answer["kernels"][0]["gpu"] == "sm_90"
