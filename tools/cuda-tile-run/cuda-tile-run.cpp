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

#include "tessera/Runtime/Compare.h"
#include "tessera/Runtime/Engine.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace tessera;
using namespace tessera::runtime;
namespace cl = llvm::cl;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

namespace {
using Dim3 = std::array<uint32_t, 3>;

/// Where the array of an argument goes after the run.
struct Output {
  unsigned argument;
  std::string file;
};

/// The options. They are made inside main: the other tools of the same program
/// have their own.
struct Options {
  cl::OptionCategory category{"cuda-tile-run options"};

  cl::opt<std::string> kernel{cl::Positional, cl::Required,
                              cl::desc("KERNEL (bytecode, text or PTX)"),
                              cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::value_desc("NAME"), cl::cat(category),
      cl::desc("the entry to run (not needed where there is only one)")};
  cl::opt<std::string> grid{"grid", cl::value_desc("X[,Y[,Z]]"), cl::init("1"),
                            cl::cat(category),
                            cl::desc("tile blocks in each direction")};
  cl::opt<std::string> engine{
      "engine", cl::value_desc("interpret|emulate|cuda"), cl::init("interpret"),
      cl::cat(category), cl::desc("what runs the kernel")};
  cl::opt<std::string> compare{
      "compare", cl::value_desc("interpret|emulate|cuda"), cl::cat(category),
      cl::desc("run this engine too, and fail where the results differ")};
  cl::opt<std::string> gpu{
      "gpu-name", cl::value_desc("sm_XX"), cl::cat(category),
      cl::desc("the GPU to compile for (emulate: sm_90; cuda: the one here)")};
  cl::opt<unsigned> level{"O",
                          cl::Prefix,
                          cl::init(3),
                          cl::value_desc("0-3"),
                          cl::cat(category),
                          cl::desc("optimization level")};
  cl::list<std::string> arguments{
      "arg", cl::value_desc("ARG"), cl::cat(category),
      cl::desc("an argument, in order: ptr:FILE.npy[:TYPE], "
               "array:FILE.npy[:TYPE] or TYPE:VALUE")};
  cl::list<std::string> outputs{
      "out", cl::value_desc("N=FILE"), cl::cat(category),
      cl::desc("write the array of the N-th argument (from 0) after the run")};
  cl::opt<std::string> block{
      "block", cl::value_desc("X[,Y[,Z]]"), cl::cat(category),
      cl::desc("threads of a block, for PTX that does not say")};
  cl::opt<uint64_t> shared{"shared", cl::value_desc("BYTES"), cl::init(0),
                           cl::cat(category),
                           cl::desc("dynamic shared memory, for PTX")};
  cl::opt<bool> report{"report", cl::cat(category),
                       cl::desc("print figures about the run")};
};
} // namespace

