//===- TensorTransfers.cpp - Copies to and shifts in tensor memory --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "tcgen05.cp" and "tcgen05.shift". The lanes that a row of a
// copy goes to are those of CUTLASS (cute/atom/copy_traits_sm100.hpp,
// SM100_UTCCP). A shift moves rows to the lane below, so that the last of 32 is
// the one that a copy of four rows renews.
//
//===----------------------------------------------------------------------===//

#include "../../Async/WarpGroups.h"
#include "../../Counters/Counters.h"
#include "../../Grid/Cluster.h"
#include "../Memory/AsyncCopy.h"
#include "TensorCore.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

std::vector<TensorMemory *> tessera::ptx::memoriesOf(const AsyncOrigin &origin,
                                                     bool isPair) {
  Warp &warp = *origin.warp;
  TensorMemory &own = memoryOf(warp);
  if (!own.useGroup(origin, isPair))
    return {};
  if (!isPair)
    return {&own};
  Cluster *cluster = warp.block.cluster.get();
  unsigned rank = warp.block.rank, peer = rank ^ 1;
  Block *other =
      cluster && peer < cluster->size() ? cluster->block(peer) : nullptr;
  if (!other) {
    origin.fault("the block has no peer for .cta_group::2: the cluster has no "
                 "block of rank " +
                 llvm::Twine(peer) + ", or it has ended");
    return {};
  }
  TensorMemory &theirs = other->asyncUnit().tensorMemory();
  return rank < peer ? std::vector{&own, &theirs} : std::vector{&theirs, &own};
}

bool tessera::ptx::resolveCells(const AsyncOrigin &origin,
                                const SharedMatrix &matrix, uint64_t bits,
                                const char *name,
                                std::shared_ptr<const MatrixCells> &cells) {
  const char *why = nullptr;
  auto descriptor = MatrixDescriptor::ofTensorCore(bits, why);
  if (descriptor && !matrix.fits(*descriptor))
    why = "has a swizzle that the matrix cannot have";
  if (!why)
    cells = matrix.cellsOf(*descriptor);
  if (!why && cells->end > origin.warp->block.shared.size())
    why = "names bytes beyond the shared memory of the block";
  if (!why)
    return true;
  origin.fault("the descriptor of " + llvm::Twine(name) + ", 0x" +
               llvm::utohexstr(bits, true) + ", " + why);
  return false;
}

void tessera::ptx::countCells(const AsyncOrigin &origin,
                              const SharedMatrix &matrix,
                              const MatrixCells &cells, size_t blocks) {
  Counters *counters = origin.warp->counters;
  if (!counters)
    return;
  auto add = [&](Counter counter, uint64_t value) {
    counters->count(*origin.code, origin.pc, counter, value * blocks);
  };
  constexpr unsigned bytesOfCell = 16;
  SharedMatrix::Wavefronts wavefronts = matrix.countWavefronts(cells.places);
  add(Counter::DescriptorBytes, cells.places.size() * bytesOfCell);
  add(Counter::DescriptorWavefronts, wavefronts.actual);
  add(Counter::DescriptorIdeal, wavefronts.ideal);
}

void tessera::ptx::tellWork(TensorWork &work,
                            llvm::ArrayRef<TensorMemory *> memories,
                            std::initializer_list<const MatrixCells *> cells) {
  Warp &warp = *work.origin.warp;
  RaceChecker *races = warp.block.launch.races;
  if (!races)
    return;
  work.agent = races->beginAsync(warp, work.origin.lane, Proxy::Async);
  for (TensorMemory *memory : memories)
    for (const MatrixCells *each : cells)
      if (each)
        races->readPieces(warp, work.origin.lane, work.agent, each->pieces,
                          &memory->block);
}

