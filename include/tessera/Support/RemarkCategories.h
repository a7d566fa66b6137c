//===- RemarkCategories.h - Categories of remarks ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes emit remarks on MLIR's remark engine (mlir/IR/Remarks.h), under one of
// the categories below:
//
//   mlir::remark::missed(loc, mlir::remark::RemarkOpts::name("VectorWidth")
//                                 .category(remarks::memory)
//                                 .function("k"))
//       << mlir::remark::reason("the rows are not multiples of 16 bytes");
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_REMARKCATEGORIES_H
#define TESSERA_SUPPORT_REMARKCATEGORIES_H

#include "llvm/ADT/StringRef.h"

/// The categories; front ends see them as the key `Pass` of the YAML.
namespace tessera::remarks {
inline constexpr llvm::StringLiteral memory = "Memory";
inline constexpr llvm::StringLiteral tensorCore = "Tensor-core";
inline constexpr llvm::StringLiteral hints = "Hints";
inline constexpr llvm::StringLiteral registers = "Registers";
inline constexpr llvm::StringLiteral schedule = "Schedule";

/// Advice for loads that do not overlap with the work on their results.
inline constexpr llvm::StringLiteral moreTileBlocks =
    "let more tile blocks run at once instead, by smaller tiles: some work "
    "while others wait for memory";
} // namespace tessera::remarks

#endif // TESSERA_SUPPORT_REMARKCATEGORIES_H
