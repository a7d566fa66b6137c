//===- cuda-tile-opt.cpp - Run passes over the text of a module -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Registration.h"
#include "tessera/Support/Version.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

int cuda_tile_opt_main(int argc, char **argv) {
  DialectRegistry registry;
  tessera::registerAllDialects(registry);
  tessera::registerAllPasses();
  llvm::cl::SetVersionPrinter(
      [](raw_ostream &os) { tessera::printVersion("cuda-tile-opt", os); });
  return asMainReturnCode(MlirOptMain(
      argc, argv, "Runs passes over CUDA Tile IR at any of its stages\n",
      registry));
}
