//===- FragmentVectors.cpp - Fragments as vectors of the host -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lane l = 4g + t has elements of group g, along m or n, and of its thread t,
// along the other dimension.
//
//===----------------------------------------------------------------------===//

#include "FragmentVectors.h"
#include "VectorUnit.h"
#include "llvm/Support/Compiler.h"
#include <cstring>

using namespace tessera::ptx;

namespace {

constexpr unsigned lanes = 32, groups = 8, threads = 4;

/// A register of all lanes.
typedef uint32_t Lanes __attribute__((vector_size(lanes * sizeof(uint32_t))));
/// Elements of one thread of each group.
constexpr size_t bytesOfGroups = groups * sizeof(uint32_t);

LLVM_ATTRIBUTE_ALWAYS_INLINE Lanes load(const uint32_t *from) {
  Lanes values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

/// From lane 4g + t to place 8t + g.
LLVM_ATTRIBUTE_ALWAYS_INLINE Lanes byThread(const Lanes &x) {
  return __builtin_shufflevector(x, x, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13,
                                 17, 21, 25, 29, 2, 6, 10, 14, 18, 22, 26, 30,
                                 3, 7, 11, 15, 19, 23, 27, 31);
}
/// The inverse.
LLVM_ATTRIBUTE_ALWAYS_INLINE Lanes byLane(const Lanes &x) {
  return __builtin_shufflevector(x, x, 0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18,
                                 26, 3, 11, 19, 27, 4, 12, 20, 28, 5, 13, 21,
                                 29, 6, 14, 22, 30, 7, 15, 23, 31);
}

/// Stores what each thread has, `step` words apart.
LLVM_ATTRIBUTE_ALWAYS_INLINE void storeThreads(const Lanes &values,
                                               uint32_t *to, unsigned step) {
  for (unsigned t = 0; t != threads; ++t)
    std::memcpy(to + t * step,
                reinterpret_cast<const uint32_t *>(&values) + t * groups,
                bytesOfGroups);
}
LLVM_ATTRIBUTE_ALWAYS_INLINE Lanes loadThreads(const uint32_t *from,
                                               unsigned step) {
  Lanes values;
  for (unsigned t = 0; t != threads; ++t)
    std::memcpy(reinterpret_cast<uint32_t *>(&values) + t * groups,
                from + t * step, bytesOfGroups);
  return values;
}

/// The registers of a fragment, each of which has eight lines of `line`
/// neighbours: the first line and the first neighbour of a register follow from
/// its number.
struct Pieces {
  unsigned lines, line, stride; ///< of the matrix; elements in a line
  bool areLinesFirst;           ///< the next register has the next lines

  unsigned count() const { return lines / groups * (stride / line); }
  size_t place(unsigned r) const {
    const unsigned outers = lines / groups, inners = stride / line;
    const unsigned outer = areLinesFirst ? r % outers : r / inners;
    const unsigned inner = areLinesFirst ? r / outers : r % inners;
    return size_t(outer) * groups * stride + inner * line;
  }
};

/// Each group has 4 * w neighbours; a register has w of them.
template <unsigned w>
void gatherNeighbours(Pieces pieces, Packing packing, ConstRegisters registers,
                      uint32_t *matrix) {
  const uint32_t mask = packing.mask();
  runLoop([&]() __attribute__((always_inline)) {
    for (unsigned r = 0; r != pieces.count(); ++r) {
      uint32_t elements[lanes * w];
      for (unsigned l = 0; l != lanes; ++l)
        for (unsigned h = 0; h != w; ++h)
          elements[l * w + h] =
              registers[r][l] >> (h * (32 / w) + packing.shift) & mask;
      uint32_t *to = matrix + pieces.place(r);
      for (unsigned g = 0; g != groups; ++g)
        std::memcpy(to + g * pieces.stride, elements + g * threads * w,
                    threads * w * sizeof(uint32_t));
    }
  });
}

void gatherNeighbours(unsigned lines, unsigned stride, bool areLinesFirst,
                      Packing packing, ConstRegisters registers,
                      uint32_t *matrix) {
  const unsigned w = packing.perRegister();
  const Pieces pieces = {lines, threads * w, stride, areLinesFirst};
  switch (w) {
  case 1:
    return gatherNeighbours<1>(pieces, packing, registers, matrix);
  case 2:
    return gatherNeighbours<2>(pieces, packing, registers, matrix);
  case 4:
    return gatherNeighbours<4>(pieces, packing, registers, matrix);
  default:
    return gatherNeighbours<8>(pieces, packing, registers, matrix);
  }
}

/// Rows of C and D: pairs of registers with eight pieces of eight columns.
Pieces piecesOfRows(MatrixShape shape) {
  return {shape.m, 2 * threads, shape.n, /*areLinesFirst=*/true};
}

/// Calls `body(pair, to)` for each pair of registers of C or D, with the place
/// of the first element of its first thread.
template <typename Body>
LLVM_ATTRIBUTE_ALWAYS_INLINE void forPairs(MatrixShape shape, Body body) {
  const unsigned rowGroups = shape.m / groups;
  const unsigned count = rowGroups * shape.n / (2 * threads);
  for (unsigned r = 0; r != count; ++r)
    body(r, r / rowGroups * 2 * threads * shape.m + r % rowGroups * groups);
}

} // namespace

void tessera::ptx::gatherA(MatrixShape shape, Packing packing,
                           ConstRegisters registers, uint32_t *matrix) {
  const unsigned rowGroups = shape.m / groups, w = packing.perRegister();
  const unsigned count = rowGroups * shape.k / (threads * w);
  const uint32_t mask = packing.mask();
  runLoop([&]() __attribute__((always_inline)) {
    for (unsigned r = 0; r != count; ++r) {
      const Lanes all = byThread(load(registers[r]));
      uint32_t *to = matrix + r / rowGroups * threads * w * shape.m +
                     r % rowGroups * groups;
      for (unsigned h = 0; h != w; ++h)
        storeThreads(all >> (h * packing.stride + packing.shift) & mask,
                     to + h * shape.m, w * shape.m);
    }
  });
}

void tessera::ptx::gatherB(MatrixShape shape, Packing packing,
                           ConstRegisters registers, uint32_t *matrix) {
  gatherNeighbours(shape.n, shape.k, /*areLinesFirst=*/false, packing,
                   registers, matrix);
}

void tessera::ptx::gatherRowsOfA(MatrixShape shape, Packing packing,
                                 ConstRegisters registers, uint32_t *matrix) {
  gatherNeighbours(shape.m, shape.k, /*areLinesFirst=*/true, packing, registers,
                   matrix);
}

void tessera::ptx::gatherRowsOfC(MatrixShape shape, bool isHalf,
                                 ConstRegisters registers, uint32_t *matrix) {
  const Pieces pieces = piecesOfRows(shape);
  if (isHalf)
    return gatherNeighbours<2>(pieces, {16, 0, 16}, registers, matrix);
  runLoop([&]() __attribute__((always_inline)) {
    for (unsigned pair = 0; pair != pieces.count(); ++pair) {
      uint32_t elements[2 * lanes];
      for (unsigned l = 0; l != lanes; ++l) {
        elements[2 * l] = registers[2 * pair][l];
        elements[2 * l + 1] = registers[2 * pair + 1][l];
      }
      uint32_t *to = matrix + pieces.place(pair);
      for (unsigned g = 0; g != groups; ++g)
        std::memcpy(to + g * pieces.stride, elements + g * groups,
                    bytesOfGroups);
    }
  });
}

void tessera::ptx::scatterRowsOfD(MatrixShape shape, bool isHalf,
                                  const uint32_t *matrix, Registers registers) {
  const Pieces pieces = piecesOfRows(shape);
  runLoop([&]() __attribute__((always_inline)) {
    for (unsigned pair = 0; pair != pieces.count(); ++pair) {
      uint32_t elements[2 * lanes], first[lanes], second[lanes];
      const uint32_t *from = matrix + pieces.place(pair);
      for (unsigned g = 0; g != groups; ++g)
        std::memcpy(elements + g * groups, from + g * pieces.stride,
                    bytesOfGroups);
      for (unsigned l = 0; l != lanes; ++l) {
        first[l] = elements[2 * l];
        second[l] = elements[2 * l + 1];
      }
      for (unsigned l = 0; isHalf && l != lanes; ++l)
        first[l] |= second[l] << 16;
      std::memcpy(registers[isHalf ? pair : 2 * pair], first, sizeof first);
      if (!isHalf)
        std::memcpy(registers[2 * pair + 1], second, sizeof second);
    }
  });
}

void tessera::ptx::loadHalves(const uint8_t *const *rows, bool isTransposed,
                              uint32_t *to) {
  if (!isTransposed) {
    for (unsigned g = 0; g != groups; ++g)
      std::memcpy(to + g * threads, rows[g], threads * sizeof(uint32_t));
    return;
  }
  runLoop([&]() __attribute__((always_inline)) {
    uint32_t pairs[lanes];
    for (unsigned t = 0; t != threads; ++t) {
      uint16_t first[groups], second[groups];
      std::memcpy(first, rows[2 * t], sizeof first);
      std::memcpy(second, rows[2 * t + 1], sizeof second);
      for (unsigned g = 0; g != groups; ++g)
        pairs[t * groups + g] = first[g] | uint32_t(second[g]) << 16;
    }
    const Lanes all = byLane(load(pairs));
    std::memcpy(to, &all, sizeof all);
  });
}

void tessera::ptx::gatherC(MatrixShape shape, bool isHalf,
                           ConstRegisters registers, uint32_t *matrix) {
  runLoop([&]() __attribute__((always_inline)) {
    forPairs(shape, [&](unsigned pair,
                        unsigned at) __attribute__((always_inline)) {
      const unsigned step = 2 * shape.m;
      uint32_t *to = matrix + at;
      if (isHalf) {
        const Lanes all = byThread(load(registers[pair]));
        storeThreads(all & 0xFFFF, to, step);
        storeThreads(all >> 16, to + shape.m, step);
        return;
      }
      storeThreads(byThread(load(registers[2 * pair])), to, step);
      storeThreads(byThread(load(registers[2 * pair + 1])), to + shape.m, step);
    });
  });
}

void tessera::ptx::scatterD(MatrixShape shape, bool isHalf,
                            const uint32_t *matrix, Registers registers) {
  runLoop([&]() __attribute__((always_inline)) {
    forPairs(
        shape, [&](unsigned pair, unsigned at) __attribute__((always_inline)) {
          const unsigned step = 2 * shape.m;
          const Lanes first = byLane(loadThreads(matrix + at, step));
          const Lanes second = byLane(loadThreads(matrix + at + shape.m, step));
          const Lanes both = first | second << 16;
          if (isHalf) {
            std::memcpy(registers[pair], &both, sizeof both);
            return;
          }
          std::memcpy(registers[2 * pair], &first, sizeof first);
          std::memcpy(registers[2 * pair + 1], &second, sizeof second);
        });
  });
}
