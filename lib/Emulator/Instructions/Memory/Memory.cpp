//===- Memory.cpp - Loads and stores --------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Data Movement and Conversion Instructions": ld, ldu, st,
// prefetch, applypriority, discard, createpolicy. Ordered accesses are atomics
// of the host of the same order, so that blocks on different host threads see
// one another as the memory model demands.
//
//===----------------------------------------------------------------------===//

#include "../../Grid/Block.h"
#include "../../Machine/Lanes.h"
#include "AsyncCopy.h"
#include "AsyncStore.h"
#include "FourWords.h"
#include "MemoryOperands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <mutex>

using namespace tessera::ptx;

std::mutex tessera::ptx::wideMutex;

namespace {

template <typename M> M loadOrdered(const uint8_t *at, MemoryOrder order) {
  auto *p = reinterpret_cast<const M *>(at);
  switch (order) {
  case MemoryOrder::Weak: {
    M value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  case MemoryOrder::Relaxed:
    return __atomic_load_n(p, __ATOMIC_RELAXED);
  default:
    return __atomic_load_n(p, __ATOMIC_ACQUIRE);
  }
}

template <typename M>
void storeOrdered(uint8_t *at, M value, MemoryOrder order) {
  auto *p = reinterpret_cast<M *>(at);
  switch (order) {
  case MemoryOrder::Weak:
    std::memcpy(at, &value, sizeof value);
    return;
  case MemoryOrder::Relaxed:
    __atomic_store_n(p, value, __ATOMIC_RELAXED);
    return;
  default:
    __atomic_store_n(p, value, __ATOMIC_RELEASE);
    return;
  }
}

template <> Bits128 loadOrdered(const uint8_t *at, MemoryOrder order) {
  Bits128 value;
  if (order == MemoryOrder::Weak) {
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  std::lock_guard<std::mutex> guard(wideMutex);
  auto *p = reinterpret_cast<const uint64_t *>(at);
  uint64_t low = __atomic_load_n(p, __ATOMIC_ACQUIRE);
  uint64_t high = __atomic_load_n(p + 1, __ATOMIC_ACQUIRE);
  return static_cast<Bits128>(high) << 64 | low;
}

template <> void storeOrdered(uint8_t *at, Bits128 value, MemoryOrder order) {
  if (order == MemoryOrder::Weak) {
    std::memcpy(at, &value, sizeof value);
    return;
  }
  std::lock_guard<std::mutex> guard(wideMutex);
  auto *p = reinterpret_cast<uint64_t *>(at);
  __atomic_store_n(p, static_cast<uint64_t>(value), __ATOMIC_RELEASE);
  __atomic_store_n(p + 1, static_cast<uint64_t>(value >> 64), __ATOMIC_RELEASE);
}

/// Loads elements of type M; a signed M is extended to the register R.
template <typename M, typename R>
void loadLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const Slot *list = warp.list(inst);
  LanePointers bytes;
  if (!warp.memory.access(inst, mask, sizeof(M) * inst.count, Access::Load,
                          bytes))
    return;
  if (haveFourWords<M, R>(warp, inst, mask))
    return moveFourWords(
        [&](unsigned l, unsigned i) { return bytes[l + i]; },
        [&](unsigned l, unsigned i) { return warp.write<R>(list[i]) + l; });
  for (unsigned i = 0; i != inst.count; ++i) {
    if (list[i] == noSlot)
      continue;
    R *d = warp.write<R>(list[i]);
    const size_t offset = i * sizeof(M);
    if (LLVM_LIKELY(inst.order == MemoryOrder::Weak))
      inLanes(mask, [&](unsigned l) {
        d[l] = static_cast<R>(
            loadOrdered<M>(bytes[l] + offset, MemoryOrder::Weak));
      });
    else
      inLanes(mask, [&](unsigned l) {
        d[l] = static_cast<R>(loadOrdered<M>(bytes[l] + offset, inst.order));
      });
  }
}

/// Lanes that store to one place do so one after the other, element by element.
template <typename M, typename R>
void storeLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const Slot *list = warp.list(inst);
  LanePointers bytes;
  if (!warp.memory.access(inst, mask, sizeof(M) * inst.count, Access::Store,
                          bytes))
    return;
  if (haveFourWords<M, R>(warp, inst, mask))
    return moveFourWords(
        [&](unsigned l, unsigned i) { return warp.read<R>(list[i]) + l; },
        [&](unsigned l, unsigned i) { return bytes[l + i]; });
  for (unsigned i = 0; i != inst.count; ++i) {
    const R *s = warp.read<R>(list[i]);
    const size_t offset = i * sizeof(M);
    if (LLVM_LIKELY(inst.order == MemoryOrder::Weak))
      inLanes(mask, [&](unsigned l) {
        storeOrdered<M>(bytes[l] + offset, static_cast<M>(s[l]),
                        MemoryOrder::Weak);
      });
    else
      inLanes(mask, [&](unsigned l) {
        storeOrdered<M>(bytes[l] + offset, static_cast<M>(s[l]), inst.order);
      });
  }
}

/// Stores vectors of which some elements are "_": nothing touches the memory of
/// these, which other threads may write.
template <typename M, typename R>
void storePartsLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const Slot *list = warp.list(inst);
  uint64_t addresses[warpSize];
  warp.memory.effectiveAddresses(inst, addresses);
  // The vector is aligned, and in bounds, as a whole.
  for (LaneMask left = mask; left; left &= left - 1)
    if (!warp.memory.resolve(inst.space, addresses[firstLane(left)],
                             sizeof(M) * inst.count, firstLane(left),
                             Access::Store))
      return;
  M values[warpSize];
  std::array<const uint8_t *, warpSize> stored;
  for (unsigned l = 0; l != warpSize; ++l)
    stored[l] = reinterpret_cast<const uint8_t *>(&values[l]);
  for (unsigned i = 0; i != inst.count; ++i) {
    if (list[i] == noSlot)
      continue;
    uint64_t places[warpSize];
    for (unsigned l = 0; l != warpSize; ++l) {
      places[l] = addresses[l] + i * sizeof(M);
      values[l] = static_cast<M>(warp.read<R>(list[i])[l]);
    }
    LanePointers bytes;
    if (!warp.memory.accessAt(inst, inst.space, places, mask, sizeof(M),
                              Access::Store, bytes,
                              {Proxy::Generic, stored.data()}))
      return;
    for (LaneMask left = mask; left; left &= left - 1)
      storeOrdered<M>(bytes[firstLane(left)], values[firstLane(left)],
                      inst.order);
  }
}

