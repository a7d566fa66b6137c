//===- Ptxas.cpp - A ptxas whose cubins carry their PTX -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that is no part of this project, such as Triton, passes only
// machine code to the driver, which no engine can run. If such a compiler lets
// its user choose the ptxas, `tessera run` chooses this one.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "tessera/Codegen/ProgramSections.h"
#include "tessera/Support/EscapedText.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <optional>

using namespace llvm;
using namespace tessera;

/// The exit code of ptxas when it refuses something.
static constexpr int refused = 255;

static int fail(const Twine &message) {
  messages() << "ptxas fatal   : " << message << '\n';
  return refused;
}

/// The files on a command line of ptxas, if there is only one of each kind.
struct Files {
  std::optional<StringRef> ptx, cubin;
};

static Files findFiles(ArrayRef<StringRef> arguments) {
  Files files;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "-o" || argument == "--output-file") {
      if (i + 1 < arguments.size())
        files.cubin = arguments[++i];
    } else if (argument.consume_front("--output-file=") ||
               argument.consume_front("-o=")) {
      files.cubin = argument;
    } else if (!argument.starts_with("-") && argument.ends_with(".ptx")) {
      files.ptx = argument;
    }
  }
  return files;
}

static Error addPtx(const Files &files) {
  auto ptx = MemoryBuffer::getFile(*files.ptx);
  if (!ptx)
    return createStringError(ptx.getError(), *files.ptx);
  auto cubin = MemoryBuffer::getFile(*files.cubin);
  if (!cubin)
    return createStringError(cubin.getError(), *files.cubin);
  std::string carrying = (*cubin)->getBuffer().str();
  if (Error error = addProgramSections(
          carrying, {/*program=*/{}, /*ptx=*/(*ptx)->getBuffer()}))
    return error;
  return writeFileAtomically(*files.cubin, carrying);
}

int ptxas_main(int argc, char **argv) {
  Expected<std::string> ptxas = findPtxas();
  if (!ptxas)
    return fail(toString(ptxas.takeError()));
  SmallVector<StringRef> arguments(argv + 1, argv + argc);
  SmallVector<StringRef> command = {*ptxas};
  append_range(command, arguments);
  std::string error;
  int code = sys::ExecuteAndWait(*ptxas, command, /*Env=*/std::nullopt,
                                 /*Redirects=*/{}, /*SecondsToWait=*/0,
                                 /*MemoryLimit=*/0, &error);
  if (!error.empty())
    return fail(*ptxas + ": " + error);
  // A cache of cubins under this version text must not mix the two kinds.
  if (is_contained(arguments, "--version") || is_contained(arguments, "-V"))
    outs() << "Cubins carry their PTX\n";
  Files files = findFiles(arguments);
  if (code != 0 || !files.ptx || !files.cubin)
    return code;
  if (Error error = addPtx(files))
    return fail(toString(std::move(error)));
  return 0;
}
