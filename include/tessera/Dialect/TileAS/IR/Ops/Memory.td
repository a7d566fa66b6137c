//===- Memory.td - Accesses to global memory -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_MEMORY_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_MEMORY_TD

include "tessera/Dialect/TileAS/IR/Access.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"

defvar TileAS_AccessArguments = !con((ins
    DefaultValuedAttr<TileAS_ExecutorAttr, "Executor::All">:$executor),
    TileAS_WidthArguments);
defvar TileAS_ExecutorFormat = "(`by` `` $executor^)? ";

/// A weak load may be executed by every thread that needs the value. Any other
/// load is executed by the owner of each element alone, and `publish`
/// distributes the value.
def TileAS_LoadOp : TileAccess_LoadOp<TileAS_Dialect,
    TileAS_ConditionArguments, TileAS_AccessArguments,
    !strconcat("(`if` $condition^)? ", TileAS_ExecutorFormat),
    [TileAS_WideAccessOpInterface, TileAS_ConditionalOpInterface]> {
  let description = Example<
      "%x, %t = tileas.load %p[%i] extents [%n] strides [%s] {width = 4 : i64} "
      ": !tileaa.ptr -> tensor<64xf32, #tileas.layout<register = [[1], [2]], "
      "lane = [[4], [8], [16], [32], [0]], warp = []>>",
      !strconcat(TileAccess_Description, TileAS_ConditionDescription,
                 TileAS_WidthDescription)>.text;
  let builders = [TileAccess_Builder<
      (ins "::mlir::Type":$type, "::tessera::tileas::Executor":$executor,
           CArg<"::mlir::Value", "{}">:$other,
           CArg<"::tessera::tileaa::AtomicModeAttr", "{}">:$multimem),
      "other, /*condition=*/::mlir::Value()", !strconcat("type, ", TileAccess_Token),
      !strconcat(TileAccess_SetOrdering, TileAccess_SetHints, [{
        properties.multimem = multimem;
        properties.executor = ::tessera::tileas::ExecutorAttr::get(
            $_builder.getContext(), executor);
      }])>];
}
/// A store is always executed by the owner of each element alone.
def TileAS_StoreOp : TileAccess_StoreOp<TileAS_Dialect, TileAS_AccessArguments,
                                        TileAS_ExecutorFormat,
                                        [TileAS_WideAccessOpInterface]> {
  let description = Example<
      "%t = tileas.store %x to %p by<owner> : f32, !tileaa.ptr",
      !strconcat(TileAccess_Description, TileAS_WidthDescription)>.text;
  let builders = [TileAccess_Builder<
      (ins "::mlir::Value":$value, CArg<"bool", "false">:$multimem),
      "value", TileAccess_Token,
      !strconcat(TileAccess_SetOrdering, TileAccess_SetHints,
                 TileAccess_SetMultimem, [{
        properties.executor = ::tessera::tileas::ExecutorAttr::get(
            $_builder.getContext(), ::tessera::tileas::Executor::Owner);
      }])>];
}
/// An atomic access is executed by the owner of each element alone, whose result
/// `publish` spreads.
def TileAS_AtomicOp : TileAccess_AtomicOp<TileAS_Dialect, TileAS_WidthArguments,
                                          "", [TileAS_WideAccessOpInterface]>;

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_MEMORY_TD
