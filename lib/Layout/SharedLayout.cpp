//===- SharedLayout.cpp - Layouts of tiles in shared memory ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are vectors over F2, their coordinates flattened. A layout of the
// buffer is a basis: vector i is the element at offset 2^i. The first vectors
// make a *row*, the 128 bytes of all banks; the others step from row to row.
// Two lanes are in conflict if their elements differ by a step of rows and no
// more than a place within a word. So the steps must span a space that
// intersects neither the span of the lanes of a store's wavefront nor that of a
// load's, except in 0: a common complement, after "Linear Layouts: Robust Code
// Generation of Efficient Tensor Computation Using F2", arXiv 2505.23819,
// section 5.
//
// Which elements lie side by side in a row, so that one instruction moves them,
// is a choice: those that the registers of both sides reach, of one side, or
// none. Each choice is tried, and the cheapest wins.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/SharedLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;

/// Inline for tiles of up to 64 K elements.
using Vectors = SmallVector<uint64_t, 16>;

namespace {

constexpr int kBankBytesLog2 = 2;
constexpr int kRowBytesLog2 = 7;
constexpr int kMaxVectorBytesLog2 = 4;
constexpr int kLaneBits = 5;
/// The issue of an instruction and the computation of its address, in
/// wavefronts.
constexpr int64_t kIssue = 2;

/// A space, by independent vectors that span it.
class Span {
public:
  Span() = default;
  explicit Span(ArrayRef<uint64_t> vectors) {
    for (uint64_t vector : vectors)
      add(vector);
  }

  /// Adds a vector; returns false if the space contains it already.
  bool add(uint64_t vector) {
    uint64_t rest = reduce(vector);
    if (rest == 0)
      return false;
    basis.push_back(vector);
    reduced.push_back(rest);
    return true;
  }
  bool contains(uint64_t vector) const { return reduce(vector) == 0; }

  ArrayRef<uint64_t> getBasis() const { return basis; }
  int size() const { return basis.size(); }

private:
  /// Reduces `vector` modulo the space: the result is 0 for every vector in it.
  uint64_t reduce(uint64_t vector) const {
    for (uint64_t other : reduced)
      vector = std::min(vector, vector ^ other);
    return vector;
  }

  Vectors basis, reduced;
};

/// The images of the input bits of a layout: of the registers of a thread, of
/// the lanes, and of all other inputs. Each choice maps hundreds of these from
/// elements to offsets, which needs no names of dimensions.
struct Bits {
  explicit Bits(const LinearLayout &layout)
      : numOuts(layout.getTotalOutDimSizeLog2()) {
    const Vectors columns = layout.getColumns();
    const uint64_t *next = columns.begin();
    for (const auto &[name, bases] : layout.getInDims()) {
      Vectors &part = name == kRegister ? registers
                      : name == kLane   ? lanes
                                        : others;
      part.append(next, next + bases.size());
      next += bases.size();
    }
  }

  /// The images after a map whose matrix has these columns. Few bits of each are
  /// set.
  Bits through(ArrayRef<uint64_t> columns) const {
    Bits result = *this;
    for (Vectors *part : {&result.registers, &result.lanes, &result.others})
      for (uint64_t &vector : *part) {
        uint64_t image = 0;
        for (uint64_t left = vector; left; left &= left - 1)
          image ^= columns[countr_zero(left)];
        vector = image;
      }
    return result;
  }

