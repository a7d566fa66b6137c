//===- TensorProduct.h - Products in tensor memory ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.mma of a block or of a pair. Each block of a pair has one half of the
// rows of A and D and, in its shared memory, one half of the columns of B.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_TENSORPRODUCT_H
#define TESSERA_LIB_EMULATOR_ASYNC_TENSORPRODUCT_H

#include "TensorWork.h"
#include "tessera/Emulator/SourceRun.h"

namespace tessera::ptx {

/// PTX ISA, section "Data Path Layout Organization": the lanes and columns of a
/// block's part of D.
enum class TensorLayout : uint8_t {
  Rows,     ///< one lane for each row (layouts A and D)
  HalfRows, ///< 16 of each 32 lanes (layouts C and F)
  TwoByTwo, ///< 64 lanes, twice: the second half of n behind the first (B, E)
  OneByFour ///< 32 lanes, four times (layout G)
};

class TensorProduct : public TensorWork {
public:
  TensorProduct(const AsyncOrigin &origin, TensorMemory &memory)
      : TensorWork(Kind::Product, origin, memory) {}

  void read() override;
  void compute() override;
  bool isPipelinedAfter(const TensorWork &earlier) const override;

  //===-- What is multiplied ----------------------------------------------===//

  /// Its shape is that of the multiplication: for a sparse product, half of k.
  ProductKind kind;
  SharedMatrix a, b; ///< parts of one block
  bool negatesA = false, negatesB = false, accumulates = false;
  bool isAInTensorMemory = false;
  bool isSparse = false;
  bool shiftsA = false;  ///< .ashift
  unsigned scaleOfD = 0; ///< D is divided by this power of two
  /// For .ws: columns of the product for which B counts as zeros, and the
  /// column of B that is the first one.
  std::bitset<256> zeroColumns;
  unsigned columnShift = 0;
  /// First byte of the scale factors in a word of tensor memory.
  unsigned aScaleByte = 0, bScaleByte = 0;

  //===-- Where -----------------------------------------------------------===//

  struct Part {
    TensorMemory *memory;
    std::bitset<tensorLanes> disabled;
    std::vector<uint8_t> aBytes, bBytes;
  };
  std::vector<Part> parts;
  /// The same in each part; null for an A in tensor memory.
  std::shared_ptr<const MatrixCells> aCells, bCells;
  TensorLayout layout = TensorLayout::Rows;
  uint32_t dAddress = 0, aAddress = 0;
  uint32_t aScaleAddress = 0, bScaleAddress = 0;
  uint32_t metadataAddress = 0; ///< including the column chosen by the selector

  unsigned rowsOfPart() const {
    return kind.shape.m / static_cast<unsigned>(parts.size());
  }
  /// The lane of a row of a part, and its column of D.
  unsigned laneOf(unsigned row, unsigned column = 0) const;
  unsigned columnOf(unsigned column) const;
  /// Columns of D, and of an A in tensor memory.
  unsigned dColumns() const;
  unsigned aColumns() const;
  /// Bits of an element of A in tensor memory.
  unsigned aBitsInMemory() const;
  /// Fills `uses`.
  void listUses();

private:
  void takeA(std::vector<uint32_t> &elements) const;
  void takeB(std::vector<uint32_t> &elements) const;
  bool takeScales(bool isOfA, std::vector<uint8_t> &scales) const;
  unsigned metadataColumns() const;
  bool takeIndices(std::vector<uint16_t> &indices) const;
  void followSources(SourceTracker &tracker) const;
  SourceSet sourcesOfA(SourceTracker &tracker, const Part &part,
                       unsigned row) const;
  void multiply(std::vector<uint32_t> &left, std::vector<uint32_t> &right,
                Accumulators &sums) const;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_TENSORPRODUCT_H
