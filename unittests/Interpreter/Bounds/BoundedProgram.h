//===- BoundedProgram.h - Operations with error bounds ---------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_INTERPRETER_BOUNDS_BOUNDEDPROGRAM_H
#define TESSERA_UNITTESTS_INTERPRETER_BOUNDS_BOUNDEDPROGRAM_H

#include "../TileProgram.h"
#include "tessera/Interpreter/ErrorBounds.h"
#include <random>

namespace tessera::interp {

using numerics::Format;
using Random = std::mt19937;
/// Elements of a tile.
using Bits = std::vector<uint64_t>;

/// The value of a float; long doubles hold those of every format.
long double valueOf(Format format, uint64_t bits);

/// The float `steps` numbers further up.
uint64_t movedBy(Format format, uint64_t bits, int steps);

/// Numbers of a normal distribution about 0, rounded to a format.
Bits randomNumbers(Random &random, Format format, size_t count,
                   double spread = 1);

/// Whole numbers from `-most` to `most`.
Bits integers(Random &random, Format format, size_t count, int most);

/// The type of a tile, as text.
std::string type(Format format, const TileProgram::Shape &shape);

/// A kernel on tiles of one float format, run with error bounds. Elements are
/// given and read by their bits.
class BoundedProgram {
public:
  BoundedProgram(Format format, BoundsMode mode)
      : format(format), errors(mode) {
    program.harness.config.bounds = &errors;
  }

  /// Adds a tile named %name of this format, or another, for the operations.
  void input(const std::string &name, const TileProgram::Shape &shape,
             llvm::ArrayRef<uint64_t> bits) {
    input(name, shape, format, bits);
  }
  void input(const std::string &name, const TileProgram::Shape &shape,
             Format format, llvm::ArrayRef<uint64_t> bits);

  /// Runs `body`, which defines %r of this format and shape.
  void run(const TileProgram::Shape &shape, const std::string &body) {
    run(shape, format, body);
  }
  void run(const TileProgram::Shape &shape, Format format,
           const std::string &body);

  size_t size() const { return values.size(); }
  uint64_t operator[](size_t index) const { return values[index]; }
  ElementBounds boundsAt(size_t index) const;
  bool isExact(size_t index) const {
    ElementBounds x = boundsAt(index);
    return x.lo == x.hi && !x.undecidedAt;
  }
  bool isUndecided(size_t index) const { return boundsAt(index).undecidedAt; }

  /// True if a number lies within the bounds.
  bool holds(size_t index, long double value) const;
  /// True if the element may have these bits.
  bool mayBe(size_t index, uint64_t bits) const {
    return interp::mayBe(resultFormat, boundsAt(index), bits);
  }
  /// "1.5 in [1, 2]", for messages.
  std::string describe(size_t index) const;

  TileProgram program;

private:
  Format format, resultFormat = format;
  ErrorBounds errors;
  std::vector<uint64_t> values;
};

} // namespace tessera::interp

#endif // TESSERA_UNITTESTS_INTERPRETER_BOUNDS_BOUNDEDPROGRAM_H
