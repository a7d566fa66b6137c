//===- OpBase.td - Base classes of ops ---------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record of an op is the only place that says how it is encoded in the
// bytecode and since which version it exists: `tessera-tblgen` derives the
// reader, the writer and the reference pages from it.
//
// On the wire the attributes come first, then the operands, each kind in the
// order of its declaration in `arguments`. There operands stand first, so that
// attributes with a default value become default arguments of the builders.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPBASE_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPBASE_TD

include "tessera/Dialect/CudaTile/IR/Types.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// A field (operand, result or attribute) that joined its op later than 13.1 or
/// later than the op itself: files of older versions do not hold it.
/// `defaultValue` is the C++ text of the value that a reader assumes for a
/// required attribute in such files; empty for optional fields and results.
class CudaTile_FieldSince<string name, string version, string default = ""> {
  string fieldName = name;
  string sinceVersion = version;
  string defaultValue = default;
}

/// An op of the public dialect. `opcode` is its number on the wire; ops that
/// never stand in a function body (module, entry, global) have one too.
class CudaTile_Op<string mnemonic, int opcode, string since = "13.1",
                  list<Trait> traits = []>
    : Op<CudaTile_Dialect, mnemonic, traits> {
  int bytecodeOpcode = opcode;
  string sinceVersion = since;
  list<CudaTile_FieldSince> laterFields = [];
  /// False if the body of a function never contains the op.
  bit encodedInBody = 1;
  /// The chapter of the reference pages: "core", "conversion", "control-flow",
  /// "memory", "atomics", "views", "fp math", "int math", "bitwise", "misc".
  string category = "core";
}

/// An op with regions; ops in them may omit the prefix of the dialect.
class CudaTile_RegionOp<string mnemonic, int opcode, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, opcode, "13.1",
                  !listconcat([OpAsmOpInterface], traits)> {
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  code regionOpDeclaration = [{
    static ::llvm::StringRef getDefaultDialect() { return "cuda_tile"; }
  }];
  let extraClassDeclaration = regionOpDeclaration;
}

class CudaTile_TerminatorOp<string mnemonic, int opcode,
                            list<Trait> traits = []>
    : CudaTile_Op<mnemonic, opcode, "13.1",
                  !listconcat([ReturnLike, Terminator], traits)> {
  let category = "control-flow";
  let arguments = (ins Variadic<CudaTile_Any>:$operands);
  let assemblyFormat = [{
    ($operands^)? attr-dict (`:` custom<ShortTypes>(type($operands))^)?
  }];
  let builders = [OpBuilder<(ins), [{ /* no operands */ }]>];
  let hasVerifier = 1;
}

/// An op with one result, whose type is that of all operands.
class CudaTile_SameTypeOp<string mnemonic, int opcode, list<string> names,
                          string since = "13.1", list<Trait> traits = []>
    : CudaTile_Op<mnemonic, opcode, since,
        !listconcat([Pure, AllTypesMatch<!listconcat(names, ["result"])>],
                    traits)>;

#endif // TESSERA_DIALECT_CUDATILE_IR_OPBASE_TD
