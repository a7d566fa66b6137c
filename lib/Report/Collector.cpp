//===- Collector.cpp - From kernels to facts ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handover.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAS/Analysis/BankUse.h"
#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/FrontendContract/ParameterNames.h"
#include "tessera/Report/KernelReport.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/RemarkCategories.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::report;
using namespace tessera::tileas;

static Place placeOf(Operation *op) {
  if (FileLineColLoc file = findUserLocation(op->getLoc()))
    return {file.getFilename().str(), file.getLine(), file.getColumn()};
  return {};
}

/// "64x32xf16"
static std::string describe(ShapedType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape())
    os << extent << 'x';
  type.getElementType().print(os);
  return text;
}

/// Adds a fact, or increments the count of an equal one.
template <typename Fact, typename Key>
static void addOrCount(std::vector<Fact> &facts, Fact fact, Key key) {
  for (Fact &each : facts)
    if (key(each) == key(fact)) {
      ++each.count;
      return;
    }
  facts.push_back(std::move(fact));
}

namespace {
/// Collects the facts of one kernel.
class Collector {
public:
  explicit Collector(KernelOpInterface kernel)
      : kernel(kernel), target(*lookupTarget(kernel.getSpec().getTarget())) {}

  KernelFacts run();

private:
  void addLayouts(Operation *op);
  void addBuffers();
  void addAccess(Operation *op);
  std::string findParameter(mlir::Value base);
  void addLoop(LoopLikeOpInterface loop);
  void addCost(LoopFact &fact, Operation *op);
  remark::RemarkOpts named(StringRef name, StringRef category);
  void explainBound(Operation *loop, const LoopFact &fact);
  void explainConflicts(Operation *op, const BankUse &use);

  KernelOpInterface kernel;
  const TargetInfo &target;
  KernelFacts facts;
  std::vector<std::string> parameterNames;
  /// First and last step of each op, in program order.
  llvm::DenseMap<Operation *, std::pair<unsigned, unsigned>> steps;
};
} // namespace

void Collector::addLayouts(Operation *op) {
  for (Type type : op->getResultTypes()) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile || !tile.getEncoding())
      continue;
    const LinearLayout &map = getLinearLayout(tile);
    auto found = llvm::find_if(
        facts.layouts, [&](const LayoutFact &fact) { return fact.map == map; });
    if (found == facts.layouts.end())
      found =
          facts.layouts.insert(found, {describe(tile), map, 0, placeOf(op)});
    ++found->uses;
  }
}

void Collector::addBuffers() {
  FailureOr<SharedAllocation> shared = SharedAllocation::create(kernel);
  if (failed(shared))
    return;
  for (const SharedInterval &interval : shared->getIntervals()) {
    AllocSharedOp alloc = interval.buffer;
    BufferType type = alloc.getBuffer().getType();
    facts.buffers.push_back(
        {describe(type), int64_t(alloc.getOffset().value_or(0)),
         type.getSizeInBytes(), type.getStages(), steps.lookup(alloc).first,
         steps.lookup(interval.last).second, placeOf(alloc)});
  }
}

/// The name of the parameter that a pointer, or a tile of pointers, is made of:
/// each op on the way has one operand of that kind. Empty if it is not known.
std::string Collector::findParameter(mlir::Value base) {
  auto isPointer = [](mlir::Value value) {
    return isa<tileaa::PtrType>(getElementTypeOrSelf(value.getType()));
  };
  while (Operation *op = base.getDefiningOp()) {
    auto pointers = llvm::make_filter_range(op->getOperands(), isPointer);
    if (!llvm::hasSingleElement(pointers))
      return {};
    base = *pointers.begin();
  }
  auto parameter = cast<BlockArgument>(base);
  if (parameter.getOwner()->getParentOp() != kernel.getOperation())
    return {};
  return parameterNames[parameter.getArgNumber()];
}

