//===- Remarks.h - Collects and prints remarks ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects remarks and formats them for the user. RemarkCategories.h says how
// passes emit them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_REMARKS_H
#define TESSERA_COMPILER_REMARKS_H

#include "mlir/IR/MLIRContext.h"
#include "tessera/Support/RemarkCategories.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

enum class RemarkCategory { None, All, Memory, Schedule, TensorCore };

enum class RemarkFormat {
  /// Text for people, grouped by kernel, then by category.
  CommandLine,
  /// An object of JSON on a line for each remark, as of other messages.
  Json,
  /// LLVM's YAML, a document for each remark; empty if there is none.
  Yaml,
};

/// The remarks that are wanted of each kind, and their format.
struct RemarkOptions {
  RemarkCategory passed = RemarkCategory::None;
  RemarkCategory missed = RemarkCategory::None;
  RemarkCategory failed = RemarkCategory::None;
  RemarkCategory analysis = RemarkCategory::None;
  RemarkFormat format = RemarkFormat::CommandLine;
  /// Keep only the last of several remarks on one decision.
  bool onlyFinal = false;

  bool wantsAny() const;
};

/// A remark as data, for example for a report.
struct ReportedRemark {
  /// "Passed", "Missed", "Failure" or "Analysis".
  std::string kind;
  std::string name, category, function;
  /// The source place; the line is 0 if no place in a file is known.
  std::string file;
  unsigned line = 0, column = 0;
  /// Pairs of name and value, in order.
  std::vector<std::pair<std::string, std::string>> arguments;
};

/// Collects the remarks of `context` from its construction to `take`. If any
/// remark is wanted, the context is single-threaded from then on.
class RemarkCollector {
public:
  /// With a `sink`, all remarks are also appended there, whatever the options
  /// want.
  RemarkCollector(mlir::MLIRContext &context, const RemarkOptions &options,
                  std::vector<ReportedRemark> *sink = nullptr);
  ~RemarkCollector();

  /// Ends the collection and returns all remarks as text.
  std::string take();

private:
  mlir::MLIRContext &context;
  std::string text;
};

} // namespace tessera

#endif // TESSERA_COMPILER_REMARKS_H
