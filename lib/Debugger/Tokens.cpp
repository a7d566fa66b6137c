//===- Tokens.cpp - What tokens come after --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tokens.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::debug;

static std::string describe(Operation *op, Session &session) {
  ArrayRef<SourcePlace> places = session.getSources().placesOf(op);
  std::string text = op->getName().stripDialect().str();
  if (!places.empty())
    text += " (" + nameOf(places.back()) + ")";
  return text;
}

std::string debug::describeToken(mlir::Value token, Session &session) {
  // As much as a reader follows.
  constexpr size_t most = 8;
  llvm::SetVector<mlir::Value> tokens;
  tokens.insert(token);
  std::string text;
  size_t named = 0;
  for (size_t i = 0; i < tokens.size() && named < most; ++i) {
    Operation *op = tokens[i].getDefiningOp();
    if (!op) {
      text += (text.empty() ? "" : ", ") +
              std::string("what a loop hands on as ") +
              session.getNames().nameOf(tokens[i]);
      ++named;
      continue;
    }
    bool accesses = op->getName().stripDialect().contains("_tko");
    if (accesses || op->getNumRegions()) {
      text += (text.empty() ? "after " : ", after ") + describe(op, session);
      ++named;
    }
    for (mlir::Value operand : op->getOperands())
      if (isToken(operand))
        tokens.insert(operand);
  }
  return text.empty() ? "after nothing" : text;
}
