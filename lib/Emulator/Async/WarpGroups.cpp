//===- WarpGroups.cpp - Asynchronous products of warp groups --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpGroups.h"
#include "../Grid/Block.h"
#include "../Machine/Lanes.h"
#include "../Machine/RegisterWatch.h"
#include "../Machine/Report.h"
#include "../Machine/Warp.h"
#include "../Matrix/FragmentVectors.h"
#include "../Sources/ProductSources.h"
#include "TensorWork.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

static constexpr unsigned cellBytes = 16;

//===----------------------------------------------------------------------===//
// One product
//===----------------------------------------------------------------------===//

void GroupProduct::read() {
  if (aCells)
    aBytes = readCells(origin, group.block, aCells->places);
  bBytes = readCells(origin, group.block, bCells->places);
}

void GroupProduct::write() { group.finishThrough(*this); }

namespace {

/// The lanes of registers of a frame, or of constants, by slot.
llvm::SmallVector<const uint32_t *, 128> lanesAt(const Frame &frame,
                                                 llvm::ArrayRef<Slot> slots) {
  llvm::SmallVector<const uint32_t *, 128> lanes;
  for (Slot slot : slots) {
    const uint8_t *base = slot & constantBit
                              ? frame.constants + (slot & ~constantBit)
                              : frame.registers.data() + slot;
    lanes.push_back(reinterpret_cast<const uint32_t *>(base));
  }
  return lanes;
}

/// The sums of a group, in registers of its warps.
class GroupSums : public Accumulators {
public:
  GroupSums(const GroupProduct &product, llvm::ArrayRef<Slot> slots)
      : product(product), slots(slots) {}

  void load(unsigned first, unsigned rows, uint32_t *c) const override {
    static_assert(mostRows == rowsOfWarp);
    const GroupProduct::Part &part = product.parts[first / rowsOfWarp];
    if (!part.accumulates)
      std::fill_n(c, size_t(rows) * product.operation.kind.shape.n, 0);
    else
      gatherRowsOfC(product.operation.shapeOfWarp(), isHalf(),
                    lanesAt(*part.frame, slots).data(), c);
  }
  /// Stores them in the registers, and in their shadow.
  void store(unsigned first, unsigned, const uint32_t *d) override {
    const Frame &frame = *product.parts[first / rowsOfWarp].frame;
    llvm::SmallVector<uint32_t *, 128> lanes;
    for (LaneBuffer *buffer :
         {const_cast<LaneBuffer *>(&frame.registers), frame.shadow.get()}) {
      if (!buffer)
        continue;
      lanes.clear();
      for (Slot slot : slots)
        lanes.push_back(reinterpret_cast<uint32_t *>(buffer->data() + slot));
      scatterRowsOfD(product.operation.shapeOfWarp(), isHalf(), d,
                     lanes.data());
    }
  }

private:
  bool isHalf() const { return product.operation.kind.d == Type::F16; }

  const GroupProduct &product;
  const llvm::ArrayRef<Slot> slots;
};

} // namespace

void GroupProduct::compute() {
  const ProductKind &kind = operation.kind;
  unsigned n = kind.shape.n, k = kind.shape.k;
  std::vector<uint32_t> a(size_t(rowsOfGroup) * k),
      b(size_t(operation.b.k) * n);
  const Slot *list =
      origin.code->slots.data() + origin.code->instructions[origin.pc].list;
  const llvm::ArrayRef<Slot> ofD(list, operation.dRegisters);
  const llvm::ArrayRef<Slot> ofA(list + ofD.size(), operation.aRegisters);
  if (!operation.isAInRegisters)
    operation.a.unpack(aBytes.data(), a.data(), k, 1);
  for (unsigned w = 0; operation.isAInRegisters && w != warpsOfGroup; ++w)
    gatherRowsOfA(
        operation.shapeOfWarp(), {operation.a.bits, 0, operation.a.bits},
        lanesAt(*parts[w].frame, ofA).data(), &a[size_t(w) * rowsOfWarp * k]);
  operation.b.unpack(bBytes.data(), b.data(), 1, n);
  if (origin.warp->sources)
    followSources(*origin.warp->sources, ofD, ofA);
  TensorFactors factors = {a, b, {}, {}, std::move(sparse.indices)};
  GroupSums sums(*this, ofD);
  multiplyTensors(kind, operation.negatesA, operation.negatesB, factors, sums);
  aBytes = {};
  bBytes = {};
}

