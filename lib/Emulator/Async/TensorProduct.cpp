//===- TensorProduct.cpp - Products in tensor memory ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorProduct.h"
#include "../Grid/Block.h"
#include "../Machine/Warp.h"
#include "../Sources/ProductSources.h"
#include "TensorMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace tessera::ptx;
using Set = SourceSet;

static constexpr unsigned partitionLanes = 32, partitions = 4;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

unsigned TensorProduct::laneOf(unsigned row, unsigned column) const {
  switch (layout) {
  case TensorLayout::Rows:
    return row;
  case TensorLayout::HalfRows:
    return row / 16 * 32 + row % 16 + dAddress / 65536 % 32;
  case TensorLayout::TwoByTwo:
    return row + column / (kind.shape.n / 2) * 64;
  case TensorLayout::OneByFour:
    return row + column / (kind.shape.n / 4) * 32;
  }
  return row;
}

unsigned TensorProduct::dColumns() const {
  unsigned n = kind.shape.n;
  return layout == TensorLayout::TwoByTwo    ? n / 2
         : layout == TensorLayout::OneByFour ? n / 4
                                             : n;
}

unsigned TensorProduct::columnOf(unsigned column) const {
  return TensorAddress(dAddress).column + column % dColumns();
}

unsigned TensorProduct::aBitsInMemory() const {
  return kind.scaleVector && kind.shape.k > 32 ? 4 : a.bits;
}

unsigned TensorProduct::aColumns() const {
  return kind.shape.k * aBitsInMemory() / 32;
}

bool TensorProduct::isPipelinedAfter(const TensorWork &earlier) const {
  if (earlier.workKind != Kind::Product)
    return TensorWork::isPipelinedAfter(earlier);
  // Products of one accumulator and shape. Their scale factors, metadata,
  // negation and transposition may differ.
  const auto &other = static_cast<const TensorProduct &>(earlier);
  return dAddress == other.dAddress && kind.d == other.kind.d &&
         kind.shape == other.kind.shape && parts.size() == other.parts.size();
}

/// Columns of the scale factors for `count` rows of A or columns of B.
static unsigned scaleColumns(unsigned count) {
  return (count + partitionLanes - 1) / partitionLanes;
}

void TensorProduct::listUses() {
  TensorRegion d, ofA, scales;
  for (unsigned row = 0; row != rowsOfPart(); ++row)
    for (unsigned column = 0; column < kind.shape.n; column += dColumns()) {
      d.lanes.set(laneOf(row, column));
      ofA.lanes.set(layout == TensorLayout::HalfRows ? laneOf(row) : row);
    }
  d.first = TensorAddress(dAddress).column;
  d.count = dColumns();
  ofA.first = TensorAddress(aAddress).column;
  ofA.count = aColumns();
  scales.lanes.set();
  for (Part &part : parts) {
    uses.push_back({part.memory, d, true});
    if (isAInTensorMemory)
      uses.push_back({part.memory, ofA, false});
    if (isSparse) {
      TensorRegion metadata = ofA;
      metadata.first = TensorAddress(metadataAddress).column;
      metadata.count = metadataColumns();
      uses.push_back({part.memory, metadata, false});
    }
    if (!kind.scaleVector)
      continue;
    scales.first = TensorAddress(aScaleAddress).column;
    scales.count = scaleColumns(rowsOfPart());
    uses.push_back({part.memory, scales, false});
    scales.first = TensorAddress(bScaleAddress).column;
    scales.count = scaleColumns(dColumns());
    uses.push_back({part.memory, scales, false});
  }
}

//===----------------------------------------------------------------------===//
// Multiplicands
//===----------------------------------------------------------------------===//

void TensorProduct::read() {
  for (Part &part : parts) {
    if (aCells)
      part.aBytes = readCells(origin, part.memory->block, aCells->places);
    part.bBytes = readCells(origin, part.memory->block, bCells->places);
    // 4-bit numbers without padding stay in pairs until the end.
    if (aBitsInMemory() == 4)
      continue;
    spreadCells(bitWidth(kind.a), part.aBytes);
    spreadCells(bitWidth(kind.b), part.bBytes);
  }
}

/// Splits bytes into their two elements of 4 bits.
static void splitPairs(const std::vector<uint32_t> &bytes, unsigned innerStep,
                       std::vector<uint32_t> &elements) {
  for (size_t i = 0; i != bytes.size(); ++i) {
    size_t outer = i / innerStep, inner = i % innerStep;
    elements[2 * outer * innerStep + inner] = bytes[i] & 15;
    elements[(2 * outer + 1) * innerStep + inner] = bytes[i] >> 4;
  }
}

