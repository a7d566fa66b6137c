//===- Atomic.cpp - Atomic operations and reductions on memory ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Parallel Synchronization and Communication Instructions":
// atom, red. The lanes of a warp take their turns in order.
//
//===----------------------------------------------------------------------===//

#include "../Lanes.h"
#include <algorithm>

using namespace tessera::ptx;

namespace {

uint64_t combineInteger(AtomicOp operation, Type type, uint64_t old,
                        uint64_t b) {
  unsigned drop = 64 - bitWidth(type);
  auto value = [&](uint64_t x) { return int64_t(x << drop) >> drop; };
  switch (operation) {
  case AtomicOp::Add:
    return old + b;
  case AtomicOp::And:
    return old & b;
  case AtomicOp::Or:
    return old | b;
  case AtomicOp::Xor:
    return old ^ b;
  case AtomicOp::Inc:
    return old >= b ? 0 : old + 1;
  case AtomicOp::Dec:
    return old == 0 || old > b ? b : old - 1;
  case AtomicOp::Min:
  case AtomicOp::Max: {
    bool isLess = isSigned(type) ? value(b) < value(old) : b < old;
    return isLess == (operation == AtomicOp::Min) ? b : old;
  }
  case AtomicOp::Exchange:
  case AtomicOp::CompareSwap:
    return b;
  }
  llvm_unreachable("an atomic operation without a rule");
}

uint64_t combineFloat(const Inst &inst, uint64_t old, uint64_t b,
                      bool flushes) {
  FloatFormat f = formatOf(inst.type);
  auto operation = static_cast<AtomicOp>(inst.operation);
  if (operation != AtomicOp::Add)
    return minMaxFloat(f, old, b, operation == AtomicOp::Max, false);
  if (flushes) {
    old = flushSubnormal(f, old);
    b = flushSubnormal(f, b);
  }
  uint64_t sum = addFloat(f, old, b, Rounding::Nearest);
  return flushes ? flushSubnormal(f, sum) : sum;
}

/// The value that memory gets. f32 addition on global memory flushes
/// subnormals, on shared memory it keeps them.
template <typename T> T combine(const Inst &inst, T old, T b, bool isShared) {
  if (isFloat(inst.type))
    return static_cast<T>(
        combineFloat(inst, old, b, inst.type == Type::F32 && !isShared));
  if (isPackedHalf(inst.type)) {
    uint64_t low = combineFloat(inst, old & 0xFFFF, b & 0xFFFF, false);
    uint64_t high = combineFloat(inst, uint64_t(old) >> 16 & 0xFFFF,
                                 uint64_t(b) >> 16 & 0xFFFF, false);
    return static_cast<T>(low | high << 16);
  }
  return static_cast<T>(
      combineInteger(static_cast<AtomicOp>(inst.operation), inst.type, old, b));
}

template <typename T>
void atomicLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const T *b = warp.read<T>(inst.src[1]);
  const T *c = inst.src[2] == noSlot ? nullptr : warp.read<T>(inst.src[2]);
  LanePointers bytes;
  if (!warp.access(inst, mask, sizeof(T), Access::Atomic, bytes))
    return;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint64_t address = warp.effectiveAddress(inst, l);
    bool isShared =
        inst.space == Space::Shared || (inst.space == Space::Generic &&
                                        (address & windowMask) == sharedWindow);
    auto *p = reinterpret_cast<T *>(bytes[l]);
    // The host's order is the strongest one, which every order allows.
    T old = __atomic_load_n(p, __ATOMIC_SEQ_CST), desired;
    do {
      desired =
          c ? (old == b[l] ? c[l] : old) : combine(inst, old, b[l], isShared);
    } while (!__atomic_compare_exchange_n(p, &old, desired, false,
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    if (inst.dst != noSlot)
      warp.write<T>(inst.dst)[l] = old;
  }
}

} // namespace

static bool takeOperation(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, AtomicOp> names[] = {
      {"add", AtomicOp::Add},       {"min", AtomicOp::Min},
      {"max", AtomicOp::Max},       {"and", AtomicOp::And},
      {"or", AtomicOp::Or},         {"xor", AtomicOp::Xor},
      {"inc", AtomicOp::Inc},       {"dec", AtomicOp::Dec},
      {"exch", AtomicOp::Exchange}, {"cas", AtomicOp::CompareSwap}};
  for (auto [name, operation] : names)
    if (d.take(name)) {
      d.inst.operation = static_cast<uint8_t>(operation);
      return true;
    }
  return false;
}

/// Whether the ISA has this operation on this type.
static bool isDefined(AtomicOp operation, Type type) {
  bool isWord = bitWidth(type) == 32 || bitWidth(type) == 64;
  switch (operation) {
  case AtomicOp::Exchange:
    return isUntyped(type) && isWord;
  case AtomicOp::CompareSwap:
    return isUntyped(type) && (isWord || type == Type::B16);
  case AtomicOp::And:
  case AtomicOp::Or:
  case AtomicOp::Xor:
    return isUntyped(type) && isWord;
  case AtomicOp::Inc:
  case AtomicOp::Dec:
    return type == Type::U32;
  case AtomicOp::Add:
    return isFloat(type) || isPackedHalf(type) ||
           ((isSigned(type) || isUnsigned(type)) && isWord);
  case AtomicOp::Min:
  case AtomicOp::Max:
    return type == Type::F16 || type == Type::BF16 || isPackedHalf(type) ||
           ((isSigned(type) || isUnsigned(type)) && isWord);
  }
  return false;
}

static bool decodeAtomic(InstructionDecoder &d) {
  Inst &inst = d.inst;
  bool isReduction = d.syntax.opcode == "red";
  // An atomic operation that says nothing is relaxed at the scope of the GPU.
  static constexpr std::pair<llvm::StringLiteral, MemoryOrder> orders[] = {
      {"relaxed", MemoryOrder::Relaxed},
      {"acquire", MemoryOrder::Acquire},
      {"release", MemoryOrder::Release},
      {"acq_rel", MemoryOrder::AcqRel}};
  inst.order = MemoryOrder::Relaxed;
  for (auto [name, order] : orders)
    if (d.take(name)) {
      inst.order = order;
      break;
    }
  inst.scope = Scope::Gpu;
  d.takeScope(inst.scope);
  d.takeSpace(inst.space);
  if (!takeOperation(d))
    return true;
  d.take("noftz");
  bool hasPolicy = d.take("L2::cache_hint");
  Type type = inst.type = d.takeType();
  auto operation = static_cast<AtomicOp>(inst.operation);
  if (!isDefined(operation, type))
    return d.failUnsupported();
  bool isSwap = operation == AtomicOp::CompareSwap;
  if (isReduction && (isSwap || operation == AtomicOp::Exchange))
    return d.failUnsupported();
  unsigned first = isReduction ? 0 : 1;
  switch (bitWidth(type)) {
  case 16:
    inst.execute = &atomicLanes<uint16_t>;
    break;
  case 32:
    inst.execute = &atomicLanes<uint32_t>;
    break;
  default:
    inst.execute = &atomicLanes<uint64_t>;
    break;
  }
  if (d.expectOperands(first + 2 + isSwap + hasPolicy) || d.address(first) ||
      d.source(first + 1, type, 1) || (isSwap && d.source(first + 2, type, 2)))
    return true;
  bool hasResult = !isReduction && d.operand(0).kind != Operand::Kind::Sink;
  return hasResult && d.destination(0, bitWidth(type));
}

void tessera::ptx::addAtomicInstructions(InstructionTable &table) {
  table["atom"] = table["red"] = decodeAtomic;
}
