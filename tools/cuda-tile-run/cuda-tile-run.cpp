//===- cuda-tile-run.cpp - Run a kernel on any engine ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Manual: docs/tools/cuda-tile-run.md
//
//===----------------------------------------------------------------------===//

#include "Preparation.h"
#include "tessera/Runtime/Compare.h"
#include "tessera/Runtime/SelfCheck.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"

using namespace tessera;
using namespace tessera::run;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Self-checking tests
//===----------------------------------------------------------------------===//

/// True where all cases of the file, or of the entry that the options name,
/// pass; a file without cases has forgotten them.
static Expected<bool> runCases(const Options &options, const Kernel &kernel,
                               Engine &engine) {
  if (Error error = checkSelfCheckOptions(options))
    return std::move(error);
  std::optional<std::vector<Case>> cases =
      readCases(kernel.getBuffer(), llvm::errs());
  if (!cases)
    return false;
  if (!options.entry.empty())
    llvm::erase_if(*cases, [&](const Case &value) {
      return value.entry != options.entry;
    });
  if (cases->empty())
    return llvm::createStringError(
        options.kernel + " has no cases" +
        (options.entry.empty() ? "" : " of entry '" + options.entry + "'") +
        "; they are YAML in lines that begin with //%");
  RunReport report;
  if (!engine.load(kernel, report, llvm::errs()))
    return false;
  SelfCheckResult result = selfCheck(kernel, engine, *cases, llvm::errs());
  llvm::outs() << result.total() << " cases: " << result.passed << " passed, "
               << result.failed << " failed";
  if (result.undefined)
    llvm::outs() << ", " << result.undefined
                 << " not run, which only the interpreter defines";
  llvm::outs() << '\n';
  return result.failed == 0;
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

static bool runEngine(Engine &engine, const Kernel &kernel, Launch &launch,
                      const Options &options, RunReport &report) {
  if (!engine.load(kernel, report, llvm::errs()) ||
      !engine.run(launch, report, llvm::errs()))
    return false;
  if (options.report)
    for (auto &[name, value] : report.statistics)
      llvm::errs() << engine.getName() << ": " << name << ": " << value << '\n';
  return true;
}

/// Prints, for each array, whether the runs left the same in it.
static bool compareRuns(llvm::ArrayRef<Argument> arguments, const Launch &left,
                        StringRef leftName, const Launch &right,
                        StringRef rightName) {
  bool agree = true;
  size_t buffer = 0;
  for (auto [number, argument] : llvm::enumerate(arguments)) {
    if (!argument.hasMemory())
      continue;
    Difference difference =
        compareArrays(argument.array, *left.buffers[buffer].contents,
                      *right.buffers[buffer].contents);
    ++buffer;
    agree &= difference.agrees();
    llvm::outs() << "argument " << number << " (" << argument.text << "): "
                 << describeDifference(argument.array, difference, leftName,
                                       rightName)
                 << '\n';
  }
  return agree;
}

static Error writeOutputs(Preparation &preparation) {
  size_t buffer = 0;
  for (Argument &argument : preparation.arguments) {
    if (!argument.hasMemory())
      continue;
    Buffer &left = preparation.launch.buffers[buffer++];
    if (left.wanted)
      argument.array.data = std::move(*left.contents);
  }
  for (const Output &output : preparation.outputs)
    if (Error error =
            writeNpy(output.file, preparation.arguments[output.argument].array))
      return error;
  return Error::success();
}

/// True where everything went well and the engines, if there are two, agree.
static Expected<bool> execute(const Options &options) {
  Expected<Engines> engines = chooseEngines(options);
  if (!engines)
    return engines.takeError();
  std::unique_ptr<Kernel> kernel = Kernel::load(options.kernel, llvm::errs());
  if (!kernel)
    return false;
  if (options.selfCheck)
    return runCases(options, *kernel, *engines->first);
  Expected<Preparation> preparation = prepare(options, *kernel);
  if (!preparation)
    return preparation.takeError();

  Launch &launch = preparation->launch, secondLaunch = launch;
  RunReport report, secondReport;
  bool ran = runEngine(*engines->first, *kernel, launch, options, report);
  // What a kernel printed before it failed often says why.
  llvm::outs() << report.printed;
  if (!ran)
    return false;
  bool agree = true;
  if (engines->second) {
    if (!runEngine(*engines->second, *kernel, secondLaunch, options,
                   secondReport))
      return false;
    agree =
        compareRuns(preparation->arguments, launch, engines->first->getName(),
                    secondLaunch, engines->second->getName());
  }
  if (Error error = writeOutputs(*preparation))
    return std::move(error);
  return agree;
}

int cuda_tile_run_main(int argc, char **argv) {
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { printVersion("cuda-tile-run", os); });
  cl::ParseCommandLineOptions(argc, argv,
                              "Runs a tile kernel on files of arrays\n");
  Expected<bool> good = execute(options);
  if (good)
    return *good ? 0 : 1;
  return fail(good.takeError());
}
