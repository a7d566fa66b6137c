//===- Options.cpp - The command line of cuda-tile-run --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "tessera/Runtime/HostDevice.h"
#include "tessera/Runtime/PassVerifier.h"
#include "tessera/Runtime/Validator.h"
#include "tessera/Target/LaunchLimits.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::run;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

Expected<Dim3> run::parseDimensions(StringRef option, StringRef text) {
  Dim3 value = {1, 1, 1};
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',');
  bool good = parts.size() <= 3;
  for (size_t i = 0; good && i < parts.size(); ++i)
    good = !parts[i].getAsInteger(10, value[i]) && value[i] > 0;
  if (good)
    return value;
  return llvm::createStringError(
      "--" + option + "=" + text +
      " is not of the form X[,Y[,Z]] with numbers from 1 on");
}

Expected<Dim3> run::parseGrid(StringRef text) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (auto [part, limit] : llvm::zip(parts, maxGridExtents)) {
    llvm::APInt blocks;
    if (!part.getAsInteger(10, blocks) && blocks.ugt(limit))
      return llvm::createStringError(
          "--grid=" + text + " has more blocks than a launch: at most " +
          llvm::join(llvm::map_range(
                         maxGridExtents,
                         [](uint32_t most) { return std::to_string(most); }),
                     ","));
  }
  return parseDimensions("grid", text);
}

/// The buffer of an argument, given by number, or of a memory, given by name.
static Expected<unsigned> findBuffer(StringRef name,
                                     llvm::ArrayRef<Argument> arguments,
                                     llvm::ArrayRef<NamedMemory> memories) {
  for (auto [number, memory] : llvm::enumerate(memories))
    if (memory.name == name) {
      if (memory.participants.empty())
        return number;
      return llvm::createStringError(
          "'" + name + "' is a multicast object; name one of its memories");
    }
  unsigned number;
  if (name.getAsInteger(10, number))
    return llvm::createStringError("there is no memory '" + name + "'");
  if (number >= arguments.size())
    return llvm::createStringError("argument " + name + " does not exist");
  if (!arguments[number].hasMemory())
    return llvm::createStringError(
        "argument " + name +
        (arguments[number].views.empty()
             ? " is no array"
             : " lies in named memory; give the name of that"));
  return memories.size() +
         llvm::count_if(arguments.take_front(number), [](const Argument &each) {
           return each.hasMemory() || each.kind == Argument::Kind::List;
         });
}

Expected<std::vector<BufferFile>>
run::parseBufferFiles(const cl::list<std::string> &option,
                      llvm::ArrayRef<Argument> arguments,
                      llvm::ArrayRef<NamedMemory> memories) {
  std::vector<BufferFile> files;
  for (const std::string &text : option) {
    std::string given = ("--" + option.ArgStr + "=" + text).str();
    auto [name, file] = StringRef(text).split('=');
    if (name.empty() || file.empty())
      return llvm::createStringError(
          given + " is not of the form N=FILE.npy or NAME=FILE.npy");
    Expected<unsigned> buffer = findBuffer(name, arguments, memories);
    if (!buffer)
      return llvm::createStringError(given + ": " +
                                     llvm::toString(buffer.takeError()));
    files.push_back({name.str(), *buffer, file.str()});
  }
  return files;
}

//===----------------------------------------------------------------------===//
// Engines
//===----------------------------------------------------------------------===//

static bool runs(const Options &options, StringRef engine) {
  return options.engine == engine || options.compare == engine;
}

/// The first of these options that the command line has, or null.
static const cl::Option *findGiven(
    std::initializer_list<std::reference_wrapper<const cl::Option>> options) {
  for (const cl::Option &option : options)
    if (option.getNumOccurrences())
      return &option;
  return nullptr;
}

/// A sample counts, and leaves nothing that could be looked at.
static Error checkSample(const Options &options) {
  if (!options.sample.getNumOccurrences())
    return Error::success();
  if (options.sample == 0)
    return llvm::createStringError(
        "--sample=0 runs no block; the number is one from 1 on");
  if (!options.counters.getNumOccurrences())
    return llvm::createStringError("--sample runs some blocks for the sake of "
                                   "--counters; add that or leave it out");
  if (const cl::Option *option = findGiven({options.outputs, options.expected,
                                            options.compare, options.timeline}))
    return llvm::createStringError("--" + option->ArgStr +
                                   " is about all blocks, and --sample runs "
                                   "some of them; leave one out");
  return Error::success();
}

Expected<Seeds> run::parseSeeds(const Options &options) {
  if (!options.seeds.getNumOccurrences())
    return Seeds{options.seed, options.seed};
  if (options.seed.getNumOccurrences())
    return llvm::createStringError(
        "--seed is about one launch, and --seeds gives each one its own; leave "
        "one out");
  auto [first, last] = StringRef(options.seeds).split("..");
  Seeds seeds;
  if (first.getAsInteger(10, seeds.first) ||
      last.getAsInteger(10, seeds.last) || seeds.first > seeds.last)
    return llvm::createStringError(
        "--seeds=" + options.seeds +
        " is not of the form FIRST..LAST with two numbers, of which the last "
        "is not below the first");
  return seeds;
}

