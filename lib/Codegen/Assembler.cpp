//===- Assembler.cpp - From PTX to machine code, through ptxas ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Assembler.h"
#include "tessera/Codegen/LargeShared.h"
#include "tessera/Codegen/TileMark.h"

#include "tessera/Support/AssemblerVersion.h"
#include "tessera/Support/ChildProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace tessera {

static constexpr StringRef elfMagic(ELF::ElfMagic, 4);

static bool holdsError(const AssemblerLog &log) {
  return any_of(log.messages, [](const AssemblerMessage &message) {
    return message.severity == AssemblerMessage::Severity::Error;
  });
}

static Error ptxasFailed(const AssemblerOptions &options, const ProcessEnd &end,
                         StringRef said) {
  std::string text = "'" + options.ptxasPath + "' ";
  switch (end.kind) {
  case ProcessEnd::Kind::NotStarted:
    return createStringError(
        std::error_code(end.code, std::generic_category()),
        text + "cannot be run: " + end.reason +
            "; name another ptxas with --ptxas-path or TESSERA_PTXAS_PATH");
  case ProcessEnd::Kind::Killed:
    text += "crashed: " + end.reason;
    break;
  case ProcessEnd::Kind::Exited:
    text +=
        "ended with code " + std::to_string(end.code) + " and no machine code";
    break;
  }
  if (!said.trim().empty())
    text += "; it said: " + said.trim().str();
  return createStringError(text);
}

/// The option of ptxas for threads. It keeps its command line in the machine
/// code, which then differs in the number: one of a fixed width can be
/// replaced.
static constexpr StringLiteral threadsOption("-split-compile");

/// What `options.threads` is to ptxas; nothing where it is not to be given.
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

/// Makes the number of threads in `cubin` that of no run.
static void forgetThreads(std::string &cubin) {
  size_t option = cubin.find((threadsOption + " ").str());
  if (option != std::string::npos)
    cubin[option + threadsOption.size() + 1] = '0';
}

Expected<Assembly> assemble(StringRef ptx, const AssemblerOptions &options) {
  Assembly result;
  std::string marked = markTileKernels(ptx);
  if (findAssemblerVersion(options.ptxasPath) < firstWithTileMark) {
    result.lacksTileMark = marked != ptx;
    marked = ptx.str();
  }
  LargeShared shared(marked, options.maxStaticSharedBytes,
                     options.maxSharedBytes);
  Expected<MemoryFile> input =
      MemoryFile::create("kernel.ptx", shared.getPTX());
  Expected<MemoryFile> output = MemoryFile::create("kernel.cubin");
  Expected<MemoryFile> log = MemoryFile::create("kernel.log");
  if (Error error = joinErrors(
          joinErrors(input.takeError(), output.takeError()), log.takeError()))
    return Expected<Assembly>(std::move(error));

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

  ProcessEnd end = runChildProcess(arguments, *log, {&*input, &*output});
  Expected<std::string> said = log->read(), cubin = output->read();
  if (Error error = joinErrors(said.takeError(), cubin.takeError()))
    return Expected<Assembly>(std::move(error));
  bool exited = end.kind == ProcessEnd::Kind::Exited;
  result.log = parseAssemblerLog(*said);
  if (exited && end.code == 0) {
    if (!cubin->empty() && !StringRef(*cubin).starts_with(elfMagic))
      return createStringError("'" + options.ptxasPath +
                               "' wrote what is no machine code");
    result.cubin = std::move(*cubin);
    if (!threads.empty())
      forgetThreads(result.cubin);
    if (Error error = shared.restore(result.cubin))
      return Expected<Assembly>(std::move(error));
    for (KernelResources &kernel : result.log.kernels)
      kernel.sharedBytes += shared.getExcess(kernel.kernel);
  }
  if (result.cubin.empty() && (!exited || !holdsError(result.log)))
    return ptxasFailed(options, end, *said);
  return result;
}

} // namespace tessera
