//===- TensorMaps.cpp - Tensor maps made on the device --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "tensormap.replace", "tensormap.cp_fenceproxy" and "membar,
// fence" (.proxy.tensormap). All of them are weak accesses to the 128 bytes
// through the generic proxy; a tensor copy sees the change only after an
// acquire fence of the tensormap proxy.
//
//===----------------------------------------------------------------------===//

#include "TensorCopy.h"
#include "tessera/Emulator/TensorMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

/// The contents of Inst::operation for tensormap.replace.
enum class Field : uint8_t {
  Address,
  Rank,
  Box,
  Dim,
  Stride,
  ElementStride,
  Element,
  Interleave,
  Swizzle,
  Atomicity,
  Fill,
};

/// The host's bytes of the map of each lane; false after a fault. Checkers see
/// them piece by piece.
bool accessMap(Warp &warp, const Inst &inst, Space space,
               const uint64_t *addresses, LaneMask mask, Access kind,
               LanePointers &at) {
  constexpr uint32_t piece = 32;
  for (LaneMask left = mask; left; left &= left - 1)
    if (addresses[firstLane(left)] % TensorMap::bytes) {
      warp.fault(LaunchFault::MisalignedAddress, firstLane(left),
                 "the tensor map at 0x" +
                     llvm::utohexstr(addresses[firstLane(left)], true) +
                     " is misaligned; it must be a multiple of 128");
      return false;
    }
  for (uint32_t offset = 0; offset != TensorMap::bytes; offset += piece) {
    uint64_t pieces[warpSize];
    for (unsigned lane = 0; lane != warpSize; ++lane)
      pieces[lane] = addresses[lane] + offset;
    LanePointers places = {};
    if (!warp.memory.accessAt(inst, space, pieces, mask, piece, kind, places))
      return false;
    if (offset == 0)
      at = places;
  }
  return true;
}

void replaceField(TensorMap &map, Field field, unsigned index, uint64_t value) {
  auto small = static_cast<uint8_t>(value);
  switch (field) {
  case Field::Address:
    map.address = value;
    break;
  case Field::Rank:
    map.rank = static_cast<unsigned>(small) + 1;
    break;
  case Field::Box:
    map.box[index] = static_cast<uint32_t>(value);
    break;
  case Field::Dim:
    map.dims[index] = value;
    break;
  case Field::Stride:
    map.strides[index] = value;
    break;
  case Field::ElementStride:
    map.elementStrides[index] = static_cast<uint32_t>(value);
    break;
  case Field::Element:
    map.element = static_cast<TensorMap::Element>(small & 15);
    break;
  case Field::Interleave:
    map.interleave = small;
    break;
  case Field::Swizzle:
    map.swizzle = small;
    break;
  case Field::Atomicity:
    map.atomicity = small;
    break;
  case Field::Fill:
    map.fillsNan = value != 0;
    break;
  }
}

void replaceLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint64_t addresses[warpSize];
  warp.memory.effectiveAddresses(inst, addresses);
  LanePointers at = {};
  if (!accessMap(warp, inst, inst.space, addresses, mask, Access::Store, at))
    return;
  auto field = static_cast<Field>(inst.operation);
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    uint64_t value = inst.sourceType == Type::B64
                         ? warp.read<uint64_t>(inst.src[1])[lane]
                         : warp.read<uint32_t>(inst.src[1])[lane];
    auto map = TensorMap::decode({at[lane], TensorMap::bytes});
    if (!map)
      return warp.fault(lane, llvm::toString(map.takeError()));
    replaceField(*map, field, inst.target, value);
    auto bytes = map->encode();
    std::memcpy(at[lane], bytes.data(), bytes.size());
  }
}

/// The whole warp copies one map, with a release fence.
void copyFencedLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint64_t to[warpSize], from[warpSize];
  for (unsigned lane = 0; lane != warpSize; ++lane) {
    to[lane] = listedAddress(warp, inst, 0, lane);
    from[lane] = listedAddress(warp, inst, 1, lane);
  }
  if (lanesEqualTo(to, mask, firstLane(mask)) != mask ||
      lanesEqualTo(from, mask, firstLane(mask)) != mask)
    return warp.fault(firstLane(mask),
                      "the lanes of the warp name different tensor maps");
  LaneMask first = mask & (0 - mask);
  LanePointers source = {}, destination = {};
  if (!accessMap(warp, inst, Space::Shared, from, first, Access::Load,
                 source) ||
      !accessMap(warp, inst, Space::Global, to, first, Access::Store,
                 destination))
    return;
  std::memcpy(destination[firstLane(first)], source[firstLane(first)],
              TensorMap::bytes);
  if (RaceChecker *races = warp.block.launch.races) {
    races->syncWarp(warp, mask);
    races->releaseMaps(warp, mask, inst.scope);
    races->fence(warp, mask, MemoryOrder::Release, inst.scope);
  }
}

void releaseMapLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  if (RaceChecker *races = warp.block.launch.races) {
    races->releaseMaps(warp, mask, inst.scope);
    races->fence(warp, mask, MemoryOrder::Release, inst.scope);
  }
}

void acquireMapLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  RaceChecker *races = warp.block.launch.races;
  if (!races)
    return;
  races->fence(warp, mask, MemoryOrder::Acquire, inst.scope);
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    races->fenceMap(warp, lane, warp.memory.effectiveAddress(inst, lane),
                    inst.scope);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static bool decodeReplace(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, Field> fields[] = {
      {"global_address", Field::Address},
      {"rank", Field::Rank},
      {"box_dim", Field::Box},
      {"global_dim", Field::Dim},
      {"global_stride", Field::Stride},
      {"element_stride", Field::ElementStride},
      {"elemtype", Field::Element},
      {"interleave_layout", Field::Interleave},
      {"swizzle_mode", Field::Swizzle},
      {"swizzle_atomicity", Field::Atomicity},
      {"fill_mode", Field::Fill}};
  Inst &inst = d.inst;
  inst.execute = &replaceLanes;
  if (!d.take("tile"))
    return true;
  std::optional<Field> field;
  for (auto [name, value] : fields)
    if (!field && d.take(name))
      field = value;
  d.takeSpace(inst.space);
  if (!field || !d.take("b1024") ||
      (inst.space != Space::Generic && inst.space != Space::Global &&
       inst.space != Space::Shared))
    return true;
  inst.operation = static_cast<uint8_t>(*field);
  Type type = inst.sourceType = d.takeType();
  inst.type = Type::B32;
  bool isWide = *field == Field::Address || *field == Field::Stride;
  bool hasOrdinal = *field >= Field::Box && *field <= Field::ElementStride;
  if (type != (isWide ? Type::B64 : Type::B32) || d.needsVariant(90) ||
      (*field == Field::Atomicity && d.needsVariant(100)) ||
      d.expectOperands(2 + hasOrdinal) || d.address(0))
    return true;
  if (hasOrdinal) {
    int64_t ordinal = 0;
    if (d.integerLiteral(1, ordinal))
      return true;
    int64_t most = *field == Field::Stride ? 3 : 4;
    if (ordinal < 0 || ordinal > most)
      return d.fail("the ordinal is 0 to " + llvm::Twine(most));
    inst.target = static_cast<uint32_t>(ordinal);
  }
  if (*field < Field::Element)
    return d.source(1 + hasOrdinal, type, 1);
  static constexpr int64_t mosts[] = {15, 2, 4, 3, 1};
  int64_t value = 0;
  int64_t most = mosts[unsigned(*field) - unsigned(Field::Element)];
  if (d.integerLiteral(1, value))
    return true;
  return value < 0 || value > most
             ? d.fail("the value of this field is 0 to " + llvm::Twine(most))
             : d.source(1, type, 1);
}

static bool decodeFencedCopy(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &copyFencedLanes;
  inst.control = Control::Aligned;
  inst.type = Type::B32;
  int64_t size = 0;
  if (!d.take("global") || !d.take("shared::cta") ||
      !d.take("tensormap::generic") || !d.take("release") ||
      !d.takeScope(inst.scope) || !d.take("sync") || !d.take("aligned") ||
      d.needsTarget(90) || d.expectOperands(3) ||
      listAddresses(d, Space::Global, Space::Shared) ||
      d.integerLiteral(2, size))
    return true;
  return size != 128 && d.fail("the size must be 128");
}

static bool decodeTensorMap(InstructionDecoder &d) {
  if (d.take("replace"))
    return decodeReplace(d);
  return !d.take("cp_fenceproxy") || decodeFencedCopy(d);
}

bool tessera::ptx::decodeMapFence(InstructionDecoder &d, bool isAcquire) {
  Inst &inst = d.inst;
  inst.execute = isAcquire ? &acquireMapLanes : &releaseMapLanes;
  inst.space = Space::Generic;
  if (!d.takeScope(inst.scope))
    return true;
  if (!isAcquire)
    return d.expectOperands(0);
  int64_t size = 0;
  if (d.expectOperands(2) || d.address(0) || d.integerLiteral(1, size))
    return true;
  return size != 128 && d.fail("the size must be 128");
}

void tessera::ptx::addTensorMapInstructions(InstructionTable &table) {
  table["tensormap"] = decodeTensorMap;
}
