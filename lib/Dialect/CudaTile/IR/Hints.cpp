//===- Hints.cpp - What optimization hints may say ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Hints.h"

#include "tessera/Dialect/CudaTile/IR/Ops/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Views.h"

#include "mlir/Pass/Pass.h"
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
  /// Whether a GPU without clusters knows the smallest value only.
  bool needsClusters;
};

constexpr HintInfo hintTable[] = {
    {"num_cta_in_cga", HintKind::PowerOfTwo, 1, 16, Entries, true},
    {"num_worker_warps_per_cta", HintKind::PowerOfTwo, 4, 8, Entries, false},
    {"occupancy", HintKind::Number, 1, 32, Entries, false},
    {"allow_tma", HintKind::Flag, 0, 1, ViewAccesses, false},
    {"latency", HintKind::Number, 1, 10, PointerAccesses | ViewAccesses, false},
};

const HintTarget *findTarget(StringRef name) {
  const HintTarget *it = llvm::find_if(
      targets, [&](const HintTarget &target) { return target.name == name; });
  return it == std::end(targets) ? nullptr : it;
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
  // Variants of a GPU differ from it in what may be assembled for them alone.
  const HintTarget *gpu = findTarget(target.rtrim("af"));
  if (!hints || !info)
    return std::nullopt;
  // Even a value for all GPUs has the range of the one at hand.
  HintRange range(*info, gpu ? *gpu : *findTarget("default"));
  for (StringRef name :
       {gpu ? StringRef(gpu->name) : target, StringRef("default")})
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

/// Speaks of the hints of one op.
class HintChecker {
public:
  HintChecker(Operation *op, HintPolicy policy) : op(op), policy(policy) {}

  LogicalResult check(DictionaryAttr hints);

private:
  LogicalResult checkTarget(StringRef name, DictionaryAttr hints);
  LogicalResult checkHint(const HintTarget &target, NamedAttribute hint);

  InFlightDiagnostic report() {
    InFlightDiagnostic diag = policy == HintPolicy::Error
                                  ? mlir::emitError(op->getLoc())
                                  : mlir::emitWarning(op->getLoc());
    return std::move(diag << '\'' << op->getName()
                          << "' op optimization_hints: ");
  }
  LogicalResult verdict() { return failure(policy == HintPolicy::Error); }

  Operation *op;
  HintPolicy policy;
};

LogicalResult HintChecker::check(DictionaryAttr hints) {
  bool failed = false;
  for (NamedAttribute target : hints)
    failed |= mlir::failed(
        checkTarget(target.getName(), cast<DictionaryAttr>(target.getValue())));
  return failure(failed);
}

LogicalResult HintChecker::checkTarget(StringRef name, DictionaryAttr hints) {
  const HintTarget *target = findTarget(name);
  if (!target) {
    InFlightDiagnostic diag = report();
    diag << "unknown target '" << name << "'; there are ";
    llvm::interleaveComma(targets, diag,
                          [&](const HintTarget &known) { diag << known.name; });
    return verdict();
  }
  bool failed = false;
  for (NamedAttribute hint : hints)
    failed |= mlir::failed(checkHint(*target, hint));
  return failure(failed);
}

LogicalResult HintChecker::checkHint(const HintTarget &target,
                                     NamedAttribute hint) {
  unsigned carrier = carrierOf(op);
  const HintInfo *info = findHint(hint.getName());
  if (!info || !(info->carriers & carrier)) {
    InFlightDiagnostic diag = report();
    diag << "no hint of this op is called '" << hint.getName().getValue()
         << "'; there are ";
    llvm::interleaveComma(
        llvm::make_filter_range(
            hintTable, [&](const HintInfo &i) { return i.carriers & carrier; }),
        diag, [&](const HintInfo &i) { diag << i.key; });
    return verdict();
  }
  HintRange range(*info, target);
  std::optional<int64_t> value = readValue(*info, hint.getValue());
  if (!value) {
    report() << info->key << " for '" << target.name << "' must be "
             << describe(*info, range) << ", found " << hint.getValue();
    return verdict();
  }
  if (range.clamp(*value) == *value)
    return success();
  report() << info->key << " for '" << target.name << "' should be "
           << describe(*info, range) << "; " << *value << " counts as "
           << range.clamp(*value);
  return verdict();
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
  bool failed = false;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto hints =
            op->getAttrOfType<OptimizationHintsAttr>("optimization_hints"))
      failed |= mlir::failed(HintChecker(op, policy).check(hints.getValue()));
  });
  return failure(failed);
}

std::unique_ptr<Pass>
tessera::cuda_tile::createCheckOptimizationHintsPass(HintPolicy policy) {
  return std::make_unique<CheckOptimizationHintsPass>(policy);
}
