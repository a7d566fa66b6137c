//===- LinearLayout.h - Layouts as linear maps over bits ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the one notion of layout in the compiler: a linear map over
// F2 from hardware coordinates (register, lane, warp, block, or an offset in a
// memory) to the coordinates of a tile. The idea is that of "Linear Layouts:
// Robust Code Generation of Efficient Tensor Computation Using F2",
// arXiv 2505.23819.
//
// Six examples; LinearLayoutTest.cpp holds them to what they say.
//
// 1. Eight elements in four lanes, two neighbours in each:
//
//      LinearLayout pairs =
//          LinearLayout::identity1D(2, kRegister, dimName(0)) *
//          LinearLayout::identity1D(4, kLane, dimName(0));
//
//    or, as text, `{register: [[1]], lane: [[2], [4]]} -> [dim0: 8]`. Register
//    1 of lane 3 has all three bits set and holds element 1 ^ 2 ^ 4 = 7.
//
// 2. Who holds element 6? `pairs.invert()` is
//    `{dim0: [[1, 0], [0, 1], [0, 2]]} -> [register: 2, lane: 4]`, so that 6,
//    which is 2 ^ 4, lies in register 0 of lane 1 ^ 2 = 3.
//
// 3. The same eight elements in a warp of 32 lanes need only two of the five
//    lane bits: `lane: [[2], [4], [0], [0], [0]]` with `register: [[1]]` has
//    `freeBits(kLane)` 0b11100. Lanes 3, 7, 11 and so on hold copies.
//
// 4. A tile that is transposed stays where it is and gets other coordinates:
//    `{register: [[0, 1]], lane: [[1, 0]]}` composed with the map that swaps
//    them is `{register: [[1, 0]], lane: [[0, 1]]}`.
//
// 5. From `pairs` to `{register: [[4]], lane: [[1], [2]]} -> [dim0: 8]`, where
//    a thread holds elements 4 apart: `to.invertAndCompose(pairs)` is
//    `{register: [[0, 2]], lane: [[1, 0], [0, 1]]} -> [register: 2, lane: 4]`.
//    So register 1 of lane 0 (element 4) comes from register 0 of lane 2. The
//    register that a lane reads is in another lane: this takes shuffles.
//
// 6. In shared memory a swizzle is a layout of offsets:
//    `{offset: [[0, 1], [0, 2], [1, 1], [2, 2]]} -> [row: 4, column: 4]`. The
//    four elements at offsets 4 to 7 are row 1 in the order 1, 0, 3, 2, so that
//    no two elements of a column are a multiple of four apart.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_LINEARLAYOUT_H
#define TESSERA_LAYOUT_LINEARLAYOUT_H

#include "tessera/Layout/Dim.h"
#include "tessera/Layout/F2Matrix.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tessera {

class OwnerSolver;

/// A linear map over F2 from named input dimensions to named output dimensions.
///
/// The size of a dimension is a power of two; a dimension of size 1 has no bits
/// but keeps its name and place. The map is given by its *bases*: the output
/// coordinates of each input bit alone. The image of an input is the exclusive
/// or of the bases of the bits set in it.
///
/// Dimensions are ordered. *Flattened*, a side is one integer in which the
/// first dimension holds the least significant bits. A side has at most
/// `maxTotalBits` bits, an output dimension at most `maxOutDimBits`.
///
/// Layouts are values: every operation makes a new one. Operations whose
/// requirements are not met by their arguments are errors of the caller and end
/// the program with a message; what comes from outside goes through
/// `fromBases` and `parse`, which return errors.
///
/// ArrayRefs handed out live as long as the layout.
class [[nodiscard]] LinearLayout {
public:
  static constexpr int maxTotalBits = 62;
  static constexpr int maxOutDimBits = 30;

  /// The coordinates of one input bit, one for each output dimension.
  using Basis = llvm::SmallVector<int32_t, 4>;
  /// An input dimension and its bases, least significant bit first.
  using InDim = std::pair<Dim, std::vector<Basis>>;
  /// An output dimension and the number of its bits.
  using OutDim = std::pair<Dim, int>;

  //===--------------------------------------------------------------------===//
  // Construction
  //===--------------------------------------------------------------------===//

