//===- TensorMovement.cpp - Loads and stores of tensor memory -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "tcgen05.ld" and "tcgen05.st". A load of words that nobody
// has written is no use of them, as in other memories: the warp gets a shadow
// (ShadowRegisters.cpp), on which loads see other bits and stores pass them on.
//
//===----------------------------------------------------------------------===//

#include "../../Sources/SourceTracker.h"
#include "../Memory/AsyncCopy.h"
#include "Matrix.h"
#include "TensorCore.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;

std::optional<uint32_t> tessera::ptx::uniformValue(Warp &warp,
                                                   const uint32_t *lanes,
                                                   const char *what) {
  for (unsigned l = 1; l != warpSize; ++l)
    if (lanes[l] != lanes[0]) {
      warp.fault(l, llvm::Twine("the lanes of a warp have different ") + what);
      return std::nullopt;
    }
  return lanes[0];
}

namespace {

/// PTX ISA, section "Data Movement Shape", its figures.
enum class Shape : uint8_t { Lanes32, Bits64, Bits128, Bits256, TwoHalves };

/// Registers of each thread in one repetition.
unsigned registersOf(Shape shape) {
  return shape == Shape::Bits128 ? 2 : shape == Shape::Bits256 ? 4 : 1;
}
/// Columns of one repetition.
unsigned columnsOf(Shape shape) {
  switch (shape) {
  case Shape::Lanes32:
  case Shape::TwoHalves:
    return 1;
  case Shape::Bits64:
    return 2;
  case Shape::Bits128:
    return 4;
  case Shape::Bits256:
    return 8;
  }
  return 0;
}

/// The lane and the column of register r of thread t. For two halves, threads
/// from 16 on access the second one.
std::pair<unsigned, unsigned> placeOf(Shape shape, unsigned t, unsigned r) {
  switch (shape) {
  case Shape::Lanes32:
    return {t, r};
  case Shape::TwoHalves:
    return {t % 16, r};
  case Shape::Bits64:
    return {t / 4 + 8 * (t % 2), 2 * r + t / 2 % 2};
  case Shape::Bits128:
    return {t / 4 + 8 * (r % 2), 4 * (r / 2) + t % 4};
  case Shape::Bits256:
    return {t / 4 + 8 * (r / 2 % 2), 8 * (r / 4) + 2 * (t % 4) + r % 2};
  }
  return {0, 0};
}

/// A load or store of a warp, resolved. Its registers, more than `inst.count`
/// can count, are behind the address in the list.
struct Movement {
  Shape shape;
  unsigned registers;
  bool isPacked;
  unsigned split; ///< columns from the first half to the second
  const Slot *slots;
  TensorAddress address{0};
  TensorRegion regions[2];
  unsigned regionCount = 1;

