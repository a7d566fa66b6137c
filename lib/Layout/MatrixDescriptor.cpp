//===- MatrixDescriptor.cpp - Factors that a descriptor names -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/MatrixDescriptor.h"
#include "tessera/Layout/TileMaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;

static constexpr int64_t kCellBytes = 16;
static constexpr int64_t kWordBytes = 4;
/// Descriptors hold 14 bits of a distance in cells.
static constexpr int64_t kMaxDistance = kCellBytes << 14;

/// The swizzles of a factor, the widest first. Words across K have one of their own.
static ArrayRef<MatrixSwizzle> getSwizzles(bool isOuterMajor, int64_t bytes) {
  static constexpr MatrixSwizzle ofCells[] = {
      MatrixSwizzle::Bytes128, MatrixSwizzle::Bytes64, MatrixSwizzle::Bytes32,
      MatrixSwizzle::None};
  static constexpr MatrixSwizzle ofAtoms[] = {MatrixSwizzle::Bytes128Atoms32};
  if (isOuterMajor && bytes == kWordBytes)
    return ofAtoms;
  return ofCells;
}

int64_t tessera::getPieceBytes(MatrixSwizzle swizzle) {
  switch (swizzle) {
  case MatrixSwizzle::None:
    return kCellBytes;
  case MatrixSwizzle::Bytes128:
  case MatrixSwizzle::Bytes128Atoms32:
    return 128;
  case MatrixSwizzle::Bytes64:
    return 64;
  case MatrixSwizzle::Bytes32:
    return 32;
  }
  llvm_unreachable("all cases return");
}

/// Bytes that a swizzle leaves side by side.
static int64_t getAtomBytes(MatrixSwizzle swizzle) {
  return swizzle == MatrixSwizzle::Bytes128Atoms32 ? 2 * kCellBytes
                                                   : kCellBytes;
}

/// The bits of the lines of a group.
static size_t countLineBits(MatrixSwizzle swizzle) {
  return swizzle == MatrixSwizzle::Bytes128Atoms32 ? 2 : 3;
}

/// The address bits that a swizzle reads, from bit 7 on.
static int64_t getReadBits(MatrixSwizzle swizzle) {
  return (getPieceBytes(swizzle) / getAtomBytes(swizzle) - 1) << 7;
}

/// The bits of an address that a swizzle reads, where it adds them: from that of an
/// atom on.
static int64_t getAddedBits(MatrixSwizzle swizzle, int64_t address) {
  return (address & getReadBits(swizzle)) >>
         (7 - Log2_64(getAtomBytes(swizzle)));
}

int64_t tessera::applySwizzle(MatrixSwizzle swizzle, int64_t address) {
  return address ^ getAddedBits(swizzle, address);
}

/// True if steps to this distance add nothing that a swizzle reads, and so move
/// a whole pattern of it, or exchange cells of a piece.
static bool isStep(MatrixSwizzle swizzle, int64_t distance) {
  return isPowerOf2_64(distance) && distance >= kCellBytes &&
         (distance & getReadBits(swizzle)) == 0;
}

/// The images in bytes of the bits of a coordinate.
static SmallVector<int64_t> getBytes(const LinearLayout &offsets, unsigned dim,
                                     int64_t bytes) {
  SmallVector<int64_t> result;
  for (int bit : seq(offsets.getInDimSizeLog2(dimName(dim))))
    result.push_back(offsets.getBasis(dimName(dim), bit, kOffset) * bytes);
  return result;
}

/// Takes the bits from `from` on as multiples of one distance. Returns false if
/// they are not; leaves `distance` as it is if there are none.
static bool matchDistance(MatrixSwizzle swizzle, ArrayRef<int64_t> bits,
                          int64_t &distance) {
  if (bits.empty())
    return true;
  distance = bits.front();
  // Within a pattern there is nothing but its own lines and cells.
  int64_t least = swizzle == MatrixSwizzle::None
                      ? kCellBytes
                      : getPieceBytes(swizzle) << countLineBits(swizzle);
  return distance >= least && distance < kMaxDistance &&
         all_of(
             enumerate(bits),
             [&](auto bit) {
               return isStep(swizzle, bit.value()) &&
                      bit.value() == distance << bit.index();
             });
}

namespace {
/// The bits of a factor of one instruction along both dimensions.
struct FactorBits {
  ArrayRef<int64_t> major, minor;
};
} // namespace

/// True if the cells and lines of one group lie as a swizzle has them.
static bool matchGroup(MatrixSwizzle swizzle, FactorBits factor,
                       int64_t bytes) {
  auto lies = [&](ArrayRef<int64_t> bits, int64_t first) {
    return all_of(enumerate(bits), [&](auto bit) {
      return bit.value() == applySwizzle(swizzle, first << bit.index());
    });
  };
  int64_t piece = getPieceBytes(swizzle);
  size_t inPiece = Log2_64(piece / bytes);
  size_t lineBits = countLineBits(swizzle);
  return factor.minor.size() >= lineBits &&
         factor.major.size() >= size_t(Log2_64(kCellBytes / bytes)) &&
         lies(factor.major.take_front(inPiece), bytes) &&
         lies(factor.minor.take_front(lineBits), piece);
}