void TensorProduct::takeA(std::vector<uint32_t> &elements) const {
  unsigned k = kind.shape.k, rows = rowsOfPart();
  bool isPaired = aBitsInMemory() == 4;
  unsigned perWord = 32 / aBitsInMemory();
  uint32_t mask = ~uint32_t(0) >> (32 - aBitsInMemory());
  unsigned shift = kind.a == Type::E2M1 && !isPaired ? shiftOfNibbles : 0;
  for (size_t p = 0; p != parts.size(); ++p) {
    uint32_t *first = &elements[p * rows * k];
    if (!isAInTensorMemory && !isPaired) {
      a.unpack(parts[p].aBytes.data(), first, a.k, 1);
      continue;
    }
    if (!isAInTensorMemory) {
      std::vector<uint32_t> part(size_t(rows) * a.k), split(2 * part.size());
      a.unpack(parts[p].aBytes.data(), part.data(), a.k, 1);
      splitPairs(part, 1, split);
      std::copy(split.begin(), split.end(), first);
      continue;
    }
    for (unsigned row = 0; row != rows; ++row) {
      // The last row stays where it is.
      unsigned from = shiftsA && row + 1 != rows ? row + 1 : row;
      unsigned lane = layout == TensorLayout::HalfRows ? laneOf(from) : from;
      for (unsigned i = 0; i != k; ++i)
        first[row * k + i] =
            (parts[p].memory->word(lane, TensorAddress(aAddress).column +
                                             i / perWord) >>
                 (i % perWord * aBitsInMemory()) &
             mask) >>
            shift;
    }
  }
}

void TensorProduct::takeB(std::vector<uint32_t> &elements) const {
  unsigned n = kind.shape.n, columns = n / static_cast<unsigned>(parts.size());
  const bool isPaired = aBitsInMemory() == 4;
  for (size_t p = 0; p != parts.size(); ++p) {
    const uint8_t *bytes = parts[p].bBytes.data();
    if (!isPaired && b.outer == columns) {
      b.unpack(bytes, &elements[p * columns], 1, n);
      continue;
    }
    std::vector<uint32_t> part(size_t(b.k) * b.outer);
    b.unpack(bytes, part.data(), 1, b.outer);
    std::vector<uint32_t> split(isPaired ? 2 * part.size() : 0);
    if (isPaired) {
      splitPairs(part, b.outer, split);
      part = std::move(split);
    }
    for (size_t i = 0; i != part.size() / b.outer; ++i)
      std::copy_n(&part[i * b.outer + columnShift], columns,
                  &elements[i * n + p * columns]);
  }
  if (zeroColumns.any())
    for (size_t i = 0; i != elements.size(); ++i)
      if (zeroColumns[i % n])
        elements[i] = 0;
}

