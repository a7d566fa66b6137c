//===- SourceTracker.cpp - Follows the values of a launch -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceTracker.h"
#include "../Grid/Block.h"
#include "../Machine/Lanes.h"
#include "../Machine/Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;
using Set = SourceTracker::Set;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

const Plan &SourceTracker::planOf(const Code &code, uint32_t pc) {
  std::unique_ptr<Plan> &plan = plans[{&code, pc}];
  if (!plan)
    plan = std::make_unique<Plan>(code, pc);
  return *plan;
}

/// One text for each instruction; the function's code has them by number.
SourceTracker::Writer SourceTracker::writerAt(const Image &image,
                                              const Code &code, uint32_t pc) {
  auto [place, isNew] =
      writerNumbers.try_emplace({&code, pc}, writers.size() + 1);
  if (isNew)
    writers.push_back(describeInstruction(image, code, pc));
  return place->second;
}

std::string SourceTracker::describe(Writer writer) const {
  return writer ? writers[writer - 1] : "nobody";
}

void SourceTracker::combine(const uint8_t *to, const uint8_t *from,
                            unsigned bytes, Writer writer) {
  Set all = 0;
  for (unsigned i = 0; i != bytes; ++i)
    all = sets.unite(all, sets.unite(memory.get(to + i), memory.get(from + i)));
  for (unsigned i = 0; i != bytes; ++i)
    memory.set(to + i, all, writer);
}

