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

/// How the cases of a file went.
struct SelfCheckResult {
  unsigned passed = 0, failed = 0;
  /// Cases of Tile IR whose program does what is undefined: only the
  /// interpreter says what that is, other engines do not run them.
  unsigned undefined = 0;

  unsigned total() const { return passed + failed + undefined; }
};

/// Runs all cases of the loaded kernel on the engine, each on memory of its
/// own. Says of each that fails where it stands in the file, and what it left
/// or said in place of what was expected.
SelfCheckResult selfCheck(const Kernel &kernel, Engine &engine,
                          const EngineOptions &options,
                          llvm::ArrayRef<Case> cases,
                          llvm::raw_ostream &errors);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_SELFCHECK_H
