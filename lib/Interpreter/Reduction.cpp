//===- Reduction.cpp - Elements combined along a dimension ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "Terms/Symbols.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Interpreter/SymbolicRun.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

using Partial = Reduction::Partial;

Partial Reduction::getIdentities() const {
  Partial tiles;
  for (auto [operand, identity] :
       llvm::zip_equal(op->getOperands(), identities)) {
    Format format = elementFormatOf(operand.getType());
    tiles.push_back(
        Tile::splat(shape, format, cuda_tile::getBits(identity, format)));
  }
  return tiles;
}

Partial Reduction::elementsAt(int64_t position) const {
  return llvm::map_to_vector(op->getOperands(), [&](mlir::Value operand) {
    const Tile &tile = frame.tile(operand);
    return gather(bare ? tile.withoutTerms() : tile, position);
  });
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

/// Runs the body once.
FailureOr<Partial> Reduction::runBody(const Partial &first,
                                      const Partial &second) {
  for (unsigned i = 0; i < first.size(); ++i) {
    frame.set(body.getArgument(2 * i), first[i]);
    frame.set(body.getArgument(2 * i + 1), second[i]);
  }
  llvm::SaveAndRestore bothWays(frame.takesBothWays, hasLaw);
  if (frame.run(body) == Flow::Stop)
    return failure();
  return llvm::map_to_vector(
      ArrayRef(frame.handedOver).take_front(first.size()),
      [](const interp::Value &value) { return std::get<Tile>(value); });
}

FailureOr<Partial> Reduction::runAtOnce(const Partial &first,
                                        const Partial &second) {
  FailureOr<Partial> results = runBody(first, second);
  if (failed(results))
    return failure();
  // A body that yields one number for all elements has not used the shape.
  for (Tile &result : *results)
    result = result.splattedTo(shape);
  return results;
}

FailureOr<Partial> Reduction::runOneByOne(const Partial &first,
                                          const Partial &second) {
  Partial results;
  for (const Tile &tile : first)
    results.emplace_back(shape, tile.getFormat());
  for (int64_t i = 0, n = numElements(shape); i < n; ++i) {
    auto elementOf = [&](const Tile &tile) {
      Tile element({}, tile.getFormat());
      element.copy(0, tile, i);
      return element;
    };
    Partial one = llvm::map_to_vector(first, elementOf);
    Partial other = llvm::map_to_vector(second, elementOf);
    FailureOr<Partial> made = runBody(one, other);
    if (failed(made))
      return failure();
    for (auto [to, from] : llvm::zip_equal(results, *made))
      to.copy(i, from, 0);
  }
  return results;
}

/// Runs the body on all elements of its first and second arguments.
FailureOr<Partial> Reduction::run(const Partial &first, const Partial &second) {
  return hasLaw || frame.machine.program.isElementwise(body)
             ? runAtOnce(first, second)
             : runOneByOne(first, second);
}

/// Combines a partial result with a later part, such as an element.
FailureOr<Partial> Reduction::combine(const Partial &before,
                                      const Partial &after) {
  return roles == Roles::BeforeAndAfter ? run(before, after)
                                        : run(after, before);
}

/// Like combine, either way round if the seed may choose that.
FailureOr<Partial> Reduction::combineAsChosen(const Partial &before,
                                              const Partial &after) {
  bool isSwapped =
      roles == Roles::ElementAndPartial && frame.choices.below(2) != 0;
  return isSwapped ? combine(after, before) : combine(before, after);
}

//===----------------------------------------------------------------------===//
// All steps
//===----------------------------------------------------------------------===//

static LogicalResult replace(Partial &old, FailureOr<Partial> made) {
  if (failed(made))
    return failure();
  old = std::move(*made);
  return success();
}

/// The partial results up to each element, from `first` to before `last`,
/// combined as the seed chooses.
FailureOr<SmallVector<Partial>>
Reduction::prefixes(bool beginsWithIdentity, int64_t first, int64_t last,
                    bool wantsAll, function_ref<int64_t(int64_t)> positionOf) {
  if (last - first == 1) {
    Partial element = elementsAt(positionOf(first));
    if (identities &&
        ((beginsWithIdentity && first == 0) || frame.choices.below(4) == 0))
      if (failed(replace(element, combineAsChosen(getIdentities(), element))))
        return failure();
    return SmallVector<Partial>{element};
  }
  int64_t middle = first + 1 + frame.choices.below(last - first - 1);
  auto left = prefixes(beginsWithIdentity, first, middle, wantsAll, positionOf);
  if (failed(left))
    return failure();
  auto right = prefixes(beginsWithIdentity, middle, last, wantsAll, positionOf);
  if (failed(right))
    return failure();
  Partial before = left->back();
  for (Partial &partial : wantsAll ? MutableArrayRef(*right)
                                   : MutableArrayRef(*right).take_back()) {
    if (failed(replace(partial, combineAsChosen(before, partial))))
      return failure();
    left->push_back(std::move(partial));
  }
  return left;
}

/// Like combineUpToEach, in the plain order.
LogicalResult
Reduction::combineInOrder(bool beginsWithIdentity,
                          function_ref<int64_t(int64_t)> positionOf,
                          function_ref<void(int64_t, const Partial &)> put) {
  Partial sum =
      beginsWithIdentity ? getIdentities() : elementsAt(positionOf(0));
  for (int64_t i = 0; i < extent; ++i) {
    if (beginsWithIdentity || i > 0)
      if (failed(replace(sum, combine(sum, elementsAt(positionOf(i))))))
        return failure();
    put(i, sum);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

static Tile scalarOf(const Element &element, TermTable &table) {
  Tile one = Tile::scalar(element.format, element.bits);
  one.setTerm(0, element.term, &table);
  return one;
}

static SmallVector<Term> termsOfFirst(const Partial &tiles) {
  return llvm::map_to_vector(
      tiles, [](const Tile &tile) { return tile.elementAt(0).term; });
}

FailureOr<SmallVector<Term>> Reduction::findLaw(TermTable &table) {
  Partial first, second;
  for (auto [k, tile] : llvm::enumerate(elementsAt(0))) {
    Format format = tile.getFormat();
    uint64_t bits = tile.bitsAt(0);
    first.push_back(scalarOf(TermTable::first(k, format, bits), table));
    second.push_back(scalarOf(TermTable::second(k, format, bits), table));
  }
  FailureOr<Partial> made = runBody(first, second);
  if (failed(made))
    return failure();
  return termsOfFirst(*made);
}

namespace {
/// The operands of a reduction on whose elements the values of its body depend,
/// and in the last bit values from outside of it.
class BodyDependences {
public:
  explicit BodyDependences(Block &body) : count(body.getNumArguments() / 2) {
    for (auto [number, argument] : llvm::enumerate(body.getArguments()))
      known.try_emplace(argument, count + 1).first->second.set(number / 2);
    visit(body);
  }

  llvm::SmallBitVector of(mlir::Value value) const {
    auto found = known.find(value);
    if (found != known.end())
      return found->second;
    llvm::SmallBitVector outside(count + 1);
    outside.set(count);
    return outside;
  }
  /// True if the value depends on an element.
  bool isVarying(mlir::Value value) const {
    const int first = of(value).find_first();
    return first >= 0 && unsigned(first) < count;
  }

private:
  void visit(Block &block);

  const unsigned count;
  DenseMap<mlir::Value, llvm::SmallBitVector> known;
};
} // namespace

void BodyDependences::visit(Block &block) {
  for (Operation &op : block.without_terminator()) {
    llvm::SmallBitVector all(count + 1);
    for (mlir::Value operand : op.getOperands())
      all |= of(operand);
    for (mlir::Value result : op.getResults())
      known[result] = all;
    for (Region &region : op.getRegions()) {
      if (region.empty())
        continue;
      for (mlir::Value argument : region.getArguments())
        known[argument].resize(count + 1, /*t=*/true);
      visit(region.front());
      for (auto [result, yielded] : llvm::zip(
               op.getResults(), region.front().getTerminator()->getOperands()))
        known[result] |= of(yielded);
    }
  }
}

/// True for an operation whose promise a program may break: it is only asked for where
/// its branch is taken.
static bool promises(Operation &op) {
  auto overflow = op.getAttrOfType<cuda_tile::IntegerOverflowAttr>("overflow");
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return (overflow &&
          overflow.getValue() != cuda_tile::IntegerOverflow::None) ||
         (flags && flags.getOverflowAttr().getValue() !=
                       arith::IntegerOverflowFlags::none);
}

/// True if a block does nothing but compute, in elementwise operations and in
/// branches by elements, of which both ways may run.
static bool isLaw(Block &block, bool isWay,
                  const BodyDependences &dependences) {
  return llvm::all_of(block, [&](Operation &op) {
    if (isa<cuda_tile::IfOp, scf::IfOp>(op))
      return dependences.isVarying(op.getOperand(0)) &&
             llvm::none_of(
                 op.getResultTypes(),
                 llvm::IsaPred<cuda_tile::TokenType, tileaa::TokenType>) &&
             llvm::all_of(op.getRegions(), [&](Region &region) {
               return region.empty() ||
                      isLaw(region.front(), /*isWay=*/true, dependences);
             });
    return OpTable::get().lookup(&op)->kind == Kind::Elementwise &&
           (!isWay || op.hasTrait<OpTrait::IsTerminator>() ||
            (isSpeculatable(&op) && !promises(op)));
  });
}

bool Reduction::findHasLaw() const {
  return frame.symbolic() &&
         isLaw(body, /*isWay=*/false, BodyDependences(body));
}

SmallVector<llvm::SmallBitVector> Reduction::findDependences() const {
  const BodyDependences dependences(body);
  SmallVector<llvm::SmallBitVector> results;
  for (mlir::Value result : body.getTerminator()->getOperands())
    results.push_back(dependences.of(result));
  // A partial result is made of all that its own operands are made of.
  for (unsigned middle : llvm::seq(body.getNumArguments() / 2))
    for (llvm::SmallBitVector &each : results)
      if (each.test(middle))
        each |= results[middle];
  return results;
}

LogicalResult Reduction::addIdentities(TermTable &table, Term law) {
  SmallVector<Element> neutral;
  Partial first, second;
  for (auto [k, tile] : llvm::enumerate(getIdentities())) {
    Element element = tile.elementAt(0);
    neutral.push_back(element);
    first.push_back(scalarOf(element, table));
    second.push_back(
        scalarOf(TermTable::second(k, element.format, element.bits), table));
  }
  FailureOr<Partial> made = runBody(first, second);
  if (failed(made))
    return failure();
  bool isProved = termsOfFirst(*made) == termsOfFirst(second);
  table.addNeutral(neutral, law, isProved);
  return success();
}

LogicalResult Reduction::addTerms(bool beginsWithIdentity, Partial &results) {
  TermTable &table = frame.symbolic()->getTable();
  FailureOr<SmallVector<Term>> laws = findLaw(table);
  if (failed(laws))
    return failure();
  // The results depend on one another's elements: all laws together are one.
  Term law = laws->front();
  if (laws->size() > 1)
    for (Term each : *laws)
      law = table.joined({{law, 0, Format::I64}, {each, 0, Format::I64}});
  table.openLaw(law);
  bool isSum =
      laws->size() == 1 && table.addsIntegers(law, results.front().getFormat());
  SmallVector<Partial> all;
  for (int64_t i = 0; i < extent; ++i)
    all.push_back(elementsAt(i));
  if (identities && failed(addIdentities(table, law)))
    return failure();
  const SmallVector<llvm::SmallBitVector> dependences = findDependences();
  SourceSets::Set captured = 0;
  body.walk([&](Operation *each) {
    for (mlir::Value operand : each->getOperands())
      if (!body.getParent()->isAncestor(operand.getParentRegion()))
        table.collect(captured, frame.tile(operand).elementAt(0));
  });
  Partial begin = beginsWithIdentity ? getIdentities() : Partial();
  for (int64_t at = 0, n = results.front().size(); at < n; ++at) {
    SmallVector<Element> identity = llvm::map_to_vector(
        begin, [&](const Tile &tile) { return tile.elementAt(at); });
    uint64_t sum = 0;
    if (!identity.empty())
      table.addSummand(sum, identity, law);
    Element total{concrete, identity.empty() ? 0 : identity.front().bits,
                  results.front().getFormat()};
    bool isConcrete = true;
    SmallVector<SourceSets::Set> sources(results.size() + 1);
    sources.back() = captured;
    auto collect = [&](ArrayRef<Element> elements) {
      for (auto [source, element] : zip(sources, elements))
        table.collect(source, element);
    };
    collect(identity);
    for (const Partial &tiles : all) {
      SmallVector<Element> elements = llvm::map_to_vector(
          tiles, [&](const Tile &tile) { return tile.elementAt(at); });
      for (const Element &element : elements)
        isConcrete &= !element.term;
      collect(elements);
      table.addSummand(sum, elements, law);
      if (isSum)
        total.term = table.apply(symbols::addi(), {total, elements[0]}, total);
      total.bits += elements[0].term ? 0 : elements[0].bits;
    }
    for (auto [k, result] : llvm::enumerate(results)) {
      SourceSets::Set combined = 0;
      for (unsigned operand : dependences[k].set_bits())
        combined = table.getSets()
                       ? table.getSets()->unite(combined, sources[operand])
                       : 0;
      result.setTerm(at,
                     isConcrete ? concrete
                     : isSum    ? total.term
                                : table.combination(law, k, sum, combined),
                     &table);
    }
  }
  return success();
}

FailureOr<Partial> Reduction::combineAll(bool beginsWithIdentity) {
  bool hasTerms =
      hasLaw && llvm::any_of(op->getOperands(), [&](mlir::Value operand) {
        return frame.tile(operand).getTerms();
      });
  if (!hasTerms)
    return combineBits(beginsWithIdentity);
  // The body runs on elements without terms: those of the result are not
  // nested in the order of this run.
  bare = true;
  FailureOr<Partial> results = combineBits(beginsWithIdentity);
  bare = false;
  if (failed(results) || failed(addTerms(beginsWithIdentity, *results)))
    return failure();
  return results;
}

FailureOr<Partial> Reduction::combineBits(bool beginsWithIdentity) {
  auto inOrder = [](int64_t i) { return i; };
  if (frame.choices.isPlain()) {
    Partial sum;
    if (failed(combineInOrder(beginsWithIdentity, inOrder,
                              [&](int64_t i, const Partial &partial) {
                                if (i + 1 == extent)
                                  sum = partial;
                              })))
      return failure();
    return sum;
  }
  auto sums = prefixes(beginsWithIdentity, 0, extent,
                       /*wantsAll=*/false, inOrder);
  if (failed(sums))
    return failure();
  return std::move(sums->back());
}

LogicalResult
Reduction::combineUpToEach(function_ref<int64_t(int64_t)> positionOf,
                           function_ref<void(int64_t, const Partial &)> put) {
  if (hasLaw) {
    // The order is open, as in combineAll.
    TermTable &table = frame.symbolic()->getTable();
    FailureOr<SmallVector<Term>> laws = findLaw(table);
    if (failed(laws))
      return failure();
    for (Term law : *laws)
      table.openLaw(law);
    if (identities && laws->size() == 1 &&
        failed(addIdentities(table, laws->front())))
      return failure();
  }
  if (frame.choices.isPlain())
    return combineInOrder(/*beginsWithIdentity=*/true, positionOf, put);
  auto sums = prefixes(/*beginsWithIdentity=*/true, 0, extent,
                       /*wantsAll=*/true, positionOf);
  if (failed(sums))
    return failure();
  for (int64_t i = 0; i < extent; ++i)
    put(i, (*sums)[i]);
  return success();
}
