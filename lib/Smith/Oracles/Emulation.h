//===- Emulation.h - Runs generated programs on the emulator ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_ORACLES_EMULATION_H
#define TESSERA_LIB_SMITH_ORACLES_EMULATION_H

#include "tessera/Emulator/Launch.h"
#include "tessera/Smith/Launch.h"

namespace tessera::smith {

/// Runs the compiled program on the emulator as `launch` and `config` say; a
/// second entry starts after that stage of the first one. The outcome only has
/// the memory of the parameters, because variables of the module do not outlive
/// the run.
llvm::Expected<Outcome> emulate(const ptx::Program &program,
                                const Launch &launch, ptx::LaunchConfig config,
                                ptx::LaunchStage stage);

/// `outcome` without the public globals, which the outcome of an emulated run
/// lacks.
Outcome withoutGlobals(Outcome outcome, const Launch &launch);

/// True if the texts are the same for some order of the tile blocks' prints. A
/// print consists of several writes, and those of other tile blocks may come
/// between.
bool mayPrintSame(llvm::StringRef left, llvm::StringRef right,
                  const Launch &launch);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_ORACLES_EMULATION_H
