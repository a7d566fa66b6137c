//===- TensorCopy.cpp - Copies of boxes of tensors ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Asynchronous copy": cp.async.bulk.tensor,
// cp.reduce.async.bulk.tensor and cp.async.bulk.prefetch.tensor. The tensor map
// is read when the instruction is issued, through a proxy of its own; all other
// accesses go through the async proxy when the operation takes place.
//
//===----------------------------------------------------------------------===//

#include "TensorCopy.h"
#include "../../Counters/Counters.h"
#include "../../Grid/Cluster.h"
#include "../Matrix/TensorOperation.h"
#include "Reduction.h"
#include "TensorForm.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

namespace {

/// Number of bytes within which swizzling exchanges cells.
uint64_t spanOf(const TensorMap &map) {
  static constexpr uint64_t spans[] = {1, 32, 64, 128, 32};
  return spans[map.swizzle];
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Counts an operation. `isAgain`: a multicast one, for a block after the
/// first.
void count(const TensorOperation &operation, bool isAgain) {
  const AsyncOrigin &origin = operation.origin;
  Counters *counters = origin.warp->counters;
  if (!counters)
    return;
  auto add = [&](Counter counter, uint64_t value) {
    counters->count(*origin.code, origin.pc, counter, value);
  };
  add(Counter::BulkSharedBytes, operation.box.bytes);
  if (isAgain)
    return add(Counter::MulticastBytes, operation.box.bytes);
  add(Counter::BulkRequests, 1);
  for (const TensorRow &row : operation.box.rows)
    counters->accessGlobal(*origin.code, origin.pc, row.address,
                           uint64_t(row.units) * operation.map.globalUnit());
}

/// The read of a tensor map, which takes place when the copy is issued.
class MapReading : public AsyncOperation {
public:
  explicit MapReading(const AsyncOrigin &origin) : AsyncOperation(origin) {
    hasRead = isDone = true;
  }
  void read() override {}
  void write() override {}
};

/// Tells the race checker of a map in global memory. A load is known to have
/// read it once its mbarrier completes, or with the bulk groups of its thread,
/// by which CUTLASS waits before it changes a map.
void tellOfMap(RaceChecker &races, TensorOperation &operation,
               uint64_t address) {
  const AsyncOrigin &origin = operation.origin;
  AsyncAgent agent = operation.agent;
  if (operation.isLoad) {
    auto reading = std::make_shared<MapReading>(origin);
    agent = reading->agent =
        races.beginAsync(*origin.warp, origin.lane, Proxy::Async);
    operation.mapReading = reading;
    origin.warp->block.asyncUnit().share(std::move(reading), origin.lane,
                                         /*isBulk=*/true);
  }
  races.accessMap(*origin.warp, origin.lane, agent, address);
}

/// The bytes behind a row of a store that are written: those that belong
/// to the allocation. Nothing after a report: they are somebody's. Reductions
/// may write them as stores do, or not at all, which is what happens here.
std::optional<uint32_t> besideOf(const AsyncOrigin &origin, uint64_t address,
                                 uint32_t beside, bool isReduction) {
  const LaunchState &launch = origin.warp->block.launch;
  const Allocation *allocation =
      beside ? launch.memory.findAtOrBelow(address - 1) : nullptr;
  if (!allocation)
    return 0;
  const uint64_t offset = address - allocation->address;
  beside = static_cast<uint32_t>(
      std::min<uint64_t>(beside, allocation->size - offset));
  for (uint32_t i = 0; launch.config.checks.memory && i != beside; ++i) {
    if (!allocation->isAnyWritten(offset + i, 1))
      continue;
    origin.fault(
        llvm::Twine(isReduction ? "this reduction may change "
                                : "this store overwrites ") +
        llvm::Twine(beside) + " bytes beside the tensor, at global address 0x" +
        llvm::utohexstr(address, /*LowerCase=*/true) +
        ", which somebody has written: the hardware writes whole 16 bytes of "
        "dimension 0, whose extent is no multiple of them" +
        (isReduction ? ", and no document says whether reductions do" : "") +
        "; make it one, keep the box within it, or leave these bytes to "
        "nobody");
    return std::nullopt;
  }
  return isReduction ? 0 : beside;
}

/// An operation between a map's tensor and shared memory at an address of a
/// space; null after a fault. `kind` is the access to the tensor.
std::shared_ptr<TensorOperation> prepare(const AsyncOrigin &origin,
                                         const Inst &inst, Space space,
                                         uint64_t address, Access kind,
                                         bool isAgain = false) {
  Warp &warp = *origin.warp;
  const uint64_t mapAddress = listedAddress(warp, inst, mapAt, origin.lane);
  auto map = readMap(origin, inst, mapAddress);
  if (!map)
    return nullptr;
  auto place = boxOf(origin, inst, *map);
  if (!place)
    return nullptr;
  auto operation =
      std::make_shared<TensorOperation>(origin, *map, std::move(*place));
  operation->isLoad = kind == Access::Load;
  TensorBox &box = operation->box;
  uint64_t bytes = llvm::alignTo(box.bytes, spanOf(*map));
  constexpr uint64_t alignment = 128;
  if (!resolveRange(origin, space, address, bytes, alignment,
                    operation->isLoad ? Access::Store : Access::Load))
    return nullptr;
  Block *owner = space == Space::SharedCluster
                     ? warp.block.ownerOf(origin.lane, address, warp)
                     : &warp.block;
  operation->shared = owner->shared.data();
  operation->offset = address & sharedOffsetMask;
  llvm::SmallVector<AsyncAccess, 8> accesses;
  accesses.push_back({operation->isLoad ? Access::Store : Access::Load, space,
                      address, bytes});
  const unsigned unit = map->globalUnit();
  operation->globalRows.reserve(box.rows.size());
  llvm::SmallVector<AsyncAccess, 0> besides;
  for (TensorRow &row : box.rows) {
    uint64_t size = uint64_t(row.units) * unit;
    uint8_t *bytes =
        resolveRange(origin, Space::Global, row.address, size, 1, kind);
    if (!bytes)
      return nullptr;
    operation->globalRows.push_back(bytes);
    if (kind != Access::Load) {
      auto beside = besideOf(origin, row.address + size, row.beside,
                             /*isReduction=*/kind == Access::Atomic);
      if (!beside)
        return nullptr;
      row.beside = *beside;
      if (*beside)
        besides.push_back({kind, Space::Global, row.address + size, *beside,
                           /*isBeside=*/true});
    }
    AsyncAccess &last = accesses.back();
    if (last.space == Space::Global && last.address + last.size == row.address)
      last.size += size;
    else
      accesses.push_back({kind, Space::Global, row.address, size});
  }
  accesses.append(besides);
  count(*operation, isAgain);
  operation->writesGlobal = !operation->isLoad;
  if (operation->isLoad)
    operation->writes = owner == &warp.block ? nullptr : owner;
  tellRaces(*operation, Proxy::Async, accesses);
  if (RaceChecker *races = warp.block.launch.races;
      races && !(mapAddress & windowMask))
    tellOfMap(*races, *operation, mapAddress);
  return warp.hasFaulted() ? nullptr : operation;
}

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

/// Begins a copy to shared memory; false after a fault.
bool beginLoad(const AsyncOrigin &origin, const Inst &inst, Space space,
               uint64_t to, uint64_t mbarrier, bool isAgain = false) {
  auto place = mbarrierPlace(origin, space, mbarrier);
  if (!place || !place->home->asyncUnit().find(origin, place->offset))
    return false;
  Block &block = origin.warp->block;
  Block *owner = space == Space::SharedCluster
                     ? block.ownerOf(origin.lane, to, *origin.warp)
                     : &block;
  if (!owner)
    return false;
  bool isPair = TensorForm::of(inst).isPair;
  if (isPair ? (place->home->rank ^ owner->rank) > 1 : place->home != owner) {
    origin.fault(isPair ? "the mbarrier lies neither in the block of the "
                          "destination nor in the other one of its pair"
                        : "the destination and the mbarrier lie in the shared "
                          "memory of different blocks, which needs "
                          ".cta_group::2");
    return false;
  }
  auto copy = prepare(origin, inst, space, to, Access::Load, isAgain);
  if (!copy)
    return false;
  copy->mbarrier = place->offset;
  copy->mbarrierHome = place->home;
  // The gaps behind packed elements are not copied, and do not count.
  copy->transactions =
      copy->box.bytes / copy->map.sharedUnit() * copy->map.globalUnit();
  block.asyncUnit().begin(std::move(copy), /*isBulk=*/true);
  return !origin.warp->hasFaulted();
}

template <Space space>
void loadLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    beginLoad(origin, inst, space,
              listedAddress(warp, inst, sharedAt, origin.lane),
              listedAddress(warp, inst, mbarrierAt, origin.lane));
  }
}

