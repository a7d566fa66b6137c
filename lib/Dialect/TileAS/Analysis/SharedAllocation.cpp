//===- SharedAllocation.cpp - Live ranges of buffers ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/Analysis/BufferOrigins.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The innermost block that contains an allocation and all values derived from
/// its buffer.
static FailureOr<Block *> findBlock(AllocSharedOp alloc,
                                    ArrayRef<Value> values) {
  Block *block = alloc->getBlock();
  for (Value value : values) {
    Operation *owner = value.getParentBlock()->getParentOp();
    if (isa<BlockArgument>(value) && owner->isProperAncestor(alloc))
      return alloc.emitOpError("outlives the iteration of the loop that "
                               "allocates it; allocate it before the loop, "
                               "with a stage for each iteration it lives");
    while (!block->getParentOp()->isAncestor(owner))
      block = block->getParentOp()->getBlock();
  }
  return block;
}

bool SharedInterval::overlaps(const SharedInterval &other) const {
  if (isOverBefore(other) || other.isOverBefore(*this))
    return false;
  if (begin <= other.end && other.begin <= end)
    return true;
  return agent && other.agent && agent != other.agent &&
         agent->getParentOp() == other.agent->getParentOp();
}

/// The programs of agents that read buffers, or that write them.
static llvm::SmallSetVector<Region *, 2> findAgents(ArrayRef<Value> buffers,
                                                    BufferAccess::Kind kind) {
  llvm::SmallSetVector<Region *, 2> agents;
  for (Value buffer : buffers)
    for (OpOperand &use : buffer.getUses())
      if (auto op = dyn_cast<BufferAccessOpInterface>(use.getOwner()))
        for (const BufferAccess &access : op.getBufferAccesses())
          if (access.buffer == &use && access.kind == kind)
            agents.insert(getAgent(op));
  return agents;
}

/// The program of the one agent that reads buffers which only others write, or null.
static Region *findReader(ArrayRef<Value> buffers) {
  auto readers = findAgents(buffers, BufferAccess::Kind::Read);
  bool isOne =
      readers.size() == 1 && readers.front() &&
      !findAgents(buffers, BufferAccess::Kind::Write).contains(readers.front());
  return isOne ? readers.front() : nullptr;
}

int64_t tileas::getAlignmentOfBoxes(const TensorBoxes &boxes) {
  return boxes.getSwizzle() == MatrixSwizzle::None ? boxes.getAlignment()
                                                   : kDescribedAlignment;
}

/// The alignment that a use of a buffer needs: by a matrix descriptor that names it, or by
/// copies of a tensor map that go there, to no mbarrier that counts their bytes.
static int64_t getAlignment(OpOperand &use) {
  if (auto copy = dyn_cast<TensorCopyOp>(use.getOwner()))
    return copy.getBuffer() == use.get()
               ? getAlignmentOfBoxes(copy.getMap().getType().getBoxes())
               : kMaxSharedAccessBytes;
  auto isDescribed = [&] {
    auto accessing = dyn_cast<BufferAccessOpInterface>(use.getOwner());
    return accessing &&
           llvm::any_of(accessing.getBufferAccesses(),
                        [&](const BufferAccess &access) {
                          return access.buffer == &use &&
                                 access.kind == BufferAccess::Kind::Read &&
                                 access.proxy == BufferAccess::Proxy::Async;
                        });
  };
  return isDescribed() ? kDescribedAlignment : kMaxSharedAccessBytes;
}

/// The alignment that the uses of a buffer, and of its stages, need.
static int64_t getAlignment(ArrayRef<Value> values) {
  int64_t alignment = kMaxSharedAccessBytes;
  for (Value value : values)
    for (OpOperand &use : value.getUses())
      alignment = std::max(alignment, getAlignment(use));
  return alignment;
}

static bool holdsMBarriers(AllocSharedOp op) {
  return isa<MBarrierType>(op.getBuffer().getType().getElementType());
}

/// True for a buffer that is no tile: mbarriers, one pointer, or an address in tensor
/// memory, which may live as long as the kernel does. Pointers of a tile are as large
/// as tiles are, and would find no room behind those.
static bool isNoTile(AllocSharedOp op) {
  BufferType type = op.getBuffer().getType();
  return holdsMBarriers(op) ||
         (isa<tileaa::PtrType>(type.getElementType()) &&
          type.getShape().empty()) ||
         llvm::any_of(op->getUsers(), llvm::IsaPred<TmemAllocOp>);
}

bool tileas::isFilledByMachine(CommitOp commit) {
  return llvm::any_of(commit.getCopies(), [](Value copy) {
    return isa_and_nonnull<MachineCopyOpInterface>(copy.getDefiningOp());
  });
}

