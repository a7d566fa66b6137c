//===- LoopCosts.cpp - What an op keeps busy ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCosts.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/Transforms/ProductLayouts.h"
#include "tessera/Layout/SharedLayout.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::report;
using namespace tessera::tileas;

static std::string nameOf(Operation *op) {
  return op->getName().stripDialect().str();
}

//===----------------------------------------------------------------------===//
// Banks
//===----------------------------------------------------------------------===//

static constexpr int64_t banks = 32;
using Words = llvm::SmallDenseSet<int64_t, 64>;

/// The most words that one bank has to give.
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

/// Another register changes all offsets of a warp by one number that their bits
/// are added to without carry, and so trades banks for one another: all
/// instructions take as many passes as that of register 0.
BankUse report::countBankUse(const LinearLayout &offsets, int64_t bytes,
                             int64_t width, const LinearLayout *owners) {
  constexpr int64_t wordBytes = 4;
  BankUse use;
  use.bytesPerThread = width * bytes;
  auto isCopy = [&](Dim dim, int64_t value) {
    return owners && owners->hasInDim(dim) && (owners->freeBits(dim) & value);
  };
  if (owners && owners->hasInDim(kWarp))
    use.copies = 1u << llvm::popcount(owners->freeBits(kWarp));
  // An instruction takes the registers whose elements are neighbours in the
  // buffer, whatever their numbers; the first of them stands for it.
  unsigned instructions = 0;
  for (auto [reg, offset] : llvm::enumerate(offsetsAlong(offsets, kRegister)))
    instructions += offset % width == 0 && !isCopy(kRegister, reg);
  // So many lanes together are as wide as the banks.
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
    if (isCopy(kLane, lane))
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

/// What the threads read of a factor that lies in shared memory.
static std::optional<BankAccess> accessOfFactor(MmaOp product,
                                                MatrixSide side) {
  Value factor = side == MatrixSide::Lhs ? product.getLhs() : product.getRhs();
  auto buffer = dyn_cast<BufferType>(factor.getType());
  auto sum = dyn_cast<RankedTensorType>(product.getAcc().getType());
  if (!buffer || !sum)
    return std::nullopt;
  LinearLayout layout = getFactorLayout(product, side, getLayout(sum)).getMap();
  LinearLayout offsets = buffer.getOffsets();
  FactorAccess access = chooseFactorAccess(product, side, layout, offsets);
  std::optional<LinearLayout> reads =
      getFactorReads(product, side, layout, access);
  int64_t bytes = buffer.getElementBytes();
  LinearLayout places = reads->compose(offsets);
  if (access == FactorAccess::Elements)
    return BankAccess{
        "shared_load", buffer,
        countBankUse(places, bytes, getSharedWidth(places, bytes))};
  return BankAccess{"ldmatrix", buffer,
                    countBankUse(places, bytes, kMaxSharedAccessBytes / bytes)};
}

SmallVector<BankAccess> report::bankAccessesOf(Operation *op) {
  SmallVector<BankAccess> accesses;
  auto add = [&](BufferType buffer, Type type, bool byOwners,
                 std::optional<int64_t> width = std::nullopt) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile)
      return;
    LinearLayout offsets = getBufferOffsets(buffer, tile);
    int64_t bytes = buffer.getElementBytes();
    accesses.push_back(
        {nameOf(op), tile,
         countBankUse(offsets, bytes,
                      width ? *width : getSharedWidth(offsets, bytes),
                      byOwners ? &getLinearLayout(tile) : nullptr)});
  };
  if (auto store = dyn_cast<SharedStoreOp>(op))
    add(store.getBuffer().getType(), store.getValue().getType(), true);
  else if (auto load = dyn_cast<SharedLoadOp>(op))
    add(load.getBuffer().getType(), load.getResult().getType(), false);
  else if (auto copy = dyn_cast<AsyncCopyOp>(op))
    add(copy.getBuffer().getType(), copy.getTile(), true, copy.getWidth());
  else if (auto product = dyn_cast<MmaOp>(op))
    for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
      if (std::optional<BankAccess> access = accessOfFactor(product, side))
        accesses.push_back(std::move(*access));
  return accesses;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// What an op does to each element, and how many instructions that takes at
