//===- Assembler.cpp - From PTX to machine code, through ptxas ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Assembler.h"

#include "tessera/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"

using namespace llvm;

namespace tessera {

namespace {
/// A folder of the system's temporary folder that goes when this object does.
/// Machine code with debug information holds the names of the files, though not
/// of the folder: fixed names in a folder of our own keep the output
/// reproducible.
class WorkFolder {
public:
  static Expected<WorkFolder> create() {
    SmallString<128> path;
    if (std::error_code error = sys::fs::createUniqueDirectory("tessera", path))
      return createStringError(error, "cannot make a temporary folder: " +
                                          error.message());
    return WorkFolder(path);
  }

  WorkFolder(WorkFolder &&other) : path(std::move(other.path)) {
    other.path.clear();
  }
  ~WorkFolder() {
    if (path.empty())
      return;
    for (const std::string &file : files)
      sys::DontRemoveFileOnSignal(file);
    sys::fs::remove_directories(path);
  }

  std::string file(StringRef name) {
    SmallString<128> full(path);
    sys::path::append(full, name);
    sys::RemoveFileOnSignal(full);
    files.push_back(std::string(full));
    return files.back();
  }

private:
  explicit WorkFolder(StringRef path) : path(path) {}

  std::string path;
  SmallVector<std::string> files;
};
} // namespace

static std::string readIfThere(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file =
      MemoryBuffer::getFile(path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  return file ? (*file)->getBuffer().str() : std::string();
}

static bool holdsError(const AssemblerLog &log) {
  return any_of(log.messages, [](const AssemblerMessage &message) {
    return message.severity == AssemblerMessage::Severity::Error;
  });
}

static Error ptxasFailed(const AssemblerOptions &options, int code,
                         StringRef reason, StringRef output) {
  std::string text = "'" + options.ptxasPath + "' ";
  if (code == -1)
    text += "cannot be run: " + reason.str();
  else if (code == -2)
    text += "crashed: " + reason.str();
  else
    text += "ended with code " + std::to_string(code) + " and no machine code";
  if (!output.trim().empty())
    text += "; it said: " + output.trim().str();
  return createStringError(text);
}

/// Runs the program that `arguments` begin with; both its output streams go to
/// the file `log`. Returns its exit code, or a negative number and a reason.
static int run(ArrayRef<StringRef> arguments, StringRef log,
               std::string &reason) {
  std::optional<StringRef> streams[] = {StringRef(), log, log};
  return sys::ExecuteAndWait(arguments.front(), arguments, std::nullopt,
                             streams, /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                             &reason);
}

Expected<Assembly> assemble(StringRef ptx, const AssemblerOptions &options) {
  Expected<WorkFolder> folder = WorkFolder::create();
  if (!folder)
    return folder.takeError();
  std::string input = folder->file("kernel.ptx");
  std::string output = folder->file("kernel.cubin");
  std::string log = folder->file("kernel.log");
  if (Error error = writeFileAtomically(input, ptx))
    return Expected<Assembly>(std::move(error));

  std::string gpu = "-arch=" + options.gpu;
  std::string level = "-O" + std::to_string(options.optLevel);
  SmallVector<StringRef> arguments{options.ptxasPath, gpu, level, "-v"};
  if (options.deviceDebug)
    arguments.push_back("-g");
  else if (options.lineInfo)
    arguments.push_back("-lineinfo");
  arguments.append({input, "-o", output});

  std::string reason;
  int code = run(arguments, log, reason);
  std::string said = readIfThere(log);
  Assembly result;
  result.log = parseAssemblerLog(said);
  if (code == 0)
    result.cubin = readIfThere(output);
  if (result.cubin.empty() && (code < 0 || !holdsError(result.log)))
    return ptxasFailed(options, code, reason, said);
  return result;
}

std::string assemblerVersion(StringRef path) {
  Expected<WorkFolder> folder = WorkFolder::create();
  if (!folder) {
    consumeError(folder.takeError());
    return "unknown";
  }
  std::string log = folder->file("version.log"), reason;
  run({path, "--version"}, log, reason);
  // "Cuda compilation tools, release 13.0, V13.0.88"
  std::string said = readIfThere(log);
  StringRef version = StringRef(said).split(", V").second.take_while(
      [](char c) { return isDigit(c) || c == '.'; });
  return version.empty() ? "unknown" : version.str();
}

} // namespace tessera