  Vectors registers, lanes, others;
  int numOuts;
};

/// Number of registers of a thread that lie side by side: consecutive registers
/// at consecutive offsets, aligned to their number.
int64_t getRun(const Bits &offsets) {
  int count = 0, numRegisters = offsets.registers.size();
  while (count < std::min(numRegisters, offsets.numOuts) &&
         offsets.registers[count] == uint64_t(1) << count)
    ++count;
  for (ArrayRef<uint64_t> part :
       {ArrayRef(offsets.registers).drop_front(count), ArrayRef(offsets.lanes),
        ArrayRef(offsets.others)})
    for (uint64_t offset : part)
      count = std::min(count, countr_zero(offset));
  return int64_t(1) << count;
}

/// The registers whose offsets differ from register 0's in the lowest bits
/// alone are neighbours; no lane and no warp may have a part in those bits.
int64_t getWidth(const Bits &offsets, int64_t bytes) {
  int bits =
      std::min<int>(kMaxVectorBytesLog2 - Log2_64(bytes), offsets.numOuts);
  for (ArrayRef<uint64_t> part : {offsets.lanes, offsets.others})
    for (uint64_t offset : part)
      bits = std::min(bits, countr_zero(offset));
  Span registers(offsets.registers);
  int width = 0;
  while (width < bits && registers.contains(uint64_t(1) << width))
    ++width;
  return int64_t(1) << width;
}

int64_t getCost(const Bits &offsets, int64_t bytes, bool isOrderFree,
                int64_t width) {
  if (width == 0)
    width = getWidth(offsets, bytes);
  int wordBits = std::max<int>(0, kBankBytesLog2 - int(Log2_64(bytes)));
  int widthBits = Log2_64(width);
  int rowBits = kRowBytesLog2 - Log2_64(bytes);
  // A wavefront takes as many lanes as fill a row. It is repeated if several
  // words lie in one bank.
  Span words, banks;
  for (int bit : seq(std::clamp(rowBits - widthBits, 0, kLaneBits))) {
    uint64_t word = offsets.lanes[bit] >> std::max(wordBits, widthBits);
    words.add(word);
    banks.add(word & maskTrailingOnes<uint64_t>(rowBits -
                                                std::max(wordBits, widthBits)));
  }
  bool isInPlace = true;
  for (int bit : seq(isOrderFree ? 0 : widthBits))
    isInPlace &= bit < int(offsets.registers.size()) &&
                 offsets.registers[bit] == uint64_t(1) << bit;
  int64_t conflicts = int64_t(1) << (words.size() - banks.size());
  int64_t wavefronts =
      conflicts << (kLaneBits - std::clamp(rowBits - widthBits, 0, kLaneBits));
  int64_t registers = int64_t(1) << offsets.registers.size();
  return registers / width * (kIssue + wavefronts) +
         (isInPlace ? 0 : registers);
}

/// One side of the trip: the images of its registers and lanes.
struct Side {
  /// Only the registers of one piece, if there are pieces.
  explicit Side(const LinearLayout &layout, int64_t piece = 0) : bits(layout) {
    ArrayRef<uint64_t> first = bits.registers;
    if (piece)
      first = first.take_front(Log2_64(piece));
    registers = Span(first);
  }

  ArrayRef<uint64_t> lanes() const { return bits.lanes; }

  Bits bits;
  Span registers;
};

/// A basis of the intersection of two spaces.
Vectors intersect(ArrayRef<uint64_t> a, ArrayRef<uint64_t> b, unsigned bits) {
  // A sum of some of `a` equals a sum of some of `b` where all of them together
  // add up to zero: the kernel of the joint matrix.
  Vectors columns(a);
  append_range(columns, b);
  Span shared;
  for (uint64_t zero : F2Matrix::fromColumns(columns, bits).reduce().kernel()) {
    uint64_t sum = 0;
    for (unsigned i : seq<unsigned>(0, a.size()))
      if (zero >> i & 1)
        sum ^= a[i];
    shared.add(sum);
  }
  return Vectors(shared.getBasis());
}

class SharedLayoutChooser {
public:
  SharedLayoutChooser(const LinearLayout &storeLayout,
                      const LinearLayout &loadLayout, int64_t bytes,
                      int64_t piece, bool isLoadOrderFree)
      : storeLayout(storeLayout), store(storeLayout, piece), load(loadLayout),
        bytes(bytes), piece(piece), isLoadOrderFree(isLoadOrderFree),
        numBits(storeLayout.getTotalOutDimSizeLog2()),
        wordBits(std::max<int>(0, kBankBytesLog2 - int(Log2_64(bytes)))),
        rowBits(std::min<int>(numBits, kRowBytesLog2 - int(Log2_64(bytes)))) {}