  /// No dimensions at all: the neutral element of `operator*`. It maps the only
  /// input, 0, to 0.
  LinearLayout() = default;
  static LinearLayout empty() { return {}; }
  /// x -> x. `size` is a power of two.
  static LinearLayout identity1D(int64_t size, Dim inDim, Dim outDim);
  /// x -> 0, for `size` inputs, into an output dimension of size `outSize`.
  static LinearLayout zeros1D(int64_t size, Dim inDim, Dim outDim,
                              int64_t outSize = 1);
  /// A layout from its bases. An error if names repeat or are no identifiers, a
  /// basis has the wrong number of coordinates, a coordinate is outside its
  /// dimension, or there are too many bits.
  static llvm::Expected<LinearLayout> fromBases(llvm::ArrayRef<InDim> bases,
                                                llvm::ArrayRef<OutDim> outDims);

  //===--------------------------------------------------------------------===//
  // Dimensions and bases
  //===--------------------------------------------------------------------===//

  [[nodiscard]] llvm::SmallVector<Dim> getInDimNames() const;
  [[nodiscard]] llvm::SmallVector<Dim> getOutDimNames() const;
  [[nodiscard]] bool hasInDim(Dim dim) const;
  [[nodiscard]] bool hasOutDim(Dim dim) const;
  [[nodiscard]] size_t getNumInDims() const { return inDims.size(); }
  [[nodiscard]] size_t getNumOutDims() const { return outDims.size(); }

  [[nodiscard]] int getInDimSizeLog2(Dim dim) const;
  [[nodiscard]] int64_t getInDimSize(Dim dim) const;
  [[nodiscard]] int getOutDimSizeLog2(Dim dim) const;
  [[nodiscard]] int64_t getOutDimSize(Dim dim) const;
  [[nodiscard]] int getTotalInDimSizeLog2() const;
  [[nodiscard]] int64_t getTotalInDimSize() const;
  [[nodiscard]] int getTotalOutDimSizeLog2() const;
  [[nodiscard]] int64_t getTotalOutDimSize() const;

  llvm::ArrayRef<InDim> getInDims() const { return inDims; }
  llvm::ArrayRef<OutDim> getOutDims() const { return outDims; }
  /// All bases of `inDim`, least significant bit first.
  llvm::ArrayRef<Basis> getBases(Dim inDim) const;
  /// The coordinates of input bit `bit` of `inDim`, one per output dimension.
  [[nodiscard]] llvm::ArrayRef<int32_t> getBasis(Dim inDim, int bit) const;
  [[nodiscard]] int32_t getBasis(Dim inDim, int bit, Dim outDim) const;

  //===--------------------------------------------------------------------===//
  // Application
  //===--------------------------------------------------------------------===//

  /// The image of the input with the given coordinates; an input dimension that
  /// is not named is at 0. The result names the output dimensions in order.
  [[nodiscard]] llvm::SmallVector<std::pair<Dim, int32_t>>
  apply(llvm::ArrayRef<std::pair<Dim, int64_t>> ins) const;
  /// The images of all values of one input dimension, all others at 0: those
  /// of value i are the `getNumOutDims()` coordinates from
  /// i * getNumOutDims() on.
  [[nodiscard]] llvm::SmallVector<int32_t> applyAlong(Dim inDim) const;
  /// Flattened input to flattened output.
  [[nodiscard]] uint64_t applyFlat(uint64_t in) const;
  /// The layout as a matrix from flattened inputs to flattened outputs, and its
  /// columns, the images of the input bits.
  [[nodiscard]] F2Matrix toMatrix() const;
  [[nodiscard]] llvm::SmallVector<uint64_t> getColumns() const;

  /// A step of computing a coordinate with integer instructions: the bits in
  /// `mask` of the input, shifted to the left, or to the right if `shift` is
  /// negative.
  struct BitMove {
    int shift;
    uint64_t mask;
  };
  /// The contribution of `inDim` to coordinates along `outDim`: the exclusive
  /// or of these moves of its value, ordered by shift. Bits that move by one
  /// distance move together; [2, 4, 16] is (x & 3) << 1 ^ (x & 4) << 2.
  [[nodiscard]] llvm::SmallVector<BitMove> getBitMoves(Dim inDim,
                                                       Dim outDim) const;

