//===- Checks.cpp - The checks of a launch --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Launch.h"

using namespace tessera::ptx;

llvm::ArrayRef<std::pair<llvm::StringLiteral, bool Checks::*>> Checks::names() {
  static constexpr std::pair<llvm::StringLiteral, bool Checks::*> names[] = {
      {"memory", &Checks::memory},
      {"race", &Checks::race},
      {"sync", &Checks::sync},
      {"uniform", &Checks::uniform},
      {"same-value", &Checks::sameValue},
      {"shuffle", &Checks::shuffle},
      {"benign", &Checks::benign}};
  return names;
}
