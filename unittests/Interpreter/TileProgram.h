//===- TileProgram.h - Operations run on given tiles -----------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_INTERPRETER_TILEPROGRAM_H
#define TESSERA_UNITTESTS_INTERPRETER_TILEPROGRAM_H

#include "Harness.h"
#include "gtest/gtest.h"

namespace tessera::interp {

/// A kernel that loads tiles from memory, runs the operations of a test on them
/// and stores one result. Elements are given and read by their bits; T is the
/// unsigned type of their storage.
class TileProgram {
public:
  using Shape = std::vector<int64_t>;

  /// "tile<4x8xf16>".
  static std::string type(llvm::StringRef element, const Shape &shape);

  /// Adds a tile named %name for the operations.
  template <typename T>
  void input(const std::string &name, const std::string &element,
             const Shape &shape, llvm::ArrayRef<T> values) {
    addInput(name, element, shape, values.size());
    arguments.push_back(harness.array<T>(values, name));
  }

  /// Runs `body`, which defines %r of this type, and returns its elements; on
  /// failure, fails the test and returns none.
  template <typename T>
  std::vector<T> run(const std::string &element, const Shape &shape,
                     const std::string &body) {
    int64_t count = 1;
    for (int64_t extent : shape)
      count *= extent;
    Argument out = harness.array<T>(std::vector<T>(count), "result");
    resultAddress = out.getBits();
    if (!launch(element, shape, count, body, out)) {
      ADD_FAILURE() << harness.errors << body;
      return {};
    }
    return harness.read<T>(out, count);
  }

  /// Runs `body` and returns the message that stops it; fails the test if none
  /// does.
  std::string stop(const std::string &body);

  Harness harness;
  /// Address of the last run's result.
  uint64_t resultAddress = 0;

private:
  void addInput(const std::string &name, const std::string &element,
                const Shape &shape, int64_t count);
  bool launch(const std::string &element, const Shape &shape, int64_t count,
              const std::string &body, Argument out);

  std::string parameters, loads;
  std::vector<Argument> arguments;
};

} // namespace tessera::interp

#endif // TESSERA_UNITTESTS_INTERPRETER_TILEPROGRAM_H
