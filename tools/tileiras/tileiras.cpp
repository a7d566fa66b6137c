//===- tileiras.cpp - Compile Tile IR to machine code ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options, texts and exit codes are those that front ends rely on.
//
//===----------------------------------------------------------------------===//

#include "NativeTarget.h"
#include "RemarkArguments.h"
#include "StageFiles.h"
#include "Watchdog.h"
#include "tessera/Bytecode/Version.h"
#include "tessera/Codegen/ProgramSections.h"
#include "tessera/Compiler/Compiler.h"
#include "tessera/Compiler/PlanOverrideOptions.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Compiler/Reproducer.h"
#include "tessera/Emulator/KernelName.h"
#include "tessera/Report/KernelReport.h"
#include "tessera/Runtime/Validator.h"
#include "tessera/Support/AssemblerVersion.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/GuardedThreadPool.h"
#include "tessera/Support/HugeHeap.h"
#include "tessera/Support/MessageOptions.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/TimeLimit.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Toolkit.h"
#include "tessera/Support/Version.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

namespace cl = llvm::cl;
using namespace tessera;

namespace {

/// The exit codes that front ends distinguish; LLVM also uses 1 for a bad
/// option.
enum ExitCode {
  success = 0,
  badArgument = 1,
  badConfiguration = 2,
  badInput = 3,
  compilationFailed = 5,
};

enum class HostArch { X86_64, AArch64, Arm64EC };
enum class HostOS { Linux, Windows };
enum class Sanitizer { Memcheck };

/// A name of the target table, as an index. It makes --gpu-name an enumeration,
/// whose values --help lists.
enum class GpuIndex : size_t {};

/// The index behind the last name stands for the GPU of this machine.
GpuIndex nativeGpu() { return GpuIndex(allTargets().size()); }
/// The one behind that stands for the GPU of CompileOptions::assumesGpu.
GpuIndex anyGpu() { return GpuIndex(allTargets().size() + 1); }

/// Accepts `native` and `any`, which --help does not list, because clients take
/// the listed values for names of GPUs. For the name of a board it advises the
/// GPU.
class GpuParser : public cl::parser<GpuIndex> {
public:
  using cl::parser<GpuIndex>::parser;

  bool parse(cl::Option &option, llvm::StringRef optionName,
             llvm::StringRef name, GpuIndex &value) {
    if (name == "native" || name == "any") {
      value = name == "any" ? anyGpu() : nativeGpu();
      return false;
    }
    if (llvm::StringRef target = targetOfBoard(name); !target.empty())
      return option.error("Cannot find option named '" + name +
                          "'! It is a board with an " + target +
                          ": give that name");
    return cl::parser<GpuIndex>::parse(option, optionName, name, value);
  }
};

struct Options {
  Options() {
    for (auto [index, target] : llvm::enumerate(allTargets()))
      gpu.getParser().addLiteralOption(target.getName(), GpuIndex(index),
                                       target.getAssembledName());
  }

  cl::OptionCategory category{"tileiras options"};

