//===- Placement.cpp - Threads and memory of tileas -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"
#include "../Elements.h"
#include "../Tile.h"
#include "tessera/Dialect/TileAS/IR/OneLayout.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Parts of a reduction
//===----------------------------------------------------------------------===//

namespace {
/// Finds the parts of a warp_reduce. A result element is a part of a row of the
/// operands, that is, of the elements that differ only along the reduced
/// dimension.
class PartFinder {
public:
  explicit PartFinder(tileas::WarpReduceOp op)
      : op(op), dim(op.getDim()),
        from(cast<RankedTensorType>(op.getOperands().front().getType())),
        to(cast<RankedTensorType>(op.getResults().front().getType())),
        partOf(from.getNumElements(), none), sizes(to.getNumElements()) {}

  FailureOr<WarpParts> find();

private:
  static constexpr int64_t none = -1;

  /// Calls `fn(index)` for each element of a tile that the warp holds.
  template <typename Fn>
  static void forEachHeld(RankedTensorType type, const LinearLayout &layout,
                          int64_t warp, Fn fn);
  /// The index of an element among those with coordinate 0 along `dim`.
  int64_t rowOf(RankedTensorType type, int64_t index) const;

  LogicalResult addWarp(int64_t warp);
  FailureOr<WarpParts> collect();

  tileas::WarpReduceOp op;
  int64_t dim;
  RankedTensorType from, to;
  /// The layouts, once they are known to exist.
  std::optional<LinearLayout> operands, results;
  /// The part that each element belongs to.
  std::vector<int64_t> partOf;
  /// The number of elements of each part.
  std::vector<int64_t> sizes;
  /// The number of elements that a warp combines to a part that it holds.
  struct Combined {
    int64_t warp, part, count;
  };
  std::vector<Combined> combined;
};
} // namespace

template <typename Fn>
void PartFinder::forEachHeld(RankedTensorType type, const LinearLayout &layout,
                             int64_t warp, Fn fn) {
  for (int64_t reg = 0; reg < layout.getInDimSize(kRegister); ++reg)
    for (int64_t lane = 0; lane < layout.getInDimSize(kLane); ++lane) {
      Shape element;
      for (auto &[name, coordinate] :
           layout.apply({{kRegister, reg}, {kLane, lane}, {kWarp, warp}}))
        element.push_back(coordinate);
      fn(indexOf(element, type.getShape()));
    }
}

int64_t PartFinder::rowOf(RankedTensorType type, int64_t index) const {
  Shape element = coordinatesOf(index, type.getShape());
  element[dim] = 0;
  Shape rows(type.getShape());
  rows[dim] = 1;
  return indexOf(element, rows);
}

/// Records the elements that one warp combines; fails if that is impossible.
LogicalResult PartFinder::addWarp(int64_t warp) {
  llvm::DenseMap<int64_t, int64_t> partOfRow;
  bool isOne = true;
  forEachHeld(to, *results, warp, [&](int64_t part) {
    isOne &= partOfRow.try_emplace(rowOf(to, part), part).first->second == part;
  });
  if (!isOne)
    return op.emitError() << "warp " << warp
                          << " is to hold two parts of what it combines to one";

  llvm::DenseMap<int64_t, int64_t> held;
  std::vector<bool> seen(partOf.size());
  bool hasPlace = true, isInOne = true;
  forEachHeld(from, *operands, warp, [&](int64_t element) {
    if (seen[element])
      return;
    seen[element] = true;
    auto part = partOfRow.find(rowOf(from, element));
    hasPlace &= part != partOfRow.end();
    if (!hasPlace)
      return;
    isInOne &= partOf[element] == none || partOf[element] == part->second;
    sizes[part->second] += partOf[element] == none;
    partOf[element] = part->second;
    ++held[part->second];
  });
  if (!hasPlace)
    return op.emitError() << "warp " << warp
                          << " combines elements whose result it does not hold";
  if (!isInOne)
    return op.emitError() << "an element is combined into two parts, one of "
                             "them by warp "
                          << warp;
  for (auto [row, part] : partOfRow)
    combined.push_back({warp, part, held.lookup(part)});
  return success();
}

