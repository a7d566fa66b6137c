//===- Checks.cpp - What a launch looks for -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Launch.h"
#include "llvm/ADT/SmallVector.h"

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

llvm::Expected<Checks> Checks::parse(llvm::StringRef text) {
  if (text == "none")
    return none();
  Checks checks;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (llvm::StringRef part : parts) {
    bool isKnown = part == "all";
    if (isKnown)
      for (auto [name, member] : names())
        checks.*member |= all().*member;
    for (auto [name, member] : names())
      if (part == name)
        isKnown = checks.*member = true;
    if (!isKnown)
      return llvm::createStringError(
          "there is no check '" + part +
          "'; say all, none or some of memory, race, sync, uniform, "
          "same-value, shuffle, benign");
  }
  return checks;
}
