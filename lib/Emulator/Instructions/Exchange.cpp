//===- Exchange.cpp - Instructions that exchange values between lanes -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on shfl.sync, vote.sync, match.sync, redux.sync, elect.sync
// and activemask. The handlers run for the lanes of one member mask, all of
// them present (see runCollective); src[0] is the member mask.
//
//===----------------------------------------------------------------------===//

#include "../Grid/Block.h"
#include "../Machine/Lanes.h"
#include <algorithm>

using namespace tessera::ptx;

namespace {

/// The lane from which each lane takes its value; or the lane itself, if the
/// named one is out of range.
struct ShuffleSources {
  int32_t lanes[warpSize];
  uint32_t inRange[warpSize];

  /// `from(lane, b, segment)` is the lane that an instruction names.
  template <bool isUp, typename From>
  void find(const uint32_t *b, const uint32_t *c, From from) {
    for (int32_t self = 0; self != int32_t(warpSize); ++self) {
      auto clamp = static_cast<int32_t>(c[self] & 31);
      auto segment = static_cast<int32_t>(c[self] >> 8 & 31);
      int32_t last = (self & segment) | (clamp & ~segment);
      int32_t at = from(self, static_cast<int32_t>(b[self] & 31), segment);
      bool isInRange = isUp ? at >= last : at <= last;
      inRange[self] = isInRange;
      lanes[self] = isInRange ? at : self;
    }
  }
};

/// Lanes take values from lanes that do not execute the shuffle, undefined in
/// the ISA: makes shadow registers find everything that depends on them.
void noteAbsent(Warp &warp, const Inst &inst, LaneMask takers,
                const ShuffleSources &sources) {
  if (!warp.block.launch.config.checks.memory)
    return;
  ShadowRegisters::Origin origin;
  origin.takers = takers;
  for (unsigned lane = 0; lane != warpSize; ++lane) {
    origin.givers[lane] = static_cast<uint8_t>(sources.lanes[lane]);
    origin.members[lane] = warp.read<uint32_t>(inst.src[0])[lane];
  }
  warp.beginShadow(std::move(origin));
}

/// Lanes that take their values from lanes outside the mask.
LaneMask takersFromAbsent(const ShuffleSources &sources, LaneMask mask) {
  LaneMask takers = 0;
  for (unsigned lane = 0; mask != allLanes && lane != warpSize; ++lane)
    takers |= LaneMask(!(mask >> sources.lanes[lane] & 1)) << lane;
  return takers & mask;
}

void shuffleLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *b = warp.read<uint32_t>(inst.src[2]);
  const uint32_t *c = warp.read<uint32_t>(inst.src[3]);
  ShuffleSources sources;
  switch (static_cast<ShuffleMode>(inst.operation)) {
  case ShuffleMode::Up:
    sources.find<true>(b, c, [](int32_t self, int32_t value, int32_t) {
      return self - value;
    });
    break;
  case ShuffleMode::Down:
    sources.find<false>(b, c, [](int32_t self, int32_t value, int32_t) {
      return self + value;
    });
    break;
  case ShuffleMode::Butterfly:
    sources.find<false>(b, c, [](int32_t self, int32_t value, int32_t) {
      return self ^ value;
    });
    break;
  case ShuffleMode::Index:
    sources.find<false>(b, c, [](int32_t self, int32_t value, int32_t segment) {
      return (self & segment) | (value & ~segment);
    });
    break;
  }
  const LaneMask takers = takersFromAbsent(sources, mask);
  const ShadowRegisters *shadow = warp.getShadow();
  const bool isOfShadow = shadow && shadow->isRunning();
  if (LLVM_UNLIKELY(takers != 0) && !isOfShadow)
    noteAbsent(warp, inst, takers, sources);
  uint32_t a[warpSize];
  std::memcpy(a, warp.read<uint32_t>(inst.src[1]), sizeof a);
  forLanes(mask, [&](unsigned l) { d[l] = a[sources.lanes[l]]; });
  if (isOfShadow)
    forLanes(takers, [&](unsigned l) { d[l] = ~d[l]; });
  if (inst.dst2 == noSlot)
    return;
  LaneMask inRange = 0;
  for (unsigned lane = 0; lane != warpSize; ++lane)
    inRange |= sources.inRange[lane] << lane;
  warp.writePredicate(inst.dst2, mask, inRange);
}

void voteLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  LaneMask a = warp.readPredicate(inst.src[1]);
  if (inst.isNegated)
    a = ~a;
  a &= mask;
  bool result = false;
  switch (static_cast<VoteMode>(inst.operation)) {
  case VoteMode::Ballot: {
    uint32_t *d = warp.write<uint32_t>(inst.dst);
    forLanes(mask, [=](unsigned l) { d[l] = a; });
    return;
  }
  case VoteMode::All:
    result = a == mask;
    break;
  case VoteMode::Any:
    result = a != 0;
    break;
  case VoteMode::Uniform:
    result = a == mask || a == 0;
    break;
  }
  warp.writePredicate(inst.dst, mask, result ? allLanes : 0);
}