/// One copy for each block of the mask. The mbarriers lie at one offset; with
/// .cta_group::2, in the block of each pair that has the parity of the named
/// one.
void multicastLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  const bool isPair = TensorForm::of(inst).isPair;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    uint64_t to = listedAddress(warp, inst, sharedAt, origin.lane);
    uint64_t mbarrier = listedAddress(warp, inst, mbarrierAt, origin.lane);
    uint64_t parity = mbarrier >> clusterRankShift & 1;
    uint32_t ranks = warp.read<uint16_t>(inst.src[2])[origin.lane];
    bool isAgain = false;
    for (; ranks; ranks &= ranks - 1) {
      uint64_t rank = llvm::countr_zero(ranks);
      uint64_t home = isPair ? (rank & ~uint64_t(1)) | parity : rank;
      if (!beginLoad(origin, inst, Space::SharedCluster, atRank(to, rank),
                     atRank(mbarrier, home), isAgain))
        return;
      isAgain = true;
    }
  }
}

/// The type of a reduction; none if there is no such reduction.
std::optional<Type> typeOf(TensorMap::Element element, AtomicOp operation) {
  using E = TensorMap::Element;
  bool isBitwise = operation == AtomicOp::And || operation == AtomicOp::Or ||
                   operation == AtomicOp::Xor;
  switch (element) {
  case E::U32:
    return isBitwise ? Type::B32 : Type::U32;
  case E::S32:
    return isBitwise ? Type::B32 : Type::S32;
  case E::U64:
    return isBitwise ? Type::B64 : Type::U64;
  case E::S64:
    return isBitwise ? Type::B64 : Type::S64;
  case E::F16:
    return Type::F16;
  case E::BF16:
    return Type::BF16;
  case E::F32:
    return Type::F32;
  default:
    return std::nullopt;
  }
}

