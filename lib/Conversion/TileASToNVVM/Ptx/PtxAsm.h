//===- PtxAsm.h - Instructions as text --------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers that write inline PTX for instructions without an LLVM op. They are
// private to the files behind PtxOps.h.
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

/// LLVM's inline assembly constraint for the register class of a value.
llvm::StringRef getConstraint(mlir::Type type);

/// The address operand number `number` of an instruction, "[$0]". An offset
/// that `addBytes` added to `pointer` is removed there and put into the text:
/// "[$0+32]".
std::string takeAddress(mlir::Value &pointer, unsigned number);

/// Creates inline PTX without results that is executed if the predicate, an i1
/// behind the operands, is true; null is true.
void createPredicated(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::ValueRange operands, llvm::StringRef constraints,
                      mlir::Value predicate, const llvm::Twine &text);

/// Creates inline PTX with side effects. If `result` is null there is no
/// result, and null is returned.
mlir::Value createAsm(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Type result, mlir::ValueRange operands,
                      const llvm::Twine &text, const llvm::Twine &constraints);

/// The mask of the first CTAs of a cluster, an i16.
mlir::Value makeCTAMask(mlir::OpBuilder &builder, mlir::Location loc,
                        unsigned ctas);

/// The members of a struct, or the value that is none.
llvm::SmallVector<mlir::Value>
getMembers(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

/// Emits text that takes values and gives them again, in the same registers.
/// `text` names the other operands from number 2 * values.size() on.
llvm::SmallVector<mlir::Value>
updateInPlace(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::ValueRange values, mlir::ValueRange others,
              const llvm::Twine &text, llvm::StringRef constraintsOfOthers);

} // namespace tessera::ptxops

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PTX_PTXASM_H