/// PTX ISA, section "Block Scaling for tcgen05.mma": the factors of a row of A
/// or a column of B are neighbouring bytes of a word, 32 rows are one column of
/// words, and all four partitions of lanes have the same words. For a B in two
/// halves, the partitions of one half have the same. False after a fault.
bool TensorProduct::takeScales(bool isOfA, std::vector<uint8_t> &scales) const {
  unsigned each = kind.shape.k / kind.scaleVector;
  unsigned byte = isOfA ? aScaleByte : bScaleByte;
  unsigned base = TensorAddress(isOfA ? aScaleAddress : bScaleAddress).column;
  bool isHalved = !isOfA && layout == TensorLayout::TwoByTwo;
  unsigned total = isOfA ? kind.shape.m : kind.shape.n;
  unsigned ofPart = isOfA ? rowsOfPart() : isHalved ? total / 2 : total;
  for (unsigned line = 0; line != total; ++line) {
    unsigned in = line % ofPart;
    unsigned firstPartition = isHalved ? line / ofPart * 2 : 0;
    unsigned count = isHalved ? 2 : partitions;
    // Each block of a pair has the factors of all columns.
    const TensorMemory &owner = *parts[isOfA ? line / ofPart : 0].memory;
    uint32_t word = 0;
    for (unsigned p = 0; p != count; ++p) {
      uint32_t other = owner.word((firstPartition + p) * partitionLanes +
                                      in % partitionLanes,
                                  base + in / partitionLanes);
      uint32_t mask = ~uint32_t(0) >> (32 - 8 * each) << (8 * byte);
      if (p && (word ^ other) & mask) {
        origin.fault(llvm::Twine("the scale factors of ") +
                     (isOfA ? "row " : "column ") + llvm::Twine(line) +
                     " are not the same in all partitions of 32 lanes");
        return false;
      }
      word = other;
    }
    for (unsigned i = 0; i != each; ++i)
      scales[line * each + i] = static_cast<uint8_t>(word >> (8 * (byte + i)));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Metadata of a sparse A
//===----------------------------------------------------------------------===//

/// Columns of metadata: chunks of four bits in a row, 16 of them for elements
/// of 8 bits, 8 for those of 16 and 32 bits.
unsigned TensorProduct::metadataColumns() const { return a.bits == 8 ? 2 : 1; }

/// The index in k of each element of A. For narrow elements, the chunks lie one
/// after the other in the lane of their row. For others, a word has four chunks
/// of row r below those of row r + 8, and the second four are eight lanes on.
/// If D uses 16 of each 32 lanes, so do the chunks. False after a fault.
bool TensorProduct::takeIndices(std::vector<uint16_t> &indices) const {
  unsigned k = kind.shape.k, column = TensorAddress(metadataAddress).column;
  bool isNarrow = a.bits == 8, isSingle = a.bits == 32;
  unsigned width = aBitsInMemory() == 4 ? 2 : 1; // elements that an index names
  unsigned chunks = isNarrow ? 16 : 8;
  // For 2:4, the chunks that the ISA gives a meaning.
  constexpr uint32_t meanings =
      1u << 4 | 1u << 6 | 1u << 8 | 1u << 9 | 1u << 12 | 1u << 13 | 1u << 14;
  constexpr uint32_t singleMeanings = 1u << 4 | 1u << 14;
  for (unsigned row = 0; row != kind.shape.m; ++row)
    for (unsigned chunk = 0; chunk != chunks; ++chunk) {
      unsigned in = row % rowsOfPart();
      unsigned lane =
          isNarrow ? laneOf(in) : laneOf(in / 16 * 16) + in % 8 + chunk / 4 * 8;
      unsigned bit =
          isNarrow ? 4 * (chunk % 8) : 16 * (in / 8 % 2) + 4 * (chunk % 4);
      uint32_t word = parts[row / rowsOfPart()].memory->word(
          lane, column + (isNarrow ? chunk / 8 : 0));
      unsigned bits = word >> bit & 15;
      if (!((isSingle ? singleMeanings : meanings) >> bits & 1)) {
        origin.fault("the metadata of row " + llvm::Twine(row) +
                     " of A, chunk " + llvm::Twine(chunk) + ", are " +
                     llvm::Twine(bits) + ", which has no meaning");
        return false;
      }
      uint16_t *at = &indices[size_t(row) * k + chunk * (k / chunks)];
      if (isSingle) {
        *at = static_cast<uint16_t>(2 * chunk + (bits == 14));
        continue;
      }
      for (unsigned half : {0u, 1u})
        for (unsigned i = 0; i != width; ++i)
          at[half * width + i] = static_cast<uint16_t>(
              (4 * chunk + (bits >> (2 * half) & 3)) * width + i);
    }
  return true;
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// D * 2^-scale.
static uint32_t scaleDown(uint32_t bits, bool isHalf, unsigned scale) {
  FloatFormat format = isHalf ? halfFormat : singleFormat;
  double value =
      bitsToDouble(convertFloat(format, doubleFormat, bits, Rounding::Nearest));
  return static_cast<uint32_t>(
      convertFloat(doubleFormat, format,
                   doubleToBits(std::ldexp(value, -static_cast<int>(scale))),
                   Rounding::Nearest));
}

void TensorProduct::multiply(std::vector<uint32_t> &left,
                             std::vector<uint32_t> &right,
                             Accumulators &sums) const {
  unsigned each = kind.scaleVector ? kind.shape.k / kind.scaleVector : 0;
  TensorFactors factors = {left, right, {}, {}, {}};
  factors.aScales.resize(size_t(kind.shape.m) * each);
  factors.bScales.resize(size_t(kind.shape.n) * each);
  factors.indices.resize(isSparse ? left.size() : 0);
  if (each && (!takeScales(true, factors.aScales) ||
               !takeScales(false, factors.bScales)))
    return;
  if (!isSparse || takeIndices(factors.indices))
    multiplyTensors(kind, negatesA, negatesB, factors, sums);
}

namespace {

/// The sums of a product, in tensor memory.
class TensorSums : public Accumulators {
public:
  explicit TensorSums(const TensorProduct &product) : product(product) {}

  void load(unsigned first, unsigned rows, uint32_t *c) const override {
    const unsigned scale = product.scaleOfD, n = product.kind.shape.n;
    const bool isHalf = product.kind.d == Type::F16;
    // Rows of disabled lanes are multiplied, too.
    std::fill_n(c, size_t(rows) * n, 0);
    if (!product.accumulates)
      return;
    forPieces(first, rows, [&](size_t at, unsigned columns, uint32_t *words) {
      std::copy_n(words, columns, c + at);
      for (unsigned i = 0; (isHalf || scale) && i != columns; ++i) {
        const uint32_t word = isHalf ? words[i] & 0xFFFF : words[i];
        c[at + i] = scale ? scaleDown(word, isHalf, scale) : word;
      }
    });
  }
  void store(unsigned first, unsigned rows, const uint32_t *d) override {
    forPieces(first, rows, [&](size_t at, unsigned columns, uint32_t *words) {
      std::copy_n(d + at, columns, words);
    });
  }

private:
  /// Calls `what` with the columns of a row that lie side by side in a lane: the
  /// place of the first among the rows' elements, their number, and the words.
  template <typename What>
  void forPieces(unsigned firstRow, unsigned rows, What what) const {
    const unsigned columns = product.dColumns(), n = product.kind.shape.n;
    for (unsigned row = firstRow; row != firstRow + rows; ++row)
      for (unsigned first = 0; first != n; first += columns) {
        const TensorProduct::Part &part =
            product.parts[row / product.rowsOfPart()];
        const unsigned lane = product.laneOf(row % product.rowsOfPart(), first);
        if (!part.disabled[lane])
          what(size_t(row - firstRow) * n + first, columns,
               &part.memory->word(lane, product.columnOf(first)));
      }
  }

  const TensorProduct &product;
};

} // namespace

void TensorProduct::compute() {
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  std::vector<uint32_t> left(size_t(m) * k),
      right(size_t(k) * n * (isSparse ? 2 : 1));
  takeA(left);
  takeB(right);
  TensorSums sums(*this);
  multiply(left, right, sums);
  if (origin.warp->sources)
    followSources(*origin.warp->sources);
  for (Part &part : parts)
    part.aBytes = part.bBytes = {};
}

/// The sources of a row of an A in tensor memory.
Set TensorProduct::sourcesOfA(SourceTracker &tracker, const Part &part,
                              unsigned row) const {
  const unsigned lane = layout == TensorLayout::HalfRows ? laneOf(row) : row;
  Set all = 0;
  for (unsigned column = 0; column != aColumns(); ++column) {
    const auto *word = reinterpret_cast<const uint8_t *>(
        &part.memory->word(lane, TensorAddress(aAddress).column + column));
    for (unsigned byte = 0; byte != 4; ++byte)
      all = tracker.unite(all, tracker.getMemory().get(word + byte));
  }
  return all;
}

/// An element of D has the sources of its row of A and of its column of B.
void TensorProduct::followSources(SourceTracker &tracker) const {
  // Which of them count is up to numbers in memory, or to shifts of rows.
  if (isSparse || shiftsA || zeroColumns.any() || kind.scaleVector ||
      bitWidth(kind.a) < 8 || bitWidth(kind.b) < 8)
    return origin.noteLoss();
  std::vector<Set> rows, columns;
  for (const Part &part : parts) {
    if (isAInTensorMemory)
      for (unsigned row = 0; row != rowsOfPart(); ++row)
        rows.push_back(sourcesOfA(tracker, part, row));
    else
      llvm::append_range(rows, sourcesOfCells(tracker, a, part.aBytes));
    std::vector<Set> ofPart = sourcesOfCells(tracker, b, part.bBytes);
    const unsigned count = kind.shape.n / static_cast<unsigned>(parts.size());
    columns.insert(columns.end(), ofPart.begin() + columnShift,
                   ofPart.begin() + columnShift + count);
  }
  const LabelMemory::Writer writer = tracker.writerAt(
      origin.warp->block.launch.image, *origin.code, origin.pc);
  for (unsigned row = 0; row != kind.shape.m; ++row)
    for (unsigned column = 0; column != kind.shape.n; ++column) {
      const Part &part = parts[row / rowsOfPart()];
      const unsigned lane = laneOf(row % rowsOfPart(), column);
      if (part.disabled[lane])
        continue;
      const auto *word = reinterpret_cast<const uint8_t *>(
          &part.memory->word(lane, columnOf(column)));
      Set all = tracker.unite(rows[row], columns[column]);
      for (unsigned byte = 0; accumulates && byte != 4; ++byte)
        all = tracker.unite(all, tracker.getMemory().get(word + byte));
      for (unsigned byte = 0; byte != 4; ++byte)
        tracker.getMemory().set(word + byte, all, writer);
    }
}
