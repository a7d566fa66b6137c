//===- Types.td - Types of tileaa -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TYPES_TD
#define TESSERA_DIALECT_TILEAA_IR_TYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "tessera/Dialect/TileAA/IR/Dialect.td"

class TileAA_Type<string name, string typeMnemonic>
    : TypeDef<TileAA_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TileAA_PtrType : TileAA_Type<"Ptr", "ptr"> {
  let summary = "A 64-bit address in global memory";
  let description = [{
    Opaque: the access determines the type of the pointee, and alias analysis
    the origin (Analysis/MemoryObjects.h).
  }];
}

def TileAA_TokenType : TileAA_Type<"Token", "token"> {
  let summary = "An edge of the order among memory accesses";
  let description = [{ Has no value at run time. }];
}

/// A scalar or tile of the given scalar type constraint.
class TileAA_ScalarOrTileOf<list<Type> types, string summary>
    : AnyTypeOf<types # [RankedTensorOf<types>], summary>;

def TileAA_Float : AnyTypeOf<[F16, BF16, F32, F64]>;
def TileAA_Int : AnyTypeOf<[I1, I<4>, I8, I16, I32, I64]>;
def TileAA_FloatLike : TileAA_ScalarOrTileOf<[F16, BF16, F32, F64],
    "float scalar or tile">;
def TileAA_Scalar : AnyTypeOf<
    [I1, I<4>, I8, I16, I32, I64, F16, BF16, F32, F64, TileAA_PtrType], "scalar">;
def TileAA_Tile : RankedTensorOf<
    [I1, I<4>, I8, I16, I32, I64, F16, BF16, F32, F64, TileAA_PtrType], [], "tile">;
def TileAA_Value : AnyTypeOf<[TileAA_Scalar, TileAA_Tile], "scalar or tile">;
def TileAA_PtrLike : TileAA_ScalarOrTileOf<[TileAA_PtrType],
    "pointer or tile of pointers">;
def TileAA_I64Like : TileAA_ScalarOrTileOf<[I64], "i64 scalar or tile">;
def TileAA_IntLike : TileAA_ScalarOrTileOf<[I1, I<4>, I8, I16, I32, I64],
    "integer scalar or tile">;
def TileAA_Position : AnyTypeOf<[I32, I64], "i32 or i64">;
def TileAA_BoolLike : TileAA_ScalarOrTileOf<[I1], "i1 scalar or tile">;

#endif // TESSERA_DIALECT_TILEAA_IR_TYPES_TD
