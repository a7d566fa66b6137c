//===- LayoutConversion.cpp - From one layout of a tile to another --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LayoutConversion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;
using namespace tessera;

/// From the places of `to` to those of the same coordinates in `from`; nothing
/// unless both always agree in `dims`.
static std::optional<LinearLayout> findPlaces(const LinearLayout &from,
                                              const LinearLayout &to,
                                              ArrayRef<Dim> dims) {
  for (Dim dim : dims)
    if (from.getInDimSizeLog2(dim) != to.getInDimSizeLog2(dim))
      return std::nullopt;
  LinearLayout places = to.invertAndCompose(from);
  return places.isTrivialOver(dims) ? std::optional(places) : std::nullopt;
}

std::optional<SmallVector<int64_t>>
tessera::matchRegisters(const LinearLayout &from, const LinearLayout &to) {
  SmallVector<Dim> others = from.getInDimNames();
  llvm::erase(others, kRegister);
  std::optional<LinearLayout> places = findPlaces(from, to, others);
  if (!places)
    return std::nullopt;
  return to_vector_of<int64_t>(
      places->sublayout({kRegister}, {kRegister}).applyAlong(kRegister));
}

std::optional<LinearLayout> tessera::matchLanes(const LinearLayout &from,
                                                const LinearLayout &to) {
  // Chosen to be cheaper than a trip through shared memory, whatever the sizes.
  constexpr int64_t kMaxShuffles = 8;
  std::optional<LinearLayout> places = findPlaces(from, to, {kWarp});
  if (!places)
    return std::nullopt;
  int64_t shuffles =
      to.getInDimSize(kRegister) * int64_t(getLaneChoices(*places).size());
  return shuffles <= kMaxShuffles ? places : std::nullopt;
}

SmallVector<int32_t> tessera::getLaneChoices(const LinearLayout &places) {
  return places.sublayout({kLane}, {kRegister})
      .removeDependentBases(kLane)
      .applyAlong(kLane);
}

SmallVector<SmallVector<int64_t>>
tessera::groupRegisters(const LinearLayout &from, const LinearLayout &to,
                        const LinearLayout &map, Dim along) {
  auto ofThread = [](const LinearLayout &layout) {
    return layout.sublayout({kRegister}, layout.getOutDimNames());
  };
  SmallVector<int32_t> targets = ofThread(from)
                                     .compose(map)
                                     .invertAndCompose(ofThread(to))
                                     .applyAlong(kRegister);
  SmallVector<int32_t> order =
      from.sublayout({kRegister}, {along}).applyAlong(kRegister);
  SmallVector<SmallVector<int64_t>> groups(to.getInDimSize(kRegister));
  for (auto [reg, target] : enumerate(targets))
    groups[target].push_back(reg);
  for (auto &group : groups)
    llvm::sort(group,
               [&](int64_t a, int64_t b) { return order[a] < order[b]; });
  return groups;
}
