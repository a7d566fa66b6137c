//===- Atomic.cpp - Atomic operations and reductions on memory ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Parallel Synchronization and Communication Instructions":
// atom, red. The lanes of a warp act one after the other.
//
//===----------------------------------------------------------------------===//

#include "../../Grid/Block.h"
#include "../../Machine/Lanes.h"
#include "AsyncStore.h"
#include "Reduction.h"
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

/// The new value in memory. Addition of f32 flushes subnormals on global
/// memory, unless .noftz is given; on shared memory it keeps them.
template <typename T> T combine(const Inst &inst, T old, T b, bool isShared) {
  bool flushes = inst.type == Type::F32 && !isShared && !inst.keepsSubnormals;
  if (isFloat(inst.type))
    return static_cast<T>(combineFloat(inst, old, b, flushes));
  if (isPackedHalf(inst.type)) {
    uint64_t low = combineFloat(inst, old & 0xFFFF, b & 0xFFFF, false);
    uint64_t high = combineFloat(inst, uint64_t(old) >> 16 & 0xFFFF,
                                 uint64_t(b) >> 16 & 0xFFFF, false);
    return static_cast<T>(low | high << 16);
  }
  return static_cast<T>(
      combineInteger(static_cast<AtomicOp>(inst.operation), inst.type, old, b));
}

bool isSharedAddress(const Inst &inst, uint64_t address) {
  return isShared(inst.space) || (inst.space == Space::Generic &&
                                  (address & windowMask) == sharedWindow);
}

/// Updates one element and returns its old value. `c` is the new value of cas.
template <typename T>
T update(const Inst &inst, uint8_t *at, T b, const T *c, bool isShared,
         uint64_t &changes) {
  auto *p = reinterpret_cast<T *>(at);
  // The host's strongest order implements every order.
  T old = __atomic_load_n(p, __ATOMIC_SEQ_CST), desired;
  do {
    desired = c ? (old == b ? *c : old) : combine(inst, old, b, isShared);
  } while (!__atomic_compare_exchange_n(p, &old, desired, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  changes += desired != old;
  return old;
}

template <typename T>
void atomicLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const T *b = warp.read<T>(inst.src[1]);
  const T *c = inst.src[2] == noSlot ? nullptr : warp.read<T>(inst.src[2]);
  LanePointers bytes;
  if (!warp.memory.access(inst, mask, sizeof(T), Access::Atomic, bytes))
    return;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    bool isShared =
        isSharedAddress(inst, warp.memory.effectiveAddress(inst, l));
    T old = update<T>(inst, bytes[l], b[l], c ? c + l : nullptr, isShared,
                      warp.block.changes);
    if (inst.dst != noSlot)
      warp.write<T>(inst.dst)[l] = old;
  }
}

/// exch and cas of 128 bits.
void wideAtomicLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const Bits128 *b = warp.read<Bits128>(inst.src[1]);
  const Bits128 *c =
      inst.src[2] == noSlot ? nullptr : warp.read<Bits128>(inst.src[2]);
  LanePointers bytes;
  if (!warp.memory.access(inst, mask, sizeof(Bits128), Access::Atomic, bytes))
    return;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    auto *p = reinterpret_cast<uint64_t *>(bytes[l]);
    std::lock_guard<std::mutex> guard(wideMutex);
    uint64_t low = __atomic_load_n(p, __ATOMIC_SEQ_CST);
    uint64_t high = __atomic_load_n(p + 1, __ATOMIC_SEQ_CST);
    Bits128 old = Bits128(high) << 64 | low;
    Bits128 desired = !c ? b[l] : old == b[l] ? c[l] : old;
    __atomic_store_n(p, static_cast<uint64_t>(desired), __ATOMIC_SEQ_CST);
    __atomic_store_n(p + 1, static_cast<uint64_t>(desired >> 64),
                     __ATOMIC_SEQ_CST);
    warp.block.changes += desired != old;
    if (inst.dst != noSlot)
      warp.write<Bits128>(inst.dst)[l] = old;
  }
}

/// Vectors: each element is atomic by itself. The list holds the sources and,
/// for atom, then the results.
template <typename T>
void atomicVectorLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const Slot *list = warp.list(inst);
  LanePointers bytes;
  if (!warp.memory.access(inst, mask, sizeof(T) * inst.count, Access::Atomic,
                          bytes))
    return;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    // Results may go to registers that are sources too.
    T old[8];
    for (unsigned i = 0; i != inst.count; ++i)
      old[i] =
          update<T>(inst, bytes[l] + i * sizeof(T), warp.read<T>(list[i])[l],
                    nullptr, false, warp.block.changes);
    for (unsigned i = 0; i != inst.count; ++i)
      if (inst.returnsVector && list[inst.count + i] != noSlot)
        warp.write<T>(list[inst.count + i])[l] = old[i];
  }
}

} // namespace

