//===- KernelPass.td - Passes over a kernel -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_KERNELPASS_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_KERNELPASS_TD

include "mlir/Pass/PassBase.td"

/// A pass over one kernel.
class TileAS_KernelPass<string argument>
    : Pass<argument, "tileas::KernelOpInterface">;

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_KERNELPASS_TD
