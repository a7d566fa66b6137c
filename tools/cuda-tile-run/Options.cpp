//===- Options.cpp - The command line of cuda-tile-run --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

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

Expected<std::vector<ArgumentFile>>
run::parseArgumentFiles(const cl::list<std::string> &option,
                        llvm::ArrayRef<Argument> arguments) {
  std::vector<ArgumentFile> files;
  for (const std::string &text : option) {
    std::string given = ("--" + option.ArgStr + "=" + text).str();
    auto [number, file] = StringRef(text).split('=');
    unsigned argument;
    if (number.getAsInteger(10, argument) || file.empty())
      return llvm::createStringError(given + " is not of the form N=FILE.npy");
    if (argument >= arguments.size() || !arguments[argument].hasMemory())
      return llvm::createStringError(
          given + ": argument " + Twine(argument) +
          (argument >= arguments.size() ? " does not exist" : " is no array"));
    files.push_back({argument, file.str()});
  }
  return files;
}

//===----------------------------------------------------------------------===//
// Engines
//===----------------------------------------------------------------------===//

static Expected<interp::Checks> parseChecks(StringRef text) {
  if (text == "all")
    return interp::Checks();
  interp::Checks checks = interp::Checks::none();
  if (text == "none")
    return checks;
  llvm::SmallVector<StringRef> names;
  text.split(names, ',');
  for (StringRef name : names) {
    bool *check = llvm::StringSwitch<bool *>(name)
                      .Case("memory", &checks.memory)
                      .Case("race", &checks.race)
                      .Case("assume", &checks.assume)
                      .Case("init", &checks.init)
                      .Default(nullptr);
    if (!check)
      return llvm::createStringError(
          "--check=" + text + ": there is no check '" + name +
          "'; write all, none, or some of memory, race, assume and init with "
          "commas between");
    *check = true;
  }
  return checks;
}

static Expected<EngineOptions> parseEngineOptions(const Options &options) {
  // Engines that compile check these too, but not all of them compile.
  if (options.level > 3)
    return llvm::createStringError(
        "the optimization level goes from 0 to 3, not to " +
        Twine(options.level));
  if (!options.gpu.empty())
    if (Error error = requireTarget(options.gpu).takeError())
      return std::move(error);
  if (options.stepLimit == 0)
    return llvm::createStringError("--step-limit=0 allows no operation; the "
                                   "limit is a number from 1 on");
  Expected<interp::Checks> checks = parseChecks(options.check);
  if (!checks)
    return checks.takeError();
  EngineOptions result;
  result.gpuName = options.gpu;
  result.optLevel = options.level;
  result.interpret.checks = *checks;
  result.interpret.seed = options.seed;
  result.interpret.stepLimit = options.stepLimit;
  result.interpret.hostThreads = options.threads;
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

/// The first of these options that the command line has, or null.
static const cl::Option *findGiven(
    std::initializer_list<std::reference_wrapper<const cl::Option>> options) {
  for (const cl::Option &option : options)
    if (option.getNumOccurrences())
      return &option;
  return nullptr;
}

/// Whoever asks for a check must not believe that it was made.
static Error refuseUnused(const Options &options) {
  if (llvm::is_contained(
          {StringRef(options.engine), StringRef(options.compare)}, "interpret"))
    return Error::success();
  if (const cl::Option *option = findGiven(
          {options.check, options.seed, options.stepLimit, options.threads}))
    return llvm::createStringError(
        "--" + option->ArgStr +
        " is an option of the interpreter, which does not run here; add "
        "--compare=interpret or leave the option out");
  return Error::success();
}

Error run::checkSelfCheckOptions(const Options &options) {
  if (const cl::Option *option = findGiven(
          {options.arguments, options.grid, options.outputs, options.expected,
           options.compare, options.block, options.shared, options.report}))
    return llvm::createStringError(
        "--" + option->ArgStr +
        " goes with one run; with --self-check the cases in the file say "
        "what is run");
  return Error::success();
}

Expected<Engines> run::chooseEngines(const Options &options) {
  Expected<EngineOptions> engineOptions = parseEngineOptions(options);
  if (!engineOptions)
    return engineOptions.takeError();
  Engines engines;
  engines.options = *engineOptions;
  if (Error error =
          chooseEngine(options.engine, *engineOptions).moveInto(engines.first))
    return std::move(error);
  if (!options.compare.empty())
    if (Error error = chooseEngine(options.compare, *engineOptions)
                          .moveInto(engines.second))
      return std::move(error);
  if (Error error = refuseUnused(options))
    return std::move(error);
  return std::move(engines);
}
