//===- Access.td - What accesses of tileas have besides ----*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_ACCESS_TD
#define TESSERA_DIALECT_TILEAS_IR_ACCESS_TD

include "tessera/Dialect/TileAA/IR/Access.td"
include "tessera/Dialect/TileAS/IR/Attributes.td"

defvar TileAS_WidthArguments = (ins
    DefaultValuedAttr<I64Attr, "1">:$width, UnitAttr:$whole);
defvar TileAS_WidthDescription = [{

    One instruction accesses `width` elements, which a thread holds in as many
    neighbouring registers: `width = 4` of f32 is one access of 128 bits. A
    `width` above 1 takes that the elements are neighbours in memory, that the
    address of the first is a multiple of the bytes of all, and that `mask` is
    the same for all; otherwise the behaviour is undefined.

    `whole` is a fact: all elements of an instruction exist or none does, as no
    extent ends among them, so that one comparison is for all. A pass may drop
    it, and the program means the same; the interpreter checks that it is true.
    Nothing is taken or known of an access whose `condition` is false.

    Accesses that are not weak have a width of 1, but for those with `multimem`,
    which write f16 and bf16 in pairs at least.
}];

/// Without it, a loop that loads ahead would load for iterations that do not
/// exist.
defvar TileAS_ConditionArguments = (ins Optional<I1>:$condition);
defvar TileAS_ConditionDescription = [{

    A false `condition` reads nothing; its operands may be anything, and the result
    is any value.
}];

#endif // TESSERA_DIALECT_TILEAS_IR_ACCESS_TD
