//===- SymbolicRun.cpp - One run for all contents of memory ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/SymbolicRun.h"
#include "../Access.h"
#include "TermMemory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Multimem.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using tessera::SourceSets;
namespace cuda_tile = tessera::cuda_tile;
namespace tileaa = tessera::tileaa;
using namespace tessera::interp;

/// The effects of a run beside its stores.
struct SymbolicRun::Outcome {
  DenseMap<Term, mlir::Operation *> decisions;
  mlir::Operation *lostAt = nullptr;
};

SymbolicRun::SymbolicRun(std::shared_ptr<TermTable> table)
    : table(std::move(table)),
      memory(std::make_unique<TermMemory>(*this->table)),
      outcome(std::make_unique<Outcome>()) {}

SymbolicRun::~SymbolicRun() = default;

std::shared_ptr<TermTable> SymbolicRun::makeTable() {
  return std::make_shared<TermTable>();
}

void SymbolicRun::keepTerms(TermTable &table) { table.keepTerms(); }

size_t SymbolicRun::learn(TermTable &table) {
  return table.countOpenLaws() + table.learnDecisions();
}

void SymbolicRun::endProgramAsWritten(TermTable &table) {
  table.endProgramAsWritten();
}

size_t SymbolicRun::countDecisions(const TermTable &table) {
  return table.countKnown();
}

uint64_t SymbolicRun::countTerms(const TermTable &table) {
  return table.numMade;
}

bool SymbolicRun::hasOpenSums(const TermTable &table) {
  return table.countOpenLaws() || table.hasCombinations();
}

/// True of an atomic operation that leaves the same in any order, and whose old
/// values nobody reads.
static bool commutesUnread(mlir::Operation *op) {
  if (isa<cuda_tile::AtomicRedViewTkoOp, cuda_tile::MultimemReduceViewTkoOp>(
          op))
    return true;
  auto atomic = dyn_cast<cuda_tile::AtomicRMWTkoOp>(op);
  return atomic && atomic.getMode() != cuda_tile::AtomicRMWMode::Xchg &&
         atomic.getResult().use_empty();
}

static bool isStrong(mlir::Operation *op) {
  std::optional<AccessOrder> order = getAccessOrder(op);
  return order && !order->isWeak;
}

/// True if the body leaves the same for a pair in either order: each result is
/// one commutative operation on its own pair.
static bool combinesInAnyOrder(mlir::Block &body) {
  auto results = llvm::enumerate(body.getTerminator()->getOperands());
  return all_of(results, [&](auto each) {
    auto [number, value] = each;
    mlir::Operation *op = value.getDefiningOp();
    if (!op || !op->hasTrait<mlir::OpTrait::IsCommutative>())
      return false;
    mlir::Value first = body.getArgument(2 * number),
                second = body.getArgument(2 * number + 1);
    return (op->getOperand(0) == first && op->getOperand(1) == second) ||
           (op->getOperand(0) == second && op->getOperand(1) == first);
  });
}

bool SymbolicRun::combinesInOpenOrder(mlir::Operation *op) {
  return isa<cuda_tile::ReduceOp, cuda_tile::ScanOp, tileaa::ReduceOp>(op) &&
         !combinesInAnyOrder(op->getRegion(0).front());
}

static mlir::Operation *
findFirst(mlir::Operation *program,
          llvm::function_ref<bool(mlir::Operation *)> isWanted) {
  mlir::Operation *found = nullptr;
  program->walk([&](mlir::Operation *op) {
    if (!isWanted(op))
      return mlir::WalkResult::advance();
    found = op;
    return mlir::WalkResult::interrupt();
  });
  return found;
}

mlir::Operation *SymbolicRun::findOpenAccess(mlir::Operation *program) {
  return findFirst(program, [](mlir::Operation *op) {
    return isStrong(op) && !commutesUnread(op);
  });
}

mlir::Operation *SymbolicRun::findOpenCombination(mlir::Operation *program) {
  return findFirst(program, combinesInOpenOrder);
}

