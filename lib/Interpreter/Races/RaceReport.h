//===- RaceReport.h - The report of a data race -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACES_RACEREPORT_H
#define TESSERA_LIB_INTERPRETER_RACES_RACEREPORT_H

#include "RaceDetector.h"
#include <string>

namespace tessera::interp {

/// A message and its note about two accesses. The error is located at the later
/// one. `place` describes the memory, and `tileBlock` names the tile block of
/// the earlier access.
struct RaceReport {
  RaceReport(const RaceDetector::Race &race, const std::string &place,
             const std::string &tileBlock);

  std::string error, note;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACES_RACEREPORT_H