/// operation 0: match.any, 1: match.all.
template <typename T>
void matchLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  T a[warpSize];
  std::memcpy(a, warp.read<T>(inst.src[1]), sizeof a);
  auto lanesLike = [&](unsigned lane) {
    LaneMask equal = 0;
    for (unsigned l = 0; l != warpSize; ++l)
      equal |= LaneMask(a[l] == a[lane]) << l;
    return equal & mask;
  };
  if (inst.operation == 0) {
    uint32_t *d = warp.write<uint32_t>(inst.dst);
    for (LaneMask left = mask; left; left &= left - 1)
      d[firstLane(left)] = lanesLike(firstLane(left));
    return;
  }
  bool areAllEqual = lanesLike(firstLane(mask)) == mask;
  if (inst.dst != noSlot) {
    uint32_t *d = warp.write<uint32_t>(inst.dst);
    forLanes(mask, [=](unsigned l) { d[l] = areAllEqual ? mask : 0; });
  }
  if (inst.dst2 != noSlot)
    warp.writePredicate(inst.dst2, mask, areAllEqual ? allLanes : 0);
}

uint32_t reducePair(const Inst &inst, uint32_t a, uint32_t b) {
  auto operation = static_cast<AtomicOp>(inst.operation);
  bool isMax = operation == AtomicOp::Max;
  switch (operation) {
  case AtomicOp::Add:
    return a + b;
  case AtomicOp::And:
    return a & b;
  case AtomicOp::Or:
    return a | b;
  case AtomicOp::Xor:
    return a ^ b;
  default:
    break;
  }
  if (inst.type == Type::F32)
    return static_cast<uint32_t>(
        minMaxFloat(singleFormat, a, b, isMax, inst.propagatesNan));
  if (inst.type == Type::S32)
    return (static_cast<int32_t>(a) < static_cast<int32_t>(b)) != isMax ? a : b;
  return (a < b) != isMax ? a : b;
}

void reduceLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[1]);
  auto element = [&](unsigned l) {
    return inst.isAbsolute ? a[l] & 0x7FFFFFFF : a[l];
  };
  uint32_t result = element(firstLane(mask));
  for (LaneMask left = mask & (mask - 1); left; left &= left - 1)
    result = reducePair(inst, result, element(firstLane(left)));
  forLanes(mask, [=](unsigned l) { d[l] = result; });
}

void electLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  unsigned leader = firstLane(mask);
  if (inst.dst != noSlot) {
    uint32_t *d = warp.write<uint32_t>(inst.dst);
    forLanes(mask, [=](unsigned l) { d[l] = leader; });
  }
  warp.writePredicate(inst.dst2, mask, LaneMask(1) << leader);
}

void activeMaskLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.noteMeeting();
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  forLanes(mask, [=](unsigned l) { d[l] = mask; });
}

} // namespace

/// Masks and numbers of lanes, which the PTX ISA calls .b32: ptxas takes no
/// register of .f32 for them.
static constexpr Type laneBits = Type::U32;

/// Operand 0 as d or d|p; either part may be "_".
static bool decodePairDestination(InstructionDecoder &d, Type type) {
  const Operand &target = d.operand(0);
  if (target.kind != Operand::Kind::Pair)
    return d.typedDestination(type);
  const Operand &value = target.elements[0], &flag = target.elements[1];
  unsigned width = bitWidth(type);
  if (value.kind == Operand::Kind::Register && d.registerWidth(value) == width)
    d.inst.dst = d.function.registerSlot(value.index);
  else if (value.kind != Operand::Kind::Sink)
    return d.fail("d|p needs a register of " + llvm::Twine(width) + " bits");
  if (value.kind == Operand::Kind::Register && d.checkRegisterType(value, type))
    return true;
  if (flag.kind == Operand::Kind::Register && d.registerWidth(flag) == 1)
    d.inst.dst2 = d.function.registerSlot(flag.index);
  else if (flag.kind != Operand::Kind::Sink)
    return d.fail("d|p needs a predicate after '|'");
  return false;
}

static bool decodeShuffle(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, ShuffleMode> modes[] = {
      {"up", ShuffleMode::Up},
      {"down", ShuffleMode::Down},
      {"bfly", ShuffleMode::Butterfly},
      {"idx", ShuffleMode::Index}};
  bool isKnown = false;
  for (auto [name, mode] : modes)
    if (d.take(name)) {
      d.inst.operation = static_cast<uint8_t>(mode);
      isKnown = true;
    }
  d.inst.control = Control::Collective;
  d.inst.execute = onHost<&shuffleLanes>;
  d.inst.registerWidth = 32;
  return !d.take("sync") || !isKnown || d.takeType() != Type::B32 ||
         d.expectOperands(5) || decodePairDestination(d, Type::B32) ||
         (d.inst.dst == noSlot && d.fail("shfl needs a destination")) ||
         d.source(1, Type::B32, 1) || d.source(2, Type::B32, 2) ||
         d.source(3, Type::B32, 3) || d.source(4, laneBits, 0);
}

