//===- Tune.cpp - Variants of a kernel, by modelled time ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each variant is a command line of cuda-tile-run, which runs as a process of
// its own and writes its counters and its bound, or measures on a GPU; a variant
// that fails leaves the others alone. A function of Python runs under `tessera
// run` instead, where the tuner of its front end reads modelled times.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Folders.h"
#include "tessera/Support/ChildProcess.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/EscapedText.h"
#include "tessera/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Process.h"
#include <cerrno>
#include <cstring>
#include <tuple>
#include <unistd.h>

using namespace llvm;
using namespace tessera;

namespace {
struct TuneOptions {
  cl::OptionCategory category{"Options"};
  cl::opt<std::string> gpu{"gpu-name", cl::cat(category),
                           cl::value_desc("sm_NN"), cl::init("sm_90"),
                           cl::desc("The GPU to compile for (sm_90)")};
  cl::opt<std::string> board{
      "board", cl::cat(category), cl::value_desc("NAME"),
      cl::desc("The board of the model (a usual one of the GPU)")};
  cl::opt<uint64_t> sample{
      "sample", cl::cat(category), cl::value_desc("N"), cl::init(8),
      cl::desc("Blocks that are counted, spread over the grid; 0: all (8)")};
  cl::opt<unsigned> top{"top", cl::cat(category), cl::value_desc("K"),
                        cl::init(10),
                        cl::desc("Variants that are listed, without failures, "
                                 "which all are (10)")};
  FileNameOption json{"json", cl::cat(category), cl::value_desc("file"),
                      cl::desc("Write them as data (-: standard output)")};
  cl::list<std::string> arguments{
      "arg", cl::cat(category), cl::value_desc("ARG"),
      cl::desc("An argument of all variants, as of cuda-tile-run")};
  cl::opt<std::string> python{"python", cl::cat(category),
                              cl::value_desc("program"), cl::init("python3"),
                              cl::desc("The Python of a function (python3)")};
  cl::opt<bool> measure{
      "measure", cl::cat(category),
      cl::desc("Measure on the GPU of this machine; variants are modelled if "
               "it has none")};
  cl::opt<std::string> function{cl::Positional, cl::cat(category),
                                cl::desc("[FILE.py:FUNCTION | -- VARIANT...]")};
};

struct Variant {
  explicit Variant(size_t number) : number(number) {}

  /// In the order of the command line.
  size_t number;
  std::vector<std::string> options;
  double microseconds = 0;
  std::string board, limit;
  /// Cycles of each unit, the limit first.
  std::vector<std::pair<std::string, double>> parts;
  /// The reason why it did not run; empty if it did.
  std::string failure;

  std::string getTitle() const { return join(options, " "); }
};
} // namespace

static int fail(const Twine &message) {
  messages() << "tessera tune: " << message << '\n';
  return 1;
}

//===----------------------------------------------------------------------===//
// Variants of Tile IR and PTX
//===----------------------------------------------------------------------===//

/// The groups of arguments that each follow a "--".
static std::vector<Variant> splitVariants(ArrayRef<char *> arguments) {
  std::vector<Variant> variants;
  for (StringRef argument : arguments) {
    if (argument == "--")
      variants.emplace_back(variants.size());
    else
      variants.back().options.push_back(argument.str());
  }
  return variants;
}

/// Reads the "bound" of cuda-tile-run's counters.
static void readBound(StringRef text, Variant &variant) {
  Expected<json::Value> counters = json::parse(text);
  if (!counters) {
    variant.failure = toString(counters.takeError());
    return;
  }
  const json::Object *all = counters->getAsObject();
  const json::Object *bound = all ? all->getObject("bound") : nullptr;
  const json::Array *parts = bound ? bound->getArray("parts") : nullptr;
  if (!parts || parts->empty()) {
    variant.failure = "nothing that the machine model counts has run";
    return;
  }
  variant.microseconds = bound->getNumber("microseconds").value_or(0);
  variant.board = bound->getString("board").value_or("").str();
  variant.limit = bound->getString("limit").value_or("").str();
  for (const json::Value &part : *parts)
    if (const json::Object *fields = part.getAsObject())
      variant.parts.emplace_back(fields->getString("name").value_or(""),
                                 fields->getNumber("cycles").value_or(0));
}

