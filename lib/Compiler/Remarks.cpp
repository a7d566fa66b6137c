//===- Remarks.cpp - Collects and prints remarks --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Remarks.h"

#include "tessera/Support/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkSerializer.h"

using namespace mlir;
using remark::detail::MLIRRemarkStreamerBase;
using remark::detail::Remark;

namespace tessera {

bool RemarkOptions::wantsAny() const {
  return llvm::any_of(
      llvm::ArrayRef{passed, missed, failed, analysis},
      [](RemarkCategory category) { return category != RemarkCategory::None; });
}

namespace {
/// Writes each remark as a document of LLVM's YAML into memory. MLIR's own
/// streamer writes to a file directly, and would leave it incomplete after a
/// failure.
class YamlStreamer : public MLIRRemarkStreamerBase {
public:
  explicit YamlStreamer(std::string &text)
      : os(text),
        serializer(llvm::cantFail(llvm::remarks::createRemarkSerializer(
            llvm::remarks::Format::YAML, os))) {}

  void streamOptimizationRemark(const Remark &remark) override {
    llvm::remarks::Remark document = remark.generateRemark();
    // MLIR knows files only in locations of its own types.
    document.Loc.reset();
    if (FileLineColLoc file = findFileLocation(remark.getLocation()))
      document.Loc = llvm::remarks::RemarkLocation{
          file.getFilename().getValue(), file.getLine(), file.getColumn()};
    serializer->emit(document);
  }

private:
  llvm::raw_string_ostream os;
  std::unique_ptr<llvm::remarks::RemarkSerializer> serializer;
};

/// "Missed: RemarkMemoryAccessNarrow, Reason: …"
static std::string describe(const Remark &remark) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << remark.getRemarkTypeString() << ": " << remark.getRemarkName();
  for (const Remark::Arg &argument : remark.getArgs())
    os << ", " << argument.key << ": " << argument.val;
  return text;
}

/// Writes each remark as a message, which begins with the kernel.
class MessageStreamer : public MLIRRemarkStreamerBase {
public:
  explicit MessageStreamer(std::string &text) : os(text) {}

  void streamOptimizationRemark(const Remark &remark) override {
    PlainDiagnostic plain;
    plain.severity = DiagnosticSeverity::Remark;
    plain.message = remark.getFunction().str() + ": " + describe(remark);
    if (FileLineColLoc file = findFileLocation(remark.getLocation())) {
      plain.file = file.getFilename().str();
      plain.line = file.getLine();
      plain.column = file.getColumn();
    }
    printJson(std::move(toJson(plain).front()), os);
  }

private:
  llvm::raw_string_ostream os;
};

/// Writes a list for each kernel, and within it a list for each category.
class ListStreamer : public MLIRRemarkStreamerBase {
public:
  explicit ListStreamer(std::string &text) : text(text) {}

  void streamOptimizationRemark(const Remark &remark) override {
    std::string line;
    llvm::raw_string_ostream os(line);
    if (FileLineColLoc file = findFileLocation(remark.getLocation()))
      os << file.getFilename().getValue() << ':' << file.getLine() << ':'
         << file.getColumn() << ": ";
    os << describe(remark);
    lists[remark.getFunction().str()][remark.getCategoryName().str()].push_back(
        std::move(line));
  }

  void finalize() override {
    llvm::raw_string_ostream os(text);
    for (const auto &[function, categories] : lists) {
      os << escapeName(function) << ":\n";
      for (const auto &[category, lines] : categories) {
        os << "  " << category << ":\n";
        for (const std::string &line : lines)
          os << "    " << escapeName(line) << '\n';
      }
    }
  }

private:
  std::string &text;
  std::map<std::string, std::map<std::string, std::vector<std::string>>> lists;
};

/// Appends all remarks to a list, and forwards the wanted ones to another
/// streamer.
class SinkStreamer : public MLIRRemarkStreamerBase {
public:
  SinkStreamer(std::vector<ReportedRemark> &sink, const RemarkOptions &options,
               std::unique_ptr<MLIRRemarkStreamerBase> next)
      : sink(sink), options(options), next(std::move(next)) {}

