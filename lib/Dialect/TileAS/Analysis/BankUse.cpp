//===- BankUse.cpp - Passes of the banks of shared memory -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/BankUse.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Layout/SharedLayout.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static constexpr int64_t banks = 32;
using Words = llvm::SmallDenseSet<int64_t, 64>;

/// The largest number of words that one bank has to deliver.
static unsigned countUsesOfOneBank(const Words &words) {
  std::array<unsigned, banks> uses = {};
  for (int64_t word : words)
    ++uses[word % banks];
  return *llvm::max_element(uses);
}

/// The offsets of all values of an input dimension.
static SmallVector<int32_t> offsetsAlong(const LinearLayout &offsets, Dim dim) {
  return offsets.hasInDim(dim) ? offsets.applyAlong(dim)
                               : SmallVector<int32_t>{0};
}

/// Another register XORs one number to all offsets of a warp, which only
/// permutes the banks: all instructions take as many passes as that of register
/// 0.
BankUse tileas::countBankUse(const LinearLayout &offsets, int64_t bytes,
                             int64_t width, const LinearLayout *owners) {
  constexpr int64_t wordBytes = 4;
  BankUse use;
  use.bytesPerThread = width * bytes;
  // Lanes or warps with one of these bits set hold copies.
  auto getFreeBits = [&](Dim dim) -> uint64_t {
    return owners && owners->hasInDim(dim) ? owners->freeBits(dim) : 0;
  };
  use.copies = 1u << llvm::popcount(getFreeBits(kWarp));
  uint64_t copiedRegisters = getFreeBits(kRegister),
           copiedLanes = getFreeBits(kLane);
  // An instruction takes registers whose elements are neighbours in the buffer,
  // whatever their numbers; the first of them represents it.
  unsigned instructions = 0;
  for (auto [reg, offset] : llvm::enumerate(offsetsAlong(offsets, kRegister)))
    instructions += offset % width == 0 && !(reg & copiedRegisters);
  // Number of lanes that together access as many bytes as the banks deliver at
  // once.
  int64_t lanesAtOnce =
      std::clamp<int64_t>(banks * wordBytes / (width * bytes), 1, kWarpSize);
  Words all, words;
  auto endPass = [&] {
    if (words.empty())
      return;
    use.wavefronts += countUsesOfOneBank(words);
    ++use.ideal;
    all.insert(words.begin(), words.end());
    words.clear();
  };
  for (auto [lane, offset] : llvm::enumerate(offsetsAlong(offsets, kLane))) {
    if (lane % lanesAtOnce == 0)
      endPass();
    if (lane & copiedLanes)
      continue;
    int64_t begin = offset / width * width * bytes;
    for (int64_t byte = begin; byte < begin + width * bytes; ++byte)
      words.insert(byte / wordBytes);
  }
  endPass();
  use.least = countUsesOfOneBank(all) * instructions;
  use.wavefronts *= instructions;
  use.ideal *= instructions;
  return use;
}

/// The accesses of threads to a factor that lies in shared memory; nothing
/// where the machine reads it.
static std::optional<BankAccess> accessOfFactor(ProductOpInterface product,
                                                MatrixSide side) {
  OpOperand &factor = product.getFactor(side);
  auto buffer = dyn_cast<BufferType>(factor.get().getType());
  auto sum = dyn_cast<RankedTensorType>(product.getAcc().getType());
  if (!buffer || !sum)
    return std::nullopt;
  LinearLayout offsets = buffer.getOffsets();
  int64_t bytes = buffer.getElementBytes();
  for (const OperandPlace &place :
       product.getOperandPlaces(factor, getLayout(sum))) {
    std::optional<LinearLayout> read =
        place.read ? place.read->getOffsets(offsets) : std::nullopt;
    if (!read)
      continue;
    BankUse use = countBankUse(
        *read, bytes,
        place.read->row > 1 ? place.read->row : getSharedWidth(*read, bytes));
    // Steps along K are alike.
    int64_t depth = getFactorDepth(product, side);
    for (unsigned *count : {&use.wavefronts, &use.ideal, &use.least})
      *count =
          llvm::divideCeil(*count * tileaa::getProductShape(product).k, depth);
    return BankAccess{place.read->name.str(), buffer, use};
  }
  return std::nullopt;
}

SmallVector<BankAccess> tileas::bankAccessesOf(Operation *op) {
  SmallVector<BankAccess> accesses;
  if (auto product = dyn_cast<ProductOpInterface>(op))
    for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
      if (std::optional<BankAccess> access = accessOfFactor(product, side))
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