FailureOr<WarpParts> PartFinder::collect() {
  for (auto [warp, part, count] : combined)
    if (count != sizes[part])
      return op.emitError() << "warp " << warp << " combines to "
                            << elementName(part, to.getShape())
                            << " less than another warp that holds it";
  WarpParts parts;
  parts.numResults = sizes.size();
  parts.extent = sizes.front();
  if (!llvm::all_equal(sizes) ||
      parts.extent * parts.numResults != int64_t(partOf.size()))
    return op.emitError("combines numbers of elements that are not the same "
                        "for all results");
  parts.members.resize(partOf.size());
  std::vector<int64_t> filled(sizes.size());
  for (auto [element, part] : llvm::enumerate(partOf))
    parts.members[filled[part]++ * parts.numResults + part] = element;
  return parts;
}

FailureOr<WarpParts> PartFinder::find() {
  if (!isa_and_nonnull<tileas::LayoutAttr>(from.getEncoding()) ||
      !isa_and_nonnull<tileas::LayoutAttr>(to.getEncoding()))
    return op.emitError("needs tiles that have layouts");
  operands = tileas::getLinearLayout(from);
  results = tileas::getLinearLayout(to);
  int64_t warps = operands->getInDimSize(kWarp);
  if (results->getInDimSize(kWarp) != warps)
    return op.emitError("needs as many warps for its results as for its "
                        "operands");
  for (int64_t warp = 0; warp < warps; ++warp)
    if (failed(addWarp(warp)))
      return failure();
  return collect();
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

LogicalResult Placement::add(Operation *op) {
  if (auto alloc = dyn_cast<tileas::AllocSharedOp>(op)) {
    tileas::BufferType type = alloc.getBuffer().getType();
    numbers[op] = buffers.size();
    buffers.push_back(
        {op, type.getStages(), type.getStageBytes(), alloc.getOffset()});
    return success();
  }
  // An access is run by the layouts that it has.
  if (!isa<tileaa::AccessOpInterface>(op) &&
      failed(tileas::verifyOneLayout(op)))
    return failure();
  auto reduce = dyn_cast<tileas::WarpReduceOp>(op);
  if (!reduce)
    return success();
  FailureOr<WarpParts> found = PartFinder(reduce).find();
  if (failed(found))
    return failure();
  parts.try_emplace(op, std::move(*found));
  return success();
}

//===----------------------------------------------------------------------===//
// Operands of accesses
//===----------------------------------------------------------------------===//

static const LinearLayout *findLayout(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  auto layout = tile ? dyn_cast_or_null<tileas::LayoutAttr>(tile.getEncoding())
                     : tileas::LayoutAttr();
  return layout ? &layout.getMap() : nullptr;
}

Tile interp::takeByOwners(const Tile &tile, Type held, Type accessed) {
  const LinearLayout *from = findLayout(held), *to = findLayout(accessed);
  if (!from || !to || *from == *to)
    return tile;
  LinearLayout owners = to->pseudoInvert();
  Tile taken(tile.getShape(), tile.getFormat());
  for (int64_t i = 0; i < tile.size(); ++i) {
    SmallVector<std::pair<Dim, int64_t>> element;
    for (auto [dim, at] : llvm::enumerate(coordinatesOf(i, tile.getShape())))
      element.emplace_back(dimName(dim), at);
    SmallVector<std::pair<Dim, int64_t>> place;
    for (auto [dim, at] : owners.apply(element))
      place.emplace_back(dim, at % from->getInDimSize(dim));
    Shape found;
    for (auto [dim, at] : from->apply(place))
      found.push_back(at);
    taken.copy(i, tile, indexOf(found, tile.getShape()));
  }
  return taken;
}

//===----------------------------------------------------------------------===//
// SharedMemory
//===----------------------------------------------------------------------===//

void SharedMemory::setExecutor(unsigned number) {
  executor = number;
  if (queues.size() <= executor)
    queues.resize(executor + 1);
}

uint64_t SharedMemory::beginCopy(Operation *op, BufferStage stage,
                                 ReadTile read) {
  set(stage, std::nullopt);
  queues[executor].begun.push_back({op, ++numCopies, stage, std::move(read)});
  return numCopies;
}

void SharedMemory::commitCopies() {
  CopyQueue &queue = queues[executor];
  queue.groups.push_back(std::move(queue.begun));
  queue.begun.clear();
}

SharedMemory::Copies SharedMemory::takeBegun(ArrayRef<uint64_t> numbers) {
  Copies &begun = queues[executor].begun;
  Copies taken;
  auto isAsked = [&](const Copy &copy) {
    return llvm::is_contained(numbers, copy.number);
  };
  for (Copy &copy : begun)
    if (isAsked(copy))
      taken.push_back(copy);
  llvm::erase_if(begun, isAsked);
  return taken;
}

void SharedMemory::commitCopies(BufferStage stage, ArrayRef<uint64_t> numbers) {
  turns[{stage.buffer, stage.stage}] = {takeBegun(numbers), History()};
}

LogicalResult SharedMemory::end(Copies &copies, History &reads) {
  for (Copy &copy : copies) {
    FailureOr<CopiedTile> copied = copy.read();
    if (failed(copied))
      return failure();
    set(copy.stage, std::move(copied->tile));
    if (copied->read.history)
      reads.joinWith(*copied->read.history);
  }
  copies.clear();
  return success();
}

LogicalResult SharedMemory::endGroups(uint64_t pending) {
  CopyQueue &queue = queues[executor];
  while (queue.groups.size() > pending) {
    if (failed(end(queue.groups.front(), queue.reads)))
      return failure();
    queue.groups.pop_front();
  }
  return success();
}

LogicalResult SharedMemory::endCopies(BufferStage stage) {
  Turn &turn = turns[{stage.buffer, stage.stage}];
  if (failed(end(turn.copies, turn.reads)))
    return failure();
  queues[executor].reads.joinWith(turn.reads);
  return success();
}

Token SharedMemory::getEndOfReads() const {
  return {std::make_shared<History>(queues[executor].reads)};
}

void SharedMemory::beginBarrier(BufferStage stage, int64_t arrivals) {
  set(stage, std::nullopt);
  barriers[stage.buffer][stage.stage] = MBarrier(arrivals);
}

Token SharedMemory::getEndOfReads(BufferStage barrier) const {
  return {std::make_shared<History>(
      barriers[barrier.buffer][barrier.stage]->reads)};
}

void SharedMemory::beginBulkCopy(TrackedCopy copy) {
  set(copy.to, std::nullopt);
  tracked.push_back(std::move(copy));
}

int64_t SharedMemory::trackCopies(ArrayRef<uint64_t> numbers, PhaseEnd end) {
  Copies copies = takeBegun(numbers);
  for (Copy &copy : copies)
    tracked.push_back({copy.op, copy.stage, /*bytes=*/std::nullopt, end,
                       std::move(copy.read)});
  return copies.size();
}

TrackedCopy SharedMemory::takeTrackedCopy(size_t index) {
  TrackedCopy copy = std::move(tracked[index]);
  tracked.erase(tracked.begin() + index);
  return copy;
}

const Tile *SharedMemory::find(BufferStage stage) const {
  const std::optional<Tile> &tile = contents[stage.buffer][stage.stage];
  if (!tile)
    return nullptr;
  if (stage.order.empty())
    return &*tile;
  return &views
              .insert_or_assign({stage.buffer, stage.stage},
                                elements::permute(*tile, stage.order))
              .first->second;
}

void SharedMemory::set(BufferStage stage, std::optional<Tile> tile) {
  contents[stage.buffer][stage.stage] = std::move(tile);
  const Placement::Buffer &self = buffers[stage.buffer];
  if (!self.offset)
    return;
  int64_t begin = *self.offset + stage.stage * self.stageBytes;
  auto isInside = [&](int64_t other, int64_t bytes) {
    return begin < other + bytes && other < begin + self.stageBytes;
  };
  for (auto [buffer, content, phases] :
       llvm::zip_equal(buffers, contents, barriers)) {
    if (&buffer == &self || !buffer.offset)
      continue;
    int64_t other = *buffer.offset;
    for (auto [held, barrier] : llvm::zip_equal(content, phases)) {
      if (isInside(other, buffer.stageBytes)) {
        held = std::nullopt;
        barrier = std::nullopt;
      }
      other += buffer.stageBytes;
    }
  }
}
