//===- SelfCheck.h - Runs the cases of a test file ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_SELFCHECK_H
#define TESSERA_RUNTIME_SELFCHECK_H

#include "tessera/Runtime/Cases.h"
#include "tessera/Runtime/Engine.h"

namespace tessera::runtime {

/// The number of cases of a file by result.
struct SelfCheckResult {
  unsigned passed = 0, failed = 0;
  /// Cases of Tile IR whose program has undefined behaviour: other engines do
  /// not run them, because only the interpreter reports it.
  unsigned undefined = 0;

  unsigned total() const { return passed + failed + undefined; }
};

/// Runs all cases of the loaded kernel on the engine, each on memory of its
/// own. For each that fails, reports its place in the file, and the actual
/// result beside the expected one.
SelfCheckResult selfCheck(const Kernel &kernel, Engine &engine,
                          const EngineOptions &options,
                          llvm::ArrayRef<Case> cases,
                          llvm::raw_ostream &errors);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_SELFCHECK_H
