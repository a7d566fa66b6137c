//===- Report.cpp - The report of a race ----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine's report of a fault names the later access, its thread and its
// line. The message adds the place in memory, the earlier access, and a way to
// order the two.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Report.h"
#include "State.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

uint32_t State::site(const Warp &warp, WarpState &state) {
  const Code &code = warp.code();
  if (state.lastCode != &code) {
    std::lock_guard<std::mutex> guard(tables);
    auto [it, isNew] = siteBases.try_emplace(&code, nextSite);
    if (isNew) {
      sites[nextSite] = {&warp.block.launch.image, &code};
      nextSite += static_cast<uint32_t>(code.instructions.size());
    }
    state.lastCode = &code;
    state.lastBase = it->second;
  }
  return state.lastBase + warp.pc();
}

static std::string hex(uint64_t value) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
}

std::string State::describeAddress(const Warp &warp, Space space,
                                   uint64_t address, const Block *home) const {
  std::string text =
      (spaceName(space) + llvm::Twine(" address ") + hex(address)).str();
  const LaunchState &launch = warp.block.launch;
  auto name = [&](const std::string &what, uint64_t offset) {
    text += " ('" + what + "'";
    if (offset)
      text += " + " + std::to_string(offset);
    text += ")";
  };
  if (space == Space::Global) {
    const Allocation *allocation = launch.memory.findAtOrBelow(address);
    if (allocation && allocation->contains(address, 1))
      name(allocation->name, address - allocation->address);
  } else if (space == Space::Shared) {
    const Variable *best = nullptr;
    uint64_t start = 0;
    for (const auto &[offset, variable] : launch.sharedVariables)
      if (offset <= address && (!best || offset >= start) &&
          (variable->isExtern || address - offset < variable->size)) {
        best = variable;
        start = offset;
      }
    if (best)
      name(best->name, address - start);
    if (home && home != &warp.block)
      text += " of block " + formatDim(home->index);
  }
  return text;
}

std::optional<RowOwner> State::ownerOf(uint32_t row) const {
  std::lock_guard<std::mutex> guard(tables);
  return rows.find(row);
}

/// The thread that made an access, or that began it.
std::string State::describeThread(const Record &record) const {
  auto owner = ownerOf(record.row);
  if (!owner)
    return "an unknown thread";
  if (owner->launch->host)
    return owner->launch->host->name;
  unsigned linear = owner->warp * warpSize +
                    static_cast<unsigned>(llvm::countr_zero(record.lanes));
  const Dim3 &shape = owner->launch->block;
  Dim3 thread = {linear % shape[0], linear / shape[0] % shape[1],
                 linear / shape[0] / shape[1]};
  return "thread " + formatDim(thread) + " of block " + formatDim(owner->block);
}

/// Line, text and source line of an instruction.
void State::describeSite(std::string &text, uint32_t site) const {
  uint32_t first = 0;
  SiteRange range;
  {
    std::lock_guard<std::mutex> guard(tables);
    auto it = sites.upper_bound(site);
    if (it == sites.begin())
      return;
    std::tie(first, range) = *std::prev(it);
  }
  uint32_t pc = site - first;
  text += "\n  earlier instruction: " +
          describeInstruction(*range.image, *range.code, pc);
  std::string source = describeSource(*range.image, *range.code, pc);
  if (!source.empty())
    text += "\n  earlier source: " + source;
}

static std::string describeKind(const Record &record, bool isAsync) {
  std::string text = isAsync                         ? "asynchronous "
                     : record.kind == Access::Atomic ? ""
                     : record.how.isStrong           ? "strong "
                                                     : "weak ";
  text += record.kind == Access::Load    ? "read"
          : record.kind == Access::Store ? "write"
                                         : "atomic operation";
  return text;
}

/// True if griddepcontrol.wait in a launch would wait for the other one.
static bool dependsOn(const LaunchState &launch, const LaunchState &other) {
  return llvm::any_of(launch.after, [&](const EarlierLaunch &earlier) {
    return earlier.launch == &other && earlier.isAwaited();
  });
}

/// Says which order is missing between accesses of two launches.
static std::string adviseLaunches(const LaunchState &launch,
                                  const LaunchState &earlier) {
  bool isLater = dependsOn(launch, earlier);
  if (isLater || dependsOn(earlier, launch))
    return std::string("nothing orders them: griddepcontrol.wait before ") +
           (isLater ? "this" : "the earlier") +
           " one would, or a release by the one that an acquire by the other "
           "has seen, both with the scope .gpu";
  return "nothing orders them: one stream for both would, or an event that the "
         "stream of the later one waits for";
}