  /// Returns nothing only for pieces, if no order keeps them side by side.
  std::optional<LinearLayout> run() {
    std::optional<Vectors> best;
    int64_t leastCost = 0;
    // Different choices often give the same vectors, and more often the same
    // space.
    SmallVector<Vectors> seen;
    std::vector<Vectors> choices = getVectors();
    for (const auto &[k, vector] : enumerate(choices)) {
      if (is_contained(ArrayRef(choices).take_front(k), vector))
        continue;
      Vectors elements = arrange(vector);
      if (is_contained(seen, elements))
        continue;
      std::optional<int64_t> cost = getCostOf(elements);
      if (cost && (!best || *cost < leastCost)) {
        best = elements;
        leastCost = *cost;
      }
      seen.push_back(std::move(elements));
    }
    return best ? std::optional(makeLayout(*best)) : std::nullopt;
  }

private:
  /// The candidates for vectors that lie side by side: those that registers of
  /// both sides reach, followed by more of one side, or fewer.
  std::vector<Vectors> getVectors() const {
    size_t limit = std::min<int>(rowBits, kMaxVectorBytesLog2 - Log2_64(bytes));
    Vectors common = intersect(store.registers.getBasis(),
                               load.registers.getBasis(), numBits);
    common.truncate(std::min(common.size(), limit));
    std::vector<Vectors> result = {common};
    if (piece) {
      Span span = store.registers;
      result.push_back(Vectors(span.getBasis()));
      for (uint64_t element : load.registers.getBasis())
        if (span.size() < int(limit) && span.add(element))
          result.push_back(Vectors(span.getBasis()));
    }
    // Keeps the order of the registers, so that none has to be moved.
    for (auto [side, other] : {std::pair(&load, &store), {&store, &load}}) {
      Vectors held;
      for (uint64_t element : side->registers.getBasis())
        if (held.size() < limit && other->registers.contains(element))
          held.push_back(element);
      result.push_back(held);
    }
    for (const Side *side : {&store, &load}) {
      Span span(common);
      for (uint64_t element : side->registers.getBasis())
        if (span.size() < int(limit) && span.add(element))
          result.push_back(Vectors(span.getBasis()));
    }
    for (Vectors less = common; !less.empty();) {
      less.pop_back();
      result.push_back(less);
    }
    return result;
  }

  /// The elements at the offsets 1, 2, 4, ...
  Vectors arrange(ArrayRef<uint64_t> vector) const {
    Span row(vector);
    // Lanes that share a word touch one bank and do not conflict.
    for (uint64_t lane : store.lanes())
      if (row.size() < wordBits)
        row.add(lane);
    ArrayRef<uint64_t> word =
        row.getBasis().take_front(std::min(row.size(), wordBits));
    Vectors byStore = getReached(store, vector, word);
    Vectors byLoad = getReached(load, vector, word);
    Vectors steps =
        getCommonComplement(fillUp(byStore, byLoad), fillUp(byLoad, byStore));
    // The row gets all elements that the steps do not reach.
    Span all(steps);
    Vectors result;
    for (ArrayRef<uint64_t> part :
         {row.getBasis(), ArrayRef(byStore), ArrayRef(byLoad)})
      for (uint64_t element : part)
        if (all.add(element))
          result.push_back(element);
    for (int bit : seq(numBits))
      if (all.add(uint64_t(1) << bit))
        result.push_back(uint64_t(1) << bit);
    append_range(result, steps);
    return result;
  }

  /// The span of one wavefront of a side, with the places within a word.
  Vectors getReached(const Side &side, ArrayRef<uint64_t> vector,
                     ArrayRef<uint64_t> word) const {
    Span reached(word);
    int width = 0;
    for (uint64_t element : vector) {
      if (!side.registers.contains(element))
        break;
      reached.add(element);
      ++width;
    }
    for (uint64_t lane :
         side.lanes().take_front(std::clamp(rowBits - width, 0, kLaneBits)))
      reached.add(lane);
    return Vectors(reached.getBasis());
  }

