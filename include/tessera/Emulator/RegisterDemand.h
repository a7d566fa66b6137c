//===- RegisterDemand.h - Registers that PTX asks for -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX has as many registers as it likes, and machine code those that ptxas
// gives it. Where there is no machine code, their number is estimated from the
// values that are live at once.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_REGISTERDEMAND_H
#define TESSERA_EMULATOR_REGISTERDEMAND_H

#include "tessera/Emulator/Program.h"

namespace tessera::ptx {

/// Estimates the 32-bit registers of a thread of an entry: those of the most
/// values that are live at once in it or in a function that it calls by name,
/// and a few beside them, within what the entry and the threads of its block
/// leave to each thread. ptxas 13 takes as many for four of five kernels, give
/// or take a quarter or eight registers; where it moves loads ahead or computes
/// values again, it takes others.
unsigned estimateRegisters(const Program &program, const Entry &entry);

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_REGISTERDEMAND_H