/// Says which fences are missing between a write to a tensor map and a copy.
static std::string adviseOnMap(const Actor &actor, const Record &write) {
  if (actor.isAcquired(write, {&MapFence::shown}))
    return "the tensor map is read through a proxy of its own; the scope of "
           "the "
           "release to it, or of the acquire, does not hold the block of the "
           "other; .gpu would";
  const bool isAcquired = actor.isAcquired(write, {&MapFence::known});
  const bool isReleased = actor.isProxied(write, Proxied::TensorMaps);
  // With both, the acquire did not follow the release.
  const bool lacksBoth = isAcquired == isReleased;
  std::string text = "the tensor map is read through a proxy of its own; ";
  if (lacksBoth || !isReleased)
    text += "after the earlier access, fence.proxy.tensormap::generic.release "
            "(or tensormap.cp_fenceproxy)";
  if (lacksBoth)
    text += " and then, ";
  if (lacksBoth || !isAcquired)
    text += "before the copy, fence.proxy.tensormap::generic.acquire of the "
            "map";
  return text + (lacksBoth ? " are missing" : " is missing");
}

/// Says which order is missing between two accesses, in plain words. OTHER: the
/// launch of the earlier one, if that is another one.
static std::string advise(const Actor &actor, const Record &earlier,
                          const Record &later, bool isEarlierAsync,
                          const LaunchState *other) {
  bool isOfBlock = actor.isOfBlock(earlier.row);
  if (actor.mapFences && earlier.kind != Access::Load)
    return adviseOnMap(actor, earlier);
  if (actor.needsProxyFence(earlier)) {
    const Row *row = actor.agent->begin.base.all.row(earlier.row);
    bool isOrdered = (isOfBlock && earlier.row == actor.state.row &&
                      earlier.lanes == actor.agent->lanes) ||
                     (row && covers(*row, earlier.lanes, earlier.epoch));
    if (isOrdered)
      return "the earlier access is ordered before the asynchronous one, but "
             "goes through another proxy; a fence.proxy.async after the "
             "earlier access is missing";
  }
  if (isEarlierAsync)
    return "the asynchronous operation may still be running: nothing has "
           "waited for it (cp.async.wait_group, cp.async.bulk.wait_group or a "
           "wait at its mbarrier, then a barrier where other threads go on)";
  if (earlier.how.isStrong && later.how.isStrong) {
    if (earlier.bytes != later.bytes || earlier.how.shift != later.how.shift)
      return "both are strong, but they overlap in a part only, so that they "
             "are not atomic to each other";
    return "both are strong, but the scope of one of them does not hold the "
           "block of the other; .gpu would";
  }
  if (actor.isOfBlock(earlier.row) && earlier.row == actor.state.row)
    return "nothing orders them: lanes of one warp do not run in step; "
           "bar.warp.sync (__syncwarp) or a barrier between them would";
  if (isOfBlock)
    return "nothing orders them: a barrier between them, or a release by the "
           "one that an acquire by the other has seen, would";
  if (other)
    return adviseLaunches(actor.warp.block.launch, *other);
  return "nothing orders them: blocks are ordered by a release that an "
         "acquire has seen, both with the scope .gpu, and by nothing else";
}

/// A lane of the later access that races, and the part of the earlier access by
/// one lane that it does not know.
static std::pair<unsigned, Record>
racingLanes(const Actor &actor, const Record &earlier, const Record &later) {
  auto laneOf = [](LaneMask lanes) {
    return static_cast<unsigned>(llvm::countr_zero(lanes));
  };
  Record one = earlier;
  for (LaneMask left = actor.agent ? 0 : later.lanes; left; left &= left - 1)
    for (LaneMask from = earlier.lanes; from; from &= from - 1) {
      one.lanes = from & -from;
      if (!actor.knows(laneOf(left), one))
        return {laneOf(left), one};
    }
  return {laneOf(later.lanes), earlier};
}

void State::reportRace(const Actor &actor, const Record &all,
                       const Record &later, uint64_t word) {
  auto [lane, earlier] = racingLanes(actor, all, later);
  const RowOwner owner = ownerOf(earlier.row).value_or(RowOwner());
  bool isEarlierAsync = owner.isAsync;
  const LaunchState *other =
      owner.launch != &actor.warp.block.launch ? owner.launch : nullptr;
  bool isByHost = owner.launch && owner.launch->host;
  unsigned common = earlier.bytes & later.bytes;
  std::string text =
      "data race on " +
      describeAddress(
          actor.warp, actor.isShared ? Space::Shared : Space::Global,
          word + static_cast<unsigned>(llvm::countr_zero(common)), actor.home) +
      ": this " + describeKind(later, actor.agent) + " and an earlier " +
      describeKind(earlier, isEarlierAsync) + " by " + describeThread(earlier) +
      (other && !isByHost ? " of another launch" : "") + "\n  " +
      advise(actor, earlier, later, isEarlierAsync, other);
  if (!isByHost)
    describeSite(text, earlier.site);
  actor.warp.fault(lane, text);
}