std::optional<MatrixDescriptor>
MatrixDescriptor::match(const LinearLayout &offsets, MatrixSide side,
                        int64_t bytes, Shape shape) {
  unsigned rank = offsets.getNumInDims();
  if ((rank != 2 && rank != 3) || !offsets.isInjective())
    return std::nullopt;
  MatrixDescriptor found;
  unsigned m = rank - 2, n = rank - 1;
  bool isLhs = side == MatrixSide::Lhs;
  found.ofOuter = getBytes(offsets, isLhs ? m : n, bytes);
  found.ofDepth = getBytes(offsets, isLhs ? n : m, bytes);
  if (rank == 3)
    found.ofBatch = getBytes(offsets, 0, bytes);
  size_t outerBits = Log2_64(shape.outer), depthBits = Log2_64(shape.depth);
  if (found.ofOuter.size() < outerBits || found.ofDepth.size() < depthBits)
    return std::nullopt;
  auto outer = ArrayRef(found.ofOuter), depth = ArrayRef(found.ofDepth);
  auto matchForm = [&](bool isOuterMajor, MatrixSwizzle swizzle) {
    FactorBits factor{outer.take_front(outerBits), depth.take_front(depthBits)};
    if (!isOuterMajor)
      std::swap(factor.major, factor.minor);
    if (!matchGroup(swizzle, factor, bytes))
      return false;
    size_t inPiece = Log2_64(getPieceBytes(swizzle) / bytes);
    ArrayRef<int64_t> pieces =
        factor.major.drop_front(std::min(inPiece, factor.major.size()));
    // Rows along K are no longer than a swizzled piece.
    if (!isOuterMajor && swizzle != MatrixSwizzle::None && !pieces.empty())
      return false;
    found.outerMajor = isOuterMajor;
    found.swizzle = swizzle;
    int64_t *ofGroups = &found.stride, *ofPieces = &found.leading;
    if (isOuterMajor && swizzle == MatrixSwizzle::None)
      std::swap(ofGroups, ofPieces);
    auto begins = [&](ArrayRef<int64_t> bits) {
      return all_of(bits, [&](int64_t bit) { return isStep(swizzle, bit); });
    };
    return matchDistance(swizzle,
                         factor.minor.drop_front(countLineBits(swizzle)),
                         *ofGroups) &&
           matchDistance(swizzle, pieces, *ofPieces) &&
           begins(outer.drop_front(outerBits)) &&
           begins(depth.drop_front(depthBits)) && begins(found.ofBatch);
  };
  for (bool isOuterMajor : {false, true})
    for (MatrixSwizzle swizzle : getSwizzles(isOuterMajor, bytes))
      if (matchForm(isOuterMajor, swizzle))
        return found;
  return std::nullopt;
}

int64_t MatrixDescriptor::getStart(int64_t outer, int64_t k,
                                   int64_t batch) const {
  int64_t start = 0;
  for (auto [bits, at] :
       {std::pair(ArrayRef(ofOuter), outer), std::pair(ArrayRef(ofDepth), k),
        std::pair(ArrayRef(ofBatch), batch)})
    for (auto [number, bit] : enumerate(bits))
      if (at >> number & 1)
        start ^= bit;
  return start;
}

uint64_t MatrixDescriptor::getBits() const {
  // Descriptors of tcgen05 have a bit more for the swizzle, the lowest one.
  uint64_t ofSwizzle = swizzle == MatrixSwizzle::Bytes128Atoms32
                           ? uint64_t(1) << 61
                           : uint64_t(swizzle) << 62;
  return uint64_t(leading / kCellBytes) << 16 |
         uint64_t(stride / kCellBytes) << 32 | ofSwizzle;
}

LinearLayout tessera::makeDescribedLayout(ArrayRef<int64_t> shape,
                                          unsigned major, int64_t bytes,
                                          bool isOuterMajor) {
  unsigned rank = shape.size();
  assert((rank == 2 || rank == 3) && "factors are matrices");
  assert(major + 2 >= rank && "a batch has no lines");
  unsigned minor = 2 * rank - 3 - major;
  ArrayRef<MatrixSwizzle> swizzles = getSwizzles(isOuterMajor, bytes);
  auto widest = find_if(swizzles, [&](MatrixSwizzle each) {
    return getPieceBytes(each) <= shape[major] * bytes;
  });
  MatrixSwizzle swizzle =
      widest == swizzles.end() ? MatrixSwizzle::None : *widest;
  int64_t piece = std::min(getPieceBytes(swizzle) / bytes, shape[major]);
  std::vector<LinearLayout::Basis> bases;
  auto add = [&](unsigned dim, int64_t from, int64_t to) {
    for (int64_t at = from; at < to; at *= 2) {
      LinearLayout::Basis &basis = bases.emplace_back(rank, 0);
      basis[dim] = at;
    }
  };
  add(major, 1, piece);
  add(minor, 1, shape[minor]);
  add(major, piece, shape[major]);
  if (rank == 3)
    add(0, 1, shape[0]);
  // The cell of a line at which an offset lies differs by what the swizzle
  // reads of the offset.
  for (auto [number, basis] : enumerate(bases)) {
    basis[major] ^= getAddedBits(swizzle, bytes << number) / bytes;
  }
  return cantFail(LinearLayout::fromBases({{kOffset, bases}}, tileDims(shape)));
}