void tessera::ptx::reduceElement(const Inst &inst, uint8_t *at,
                                 const uint8_t *value) {
  auto reduce = [&](auto element) {
    std::memcpy(&element, value, sizeof element);
    uint64_t changes = 0; // not needed: the copy itself is counted
    update<decltype(element)>(inst, at, element, nullptr, /*isShared=*/false,
                              changes);
  };
  switch (bitWidth(inst.type)) {
  case 16:
    return reduce(uint16_t());
  case 32:
    return reduce(uint32_t());
  default:
    return reduce(uint64_t());
  }
}

uint64_t tessera::ptx::combineElements(const Inst &inst, uint64_t a,
                                       uint64_t b) {
  return combine(inst, a, b, /*isShared=*/true);
}

bool tessera::ptx::takeAtomicOperation(InstructionDecoder &d) {
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

bool tessera::ptx::takeSubnormals(InstructionDecoder &d, bool isNeeded) {
  Inst &inst = d.inst;
  bool isSingle = inst.type == Type::F32 &&
                  static_cast<AtomicOp>(inst.operation) == AtomicOp::Add;
  inst.keepsSubnormals = (isNeeded || isSingle) && d.take("noftz");
  if (isNeeded && !inst.keepsSubnormals)
    return d.fail("this operation on halves needs .noftz");
  return isSingle && inst.keepsSubnormals &&
         (d.needsTarget(90) || d.needsVersion(94));
}

static bool isHalf(Type type) {
  return type == Type::F16 || type == Type::BF16 || isPackedHalf(type);
}

/// True if the ISA has this operation on this type; PTX ISA, section on atom,
/// tables of types.
static bool isDefined(AtomicOp operation, Type type, bool isVector) {
  bool isWord = bitWidth(type) == 32 || bitWidth(type) == 64;
  bool isNumber = (isSigned(type) || isUnsigned(type)) && isWord;
  bool isMinMax = operation == AtomicOp::Min || operation == AtomicOp::Max;
  if (isVector)
    return operation == AtomicOp::Add ? isHalf(type) || type == Type::F32
                                      : isMinMax && isHalf(type);
  switch (operation) {
  case AtomicOp::CompareSwap:
    return isUntyped(type) &&
           (isWord || type == Type::B16 || type == Type::B128);
  case AtomicOp::Exchange:
    return isUntyped(type) && (isWord || type == Type::B128);
  case AtomicOp::And:
  case AtomicOp::Or:
  case AtomicOp::Xor:
    return isUntyped(type) && isWord;
  case AtomicOp::Inc:
  case AtomicOp::Dec:
    return type == Type::U32;
  case AtomicOp::Add:
    return isHalf(type) || type == Type::F32 || type == Type::F64 ||
           (isNumber && type != Type::S64);
  case AtomicOp::Min:
  case AtomicOp::Max:
    return isNumber;
  }
  return false;
}

/// Without qualifiers, an atomic operation is relaxed at the scope of the GPU.
static bool takeOrder(InstructionDecoder &d, bool isReduction) {
  static constexpr std::pair<llvm::StringLiteral, MemoryOrder> orders[] = {
      {"relaxed", MemoryOrder::Relaxed},
      {"release", MemoryOrder::Release},
      {"acquire", MemoryOrder::Acquire},
      {"acq_rel", MemoryOrder::AcqRel}};
  Inst &inst = d.inst;
  inst.order = MemoryOrder::Relaxed;
  for (auto [name, order] : orders)
    if (d.take(name)) {
      inst.order = order;
      break;
    }
  inst.scope = Scope::Gpu;
  if (d.takeScope(inst.scope) && inst.scope == Scope::Cluster &&
      d.needsTarget(90))
    return true;
  return isReduction &&
         (inst.order == MemoryOrder::Acquire ||
          inst.order == MemoryOrder::AcqRel) &&
         d.fail("red reads nothing, so it cannot acquire");
}

/// Adds the elements of a braced vector to the list of slots.
static bool vectorElements(InstructionDecoder &d, size_t i, bool isResult) {
  const Operand &op = d.operand(i);
  Type type = d.inst.type;
  if (op.kind != Operand::Kind::Vector || op.elements.size() != d.inst.count)
    return d.fail("operand " + llvm::Twine(i + 1) + " must be a vector of " +
                  llvm::Twine(unsigned(d.inst.count)) + " elements");
  for (const Operand &element : op.elements) {
    Slot slot = noSlot;
    bool isSink = element.kind == Operand::Kind::Sink;
    if (isResult && !isSink &&
        (element.kind != Operand::Kind::Register || element.isNegated ||
         d.registerWidth(element) != bitWidth(type)))
      return d.fail("the results need registers of " +
                    llvm::Twine(bitWidth(type)) + " bits");
    if (!(isResult && isSink) && d.anySource(element, type, slot))
      return true;
    d.function.code.slots.push_back(slot);
  }
  return false;
}

/// .v2, .v4 and .v8, for global memory.
static bool decodeVector(InstructionDecoder &d, unsigned first,
                         bool hasPolicy) {
  Inst &inst = d.inst;
  unsigned width = bitWidth(inst.type);
  if (inst.count * width > 128 || isShared(inst.space))
    return true;
  inst.execute =
      width == 16 ? &atomicVectorLanes<uint16_t> : &atomicVectorLanes<uint32_t>;
  if (d.needsTarget(90) || d.expectOperands(first + 2 + hasPolicy) ||
      d.wideAddress(first))
    return true;
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  inst.returnsVector = first == 1 && d.operand(0).kind != Operand::Kind::Sink;
  return vectorElements(d, first + 1, false) ||
         (inst.returnsVector && vectorElements(d, 0, true));
}

/// Takes the qualifiers that an operation on this type may or must have.
static bool takeQualifiers(InstructionDecoder &d, AtomicOp operation,
                           bool &hasPolicy) {
  Inst &inst = d.inst;
  if (takeSubnormals(d, /*isNeeded=*/isHalf(inst.type)))
    return true;
  bool isBfloat = inst.type == Type::BF16 || inst.type == Type::BF16x2;
  if (isBfloat && d.needsTarget(90))
    return true;
  if (operation != AtomicOp::CompareSwap && !isShared(inst.space))
    hasPolicy = d.take("L2::cache_hint");
  return hasPolicy && d.needsTarget(80);
}

/// Checks red.async.release, which takes place at once, as st.async.release
/// does.
static bool checkAsyncRelease(InstructionDecoder &d, bool isMmio) {
  const Inst &inst = d.inst;
  return d.needsTarget(100) || !isAsyncRelease(inst, isMmio) ||
         inst.count != 1 ||
         !isSharedReduction(static_cast<AtomicOp>(inst.operation), inst.type);
}

static bool decodeAtomic(InstructionDecoder &d) {
  Inst &inst = d.inst;
  bool isReduction = d.syntax.opcode == "red", hasPolicy = false;
  bool isAsync = isReduction && d.take("async");
  if (isAsync && !llvm::is_contained(d.syntax.modifiers, "release"))
    return decodeAsyncReduction(d);
  bool isMmio = isAsync && d.take("mmio");
  if (takeOrder(d, isReduction))
    return true;
  d.takeSpace(inst.space);
  if (!takeAtomicOperation(d) ||
      (inst.space != Space::Generic && inst.space != Space::Global &&
       !isShared(inst.space)))
    return true;
  for (unsigned count : {2, 4, 8})
    if (d.take("v" + std::to_string(count)))
      inst.count = static_cast<uint8_t>(count);
  Type type = inst.type = d.takeType();
  auto operation = static_cast<AtomicOp>(inst.operation);
  // Sums have no sign; only this instruction names one.
  if (isAsync && operation == AtomicOp::Add && type == Type::S64)
    type = inst.type = Type::U64;
  bool isSwap = operation == AtomicOp::CompareSwap, isVector = inst.count != 1;
  if (!isDefined(operation, type, isVector) ||
      (isReduction && (isSwap || operation == AtomicOp::Exchange)) ||
      takeQualifiers(d, operation, hasPolicy) ||
      (isAsync && (hasPolicy || checkAsyncRelease(d, isMmio))))
    return true;
  unsigned first = isReduction ? 0 : 1;
  if (hasPolicy && d.operandCount() &&
      d.anySource(d.syntax.operands.back(), Type::B64, inst.src[3]))
    return true;
  if (isVector)
    return decodeVector(d, first, hasPolicy);
  inst.execute = bitWidth(type) == 16   ? &atomicLanes<uint16_t>
                 : bitWidth(type) == 32 ? &atomicLanes<uint32_t>
                 : bitWidth(type) == 64 ? &atomicLanes<uint64_t>
                                        : &wideAtomicLanes;
  if (type == Type::B128 && d.needsTarget(90))
    return true;
  if (d.expectOperands(first + 2 + isSwap + hasPolicy) ||
      d.wideAddress(first) || d.source(first + 1, type, 1) ||
      (isSwap && d.source(first + 2, type, 2)))
    return true;
  bool hasResult = !isReduction && d.operand(0).kind != Operand::Kind::Sink;
  return hasResult && d.destination(0, bitWidth(type));
}

void tessera::ptx::addAtomicInstructions(InstructionTable &table) {
  table["atom"] = table["red"] = decodeAtomic;
}
