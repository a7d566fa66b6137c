//===- cuda-tile-reduce.cpp - A small program out of a large one ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Reduce/CudaTilePatterns.h"
#include "tessera/Reduce/Reducer.h"
#include "tessera/Reduce/TestScript.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/MessageOptions.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"

#include "llvm/Support/CommandLine.h"

namespace cl = llvm::cl;
using namespace tessera;
using llvm::StringRef;

namespace {

struct Options {
  cl::OptionCategory category{"cuda-tile-reduce options"};

  cl::opt<std::string> input{cl::Positional, cl::init("-"),
                             cl::desc("<input file>"), cl::cat(category)};
  FileNameOption output{"o", cl::init("-"), cl::value_desc("file"),
                        cl::cat(category),
                        cl::desc("Where to write (default: \"-\", "
                                 "standard output)")};
  cl::opt<std::string> test{
      "test", cl::Required, cl::value_desc("script"), cl::cat(category),
      cl::desc(
          "What is run over each program; it is interesting where the exit "
          "status is 1")};
  cl::list<std::string> testArguments{
      "test-arg", cl::value_desc("argument"), cl::cat(category),
      cl::desc("An argument of the script, before the file of the program; may "
               "be given several times")};
  cl::opt<unsigned> timeout{
      "timeout", cl::init(60), cl::value_desc("seconds"), cl::cat(category),
      cl::desc(
          "How long the script may run over one program (default: 60; 0 is "
          "for ever)")};
  cl::opt<bool> verbose{"verbose", cl::cat(category),
                        cl::desc("Print each step on standard error")};
  MessageOptions log{category};
};

/// Runs the script, counts its answers, and stops at an error of the machine.
class Judge {
public:
  explicit Judge(TestScript &script) : script(script) {}

  bool isInteresting(StringRef text) {
    if (error)
      return false;
    llvm::Expected<TestScript::Answer> answer = script.run(text);
    if (!answer) {
      error = llvm::toString(answer.takeError());
      return false;
    }
    ++counts[static_cast<size_t>(*answer)];
    return *answer == TestScript::Answer::Interesting;
  }

  /// The reason why the first program, the input, is not interesting.
  std::string whyBoring() const {
    if (error)
      return *error;
    StringRef what = "does not end with exit status 1";
    if (count(TestScript::Answer::Crashed))
      what = "crashed, or could not be run";
    else if (count(TestScript::Answer::TimedOut))
      what = "took too long (--timeout)";
    return ("the program is not interesting to begin with: the test " + what)
        .str();
  }

  std::string summary() const {
    unsigned tests = 0;
    for (unsigned ofAnswer : counts)
      tests += ofAnswer;
    std::string text = "after " + std::to_string(tests) + " tests";
    auto also = [&](TestScript::Answer answer, const char *what) {
      if (count(answer))
        text += ", " + std::to_string(count(answer)) + what;
    };
    also(TestScript::Answer::Crashed, " of which crashed");
    also(TestScript::Answer::TimedOut, " of which took too long");
    return text;
  }

  /// The error that ended the reduction; none if there was none.
  std::optional<std::string> error;

private:
  unsigned count(TestScript::Answer answer) const {
    return counts[static_cast<size_t>(answer)];
  }

  TestScript &script;
  unsigned counts[4] = {};
};

} // namespace

/// Removes the namespace: patterns of canonicalisation have the names of their
/// classes.
static StringRef withoutNamespace(StringRef name) {
  return name.substr(name.rfind(':') + 1);
}

static int reduceAndWrite(const Options &options,
                          mlir::OwningOpRef<mlir::ModuleOp> &module,
                          Judge &judge) {
  unsigned before = countOperations(*module);
  std::string smallest = printForReduction(*module);
  if (!judge.isInteresting(smallest))
    return options.log.fail(judge.whyBoring());
  auto writeSmallest = [&] {
    return writeFileAtomically(options.output, smallest);
  };
  // Whoever ends the tool early has the smallest program so far; and a file
  // that cannot be written is found out before, not after the work.
  const bool writesEachStep = isReplaced(options.output);
  llvm::Error writeError =
      writesEachStep ? writeSmallest() : llvm::Error::success();
  if (writeError)
    return options.log.fail(std::move(writeError));
  reduce(
      module,
      [&](mlir::ModuleOp, StringRef text) { return judge.isInteresting(text); },
      [&](StringRef pattern, mlir::ModuleOp program, StringRef text) {
        smallest = text.str();
        if (options.verbose)
          options.log.tell(withoutNamespace(pattern) + ": " +
                           llvm::Twine(countOperations(program)) +
                           " operations");
        if (writesEachStep && !writeError)
          writeError = writeSmallest();
      });
  if (!writesEachStep)
    writeError = writeSmallest();
  if (writeError)
    return options.log.fail(std::move(writeError));
  if (judge.error)
    return options.log.fail(*judge.error);
  options.log.tell(llvm::Twine(countOperations(*module)) + " operations of " +
                   llvm::Twine(before) + ", " + judge.summary());
  return 0;
}

static int reduceProgram(const Options &options) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> input =
      readInputFile(options.input);
  if (!input)
    return options.log.fail(input.takeError());
  llvm::Expected<TestScript> script = TestScript::create(
      {options.test,
       {options.testArguments.begin(), options.testArguments.end()},
       options.timeout});
  if (!script)
    return options.log.fail(script.takeError());

  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registerCudaTileReductionPatterns(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  PlainDiagnosticHandler diagnostics(&context, messages(),
                                     options.log.format());
  mlir::OwningOpRef<mlir::ModuleOp> module =
      readModule((*input)->getMemBufferRef(), &context);
  if (!module)
    return 1;

  Judge judge(*script);
  return reduceAndWrite(options, module, judge);
}

int cuda_tile_reduce_main(int argc, char **argv) {
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { printVersion("cuda-tile-reduce", os); });
  parseCommandLine(
      argc, argv,
      "Makes a CUDA Tile IR program small that shows something of interest: "
      "bytecode or text in, text out\n");
  return reduceProgram(options);
}