/// An element of D has the sources of its row of A and of its column of B.
void GroupProduct::followSources(SourceTracker &tracker,
                                 llvm::ArrayRef<Slot> ofD,
                                 llvm::ArrayRef<Slot> ofA) const {
  if (operation.isSparse)
    return origin.noteLoss();
  const MatrixShape shape = operation.shapeOfWarp();
  const unsigned n = shape.n, k = shape.k, bits = operation.a.bits;
  const bool isHalf = operation.kind.d == Type::F16;
  const auto columns = sourcesOfCells(tracker, operation.b, bBytes);
  std::vector<SourceSet> rows;
  if (!operation.isAInRegisters)
    rows = sourcesOfCells(tracker, operation.a, aBytes);
  for (unsigned w = 0; w != warpsOfGroup; ++w) {
    const Part &part = parts[w];
    if (operation.isAInRegisters) {
      const auto ofRows =
          FragmentSources(*part.frame, ofA, bits)
              .gather(size_t(rowsOfWarp) * k,
                      [&](const uint32_t *const *lanes, uint32_t *matrix) {
                        gatherRowsOfA(shape, {bits, 0, bits}, lanes, matrix);
                      });
      rows.resize(size_t(w + 1) * rowsOfWarp);
      for (size_t i = 0; i != ofRows.size(); ++i) {
        SourceSet &row = rows[w * rowsOfWarp + i / k];
        row = tracker.unite(row, ofRows[i]);
      }
    }
    FragmentSources sums(*part.frame, ofD, isHalf ? 16 : 32);
    std::vector<SourceSet> d(size_t(rowsOfWarp) * n);
    if (part.accumulates)
      d = sums.gather(d.size(),
                      [&](const uint32_t *const *lanes, uint32_t *matrix) {
                        gatherRowsOfC(shape, isHalf, lanes, matrix);
                      });
    for (size_t i = 0; i != d.size(); ++i)
      d[i] = tracker.unite(
          d[i], tracker.unite(rows[w * rowsOfWarp + i / n], columns[i % n]));
    sums.scatter(d, [&](const uint32_t *matrix, uint32_t *const *lanes) {
      scatterRowsOfD(shape, isHalf, matrix, lanes);
    });
  }
}

//===----------------------------------------------------------------------===//
// The instructions of a group
//===----------------------------------------------------------------------===//

WarpGroup::WarpGroup(AsyncUnit &async, Block &block, unsigned firstWarp)
    : async(async), block(block), firstWarp(firstWarp),
      size(std::min<size_t>(warpsOfGroup, block.warps.size() - firstWarp)) {}

WarpGroup::Member &WarpGroup::memberOf(const Warp &warp) {
  return members[warp.number - firstWarp];
}

/// All instructions but setmaxnreg need four warps.
bool WarpGroup::isWhole(Warp &warp) const {
  if (size == warpsOfGroup)
    return true;
  warp.fault(0, "this instruction needs a warp group of four warps, but the "
                "block has only " +
                    llvm::Twine(size) + " from warp " + llvm::Twine(firstWarp) +
                    " on");
  return false;
}

/// True if two instructions are the same except for their place.
static bool isEqual(const Inst &inst, const Inst &other) {
  return inst.execute == other.execute && inst.immediate == other.immediate &&
         inst.isNegated == other.isNegated;
}

bool WarpGroup::step(Warp &warp, const Inst &inst, bool isOfOnePlace) {
  Member &member = memberOf(warp);
  AsyncOrigin here(warp, inst, 0);
  uint64_t index = member.events++;
  if (index == firstEvent + events.size())
    events.push_back({here.code, here.pc, 0});
  Event &event = events[index - firstEvent];
  bool isSame = isOfOnePlace
                    ? event.code == here.code && event.pc == here.pc
                    : isEqual(inst, event.code->instructions[event.pc]);
  if (!isSame) {
    warp.fault(
        0, "the warps of a group execute the same wgmma and setmaxnreg "
           "instructions, but another warp of this one is at " +
               describeInstruction(block.launch.image, *event.code, event.pc));
    return false;
  }
  for (unsigned w = 0; w != size; ++w)
    if (!block.warps[firstWarp + w]->live && members[w].events <= index) {
      warp.fault(0, "warp " + llvm::Twine(firstWarp + w) +
                        " of this warp group has ended without executing this "
                        "instruction");
      return false;
    }
  event.seen |= 1u << (warp.number - firstWarp);
  for (; !events.empty() && events.front().seen == (1u << size) - 1;
       ++firstEvent)
    events.pop_front();
  return true;
}

void WarpGroup::checkExit(Warp &warp) {
  uint64_t executed = memberOf(warp).events;
  if (executed >= firstEvent + events.size())
    return;
  const Event &event = events[executed - firstEvent];
  warp.fault(
      0, "this warp has ended without executing what another warp of its "
         "warp group has: " +
             describeInstruction(block.launch.image, *event.code, event.pc));
}

