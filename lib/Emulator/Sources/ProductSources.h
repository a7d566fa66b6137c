//===- ProductSources.h - The sources of asynchronous products --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of a product has the sources of a row of A and of a column of B.
// Where these lie, the product itself says: its own gathering and unpacking runs
// on the names of sets, one piece of them after the other.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SOURCES_PRODUCTSOURCES_H
#define TESSERA_LIB_EMULATOR_SOURCES_PRODUCTSOURCES_H

#include "../Machine/Frame.h"
#include "../Matrix/SharedMatrix.h"
#include "SourceTracker.h"

namespace tessera::ptx {

/// The sources of each row of an A, or column of a B, whose cells were read to
/// `bytes`.
std::vector<SourceSet> sourcesOfCells(SourceTracker &tracker,
                                      const SharedMatrix &matrix,
                                      const std::vector<uint8_t> &bytes);

/// The sources of elements of `bits` bits in registers of a frame.
class FragmentSources {
public:
  using Set = SourceSet;
  using Gather =
      llvm::function_ref<void(const uint32_t *const *, uint32_t *matrix)>;
  using Scatter =
      llvm::function_ref<void(const uint32_t *matrix, uint32_t *const *)>;

  FragmentSources(Frame &frame, llvm::ArrayRef<Slot> slots, unsigned bits)
      : frame(frame), slots(slots), bits(bits) {}

  /// Takes the sources of the `count` elements of a matrix from registers, as
  /// `gather` takes the elements.
  std::vector<Set> gather(size_t count, Gather gather) const;
  /// Gives the registers the sources of a matrix.
  void scatter(llvm::ArrayRef<Set> matrix, Scatter scatter);

private:
  unsigned pieces() const { return 32 / bits; }
  uint32_t mask() const { return ~uint32_t(0) >> (32 - bits); }

  Frame &frame;
  llvm::ArrayRef<Slot> slots;
  const unsigned bits;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SOURCES_PRODUCTSOURCES_H
