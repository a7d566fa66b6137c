//===- VariantsTest.cpp - Other programs with the same meaning ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter judges the meaning of variants, in the oracles. These tests
// say that variants are unlike their programs, in every way that there is.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Smith/Variants.h"

#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Smith/Smith.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "gtest/gtest.h"

#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;

static std::string print(Operation *module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

/// The number of operations of each name, and of hints.
static std::map<std::string, size_t> countAll(Operation *module) {
  std::map<std::string, size_t> counts;
  module->walk([&](Operation *op) {
    ++counts[op->getName().stripDialect().str()];
    counts["hints"] += op->hasAttr("optimization_hints");
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      ++counts["@" + symbol.getName().str()];
  });
  return counts;
}

static llvm::SmallPtrSet<const void *, 16> listHints(Operation *module) {
  llvm::SmallPtrSet<const void *, 16> hints;
  module->walk([&](Operation *op) {
    if (Attribute each = op->getAttr("optimization_hints"))
      hints.insert(each.getAsOpaquePointer());
  });
  return hints;
}

/// The operations with effects, by name and in their order.
static std::vector<std::string> listEffects(Operation *module) {
  std::vector<std::string> names;
  module->walk([&](Operation *op) {
    StringRef name = op->getName().stripDialect();
    if (name.ends_with("_tko"))
      names.push_back(name.str());
  });
  return names;
}

TEST(Variants, ChangeEveryKindOfThing) {
  MLIRContext context;
  context.loadDialect<cuda_tile::CudaTileDialect>();
  std::map<std::string, size_t> more;
  size_t withoutHints = 0, renamed = 0, same = 0, inOrder = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Options options;
    options.seed = seed;
    OwningOpRef<Operation *> program = generate(&context, options);
    OwningOpRef<Operation *> variant = makeVariant(*program, Random(seed));
    ASSERT_TRUE(succeeded(verify(*variant))) << seed;
    EXPECT_EQ(print(*variant), print(*makeVariant(*program, Random(seed))));
    same += print(*variant) == print(*program);
    std::map<std::string, size_t> before = countAll(*program),
                                  behind = countAll(*variant);
    withoutHints +=
        !llvm::set_is_subset(listHints(*program), listHints(*variant));
    renamed += !behind["@smith"];
    for (auto &[name, count] : behind)
      more[name] += count > before[name];
    inOrder += behind["for"] == before["for"] &&
               listEffects(*variant) == listEffects(*program);
  }
  EXPECT_LE(same, 2u);
  EXPECT_GE(withoutHints, 5u);
  // Without split loops, the order of effects is that of the program.
  EXPECT_GE(inOrder, 10u);
  // Programs with places in a source keep the names that these have.
  EXPECT_GE(renamed, 10u);
  for (const char *name :
       {"for", "if", "assume", "addi", "mini", "permute", "hints"})
    EXPECT_GE(more[name], 5u) << name;
}