/// True if two lanes name one box of one map and one place in shared memory.
bool isSameStore(const Warp &warp, const Inst &inst, unsigned a, unsigned b) {
  auto agree = [&](Slot slot) {
    auto values = warp.read<uint32_t>(slot);
    return values[a] == values[b];
  };
  auto agreeAt = [&](unsigned position) {
    return listedAddress(warp, inst, position, a) ==
           listedAddress(warp, inst, position, b);
  };
  const Slot *slots = warp.list(inst) + coordinatesAt;
  return agreeAt(mapAt) && agreeAt(sharedAt) &&
         std::all_of(slots, slots + TensorForm::of(inst).coordinates(), agree);
}

/// To global memory, in a bulk group. Lanes that name the same copy share it,
/// as each would write the same (CUTLASS stores by whole warps).
template <bool isReduction>
void storeLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  warp.memory.noteAccessOutside();
  llvm::SmallVector<AsyncReference, 1> begun;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    if (shareStore(async, begun, origin, [&](unsigned other) {
          return isSameStore(warp, inst, other, origin.lane);
        }))
      continue;
    if (!checkStart(origin, inst))
      return;
    auto copy = prepare(origin, inst, Space::Shared,
                        listedAddress(warp, inst, sharedAt, origin.lane),
                        isReduction ? Access::Atomic : Access::Store);
    if (!copy)
      return;
    if (isReduction) {
      auto operation = static_cast<AtomicOp>(inst.operation);
      auto type = typeOf(copy->map.element, operation);
      if (!type || !isBulkReduction(operation, *type))
        return origin.fault("there is no such reduction of elements of the "
                            "type that the tensor map names");
      copy->reduction = inst;
      copy->reduction->type = *type;
    }
    if (copy->map.swizzle == 3 && copy->map.atomicity == 2)
      return origin.fault("the swizzle with 8-byte flip does not go with "
                          "copies to global memory");
    if (!isReduction)
      begun.push_back(copy);
    async.begin(std::move(copy), /*isBulk=*/true);
  }
}

