//===- Harness.cpp - Runs programs given as text --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

Harness::Harness() {
  context.loadDialect<cuda_tile::CudaTileDialect>();
  config.printSink = &printStream;
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    addError(diagnostic, "");
    for (Diagnostic &note : diagnostic.getNotes())
      addError(note, "note: ");
  });
}

void Harness::addError(Diagnostic &diagnostic, StringRef kind) {
  if (auto place = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
    errors += std::to_string(place.getLine()) + ": ";
  errors += kind.str() + diagnostic.str() + "\n";
}

bool Harness::parse(StringRef text) {
  // The parser reads up to a final zero byte.
  std::string terminated = text.str();
  OwningOpRef<mlir::ModuleOp> outer =
      parseSourceString<mlir::ModuleOp>(terminated, &context);
  if (!outer)
    return false;
  Operation *inner = &outer->getBody()->front();
  inner->remove();
  module = inner;
  return true;
}

bool Harness::parseKernel(StringRef arguments, StringRef body) {
  // The shell stands on the first line of the body, so that this is line 1 of
  // the messages.
  return parse("cuda_tile.module @m { entry @k(" + arguments.str() + ") { " +
               body.str() + "\n return } }");
}

bool Harness::launch(ArrayRef<Argument> arguments, StringRef entry) {
  printed.clear();
  if (!module)
    return false;
  return succeeded(interp::launch(*module, entry, arguments, memory, config));
}
