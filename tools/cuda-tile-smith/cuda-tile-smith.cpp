//===- cuda-tile-smith.cpp - Random programs, judged by oracles ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Dialect/CudaTile/IR/TileModule.h"
#include "tessera/Smith/Oracles.h"
#include "tessera/Smith/Reach.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <chrono>

namespace cl = llvm::cl;
using namespace tessera;

namespace {

struct Options {
  cl::OptionCategory category{"cuda-tile-smith options"};

  cl::opt<std::string> input{cl::Positional, cl::cat(category),
                             cl::desc("<program to judge>")};
  FileNameOption output{"o", cl::init("-"), cl::value_desc("file"),
                        cl::cat(category),
                        cl::desc("Where to write the program (default: "
                                 "\"-\", standard output)")};
  cl::opt<uint64_t> seed{"seed", cl::init(0), cl::value_desc("N"),
                         cl::cat(category),
                         cl::desc("The program, or the first of many "
                                  "(default: 0)")};
  cl::opt<unsigned> ops{"ops", cl::init(0), cl::value_desc("N"),
                        cl::cat(category),
                        cl::desc("Steps that make the program, some four "
                                 "operations each (default: drawn)")};
  cl::opt<smith::Data> data{
      "data", cl::init(smith::Data::Exact), cl::cat(category),
      cl::desc("What floats hold at the start"),
      cl::values(clEnumValN(smith::Data::Exact, "exact",
                            "numbers whose sums and products are exact "
                            "(default)"),
                 clEnumValN(smith::Data::Arbitrary, "arbitrary",
                            "any numbers; results are compared by their error "
                            "bounds"))};
  cl::opt<smith::Size> size{
      "size", cl::init(smith::Size::Drawn), cl::cat(category),
      cl::desc("How large tiles are"),
      cl::values(
          clEnumValN(smith::Size::Drawn, "drawn",
                     "large in about one program of five (default)"),
          clEnumValN(smith::Size::Small, "small", "up to 64 elements, mostly"),
          clEnumValN(smith::Size::Large, "large",
                     "up to 16384 elements, in loops as kernels have "
                     "them"),
          clEnumValN(smith::Size::Nested, "nested",
                     "large, with matrix products anywhere in a nest of "
                     "loops"),
          clEnumValN(smith::Size::Tuned, "tuned",
                     "one kernel alone, of kinds that have passes of their "
                     "own"))};
  cl::opt<std::string> version{
      "bytecode-version", cl::value_desc("major.minor"), cl::cat(category),
      cl::desc("Version of the bytecode that can hold the program (default: "
               "drawn)")};
  cl::opt<bool> emitBytecode{"emit-bytecode", cl::cat(category),
                             cl::desc("Write bytecode, which does not say how "
                                      "to launch the program")};
  cl::opt<bool> oracles{"oracles", cl::cat(category),
                        cl::desc("Judge programs: the one in the input file, "
                                 "or made ones")};
  cl::list<std::string> only{
      "oracle", cl::value_desc("name"), cl::cat(category),
      cl::desc("Ask this oracle alone; may be repeated")};
  cl::opt<bool> list{"list-oracles", cl::cat(category),
                     cl::desc("Print the names of the oracles")};
  cl::opt<bool> reach{"reach", cl::cat(category),
                      cl::desc("Compile programs and print what of the "
                               "compiler each one meets")};
  cl::opt<uint64_t> count{"count", cl::init(1), cl::value_desc("N"),
                          cl::cat(category),
                          cl::desc("How many programs to judge or to compile "
                                   "(default: 1)")};
  cl::opt<unsigned> seconds{"seconds", cl::init(0), cl::value_desc("N"),
                            cl::cat(category),
                            cl::desc("Stop after so many seconds")};
  FileNameOption findings{
      "findings", cl::init("."), cl::value_desc("folder"), cl::cat(category),
      cl::desc("Where to write programs that have found something (default: "
               "here)")};
};

/// A context with the dialect and all that the passes need.
class Context {
public:
  Context() : context(registry(), mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<cuda_tile::CudaTileDialect>();
  }
  mlir::MLIRContext *get() { return &context; }

private:
  static const mlir::DialectRegistry &registry() {
    static const mlir::DialectRegistry registry = [] {
      mlir::DialectRegistry all;
      registerAllDialects(all);
      return all;
    }();
    return registry;
  }
  mlir::MLIRContext context;
};

} // namespace

static llvm::Expected<smith::Options> readOptions(const Options &options) {
  smith::Options wanted;
  wanted.seed = options.seed;
  wanted.data = options.data;
  wanted.size = options.size;
  if (options.ops)
    wanted.steps = options.ops;
  if (!options.version.empty()) {
    llvm::Expected<BytecodeVersion> version =
        requireBytecodeVersion(options.version);
    if (!version)
      return version.takeError();
    wanted.version = *version;
  }
  return wanted;
}

