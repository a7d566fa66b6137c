//===- FoldingProgram.h - Kernels for the tests of folds --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_INTERPRETER_FOLDINGPROGRAM_H
#define TESSERA_UNITTESTS_INTERPRETER_FOLDINGPROGRAM_H

#include "Harness.h"

#include <string>
#include <vector>

namespace tessera::interp {

/// \name Text
/// @{

/// "tile<16xf32>", or "tile<f32>" for one element.
std::string tileText(size_t count, numerics::Format format);
std::string tileText(llvm::ArrayRef<int64_t> shape, numerics::Format format);

/// "constant <i8: [1, 2]> : tile<2xi8>", with all elements in hexadecimal.
std::string constantText(numerics::Format format,
                         llvm::ArrayRef<uint64_t> bits);
/// @}

/// A kernel that computes %r0, %r1, ... and stores them one after the other.
class FoldingProgram {
public:
  explicit FoldingProgram(size_t count) : count(count) {}

  std::string constant(numerics::Format format, llvm::ArrayRef<uint64_t> bits);

  /// A tile that is opaque to canonicalisation.
  std::string load(numerics::Format format, llvm::ArrayRef<uint64_t> bits);

  void add(const std::string &line) { body += line + "\n"; }

  /// Adds `mnemonic operands...` whose result has elements of `format`.
  void compute(const std::string &op, numerics::Format format);

  struct Outcome {
    bool isDefined;
    std::vector<std::vector<uint64_t>> bytes;
    /// The ops that were left, without constants and stores.
    std::string leftovers;
    std::string errors;
  };
  Outcome run(bool canonicalize) const;
  std::string getText() const;

private:
  /// Makes pointers %oNAME to `count` elements from %pNAME on.
  std::string pointersText(const std::string &name,
                           numerics::Format format) const;

  size_t count, numConstants = 0;
  std::string body;
  std::vector<std::pair<numerics::Format, std::vector<uint64_t>>> inputs;
  std::vector<numerics::Format> results;
};

} // namespace tessera::interp

#endif // TESSERA_UNITTESTS_INTERPRETER_FOLDINGPROGRAM_H