  cl::opt<std::string> input{cl::Positional, cl::desc("<bytecode or text>"),
                             cl::cat(category)};
  FileNameOption output{
      "o", cl::value_desc("file"), cl::cat(category),
      cl::desc("Where to write; \"-\" is standard output (default: elf.o for "
               "machine code, standard output for text)")};
  cl::alias outputFile{"output-file", cl::aliasopt(output),
                       cl::desc("Same as -o"), cl::cat(category)};
  cl::opt<GpuIndex, /*ExternalStorage=*/false, GpuParser> gpu{
      "gpu-name", cl::cat(category),
      cl::desc("The GPU to compile for, native for the first one of this "
               "machine, or any for the one that the program or its hints "
               "name, or else sm_90; and the target that its code is assembled "
               "for (default: the GPU that the program names):")};
  cl::alias arch{"arch", cl::aliasopt(gpu), cl::NotHidden,
                 cl::desc("Same as --gpu-name")};
  cl::opt<int> level{"O",
                     cl::Prefix,
                     cl::init(3),
                     cl::value_desc("0-3"),
                     cl::cat(category),
                     cl::desc("Optimization level (default: 3)")};
  cl::alias optLevel{"opt-level", cl::aliasopt(level), cl::NotHidden,
                     cl::desc("Same as -O"), cl::cat(category)};
  cl::opt<Stage> emit{
      "emit", cl::init(Stage::Cubin), cl::cat(category),
      cl::desc("What to write:"),
      cl::values(
          clEnumValN(Stage::CudaTile, "cuda-tile", "the program as text"),
          clEnumValN(Stage::TileAA, "tileaa", "alias-aware tiles"),
          clEnumValN(Stage::TileAS, "tileas", "scheduled tiles"),
          clEnumValN(Stage::NVVM, "nvvm", "LLVM and NVVM dialects"),
          clEnumValN(Stage::LLVM, "llvm", "LLVM IR"),
          clEnumValN(Stage::PTX, "ptx", "PTX text"),
          clEnumValN(Stage::Cubin, "cubin", "machine code (the default)"))};
  cl::opt<bool> lineInfo{"lineinfo", cl::cat(category),
                         cl::desc("Relate machine code to source lines")};
  cl::opt<bool> deviceDebug{"device-debug", cl::cat(category),
                            cl::desc("Full debug information; needs -O0")};
  cl::alias debug{"g", cl::aliasopt(deviceDebug), cl::NotHidden,
                  cl::desc("Same as --device-debug"), cl::cat(category)};
  cl::opt<bool> carryProgram{
      "carry-program", cl::cat(category),
      cl::desc("Put the program and its PTX into the cubin, for the driver "
               "without a GPU (TESSERA_CARRY_PROGRAM=1 does the same)")};
  cl::opt<std::string> ptxasPath{
      "ptxas-path", cl::value_desc("file"), cl::cat(category),
      cl::desc("ptxas to assemble with (default: that of the CUDA toolkit)")};
  cl::opt<std::string> libdevicePath{
      "libdevice-path", cl::value_desc("file"), cl::cat(category),
      cl::desc("libdevice.10.bc to link (default: that of the CUDA toolkit)")};
  cl::list<std::string> ptxasOptions{
      "ptxas-options", cl::value_desc("options"), cl::cat(category),
      cl::desc("What ptxas gets on its command line, too")};
  cl::opt<unsigned> timeout{
      "timeout", cl::init(0), cl::value_desc("seconds"), cl::cat(category),
      cl::desc("End with an error after so long (default: 0, which is never)")};
  MessageOptions log{category};
  cl::opt<bool> resourceUsage{"resource-usage", cl::cat(category),
                              cl::desc("Print what each kernel needs")};
  FileNameOption report{
      "report", cl::value_desc("file"), cl::cat(category),
      cl::desc("Write what became of each kernel, as a page (file.html) or as "
               "data (file.json)")};
  cl::opt<bool> time{
      "time", cl::cat(category),
      cl::desc("Print what each kernel needs and how long each step took")};
  cl::opt<unsigned> threads{
      "threads", cl::init(0), cl::value_desc("number"), cl::cat(category),
      cl::desc(
          "Threads that compile the kernels of a module (default: 0, which "
          "is one for each core)")};
  cl::opt<bool> listVersions{
      "list-versions", cl::cat(category),
      cl::desc("Print the versions of the bytecode that are read, and end")};

  // Tessera emits no code for the host, so these have no effect.
  cl::opt<HostArch> hostArch{
      "host-arch", cl::cat(category),
      cl::desc("Architecture of the host; has no effect:"),
      cl::values(clEnumValN(HostArch::X86_64, "x86_64", "x86-64"),
                 clEnumValN(HostArch::AArch64, "aarch64", "64-bit Arm"),
                 clEnumValN(HostArch::Arm64EC, "arm64ec",
                            "64-bit Arm, callable from x86-64"))};
  cl::opt<HostOS> hostOS{
      "host-os", cl::cat(category),
      cl::desc("Operating system of the host; has no effect:"),
      cl::values(clEnumValN(HostOS::Linux, "linux", "Linux"),
                 clEnumValN(HostOS::Windows, "windows", "Windows"))};

