//===- LaunchControl.cpp - Blocks that take over others' work -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "clusterlaunchcontrol.try_cancel" and "…query_cancel". A
// cluster asks for the work of one that has not started. The answer, 16 bytes
// that only query_cancel can read, is written to shared memory later, through
// the async proxy, and an mbarrier counts its bytes.
//
//===----------------------------------------------------------------------===//

#include "LaunchControl.h"
#include "../Grid/Block.h"
#include "../Grid/Cluster.h"
#include "../Machine/Lanes.h"
#include "Memory/AsyncCopy.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

/// An answer in memory; its format is the emulator's own.
struct Answer {
  static constexpr uint32_t none = 0xC1C00000, some = 0xC1C00001;

  uint32_t first[3] = {0, 0, 0}; ///< block of the cluster
  uint32_t tag = none;
};
static_assert(sizeof(Answer) == 16 && sizeof(Answer) == sizeof(Bits128));

class AnswerOperation : public AsyncOperation {
public:
  AnswerOperation(const AsyncOrigin &origin, const Answer &answer)
      : AsyncOperation(origin), answer(answer) {
    writesGlobal = false;
  }

  void read() override {}
  void write() override {
    std::memcpy(to, &answer, sizeof answer);
    origin.noteNothing(to, sizeof answer);
  }

  const Answer answer;
  uint8_t *to = nullptr;
};

/// Begins to send the answer to a block of the cluster; false after a fault.
bool send(const AsyncOrigin &origin, const Answer &answer, uint64_t to,
          uint64_t mbarrier) {
  Warp &warp = *origin.warp;
  auto place = mbarrierPlace(origin, Space::SharedCluster, mbarrier);
  if (!place || !place->home->asyncUnit().find(origin, place->offset))
    return false;
  auto operation = std::make_shared<AnswerOperation>(origin, answer);
  operation->to = resolveRange(origin, Space::SharedCluster, to, sizeof answer,
                               sizeof answer, Access::Store);
  if (!operation->to)
    return false;
  operation->writes = warp.block.ownerOf(origin.lane, to, warp);
  operation->mbarrier = place->offset;
  operation->mbarrierHome = place->home;
  operation->transactions = sizeof answer;
  tellRaces(*operation, Proxy::Async,
            {{Access::Store, Space::SharedCluster, to, sizeof answer}});
  warp.block.asyncUnit().begin(std::move(operation), /*isBulk=*/true);
  return !warp.hasFaulted();
}

/// An address of the block's own shared memory, with its rank; none after a
/// fault. A generic address always has a rank.
std::optional<uint64_t> ownShared(const AsyncOrigin &origin, Space space,
                                  uint64_t address) {
  const Block &block = origin.warp->block;
  if (space == Space::Generic && (address & windowMask) != sharedWindow) {
    origin.fault("this generic address does not lie in shared memory");
    return std::nullopt;
  }
  const uint64_t place = address & ~windowMask;
  const bool isOwn = space == Space::Generic
                         ? place >> clusterRankShift == block.rank
                         : block.ownOffset(place) != ~uint64_t(0);
  if (!isOwn) {
    origin.fault("shared address 0x" + llvm::utohexstr(place, true) +
                 " lies in no memory of the block; an answer goes to "
                 "shared::cta, or to all blocks of the cluster with "
                 ".multicast::cluster::all");
    return std::nullopt;
  }
  return atRank(place, block.rank);
}

uint32_t threadOf(const Warp &warp, unsigned lane) {
  return warp.number * warpSize + lane;
}

bool isDenied(const Warp &warp, unsigned lane) {
  return llvm::is_contained(warp.block.deniedThreads, threadOf(warp, lane));
}

template <bool isMulticast>
void requestLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  Block &block = warp.block;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    if (isDenied(warp, origin.lane))
      return origin.fault(
          "this thread has seen that no cluster is left for it; "
          "to ask again has no meaning");
    auto to = ownShared(origin, inst.space,
                        listedAddress(warp, inst, 0, origin.lane));
    auto mbarrier = ownShared(origin, inst.space,
                              listedAddress(warp, inst, 1, origin.lane));
    if (!to || !mbarrier)
      return;
    Answer answer;
    if (std::optional<Dim3> first =
            block.launch.cancelNext(block.clusterShape)) {
      std::copy(first->begin(), first->end(), answer.first);
      answer.tag = Answer::some;
    }
    const unsigned ranks = isMulticast ? block.clusterSize() : 1;
    for (unsigned i = 0; i != ranks; ++i) {
      uint64_t rank = isMulticast ? i : block.rank;
      if (!send(origin, answer, atRank(*to, rank), atRank(*mbarrier, rank)))
        return;
    }
  }
}

