//===- Counters.h - What a launch does, line by line ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what the hardware's counters count, by their definitions (Nsight
// Compute, metrics reference), for each instruction of the program. One object
// belongs to one host thread; they are added up at the end.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_COUNTERS_H
#define TESSERA_LIB_EMULATOR_COUNTERS_H

#include "Access.h"

namespace tessera::ptx {

class Counters {
public:
  explicit Counters(const Image &image);

  /// An instruction is issued for `active` lanes, of which its guard lets
  /// `executed` go on.
  void issue(const Code &code, uint32_t pc, LaneMask active, LaneMask executed);
  /// Its access to memory.
  void access(const Code &code, uint32_t pc, const Request &request);
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_COUNTERS_H
