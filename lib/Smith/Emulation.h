//===- Emulation.h - Runs generated programs on the emulator ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_EMULATION_H
#define TESSERA_LIB_SMITH_EMULATION_H

#include "tessera/Emulator/Launch.h"
#include "tessera/Smith/Launch.h"

namespace tessera::smith {

/// Runs the compiled program on the emulator as `launch` says, and `config`
/// beside it; a second entry comes after that stage of the first one. The
/// outcome has the memory of the parameters alone: what the variables of the
/// module hold is gone with the run.
llvm::Expected<Outcome> emulate(const ptx::Program &program,
                                const Launch &launch, ptx::LaunchConfig config,
                                ptx::LaunchStage stage);

/// `outcome` without the public globals, which an emulated run does not leave.
Outcome withoutGlobals(Outcome outcome, const Launch &launch);

/// Whether the texts are the same where tile blocks print in any order, each
/// by several writes that others may come between.
bool mayPrintSame(llvm::StringRef left, llvm::StringRef right,
                  const Launch &launch);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_EMULATION_H
