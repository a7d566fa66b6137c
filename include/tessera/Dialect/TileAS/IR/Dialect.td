//===- Dialect.td - The tileas dialect -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_DIALECT_TD
#define TESSERA_DIALECT_TILEAS_IR_DIALECT_TD

include "mlir/IR/OpBase.td"

def TileAS_Dialect : Dialect {
  let name = "tileas";
  let cppNamespace = "::tessera::tileas";
  let summary = "Scheduled async tile: layouts, schedules and threads";
  let description = [{
    #### Scope The place of every value (a layout on every tensor type, buffers
    in shared memory with offsets, scratch memory), the instruction of each
    matrix product, the threads that execute each op (owners, warps), and the
    order of ops (barriers). Arithmetic and shape ops are those of `arith` and
    `tileaa`; the types of their values hold the layouts.

    #### Non-goals The computation and aliasing: `tileaa` decides them.
    Registers, addresses and instructions: the lowering to NVVM decides them.

    #### Placement `convert-tileaa-to-tileas` makes it from `tileaa`, with
    tensors that have no layout yet. The passes then run in this order:
    allocate-scratch, assign-layouts, decompose-reductions, place-in-shared,
    make-asynchronous, schedule-loops, pipeline-loops, overlap-tiles,
    split-loops, separate-products, time-loops, lower-rings, allocate-shared,
    place-barriers, freeze-kernel-spec; below -O2 without those from
    make-asynchronous to time-loops. `convert-tileas-to-nvvm` lowers the dialect.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  // Verifies schedules, which ops of other dialects carry.
  let hasOperationAttrVerify = 1;
  let dependentDialects = ["::tessera::tileaa::TileAADialect"];
}

class TileAS_Op<string mnemonic, list<Trait> traits = []>
    : Op<TileAS_Dialect, mnemonic, traits>;

#endif // TESSERA_DIALECT_TILEAS_IR_DIALECT_TD
