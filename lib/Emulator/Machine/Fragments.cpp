//===- Fragments.cpp - Groups of lanes that go together -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"
#include "../Grid/Block.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;

/// In random order, a fragment's slice takes up to 2^this instructions.
static constexpr unsigned fragmentExponent = 6;

/// Now and then one is passed over for up to 2^holdExponent choices, unless no other
/// can run.
static constexpr unsigned holdExponent = 10;
static constexpr uint64_t choicesBetweenHolds = 3;

Fragment &Fragments::add(std::shared_ptr<Frame> frame, LaneMask lanes) {
  Fragment &fragment = *parts.emplace_back(std::make_unique<Fragment>());
  fragment.frame = std::move(frame);
  fragment.lanes = lanes;
  return fragment;
}

Fragment &Fragments::split(Fragment &fragment, LaneMask lanes, uint32_t pc) {
  Fragment &part = add(fragment.frame, lanes);
  part.pc = pc;
  part.spent = fragment.spent;
  fragment.lanes &= ~lanes;
  return part;
}

void Fragments::remove(const Fragment &fragment) {
  llvm::erase_if(parts,
                 [&](const auto &part) { return part.get() == &fragment; });
}

LaneMask Fragments::takeWaiting(Fragment &fragment) {
  LaneMask came = 0;
  llvm::erase_if(parts, [&](const auto &other) {
    bool waitsHere =
        other.get() != &fragment && other->frame == fragment.frame &&
        other->pc == fragment.pc && other->wait == Fragment::Wait::Collective;
    if (waitsHere)
      came |= other->lanes;
    return waitsHere;
  });
  fragment.lanes |= came;
  return came;
}

/// Makes fragments that wait at a collective or aligned instruction runnable,
/// so that they check again whether all lanes have arrived.
void Fragments::wakeWaiters() {
  for (auto &fragment : parts)
    if (fragment->wait == Fragment::Wait::Collective ||
        fragment->wait == Fragment::Wait::Aligned)
      fragment->wait = Fragment::Wait::None;
}

bool Fragments::isRunnable(const Fragment &fragment) const {
  switch (fragment.wait) {
  case Fragment::Wait::None:
    return true;
  case Fragment::Wait::Barrier:
    return block.barriers[fragment.barrier].phase != fragment.phase;
  case Fragment::Wait::Async:
    return block.progress != fragment.phase;
  default:
    return false;
  }
}

/// True if a fragment must not merge with others at its instruction: lanes at a
/// barrier may belong to different phases or member masks.
static bool staysApart(const Fragment &f) {
  return f.wait == Fragment::Wait::Barrier ||
         (f.wait == Fragment::Wait::Collective && f.members != 0);
}

void Fragments::merge() {
  for (size_t i = 0; i < parts.size(); ++i)
    for (size_t j = i + 1; j < parts.size();) {
      Fragment &a = *parts[i], &b = *parts[j];
      bool meet = a.frame == b.frame && a.pc == b.pc && !staysApart(a) &&
                  !staysApart(b) && !isHeld(a) && !isHeld(b);
      if (!meet) {
        ++j;
        continue;
      }
      a.lanes |= b.lanes;
      a.spent = std::max(a.spent, b.spent);
      a.wait = Fragment::Wait::None;
      parts.erase(parts.begin() + j);
    }
}

/// The fragment to run next, or null; sets the counter at which it may meet
/// another one. A fragment that has used up its slice waits until all others
/// have had theirs, as lanes may wait for lanes.
Fragment *Fragments::pick() {
  if (parts.size() > 1)
    merge();
  Fragment *best = nullptr;
  bool isSliceOver = false;
  for (auto &candidate : parts) {
    Fragment &f = *candidate;
    if (!isRunnable(f) || isHeld(f))
      continue;
    if (f.spent >= quantum) {
      isSliceOver = true;
      continue;
    }
    if (!best || (f.frame->depth != best->frame->depth
                      ? f.frame->depth > best->frame->depth
                      : f.pc < best->pc))
      best = &f;
  }
  if (!best && isSliceOver) {
    for (auto &fragment : parts)
      fragment->spent = 0;
    return pick();
  }
  if (!best && releaseHeld())
    return pick();
  meetingPc = ~0u;
  if (best)
    for (auto &other : parts)
      if (other.get() != best && other->frame == best->frame &&
          other->pc >= best->pc && isRunnable(*other))
        meetingPc = std::min(meetingPc, other->pc);
  return best;
}

/// Holds a fragment back for long now and then, as some faults show only when lanes
/// are far behind others of their warp; one at a time, or the others would not go far.
void Fragments::holdOne() {
  ++numChoices;
  bool holdsOne = llvm::any_of(
      parts, [&](const auto &part) { return part->heldUntil > numChoices; });
  if (!holdsOne && block.random.oneIn(choicesBetweenHolds))
    parts[block.random.below(parts.size())]->heldUntil =
        numChoices + block.random.quantum(holdExponent);
}

bool Fragments::releaseHeld() {
  bool canRun = false;
  for (auto &fragment : parts) {
    canRun |= isHeld(*fragment);
    fragment->heldUntil = 0;
  }
  return canRun;
}

/// Any fragment that can run, without a meeting on the way; or null to let the
/// usual rule choose, so that lanes that part meet again sooner or later.
Fragment *Fragments::pickRandom() {
  if (parts.size() < 2)
    return nullptr;
  holdOne();
  if (block.random.oneIn(2))
    return nullptr;
  merge();
  Fragment *chosen = nullptr;
  unsigned seen = 0;
  for (auto &candidate : parts)
    if (isRunnable(*candidate) && !isHeld(*candidate) &&
        block.random.oneIn(++seen))
      chosen = candidate.get();
  meetingPc = ~0u;
  return chosen;
}

bool Fragments::areWaiting() const {
  bool waits = false;
  for (const auto &fragment : parts) {
    if (isRunnable(*fragment))
      return false;
    waits |= fragment->wait == Fragment::Wait::Barrier ||
             fragment->wait == Fragment::Wait::Async;
  }
  return waits;
}

uint64_t Fragments::sliceFor(const Fragment &fragment, uint64_t budget) {
  if (parts.size() == 1)
    return budget;
  return std::min(budget, block.isRandom
                              ? block.random.quantum(fragmentExponent)
                              : quantum - fragment.spent);
}

Fragment *Fragments::choose() {
  Fragment *chosen = block.isRandom ? pickRandom() : nullptr;
  if (!chosen)
    chosen = pick();
  if (chosen && parts.size() == 1)
    chosen->spent = 0;
  return chosen;
}

void Fragments::charge(const Fragment *fragment, uint64_t spent) {
  for (auto &part : parts)
    if (part.get() == fragment)
      part->spent += spent;
}
