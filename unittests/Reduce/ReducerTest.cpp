//===- ReducerTest.cpp - Large programs become small ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceTest.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"

#include "mlir/IR/Verifier.h"
#include <random>
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::test;
using cuda_tile::AddFOp;
using cuda_tile::DivFOp;
using cuda_tile::ForOp;
using cuda_tile::IfOp;
using cuda_tile::LoadViewTkoOp;
using cuda_tile::MmaFOp;
using cuda_tile::MulFOp;
using cuda_tile::StoreViewTkoOp;
using cuda_tile::TileType;

namespace {

/// Writes a kernel of some hundreds of operations: arithmetic on tiles of
/// several shapes and formats, in nested loops and branches, between loads and
/// stores that tokens order. With every seed it has a division of f16 and a
/// matrix product, deeply nested.
class Generator {
public:
  explicit Generator(unsigned seed) : engine(seed) {}

  std::string generate() {
    text = "cuda_tile.module @m {\n"
           "  global @table <f32: [1.0, 2.0]> : tile<2xf32>\n"
           "  entry @other(%x: tile<i32>) {\n"
           "    print_tko \"%d\", %x : tile<i32> -> token\n"
           "  }\n"
           "  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {\n"
           "    %zero = constant <i32: 0> : tile<i32>\n"
           "    %step = constant <i32: 3> : tile<i32>\n"
           "    %tv = make_tensor_view %p, shape = [%n, 64], strides = [64, 1] "
           ": tile<i32> -> " +
           tensor +
           "\n"
           "    %pv = make_partition_view %tv : " +
           view + "\n";
    Values values;
    for (size_t i = 0; i < std::size(types); ++i) {
      values.emplace_back();
      for (const char *number : {"1.5", "-2.0"}) {
        values[i].push_back(fresh());
        line(values[i].back() + " = constant <" + elements[i] + ": " + number +
             "> : " + types[i]);
      }
    }
    block(values, 3);
    text += "  }\n}\n";
    return text;
  }

private:
  /// The values in scope, of each type.
  using Values = std::vector<std::vector<std::string>>;

  size_t below(size_t n) { return engine() % n; }
  std::string fresh() { return "%v" + std::to_string(counter++); }
  void line(const std::string &words) { text += "    " + words + "\n"; }

  void arithmetic(Values &values) {
    static const char *const names[] = {"addf", "mulf", "subf", "maxf"};
    size_t i = below(std::size(types));
    std::string x = pick(values[i]), y = pick(values[i]), result = fresh();
    line(result + " = " + names[below(4)] + " " + x + ", " + y + " : " +
         types[i]);
    values[i].push_back(result);
  }

  void access(Values &values) {
    std::string tile = fresh(), token = fresh(), after = fresh();
    line(tile + ", " + token + " = load_view_tko weak %pv[%n, %zero] : " +
         view + ", tile<i32> -> " + types[0] + ", token");
    line(after + " = store_view_tko weak " + pick(values[0]) +
         ", %pv[%n, %zero] token = " + token + " : " + types[0] + ", " + view +
         ", tile<i32> -> token");
    values[0].push_back(tile);
  }

  void block(Values values, unsigned depth) {
    for (unsigned i = 0; i < 12; ++i)
      below(4) ? arithmetic(values) : access(values);
    if (depth == 0) {
      line(fresh() + " = divf " + pick(values[1]) + ", " + pick(values[1]) +
           " : " + types[1]);
      line(fresh() + " = mmaf " + pick(values[1]) + ", " + pick(values[2]) +
           ", " + pick(values[3]) + " : " + types[1] + ", " + types[2] + ", " +
           types[3]);
      return;
    }
    line("if %c {");
    block(values, depth - 1);
    line("}");
    std::string carried = fresh(), counter = fresh(), result = fresh();
    line(result + " = for " + counter +
         " in (%zero to %n, step %step) : tile<i32> iter_values(" + carried +
         " = " + pick(values[0]) + ") -> (" + types[0] + ") {");
    Values inside = values;
    inside[0].push_back(carried);
    block(inside, depth - 1);
    line("continue " + pick(inside[0]) + " : " + types[0]);
    line("}");
    values[0].push_back(result);
    access(values);
  }

  const std::string &pick(const std::vector<std::string> &values) {
    return values[below(values.size())];
  }

  static constexpr const char *types[] = {"tile<32x16xf32>", "tile<16x64xf16>",
                                          "tile<64x8xf16>", "tile<16x8xf32>"};
  static constexpr const char *elements[] = {"f32", "f16", "f16", "f32"};
  const std::string tensor = "tensor_view<?x64xf32, strides=[64,1]>";
  const std::string view = "partition_view<tile=(32x16), " + tensor + ">";