void SourceTracker::lose(const Image &image, const Code &code, uint32_t pc) {
  if (loss.empty())
    loss = describeInstruction(image, code, pc);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

Set SourceTracker::get(Warp &warp, const LaneRegister &each, unsigned lane,
                       unsigned byte) {
  auto found = warp.frame()->sources.find(each.slot);
  return found == warp.frame()->sources.end()
             ? 0
             : found->second[lane * each.bytes + byte];
}

void SourceTracker::set(Warp &warp, const LaneRegister &each, unsigned lane,
                        unsigned byte, Set sources) {
  RegisterSources &all = warp.frame()->sources;
  auto found = all.find(each.slot);
  if (found == all.end()) {
    if (!sources)
      return;
    found = all.try_emplace(each.slot, warpSize * each.bytes).first;
  }
  found->second[lane * each.bytes + byte] = sources;
}

Set SourceTracker::wholeOf(Warp &warp, const LaneRegister &each,
                           unsigned lane) {
  Set whole = 0;
  for (unsigned byte = 0; byte != each.bytes; ++byte)
    whole = sets.unite(whole, get(warp, each, lane, byte));
  return whole;
}

bool SourceTracker::hasSources(Warp &warp, const LaneRegister &each,
                               LaneMask lanes) {
  auto found = warp.frame()->sources.find(each.slot);
  if (found == warp.frame()->sources.end())
    return false;
  for (; lanes; lanes &= lanes - 1)
    for (unsigned byte = 0; byte != each.bytes; ++byte)
      if (found->second[firstLane(lanes) * each.bytes + byte])
        return true;
  return false;
}

/// The sources of all bytes of the operands: by lane, then by byte.
std::vector<Set> SourceTracker::takeOperands(Warp &warp, const Plan &plan) {
  std::vector<Set> taken;
  for (unsigned lane = 0; lane != warpSize; ++lane)
    for (const LaneRegister &each : plan.operands)
      for (unsigned byte = 0; byte != each.bytes; ++byte)
        taken.push_back(get(warp, each, lane, byte));
  return taken;
}

void SourceTracker::noteLoad(Warp &warp, Slot slot, unsigned lane,
                             unsigned first, const void *from, unsigned bytes) {
  for (unsigned i = 0; i != bytes; ++i)
    set(warp, {slot, 4, false}, lane, first + i,
        memory.get(static_cast<const uint8_t *>(from) + i));
}

void SourceTracker::noteStore(Warp &warp, Slot slot, unsigned lane,
                              unsigned first, void *to, unsigned bytes) {
  const Writer writer =
      writerAt(warp.block.launch.image, *warp.frame()->code, warp.pc());
  for (unsigned i = 0; i != bytes; ++i)
    memory.set(static_cast<uint8_t *>(to) + i,
               get(warp, {slot, 4, false}, lane, first + i), writer);
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

SourceTracker::OpenBranch &SourceTracker::openBranch(Writer branch) {
  auto [found, isNew] = openBranches.try_emplace(branch);
  if (isNew)
    found->second.isOther = course->others.count(describe(branch));
  return found->second;
}

LaneMask SourceTracker::decideGuard(Warp &warp, const Inst &inst,
                                    LaneMask lanes, LaneMask mask) {
  const LaneRegister guard = {inst.guard, 1, true};
  if (!hasSources(warp, guard, lanes))
    return mask;
  const bool mayBeOpen = course && inst.control == Control::Branch;
  for (; lanes; lanes &= lanes - 1) {
    const Set sources = get(warp, guard, firstLane(lanes), 0);
    if (!mayBeOpen || sets.contains(course->given, sources)) {
      decide(sources);
      continue;
    }
    OpenBranch &branch = openBranch(
        writerAt(warp.block.launch.image, *warp.frame()->code, warp.pc()));
    const LaneMask lane = lanes & -lanes;
    if (branch.isOther)
      mask ^= lane;
    branch.ways = SourceRun::Ways(
        branch.ways | (mask & lane ? SourceRun::Taken : SourceRun::Ahead));
  }
  return mask;
}

//===----------------------------------------------------------------------===//
// Runs of an instruction
//===----------------------------------------------------------------------===//

bool SourceTracker::access(LaneMask lanes, uint32_t size, Access kind,
                           LanePointers &at) {
  if (experiment) {
    experiment->redirect(at);
    return true;
  }
  accesses.push_back({lanes, size, kind, at});
  return false;
}

/// Keeps what the instruction reads, for an experiment after it has run.
void SourceTracker::keepOperands(Warp &warp, const Plan &plan) {
  if (scratch.size() < warp.frame()->code->frameBytes)
    scratch.resize(warp.frame()->code->frameBytes);
  const uint8_t *registers = warp.frame()->registers.data();
  for (const auto *list : {&plan.operands, &plan.addresses})
    for (const LaneRegister &each : *list)
      std::memcpy(scratch.data() + each.slot, registers + each.slot,
                  each.isPredicate ? sizeof(LaneMask) : each.bytes * warpSize);
}

/// The name of the pattern of a product, which all have whose operands are equal
/// in the same places: a register that stands for two operands changes both.
static std::string nameOfProduct(const Code &code, uint32_t pc,
                                 const Plan &plan) {
  std::string name = code.syntax->instructions[pc].mnemonic.str();
  for (const LaneRegister &each : plan.operands) {
    const auto *first =
        llvm::find_if(plan.operands, [&](const LaneRegister &other) {
          return other.slot == each.slot;
        });
    name += ' ' + std::to_string(first - plan.operands.begin());
  }
  return name;
}

/// A pattern that holds for every execution is found once.
Pattern &SourceTracker::patternOf(Warp &warp, const Inst &inst,
                                  const Plan &plan, LaneMask mask) {
  const Code &code = *warp.frame()->code;
  const Place place = {&code, warp.pc()};
  llvm::SmallVector<bool> isFixed(plan.operands.size());
  const bool isProduct = plan.dependence == Dependence::Product;
  const bool seesOperands = plan.dependence == Dependence::Moves ||
                            plan.dependence == Dependence::Shuffle;
  if (seesOperands)
    for (auto [fixed, operand] : llvm::zip(isFixed, plan.operands))
      fixed = !hasSources(warp, operand, mask);
  const bool isKept =
      plan.dependence == Dependence::Bytes || isProduct ||
      (mask == allLanes && llvm::none_of(isFixed, [](bool b) { return b; }));
  std::unique_ptr<Pattern> nothing;
  std::unique_ptr<Pattern> &kept =
      !isKept     ? nothing
      : isProduct ? products[nameOfProduct(code, warp.pc(), plan)]
                  : patterns[place];
  if (kept)
    return *kept;
  Experiment running(warp, inst, plan, mask, scratch.data(), accesses);
  experiment = &running;
  Pattern found = running.observe(isFixed);
  experiment = nullptr;
  if (!isKept)
    return once = std::move(found);
  kept = std::make_unique<Pattern>(std::move(found));
  return *kept;
}

/// Gives each byte of the results, and of what was stored, its sources.
void SourceTracker::give(
    Warp &warp, const Plan &plan, LaneMask mask,
    llvm::function_ref<Set(unsigned lane, unsigned byte)> sources) {
  unsigned first = 0;
  for (const LaneRegister &each : plan.results) {
    for (LaneMask left = mask; left; left &= left - 1)
      for (unsigned byte = 0; byte != each.bytes; ++byte)
        set(warp, each, firstLane(left), byte,
            sources(firstLane(left), first + byte));
    first += each.bytes;
  }
  for (const RecordedAccess &access : accesses) {
    if (access.kind == Access::Load)
      continue;
    const Writer writer =
        writerAt(warp.block.launch.image, *warp.frame()->code, warp.pc());
    for (LaneMask left = access.lanes; left; left &= left - 1)
      for (unsigned byte = 0; byte != access.size; ++byte)
        memory.set(access.at[firstLane(left)] + byte,
                   sources(firstLane(left), first + byte), writer);
    first += access.size;
  }
}

/// New values in memory are those of all lanes before.
void SourceTracker::followAtomic(Warp &warp, const Plan &plan, LaneMask mask) {
  const Writer writer =
      writerAt(warp.block.launch.image, *warp.frame()->code, warp.pc());
  const RecordedAccess access = accesses.front();
  for (LaneMask left = mask & access.lanes; left; left &= left - 1) {
    const unsigned lane = firstLane(left);
    uint8_t *at = access.at[lane];
    Set old = 0, added = 0;
    for (unsigned byte = 0; byte != access.size; ++byte)
      old = sets.unite(old, memory.get(at + byte));
    for (const LaneRegister &each : plan.operands)
      added = sets.unite(added, wholeOf(warp, each, lane));
    for (unsigned byte = 0; byte != access.size; ++byte)
      memory.set(at + byte, plan.isExchange ? added : sets.unite(old, added),
                 writer);
    for (const LaneRegister &each : plan.results)
      for (unsigned byte = 0; byte != each.bytes; ++byte)
        set(warp, each, lane, byte, old);
  }
}

/// Gives the results of an instruction that has run their sources. `operands`
/// are those that its operands had, by lane and byte.
void SourceTracker::follow(Warp &warp, const Inst &inst, const Plan &plan,
                           LaneMask mask, const std::vector<Set> &operands) {
  std::vector<Set> inputs;
  const unsigned ofRegisters = operands.size() / warpSize;
  unsigned all = ofRegisters;
  for (const RecordedAccess &access : accesses)
    all += access.kind == Access::Load ? access.size : 0;
  inputs.reserve(all * warpSize);
  bool hasAny = false;
  for (unsigned lane = 0; lane != warpSize; ++lane) {
    llvm::append_range(inputs, llvm::ArrayRef(operands).slice(
                                   lane * ofRegisters, ofRegisters));
    for (const RecordedAccess &access : accesses)
      for (unsigned byte = 0;
           access.kind == Access::Load && byte != access.size; ++byte)
        inputs.push_back(
            access.lanes >> lane & 1 ? memory.get(access.at[lane] + byte) : 0);
  }
  for (Set set : inputs)
    hasAny |= set != 0;
  if (!hasAny)
    return give(warp, plan, mask, [](unsigned, unsigned) { return Set(0); });
  auto unite = [&](unsigned from, unsigned to) {
    Set whole = 0;
    for (unsigned i = from; i != to; ++i)
      whole = sets.unite(whole, inputs[i]);
    return whole;
  };
  if (plan.dependence == Dependence::Vote) {
    const Set whole = unite(0, inputs.size());
    return give(warp, plan, mask, [&](unsigned, unsigned) { return whole; });
  }
  // Random amounts would be too large nearly always, and move nothing.
  const bool hasOpenAmount =
      llvm::any_of(plan.amounts, [&](const LaneRegister &each) {
        return hasSources(warp, each, mask);
      });
  if (plan.dependence == Dependence::Whole || hasOpenAmount) {
    std::array<Set, warpSize> ofLanes;
    for (unsigned lane = 0; lane != warpSize; ++lane)
      ofLanes[lane] = unite(lane * all, (lane + 1) * all);
    return give(warp, plan, mask,
                [&](unsigned lane, unsigned) { return ofLanes[lane]; });
  }
  const Pattern &pattern = patternOf(warp, inst, plan, mask);
  give(warp, plan, mask, [&](unsigned lane, unsigned byte) {
    Set result = 0;
    const unsigned row =
        pattern.isUniform ? byte : lane * pattern.outputs + byte;
    for (uint16_t input : pattern.rows[row])
      result = sets.unite(
          result, inputs[pattern.isUniform ? lane * all + input : input]);
    return result;
  });
}

void SourceTracker::execute(Warp &warp, const Inst &inst, LaneMask mask) {
  accesses.clear();
  const Code &code = *warp.frame()->code;
  if (warp.pc() >= code.syntax->instructions.size()) {
    inst.execute(warp, inst, mask);
    return;
  }
  const Plan &plan = planOf(code, warp.pc());
  for (const LaneRegister &each : plan.addresses)
    for (LaneMask left = hasSources(warp, each, mask) ? mask : 0; left;
         left &= left - 1)
      decide(wholeOf(warp, each, firstLane(left)));
  const bool takes = llvm::any_of(plan.operands, [&](const LaneRegister &each) {
    return hasSources(warp, each,
                      plan.dependence == Dependence::Shuffle ? allLanes : mask);
  });
  std::vector<Set> operands;
  const bool reaches = inst.effect == Effect::Memory;
  if (takes)
    operands = takeOperands(warp, plan);
  else if (reaches)
    operands.resize(warpSize * plan.operandBytes);
  if (takes || reaches)
    keepOperands(warp, plan);
  inst.execute(warp, inst, mask);
  if (warp.hasFaulted())
    return;
  switch (plan.dependence) {
  case Dependence::Copies:
    break;
  case Dependence::None:
    for (Set sources : operands)
      decide(sources);
    give(warp, plan, mask, [](unsigned, unsigned) { return Set(0); });
    break;
  case Dependence::Atomic:
    if (accesses.size() == 1)
      return followAtomic(warp, plan, mask);
    lose(warp.block.launch.image, code, warp.pc());
    break;
  case Dependence::Unknown:
    if (takes || inst.effect != Effect::None)
      lose(warp.block.launch.image, code, warp.pc());
    else
      give(warp, plan, mask, [](unsigned, unsigned) { return Set(0); });
    break;
  default:
    if (takes || reaches)
      follow(warp, inst, plan, mask, operands);
    else
      give(warp, plan, mask, [](unsigned, unsigned) { return Set(0); });
  }
}
