#!/usr/bin/env python3
# ===- same_as_cuda.py - Our declarations beside the toolkit's ---------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes a C++ program that compiles only if Cuda.h and cuda.h agree.

usage: same_as_cuda.py DRIVER OUTPUT

DRIVER is the folder with Cuda.h, Errors.def and Api.def. The program includes Cuda.h in
a namespace, then cuda.h with none, and compares each enumerator, the layout of each
struct.
"""

import pathlib
import re
import sys

STRUCTS = {
    "CUlaunchConfig": ["gridDimX", "sharedMemBytes", "hStream", "attrs", "numAttrs"],
    "CUlaunchAttribute": ["id", "value"],
    "CUDA_MEMCPY2D": ["srcY", "srcMemoryType", "srcPitch", "dstArray", "Height"],
    "CUDA_MEMCPY3D": ["srcMemoryType", "srcHeight", "dstLOD", "dstPitch", "Depth"],
    "CUmemAllocationProp": ["location", "win32HandleMetaData", "allocFlags"],
    "CUmemAccessDesc": ["flags"],
    "CUtensorMap": ["opaque"],
    "CUDA_MEMCPY3D_PEER": ["srcContext", "dstContext", "Depth"],
    "CUDA_KERNEL_NODE_PARAMS_v1": ["gridDimX", "sharedMemBytes", "extra"],
    "CUDA_KERNEL_NODE_PARAMS": ["kernelParams", "kern", "ctx"],
    "CUDA_MEMSET_NODE_PARAMS": ["pitch", "elementSize", "height"],
    "CUDA_HOST_NODE_PARAMS": ["userData"],
    "CUgraphNodeParams": ["type", "kernel", "memcpy", "memset", "host"],
    "CUgraphEdgeData": ["to_port", "type"],
    "CUgraphExecUpdateResultInfo": ["errorNode", "errorFromNode"],
    "CUDA_GRAPH_INSTANTIATE_PARAMS": ["hUploadStream", "result_out"],
}


def enumerators(text):
    for body in re.findall(r"enum\s*\w*\s*:?[^{;]*\{(.*?)\};", text, re.DOTALL):
        body = re.sub(r"^#.*$", "", body, flags=re.MULTILINE)
        yield from re.findall(r"\b(CU_[A-Z0-9_]+)\b", body)


def main(folder, output):
    folder = pathlib.Path(folder)
    header = (folder / "Cuda.h").read_text()
    names = sorted(set(enumerators(header)))
    names += re.findall(
        r"^CU_ERROR\((\w+)", (folder / "Errors.def").read_text(), re.MULTILINE
    )
    # Ours are included first, because the toolkit's may be macros.
    lines = ["#include <cstddef>", "#include <cstdint>", "namespace ours {"]
    lines += [f'#include "{folder.resolve()}/Cuda.h"', "constexpr long numbers[] = {"]
    lines += [f"  long({name})," for name in names]
    lines += ["};", "}", "#undef CUDA_VERSION", "#include <cuda.h>"]
    lines += [
        f'static_assert(ours::numbers[{i}] == long({name}), "{name}");'
        for i, name in enumerate(names)
    ]
    for struct, members in STRUCTS.items():
        lines.append(
            f'static_assert(sizeof(ours::{struct}) == sizeof(::{struct}), "{struct}");'
        )
        lines += [
            f"static_assert(offsetof(ours::{struct}, {member}) == "
            f'offsetof(::{struct}, {member}), "{struct}::{member}");'
            for member in members
        ]
    pathlib.Path(output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
