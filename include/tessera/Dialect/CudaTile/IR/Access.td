//===- Access.td - Common parts of memory accesses ---------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_ACCESS_TD
#define TESSERA_DIALECT_CUDATILE_IR_ACCESS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

/// A memory operation that only tokens order. `weak` has no scope, all other
/// orderings have one.
class CudaTile_AccessOp<string mnemonic, int opcode, list<Trait> traits,
                        string since = "13.1">
    : CudaTile_Op<mnemonic, opcode, since,
        !listconcat([AttrSizedOperandSegments,
                     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>],
                    traits)> {
  let category = "memory";
  let hasVerifier = 1;
}

/// All flags are false, one for each index: the meaning of a file from before
/// `since`.
class CudaTile_InboundsSince<string op, string since>
    : CudaTile_FieldSince<"inbounds", since,
        "::mlir::DenseBoolArrayAttr::get($_op->getContext(), "
        "::llvm::SmallVector<bool>("
        "::llvm::cast<::tessera::cuda_tile::" # op # ">($_op)"
        ".getIndex().size(), false))">;

#endif // TESSERA_DIALECT_CUDATILE_IR_ACCESS_TD