/// The answer in a lane's register; none after a fault.
std::optional<Answer> readAnswer(Warp &warp, const Inst &inst, unsigned lane) {
  Bits128 bits = warp.read<Bits128>(inst.src[0])[lane];
  Answer answer;
  std::memcpy(&answer, &bits, sizeof answer);
  if (answer.tag == Answer::some || answer.tag == Answer::none)
    return answer;
  warp.fault(lane, "these 16 bytes are no answer to "
                   "clusterlaunchcontrol.try_cancel");
  return std::nullopt;
}

void queryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  LaneMask canceled = 0;
  for (LaneMask left = mask; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    std::optional<Answer> answer = readAnswer(warp, inst, lane);
    if (!answer)
      return;
    if (answer->tag == Answer::some)
      canceled |= LaneMask(1) << lane;
    else if (!isDenied(warp, lane))
      warp.block.deniedThreads.push_back(threadOf(warp, lane));
  }
  warp.writePredicate(inst.dst, mask, canceled);
}

/// For an answer without a cluster, the results have no meaning.
void firstBlockLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const Slot *list = warp.list(inst);
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    std::optional<Answer> answer = readAnswer(warp, inst, lane);
    if (!answer)
      return;
    for (unsigned dim = 0; dim != 3; ++dim)
      if (list[dim] != noSlot)
        warp.write<uint32_t>(list[dim])[lane] =
            answer->tag == Answer::some ? answer->first[dim] : ~0u;
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static bool decodeRequest(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (!d.take("async") || !d.take("mbarrier::complete_tx::bytes"))
    return true;
  d.takeSpace(inst.space);
  if (inst.space != Space::Generic && inst.space != Space::Shared)
    return true;
  bool isMulticast = d.take("multicast::cluster::all");
  inst.execute = isMulticast ? &requestLanes<true> : &requestLanes<false>;
  if (d.takeType() != Type::B128 || d.needsTarget(100) ||
      (isMulticast && d.needsVariant(100)) || d.expectOperands(2))
    return true;
  inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  return listAddress(d, 0, inst.space) || listAddress(d, 1, inst.space);
}

/// Decodes one dimension, or all three and an element that is ignored.
static bool decodeFirstBlock(InstructionDecoder &d, int dim) {
  Inst &inst = d.inst;
  inst.execute = &firstBlockLanes;
  std::vector<Slot> &slots = d.function.code.slots;
  Slot places[3] = {noSlot, noSlot, noSlot};
  if (dim >= 0) {
    if (d.destination(0, 32))
      return true;
    places[dim] = inst.dst;
  } else {
    const Operand &vector = d.operand(0);
    if (vector.kind != Operand::Kind::Vector || vector.elements.size() != 4)
      return d.fail("operand 1 must be a vector of 4 elements");
    for (unsigned i = 0; i != 3; ++i)
      if (vector.elements[i].kind != Operand::Kind::Sink &&
          d.anySource(vector.elements[i], Type::B32, places[i]))
        return true;
  }
  inst.list = static_cast<uint32_t>(slots.size());
  inst.count = 3;
  slots.insert(slots.end(), std::begin(places), std::end(places));
  return d.source(1, Type::B128, 0);
}

static bool decodeQuery(InstructionDecoder &d) {
  bool asksWhether = d.take("is_canceled");
  int dim = -1;
  bool isVector = !asksWhether && d.take("get_first_ctaid");
  static constexpr const char *dims[] = {"x", "y", "z"};
  for (int i = 0; i != 3 && !asksWhether && !isVector; ++i)
    if (d.take(std::string("get_first_ctaid::") + dims[i]))
      dim = i;
  if (!asksWhether && !isVector && dim < 0)
    return true;
  if (asksWhether ? d.takeType() != Type::Pred
                  : (isVector && !d.take("v4")) || d.takeType() != Type::B32)
    return true;
  if (d.takeType() != Type::B128 || d.needsTarget(100) || d.expectOperands(2))
    return true;
  if (!asksWhether)
    return decodeFirstBlock(d, dim);
  d.inst.execute = &queryLanes;
  return d.predicateDestination(0) || d.source(1, Type::B128, 0);
}

bool tessera::ptx::decodeLaunchControl(InstructionDecoder &d) {
  if (d.needsVersion(86))
    return true;
  return d.take("try_cancel") ? decodeRequest(d)
                              : !d.take("query_cancel") || decodeQuery(d);
}
