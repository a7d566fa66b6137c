//===- PatternsTest.cpp - Single reduction patterns -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceTest.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::test;
using testing::HasSubstr;
using testing::Not;

namespace {

class Patterns : public ReduceTest {
protected:
  Patterns() : patterns(&context) {
    context.getLoadedDialect<cuda_tile::CudaTileDialect>()
        ->getRegisteredInterface<DialectReductionPatternInterface>()
        ->populateReductionPatterns(patterns);
  }

  /// The programs that the patterns with this name make from one, each by one
  /// instance at one operation; only the valid ones.
  std::vector<std::string> variants(StringRef name, ModuleOp module) {
    std::vector<std::string> texts;
    for (const auto &pattern : patterns.getNativePatterns())
      if (pattern->getDebugName() == name)
        applyEach(*pattern, module, [&](ModuleOp variant, bool isValid) {
          if (isValid)
            texts.push_back(printForReduction(variant));
        });
    return texts;
  }

  /// The only valid variant.
  std::string variant(StringRef name, StringRef body,
                      StringRef arguments = "") {
    OwningOpRef<ModuleOp> module = parseKernel(arguments, body);
    if (!module)
      return "not parsed";
    std::vector<std::string> texts = variants(name, *module);
    EXPECT_EQ(texts.size(), 1u);
    return texts.empty() ? "none" : texts.front();
  }

  using VariantFn = function_ref<void(ModuleOp variant, bool isValid)>;

  /// Applies the pattern at each operation of a copy of `module`. If it does
  /// not match, it must leave the copy unchanged.
  void applyEach(const RewritePattern &pattern, ModuleOp module,
                 VariantFn onVariant) {
    ScopedDiagnosticHandler silence(&context,
                                    [](Diagnostic &) { return success(); });
    SmallVector<Operation *> ops;
    module->walk([&](Operation *op) {
      if (!pattern.getRootKind() || *pattern.getRootKind() == op->getName())
        ops.push_back(op);
    });
    OwningOpRef<ModuleOp> copy;
    IRMapping toCopy;
    for (Operation *op : ops) {
      if (!copy) {
        toCopy.clear();
        copy = cast<ModuleOp>(module->clone(toCopy));
      }
      OperationFingerPrint before(*copy);
      PatternRewriter rewriter(&context);
      rewriter.setInsertionPoint(toCopy.lookup(op));
      if (failed(pattern.matchAndRewrite(toCopy.lookup(op), rewriter))) {
        EXPECT_EQ(before, OperationFingerPrint(*copy))
            << pattern.getDebugName().str() << " does not match, but changes "
            << op->getName().getStringRef().str();
        continue;
      }
      onVariant(*copy, succeeded(verify(*copy)));
      copy = nullptr;
    }
  }

  RewritePatternSet patterns;
};

const char *const corpus[] = {
    "test/Bytecode/Inputs/every-op.mlir",
    "test/Bytecode/Inputs/later13.2.mlir",
    "test/Bytecode/Inputs/later13.3.mlir",
    "test/Bytecode/Inputs/later13.4.mlir",
    "test/Bytecode/Inputs/later13.5.mlir",
    "test/Kernels/text/control.mlir",
    "test/Kernels/text/pointers.mlir",
    "test/Kernels/text/shapes.mlir",
    "test/Kernels/text/tail.mlir",
};

} // namespace

/// Applies each pattern at each operation of the language: the verifier rejects
/// the program, or it prints and parses back.
TEST_F(Patterns, EveryPatternAtEveryOp) {
  unsigned numValid = 0;
  for (const char *path : corpus) {
    OwningOpRef<ModuleOp> module = load(path);
    ASSERT_TRUE(module) << path;
    for (const auto &pattern : patterns.getNativePatterns()) {
      unsigned count = 0;
      applyEach(*pattern, *module, [&](ModuleOp variant, bool isValid) {
        // The first few of each pattern represent all.
        if (!isValid || ++count > 5)
          return;
        std::string text = printForReduction(variant);
        OwningOpRef<ModuleOp> again = parse(text);
        ASSERT_TRUE(again) << text;
        EXPECT_EQ(printForReduction(*again), text);
      });
      numValid += count;
    }
  }
  EXPECT_GT(numValid, 100u);
}

TEST_F(Patterns, EraseSymbol) {
  auto module = parse("cuda_tile.module @m { entry @a() {} entry @b() {} }");
  EXPECT_THAT(variants("erase-symbol", *module),
              testing::ElementsAre(Not(HasSubstr("@a")), Not(HasSubstr("@b")),
                                   Not(HasSubstr("entry"))));
}