  cl::opt<Sanitizer> sanitizer{
      "sanitize", cl::cat(category),
      cl::desc("Assert in the code what must hold:"),
      cl::values(clEnumValN(Sanitizer::Memcheck, "memcheck",
                            "accesses stay within memory"))};

  cl::opt<bool> validate{"validate", cl::cat(category),
                         cl::desc("Prove that no pass changes what is stored, "
                                  "for launches that are made up")};

  PlanOverrideOptions overrides{category};

  // Options of NVIDIA's tool that answerForeignOptions answers.
  cl::list<std::string> preview{"preview", cl::Hidden, cl::CommaSeparated,
                                cl::cat(category)};
  cl::list<std::string> libraries{"l", cl::Hidden, cl::cat(category)};
  cl::opt<std::string> controls{"apply-controls", cl::Hidden,
                                cl::cat(category)};

  StageFiles stages{category};
  RemarkArguments remarks;
};

} // namespace

static constexpr llvm::StringLiteral
    failedToCompile("failed to compile Tile IR program");

/// The name that --gpu-name gives; empty without the option, and for `any`.
static llvm::Expected<std::string> findGpuName(const Options &options,
                                               const char *argv0) {
  if (!options.gpu.getNumOccurrences() || options.gpu.getValue() == anyGpu())
    return "";
  const TargetInfo *target = nullptr;
  if (options.gpu.getValue() != nativeGpu())
    target = &allTargets()[size_t(options.gpu.getValue())];
  else if (llvm::Error error = findNativeTarget(argv0).moveInto(target))
    return std::move(error);
  return target->getName().str();
}

static CompileOptions makeCompileOptions(const Options &options) {
  CompileOptions compile;
  compile.assumesGpu =
      options.gpu.getNumOccurrences() > 0 && options.gpu.getValue() == anyGpu();
  compile.optLevel = options.level;
  compile.emit = options.emit;
  compile.lineInfo = options.lineInfo;
  compile.overrides = options.overrides.get();
  compile.deviceDebug = options.deviceDebug;
  compile.checkAccesses = options.sanitizer.getNumOccurrences() > 0;
  compile.ptxasPath = options.ptxasPath;
  compile.libdevicePath = options.libdevicePath;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> words;
  for (llvm::StringRef text : options.ptxasOptions)
    cl::TokenizeGNUCommandLine(text, saver, words);
  compile.ptxasOptions.assign(words.begin(), words.end());
  compile.guardAgainstCrashes = true;
  return compile;
}

static void tellResources(const CompileResult &result,
                          const MessageOptions &log) {
  std::vector<std::string> symbols;
  for (const KernelResources &kernel : result.kernels)
    symbols.push_back(kernel.kernel);
  for (const auto &[kernel, name] :
       llvm::zip_equal(result.kernels, shortKernelNames(symbols))) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "kernel " << escapeName(name) << ": " << kernel.registers
       << " registers, " << kernel.sharedBytes << " bytes of shared memory";
    if (kernel.warps)
      os << ", " << kernel.warps << " warps, of which an SM holds "
         << kernel.residentWarps << " of " << kernel.maxResidentWarps;
    if (kernel.spillStoreBytes || kernel.spillLoadBytes)
      os << ", spills " << kernel.spillStoreBytes << " bytes out and "
         << kernel.spillLoadBytes << " in";
    log.tell(text);
  }
}

static void tellTimes(const CompileResult &result, const MessageOptions &log) {
  auto tellTime = [&](double seconds, llvm::StringRef step) {
    std::string text;
    llvm::raw_string_ostream(text)
        << llvm::format("%9.3f ms  ", seconds * 1e3) << step;
    log.tell(text);
  };
  double total = 0;
  for (const StageTime &step : result.times) {
    tellTime(step.seconds, step.name);
    total += step.seconds;
  }
  tellTime(total, "total");
}

