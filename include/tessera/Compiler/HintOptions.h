//===- HintOptions.h - Options about optimization hints ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two options of the tools that control diagnostics about hints without
// effect. A tool makes an object of this class before it parses its command
// line.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_HINTOPTIONS_H
#define TESSERA_COMPILER_HINTOPTIONS_H

#include "tessera/Dialect/CudaTile/IR/Hints.h"
#include "llvm/Support/CommandLine.h"

namespace tessera {

class HintOptions {
public:
  explicit HintOptions(
      llvm::cl::OptionCategory &category = llvm::cl::getGeneralCategory())
      : warn("Wunsupported-hints", llvm::cl::cat(category),
             llvm::cl::desc("Warn of optimization hints that mean nothing on "
                            "the GPU that they name")),
        error("Werr-hints", llvm::cl::cat(category),
              llvm::cl::desc("Refuse such hints")) {}

  cuda_tile::HintPolicy policy() const {
    if (error)
      return cuda_tile::HintPolicy::Error;
    return warn ? cuda_tile::HintPolicy::Warn : cuda_tile::HintPolicy::Ignore;
  }

private:
  llvm::cl::opt<bool> warn;
  llvm::cl::opt<bool> error;
};

} // namespace tessera

#endif // TESSERA_COMPILER_HINTOPTIONS_H
