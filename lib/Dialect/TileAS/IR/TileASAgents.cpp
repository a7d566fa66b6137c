//===- TileASAgents.cpp - Warp specialization -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Return.h"
#include "tessera/Dialect/TileAS/IR/Ops/Scratch.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

Region *tileas::getAgent(Operation *op) {
  Region *region = op->getParentRegion();
  while (region && !isa<AgentsOp>(region->getParentOp()))
    region = region->getParentRegion();
  return region;
}

bool tileas::isOfTogether(Operation *op) {
  Region *agent = getAgent(op);
  return agent && cast<AgentsOp>(agent->getParentOp()).getTogether();
}

unsigned tileas::getNumWarps(Operation *op) {
  if (Region *agent = getAgent(op))
    return cast<AgentsOp>(agent->getParentOp())
        .getWarps()[agent->getRegionNumber()];
  return op->getParentOfType<KernelOpInterface>().getSpec().getWarps();
}

unsigned tileas::countComputingWarps(KernelOpInterface kernel) {
  unsigned warps = kernel.getSpec().getWarps();
  kernel.walk([&](AgentsOp agents) {
    for (auto [number, ofAgent] : llvm::enumerate(agents.getWarps())) {
      StringRef name = agents.getName(number);
      // Also another one that copies, which has a number behind the name.
      if (name.starts_with(AgentAttr::loadName) || name == AgentAttr::issueName)
        warps -= ofAgent;
    }
  });
  return warps;
}

bool tileas::isForWholeKernel(Operation *op) {
  return isa<ClaimScratchOp, ReleaseScratchOp, PlaceScratchOp, tileaa::AllocaOp,
             ReturnOp>(op);
}

unsigned tileas::getLaunchedRegisters(KernelSpecAttr spec) {
  // The hardware allocates multiples of 8.
  return spec.getMostRegisters() / 8 * 8;
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

ParseResult AgentsOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<Attribute> names;
  SmallVector<int64_t> warps, registers;
  Builder &builder = parser.getBuilder();
  if (succeeded(parser.parseOptionalKeyword("together")))
    result.getOrAddProperties<Properties>().together = builder.getUnitAttr();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  while (succeeded(parser.parseOptionalKeyword("agent"))) {
    StringAttr name;
    if (parser.parseAttribute(name) || parser.parseKeyword("warps") ||
        parser.parseInteger(warps.emplace_back()))
      return failure();
    names.push_back(name);
    SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword("registers")) &&
        parser.parseInteger(registers.emplace_back()))
      return failure();
    if (!registers.empty() && registers.size() != names.size())
      return parser.emitError(loc, "registers are said of all agents or of "
                                   "none");
    Region *body = result.addRegion();
    if (parser.parseRegion(*body))
      return failure();
    ensureTerminator(*body, builder, result.location);
  }
  Properties &properties = result.getOrAddProperties<Properties>();
  properties.names = builder.getArrayAttr(names);
  properties.warps = builder.getDenseI64ArrayAttr(warps);
  if (!registers.empty())
    properties.registers = builder.getDenseI64ArrayAttr(registers);
  return success();
}

