//===- Reducer.cpp - A small program out of a large one -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Reduce/Reducer.h"

#include "tessera/Compiler/Input.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/xxhash.h"
#include <set>

using namespace mlir;
using namespace tessera;

namespace {

/// The operations that a pattern erased.
struct ErasedOps : RewriterBase::Listener {
  void notifyOperationErased(Operation *op) override { ops.insert(op); }
  llvm::DenseSet<Operation *> ops;
};

class Reducer {
public:
  Reducer(OwningOpRef<ModuleOp> &module, InterestingFn isInteresting,
          StepFn onStep)
      : module(module), isInteresting(isInteresting), onStep(onStep) {}

  /// Applies one pattern after the other, in rounds. A round can make the text
  /// longer (a constant in place of a condition) so that the next one makes it
  /// shorter. The end is therefore two rounds without a new shortest text; it
  /// comes with any set of patterns.
  void run(ArrayRef<std::unique_ptr<RewritePattern>> patterns) {
    std::string text = printForReduction(*module);
    seen.insert(hash(text));
    size_t shortest = text.size();
    for (unsigned vain = 0; vain < 2;) {
      bool changed = false;
      for (const std::unique_ptr<RewritePattern> &pattern : patterns)
        while (applyEverywhere(*pattern))
          changed = true;
      if (!changed)
        return;
      size_t length = printForReduction(*module).size();
      vain = length < shortest ? 0 : vain + 1;
      shortest = std::min(shortest, length);
    }
  }

private:
  using Hash = std::pair<uint64_t, uint64_t>;
  static Hash hash(StringRef text) {
    llvm::XXH128_hash_t hash =
        llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
    return {hash.high64, hash.low64};
  }

  /// Users come before the operations that they use, so that a chain of
  /// operations goes at once.
  bool applyEverywhere(const RewritePattern &pattern) {
    std::optional<OperationName> root = pattern.getRootKind();
    work.clear();
    module->walk([&](Operation *op) {
      if (!root || op->getName() == *root)
        work.push_back(op);
    });
    std::reverse(work.begin(), work.end());
    return apply(pattern, 0, work.size());
  }

  /// Applies the pattern to a whole range of `work`; if that is not
  /// interesting, to each half in turn.
  bool apply(const RewritePattern &pattern, size_t begin, size_t end) {
    switch (tryOn(pattern, begin, end)) {
    case Outcome::Kept:
      return true;
    case Outcome::NoMatch:
      return false;
    case Outcome::Rejected:
      break;
    }
    if (end - begin == 1)
      return false;
    size_t middle = begin + (end - begin) / 2;
    bool first = apply(pattern, begin, middle);
    bool second = apply(pattern, middle, end);
    return first || second;
  }

  enum class Outcome { NoMatch, Rejected, Kept };

  /// Applies the pattern to a range of `work` in a copy of the module, and
  /// keeps the copy if it is valid and interesting.
  Outcome tryOn(const RewritePattern &pattern, size_t begin, size_t end) {
    IRMapping toCopy;
    OwningOpRef<ModuleOp> copy = cast<ModuleOp>((*module)->clone(toCopy));
    ErasedOps erased;
    auto inCopy = [&](Operation *op) -> Operation * {
      Operation *copied = op ? toCopy.lookupOrNull(op) : nullptr;
      return erased.ops.contains(copied) ? nullptr : copied;
    };
    PatternRewriter rewriter(copy->getContext());
    rewriter.setListener(&erased);
    bool matches = false;
    for (Operation *op : ArrayRef(work).slice(begin, end - begin))
      if (Operation *copied = inCopy(op)) {
        rewriter.setInsertionPoint(copied);
        matches |= succeeded(pattern.matchAndRewrite(copied, rewriter));
      }
    if (!matches)
      return Outcome::NoMatch;
    if (failed(verify(*copy)))
      return Outcome::Rejected;
    std::string text = printForReduction(*copy);
    if (!seen.insert(hash(text)).second || !isInteresting(*copy, text))
      return Outcome::Rejected;
    for (Operation *&op : work)
      op = inCopy(op);
    module = std::move(copy);
    onStep(pattern.getDebugName(), *module, text);
    return Outcome::Kept;
  }

  OwningOpRef<ModuleOp> &module;
  InterestingFn isInteresting;
  StepFn onStep;
  /// The operations that the current pattern is tried on; null for one that is
  /// gone.
  SmallVector<Operation *> work;
  /// Hashes of all programs so far. None is tested twice, so that patterns
  /// cannot undo each other's work for ever.
  std::set<Hash> seen;
};

} // namespace

/// The patterns of all dialects, in the order in which the dialects report
/// them.
static RewritePatternSet collectPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  DialectInterfaceCollection<DialectReductionPatternInterface> interfaces(
      context);
  for (const DialectReductionPatternInterface &interface : interfaces)
    interface.populateReductionPatterns(patterns);
  return patterns;
}

void tessera::reduce(OwningOpRef<ModuleOp> &module, InterestingFn isInteresting,
                     StepFn onStep) {
  MLIRContext *context = module->getContext();
  ScopedDiagnosticHandler silence(context,
                                  [](Diagnostic &) { return success(); });
  RewritePatternSet patterns = collectPatterns(context);
  Reducer(module, isInteresting, onStep).run(patterns.getNativePatterns());
}

std::string tessera::printForReduction(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  withoutImplicitModule(module)->print(os);
  os << '\n';
  return text;
}

unsigned tessera::countOperations(ModuleOp module) {
  unsigned count = 0;
  module->walk(
      [&](Operation *op) { count += !op->hasTrait<OpTrait::SymbolTable>(); });
  return count;
}
