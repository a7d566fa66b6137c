#!/usr/bin/env python3
# ===- file_seeds.py - Files of cuda-tile-run, and sessions of editors --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""usage: file_seeds.py KIND FOLDER: writes small files of that kind, npy, works, cases
or lsp, for their fuzz targets."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def npy():
    for number, (descr, order, shape, size) in enumerate(
        [
            ("<f4", False, "(2, 3)", 24),
            ("<i8", True, "(2,)", 16),
            ("|b1", False, "()", 1),
            ("<f2", False, "(0, 3)", 0),
            ("|V2", True, "(1, 2, 2)", 8),
            (">f4", False, "(1,)", 4),
        ]
    ):
        text = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}"
        for version in (1, 2):
            width = 2 if version == 1 else 4
            header = text.ljust(63 - width - len(text) % 2) + "\n"
            length = len(header).to_bytes(width, "little")
            start = b"\x93NUMPY" + bytes([version, 0]) + length
            yield f"{number}-{version}", start + header.encode() + bytes(size)


def works():
    yield "launches", b"""- kernel: k.mlir
  entry: k
  grid: [ 2, 3 ]
  args: [ 'ptr:@m0+16', 'i32:5' ]
  variables: [ 'g=m1' ]
- kernel: k.ptx
  block: [ 32 ]
  cluster: [ 2, 1, 1 ]
  shared: 1024
  after: [ 0, '0:triggered' ]
"""
    yield "steps", b"""- step: "copy 'a'"
  reads: [ 'm0+0:16' ]
  writes: [ 'm1+0:16' ]
  contents: s0.bin
  after: [ 0:started ]
"""


def cases():
    files = ("test/Emulator/twins/*/*.ptx", "test/Compiler/*-beyond-shared.mlir")
    for file in sorted(path for form in files for path in ROOT.glob(form)):
        lines = [line for line in file.read_text().splitlines() if line[:3] == "//%"]
        # A case and its neighbour, which an input has room for.
        starts = [i for i, line in enumerate(lines) if line.startswith("//% - ")]
        if starts:
            some = lines[: (starts + [len(lines)])[min(2, len(starts))]]
            yield file.stem, ("\n".join(some) + "\n").encode()
    yield "options", b"""--grid=2,1,1
--memory=m0=new:f32[4,8]
--buffer=m1=new:64
--link=m0+8=m1+16
--written=m1+8:32
--variable=g=m1
--arg=ptr:@m0+4
--arg=array:@m0+2[2,3;8,1]
--arg=list:@m0,@m1+8:i8[4]
--arg=tensormap:@m0[4,8]:box=8,2:swizzle=32
--arg=struct:align=16,i32:5,{i8:1,ptr:@m0}
--arg=ptr:new:bf16[3]
--arg=f16:-1.5
"""


def lsp():
    documents = [
        "cuda_tile.module @m { entry @k(%a: tile<i32>) { return } }",
        "cuda_tile.module @m {\n",
        '#a = loc("x")\nmodule attributes {b = affine_map<(d0) -> (d0 + 1)>} {}',
    ]
    for file in sorted(ROOT.glob("test/Dialect/CudaTile/*/*.mlir")):
        documents += [
            part for part in file.read_text().split("// -----") if len(part) < 1200
        ][:3]
    for number, document in enumerate(documents):
        yield f"document-{number}", document.encode()
    place = '"position":{"line":0,"character":9}'
    item = '"textDocument":{"uri":"file:///0.mlir","version":2}'
    change = (
        '"contentChanges":[{"range":{"start":{"line":0,"character":0},'
        '"end":{"line":0,"character":4}},"text":"x"}]'
    )
    for method, rest in (
        ("didChange", change),
        ("didClose", '"a":1'),
        ("hover", place),
        ("completion", place),
    ):
        body = (
            f'{{"jsonrpc":"2.0","id":7,"method":"textDocument/{method}",'
            f'"params":{{{item},{rest}}}}}'
        )
        yield f"message-{method}", documents[1].encode() + b"\0" + body.encode()
    yield "raw", b"Content-Length: 2\r\nContent-Type: x\r\n\r\n{}\0[1,{}]"


if __name__ == "__main__":
    kinds = {"npy": npy, "works": works, "cases": cases, "lsp": lsp}
    for name, contents in kinds[sys.argv[1]]():
        (pathlib.Path(sys.argv[2]) / name).write_bytes(contents)
