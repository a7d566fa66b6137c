//===- Preparation.cpp - From the command line to a launch ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Preparation.h"
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

static Expected<std::vector<ExpectedArray>>
readExpected(const Options &options, llvm::ArrayRef<Argument> arguments) {
  Expected<std::vector<ArgumentFile>> files =
      parseArgumentFiles(options.expected, arguments);
  if (!files)
    return files.takeError();
  std::vector<ExpectedArray> expected;
  for (ArgumentFile &file : *files) {
    Expected<NpyArray> array = readNpy(file.file);
    if (!array)
      return array.takeError();
    expected.push_back({std::move(file), std::move(*array)});
  }
  return std::move(expected);
}

/// Only what somebody will look at is read back: an array that nobody has
/// written may be larger than what the host has.
static void chooseWanted(const Options &options, Preparation &preparation) {
  size_t buffer = 0;
  for (auto [number, argument] : llvm::enumerate(preparation.arguments)) {
    if (!argument.hasMemory())
      continue;
    auto isWritten = [number = number](const ArgumentFile &file) {
      return file.argument == number;
    };
    auto isExpected = [&](const ExpectedArray &expected) {
      return isWritten(expected.file);
    };
    preparation.launch.buffers[buffer++].wanted =
        !options.compare.empty() ||
        llvm::any_of(preparation.outputs, isWritten) ||
        llvm::any_of(preparation.expected, isExpected);
  }
}

Expected<Preparation> run::prepare(const Options &options,
                                   const Kernel &kernel) {
  Preparation preparation;
  if (Error error =
          readArguments(options.arguments).moveInto(preparation.arguments))
    return std::move(error);
  Launch &launch = preparation.launch;
  if (Error error = chooseEntry(kernel, options).moveInto(launch.entry))
    return std::move(error);
  if (Error error = parseDimensions("grid", options.grid).moveInto(launch.grid))
    return std::move(error);
  if (!options.block.empty())
    if (Error error =
            parseDimensions("block", options.block).moveInto(launch.block))
      return std::move(error);
  launch.dynamicSharedBytes = options.shared;
  if (Error error = bindArguments(preparation.arguments,
                                  kernel.getParameters(launch.entry), launch))
    return std::move(error);
  if (Error error = parseArgumentFiles(options.outputs, preparation.arguments)
                        .moveInto(preparation.outputs))
    return std::move(error);
  if (Error error = readExpected(options, preparation.arguments)
                        .moveInto(preparation.expected))
    return std::move(error);
  chooseWanted(options, preparation);
  return std::move(preparation);
}