  //===--------------------------------------------------------------------===//
  // Algebra
  //===--------------------------------------------------------------------===//

  /// outer o this: first this layout, then `outer`, whose input dimensions are
  /// this one's output dimensions in any order and at least as large.
  LinearLayout compose(const LinearLayout &outer) const;
  /// The inverse of a layout that is one-to-one and onto.
  LinearLayout invert() const;
  /// A right inverse of a layout that is onto: first it, then this layout, is
  /// the identity. Among inputs that share an image it yields the owner, the
  /// one whose free bits (see `freeBits`) are all zero.
  LinearLayout pseudoInvert() const;
  /// A left inverse of a layout that is one-to-one: first this layout, then it,
  /// is the identity. Its result is arbitrary for points that this layout does
  /// not reach.
  LinearLayout leftInvert() const;
  /// outer^-1 o this: a layout X from this one's inputs to those of `outer`
  /// with outer(X(i)) = this(i). Both have the same output dimensions, in any
  /// order, and the image of this lies in that of `outer`. Where `outer` leaves
  /// a choice, an input bit that both map alike stays where it is (so that a
  /// conversion moves nothing without need); all else goes to the owner.
  LinearLayout invertAndCompose(const LinearLayout &outer) const;

  /// The direct sum, this layout in the low bits and `upper` above it: bits of
  /// `upper` are appended to those of the same input dimension, and its
  /// coordinates are shifted past this one's size in each output dimension. New
  /// dimensions follow in the order of `upper`.
  LinearLayout operator*(const LinearLayout &upper) const;
  LinearLayout &operator*=(const LinearLayout &upper);
  /// The q with lower * q == *this, if there is one. It keeps all dimensions of
  /// this layout, in their order.
  [[nodiscard]] std::optional<LinearLayout>
  divideLeft(const LinearLayout &lower) const;
  /// The q with q * upper == *this, if there is one, likewise.
  [[nodiscard]] std::optional<LinearLayout>
  divideRight(const LinearLayout &upper) const;
  /// This layout without the dimensions `dims` on both sides, if it is trivial
  /// over them.
  [[nodiscard]] std::optional<LinearLayout>
  quotient(llvm::ArrayRef<Dim> dims) const;

  /// Only the given dimensions, in the given order; the other inputs are held
  /// at 0 and the other outputs are dropped.
  LinearLayout sublayout(llvm::ArrayRef<Dim> ins,
                         llvm::ArrayRef<Dim> outs) const;
  /// The same map with its dimensions in the given order, which names each
  /// once.
  LinearLayout transposeIns(llvm::ArrayRef<Dim> order) const;
  LinearLayout transposeOuts(llvm::ArrayRef<Dim> order) const;
  /// The same flattened map with one side cut anew into dimensions (name, size)
  /// whose sizes have the old product.
  LinearLayout
  reshapeIns(llvm::ArrayRef<std::pair<Dim, int64_t>> newDims) const;
  LinearLayout
  reshapeOuts(llvm::ArrayRef<std::pair<Dim, int64_t>> newDims) const;
  /// One side as a single dimension, named like its first one.
  LinearLayout flattenIns() const;
  LinearLayout flattenOuts() const;
  LinearLayout renameInDim(Dim from, Dim to) const;
  LinearLayout renameOutDim(Dim from, Dim to) const;
  /// The inputs of both layouts side by side over the same outputs: the image
  /// is the exclusive or of the two. Bits of `other` are appended to those of
  /// the same input dimension; its output dimensions are equal to this one's up
  /// to order.
  LinearLayout concatIns(const LinearLayout &other) const;
  /// Drops the bits of `inDim` whose basis is a sum of those of lower bits of
  /// `inDim`, closing the gaps: what is left reaches the same coordinates, each
  /// once. For example, [1, 2, 3, 0, 4] becomes [1, 2, 4].
  LinearLayout removeDependentBases(Dim inDim) const;

  //===--------------------------------------------------------------------===//
  // Properties
  //===--------------------------------------------------------------------===//

