//===- ProductSources.cpp - The sources of asynchronous products ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductSources.h"

using namespace tessera::ptx;
using Set = SourceSet;

std::vector<Set>
tessera::ptx::sourcesOfCells(SourceTracker &tracker, const SharedMatrix &matrix,
                             const std::vector<uint8_t> &bytes) {
  std::vector<uint8_t> piece(bytes.size());
  std::vector<uint32_t> elements(size_t(matrix.outer) * matrix.k);
  std::vector<Set> sources(elements.size());
  for (unsigned shift = 0; shift != 32; shift += 8) {
    for (size_t i = 0; i != bytes.size(); ++i)
      piece[i] =
          static_cast<uint8_t>(tracker.getMemory().get(&bytes[i]) >> shift);
    matrix.unpack(piece.data(), elements.data(), matrix.k, 1);
    for (size_t i = 0; i != elements.size(); ++i)
      sources[i] |= (elements[i] & 0xFF) << shift;
  }
  std::vector<Set> outer(matrix.outer);
  for (size_t i = 0; i != sources.size(); ++i)
    outer[i / matrix.k] = tracker.unite(outer[i / matrix.k], sources[i]);
  return outer;
}

std::vector<Set> FragmentSources::gather(size_t count, Gather gather) const {
  std::vector<uint32_t> words(slots.size() * warpSize), piece(count);
  std::vector<const uint32_t *> registers;
  for (size_t i = 0; i != slots.size(); ++i)
    registers.push_back(&words[i * warpSize]);
  std::vector<Set> sources(count);
  for (unsigned shift = 0; shift != 32; shift += bits) {
    for (size_t i = 0; i != words.size(); ++i) {
      words[i] = 0;
      auto found = frame.sources.find(slots[i / warpSize]);
      if (found == frame.sources.end())
        continue;
      const Set *ofBytes = &found->second[i % warpSize * 4];
      for (unsigned e = 0; e != pieces(); ++e)
        words[i] |= (ofBytes[e * bits / 8] >> shift & mask()) << (e * bits);
    }
    gather(registers.data(), piece.data());
    for (size_t i = 0; i != count; ++i)
      sources[i] |= (piece[i] & mask()) << shift;
  }
  return sources;
}

void FragmentSources::scatter(llvm::ArrayRef<Set> matrix, Scatter scatter) {
  std::vector<uint32_t> words(slots.size() * warpSize), piece(matrix.size());
  std::vector<uint32_t *> registers;
  for (size_t i = 0; i != slots.size(); ++i) {
    registers.push_back(&words[i * warpSize]);
    frame.sources[slots[i]].assign(size_t(warpSize) * 4, 0);
  }
  for (unsigned shift = 0; shift != 32; shift += bits) {
    for (size_t i = 0; i != matrix.size(); ++i)
      piece[i] = matrix[i] >> shift & mask();
    scatter(piece.data(), registers.data());
    for (size_t i = 0; i != words.size(); ++i) {
      Set *ofBytes = &frame.sources[slots[i / warpSize]][i % warpSize * 4];
      for (unsigned byte = 0; byte != 4; ++byte)
        ofBytes[byte] |= (words[i] >> (byte * 8 / bits * bits) & mask())
                         << shift;
    }
  }
}
