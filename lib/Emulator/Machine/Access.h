//===- Access.h - The accesses of a warp to memory ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The view that checkers and counters get of an instruction that touches
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_ACCESS_H
#define TESSERA_LIB_EMULATOR_MACHINE_ACCESS_H

#include "../Code.h"
#include "tessera/Emulator/LaunchFault.h"
#include <memory>
#include <utility>
#include <vector>

namespace tessera::ptx {

struct Allocation;
class Block;

/// The lanes of `mask` whose value is that of `lane`.
template <typename T>
LaneMask lanesEqualTo(const T *values, LaneMask mask, unsigned lane) {
  LaneMask equal = 0;
  for (unsigned other = 0; other != warpSize; ++other)
    equal |= LaneMask(values[other] == values[lane]) << other;
  return equal & mask;
}

/// Bytes of shared memory, by their offset and number: those of a matrix, which
/// many operations read. In order, and none of them twice.
using SharedPieces =
    std::shared_ptr<const std::vector<std::pair<uint64_t, uint64_t>>>;

enum class Access : uint8_t { Load, Store, Atomic };

/// PTX ISA, section "Proxies": the way by which an access reaches memory.
enum class Proxy : uint8_t { Generic, Async };

/// Host addresses of the bytes that each lane accesses; null in idle lanes.
using LanePointers = std::array<uint8_t *, warpSize>;

/// The proxy of an access, and the data of a store.
struct AccessDetails {
  Proxy proxy = Proxy::Generic;
  /// By lane: the bytes that a store other than st leaves. Null: the bytes of
  /// st's operands, or unknown ones.
  const uint8_t *const *stored = nullptr;
};

/// The access of the lanes of one warp to one state space.
struct Request {
  Access kind = Access::Load;
  Space space = Space::Global; ///< of the bytes; never Generic or SharedCluster
  MemoryOrder order = MemoryOrder::Weak;
  Scope scope = Scope::Cta; ///< of an access that is not weak
  AccessDetails details;
  /// For shared memory: the other block of the cluster that owns it; null: the
  /// warp's own block.
  Block *home = nullptr;
  /// For global memory: the allocation that is known to contain all lanes'
  /// elements, aligned; null if unknown.
  const Allocation *allocation = nullptr;
  uint32_t size = 0; ///< bytes that each lane accesses
  LaneMask lanes = 0;
  /// By lane: addresses in global and const, offsets in shared, local and
  /// param.
  const uint64_t *addresses = nullptr;
  /// By lane: the bytes on the host, before a store or an atomic changes them.
  uint8_t *const *bytes = nullptr;

  /// True if all lanes of the warp access neighbouring elements: one piece of
  /// memory that starts at the address of lane 0.
  bool isContiguous() const {
    if (lanes != allLanes || addresses[warpSize - 1] !=
                                 addresses[0] + uint64_t(size) * (warpSize - 1))
      return false;
    bool isRow = true;
    for (unsigned lane = 1; lane != warpSize; ++lane)
      isRow &= addresses[lane] == addresses[0] + uint64_t(size) * lane;
    return isRow;
  }
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_ACCESS_H