void Collector::addAccess(Operation *op) {
  for (const BankAccess &access : bankAccessesOf(op)) {
    explainConflicts(op, access.use);
    addOrCount(facts.sharedAccesses,
               {access.kind, describe(access.tile), access.use.bytesPerThread,
                access.use.wavefronts, access.use.ideal, placeOf(op), 1},
               [](const SharedAccessFact &fact) {
                 return std::tie(fact.kind, fact.tile, fact.bytes,
                                 fact.wavefronts, fact.place.file,
                                 fact.place.line, fact.place.column);
               });
  }
  auto access = dyn_cast<WideAccessOpInterface>(op);
  if (!access)
    return;
  Type type = access.getAccessedType();
  auto tile = dyn_cast<ShapedType>(type);
  int64_t bytes = getElementBytes(getElementTypeOrSelf(type));
  std::string name;
  if (tile)
    name = describe(tile);
  else
    llvm::raw_string_ostream(name) << type;
  addOrCount(facts.accesses,
             {op->getName().stripDialect().str(), name,
              findParameter(access.getBase()),
              int64_t(access.getWidth()) * bytes, bool(access.getMask()),
              placeOf(op), 1, "", ""},
             [](const AccessFact &fact) {
               return std::tie(fact.kind, fact.tile, fact.parameter, fact.bytes,
                               fact.isMasked, fact.place.file, fact.place.line,
                               fact.place.column);
             });
}

static void addPlaced(std::vector<PlacedOp> &body, Operation *op) {
  StringRef name = op->getName().getStringRef();
  name.consume_front("tileas.");
  PlacedOp placed{name.str(), placeOf(op)};
  auto isSame = [&](const PlacedOp &each) {
    return each.name == placed.name && each.place.file == placed.place.file &&
           each.place.line == placed.place.line;
  };
  if (placed.place.line && llvm::none_of(body, isSame))
    body.push_back(std::move(placed));
}

void Collector::addCost(LoopFact &fact, Operation *op) {
  for (const OpCost &cost : costsOf(op, getNumWarps(op), target)) {
    if (!cost.isLeast)
      continue;
    std::string unit = cost.unit.getName().str();
    LoopOp &added = fact.ops.emplace_back();
    added = {cost.name, unit, cost.cycles, placeOf(op)};
    // An op in a branch has the slot of the branch.
    Operation *placed = op;
    while (!getSlot(placed) && isa<scf::IfOp>(placed->getParentOp()))
      placed = placed->getParentOp();
    if (SlotAttr slot = getSlot(placed)) {
      added.stage = slot.getStage();
      added.start = slot.getCycle();
    }
    auto part = llvm::find_if(
        fact.parts, [&](const LoopPart &each) { return each.unit == unit; });
    if (part == fact.parts.end())
      part = fact.parts.insert(part, {unit, 0, cost.basis});
    part->cycles += cost.cycles;
    part->basis = std::max(part->basis, cost.basis);
  }
}

