//===- Kernels.cpp - Variants of Tile IR and PTX --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each variant is a command line of cuda-tile-run, which runs as a process of
// its own and writes its counters and its bound, or measures on a GPU.
//
//===----------------------------------------------------------------------===//

#include "../Folders.h"
#include "Tune.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace tessera;
using namespace tune;

/// The groups of arguments that each follow a "--".
static std::vector<Variant> splitVariants(ArrayRef<char *> arguments) {
  std::vector<Variant> variants;
  for (StringRef argument : arguments) {
    if (argument == "--")
      variants.emplace_back(variants.size());
    else
      variants.back().options.push_back(argument.str());
  }
  return variants;
}

/// The parameters that `given` has, and those that the program declares beside.
static Expected<std::vector<Parameter>>
addDeclared(std::vector<Parameter> given, StringRef program, StringRef file) {
  Expected<std::vector<Parameter>> declared = readDeclared(program, file);
  if (!declared)
    return declared.takeError();
  for (Parameter &each : *declared)
    if (none_of(given, [&](const Parameter &other) {
          return other.name == each.name;
        }))
      given.push_back(std::move(each));
  return given;
}

/// A variant with values in place of its parameters; a failed one if they give
/// an expression no value. `program` is the text of its kernel, or null if that
/// has no parameters.
static Expected<Variant> substitute(const Variant &variant,
                                    const Choice &choice,
                                    const std::string *program,
                                    mlir::MLIRContext &context) {
  Variant result = variant;
  result.choice = choice;
  auto replace = [&](StringRef text, StringRef where, std::string &into) {
    return handleErrors(
        substituteChoice(text, choice, where, context).moveInto(into),
        [&](const NoValue &why) { result.failure = why.getMessage(); });
  };
  for (std::string &option : result.options)
    if (Error error = replace(option, option, option))
      return error;
  if (program)
    if (Error error = replace(*program, variant.options[variant.kernel],
                              result.program.emplace()))
      return error;
  return result;
}

/// The text of a file without its byte-order mark; empty for bytecode, and for a
/// file that cannot be read.
static std::string readText(StringRef file) {
  auto buffer = MemoryBuffer::getFile(file);
  if (!buffer || (*buffer)->getBuffer().contains('\0'))
    return "";
  StringRef text = (*buffer)->getBuffer();
  (void)text.consume_front("\xEF\xBB\xBF");
  return text.str();
}

/// Appends the variants that `variant` stands for: one for each combination of
/// values of its parameters. A file that cannot be read is left to whoever runs
/// it. Expressions are parsed in `context`.
static Error expand(const Variant &variant, const std::vector<Parameter> &given,
                    mlir::MLIRContext &context,
                    std::vector<Variant> &expanded) {
  Variant from = variant;
  from.kernel =
      find_if(variant.options,
              [](StringRef option) {
                return !option.starts_with("-") && !option.starts_with("@");
              }) -
      variant.options.begin();
  std::string program;
  if (from.kernel != variant.options.size())
    program = readText(variant.options[from.kernel]);
  StringRef name = from.kernel == variant.options.size()
                       ? StringRef("the variant")
                       : variant.options[from.kernel];
  Expected<std::vector<Parameter>> parameters =
      addDeclared(given, program, name);
  if (!parameters)
    return parameters.takeError();
  std::string options = join(variant.options, " ");
  bool isTemplate = false;
  for (const Parameter &each : *parameters) {
    bool isInProgram = usesParameter(program, each.name);
    isTemplate |= isInProgram;
    if (!isInProgram && !usesParameter(options, each.name))
      return createStringError(
          "nothing has $" + each.name + " in " + name +
          " or its options; write it in place of a size (of bytecode, "
          "tileirdisasm makes text)");
  }
  Expected<std::vector<Choice>> choices = listChoices(*parameters);
  if (!choices)
    return choices.takeError();
  if (parameters->empty())
    from.hint = explainUndeclared(program + " " + options);
  for (const Choice &choice : *choices) {
    Expected<Variant> one =
        choice.empty() ? from
                       : substitute(from, choice,
                                    isTemplate ? &program : nullptr, context);
    if (!one)
      return one.takeError();
    one->number = expanded.size();
    expanded.push_back(std::move(*one));
  }
  return Error::success();
}

