//===- Signatures.h - Parameters of functions in source text ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_FRONTENDCONTRACT_SIGNATURES_H
#define TESSERA_LIB_FRONTENDCONTRACT_SIGNATURES_H

#include "tessera/FrontendContract/ParameterNames.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tessera {

class SourceLines;

/// A parameter of a kernel that a parameter of its source becomes.
struct KernelParameter {
  /// Its name in the words of the language, such as "x.shape[0]".
  std::string name;
  ParameterKind kind = ParameterKind::Number;
};

/// All parameters of the kernel that a parameter of the source becomes, in order.
using Reading = std::vector<KernelParameter>;

/// A parameter of a function of a front end.
struct SourceParameter {
  /// The readings that its type leaves open: one if the source says all, none if
  /// it says nothing, so that any parameters of the kernel may be its own.
  std::vector<Reading> readings;
};

/// A line that leads to a function: one in it, or one at or above its head, that
/// of a decorator or of a module.
struct FunctionPlace {
  llvm::StringRef file;
  unsigned line = 0;
  bool isInside = false;
};

/// The parameters of a function of Python. The symbol says what became of each:
/// `ranks` has the number of dimensions, -1 for a constant. Empty if the function
/// has others.
std::vector<SourceParameter> readPython(SourceLines &sources,
                                        const FunctionPlace &place,
                                        llvm::StringRef name,
                                        llvm::ArrayRef<int> ranks);

/// The parameters of a kernel of numba, of which `types` are as its symbol lists
/// them, between parentheses.
std::vector<SourceParameter> readNumba(SourceLines &sources,
                                       const FunctionPlace &place,
                                       llvm::StringRef name,
                                       llvm::StringRef types);

/// The parameters of a function of Rust. Empty if there is none.
std::vector<SourceParameter> readRust(SourceLines &sources,
                                      const FunctionPlace &place,
                                      llvm::StringRef name);

/// The parameters of a method of Julia. Empty if there is none.
std::vector<SourceParameter> readJulia(SourceLines &sources,
                                       const FunctionPlace &place,
                                       llvm::StringRef name);

/// The names of the parameters of a kernel. All ways to hand them out to the
/// parameters of the source are looked at, and a name counts if it is that of
/// all. Empty for the others.
std::vector<std::string> matchParameters(llvm::ArrayRef<SourceParameter> source,
                                         llvm::ArrayRef<ParameterKind> kinds);

} // namespace tessera

#endif // TESSERA_LIB_FRONTENDCONTRACT_SIGNATURES_H