  void streamOptimizationRemark(const Remark &remark) override {
    ReportedRemark &reported = sink.emplace_back();
    reported.kind = remark.getRemarkTypeString().str();
    reported.name = remark.getRemarkName().str();
    reported.category = remark.getCategoryName().str();
    reported.function = remark.getFunction().str();
    if (FileLineColLoc file = findUserLocation(remark.getLocation())) {
      reported.file = file.getFilename().str();
      reported.line = file.getLine();
      reported.column = file.getColumn();
    }
    for (const Remark::Arg &argument : remark.getArgs())
      reported.arguments.emplace_back(argument.key, argument.val);
    if (wants(reported))
      next->streamOptimizationRemark(remark);
  }
  void finalize() override { next->finalize(); }

private:
  bool wants(const ReportedRemark &remark) const {
    RemarkCategory category = remark.kind == "Passed"     ? options.passed
                              : remark.kind == "Missed"   ? options.missed
                              : remark.kind == "Analysis" ? options.analysis
                                                          : options.failed;
    switch (category) {
    case RemarkCategory::None:
      return false;
    case RemarkCategory::All:
      return true;
    case RemarkCategory::Memory:
      return remark.category == remarks::memory;
    case RemarkCategory::Schedule:
      return remark.category == remarks::schedule;
    case RemarkCategory::TensorCore:
      return remark.category == remarks::tensorCore;
    }
    llvm_unreachable("unknown category");
  }

  std::vector<ReportedRemark> &sink;
  RemarkOptions options;
  std::unique_ptr<MLIRRemarkStreamerBase> next;
};
} // namespace

/// The regular expression for the subcategories of `category`.
static std::optional<std::string> getFilter(RemarkCategory category) {
  switch (category) {
  case RemarkCategory::None:
    return std::nullopt;
  case RemarkCategory::All:
    return ".*";
  case RemarkCategory::Memory:
    return ("^" + remarks::memory + "$").str();
  case RemarkCategory::Schedule:
    return ("^" + remarks::schedule + "$").str();
  case RemarkCategory::TensorCore:
    return ("^" + remarks::tensorCore + "$").str();
  }
  llvm_unreachable("unknown category");
}

RemarkCollector::RemarkCollector(MLIRContext &context,
                                 const RemarkOptions &options,
                                 std::vector<ReportedRemark> *sink)
    : context(context) {
  if (!options.wantsAny() && !sink)
    return;
  // The engine has no lock, and remarks must come in program order.
  if (context.isMultithreadingEnabled())
    context.disableMultithreading();
  remark::RemarkCategories categories;
  categories.passed = getFilter(options.passed);
  categories.missed = getFilter(options.missed);
  categories.failed = getFilter(options.failed);
  categories.analysis = getFilter(options.analysis);
  std::unique_ptr<MLIRRemarkStreamerBase> streamer;
  if (options.format == RemarkFormat::Yaml)
    streamer = std::make_unique<YamlStreamer>(text);
  else if (options.format == RemarkFormat::Json)
    streamer = std::make_unique<MessageStreamer>(text);
  else
    streamer = std::make_unique<ListStreamer>(text);
  if (sink) {
    streamer =
        std::make_unique<SinkStreamer>(*sink, options, std::move(streamer));
    categories.passed = categories.missed = categories.failed =
        categories.analysis = getFilter(RemarkCategory::All);
  }
  std::unique_ptr<remark::detail::RemarkEmittingPolicyBase> policy;
  if (options.onlyFinal)
    policy = std::make_unique<remark::RemarkEmittingPolicyFinal>();
  else
    policy = std::make_unique<remark::RemarkEmittingPolicyAll>();
  [[maybe_unused]] LogicalResult enabled = remark::enableOptimizationRemarks(
      context, std::move(streamer), std::move(policy), categories);
  assert(succeeded(enabled) && "one collector for each context");
}

RemarkCollector::~RemarkCollector() { context.setRemarkEngine(nullptr); }

std::string RemarkCollector::take() {
  // Destroying the engine flushes its last remarks.
  context.setRemarkEngine(nullptr);
  return std::move(text);
}

} // namespace tessera