void Collector::addLoop(LoopLikeOpInterface loop) {
  LoopFact fact;
  fact.place = placeOf(loop);
  fact.warps = getNumWarps(loop);
  for (Operation *outer = loop->getParentOp(); outer != kernel;
       outer = outer->getParentOp())
    fact.depth += isa<LoopLikeOpInterface>(outer);
  std::tie(fact.begin, fact.end) = steps.lookup(loop);
  if (std::optional<APInt> trips = loop.getStaticTripCount())
    if (trips->getActiveBits() < 63)
      fact.trips = trips->getSExtValue();
  ScheduleAttr schedule = getSchedule(loop);
  if (schedule)
    fact.schedule = {schedule.getInterval(), schedule.getStages(),
                     schedule.getMinimal()};
  loop->walk([&](Operation *op) {
    if (op == loop || op->getParentOfType<LoopLikeOpInterface>() != loop)
      return;
    addPlaced(fact.body, op);
    addCost(fact, op);
    auto turn = dyn_cast<GroupTurnOp>(op);
    fact.barriers += isa<BarrierOp, CopyBarrierOp>(op) ||
                     (turn && turn.getVerb() == TurnVerb::Take);
    if (SlotAttr slot = getSlot(op); schedule && slot && getFilledBuffer(op))
      fact.ahead =
          std::max(fact.ahead, schedule.getStages() - 1 - slot.getStage());
  });
  llvm::sort(fact.parts, [](const LoopPart &a, const LoopPart &b) {
    return std::tie(b.cycles, a.unit) < std::tie(a.cycles, b.unit);
  });
  if (auto tiles = dyn_cast<scf::ForOp>(*loop))
    for (const HandoverCost &each :
         collectHandover(tiles, getNumWarps(tiles), target))
      fact.handover.push_back({each.cost.name, each.cost.unit.getName().str(),
                               each.cost.cycles, placeOf(each.op),
                               each.isOfNextTile ? 0 : 1,
                               int64_t(std::ceil(each.start))});
  explainBound(loop, fact);
  facts.loops.push_back(std::move(fact));
}

remark::RemarkOpts Collector::named(StringRef name, StringRef category) {
  return remark::RemarkOpts::name(name).category(category).function(
      kernel.getSymName());
}

void Collector::explainBound(Operation *loop, const LoopFact &fact) {
  if (fact.parts.empty() || !loop->getContext()->getRemarkEngine())
    return;
  const LoopPart &most = fact.parts.front();
  remark::analysis(loop->getLoc(),
                   named("RemarkScheduleBound", remarks::schedule))
      << remark::metric("Cycles",
                        llvm::formatv("{0:f0}", std::ceil(most.cycles)).str())
      << remark::metric("Limit", most.unit)
      << remark::metric("Basis", getBasisName(most.basis).str());
}

void Collector::explainConflicts(Operation *op, const BankUse &use) {
  if (use.wavefronts == use.ideal || !op->getContext()->getRemarkEngine())
    return;
  remark::missed(op->getLoc(),
                 named("RemarkSharedBankConflicts", remarks::memory))
      << remark::reason("{0} of {1} passes of the banks of shared memory are "
                        "conflicts",
                        use.wavefronts - use.ideal, use.wavefronts)
      << remark::suggest("{0}", "let accesses take more bytes at once, as "
                                "RemarkMemoryAccessNarrow says, or use larger "
                                "tiles");
}

KernelFacts Collector::run() {
  KernelSpecAttr spec = kernel.getSpec();
  facts.name = kernel.getSymName().str();
  facts.target = spec.getTarget().str();
  facts.place = placeOf(kernel);
  parameterNames =
      findParameterNames(cast<FunctionOpInterface>(kernel.getOperation()));
  facts.warps = spec.getWarps();
  facts.sharedBytes = spec.getShared();
  if (PlanAttr plan = spec.getPlan())
    facts.plan = {plan.getBlocks(), plan.getRegisters()};
  kernel->walk([&](Operation *op, const WalkStage &stage) {
    if (stage.isBeforeAllRegions())
      steps[op].first = facts.steps++;
    if (stage.isAfterAllRegions())
      steps[op].second = facts.steps - 1;
  });
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    addLayouts(op);
    addAccess(op);
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      addLoop(loop);
    else if (op != kernel && !op->getParentOfType<LoopLikeOpInterface>())
      addPlaced(facts.body, op);
  });
  addBuffers();
  return std::move(facts);
}

void KernelReport::collect(ModuleOp module) {
  kernels.clear();
  for (auto kernel : module.getOps<KernelOpInterface>())
    kernels.push_back(Collector(kernel).run());
}

