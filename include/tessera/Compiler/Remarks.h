//===- Remarks.h - What the compiler says of its decisions ------*- C++ -*-===//
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

#ifndef TESSERA_COMPILER_REMARKS_H
#define TESSERA_COMPILER_REMARKS_H

#include "mlir/IR/MLIRContext.h"
#include <optional>
#include <string>

namespace tessera {

/// The categories, as front ends know them from the key `Pass` of the YAML.
namespace remarks {
inline constexpr llvm::StringLiteral memory = "Memory";
inline constexpr llvm::StringLiteral tensorCore = "Tensor-core";
inline constexpr llvm::StringLiteral hints = "Hints";
} // namespace remarks

enum class RemarkCategory { None, All, Memory, TensorCore };

enum class RemarkFormat {
  /// For people: grouped by kernel, then by category.
  CommandLine,
  /// LLVM's YAML: a document for each remark, nothing where there is none.
  Yaml,
};

/// Which remarks are wanted of each kind, and how.
struct RemarkOptions {
  RemarkCategory passed = RemarkCategory::None;
  RemarkCategory missed = RemarkCategory::None;
  RemarkCategory failed = RemarkCategory::None;
  RemarkCategory analysis = RemarkCategory::None;
  RemarkFormat format = RemarkFormat::CommandLine;
  /// Of several remarks on one decision only the last.
  bool onlyFinal = false;

  bool wantsAny() const;
};

/// Collects the remarks of `context` from its construction to `take`.
class RemarkCollector {
public:
  RemarkCollector(mlir::MLIRContext &context, const RemarkOptions &options);
  ~RemarkCollector();

  /// Ends the collection and returns all remarks as text.
  std::string take();

private:
  mlir::MLIRContext &context;
  std::string text;
};

} // namespace tessera

#endif // TESSERA_COMPILER_REMARKS_H
