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

#include "Comparison.h"
#include "Debugging.h"
#include "ErrorLog.h"
#include "Interrupts.h"
#include "tessera/Bound/SourceLines.h"
#include "tessera/Bound/Timeline.h"
#include "tessera/Runtime/SelfCheck.h"
#include "tessera/Runtime/Supervisor.h"
#include "tessera/Runtime/Works.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::run;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Self-checking tests
//===----------------------------------------------------------------------===//

/// Agree if all cases of the file pass, or all of the entry that the options
/// name. A file without cases is an error.
static Expected<Verdict> runCases(const Options &options, const Kernel &kernel,
                                  const Engines &engines, ErrorLog &log) {
  Engine &engine = *engines.first;
  if (Error error = checkSelfCheckOptions(options))
    return std::move(error);
  std::optional<std::vector<Case>> cases =
      readCases(kernel.getBuffer(), log.os());
  if (!cases)
    return Verdict::Differ;
  if (!options.entry.empty())
    llvm::erase_if(*cases, [&](const Case &value) {
      return value.entry != options.entry;
    });
  if (cases->empty())
    return llvm::createStringError(
        options.kernel + " has no cases" +
        (options.entry.empty() ? "" : " of entry '" + options.entry + "'") +
        "; they are YAML in lines that begin with //%");
  std::vector<std::string> entries;
  for (const Case &value : *cases)
    entries.push_back(value.entry);
  RunReport report;
  if (!engine.load(kernel, entries, report, log.os()))
    return Verdict::Differ;
  SelfCheckResult result =
      selfCheck(kernel, engine, engines.options, *cases, log.os());
  llvm::outs() << result.total() << " cases: " << result.passed << " passed, "
               << result.failed << " failed";
  if (result.undefined)
    llvm::outs() << ", " << result.undefined
                 << " not run, which only the interpreter defines";
  llvm::outs() << '\n';
  return result.failed == 0 ? Verdict::Agree : Verdict::Differ;
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

/// The board for the bound on time; null if no board has the GPU that the PTX
/// is for, and the user has named none.
static Expected<const Board *> chooseBoard(const Options &options,
                                           StringRef target) {
  const TargetInfo *info = lookupTarget(target);
  if (!options.board.empty()) {
    if (info)
      return requireBoard(options.board, *info);
    return llvm::createStringError("--board: the PTX is for " + target +
                                   ", of which no rates are known");
  }
  return info ? defaultBoard(*info) : nullptr;
}

/// Writes the counters as a table if `file` is empty, else as JSON.
static Error writeCounters(const ptx::CounterReport &counters, StringRef target,
                           const Board *board, StringRef file) {
  std::optional<bound::TimeBound> time;
  if (board)
    time = bound::boundTime(counters, *lookupTarget(target), *board);
  if (file.empty()) {
    counters.printTable(messages());
    if (time) {
      time->print(messages());
      bound::printLines(messages(), counters, *lookupTarget(target), *time);
    }
    return Error::success();
  }
  std::string json;
  llvm::raw_string_ostream os(json);
  counters.printJson(os, [&](llvm::json::OStream &object) {
    if (time) {
      time->printJson(object);
      bound::printLinesJson(object, counters, *lookupTarget(target), *time);
    }
  });
  return writeFileAtomically(file, json);
}

/// Writes when warps and units work, as Chrome's trace format.
static Error writeTimeline(const ptx::CounterReport &counters, StringRef target,
                           const Board *board, StringRef file) {
  if (!board)
    return llvm::createStringError("--timeline: the PTX is for " + target +
                                   ", of which no board is known");
  std::string json;
  llvm::raw_string_ostream os(json);
  bound::makeTimeline(counters, *lookupTarget(target), *board).printJson(os);
  return writeFileAtomically(file, json);
}

/// Writes what the options want of the emulator's counters and events.
static Error writeFigures(const RunReport &report, const Board *board,
                          const Options &options) {
  if (!report.counters)
    return Error::success();
  if (options.counters.getNumOccurrences())
    if (Error error = writeCounters(*report.counters, report.ptxTarget, board,
                                    options.counters))
      return error;
  if (options.timeline.empty())
    return Error::success();
  return writeTimeline(*report.counters, report.ptxTarget, board,
                       options.timeline);
}

/// Prints a line for a run without findings, because silence could mean that
/// nothing was checked.
static void sayNothingFound(StringRef engine, size_t launches,
                            const EngineOptions &options) {
  if (engine != "interpret" && engine != "emulate")
    return;
  llvm::SmallVector<StringRef> checks;
  auto list = [&](const auto &chosen) {
    for (const auto &[name, check] : chosen.names())
      if (chosen.*check)
        checks.push_back(name);
  };
  if (engine == "interpret")
    list(options.interpret.checks);
  else
    list(options.emulate.checks);
  messages() << engine << ": " << launches
             << (launches == 1 ? " launch" : " launches") << ", nothing found ("
             << (checks.empty() ? "no checks"
                                : "checks: " + llvm::join(checks, ", "))
             << ")\n";
}

static bool runEngine(Engine &engine, const Kernel &kernel, Launch &launch,
                      const Options &options, const EngineOptions &how,
                      ErrorLog &log, RunReport &report) {
  if (!engine.load(kernel, {launch.entry}, report, log.os()))
    return false;
  const Board *board = nullptr;
  if (!report.ptxTarget.empty())
    if (Error error = chooseBoard(options, report.ptxTarget).moveInto(board)) {
      log.os() << "error: " << llvm::toString(std::move(error)) << '\n';
      return false;
    }
  if (!engine.run(launch, report, log.os())) {
    log.setFault(report.fault);
    return false;
  }
  clearLinks(launch);
  if (!options.log.isJson())
    sayNothingFound(engine.getName(), how.emulatesTwice ? 2 : 1, how);
  // A validation without its extent says nothing.
  if (options.report || options.validate || options.measure)
    for (auto &[name, value] : report.statistics)
      messages() << engine.getName() << ": " << name << ": " << value << '\n';
  if (Error error = writeFigures(report, board, options)) {
    log.os() << "error: " << llvm::toString(std::move(error)) << '\n';
    return false;
  }
  return true;
}

static Error writeOutputs(Preparation &preparation) {
  for (auto [left, array] :
       llvm::zip(preparation.launch.buffers, preparation.arrays))
    if (array && left.wanted)
      array->data = std::move(*left.contents);
  llvm::ArrayRef<NamedMemory> memories = preparation.memories;
  for (const BufferFile &output : preparation.outputs) {
    const NpyArray &array = *preparation.arrays[output.buffer];
    bool isBytes =
        output.buffer < memories.size() && memories[output.buffer].isBytes;
    if (Error error = isBytes ? writeFileAtomically(
                                    output.file, llvm::toStringRef(array.data))
                              : writeNpy(output.file, array))
      return error;
  }
  return Error::success();
}

/// Runs the works of a file.
static Expected<Verdict> runWorks(const Options &options,
                                  const EngineOptions &engineOptions,
                                  ErrorLog &log) {
  if (Error error = checkWorksOptions(options))
    return std::move(error);
  std::optional<std::vector<WorkText>> works =
      readWorks(options.kernel, log.os());
  if (!works)
    return Verdict::Differ;
  Expected<Preparation> preparation = prepare(options, /*kernel=*/nullptr);
  if (!preparation)
    return preparation.takeError();
  RunReport report;
  bool ran = emulateWorks(*works, preparation->memories, preparation->launch,
                          engineOptions, report, log.os());
  llvm::outs() << report.printed;
  if (!ran) {
    log.setFault(report.fault);
    return Verdict::Differ;
  }
  if (!options.log.isJson())
    sayNothingFound("emulate", works->size(), engineOptions);
  clearLinks(preparation->launch);
  if (Error error = writeOutputs(*preparation))
    return std::move(error);
  return Verdict::Agree;
}

/// The worst verdict of all parts: Differ also if a part failed.
static Expected<Verdict> execute(const Options &options, Supervisor &supervisor,
                                 ErrorLog &log) {
  if (options.debug || !options.breakpoints.empty())
    return debugLaunch(options, log);
  Expected<Engines> engines = chooseEngines(options, supervisor);
  if (!engines)
    return engines.takeError();
  InterruptGuard guard(supervisor);
  if (options.works)
    return runWorks(options, engines->options, log);
  std::unique_ptr<Kernel> kernel = Kernel::load(options.kernel, log.os());
  if (!kernel)
    return Verdict::Differ;
  if (options.selfCheck)
    return runCases(options, *kernel, *engines, log);
  Expected<Preparation> preparation = prepare(options, kernel.get());
  if (!preparation)
    return preparation.takeError();

  Launch &launch = preparation->launch;
  // The kernel modifies the arrays themselves, so comparisons need a copy from
  // before.
  Launch before;
  if (engines->second || !preparation->expected.empty())
    before = launch;
  StringRef name = engines->first->getName();
  RunReport report;
  supervisor.setName("entry '" + launch.entry + "'");
  bool ran = runEngine(*engines->first, *kernel, launch, options,
                       engines->options, log, report);
  // Output of a kernel from before it failed often shows the reason.
  llvm::outs() << report.printed;
  if (!ran)
    return Verdict::Differ;
  Comparison comparison(*kernel, *preparation, before, engines->options);
  Verdict verdict = Verdict::Agree;
  if (engines->second) {
    Launch secondLaunch = before;
    RunReport secondReport;
    if (!runEngine(*engines->second, *kernel, secondLaunch, options,
                   engines->options, log, secondReport))
      return Verdict::Differ;
    verdict = comparison.ofEngines(launch, name, secondLaunch,
                                   engines->second->getName());
  }
  Expected<Verdict> asExpected = comparison.withExpected(launch, name);
  if (!asExpected)
    return asExpected;
  if (supervisor.wasInterrupted())
    return llvm::createStringError("interrupted; no output is written");
  if (Error error = writeOutputs(*preparation))
    return std::move(error);
  return std::max(verdict, *asExpected);
}

/// The exit status.
static int statusOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Agree:
    return 0;
  case Verdict::Differ:
    return 1;
  case Verdict::NotDecidable:
    return 3;
  }
  llvm_unreachable("unknown verdict");
}

void run::printLocalGpu() {
  Expected<std::string> name = findLocalGpu();
  if (!name)
    std::exit(fail(name.takeError()));
  llvm::outs() << *name << '\n';
  std::exit(0);
}

int cuda_tile_run_main(int argc, char **argv) {
  if (argc == 2 && StringRef(argv[1]) == debugAdapterOption)
    return serveEditor();
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { printVersion("cuda-tile-run", os); });
  parseCommandLine(argc, argv, "Runs a tile kernel on files of arrays\n");
  ErrorLog log(options.log.format());
  Supervisor supervisor;
  Expected<Verdict> verdict = execute(options, supervisor, log);
  int status = verdict ? statusOf(*verdict) : 1;
  if (!verdict)
    log.os() << "error: " << llvm::toString(verdict.takeError()) << '\n';
  return supervisor.wasInterrupted() ? 128 + SIGINT : status;
}
