//===- ElementaryTable.cpp - Elementary functions for other programs ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ElementaryTable FUNCTION FORMAT applies a function of lib/Numerics to the
// pairs of elements on standard input, each a word of 8 bytes in the order of
// the host. Functions of one number ignore the second element. test/Numerics
// compares the results with mpmath.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Elementary.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace tessera;
using namespace tessera::numerics;

using Function = uint64_t (*)(Format, uint64_t, uint64_t);

template <uint64_t (*Fn)(Format, uint64_t)>
static uint64_t ofFirst(Format format, uint64_t x, uint64_t) {
  return Fn(format, x);
}
template <uint64_t (*Fn)(Format, uint64_t, bool)>
static uint64_t ofFirst(Format format, uint64_t x, uint64_t) {
  return Fn(format, x, /*flushToZero=*/false);
}
static uint64_t powi(Format format, uint64_t x, uint64_t n) {
  return numerics::powi(format, x, static_cast<int64_t>(n));
}

static Function functionNamed(llvm::StringRef name) {
  return llvm::StringSwitch<Function>(name)
      .Case("exp", ofFirst<numerics::exp>)
      .Case("exp2", ofFirst<numerics::exp2>)
      .Case("sinh", ofFirst<numerics::sinh>)
      .Case("cosh", ofFirst<numerics::cosh>)
      .Case("tanh", ofFirst<numerics::tanh>)
      .Case("log", ofFirst<numerics::log>)
      .Case("log2", ofFirst<numerics::log2>)
      .Case("sin", ofFirst<numerics::sin>)
      .Case("cos", ofFirst<numerics::cos>)
      .Case("tan", ofFirst<numerics::tan>)
      .Case("rsqrt", ofFirst<numerics::rsqrt>)
      .Case("atan2", numerics::atan2)
      .Case("pow", numerics::pow)
      .Case("powi", ::powi)
      .Default(nullptr);
}

int main(int argc, char **argv) {
  Function function = nullptr;
  std::optional<Format> format;
  if (argc == 3) {
    function = functionNamed(argv[1]);
    format = formatNamed(argv[2]);
  }
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!function || !format || !input) {
    llvm::errs() << "usage: ElementaryTable FUNCTION FORMAT <pairs\n";
    return 1;
  }
  uint64_t pair[2];
  llvm::StringRef bytes = (*input)->getBuffer();
  for (; bytes.size() >= sizeof pair; bytes = bytes.drop_front(sizeof pair)) {
    std::memcpy(pair, bytes.data(), sizeof pair);
    uint64_t result = function(*format, pair[0], pair[1]);
    llvm::outs().write(reinterpret_cast<const char *>(&result), sizeof result);
  }
  return 0;
}
