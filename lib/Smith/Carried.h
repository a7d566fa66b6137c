//===- Carried.h - What loops carry, and what it becomes --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares groups of values that a loop carries: indices, tiles of
// pointers, tiles of numbers. In each iteration a value becomes the next one in
// some way: a constant, a value from outside of the loop, one that the counter
// decides, another value of the group (which swaps or rotates them), one of two
// by `select` or `if`, or a sum. Members of a group are numbered, and none has
// a number beyond the last: so much memory is enough for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_CARRIED_H
#define TESSERA_LIB_SMITH_CARRIED_H

#include "Generator.h"

namespace tessera::smith {

/// Values of one type, by their numbers, which are scalars of i32.
struct Family {
  std::function<Value(Value number)> at;
  /// The member `by` numbers behind another one.
  std::function<Value(Value member, int64_t by)> after;
};

/// How one value goes on.
struct Next {
  enum Kind { Constant, Outside, Counter, Member, Sum, Select, If };

  Kind kind = Sum;
  /// The constant.
  int64_t number = 0;
  /// The value of the group that is taken, or added to.
  unsigned member = 0;
  /// The two that `select` and `if` choose from, neither of which chooses.
  std::vector<Next> choices;
};

class Carried {
public:
  /// Draws a group that a loop of so many iterations carries.
  Carried(Generator &g, int64_t trips);

  /// The greatest number of a member.
  int64_t last() const { return lastNumber; }
  unsigned size() const { return nexts.size(); }

  /// In front of the loop: appends the values that it begins with.
  void begin(const Family &family, llvm::SmallVectorImpl<Value> &initial);
  /// In the loop: the value that this iteration works with.
  Value current(mlir::ValueRange carried) const { return carried[shown]; }
  /// At the end of the body: appends the values that the next iteration gets.
  void advance(Operand counter, mlir::ValueRange carried,
               llvm::SmallVectorImpl<Value> &next);

private:
  Next drawSimple();
  Next draw();
  void rotate();
  Value make(const Next &next, Operand counter, mlir::ValueRange carried,
             unsigned slot);
  Value makeChoice(const Next &next, Operand counter, mlir::ValueRange carried,
                   unsigned slot);

  Generator &g;
  Family family;
  int64_t stride, lastNumber;
  unsigned shown;
  std::vector<int64_t> starts;
  std::vector<Next> nexts;
  /// For each value, the one from outside that it may become.
  std::vector<Value> outside;
};

/// Indices themselves.
Family indexFamily(Generator &g);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_CARRIED_H
