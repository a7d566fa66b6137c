//===- KernelContext.cpp - Lane, warp and coordinates of a thread ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"
#include "Emitters/GuardedPowers.h"
#include "Emitters/GuardedScaling.h"
#include "Ptx/PtxOps.h"
#include "tessera/Dialect/TileAS/Analysis/BufferOrigins.h"
#include "tessera/Dialect/TileAS/Analysis/ProgramOrder.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/Analysis/SharedPowers.h"
#include "tessera/Dialect/TileAS/Analysis/WarpGroupProducts.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// KernelContext
//===----------------------------------------------------------------------===//

using ByteRange = std::pair<int64_t, int64_t>;

/// The bytes of shared memory that a buffer may be.
static SmallVector<ByteRange> getBytes(const BufferOrigins &origins,
                                       Value buffer) {
  SmallVector<ByteRange> ranges;
  for (const BufferOrigin &origin : origins.lookup(buffer)) {
    AllocSharedOp alloc = origin.alloc;
    int64_t begin = *alloc.getOffset();
    ranges.push_back(
        {begin, begin + alloc.getBuffer().getType().getSizeInBytes()});
  }
  if (ranges.empty())
    ranges.push_back({0, std::numeric_limits<int64_t>::max()});
  return ranges;
}

/// Calls `visit` with the bytes of each write of data to shared memory.
static void forEachWrite(
    KernelOpInterface kernel, const BufferOrigins &origins,
    function_ref<void(Operation *, const BufferAccess &, ByteRange)> visit) {
  kernel.walk([&](BufferAccessOpInterface op) {
    for (const BufferAccess &access : op.getBufferAccesses()) {
      auto type = cast<BufferType>(access.buffer->get().getType());
      // mbarriers have fences of their own.
      if (access.kind == BufferAccess::Kind::Write &&
          !isa<MBarrierType>(type.getElementType()))
        for (ByteRange bytes : getBytes(origins, access.buffer->get()))
          visit(op, access, bytes);
    }
  });
}

/// True if all threads fence for mbarriers between a write by threads and another op,
/// which orders what they have written, too; not what they only have begun to copy.
static bool isFencedBetween(Operation *write, BufferAccess::Part part,
                            Operation *later, KernelOpInterface kernel) {
  if (part == BufferAccess::Part::Begin)
    return false;
  Block &body = kernel.getBody().front();
  Operation *first = body.findAncestorOpInBlock(*write);
  Operation *last = body.findAncestorOpInBlock(*later);
  return first != last && llvm::any_of(llvm::make_range(first->getIterator(),
                                                        last->getIterator()),
                                       llvm::IsaPred<MBarrierInitOp>);
}

/// Before the conversion takes the ops away.
static llvm::SmallPtrSet<Operation *, 4> findFenced(KernelOpInterface kernel) {
  struct Write {
    Operation *op;
    BufferAccess::Part part;
    ByteRange bytes;
  };
  BufferOrigins origins(kernel);
  SmallVector<Write> byThreads, byMachine;
  forEachWrite(kernel, origins,
               [&](Operation *op, const BufferAccess &access, ByteRange bytes) {
                 bool isByThreads =
                     access.proxy == BufferAccess::Proxy::Generic;
                 (isByThreads ? byThreads : byMachine)
                     .push_back({op, access.part, bytes});
               });
  llvm::SmallPtrSet<Operation *, 4> fenced;
  ProgramOrder order(kernel);
  for (const Write &copy : byMachine)
    if (llvm::any_of(byThreads, [&](const Write &write) {
          return copy.bytes.first < write.bytes.second &&
                 write.bytes.first < copy.bytes.second &&
                 order.mayFollow(copy.op, write.op) &&
                 !isFencedBetween(write.op, write.part, copy.op, kernel);
        }))
      fenced.insert(copy.op);
  return fenced;
}

