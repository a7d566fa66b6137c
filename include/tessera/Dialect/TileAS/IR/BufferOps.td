//===- BufferOps.td - What ops on buffers share ------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_BUFFEROPS_TD
#define TESSERA_DIALECT_TILEAS_IR_BUFFEROPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAS/IR/Access.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

/// An op that accesses memory only through buffers.
class TileAS_BufferOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]>;

/// A copy that one thread begins and the machine carries out. `source` are the
/// operands that say what is copied, and `typeFormat` prints the type from which
/// that of the buffer follows.
class TileAS_MachineCopyOp<string mnemonic, dag source, string sourceFormat,
                           list<Trait> traits = [],
                           string typeFormat = "type($buffer)">
    : TileAS_Op<mnemonic, traits # [AttrSizedOperandSegments,
        MemoryEffects<[MemRead, MemWrite]>,
        DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
        DeclareOpInterfaceMethods<TileAS_MachineCopyOpInterface>,
        TileAS_ConditionalOpInterface]> {
  let arguments = !con(source, (ins TileAS_BufferType:$buffer),
      TileAS_ConditionArguments,
      (ins Optional<TileAS_BufferType>:$ring, Optional<I32>:$turn));
  let results = (outs Optional<TileAS_CompletionType>:$completion);
  let assemblyFormat = sourceFormat # [{
    `to` $buffer (`if` $condition^)? (`on` $ring^ `` `[` $turn `]`)? attr-dict
    `:` }] # typeFormat # [{ (`,` qualified(type($ring))^)? (`->` qualified(type($completion))^)?
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_BUFFEROPS_TD
