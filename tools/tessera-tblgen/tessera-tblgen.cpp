//===- tessera-tblgen.cpp - The project's own TableGen back end -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the records of the cuda_tile dialect and generates from them the
// encoding of each op in the bytecode (-gen-bytecode), the reference pages
// (-gen-op-docs), the text on each op for the language server (-gen-op-help),
// the page of open questions of the specification (-gen-open-questions) and a
// digest for the test of the facts (-gen-op-facts).
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-tblgen/MlirTblgenMain.h"

int main(int argc, char **argv) { return mlir::MlirTblgenMain(argc, argv); }
