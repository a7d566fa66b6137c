//===- Experiment.cpp - Bytes on which results depend ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Experiment.h"
#include "../Machine/Warp.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;

/// Bits that keep floats of all formats finite.
static constexpr uint8_t smallBits = 0xBF;

/// A byte of a factor or a sum: no float of any format is so small that a sum
/// of many would lose it.
static uint8_t makeFactorByte(size_t place, uint64_t random) {
  return place % 2 ? 0x3F : 0x80 | (random & 0x3F);
}

/// The steps of SplitMix64, so that each run sees the same operands.
uint64_t Experiment::random() {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

void Experiment::addColumns(unsigned bytes, std::vector<Column> &columns,
                            unsigned &total) {
  for (unsigned byte = 0; byte != bytes; ++byte)
    columns.push_back({total + byte, bytes});
  total += bytes * warpSize;
}

Experiment::Experiment(Warp &warp, const Inst &inst, const Plan &plan,
                       LaneMask mask, uint8_t *scratch,
                       llvm::ArrayRef<RecordedAccess> accesses)
    : warp(warp), inst(inst), plan(plan), mask(mask), scratch(scratch),
      accesses(accesses) {
  for (auto [number, operand] : llvm::enumerate(plan.operands)) {
    addColumns(operand.bytes, inputs, inputBytes);
    owners.resize(inputs.size(), number);
  }
  const unsigned operandBytes = inputBytes;
  for (const LaneRegister &result : plan.results)
    addColumns(result.bytes, outputs, outputBytes);
  resultBytes = outputBytes;
  for (const RecordedAccess &access : accesses) {
    copies.emplace_back(access.size * warpSize);
    if (access.kind == Access::Load)
      addColumns(access.size, inputs, inputBytes);
    else
      addColumns(access.size, outputs, outputBytes);
  }
  owners.resize(inputs.size(), plan.operands.size());
  initial.resize(operandBytes);
  moveRegisters(plan.operands, initial.data(), /*isToScratch=*/false);
}

/// Copies registers, one behind the other, between an image and the scratch.
void Experiment::moveRegisters(llvm::ArrayRef<LaneRegister> list,
                               uint8_t *image, bool isToScratch) const {
  for (const LaneRegister &each : list) {
    if (each.isPredicate)
      for (unsigned lane = 0; lane != warpSize; ++lane)
        if (isToScratch)
          each.set(scratch, lane, 0, image[lane]);
        else
          image[lane] = each.get(scratch, lane, 0);
    else if (isToScratch)
      std::memcpy(scratch + each.slot, image, each.bytes * warpSize);
    else
      std::memcpy(image, scratch + each.slot, each.bytes * warpSize);
    image += each.bytes * warpSize;
  }
}

/// Random operands, except for the fixed ones.
void Experiment::fill(Image &image, llvm::ArrayRef<bool> isFixed,
                      bool isSmall) {
  for (auto [place, byte] : llvm::enumerate(image))
    byte = plan.dependence == Dependence::Product
               ? makeFactorByte(place, random())
               : random() & (isSmall ? smallBits : 0xFF);
  const uint8_t *from = initial.data();
  uint8_t *to = image.data();
  for (auto [number, operand] : llvm::enumerate(plan.operands)) {
    const unsigned bytes = operand.bytes * warpSize;
    if (isFixed[number])
      std::memcpy(to, from, bytes);
    for (unsigned lane = 0; operand.isPredicate && lane != warpSize; ++lane)
      to[lane] &= 1;
    from += bytes;
    to += bytes;
  }
}

/// Runs the instruction once. Returns its results.
Experiment::Image Experiment::run(const Image &image) {
  Image operands = image, results(outputBytes);
  moveRegisters(plan.operands, operands.data(), /*isToScratch=*/true);
  const uint8_t *loaded = image.data() + initial.size();
  for (auto [access, copy] : llvm::zip(accesses, copies))
    if (access.kind == Access::Load) {
      std::memcpy(copy.data(), loaded, copy.size());
      loaded += copy.size();
    } else {
      std::fill(copy.begin(), copy.end(), 0);
    }
  nextAccess = 0;
  const LaneMask carry = warp.carry;
  uint8_t *own = warp.exchange(scratch);
  inst.execute(warp, inst, mask);
  warp.exchange(own);
  warp.carry = carry;
  moveRegisters(plan.results, results.data(), /*isToScratch=*/false);
  uint8_t *stored = results.data() + resultBytes;
  for (auto [access, copy] : llvm::zip(accesses, copies))
    if (access.kind != Access::Load)
      stored = std::copy(copy.begin(), copy.end(), stored);
  return results;
}

void Experiment::redirect(LanePointers &at) {
  const RecordedAccess &access = accesses[nextAccess];
  for (unsigned lane = 0; lane != warpSize; ++lane)
    at[lane] = copies[nextAccess].data() + lane * access.size;
  ++nextAccess;
}

/// Adds a byte of the operands to the rows of all results that have changed.
void Experiment::note(Pattern &pattern, const Image &base, const Image &changed,
                      unsigned input, std::optional<unsigned> from) const {
  for (unsigned lane = 0; lane != warpSize; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    for (unsigned output = 0; output != outputs.size(); ++output) {
      const unsigned at = outputs[output].at(lane);
      if (changed[at] == base[at])
        continue;
      auto &row =
          pattern.rows[pattern.isUniform ? output
                                         : lane * outputs.size() + output];
      const auto name = static_cast<uint16_t>(
          pattern.isUniform ? input
                            : from.value_or(lane) * inputs.size() + input);
      if (!llvm::is_contained(row, name))
        row.push_back(name);
    }
  }
}

Pattern Experiment::observe(llvm::ArrayRef<bool> isFixed) {
  const bool crosses = plan.dependence == Dependence::Shuffle ||
                       plan.dependence == Dependence::Product;
  Pattern pattern;
  pattern.inputs = inputs.size();
  pattern.outputs = outputs.size();
  pattern.isUniform =
      !crosses && llvm::none_of(isFixed, [](bool b) { return b; });
  pattern.rows.resize(outputs.size() * (pattern.isUniform ? 1 : warpSize));
  // A bit of a predicate is masked by another one half of the time, and so does
  // an order of numbers stay as it is.
  const bool hasPredicate =
      hasPredicates(plan.operands) || hasPredicates(plan.results);
  const unsigned runs = hasPredicate ? 32 : 4;
  Image image(inputBytes);
  for (unsigned number = 0; number != runs; ++number) {
    fill(image, isFixed, /*isSmall=*/number % 2);
    const Image base = run(image);
    for (unsigned input = 0; input != inputs.size(); ++input) {
      const unsigned owner = owners[input];
      const bool isRegister = owner < plan.operands.size();
      if (isRegister && isFixed[owner])
        continue;
      // All bits on the one hand, as masks leave few; some on the other, as
      // floats may round them away.
      const uint8_t change = isRegister && plan.operands[owner].isPredicate ? 1
                             : number % 2 ? (random() & smallBits) | 1
                                          : 0xFF;
      // Lanes are changed one by one where they meet.
      for (unsigned round = 0; round != (crosses ? warpSize : 1); ++round) {
        Image changed = image;
        for (unsigned lane = 0; lane != warpSize; ++lane)
          if (!crosses || lane == round)
            changed[inputs[input].at(lane)] ^= change;
        note(pattern, base, run(changed), input,
             crosses ? std::optional(round) : std::nullopt);
      }
    }
  }
  joinGranules(pattern);
  widenToElements(pattern);
  return pattern;
}

/// Gives all bytes of an element of the results the same row.
void Experiment::joinGranules(Pattern &pattern) const {
  if (plan.granule == 1)
    return;
  for (size_t first = 0; first + plan.granule <= pattern.rows.size();
       first += plan.granule) {
    std::vector<uint16_t> all;
    for (unsigned byte = 0; byte != plan.granule; ++byte)
      llvm::append_range(all, pattern.rows[first + byte]);
    llvm::sort(all);
    all.erase(llvm::unique(all), all.end());
    for (unsigned byte = 0; byte != plan.granule; ++byte)
      pattern.rows[first + byte] = all;
  }
}

/// Gives results all bytes of each element of which they have one. The low byte
/// of a number decides its order too seldom for an experiment.
void Experiment::widenToElements(Pattern &pattern) const {
  const unsigned granule = plan.operandGranule;
  if (granule == 1)
    return;
  for (std::vector<uint16_t> &row : pattern.rows) {
    std::vector<uint16_t> all = row;
    for (uint16_t name : row) {
      const unsigned input = name % inputs.size(), owner = owners[input];
      if (owner == plan.operands.size() || plan.operands[owner].isPredicate)
        continue;
      const auto first = unsigned(llvm::find(owners, owner) - owners.begin());
      const unsigned begin = name - (input - first) % granule;
      for (unsigned byte = 0; byte != granule; ++byte)
        all.push_back(begin + byte);
    }
    llvm::sort(all);
    all.erase(llvm::unique(all), all.end());
    row = std::move(all);
  }
}
