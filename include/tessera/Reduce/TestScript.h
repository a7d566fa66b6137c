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

/// A script that gets the file of a program and answers as those of mlir-reduce
/// do: exit status 1 means interesting. Any other status, a crash or a timeout
/// means that it is not.
class TestScript {
public:
  struct Options {
    /// The script: a path, or a name that PATH knows.
    std::string program;
    /// The arguments ahead of the file.
    std::vector<std::string> arguments;
    /// The time limit in seconds, after which the script and all processes that
    /// it started are killed.
    unsigned seconds = 0;
  };

  enum class Answer { Interesting, Boring, Crashed, TimedOut };

  /// Finds the script and creates the file that it gets each time. The text of
  /// an error is a sentence.
  static llvm::Expected<TestScript> create(Options options);

  /// Runs the script on `text`. An error means a fault of the machine: the
  /// script cannot be started, or the file cannot be written.
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
