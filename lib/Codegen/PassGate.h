//===- PassGate.h - Skips passes that take too long -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_PASSGATE_H
#define TESSERA_LIB_CODEGEN_PASSGATE_H

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Support/CodeGen.h"

namespace tessera {

/// Number of blocks from which on a function skips passes that walk the
/// conditions that dominate each place (InstCombine, and EarlyCSE in code
/// generation), and SLPVectorizer, which visits earlier blocks again for each
/// block.
inline constexpr size_t manyBlocks = 1000;

/// Decides which passes of LLVM's code generator run on a function. Three
/// groups are skipped. Large functions skip passes that look for repeated
/// address arithmetic and for neighbours in memory, whose time grows with the
/// square of the size or worse. Low levels skip passes that take a good part of
/// the time and improve little that the assembler would not. Functions with
/// several loops that carry half of a thread's registers skip the search for
/// common subexpressions among machine instructions: it moves values that two
/// loops compute to the first one, and they then live through it. The choice is
/// made for each function, so that the code of a kernel does not depend on the
/// others in its file.
class PassGate : public llvm::OptPassGate {
public:
  PassGate(llvm::Module &module, llvm::CodeGenOptLevel level);

  bool isEnabled() const override {
    return isQuick || !largeFunctions.empty() || !branchyFunctions.empty() ||
           !crowdedFunctions.empty();
  }
  bool shouldRunPass(llvm::StringRef passName,
                     llvm::StringRef irDescription) const override;

private:
  bool isQuick;
  llvm::StringSet<> largeFunctions, branchyFunctions, crowdedFunctions;
  /// True if the last pass that LLVM asked for was skipped, so that the cleanup
  /// after it has nothing to do. LLVM runs all passes on one function before
  /// the next function.
  mutable bool leavesNothing = false;
};

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_PASSGATE_H
