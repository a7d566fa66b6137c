//===- MBarrierOps.cpp - mbarriers and bulk copies of tileas --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine tells phases apart only by their parity. Here an operation has
// the number of its phase, so that a mistake is found if the machine would take
// it for another phase.
//
//===----------------------------------------------------------------------===//

#include "../Access.h"
#include "../CommonOps.h"
#include "../Elements.h"
#include "Agents.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Layout/TensorBoxes.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using namespace tessera::interp;

/// The mbarrier and the phase of a turn of a ring.
static PhaseEnd getPhase(mlir::Value ring, mlir::Value ofTurn, Frame &frame) {
  auto turn = uint32_t(frame.tile(ofTurn)[0]);
  BufferStage barrier = std::get<BufferStage>(frame.get(ring));
  int64_t stages = cast<BufferType>(ring.getType()).getStages();
  if (stages > 1)
    barrier.stage = turn % stages;
  return {barrier, turn / stages};
}

template <typename Op> static PhaseEnd getPhase(Op op, Frame &frame) {
  return getPhase(op.getRing(), op.getTurn(), frame);
}

/// "phase 1 of mbarrier 0".
static std::string nameOf(PhaseEnd end) {
  return "phase " + std::to_string(end.phase) + " of mbarrier " +
         std::to_string(end.barrier.stage);
}

/// The mbarrier of a phase, or null after a fault.
static MBarrier *findBarrier(Operation *op, PhaseEnd end, Frame &frame) {
  MBarrier *barrier = frame.sharedMemory.findBarrier(end.barrier);
  if (!barrier)
    (void)frame.fail(op, "nobody has begun mbarrier " +
                             Twine(end.barrier.stage) +
                             " of the ring, or another buffer at the same "
                             "place has been written");
  return barrier;
}

static LogicalResult init(MBarrierInitOp op, Frame &frame) {
  BufferStage barrier = std::get<BufferStage>(frame.get(op.getRing()));
  BufferType ring = op.getRing().getType();
  auto type = cast<MBarrierType>(ring.getElementType());
  for (int64_t stage = 0; stage < ring.getStages(); ++stage) {
    if (ring.getStages() > 1)
      barrier.stage = stage;
    if (frame.sharedMemory.findBarrier(barrier))
      return frame.fail(op, "the mbarriers of the ring have begun already");
    frame.sharedMemory.beginBarrier(barrier, type.getArrivals());
  }
  return success();
}

/// The mbarrier at which so many warps arrive; null after a fault.
static MBarrier *arriveAt(Operation *op, PhaseEnd end, int64_t warps,
                          Frame &frame) {
  MBarrier *barrier = findBarrier(op, end, frame);
  if (!barrier)
    return nullptr;
  if (end.phase != barrier->phase) {
    (void)frame.fail(op, "arrives for " + nameOf(end) + ", where phase " +
                             Twine(barrier->phase) + " is under way");
    return nullptr;
  }
  if (warps > barrier->missing) {
    (void)frame.fail(op, Twine(warps) + " warps arrive for " + nameOf(end) +
                             ", which lacks " + Twine(barrier->missing) +
                             " of " + Twine(barrier->arrivals) + " arrivals");
    return nullptr;
  }
  barrier->missing -= warps;
  return barrier;
}

LogicalResult interp::arriveByOne(Operation *op, mlir::Value ring,
                                  mlir::Value turn, Frame &frame) {
  MBarrier *barrier =
      arriveAt(op, getPhase(ring, turn, frame), /*warps=*/1, frame);
  if (!barrier)
    return failure();
  barrier->advance();
  return success();
}

static LogicalResult arrive(MBarrierArriveOp op, Frame &frame) {
  if (op.getCondition() && !frame.tile(op.getCondition())[0])
    return success();
  SmallVector<uint64_t> copies;
  for (mlir::Value copy : op.getCopies())
    if (uint64_t number = frame.tile(copy)[0])
      copies.push_back(number);
  PhaseEnd end = getPhase(op, frame);
  MBarrier *barrier = arriveAt(
      op, end, op.getExecutor() == Executor::One ? 1 : getNumWarps(op), frame);
  if (!barrier)
    return failure();
  barrier->bytes += op.getBytes();
  barrier->copies += frame.sharedMemory.trackCopies(copies, end);
  barrier->advance();
  return success();
}

/// A CTA that runs alone has its stages for itself.
static LogicalResult meet(MBarrierMeetOp, Frame &) { return success(); }

