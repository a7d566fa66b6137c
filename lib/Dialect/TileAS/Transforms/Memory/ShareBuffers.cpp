//===- ShareBuffers.cpp - One buffer for a tile and its transpose ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backward pass of attention multiplies the same keys twice: by queries, for which
// they are transposed, and by the gradient of the scores. Each product has had its
// factor stored where it reads it best, mostly in the same order of bytes: a row of
// keys runs along K of the one, and along N of the other, and both `ldmatrix` and a
// matrix descriptor read either. So one of the buffers is enough, or one in an order that
// both read as fast:
//
//   %keys = tileas.load ...                      %keys = tileas.load ...
//   shared_store %keys to %a                     shared_store %keys to %a
//   %turned = permute %keys [1, 0]         ->    %b = permute_buffer %a [1, 0]
//   shared_store %turned to %b
//
// Only then can a copy fill it that bypasses registers, and run ahead. A tile that threads
// compute is stored once.
//
//===----------------------------------------------------------------------===//

#include "ShareBuffers.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAS/Analysis/BankUse.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/Views.h"
#include "tessera/Layout/TileMaps.h"
#include "llvm/ADT/SetVector.h"

#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// A buffer that one store fills with the elements of a tile.
struct FilledBuffer {
  AllocSharedOp buffer;
  SharedStoreOp store;
  /// From the coordinates of the stored tile to those of the tile that moves began with.
  LinearLayout toTile;

  BufferType getType() const {
    return cast<BufferType>(AllocSharedOp(buffer).getType());
  }

  /// Where it is read.
  SmallVector<OpOperand *> getUses() const {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : AllocSharedOp(buffer).getBuffer().getUses())
      if (use.getOwner() != store)
        uses.push_back(&use);
    return uses;
  }
};
} // namespace

/// The map that undoes a move of elements, from coordinates of its result to those of
/// its operand; nothing where some come to lie in several places, or in none.
static std::optional<LinearLayout> undo(Operation *op) {
  auto move = dyn_cast<tileaa::MoveOpInterface>(op);
  if (!move)
    return std::nullopt;
  LinearLayout map = move.getSourceMap();
  return map.isInvertible() ? std::optional(map) : std::nullopt;
}

/// Adds the buffers of a tile, and of what moves make of it.
static void addBuffers(Value tile, const LinearLayout &toTile, Block *block,
                       SmallVectorImpl<FilledBuffer> &found) {
  for (Operation *user : tile.getUsers()) {
    if (user->getBlock() != block)
      continue;
    if (auto store = dyn_cast<SharedStoreOp>(user)) {
      auto buffer = store.getBuffer().getDefiningOp<AllocSharedOp>();
      if (buffer && buffer->getBlock() == block &&
          isWrittenBy(buffer.getBuffer(), store))
        found.push_back({buffer, store, toTile});
    } else if (std::optional<LinearLayout> undone = undo(user)) {
      addBuffers(user->getResult(0), undone->compose(toTile), block, found);
    }
  }
}

/// The order in which the dimensions of one stored tile are those of another one, if they
/// have no more than factors of products.
static std::optional<SmallVector<int32_t>> findOrder(const FilledBuffer &from,
                                                     const FilledBuffer &to) {
  LinearLayout map = from.toTile.compose(to.toTile.invert());
  ArrayRef<int64_t> shape = from.getType().getShape();
  constexpr size_t kMostDims = 3;
  if (shape.size() > kMostDims ||
      to.getType().getShape().size() != shape.size())
    return std::nullopt;
  SmallVector<int32_t> order(shape.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    if (permuteMap(shape, order) == map)
      return order;
  } while (std::next_permutation(order.begin(), order.end()));
  return std::nullopt;
}

/// A type with its dimensions in another order.
static BufferType reorder(BufferType type, ArrayRef<int32_t> order) {
  return llvm::is_sorted(order) ? type : type.permuted(order);
}

