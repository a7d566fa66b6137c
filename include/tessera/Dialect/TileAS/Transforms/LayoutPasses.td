//===- LayoutPasses.td - Passes that give tiles layouts -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_LAYOUTPASSES_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_LAYOUTPASSES_TD

include "tessera/Dialect/TileAS/Transforms/KernelPass.td"

def TileASAssignLayouts : TileAS_KernelPass<"tileas-assign-layouts"> {
  let summary = "Gives every tile a layout";
  let description = [{
    Chooses a layout for each tile, in this order:

    1. Accesses to memory and matrix products are anchors. An access prefers the
       lanes of a warp along the dimension that is contiguous in memory, in each
       lane as many neighbours as facts allow one instruction to access, and
       warps along the slowest dimension. A product allows only the layouts of
       its instruction.
    2. From the anchors layouts spread along the ops, forwards and backwards.
       Where two meet, a cost model decides if a tile is converted, or if an
       access gives way.
    3. Tiles that are computed from scalars and `iota` by a few cheap ops are
       rematerialized in each layout in which they are needed.
    4. A `tileas.convert_layout` is inserted right after the definition of a
       tile that is needed in another layout. Accesses get their `width`, the
       number of elements of one instruction.

    Afterwards every tile type has a layout as its encoding:

    ```mlir
    %x, %t = tileas.load %p[%c0] ... {width = 4 : i64} : ... tensor<128xf32, #l>
    %y = tileas.convert_layout %x : tensor<128xf32, #l> -> tensor<128xf32, #r>
    ```
  }];
  let dependentDialects = ["tileas::TileASDialect"];
}

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_LAYOUTPASSES_TD