/// Reports the crash and the files to reproduce it, then ends the process: the
/// objects that the crash left behind must not be destroyed.
[[noreturn]] static void endAfterInternalError(const CompileResult &result,
                                               llvm::MemoryBufferRef input,
                                               const Options &options, int argc,
                                               char **argv) {
  options.log.fail(result.internalError, compilationFailed);
  llvm::Expected<std::string> script = writeReproducer(
      input, options.input, llvm::ArrayRef<const char *>(argv, argc));
  options.log.say(mlir::DiagnosticSeverity::Note,
                  script ? llvm::Twine("this is a defect of ") +
                               result.culprit + ", not of the program; run '" +
                               *script + "' to repeat it"
                         : llvm::toString(script.takeError()));
  std::_Exit(options.log.fail(failedToCompile, compilationFailed));
}

static int exitCode(CompileStatus status, const Options &options) {
  switch (status) {
  case CompileStatus::Success:
    return success;
  case CompileStatus::BadConfiguration:
    return badConfiguration;
  case CompileStatus::BadInput:
    return badInput;
  case CompileStatus::Failed:
  case CompileStatus::InternalError:
    return options.log.fail(failedToCompile, compilationFailed);
  }
  llvm_unreachable("unknown status");
}

/// Answers options of NVIDIA's tool that Tessera does not implement: with a
/// remark if the program means the same without them, with an error if it may
/// not, or if NVIDIA's tool has an error there. 0 if the compilation may go on.
static int answerForeignOptions(const Options &options) {
  auto remark = [&](const llvm::Twine &message) {
    options.log.say(mlir::DiagnosticSeverity::Remark, message);
  };
  if (llvm::Error error = checkPreviewFeatures(options.preview))
    return options.log.fail(std::move(error), badArgument);
  if (!options.libraries.empty() && options.preview.empty())
    return options.log.fail("-l needs --preview=simt, to which tile libraries "
                            "belong",
                            compilationFailed);
  for (llvm::StringRef library : options.libraries)
    if (llvm::Error error = readInputFile(library).takeError())
      return options.log.fail(std::move(error), compilationFailed);
  if (options.controls.getNumOccurrences())
    return options.log.fail(
        "--apply-controls is not served: such files steer parts of "
        "NVIDIA's compiler; leave the option out",
        badConfiguration);
  // A program with content of a preview, such as calls into libraries, is
  // refused by the reader.
  if (!options.libraries.empty())
    remark("-l has no effect: no program that can be compiled here calls "
           "functions of a library");
  if (!options.preview.empty())
    remark("--preview=simt has no effect: programs with SIMT code are refused");
  return 0;
}

static int listVersions() {
  for (BytecodeVersion version : supportedBytecodeVersions())
    llvm::outs() << version.str() << '\n';
  return success;
}

/// Writes the remarks of a compilation, successful or not.
static int writeRemarks(const Options &options, RemarkCollector &remarks) {
  if (!options.remarks.get(options.log.isJson()).wantsAny())
    return success;
  if (llvm::Error error =
          writeFileAtomically(options.remarks.outputPath(), remarks.take()))
    return options.log.fail(std::move(error), badConfiguration);
  return success;
}

static std::string outputPath(const Options &options) {
  if (!options.output.empty())
    return options.output;
  return options.emit == Stage::Cubin ? "elf.o" : "-";
}

/// Compiles, or ends the process when the time is over. Nothing has been
/// written by then, and ptxas ends with its parent.
static CompileResult compileInTime(llvm::MemoryBufferRef input,
                                   mlir::MLIRContext &context,
                                   CompileOptions &compileOptions,
                                   const Options &options) {
  if (!options.timeout)
    return compile(input, &context, compileOptions);
  Watchdog watchdog(
      std::chrono::seconds(options.timeout), [&](llvm::StringRef step) {
        options.log.fail(describeTimeOut(options.timeout, step),
                         compilationFailed);
        // Removes outputs that are half written, as at a signal.
        llvm::sys::RunInterruptHandlers();
        std::_Exit(options.log.fail(failedToCompile, compilationFailed));
      });
  compileOptions.enterStep = [&](llvm::StringRef step) {
    watchdog.enterStep(step);
  };
  return compile(input, &context, compileOptions);
}

