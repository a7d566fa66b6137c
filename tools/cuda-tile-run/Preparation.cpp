//===- Preparation.cpp - From the command line to a launch ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preparation.h"
#include "tessera/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::run;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

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

/// Reads all values of an option into memories with names of their own.
static Error
readMemories(const cl::list<std::string> &option,
             llvm::function_ref<Expected<NamedMemory>(StringRef)> parse,
             std::vector<NamedMemory> &memories) {
  for (const std::string &text : option) {
    auto fail = [&](const Twine &what) {
      return llvm::createStringError("--" + option.ArgStr + "=" + text + ": " +
                                     what);
    };
    Expected<NamedMemory> memory = parse(text);
    if (!memory)
      return fail(llvm::toString(memory.takeError()));
    for (const NamedMemory &other : memories)
      if (other.name == memory->name)
        return fail("the name is taken already");
    memories.push_back(std::move(*memory));
  }
  return Error::success();
}

/// Reads the values of an option about memories, and adds them to the launch.
template <typename T>
static Error
addAll(const cl::list<std::string> &option, Expected<T> (*parse)(StringRef),
       Error (*add)(llvm::ArrayRef<T>, llvm::ArrayRef<NamedMemory>, Launch &),
       Preparation &preparation) {
  std::vector<T> all;
  for (const std::string &text : option) {
    Expected<T> each = parse(text);
    if (!each)
      return llvm::createStringError("--" + option.ArgStr + ": " +
                                     llvm::toString(each.takeError()));
    all.push_back(std::move(*each));
  }
  return add(all, preparation.memories, preparation.launch);
}

static Expected<std::vector<ExpectedArray>>
readExpected(llvm::ArrayRef<BufferFile> files) {
  std::vector<ExpectedArray> expected;
  for (const BufferFile &file : files) {
    Expected<NpyArray> array = readNpy(file.file);
    if (!array)
      return array.takeError();
    expected.push_back({file, std::move(*array)});
  }
  return std::move(expected);
}

/// Reads back only buffers that something uses: an array that nobody has
/// written may be larger than the memory of the host.
static void chooseWanted(const Options &options, Preparation &preparation) {
  for (auto [buffer, array] :
       llvm::zip(preparation.launch.buffers, preparation.arrays))
    buffer.wanted =
        array && (!options.compare.empty() || comparesSeeds(options));
  for (const BufferFile &file : preparation.outputs)
    preparation.launch.buffers[file.buffer].wanted = true;
  for (const ExpectedArray &expected : preparation.expected)
    preparation.launch.buffers[expected.file.buffer].wanted = true;
}

/// Reads the options of the launch, except for its arguments.
static Error readLaunch(const Options &options, const Kernel &kernel,
                        Launch &launch) {
  if (Error error = chooseEntry(kernel, options).moveInto(launch.entry))
    return error;
  if (Error error = parseGrid(options.grid).moveInto(launch.grid))
    return error;
  if (!options.block.empty())
    if (Error error =
            parseDimensions("block", options.block).moveInto(launch.block))
      return error;
  if (!options.cluster.empty())
    if (Error error = parseDimensions("cluster", options.cluster)
                          .moveInto(launch.cluster))
      return error;
  if (!options.preferredCluster.empty())
    if (Error error =
            parseDimensions("preferred-cluster", options.preferredCluster)
                .moveInto(launch.preferredCluster))
      return error;
  launch.dynamicSharedBytes = options.shared;
  return Error::success();
}

Expected<Preparation> run::prepare(const Options &options,
                                   const Kernel *kernel) {
  Preparation preparation;
  std::vector<NamedMemory> &memories = preparation.memories;
  std::vector<Argument> &arguments = preparation.arguments;
  if (Error error = readMemories(options.memories, parseMemory, memories))
    return std::move(error);
  if (Error error = readMemories(options.buffers, parseBuffer, memories))
    return std::move(error);
  auto parseObject = [&](StringRef text) {
    return parseMulticast(text, memories);
  };
  if (Error error = readMemories(options.multicasts, parseObject, memories))
    return std::move(error);
  if (Error error = readArguments(options.arguments).moveInto(arguments))
    return std::move(error);
  Launch &launch = preparation.launch;
  std::vector<ParameterType> parameters;
  if (kernel) {
    if (Error error = readLaunch(options, *kernel, launch))
      return std::move(error);
    parameters = kernel->getNamedParameters(launch.entry);
  }
  if (Error error = bindArguments(arguments, parameters, launch, memories))
    return std::move(error);
  if (Error error =
          addAll(options.written, parseWritten, addWritten, preparation))
    return std::move(error);
  if (Error error = addAll(options.links, parseLink, addLinks, preparation))
    return std::move(error);
  if (Error error =
          addAll(options.variables, parseVariable, addVariables, preparation))
    return std::move(error);
  preparation.arrays = arraysOfBuffers(arguments, memories);
  if (Error error = parseBufferFiles(options.outputs, arguments, memories)
                        .moveInto(preparation.outputs))
    return std::move(error);
  std::vector<std::string> names = {options.counters, options.timeline};
  for (const BufferFile &output : preparation.outputs)
    names.push_back(output.file);
  if (Error error = checkOutputNames(names))
    return std::move(error);
  std::vector<BufferFile> expected;
  if (Error error = parseBufferFiles(options.expected, arguments, memories)
                        .moveInto(expected))
    return std::move(error);
  if (Error error = readExpected(expected).moveInto(preparation.expected))
    return std::move(error);
  chooseWanted(options, preparation);
  return std::move(preparation);
}
