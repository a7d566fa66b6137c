//===- PassGate.h - Leaves out what takes too long --------------*- C++ -*-===//
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

/// Blocks from which on a function is left without passes that go through the
/// conditions on the way to each place: InstCombine, and EarlyCSE in code
/// generation; and without SLPVectorizer, which goes through what it has seen
/// anew for each block.
inline constexpr size_t manyBlocks = 1000;

/// Decides which passes of LLVM's code generator run on a function. Some, which
/// look for address arithmetic that repeats and for neighbours in memory, take
/// time that grows with the square of a function's size or worse: large
/// functions go without. Others take a good part of the time and improve little
/// that the assembler would not: low levels go without. The search for common
/// subexpressions among machine instructions moves what two loops compute to
/// the first of them, through which it lives then: functions with several loops
/// that carry half of a thread's registers go without. The choice is made for
/// each function, so that the code of a kernel does not depend on the others in
/// its file.
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
  /// Whether the pass that was asked for last left the function as it was, so
  /// that what cleans up behind it has nothing to do. All passes run on one
  /// function before they do on the next.
  mutable bool leavesNothing = false;
};

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_PASSGATE_H
