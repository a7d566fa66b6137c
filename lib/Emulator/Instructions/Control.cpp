//===- Control.cpp - Control flow and barriers ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Control Flow Instructions", "Parallel Synchronization and
// Communication Instructions" (bar, barrier) and "Miscellaneous Instructions".
// Warp.cpp decides the order of execution.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Builtins.h"
#include "../Machine/Lanes.h"

using namespace tessera::ptx;

namespace {

void trapLanes(Warp &warp, const Inst &, LaneMask mask) {
  warp.fault(firstLane(mask), "the kernel executed a trap");
}

void breakLanes(Warp &warp, const Inst &, LaneMask mask) {
  warp.fault(firstLane(mask), "the kernel stopped at a breakpoint");
}

} // namespace

static bool decodeBranch(InstructionDecoder &d) {
  d.inst.isUniform = d.take("uni");
  d.inst.control = Control::Branch;
  d.inst.target = d.syntax.target;
  return d.expectOperands(0);
}

static bool decodeIndexedBranch(InstructionDecoder &d) {
  if (!d.take("idx"))
    return true;
  d.inst.isUniform = d.take("uni");
  d.inst.control = Control::BranchIndexed;
  d.inst.target = d.syntax.target; // a table
  return d.expectOperands(1) || d.source(0, Type::U32, 0);
}

/// Arguments and parameters must agree, as they are copied byte for byte.
static bool checkParameters(InstructionDecoder &d, const Function &callee) {
  const Instruction &call = d.syntax;
  bool isVariadic =
      !callee.parameters.empty() && callee.parameters.back()->isVariadic;
  size_t missing = callee.parameters.size() - call.arguments.size();
  if (missing > isVariadic ||
      (call.results.size() != callee.results.size() && !callee.lacksResults))
    return d.fail(
        "'" + callee.name + "' takes " + llvm::Twine(callee.parameters.size()) +
        " parameters and returns " + llvm::Twine(callee.results.size()));
  for (size_t i = 0; i != call.arguments.size(); ++i)
    if (call.arguments[i]->size != callee.parameters[i]->size &&
        !callee.parameters[i]->isVariadic)
      return d.fail("argument " + llvm::Twine(i + 1) +
                    " has another size than "
                    "the parameter of '" +
                    callee.name + "'");
  for (size_t i = 0; i != callee.results.size(); ++i)
    if (call.results[i]->size != callee.results[i]->size)
      return d.fail("result " + llvm::Twine(i + 1) +
                    " has another size than "
                    "'" +
                    callee.name + "' returns");
  return false;
}

/// Checks that built-in functions have the parameters of the CUDA C++
/// functions.
static bool checkBuiltin(InstructionDecoder &d, const Function &function,
                         Builtin builtin) {
  size_t parameters = builtin == Builtin::Printf       ? 2
                      : builtin == Builtin::AssertFail ? 5
                                                       : 1;
  size_t results = builtin == Builtin::Malloc ? 1 : 0;
  if (function.parameters.size() != parameters ||
      function.results.size() < results)
    return d.fail("'" + function.name + "' takes " + llvm::Twine(parameters) +
                  " parameters" + (results ? " and returns one value" : ""));
  return false;
}

static bool decodeCall(InstructionDecoder &d) {
  d.inst.isUniform = d.take("uni");
  Inst &inst = d.inst;
  inst.control = Control::Call;
  const Operand &callee = d.operand(0);
  if (callee.kind != Operand::Kind::Function) {
    if (d.syntax.arguments.size() > 15 || d.syntax.results.size() > 15)
      return d.fail("an indirect call has at most 15 parameters");
    inst.count = static_cast<uint8_t>(d.syntax.arguments.size() |
                                      d.syntax.results.size() << 4);
    return d.source(0, Type::B64, 0);
  }
  const Function &function = *callee.function;
  Builtin builtin = builtinOf(function);
  if (!function.isDefined && builtin == Builtin::None)
    return d.fail("'" + function.name + "' has no body in this module");
  if (builtin != Builtin::None && checkBuiltin(d, function, builtin))
    return true;
  inst.target = function.number;
  d.function.useFunction(&function);
  return checkParameters(d, function);
}

static bool decodeReturn(InstructionDecoder &d) {
  d.inst.isUniform = d.take("uni");
  d.inst.control = d.syntax.opcode == "exit" ? Control::Exit : Control::Return;
  return d.expectOperands(0);
}

static bool decodeTrap(InstructionDecoder &d) {
  d.inst.execute = d.syntax.opcode == "trap" ? &trapLanes : &breakLanes;
  return d.expectOperands(0);
}

static bool decodeNanosleep(InstructionDecoder &d) {
  d.inst.control = Control::Yield;
  d.inst.execute = &noEffect;
  return d.takeType() != Type::U32 || d.expectOperands(1) ||
         d.source(0, Type::U32, 0);
}

/// pmevent a; a is one of 16 events, or a mask of them.
static bool decodeEvent(InstructionDecoder &d) {
  d.inst.execute = &noEffect;
  int64_t most = d.take("mask") ? 0xFFFF : 15, value = 0;
  if (d.expectOperands(1) || d.integerLiteral(0, value))
    return true;
  return (value < 0 || value > most) &&
         d.fail("there are 16 performance events");
}

/// bar.sync, bar.arrive, bar.red and their barrier.* forms.
static bool decodeBarrier(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (d.syntax.opcode == "bar" && d.take("warp")) {
    inst.control = Control::WarpBarrier;
    return !d.take("sync") || d.expectOperands(1) || d.source(0, Type::B32, 0);
  }
  if (d.syntax.opcode == "barrier" && d.take("cluster"))
    return decodeClusterBarrier(d);
  inst.control = Control::Barrier;
  d.take("cta");
  inst.isAligned = d.syntax.opcode == "bar" || d.take("aligned");
  bool isReduction = d.take("red");
  BarrierOp operation = BarrierOp::Sync;
  if (isReduction)
    operation = d.take("popc")  ? BarrierOp::Popc
                : d.take("and") ? BarrierOp::And
                : d.take("or")  ? BarrierOp::Or
                                : BarrierOp::Sync;
  else if (d.take("arrive"))
    operation = BarrierOp::Arrive;
  else if (!d.take("sync"))
    return true;
  inst.operation = static_cast<uint8_t>(operation);
  if (!isReduction) {
    size_t least = operation == BarrierOp::Arrive ? 2 : 1;
    return d.expectOperands(least, 2) || d.source(0, Type::U32, 0) ||
           (d.operandCount() == 2 && d.source(1, Type::U32, 1));
  }
  Type type = d.takeType();
  bool isCount = operation == BarrierOp::Popc;
  size_t last = d.operandCount() - 1;
  return operation == BarrierOp::Sync ||
         type != (isCount ? Type::U32 : Type::Pred) || d.expectOperands(3, 4) ||
         d.destination(0, bitWidth(type)) || d.source(1, Type::U32, 0) ||
         (last == 3 && d.source(2, Type::U32, 1)) || d.predicateSource(last, 2);
}

void tessera::ptx::addControlInstructions(InstructionTable &table) {
  table["bra"] = decodeBranch;
  table["brx"] = decodeIndexedBranch;
  table["call"] = decodeCall;
  table["ret"] = table["exit"] = decodeReturn;
  table["trap"] = table["brkpt"] = decodeTrap;
  table["nanosleep"] = decodeNanosleep;
  table["pmevent"] = decodeEvent;
  table["bar"] = table["barrier"] = decodeBarrier;
}