static bool isJson(llvm::StringRef file) { return file.ends_with(".json"); }

/// Checks that no output takes the place of another, the report's file name,
/// whose suffix gives the form, and the stage: reports are about kernels, which
/// exist from tileas on.
static llvm::Error checkOutputs(const Options &options, bool wantsRemarks) {
  llvm::StringRef file = options.report;
  if (llvm::Error error =
          checkOutputNames({outputPath(options), file.str(),
                            wantsRemarks ? options.remarks.outputPath() : "-"}))
    return error;
  if (file.empty())
    return llvm::Error::success();
  if (!isJson(file) && !file.ends_with(".html"))
    return llvm::createStringError("--report=" + file +
                                   ": the name says the form; end it with "
                                   ".html or .json");
  if (options.emit < Stage::TileAS)
    return llvm::createStringError(
        "--report tells what became of kernels, which --emit=" +
        stageName(options.emit) + " ends before");
  return llvm::Error::success();
}

/// True if the environment asks for cubins that carry their programs.
static bool carriesProgram() {
  return llvm::sys::Process::GetEnv("TESSERA_CARRY_PROGRAM") == "1";
}

static bool carriesProgram(const Options &options) {
  return options.carryProgram || carriesProgram();
}

static llvm::Error writeReport(const Options &options,
                               const CompileResult &result,
                               report::KernelReport &report) {
  report.addResources(result.kernels);
  report.finish(result.linedPtx.empty() ? result.ptx : result.linedPtx);
  return writeFileAtomically(options.report, isJson(options.report)
                                                 ? report.toJson()
                                                 : report.toHtml());
}

static int compileFile(Options &options, int argc, char **argv) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> input =
      readInputFile(options.input);
  if (!input)
    return options.log.fail(input.takeError(), badArgument);

  // Each of so many as are allowed costs a copy of the pipeline.
  GuardedThreadPool pool(
      llvm::hardware_concurrency(std::min(options.threads.getValue(), 256u)),
      [&](llvm::StringRef reason) {
        CompileResult result;
        result.internalError =
            ("internal error in one of several threads: " + reason).str();
        endAfterInternalError(result, (*input)->getMemBufferRef(), options,
                              argc, argv);
      });
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  // Leaked: destroying a context takes a twentieth of the time of an empty
  // program.
  static auto &context =
      *new mlir::MLIRContext(registry, mlir::MLIRContext::Threading::DISABLED);
  if (options.threads != 1 && !options.validate)
    context.setThreadPool(pool);
  PlainDiagnosticHandler diagnostics(&context, messages(),
                                     options.log.format());

  mlir::DefaultTimingManager timing;
  mlir::applyDefaultTimingManagerCLOptions(timing);
  mlir::TimingScope rootTimer = timing.getRootScope();
  CompileOptions compileOptions = makeCompileOptions(options);
  if (llvm::Error error =
          findGpuName(options, argv[0]).moveInto(compileOptions.gpuName))
    return options.log.fail(std::move(error), badConfiguration);
  bool badPassOptions = false;
  runtime::CompilationValidator validator;
  compileOptions.configure = [&](mlir::PassManager &passes) {
    if (options.validate)
      validator.attach(passes);
    badPassOptions |= failed(mlir::applyPassManagerCLOptions(passes));
    passes.enableTiming(rootTimer);
  };

  if (options.stages.isAskedFor()) {
    if (llvm::Error error = options.stages.prepare())
      return options.log.fail(std::move(error), badArgument);
    compileOptions.visitStage = [&](Stage stage, llvm::StringRef program) {
      return options.stages.visit(stage, program);
    };
  }

  RemarkOptions wanted = options.remarks.get(options.log.isJson());
  if (llvm::Error error = checkOutputs(options, wanted.wantsAny()))
    return options.log.fail(std::move(error), badConfiguration);
  report::KernelReport report;
  bool reports = !options.report.empty();
  compileOptions.wantsLinedPtx = reports;
  // Remarks about loops need the collected kernels, too.
  if (reports || wanted.wantsAny())
    compileOptions.visitKernels = [&](mlir::ModuleOp module) {
      report.collect(module);
    };
  RemarkCollector remarks(context, wanted,
                          reports ? &report.remarkSink() : nullptr);
  CompileResult result = compileInTime((*input)->getMemBufferRef(), context,
                                       compileOptions, options);
  if (result.status == CompileStatus::InternalError)
    endAfterInternalError(result, (*input)->getMemBufferRef(), options, argc,
                          argv);
  if (!result.gpuChoice.empty())
    options.log.say(mlir::DiagnosticSeverity::Note, result.gpuChoice);
  if (int code = writeRemarks(options, remarks))
    return code;
  if (!result)
    return exitCode(result.status, options);
  if (badPassOptions)
    return badConfiguration;
  if (options.validate && !result.ptx.empty())
    validator.judgeCode(result.ptx);
  if (options.validate && validator.hasFound())
    return options.log.fail(validator.describe(), compilationFailed);
  if (options.validate)
    options.log.say(mlir::DiagnosticSeverity::Remark, validator.describe());
  if (reports) {
    if (llvm::Error error = writeReport(options, result, report))
      return options.log.fail(std::move(error), badConfiguration);
  }
  if (options.emit == Stage::Cubin && carriesProgram(options))
    if (llvm::Error error = addProgramSections(
            result.output, {(*input)->getBuffer(), result.ptx}))
      return options.log.fail(std::move(error), badConfiguration);
  if (llvm::Error error =
          writeFileAtomically(outputPath(options), result.output))
    return options.log.fail(std::move(error), badConfiguration);
  if (options.time || options.resourceUsage)
    tellResources(result, options.log);
  if (options.time)
    tellTimes(result, options.log);
  return success;
}

