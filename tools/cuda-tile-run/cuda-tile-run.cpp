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

namespace {
/// An engine that has loaded the kernel before its first run.
class Runner {
public:
  Runner(Engine &engine, const Kernel &kernel, const Options &options,
         const EngineOptions &how, ErrorLog &log)
      : engine(engine), kernel(kernel), options(options), how(how), log(log) {}
  llvm::StringRef getName() const { return engine.getName(); }
  bool load(const Launch &launch);
  bool run(Launch &launch, RunReport &report);
  bool tell(const RunReport &report, size_t launches);

private:
  Engine &engine;
  const Kernel &kernel;
  const Options &options;
  const EngineOptions &how;
  ErrorLog &log;
  /// The report of the compilation, with which those of runs begin.
  RunReport loaded;
  const Board *board = nullptr;
};
} // namespace

/// Loads the kernel. If that fails, writes the reason to the log and returns
/// false.
bool Runner::load(const Launch &launch) {
  RunReport report;
  if (!engine.load(kernel, {launch.entry}, report, log.os()))
    return false;
  if (!report.ptxTarget.empty())
    if (Error error = chooseBoard(options, report.ptxTarget).moveInto(board)) {
      log.os() << "error: " << llvm::toString(std::move(error)) << '\n';
      return false;
    }
  loaded = std::move(report);
  return true;
}

/// Runs the launch. If that fails, writes the reason to the log and returns
/// false.
bool Runner::run(Launch &launch, RunReport &report) {
  report = loaded;
  if (!engine.run(launch, report, log.os())) {
    log.setFault(report.fault);
    return false;
  }
  clearLinks(launch);
  return true;
}

/// Writes that so many launches found nothing, and the figures of the last one.
/// If a file cannot be written, writes the reason to the log and returns false.
bool Runner::tell(const RunReport &report, size_t launches) {
  if (!options.log.isJson())
    sayNothingFound(getName(), how.emulatesTwice ? 2 * launches : launches,
                    how);
  // A validation without its extent says nothing.
  if (options.report || options.validate || options.measure)
    for (auto &[name, value] : report.statistics)
      messages() << getName() << ": " << name << ": " << value << '\n';
  if (Error error = writeFigures(report, board, options)) {
    log.os() << "error: " << llvm::toString(std::move(error)) << '\n';
    return false;
  }
  return true;
}

namespace {
/// The runs of a launch, one with each seed.
class SeededRuns {
public:
  SeededRuns(const Options &options, const Kernel &kernel,
             const Engines &engines, Preparation &preparation, Seeds seeds,
             Supervisor &supervisor, ErrorLog &log)
      : options(options), preparation(preparation), seeds(seeds),
        supervisor(supervisor), log(log),
        first(*engines.first, kernel, options, engines.options, log),
        comparison(kernel, preparation, before, engines.options) {
    if (engines.second)
      second.emplace(*engines.second, kernel, options, engines.options, log);
    // The kernel modifies the arrays themselves.
    if (second || !preparation.expected.empty() || !seeds.isOne())
      before = preparation.launch;
  }
  /// Agree if all runs do. Ends with the first one that does not.
  Expected<Verdict> runAll();
  /// True if a run did not come to its end, so that there are no results.
  bool haveFailed() const { return failed; }

private:
  bool load();
  Expected<Verdict> run(uint64_t seed);
  Expected<Verdict> compare(uint64_t seed, std::optional<RunReport> &ofSecond);
  void tell(const RunReport &report, const std::optional<RunReport> &ofSecond,
            size_t launches);

  const Options &options;
  Preparation &preparation;
  const Seeds seeds;
  Supervisor &supervisor;
  ErrorLog &log;
  Runner first;
  std::optional<Runner> second;
  /// The launch with its arrays as they were given, where somebody needs them
  /// behind a run.
  Launch before;
  /// The launch with the first seed, if the others are compared with it.
  Launch standard;
  Comparison comparison;
  bool failed = false;
};
} // namespace