TEST_F(Patterns, EraseUnusedTakesWhatHasEffects) {
  EXPECT_THAT(variant("erase-unused", R"(
    %t = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f32> -> token
  )",
                      "%p: tile<ptr<f32>>, %x: tile<f32>"),
              Not(HasSubstr("store")));
}

TEST_F(Patterns, ForwardOperandsHandsOnTokens) {
  std::string text = variant("forward-operands", R"(
    %t0 = make_token : token
    %t1 = store_ptr_tko weak %p, %x token=%t0 : tile<ptr<f32>>, tile<f32> -> token
    %v, %t2 = load_ptr_tko weak %p token=%t1 : tile<ptr<f32>> -> tile<f32>, token
  )",
                             "%p: tile<ptr<f32>>, %x: tile<f32>");
  EXPECT_THAT(text, Not(HasSubstr("store_ptr")));
  EXPECT_THAT(text, HasSubstr("load_ptr_tko weak %arg0 token=%0"));
}

TEST_F(Patterns, ReplaceByConstantsKnowsEachFormat) {
  std::string body;
  const char *const formats[] = {"i1",       "i8",        "i16",      "i32",
                                 "i64",      "f16",       "bf16",     "f32",
                                 "tf32",     "f64",       "f8E4M3FN", "f8E5M2",
                                 "f4E2M1FN", "f8E8M0FNU", "f8E5M3FNU"};
  for (const char *format : formats) {
    std::string type = "tile<4x" + std::string(format) + ">";
    body += "%r" + std::string(format) + ", %t" + format +
            " = load_ptr_tko weak %p" + format + " : tile<4xptr<" + format +
            ">> -> " + type + ", token\n print_tko \"%d\", %r" + format +
            " : " + type + " -> token\n";
  }
  std::string pointers;
  for (const char *format : formats)
    pointers += "%s" + std::string(format) + " = reshape %a" + format +
                " : tile<ptr<" + format + ">> -> tile<1xptr<" + format +
                ">>\n %p" + format + " = broadcast %s" + format +
                " : tile<1xptr<" + format + ">> -> tile<4xptr<" + format +
                ">>\n";
  std::string arguments;
  for (const char *format : formats)
    arguments += (arguments.empty() ? "" : ", ") +
                 ("%a" + std::string(format)) + ": tile<ptr<" + format + ">>";
  auto module = parseKernel(arguments, pointers + body);
  ASSERT_TRUE(module);
  // One for each load with zero, and one with one.
  EXPECT_EQ(variants("replace-by-constants", *module).size(),
            2 * std::size(formats));
}

TEST_F(Patterns, ReplaceByEarlierStaysInScope) {
  auto module = parseKernel("%x: tile<f32>, %c: tile<i1>", R"(
    if %c {
      %a = negf %x : tile<f32>
      print_tko "%f", %a : tile<f32> -> token
    }
    %b = absf %x : tile<f32>
    print_tko "%f", %b : tile<f32> -> token
  )");
  ASSERT_TRUE(module);
  EXPECT_THAT(
      variants("replace-by-earlier", *module),
      testing::ElementsAre(Not(HasSubstr("negf")), Not(HasSubstr("absf"))));
}