/// Checks the operands; a prefetch does nothing else.
void prefetchLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    readMap(origin, inst, listedAddress(warp, inst, mapAt, origin.lane));
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Takes [map, {coordinates}], and lists the map.
static bool takeMap(InstructionDecoder &d, size_t i, unsigned count) {
  if (i >= d.operandCount())
    return d.expectOperands(i + 1, 8);
  const Operand &op = d.operand(i);
  if (op.kind != Operand::Kind::Address || op.elements.size() != 2 ||
      op.elements[1].kind != Operand::Kind::Vector ||
      op.elements[1].elements.size() != count)
    return d.fail("operand " + llvm::Twine(i + 1) +
                  " must be the address of a tensor map and " +
                  llvm::Twine(count) + " coordinates");
  const Operand &base = op.elements[0];
  std::vector<Slot> &slots = d.function.code.slots;
  Slot slot = noSlot;
  if (base.kind == Operand::Kind::Variable && base.variable->isEntryParameter)
    slot = d.function.constantSlot(
        64, paramWindow + base.variable->frameOffset + base.value);
  else if (base.kind == Operand::Kind::Variable &&
           isShared(base.variable->space))
    return d.fail("a tensor map lies in global, const or param memory");
  else if (d.anySource(base, Type::B64, slot))
    return true;
  slots.insert(slots.end(), {slot, 1, static_cast<Slot>(op.value),
                             static_cast<Slot>(op.value >> 32)});
  return false;
}

/// Lists the elements of a vector, of a type.
static bool takeVector(InstructionDecoder &d, const Operand &vector,
                       Type type) {
  for (const Operand &element : vector.elements) {
    Slot slot = noSlot;
    if (d.anySource(element, type, slot))
      return true;
    d.function.code.slots.push_back(slot);
  }
  return false;
}

static void skipAddress(InstructionDecoder &d) {
  d.function.code.slots.insert(d.function.code.slots.end(), {noSlot, 0, 0, 0});
}

static bool takeRank(InstructionDecoder &d, TensorForm &form) {
  for (unsigned rank = 1; rank <= TensorMap::mostRank; ++rank)
    if (d.take(std::to_string(rank) + "d")) {
      form.rank = rank;
      return true;
    }
  return false;
}

/// Takes .tile and its like for a load or prefetch. True on failure.
static bool takeLoadMode(InstructionDecoder &d, TensorForm &form,
                         bool isToBlock) {
  bool isWide = d.take("im2col::w");
  if (isWide || d.take("im2col::w::128")) {
    form.mode = isWide ? BoxMode::Wide : BoxMode::Wide128;
    form.offsets = 2;
    return form.rank < 3 || (isWide && isToBlock ? d.needsTarget(100)
                                                 : d.needsVariant(100, 120));
  }
  if (d.take("tile::gather4")) {
    form.mode = BoxMode::Rows;
    return form.rank != 2 ||
           (isToBlock ? d.needsTarget(100) : d.needsVariant(100, 120));
  }
  if (d.take("im2col")) {
    form.mode = BoxMode::Pixels;
    form.offsets = form.rank - 2;
    return form.rank < 3;
  }
  d.take("tile");
  return false;
}

/// The vector of offsets of im2col.
static bool takeOffsets(InstructionDecoder &d, size_t i,
                        const TensorForm &form) {
  const Operand &op = d.operand(i);
  if (op.kind != Operand::Kind::Vector || op.elements.size() != form.offsets)
    return d.fail("operand " + llvm::Twine(i + 1) + " must be a vector of " +
                  llvm::Twine(form.offsets) + " offsets");
  return takeVector(d, op, Type::U16);
}

