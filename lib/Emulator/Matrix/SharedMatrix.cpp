//===- SharedMatrix.cpp - Matrices in shared memory, by descriptor --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMatrix.h"
#include <algorithm>
#include <array>

using namespace tessera::ptx;

static constexpr unsigned cellBytes = 16;

/// A field of 14 bits counts units of 16 bytes.
static uint32_t bytesIn(uint64_t bits, unsigned first) {
  return static_cast<uint32_t>(bits >> first & 0x3FFF) * cellBytes;
}

MatrixDescriptor::MatrixDescriptor(uint64_t bits)
    : start(bytesIn(bits, 0)), leading(bytesIn(bits, 16)),
      stride(bytesIn(bits, 32)),
      patternStart(static_cast<uint32_t>(bits >> 49 & 7) << 7) {
  constexpr Swizzle modes[] = {Swizzle::None, Swizzle::Bytes128,
                               Swizzle::Bytes64, Swizzle::Bytes32};
  swizzle = modes[bits >> 62];
}

std::optional<MatrixDescriptor>
MatrixDescriptor::ofTensorCore(uint64_t bits, const char *&why) {
  why = nullptr;
  MatrixDescriptor result(bits);
  if ((bits >> 46 & 7) != 1)
    why = "has not the constant 0b001 in bits 46 to 48";
  if (bits >> 52 & 1)
    why = "gives an absolute address for the leading dimension, which is not "
          "supported";
  if (bits >> 53 & 0xFF || bits >> 14 & 3 || bits >> 30 & 3)
    why = "has bits that must be 0";
  switch (bits >> 61) {
  case 0:
    result.swizzle = Swizzle::None;
    break;
  case 2:
    result.swizzle = Swizzle::Bytes128;
    break;
  case 4:
    result.swizzle = Swizzle::Bytes64;
    break;
  case 6:
    result.swizzle = Swizzle::Bytes32;
    break;
  case 1:
    result.swizzle = Swizzle::Bytes128Atom32;
    break;
  default:
    why = "has a swizzling mode that does not exist";
  }
  if (why)
    return std::nullopt;
  return result;
}

unsigned MatrixDescriptor::cellsOfPiece() const {
  switch (swizzle) {
  case Swizzle::Bytes32:
    return 2;
  case Swizzle::Bytes64:
    return 4;
  case Swizzle::Bytes128:
  case Swizzle::Bytes128Atom32:
    return 8;
  default:
    return 1;
  }
}

unsigned MatrixDescriptor::linesOfGroup() const {
  return swizzle == Swizzle::Bytes128Atom32 ? 4 : 8;
}

bool SharedMatrix::fits(const MatrixDescriptor &descriptor) const {
  // Elements of 32 bits along m or n are the only ones that use 32-byte atoms.
  bool isWide = isOuterMajor && bits == 32;
  if (isWide != (descriptor.swizzle == Swizzle::Bytes128Atom32))
    return false;
  return isOuterMajor || descriptor.swizzle == Swizzle::None ||
         cells() <= descriptor.cellsOfPiece();
}

std::vector<uint32_t>
SharedMatrix::places(const MatrixDescriptor &descriptor) const {
  // The table of canonical layouts. A piece is the part of a line that is
  // contiguous; the two offsets lead from group to group and from piece to
  // piece.
  unsigned piece = descriptor.cellsOfPiece();
  unsigned group = descriptor.linesOfGroup();
  uint32_t ofGroup = descriptor.stride, ofPiece = descriptor.leading;
  if (isOuterMajor && descriptor.swizzle == Swizzle::None)
    std::swap(ofGroup, ofPiece);
  std::vector<uint32_t> result(size());
  uint32_t *place = result.data();
  for (unsigned line = 0; line != lines(); ++line) {
    const uint64_t ofLine = descriptor.start + line / group * ofGroup +
                            line % group * piece * cellBytes;
    for (unsigned cell = 0; cell < cells(); cell += piece) {
      const uint64_t ofCells = ofLine + cell / piece * ofPiece;
      // The first pattern need not start where a pattern from address 0 would.
      for (unsigned i = 0; i != std::min(piece, cells() - cell); ++i)
        *place++ = static_cast<uint32_t>(
            swizzle(descriptor.swizzle,
                    ofCells + i * cellBytes - descriptor.patternStart) +
            descriptor.patternStart);
    }
  }
  return result;
}

/// The cells at some places, those side by side as one piece.
static SharedPieces piecesOf(std::vector<uint32_t> places) {
  std::sort(places.begin(), places.end());
  std::vector<std::pair<uint64_t, uint64_t>> pieces;
  uint64_t end = 0;
  for (uint32_t place : places) {
    if (pieces.empty() || place > end)
      pieces.push_back({place, 0});
    end = place + uint64_t(cellBytes);
    pieces.back().second = end - pieces.back().first;
  }
  return std::make_shared<decltype(pieces)>(std::move(pieces));
}

MatrixCells SharedMatrix::listCells(const MatrixDescriptor &descriptor) const {
  constexpr unsigned rows = 16;
  MatrixCells all;
  all.places = places(descriptor);
  all.pieces = piecesOf(all.places);
  all.end = all.pieces->back().first + all.pieces->back().second;
  std::vector<std::vector<uint32_t>> ofRows((outer + rows - 1) / rows);
  for (size_t i = 0; i != all.places.size(); ++i) {
    const size_t line = i / cells(), cell = i % cells();
    ofRows[(isOuterMajor ? cell * 128 / bits : line) / rows].push_back(
        all.places[i]);
  }
  for (std::vector<uint32_t> &each : ofRows)
    all.ofRows.push_back(piecesOf(std::move(each)));
  return all;
}

std::shared_ptr<const MatrixCells>
SharedMatrix::cellsOf(const MatrixDescriptor &descriptor) const {
  struct Named {
    SharedMatrix matrix;
    MatrixDescriptor descriptor{0};
    std::shared_ptr<const MatrixCells> cells;
  };
  constexpr unsigned slotBits = 9;
  static thread_local auto all =
      std::make_unique<std::array<Named, 1 << slotBits>>();
  const uint64_t key = uint64_t(descriptor.stride ^ outer ^ k << 8) << 32 |
                       (descriptor.start ^ descriptor.leading << 16);
  Named &named = (*all)[key * 0x9E3779B97F4A7C15u >> (64 - slotBits)];
  if (!named.cells || !(named.matrix == *this) ||
      !(named.descriptor == descriptor))
    named = {*this, descriptor,
             std::make_shared<const MatrixCells>(listCells(descriptor))};
  return named.cells;
}

SharedMatrix::Wavefronts
SharedMatrix::countWavefronts(const std::vector<uint32_t> &places) const {
  constexpr unsigned linesAtOnce = 8, cellsOfBanks = 8;
  Wavefronts result;
  for (unsigned first = 0; first < lines(); first += linesAtOnce)
    for (unsigned cell = 0; cell != cells(); ++cell) {
      unsigned uses[cellsOfBanks] = {}, most = 0;
      for (unsigned i = first; i != std::min(first + linesAtOnce, lines()); ++i)
        most = std::max(
            most,
            ++uses[places[i * cells() + cell] / cellBytes % cellsOfBanks]);
      result.actual += most;
      ++result.ideal;
    }
  return result;
}
