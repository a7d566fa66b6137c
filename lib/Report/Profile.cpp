//===- Profile.cpp - Figures of the kernels of a file ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Report/Profile.h"
#include "MachineCodeFile.h"
#include "mlir/IR/MLIRContext.h"
#include "tessera/Bound/MachinePlay.h"
#include "tessera/Codegen/MachineCode.h"
#include "tessera/Codegen/ProgramSections.h"
#include "tessera/Compiler/Compiler.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Emulator/KernelName.h"
#include "tessera/Emulator/StaticCounters.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/EscapedText.h"
#include "tessera/Support/ProgramForms.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Toolkit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace tessera;
using namespace tessera::report;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static void add(KernelProfile &kernel, StringRef group, StringRef name,
                double value) {
  kernel.measures.push_back({group.str(), name.str(), value});
}

/// A sentence about code that was played, as of "explain".
static std::string describePlay(StringRef kernel,
                                const bound::MachinePlay &play,
                                const Board &board) {
  StringRef peak = play.operations > 0 ? "operations of the tensor cores"
                                       : "bytes of device memory";
  std::string text = llvm::formatv(
      "The machine code of {0}, played on an SM of {1} with {2} block{3} at "
      "once, has {4:f0} % of the peak in {5}: {6:f0} cycles an iteration, "
      "limited by {7}.",
      shortKernelName(kernel), board.name, play.blocks,
      play.blocks == 1 ? "" : "s", 100 * play.shareOfPeak, peak, play.cycles,
      play.limit);
  if (play.roles.size() < 2)
    return text;
  text += " Its roles:";
  for (const auto &[number, role] : llvm::enumerate(play.roles))
    text += llvm::formatv("{0} {1} by {2} warp{3}, {4:f0} cycles",
                          number ? ";" : "", role.task, role.warps,
                          role.warps == 1 ? "" : "s", role.cycles);
  text += ".";
  if (play.cyclesTogether > 0)
    text += llvm::formatv(" Products and arithmetic, each waiting for the "
                          "other, take {0:f0} cycles together.",
                          play.cyclesTogether);
  return text;
}

/// Plays the machine code of a kernel on the default board of its GPU.
static void addPlay(KernelProfile &profile, const bound::MachineKernel &kernel,
                    const MachineResources &used, StringRef cubin,
                    const TargetInfo &target) {
  const Board *board = defaultBoard(target);
  if (!board || used.threads == 0)
    return;
  BlockNeeds needs;
  needs.warps =
      unsigned(llvm::divideCeil(used.threads, Capacities::threadsPerWarp));
  needs.registersPerThread = used.registers;
  needs.sharedBytes = findSharedBytes(cubin, kernel.name);
  std::optional<bound::MachinePlay> play =
      bound::playMachineCode(kernel, needs, target, *board);
  if (!play || play->shareOfPeak == 0)
    return;
  add(profile, "played", "percent_of_peak", 100 * play->shareOfPeak);
  add(profile, "played", "iteration_cycles", play->cycles);
  add(profile, "played", "resident_blocks", play->blocks);
  if (play->operations > 0)
    add(profile, "played", "operations_per_cycle",
        play->operations * play->blocks / play->cycles);
  if (play->bytes > 0)
    add(profile, "played", "bytes_per_cycle",
        play->bytes * play->blocks / play->cycles);
  if (play->isWhole())
    add(profile, "played", "block_cycles", play->cycles / play->blocks);
  profile.played = describePlay(kernel.name, *play, *board);
}

