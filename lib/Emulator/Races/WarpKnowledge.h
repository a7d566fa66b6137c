//===- WarpKnowledge.h - What the lanes of a warp know ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of a warp mostly know the same, as behind a barrier, and learn the same by
// an instruction. So one object stands for all that do, and is split when some of
// them learn what the others do not.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_WARPKNOWLEDGE_H
#define TESSERA_LIB_EMULATOR_RACES_WARPKNOWLEDGE_H

#include "Shadow.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace tessera::ptx::races {

/// For each clock in Knowledge::proxied, up to which epoch a fence of a lane has
/// shown the lane's own steps, beyond what the clock says. Kept apart, since
/// lanes mostly have the same clocks before and after a fence.
using OwnShown = std::array<Epoch, proxiedCount>;

/// A lane's knowledge, beside WarpState::waited.
struct LaneKnowledge {
  Knowledge base;
  RowRef warpRow; ///< knowledge of the own warp from bar.warp.sync
  OwnShown shown = {};

  bool operator==(const LaneKnowledge &o) const {
    return base == o.base && warpRow == o.warpRow && shown == o.shown;
  }
};

class WarpKnowledge {
public:
  WarpKnowledge() { parts.emplace_back(); }

  const LaneKnowledge &operator[](unsigned lane) const {
    const Part *part = parts.begin();
    while (!(part->lanes >> lane & 1))
      ++part;
    return part->known;
  }
  /// The object that all of some lanes have; null if they have several.
  const LaneKnowledge *ofAll(LaneMask some) const {
    const Part *found = llvm::find_if(
        parts, [&](const Part &part) { return !(some & ~part.lanes); });
    return found == parts.end() ? nullptr : &found->known;
  }
  /// Calls `what` with each object that some lanes have, and with these lanes.
  template <typename F> void forEach(LaneMask some, F what) const {
    for (const Part &part : parts)
      if (const LaneMask lanes = part.lanes & some)
        what(part.known, lanes);
  }
  /// True if one of some lanes knows it.
  template <typename F> bool anyOf(LaneMask some, F knows) const {
    return llvm::any_of(parts, [&](const Part &part) {
      return (part.lanes & some) && knows(part.known);
    });
  }
  /// Calls `what` with each object that some lanes have, to change it for these
  /// lanes alone.
  template <typename F> void change(LaneMask some, F what) {
    for (size_t i = 0, count = parts.size(); i != count; ++i)
      if (const LaneMask lanes = parts[i].lanes & some)
        what(cut(i, lanes));
    if (parts.size() != 1)
      unite(some);
  }
  template <typename F> void changeOne(unsigned lane, F what) {
    change(LaneMask(1) << lane, what);
  }
  /// Gives some lanes the same knowledge.
  void set(LaneMask some, LaneKnowledge known);

private:
  struct Part {
    LaneMask lanes = allLanes;
    LaneKnowledge known;
  };

  /// The object of some lanes of a part, which no other lane has from here on.
  LaneKnowledge &cut(size_t part, LaneMask lanes);
  /// Makes parts of lanes that have changed one with others that are equal.
  void unite(LaneMask changed);

  llvm::SmallVector<Part, 1> parts; ///< each lane is in one
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_WARPKNOWLEDGE_H
