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
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"

#include "llvm/Support/CommandLine.h"

namespace cl = llvm::cl;
using namespace tessera;

namespace {

struct Options {
  cl::OptionCategory category{"cuda-tile-reduce options"};

  cl::opt<std::string> input{cl::Positional, cl::init("-"),
                             cl::desc("<input file>"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::init("-"), cl::value_desc("file"),
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
};

/// Asks the script, counts what it says, and stops at an error of the machine.
class Judge {
public:
  explicit Judge(TestScript &script) : script(script) {}

  bool isInteresting(llvm::StringRef text) {
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

  void print(llvm::raw_ostream &os) const {
    unsigned tests = 0;
    for (unsigned count : counts)
      tests += count;
    os << "after " << tests << " tests";
    auto also = [&](TestScript::Answer answer, llvm::StringRef what) {
      if (unsigned count = counts[static_cast<size_t>(answer)])
        os << ", " << count << what;
    };
    also(TestScript::Answer::Crashed, " of which crashed");
    also(TestScript::Answer::TimedOut, " of which took too long");
  }

  /// What ended the testing, if anything did.
  std::optional<std::string> error;

private:
  TestScript &script;
  unsigned counts[4] = {};
};

} // namespace

/// Patterns of canonicalisation go by the names of their classes.
static llvm::StringRef withoutNamespace(llvm::StringRef name) {
  return name.substr(name.rfind(':') + 1);
}

static int reduceProgram(const Options &options) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> input =
      readInputFile(options.input);
  if (!input)
    return fail(input.takeError());
  llvm::Expected<TestScript> script = TestScript::create(
      {options.test,
       {options.testArguments.begin(), options.testArguments.end()},
       options.timeout});
  if (!script)
    return fail(script.takeError());

  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registerCudaTileReductionPatterns(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  PlainDiagnosticHandler diagnostics(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      readModule((*input)->getMemBufferRef(), &context);
  if (!module)
    return 1;

  Judge judge(*script);
  unsigned before = countOperations(*module);
  std::string smallest = printForReduction(*module);
  if (!judge.isInteresting(smallest))
    return fail(judge.error ? *judge.error
                            : "the program is not interesting to begin with: "
                              "the test does not end with exit status 1");
  llvm::Error writeError = llvm::Error::success();
  auto writeSmallest = [&]() {
    if (!writeError)
      writeError = writeFileAtomically(options.output, smallest);
  };
  reduce(
      module,
      [&](mlir::ModuleOp, llvm::StringRef text) {
        return judge.isInteresting(text);
      },
      [&](llvm::StringRef pattern, mlir::ModuleOp program,
          llvm::StringRef text) {
        smallest = text.str();
        if (options.verbose)
          llvm::errs() << withoutNamespace(pattern) << ": "
                       << countOperations(program) << " operations\n";
        // Whoever ends the tool early has the smallest program so far.
        if (options.output != "-")
          writeSmallest();
      });
  writeSmallest();
  if (writeError)
    return fail(std::move(writeError));
  if (judge.error)
    return fail(*judge.error);
  llvm::errs() << countOperations(*module) << " operations of " << before
               << ", ";
  judge.print(llvm::errs());
  llvm::errs() << '\n';
  return 0;
}

int cuda_tile_reduce_main(int argc, char **argv) {
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { printVersion("cuda-tile-reduce", os); });
  cl::ParseCommandLineOptions(
      argc, argv,
      "Makes a CUDA Tile IR program small that shows something of interest: "
      "bytecode or text in, text out\n");
  return reduceProgram(options);
}
