//===- Bounds.cpp - Allowed results of a launch ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Bounds.h"
#include "Interpretation.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;
using namespace tessera::runtime;

LaunchBounds::LaunchBounds(const Kernel &kernel, Launch theLaunch,
                           interp::BoundsMode mode,
                           const EngineOptions &options,
                           llvm::raw_ostream &errors)
    : launch(std::move(theLaunch)), bounds(mode) {
  mlir::Operation *program = findTileIR(kernel, errors);
  interp::LaunchConfig config = options.interpret;
  config.bounds = &bounds;
  known = program &&
          interpret(program, launch, config, addresses, llvm::nulls(), errors);
}