bool SymbolicRun::hasOpenNumbers(mlir::Operation *program) {
  return program
      ->walk([](mlir::Operation *op) {
        return isStrong(op) || combinesInOpenOrder(op) ||
                       isa<cuda_tile::PtrToIntOp, tileaa::PtrToIntOp>(op)
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

void SymbolicRun::addSymbols(uint64_t address, uint64_t bytes,
                             unsigned elementBytes, uint64_t first) {
  memory->addSymbols(address, bytes, elementBytes, first);
}

void SymbolicRun::trackSources(TermTable &table, SourceSets &sets) {
  table.trackSources(sets);
}

void SymbolicRun::trackAllSources(TermTable &table, SourceSets &sets) {
  table.trackSources(sets);
  table.takeAllSources();
}

void SymbolicRun::trackOpenOrders(TermTable &table, SourceSets &sets,
                                  SourceSets::Set source) {
  trackAllSources(table, sets);
  table.trackOpenOrders(source);
}

SourceSets::Set SymbolicRun::getDecidedSources(const TermTable &table) {
  return table.getDecidedSources();
}

void SymbolicRun::forEachStored(
    uint64_t address, uint64_t bytes,
    function_ref<void(const StoredElement &)> what) const {
  constexpr uint64_t pageHalves = 2 * TermMemory::pageBytes;
  const auto &pages = memory->getPages();
  for (auto at = pages.lower_bound(address / TermMemory::pageBytes);
       at != pages.end() && at->first * TermMemory::pageBytes < address + bytes;
       ++at) {
    // Parts of bytes are shown as whole ones.
    const unsigned halves = std::max(2u, at->second.halves);
    for (uint64_t half = 0; half < pageHalves; half += halves) {
      const uint64_t place = at->first * pageHalves + half;
      if (place / 2 < address || place / 2 >= address + bytes)
        continue;
      TermMemory::Cell cell = memory->peek(place, halves, 0);
      if (halves != at->second.halves && !cell.writer)
        cell = at->second.cells[half + 1];
      if (cell.writer)
        what({place / 2, halves / 2, table->sourcesOf(cell.term), cell.writer,
              cell.element});
    }
  }
}

void SymbolicRun::begin() { table->beginRun(); }

void SymbolicRun::end() {
  *outcome = {table->getDecisions(), table->getLoss()};
}

mlir::Operation *SymbolicRun::getLoss() const { return outcome->lostAt; }

namespace {
/// Compares the memory that two runs have left.
class MemoryComparison {
public:
  MemoryComparison(TermMemory &before, const GlobalMemory &beforeContents,
                   TermMemory &after, const GlobalMemory &afterContents,
                   SymbolicRun::Comparison &result)
      : before(before), after(after), beforeContents(beforeContents),
        afterContents(afterContents), result(result) {}

  /// The elements of a page, as the second run has stored them, or the first.
  void comparePage(uint64_t number);

private:
  void compareCell(uint64_t place, unsigned halves);
  uint64_t read(const GlobalMemory &contents, uint64_t place, unsigned halves);

  TermMemory &before, &after;
  const GlobalMemory &beforeContents, &afterContents;
  SymbolicRun::Comparison &result;
};
} // namespace

uint64_t MemoryComparison::read(const GlobalMemory &contents, uint64_t place,
                                unsigned halves) {
  uint8_t bytes[8] = {};
  if (!contents.read(place / 2,
                     MutableArrayRef(bytes, std::max(1u, halves / 2))))
    return 0;
  uint64_t bits = 0;
  for (unsigned i = 0; i < 8; ++i)
    bits |= uint64_t(bytes[i]) << 8 * i;
  return halves == 1 ? bits >> 4 * (place % 2) & 0xF : bits;
}

void MemoryComparison::compareCell(uint64_t place, unsigned halves) {
  uint64_t old = read(beforeContents, place, halves);
  uint64_t now = read(afterContents, place, halves);
  TermMemory::Cell x = before.peek(place, halves, old);
  TermMemory::Cell y = after.peek(place, halves, now);
  if (!x.writer && !y.writer)
    return;
  ++result.elements;
  bool areConcrete = !x.term && !y.term;
  // Parts of concrete elements are compared as bits, so that NaNs are, too.
  if (areConcrete ? old == now : x.term == y.term) {
    ++result.equal;
    return;
  }
  result.bitsDiffer |= old != now;
  if (result.first)
    return;
  auto describe = [](TermTable &table, Term term, uint64_t bits) {
    return term ? table.describe(term, 3) : "0x" + utohexstr(bits);
  };
  TermTable &table = after.getTable();
  Term left = x.term, right = y.term;
  if (left && right)
    std::tie(left, right) = table.findDifference(left, right);
  result.first = SymbolicRun::Difference{place / 2,
                                         std::max(1u, halves / 2),
                                         y.writer,
                                         y.element,
                                         areConcrete,
                                         describe(table, left, old),
                                         describe(table, right, now)};
}

void MemoryComparison::comparePage(uint64_t number) {
  auto x = before.getPages().find(number), y = after.getPages().find(number);
  bool hasBefore = x != before.getPages().end();
  bool hasAfter = y != after.getPages().end();
  unsigned halves = hasAfter ? y->second.halves : x->second.halves;
  if (hasBefore && hasAfter && x->second.halves != halves)
    halves = 1;
  uint64_t pageHalves = 2 * TermMemory::pageBytes;
  for (uint64_t half = 0; half < pageHalves; half += halves)
    compareCell(number * pageHalves + half, halves);
}

SymbolicRun::Comparison
SymbolicRun::compare(const GlobalMemory &contents, const SymbolicRun &other,
                     const GlobalMemory &otherContents) const {
  Comparison result;
  MemoryComparison memories(*memory, contents, *other.memory, otherContents,
                            result);
  // Memory of a tile block's own lies above 2^61 and ends with it.
  constexpr uint64_t endOfShared = uint64_t(1)
                                   << (61 - TermMemory::logPageBytes);
  std::vector<uint64_t> numbers;
  for (TermMemory *each : {memory.get(), other.memory.get()})
    for (const auto &[number, page] : each->getPages())
      if (number < endOfShared)
        numbers.push_back(number);
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  for (uint64_t number : numbers)
    memories.comparePage(number);
  for (auto [decision, op] : other.outcome->decisions)
    if (!outcome->decisions.contains(decision)) {
      ++result.newDecisions;
      result.newlyDecidedBy = op;
    }
  result.lostAt = other.outcome->lostAt;
  return result;
}
