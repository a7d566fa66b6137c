//===- LaunchControl.td - Tile blocks that take over others -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_LAUNCHCONTROL_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_LAUNCHCONTROL_TD

include "tessera/Dialect/TileAS/IR/BufferOps.td"

def TileAS_AskBlockOp : TileAS_MachineCopyOp<"ask_block", (ins), ""> {
  let summary = "Asks for the work of a tile block that has not begun";
  let description = [{
    One thread asks, and the answer comes to the buffer like a copy by the machine: four
    words that only `next_block` can read. A tile block that is named there never begins;
    whoever has asked for it does its work.

    As with such copies, the end is a completion, which the `commit` of a ring takes, or
    16 bytes that phase `turn` of the mbarriers `ring` expects. Behind an answer that
    names none, to ask again has no meaning.

    ```mlir
    %to = tileas.acquire %answers[%i] : <!tileas.buffer<4xi32, stages = 2>>
    %c = tileas.ask_block to %to : !tileas.buffer<4xi32> -> !tileas.completion
    tileas.commit %answers[%i] after %c : <!tileas.buffer<4xi32, stages = 2>>
    ```
  }];
}

def TileAS_NextBlockOp : TileAS_BufferOp<"next_block"> {
  let summary = "The tile block that an answer names";
  let description = [{
    `exists` is true if the answer to `ask_block` names a tile block, whose coordinates
    are the others; these are any numbers if it does not.

    ```mlir
    %from = tileas.wait %answers[%i] : <!tileas.buffer<4xi32, stages = 2>>
    %exists, %x, %y, %z = tileas.next_block %from : <4xi32>
    tileas.release %answers[%i] : <!tileas.buffer<4xi32, stages = 2>>
    ```
  }];
  let arguments = (ins TileAS_BufferType:$answer);
  let results = (outs I1:$exists, I32:$x, I32:$y, I32:$z);
  let builders = [OpBuilder<(ins "mlir::Value":$answer), [{
    mlir::Type i32 = $_builder.getI32Type();
    build($_builder, $_state, $_builder.getI1Type(), i32, i32, i32, answer);
  }]>];
  let assemblyFormat = "$answer attr-dict `:` type($answer)";
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_LAUNCHCONTROL_TD