TEST_F(Patterns, RewireOperandCutsAChain) {
  EXPECT_THAT(variants("rewire-operand", *parseKernel("%x: tile<f32>", R"(
    %a = negf %x : tile<f32>
    %b = addf %x, %a : tile<f32>
  )")),
              testing::ElementsAre(HasSubstr("addf %arg0, %arg0")));
}

TEST_F(Patterns, EraseArguments) {
  EXPECT_THAT(variant("erase-arguments",
                      "print_tko \"%d\", %y : tile<i32> -> token",
                      "%x: tile<f32>, %y: tile<i32>, %z: tile<i64>"),
              HasSubstr("@k(%arg0: tile<i32>)"));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

TEST_F(Patterns, TakeBranchThenInline) {
  auto module = parseKernel("%c: tile<i1>, %x: tile<i32>", R"(
    %r = if %c -> (tile<i32>) {
      %a = addi %x, %x : tile<i32>
      yield %a : tile<i32>
    } else {
      %b = muli %x, %x : tile<i32>
      yield %b : tile<i32>
    }
    print_tko "%d", %r : tile<i32> -> token
  )");
  ASSERT_TRUE(module);
  struct Case {
    const char *taken, *kept, *dropped;
  };
  for (Case c :
       {Case{"take-then", "addi", "muli"}, Case{"take-else", "muli", "addi"}}) {
    auto texts = variants(c.taken, *module);
    ASSERT_EQ(texts.size(), 1u);
    auto known = parse(texts[0]);
    bool inlined = false;
    for (const auto &pattern : patterns.getNativePatterns())
      if (pattern->getDebugName().contains("InlineTakenBranch"))
        applyEach(*pattern, *known, [&](ModuleOp variant, bool isValid) {
          inlined = isValid;
          std::string text = printForReduction(variant);
          EXPECT_THAT(text, HasSubstr(c.kept));
          EXPECT_THAT(text, Not(HasSubstr(c.dropped)));
          EXPECT_THAT(text, Not(HasSubstr("if %")));
        });
    EXPECT_TRUE(inlined);
  }
}

/// A branch that is never taken can be taken.
TEST_F(Patterns, TakeThenOfAnUntakenBranch) {
  auto module = parseKernel("%x: tile<i32>", R"(
    %c = constant <i1: false> : tile<i1>
    if %c {
      %a = addi %x, %x : tile<i32>
    }
  )");
  ASSERT_TRUE(module);
  EXPECT_TRUE(variants("take-else", *module).empty());
  auto texts = variants("take-then", *module);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_TRUE(variants("take-then", *parse(texts[0])).empty());
}

const char *const countedLoop = R"(
    %r = for %i in (%lb to %ub, step %st) : tile<i32>
        iter_values(%a = %x) -> (tile<i32>) {
      %s = addi %a, %i : tile<i32>
      continue %s : tile<i32>
    }
    print_tko "%d", %r : tile<i32> -> token
  )";
const char *const countedLoopArguments =
    "%lb: tile<i32>, %ub: tile<i32>, %st: tile<i32>, %x: tile<i32>";

TEST_F(Patterns, SkipLoop) {
  EXPECT_THAT(variant("skip-loop", countedLoop, countedLoopArguments),
              HasSubstr("in (%arg0 to %arg0, step %arg2)"));
}

TEST_F(Patterns, RunOnce) {
  std::string text = variant("run-once", countedLoop, countedLoopArguments);
  EXPECT_THAT(text, HasSubstr("constant <i32: 0>"));
  EXPECT_THAT(text, HasSubstr("constant <i32: 1>"));
  // A pattern does not apply again to its own result.
  EXPECT_TRUE(variants("run-once", *parse(text)).empty());
}

TEST_F(Patterns, BreakAtEnd) {
  std::string text = variant("break-at-end", R"(
    %r = loop iter_values(%a = %x) : tile<i32> -> tile<f32> {
      %c = cmpi equal %a, %x, signed : tile<i32> -> tile<i1>
      if %c {
        %f = itof %a signed : tile<i32> -> tile<f32>
        break %f : tile<f32>
      }
      continue %a : tile<i32>
    }
  )",
                             "%x: tile<i32>");
  EXPECT_THAT(text, Not(HasSubstr("continue")));
}

TEST_F(Patterns, FreezeLoopValue) {
  EXPECT_THAT(variant("freeze-loop-value", countedLoop, countedLoopArguments),
              testing::AllOf(HasSubstr("addi %arg3, "),
                             HasSubstr("print_tko \"%d\", %arg3")));
}

