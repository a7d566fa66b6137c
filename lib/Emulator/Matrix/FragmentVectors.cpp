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

/// The elements of two registers in turn, of the first or the second 16 lanes.
LLVM_ATTRIBUTE_ALWAYS_INLINE Lanes lowerInTurn(const Lanes &x, const Lanes &y) {
  return __builtin_shufflevector(x, y, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37,
                                 6, 38, 7, 39, 8, 40, 9, 41, 10, 42, 11, 43, 12,
                                 44, 13, 45, 14, 46, 15, 47);
}
LLVM_ATTRIBUTE_ALWAYS_INLINE Lanes upperInTurn(const Lanes &x, const Lanes &y) {
  return __builtin_shufflevector(x, y, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52,
                                 21, 53, 22, 54, 23, 55, 24, 56, 25, 57, 26, 58,
                                 27, 59, 28, 60, 29, 61, 30, 62, 31, 63);
}
/// The inverse: what the first and the second register had.
LLVM_ATTRIBUTE_ALWAYS_INLINE Lanes firstOfTwo(const Lanes &x, const Lanes &y) {
  return __builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
                                 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44,
                                 46, 48, 50, 52, 54, 56, 58, 60, 62);
}
LLVM_ATTRIBUTE_ALWAYS_INLINE Lanes secondOfTwo(const Lanes &x, const Lanes &y) {
  return __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21,
                                 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45,
                                 47, 49, 51, 53, 55, 57, 59, 61, 63);
}

/// Stores what each thread, or each of four groups, has, `step` words apart.
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
      const Lanes first = load(registers[2 * pair]);
      const Lanes second = load(registers[2 * pair + 1]);
      // A half has the rows of four groups, of eight elements each.
      uint32_t *to = matrix + pieces.place(pair);
      storeThreads(lowerInTurn(first, second), to, pieces.stride);
      storeThreads(upperInTurn(first, second),
                   to + size_t(threads) * pieces.stride, pieces.stride);
    }
  });
}

void tessera::ptx::scatterRowsOfD(MatrixShape shape, bool isHalf,
                                  const uint32_t *matrix, Registers registers) {
  const Pieces pieces = piecesOfRows(shape);
  runLoop([&]() __attribute__((always_inline)) {
    for (unsigned pair = 0; pair != pieces.count(); ++pair) {
      const uint32_t *from = matrix + pieces.place(pair);
      const Lanes lower = loadThreads(from, pieces.stride);
      const Lanes upper =
          loadThreads(from + size_t(threads) * pieces.stride, pieces.stride);
      const Lanes first = firstOfTwo(lower, upper);
      const Lanes second = secondOfTwo(lower, upper);
      const Lanes both = first | second << 16;
      if (isHalf) {
        std::memcpy(registers[pair], &both, sizeof both);
        continue;
      }
      std::memcpy(registers[2 * pair], &first, sizeof first);
      std::memcpy(registers[2 * pair + 1], &second, sizeof second);
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