/// Lists the cells of a matrix that a descriptor names; faults if they do not
/// lie in the block's shared memory.
bool WarpGroup::resolve(const AsyncOrigin &origin, const SharedMatrix &matrix,
                        uint64_t bits, const char *name,
                        std::shared_ptr<const MatrixCells> &cells) {
  MatrixDescriptor descriptor(bits);
  auto fail = [&](const llvm::Twine &what) {
    origin.fault("the descriptor of " + llvm::Twine(name) + ", 0x" +
                 llvm::utohexstr(bits, true) + ", " + what);
    return false;
  };
  if (!matrix.fits(descriptor))
    return fail("has a swizzle of " +
                llvm::Twine(descriptor.cellsOfPiece() * cellBytes) +
                " bytes, less than the " +
                llvm::Twine(matrix.cells() * cellBytes) +
                " that a row has along k");
  cells = matrix.cellsOf(descriptor);
  uint64_t size = block.shared.size();
  if (cells->end <= size)
    return true;
  for (uint32_t place : cells->places)
    if (place > size || size - place < cellBytes)
      return fail("names bytes from shared address 0x" +
                  llvm::utohexstr(place, true) +
                  " on, out of bounds; the block has " + llvm::Twine(size) +
                  " bytes of shared memory");
  return true;
}

/// The first lane whose value differs from lane 0's, if any.
template <typename T> static std::optional<unsigned> oddLane(const T *lanes) {
  for (unsigned l = 1; l != warpSize; ++l)
    if (lanes[l] != lanes[0])
      return l;
  return std::nullopt;
}

bool WarpGroup::setDescriptors(GroupProduct &product, Warp &warp,
                               const Inst &inst) {
  AsyncOrigin origin(warp, inst, 0);
  bool isFirst = !product.arrived;
  const GroupOperation &operation = product.operation;
  auto set = [&](Slot slot, const char *name, const SharedMatrix &matrix,
                 uint64_t &bits, std::shared_ptr<const MatrixCells> &cells) {
    const uint64_t *lanes = warp.read<uint64_t>(slot);
    if (auto odd = oddLane(lanes)) {
      warp.fault(*odd, "the lanes of a warp have different descriptors of " +
                           llvm::Twine(name));
      return false;
    }
    if (!isFirst && bits != lanes[0]) {
      warp.fault(0, "the warps of a group have different descriptors of " +
                        llvm::Twine(name) + ": 0x" +
                        llvm::utohexstr(lanes[0], true) + " here, and 0x" +
                        llvm::utohexstr(bits, true) + " in another one");
      return false;
    }
    bits = lanes[0];
    return !isFirst || resolve(origin, matrix, bits, name, cells);
  };
  return (operation.isAInRegisters ||
          set(inst.src[0], "A", operation.a, product.aDescriptor,
              product.aCells)) &&
         set(inst.src[1], "B", operation.b, product.bDescriptor,
             product.bCells);
}

bool WarpGroup::takeMetadata(GroupProduct &product, Warp &warp,
                             const Inst &inst) {
  if (!product.operation.isSparse)
    return true;
  auto wrong =
      product.sparse.decode(product.operation, warp.read<uint32_t>(inst.src[3]),
                            (warp.number - firstWarp) * rowsOfWarp);
  if (wrong)
    warp.fault(*wrong, "metadata of a sparse matrix that have no meaning: 0x" +
                           llvm::utohexstr(
                               warp.read<uint32_t>(inst.src[3])[*wrong], true));
  return !wrong;
}

/// Tells the race checker each warp's part by itself: its rows of A, and B.
void WarpGroup::tellRaces(GroupProduct &product, Warp &warp) {
  RaceChecker *races = block.launch.races;
  if (!races)
    return;
  unsigned w = warp.number - firstWarp;
  // Whoever waits for one product of a group waits for all.
  const auto &open = memberOf(warp).open;
  AsyncAgent agent =
      races->beginAsync(warp, 0, Proxy::Async,
                        open.empty() ? noAgent : open.back()->parts[w].agent);
  product.parts[w].agent = agent;
  if (product.aCells)
    races->readPieces(warp, 0, agent, product.aCells->ofRows[w], nullptr);
  races->readPieces(warp, 0, agent, product.bCells->pieces, nullptr);
}

static std::shared_ptr<Frame> frameOf(const Warp &warp) {
  for (const auto &fragment : warp.fragments)
    if (fragment->frame.get() == warp.frame())
      return fragment->frame;
  return nullptr;
}

