//===- TileASOps.cpp - Verifiers and syntax of the tileas ops -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineProducts.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAA/IR/KernelSyntax.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/OneLayout.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Program.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/SharedBuffers.h"
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
// Shared memory
//===----------------------------------------------------------------------===//

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

static void addEffects(BufferAccessOpInterface op, Effects &effects) {
  for (const BufferAccess &access : op.getBufferAccesses()) {
    MemoryEffects::Effect *effect = MemoryEffects::Read::get();
    if (access.kind == BufferAccess::Kind::Write)
      effect = MemoryEffects::Write::get();
    effects.emplace_back(effect, access.buffer);
  }
}

/// Threads move a whole tile between their registers and the buffer.
static BufferAccess moveTile(OpOperand &buffer, BufferAccess::Kind kind,
                             Executor executor, Type tile) {
  BufferAccess access{&buffer, kind, executor};
  access.tile = dyn_cast<RankedTensorType>(tile);
  return access;
}

/// A buffer that is stored or read is one tile, not a ring of them.
static LogicalResult verifyStage(Operation *op, BufferType type) {
  if (type.getStages() == 1)
    return success();
  return op->emitOpError("takes one stage of a ring, which tileas.slice gives, "
                         "not ")
         << type;
}

LogicalResult AllocSharedOp::verify() {
  if (getBuffer().getType().getSpace() == MemorySpace::Shared)
    return success();
  return emitOpError("allocates shared memory, not ") << getBuffer().getType();
}

Value tileas::makeBuffer(OpBuilder &builder, Location loc, BufferType type) {
  auto buffer =
      AllocSharedOp::create(builder, loc, type, /*offset=*/IntegerAttr());
  if (isa<MBarrierType>(type.getElementType()))
    MBarrierInitOp::create(builder, loc, buffer);
  return buffer;
}

/// A buffer holds a value with the same element type and the same number of
/// elements.
static LogicalResult verifyBuffer(Operation *op, Type value, Value buffer,
                                  bool mayReshape = false) {
  auto type = cast<BufferType>(buffer.getType());
  auto tile = dyn_cast<RankedTensorType>(value);
  int64_t elements = tile ? tile.getNumElements() : 1;
  if (getElementTypeOrSelf(value) != type.getElementType() ||
      elements != type.getNumElements())
    return op->emitOpError("moves ") << value << " through " << type;
  if (type.getLayout() && !mayReshape &&
      (!tile || tile.getShape() != type.getShape()))
    return op->emitOpError("moves ") << value << " through " << type
                                     << ", whose layout is for another shape";
  return verifyStage(op, type);
}

LogicalResult SharedStoreOp::verify() {
  return verifyBuffer(*this, getValue().getType(), getBuffer());
}

SmallVector<BufferAccess> SharedStoreOp::getBufferAccesses() {
  return {moveTile(getBufferMutable(), BufferAccess::Kind::Write,
                   Executor::Owner, getValue().getType())};
}

void SharedStoreOp::getEffects(Effects &effects) { addEffects(*this, effects); }

/// A tile of the same rank may be the beginning of the buffer's contents.
LogicalResult SharedLoadOp::verify() {
  BufferType buffer = getBuffer().getType();
  auto tile = dyn_cast<RankedTensorType>(getType());
  if (tile && tile.getElementType() == buffer.getElementType() &&
      isBeginning(tile.getShape(), buffer.getShape()))
    return verifyStage(*this, buffer);
  return verifyBuffer(*this, getType(), getBuffer());
}

SmallVector<BufferAccess> SharedLoadOp::getBufferAccesses() {
  return {moveTile(getBufferMutable(), BufferAccess::Kind::Read, Executor::All,
                   getType())};
}

void SharedLoadOp::getEffects(Effects &effects) { addEffects(*this, effects); }

/// The buffer holds one box of a tile that is cut into such boxes.
static LogicalResult verifyBox(Operation *op, RankedTensorType tile,
                               BufferType buffer, ArrayRef<int64_t> starts) {
  bool isBox = tile.getElementType() == buffer.getElementType() &&
               tile.getRank() == int64_t(buffer.getShape().size()) &&
               tile.getRank() == int64_t(starts.size());
  if (isBox)
    for (auto [start, extent, whole] :
         llvm::zip_equal(starts, buffer.getShape(), tile.getShape()))
      isBox &= start >= 0 && start % extent == 0 && start + extent <= whole;
  if (isBox)
    return verifyStage(op, buffer);
  return op->emitOpError("moves a box of ")
         << tile << " that begins at [" << starts << "] through " << buffer;
}