static bool decodeLoad(InstructionDecoder &d, TensorForm form,
                       bool isToCluster) {
  Inst &inst = d.inst;
  Space space = isToCluster ? Space::SharedCluster : Space::Shared;
  if (!d.take("mbarrier::complete_tx::bytes") ||
      takeLoadMode(d, form, !isToCluster))
    return true;
  form.isMulticast = isToCluster && takeMulticast(d);
  bool isSingle = d.take("cta_group::1");
  form.isPair = !isSingle && d.take("cta_group::2");
  bool hasPolicy = d.take("L2::cache_hint");
  if ((isSingle || form.isPair) && d.needsVariant(100, 120))
    return true;
  inst.execute = form.isMulticast ? &multicastLanes
                 : isToCluster    ? &loadLanes<Space::SharedCluster>
                                  : &loadLanes<Space::Shared>;
  size_t last = 3;
  bool hasOffsets = form.offsets != 0;
  if (d.needsTarget(90) ||
      d.expectOperands(3 + hasOffsets + form.isMulticast + hasPolicy))
    return true;
  inst.target = form.encode();
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  if (takeMap(d, 1, form.coordinates()) || listAddress(d, 0, space) ||
      listAddress(d, 2, space) ||
      takeVector(d, d.operand(1).elements[1], Type::S32))
    return true;
  if (hasOffsets && takeOffsets(d, last++, form))
    return true;
  if (form.isMulticast && d.source(last++, Type::B16, 2))
    return true;
  return hasPolicy && d.source(last, Type::B64, 3);
}

/// A copy or a reduction to global memory.
static bool decodeStore(InstructionDecoder &d, TensorForm form, Handler handler,
                        bool isReduction) {
  Inst &inst = d.inst;
  inst.execute = handler;
  if (!d.take("bulk_group"))
    return true;
  if (d.take("im2col_no_offs")) {
    form.mode = BoxMode::Pixels;
    if (form.rank < 3)
      return true;
  } else if (!isReduction && d.take("tile::scatter4")) {
    form.mode = BoxMode::Rows;
    if (form.rank != 2 || d.needsVariant(100, 120))
      return true;
  } else {
    d.take("tile");
  }
  bool hasPolicy = d.take("L2::cache_hint");
  if (d.needsTarget(90) || d.expectOperands(2 + hasPolicy))
    return true;
  inst.target = form.encode();
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  if (takeMap(d, 0, form.coordinates()) || listAddress(d, 1, Space::Shared))
    return true;
  skipAddress(d);
  return takeVector(d, d.operand(0).elements[1], Type::S32) ||
         (hasPolicy && d.source(2, Type::B64, 3));
}

static bool decodePrefetch(InstructionDecoder &d, TensorForm form) {
  Inst &inst = d.inst;
  inst.execute = &prefetchLanes;
  if (!d.take("L2") || !d.take("global") ||
      takeLoadMode(d, form, /*isToBlock=*/false))
    return true;
  bool hasPolicy = d.take("L2::cache_hint"), hasOffsets = form.offsets != 0;
  if (d.needsTarget(90) || d.expectOperands(1 + hasOffsets + hasPolicy))
    return true;
  inst.target = form.encode();
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  if (takeMap(d, 0, form.coordinates()))
    return true;
  skipAddress(d);
  skipAddress(d);
  return takeVector(d, d.operand(0).elements[1], Type::S32) ||
         (hasOffsets && takeOffsets(d, 1, form)) ||
         (hasPolicy && d.source(1 + hasOffsets, Type::B64, 3));
}

bool tessera::ptx::decodeTensorCopy(InstructionDecoder &d, bool isPrefetch) {
  TensorForm form;
  if (!takeRank(d, form))
    return true;
  if (isPrefetch)
    return decodePrefetch(d, form);
  auto place = [&](llvm::StringRef name) {
    return llvm::find(d.syntax.modifiers, name) - d.syntax.modifiers.begin();
  };
  bool isToCluster = d.take("shared::cluster");
  bool isToBlock = !isToCluster && d.take("shared::cta");
  if ((!isToCluster && !isToBlock) || !d.take("global"))
    return true;
  if (isToBlock && place("global") < place("shared::cta"))
    return decodeStore(d, form, &storeLanes<false>, /*isReduction=*/false);
  return decodeLoad(d, form, isToCluster);
}

bool tessera::ptx::decodeTensorReduction(InstructionDecoder &d) {
  TensorForm form;
  if (!takeRank(d, form) || !d.take("global") || !d.take("shared::cta") ||
      !takeAtomicOperation(d))
    return true;
  auto operation = static_cast<AtomicOp>(d.inst.operation);
  if (operation == AtomicOp::Exchange || operation == AtomicOp::CompareSwap)
    return true;
  return decodeStore(d, form, &storeLanes<true>, /*isReduction=*/true);
}
