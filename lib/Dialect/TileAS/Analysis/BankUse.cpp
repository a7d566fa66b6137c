//===- BankUse.cpp - Passes of the banks of shared memory -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/BankUse.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Layout/F2Matrix.h"
#include "tessera/Layout/SharedLayout.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static constexpr int64_t kBanks = 32, kWordBytes = 4;

using Vectors = SmallVector<uint64_t>;

/// The images of the bits of an input dimension, but for those in `without`.
static Vectors getImages(const LinearLayout &offsets, Dim dim,
                         uint64_t without) {
  Vectors images;
  if (offsets.hasInDim(dim))
    for (auto [bit, basis] : llvm::enumerate(offsets.getBases(dim)))
      if (!(without >> bit & 1))
        images.push_back(basis.front());
  return images;
}

static unsigned rankOf(ArrayRef<uint64_t> vectors) {
  uint64_t reached = 0;
  for (uint64_t vector : vectors)
    reached |= vector;
  return F2Matrix::fromColumns(vectors, llvm::bit_width(reached)).rank();
}

/// The number of words that each bank which a space of words reaches has to
/// deliver: as many of them lie in one as in any other.
static unsigned countUsesOfOneBank(ArrayRef<uint64_t> words) {
  Vectors banks = llvm::map_to_vector(
      words, [](uint64_t word) -> uint64_t { return word % kBanks; });
  return 1u << (rankOf(words) - rankOf(banks));
}

/// Another register XORs one number to all offsets of a warp, which only
/// permutes the banks, and so do the lanes of another pass: each instruction takes
/// as many wavefronts as that of register 0, and each of its passes as many as the
/// first. All sizes are powers of two, so that what a pass accesses is a space.
BankUse tileas::countBankUse(const LinearLayout &offsets, int64_t bytes,
                             int64_t width, const LinearLayout *owners) {
  BankUse use;
  use.bytesPerThread = width * bytes;
  // Lanes or warps with one of these bits set hold copies.
  auto getFreeBits = [&](Dim dim) -> uint64_t {
    return owners && owners->hasInDim(dim) ? owners->freeBits(dim) : 0;
  };
  use.copies = 1u << llvm::popcount(getFreeBits(kWarp));
  // An instruction takes registers whose elements are neighbours in the buffer,
  // whatever their numbers; the first of them represents it.
  Vectors registers = getImages(offsets, kRegister, getFreeBits(kRegister));
  Vectors places = llvm::map_to_vector(
      registers, [&](uint64_t offset) -> uint64_t { return offset % width; });
  unsigned instructions = 1u << (registers.size() - rankOf(places));
  // Number of lanes that together access as many bytes as the banks deliver at
  // once.
  int64_t lanesAtOnce =
      std::clamp<int64_t>(kBanks * kWordBytes / (width * bytes), 1, kWarpSize);
  uint64_t copied = getFreeBits(kLane), ofPass = lanesAtOnce - 1;
  auto getWords = [&](uint64_t without) {
    Vectors words = getImages(offsets, kLane, without);
    for (uint64_t &word : words)
      word = word / width * width * bytes / kWordBytes;
    for (int64_t word = 1; word * kWordBytes < width * bytes; word *= 2)
      words.push_back(word);
    return words;
  };
  use.ideal = instructions << getImages(offsets, kLane, copied | ofPass).size();
  use.wavefronts = use.ideal * countUsesOfOneBank(getWords(copied | ~ofPass));
  use.least = instructions * countUsesOfOneBank(getWords(copied));
  return use;
}

std::optional<BankAccess> tileas::bankAccessOf(ProductOpInterface product,
                                               MatrixSide side,
                                               BufferType buffer) {
  for (const OperandPlace &place :
       getOperandPlaces(product, product.getFactor(side))) {
    if (!place.read)
      continue;
    const SharedRead &read = *place.read;
    auto offsets = read.getOffsets(buffer.getOffsets());
    if (!offsets)
      continue;
    int64_t bytes = buffer.getElementBytes();
    int64_t width = read.row > 1 ? read.row : getSharedWidth(*offsets, bytes);
    BankUse use = countBankUse(*offsets, bytes, width);
    // Steps along K are alike.
    int64_t depth = getFactorDepth(product, side);
    for (unsigned *count : {&use.wavefronts, &use.ideal, &use.least})
      *count =
          llvm::divideCeil(*count * tileaa::getProductShape(product).k, depth);
    return BankAccess{read.name.str(), buffer, use};
  }
  return std::nullopt;
}

SmallVector<BankAccess> tileas::bankAccessesOf(Operation *op) {
  SmallVector<BankAccess> accesses;
  if (auto product = dyn_cast<ProductOpInterface>(op))
    for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
      if (auto buffer =
              dyn_cast<BufferType>(product.getFactor(side).get().getType()))
        if (auto access = bankAccessOf(product, side, buffer))
          accesses.push_back(std::move(*access));
  auto accessing = dyn_cast<BufferAccessOpInterface>(op);
  if (!accessing)
    return accesses;
  for (const BufferAccess &access : accessing.getBufferAccesses()) {
    if (!access.tile)
      continue;
    auto buffer = cast<BufferType>(access.buffer->get().getType());
    int64_t bytes = buffer.getElementBytes();
    if (access.kind == BufferAccess::Kind::Read) {
      SharedRead read = getSharedRead(buffer, access.tile);
      if (read.row > 1) {
        accesses.push_back({read.name.str(), access.tile,
                            countBankUse(*read.getOffsets(buffer.getOffsets()),
                                         bytes, read.row)});
        continue;
      }
    }
    LinearLayout offsets = getBufferOffsets(buffer, access.tile);
    bool byOwners = access.executor == Executor::Owner;
    accesses.push_back(
        {op->getName().stripDialect().str(), access.tile,
         countBankUse(offsets, bytes,
                      access.width ? access.width
                                   : getSharedWidth(offsets, bytes),
                      byOwners ? &getLinearLayout(access.tile) : nullptr)});
  }
  return accesses;
}
