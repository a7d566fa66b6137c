//===- Tokens.td - Order among accesses -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_TOKENS_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_TOKENS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"

def TileAA_MakeTokenOp : TileAA_Op<"make_token", [Pure]> {
  let summary = "A token that nothing comes before";
  let description = Example<"%0 = tileaa.make_token">.text;
  let results = (outs TileAA_TokenType:$result);
  let assemblyFormat = "attr-dict";
}

def TileAA_JoinTokensOp : TileAA_Op<"join_tokens", [Pure]> {
  let summary = "A token after all of its operands";
  let description = Example<"%2 = tileaa.join_tokens %0, %1">.text;
  let arguments = (ins Variadic<TileAA_TokenType>:$tokens);
  let results = (outs TileAA_TokenType:$result);
  let assemblyFormat = "$tokens attr-dict";
}

/// An op with an effect that tokens order among the accesses.
class TileAA_OrderedOp<string mnemonic> : TileAA_Op<mnemonic,
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let arguments = (ins Optional<TileAA_TokenType>:$token);
  let results = (outs TileAA_TokenType:$result_token);
  let description = Example<"%1 = tileaa." # mnemonic # " after %0">.text;
  let assemblyFormat = "(`after` $token^)? attr-dict";
}

def TileAA_FenceAliasOp : TileAA_OrderedOp<"fence_alias"> {
  let summary = "Orders accesses to one place by different virtual addresses";
}

def TileAA_GdcWaitOp : TileAA_OrderedOp<"gdc_wait"> {
  let summary = "Waits for the end of the launch that this one depends on";
  let description = [{
    Ops after it see the writes of that launch. It does nothing below sm_90, and
    in a launch that depends on none.

    ```mlir
    %1 = tileaa.gdc_wait after %0
    ```
  }];
}

def TileAA_GdcLaunchDependentsOp : TileAA_OrderedOp<"gdc_launch_dependents"> {
  let summary = "Lets dependent launches begin, once all blocks ran it";
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_TOKENS_TD
