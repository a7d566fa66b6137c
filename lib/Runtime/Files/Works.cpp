//===- Works.cpp - Several launches that run at once ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Works.h"
#include "../Emulation.h"
#include "YamlNesting.h"
#include "tessera/Runtime/CudaError.h"
#include "tessera/Support/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/YAMLTraits.h"
#include <map>

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace yaml = llvm::yaml;

//===----------------------------------------------------------------------===//
// The form of the file
//===----------------------------------------------------------------------===//

LLVM_YAML_IS_SEQUENCE_VECTOR(WorkText)

template <> struct yaml::MappingTraits<WorkText> {
  static void mapping(IO &io, WorkText &work) {
    io.mapOptional("kernel", work.kernel, std::string());
    io.mapOptional("entry", work.entry, std::string());
    // Scalars come ahead of lists, because an empty list is only left out if it
    // is not first.
    io.mapOptional("step", work.step, std::string());
    io.mapOptional("grid", work.grid);
    io.mapOptional("block", work.block);
    io.mapOptional("cluster", work.cluster);
    io.mapOptional("preferred-cluster", work.preferredCluster);
    io.mapOptional("shared", work.sharedBytes, uint64_t(0));
    io.mapOptional("args", work.arguments);
    io.mapOptional("variables", work.variables);
    io.mapOptional("reads", work.reads);
    io.mapOptional("writes", work.writes);
    io.mapOptional("contents", work.contents, std::string());
    io.mapOptional("after", work.after);
    if (work.kernel.empty() == work.step.empty())
      io.setError("a work has one of the keys 'kernel' and 'step'");
    for (const auto &shape :
         {work.grid, work.block, work.cluster, work.preferredCluster})
      if (shape.size() > 3 || llvm::is_contained(shape, 0u))
        io.setError("a shape has one to three numbers from 1 on");
  }
};

std::optional<std::vector<WorkText>>
runtime::readWorks(StringRef file, llvm::raw_ostream &errors) {
  auto contents = readInputFile(file);
  if (!contents) {
    errors << "error: " << llvm::toString(contents.takeError()) << '\n';
    return std::nullopt;
  }
  return parseWorks((*contents)->getMemBufferRef(), errors);
}

std::optional<std::vector<WorkText>>
runtime::parseWorks(llvm::MemoryBufferRef file, llvm::raw_ostream &errors) {
  auto report = [&](unsigned line, unsigned column, const Twine &message) {
    errors << file.getBufferIdentifier() << ':' << line << ':' << column
           << ": error: " << message << '\n';
  };
  std::vector<WorkText> works;
  if (!readYaml(file, works, report))
    return std::nullopt;
  return works;
}

