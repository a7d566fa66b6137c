//===- Assembler.cpp - From PTX to machine code, through ptxas ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Assembler.h"
#include "tessera/Codegen/LargeShared.h"
#include "tessera/Codegen/MachineCode.h"
#include "tessera/Codegen/TileMark.h"

#include "tessera/Support/AssemblerVersion.h"
#include "tessera/Support/ChildProcess.h"
#include "tessera/Support/LackOfMemory.h"
#include "tessera/Support/TimeLimit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>

using namespace llvm;

namespace tessera {

static bool holdsError(const AssemblerLog &log) {
  return any_of(log.messages, [](const AssemblerMessage &message) {
    return message.severity == AssemblerMessage::Severity::Error;
  });
}

static constexpr StringLiteral
    nameAnother("name another ptxas with --ptxas-path or TESSERA_PTXAS_PATH");
static constexpr StringLiteral giveMemory(
    "give the process more (ulimit -v, the limit of its container), or compile "
    "fewer kernels in one file");

/// An error that is neither the program's nor ptxas's fault, with the error
/// code that the system would give it.
static Error refused(std::errc code, const Twine &text) {
  return createStringError(std::make_error_code(code), text);
}

/// True for signals that a program causes itself, not for those that others
/// send.
static bool isCrash(int signal) {
  return is_contained(
      {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP}, signal);
}

/// The probable reason that another process sent the signal, and advice.
static std::string adviceOn(int signal) {
  switch (signal) {
  case SIGKILL:
    return "the system does that where memory runs out; " + giveMemory.str();
  case SIGXCPU:
    return "it may not use as much processor time (ulimit -t)";
  default:
    return "run it again";
  }
}

/// Advice for a ptxas that could not be started. ENOENT for a file that exists
/// means that its interpreter or loader is missing.
static std::string adviceOnStart(int code, StringRef path) {
  if (code == ENOENT && sys::fs::exists(path))
    return "; the file is there, but not the interpreter or loader that it "
           "names; ";
  if (code == ENOEXEC)
    return "; it is no program for this machine; ";
  if (code == ENOMEM || code == EAGAIN)
    return "; " + giveMemory.str() + "; or ";
  return "; ";
}

static Error ptxasFailed(const AssemblerOptions &options, const ProcessEnd &end,
                         StringRef said) {
  std::string text = "'" + options.ptxasPath + "' ";
  said = said.trim();
  std::string quoted = said.empty() ? "" : "; it said: " + said.str();
  // The exit code that shells and loaders use if a shared library is missing.
  constexpr int notLoaded = 127;
  if (end.kind == ProcessEnd::Kind::NotStarted)
    return refused(std::errc(end.code),
                   text + "cannot be run: " + end.reason +
                       adviceOnStart(end.code, options.ptxasPath) +
                       nameAnother);
  if (lacksMemory(said))
    return refused(std::errc::not_enough_memory,
                   text + "ran out of memory: " + giveMemory + quoted);
  if (end.kind == ProcessEnd::Kind::Killed) {
    if (isCrash(end.code))
      return createStringError(text + "crashed: " + end.reason + quoted);
    return refused(std::errc::interrupted,
                   text + "was killed by signal " + Twine(end.code) + " (" +
                       end.reason + "): " + adviceOn(end.code) + quoted);
  }
  if (end.code == notLoaded)
    return refused(std::errc::no_such_file_or_directory,
                   text + "cannot be loaded: install what it lacks, or " +
                       nameAnother + quoted);
  return createStringError(text + "ended with code " +
                           std::to_string(end.code) + " and no machine code" +
                           quoted);
}

/// The option of ptxas for the number of threads. ptxas stores its command line
/// in the machine code, which must not depend on the number: with a fixed width
/// it can be overwritten.
static constexpr StringLiteral threadsOption("-split-compile");

/// The value of the option for threads, or nothing if it is not to be given.
static std::string findThreads(const AssemblerOptions &options) {
  auto names = [](StringRef other) { return other.contains(threadsOption); };
  unsigned release = 0;
  if (options.threads == 0 || any_of(options.others, names) ||
      StringRef(assemblerVersion(options.ptxasPath))
          .split('.')
          .first.getAsInteger(10, release) ||
      release < 13)
    return {};
  // With one thread ptxas writes the tables of the file in another order.
  return std::to_string(std::clamp(options.threads, 2u, 9u));
}

/// Overwrites the number of threads in `cubin` with a fixed character.
static void forgetThreads(std::string &cubin) {
  size_t option = cubin.find((threadsOption + " ").str());
  if (option != std::string::npos)
    cubin[option + threadsOption.size() + 1] = '0';
}

/// Brings the output of ptxas into its final form.
static Error finish(std::string &cubin, const AssemblerOptions &options,
                    bool hasThreads, const LargeShared &shared) {
  if (Error error = checkMachineCode(cubin))
    return createStringError(
        "'" + options.ptxasPath +
        "' wrote what is no machine code: " + toString(std::move(error)));
  if (hasThreads)
    forgetThreads(cubin);
  return shared.restore(cubin);
}

namespace {
/// The end of a ptxas, and all that it has written.
struct PtxasRun {
  ProcessEnd end;
  std::string said, cubin;
};
} // namespace

/// Runs ptxas on a program that it finds in the first file of the child, and
/// lets it write to the second. The files are closed on every way out: while
/// they are open, neither lack of memory nor of time leaves the call.
static Expected<PtxasRun> runPtxas(StringRef ptx,
                                   ArrayRef<std::string> arguments) {
  UsesReserve stay;
  Expected<MemoryFile> input = MemoryFile::create("kernel.ptx", ptx);
  Expected<MemoryFile> output = MemoryFile::create("kernel.cubin");
  Expected<MemoryFile> log = MemoryFile::create("kernel.log");
  if (Error error = joinErrors(
          joinErrors(input.takeError(), output.takeError()), log.takeError()))
    return std::move(error);
  ProcessEnd end = runChildProcess(arguments, *log, {&*input, &*output});
  Expected<std::string> said = log->read(), cubin = output->read();
  if (Error error = joinErrors(said.takeError(), cubin.takeError()))
    return std::move(error);
  return PtxasRun{std::move(end), std::move(*said), std::move(*cubin)};
}

Expected<Assembly> assemble(StringRef ptx, const AssemblerOptions &options) {
  Assembly result;
  if (!hasChildFiles())
    return refused(std::errc::no_such_file_or_directory,
                   "ptxas reads and writes open files by their names in "
                   "/dev/fd, which is not there: mount /proc");
  std::string marked = markTileKernels(ptx);
  if (findAssemblerVersion(options.ptxasPath) < firstWithTileMark) {
    result.lacksTileMark = marked != ptx;
    marked = ptx.str();
  }
  LargeShared shared(marked, options.maxStaticSharedBytes,
                     options.maxSharedBytes);

  SmallVector<std::string> arguments{options.ptxasPath, "-arch=" + options.gpu,
                                     "-O" + std::to_string(options.optLevel),
                                     "-v"};
  if (options.deviceDebug)
    arguments.push_back("-g");
  else if (options.lineInfo)
    arguments.push_back("-lineinfo");
  std::string threads = findThreads(options);
  if (!threads.empty())
    arguments.push_back((threadsOption + "=" + threads).str());
  arguments.append(options.others.begin(), options.others.end());
  arguments.append({childFileName(0), "-o", childFileName(1)});

  Expected<PtxasRun> run = runPtxas(shared.getPTX(), arguments);
  // A ptxas that the limit has killed is no failure of its own.
  TimeLimit::look();
  if (!run)
    return run.takeError();
  bool exited = run->end.kind == ProcessEnd::Kind::Exited;
  result.log = parseAssemblerLog(run->said);
  if (exited && run->end.code == 0 && !run->cubin.empty()) {
    result.cubin = std::move(run->cubin);
    if (Error error = finish(result.cubin, options, !threads.empty(), shared))
      return Expected<Assembly>(std::move(error));
    for (KernelResources &kernel : result.log.kernels)
      kernel.sharedBytes += shared.getExcess(kernel.kernel);
  }
  if (result.cubin.empty() &&
      (!exited || !holdsError(result.log) || lacksMemory(run->said)))
    return ptxasFailed(options, run->end, run->said);
  return result;
}

} // namespace tessera
