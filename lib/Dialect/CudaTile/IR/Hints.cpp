//===- Hints.cpp - Names and values of optimization hints -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Hints.h"

#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {

//===----------------------------------------------------------------------===//
// The tables
//===----------------------------------------------------------------------===//

/// A key of the outer dictionary: a GPU that the language names, or "default".
struct HintTarget {
  StringLiteral name;
  bool hasClusters;
};

constexpr HintTarget targets[] = {
    {"default", true}, {"sm_80", false}, {"sm_86", false}, {"sm_87", false},
    {"sm_88", false},  {"sm_89", false}, {"sm_90", true},  {"sm_100", true},
    {"sm_103", true},  {"sm_107", true}, {"sm_110", true}, {"sm_120", true},
    {"sm_121", true},
};

enum class HintKind { Number, PowerOfTwo, Flag };

/// The ops that carry a hint, as bits.
enum Carriers : unsigned { Entries = 1, PointerAccesses = 2, ViewAccesses = 4 };

struct HintInfo {
  StringLiteral key;
  HintKind kind;
  /// The range of a number, inclusive.
  int64_t min, max;
  unsigned carriers;
  /// True if a GPU without clusters supports only the smallest value.
  bool needsClusters;
};

constexpr HintInfo hintTable[] = {
    {"num_cta_in_cga", HintKind::PowerOfTwo, 1, 16, Entries, true},
    {"num_worker_warps_per_cta", HintKind::PowerOfTwo, 1, 32, Entries, false},
    {"occupancy", HintKind::Number, 1, 32, Entries, false},
    {"allow_tma", HintKind::Flag, 0, 1, ViewAccesses, false},
    {"latency", HintKind::Number, 1, 10, PointerAccesses | ViewAccesses, false},
};

const HintTarget *findTarget(StringRef name) {
  const HintTarget *it = llvm::find_if(
      targets, [&](const HintTarget &target) { return target.name == name; });
  return it == std::end(targets) ? nullptr : it;
}

/// The name under which hints for a GPU are listed. Its variants differ from it
/// only in the instructions that may be used.
StringRef getTargetName(StringRef gpuName) {
  const HintTarget *target = findTarget(gpuName.rtrim("af"));
  return target ? StringRef(target->name) : gpuName;
}

/// The entry of a GPU, or the default entry if the language does not name the
/// GPU.
const HintTarget &getTargetOrDefault(StringRef gpuName) {
  const HintTarget *target = findTarget(getTargetName(gpuName));
  return target ? *target : *findTarget("default");
}

const HintInfo *findHint(StringRef key) {
  const HintInfo *it = llvm::find_if(
      hintTable, [&](const HintInfo &info) { return info.key == key; });
  return it == std::end(hintTable) ? nullptr : it;
}

unsigned carrierOf(Operation *op) {
  if (isa<LoadPtrTkoOp, StorePtrTkoOp>(op))
    return PointerAccesses;
  if (isa<LoadViewTkoOp, StoreViewTkoOp>(op))
    return ViewAccesses;
  return Entries;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The range of a hint on one GPU.
struct HintRange {
  int64_t min, max;

  HintRange(const HintInfo &info, const HintTarget &target)
      : min(info.min),
        max(info.needsClusters && !target.hasClusters ? info.min : info.max) {}
  int64_t clamp(int64_t value) const { return std::clamp(value, min, max); }
};

/// The number in `value`, in or out of range, if it is one for this hint.
std::optional<int64_t> readValue(const HintInfo &info, Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  if (!number || number.getValue().getSignificantBits() > 64)
    return std::nullopt;
  bool isFlag = number.getType().isInteger(1);
  if (isFlag != (info.kind == HintKind::Flag))
    return std::nullopt;
  if (isFlag)
    return number.getValue().getZExtValue();
  int64_t result = number.getValue().getSExtValue();
  if (info.kind == HintKind::PowerOfTwo &&
      (result <= 0 || !llvm::isPowerOf2_64(result)))
    return std::nullopt;
  return result;
}

std::string describe(const HintInfo &info, HintRange range) {
  switch (info.kind) {
  case HintKind::Flag:
    return "true or false";
  case HintKind::Number:
    return llvm::formatv("a number from {0} to {1}", range.min, range.max);
  case HintKind::PowerOfTwo:
    if (range.min == range.max)
      return llvm::formatv("{0}", range.min);
    return llvm::formatv("a power of two from {0} to {1}", range.min,
                         range.max);
  }
  llvm_unreachable("every kind has a description");
}

} // namespace

