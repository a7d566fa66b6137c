#!/usr/bin/env python3
# ===- same_as_cudart.py - Our runtime beside the toolkit's header -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes a C++ program that compiles only if ours agrees with cuda_runtime_api.h.

usage: same_as_cudart.py RUNTIME OUTPUT

RUNTIME is the folder with Types.h, Errors.def and Runtime.def. The program includes
Types.h in a namespace, then the toolkit's header with none. It compares each error and
the layout of each structure, and each function by the sizes of its parameters.
"""

import pathlib
import re
import sys

STRUCTS = {
    "cudaMemcpy3DParms": ["srcPos", "srcPtr", "dstArray", "dstPtr", "extent", "kind"],
    "cudaPointerAttributes": ["type", "device", "devicePointer", "hostPointer"],
    "cudaFuncAttributes": [
        *("constSizeBytes", "numRegs", "binaryVersion", "maxDynamicSharedSizeBytes"),
        *("requiredClusterDepth", "nonPortableClusterSizeAllowed"),
    ],
    "cudaLaunchConfig_t": ["blockDim", "dynamicSmemBytes", "stream", "numAttrs"],
    "cudaKernelNodeParams": ["gridDim", "sharedMemBytes", "kernelParams", "extra"],
    "cudaPitchedPtr": ["pitch", "xsize", "ysize"],
    "cudaChannelFormatDesc": ["w", "f"],
}

# Structures that the runtime hands to the driver as they are.
SAME_AS_DRIVER = {
    "CUlaunchAttribute": "cudaLaunchAttribute",
    "CUmemPoolProps": "cudaMemPoolProps",
    "CUmemAccessDesc": "cudaMemAccessDesc",
    "CUDA_MEMSET_NODE_PARAMS": "cudaMemsetParams",
    "CUDA_HOST_NODE_PARAMS": "cudaHostNodeParams",
    "CUDA_MEM_ALLOC_NODE_PARAMS": "cudaMemAllocNodeParams",
    "CUDA_GRAPH_INSTANTIATE_PARAMS": "cudaGraphInstantiateParams",
    "CUgraphExecUpdateResultInfo": "cudaGraphExecUpdateResultInfo",
    "CUgraphEdgeData": "cudaGraphEdgeData",
    "CUgraphNodeParams": "cudaGraphNodeParams",
    "CUipcMemHandle": "cudaIpcMemHandle_t",
}

SHAPE = """\
template <typename... P> struct Sizes {
  static constexpr size_t of[] = {sizeof...(P), sizeof(P)...};
};
template <typename R, typename... P> constexpr Sizes<P...> sizes(R (*)(P...));
template <typename A, typename B> constexpr bool isSame() {
  for (size_t i = 0; i <= A::of[0]; ++i)
    if (A::of[i] != B::of[i])
      return false;
  return true;
}
"""


#: In a header of its own, which no package of pip has.
ELSEWHERE = {"cudaProfilerStart", "cudaProfilerStop"}


def of_release_13(path):
    """The rows of a table without those of older releases alone."""
    text = path.read_text()
    text = re.sub(r"^#if CUDART_MAJOR < 13\n.*?^#endif", "", text, flags=re.M | re.S)
    return re.sub(r"^#else\n.*?^#endif", "", text, flags=re.M | re.S)


def main(folder, output):
    folder = pathlib.Path(folder).resolve()
    errors = re.findall(
        r"^RT_\w*ERROR\((\w+)", of_release_13(folder / "Errors.def"), re.MULTILINE
    )
    functions = re.findall(
        r"^RT_\w+\((cuda\w+),[^()]*\((.*)\),$",
        of_release_13(folder / "Runtime.def"),
        re.MULTILINE,
    )
    fields = re.findall(
        r"^RT_\w+\(\w+, (\w+)", of_release_13(folder / "Properties.def"), re.MULTILINE
    )
    lines = ["#include <cstddef>", "#include <cstdint>", "namespace ours {"]
    lines += [f'#include "{folder}/Types.h"']
    lines += [f"void {name}({parameters});" for name, parameters in functions]
    lines += ["}", "#include <cuda_runtime_api.h>", SHAPE]
    lines += [
        f'static_assert(int(ours::{name}) == int(::{name}), "{name}");' for name in errors
    ]
    for struct, members in {**STRUCTS, "cudaDeviceProp": fields}.items():
        lines.append(
            f'static_assert(sizeof(ours::{struct}) == sizeof(::{struct}), "{struct}");'
        )
        lines += [
            f"static_assert(offsetof(ours::{struct}, {member}) == "
            f'offsetof(::{struct}, {member}), "{struct}::{member}");'
            for member in members
        ]
    lines += [
        f'static_assert(sizeof(ours::{driver}) == sizeof({runtime}), "{runtime}");'
        for driver, runtime in SAME_AS_DRIVER.items()
    ]
    lines += [
        f"static_assert(isSame<decltype(sizes(&ours::{name})), "
        f'decltype(sizes(&::{name}))>(), "{name}");'
        for name, _ in functions
        if name not in ELSEWHERE
    ]
    pathlib.Path(output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