static StringRef findLimit(const TargetInfo &target,
                           const KernelResources &used) {
  tileas::Residency residency(target, std::max(1u, used.warps),
                              used.tensorColumns);
  switch (residency.find(used.sharedBytes, used.registers).limit) {
  case OccupancyLimit::Warps:
    return "warps";
  case OccupancyLimit::Blocks:
    return "blocks";
  case OccupancyLimit::Registers:
    return "registers";
  case OccupancyLimit::SharedMemory:
    return "shared memory";
  case OccupancyLimit::TensorMemory:
    return "tensor memory";
  }
  llvm_unreachable("unknown limit");
}

void KernelReport::addResources(ArrayRef<KernelResources> resources) {
  for (KernelFacts &kernel : kernels)
    for (const KernelResources &each : resources)
      if (each.kernel == kernel.name) {
        kernel.resources = each;
        kernel.occupancyLimit =
            findLimit(*lookupTarget(kernel.target), each).str();
      }
}

/// The value of an argument; "" where there is none.
static StringRef find(const ReportedRemark &remark, StringRef name) {
  for (const auto &[key, value] : remark.arguments)
    if (key == name)
      return value;
  return "";
}

static unsigned findNumber(const ReportedRemark &remark, StringRef name) {
  unsigned number = 0;
  find(remark, name).getAsInteger(10, number);
  return number;
}

/// Adds a plan that tileaa-plan-kernel or tileas-schedule-loops considered, from
/// its remark.
static void addCandidate(KernelFacts &kernel, const ReportedRemark &remark) {
  bool isChosen = find(remark, "Chosen") == "true";
  std::string reason = find(remark, "Reason").str();
  if (remark.name == "RemarkWarpCandidate")
    kernel.warpCandidates.push_back(
        {findNumber(remark, "Warps"), findNumber(remark, "SumRegisters"),
         findNumber(remark, "TileRegisters"),
         findNumber(remark, "TensorCycles"), findNumber(remark, "SharedCycles"),
         findNumber(remark, "Blocks"), isChosen, reason});
  else if (remark.name == "RemarkCopyCandidate")
    kernel.copyCandidates.push_back(
        {findNumber(remark, "CopyWarps"), findNumber(remark, "UnitCycles"),
         findNumber(remark, "ThreadCycles"), findNumber(remark, "Cycles"),
         findNumber(remark, "Registers"), findNumber(remark, "Blocks"),
         isChosen, reason});
  else if (remark.name == "RemarkStageCandidate")
    kernel.stageCandidates.push_back(
        {findNumber(remark, "Stages"),
         findNumber(remark, "Blocks"),
         findNumber(remark, "Interval"),
         isChosen,
         reason,
         {remark.file, remark.line, remark.column}});
  else if (remark.name == "RemarkInstructionCandidate")
    kernel.instructionCandidates.push_back(
        {find(remark, "Instruction").str(),
         findNumber(remark, "Cycles"),
         isChosen,
         reason,
         {remark.file, remark.line, remark.column}});
}

/// Forgets what was said of a plan which is not that of the result.
static void forgetPlan(KernelFacts &kernel) {
  kernel.remarks.clear();
  kernel.warpCandidates.clear();
  kernel.copyCandidates.clear();
  kernel.stageCandidates.clear();
  kernel.instructionCandidates.clear();
}

static bool isAt(const ReportedRemark &remark, const Place &place) {
  return remark.line != 0 && remark.file == place.file &&
         remark.line == place.line && remark.column == place.column;
}

void KernelReport::finish(StringRef ptx) {
  for (KernelFacts &kernel : kernels)
    for (const ReportedRemark &remark : remarks) {
      if (remark.function != kernel.name)
        continue;
      if (remark.name == "RemarkPlannedAgain")
        forgetPlan(kernel);
      kernel.remarks.push_back(remark);
      addCandidate(kernel, remark);
      if (remark.name != "RemarkMemoryAccessNarrow")
        continue;
      for (AccessFact &access : kernel.accesses)
        if (isAt(remark, access.place)) {
          access.reason = find(remark, "Reason").str();
          access.suggestion = find(remark, "Suggestion").str();
        }
    }
  if (!ptx.empty())
    judge(kernels, ptx);
}