/// least.
static std::optional<std::pair<Work, double>> workOf(Operation *op) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  enum class Kind { None, Sum, Extreme, Exponential, Special, Convert };
  Kind kind =
      llvm::StringSwitch<Kind>(op->getName().stripDialect())
          .Cases({"addf", "subf", "mulf", "fma"}, Kind::Sum)
          .Cases({"maxf", "minf"}, Kind::Extreme)
          .Cases({"exp", "exp2"}, Kind::Exponential)
          .Cases({"rsqrt", "sqrt", "divf", "log", "log2", "sin", "cos", "tanh"},
                 Kind::Special)
          .Case("convert_float", Kind::Convert)
          .Default(Kind::None);
  bool isSingle = element.isF32();
  switch (kind) {
  case Kind::None:
    return std::nullopt;
  case Kind::Sum:
    if (isSingle)
      return std::pair(Work::Float, 1.0);
    if (element.isF64())
      return std::pair(Work::Double, 1.0);
    // Two at once.
    if (element.isF16())
      return std::pair(Work::Half2, 0.5);
    if (element.isBF16())
      return std::pair(Work::BFloat2, 0.5);
    return std::nullopt;
  case Kind::Extreme:
    if (isSingle)
      return std::pair(Work::FloatCompare, 1.0);
    return std::nullopt;
  case Kind::Exponential:
    if (isSingle)
      return std::pair(Work::Exp2, 1.0);
    return std::nullopt;
  case Kind::Special:
    if (isSingle)
      return std::pair(Work::Special, 1.0);
    return std::nullopt;
  case Kind::Convert:
    if (element.isF16() || element.isBF16())
      return std::pair(Work::ConvertNarrow, 0.5);
    return std::nullopt;
  }
  llvm_unreachable("unknown kind");
}

static std::optional<OpCost> costOfElements(Operation *op, unsigned warps,
                                            const MachineModel &model) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  auto tile = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<std::pair<Work, double>> work;
  if (!tile || !tile.getEncoding() || !(work = workOf(op)))
    return std::nullopt;
  // Each thread computes what it holds, copies included.
  double results = double(getLinearLayout(tile).getInDimSize(kRegister)) *
                   kWarpSize * warps * work->second;
  WorkTiming timing = model.get(work->first);
  return OpCost{nameOf(op), getPipeName(timing.pipe).str(),
                results / timing.perCycle.value, timing.perCycle.basis};
}

static std::optional<OpCost> costOfProduct(MmaOp product,
                                           const MachineModel &model) {
  auto sum = dyn_cast<RankedTensorType>(product.getAcc().getType());
  auto lhs = dyn_cast<ShapedType>(product.getLhs().getType());
  if (!sum || !lhs)
    return std::nullopt;
  double operations = 2.0 * sum.getNumElements() * lhs.getShape().back();
  const MatrixInstruction *form = product.getMatrixInstruction();
  if (!form) {
    WorkTiming timing =
        model.get(sum.getElementType().isF64() ? Work::Double : Work::Float);
    return OpCost{nameOf(product), getPipeName(timing.pipe).str(),
                  operations / 2 / timing.perCycle.value,
                  timing.perCycle.basis};
  }
  // Where two elements share a byte, it takes twice as many as are counted.
  operations *= double(form->k) / getInstructionDepth(product);
  std::optional<MatrixTiming> timing =
      model.get(*form, tileaa::getMatrixElement(product.getLhsFormat()),
                tileaa::getSumElement(product));
  if (!timing)
    return std::nullopt;
  return OpCost{nameOf(product), getPipeName(Pipe::Tensor).str(),
                operations / timing->opsPerCycle.value,
                timing->opsPerCycle.basis};
}

/// Bytes to or from the L2 cache, by what one SM takes of it in a cycle.
static std::optional<OpCost> costOfGlobal(Operation *op,
                                          const MachineModel &model) {
  if (!isa<LoadOp, StoreOp, AsyncCopyOp>(op))
    return std::nullopt;
  auto access = cast<tileaa::AccessOpInterface>(op);
  auto tile = dyn_cast<RankedTensorType>(access.getAccessedType());
  if (!tile)
    return std::nullopt;
  Figure rate = model.getMemory().l2Bytes;
  int64_t bytes =
      tile.getNumElements() * getElementBytes(tile.getElementType());
  return OpCost{nameOf(op), "L2 port", double(bytes) / rate.value, rate.basis};
}

SmallVector<OpCost> report::costsOf(Operation *op, KernelOp kernel,
                                    const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  unsigned warps = kernel.getSpec().getWarps();
  SmallVector<OpCost> costs;
  auto add = [&](std::optional<OpCost> cost) {
    if (cost)
      costs.push_back(std::move(*cost));
  };
  if (auto product = dyn_cast<MmaOp>(op))
    add(costOfProduct(product, model));
  else
    add(costOfElements(op, warps, model));
  add(costOfGlobal(op, model));
  // The banks serve one wavefront a cycle, whichever warp it is of.
  for (const BankAccess &access : bankAccessesOf(op))
    add(OpCost{access.kind, "shared memory",
               double(access.use.least) * warps / access.use.copies,
               model.getMemory().sharedBytes.basis});
  return costs;
}