void WarpGroup::multiply(Warp &warp, const Inst &inst,
                         const GroupOperation &operation) {
  Member &member = memberOf(warp);
  uint64_t index = member.products++;
  if (index == firstBeginning + beginning.size())
    beginning.push_back(std::make_shared<GroupProduct>(
        AsyncOrigin(warp, inst, 0), *this, operation));
  ProductReference product = beginning[index - firstBeginning];
  unsigned w = warp.number - firstWarp;
  LaneMask accumulates = warp.readPredicate(inst.src[2]);
  if (accumulates && accumulates != allLanes) {
    warp.fault(0, "the lanes of a warp have different values of scale-d");
    return;
  }
  if (!setDescriptors(*product, warp, inst) ||
      !takeMetadata(*product, warp, inst))
    return;
  RegisterWatch *watch = warp.watchRegisters();
  if (watch &&
      (!watch->take(warp, operation.accumulators,
                    RegisterWatch::Role::Accumulator, operation.shapeKey()) ||
       !watch->take(warp, operation.multiplicands,
                    RegisterWatch::Role::Multiplicand, 0)))
    return;
  product->parts[w] = {&warp, frameOf(warp),
                       (accumulates != 0) != inst.isNegated, 0};
  tellRaces(*product, warp);
  member.open.push_back(product);
  product->arrived |= 1u << w;
  if (!product->hasBegun())
    return;
  // Warps come in any order, but each executes the products in order.
  beginning.pop_front();
  ++firstBeginning;
  pending.push_back(product);
  async.launch(std::move(product));
  block.noteProgress();
}

void WarpGroup::commit(Warp &warp) {
  Member &member = memberOf(warp);
  member.committed.push_back(std::move(member.open));
  member.open.clear();
}

void WarpGroup::finishThrough(GroupProduct &last) {
  computeThrough(pending, last);
}

void WarpGroup::release(GroupProduct &product, Warp &warp) {
  GroupProduct::Part &part = product.parts[warp.number - firstWarp];
  const GroupOperation &operation = product.operation;
  if (RegisterWatch *watch = warp.watchRegisters()) {
    watch->release(*part.frame, operation.accumulators,
                   RegisterWatch::Role::Accumulator);
    watch->release(*part.frame, operation.multiplicands,
                   RegisterWatch::Role::Multiplicand);
  }
  part.frame.reset();
}

bool WarpGroup::wait(Warp &warp, const Inst &inst, uint64_t mostPending) {
  unsigned w = warp.number - firstWarp;
  if (!isWhole(warp) || (!members[w].isWaiting && !step(warp, inst)))
    return true;
  Member &member = members[w];
  member.isWaiting = true;
  async.tick();
  while (member.committed.size() > mostPending) {
    auto &products = member.committed.front();
    if (!llvm::all_of(products, [](const ProductReference &product) {
          return product->hasBegun();
        }))
      return false;
    llvm::SmallVector<AsyncAgent, 32> agents;
    for (const ProductReference &product : products) {
      async.finish(*product);
      release(*product, warp);
      for (const GroupProduct::Part &part : product->parts)
        if (!llvm::is_contained(agents, part.agent))
          agents.push_back(part.agent);
    }
    if (block.launch.races)
      block.launch.races->joinAll(warp, agents);
    member.committed.pop_front();
  }
  member.isWaiting = false;
  return true;
}

std::string WarpGroup::describeWait(const Warp &warp) const {
  const Member &member = members[warp.number - firstWarp];
  for (const auto &group : member.committed)
    for (const ProductReference &product : group)
      for (unsigned w = 0; w != warpsOfGroup; ++w)
        if (!(product->arrived >> w & 1))
          return "for warp " + std::to_string(firstWarp + w) +
                 " of its warp group to execute the product at " +
                 describeLocation(block.launch.image, *product->origin.code,
                                  product->origin.pc);
  return "for its warp group";
}

//===----------------------------------------------------------------------===//
// The groups of a block
//===----------------------------------------------------------------------===//

WarpGroup &AsyncUnit::groupOf(const Warp &warp) {
  if (groups.empty())
    groups.resize((block.warps.size() + warpsOfGroup - 1) / warpsOfGroup);
  auto &group = groups[warp.number / warpsOfGroup];
  if (!group)
    group = std::make_unique<WarpGroup>(
        *this, block, warp.number / warpsOfGroup * warpsOfGroup);
  return *group;
}

void AsyncUnit::checkExit(Warp &warp) {
  if (!groups.empty() && !warp.live)
    if (auto &group = groups[warp.number / warpsOfGroup])
      group->checkExit(warp);
}
