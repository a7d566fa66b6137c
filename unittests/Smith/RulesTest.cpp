//===- RulesTest.cpp - How the smith draws its rules ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule that joins changes the draws that it wins and no others, and however
// much a rule draws, the draws behind it stay.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Smith/Rules/Rules.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::smith;

/// The rules that were drawn, each with the number that it has drawn first.
static std::vector<std::pair<char, uint64_t>> drawn;

template <char Name, unsigned Numbers> static void note(Generator &g) {
  drawn.emplace_back(Name, g.rng.next());
  for (unsigned i = 1; i < Numbers; ++i)
    g.rng.next();
}

static std::vector<std::pair<char, uint64_t>>
drawFrom(llvm::ArrayRef<Rule> rules, unsigned number) {
  mlir::MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  Options options;
  options.version = bytecode::v13_1;
  Generator g(&context, options);
  drawn.clear();
  for (unsigned i = 0; i < number; ++i)
    emitAny(g, rules);
  return drawn;
}

TEST(Rules, OneThatJoinsWinsItsShareAlone) {
  constexpr unsigned number = 4000;
  const std::vector<Rule> few = {{"a", 1, 3, note<'a', 1>},
                                 {"b", 1, 6, note<'b', 2>},
                                 {"later", 2, 9, note<'l', 1>}};
  std::vector<Rule> more = few;
  more.insert(more.begin() + 1, {"c", 1, 1, note<'c', 5>});
  auto before = drawFrom(few, number), after = drawFrom(more, number);
  ASSERT_EQ(after.size(), number);
  unsigned joined = 0, first = 0;
  for (unsigned i = 0; i < number; ++i) {
    EXPECT_NE(after[i].first, 'l') << "the program has no such version";
    first += before[i].first == 'a';
    if (after[i].first == 'c')
      ++joined;
    else
      EXPECT_EQ(before[i], after[i]) << i;
  }
  EXPECT_NEAR(first, number / 3, number / 20);
  EXPECT_NEAR(joined, number / 10, number / 40);
}