std::string runtime::writeWorks(std::vector<WorkText> works) {
  std::string text;
  llvm::raw_string_ostream os(text);
  yaml::Output output(os);
  output << works;
  return text;
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

/// Indexed by LaunchStage.
static constexpr StringRef stages[] = {"", ":triggered", ":started"};

std::string runtime::describeEdge(ptx::LaunchEdge edge) {
  return (Twine(edge.from) + stages[unsigned(edge.stage)]).str();
}

Expected<ptx::LaunchEdge> runtime::parseEdge(StringRef text) {
  ptx::LaunchEdge edge{0};
  const auto *stage =
      llvm::find(stages, text.drop_until([](char c) { return c == ':'; }));
  if (stage == std::end(stages) ||
      text.split(':').first.getAsInteger(10, edge.from))
    return llvm::createStringError(
        "'" + text +
        "' is not of the form NUMBER, NUMBER:triggered or NUMBER:started");
  edge.stage = ptx::LaunchStage(stage - std::begin(stages));
  return edge;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
/// Works of a file in the emulator's form.
class WorkEmulation {
public:
  WorkEmulation(llvm::MutableArrayRef<NamedMemory> memories, Launch &launch,
                const EngineOptions &options, RunReport &report,
                llvm::raw_ostream &errors)
      : memories(memories), buffers(launch), options(options), report(report),
        errors(errors) {}

  Error prepare(llvm::ArrayRef<WorkText> works);
  Error run();

private:
  struct Loaded {
    std::unique_ptr<Kernel> kernel;
    std::optional<ptx::Program> program;
    std::unique_ptr<ptx::LoadedProgram> loaded;
  };

  Expected<Loaded *> load(const WorkText &work);
  Expected<ptx::LaunchRequest> makeLaunch(const WorkText &work);
  Expected<ptx::LaunchRequest> makeStep(const WorkText &work);
  Error addRanges(llvm::ArrayRef<std::string> texts, bool isWritten,
                  ptx::HostStep &step) const;

  llvm::MutableArrayRef<NamedMemory> memories;
  Launch &buffers;
  const EngineOptions &options;
  RunReport &report;
  llvm::raw_ostream &errors;
  ptx::GlobalMemory memory;
  std::vector<uint64_t> addresses;
  /// By file: works of one file share its variables.
  std::map<std::string, Loaded> kernels;
  std::vector<ptx::LaunchRequest> requests;
};
} // namespace

Expected<WorkEmulation::Loaded *> WorkEmulation::load(const WorkText &work) {
  Loaded &loaded = kernels[work.kernel];
  if (loaded.loaded)
    return &loaded;
  loaded.kernel = Kernel::load(work.kernel, errors);
  if (loaded.kernel)
    loaded.program = makeProgram(*loaded.kernel, {}, options, report, errors);
  if (!loaded.program)
    return llvm::createStringError("it has no kernel to run");
  std::vector<PlacedVariable> variables;
  for (const std::string &text : work.variables) {
    Expected<PlacedVariable> variable = parseVariable(text);
    if (!variable)
      return variable.takeError();
    variables.push_back(std::move(*variable));
  }
  buffers.variables.clear();
  if (Error error = addVariables(variables, memories, buffers))
    return std::move(error);
  if (Error error = placeVariables(*loaded.program, buffers, addresses, memory)
                        .moveInto(loaded.loaded))
    return std::move(error);
  return &loaded;
}

static std::array<uint32_t, 3> shapeOf(llvm::ArrayRef<uint32_t> extents,
                                       uint32_t otherwise) {
  std::array<uint32_t, 3> shape = {otherwise, otherwise, otherwise};
  if (!extents.empty())
    shape = {1, 1, 1};
  llvm::copy(extents, shape.begin());
  return shape;
}

Expected<ptx::LaunchRequest> WorkEmulation::makeLaunch(const WorkText &work) {
  Expected<Loaded *> loaded = load(work);
  if (!loaded)
    return loaded.takeError();
  const Kernel &kernel = *(*loaded)->kernel;
  if (!llvm::is_contained(kernel.getEntries(), work.entry))
    return llvm::createStringError(work.kernel + " has no entry '" +
                                   work.entry + "'");
  std::vector<Argument> arguments;
  for (const std::string &text : work.arguments) {
    Expected<Argument> argument = parseArgument(text);
    if (!argument)
      return argument.takeError();
    if (argument->hasMemory() || argument->kind == Argument::Kind::List)
      return llvm::createStringError(
          "'" + text + "' has memory of its own; works share named memory");
    arguments.push_back(std::move(*argument));
  }
  Launch launch;
  launch.entry = work.entry;
  launch.grid = shapeOf(work.grid, 1);
  launch.block = shapeOf(work.block, 0);
  launch.cluster = shapeOf(work.cluster, 0);
  launch.preferredCluster = shapeOf(work.preferredCluster, 0);
  launch.dynamicSharedBytes = work.sharedBytes;
  std::vector<NamedMemory> views = memories.vec();
  if (Error error = bindArguments(arguments, kernel.getParameters(work.entry),
                                  launch, views))
    return std::move(error);
  Expected<ptx::LaunchRequest> request =
      makeRequest(*(*loaded)->program, launch, addresses, options, report);
  if (!request)
    return request.takeError();
  request->loaded = (*loaded)->loaded.get();
  request->config.checks.shuffle |= !kernel.getPtx();
  return request;
}

Error WorkEmulation::addRanges(llvm::ArrayRef<std::string> texts,
                               bool isWritten, ptx::HostStep &step) const {
  for (const std::string &text : texts) {
    Expected<WrittenRange> range = parseWritten(text);
    if (!range)
      return range.takeError();
    auto *found = llvm::find_if(memories, [&](const NamedMemory &each) {
      return each.name == range->memory;
    });
    if (found == memories.end())
      return llvm::createStringError("there is no memory '" + range->memory +
                                     "'");
    size_t number = found - memories.begin();
    uint64_t bytes = buffers.buffers[number].bytes;
    if (range->first > bytes || range->count > bytes - range->first)
      return llvm::createStringError("'" + range->memory + "' has " +
                                     Twine(bytes) +
                                     " bytes, which do not hold "
                                     "those of '" +
                                     text + "'");
    step.ranges.push_back(
        {addresses[number] + range->first, range->count, isWritten});
  }
  return Error::success();
}

Expected<ptx::LaunchRequest> WorkEmulation::makeStep(const WorkText &work) {
  ptx::HostStep step;
  step.name = work.step;
  if (Error error = addRanges(work.reads, /*isWritten=*/false, step))
    return std::move(error);
  if (Error error = addRanges(work.writes, /*isWritten=*/true, step))
    return std::move(error);
  uint64_t count = 0;
  for (const ptx::HostStep::Range &range : step.ranges)
    count += range.isWritten ? range.size : 0;
  Bytes contents;
  if (!work.contents.empty()) {
    if (Error error = readFileBytes(work.contents).moveInto(contents))
      return std::move(error);
    if (contents.size() != count)
      return llvm::createStringError(
          "'" + work.contents + "' has " + Twine(contents.size()) +
          " bytes, and the step writes " + Twine(count));
  }
  step.run = [this, ranges = step.ranges, contents] {
    llvm::ArrayRef<uint8_t> left = contents;
    for (const ptx::HostStep::Range &range : ranges)
      if (range.isWritten && !left.empty()) {
        llvm::cantFail(
            memory.write(range.address, left.take_front(range.size)));
        left = left.drop_front(range.size);
      }
  };
  ptx::LaunchRequest request;
  request.config = options.emulate;
  request.host = std::move(step);
  return request;
}

Error WorkEmulation::prepare(llvm::ArrayRef<WorkText> works) {
  if (works.empty())
    return llvm::createStringError("there are no works");
  if (Error error = allocateBuffers(buffers, memory).moveInto(addresses))
    return error;
  for (const WorkText &work : works) {
    auto fail = [&](Error error) {
      return llvm::createStringError("work " + Twine(requests.size()) + ": " +
                                     llvm::toString(std::move(error)));
    };
    auto request = work.step.empty() ? makeLaunch(work) : makeStep(work);
    if (!request)
      return fail(request.takeError());
    for (const std::string &text : work.after) {
      Expected<ptx::LaunchEdge> edge = parseEdge(text);
      if (!edge)
        return fail(edge.takeError());
      if (edge->from >= requests.size())
        return fail(llvm::createStringError("it comes after '" + text +
                                            "', which is not before it"));
      request->after.push_back(*edge);
    }
    requests.push_back(std::move(*request));
    // The first request holds the checks of all.
    requests.front().config.checks.shuffle |=
        requests.back().config.checks.shuffle;
  }
  return Error::success();
}

Error WorkEmulation::run() {
  return ptx::launchConcurrently(requests, memory).takeError();
}

bool runtime::emulateWorks(llvm::ArrayRef<WorkText> works,
                           llvm::MutableArrayRef<NamedMemory> memories,
                           Launch &launch, const EngineOptions &options,
                           RunReport &report, llvm::raw_ostream &errors) {
  WorkEmulation emulation(memories, launch, options, report, errors);
  if (Error error = emulation.prepare(works)) {
    errors << "error: " << llvm::toString(std::move(error)) << '\n';
    return false;
  }
  if (Error error = emulation.run()) {
    report.fault = tellLaunchError(std::move(error), errors);
    return false;
  }
  return true;
}