  bool resolve(Warp &warp, const Inst &inst);
  /// True if the warp may make the access now; faults otherwise.
  bool check(Warp &warp, const Inst &inst, bool isWrite) const;
  llvm::ArrayRef<TensorRegion> allRegions() const {
    return {regions, regionCount};
  }
  /// Calls body(register, thread, lane, column), with the first of two columns
  /// if the movement is packed.
  template <typename Body> void forElements(Body body) const {
    for (unsigned r = 0; r != registers; ++r)
      for (unsigned t = 0; t != warpSize; ++t) {
        auto [lane, column] = placeOf(shape, t, r);
        unsigned first = address.column + column * (isPacked ? 2 : 1) +
                         (shape == Shape::TwoHalves && t >= 16 ? split : 0);
        body(r, t, address.lane + lane, first);
      }
  }
};

bool Movement::resolve(Warp &warp, const Inst &inst) {
  shape = static_cast<Shape>(inst.operation);
  registers = static_cast<unsigned>(inst.immediate);
  isPacked = inst.isNegated;
  split = inst.target;
  slots = warp.list(inst) + wordsOfAddress;
  uint32_t bits[warpSize];
  for (unsigned l = 0; l != warpSize; ++l)
    bits[l] = static_cast<uint32_t>(listedAddress(warp, inst, 0, l));
  auto value = uniformValue(warp, bits, "addresses of tensor memory");
  if (!value)
    return false;
  address = TensorAddress(*value);
  unsigned chunk = warp.number % 4 * warpSize;
  unsigned lanes = shape == Shape::Lanes32 ? 32 : 16;
  AsyncOrigin origin(warp, inst, 0);
  if (address.lane != chunk && (lanes == 32 || address.lane != chunk + 16)) {
    origin.fault(
        "warp " + llvm::Twine(warp.number) + " can access lanes from " +
        llvm::Twine(chunk) + " to " + llvm::Twine(chunk + 31) +
        " of tensor memory, by an address with the first of " +
        llvm::Twine(lanes) + " of them, not " + llvm::Twine(address.lane));
    return false;
  }
  TensorRegion region;
  for (unsigned l = 0; l != lanes; ++l)
    region.lanes.set(address.lane + l);
  region.first = address.column;
  region.count =
      registers / registersOf(shape) * columnsOf(shape) * (isPacked ? 2 : 1);
  regions[0] = regions[1] = region;
  regions[1].first += split;
  regionCount = shape == Shape::TwoHalves ? 2 : 1;
  return true;
}

bool Movement::check(Warp &warp, const Inst &inst, bool isWrite) const {
  const TensorMemory &memory = memoryOf(warp);
  AsyncOrigin origin(warp, inst, 0);
  return llvm::all_of(allRegions(), [&](const TensorRegion &region) {
    return memory.check(origin, region) &&
           memory.checkFlight(origin, region, isWrite, nullptr) &&
           memory.checkPast(origin, region, isWrite, /*isWork=*/false);
  });
}

/// True while the instruction runs on the warp's shadow.
bool isOnShadow(const Warp &warp) {
  return warp.getShadow() && warp.getShadow()->isRunning();
}

/// Called before a load has changed registers: gives the warp a shadow if it
/// gets words that nobody has written.
void traceUnwritten(Warp &warp, const Movement &movement) {
  if (!warp.block.launch.config.checks.memory)
    return;
  for (const TensorRegion &region : movement.allRegions()) {
    ShadowRegisters::Origin origin;
    origin.value = memoryOf(warp).describeUnwritten(region);
    if (!origin.value.empty())
      return warp.beginShadow(std::move(origin));
  }
}

/// Registers get their values at once, as the ISA respects true dependences on
/// them. Work that overtakes the load is reported.
void loadLanes(Warp &warp, const Inst &inst, LaneMask) {
  Movement movement;
  const bool isOfShadow = isOnShadow(warp);
  if (!movement.resolve(warp, inst) ||
      (!isOfShadow && !movement.check(warp, inst, /*isWrite=*/false)))
    return;
  if (!isOfShadow)
    traceUnwritten(warp, movement);
  TensorMemory &memory = memoryOf(warp);
  auto wordAt = [&](unsigned lane, unsigned column) {
    const uint32_t word = memory.word(lane, column);
    return isOfShadow ? word ^ memory.difference(lane, column) : word;
  };
  movement.forElements(
      [&](unsigned r, unsigned t, unsigned lane, unsigned column) {
        uint32_t value = wordAt(lane, column);
        if (movement.isPacked)
          value = (value & 0xFFFF) | wordAt(lane, column + 1) << 16;
        warp.write<uint32_t>(movement.slots[r])[t] = value;
        if (LLVM_LIKELY(!warp.sources))
          return;
        const unsigned bytes = movement.isPacked ? 2 : 4;
        for (unsigned i = 0; i != 4 / bytes; ++i)
          warp.sources->noteLoad(warp, movement.slots[r], t, i * bytes,
                                 &memory.word(lane, column + i), bytes);
      });
  if (isOfShadow)
    return;
  for (const TensorRegion &region : movement.allRegions())
    memory.noteLoad(AsyncOrigin(warp, inst, 0), region);
}

/// The smaller or the larger of two loaded values, by the instruction's
/// operation.
uint32_t reduce(const Inst &inst, uint32_t a, uint32_t b) {
  bool isMax = inst.returnsVector;
  if (inst.type == Type::F32)
    return static_cast<uint32_t>(
        minMaxFloat(singleFormat, a, b, isMax, inst.propagatesNan));
  bool isLess = inst.type == Type::S32
                    ? static_cast<int32_t>(a) < static_cast<int32_t>(b)
                    : a < b;
  return isLess != isMax ? a : b;
}

void loadAndReduceLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  loadLanes(warp, inst, mask);
  if (warp.hasFaulted())
    return;
  const Slot *slots = warp.list(inst) + wordsOfAddress;
  uint32_t results[warpSize];
  for (unsigned t = 0; t != warpSize; ++t) {
    auto valueOf = [&](int64_t r) {
      uint32_t value = warp.read<uint32_t>(slots[r])[t];
      return inst.isAbsolute ? value & 0x7FFFFFFF : value;
    };
    results[t] = reduce(inst, valueOf(0), valueOf(0));
    for (int64_t r = 1; r != inst.immediate; ++r)
      results[t] = reduce(inst, results[t], valueOf(r));
  }
  std::copy_n(results, warpSize, warp.write<uint32_t>(inst.dst));
  AsyncOrigin(warp, inst, 0).noteLoss();
}

/// On the shadow of a warp that has just stored: words whose value differs
/// there are as undefined as what it came from.
void storeOfShadow(Warp &warp, const Movement &movement) {
  TensorMemory &memory = memoryOf(warp);
  std::optional<unsigned> last; // last thread whose value differs
  movement.forElements(
      [&](unsigned r, unsigned t, unsigned lane, unsigned column) {
        const uint32_t value = warp.read<uint32_t>(movement.slots[r])[t];
        for (unsigned i = 0; i != (movement.isPacked ? 2 : 1); ++i) {
          const uint32_t part =
              movement.isPacked ? value >> 16 * i & 0xFFFF : value;
          const uint32_t bits = part ^ memory.word(lane, column + i);
          memory.setDifference(lane, column + i, bits);
          if (bits)
            last = t;
        }
      });
  if (last)
    memory.setShuffle(warp.getShadow()->describeShuffle(*last));
}