static LogicalResult phase(MBarrierPhaseOp op, Frame &frame) {
  PhaseEnd end = getPhase(op, frame);
  end.phase -= op.getPrevious();
  frame.set(op.getEnd(), end);
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult interp::checkNoCopyTo(Operation *op, BufferStage to,
                                    Frame &frame) {
  for (const TrackedCopy &other : frame.sharedMemory.getTrackedCopies())
    if (other.to.buffer == to.buffer && other.to.stage == to.stage) {
      (void)frame.fail(op, "copies to a buffer to which an earlier copy is "
                           "under way");
      frame.addNote(other.op->getLoc(), "which begins here");
      return failure();
    }
  return success();
}

/// Begins a copy by the machine: one that a phase of an mbarrier counts, or one
/// whose completion a ring takes. Memory is read at once or, at the latest, when
/// the copy ends.
static LogicalResult beginMachineCopy(MachineCopyOpInterface op, Frame &frame,
                                      ReadTile read) {
  auto to = std::get<BufferStage>(frame.get(op.getBuffer()));
  if (failed(checkNoCopyTo(op, to, frame)))
    return failure();
  if (!frame.choices.below(2)) {
    FailureOr<CopiedTile> copied = read();
    if (failed(copied))
      return failure();
    read = [copied = std::move(*copied)]() -> FailureOr<CopiedTile> {
      return copied;
    };
  }
  if (mlir::Value completion = op.getCompletion()) {
    if (failed(checkFills(op, op.getBuffer(), frame)))
      return failure();
    uint64_t number = frame.sharedMemory.beginCopy(op, to, std::move(read));
    frame.set(completion, Tile::scalar(Format::I64, number));
    return success();
  }
  PhaseEnd end = getPhase(op, frame);
  if (!findBarrier(op, end, frame))
    return failure();
  frame.sharedMemory.beginBulkCopy(
      {op, to, cast<BufferType>(op.getBuffer().getType()).getStageBytes(), end,
       std::move(read)});
  return success();
}

/// True if a copy is not to be begun; then its completion is that of no copy.
template <typename Op> static bool isDisabled(Op op, Frame &frame) {
  if (mlir::Value completion = op.getCompletion())
    frame.set(completion, Tile::scalar(Format::I64, 0));
  return op.getCondition() && !frame.tile(op.getCondition())[0];
}

static LogicalResult bulkCopy(BulkCopyOp op, Frame &frame) {
  if (isDisabled(op, frame))
    return success();
  uint64_t address = frame.tile(op.getSource())[0];
  if (address % 16)
    return frame.fail(op, "copies from address " + Twine(address) +
                              ", which is no multiple of 16");
  auto read = [op, &frame, address]() mutable -> FailureOr<CopiedTile> {
    Format format = elementFormatOf(op.getBuffer().getType());
    Tile tile(shapeOf(op.getBuffer()), format);
    Access access(op, frame, format, Access::Use::Load, tile.size());
    if (failed(access.load(tile, 0, tile.size(), {address})))
      return failure();
    return CopiedTile{std::move(tile), access.getToken()};
  };
  return beginMachineCopy(op, frame, read);
}

/// The value of a map: its base, extents and strides, and if it rounds. It takes no
/// memory here.
static LogicalResult tensorMap(TensorMapOp op, Frame &frame) {
  constexpr int64_t unit = 16, mostExtent = int64_t(1) << 32,
                    mostStride = int64_t(1) << 40;
  TensorMapType type = op.getMap().getType();
  int64_t rank = type.getRank(), bytes = type.getTile().getElementBytes();
  Tile map({2 + 2 * rank}, Format::I64);
  map.set(0, frame.tile(op.getBase())[0]);
  if (map[0] % unit)
    return frame.fail(op, "has a base of " + Twine(map[0]) +
                              ", which is no multiple of 16");
  for (int64_t k = 0; k < rank; ++k) {
    auto extent = int64_t(frame.tile(op.getExtents()[k])[0]);
    auto stride = int64_t(frame.tile(op.getStrides()[k])[0]);
    if (extent < 1 || extent > mostExtent)
      return frame.fail(op, "has an extent of " + Twine(extent) +
                                " along dimension " + Twine(k) +
                                "; it must be from 1 to 2^32");
    bool isInner = k == type.getOrder().front();
    if (!isInner &&
        (stride < 0 || stride >= mostStride / bytes || stride * bytes % unit))
      return frame.fail(op, "has a stride of " + Twine(stride) +
                                " elements along dimension " + Twine(k) +
                                "; it must be a multiple of 16 bytes, from 0 "
                                "to less than 2^40");
    map.set(1 + k, extent);
    map.set(1 + rank + k, stride);
  }
  map.set(1 + 2 * rank, op.getRounded());
  frame.set(op.getMap(), std::move(map));
  return success();
}

static LogicalResult releaseMap(ReleaseMapOp, Frame &) { return success(); }

/// Where the tile of a copy lies in its map's tensor: the first element, or the first
/// column and the rows.
namespace {
struct TilePlace {
  SmallVector<int64_t> starts;
  std::optional<unsigned> dimOfRows;
  SmallVector<int64_t> rows;

  /// The position along a dimension of the element that is `at` there in the tile.
  int64_t getPosition(size_t dim, int64_t at) const {
    return dim == dimOfRows ? rows[at] : starts[dim] + at;
  }
};
} // namespace

static TilePlace getPlace(TensorCopyOp op, Frame &frame) {
  TilePlace place;
  for (mlir::Value start : op.getStarts())
    place.starts.push_back(int32_t(frame.tile(start)[0]));
  if (!op.getRows())
    return place;
  TensorMapType type = op.getMap().getType();
  place.dimOfRows = type.getOrder().back();
  place.starts.insert(place.starts.begin() + *place.dimOfRows, 0);
  Tile rows = frame.tile(op.getRows());
  for (int64_t i = 0; i < rows.size(); ++i)
    place.rows.push_back(int32_t(rows[i]));
  return place;
}

/// Reads the elements of a tile, and zero where there are none.
static LogicalResult readTile(Access &access, const Tile &map,
                              const TilePlace &place, int64_t bytes,
                              Tile &tile) {
  size_t rank = place.starts.size();
  SmallVector<int64_t> within(rank - tile.getShape().size(), 0);
  for (int64_t i = 0; i < tile.size(); ++i) {
    uint64_t address = map[0];
    bool exists = true;
    SmallVector<int64_t> coordinates = within;
    llvm::append_range(coordinates, coordinatesOf(i, tile.getShape()));
    for (auto [k, at] : llvm::enumerate(coordinates)) {
      int64_t position = place.getPosition(k, at);
      exists &= position >= 0 && position < int64_t(map[1 + k]);
      address += uint64_t(position) * map[1 + rank + k] * bytes;
    }
    if (!exists)
      tile.set(i, 0);
    else if (failed(access.load(tile, i, 1, {address})))
      return failure();
  }
  return success();
}

static LogicalResult tensorCopy(TensorCopyOp op, Frame &frame) {
  if (isDisabled(op, frame))
    return success();
  auto read = [op, &frame, place = getPlace(op, frame),
               map =
                   frame.tile(op.getMap())]() mutable -> FailureOr<CopiedTile> {
    BufferType type = op.getBuffer().getType();
    Format format = elementFormatOf(type);
    Tile tile(type.getShape(), format);
    Access access(op, frame, format, Access::Use::Load, tile.size());
    if (failed(readTile(access, map, place, type.getElementBytes(), tile)))
      return failure();
    if (map[map.size() - 1])
      tile = elements::convertFloat(tile, Format::TF32,
                                    numerics::Rounding::NearestEven)
                 .reinterpreted(format);
    return CopiedTile{std::move(tile), access.getToken()};
  };
  return beginMachineCopy(op, frame, read);
}

LogicalResult interp::endTrackedCopy(size_t index, Frame &frame) {
  TrackedCopy copy = frame.sharedMemory.takeTrackedCopy(index);
  MBarrier *barrier = findBarrier(copy.op, copy.end, frame);
  if (!barrier)
    return failure();
  if (barrier->phase != copy.end.phase)
    return frame.fail(copy.op, "ends in phase " + Twine(barrier->phase) +
                                   " of an mbarrier, and not in the one that "
                                   "it is for, " +
                                   Twine(copy.end.phase) +
                                   ": the arrivals have to expect its bytes");
  FailureOr<CopiedTile> copied = copy.read();
  if (failed(copied))
    return failure();
  frame.sharedMemory.store(copy.to, std::move(copied->tile));
  if (copied->read.history)
    barrier->reads.joinWith(*copied->read.history);
  if (copy.bytes)
    barrier->bytes -= *copy.bytes;
  else
    --barrier->copies;
  barrier->advance();
  return success();
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// The mbarrier of a phase that parity tells apart from others; null after a fault.
static MBarrier *findAwaited(Operation *op, PhaseEnd end, Frame &frame) {
  MBarrier *barrier = findBarrier(op, end, frame);
  if (!barrier || end.phase == barrier->phase ||
      end.phase == barrier->phase - 1)
    return barrier;
  (void)frame.fail(op, "waits for " + nameOf(end) + ", where phase " +
                           Twine(barrier->phase) +
                           " is under way: parity tells only that and the "
                           "one before it apart");
  return nullptr;
}

static LogicalResult waitForPhase(Operation *op, PhaseEnd end, Frame &frame) {
  // Copies may end at any time; if there are agents, their schedule does that.
  auto getCopies = [&] { return frame.sharedMemory.getTrackedCopies().size(); };
  while (!frame.agents && getCopies() && frame.choices.below(2))
    if (failed(endTrackedCopy(frame.choices.below(getCopies()), frame)))
      return failure();
  while (true) {
    MBarrier *barrier = findAwaited(op, end, frame);
    if (!barrier)
      return failure();
    if (end.phase < barrier->phase)
      return success();
    auto describe = [&] {
      return nameOf(end) + ", which lacks " + std::to_string(barrier->missing) +
             " of " + std::to_string(barrier->arrivals) + " arrivals and " +
             std::to_string(barrier->bytes) + " bytes";
    };
    if (frame.agents) {
      auto hasCome = [&] {
        MBarrier *now = frame.sharedMemory.findBarrier(end.barrier);
        return !now || now->phase > end.phase;
      };
      if (failed(frame.agents->waitFor(
              {op, hasCome, [&] { return "waits here for " + describe(); }})))
        return failure();
    } else if (!getCopies()) {
      (void)frame.fail(op, "waits for ever for " + describe());
      frame.setFaultKind(LaunchFault::Timeout);
      return failure();
    } else if (failed(
                   endTrackedCopy(frame.choices.below(getCopies()), frame))) {
      return failure();
    }
  }
}

LogicalResult interp::waitForPhases(Operation *op, ArrayRef<PhaseEnd> ends,
                                    bool areInTurn, Frame &frame) {
  unsigned executor = frame.sharedMemory.getExecutor();
  for (PhaseEnd end : ends) {
    MBarrier *barrier = findAwaited(op, end, frame);
    if (!barrier)
      return failure();
    if (areInTurn && end.phase > barrier->getNextOf(executor))
      return frame.fail(op, "waits in turn for " + nameOf(end) +
                                ", but has not for the phase before it");
    barrier->noteAwaited(executor, end.phase);
  }
  for (PhaseEnd end : ends)
    if (failed(waitForPhase(op, end, frame)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Tile blocks that take over others
//===----------------------------------------------------------------------===//

/// Asks for a tile block. The number of those that have begun by then is open, so that an
/// answer may name none.
static LogicalResult askBlock(AskBlockOp op, Frame &frame) {
  if (isDisabled(op, frame))
    return success();
  auto answer = [&frame]() -> FailureOr<CopiedTile> {
    constexpr uint64_t oneIn = 8;
    std::optional<GridPoint> block;
    if (frame.choices.below(oneIn) != oneIn - 1)
      block = frame.machine.cancelNext();
    Tile words({4}, Format::I32);
    words.set(0, block.has_value());
    for (int64_t dim = 0; block && dim < 3; ++dim)
      words.set(1 + dim, (*block)[dim]);
    return CopiedTile{std::move(words), {}};
  };
  return beginMachineCopy(op, frame, answer);
}

static LogicalResult nextBlock(NextBlockOp op, Frame &frame) {
  if (failed(checkHolds(op, op.getAnswer(), frame)))
    return failure();
  const Tile &words = *frame.find(op.getAnswer());
  frame.set(op.getExists(), Tile::scalar(Format::I1, words[0]));
  mlir::Value coordinates[] = {op.getX(), op.getY(), op.getZ()};
  for (auto [index, coordinate] : llvm::enumerate(coordinates)) {
    // Any number, where no tile block is named.
    uint64_t number = words[0] ? words[1 + index]
                               : frame.choices.unspecifiedBits(Format::I32);
    frame.set(coordinate, Tile::scalar(Format::I32, number));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Sums that agents hand on
//===----------------------------------------------------------------------===//

/// A sum is there where its products begin, and takes the place of the one two turns
/// before.
static LogicalResult giveSum(TmemGiveOp op, Frame &frame) {
  if (failed(arriveByOne(op, op.getRing(), op.getTurn(), frame)))
    return failure();
  PhaseEnd end = getPhase(op, frame);
  findBarrier(op, end, frame)->given = {end.phase, frame.tile(op.getSum())};
  return success();
}

static LogicalResult takeSum(TmemTakeOp op, Frame &frame) {
  PhaseEnd end = getPhase(op, frame);
  MBarrier *barrier = findBarrier(op, end, frame);
  if (!barrier)
    return failure();
  if (barrier->getNextOf(frame.sharedMemory.getExecutor()) <= end.phase)
    return frame.fail(op, "takes the sum of " + nameOf(end) +
                              ", which it has not waited for");
  if (!barrier->given || barrier->given->first != end.phase)
    return frame.fail(op, "takes the sum of " + nameOf(end) +
                              ", where another turn has its products by now");
  frame.set(op.getSum(), Tile(barrier->given->second));
  return success();
}

void interp::addMBarrierOps(OpTable &table) {
  table.add<arrive>();
  table.add<askBlock>();
  table.add<bulkCopy>();
  table.add<giveSum>();
  table.add<init>();
  table.add<meet>();
  table.add<nextBlock>();
  table.add<phase>();
  table.add<releaseMap>();
  table.add<takeSum>();
  table.add<tensorCopy>();
  table.add<tensorMap>();
}
