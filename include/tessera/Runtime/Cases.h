//===- Cases.h - The cases that a test file holds -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A self-checking test is the text of a module whose comments say what its
// entries are run on and what they must leave. The lines that begin with `//%`
// are, together, a YAML list of cases:
//
//   //% - entry: double
//   //%   args:
//   //%     - ptr: f32[4]
//   //%       in: 1 -0 nan 0x7f7fffff
//   //%       out: 2 -0 nan inf
//   //%     - i32:4
//
// docs/tools/cuda-tile-run.md describes them, docs/rationale/self-checking.md
// says why they look so.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CASES_H
#define TESSERA_RUNTIME_CASES_H

#include "tessera/Runtime/Argument.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace tessera::runtime {

/// A place in the file, and its name: `loc("kernel.mlir":12:5)`.
struct CasePlace {
  std::string file;
  unsigned line = 0, column = 0;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const CasePlace &place);

/// An array as the file has it.
struct CaseArray {
  CasePlace place;
  /// `f32[2,3]`, passed as a pointer or as pointer, lengths and strides; one of
  /// the two is empty.
  std::string pointer, array;
  /// The values before and after the run. Without the first nobody has written
  /// the array; without the second it stays what it was.
  std::optional<std::string> before, after;
};

/// A number, `i32:5`, or where that is empty an array.
struct CaseArgument {
  std::string scalar;
  CaseArray array;
};

/// One run of one entry.
struct Case {
  CasePlace place;
  std::string entry;
  std::vector<uint32_t> grid;
  /// Of PTX whose entry does not say: threads of a block; and bytes of dynamic
  /// shared memory.
  std::vector<uint32_t> block;
  uint64_t sharedBytes = 0;
  std::vector<CaseArgument> arguments;
  /// A regular expression that the errors of a run match that must fail.
  std::optional<std::string> error;
};

/// The cases in the comments of a file. Says on ERRORS where they are not what
/// cases are; none where there are no such comments.
std::optional<std::vector<Case>> readCases(llvm::MemoryBufferRef file,
                                           llvm::raw_ostream &errors);

/// The elements that TEXT stands for, COUNT of them; an element without a value
/// may be anything. The words of the text are values, ranges `FIRST..LAST` of
/// integers, `_` for anything, and `VALUE*COUNT` or, at the end, `VALUE*` for
/// repeated ones.
llvm::Expected<std::vector<std::optional<uint64_t>>>
parseElements(Format format, uint64_t count, llvm::StringRef text);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_CASES_H
