//===- SizeGate.h - Leaves out what is too slow for large code --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_SIZEGATE_H
#define TESSERA_LIB_CODEGEN_SIZEGATE_H

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"

namespace tessera {

/// Decides which passes of LLVM's code generator run on a function. Two of
/// them, which look for address arithmetic that repeats, take time that grows
/// with the square of a function's size or worse: large functions go without.
/// The choice is made for each function, so that the code of a kernel does not
/// depend on the others in its file.
class SizeGate : public llvm::OptPassGate {
public:
  explicit SizeGate(const llvm::Module &module);

  bool isEnabled() const override { return !largeFunctions.empty(); }
  bool shouldRunPass(llvm::StringRef passName,
                     llvm::StringRef irDescription) const override;

private:
  llvm::StringSet<> largeFunctions;
};

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_SIZEGATE_H
