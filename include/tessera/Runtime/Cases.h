//===- Cases.h - The cases of a test file -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A self-checking test is the text of a module whose comments give inputs for
// its entries and the expected results. The lines that begin with `//%` are,
// together, a YAML list of cases:
//
//   //% - entry: double
//   //%   args:
//   //%     - ptr: f32[4]
//   //%       in: 1 -0 nan 0x7f7fffff
//   //%       out: 2 -0 nan inf
//   //%     - i32:4
//
// docs/tools/cuda-tile-run.md describes them, docs/rationale/interpreter/self-checking.md
// says why they look so.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CASES_H
#define TESSERA_RUNTIME_CASES_H

#include "tessera/Runtime/Argument.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace tessera::runtime {

/// A place in the file, with the file's name: `loc("kernel.mlir":12:5)`.
struct CasePlace {
  std::string file;
  unsigned line = 0, column = 0;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const CasePlace &place);

/// An array in the notation of the file.
struct CaseArray {
  CasePlace place;
  /// `f32[2,3]`, passed as a pointer or as pointer, lengths and strides; one of
  /// the two is empty.
  std::string pointer, array;
  /// The values before and after the run. Without `before` nobody has written
  /// the array; without `after` the run must not change it.
  std::optional<std::string> before, after;
};

/// A scalar, `i32:5`, or an array if `scalar` is empty.
struct CaseArgument {
  std::string scalar;
  CaseArray array;
};

/// One run of one entry.
struct Case {
  CasePlace place;
  std::string entry;
  std::vector<uint32_t> grid;
  /// For PTX whose entry does not fix them: the threads of a block, and the
  /// bytes of dynamic shared memory.
  std::vector<uint32_t> block;
  uint64_t sharedBytes = 0;
  std::vector<CaseArgument> arguments;
  /// For a run that must fail: a regular expression that its errors match.
  std::optional<std::string> error;
};

/// The cases in the comments of a file; an empty list if there are no such
/// comments. If they are malformed, writes that to `errors` and returns none.
std::optional<std::vector<Case>> readCases(llvm::MemoryBufferRef file,
                                           llvm::raw_ostream &errors);

/// The COUNT elements that TEXT stands for; an element without a value may be
/// anything. The words of the text are values, ranges `FIRST..LAST` of
/// integers, `_` for anything, and for repeated values `VALUE*COUNT` or, at the
/// end, `VALUE*`.
llvm::Expected<std::vector<std::optional<uint64_t>>>
parseElements(Format format, uint64_t count, llvm::StringRef text);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_CASES_H