/// The result of `tell` for the file of the toolkit at `path`.
static std::string
tellIfFound(llvm::Expected<std::string> path,
            llvm::function_ref<std::string(llvm::StringRef)> tell) {
  if (path)
    return tell(*path);
  llvm::consumeError(path.takeError());
  return "none found";
}

/// A hash of the contents of a file.
static std::string fingerprint(llvm::StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? llvm::utohexstr(llvm::xxh3_64bits((*file)->getBuffer()),
                                /*LowerCase=*/true, /*Width=*/16)
              : "unreadable";
}

/// The version text includes those of ptxas and libdevice (which has no version
/// of its own, so that its hash is printed), because they affect the output.
static void printTileirasVersion(llvm::raw_ostream &os) {
  printVersion("tileiras", os);
  os << "Assembler " << tellIfFound(findPtxas(), assemblerVersion) << '\n'
     << "Libdevice " << tellIfFound(findLibdevice(), fingerprint) << '\n';
  // A front end that caches cubins must not mix the two kinds.
  if (carriesProgram())
    os << "Cubins carry their programs\n";
}

int tileiras_main(int argc, char **argv) {
  Options options;
  mlir::registerAsmPrinterCLOptions();
  mlir::registerPassManagerCLOptions();
  mlir::registerDefaultTimingManagerCLOptions();
  cl::HideUnrelatedOptions({&options.category, &options.remarks.category});
  cl::SetVersionPrinter(printTileirasVersion);
  parseCommandLine(
      argc, argv,
      "Compiles CUDA Tile IR, as bytecode or as text, to machine code\n");
  if (options.listVersions)
    return listVersions();
  if (options.input.empty())
    return options.log.fail(
        "no input file: name a file of bytecode or text, or '-' for "
        "standard input",
        badArgument);
  if (int code = answerForeignOptions(options))
    return code;
  // As much memory as ten thousand steps in one kernel take.
  takeHugePages(256 << 20);
  return compileFile(options, argc, argv);
}
