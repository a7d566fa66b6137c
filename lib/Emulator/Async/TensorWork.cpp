//===- TensorWork.cpp - Copies and shifts in tensor memory ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Grid/Block.h"
#include "TensorMemory.h"

using namespace tessera::ptx;

static constexpr unsigned cellBytes = 16, wordsOfCell = 4;

void TensorWork::write() { memory.finishThrough(*this); }

bool TensorWork::isPipelinedAfter(const TensorWork &earlier) const {
  switch (workKind) {
  case Kind::Product:
    return earlier.workKind != Kind::Product; // products compare each other
  case Kind::RowCopy:
    return true;
  case Kind::Shift:
    return earlier.workKind == Kind::Product;
  case Kind::Copy:
    return earlier.workKind != Kind::Shift;
  }
  return false;
}

std::vector<uint8_t>
tessera::ptx::readCells(const AsyncOrigin &origin, const Block &block,
                        const std::vector<uint32_t> &cells) {
  std::vector<uint8_t> bytes(cells.size() * cellBytes);
  for (size_t i = 0; i != cells.size(); ++i)
    std::memcpy(&bytes[i * cellBytes], &block.shared[cells[i]], cellBytes);
  for (size_t i = 0; origin.isFollowed() && i != cells.size(); ++i)
    origin.noteCopy(&bytes[i * cellBytes], &block.shared[cells[i]], cellBytes);
  return bytes;
}

void TensorCopy::read() {
  for (TensorMemory *of : memories)
    bytes.push_back(readCells(origin, of->block, cells->places));
}

void TensorCopy::compute() {
  for (size_t m = 0; m != memories.size(); ++m) {
    spreadCells(packedBits, bytes[m]);
    // Numbers of 4 bits stand in the middle of a byte.
    if (packedBits == 4)
      for (uint8_t &byte : bytes[m])
        byte = static_cast<uint8_t>(byte << shiftOfNibbles);
    if (packedBits < 8)
      origin.noteLoss();
    for (size_t i = 0; i != targets.size(); ++i)
      for (unsigned lane = 0; lane != tensorLanes; ++lane)
        if (targets[i].lanes[lane]) {
          uint32_t *to = &memories[m]->word(lane, targets[i].column);
          std::memcpy(to, &bytes[m][i * cellBytes], wordsOfCell * 4);
          origin.noteCopy(to, &bytes[m][i * cellBytes], wordsOfCell * 4);
        }
  }
  bytes.clear();
}

void TensorShift::compute() {
  origin.noteLoss();
  for (TensorMemory *of : memories)
    for (unsigned i = 0; i != 31; ++i)
      for (unsigned c = 0; c != columns; ++c)
        of->word(lane + i, column + c) = of->word(lane + i + 1, column + c);
}
