//===- PairProducts.cpp - Products of two CTAs together -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A right factor that each CTA has copied to both of them lies in halves: each copies
// its own, and the products of a pair read both.
//
//   %m = tmem_alloc                        %m = tmem_alloc meeting at %meeting
//   %q = slice %b[%n] : <64x128>           %q = slice %b[%n] : <64x128, ctas = 2>
//   mbarrier_meet %ready[%n] for %q
//   tensor_copy %map[..] to %q             tensor_copy %map[..] to %q
//     : <<64x128>, ctas = 2>                 : <<64x128, ctas = 2>>
//   mbarrier_arrive %full[%n]              mbarrier_arrive %full[%n]
//     expecting 16384                        expecting 8192
//
// The copying threads need not meet any more: a CTA's half is free when its own
// threads say so, who wait for the products of both. All products of the kernel are
// those of a pair, or none, as PTX wants it of its instructions. Both CTAs execute the
// same of them in the same order, on the same stages.
//
// Where another agent copies, products tell both CTAs' rings of their end, and those
// who copy wait for the last of these arrivals (`RingMBarriers.cpp`). Then the threads
// that multiply need not meet, either (`PairSignals.cpp`).
//
//===----------------------------------------------------------------------===//

#include "PairProducts.h"
#include "PairFactors.h"
#include "PairSignals.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/SameInAllCTAs.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/SharedBuffers.h"
#include "tessera/Support/RemarkCategories.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// All that becomes another op, or another type, where products become those of a
/// pair.
class Pairing {
public:
  explicit Pairing(KernelOpInterface kernel) : kernel(kernel) {}

  /// False if the products cannot be those of a pair.
  bool find() {
    if (kernel.getSpec().countWorkingCTAs() != 2)
      return false;
    SmallVector<Tcgen05MmaOp> products;
    kernel.walk([&](Tcgen05MmaOp product) { products.push_back(product); });
    numProducts = products.size();
    return llvm::all_of(products, [&](auto product) { return add(product); }) &&
           llvm::all_of(halved, [&](auto buffer) { return addUses(buffer); }) &&
           llvm::all_of(copies, [&](auto copy) { return addCounts(copy); });
  }

  void run(TmemAllocOp memory) {
    for (Value buffer : llvm::concat<const Value>(halved, stages))
      halve(buffer);
    for (TensorMapOp map : maps) {
      TensorMapType type = map.getMap().getType();
      map.getMap().setType(
          TensorMapType::get(type.getTile().withCTAs(2), type.getOuter()));
    }
    for (MBarrierArriveOp arrival : arrivals)
      arrival.setBytes(arrival.getBytes() / 2);
    eraseMeetings();
    meet(memory);
    bool areSignalled = signalFirstCTA(kernel);
    if (!areSignalled)
      eraseFirstMeeting();
    remark::passed(memory.getLoc(),
                   remark::RemarkOpts::name("RemarkProductsPaired")
                       .category(remarks::tensorCore)
                       .function(kernel.getSymName()))
        << remark::metric("Products", numProducts)
        << remark::metric("Signalled", areSignalled);
  }

private:
  bool add(Tcgen05MmaOp product) {
    auto buffer = dyn_cast<BufferType>(product.getRhs().getType());
    FactorPlace lhs(product.getLhs()), rhs(product.getRhs());
    if (!buffer || !lhs.buffer || !rhs.buffer)
      return false;
    BufferType halves = buffer.withCTAs(2);
    if (!canBeOfPair(product, halves) ||
        !matchDescriptor(product, MatrixSide::Rhs, halves))
      return false;
    SmallVector<Value> numbers;
    for (Value number : {lhs.number, rhs.number})
      if (number)
        numbers.push_back(number);
    halved.insert(rhs.buffer);
    return isSameInAllCTAs(product, numbers);
  }

