//===- Grid.td - Coordinates of the tile block -------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_GRID_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_GRID_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

class CudaTile_GridOp<string mnemonic, int opcode>
    : CudaTile_Op<mnemonic, opcode, "13.1", [Pure]>;

def CudaTile_GetTileBlockIdOp
    : CudaTile_GridOp<"get_tile_block_id", 0x30> {
  let summary = "the coordinates of the tile block in the grid";
  let description = [{
    The coordinates x, y, z, each below the extent of the grid; those of absent
    dimensions are 0.

    #### Example
    ```mlir
    %x, %y, %z = get_tile_block_id : tile<i32>
    ```
  }];
  let results = (outs CudaTile_ScalarI32:$blockId_x,
                      CudaTile_ScalarI32:$blockId_y,
                      CudaTile_ScalarI32:$blockId_z);
  let assemblyFormat = "attr-dict `:` custom<ShortType>(type($blockId_x))";
}

def CudaTile_GetNumTileBlocksOp
    : CudaTile_GridOp<"get_num_tile_blocks", 0x2E> {
  let summary = "the number of tile blocks in the grid";
  let description = [{
    The extents x, y, z of the grid, each at most 2^24-1; those of absent
    dimensions are 1.

    #### Example
    ```mlir
    %x, %y, %z = get_num_tile_blocks : tile<i32>
    ```
  }];
  let results = (outs CudaTile_ScalarI32:$gridSize_x,
                      CudaTile_ScalarI32:$gridSize_y,
                      CudaTile_ScalarI32:$gridSize_z);
  let assemblyFormat = "attr-dict `:` custom<ShortType>(type($gridSize_x))";
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_GRID_TD
