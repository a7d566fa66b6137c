//===- cuda-tile-lsp-server.cpp - Tile IR text in an editor ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Registration.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/Version.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

int cuda_tile_lsp_server_main(int argc, char **argv) {
  DialectRegistry registry;
  tessera::registerAllDialects(registry);
  llvm::cl::SetVersionPrinter([](raw_ostream &os) {
    tessera::printVersion("cuda-tile-lsp-server", os);
  });
  // MLIR registers and parses these in one function.
  tessera::refuseUnknownOptions(argc, argv,
                                {"input-style", "lit-test", "log", "pretty"});
  return failed(MlirLspServerMain(argc, argv, registry));
}