  /// Adds who uses a buffer; false if that is somebody else than copies to both CTAs,
  /// right factors, and waits.
  bool addUses(Value buffer) {
    BufferUses all(buffer);
    llvm::append_range(stages, all.stages);
    return llvm::all_of(all.uses, [&](OpOperand *use) {
      Operation *user = use->getOwner();
      if (auto product = dyn_cast<Tcgen05MmaOp>(user))
        return use == &product.getRhsMutable();
      if (auto meeting = dyn_cast<MBarrierMeetOp>(user))
        return meetings.insert(meeting);
      if (auto copy = dyn_cast<TensorCopyOp>(user))
        return copies.insert(copy) && copy.getRing() &&
               copy.getMap().getType().getCtas() == 2;
      return isa<WaitPhaseOp>(user);
    });
  }

  /// Adds the map of a copy, and what announces its bytes; false if others have
  /// either.
  bool addCounts(TensorCopyOp copy) {
    auto map = copy.getMap().getDefiningOp<TensorMapOp>();
    if (!map)
      return false;
    auto isOurs = [&](Operation *user) {
      auto other = dyn_cast<TensorCopyOp>(user);
      return other && copies.contains(other);
    };
    if (maps.insert(map) && !llvm::all_of(map->getUsers(), isOurs))
      return false;
    if (!counted.insert(copy.getRing()))
      return true;
    return llvm::all_of(copy.getRing().getUsers(), [&](Operation *user) {
      if (auto arrival = dyn_cast<MBarrierArriveOp>(user))
        arrivals.push_back(arrival);
      return !isa<MachineCopyOpInterface>(user) || isOurs(user);
    });
  }

  static void halve(Value buffer) {
    buffer.setType(cast<BufferType>(buffer.getType()).withCTAs(2));
  }

  /// Takes away the meetings before copies to both CTAs, with their mbarriers.
  void eraseMeetings() {
    llvm::SetVector<Value> mbarriers;
    for (MBarrierMeetOp meeting : meetings) {
      mbarriers.insert(meeting.getRing());
      meeting.erase();
    }
    for (Value ready : mbarriers) {
      auto begins = llvm::IsaPred<MBarrierInitOp>;
      if (!llvm::all_of(ready.getUsers(), begins))
        continue;
      for (Operation *init : llvm::make_early_inc_range(ready.getUsers()))
        init->erase();
      ready.getDefiningOp()->erase();
    }
  }

  /// Takes away the meeting behind the beginning of mbarriers if no CTA tells another
  /// one's before a sum begins.
  void eraseFirstMeeting() {
    bool meets = false;
    kernel.walk([&](MBarrierMeetOp) { meets = true; });
    if (!meets)
      kernel.walk([](ClusterBarrierOp barrier) { barrier.erase(); });
  }

  /// Makes the mbarriers at which the threads that multiply meet in turn: two, so that
  /// nobody arrives for a phase before the other one has waited for the phase before
  /// it.
  static void meet(TmemAllocOp memory) {
    OpBuilder builder(memory);
    Value meeting = makeBuffer(
        builder, memory.getLoc(),
        BufferType::get(memory.getContext(), /*shape=*/{},
                        MBarrierType::get(memory.getContext(), /*arrivals=*/2),
                        /*layout=*/{}, /*stages=*/2));
    memory.getMeetingMutable().assign(meeting);
  }

  KernelOpInterface kernel;
  int64_t numProducts = 0;
  /// The buffers of right factors, and the stages of these.
  llvm::SetVector<Value> halved;
  SmallVector<Value> stages;
  llvm::SetVector<MBarrierMeetOp> meetings;
  llvm::SetVector<TensorCopyOp> copies;
  llvm::SetVector<TensorMapOp> maps;
  llvm::SetVector<Value> counted;
  SmallVector<MBarrierArriveOp> arrivals;
};

} // namespace

bool tileas::pairProducts(KernelOpInterface kernel, TmemAllocOp memory) {
  Pairing pairing(kernel);
  if (!pairing.find())
    return false;
  pairing.run(memory);
  return true;
}