TEST_F(Patterns, CutResultsKeepsTheLoop) {
  EXPECT_THAT(variant("cut-results", countedLoop, countedLoopArguments),
              testing::AllOf(HasSubstr("for "), HasSubstr("<i32: 0>")));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

TEST_F(Patterns, HalveExtentsThroughTheModule) {
  auto module = parseKernel("%p: tile<ptr<f32>>, %n: tile<i32>", R"(
    %tv = make_tensor_view %p, shape = [%n], strides = [1]
        : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
    %v, %t = load_view_tko weak %pv[%n]
        : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %one = constant <f32: 1.0> : tile<16xf32>
    %s = addf %v, %one : tile<16xf32>
    %t2 = store_view_tko weak %s, %pv[%n] token = %t
        : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  )");
  ASSERT_TRUE(module);
  for (const std::string &text : variants("halve-extents", *module)) {
    EXPECT_THAT(text, Not(HasSubstr("16")));
    EXPECT_THAT(text, HasSubstr("tile=(8)"));
  }
}

/// 4x8 and 32 have the same number of elements only if two extents are halved
/// together.
TEST_F(Patterns, HalveExtentsInPairs) {
  auto module = parseKernel("", R"(
    %a = constant <i32: 1> : tile<4x8xi32>
    %b = reshape %a : tile<4x8xi32> -> tile<32xi32>
  )");
  ASSERT_TRUE(module);
  EXPECT_THAT(variants("halve-extents", *module),
              testing::UnorderedElementsAre(
                  HasSubstr("tile<2x8xi32> -> tile<16xi32>"),
                  HasSubstr("tile<4x4xi32> -> tile<16xi32>")));
}

TEST_F(Patterns, HalveExtentsKeepsTheFirstElements) {
  EXPECT_THAT(variants("halve-extents", *parseKernel("", R"(
    %a = constant <i32: [[1, 2], [3, 4], [5, 6], [7, 8]]> : tile<4x2xi32>
  )")),
              testing::UnorderedElementsAre(HasSubstr("[[1], [3]]"),
                                            HasSubstr("[[1, 2], [3, 4]]"),
                                            HasSubstr("[[1], [3], [5], [7]]")));
}

TEST_F(Patterns, DropUnitDimensions) {
  auto texts = variants("drop-unit-dimensions", *parseKernel("", R"(
    %a = constant <i32: [[1, 2]]> : tile<1x2xi32>
    %b = addi %a, %a : tile<1x2xi32>
  )"));
  ASSERT_FALSE(texts.empty());
  for (const std::string &text : texts)
    EXPECT_THAT(text, testing::AllOf(HasSubstr("<i32: [1, 2]>"),
                                     Not(HasSubstr("1x2"))));
}

TEST_F(Patterns, SimplifyViews) {
  auto texts = variants("simplify-views", *parseKernel("%p: tile<ptr<f32>>", R"(
    %tv = make_tensor_view %p, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %pv = make_partition_view %tv : partition_view<tile=(8x8), padding_value = nan, tensor_view<64x32xf32, strides=[32,1]>, dim_map=[1, 0]>
  )"));
  EXPECT_THAT(
      texts,
      testing::ElementsAre(
          testing::AllOf(Not(HasSubstr("padding")), Not(HasSubstr("dim_map"))),
          testing::AllOf(HasSubstr("padding"), Not(HasSubstr("dim_map")))));
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

TEST_F(Patterns, DropOperandTakesMaskPaddingAndToken) {
  auto texts = variants(
      "drop-operand",
      *parseKernel("%p: tile<ptr<f32>>, %m: tile<i1>, %x: tile<f32>", R"(
    %t0 = make_token : token
    %v, %t = load_ptr_tko weak %p, %m, %x token=%t0
        : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
  )"));
  EXPECT_EQ(texts.size(), 3u);
}

TEST_F(Patterns, WeakenOrderingDropsTheScope) {
  EXPECT_THAT(variant("weaken-ordering", R"(
    %v, %t = load_ptr_tko acquire device %p : tile<ptr<f32>> -> tile<f32>, token
  )",
                      "%p: tile<ptr<f32>>"),
              HasSubstr("load_ptr_tko weak"));
}

TEST_F(Patterns, DropAttributeGoesBackToTheDefault) {
  auto texts = variants("drop-attribute", *parseKernel("%x: tile<f32>", R"(
    %s = addf %x, %x rounding<zero> flush_to_zero : tile<f32>
    %i = constant <i32: 1> : tile<i32>
    %j = addi %i, %i overflow<no_wrap> : tile<i32>
  )"));
  EXPECT_THAT(texts, testing::UnorderedElementsAre(Not(HasSubstr("rounding")),
                                                   Not(HasSubstr("flush")),
                                                   Not(HasSubstr("overflow"))));
}

TEST_F(Patterns, DropInbounds) {
  EXPECT_THAT(variant("drop-inbounds", R"(
    %tv = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
    %v, %t = load_view_tko weak %pv[%i] inbounds=[true]
        : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  )",
                      "%p: tile<ptr<f32>>, %i: tile<i32>"),
              Not(HasSubstr("true")));
}

TEST_F(Patterns, FillLiteral) {
  EXPECT_THAT(variants("fill-literal", *parseKernel("", R"(
    %a = constant <f32: [2.0, 3.0]> : tile<2xf32>
  )")),
              testing::ElementsAre(HasSubstr("0.0"), HasSubstr("1.0")));
  EXPECT_TRUE(variants("fill-literal", *parseKernel("", R"(
    %a = constant <f32: 0.0> : tile<2xf32>
  )"))
                  .empty());
}

TEST_F(Patterns, RepeatFirst) {
  EXPECT_THAT(variant("repeat-first", R"(
    %a = constant <f32: [2.0, 3.0]> : tile<2xf32>
  )"),
              HasSubstr("<f32: 2.0"));
}