/// Reads the "bound" of cuda-tile-run's counters.
static void readBound(StringRef text, Variant &variant) {
  Expected<json::Value> counters = json::parse(text);
  if (!counters) {
    variant.failure = toString(counters.takeError());
    return;
  }
  const json::Object *all = counters->getAsObject();
  const json::Object *bound = all ? all->getObject("bound") : nullptr;
  const json::Array *parts = bound ? bound->getArray("parts") : nullptr;
  if (!parts || parts->empty()) {
    variant.failure = "nothing that the machine model counts has run";
    return;
  }
  variant.microseconds = bound->getNumber("microseconds").value_or(0);
  variant.board = bound->getString("board").value_or("").str();
  variant.limit = bound->getString("limit").value_or("").str();
  for (const json::Value &part : *parts)
    if (const json::Object *fields = part.getAsObject())
      variant.parts.emplace_back(fields->getString("name").value_or(""),
                                 fields->getNumber("cycles").value_or(0));
}

/// Replaces all occurrences of `from`.
static void replaceAll(std::string &text, StringRef from, StringRef to) {
  text = join(split(text, from), to);
}

/// Runs cuda-tile-run on a variant, as runFor does.
static Expected<bool> runVariant(Variant &variant, const Options &options,
                                 std::vector<std::string> command,
                                 std::string &said,
                                 std::vector<const MemoryFile *> files = {}) {
  command.insert(command.begin(), toolsFolder() + "/cuda-tile-run");
  for (const std::string &argument : options.arguments)
    command.push_back("--arg=" + argument);
  size_t first = command.size();
  append_range(command, variant.options);
  if (!variant.program) {
    Expected<bool> ran = runFor(variant, command, said, files);
    if (!variant.failure.empty() && !variant.hint.empty())
      variant.failure += "\n" + variant.hint;
    return ran;
  }
  Expected<MemoryFile> program =
      MemoryFile::create("tune.mlir", *variant.program);
  if (!program)
    return program.takeError();
  std::string &file = command[first + variant.kernel];
  file = childFileName(files.size());
  files.push_back(&*program);
  Expected<bool> ran = runFor(variant, command, said, files);
  replaceAll(variant.failure, file, variant.options[variant.kernel]);
  return ran;
}

/// Models the time of a variant.
static Error model(Variant &variant, const Options &options) {
  Expected<MemoryFile> counters = MemoryFile::create("tune.json");
  if (!counters)
    return counters.takeError();
  std::vector<std::string> command = {"--engine=emulate", "--check=none",
                                      "--counters=" + childFileName(0)};
  if (!options.gpu.empty())
    command.push_back("--gpu-name=" + options.gpu);
  if (!options.board.empty())
    command.push_back("--board=" + options.board);
  if (options.sample)
    command.push_back("--sample=" + std::to_string(options.sample));
  std::string said;
  Expected<bool> ran =
      runVariant(variant, options, std::move(command), said, {&*counters});
  if (!ran)
    return ran.takeError();
  if (!*ran)
    return Error::success();
  Expected<std::string> text = counters->read();
  if (!text)
    return text.takeError();
  readBound(*text, variant);
  return Error::success();
}

/// Measures the time of a variant.
static Error measure(Variant &variant, const Options &options) {
  std::string said;
  Expected<bool> ran = runVariant(
      variant, options,
      {"--engine=cuda", "--measure=" + std::to_string(launches)}, said);
  if (!ran)
    return ran.takeError();
  if (!*ran)
    return Error::success();
  readMeasured(said, variant);
  return Error::success();
}

int tune::tuneKernels(ArrayRef<char *> arguments, const Options &options) {
  std::vector<Variant> variants;
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  Expected<std::vector<Parameter>> parameters = readParameters(options);
  if (!parameters)
    return options.log.fail(parameters.takeError());
  for (const Variant &variant : splitVariants(arguments)) {
    if (variant.options.empty())
      return options.log.fail(
          "a variant is a kernel and its options: -- KERNEL --grid=X");
    if (Error error = expand(variant, *parameters, context, variants))
      return options.log.fail(std::move(error));
  }
  Expected<std::string> gpu = findGpu(options);
  if (!gpu)
    return options.log.fail(gpu.takeError());
  return timeVariants(std::move(variants), *gpu, options,
                      gpu->empty() ? model : measure);
}