bool tileas::isForAllCTAs(Operation *copy) {
  auto byMap = dyn_cast_or_null<TensorCopyOp>(copy);
  return byMap && byMap.getMap().getType().getCtas() > 1;
}

RingMBarriers RingMBarriers::find(RingOp ring) {
  RingMBarriers found;
  found.empty = !llvm::all_equal(llvm::map_range(
      ring->getUsers(), [](Operation *op) { return getAgent(op); }));
  found.full = found.empty;
  for (Operation *user : ring->getUsers())
    if (auto commit = dyn_cast<CommitOp>(user)) {
      found.full |= isFilledByMachine(commit);
      found.ready |= llvm::any_of(commit.getCopies(), [](Value copy) {
        return isForAllCTAs(copy.getDefiningOp());
      });
    }
  return found;
}

/// The bytes of a buffer among others of its kind.
static int64_t getAlignedBytes(BufferType buffer) {
  return int64_t(llvm::alignTo(buffer.getSizeInBytes(), kMaxSharedAccessBytes));
}

BufferType RingMBarriers::getBuffer(RingType ring, unsigned arrivals) {
  MLIRContext *context = ring.getContext();
  return BufferType::get(context, /*shape=*/{},
                         MBarrierType::get(context, arrivals), /*layout=*/{},
                         ring.getStages());
}

int64_t RingMBarriers::countBytes(RingType ring) const {
  return (full + empty + ready) * getAlignedBytes(getBuffer(ring, 1));
}

/// The bytes of buffers that later passes make: mbarriers of rings, and what
/// products in tensor memory need beside their columns.
static int64_t countLaterBytes(Operation *kernel) {
  int64_t bytes = 0;
  bool needsColumns = false;
  kernel->walk([&](Operation *op) {
    if (auto ring = dyn_cast<RingOp>(op))
      bytes += RingMBarriers::find(ring).countBytes(ring.getRing().getType());
    auto product = dyn_cast<Tcgen05MmaOp>(op);
    needsColumns |= product && !product.getMemory();
  });
  if (needsColumns)
    for (BufferType buffer :
         TensorMemoryBuffers::get(kernel->getContext()).all())
      bytes += getAlignedBytes(buffer);
  return bytes;
}