static llvm::Expected<std::vector<smith::Oracle>>
chooseOracles(const Options &options) {
  std::vector<smith::Oracle> all = smith::allOracles();
  if (options.only.empty() && !options.list)
    llvm::erase_if(all, [](auto &oracle) { return oracle.isAskedByNameAlone; });
  if (options.only.empty())
    return all;
  std::vector<smith::Oracle> chosen;
  for (const std::string &name : options.only) {
    auto known = llvm::find_if(all, [&](auto &o) { return o.name == name; });
    if (known == all.end())
      return llvm::createStringError("there is no oracle '" + name +
                                     "'; --list-oracles prints their names");
    // Whoever names it wants it asked of every program.
    chosen.push_back(*known);
    chosen.back().oneIn = 1;
    chosen.back().rest = 0;
  }
  return chosen;
}

/// The text of a program and, if it runs, its results as comments.
static std::string print(mlir::Operation *module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  mlir::OpPrintingFlags flags;
  if (smith::hasPlaces(module))
    flags.enableDebugInfo();
  module->print(os, flags);
  os << '\n';
  mlir::ScopedDiagnosticHandler silence(
      module->getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  auto launch = smith::getLaunch(module);
  if (failed(launch))
    return text;
  auto outcome = smith::run(module, *launch, smith::RunOptions());
  if (succeeded(outcome))
    os << smith::printCase(*launch, *outcome);
  return text;
}

/// Writes one program.
static int emit(const Options &options, const smith::Options &wanted) {
  Context context;
  PlainDiagnosticHandler diagnostics(context.get());
  auto module = smith::generate(context.get(), wanted);
  std::string result;
  if (options.emitBytecode) {
    llvm::raw_string_ostream os(result);
    auto launch = smith::getLaunch(*module);
    if (failed(launch) || failed(writeBytecode(*module, os, launch->version)))
      return 1;
  } else {
    result = print(*module);
  }
  if (llvm::Error error = writeFileAtomically(options.output, result))
    return fail(std::move(error));
  return 0;
}

static void say(const smith::Report &report, const llvm::Twine &what) {
  messages() << what << ": oracle " << report.oracle << ": " << report.message
             << '\n';
}

/// Prints the share of arbitrary data that the error bounds have decided.
static void say(const smith::Tally &tally) {
  llvm::outs() << "by error bounds: " << tally.notDecidable << " of "
               << tally.programs << " programs are not decidable, "
               << tally.open << " have open results; of elements "
               << tally.exactElements << " are exact, " << tally.boundedElements
               << " bounded, " << tally.undecidedElements << " undecided\n";
}

/// Prints the amount of work of the oracles for stages.
static void sayStages(const smith::Tally &tally) {
  if (tally.compilations)
    llvm::outs() << "at each stage: " << tally.compilations << " compilations, "
                 << tally.changes << " changes by passes judged\n";
  if (tally.emulations)
    llvm::outs() << "on the emulator: " << tally.emulations << " runs\n";
  if (tally.hardwareRuns)
    llvm::outs() << "on the GPU: " << tally.hardwareRuns << " runs\n";
}

/// Prints what validation has proved.
static void sayValidation(const smith::Tally::Validation &found) {
  if (!found.launches)
    return;
  llvm::outs() << "by validation: " << found.proved << " of " << found.changes
               << " changes by passes proved; of " << found.codes
               << " launches of PTX the sources of " << found.provedCodes
               << ", and " << found.onNumbers << " on numbers; " << found.notRun
               << " of " << found.launches
               << " launches are not defined by themselves\n";
}

/// Prints what validation could not decide about one program, and forgets it.
static void sayUndecided(smith::Tally &tally, const llvm::Twine &program) {
  for (const std::string &reason :
       std::exchange(tally.validation.undecided, {}))
    llvm::outs() << program << ": undecided: " << reason << '\n';
}

/// Judges the program in a file.
static int judgeFile(const Options &options,
                     llvm::ArrayRef<smith::Oracle> oracles) {
  auto input = readInputFile(options.input);
  if (!input)
    return fail(input.takeError());
  Context context;
  mlir::OwningOpRef<mlir::ModuleOp> file;
  {
    PlainDiagnosticHandler diagnostics(context.get());
    file = readModule((*input)->getMemBufferRef(), context.get());
  }
  if (!file)
    return 1;
  mlir::Operation *module = withoutImplicitModule(*file);
  if (!cuda_tile::isTileModule(module))
    return fail("the input holds no cuda_tile.module");
  smith::Tally tally;
  auto report = smith::judge(module, options.data, oracles, &tally);
  if (report)
    say(*report, escapeName(options.input));
  sayUndecided(tally, escapeName(options.input));
  sayValidation(tally.validation);
  if (options.data == smith::Data::Arbitrary)
    say(tally);
  return report.has_value();
}

/// Judges one generated program; false after a finding.
static bool judgeMade(const Options &options, const smith::Options &wanted,
                      llvm::ArrayRef<smith::Oracle> oracles,
                      mlir::MLIRContext *context, smith::Tally &tally) {
  llvm::PrettyStackTraceFormat crash("Judging the program of seed %llu",
                                     (unsigned long long)wanted.seed);
  auto module = smith::generate(context, wanted);
  std::vector<smith::Oracle> asked;
  llvm::copy_if(oracles, std::back_inserter(asked),
                [&](auto &oracle) { return oracle.isAskedOf(wanted.seed); });
  auto report = smith::judge(*module, wanted.data, asked, &tally);
  sayUndecided(tally, "seed " + llvm::Twine(wanted.seed));
  if (!report)
    return true;
  std::string name = options.findings + "/smith-" +
                     std::to_string(wanted.seed) + "-" + report->oracle +
                     ".mlir";
  say(*report, "seed " + llvm::Twine(wanted.seed) + " (" + name + ")");
  if (llvm::Error error = writeFileAtomically(name, print(*module)))
    fail(std::move(error));
  return false;
}

/// Judges generated programs with consecutive seeds.
static int judgeMany(const Options &options, smith::Options wanted,
                     llvm::ArrayRef<smith::Oracle> oracles) {
  // A new context after so many: a context never frees a type or an attribute.
  constexpr uint64_t programsOfContext = 500;
  using Clock = std::chrono::steady_clock;
  auto end = Clock::now() + std::chrono::seconds(options.seconds);
  auto context = std::make_unique<Context>();
  uint64_t judged = 0, findings = 0;
  smith::Tally tally;
  for (; judged < options.count; ++judged, ++wanted.seed) {
    if (options.seconds > 0 && Clock::now() >= end)
      break;
    if (judged % programsOfContext == programsOfContext - 1)
      context = std::make_unique<Context>();
    findings += !judgeMade(options, wanted, oracles, context->get(), tally);
  }
  llvm::outs() << judged << " programs from seed " << options.seed << " on, "
               << findings << " findings\n";
  sayStages(tally);
  sayValidation(tally.validation);
  if (wanted.data == smith::Data::Arbitrary)
    say(tally);
  return findings > 0;
}

/// Prints a line for each generated program: its seed, the passes that change
/// it, and the remarks and instructions that it leads to on some GPU.
static int printReach(const Options &options, smith::Options wanted) {
  bool isWhole = true;
  for (uint64_t i = 0; i < options.count; ++i, ++wanted.seed) {
    llvm::PrettyStackTraceFormat crash("Compiling the program of seed %llu",
                                       (unsigned long long)wanted.seed);
    Context context;
    PlainDiagnosticHandler diagnostics(context.get());
    auto module = smith::generate(context.get(), wanted);
    std::set<std::string> marks;
    for (const smith::ReachRun &run : smith::runsToReach(*module))
      if (failed(smith::findReach(*module, run, marks))) {
        fail("the program of seed " + llvm::Twine(wanted.seed) +
             " cannot be compiled for " + run.gpu);
        isWhole = false;
      }
    llvm::outs() << wanted.seed;
    for (const std::string &mark : marks)
      llvm::outs() << ' ' << mark;
    llvm::outs() << '\n';
    llvm::outs().flush();
  }
  return isWhole ? 0 : 1;
}

/// Refuses a program that would not be judged, so that nobody believes that it
/// was.
static llvm::Error refuseUnused(const Options &options) {
  if (options.list || options.oracles)
    return llvm::Error::success();
  if (!options.input.empty())
    return llvm::createStringError("'" + options.input +
                                   "' is judged with --oracles");
  std::reference_wrapper<const cl::Option> ofOracles[] = {
      options.only, options.seconds, options.findings};
  if (!options.reach && options.count.getNumOccurrences())
    return llvm::createStringError("--count goes with --oracles or --reach");
  for (const cl::Option &option : ofOracles)
    if (option.getNumOccurrences())
      return llvm::createStringError("--" + option.ArgStr +
                                     " goes with --oracles");
  return llvm::Error::success();
}

int cuda_tile_smith_main(int argc, char **argv) {
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { printVersion("cuda-tile-smith", os); });
  parseCommandLine(
      argc, argv,
      "Makes random well-defined programs of CUDA Tile IR, and judges them\n");
  if (llvm::Error error = refuseUnused(options))
    return fail(std::move(error));
  llvm::Expected<smith::Options> wanted = readOptions(options);
  if (!wanted)
    return fail(wanted.takeError());
  llvm::Expected<std::vector<smith::Oracle>> oracles = chooseOracles(options);
  if (!oracles)
    return fail(oracles.takeError());
  if (options.list) {
    for (const smith::Oracle &oracle : *oracles)
      llvm::outs() << oracle.name << '\n';
    return 0;
  }
  if (options.reach)
    return printReach(options, *wanted);
  if (!options.oracles)
    return emit(options, *wanted);
  return options.input.empty() ? judgeMany(options, *wanted, *oracles)
                               : judgeFile(options, *oracles);
}