static Error addMachineCode(Profile &profile, StringRef cubin,
                            const ProfileOptions &options) {
  if (cubin.empty())
    return Error::success();
  Expected<bound::MachineListing> listing =
      listMachineCode(cubin, options.nvdisasmPath);
  if (!listing)
    return listing.takeError();
  Expected<llvm::StringMap<MachineResources>> resources =
      readMachineResources(cubin);
  if (!resources) {
    llvm::consumeError(resources.takeError());
    return Error::success();
  }
  const TargetInfo *target = lookupTarget(listing->target);
  for (KernelProfile &kernel : profile.kernels) {
    const bound::MachineKernel *code = listing->find(kernel.name);
    if (!code)
      continue;
    for (const auto &[kind, count] : countClasses(*code))
      add(kernel, "machine code", kind, count);
    if (target)
      addPlay(kernel, *code, resources->lookup(kernel.name), cubin, *target);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Kernels with PTX
//===----------------------------------------------------------------------===//

static void addResources(KernelProfile &kernel, const KernelFacts &facts) {
  if (const std::optional<KernelResources> &used = facts.resources) {
    add(kernel, "resources", "registers", used->registers);
    add(kernel, "resources", "spill_bytes",
        double(used->spillStoreBytes + used->spillLoadBytes));
    add(kernel, "resources", "stack_bytes", double(used->stackBytes));
    if (used->maxResidentWarps)
      add(kernel, "resources", "resident_warps", used->residentWarps);
  }
  add(kernel, "resources", "shared_bytes", double(facts.sharedBytes));
  add(kernel, "resources", "warps", facts.warps);
}

/// The instructions of an entry by class, those of each loop once.
static void addClasses(KernelProfile &kernel,
                       llvm::ArrayRef<ptx::StaticRegion> regions) {
  std::map<ptx::InstructionClass, unsigned> counts;
  unsigned sum = 0;
  for (const ptx::StaticRegion &region : regions)
    for (const ptx::CounterLine &line : region.lines) {
      ++counts[line.kind];
      ++sum;
    }
  add(kernel, "PTX", "instructions", sum);
  for (const auto &[kind, count] : counts)
    add(kernel, "PTX", ptx::instructionClassName(kind), count);
}

static KernelProfile describe(const KernelFacts &facts,
                              const ptx::Program &program) {
  KernelProfile kernel;
  kernel.name = facts.name;
  addResources(kernel, facts);
  if (const ptx::Entry *entry = program.findEntry(facts.name)) {
    std::vector<ptx::StaticRegion> regions =
        ptx::countStatically(program, *entry);
    addClasses(kernel, regions);
    std::string text = program.target().str() + "\n";
    for (const ptx::StaticRegion &region : regions)
      for (const ptx::CounterLine &line : region.lines)
        text += line.text + "\n";
    kernel.bits = llvm::xxh3_64bits(text);
  }
  if (facts.verdict) {
    if (facts.verdict->getCycles() > 0)
      add(kernel, "cycles", "cycles", facts.verdict->getCycles());
    for (const bound::BoundPart &part : facts.verdict->parts)
      add(kernel, "cycles", part.name, part.cycles);
  }
  kernel.verdict = describeVerdict(facts);
  return kernel;
}

/// The profile of kernels by their PTX and, if there is any, machine code.
static Expected<Profile> describe(llvm::ArrayRef<KernelFacts> facts,
                                  StringRef ptx, StringRef cubin,
                                  const ProfileOptions &options) {
  Expected<ptx::Program> program = ptx::Program::parse(ptx, "ptx");
  if (!program)
    return program.takeError();
  Profile profile;
  profile.gpu = program->target().str();
  for (const KernelFacts &each : facts)
    profile.kernels.push_back(describe(each, *program));
  if (Error error = addMachineCode(profile, cubin, options))
    return std::move(error);
  return profile;
}

/// The ptxas to use, or "".
static std::string findAssembler(const ProfileOptions &options) {
  Expected<std::string> path = findPtxas(options.ptxasPath);
  if (path)
    return *path;
  llvm::consumeError(path.takeError());
  return "";
}

static Expected<Profile> readTileIR(llvm::MemoryBufferRef input,
                                    const ProfileOptions &options) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  PlainDiagnosticHandler diagnostics(context.get(), messages(),
                                     options.messageFormat);
  KernelReport report;
  CompileOptions compileOptions;
  compileOptions.gpuName = options.gpuName;
  compileOptions.assumesGpu = true;
  compileOptions.optLevel = options.optLevel;
  compileOptions.ptxasPath = findAssembler(options);
  compileOptions.emit =
      compileOptions.ptxasPath.empty() ? Stage::PTX : Stage::Cubin;
  compileOptions.wantsLinedPtx = true;
  compileOptions.visitKernels = [&](mlir::ModuleOp module) {
    report.collect(module);
  };
  RemarkCollector remarks(*context, {}, &report.remarkSink());
  CompileResult result = compile(input, context.get(), compileOptions);
  (void)remarks.take();
  if (!result.gpuChoice.empty()) {
    PlainDiagnostic note;
    note.severity = mlir::DiagnosticSeverity::Note;
    note.message =
        (input.getBufferIdentifier() + ": " + result.gpuChoice).str();
    DiagnosticPrinter(messages(), options.messageFormat).print(note);
  }
  if (!result)
    return llvm::createStringError(
        "'" + input.getBufferIdentifier() + "' does not compile" +
        (result.internalError.empty() ? "" : ": " + result.internalError));
  report.addResources(result.kernels);
  report.finish(result.linedPtx);
  return describe(report.getKernels(), result.linedPtx,
                  compileOptions.emit == Stage::Cubin ? result.output : "",
                  options);
}

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

static unsigned countWarps(const ptx::Entry &entry) {
  const auto &block =
      entry.requiredBlock[0] ? entry.requiredBlock : entry.maximumBlock;
  unsigned threads = 1;
  for (unsigned extent : block)
    threads *= std::max(1u, extent);
  return std::max(1u, threads / Capacities::threadsPerWarp);
}

/// Assembles PTX, and adds what ptxas says of its kernels. Returns the machine
/// code, or "" if there is no ptxas or it refuses the PTX.
static std::string addResources(std::vector<KernelFacts> &facts, StringRef ptx,
                                const TargetInfo &target, StringRef gpu,
                                const ProfileOptions &options) {
  AssemblerOptions assembler;
  assembler.ptxasPath = findAssembler(options);
  assembler.gpu = gpu.str();
  assembler.optLevel = unsigned(options.optLevel);
  assembler.maxStaticSharedBytes = target.getMaxStaticSharedBytes();
  assembler.maxSharedBytes = target.getCapacities().maxSharedBytesPerBlock;
  if (assembler.ptxasPath.empty())
    return "";
  Expected<Assembly> assembly = assemble(ptx, assembler);
  if (!assembly) {
    llvm::consumeError(assembly.takeError());
    return "";
  }
  for (KernelFacts &kernel : facts)
    for (KernelResources &used : assembly->log.kernels)
      if (used.kernel == kernel.name && !assembly->cubin.empty()) {
        used.warps = kernel.warps;
        used.maxResidentWarps = target.getCapacities().getMaxWarpsPerSM();
        used.residentWarps = tileas::Residency(target, kernel.warps)
                                 .countWarps(used.sharedBytes, used.registers);
        kernel.sharedBytes = int64_t(used.sharedBytes);
        kernel.resources = used;
      }
  return std::move(assembly->cubin);
}

static Expected<Profile> readPTX(StringRef ptx, StringRef path,
                                 const ProfileOptions &options) {
  Expected<ptx::Program> program = ptx::Program::parse(ptx, path);
  if (!program)
    return program.takeError();
  const TargetInfo *target = lookupTarget(program->target());
  std::vector<KernelFacts> facts;
  for (const ptx::Entry &entry : program->entries()) {
    KernelFacts &kernel = facts.emplace_back();
    kernel.name = entry.name;
    kernel.target = program->target().str();
    kernel.warps = countWarps(entry);
    kernel.sharedBytes = int64_t(entry.staticSharedBytes);
  }
  std::string cubin;
  if (target)
    cubin = addResources(facts, ptx, *target, program->target(), options);
  judge(facts, ptx);
  return describe(facts, ptx, cubin, options);
}

//===----------------------------------------------------------------------===//
// Machine code
//===----------------------------------------------------------------------===//

static Expected<Profile> readMachineCode(StringRef cubin, StringRef path,
                                         const ProfileOptions &options) {
  Expected<llvm::StringMap<MachineResources>> resources =
      readMachineResources(cubin);
  if (!resources)
    return resources.takeError();
  Profile profile;
  // The program that the cubin carries tells more of its kernels than their
  // code.
  StringRef ptx;
  if (Expected<ProgramSections> carried = findProgramSections(cubin))
    ptx = carried->ptx;
  else
    llvm::consumeError(carried.takeError());
  if (!ptx.empty()) {
    if (Error error = readPTX(ptx, path, options).moveInto(profile))
      llvm::consumeError(std::move(error));
  }
  if (profile.kernels.empty())
    for (StringRef name : llvm::to_vector(resources->keys()))
      profile.kernels.push_back({name.str(), {}, 0});
  llvm::sort(profile.kernels,
             [](const KernelProfile &a, const KernelProfile &b) {
               return a.name < b.name;
             });
  for (KernelProfile &kernel : profile.kernels) {
    auto used = resources->find(kernel.name);
    if (used == resources->end())
      continue;
    // The resources are those of this code, not of what its PTX would become
    // here.
    llvm::erase_if(kernel.measures, [](const Measure &each) {
      return (each.group == "resources" && each.name != "warps") ||
             each.group == "machine code" || each.group == "played";
    });
    kernel.played.clear();
    add(kernel, "resources", "registers", used->second.registers);
    add(kernel, "resources", "stack_bytes", used->second.localBytes);
    add(kernel, "resources", "shared_bytes",
        double(findSharedBytes(cubin, kernel.name)));
    if (!kernel.bits)
      kernel.bits = hashMachineCode(cubin, kernel.name);
  }
  if (Error error = addMachineCode(profile, cubin, options))
    return std::move(error);
  return profile;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void addNumbers(KernelProfile &kernel, StringRef group,
                       const llvm::json::Object *object,
                       llvm::ArrayRef<StringRef> names = {}) {
  if (!object)
    return;
  std::map<std::string, double> sorted;
  for (const auto &[key, value] : *object)
    if (names.empty() || llvm::is_contained(names, StringRef(key)))
      if (std::optional<double> number = value.getAsNumber())
        sorted[key.str()] = *number;
  for (const auto &[name, value] : sorted)
    add(kernel, group, name, value);
}

/// Adds the cycles of units, which an array of objects has.
static void addUnits(KernelProfile &kernel, const llvm::json::Object *object,
                     StringRef array, StringRef key) {
  if (!object)
    return;
  addNumbers(kernel, "cycles", object, {"cycles"});
  if (const llvm::json::Array *units = object->getArray(array))
    for (const llvm::json::Value &unit : *units)
      if (const llvm::json::Object *part = unit.getAsObject())
        if (auto name = part->getString(key))
          add(kernel, "cycles", *name, part->getNumber("cycles").value_or(0));
}

static KernelProfile readReported(const llvm::json::Object &object) {
  KernelProfile kernel;
  kernel.name = object.getString("name").value_or("").str();
  addNumbers(
      kernel, "resources", &object,
      {"registers", "spill_bytes", "resident_warps", "shared_bytes", "warps"});
  const llvm::json::Object *verdict = object.getObject("verdict");
  addUnits(kernel, verdict, "units", "unit");
  if (verdict)
    if (const llvm::json::Array *text = verdict->getArray("text"))
      for (const llvm::json::Value &sentence : *text)
        kernel.verdict.push_back(sentence.getAsString().value_or("").str());
  return kernel;
}

static Expected<Profile> readJson(StringRef text) {
  Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value)
    return value.takeError();
  Profile profile;
  const llvm::json::Object *object = value->getAsObject();
  if (object)
    if (const llvm::json::Array *kernels = object->getArray("kernels")) {
      profile.form = "report";
      for (const llvm::json::Value &kernel : *kernels)
        if (const llvm::json::Object *each = kernel.getAsObject())
          profile.kernels.push_back(readReported(*each));
      return profile;
    }
  const llvm::json::Object *totals =
      object ? object->getObject("totals") : nullptr;
  if (!totals)
    return llvm::createStringError(
        "this is JSON, but neither what tileiras --report writes nor what "
        "cuda-tile-run --counters does");
  profile.form = "counters";
  KernelProfile &kernel = profile.kernels.emplace_back();
  kernel.name = object->getString("entry").value_or("").str();
  addNumbers(kernel, "counters", totals);
  addUnits(kernel, object->getObject("bound"), "parts", "name");
  return profile;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Fails for a program that an option names and that is not there, whether or not
/// the file needs it.
static Error checkNamedPrograms(const ProfileOptions &options) {
  if (!options.ptxasPath.empty())
    if (Expected<std::string> path = findPtxas(options.ptxasPath); !path)
      return path.takeError();
  return findNvdisasm(options.nvdisasmPath).takeError();
}

Expected<Profile> report::readProfile(StringRef path,
                                      const ProfileOptions &options) {
  if (Error error = checkNamedPrograms(options))
    return std::move(error);
  auto input = readInputFile(path);
  if (!input)
    return input.takeError();
  StringRef text = (*input)->getBuffer();
  Expected<Profile> profile = Profile();
  std::string form = "Tile IR";
  if (looksLikeMachineCode(text)) {
    form = "machine code";
    profile = readMachineCode(text, path, options);
  } else if (looksLikePTX(text)) {
    form = "PTX";
    profile = readPTX(text, path, options);
  } else if (text.ltrim().starts_with("{")) {
    form = "JSON";
    profile = readJson(text);
  } else {
    profile = readTileIR((*input)->getMemBufferRef(), options);
  }
  // Errors in programs name their place themselves.
  if (!profile && (form == "machine code" || form == "JSON"))
    return llvm::createStringError(path + ": " +
                                   llvm::toString(profile.takeError()));
  if (!profile)
    return profile.takeError();
  profile->file = path.str();
  if (profile->form.empty())
    profile->form = form;
  return profile;
}