enum class Way { Load, Store, StoreParts };

template <Way way, typename M, typename R> constexpr Handler handlerOf() {
  return way == Way::Load    ? &loadLanes<M, R>
         : way == Way::Store ? &storeLanes<M, R>
                             : &storePartsLanes<M, R>;
}

template <Way way, typename M> Handler pickRegister(unsigned width) {
  switch (width) {
  case 16:
    return handlerOf<way, M, uint16_t>();
  case 32:
    return handlerOf<way, M, uint32_t>();
  case 64:
    return handlerOf<way, M, uint64_t>();
  default:
    return handlerOf<way, M, Bits128>();
  }
}

template <Way way> Handler pickAccess(Type type, unsigned width) {
  switch (type) {
  case Type::S8:
    return pickRegister<way, int8_t>(width);
  case Type::S16:
    return pickRegister<way, int16_t>(width);
  case Type::S32:
    return pickRegister<way, int32_t>(width);
  case Type::S64:
    return pickRegister<way, int64_t>(width);
  default:
    break;
  }
  switch (byteWidth(type)) {
  case 1:
    return pickRegister<way, uint8_t>(width);
  case 2:
    return pickRegister<way, uint16_t>(width);
  case 4:
    return pickRegister<way, uint32_t>(width);
  case 8:
    return pickRegister<way, uint64_t>(width);
  case 16:
    return handlerOf<way, Bits128, Bits128>();
  default:
    return nullptr;
  }
}

