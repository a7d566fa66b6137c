//===- TestScript.h - Ask a program whether a program matters ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_REDUCE_TESTSCRIPT_H
#define TESSERA_REDUCE_TESTSCRIPT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileUtilities.h"
#include <string>
#include <vector>

namespace tessera {

/// A script that is given the file of a program and says whether it is
/// interesting, as those of mlir-reduce do: by exit status 1. Any other status,
/// a crash and a time out mean that it is not.
class TestScript {
public:
  struct Options {
    /// The script: a path, or a name that PATH knows.
    std::string program;
    /// What it is given before the file.
    std::vector<std::string> arguments;
    /// How long it may take before it is ended, with all processes that it
    /// started.
    unsigned seconds = 0;
  };

  enum class Answer { Interesting, Boring, Crashed, TimedOut };

  /// Finds the script and makes the file that it is given each time. The
  /// error's text is a sentence.
  static llvm::Expected<TestScript> create(Options options);

  /// Runs the script over `text`. An error is one of the machine: the script
  /// cannot be started, the file not be written.
  llvm::Expected<Answer> run(llvm::StringRef text);

private:
  TestScript(Options options, llvm::StringRef file)
      : options(std::move(options)), file(file),
        remover(std::make_unique<llvm::FileRemover>(file)) {}

  Options options;
  std::string file;
  std::unique_ptr<llvm::FileRemover> remover;
};

} // namespace tessera

#endif // TESSERA_REDUCE_TESTSCRIPT_H