LogicalResult StoreBoxOp::verify() {
  return verifyBox(*this, getValue().getType(), getBuffer().getType(),
                   getStarts());
}

SmallVector<BufferAccess> StoreBoxOp::getBufferAccesses() {
  return {{&getBufferMutable(), BufferAccess::Kind::Write, Executor::Owner}};
}

void StoreBoxOp::getEffects(Effects &effects) { addEffects(*this, effects); }

LogicalResult LoadBoxOp::verify() {
  return verifyBox(*this, getType(), getBuffer().getType(), getStarts());
}

SmallVector<BufferAccess> LoadBoxOp::getBufferAccesses() {
  return {{&getBufferMutable(), BufferAccess::Kind::Read, Executor::All}};
}

void LoadBoxOp::getEffects(Effects &effects) { addEffects(*this, effects); }

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

LogicalResult AsyncCopyOp::verify() {
  auto tile = dyn_cast<RankedTensorType>(getTile());
  if (!tile)
    return emitOpError("copies a tile, not ") << getTile();
  if (getBuffer().getType().getSpace() != MemorySpace::Shared)
    return emitOpError("copies to shared memory, not ")
           << getBuffer().getType();
  if (failed(verifyBuffer(*this, tile, getBuffer(), /*mayReshape=*/true)))
    return failure();
  return tileaa::verifyAccess(*this);
}

SmallVector<BufferAccess> AsyncCopyOp::getBufferAccesses() {
  BufferAccess access = moveTile(getBufferMutable(), BufferAccess::Kind::Write,
                                 Executor::Owner, getTile());
  access.part = BufferAccess::Part::Begin;
  access.completion = CompletionKind::Group;
  access.width = getWidth();
  return {access};
}

void AsyncCopyOp::getEffects(Effects &effects) {
  addEffects(*this, effects);
  effects.emplace_back(MemoryEffects::Read::get());
}

LogicalResult WaitGroupOp::verify() {
  if (auto pending = static_cast<int64_t>(getPending()); pending < 0)
    return emitOpError("lets 0 groups or more be under way, not ") << pending;
  return success();
}

SmallVector<BufferAccess> WaitGroupOp::getBufferAccesses() {
  SmallVector<BufferAccess> accesses;
  for (OpOperand &buffer : getBuffersMutable())
    accesses.push_back({&buffer, BufferAccess::Kind::Write, Executor::Owner,
                        BufferAccess::Part::End});
  return accesses;
}

void WaitGroupOp::getEffects(Effects &effects) { addEffects(*this, effects); }

/// Each thread waits for the phase itself, and needs no barrier after that.
SmallVector<BufferAccess> WaitPhaseOp::getBufferAccesses() { return {}; }

LogicalResult WaitPhaseOp::verify() {
  if (getPhases().empty())
    return emitOpError("waits for no phase");
  if (getPhases().size() > 1 && getResultToken())
    return emitOpError("gives a token, but waits for several phases");
  return success();
}