/// Runs cuda-tile-run on a variant with `options`. Returns true if it succeeds;
/// `said` is what it has said, which is why it failed otherwise.
static Expected<bool> runVariant(Variant &variant, const TuneOptions &options,
                                 std::vector<std::string> command,
                                 std::string &said,
                                 ArrayRef<const MemoryFile *> files = {}) {
  command.insert(command.begin(), toolsFolder() + "/cuda-tile-run");
  for (const std::string &argument : options.arguments)
    command.push_back("--arg=" + argument);
  append_range(command, variant.options);
  Expected<ProcessOutput> output = runForOutput(command, files);
  if (!output)
    return output.takeError();
  said = std::move(output->said);
  if (output->end.kind == ProcessEnd::Kind::Exited && output->end.code == 0)
    return true;
  variant.failure = StringRef(said).trim().str();
  if (variant.failure.empty())
    variant.failure = output->end.reason;
  return false;
}

/// Models the time of a variant.
static Error model(Variant &variant, const TuneOptions &options) {
  Expected<MemoryFile> counters = MemoryFile::create("tune.json");
  if (!counters)
    return counters.takeError();
  std::vector<std::string> command = {"--engine=emulate", "--check=none",
                                      "--gpu-name=" + options.gpu,
                                      "--counters=" + childFileName(0)};
  if (!options.board.empty())
    command.push_back("--board=" + options.board);
  if (options.sample)
    command.push_back("--sample=" + std::to_string(options.sample));
  std::string said;
  Expected<bool> ran =
      runVariant(variant, options, std::move(command), said, {&*counters});
  if (!ran)
    return ran.takeError();
  if (!*ran)
    return Error::success();
  Expected<std::string> text = counters->read();
  if (!text)
    return text.takeError();
  readBound(*text, variant);
  return Error::success();
}

//===-- With a GPU --------------------------------------------------------===//

/// The name of the GPU of this machine; empty, after a note, if there is none,
/// or if `tessera run` stands in for one.
static Expected<std::string> findGpu() {
  auto none = [](StringRef why) {
    messages() << "tessera tune: note: " << why
               << "; the times are those of the model\n";
    return std::string();
  };
  std::string folders = sys::Process::GetEnv("LD_LIBRARY_PATH").value_or("");
  if (is_contained(split(folders, ':'), driverFolder()))
    return none("the driver of `tessera run` has no GPU");
  Expected<ProcessOutput> output =
      runForOutput({toolsFolder() + "/cuda-tile-run", "--print-gpu"});
  if (!output)
    return output.takeError();
  StringRef text = StringRef(output->said).trim();
  if (output->end.kind == ProcessEnd::Kind::Exited && output->end.code == 0)
    return text.str();
  text.consume_front("error: ");
  return none(text.empty() ? StringRef(output->end.reason) : text);
}

/// The launches of each variant that is measured.
static constexpr unsigned launches = 20;

/// Measures the time of a variant.
static Error measure(Variant &variant, const TuneOptions &options) {
  constexpr StringLiteral key = "microseconds of a launch: ";
  std::string said;
  Expected<bool> ran = runVariant(
      variant, options,
      {"--engine=cuda", "--measure=" + std::to_string(launches)}, said);
  if (!ran)
    return ran.takeError();
  if (!*ran)
    return Error::success();
  StringRef figure = StringRef(said).split(key).second.split(' ').first;
  if (figure.getAsDouble(variant.microseconds))
    variant.failure = "it was not measured: " + said;
  return Error::success();
}

//===-- Results -----------------------------------------------------------===//

/// `gpu` is the one that was measured on; empty for the model.
static std::string toJson(ArrayRef<Variant> variants, StringRef gpu,
                          const TuneOptions &options) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os, 1);
  json.object([&] {
    json.attribute("schema", 1);
    json.attribute("clock", gpu.empty() ? "model" : "gpu");
    json.attribute("gpu", gpu.empty() ? StringRef(options.gpu) : gpu);
    if (gpu.empty())
      json.attribute("sampled_blocks", options.sample.getValue());
    json.attributeArray("variants", [&] {
      for (const Variant &variant : variants)
        json.object([&] {
          json.attributeArray("options", [&] {
            for (StringRef option : variant.options)
              json.value(json::fixUTF8(option));
          });
          if (!variant.failure.empty()) {
            json.attribute("failure", json::fixUTF8(variant.failure));
            return;
          }
          if (!gpu.empty()) {
            json.attribute("gpu_microseconds", variant.microseconds);
            return;
          }
          json.attribute("board", variant.board);
          json.attribute("model_microseconds", variant.microseconds);
          json.attribute("limit", variant.limit);
          json.attributeObject("model_cycles", [&] {
            for (const auto &[unit, cycles] : variant.parts)
              json.attribute(unit, cycles);
          });
        });
    });
  });
  json.flush();
  return text + "\n";
}

static void printHead(const Variant &first, StringRef gpu,
                      const TuneOptions &options, raw_ostream &os) {
  if (gpu.empty()) {
    os << "times by the model, lower bounds on those of " << first.board;
    if (options.sample)
      os << ", from at most " << options.sample << " blocks each";
    os << ":\n   model, us  times  limit          variant\n";
    return;
  }
  os << "times of the GPU of this machine (" << gpu << "), medians of "
     << launches
     << " launches:\n     gpu, us  times                 "
        "variant\n";
}