/// True if whoever reads a buffer would read one of another type as well.
static bool suitsReaders(const FilledBuffer &filled, BufferType type) {
  if (type == filled.getType())
    return true;
  return llvm::all_of(filled.getUses(), [&](OpOperand *use) {
    auto product = dyn_cast<ProductOpInterface>(use->getOwner());
    auto side = product ? getFactorSide(product, *use) : std::nullopt;
    if (!side)
      return false;
    auto now = bankAccessOf(product, *side, filled.getType());
    auto then = bankAccessOf(product, *side, type);
    if (now || then)
      return now && then && then->use.wavefronts <= now->use.wavefronts;
    return llvm::any_of(getOperandPlaces(product, *use),
                        [&](const OperandPlace &place) {
                          return place.kind == OperandPlace::Kind::Shared &&
                                 place.layout == type.getLayout();
                        });
  });
}

/// Erases an op that nobody needs any more, and then what only it has needed.
static void eraseWithMoves(SharedStoreOp store) {
  Value tile = store.getValue();
  store.erase();
  while (Operation *move = tile.getDefiningOp()) {
    if (!move->use_empty() || !isa<tileaa::MoveOpInterface>(move))
      return;
    tile = move->getOperand(0);
    move->erase();
  }
}

/// The type of a buffer that those who read either of two would read, as the first one
/// has its dimensions; null if there is none.
static BufferType findCommonType(const FilledBuffer &kept,
                                 const FilledBuffer &other,
                                 ArrayRef<int32_t> order) {
  if (suitsReaders(other, reorder(kept.getType(), order)))
    return kept.getType();
  SmallVector<int32_t> back(order.size());
  for (auto [dim, from] : llvm::enumerate(order))
    back[from] = dim;
  BufferType type = reorder(other.getType(), back);
  return suitsReaders(kept, type) ? type : BufferType();
}

/// Has those who read `other` read `kept` in place of it.
static bool readInstead(FilledBuffer &kept, FilledBuffer &other) {
  std::optional<SmallVector<int32_t>> order = findOrder(kept, other);
  BufferType type = order ? findCommonType(kept, other, *order) : BufferType();
  if (!type)
    return false;
  kept.buffer.getBuffer().setType(type);
  for (OpOperand *use : other.getUses()) {
    OpBuilder builder(use->getOwner());
    use->set(llvm::is_sorted(*order)
                 ? kept.buffer.getBuffer()
                 : PermuteBufferOp::create(builder, other.buffer.getLoc(),
                                           kept.buffer, *order));
  }
  eraseWithMoves(other.store);
  other.buffer.erase();
  return true;
}

/// The same for the buffers of one tile.
static unsigned shareBuffers(Value tile) {
  unsigned saved = 0;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(tile.getType()).getShape();
  SmallVector<FilledBuffer> filled;
  addBuffers(tile, reshapeMap(shape, shape), tile.getParentBlock(), filled);
  llvm::sort(filled, [](const FilledBuffer &a, const FilledBuffer &b) {
    SharedStoreOp first = a.store, second = b.store;
    return first->isBeforeInBlock(second);
  });
  for (size_t kept = 0; kept < filled.size(); ++kept)
    for (size_t other = filled.size() - 1; other > kept; --other)
      if (readInstead(filled[kept], filled[other])) {
        filled.erase(filled.begin() + other);
        ++saved;
      }
  return saved;
}

/// The tile of whose elements moves have made another one.
static Value findMoved(Value tile) {
  Operation *op = tile.getDefiningOp();
  while (op && undo(op)) {
    tile = op->getOperand(0);
    op = tile.getDefiningOp();
  }
  return tile;
}

unsigned tileas::shareBuffers(KernelOpInterface kernel) {
  llvm::SetVector<Value> tiles;
  kernel.walk([&](SharedStoreOp store) {
    Value tile = findMoved(store.getValue());
    if (isa<RankedTensorType>(tile.getType()))
      tiles.insert(tile);
  });
  unsigned saved = 0;
  for (Value tile : tiles)
    saved += ::shareBuffers(tile);
  return saved;
}