  /// Extends `space` to the size of a row, with as many vectors of `other` as
  /// fit.
  Vectors fillUp(ArrayRef<uint64_t> space, ArrayRef<uint64_t> other) const {
    Span full(space);
    for (uint64_t element : other)
      if (full.size() < rowBits)
        full.add(element);
    for (int bit : seq(numBits))
      if (full.size() < rowBits)
        full.add(uint64_t(1) << bit);
    return Vectors(full.getBasis());
  }

  /// A common complement of `a` and `b`, which have the same dimension: a space
  /// that together with either one spans all elements. It consists of sums of a
  /// vector that only `a` has and one that only `b` has, pair by pair, and of
  /// the vectors that neither has.
  Vectors getCommonComplement(ArrayRef<uint64_t> a,
                              ArrayRef<uint64_t> b) const {
    Span both(intersect(a, b, numBits));
    auto getOwn = [&](ArrayRef<uint64_t> space) {
      Span span = both;
      for (uint64_t element : space)
        span.add(element);
      return Vectors(span.getBasis().drop_front(both.size()));
    };
    Span all(a);
    Vectors steps;
    for (auto [first, second] : zip_equal(getOwn(a), getOwn(b))) {
      steps.push_back(first ^ second);
      all.add(second);
    }
    for (int bit : seq(numBits))
      if (all.add(uint64_t(1) << bit))
        steps.push_back(uint64_t(1) << bit);
    return steps;
  }

  /// The cost of both accesses together; nothing if pieces do not lie side by
  /// side.
  std::optional<int64_t> getCostOf(ArrayRef<uint64_t> elements) const {
    F2Matrix inverse =
        F2Matrix::fromColumns(elements, numBits).inverse()->transpose();
    Vectors offsets;
    for (int bit : seq(numBits))
      offsets.push_back(inverse.getRow(bit));
    Bits places = store.bits.through(offsets);
    if (getRun(places) < piece)
      return std::nullopt;
    return getCost(places, bytes, /*isOrderFree=*/false, piece) +
           getCost(load.bits.through(offsets), bytes, isLoadOrderFree,
                   /*width=*/0);
  }

  LinearLayout makeLayout(ArrayRef<uint64_t> elements) const {
    // Gives the result the coordinates of the tile.
    SmallVector<LinearLayout::OutDim> outs(storeLayout.getOutDims());
    std::vector<LinearLayout::Basis> bases;
    for (uint64_t element : elements) {
      LinearLayout::Basis &basis = bases.emplace_back();
      for (const auto &[name, bits] : outs) {
        basis.push_back(element & maskTrailingOnes<uint64_t>(bits));
        element >>= bits;
      }
    }
    return cantFail(LinearLayout::fromBases({{kOffset, bases}}, outs));
  }

  const LinearLayout &storeLayout;
  Side store, load;
  int64_t bytes, piece;
  bool isLoadOrderFree;
  int numBits, wordBits, rowBits;
};

} // namespace

LinearLayout tessera::chooseSharedLayout(const LinearLayout &store,
                                         const LinearLayout &load,
                                         int64_t bytes, bool isLoadOrderFree) {
  return *SharedLayoutChooser(store, load.transposeOuts(store.getOutDimNames()),
                              bytes, /*piece=*/0, isLoadOrderFree)
              .run();
}

std::optional<LinearLayout>
tessera::chooseCopiedLayout(const LinearLayout &store, const LinearLayout &load,
                            int64_t bytes, int64_t piece,
                            bool isLoadOrderFree) {
  return SharedLayoutChooser(store, load.transposeOuts(store.getOutDimNames()),
                             bytes, piece, isLoadOrderFree)
      .run();
}

int64_t tessera::getSharedWidth(const LinearLayout &offsets, int64_t bytes) {
  return getWidth(Bits(offsets), bytes);
}

int64_t tessera::getSharedAccessCost(const LinearLayout &offsets, int64_t bytes,
                                     bool isOrderFree, int64_t width) {
  return getCost(Bits(offsets), bytes, isOrderFree, width);
}
