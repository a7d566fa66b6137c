//===- MatrixFragments.cpp - Layouts of matrix fragments ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/MatrixFragments.h"
#include "tessera/Layout/TileMaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;

using Basis = LinearLayout::Basis;
using Bases = std::vector<Basis>;
using OutDim = LinearLayout::OutDim;

/// Lanes in a row of a fragment, as bits.
static constexpr int kColumnBits = 2;
/// Matrices that one ldmatrix reads, as bits.
static constexpr int kMatrixBits = 2;
/// Rows of tensor memory that a warp reaches at once: in fragments, and a lane each.
static constexpr int64_t kRowsOfFragment = 16, kRowsOfLanes = 32;

static LinearLayout makeLayout(Bases registers, Bases lanes, Bases warps,
                               ArrayRef<OutDim> outs) {
  return cantFail(LinearLayout::fromBases({{kRegister, std::move(registers)},
                                           {kLane, std::move(lanes)},
                                           {kWarp, std::move(warps)}},
                                          outs));
}

static Basis unit(unsigned rank, unsigned dim, int32_t value) {
  Basis basis(rank, 0);
  basis[dim] = value;
  return basis;
}

static bool isFree(const Basis &basis) {
  return all_of(basis, [](int32_t c) { return c == 0; });
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

LinearLayout tessera::makeAccumulatorLayout(ArrayRef<int64_t> shape,
                                            unsigned rows,
                                            ArrayRef<unsigned> warpBits,
                                            unsigned numWarpBits,
                                            FragmentSteps steps) {
  unsigned rank = shape.size(), m = rank - 2, n = rank - 1;
  Bases registers, lanes, warps;
  auto bitAlong = [&](unsigned dim, int32_t value) {
    return unit(rank, dim, value < shape[dim] ? value : 0);
  };
  // Neighbouring columns are neighbouring registers, even across fragments.
  for (int64_t bit = 1; bit <= steps.column && bit < shape[n]; bit *= 2)
    registers.push_back(unit(rank, n, bit));
  if (std::max(rows, unsigned(8 * steps.row)) == 16 && shape[m] > 8)
    registers.push_back(unit(rank, m, steps.getRowBelow()));
  for (int32_t column : {2, 4})
    lanes.push_back(bitAlong(n, column * steps.column));
  for (int32_t row : {1, 2, 4})
    lanes.push_back(bitAlong(m, row * steps.row));
  for (unsigned dim = 0; dim < rank; ++dim)
    for (unsigned bit = warpBits[dim]; bit > 0; --bit)
      warps.push_back(unit(rank, dim, shape[dim] >> bit));
  warps.resize(numWarpBits, Basis(rank, 0));
  // The bits of the tile that no fragment and no warp covers become registers,
  // columns first.
  SmallVector<int64_t> first(rank, 1);
  first[m] = std::max<int64_t>(rows, 8 * steps.row);
  first[n] = 8 * steps.column;
  for (unsigned dim = rank; dim-- > 0;)
    for (int64_t bit = first[dim]; bit < shape[dim] >> warpBits[dim]; bit *= 2)
      registers.push_back(unit(rank, dim, bit));
  return makeLayout(registers, lanes, warps, tileDims(shape));
}

LinearLayout tessera::makeWarpGroupLayout(ArrayRef<int64_t> shape,
                                          ArrayRef<unsigned> groupBits,
                                          FragmentSteps steps) {
  return makeTensorMemoryLayout(shape, /*rows=*/64,
                                {groupBits[0], groupBits[1]}, steps);
}

LinearLayout tessera::spreadRows(const LinearLayout &acc) {
  unsigned m = acc.getNumOutDims() - 2;
  // Bits 2, 3 and 4 of a row become bits 4, 2 and 3.
  auto spread = [&](Dim dim) {
    Bases bases;
    for (Basis basis : acc.getBases(dim)) {
      int32_t row = basis[m];
      basis[m] = (row & ~0x1c) | (row & 4) << 2 | (row & 0x18) >> 1;
      bases.push_back(std::move(basis));
    }
    return bases;
  };
  Bases registers = spread(kRegister);
  Bases lanes = spread(kLane);
  Bases warps = spread(kWarp);
  return makeLayout(std::move(registers), std::move(lanes), std::move(warps),
                    SmallVector<OutDim>(acc.getOutDims()));
}

/// The registers and lanes of a warp with `rows` x `columns` of a sum in tensor memory,
/// 16 rows in fragments, or 32 with one in each lane.
static LinearLayout makeTensorMemoryLayoutOfWarp(unsigned rank, int64_t rows,
                                                 int64_t columns,
                                                 FragmentSteps steps) {
  SmallVector<int64_t> shape(rank, 1);
  shape[rank - 2] = rows;
  shape[rank - 1] = columns;
  if (rows == kRowsOfFragment)
    return makeAccumulatorLayout(shape, rows, SmallVector<unsigned>(rank, 0),
                                 /*numWarpBits=*/0, steps);
  Bases registers, lanes;
  for (int64_t bit = 1; bit < columns; bit *= 2)
    registers.push_back(unit(rank, rank - 1, bit));
  for (int64_t bit = 1; bit < rows; bit *= 2)
    lanes.push_back(unit(rank, rank - 2, bit));
  return makeLayout(std::move(registers), std::move(lanes), {},
                    tileDims(shape));
}

LinearLayout tessera::makeTensorMemoryLayout(ArrayRef<int64_t> shape,
                                             int64_t rowsOfGroup,
                                             TensorGroups groups,
                                             FragmentSteps steps) {
  unsigned rank = shape.size(), m = rank - 2, n = rank - 1;
  // The block of a group, as one warp would have it of a quarter of its rows.
  int64_t rows = shape[m] >> groups.rowBits;
  int64_t columns = shape[n] >> groups.columnBits;
  int64_t rowsOfWarp = (rowsOfGroup / 4) >> groups.halfBits;
  int64_t rowsAtOnce = groups.hasRowInLane ? kRowsOfLanes : kRowsOfFragment;
  assert(rowsAtOnce <= rowsOfWarp && "a warp has no row for each lane");
  LinearLayout ofWarp =
      makeTensorMemoryLayoutOfWarp(rank, rowsAtOnce, columns, steps);
  Bases registers = ofWarp.getBases(kRegister).vec(), warps;
  for (int64_t bit = rowsAtOnce; bit < rowsOfWarp; bit *= 2)
    registers.push_back(unit(rank, m, bit));
  for (int64_t bit = rowsOfGroup; bit < rows; bit *= 2)
    registers.push_back(unit(rank, m, bit));
  for (unsigned dim = m; dim-- > 0;)
    for (int64_t bit = 1; bit < shape[dim]; bit *= 2)
      registers.push_back(unit(rank, dim, bit));
  for (int64_t bit = rowsOfGroup / 4; bit < rowsOfGroup; bit *= 2)
    warps.push_back(unit(rank, m, bit));
  for (int64_t bit = rowsOfWarp; bit < rowsOfGroup / 4; bit *= 2)
    warps.push_back(unit(rank, m, bit));
  for (auto [dim, first] : {std::pair(m, rows), std::pair(n, columns)})
    for (int64_t bit = first; bit < shape[dim]; bit *= 2)
      warps.push_back(unit(rank, dim, bit));
  return makeLayout(registers, ofWarp.getBases(kLane).vec(), warps,
                    tileDims(shape));
}

TensorGroups tessera::getTensorGroups(const LinearLayout &layout) {
  constexpr unsigned bitsOfGroup = 2;
  auto warps = layout.getBases(kWarp);
  int32_t rowsOfQuarter = warps.front().end()[-2];
  TensorGroups groups;
  groups.hasRowInLane = layout.getBasis(kLane, 0).end()[-2] != 0;
  for (const LinearLayout::Basis &basis : warps.drop_front(bitsOfGroup)) {
    int32_t row = basis.end()[-2];
    ++(basis.back()                      ? groups.columnBits
       : row != 0 && row < rowsOfQuarter ? groups.halfBits
                                         : groups.rowBits);
  }
  return groups;
}

LinearLayout tessera::makeTensorMemoryPlaces(ArrayRef<int64_t> shape,
                                             int64_t rows, int64_t perColumn) {
  constexpr int32_t lane = 1 << 16;
  unsigned rank = shape.size(), m = rank - 2, n = rank - 1;
  SmallVector<LinearLayout::InDim> bases;
  for (unsigned dim = 0; dim < rank; ++dim)
    bases.emplace_back(dimName(dim), Bases());
  auto column = static_cast<int32_t>(shape[n] / perColumn);
  for (int64_t bit = 1; bit < shape[n]; bit *= 2)
    bases[n].second.push_back({static_cast<int32_t>(bit / perColumn)});
  // Each warp has 16 of 64 rows in the first lanes of its 32.
  for (int64_t row = 1; row < shape[m]; row *= 2) {
    if (row < rows) {
      int64_t at = rows == 64 && row >= 16 ? 2 * row : row;
      bases[m].second.push_back({static_cast<int32_t>(at) * lane});
      continue;
    }
    bases[m].second.push_back({column});
    column *= 2;
  }
  for (unsigned dim = m; dim-- > 0;)
    for (int64_t at = 1; at < shape[dim]; at *= 2, column *= 2)
      bases[dim].second.push_back({column});
  constexpr int bitsOfLanes = 23;
  return cantFail(LinearLayout::fromBases(bases, {{kOffset, bitsOfLanes}}));
}

FragmentSteps tessera::getFragmentSteps(const LinearLayout &acc) {
  // Lanes 0 and 1 are two columns of a fragment apart, lanes 0 and 4 one row.
  int32_t columns = acc.getBasis(kLane, 0).back();
  int32_t rows = acc.getBasis(kLane, kColumnBits).end()[-2];
  return {std::max(rows, 1), columns > 2 ? columns / 2 : 1};
}

bool tessera::isAccumulatorLayout(const LinearLayout &layout, unsigned rows) {
  unsigned rank = layout.getNumOutDims();
  if (rank < 2)
    return false;
  SmallVector<int64_t> shape;
  for (const OutDim &dim : layout.getOutDims())
    shape.push_back(int64_t(1) << dim.second);
  SmallVector<unsigned> noWarps(rank, 0);
  FragmentSteps steps = getFragmentSteps(layout);
  LinearLayout wanted = makeAccumulatorLayout(shape, rows, noWarps, 0, steps);
  // The registers of one fragment come first there; here they may stand
  // anywhere.
  unsigned numFirst =
      Log2_64_Ceil(std::min(shape[rank - 1], 2 * steps.column)) +
      (rows == 16 && shape[rank - 2] > 8);
  return layout.getBases(kLane) == wanted.getBases(kLane) &&
         all_of(wanted.getBases(kRegister).take_front(numFirst),
                [&](const Basis &basis) {
                  return is_contained(layout.getBases(kRegister), basis);
                });
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

namespace {

/// Replaces the dimension of the accumulator that a factor lacks by K.
class FactorBuilder {
public:
  FactorBuilder(const LinearLayout &acc, MatrixSide side, int64_t depth)
      : acc(acc), rank(acc.getNumOutDims()),
        alongK(side == MatrixSide::Lhs ? rank - 1 : rank - 2), depth(depth) {}

  /// Appends the bits `first`, 2 * first and so on of K, as far as K has them,
  /// up to `limit`.
  void addDepth(Bases &bases, int64_t first, int64_t limit) const {
    for (int64_t bit = first; bit < std::min(limit, depth); bit *= 2)
      bases.push_back(unit(rank, alongK, bit));
  }
  /// A bit of K, or a free one.
  Basis getDepth(int64_t bit) const {
    return unit(rank, alongK, bit < depth ? bit : 0);
  }
  Basis withoutOther(Basis basis) const {
    basis[alongK] = 0;
    return basis;
  }
  Bases withoutOther(Dim inDim) const {
    Bases bases;
    for (const Basis &basis : acc.getBases(inDim))
      bases.push_back(withoutOther(basis));
    return bases;
  }
  LinearLayout make(Bases registers, Bases lanes) const {
    SmallVector<OutDim> outs(acc.getOutDims());
    outs[alongK].second = Log2_64(depth);
    return makeLayout(std::move(registers), std::move(lanes),
                      withoutOther(kWarp), outs);
  }

private:
  const LinearLayout &acc;

public:
  const unsigned rank, alongK;
  const int64_t depth;
};

} // namespace

LinearLayout tessera::getFactorLayout(const LinearLayout &acc, MatrixSide side,
                                      int64_t depth, FragmentShape fragment) {
  FactorBuilder factor(acc, side, depth);
  int64_t perWord = fragment.perWord;
  Bases lanes = factor.withoutOther(kLane);
  FragmentSteps steps = getFragmentSteps(acc);
  Basis firstColumn = unit(factor.rank, factor.rank - 1, steps.column);
  bool isRhs = side == MatrixSide::Rhs;
  if (isRhs) {
    // Column l / 4: its lowest bit is a register bit in the accumulator.
    lanes = {Basis(), Basis(), firstColumn, lanes[0], lanes[1]};
    if (!is_contained(acc.getBases(kRegister), firstColumn))
      lanes[2] = Basis(factor.rank, 0);
  }
  lanes[0] = factor.getDepth(perWord);
  lanes[1] = factor.getDepth(perWord * 2);
  Bases registers;
  factor.addDepth(registers, 1, perWord);
  // In the left factor the rows below come before the words along K.
  Bases rest = factor.withoutOther(kRegister);
  Basis below = unit(factor.rank, factor.rank - 2, steps.getRowBelow());
  if (!isRhs && fragment.rows == 16 && is_contained(rest, below)) {
    registers.push_back(below);
    erase(rest, below);
  }
  factor.addDepth(registers, perWord << kColumnBits, fragment.depth);
  for (const Basis &basis : rest)
    if (!isFree(basis) && !(isRhs && basis == firstColumn))
      registers.push_back(basis);
  factor.addDepth(registers, std::max(fragment.depth, perWord << kColumnBits),
                  depth);
  return factor.make(registers, lanes);
}

LinearLayout tessera::getScaleLayout(const LinearLayout &acc, MatrixSide side,
                                     int64_t count) {
  FactorBuilder factor(acc, side, count);
  Bases lanes = factor.withoutOther(kLane);
  Bases rest = factor.withoutOther(kRegister);
  bool isRhs = side == MatrixSide::Rhs;
  Basis none(factor.rank, 0);
  // The bit that is a register of the accumulator is a lane here: rows g and g
  // + 8, or the lowest bit of a column.
  FragmentSteps steps = getFragmentSteps(acc);
  Basis moved = isRhs ? unit(factor.rank, factor.rank - 1, steps.column)
                      : unit(factor.rank, factor.rank - 2, steps.getRowBelow());
  if (is_contained(rest, moved))
    erase(rest, moved);
  else
    moved = none;
  lanes = isRhs ? Bases{none, none, moved, lanes[0], lanes[1]}
                : Bases{moved, none, lanes[2], lanes[3], lanes[4]};
  Bases registers;
  factor.addDepth(registers, 1, count);
  for (const Basis &basis : rest)
    if (!isFree(basis))
      registers.push_back(basis);
  return factor.make(registers, lanes);
}

LinearLayout tessera::getScalarFactorLayout(const LinearLayout &acc,
                                            MatrixSide side, int64_t depth) {
  FactorBuilder factor(acc, side, depth);
  Bases registers = factor.withoutOther(kRegister);
  factor.addDepth(registers, 1, depth);
  return factor.make(registers, factor.withoutOther(kLane))
      .removeDependentBases(kRegister);
}

std::optional<LinearLayout> tessera::getFactorRows(const LinearLayout &factor,
                                                   MatrixSide side,
                                                   int64_t perWord,
                                                   bool isTransposed) {
  ArrayRef<Basis> registers = factor.getBases(kRegister);
  ArrayRef<Basis> lanes = factor.getBases(kLane);
  unsigned wordBits = Log2_64(perWord);
  unsigned rank = factor.getNumOutDims();
  unsigned alongK = rank - (side == MatrixSide::Lhs ? 1 : 2);
  unsigned alongOther = rank - (side == MatrixSide::Lhs ? 2 : 1);
  if (any_of(lanes, isFree) ||
      (int64_t(1) << factor.getOutDims()[alongK].second) < perWord
                                                               << kColumnBits)
    return std::nullopt;
  // The words of a row, then the rows.
  Bases words(registers.begin(), registers.begin() + wordBits);
  append_range(words, lanes.take_front(kColumnBits));
  Bases rows(lanes.begin() + kColumnBits, lanes.end());
  Bases others(registers.begin() + wordBits, registers.end());
  if (isTransposed) {
    if (wordBits == 0)
      return std::nullopt;
    if (wordBits == 2) {
      // A pair of neighbouring columns, or rows, takes the place of a pair
      // along K; that one comes as another matrix.
      Basis neighbour = unit(rank, alongOther, 1);
      if (!is_contained(others, neighbour) ||
          rows.front() != unit(rank, alongOther, 2))
        return std::nullopt;
      erase(others, neighbour);
      others.insert(others.begin(), words[1]);
      words.erase(words.begin() + 1);
      rows.insert(rows.begin(), neighbour);
    }
    std::swap(words, rows);
  }
  ArrayRef<Basis> matrices = others;
  for (int bit = 0; bit < kMatrixBits; ++bit) {
    rows.push_back(matrices.empty() ? Basis(rank, 0) : matrices.front());
    if (!matrices.empty())
      matrices = matrices.drop_front();
  }
  append_range(words, matrices);
  return makeLayout(words, rows, factor.getBases(kWarp).vec(),
                    factor.getOutDims());
}
