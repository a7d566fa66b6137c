//===- OpHelp.cpp - The reference's text on each op -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpHelp.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera::lsp;

static constexpr OpHelp help[] = {
#include "CudaTileHelp.inc"
#include "TileAAHelp.inc"
#include "TileASHelp.inc"
};

const OpHelp *tessera::lsp::findHelp(StringRef name) {
  const auto *found =
      find_if(help, [&](const OpHelp &each) { return each.name == name; });
  return found == std::end(help) ? nullptr : found;
}