/// The handler of an access whose data have been listed.
Handler pickAccess(const InstructionDecoder &d, bool isLoad) {
  const Inst &inst = d.inst;
  const auto data =
      llvm::ArrayRef(d.function.code.slots).slice(inst.list, inst.count);
  if (isLoad)
    return pickAccess<Way::Load>(inst.type, inst.registerWidth);
  return llvm::is_contained(data, noSlot)
             ? pickAccess<Way::StoreParts>(inst.type, inst.registerWidth)
             : pickAccess<Way::Store>(inst.type, inst.registerWidth);
}

constexpr unsigned lineBytes = 128;

/// Fills the line with unspecified contents: a pattern that changes with each
/// discard.
void discardLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  LanePointers bytes;
  if (!warp.memory.access(inst, mask, lineBytes, Access::Store, bytes))
    return;
  for (; mask; mask &= mask - 1)
    std::memset(bytes[firstLane(mask)],
                static_cast<int>(0xA5 ^ ++warp.block.clock), lineBytes);
}

/// A cache policy has no effect, so that its value does not matter.
void createPolicyLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint64_t *d = warp.write<uint64_t>(inst.dst);
  forLanes(mask, [=](unsigned l) { d[l] = 0; });
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// The hints of an access, which change no value: of each kind one, or null.
struct Hints {
  const char *cache = nullptr;
  const char *priority = nullptr;
  const char *priorityInL2 = nullptr;
  const char *prefetch = nullptr;
  bool isReadOnly = false;
  bool hasPolicy = false; ///< which is one more operand
};

static bool hasModifier(const InstructionDecoder &d, llvm::StringRef name) {
  return llvm::is_contained(d.syntax.modifiers, name);
}

static const char *takeOne(InstructionDecoder &d,
                           llvm::ArrayRef<const char *> modifiers) {
  for (const char *modifier : modifiers)
    if (d.take(modifier))
      return modifier;
  return nullptr;
}

static Hints takeHints(InstructionDecoder &d, bool isLoad) {
  Hints hints;
  hints.priority =
      takeOne(d, {"L1::evict_normal", "L1::evict_unchanged", "L1::evict_first",
                  "L1::evict_last", "L1::no_allocate"});
  hints.priorityInL2 =
      takeOne(d, {"L2::evict_last", "L2::evict_first", "L2::evict_normal"});
  if (isLoad) {
    hints.isReadOnly = d.take("nc");
    hints.cache = takeOne(d, {"ca", "cg", "cs", "lu", "cv"});
    hints.prefetch = takeOne(d, {"L2::64B", "L2::128B", "L2::256B"});
  } else {
    hints.cache = takeOne(d, {"wb", "cg", "cs", "wt"});
  }
  hints.hasPolicy = d.take("L2::cache_hint");
  return hints;
}

/// Checks the limits of ptxas for loads of data that nobody writes.
static bool checkNonCoherent(InstructionDecoder &d, const Hints &hints) {
  if (d.inst.space != Space::Global)
    return d.fail("only .global memory is read by .nc");
  if (d.inst.order != MemoryOrder::Weak || hasModifier(d, "weak"))
    return d.fail("a load by .nc has no order and is not volatile");
  llvm::StringRef cache = hints.cache ? hints.cache : "";
  return (cache == "lu" || cache == "cv") &&
         d.fail("a load by .nc has the cache operators .ca, .cg and .cs");
}

/// Checks the limits of ptxas for hints on an access of so many bits.
static bool checkHints(InstructionDecoder &d, const Hints &hints,
                       unsigned bits) {
  const Inst &inst = d.inst;
  bool isGlobal = inst.space == Space::Global || inst.space == Space::Generic;
  bool hasPriority = hints.priority || hints.priorityInL2 || hints.hasPolicy;
  if (!isGlobal && (hasPriority || hints.prefetch))
    return d.fail("hints to the L1 and L2 caches are for .global memory");
  bool isVolatile = hasModifier(d, "volatile");
  if (hints.cache && (inst.order != MemoryOrder::Weak || isVolatile))
    return d.fail("an access that is ordered or volatile has no cache "
                  "operator");
  if (hints.cache && hints.priority)
    return d.fail("a cache operator and a priority of eviction from L1 "
                  "exclude each other");
  if (isVolatile && hasPriority)
    return d.fail("a volatile access has no hints to evict");
  if (hasModifier(d, "mmio") && (hasPriority || hints.prefetch))
    return d.fail("an .mmio access has no hints to caches");
  if (hints.priorityInL2 && bits != 256)
    return d.fail("a priority of eviction from L2 goes with .v8.b32 and "
                  ".v4.b64");
  return hints.isReadOnly && checkNonCoherent(d, hints);
}

