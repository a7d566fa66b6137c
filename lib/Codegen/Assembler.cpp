//===- Assembler.cpp - From PTX to machine code, through ptxas ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Assembler.h"
#include "tessera/Codegen/LargeShared.h"

#include "tessera/Support/ChildProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/MemoryBuffer.h"

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

Expected<Assembly> assemble(StringRef ptx, const AssemblerOptions &options) {
  LargeShared shared(ptx, options.maxStaticSharedBytes, options.maxSharedBytes);
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
  arguments.append(options.others.begin(), options.others.end());
  arguments.append({childFileName(0), "-o", childFileName(1)});

  ProcessEnd end = runChildProcess(arguments, *log, {&*input, &*output});
  Expected<std::string> said = log->read(), cubin = output->read();
  if (Error error = joinErrors(said.takeError(), cubin.takeError()))
    return Expected<Assembly>(std::move(error));
  bool exited = end.kind == ProcessEnd::Kind::Exited;
  Assembly result;
  result.log = parseAssemblerLog(*said);
  if (exited && end.code == 0) {
    if (!cubin->empty() && !StringRef(*cubin).starts_with(elfMagic))
      return createStringError("'" + options.ptxasPath +
                               "' wrote what is no machine code");
    result.cubin = std::move(*cubin);
    if (Error error = shared.restore(result.cubin))
      return Expected<Assembly>(std::move(error));
    for (KernelResources &kernel : result.log.kernels)
      kernel.sharedBytes += shared.getExcess(kernel.kernel);
  }
  if (result.cubin.empty() && (!exited || !holdsError(result.log)))
    return ptxasFailed(options, end, *said);
  return result;
}

//===----------------------------------------------------------------------===//
// Version
//===----------------------------------------------------------------------===//

/// What ptxas says of itself: "Cuda compilation tools, release 13.0, V13.0.88".
static constexpr StringLiteral versionLine("Cuda compilation tools, release ");

/// The version in a text that begins within that line.
static StringRef parseVersion(StringRef text) {
  return text.take_until([](char c) { return c == '\n' || c == '\0'; })
      .split(", V")
      .second.take_while([](char c) { return isDigit(c) || c == '.'; });
}

/// The constants of an executable file; empty if it is none, but a script.
static StringRef findConstants(StringRef contents) {
  if (!contents.starts_with(elfMagic))
    return {};
  auto read = [&]() -> Expected<StringRef> {
    auto file = object::ELFFile<object::ELF64LE>::create(contents);
    if (!file)
      return file.takeError();
    auto sections = file->sections();
    if (!sections)
      return sections.takeError();
    for (const object::ELF64LE::Shdr &section : *sections) {
      auto name = file->getSectionName(section);
      if (!name)
        return name.takeError();
      if (*name != ".rodata")
        continue;
      auto bytes = file->getSectionContents(section);
      if (!bytes)
        return bytes.takeError();
      return toStringRef(*bytes);
    }
    return StringRef();
  };
  Expected<StringRef> constants = read();
  if (constants)
    return *constants;
  consumeError(constants.takeError());
  return {};
}

/// The version by which the ptxas at `path` will call itself, if its file
/// tells.
static std::string readVersion(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return {};
  StringRef constants = findConstants((*file)->getBuffer());
  return parseVersion(constants.split(versionLine).second).str();
}

std::string assemblerVersion(StringRef path) {
  // Clients ask for the version with each program, to find it in a cache, and
  // starting ptxas takes longer than all the rest.
  if (std::string version = readVersion(path); !version.empty())
    return version;
  Expected<MemoryFile> log = MemoryFile::create("version.log");
  if (!log) {
    consumeError(log.takeError());
    return "unknown";
  }
  runChildProcess({path.str(), "--version"}, *log);
  Expected<std::string> said = log->read();
  if (!said) {
    consumeError(said.takeError());
    return "unknown";
  }
  StringRef version = parseVersion(StringRef(*said).split(versionLine).second);
  return version.empty() ? "unknown" : version.str();
}

} // namespace tessera
