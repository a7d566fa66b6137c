//===- TileASOps.cpp - Verifiers and syntax of the tileas ops -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferEffects.h"
#include "tessera/Dialect/TileAA/IR/KernelSyntax.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/OneLayout.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Program.h"
#include "tessera/Support/PrintFormat.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

#include "tessera/Dialect/TileAS/IR/Interfaces.cpp.inc"

//===----------------------------------------------------------------------===//
// Tiles that must lie alike
//===----------------------------------------------------------------------===//

SmallVector<RankedTensorType, 4> tileas::getTilesOfOneLayout(Operation *op) {
  SmallVector<RankedTensorType, 4> tiles;
  auto append = [&](TypeRange types) {
    for (Type type : types)
      if (auto tile = dyn_cast<RankedTensorType>(type))
        tiles.push_back(tile);
  };
  // Factors and scales lie as the instruction takes them.
  if (auto product = dyn_cast<tileaa::ProductOpInterface>(op)) {
    append(product.getAcc().getType());
    append(op->getResultTypes());
    return tiles;
  }
  // A copy has no tile as a result, but its type says how one would be laid
  // out.
  auto access = dyn_cast<tileaa::AccessOpInterface>(op);
  if (access)
    append(access.getAccessedType());
  bool isReduction = isa<tileaa::ReduceOp, WarpReduceOp>(op);
  if (access || isReduction || isa<PublishOp>(op) ||
      op->hasTrait<OpTrait::Elementwise>())
    append(op->getOperandTypes());
  if (!isReduction && !tiles.empty())
    append(op->getResultTypes());
  return tiles;
}

LogicalResult tileas::verifyOneLayout(Operation *op) {
  SmallVector<RankedTensorType, 4> tiles = getTilesOfOneLayout(op);
  auto differs = [&](RankedTensorType tile) {
    return tile.getEncoding() != tiles.front().getEncoding();
  };
  auto *other = llvm::find_if(tiles, differs);
  if (other == tiles.end())
    return success();
  InFlightDiagnostic error =
      op->emitOpError("has tiles of different layouts, but takes the same "
                      "register of each");
  error.attachNote() << "one is " << tiles.front() << ", another " << *other;
  return error;
}

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  return tileaa::parseKernel<KernelOp>(parser, result);
}

void KernelOp::print(OpAsmPrinter &printer) {
  tileaa::printKernel(*this, printer);
}

/// Compares the layouts of all ops here, since ops of other dialects do not do
/// that themselves.
LogicalResult KernelOp::verifyRegions() {
  if (failed(tileaa::verifyKernelBody(*this)))
    return failure();
  WalkResult result = getBody().walk(
      [](Operation *op) { return WalkResult(verifyOneLayout(op)); });
  return failure(result.wasInterrupted());
}

