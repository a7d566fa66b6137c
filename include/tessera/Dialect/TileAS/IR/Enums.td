//===- Enums.td - Enums of tileas -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of its own, since the generator of enums takes all enums that it sees.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_ENUMS_TD
#define TESSERA_DIALECT_TILEAS_IR_ENUMS_TD

include "mlir/IR/EnumAttr.td"

def TileAS_Executor : I32EnumAttr<"Executor", "which threads execute an access", [
  I32EnumAttrCase<"All", 0, "all">, I32EnumAttrCase<"Owner", 1, "owner">,
  I32EnumAttrCase<"One", 2, "one">, I32EnumAttrCase<"Machine", 3, "machine">
]> {
  let cppNamespace = "::tessera::tileas";
  let genSpecializedAttr = 0;
}

def TileAS_TurnVerb : I32EnumAttr<"TurnVerb", "what a group of warps does with its turn", [
  I32EnumAttrCase<"Open", 0, "open">, I32EnumAttrCase<"Take", 1, "take">,
  I32EnumAttrCase<"Pass", 2, "pass">
]> {
  let cppNamespace = "::tessera::tileas";
  let genSpecializedAttr = 0;
}

def TileAS_MemorySpace : I32EnumAttr<"MemorySpace", "the memory that a buffer lies in", [
  I32EnumAttrCase<"Shared", 0, "shared">, I32EnumAttrCase<"Tensor", 1, "tensor">
]> {
  let cppNamespace = "::tessera::tileas";
  let genSpecializedAttr = 0;
}

def TileAS_CompletionKind : I32EnumAttr<"CompletionKind", "of which the end is noted", [
  I32EnumAttrCase<"Group", 0, "group">, I32EnumAttrCase<"Phase", 1, "phase">,
  I32EnumAttrCase<"Product", 2, "product">
]> {
  let cppNamespace = "::tessera::tileas";
  let genSpecializedAttr = 0;
}

#endif // TESSERA_DIALECT_TILEAS_IR_ENUMS_TD
