//===- Tune.h - Variants of a kernel, and their times ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_TUNE_TUNE_H
#define TESSERA_TOOLS_TESSERA_TUNE_TUNE_H

#include "Parameters.h"
#include "tessera/Compiler/Compiler.h"
#include "tessera/Support/ChildProcess.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/MessageOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace tune {
struct Options {
  llvm::cl::OptionCategory category{"Options"};
  llvm::cl::opt<std::string> gpu{
      "gpu-name", llvm::cl::cat(category), llvm::cl::value_desc("sm_NN"),
      llvm::cl::desc("The GPU to compile for (that which a kernel names, or "
                     "sm_90)")};
  llvm::cl::opt<std::string> board{
      "board", llvm::cl::cat(category), llvm::cl::value_desc("NAME"),
      llvm::cl::desc("The board of the model (a usual one of the GPU)")};
  llvm::cl::opt<uint64_t> sample{
      "sample", llvm::cl::cat(category), llvm::cl::value_desc("N"),
      llvm::cl::init(8),
      llvm::cl::desc(
          "Blocks that are counted, spread over the grid; 0: all (8)")};
  llvm::cl::opt<unsigned> top{
      "top", llvm::cl::cat(category), llvm::cl::value_desc("K"),
      llvm::cl::init(10),
      llvm::cl::desc("Variants that are listed, without failures, "
                     "which all are (10)")};
  tessera::FileNameOption json{
      "json", llvm::cl::cat(category), llvm::cl::value_desc("file"),
      llvm::cl::desc("Write them as data (-: standard output)")};
  llvm::cl::list<std::string> arguments{
      "arg", llvm::cl::cat(category), llvm::cl::value_desc("ARG"),
      llvm::cl::desc("An argument of all variants, as of cuda-tile-run")};
  llvm::cl::list<std::string> parameters{
      "param", llvm::cl::cat(category), llvm::cl::value_desc("NAME=VALUE,..."),
      llvm::cl::desc(
          "A parameter of a text, written $NAME there and in options, or "
          "of a function; all combinations of values are variants")};
  llvm::cl::opt<std::string> python{
      "python", llvm::cl::cat(category), llvm::cl::value_desc("program"),
      llvm::cl::init("python3"),
      llvm::cl::desc("The Python of a function (python3)")};
  llvm::cl::opt<bool> measure{
      "measure", llvm::cl::cat(category),
      llvm::cl::desc(
          "Measure on the GPU of this machine; variants are modelled if "
          "it has none")};
  tessera::MessageOptions log{category, /*hasJson=*/false};
  llvm::cl::opt<std::string> function{
      llvm::cl::Positional, llvm::cl::cat(category),
      llvm::cl::desc("[FILE.py:FUNCTION | -- VARIANT...]")};

  /// The GPU that functions of Python see.
  std::string gpuOfFunctions() const {
    return gpu.empty() ? tessera::assumedGpu.str() : gpu.getValue();
  }
};

struct Variant {
  explicit Variant(size_t number) : number(number) {}

  /// In the order of the command line.
  size_t number;
  std::vector<std::string> options;
  /// The values of parameters, which `options` have already.
  Choice choice;
  /// The kernel with those values: in place of options[kernel], if there is one.
  std::optional<std::string> program;
  size_t kernel = 0;
  double microseconds = 0;
  std::string board, limit;
  /// Cycles of each unit, the limit first.
  std::vector<std::pair<std::string, double>> parts;
  /// The reason why it did not run; empty if it did.
  std::string failure;
  /// Said behind a failure of a program that names no parameter it has.
  std::string hint;

  std::string getTitle() const {
    std::string title = llvm::join(options, " ");
    for (const auto &[name, value] : choice)
      title += " " + name + "=" + value;
    return title;
  }
};
/// The launches of each variant that is measured.
constexpr unsigned launches = 20;

/// The parameters of all variants, of which no two have one name.
llvm::Expected<std::vector<Parameter>> readParameters(const Options &options);

/// Runs a command for a variant. Returns true if it succeeds; `said` is the
/// text of its output streams, the variant's failure otherwise.
llvm::Expected<bool> runFor(Variant &variant,
                            llvm::ArrayRef<std::string> command,
                            std::string &said,
                            llvm::ArrayRef<const tessera::MemoryFile *> files);

/// The name of the GPU to measure on; empty for the model, if the options do
/// not ask for a GPU, or, after a note, if this machine has none or `tessera
/// run` stands in for one.
llvm::Expected<std::string> findGpu(const Options &options);

/// Reads the time of a launch from what measured it.
void readMeasured(llvm::StringRef said, Variant &variant);

/// A number if the value of a parameter is one, else text.
llvm::json::Value toJsonValue(llvm::StringRef value);

/// Lists the variants, the fastest first, and then those that failed, as the
/// options say. `gpu` as findGpu returns it. Returns the status: 0 if one ran.
int report(std::vector<Variant> variants, llvm::StringRef gpu,
           const Options &options);

/// Times all variants that have not failed before, each by `one`, and reports
/// them all.
int timeVariants(
    std::vector<Variant> variants, llvm::StringRef gpu, const Options &options,
    llvm::function_ref<llvm::Error(Variant &, const Options &)> one);

/// Tunes the variants of Tile IR or PTX that each follow a "--".
int tuneKernels(llvm::ArrayRef<char *> arguments, const Options &options);

/// Tunes the function of Python that the options name.
int tuneFunction(const Options &options);

} // namespace tune

#endif // TESSERA_TOOLS_TESSERA_TUNE_TUNE_H