static Expected<Dim3> parseDimensions(StringRef option, StringRef text) {
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

//===----------------------------------------------------------------------===//
// From names to things
//===----------------------------------------------------------------------===//

static Expected<std::string> chooseEntry(const Kernel &kernel,
                                         const Options &options) {
  StringRef file = options.kernel.getValue(), name = options.entry.getValue();
  std::vector<std::string> entries = kernel.getEntries();
  if (llvm::is_contained(entries, name))
    return name.str();
  if (name.empty() && entries.size() == 1)
    return entries.front();
  std::string list =
      entries.empty() ? "it has none" : "it has " + llvm::join(entries, ", ");
  if (name.empty())
    return llvm::createStringError("say which entry of " + file +
                                   " to run with --entry=NAME: " + list);
  return llvm::createStringError(file + " has no entry '" + name +
                                 "': " + list);
}

static Expected<std::vector<Argument>>
readArguments(llvm::ArrayRef<std::string> texts) {
  std::vector<Argument> arguments;
  for (auto [number, text] : llvm::enumerate(texts)) {
    Expected<Argument> argument = parseArgument(text);
    if (!argument)
      return llvm::createStringError(
          "argument " + Twine(number) + " (" + text +
          "): " + llvm::toString(argument.takeError()));
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

static Expected<std::vector<Output>>
readOutputs(llvm::ArrayRef<std::string> texts,
            llvm::ArrayRef<Argument> arguments) {
  std::vector<Output> outputs;
  for (const std::string &text : texts) {
    auto [number, file] = StringRef(text).split('=');
    unsigned argument;
    if (number.getAsInteger(10, argument) || file.empty())
      return llvm::createStringError("--out=" + text +
                                     " is not of the form N=FILE.npy");
    if (argument >= arguments.size() || !arguments[argument].hasMemory())
      return llvm::createStringError(
          "--out=" + text + ": argument " + Twine(argument) +
          (argument >= arguments.size() ? " does not exist" : " is no array"));
    outputs.push_back({argument, file.str()});
  }
  return outputs;
}

static Expected<std::unique_ptr<Engine>>
chooseEngine(StringRef name, const EngineOptions &options) {
  if (std::unique_ptr<Engine> engine = createEngine(name, options))
    return std::move(engine);
  return llvm::createStringError(
      "there is no engine '" + name +
      "'; the engines are interpret, emulate and cuda");
}

//===----------------------------------------------------------------------===//
// Running and comparing
//===----------------------------------------------------------------------===//

static bool runEngine(Engine &engine, const Kernel &kernel, Launch &launch,
                      const Options &options, RunReport &report) {
  if (!engine.run(kernel, launch, report, llvm::errs()))
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
    Difference difference = compareArrays(argument.array, left.buffers[buffer],
                                          right.buffers[buffer]);
    ++buffer;
    agree &= difference.agrees();
    llvm::outs() << "argument " << number << " (" << argument.text << "): "
                 << describeDifference(argument.array, difference, leftName,
                                       rightName)
                 << '\n';
  }
  return agree;
}

static Error writeOutputs(llvm::ArrayRef<Output> outputs,
                          llvm::MutableArrayRef<Argument> arguments,
                          Launch &launch) {
  size_t buffer = 0;
  for (Argument &argument : arguments)
    if (argument.hasMemory())
      argument.array.data = std::move(launch.buffers[buffer++]);
  for (const Output &output : outputs)
    if (Error error = writeNpy(output.file, arguments[output.argument].array))
      return error;
  return Error::success();
}

/// Fills the launch with all that the options say.
static Error prepare(const Options &options, const Kernel &kernel,
                     llvm::MutableArrayRef<Argument> arguments,
                     Launch &launch) {
  Expected<std::string> entry = chooseEntry(kernel, options);
  if (!entry)
    return entry.takeError();
  launch.entry = *entry;
  Expected<Dim3> grid = parseDimensions("grid", options.grid);
  if (!grid)
    return grid.takeError();
  launch.grid = *grid;
  if (!options.block.empty()) {
    Expected<Dim3> block = parseDimensions("block", options.block);
    if (!block)
      return block.takeError();
    launch.block = *block;
  }
  launch.dynamicSharedBytes = options.shared;
  return bindArguments(arguments, kernel.getParameters(launch.entry), launch);
}

/// Engines that compile check these too, but not all of them compile.
static Error checkTarget(const Options &options) {
  if (options.level > 3)
    return llvm::createStringError(
        "the optimization level goes from 0 to 3, not to " +
        llvm::Twine(options.level));
  if (options.gpu.empty())
    return Error::success();
  return requireTarget(options.gpu).takeError();
}

/// True where everything went well and the engines, if there are two, agree.
static Expected<bool> execute(const Options &options) {
  if (Error error = checkTarget(options))
    return std::move(error);
  EngineOptions engineOptions = {options.gpu, options.level};
  Expected<std::unique_ptr<Engine>> engine =
      chooseEngine(options.engine, engineOptions);
  if (!engine)
    return engine.takeError();
  std::unique_ptr<Engine> second;
  if (!options.compare.empty()) {
    Expected<std::unique_ptr<Engine>> chosen =
        chooseEngine(options.compare, engineOptions);
    if (!chosen)
      return chosen.takeError();
    second = std::move(*chosen);
  }
  std::unique_ptr<Kernel> kernel = Kernel::load(options.kernel, llvm::errs());
  if (!kernel)
    return false;
  Expected<std::vector<Argument>> arguments = readArguments(options.arguments);
  if (!arguments)
    return arguments.takeError();
  Launch launch;
  if (Error error = prepare(options, *kernel, *arguments, launch))
    return std::move(error);
  Expected<std::vector<Output>> outputs =
      readOutputs(options.outputs, *arguments);
  if (!outputs)
    return outputs.takeError();

  Launch secondLaunch = launch;
  RunReport report, secondReport;
  bool ran = runEngine(**engine, *kernel, launch, options, report);
  // What a kernel printed before it failed often says why.
  llvm::outs() << report.printed;
  if (!ran)
    return false;
  bool agree = true;
  if (second) {
    if (!runEngine(*second, *kernel, secondLaunch, options, secondReport))
      return false;
    agree = compareRuns(*arguments, launch, (*engine)->getName(), secondLaunch,
                        second->getName());
  }
  if (Error error = writeOutputs(*outputs, *arguments, launch))
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