static bool decodeOrder(InstructionDecoder &d, bool isLoad) {
  MemoryOrder &order = d.inst.order;
  bool isMmio = d.take("mmio");
  bool needsScope = true;
  if (d.take("relaxed")) {
    order = MemoryOrder::Relaxed;
  } else if (isLoad && d.take("acquire")) {
    order = MemoryOrder::Acquire;
  } else if (!isLoad && d.take("release")) {
    order = MemoryOrder::Release;
  } else if (isMmio) {
    return d.fail(".mmio needs .relaxed, .acquire or .release");
  } else {
    needsScope = false;
    // Volatile accesses are relaxed ones at system scope.
    if (!d.take("weak") && d.take("volatile")) {
      order = MemoryOrder::Relaxed;
      d.inst.scope = Scope::Sys;
    }
  }
  if (!needsScope)
    return false;
  if (!d.takeScope(d.inst.scope))
    return d.fail("an ordered access needs a scope");
  if (!isMmio)
    return false;
  if (d.inst.scope != Scope::Sys)
    return d.fail("an .mmio access is at scope .sys");
  return order != MemoryOrder::Relaxed && d.needsVersion(93);
}

unsigned tessera::ptx::takeVector(InstructionDecoder &d) {
  return d.take("v2") ? 2 : d.take("v4") ? 4 : d.take("v8") ? 8 : 1;
}

bool tessera::ptx::decodeData(InstructionDecoder &d, const Operand &data,
                              Type type, unsigned count, bool isLoad) {
  Inst &inst = d.inst;
  Code &code = d.function.code;
  // Without .v2 to .v8, a single register may stand in braces too.
  bool isVector = data.kind == Operand::Kind::Vector;
  if (isVector ? data.elements.size() != count : count > 1)
    return d.fail("the vector needs " + llvm::Twine(count) + " elements");
  inst.list = static_cast<uint32_t>(code.slots.size());
  inst.count = static_cast<uint8_t>(count);
  unsigned common = 0;
  for (unsigned i = 0; i != count; ++i) {
    const Operand &element = isVector ? data.elements[i] : data;
    Slot slot = noSlot;
    unsigned width = std::max(16u, bitWidth(type));
    if (element.kind == Operand::Kind::Register) {
      if (d.relaxedRegister(element, type, slot, width))
        return true;
    } else if (element.kind == Operand::Kind::Sink && count > 1) {
      width = 0;
    } else if (isLoad) {
      return d.fail("a load writes registers");
    } else if (d.anySource(element, type, slot)) {
      return true;
    }
    if (width && common && width != common)
      return d.fail("the elements of a vector need one width");
    common = width ? width : common;
    code.slots.push_back(slot);
  }
  inst.registerWidth = static_cast<uint8_t>(common ? common : bitWidth(type));
  return false;
}

/// Source slot of the cache policy, which nothing reads.
static constexpr unsigned policySource = 3;

