//===- Races.cpp - Finds data races by happens-before ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Races.h"
#include "Machine.h"

using namespace tessera::ptx;

class RaceChecker::State {};

RaceChecker::RaceChecker(const Checks &) {}
RaceChecker::~RaceChecker() = default;

void RaceChecker::access(Warp &, const Request &) {}
void RaceChecker::fence(Warp &, LaneMask, MemoryOrder, Scope) {}
void RaceChecker::proxyFence(Warp &, LaneMask, Space) {}
void RaceChecker::syncWarp(Warp &, LaneMask) {}
void RaceChecker::arriveBarrier(Warp &, LaneMask, unsigned) {}
void RaceChecker::completeBarrier(Block &, unsigned) {}
void RaceChecker::leaveBarrier(Warp &, LaneMask, unsigned, uint64_t) {}
void RaceChecker::initMbarrier(Warp &, unsigned, uint64_t) {}
void RaceChecker::invalidateMbarrier(Warp &, unsigned, uint64_t) {}
void RaceChecker::arriveMbarrier(Warp &, unsigned, uint64_t, MemoryOrder,
                                 Scope) {}
void RaceChecker::completeMbarrier(Block &, uint64_t) {}
void RaceChecker::observeMbarrier(Warp &, unsigned, uint64_t, MemoryOrder,
                                  Scope) {}
AsyncAgent RaceChecker::beginAsync(Warp &, unsigned, Proxy) { return 0; }
void RaceChecker::accessAsync(Warp &, unsigned, AsyncAgent, Access, Space,
                              uint64_t, uint64_t) {}
void RaceChecker::joinAsync(Warp &, unsigned, AsyncAgent, bool) {}
void RaceChecker::arriveAsync(Block &, AsyncAgent, uint64_t) {}
