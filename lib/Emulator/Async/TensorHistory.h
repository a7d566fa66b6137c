//===- TensorHistory.h - Past accesses to tensor memory ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores and work that are known to be over, for the race check: threads
// that use the same columns have to be ordered behind them. A warp's access is
// one step, since it takes all of its lanes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_TENSORHISTORY_H
#define TESSERA_LIB_EMULATOR_ASYNC_TENSORHISTORY_H

#include "TensorWork.h"

namespace tessera::ptx {

class TensorHistory {
public:
  enum class Actor : uint8_t { Load, Store, Work };
  struct Access {
    Actor actor;
    TensorRegion region;
    bool isWrite;
    AsyncOrigin origin;
    RaceStep over; ///< who follows it knows that the access is over
  };

  void add(const Access &access);
  /// Columns have been freed.
  void forget(unsigned first, unsigned count);
  /// The first access that an instruction of `origin` conflicts with and does
  /// not follow; null if there is none. `isWork`: one thread makes the access.
  const Access *findRace(RaceChecker &races, const AsyncOrigin &origin,
                         const TensorRegion &region, bool isWrite,
                         bool isWork) const;

private:
  std::vector<Access> accesses;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_TENSORHISTORY_H