/// Checks the limits of ptxas: these types, 256 bits in global memory since
/// sm_100, and no order on memory that no other thread writes.
static bool checkAccess(InstructionDecoder &d, Type type, unsigned count,
                        bool isLoad) {
  const Inst &inst = d.inst;
  if (!isInteger(type) && type != Type::F32 && type != Type::F64)
    return d.fail("memory is read and written as .b, .u, .s, .f32 or .f64");
  if (inst.space == Space::Local && hasModifier(d, "volatile")) {
    // A thread's own memory, which no other sees.
    d.inst.order = MemoryOrder::Weak;
    if (d.needsVersion(91))
      return true;
  }
  if (inst.order != MemoryOrder::Weak) {
    const char *name = inst.space == Space::Const   ? ".const"
                       : inst.space == Space::Local ? ".local"
                       : inst.space == Space::Param ? ".param"
                                                    : nullptr;
    if (name)
      return d.fail(llvm::Twine("accesses to ") + name +
                    " memory have no order and are not volatile");
    if (hasModifier(d, "mmio") && inst.space != Space::Global &&
        inst.space != Space::Generic)
      return d.fail(".mmio accesses are to .global memory");
  }
  unsigned bits = bitWidth(type) * count;
  if (bits > 256 || (bits > 128 && bitWidth(type) == 128))
    return d.fail("a vector has at most 256 bits, in elements of up to 64");
  // The PTX ISA says the same of stores, where ptxas takes narrower elements.
  // On such a load it ends without a word, or not, from run to run.
  if (isLoad && count == 8 && bitWidth(type) != 32)
    return d.fail("a load by .v8 has elements of 32 bits");
  if (bits <= 128)
    return false;
  if (inst.space != Space::Global && inst.space != Space::Generic)
    return d.fail("only .global memory has vectors of 256 bits");
  return d.needsTarget(100);
}

/// Checks the limits of ptxas for .proxy::readonly, which loads data that
/// nobody writes: global memory, no order, and no hint but .global.nc.
static bool checkReadOnly(InstructionDecoder &d, Type type) {
  if (d.inst.space != Space::Global && d.inst.space != Space::Generic)
    return d.fail("only .global memory is read by .proxy::readonly");
  if (d.inst.space == Space::Global)
    d.take("nc");
  return bitWidth(type) > 64 || d.needsTarget(90) || d.needsVersion(94);
}

static bool decodeAccess(InstructionDecoder &d, bool isLoad) {
  Inst &inst = d.inst;
  bool isReadOnly = d.syntax.opcode == "ld" && d.take("proxy::readonly");
  if (!isReadOnly && decodeOrder(d, isLoad))
    return true;
  d.takeSpace(inst.space);
  unsigned count = takeVector(d);
  Hints hints = isReadOnly ? Hints() : takeHints(d, isLoad);
  bool hasPolicy = hints.hasPolicy;
  inst.isOfReadOnly =
      isReadOnly || hints.isReadOnly || d.syntax.opcode == "ldu";
  Type type = inst.type = d.takeType();
  if (isReadOnly && checkReadOnly(d, type))
    return true;
  unsigned addressAt = isLoad ? 1 : 0, dataAt = isLoad ? 0 : 1;
  if (bitWidth(type) < 8)
    return true;
  if (checkAccess(d, type, count, isLoad) ||
      checkHints(d, hints, bitWidth(type) * count) ||
      d.expectOperands(hasPolicy ? 3 : 2) || d.wideAddress(addressAt) ||
      decodeData(d, d.operand(dataAt), type, count, isLoad) ||
      (hasPolicy && d.source(2, Type::B64, policySource)))
    return true;
  // Parameters of functions, and of calls, lie in the frame.
  if (inst.space == Space::Param &&
      (inst.isFrameRelative || !d.function.function.isEntry))
    inst.space = Space::Local;
  if (!isLoad && inst.space == Space::Const)
    return d.fail(".const memory cannot be written");
  inst.execute = pickAccess(d, isLoad);
  return false;
}

static bool decodeLoad(InstructionDecoder &d) { return decodeAccess(d, true); }
/// st.async.release, after .async was taken: a release store that takes place
/// at some later moment, and that nothing waits for. Here it takes place at
/// once.
static bool decodeReleasingStore(InstructionDecoder &d) {
  const Inst &inst = d.inst;
  bool isMmio = d.take("mmio");
  if (d.needsTarget(100) || decodeAccess(d, /*isLoad=*/false))
    return true;
  return !isAsyncRelease(inst, isMmio) || inst.count != 1 ||
         bitWidth(inst.type) > 64;
}

static bool decodeStore(InstructionDecoder &d) {
  if (d.take("bulk"))
    return decodeBulkZeros(d);
  if (d.take("async"))
    return llvm::is_contained(d.syntax.modifiers, "release")
               ? decodeReleasingStore(d)
               : decodeAsyncStore(d);
  return decodeAccess(d, false);
}