  [[nodiscard]] unsigned rank() const;
  [[nodiscard]] bool isSurjective() const;
  [[nodiscard]] bool isInjective() const;
  [[nodiscard]] bool isInvertible() const;
  /// True if each of `dims` is on both sides with one size, maps to itself by
  /// the identity, and neither reads nor feeds any other dimension.
  [[nodiscard]] bool isTrivialOver(llvm::ArrayRef<Dim> dims) const;

  /// The bits of `inDim` over which the layout is replicated, as a mask.
  ///
  /// The input bits of all dimensions are taken in the order of ownership:
  /// those of register, lane, warp and block, in this order, then those of
  /// other dimensions in the layout's own; within a dimension from the least
  /// significant. A bit is free if its basis is a sum of bases before it. So
  /// for each point of the image there is exactly one input whose free bits, of
  /// all dimensions, are zero: its owner. Ops with a side effect per element
  /// let only the owner perform it.
  [[nodiscard]] uint64_t freeBits(Dim inDim) const;
  /// The bits of `inDim` that move along `outDim`, as a mask: a reduction along
  /// `outDim` has to combine over these bits.
  [[nodiscard]] uint64_t getBitsAlong(Dim inDim, Dim outDim) const;
  /// The bits of coordinates along `outDim` that `inDim` may change.
  [[nodiscard]] uint32_t getReachedBits(Dim inDim, Dim outDim) const;
  /// A basis of the flattened inputs that map to 0.
  [[nodiscard]] llvm::SmallVector<uint64_t> kernel() const;
  /// A basis of the flattened outputs that are reached. It is reduced, so that
  /// equal images have equal bases, and ascending.
  [[nodiscard]] llvm::SmallVector<uint64_t> image() const;
  /// The greatest n, a power of two, such that every aligned group of n inputs
  /// along `inDim` maps to an aligned group of n coordinates along `outDim`, in
  /// order, all other output coordinates alike: the widest vector access.
  [[nodiscard]] int64_t getNumConsecutive(Dim inDim, Dim outDim) const;

  //===--------------------------------------------------------------------===//
  // Comparison and text
  //===--------------------------------------------------------------------===//

  /// Same dimensions in the same order, same bases.
  bool operator==(const LinearLayout &rhs) const {
    return inDims == rhs.inDims && outDims == rhs.outDims;
  }
  bool operator!=(const LinearLayout &rhs) const { return !(*this == rhs); }
  friend llvm::hash_code hash_value(const LinearLayout &layout);

  /// A table for people: one row per input bit, one column per output
  /// dimension.
  [[nodiscard]] std::string toString() const;
  /// The form that `parse` reads: the bases of each input dimension, then the
  /// size of each output dimension, as in
  /// `{register: [[1, 0]], lane: [[0, 1], [0, 2]]} -> [dim0: 2, dim1: 4]`.
  void print(llvm::raw_ostream &os) const;
  /// Reads the whole of `text`; an error names the column.
  static llvm::Expected<LinearLayout> parse(llvm::StringRef text);

private:
  LinearLayout(std::vector<InDim> inDims, std::vector<OutDim> outDims);
  /// A layout whose input bits, flattened over `ins` (name, bits), have the
  /// flattened images `columns`.
  static LinearLayout fromColumns(llvm::ArrayRef<OutDim> ins,
                                  llvm::ArrayRef<OutDim> outs,
                                  llvm::ArrayRef<uint64_t> columns);
  [[nodiscard]] llvm::Error checkInvariants() const;

  /// The map whose matrix is the transpose: inputs become outputs.
  LinearLayout dual() const;

  std::optional<LinearLayout> divide(const LinearLayout &factor,
                                     bool fromLeft) const;

  size_t getInDimIndex(Dim dim) const;
  size_t getOutDimIndex(Dim dim) const;
  /// The input dimensions as (name, bits).
  llvm::SmallVector<OutDim> getInDimBits() const;
  uint64_t flattenBasis(const Basis &basis) const;
  /// Places of the flattened input bits in the order of ownership.
  llvm::SmallVector<unsigned> getOwnershipOrder() const;
  OwnerSolver getOwnerSolver() const;

  std::vector<InDim> inDims;
  std::vector<OutDim> outDims;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const LinearLayout &layout);

} // namespace tessera

#endif // TESSERA_LAYOUT_LINEARLAYOUT_H