static void printTable(ArrayRef<Variant> variants, StringRef gpu,
                       const TuneOptions &options, raw_ostream &os) {
  if (variants.front().failure.empty())
    printHead(variants.front(), gpu, options, os);
  for (const Variant &variant : variants) {
    std::string title = escapeControls(variant.getTitle());
    if (variant.failure.empty())
      os << formatv("{0,12:f3} {1,6:f2}  {2,-14} {3}\n", variant.microseconds,
                    variant.microseconds / variants.front().microseconds,
                    variant.limit, title);
    else
      os << "      failed                        " << title << "\n    "
         << escapeControls(variant.failure) << '\n';
  }
}

static int tuneVariants(std::vector<Variant> variants,
                        const TuneOptions &options) {
  if (any_of(variants,
             [](const Variant &each) { return each.options.empty(); }))
    return fail("a variant is a kernel and its options: -- KERNEL --grid=X");
  std::string gpu;
  if (options.measure)
    if (Error error = findGpu().moveInto(gpu))
      return fail(toString(std::move(error)));
  for (Variant &variant : variants)
    if (Error error =
            gpu.empty() ? model(variant, options) : measure(variant, options))
      return fail(toString(std::move(error)));
  sort(variants, [](const Variant &a, const Variant &b) {
    auto key = [](const Variant &v) {
      return std::tuple(!v.failure.empty(), v.microseconds, v.number);
    };
    return key(a) < key(b);
  });
  auto failures = find_if(
      variants, [](const Variant &each) { return !each.failure.empty(); });
  bool oneRan = failures != variants.begin();
  size_t kept = std::max(1u, options.top.getValue());
  if (size_t(failures - variants.begin()) > kept)
    variants.erase(variants.begin() + kept, failures);
  if (options.json != "-")
    printTable(variants, gpu, options, outs());
  if (options.json == "-")
    outs() << toJson(variants, gpu, options);
  else if (!options.json.empty())
    if (Error error =
            writeFileAtomically(options.json, toJson(variants, gpu, options)))
      return fail(toString(std::move(error)));
  return oneRan ? 0 : 1;
}

//===----------------------------------------------------------------------===//
// Functions of Python
//===----------------------------------------------------------------------===//

/// Becomes the Python that calls the function. Returns only if that fails.
static int tuneFunction(const TuneOptions &options) {
  auto [file, name] = StringRef(options.function).rsplit(':');
  if (name.empty())
    return fail("'" + options.function +
                "' is not of the form FILE.py:FUNCTION");
  if (!options.board.empty() || !options.arguments.empty())
    return fail(
        "--board and --arg are about variants behind --; a function has "
        "its own arguments, and the usual board of the GPU");
  std::vector<std::string> command;
  if (!options.measure)
    command = {toolsFolder() + "/tessera",
               "run",
               "--clock=model",
               "--check=none",
               "--gpu=" + options.gpu,
               "--sample=" + utostr(options.sample)};
  append_range(command,
               std::initializer_list<std::string>{
                   options.python, driverFolder() + "/python/tessera_tune.py",
                   file.str(), name.str(), options.measure ? "gpu" : "model",
                   utostr(options.top), options.json});
  std::vector<char *> arguments;
  for (std::string &argument : command)
    arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
  return fail(arguments.front() + Twine(": ") + strerror(errno));
}

int tune_main(int argc, char **argv) {
  static char name[] = "tessera tune";
  argv[0] = name;
  char **end = argv + argc;
  char **first = std::find_if(
      argv, end, [](const char *each) { return StringRef(each) == "--"; });
  TuneOptions options;
  cl::HideUnrelatedOptions(options.category);
  parseCommandLine(
      static_cast<int>(first - argv), argv,
      "Ranks variants of a kernel by modelled times, without a "
      "GPU\n\nA variant is a kernel with options of "
      "cuda-tile-run, behind a -- each:\n  tessera tune "
      "--arg=ptr:new:f32[4096] -- a.tileirbc --grid=32 -- "
      "b.tileirbc --grid=16\nFor a function of Python, the tuner of "
      "its front end has the configurations:\n  tessera tune "
      "kernel.py:search\n");
  if (!options.function.empty() && first != end)
    return fail("'" + options.function + "' stands in front of the first --");
  if (!options.function.empty())
    return tuneFunction(options);
  if (first == end)
    return fail("there is no variant: -- KERNEL OPTION..., once for each");
  return tuneVariants(splitVariants(ArrayRef(first, end)), options);
}