std::optional<int64_t> tessera::cuda_tile::lookupHint(DictionaryAttr hints,
                                                      StringRef key,
                                                      StringRef target) {
  const HintInfo *info = findHint(key);
  if (!hints || !info)
    return std::nullopt;
  // A value for all GPUs is clamped to the range of this GPU, too.
  HintRange range(*info, getTargetOrDefault(target));
  for (StringRef name : {getTargetName(target), StringRef("default")})
    if (auto forTarget = hints.getAs<DictionaryAttr>(name))
      if (Attribute attr = forTarget.get(key))
        if (std::optional<int64_t> value = readValue(*info, attr))
          return range.clamp(*value);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

namespace {

template <typename Range> std::string join(const Range &names) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(names, os);
  return text;
}

/// Finds the problems with the hints of one op.
class HintChecker {
public:
  explicit HintChecker(Operation *op) : carrier(carrierOf(op)) {}

  /// Checks the hint for the target `name`, whose GPU is `target`.
  void check(StringRef name, const HintTarget &target, NamedAttribute hint);
  void checkAll(DictionaryAttr hints);
  /// Checks the hints that apply to `gpuName`, and notes those that have no
  /// effect for its target.
  void checkFor(StringRef gpuName, DictionaryAttr hints);

  SmallVector<HintProblem> problems;

private:
  void note(std::string reason, std::string suggestion) {
    problems.push_back({std::move(reason), std::move(suggestion)});
  }
  void noteUnknown(StringRef name) {
    note(llvm::formatv("unknown target '{0}'; there are {1}", name,
                       join(llvm::map_range(targets,
                                            [](const HintTarget &target) {
                                              return target.name;
                                            }))),
         "name one of these targets");
  }

  unsigned carrier;
};

void HintChecker::checkAll(DictionaryAttr hints) {
  for (NamedAttribute target : hints) {
    StringRef name = target.getName();
    if (const HintTarget *known = findTarget(name))
      for (NamedAttribute hint : cast<DictionaryAttr>(target.getValue()))
        check(name, *known, hint);
    else
      noteUnknown(name);
  }
}

void HintChecker::checkFor(StringRef gpuName, DictionaryAttr hints) {
  StringRef ownName = getTargetName(gpuName);
  const HintTarget &gpu = getTargetOrDefault(gpuName);
  auto counts = [&](StringRef key) {
    return lookupHint(hints, key, gpuName).has_value();
  };
  auto own = hints.getAs<DictionaryAttr>(ownName);
  for (NamedAttribute target : hints) {
    StringRef name = target.getName();
    bool isOwn = name == ownName;
    if (!isOwn && !findTarget(name)) {
      noteUnknown(name);
      continue;
    }
    for (NamedAttribute hint : cast<DictionaryAttr>(target.getValue())) {
      StringRef key = hint.getName();
      if (isOwn || (name == "default" && !(own && own.contains(key))))
        check(name, gpu, hint);
      else if (name != "default" && !counts(key))
        note(llvm::formatv("'{0}' is given for '{1}', and this is code for "
                           "'{2}'",
                           key, name, ownName),
             llvm::formatv("give it for '{0}' or 'default'", ownName));
    }
  }
}

void HintChecker::check(StringRef name, const HintTarget &target,
                        NamedAttribute hint) {
  const HintInfo *info = findHint(hint.getName());
  if (!info || !(info->carriers & carrier)) {
    auto carried = llvm::make_filter_range(
        hintTable, [&](const HintInfo &i) { return i.carriers & carrier; });
    note(llvm::formatv("no hint of this op is called '{0}'; there are {1}",
                       hint.getName().getValue(),
                       join(llvm::map_range(
                           carried, [](const HintInfo &i) { return i.key; }))),
         "use one of these hints, or leave it out");
    return;
  }
  HintRange range(*info, target);
  std::optional<int64_t> value = readValue(*info, hint.getValue());
  std::string wanted = describe(*info, range);
  std::string suggestion = llvm::formatv("give {0}", wanted);
  if (!value)
    note(llvm::formatv("{0} for '{1}' must be {2}, found {3}", info->key, name,
                       wanted, hint.getValue()),
         std::move(suggestion));
  else if (range.clamp(*value) != *value)
    note(llvm::formatv("{0} for '{1}' should be {2}; {3} counts as {4}",
                       info->key, name, wanted, *value, range.clamp(*value)),
         std::move(suggestion));
}

struct CheckOptimizationHintsPass
    : PassWrapper<CheckOptimizationHintsPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckOptimizationHintsPass)

  explicit CheckOptimizationHintsPass(HintPolicy policy) : policy(policy) {}

  StringRef getName() const override { return "CheckOptimizationHints"; }
  void runOnOperation() override {
    if (failed(checkOptimizationHints(getOperation(), policy)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

  HintPolicy policy;
};

} // namespace

LogicalResult tessera::cuda_tile::checkOptimizationHints(Operation *root,
                                                         HintPolicy policy) {
  if (policy == HintPolicy::Ignore)
    return success();
  bool isClean = true;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto hints = op->getAttrOfType<OptimizationHintsAttr>("optimization_hints");
    if (!hints)
      return;
    HintChecker checker(op);
    checker.checkAll(hints.getValue());
    for (const HintProblem &problem : checker.problems)
      (policy == HintPolicy::Error ? mlir::emitError(op->getLoc())
                                   : mlir::emitWarning(op->getLoc()))
          << '\'' << op->getName()
          << "' op optimization_hints: " << problem.reason;
    isClean &= checker.problems.empty();
  });
  return failure(!isClean && policy == HintPolicy::Error);
}

SmallVector<HintProblem>
tessera::cuda_tile::findDroppedHints(Operation *op, DictionaryAttr hints,
                                     StringRef target) {
  HintChecker checker(op);
  checker.checkFor(target, hints);
  return std::move(checker.problems);
}

SmallVector<StringRef> tessera::cuda_tile::findHintedTargets(Operation *root) {
  llvm::SmallSetVector<StringRef, 4> found;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto hints =
            op->getAttrOfType<OptimizationHintsAttr>("optimization_hints"))
      for (NamedAttribute target : hints.getValue())
        if (target.getName() != "default")
          found.insert(target.getName());
  });
  return found.takeVector();
}

std::unique_ptr<Pass>
tessera::cuda_tile::createCheckOptimizationHintsPass(HintPolicy policy) {
  return std::make_unique<CheckOptimizationHintsPass>(policy);
}