static bool decodeVote(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, VoteMode> modes[] = {
      {"all", VoteMode::All},
      {"any", VoteMode::Any},
      {"uni", VoteMode::Uniform},
      {"ballot", VoteMode::Ballot}};
  bool isKnown = false, isBallot = false;
  for (auto [name, mode] : modes)
    if (d.take(name)) {
      d.inst.operation = static_cast<uint8_t>(mode);
      isKnown = true;
      isBallot = mode == VoteMode::Ballot;
    }
  d.inst.control = Control::Collective;
  d.inst.execute = &voteLanes;
  d.inst.registerWidth = 1;
  d.inst.writesPredicate = !isBallot;
  return !d.take("sync") || !isKnown ||
         d.takeType() != (isBallot ? Type::B32 : Type::Pred) ||
         d.expectOperands(3) || d.destination(0, isBallot ? 32 : 1) ||
         d.predicateSource(1, 1) || d.source(2, laneBits, 0);
}

static bool decodeMatch(InstructionDecoder &d) {
  bool isAll = d.take("all");
  if (!isAll && !d.take("any"))
    return true;
  Type type = d.takeType();
  d.inst.operation = isAll;
  d.inst.registerWidth = static_cast<uint8_t>(bitWidth(type));
  d.inst.control = Control::Collective;
  d.inst.execute = type == Type::B32   ? &matchLanes<uint32_t>
                   : type == Type::B64 ? &matchLanes<uint64_t>
                                       : nullptr;
  return !d.take("sync") || !d.inst.execute || d.expectOperands(3) ||
         (isAll ? decodePairDestination(d, laneBits)
                : d.typedDestination(laneBits)) ||
         d.source(1, type, 1) || d.source(2, laneBits, 0);
}

static bool decodeRedux(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, AtomicOp> names[] = {
      {"add", AtomicOp::Add}, {"min", AtomicOp::Min}, {"max", AtomicOp::Max},
      {"and", AtomicOp::And}, {"or", AtomicOp::Or},   {"xor", AtomicOp::Xor}};
  bool isKnown = false;
  for (auto [name, operation] : names)
    if (d.take(name)) {
      d.inst.operation = static_cast<uint8_t>(operation);
      isKnown = true;
    }
  Inst &inst = d.inst;
  inst.type = d.takeType();
  if (inst.type == Type::F32) {
    inst.isAbsolute = d.take("abs");
    inst.propagatesNan = d.take("NaN");
  }
  auto operation = static_cast<AtomicOp>(inst.operation);
  bool isMinMax = operation == AtomicOp::Min || operation == AtomicOp::Max;
  bool fits = inst.type == Type::F32 ? isMinMax
              : inst.type == Type::B32
                  ? !isMinMax && operation != AtomicOp::Add
                  : (inst.type == Type::U32 || inst.type == Type::S32) &&
                        (isMinMax || operation == AtomicOp::Add);
  // Bits are combined in registers that hold no numbers of .f32.
  Type type = inst.type == Type::B32 ? Type::U32 : inst.type;
  inst.control = Control::Collective;
  inst.execute = &reduceLanes;
  inst.registerWidth = 32;
  return !d.take("sync") || !isKnown || !fits ||
         d.needsTarget(inst.type == Type::F32 ? 100 : 80) ||
         d.expectOperands(3) || d.typedDestination(type) ||
         d.source(1, type, 1) || d.source(2, laneBits, 0);
}

static bool decodeElect(InstructionDecoder &d) {
  d.inst.control = Control::Collective;
  d.inst.execute = &electLanes;
  return !d.take("sync") || d.needsTarget(90) || d.expectOperands(2) ||
         decodePairDestination(d, laneBits) ||
         (d.inst.dst2 == noSlot && d.fail("elect needs a predicate")) ||
         d.source(1, laneBits, 0);
}

static bool decodeActiveMask(InstructionDecoder &d) {
  d.inst.execute = &activeMaskLanes;
  return d.takeType() != Type::B32 || d.expectOperands(1) ||
         d.destination(0, 32);
}

void tessera::ptx::addWarpInstructions(InstructionTable &table) {
  table["shfl"] = decodeShuffle;
  table["vote"] = decodeVote;
  table["match"] = decodeMatch;
  table["redux"] = decodeRedux;
  table["elect"] = decodeElect;
  table["activemask"] = decodeActiveMask;
}