namespace {

enum class CopyShape : uint8_t {
  Rows128,
  Rows64By02,
  Rows64By01,
  Rows32,
  Rows4
};

struct CopyForm {
  CopyShape shape;
  unsigned rows, cells; ///< of one row
};

/// Lanes that a row of a copy goes to, from the lane of its address on.
std::bitset<tensorLanes> lanesOf(CopyShape shape, unsigned row) {
  std::bitset<tensorLanes> lanes;
  switch (shape) {
  case CopyShape::Rows128:
    lanes.set(row);
    break;
  case CopyShape::Rows64By02:
    lanes.set(row).set(row + 64);
    break;
  case CopyShape::Rows64By01:
    lanes.set(row / 32 * 64 + row % 32).set(row / 32 * 64 + 32 + row % 32);
    break;
  case CopyShape::Rows32:
    for (unsigned warp = 0; warp != 4; ++warp)
      lanes.set(row + 32 * warp);
    break;
  case CopyShape::Rows4:
    lanes.set(32 * row);
    break;
  }
  return lanes;
}

void copyLane(Warp &warp, const Inst &inst, unsigned lane) {
  AsyncOrigin origin(warp, inst, lane);
  auto shape = static_cast<CopyShape>(inst.operation);
  unsigned rows = inst.count, cells = static_cast<unsigned>(inst.immediate);
  auto memories = memoriesOf(origin, inst.isUniform);
  if (memories.empty())
    return;
  TensorAddress to(static_cast<uint32_t>(listedAddress(warp, inst, 0, lane)));
  bool isOfFour = shape == CopyShape::Rows4;
  if (isOfFour ? to.lane >= 32 : to.lane != 0)
    return origin.fault(
        "the rows of a copy begin at lane 0 of tensor memory" +
        llvm::Twine(isOfFour ? ", or one of the first 32" : "") +
        ", not at lane " + llvm::Twine(to.lane));
  auto copy = std::make_shared<TensorCopy>(isOfFour ? TensorWork::Kind::RowCopy
                                                    : TensorWork::Kind::Copy,
                                           origin, memoryOf(warp));
  constexpr unsigned bytesOfCell = 16;
  SharedMatrix matrix = {rows, cells * bytesOfCell, 8, false};
  if (!resolveCells(origin, matrix, warp.read<uint64_t>(inst.src[0])[lane],
                    "the copy", copy->cells))
    return;
  copy->memories = memories;
  copy->packedBits = inst.target;
  TensorRegion region;
  for (unsigned row = 0; row != rows; ++row)
    for (unsigned cell = 0; cell != cells; ++cell) {
      copy->targets.push_back(
          {lanesOf(shape, row) << to.lane, to.column + 4 * cell});
      region.lanes |= copy->targets.back().lanes;
    }
  region.first = to.column;
  region.count = 4 * cells;
  for (TensorMemory *memory : memories)
    copy->uses.push_back({memory, region, true});
  if (!memoryOf(warp).checkUses(*copy, /*needsOldD=*/false))
    return;
  countCells(origin, matrix, *copy->cells, memories.size());
  tellWork(*copy, memories, {copy->cells.get()});
  memoryOf(warp).begin(std::move(copy));
}

void copyLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1)
    copyLane(warp, inst, firstLane(mask));
}

void shiftLane(Warp &warp, const Inst &inst, unsigned lane) {
  AsyncOrigin origin(warp, inst, lane);
  auto memories = memoriesOf(origin, inst.isUniform);
  if (memories.empty())
    return;
  TensorAddress at(static_cast<uint32_t>(listedAddress(warp, inst, 0, lane)));
  if (at.lane % 32 || at.lane >= tensorLanes)
    return origin.fault("a shift begins at a multiple of 32 lanes of tensor "
                        "memory, not at lane " +
                        llvm::Twine(at.lane));
  auto shift = std::make_shared<TensorShift>(TensorWork::Kind::Shift, origin,
                                             memoryOf(warp));
  shift->memories = memories;
  shift->lane = at.lane;
  shift->column = at.column;
  TensorRegion region;
  for (unsigned i = 0; i != 32; ++i)
    region.lanes.set(at.lane + i);
  region.first = at.column;
  region.count = TensorShift::columns;
  for (TensorMemory *memory : memories)
    shift->uses.push_back({memory, region, true});
  if (!memoryOf(warp).checkUses(*shift, /*needsOldD=*/true))
    return;
  tellWork(*shift, memories, {});
  memoryOf(warp).begin(std::move(shift));
}

void shiftLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1)
    shiftLane(warp, inst, firstLane(mask));
}

} // namespace

static bool takeCopyForm(InstructionDecoder &d, CopyForm &form) {
  static constexpr std::tuple<const char *, const char *, CopyForm> forms[] = {
      {"128x256b", nullptr, {CopyShape::Rows128, 128, 2}},
      {"128x128b", nullptr, {CopyShape::Rows128, 128, 1}},
      {"4x256b", nullptr, {CopyShape::Rows4, 4, 2}},
      {"32x128b", "warpx4", {CopyShape::Rows32, 32, 1}},
      {"64x128b", "warpx2::02_13", {CopyShape::Rows64By02, 64, 1}},
      {"64x128b", "warpx2::01_23", {CopyShape::Rows64By01, 64, 1}}};
  bool isWide = d.take("64x128b");
  for (auto [shape, warps, value] : forms) {
    bool isShape = llvm::StringRef(shape) == "64x128b" ? isWide : d.take(shape);
    if (isShape && (!warps || d.take(warps))) {
      form = value;
      return false;
    }
  }
  return d.fail("there is no such copy to tensor memory: shape and warps do "
                "not fit");
}

bool tessera::ptx::decodeTensorCopy(InstructionDecoder &d) {
  Inst &inst = d.inst;
  CopyForm form;
  if (takeBlockGroup(d, inst.isUniform) || takeCopyForm(d, form))
    return true;
  inst.target = 8;
  if (d.take("b8x16")) {
    inst.target = d.take("b6x16_p32") ? 6 : 4;
    if (inst.target == 4 && !d.take("b4x16_p64"))
      return d.fail("the packed elements are .b6x16_p32 or .b4x16_p64");
  }
  inst.operation = static_cast<uint8_t>(form.shape);
  inst.count = static_cast<uint8_t>(form.rows);
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  inst.execute = &copyLanes;
  if (d.expectOperands(2) || listAddress(d, 0, Space::Shared))
    return true;
  inst.immediate = form.cells;
  return d.source(1, Type::B64, 0);
}

bool tessera::ptx::decodeTensorShift(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  inst.execute = &shiftLanes;
  if (takeBlockGroup(d, inst.isUniform))
    return true;
  if (!d.take("down"))
    return d.fail("a shift needs .down");
  if (d.needsExactVariant(100))
    return true;
  inst.src[0] = noSlot;
  return d.expectOperands(1) || listAddress(d, 0, Space::Shared);
}