bool run::comparesSeeds(const Options &options) {
  return options.seeds.getNumOccurrences() && options.compare.empty() &&
         options.expected.empty();
}

/// Refuses what is about one launch, and seeds that would choose nothing.
static Error checkSeeds(const Options &options) {
  if (!options.seeds.getNumOccurrences())
    return Error::success();
  if (const cl::Option *option =
          findGiven({options.counters, options.timeline, options.measure,
                     options.verifyEachSemantically, options.validate}))
    return llvm::createStringError("--" + option->ArgStr +
                                   " is about one launch, and --seeds runs "
                                   "several; leave one out");
  if (!runs(options, "interpret") && runs(options, "emulate") &&
      options.async != ptx::AsyncPolicy::Random &&
      options.warps != ptx::OrderPolicy::Random &&
      options.blocks != ptx::OrderPolicy::Random &&
      options.loads != ptx::LoadPolicy::Random)
    return llvm::createStringError(
        "--seeds chooses nothing where nothing is random; add --async=random, "
        "--warps=random, --blocks=random or --loads=random");
  return Error::success();
}

static Expected<EngineOptions> parseEngineOptions(const Options &options) {
  // Engines that compile check this, too, but not all engines compile.
  if (options.level > 3)
    return llvm::createStringError(
        "the optimization level goes from 0 to 3, not to " +
        Twine(options.level));
  if (!options.gpu.empty())
    if (Error error = requireTarget(options.gpu).takeError())
      return std::move(error);
  EngineOptions result;
  result.gpuName = options.gpu;
  result.optLevel = options.level;
  result.overrides = options.overrides.get();
  result.interpret.seed = result.emulate.seed = options.seed;
  result.emulate.hostThreads = options.threads;
  result.emulate.assertionSink = [](StringRef text) { messages() << text; };
  // One host thread unless --threads is given: with several, the host orders
  // tile blocks, and a kernel that draws tickets by an atomic can tell.
  result.interpret.hostThreads =
      options.threads.getNumOccurrences() ? options.threads.getValue() : 1;
  if (options.stepLimit.getNumOccurrences()) {
    if (options.stepLimit == 0)
      return llvm::createStringError("--step-limit=0 allows no operation; the "
                                     "limit is a number from 1 on");
    result.interpret.stepLimit = result.emulate.stepLimit = options.stepLimit;
  }
  result.emulate.async = options.async;
  result.emulate.loads = options.loads;
  result.emulate.warps = options.warps;
  result.emulate.blocks = options.blocks;
  for (const cl::Option *option :
       {static_cast<const cl::Option *>(&options.counters),
        static_cast<const cl::Option *>(&options.timeline)})
    if (options.concurrent && option->getNumOccurrences())
      return llvm::createStringError("--" + option->ArgStr +
                                     " is about one launch, and --concurrent "
                                     "runs two; leave one out");
  if (!options.timeline.empty() && options.async != ptx::AsyncPolicy::Eager)
    return llvm::createStringError(
        "--timeline gives copies their times by the machine model, and needs "
        "--async=eager");
  if (Error error = checkSample(options))
    return std::move(error);
  if (Error error = checkSeeds(options))
    return std::move(error);
  result.emulate.sampledBlocks = options.sample;
  result.emulate.wantsEvents = !options.timeline.empty();
  result.emulate.wantsCounters =
      options.counters.getNumOccurrences() || result.emulate.wantsEvents;
  if (!options.board.empty() && !result.emulate.wantsCounters)
    return llvm::createStringError("--board names the board on which "
                                   "--counters bounds the time; add "
                                   "--counters or leave it out");
  result.emulatesTwice = options.concurrent;
  result.timedLaunches = options.measure;
  if (options.multicasts.getNumOccurrences() && runs(options, "cuda"))
    return llvm::createStringError(
        "--multicast is about several GPUs, and cuda launches on one; use "
        "--engine=emulate");
  if (Error error =
          runtime::parseChecks(options.check, runs(options, "interpret"),
                               runs(options, "emulate"), result))
    return llvm::createStringError("--check=" + options.check + ": " +
                                   llvm::toString(std::move(error)));
  if (options.loads == ptx::LoadPolicy::Random && !result.emulate.checks.race)
    return llvm::createStringError(
        "--loads=random needs the check of races, which knows what comes "
        "before a load; add race to --check");
  return result;
}

static Expected<std::unique_ptr<Engine>>
chooseEngine(StringRef name, const EngineOptions &options) {
  if (std::unique_ptr<Engine> engine = createEngine(name, options))
    return std::move(engine);
  return llvm::createStringError(
      "there is no engine '" + name +
      "'; the engines are interpret, emulate and cuda");
}

