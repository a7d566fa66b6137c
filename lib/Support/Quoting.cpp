//===- Quoting.cpp - Words of command lines -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Quoting.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tessera {

static bool isPlain(char c) {
  return isAlnum(c) || StringRef("_-+=:,./@%").contains(c);
}

std::string quoteForShell(StringRef word) {
  if (!word.empty() && all_of(word, isPlain))
    return word.str();
  std::string text = "'";
  for (char c : word) {
    if (c == '\'')
      text += "'\\''";
    else
      text += c;
  }
  return text + "'";
}

/// cl::TokenizeGNUCommandLine takes any character behind a backslash as it is,
/// even a newline.
std::string quoteForResponseFile(StringRef word) {
  std::string text;
  for (char c : word) {
    if (isSpace(c) || StringRef("\\\"'").contains(c))
      text += '\\';
    text += c;
  }
  return text;
}

} // namespace tessera
