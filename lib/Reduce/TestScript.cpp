//===- TestScript.cpp - Ask a program whether a program matters -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Reduce/TestScript.h"

#include "tessera/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include <csignal>

using namespace llvm;
using namespace tessera;

/// The reason why a program cannot be run.
static StringRef whyNot(StringRef program) {
  if (!program.contains('/'))
    return "PATH knows no program of this name; a script in this folder is "
           "written with ./ before it";
  if (!sys::fs::exists(program))
    return "there is no such program";
  return "it is no file that may be executed (chmod +x)";
}

Expected<TestScript> TestScript::create(Options options) {
  ErrorOr<std::string> program = sys::findProgramByName(options.program);
  if (!program || !sys::fs::can_execute(*program))
    return createStringError("cannot run the test '" + options.program +
                             "': " + whyNot(options.program));
  options.program = std::move(*program);
  SmallString<128> file;
  if (std::error_code error =
          sys::fs::createTemporaryFile("cuda-tile-reduce", "mlir", file))
    return createStringError(error, "cannot make a file for the test: " +
                                        error.message());
  return TestScript(std::move(options), file);
}

Expected<TestScript::Answer> TestScript::run(StringRef text) {
  if (Error error = writeFileAtomically(file, text))
    return Expected<Answer>(std::move(error));
  SmallVector<StringRef> arguments{options.program};
  append_range(arguments, options.arguments);
  arguments.push_back(file);
  // The script's output is dropped: only its status counts.
  std::optional<StringRef> streams[] = {StringRef(), StringRef(), StringRef()};
  std::string reason;
  bool failedToStart = false;
  // The script runs in a session of its own, so that it can be killed with all
  // its processes.
  sys::ProcessInfo process = sys::ExecuteNoWait(
      options.program, arguments, std::nullopt, streams, /*MemoryLimit=*/0,
      &reason, &failedToStart, /*AffinityMask=*/nullptr,
      /*DetachProcess=*/true);
  if (failedToStart)
    return createStringError("cannot run the test '" + options.program +
                             "': " + reason);
  auto limit = options.seconds ? std::optional(options.seconds) : std::nullopt;
  int status = sys::Wait(process, limit, &reason).ReturnCode;
  if (StringRef(reason).starts_with("Child timed out")) {
    ::kill(-process.Pid, SIGKILL);
    return Answer::TimedOut;
  }
  if (status < 0)
    return Answer::Crashed;
  return status == 1 ? Answer::Interesting : Answer::Boring;
}