/// Compares what the launch has left. Another engine that has come to its end
/// leaves its report.
Expected<Verdict> SeededRuns::compare(uint64_t seed,
                                      std::optional<RunReport> &ofSecond) {
  Launch &launch = preparation.launch;
  StringRef name = first.getName();
  Verdict verdict = Verdict::Agree;
  if (second) {
    Launch secondLaunch = before;
    secondLaunch.seed = seed;
    RunReport report;
    if (!second->run(secondLaunch, report)) {
      failed = true;
      return Verdict::Differ;
    }
    ofSecond = std::move(report);
    verdict =
        comparison.ofEngines(launch, name, secondLaunch, second->getName());
  } else if (comparesSeeds(options)) {
    if (seed == seeds.first)
      standard = launch;
    else
      verdict =
          comparison.ofEngines(launch, name, standard, "with the first seed");
  }
  Expected<Verdict> asExpected = comparison.withExpected(launch, name);
  if (!asExpected)
    return asExpected;
  return std::max(verdict, *asExpected);
}

bool SeededRuns::load() {
  return first.load(preparation.launch) &&
         (!second || second->load(preparation.launch));
}

/// Tells of the last run, and for all of them that nothing was found.
void SeededRuns::tell(const RunReport &report,
                      const std::optional<RunReport> &ofSecond,
                      size_t launches) {
  failed |= !first.tell(report, launches);
  llvm::outs() << report.printed;
  if (ofSecond)
    failed |= !second->tell(*ofSecond, launches);
}

/// Runs the launch with one seed, and tells of it if no other one follows.
Expected<Verdict> SeededRuns::run(uint64_t seed) {
  Launch &launch = preparation.launch;
  launch.seed = seed;
  RunReport report;
  if (!first.run(launch, report)) {
    // Output of a kernel from before it failed often shows the reason.
    llvm::outs() << report.printed;
    failed = true;
    return Verdict::Differ;
  }
  std::optional<RunReport> ofSecond;
  Expected<Verdict> verdict = compare(seed, ofSecond);
  std::string sentences = comparison.takeSentences();
  if (seed != seeds.last && verdict && *verdict == Verdict::Agree)
    return verdict;
  tell(report, ofSecond, seed - seeds.first + 1);
  llvm::outs() << sentences;
  if (failed && verdict)
    return Verdict::Differ;
  return verdict;
}

Expected<Verdict> SeededRuns::runAll() {
  Launch &launch = preparation.launch;
  const std::string entry = "entry '" + launch.entry + "'";
  supervisor.setName(entry);
  if (!load()) {
    failed = true;
    return Verdict::Differ;
  }
  for (uint64_t seed = seeds.first;; ++seed) {
    supervisor.setName(
        seeds.isOne() ? entry : entry + ", seed " + std::to_string(seed));
    Expected<Verdict> verdict = run(seed);
    if (!verdict)
      return verdict;
    if (*verdict != Verdict::Agree) {
      // The note follows what it is about, on whichever stream that is.
      llvm::outs().flush();
      if (!seeds.isOne() && !supervisor.wasInterrupted())
        log.os() << "note: this is seed " << seed << "; --seed=" << seed
                 << " runs it alone\n";
      return verdict;
    }
    if (seed == seeds.last)
      return verdict;
    launch = before;
  }
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
  Expected<Seeds> seeds = parseSeeds(options);
  if (!seeds)
    return seeds.takeError();
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

  SeededRuns runs(options, *kernel, *engines, *preparation, *seeds, supervisor,
                  log);
  Expected<Verdict> verdict = runs.runAll();
  if (!verdict || runs.haveFailed())
    return verdict;
  if (supervisor.wasInterrupted())
    return llvm::createStringError("interrupted; no output is written");
  if (Error error = writeOutputs(*preparation))
    return std::move(error);
  return verdict;
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