void WaitPhaseOp::getEffects(Effects &effects) {
  // A wait must not be moved or erased, whatever it waits for.
  for (OpOperand &buffer : getBuffersMutable())
    effects.emplace_back(MemoryEffects::Write::get(), &buffer);
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// True if a product can do without a matrix instruction.
static bool isFusedMultiplyAdd(MmaOp op) {
  return op.getLhsFormat() == op.getRhsFormat() &&
         (op.getLhsFormat() == tileaa::FactorFormat::F32 ||
          op.getLhsFormat() == tileaa::FactorFormat::F64);
}

/// Checks what holds for products of any engine: shapes and formats, and one
/// stage for each factor in a buffer.
template <typename OpTy> static LogicalResult verifyFactors(OpTy op) {
  for (const BufferAccess &access : op.getBufferAccesses())
    if (failed(
            verifyStage(op, cast<BufferType>(access.buffer->get().getType()))))
      return failure();
  return tileaa::verifyProduct(op);
}

LogicalResult MmaOp::verify() {
  if (failed(verifyFactors(*this)))
    return failure();
  if ((getRoundsLhs() && getLhsFormat() != tileaa::FactorFormat::TF32) ||
      (getRoundsRhs() && getRhsFormat() != tileaa::FactorFormat::TF32))
    return emitOpError("rounds a factor that is not read as tf32");
  const MatrixInstruction *form = getMatrixInstruction();
  if (!form && (getInstruction() || !isFusedMultiplyAdd(*this)))
    return emitOpError("has no such instruction");
  if (std::optional<ArrayRef<int64_t>> part = getPart(); part && form)
    for (int64_t end : *part)
      if (end % form->k)
        return emitOpError("multiplies a part of K that ends at ")
               << end << ", within a step of its instruction";
  return success();
}

SmallVector<BufferAccess> MmaOp::getBufferAccesses() {
  SmallVector<BufferAccess> accesses;
  for (OpOperand *factor : {&getLhsMutable(), &getRhsMutable()})
    if (isa<BufferType>(factor->get().getType()))
      accesses.push_back({factor, BufferAccess::Kind::Read, Executor::All});
  return accesses;
}

void MmaOp::getEffects(Effects &effects) { addEffects(*this, effects); }

const MatrixInstruction *MmaOp::getMatrixInstruction() {
  std::optional<ArrayRef<int64_t>> shape = getInstruction();
  if (!shape || shape->size() != 3)
    return nullptr;
  // All that is asked of a product begins here: what is cheap comes first.
  auto tile = cast<tileaa::ProductOpInterface>(getOperation());
  int64_t scaleVector = tileaa::getScaleVector(tile);
  MatrixElement lhs = tileaa::getMatrixElement(getLhsFormat());
  MatrixElement rhs = tileaa::getMatrixElement(getRhsFormat());
  MatrixElement sum = tileaa::getSumElement(tile);
  for (const MatrixInstruction &form : allMatrixInstructions())
    if (form.unit == MatrixUnit::MmaSync && form.m == (*shape)[0] &&
        form.k == (*shape)[2] && form.n.contains((*shape)[1]) &&
        form.scaleVector == scaleVector && form.takes(lhs, rhs, sum))
      return &form;
  return nullptr;
}

const MatrixInstruction *MmaOp::getWideInstruction(const TargetInfo &target) {
  return getInstruction() && !getFastAcc()
             ? tileaa::findWideInstruction(*this, target)
             : nullptr;
}

LogicalResult ChainOp::verify() {
  for (OpOperand &use : getResult().getUses()) {
    auto product = dyn_cast<WgmmaOp>(use.getOwner());
    if (!product || product.getAcc() != getResult() || !product.getPending())
      return emitOpError("gives a tile to another op than a product under way "
                         "that adds to it");
  }
  return success();
}

LogicalResult WgmmaOp::verify() {
  if (getPromoted() && getPending())
    return emitOpError("adds to its sum when an instruction has ended, and so "
                       "cannot be pending");
  return failed(verifyFactors(*this)) ? failure()
                                      : verifyInstructions(*this, getSwapped());
}

LogicalResult WgmmaOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        ValueRange operands,
                                        DictionaryAttr attributes,
                                        OpaqueProperties properties,
                                        RegionRange regions,
                                        SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto tile = dyn_cast<RankedTensorType>(adaptor.getAcc().getType());
  if (!tile)
    return failure();
  Value factor = adaptor.getSwapped() ? adaptor.getRhs() : adaptor.getLhs();
  auto inRegisters = dyn_cast<RankedTensorType>(factor.getType());
  types.push_back(
      adaptor.getPending() ? Type(PendingType::get(tile, inRegisters)) : tile);
  return success();
}

SmallVector<BufferAccess> WgmmaOp::getBufferAccesses() {
  return getMachineAccesses(*this);
}

void WgmmaOp::getEffects(Effects &effects) { addEffects(*this, effects); }

const MatrixInstruction *WgmmaOp::getMatrixInstruction() {
  return findInstruction(*this, MatrixUnit::Wgmma);
}

int64_t WgmmaOp::countPartsUnderWay() {
  bool isAlone = getNumWarps(*this) == kWarpsOfGroup;
  return isAlone && getSwapped() ? 2 : 1;
}

int64_t WgmmaOp::countParts() {
  // A thread has every other column of a row, over all blocks of rows.
  int64_t columns = 2 * getLayout(getAcc().getType()).getNumRegisters();
  return columns / getColumnsOfPart() *
         llvm::divideCeil(tileaa::getProductShape(*this).k, kPromotedDepth);
}

int64_t WgmmaOp::countRegistersOfPromotion() {
  if (!getPromoted())
    return 0;
  return std::min(countParts(), countPartsUnderWay()) * getColumnsOfPart() / 2;
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
    if (failed(verifyStage(*this, buffer)))
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
