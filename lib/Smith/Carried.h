//===- Carried.h - Carried values of loops ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares groups of values that a loop carries: indices, tiles of
// pointers, tiles of numbers. In each iteration a value is replaced by: a
// constant, a value from outside of the loop, a function of the counter,
// another value of the group (which swaps or rotates them), one of two by
// `select` or `if`, or a sum. Each possible value has a number, at most last(),
// so that memory for so many is enough.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_CARRIED_H
#define TESSERA_LIB_SMITH_CARRIED_H

#include "Generator.h"

namespace tessera::smith {

/// The values of one type, each identified by a number, a scalar of i32.
struct Family {
  std::function<Value(Value number)> at;
  /// The value whose number is greater by `by` than that of `member`.
  std::function<Value(Value member, int64_t by)> after;
};

/// The next value of one carried value.
struct Next {
  enum Kind { Constant, Outside, Counter, Member, Sum, Select, If };

  Kind kind = Sum;
  /// The constant.
  int64_t number = 0;
  /// The member of the group that is taken, or added to.
  unsigned member = 0;
  /// The two that `select` and `if` choose between; neither is a choice itself.
  std::vector<Next> choices;
};

class Carried {
public:
  /// Draws a group for a loop with this number of iterations.
  Carried(Generator &g, int64_t trips);

  /// The greatest number that any value can have.
  int64_t last() const { return lastNumber; }
  unsigned size() const { return nexts.size(); }

  /// In front of the loop: appends the initial values.
  void begin(const Family &family, llvm::SmallVectorImpl<Value> &initial);
  /// In the loop: the value for this iteration.
  Value current(mlir::ValueRange carried) const { return carried[shown]; }
  /// At the end of the body: appends the values for the next iteration.
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
  /// For each member, the value from outside that may replace it.
  std::vector<Value> outside;
};

/// The family of indices: each is its own number.
Family indexFamily(Generator &g);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_CARRIED_H
