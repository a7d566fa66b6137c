//===- BoundedProgram.cpp - Operations with error bounds ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundedProgram.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/bit.h"

using namespace tessera;
using namespace tessera::interp;

long double interp::valueOf(Format format, uint64_t bits) {
  return llvm::bit_cast<double>(
      numerics::convertFloat(format, Format::F64, bits));
}

uint64_t interp::movedBy(Format format, uint64_t bits, int steps) {
  uint64_t sign = numerics::encodingOf(format).signBit();
  for (; steps != 0; steps += steps < 0 ? 1 : -1) {
    bool isUp = steps > 0;
    if ((bits & ~sign) == 0)
      bits = (isUp ? 0 : sign) | 1;
    else
      bits += ((bits & sign) != 0) == isUp ? -1 : 1;
  }
  return bits;
}

Bits interp::randomNumbers(Random &random, Format format, size_t count,
                           double spread) {
  std::normal_distribution<double> normal(0, spread);
  Bits bits(count);
  for (uint64_t &b : bits)
    b = numerics::roundFloat(format, llvm::APFloat(normal(random)));
  return bits;
}

Bits interp::integers(Random &random, Format format, size_t count, int most) {
  Bits bits(count);
  for (uint64_t &b : bits)
    b = numerics::roundFloat(
        format, llvm::APFloat(double(int(random() % (2 * most + 1)) - most)));
  return bits;
}

std::string interp::type(Format format, const TileProgram::Shape &shape) {
  return TileProgram::type(numerics::name(format), shape);
}

/// Calls `fn` with a zero of the unsigned type of the format's storage.
template <typename Fn> static auto withStorage(Format format, Fn fn) {
  switch (numerics::storageBytes(format)) {
  case 1:
    return fn(uint8_t());
  case 2:
    return fn(uint16_t());
  case 4:
    return fn(uint32_t());
  default:
    return fn(uint64_t());
  }
}

void BoundedProgram::input(const std::string &name,
                           const TileProgram::Shape &shape, Format format,
                           llvm::ArrayRef<uint64_t> bits) {
  withStorage(format, [&](auto zero) {
    std::vector<decltype(zero)> words(bits.begin(), bits.end());
    program.input<decltype(zero)>(name, numerics::name(format).str(), shape,
                                  words);
  });
}

void BoundedProgram::run(const TileProgram::Shape &shape, Format format,
                         const std::string &body) {
  resultFormat = format;
  withStorage(format, [&](auto zero) {
    auto words =
        program.run<decltype(zero)>(numerics::name(format).str(), shape, body);
    values.assign(words.begin(), words.end());
  });
}

ElementBounds BoundedProgram::boundsAt(size_t index) const {
  uint64_t bytes = numerics::storageBytes(resultFormat);
  return errors.find(program.resultAddress + index * bytes, resultFormat)
      .value_or(exactly(values[index]));
}

bool BoundedProgram::holds(size_t index, long double value) const {
  ElementBounds x = boundsAt(index);
  return x.undecidedAt || (valueOf(resultFormat, x.lo) <= value &&
                           value <= valueOf(resultFormat, x.hi));
}

std::string BoundedProgram::describe(size_t index) const {
  ElementBounds x = boundsAt(index);
  auto text = [&](uint64_t bits) {
    return std::to_string(double(valueOf(resultFormat, bits)));
  };
  return text(values[index]) + " in [" + text(x.lo) + ", " + text(x.hi) + "]";
}