LogicalResult KernelOp::verify() {
  KernelSpecAttr spec = getSpec();
  if (!getResultTypes().empty())
    return emitOpError("returns nothing");
  unsigned warps = spec.getWarps();
  // Each agent has a power of two of warps, but their sum need not be one.
  auto isAgents = [](Operation &op) { return isa<AgentsOp>(op); };
  if (warps <= Capacities::maxWarpsPerBlock && !getBody().empty() &&
      llvm::any_of(getBody().front(), isAgents))
    warps = llvm::PowerOf2Ceil(warps);
  auto emit = [&] { return emitOpError(); };
  if (failed(tileaa::verifyLaunchShape(emit, warps, spec.getCluster())))
    return failure();
  if (ArrayAttr agents = spec.getAgents())
    if (spec.getPlannedAgents().size() != agents.size())
      return emitOpError("has agents in its spec that are none: ") << agents;
  return spec.verifyPlan(emit);
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

LogicalResult LoadOp::verify() {
  if (getExecutor() != Executor::All && getExecutor() != Executor::Owner)
    return emitOpError("is executed by all threads that hold an element or by "
                       "its owner");
  if (getOrdering() != tileaa::Ordering::Weak &&
      getExecutor() != Executor::Owner)
    return emitOpError("that is not weak must be executed by the owner of each "
                       "element alone");
  return tileaa::verifyLoad(*this);
}

LogicalResult StoreOp::verify() {
  if (getExecutor() != Executor::Owner)
    return emitOpError("must be executed by the owner of each element alone");
  return tileaa::verifyStore(*this);
}

LogicalResult AtomicOp::verify() { return tileaa::verifyAtomic(*this); }

int64_t tileas::getMaxGlobalAccessBytes(KernelOpInterface kernel) {
  const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
  return target ? target->getMaxGlobalAccessBytes() : kMaxSharedAccessBytes;
}

/// Vectors of multimem instructions have float elements other than f64 (PTX
/// ISA, "multimem.ld_reduce, multimem.st, multimem.red").
int64_t tileas::getMaxWidth(tileaa::AccessOpInterface access,
                            int64_t maxBytes) {
  Type element = getElementTypeOrSelf(access.getAccessedType());
  if (access.isMultimem()) {
    if (element.isInteger() || element.isF64())
      return 1;
    constexpr int64_t maxVectorBytes = 16;
    maxBytes = maxVectorBytes;
  }
  return std::max<int64_t>(maxBytes / getElementBytes(element), 1);
}

int64_t tileas::getMinWidth(tileaa::AccessOpInterface access) {
  Type element = getElementTypeOrSelf(access.getAccessedType());
  bool isHalf = element.isF16() || element.isBF16();
  return access.isMultimem() && access.isWrite() && isHalf ? 2 : 1;
}

Executor tileas::getExecutor(tileaa::AccessOpInterface access) {
  auto load = dyn_cast<LoadOp>(access.getOperation());
  return load ? load.getExecutor() : Executor::Owner;
}

tileaa::AccessOpInterface tileas::asLoad(Operation *op) {
  auto access = dyn_cast_or_null<tileaa::AccessOpInterface>(op);
  return access && access.getAccessed() && !access.isWrite()
             ? access
             : tileaa::AccessOpInterface();
}

SmallVector<tileaa::AccessOpInterface> tileas::getLoads(Block &block) {
  SmallVector<tileaa::AccessOpInterface> loads;
  for (Operation &op : block)
    if (tileaa::AccessOpInterface load = asLoad(&op))
      loads.push_back(load);
  return loads;
}

OpOperand *tileas::getFilledBuffer(Operation *op) {
  auto accessing = dyn_cast_or_null<BufferAccessOpInterface>(op);
  if (!accessing)
    return nullptr;
  for (const BufferAccess &access : accessing.getBufferAccesses())
    if (access.part == BufferAccess::Part::Begin &&
        access.kind == BufferAccess::Kind::Write)
      return access.buffer;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Moves between threads
//===----------------------------------------------------------------------===//

LogicalResult ConvertLayoutOp::verify() {
  auto from = cast<RankedTensorType>(getValue().getType());
  auto to = cast<RankedTensorType>(getType());
  if (from.getShape() != to.getShape() ||
      from.getElementType() != to.getElementType())
    return emitOpError("changes only the layout, not ") << from << " to " << to;
  if (!isa_and_nonnull<LayoutAttr>(from.getEncoding()) ||
      !isa_and_nonnull<LayoutAttr>(to.getEncoding()))
    return emitOpError("needs tiles that have layouts");
  return success();
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor) {
  if (getValue().getType() == getType())
    return getValue();
  auto producer = getValue().getDefiningOp<ConvertLayoutOp>();
  if (!producer)
    return {};
  getValueMutable().assign(producer.getValue());
  return getResult();
}

LogicalResult WarpReduceOp::verify() {
  if (getOperands().empty() || getOperands().size() != getResults().size())
    return emitOpError("needs as many results as operands, and at least one");
  auto first = cast<RankedTensorType>(getOperands().front().getType());
  if (getDim() >= static_cast<uint64_t>(first.getRank()))
    return emitOpError("reduces dimension ")
           << getDim() << " of a tile of rank " << first.getRank();
  Block &body = getBody().front();
  auto yield = dyn_cast<tileaa::YieldOp>(body.getTerminator());
  if (!yield || yield.getValues().size() != getOperands().size() ||
      body.getNumArguments() != 2 * getOperands().size())
    return emitOpError("needs a body of two arguments and one result for each "
                       "operand");
  return success();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

LogicalResult PrintOp::verify() {
  if (llvm::Error error = checkFormat(getFormat(), getArgs().size()))
    return emitOpError("format ") << llvm::toString(std::move(error));
  for (Value arg : getArgs()) {
    auto shaped = dyn_cast<ShapedType>(arg.getType());
    if (int64_t(getInner()) > (shaped ? shaped.getRank() : 0))
      return emitOpError("leaves out the brackets of ")
             << getInner() << " dimensions, which " << arg.getType()
             << " does not have";
    auto buffer = dyn_cast<BufferType>(arg.getType());
    if (!buffer)
      continue;
    if (isa<MBarrierType>(buffer.getElementType()))
      return emitOpError("prints numbers, not ") << buffer;
    if (buffer.getLayout())
      return emitOpError("prints buffers in row-major order, not ") << buffer;
    if (failed(verifyOneStage(*this, buffer)))
      return failure();
  }
  return success();
}

SmallVector<BufferAccess> PrintOp::getBufferAccesses() {
  SmallVector<BufferAccess> accesses;
  for (OpOperand &arg : getArgsMutable())
    if (isa<BufferType>(arg.get().getType()))
      accesses.push_back({&arg, BufferAccess::Kind::Read, Executor::Owner});
  return accesses;
}
