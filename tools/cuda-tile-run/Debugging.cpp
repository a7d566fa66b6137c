//===- Debugging.cpp - A launch step by step ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Debugging.h"
#include "Preparation.h"
#include "tessera/Debugger/Debugger.h"
#include "tessera/Support/Tool.h"

using namespace tessera;
using namespace tessera::run;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;

/// The launch that the options describe, of a kernel that has been read.
static Expected<debug::Subject> makeSubject(const Options &options,
                                            const Kernel &kernel) {
  if (Error error = checkDebugOptions(options))
    return std::move(error);
  // The debugger has its own way to interrupt a launch.
  Supervisor supervisor;
  Expected<Engines> engines = chooseEngines(options, supervisor);
  if (!engines)
    return engines.takeError();
  engines->options.interpret.progress = nullptr;
  Expected<Preparation> preparation = prepare(options, &kernel);
  if (!preparation)
    return preparation.takeError();
  return debug::Subject{
      &kernel,
      std::move(preparation->launch),
      engines->options,
      {options.breakpoints.begin(), options.breakpoints.end()},
      options.skipsOthers};
}

Expected<Verdict> run::debugLaunch(const Options &options, ErrorLog &log) {
  std::unique_ptr<Kernel> kernel = Kernel::load(options.kernel, log.os());
  if (!kernel)
    return Verdict::Differ;
  Expected<debug::Subject> subject = makeSubject(options, *kernel);
  if (!subject)
    return subject.takeError();
  if (Error error = debug::debugInTerminal(std::move(*subject)))
    return std::move(error);
  return Verdict::Agree;
}

int run::serveEditor() {
  // Both last as long as the session does.
  std::unique_ptr<Options> options;
  std::unique_ptr<Kernel> kernel;
  auto make =
      [&](llvm::ArrayRef<std::string> arguments) -> Expected<debug::Subject> {
    if (!options)
      options = std::make_unique<Options>();
    std::vector<const char *> argv = {"cuda-tile-run"};
    for (const std::string &argument : arguments)
      argv.push_back(argument.c_str());
    std::string errors;
    llvm::raw_string_ostream os(errors);
    if (!cl::ParseCommandLineOptions(argv.size(), argv.data(), "", &os))
      return llvm::createStringError(errors);
    kernel = Kernel::load(options->kernel, os);
    if (!kernel)
      return llvm::createStringError(errors);
    return makeSubject(*options, *kernel);
  };
  if (Error error = debug::serveDebugAdapter(make))
    return fail(std::move(error));
  return 0;
}
