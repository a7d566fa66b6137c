//===- RandomTokens.h - Random programs that tokens order -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of branches and loops over ops that random tokens order, and the
// order itself, found by a search along the edges.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_DIALECT_TILEAA_RANDOMTOKENS_H
#define TESSERA_UNITTESTS_DIALECT_TILEAA_RANDOMTOKENS_H

#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "llvm/ADT/DenseSet.h"
#include <random>

namespace tessera::tileaa {

/// Writes programs of prints, or of prints and accesses to two arguments and
/// two allocations, that are ordered by random tokens.
class TokenWriter {
public:
  explicit TokenWriter(unsigned seed, bool hasAccesses = false)
      : random(seed), hasAccesses(hasAccesses) {}

  std::string write() {
    os << "tileaa.entry @k(%c: i1, %n: i32, %p: !tileaa.ptr, %q: !tileaa.ptr) "
          "{\n"
          "%start = tileaa.make_token\n";
    if (hasAccesses)
      os << "%a = tileaa.alloca 64 align 16\n"
            "%b = tileaa.alloca 64 align 16\n";
    tokens = {"%start"};
    block(0);
    os << "tileaa.return\n}\n";
    return text;
  }

private:
  unsigned pick(unsigned count) { return random() % count; }
  /// A random token, late ones more often than early ones.
  std::string any() {
    size_t size = tokens.size();
    return pick(3) ? tokens[size - 1 - pick(std::min<size_t>(size, 3))]
                   : tokens[pick(size)];
  }
  std::string name() { return "%t" + std::to_string(next++); }

  /// An access to a random place, sometimes one that synchronizes.
  void access() {
    const char *places[] = {"%p", "%q", "%a", "%b"};
    std::string result = name(), place = places[pick(4)];
    bool isLoad = pick(2), isStrong = pick(8) == 0;
    if (isLoad)
      os << name() << ", ";
    os << result << " = tileaa." << (isLoad ? "load " : "store %n to ")
       << place;
    if (pick(8))
      os << " after " << any();
    if (isStrong)
      os << " ordering<"
         << (pick(2)  ? "relaxed"
             : isLoad ? "acquire"
                      : "release")
         << "> scope<device>";
    os << (isLoad ? " : !tileaa.ptr -> i32\n" : " : i32, !tileaa.ptr\n");
    tokens.push_back(result);
  }

  void print() {
    if (hasAccesses && pick(16))
      return access();
    std::string result = name();
    os << result << " = tileaa.print \"\"";
    if (pick(8))
      os << " after " << any();
    os << '\n';
    tokens.push_back(result);
  }

  void join() {
    std::string result = name(), first = any(), second = any();
    if (pick(2))
      os << result << " = tileaa.join_tokens " << first << ", " << second
         << '\n';
    else
      os << result << " = arith.select %c, " << first << ", " << second
         << " : !tileaa.token\n";
    tokens.push_back(result);
  }

  void body(unsigned depth, llvm::ArrayRef<std::string> arguments) {
    size_t scope = tokens.size();
    tokens.insert(tokens.end(), arguments.begin(), arguments.end());
    block(depth + 1);
    std::string first = any(), second = any();
    os << "scf.yield " << first << ", " << second
       << " : !tileaa.token, !tileaa.token\n";
    tokens.resize(scope);
  }

  void finish(const std::string &result) {
    os << "}\n";
    tokens.push_back(result + "#0");
    tokens.push_back(result + "#1");
  }

  void branch(unsigned depth) {
    std::string result = name();
    os << result << ":2 = scf.if %c -> (!tileaa.token, !tileaa.token) {\n";
    body(depth, {});
    os << "} else {\n";
    body(depth, {});
    finish(result);
  }

  void countedLoop(unsigned depth) {
    std::string result = name(), a = name(), b = name(), i = name();
    os << result << ":2 = scf.for " << i << " = %n to %n step %n iter_args("
       << a << " = " << any() << ", " << b << " = " << any()
       << ") -> (!tileaa.token, !tileaa.token) : i32 {\n";
    body(depth, {a, b});
    finish(result);
  }

  void openLoop(unsigned depth) {
    std::string result = name(), a = name(), b = name(), c = name(), d = name();
    os << result << ":2 = scf.while (" << a << " = " << any() << ", " << b
       << " = " << any()
       << ") : (!tileaa.token, !tileaa.token) -> (!tileaa.token, "
          "!tileaa.token) {\n";
    size_t scope = tokens.size();
    tokens.push_back(a);
    tokens.push_back(b);
    block(depth + 1);
    std::string first = any(), second = any();
    os << "scf.condition(%c) " << first << ", " << second
       << " : !tileaa.token, !tileaa.token\n} do {\n^bb0(" << c
       << ": !tileaa.token, " << d << ": !tileaa.token):\n";
    tokens.resize(scope);
    body(depth, {c, d});
    finish(result);
  }

  void block(unsigned depth) {
    for (unsigned count = 2 + pick(5); count > 0; --count) {
      unsigned kind = pick(depth < 3 ? 10 : 7);
      if (kind < 5)
        print();
      else if (kind < 7)
        join();
      else if (kind == 7)
        branch(depth);
      else if (kind == 8)
        countedLoop(depth);
      else
        openLoop(depth);
    }
  }

  std::mt19937 random;
  bool hasAccesses;
  std::string text;
  llvm::raw_string_ostream os{text};
  std::vector<std::string> tokens;
  unsigned next = 0;
};

/// All ops that `token` comes after, by a search along the edges.
inline llvm::DenseSet<mlir::Operation *> findAncestors(mlir::Value token) {
  llvm::DenseSet<mlir::Operation *> ancestors;
  llvm::DenseSet<mlir::Value> seen;
  llvm::SmallVector<mlir::Value> work{token};
  while (!work.empty()) {
    mlir::Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (mlir::Operation *op = value.getDefiningOp())
      ancestors.insert(op);
    forEachTokenSource(value,
                       [&](mlir::Value source) { work.push_back(source); });
  }
  return ancestors;
}

} // namespace tessera::tileaa

#endif // TESSERA_UNITTESTS_DIALECT_TILEAA_RANDOMTOKENS_H