/// Instructions that move data between caches have no effect on values, and an
/// invalid address has no effect on them.
static bool decodePrefetch(InstructionDecoder &d) {
  d.takeSpace(d.inst.space);
  Space space = d.inst.space;
  bool isGeneric = space == Space::Generic;
  bool isGlobal = isGeneric || space == Space::Global;
  bool isThere;
  if (d.syntax.opcode == "prefetchu")
    isThere = d.take("L1") && isGeneric;
  else if (d.take("tensormap"))
    isThere = !d.needsTarget(90) &&
              (isGeneric || space == Space::Const || space == Space::Param);
  else if (d.take("L2::evict_last") || d.take("L2::evict_normal"))
    isThere = isGlobal;
  else if (d.take("L1") || d.take("L2"))
    isThere = isGlobal || space == Space::Local;
  else
    return d.fail("a prefetch needs a cache level");
  if (!isThere)
    return d.fail("there is no such prefetch from this memory");
  d.inst.execute = &noEffect;
  return d.expectOperands(1) || d.wideAddress(0);
}

/// discard and applypriority name a line of 128 bytes in global memory.
static bool decodeLine(InstructionDecoder &d, const char *level,
                       Handler execute) {
  d.takeSpace(d.inst.space);
  if (d.inst.space != Space::Global && d.inst.space != Space::Generic)
    return d.fail("the line must lie in .global memory");
  int64_t size;
  if (!d.take(level) || d.expectOperands(2) || d.address(0) ||
      d.integerLiteral(1, size))
    return true;
  d.inst.execute = execute;
  return size != lineBytes && d.fail("the size must be 128");
}
static bool decodeDiscard(InstructionDecoder &d) {
  return decodeLine(d, "L2", &discardLanes);
}
static bool decodeApplyPriority(InstructionDecoder &d) {
  return decodeLine(d, "L2::evict_normal", &noEffect);
}

static bool decodeCreatePolicy(InstructionDecoder &d) {
  Inst &inst = d.inst;
  bool isRange = d.take("range");
  bool isConversion = !isRange && d.take("cvt");
  if (!isRange && !isConversion && !d.take("fractional"))
    return d.fail("createpolicy needs .range, .fractional or .cvt");
  inst.execute = &createPolicyLanes;
  if (isRange)
    d.takeSpace(inst.space);
  bool hasPriority = isConversion && d.take("L2");
  if (!isConversion)
    for (const char *priority : {"L2::evict_last", "L2::evict_normal",
                                 "L2::evict_first", "L2::evict_unchanged"})
      hasPriority |= d.take(priority);
  if (!hasPriority || d.takeType() != Type::B64 || !d.operandCount() ||
      d.destination(0, 64))
    return true;
  if (isRange)
    return d.expectOperands(4) || d.address(1) || d.source(2, Type::U32, 1) ||
           d.source(3, Type::U32, 2);
  if (isConversion)
    return d.expectOperands(2) || d.source(1, Type::B64, 0);
  if (d.expectOperands(1, 2) ||
      (d.operandCount() == 2 && d.source(1, Type::F32, 0)))
    return true;
  if (d.operandCount() == 1 || d.operand(1).kind == Operand::Kind::Register)
    return false;
  uint64_t bits = d.operand(1).value;
  double fraction = d.operand(1).kind == Operand::Kind::Float32
                        ? llvm::bit_cast<float>(uint32_t(bits))
                        : llvm::bit_cast<double>(bits);
  return !(fraction > 0 && fraction <= 1) &&
         d.fail("the fraction must be above 0 and at most 1");
}

void tessera::ptx::addMemoryInstructions(InstructionTable &table) {
  table["ld"] = table["ldu"] = decodeLoad;
  table["st"] = decodeStore;
  table["prefetch"] = table["prefetchu"] = decodePrefetch;
  table["discard"] = decodeDiscard;
  table["applypriority"] = decodeApplyPriority;
  table["createpolicy"] = decodeCreatePolicy;
}
