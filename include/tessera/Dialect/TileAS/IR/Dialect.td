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
  let summary = "Scheduled async tile: where, when, by whom";
  let description = [{
    #### Scope
    Where every value lives (a layout on every tensor type, buffers in shared
    memory with offsets, scratch memory), which instruction multiplies matrices,
    who executes what (owners, warps) and in which order
    (barriers). Arithmetic and shape ops are those of `arith` and `tileaa`: they
    say what is computed, and the types of their values say where.

    #### Non-goals
    What is computed and what may alias: decided in `tileaa`. Registers,
    addresses and instructions: decided on the way to NVVM.

    #### Placement
    Made from `tileaa` by `convert-tileaa-to-tileas`, which leaves tensors
    without a layout. The passes then run in this order: allocate-scratch,
    assign-layouts, decompose-reductions, place-in-shared, make-asynchronous,
    schedule-loops, pipeline-loops, overlap-tiles, split-loops,
    separate-products, allocate-shared, place-barriers, freeze-kernel-spec; below
    -O2 without those from make-asynchronous to separate-products.
    `convert-tileas-to-nvvm` leaves the dialect.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  // Of schedules, which ops of other dialects bear.
  let hasOperationAttrVerify = 1;
  let dependentDialects = ["::tessera::tileaa::TileAADialect"];
}

class TileAS_Op<string mnemonic, list<Trait> traits = []>
    : Op<TileAS_Dialect, mnemonic, traits>;

#endif // TESSERA_DIALECT_TILEAS_IR_DIALECT_TD