void storeLanes(Warp &warp, const Inst &inst, LaneMask) {
  Movement movement;
  if (!movement.resolve(warp, inst))
    return;
  if (isOnShadow(warp))
    return storeOfShadow(warp, movement);
  if (!movement.check(warp, inst, /*isWrite=*/true))
    return;
  TensorMemory &memory = memoryOf(warp);
  movement.forElements(
      [&](unsigned r, unsigned t, unsigned lane, unsigned column) {
        uint32_t value = warp.read<uint32_t>(movement.slots[r])[t];
        memory.word(lane, column) = movement.isPacked ? value & 0xFFFF : value;
        if (movement.isPacked)
          memory.word(lane, column + 1) = value >> 16;
        if (LLVM_LIKELY(!warp.sources))
          return;
        const unsigned bytes = movement.isPacked ? 2 : 4;
        for (unsigned i = 0; i != 4 / bytes; ++i) {
          uint32_t *word = &memory.word(lane, column + i);
          AsyncOrigin(warp, inst, t).noteNothing(word, sizeof *word);
          warp.sources->noteStore(warp, movement.slots[r], t, i * bytes, word,
                                  bytes);
        }
      });
  for (const TensorRegion &region : movement.allRegions())
    memory.noteStore(AsyncOrigin(warp, inst, 0), region);
}

} // namespace

/// .red: the operation and its type. True after an error.
static bool takeReduction(InstructionDecoder &d, bool isWide) {
  Inst &inst = d.inst;
  inst.returnsVector = d.take("max");
  if (!inst.returnsVector && !d.take("min"))
    return d.fail("a load that reduces needs .min or .max");
  inst.isAbsolute = d.take("abs");
  inst.propagatesNan = d.take("NaN");
  inst.type = d.takeType();
  bool isFloat = inst.type == Type::F32;
  if (!isFloat && ((inst.type != Type::U32 && inst.type != Type::S32) ||
                   inst.isAbsolute || inst.propagatesNan))
    return d.fail("a load that reduces is of .f32, with .abs and .NaN, .u32 or "
                  ".s32");
  if (inst.isNegated || !isWide)
    return d.fail("a load that reduces has at least two repetitions of "
                  ".32x32b or .16x32bx2, and no .pack::16b");
  return d.needsVariant(103, 120) || d.destination(1, 32);
}

bool tessera::ptx::decodeTensorMovement(InstructionDecoder &d, bool isLoad) {
  Inst &inst = d.inst;
  bool isReduction = isLoad && d.take("red");
  static constexpr std::pair<const char *, Shape> shapes[] = {
      {"32x32b", Shape::Lanes32},
      {"16x64b", Shape::Bits64},
      {"16x128b", Shape::Bits128},
      {"16x256b", Shape::Bits256},
      {"16x32bx2", Shape::TwoHalves}};
  std::optional<Shape> shape;
  for (auto [name, value] : shapes)
    if (!shape && d.take(name))
      shape = value;
  unsigned times = 0;
  for (unsigned count = 1; count <= 128; count *= 2)
    if (!times && d.take("x" + std::to_string(count)))
      times = count;
  if (!shape || !times || times * registersOf(*shape) > 128)
    return d.fail("there is no such shape of tensor memory");
  inst.isNegated = d.take(isLoad ? "pack::16b" : "unpack::16b");
  inst.operation = static_cast<uint8_t>(*shape);
  bool hasSplit = *shape == Shape::TwoHalves;
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  unsigned registers = times * registersOf(*shape);
  size_t address = isLoad + isReduction, data = isLoad ? 0 : 1 + hasSplit;
  int64_t split = 0;
  bool isWide = times > 1 && (*shape == Shape::Lanes32 || hasSplit);
  if (d.expectOperands(2 + isReduction + hasSplit) ||
      (isReduction ? takeReduction(d, isWide) : d.takeType() != Type::B32) ||
      listAddress(d, address, Space::Shared) ||
      (hasSplit && d.integerLiteral(address + 1, split)))
    return true;
  if (d.operand(data).kind != Operand::Kind::Vector)
    return d.fail("registers of tensor memory stand in braces");
  if (takeFragment(d, data, registers, 32, isLoad))
    return true;
  inst.target = static_cast<uint32_t>(split);
  inst.immediate = registers;
  inst.execute = isReduction ? &loadAndReduceLanes
                 : isLoad    ? &loadLanes
                             : &storeLanes;
  return split < 0 && d.fail("the offset of the second half is not negative");
}