  std::mt19937 engine;
  std::string text;
  unsigned counter = 0;
};

template <typename Op> bool holds(ModuleOp module) {
  return module->walk([](Op) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

bool holdsDivisionAndProduct(ModuleOp module) {
  bool divides = false;
  module->walk([&](DivFOp op) {
    divides |=
        cast<TileType>(op.getResult().getType()).getElementType().isF16();
  });
  return divides && holds<MmaFOp>(module);
}

/// True if a store stores the result of an addition.
bool storesSum(ModuleOp module) {
  bool found = false;
  module->walk([&](StoreViewTkoOp op) {
    found |= op.getTile().getDefiningOp<AddFOp>() != nullptr;
  });
  return found;
}

/// True if an operation in a loop uses a loaded tile.
bool usesLoadInLoop(ModuleOp module) {
  bool found = false;
  module->walk([&](LoadViewTkoOp op) {
    found |= op->getParentOfType<ForOp>() && !op.getTile().use_empty();
  });
  return found;
}

/// True if there is a product of three factors in a branch.
bool multipliesTwice(ModuleOp module) {
  bool found = false;
  module->walk([&](MulFOp op) {
    found |=
        op->getParentOfType<IfOp>() && (op.getLhs().getDefiningOp<MulFOp>() ||
                                        op.getRhs().getDefiningOp<MulFOp>());
  });
  return found;
}

class Reduction : public ReduceTest {
protected:
  /// The text of the reduced program.
  std::string reduceProgram(StringRef program,
                            llvm::function_ref<bool(ModuleOp)> isInteresting) {
    OwningOpRef<ModuleOp> module = parse(program);
    EXPECT_TRUE(module && isInteresting(*module)) << program.str();
    if (!module)
      return "";
    std::set<std::string> asked{printForReduction(*module)};
    std::string last;
    reduce(
        module,
        [&](ModuleOp variant, StringRef text) {
          EXPECT_TRUE(succeeded(verify(variant)));
          EXPECT_TRUE(asked.insert(text.str()).second) << "asked twice about\n"
                                                       << text.str();
          return isInteresting(variant);
        },
        [&](StringRef, ModuleOp, StringRef text) { last = text.str(); });
    EXPECT_TRUE(isInteresting(*module));
    EXPECT_EQ(last, printForReduction(*module));
    return last;
  }

  unsigned size(StringRef text) {
    OwningOpRef<ModuleOp> module = parse(text);
    EXPECT_TRUE(module) << text.str();
    return module ? countOperations(*module) : ~0u;
  }
};

} // namespace

/// 30 operations, one of them the entry, are few enough for a person to read.
TEST_F(Reduction, RandomProgramsUnderArtificialPredicates) {
  for (unsigned seed = 0; seed < 3; ++seed) {
    std::string program = Generator(seed).generate();
    ASSERT_GT(size(program), 200u);
    for (auto isInteresting : {holdsDivisionAndProduct, storesSum,
                               usesLoadInLoop, multipliesTwice}) {
      if (!isInteresting(*parse(program)))
        continue;
      std::string small = reduceProgram(program, isInteresting);
      EXPECT_LT(size(small), 15u) << small;
    }
  }
}

TEST_F(Reduction, TilesShrinkToOneElement) {
  std::string small =
      reduceProgram(Generator(0).generate(), holdsDivisionAndProduct);
  EXPECT_THAT(small, testing::HasSubstr("mmaf %0, %0, %"));
  EXPECT_THAT(small,
              testing::Not(testing::ContainsRegex("[2-9]x|[0-9][0-9]x")));
}

TEST_F(Reduction, SameProgramSameResult) {
  std::string program = Generator(7).generate();
  EXPECT_EQ(reduceProgram(program, holdsDivisionAndProduct),
            reduceProgram(program, holdsDivisionAndProduct));
}

/// If all programs are interesting, nothing remains.
TEST_F(Reduction, NothingStaysWithoutAReason) {
  EXPECT_EQ(size(reduceProgram(Generator(1).generate(),
                               [](ModuleOp) { return true; })),
            0u);
}

/// Patterns do not undo each other's work for ever, even if the loops and
/// branches that they remove must stay.
TEST_F(Reduction, Ends) {
  std::string small =
      reduceProgram(Generator(3).generate(), [](ModuleOp module) {
        unsigned numLoops = 0, numBranches = 0;
        module->walk([&](ForOp) { ++numLoops; });
        module->walk([&](IfOp) { ++numBranches; });
        return numLoops >= 2 && numBranches >= 2;
      });
  EXPECT_LT(size(small), 20u) << small;
}

/// If only the first program is interesting, it stays as it is.
TEST_F(Reduction, NoStepWithoutInterest) {
  OwningOpRef<ModuleOp> module = parse(Generator(2).generate());
  ASSERT_TRUE(module);
  std::string before = printForReduction(*module);
  reduce(module, [](ModuleOp, StringRef) { return false; });
  EXPECT_EQ(printForReduction(*module), before);
}
