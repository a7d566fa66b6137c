//===- Tune.cpp - Variants of a kernel, by modelled time ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variant that fails leaves the others alone.
//
//===----------------------------------------------------------------------===//

#include "Tune.h"
#include "../Commands.h"
#include "../Folders.h"
#include "tessera/Support/EscapedText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace tessera;
using namespace tune;

Expected<std::vector<Parameter>> tune::readParameters(const Options &options) {
  std::vector<Parameter> parameters;
  for (StringRef text : options.parameters) {
    Expected<Parameter> parameter = parseParameter(text);
    if (!parameter)
      return createStringError("--param: " + toString(parameter.takeError()));
    if (any_of(parameters, [&](const Parameter &each) {
          return each.name == parameter->name;
        }))
      return createStringError("--param=" + parameter->name +
                               " is given twice; list all values in one");
    parameters.push_back(std::move(*parameter));
  }
  return parameters;
}
Expected<bool> tune::runFor(Variant &variant, ArrayRef<std::string> command,
                            std::string &said,
                            ArrayRef<const MemoryFile *> files) {
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
Expected<std::string> tune::findGpu(const Options &options) {
  if (!options.measure)
    return std::string();
  auto none = [&](StringRef why) {
    options.log.say(mlir::DiagnosticSeverity::Note,
                    why + "; the times are those of the model");
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
void tune::readMeasured(StringRef said, Variant &variant) {
  constexpr StringLiteral key = "microseconds of a launch: ";
  StringRef figure = said.split(key).second.split(' ').first;
  if (figure.getAsDouble(variant.microseconds))
    variant.failure = ("it was not measured: " + said).str();
}
int tune::timeVariants(std::vector<Variant> variants, StringRef gpu,
                       const Options &options,
                       function_ref<Error(Variant &, const Options &)> one) {
  for (Variant &variant : variants)
    if (variant.failure.empty())
      if (Error error = one(variant, options))
        return options.log.fail(std::move(error));
  return report(std::move(variants), gpu, options);
}

int tune_main(int argc, char **argv) {
  static char name[] = "tessera tune";
  argv[0] = name;
  char **end = argv + argc;
  char **first = std::find_if(
      argv, end, [](const char *each) { return StringRef(each) == "--"; });
  tune::Options options;
  cl::HideUnrelatedOptions(options.category);
  parseCommandLine(
      static_cast<int>(first - argv), argv,
      "Ranks variants of a kernel by modelled times, without a "
      "GPU\n\nA variant is a kernel with options of "
      "cuda-tile-run, behind a -- each:\n  tessera tune "
      "--arg=ptr:new:f32[4096] -- a.tileirbc --grid=32 -- "
      "b.tileirbc --grid=16\nFor a function of Python, the tuner of "
      "its front end has the configurations:\n  tessera tune "
      "kernel.py:search\nParameters have their values here, or in "
      "a text's own comments (// param: TILE = 64, 128):\n  tessera tune "
      "--param=TILE=64,128 -- a.mlir '--grid=${4096 ceildiv TILE}'\n  "
      "tessera tune --param=TILE=64,128 kernel.py:run\n");
  if (!options.function.empty() && first != end)
    return options.log.fail("'" + options.function +
                            "' stands in front of the first --");
  if (!options.function.empty())
    return tuneFunction(options);
  if (first == end)
    return options.log.fail(
        "there is no variant: -- KERNEL OPTION..., once for each");
  return tuneKernels(ArrayRef(first, end), options);
}