void AgentsOp::print(OpAsmPrinter &printer) {
  if (getTogether())
    printer << " together";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getNamesAttrName(), getWarpsAttrName(),
                            getRegistersAttrName(), getTogetherAttrName()});
  printer.increaseIndent();
  for (auto [agent, body] : llvm::enumerate(getBodies())) {
    printer.printNewline();
    printer << "agent " << getNames()[agent] << " warps " << getWarps()[agent];
    if (getRegisters())
      printer << " registers " << (*getRegisters())[agent];
    printer << " ";
    printer.printRegion(body, /*printEntryBlockArgs=*/true,
                        /*printBlockTerminators=*/false);
  }
  printer.decreaseIndent();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks the requirements of setmaxnreg, which whole warpgroups execute (PTX
/// ISA, "setmaxnreg").
static LogicalResult verifyRegisters(AgentsOp op, KernelSpecAttr spec) {
  constexpr int64_t fewest = 24, most = 256, unit = 8, warpgroup = 4;
  int64_t total = 0;
  for (auto [agent, registers] : llvm::enumerate(*op.getRegisters())) {
    if (registers < fewest || registers > most || registers % unit)
      return op.emitOpError("gives agent '")
             << op.getName(agent) << "' " << registers
             << " registers; they must be a multiple of " << unit << " from "
             << fewest << " to " << most;
    int64_t warps = op.getWarps()[agent];
    if (warps % warpgroup)
      return op.emitOpError("gives registers to agent '")
             << op.getName(agent) << "' of " << warps
             << " warps, which must be a multiple of " << warpgroup;
    total += registers * warps * kWarpSize;
  }
  int64_t launched = int64_t(getLaunchedRegisters(spec)) * spec.getNumThreads();
  if (total > launched)
    return op.emitOpError("gives its agents ")
           << total << " registers, but the kernel is launched with "
           << launched;
  const TargetInfo *target = lookupTarget(spec.getTarget());
  if (target && !target->hasSetMaxNReg())
    return op.emitOpError("gives registers to its agents by setmaxnreg, which ")
           << spec.getTarget() << " does not have";
  // A block without a terminator is an error of the kernel, which is verified
  // later.
  if (Operation *next = op->getNextNode(); next && !isa<ReturnOp>(next))
    return next->emitOpError(
        "follows agents that keep their registers; only 'return' may");
  return success();
}

LogicalResult AgentsOp::verify() {
  size_t number = getBodies().size();
  if (number == 0 || getNames().size() != number ||
      getWarps().size() != number ||
      (getRegisters() && getRegisters()->size() != number))
    return emitOpError("has agents, each with a name, warps and a program, and "
                       "registers for all or none");
  // A CTA has 16 barriers (PTX ISA, "barrier"), and all threads have the first.
  constexpr size_t mostAgents = 15;
  if (number > mostAgents)
    return emitOpError("has ")
           << number << " agents; there are barriers for " << mostAgents;
  auto kernel = dyn_cast_or_null<KernelOpInterface>((*this)->getParentOp());
  if (!kernel)
    return emitOpError("stands in the kernel's own block, where all threads "
                       "come by");
  KernelSpecAttr spec = kernel.getSpec();
  llvm::StringSet<> names;
  int64_t total = 0;
  for (unsigned agent = 0; agent < number; ++agent) {
    if (!names.insert(getName(agent)).second)
      return emitOpError("has two agents called '") << getName(agent) << "'";
    int64_t warps = getWarps()[agent];
    if (!llvm::isPowerOf2_64(warps) || warps > int64_t(spec.getWarps()))
      return emitOpError("gives agent '")
             << getName(agent) << "' " << warps
             << " warps; they must be a power of two of the "
             << spec.getWarps();
    total += warps;
  }
  if (total != int64_t(spec.getWarps()))
    return emitOpError("has agents of ")
           << total << " warps in a kernel of " << spec.getWarps();
  if (getTogether() && getRegisters())
    return emitOpError(
        "gives registers to agents that are together, which keep "
        "those of the launch");
  return getRegisters() ? verifyRegisters(*this, spec) : success();
}

/// True if a value means the same to an agent's threads as to those outside.
static bool isForAllThreads(Type type) {
  if (auto completion = dyn_cast<CompletionType>(type))
    return completion.isPhase();
  return !isa<RankedTensorType>(type);
}

LogicalResult AgentsOp::verifyRegions() {
  for (auto [agent, body] : llvm::enumerate(getBodies())) {
    if (body.getNumArguments())
      return emitOpError("has an agent with arguments; values come in from "
                         "above");
    WalkResult result =
        body.walk([&, agent = agent, &body = body](Operation *op) {
          if (isForWholeKernel(op))
            return WalkResult(op->emitOpError("has no place in an agent"));
          for (Value operand : op->getOperands())
            if (!body.isAncestor(operand.getParentRegion()) &&
                !isForAllThreads(operand.getType()))
              return WalkResult(op->emitOpError("in agent '")
                                << getName(agent) << "' takes from outside a "
                                << operand.getType()
                                << ", which lies with other threads");
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}