/// The engine that runs first.
static Expected<std::unique_ptr<Engine>>
chooseFirstEngine(const Options &options, const EngineOptions &engineOptions) {
  const cl::Option *judged =
      findGiven({options.verifyEachSemantically, options.validate});
  if (!judged)
    return chooseEngine(options.engine, engineOptions);
  if (options.verifyEachSemantically && options.validate)
    return llvm::createStringError(
        "--validate and --verify-each-semantically are two ways to judge "
        "passes, for all data and for these; leave one out");
  if (options.engine != "interpret")
    return llvm::createStringError(
        "--" + judged->ArgStr +
        " interprets the kernel, and goes with "
        "--engine=interpret; give the other engine as --compare=" +
        options.engine);
  return options.validate ? createValidatingEngine(engineOptions)
                          : createVerifyingEngine(engineOptions);
}

/// Launches that are timed leave nothing that could be looked at.
static Error checkMeasure(const Options &options) {
  if (!options.measure.getNumOccurrences())
    return Error::success();
  if (options.engine != "cuda" || options.measure == 0)
    return llvm::createStringError(
        "--measure=N times N launches, from 1 on, with --engine=cuda");
  if (const cl::Option *option =
          findGiven({options.outputs, options.expected, options.compare}))
    return llvm::createStringError(
        "--" + option->ArgStr +
        " is about what one launch leaves, and "
        "--measure makes several over one memory; leave one out");
  return Error::success();
}

/// Refuses options without effect, so that nobody believes that a check was
/// made.
static Error refuseUnused(const Options &options) {
  if (Error error = checkMeasure(options))
    return error;
  auto refuse = [](const cl::Option *option, const char *whose,
                   const char *engine) {
    return llvm::createStringError("--" + option->ArgStr + " is an option of " +
                                   whose + " here; add --compare=" + engine +
                                   " or leave the option out");
  };
  if (runs(options, "emulate"))
    return Error::success();
  if (const cl::Option *option =
          findGiven({options.async, options.warps, options.blocks,
                     options.loads, options.concurrent, options.counters,
                     options.sample, options.timeline}))
    return refuse(option, "the emulator, which does not run", "emulate");
  if (runs(options, "interpret"))
    return Error::success();
  if (const cl::Option *option =
          findGiven({options.check, options.seed, options.seeds,
                     options.stepLimit, options.timeLimit, options.threads}))
    return refuse(option,
                  "the interpreter and of the emulator, of which none runs",
                  "interpret");
  return Error::success();
}

Error run::checkSelfCheckOptions(const Options &options) {
  if (const cl::Option *option =
          findGiven({options.arguments, options.grid, options.outputs,
                     options.expected, options.compare, options.block,
                     options.cluster, options.preferredCluster, options.shared,
                     options.report, options.concurrent, options.counters,
                     options.timeline, options.board, options.seeds}))
    return llvm::createStringError(
        "--" + option->ArgStr +
        " goes with one run; with --self-check the cases in the file say "
        "what is run");
  return Error::success();
}

Error run::checkDebugOptions(const Options &options) {
  if (const cl::Option *option = findGiven(
          {options.outputs, options.expected, options.selfCheck, options.works,
           options.report, options.timeLimit, options.seeds,
           options.verifyEachSemantically, options.validate}))
    return llvm::createStringError("--" + option->ArgStr +
                                   " goes with a run to the end, and --debug "
                                   "stops and goes back");
  return Error::success();
}

Error run::checkWorksOptions(const Options &options) {
  if (options.engine != "emulate")
    return llvm::createStringError(
        "--works is for --engine=emulate alone, which runs several launches "
        "at once");
  if (const cl::Option *option = findGiven(
          {options.entry, options.arguments, options.variables, options.grid,
           options.expected, options.selfCheck, options.compare, options.block,
           options.cluster, options.preferredCluster, options.shared,
           options.report, options.verifyEachSemantically, options.validate,
           options.concurrent, options.counters, options.timeline,
           options.seeds}))
    return llvm::createStringError(
        "--" + option->ArgStr +
        " goes with one launch; with --works the file says what is launched");
  return Error::success();
}

/// Sets up the supervision of launches, by the options.
static Error setUp(const Options &options, Supervisor &supervisor,
                   EngineOptions &engineOptions) {
  if (options.timeLimit.getNumOccurrences()) {
    Expected<double> seconds = parseTimeLimit(options.timeLimit);
    if (!seconds)
      return llvm::createStringError("--time-limit: " +
                                     llvm::toString(seconds.takeError()));
    supervisor.setTimeLimit(*seconds);
  }
  // With JSON, standard error must have only objects.
  if (!options.log.isJson())
    supervisor.setHeartbeat(messages());
  supervisor.setName(options.kernel);
  supervisor.watch(engineOptions);
  return Error::success();
}

Expected<Engines> run::chooseEngines(const Options &options,
                                     Supervisor &supervisor) {
  Expected<EngineOptions> engineOptions = parseEngineOptions(options);
  if (!engineOptions)
    return engineOptions.takeError();
  if (Error error = setUp(options, supervisor, *engineOptions))
    return std::move(error);
  Engines engines;
  engines.options = *engineOptions;
  if (Error error =
          chooseFirstEngine(options, *engineOptions).moveInto(engines.first))
    return std::move(error);
  if (!options.compare.empty())
    if (Error error = chooseEngine(options.compare, *engineOptions)
                          .moveInto(engines.second))
      return std::move(error);
  if (Error error = refuseUnused(options))
    return std::move(error);
  return std::move(engines);
}
