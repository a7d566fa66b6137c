//===- MapFences.h - Fences that acquire a tensor map ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_MAPFENCES_H
#define TESSERA_LIB_EMULATOR_RACES_MAPFENCES_H

#include "Clock.h"
#include "RowTable.h"
#include "Shadow.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>
#include <map>

namespace tessera::ptx::races {

/// An acquire fence of the tensormap proxy: its lane, the accesses that it
/// follows, and those of them that it has made visible, as they were released
/// to that proxy. `released` has those of them whose release, by its scope and
/// that of the fence, holds both threads.
struct MapFence {
  Doer doer;
  Clock known, shown, released;
};

/// The acquire fences of one tensor map. Each thread of a running block keeps
/// its own, however many others have fenced the map.
class MapFences {
public:
  void add(MapFence fence);
  /// Keeps the latest fences of blocks that have ended: what these did may have
  /// been passed on to others.
  void endBlock(const BlockRows &rows);
  /// True if `holds` is true of a fence; those of a block come first.
  bool any(const BlockRows &block,
           llvm::function_ref<bool(const MapFence &)> holds) const;

private:
  /// By row and lane, the oldest first.
  std::map<std::pair<uint32_t, unsigned>, std::deque<MapFence>> running;
  std::deque<MapFence> ended; ///< the oldest first
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_MAPFENCES_H
