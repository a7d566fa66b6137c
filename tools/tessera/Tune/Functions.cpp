//===- Functions.cpp - Functions of Python --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function runs under `tessera run`: once for each combination of its
// parameters, with the times of its launches in a profile, or once if the tuner
// of its front end has the configurations and reads modelled times.
//
//===----------------------------------------------------------------------===//

#include "../Folders.h"
#include "Tune.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace tessera;
using namespace tune;

namespace {
/// A function of a file.
struct Function {
  std::string file, name;
};
} // namespace

/// `tessera run` for functions, on the modelled clock.
static std::vector<std::string> runModelled(const Options &options) {
  return {toolsFolder() + "/tessera",
          "run",
          "--clock=model",
          "--check=none",
          "--gpu=" + options.gpuOfFunctions(),
          "--sample=" + utostr(options.sample)};
}

/// A script of ours.
static std::string findScript(StringRef name) {
  return driverFolder() + "/python/" + name.str();
}

//===-- With parameters ---------------------------------------------------===//

/// The command that calls a function with the parameters of a variant.
static std::vector<std::string> callFunction(const Function &function,
                                             const Variant &variant,
                                             unsigned calls,
                                             const Options &options) {
  json::Object given;
  for (const auto &[name, value] : variant.choice)
    given[name] = toJsonValue(value);
  return {options.python, findScript("tessera_call.py"),
          function.file,  function.name,
          utostr(calls),  formatv("{0}", json::Value(std::move(given))).str()};
}

/// Reads the times of the launches from the profile of a call: that of the
/// variant is their sum, and its limit that of the kernel that takes longest.
/// `said` is the text of the call's output streams.
static void readProfile(StringRef text, StringRef said, Variant &variant) {
  // A process that calls no driver writes nothing.
  Expected<json::Value> profile = json::parse(text.empty() ? "{}" : text);
  if (!profile) {
    variant.failure = toString(profile.takeError());
    return;
  }
  const json::Object *all = profile->getAsObject();
  const json::Array *kernels = all ? all->getArray("kernels") : nullptr;
  double longest = -1;
  for (const json::Value &each : kernels ? *kernels : json::Array()) {
    const json::Object *kernel = each.getAsObject();
    if (kernel && kernel->getInteger("failed").value_or(0)) {
      variant.failure =
          "a launch failed of " + kernel->getString("name").value_or("").str();
      if (said = said.trim(); !said.empty())
        variant.failure += ": " + said.str();
      return;
    }
    double time =
        kernel ? kernel->getNumber("model_microseconds").value_or(-1) : -1;
    if (time < 0)
      continue;
    variant.microseconds += time;
    if (time <= longest)
      continue;
    longest = time;
    variant.limit = kernel->getString("limit").value_or("").str();
  }
  if (longest < 0)
    variant.failure = "it launched nothing that the machine model counts";
}

/// Models the launches of a call.
static Error modelCall(const Function &function, Variant &variant,
                       const Options &options) {
  Expected<MemoryFile> profile = MemoryFile::create("tune.json");
  if (!profile)
    return profile.takeError();
  std::vector<std::string> command = runModelled(options);
  command.push_back("--profile=" + childFileName(0));
  append_range(command, callFunction(function, variant, 0, options));
  std::string said;
  Expected<bool> ran = runFor(variant, command, said, {&*profile});
  if (!ran)
    return ran.takeError();
  if (!*ran)
    return Error::success();
  Expected<std::string> text = profile->read();
  if (!text)
    return text.takeError();
  if (const TargetInfo *target = lookupTarget(options.gpuOfFunctions()))
    if (const Board *board = defaultBoard(*target))
      variant.board = board->name.str();
  readProfile(*text, said, variant);
  return Error::success();
}

/// Measures the time of a call on the GPU.
static Error measureCall(const Function &function, Variant &variant,
                         const Options &options) {
  std::vector<std::string> command =
      callFunction(function, variant, launches, options);
  ErrorOr<std::string> python = sys::findProgramByName(command.front());
  if (!python)
    return createStringError("there is no program '" + command.front() +
                             "'; name one with --python");
  command.front() = *python;
  std::string said;
  Expected<bool> ran = runFor(variant, command, said, {});
  if (!ran)
    return ran.takeError();
  if (*ran)
    readMeasured(said, variant);
  return Error::success();
}

/// Calls a function once for each combination of its parameters.
static int tuneCalls(const Function &function, const Options &options) {
  Expected<std::vector<Parameter>> parameters = readParameters(options);
  if (!parameters)
    return options.log.fail(parameters.takeError());
  Expected<std::vector<Choice>> choices = listChoices(*parameters);
  if (!choices)
    return options.log.fail(choices.takeError());
  std::vector<Variant> variants;
  for (Choice &choice : *choices) {
    Variant &variant = variants.emplace_back(variants.size());
    variant.options = {options.function};
    variant.choice = std::move(choice);
  }
  Expected<std::string> gpu = findGpu(options);
  if (!gpu)
    return options.log.fail(gpu.takeError());
  auto call = gpu->empty() ? modelCall : measureCall;
  return timeVariants(std::move(variants), *gpu, options,
                      [&](Variant &variant, const Options &options) {
                        return call(function, variant, options);
                      });
}

//===-- With the tuner of a front end -------------------------------------===//

/// Becomes the Python that calls the function. Returns only if that fails.
static int tuneByFrontEnd(const Function &function, const Options &options) {
  std::vector<std::string> command;
  if (!options.measure)
    command = runModelled(options);
  append_range(command,
               std::initializer_list<std::string>{
                   options.python, findScript("tessera_tune.py"), function.file,
                   function.name, options.measure ? "gpu" : "model",
                   utostr(options.top), options.json,
                   options.log.isJson() ? "json" : "text"});
  std::vector<char *> arguments;
  for (std::string &argument : command)
    arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
  return options.log.fail(arguments.front() + Twine(": ") + strerror(errno));
}

int tune::tuneFunction(const Options &options) {
  auto [file, name] = StringRef(options.function).rsplit(':');
  if (name.empty())
    return options.log.fail("'" + options.function +
                            "' is not of the form FILE.py:FUNCTION");
  if (!options.board.empty() || !options.arguments.empty())
    return options.log.fail(
        "--board and --arg are about variants behind --; a function has "
        "its own arguments, and the usual board of the GPU");
  if (Error error = requireTarget(options.gpuOfFunctions()).takeError())
    return options.log.fail(std::move(error));
  Function function{file.str(), name.str()};
  return options.parameters.empty() ? tuneByFrontEnd(function, options)
                                    : tuneCalls(function, options);
}
