//===- Memory.td - Accesses to global memory -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_MEMORY_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_MEMORY_TD

include "tessera/Dialect/TileAA/IR/Access.td"
include "tessera/Dialect/TileAS/IR/Attributes.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"

defvar TileAS_WidthArguments = (ins
    DefaultValuedAttr<I64Attr, "1">:$width, UnitAttr:$whole, UnitAttr:$narrow);
defvar TileAS_AccessArguments = !con((ins
    DefaultValuedAttr<TileAS_ExecutorAttr, "Executor::All">:$executor),
    TileAS_WidthArguments);
defvar TileAS_ExecutorFormat = "(`by` `` $executor^)? ";
defvar TileAS_WidthDescription = [{

    One instruction accesses `width` elements, which a thread holds in as many
    neighbouring registers: `width = 4` of f32 is one access of 128 bits. Each of
    these is a promise, with undefined behaviour otherwise unless `condition` is
    false:

    - a `width` above 1: the elements are neighbours in memory, the address of the
      first is a multiple of the bytes of all, and `mask` is the same for all;
    - `whole`: all elements of an instruction exist or none does, as no extent
      ends among them;
    - `narrow`: in every bounds-checked dimension (`inbounds[k]` not set),
      `extents[k]` and each `starts[k] + e[k]` are below 2^31, so that the check
      may use 32 bits.

    Accesses that are not weak have a width of 1, but for those with `multimem`,
    which write f16 and bf16 in pairs at least.
}];

/// Without it, a loop that loads ahead would load for iterations that do not
/// exist.
defvar TileAS_ConditionArguments = (ins Optional<I1>:$condition);
defvar TileAS_ConditionDescription = [{

    A false `condition` reads nothing and promises nothing; the result is then any
    value.
}];

/// A weak load may be executed by every thread that needs the value. Any other
/// load is executed by the owner of each element alone, and `publish`
/// distributes the value.
def TileAS_LoadOp : TileAccess_LoadOp<TileAS_Dialect,
    !con(TileAS_ConditionArguments, TileAS_AccessArguments),
    !strconcat("(`if` $condition^)? ", TileAS_ExecutorFormat),
    [TileAS_WideAccessOpInterface, TileAS_ConditionalOpInterface]> {
  let description = Example<
      "%x, %t = tileas.load %p[%i] extents [%n] strides [%s] {width = 4 : i64} "
      ": !tileaa.ptr -> tensor<64xf32, #tileas.layout<register = [[1], [2]], "
      "lane = [[4], [8], [16], [32], [0]], warp = []>>",
      !strconcat(TileAccess_Description, TileAS_ConditionDescription,
                 TileAS_WidthDescription)>.text;
}
/// A store is always executed by the owner of each element alone.
def TileAS_StoreOp : TileAccess_StoreOp<TileAS_Dialect, TileAS_AccessArguments,
                                        TileAS_ExecutorFormat,
                                        [TileAS_WideAccessOpInterface]> {
  let description = Example<
      "%t = tileas.store %x to %p by<owner> : f32, !tileaa.ptr",
      !strconcat(TileAccess_Description, TileAS_WidthDescription)>.text;
}
/// An atomic access is executed by the owner of each element alone, whose result
/// `publish` spreads.
def TileAS_AtomicOp : TileAccess_AtomicOp<TileAS_Dialect, TileAS_WidthArguments,
                                          "", [TileAS_WideAccessOpInterface]>;

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_MEMORY_TD