FailureOr<SharedAllocation> SharedAllocation::create(Operation *kernel) {
  auto positions = std::make_shared<Positions>();
  kernel->walk([&](Operation *op) {
    unsigned next = positions->size();
    (*positions)[op] = next;
  });
  SharedAllocation result(positions);
  result.laterBytes = countLaterBytes(kernel);
  BufferOrigins origins(kernel);
  WalkResult walked = kernel->walk([&](AllocSharedOp op) {
    ArrayRef<Value> values = origins.getValues(op);
    FailureOr<Block *> block = findBlock(op, values);
    if (failed(block))
      return WalkResult::interrupt();
    Operation *last = op;
    for (Value value : values)
      for (Operation *user : value.getUsers()) {
        Operation *use = (*block)->findAncestorOpInBlock(*user);
        if (positions->at(use) > positions->at(last))
          last = use;
      }
    SharedInterval interval{op,
                            last,
                            positions->at(op),
                            positions->at(last),
                            op.getBuffer().getType().getSizeInBytes(),
                            getAlignment(values),
                            getAgent(op)};
    interval.reader = findReader(values);
    for (Value value : values)
      for (Operation *user : value.getUsers())
        if (interval.reader && getAgent(user) == interval.reader)
          interval.allRead = std::max(
              interval.allRead,
              positions->at(
                  interval.reader->front().findAncestorOpInBlock(*user)));
    // The bytes of an mbarrier are never reused while the kernel runs.
    if (holdsMBarriers(op)) {
      interval.begin = 0;
      interval.end = positions->size();
    }
    result.intervals.push_back(interval);
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  result.sort();
  return result;
}

std::pair<unsigned, unsigned> SharedAllocation::getExtent(Operation *op) const {
  unsigned last = positions->at(op), first = last;
  op->walk([&](Operation *inner) {
    first = positions->at(inner);
    return WalkResult::interrupt();
  });
  return {first, last};
}

std::pair<int64_t, int64_t>
SharedAllocation::getBytesDuring(Operation *loop,
                                 ArrayRef<AllocSharedOp> buffers) const {
  auto [first, last] = getExtent(loop);
  SharedInterval during{{}, loop, first, last, 0, 1, getAgent(loop)};
  int64_t own = 0, others = 0;
  for (const SharedInterval &interval : intervals) {
    int64_t size = llvm::alignTo(interval.size, interval.alignment);
    if (llvm::is_contained(buffers, interval.buffer))
      own += size;
    else if (interval.overlaps(during))
      others += size;
  }
  return {own, others};
}

void SharedAllocation::keepThroughout(Operation *loop,
                                      ArrayRef<AllocSharedOp> buffers,
                                      int64_t stages) {
  auto [first, last] = getExtent(loop);
  for (SharedInterval &interval : intervals)
    if (llvm::is_contained(buffers, interval.buffer)) {
      interval.last = loop;
      interval.begin = first;
      interval.end = last;
      interval.size *= stages;
    }
  sort();
}

void SharedAllocation::keepBehindReads() {
  for (SharedInterval &interval : intervals)
    interval.reader = nullptr;
}

void SharedAllocation::keepFactorsTogether(scf::ForOp loop) {
  SmallVector<AllocSharedOp> factors;
  for (auto buffer : loop.getOps<AllocSharedOp>())
    if (llvm::any_of(getUsersOfBytes(buffer.getBuffer()),
                     llvm::IsaPred<Tcgen05MmaOp>))
      factors.push_back(buffer);
  keepThroughout(loop, factors, /*stages=*/1);
}

void SharedAllocation::keepFromBegin(Operation *kernel,
                                     ArrayRef<AllocSharedOp> buffers) {
  for (SharedInterval &interval : intervals)
    if (llvm::is_contained(buffers, interval.buffer)) {
      while (interval.last->getParentOp() != kernel)
        interval.last = interval.last->getParentOp();
      interval.begin = 0;
      interval.end = positions->at(interval.last);
    }
  sort();
}

void SharedAllocation::beginBehind(Operation *op,
                                   ArrayRef<AllocSharedOp> buffers) {
  unsigned last = getExtent(op).second;
  for (SharedInterval &interval : intervals)
    if (llvm::is_contained(buffers, interval.buffer))
      interval.begin = last + 1;
  sort();
}

void SharedAllocation::endBefore(Operation *op,
                                 ArrayRef<AllocSharedOp> buffers) {
  unsigned first = getExtent(op).first;
  for (SharedInterval &interval : intervals)
    if (llvm::is_contained(buffers, interval.buffer) && interval.begin < first)
      interval.end = std::min(interval.end, first - 1);
}

SmallVector<AllocSharedOp> SharedAllocation::findCrowded(int64_t bytes) const {
  llvm::SetVector<AllocSharedOp> crowded, all;
  for (const SharedInterval &at : intervals) {
    SharedInterval place = at;
    place.end = at.begin;
    int64_t sum = 0;
    SmallVector<AllocSharedOp> live;
    for (const SharedInterval &other : intervals)
      if (other.overlaps(place)) {
        sum += llvm::alignTo(other.size, other.alignment);
        live.push_back(other.buffer);
      }
    if (sum > bytes)
      crowded.insert_range(live);
    all.insert(at.buffer);
  }
  return (crowded.empty() ? all : crowded).takeVector();
}

void SharedAllocation::sort() {
  // Tiles come first, at the most aligned offsets.
  auto key = [](const SharedInterval &interval) {
    return std::pair(isNoTile(interval.buffer), interval.begin);
  };
  llvm::stable_sort(intervals,
                    [&](const SharedInterval &a, const SharedInterval &b) {
                      return key(a) < key(b);
                    });
}

int64_t SharedAllocation::place() {
  int64_t total = 0;
  for (size_t i = 0; i < intervals.size(); ++i) {
    placeOne(i);
    total = std::max(total, intervals[i].offset + intervals[i].size);
  }
  if (laterBytes)
    total = llvm::alignTo(total, kMaxSharedAccessBytes) + laterBytes;
  return total;
}

void SharedAllocation::placeOne(size_t index) {
  SharedInterval &interval = intervals[index];
  interval.offset = 0;
  SmallVector<std::pair<int64_t, int64_t>> taken;
  for (const SharedInterval &other : ArrayRef(intervals).take_front(index))
    if (interval.overlaps(other))
      taken.emplace_back(other.offset, other.offset + other.size);
  llvm::sort(taken);
  for (auto [begin, end] : taken)
    if (interval.offset + interval.size > begin)
      interval.offset = std::max<int64_t>(
          interval.offset, llvm::alignTo(end, interval.alignment));
}

unsigned tileas::countBlocksByBuffers(KernelOpInterface kernel, int64_t more,
                                      bool goesOn) {
  KernelSpecAttr spec = kernel.getSpec();
  const TargetInfo *target = lookupTarget(spec.getTarget());
  FailureOr<SharedAllocation> shared = SharedAllocation::create(kernel);
  if (!target || failed(shared))
    return 0;
  if (goesOn)
    shared->keepBehindReads();
  return Residency(*target, spec.getAllWarps())
      .countBlocks(shared->place() + more);
}
