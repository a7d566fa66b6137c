//===- PtxAsm.h - Instructions as text --------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the files behind PtxOps.h write an instruction that LLVM has no op for.
// It is private to them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXASM_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXASM_H

#include "PtxOps.h"

namespace tessera::ptxops {

/// The modifiers of `ld` or `st` for an ordering: ".relaxed.gpu" and the like;
/// a weak access has none.
std::string getModifiers(Strength strength);

/// ".shared" or ".global".
llvm::StringRef getSpace(mlir::Value pointer);

/// How LLVM constrains the register of inline PTX that a value is in.
llvm::StringRef getConstraint(mlir::Type type);

/// The address that is the operand `number` of an instruction, "[$0]". What
/// `addBytes` added to `pointer` is taken off and part of the text: "[$0+32]".
std::string takeAddress(mlir::Value &pointer, unsigned number);

/// PTX text as LLVM inlines it, with side effects. A null `result` is none, and
/// so is then what is returned.
mlir::Value createAsm(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Type result, mlir::ValueRange operands,
                      const llvm::Twine &text, const llvm::Twine &constraints);

} // namespace tessera::ptxops

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXASM_H
