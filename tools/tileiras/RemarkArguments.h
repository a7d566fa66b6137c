//===- RemarkArguments.h - The options about remarks ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names and values are those of NVIDIA's tool; cuTile passes
// `--remark-format=yaml --remarks=all --remarks-output-file=F` by default.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TILEIRAS_REMARKARGUMENTS_H
#define TESSERA_TOOLS_TILEIRAS_REMARKARGUMENTS_H

#include "tessera/Compiler/Remarks.h"
#include "tessera/Support/CommandLine.h"
#include "llvm/Support/CommandLine.h"

namespace tessera {

/// A tool makes an object of this class before it parses its command line.
class RemarkArguments {
public:
  /// Text on standard output has the form of the tool's messages.
  RemarkOptions get(bool messagesAreJson) const {
    RemarkOptions options;
    options.passed = choose(passed);
    options.missed = choose(missed);
    options.failed = choose(failed);
    options.analysis = choose(analysis);
    options.format = format;
    if (messagesAreJson && format == RemarkFormat::CommandLine)
      options.format = RemarkFormat::Json;
    options.onlyFinal = policy == Policy::Final;
    return options;
  }

  /// The file for the remarks; "-" is standard output.
  std::string outputPath() const {
    return format == RemarkFormat::Yaml ? outputFile.getValue() : "-";
  }

  llvm::cl::OptionCategory category{"Options about remarks"};

private:
  enum class Policy { All, Final };
  using CategoryOption = llvm::cl::opt<RemarkCategory>;

  static llvm::cl::ValuesClass values() {
    return llvm::cl::values(
        clEnumValN(RemarkCategory::None, "none", "none"),
        clEnumValN(RemarkCategory::All, "all", "those of every category"),
        clEnumValN(RemarkCategory::Memory, "memory", "those about memory"),
        clEnumValN(RemarkCategory::Schedule, "schedule", "those about loops"),
        clEnumValN(RemarkCategory::TensorCore, "tensorcore",
                   "those about matrix products"));
  }

  /// The option for one kind of remark overrides --remarks.
  RemarkCategory choose(const CategoryOption &kind) const {
    return kind.getNumOccurrences() ? kind : all;
  }

  CategoryOption all{"remarks", llvm::cl::cat(category), values(),
                     llvm::cl::init(RemarkCategory::None),
                     llvm::cl::desc("Which remarks to print, of every kind:")};
  CategoryOption passed{
      "remarks-passed", llvm::cl::cat(category), values(),
      llvm::cl::desc("Which remarks on what was improved to print:")};
  CategoryOption missed{
      "remarks-missed", llvm::cl::cat(category), values(),
      llvm::cl::desc("Which remarks on what was left as it is to print:")};
  CategoryOption failed{
      "remarks-failed", llvm::cl::cat(category), values(),
      llvm::cl::desc("Which remarks on what could not be done to print:")};
  CategoryOption analysis{
      "remarks-analysis", llvm::cl::cat(category), values(),
      llvm::cl::desc("Which remarks on what was found out to print:")};
  llvm::cl::opt<RemarkFormat> format{
      "remark-format", llvm::cl::cat(category),
      llvm::cl::init(RemarkFormat::CommandLine),
      llvm::cl::desc("How to write remarks:"),
      llvm::cl::values(clEnumValN(RemarkFormat::CommandLine, "command-line",
                                  "on standard output (the default)"),
                       clEnumValN(RemarkFormat::Yaml, "yaml",
                                  "to a file of YAML documents"))};
  FileNameOption outputFile{
      "remarks-output-file", llvm::cl::cat(category),
      llvm::cl::init("tileir_remarks.yaml"), llvm::cl::value_desc("file"),
      llvm::cl::desc("The file of YAML documents (default: "
                     "tileir_remarks.yaml)")};
  llvm::cl::opt<Policy> policy{
      "remark-policy", llvm::cl::cat(category), llvm::cl::init(Policy::All),
      llvm::cl::desc("Of several remarks on one decision, print:"),
      llvm::cl::values(clEnumValN(Policy::All, "all", "all (the default)"),
                       clEnumValN(Policy::Final, "final", "the last"))};
};

} // namespace tessera

#endif // TESSERA_TOOLS_TILEIRAS_REMARKARGUMENTS_H
