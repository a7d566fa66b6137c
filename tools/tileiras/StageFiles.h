//===- StageFiles.h - The stages of a program as files ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TILEIRAS_STAGEFILES_H
#define TESSERA_TOOLS_TILEIRAS_STAGEFILES_H

#include "tessera/Compiler/Compiler.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// The folders of --dump-dir and --override-dir. A stage has the same file name
/// in both, such as "3-tileas.mlir", so that a dumped file that was edited can
/// replace the compiler's own.
class StageFiles {
public:
  explicit StageFiles(llvm::cl::OptionCategory &category);

  /// Makes the folder to write to, and checks that the one to read from exists.
  llvm::Error prepare();

  bool isAskedFor() const { return !dumps.empty() || !overrides.empty(); }

  /// Writes a stage, and returns the program that replaces it, if there is one.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  visit(Stage stage, llvm::StringRef program);

private:
  llvm::cl::opt<std::string> dumps, overrides;
};

} // namespace tessera

#endif // TESSERA_TOOLS_TILEIRAS_STAGEFILES_H