static llvm::SmallPtrSet<Operation *, 4> findLeaving(KernelOpInterface kernel) {
  llvm::SmallPtrSet<Operation *, 4> leaving;
  kernel.walk([&](WgmmaOp product) {
    if (!product.getPromoted() && !isUpdatedInPlace(product))
      leaving.insert(product);
  });
  return leaving;
}

static llvm::SmallPtrSet<Operation *, 4> findMasked(KernelOpInterface kernel) {
  llvm::SmallPtrSet<Operation *, 4> masked;
  kernel.walk([&](tileaa::Exp2Op power) {
    if (hasMaskedExponents(power))
      masked.insert(power);
  });
  return masked;
}

/// That of the buffer which needs the most.
static int64_t findSharedAlignment(KernelOpInterface kernel) {
  int64_t alignment = kMaxSharedAccessBytes;
  if (FailureOr<SharedAllocation> shared = SharedAllocation::create(kernel);
      succeeded(shared))
    for (const SharedInterval &interval : shared->getIntervals())
      alignment = std::max(alignment, interval.alignment);
  return alignment;
}

static bool hasProducts(KernelOpInterface kernel) {
  return kernel
      .walk([](tileaa::ProductOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

unsigned KernelContext::countCopyingWarps() const {
  unsigned count = 1;
  for (auto [op, warp] : copyingWarps)
    count = std::max(count, warp + 1);
  return count;
}

KernelContext::KernelContext(KernelOpInterface kernel, const TargetInfo &target,
                             DeviceRuntime &runtime)
    : kernel(kernel), spec(kernel.getSpec()), target(target), runtime(runtime),
      builder(kernel.getContext()), fenced(findFenced(kernel)),
      leaving(findLeaving(kernel)), masked(findMasked(kernel)),
      powerGuards(planPowerGuards(kernel, target)),
      pairsPerPolynomial(sharesPowers(kernel) ? countPairsPerPolynomial(target)
                                              : 0),
      products(hasProducts(kernel)),
      sharedAlignment(findSharedAlignment(kernel)), numTensorMaps(0) {
  kernel.walk([&](TensorMapOp op) {
    unsigned warp = numTensorMaps++ % getNumWarps(op);
    copyingWarps[op] = warp;
    for (Operation *copy : op.getMap().getUsers())
      copyingWarps[copy] = warp;
  });
  kernel.walk([&](tileaa::MulFOp op) {
    if (OpOperand *factor = findGuardedFactor(op))
      guardedFactors[op] = factor->getOperandNumber();
  });
  kernel.walk([&](MBarrierMeetOp op) {
    for (Operation *user : op.getBuffer().getUsers())
      if (isa<TensorCopyOp>(user))
        copyingWarps[op] = copyingWarps.lookup(user);
  });
  builder.setInsertionPointToStart(&kernel.getBody().front());
  thread = NVVM::ThreadIdXOp::create(builder, getLoc(), builder.getI32Type());
  unsigned threads = spec.getNumThreads();
  agents.emplace_back(*this, /*firstWarp=*/0, spec.getWarps(), /*barrier=*/0,
                      threads);
  kernel.walk([&](AgentsOp op) {
    unsigned firstWarp = 0;
    for (auto [index, body] : llvm::enumerate(op.getBodies())) {
      unsigned warps = op.getWarps()[index];
      agentOf[&body.front()] = &agents.emplace_back(
          *this, firstWarp, warps, op.getTogether() ? 0 : index + 1,
          op.getTogether() ? threads : warps * kWarpSize);
      firstWarp += warps;
    }
  });
}

AgentContext &KernelContext::getAgent(Operation *op) {
  for (Block *block = op->getBlock(); block;) {
    if (AgentContext *agent = agentOf.lookup(block))
      return *agent;
    Operation *parent = block->getParentOp();
    block = parent ? parent->getBlock() : nullptr;
  }
  return agents.front();
}

Value KernelContext::constant(int64_t value) {
  return arith::ConstantOp::create(builder, getLoc(),
                                   builder.getI32IntegerAttr(value));
}

Value KernelContext::isElected() {
  if (!elected)
    elected = ptxops::electLane(builder, getLoc());
  return elected;
}

std::string KernelContext::getUnusedTableName() {
  std::string name;
  do {
    name = "__tessera_table_" + std::to_string(nextTable++);
  } while (getModule().lookupSymbol(name));
  return name;
}

Value KernelContext::getSharedMemory() {
  if (shared)
    return shared;
  MLIRContext *context = getContext();
  std::string name = ("__tessera_shared_" + getName()).str();
  OpBuilder::InsertionGuard guard(builder);
  OpBuilder atModule = OpBuilder::atBlockBegin(getModule().getBody());
  auto type =
      LLVM::LLVMArrayType::get(IntegerType::get(context, 8), spec.getShared());
  LLVM::GlobalOp::create(atModule, getLoc(), type, /*isConstant=*/false,
                         LLVM::Linkage::Internal, name, Attribute(),
                         sharedAlignment, ptxops::kSharedSpace);
  shared = LLVM::AddressOfOp::create(
      builder, getLoc(),
      LLVM::LLVMPointerType::get(context, ptxops::kSharedSpace), name);
  return shared;
}

//===----------------------------------------------------------------------===//
// AgentContext
//===----------------------------------------------------------------------===//

AgentContext::AgentContext(KernelContext &kernel, unsigned firstWarp,
                           unsigned warps, unsigned barrier,
                           unsigned threadsOfBarrier)
    : kernel(kernel), warps(warps), barrier(barrier),
      threadsOfBarrier(threadsOfBarrier) {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.getLoc();
  lane = arith::AndIOp::create(builder, loc, kernel.thread,
                               kernel.constant(kWarpSize - 1));
  warp = arith::ShRUIOp::create(builder, loc, kernel.thread,
                                kernel.constant(llvm::Log2_32(kWarpSize)));
  if (firstWarp)
    warp =
        arith::SubIOp::create(builder, loc, warp, kernel.constant(firstWarp));
}

void AgentContext::meet(OpBuilder &builder, Location loc) const {
  if (barrier == 0 && !isTogether())
    ptxops::barrier(builder, loc);
  else
    ptxops::barrier(builder, loc, barrier, threadsOfBarrier);
}

Value AgentContext::moveBits(Value position, const LinearLayout &layout,
                             Dim inDim, Dim outDim) {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.getLoc();
  Value result;
  for (auto [shift, mask] : layout.getBitMoves(inDim, outDim)) {
    Value moved =
        arith::AndIOp::create(builder, loc, position, kernel.constant(mask));
    if (shift > 0)
      moved =
          arith::ShLIOp::create(builder, loc, moved, kernel.constant(shift));
    else if (shift < 0)
      moved =
          arith::ShRUIOp::create(builder, loc, moved, kernel.constant(-shift));
    result =
        result ? arith::XOrIOp::create(builder, loc, result, moved) : moved;
  }
  return result;
}

ArrayRef<Value> AgentContext::apply(const LinearLayout &map) {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.getLoc();
  for (auto &[known, values] : applied)
    if (known == map)
      return values;
  SmallVector<Value> values;
  for (Dim dim : map.getOutDimNames()) {
    Value fromLane = moveBits(lane, map, kLane, dim);
    Value fromWarp = moveBits(warp, map, kWarp, dim);
    if (fromLane && fromWarp)
      fromLane = arith::XOrIOp::create(builder, loc, fromLane, fromWarp);
    else if (fromWarp)
      fromLane = fromWarp;
    values.push_back(fromLane ? fromLane : kernel.constant(0));
  }
  return applied.emplace_back(map, std::move(values)).second;
}

Value AgentContext::applyToWarp(const LinearLayout &map) {
  Value ofThread = apply(map).front();
  if (matchPattern(ofThread, m_Constant()))
    return ofThread;
  Value &uniform = ofWarp[ofThread];
  if (!uniform)
    uniform = ptxops::shuffle(kernel.builder, kernel.getLoc(), ofThread,
                              kernel.constant(0));
  return uniform;
}

Value AgentContext::isZero(Value position, uint64_t mask) {
  if (mask == 0)
    return {};
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.getLoc();
  Value bits =
      arith::AndIOp::create(builder, loc, position, kernel.constant(mask));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bits,
                               kernel.constant(0));
}

Value AgentContext::getOwnerPredicate(Type value) {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.getLoc();
  uint64_t lanes = kWarpSize - 1;
  // Any number of warps may make up a kernel of agents.
  uint64_t warps = llvm::PowerOf2Ceil(this->warps) - 1;
  if (isa<RankedTensorType>(value)) {
    const LinearLayout &layout = getLinearLayout(value);
    lanes = layout.freeBits(kLane);
    warps = layout.freeBits(kWarp);
  }
  Value &predicate = ownerPredicates[{lanes, warps}];
  if (predicate || (lanes == 0 && warps == 0))
    return predicate;
  Value first = isZero(lane, lanes), second = isZero(warp, warps);
  predicate =
      !first ? second
      : !second
          ? first
          : arith::AndIOp::create(builder, loc, first, second).getResult();
  return predicate;
}

Value AgentContext::isMember() {
  return arith::CmpIOp::create(kernel.builder, kernel.getLoc(),
                               arith::CmpIPredicate::ult, warp,
                               kernel.constant(warps));
}

Value AgentContext::isElected(unsigned number) {
  Value elected = kernel.isElected(), isOfWarp = isWarp(number);
  return isOfWarp ? arith::AndIOp::create(kernel.builder, kernel.getLoc(),
                                          elected, isOfWarp)
                  : elected;
}

Value AgentContext::isElectedOfFirstWarps(unsigned count) {
  return arith::AndIOp::create(kernel.builder, kernel.getLoc(),
                               kernel.isElected(), isOfFirstWarps(count));
}

Value AgentContext::isOfFirstWarps(unsigned count) {
  return arith::CmpIOp::create(kernel.builder, kernel.getLoc(),
                               arith::CmpIPredicate::ult, warp,
                               kernel.constant(count));
}

Value AgentContext::isLaneZero(uint64_t mask) { return isZero(lane, mask); }

Value AgentContext::isWarp(unsigned number) {
  if (warps == 1)
    return {};
  return arith::CmpIOp::create(kernel.builder, kernel.getLoc(),
                               arith::CmpIPredicate::eq, warp,
                               kernel.constant(number));
}

//===----------------------------------------------------------------------===//
// ThreadMap
//===----------------------------------------------------------------------===//

ThreadMap::ThreadMap(AgentContext &agent, const LinearLayout &map)
    : start(agent.apply(map)), constants(map.applyAlong(kRegister)),
      threadBits(llvm::map_to_vector(map.getOutDimNames(), [&](Dim dim) {
        return int32_t(map.getReachedBits(kLane, dim) |
                       map.getReachedBits(kWarp, dim));
      })) {}

bool ThreadMap::isSum() const {
  for (int64_t reg = 0; reg < getNumRegisters(); ++reg)
    for (unsigned dim = 0; dim < start.size(); ++dim)
      if (getShared(reg, dim))
        return false;
  return true;
}

Value ThreadMap::get(OpBuilder &builder, Location loc, int64_t reg,
                     unsigned dim) const {
  auto constant = [&](int32_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Value value = start[dim];
  if (int32_t shared = getShared(reg, dim))
    value = arith::XOrIOp::create(builder, loc, value, constant(shared));
  if (int32_t added = getAdded(reg, dim))
    value = arith::AddIOp::create(builder, loc, value, constant(added));
  return value;
}
