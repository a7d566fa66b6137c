//===- OraclesTest.cpp - Each oracle finds a fault ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Smith/Oracles.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::smith;
using testing::HasSubstr;

namespace {
class OraclesTest : public testing::Test {
protected:
  OraclesTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<cuda_tile::CudaTileDialect>();
  }

  /// A module with one entry, whose argument `%p` points to four i32.
  Operation *parse(StringRef body, StringRef version = "13.1", int blocks = 1) {
    std::string text =
        ("cuda_tile.module @kernels attributes {smith.grid = array<i32: " +
         Twine(blocks) +
         ", 1, 1>, smith.arguments = [dense<[5, 6, 7, 8]> : "
         "tensor<4xi32>], smith.version = \"" +
         version +
         "\"} {\n"
         "entry @smith(%p: tile<ptr<i32>>) {\n" +
         body + "\n}\n}")
            .str();
    return parseText(text);
  }

  /// The same with one tile block, and one f32 of 0.
  Operation *parseFloat(StringRef body) {
    return parseText(("cuda_tile.module @kernels attributes {smith.grid = "
                      "array<i32: 1, 1, 1>, smith.arguments = [dense<0.0> : "
                      "tensor<1xf32>], smith.version = \"13.1\"} {\n"
                      "entry @smith(%p: tile<ptr<f32>>) {\n" +
                      body + "\n}\n}")
                         .str());
  }

  Operation *parseText(StringRef text) {
    file = parseSourceString<mlir::ModuleOp>(text, &context);
    return &file->getBody()->front();
  }

  /// The finding of all oracles in the table that are asked about each program.
  std::optional<Report> judgeAll(Operation *module, Data data = Data::Exact) {
    return judge(module, data, frequentOracles());
  }

  /// The oracles that are asked of many programs.
  static std::vector<Oracle> frequentOracles() {
    std::vector<Oracle> oracles = allOracles();
    llvm::erase_if(oracles, [](const Oracle &o) {
      return o.oneIn > 10 || o.isAskedByNameAlone;
    });
    return oracles;
  }

  MLIRContext context;
  OwningOpRef<mlir::ModuleOp> file;
};

/// Adds one to the stored numbers.
constexpr StringLiteral increment(R"(
  %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
  %one = constant <i32: 1> : tile<i32>
  %y = addi %x, %one : tile<i32>
  %u = store_ptr_tko weak %p, %y token=%t : tile<ptr<i32>>, tile<i32> -> token
)");

/// A wrong pass that makes differences of sums.
struct WrongPass : PassWrapper<WrongPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WrongPass)
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      OpBuilder builder(op);
      Value difference;
      if (auto sum = dyn_cast<cuda_tile::AddIOp>(op))
        difference = cuda_tile::SubIOp::create(builder, op->getLoc(),
                                               sum.getLhs(), sum.getRhs());
      else if (auto sum = dyn_cast<cuda_tile::AddFOp>(op))
        difference = cuda_tile::SubFOp::create(builder, op->getLoc(),
                                               sum.getLhs(), sum.getRhs());
      else
        return;
      op->getResult(0).replaceAllUsesWith(difference);
      op->erase();
    });
  }
};

/// A pass that fails.
struct FailingPass : PassWrapper<FailingPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailingPass)
  void runOnOperation() override {
    getOperation()->emitError("is too much for me");
    signalPassFailure();
  }
};
} // namespace

TEST_F(OraclesTest, WellDefinedProgramsHaveNoFinding) {
  auto report = judgeAll(parse(increment));
  EXPECT_FALSE(report) << report->oracle << ": " << report->message;
}

TEST_F(OraclesTest, ValidationProvesAndCounts) {
  Tally tally;
  auto report = judge(parse(increment), Data::Exact,
                      makeValidationOracle("sm_90"), &tally);
  EXPECT_FALSE(report) << report->message;
  const Tally::Validation &found = tally.validation;
  EXPECT_EQ(found.launches, 1u);
  EXPECT_EQ(found.notRun, 0u);
  EXPECT_GT(found.changes, 0u);
  EXPECT_EQ(found.proved, found.changes);
  EXPECT_EQ(found.codes, 1u);
  EXPECT_EQ(found.provedCodes, 1u);
  EXPECT_EQ(found.onNumbers, 1u);
  EXPECT_TRUE(found.undecided.empty());
}

/// The number that an atomic operation finds depends on the order of tile blocks.
TEST_F(OraclesTest, ValidationNamesWhatItCannotDecide) {
  Operation *module = parse(R"(
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %p, xchg, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %next, %u = atomic_rmw_tko relaxed device %p, add, %old token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  )");
  Tally tally;
  auto report =
      judge(module, Data::Exact, makeValidationOracle("sm_90"), &tally);
  EXPECT_FALSE(report) << report->message;
  const Tally::Validation &found = tally.validation;
  EXPECT_EQ(found.undecided.size(),
            found.changes - found.proved + found.codes - found.provedCodes);
}

TEST_F(OraclesTest, NamesAreUnlike) {
  std::set<std::string> names;
  for (const Oracle &oracle : allOracles())
    EXPECT_TRUE(names.insert(oracle.name).second) << oracle.name;
}

TEST_F(OraclesTest, InvalidModules) {
  Operation *module = parse(increment);
  module->walk([](cuda_tile::StorePtrTkoOp op) {
    op.setMemoryOrderingSemantics(cuda_tile::MemoryOrderingSemantics::AcqRel);
  });
  auto report = judgeAll(module);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "verifier");
  EXPECT_THAT(report->message, HasSubstr("memory ordering"));
}

TEST_F(OraclesTest, ProgramsWithoutLaunch) {
  Operation *module = parse(increment);
  module->removeAttr("smith.grid");
  auto report = judgeAll(module);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "launch");
}

TEST_F(OraclesTest, UndefinedBehaviour) {
  auto report = judgeAll(parse(R"(
    %zero = constant <i32: 0> : tile<i32>
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %y = divi %x, %zero signed : tile<i32>
    %u = store_ptr_tko weak %p, %y token=%t
        : tile<ptr<i32>>, tile<i32> -> token)"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "interpreter");
}

TEST_F(OraclesTest, Races) {
  auto report = judgeAll(parse(increment, "13.1", /*blocks=*/2));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "interpreter");
  EXPECT_THAT(report->message, HasSubstr("race"));
}

TEST_F(OraclesTest, ProgramsThatTheirVersionDoesNotHold) {
  constexpr StringLiteral wait("%t = gdc_wait_tko -> token");
  auto report = judgeAll(parse(wait, "13.1"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "bytecode-13.1");
  EXPECT_THAT(report->message, HasSubstr("cannot be written"));
  EXPECT_FALSE(judgeAll(parse(wait, "13.4")));
}

TEST_F(OraclesTest, WhatBytecodeLoses) {
  Operation *module = parse(increment);
  // The name of a module is not stored, for example.
  SymbolTable::setSymbolName(module, "lost");
  auto report =
      judge(module, Data::Exact, {makeBytecodeOracle(bytecode::v13_2)});
  ASSERT_TRUE(report);
  EXPECT_THAT(report->message, HasSubstr("reading gives another module"));
}

TEST_F(OraclesTest, TextThatCannotBeParsed) {
  Operation *module = parse(increment);
  // An attribute of an unknown dialect does not survive as text.
  context.allowUnregisteredDialects();
  auto unknown = OpaqueAttr::get(StringAttr::get(&context, "nobody"), "knows",
                                 NoneType::get(&context));
  context.allowUnregisteredDialects(false);
  module->walk([&](cuda_tile::AddIOp op) { op->setAttr("note", unknown); });
  auto report = judge(module, Data::Exact, {makeTextOracle()});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "text");
  EXPECT_THAT(report->message, HasSubstr("cannot be parsed"));
}

TEST_F(OraclesTest, WrongPasses) {
  Operation *module = parse(increment);
  auto report = judge(module, Data::Exact,
                      {makePassOracle("wrong", [](OpPassManager &passes) {
                        passes.addPass(std::make_unique<WrongPass>());
                      })});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "wrong");
  EXPECT_THAT(report->message, HasSubstr("left 0x4 instead of 0x6"));
  report = judge(module, Data::Exact,
                 {makePassOracle("failing", [](OpPassManager &passes) {
                   passes.addPass(std::make_unique<FailingPass>());
                 })});
  ASSERT_TRUE(report);
  EXPECT_THAT(report->message, HasSubstr("is too much for me"));
}

/// The order in which two tile blocks count themselves is open.
constexpr StringLiteral tickets(R"(
  %one = constant <i32: 1> : tile<i32>
  %n, %t = atomic_rmw_tko relaxed device %p, add, %one
      : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %id, %y, %z = get_tile_block_id : tile<i32>
  %at = addi %id, %one : tile<i32>
  %q = offset %p, %at : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %u = store_ptr_tko weak %q, %n : tile<ptr<i32>>, tile<i32> -> token
)");

TEST_F(OraclesTest, ResultsThatDependOnAnOrderThatIsOpen) {
  Operation *module = parse(tickets, "13.1", /*blocks=*/3);
  auto report = judgeAll(module);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->oracle, testing::StartsWith("seed-"));
}

TEST_F(OraclesTest, OutcomesOfOtherRuns) {
  Operation *module = parse(increment);
  Subject subject;
  subject.module = module;
  subject.launch = *getLaunch(module);
  subject.outcome = *run(module, subject.launch, RunOptions());
  Oracle threads = makeRunOracle("threads", {0, 4});
  EXPECT_FALSE(threads.judge(subject));
  subject.outcome.memory[0][0] ^= 1;
  EXPECT_TRUE(threads.judge(subject));
}

/// The results of the compiled program are compared: it must do more than run.
TEST_F(OraclesTest, OutcomesOfCompiledPrograms) {
  Operation *module = parse(increment, "13.1", /*blocks=*/1);
  Tally tally;
  Subject subject;
  subject.module = module;
  subject.launch = *getLaunch(module);
  subject.outcome = *run(module, subject.launch, RunOptions());
  subject.tally = &tally;
  for (unsigned level : {0, 3})
    EXPECT_FALSE(makeEmulatorOracle("sm_80", level).judge(subject));
  EXPECT_EQ(tally.emulations, 2u);
  subject.outcome.memory[0][0] ^= 1;
  auto finding = makeEmulatorOracle("sm_80", 3).judge(subject);
  ASSERT_TRUE(finding);
  EXPECT_THAT(*finding, HasSubstr("in byte 0 of array 0"));
}

TEST_F(OraclesTest, OutcomesOfVariants) {
  Operation *module = parse(increment);
  Tally tally;
  Subject subject;
  subject.module = module;
  subject.launch = *getLaunch(module);
  subject.outcome = *run(module, subject.launch, RunOptions());
  subject.tally = &tally;
  EXPECT_FALSE(makeVariantOracle("sm_80").judge(subject));
  EXPECT_EQ(tally.emulations, 1u);
  subject.outcome.memory[0][0] ^= 1;
  auto finding = makeVariantOracle("sm_80").judge(subject);
  ASSERT_TRUE(finding);
  EXPECT_THAT(*finding, HasSubstr("the variant is another program"));
}

/// The checks of the emulator are on: a race is a finding.
TEST_F(OraclesTest, RacesOfCompiledPrograms) {
  Operation *module = parse(increment, "13.1", /*blocks=*/2);
  Subject subject;
  subject.module = module;
  subject.launch = *getLaunch(module);
  auto finding = makeEmulatorOracle("sm_80", 3).judge(subject);
  ASSERT_TRUE(finding);
  EXPECT_THAT(*finding, HasSubstr("race"));
}

/// Two entries; the second reads what the first has stored, after `wait`.
static std::string dependents(StringRef wait, StringRef order) {
  return ("cuda_tile.module @kernels attributes {smith.grid = array<i32: 2, 1, "
          "1>, smith.dependent_grid = array<i32: 1, 1, 1>, smith.arguments = "
          "[dense<0> : tensor<2xi32>, dense<0> : tensor<1xi32>], "
          "smith.version = \"13.4\"} {\n"
          "entry @first(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {\n"
          "  %t = gdc_launch_dependents_tko -> token\n"
          "  %x, %y, %z = get_tile_block_id : tile<i32>\n"
          "  %place = offset %p, %x : tile<ptr<i32>>, tile<i32> -> "
          "tile<ptr<i32>>\n"
          "  %u = store_ptr_tko weak %place, %x : tile<ptr<i32>>, tile<i32> -> "
          "token\n"
          "}\n"
          "entry @second(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {\n"
          "  %one = constant <i32: 1> : tile<i32>\n" +
          wait +
          "\n"
          "  %place = offset %p, %one : tile<ptr<i32>>, tile<i32> -> "
          "tile<ptr<i32>>\n"
          "  %x, %t = load_ptr_tko weak %place " +
          order +
          " : tile<ptr<i32>> -> tile<i32>, token\n"
          "  %u = store_ptr_tko weak %q, %x : tile<ptr<i32>>, tile<i32> -> "
          "token\n"
          "}\n}")
      .str();
}

TEST_F(OraclesTest, DependentLaunches) {
  std::string waits = dependents("%w = gdc_wait_tko -> token", "token=%w");
  auto report = judgeAll(parseText(waits));
  EXPECT_FALSE(report) << report->oracle << ": " << report->message;
  // Without the wait, overlapping launches race.
  report = judgeAll(parseText(dependents("", "")));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "emulator-sm_90-O0");
  EXPECT_THAT(report->message, HasSubstr("race"));
}

TEST_F(OraclesTest, ProgramsThatCannotBeCompiled) {
  Operation *module = parse(increment);
  Subject subject;
  subject.module = module;
  subject.launch = *getLaunch(module);
  auto finding = makeEmulatorOracle("sm_20", 3).judge(subject);
  ASSERT_TRUE(finding);
  EXPECT_THAT(*finding, HasSubstr("cannot be compiled"));
}

/// Later stages store these formats of globals as others, so the NaNs are not
/// the canonical ones.
constexpr StringLiteral globalNaNs(R"(
cuda_tile.module @kernels attributes {smith.grid = array<i32: 1, 1, 1>,
    smith.arguments = [], smith.version = "13.1"} {
  global @words <tf32: [1.0, 0x3FFFF]> : tile<2xtf32>
  global @bytes <f8E5M2: [1.0, 0x7D]> : tile<2xf8E5M2>
  entry @smith() {}
})");

TEST_F(OraclesTest, NaNsOfGlobalsAtEachStage) {
  auto report = judgeAll(parseText(globalNaNs));
  EXPECT_FALSE(report) << report->oracle << ": " << report->message;
}

/// An inexact product, minus its rounded value.
constexpr StringLiteral product(R"(
  %third = constant <f32: 0.333333343> : tile<f32>
  %square = mulf %third, %third : tile<f32>
  %rounded = mulf %third, %third : tile<f32>
  %rest = subf %square, %rounded : tile<f32>
  %y = bitcast %rest : tile<f32> -> tile<i32>
  %u = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
)");

TEST_F(OraclesTest, FusionOfProductsThatAreNotExact) {
  auto report = judgeAll(parse(product));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "fuse-fma");
  EXPECT_FALSE(judgeAll(parse(product), Data::Arbitrary));
}

//===----------------------------------------------------------------------===//
// Arbitrary data, by error bounds
//===----------------------------------------------------------------------===//

/// A sum that rounds, in an order that is open.
constexpr StringLiteral sum(R"(
  %x = constant <f32: [0.1, 123.7, 1.3, 12.4, 0.3333, 57.7, 9.1, 0.777]>
      : tile<8xf32>
  %s = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
  (%a: tile<f32>, %b: tile<f32>) {
    %c = addf %a, %b : tile<f32>
    yield %c : tile<f32>
  }
)");
constexpr StringLiteral storeOfSum(R"(
  %u = store_ptr_tko weak %p, %s : tile<ptr<f32>>, tile<f32> -> token
)");

/// A mistake larger than any error bound.
static std::vector<Oracle> wrongOracles(interp::BoundsMode mode) {
  return {makePassOracle(
      "wrong",
      [](OpPassManager &passes) {
        passes.addPass(std::make_unique<WrongPass>());
      },
      mode)};
}

TEST_F(OraclesTest, SumsInAnyOrderAreWithinTheirBounds) {
  Operation *module = parseFloat((sum + storeOfSum).str());
  auto report = judgeAll(module);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->oracle, testing::StartsWith("seed-"));
  Tally tally;
  report = judge(module, Data::Arbitrary, frequentOracles(), &tally);
  EXPECT_FALSE(report) << report->oracle << ": " << report->message;
  EXPECT_EQ(tally.programs, 1u);
  EXPECT_EQ(tally.open, 1u);
  EXPECT_EQ(tally.boundedElements, 1u);
}

TEST_F(OraclesTest, ResultsOutsideOfTheirBounds) {
  Operation *module = parseFloat((sum + storeOfSum).str());
  for (auto mode : {interp::BoundsMode::Engines, interp::BoundsMode::Reals}) {
    auto report = judge(module, Data::Arbitrary, wrongOracles(mode));
    ASSERT_TRUE(report);
    EXPECT_EQ(report->oracle, "wrong");
    EXPECT_THAT(report->message,
                HasSubstr("1 of 1 elements differ by more than their error "
                          "bounds"));
  }
}

TEST_F(OraclesTest, ExactResultsOfArbitraryDataAreComparedByBits) {
  auto report = judge(parse(increment), Data::Arbitrary,
                      wrongOracles(interp::BoundsMode::Engines));
  ASSERT_TRUE(report);
  EXPECT_THAT(report->message, HasSubstr("allowed 6 (0x00000006) to 6"));
}

/// Programs and elements that the bounds do not decide are counted and not
/// judged; a comparison that they decide is judged.
TEST_F(OraclesTest, WhatIsNotDecidableIsCounted) {
  constexpr StringLiteral branch(R"(
    %greater = cmpf greater_than ordered %s, %limit : tile<f32> -> tile<i1>
    if %greater {
      %u = store_ptr_tko weak %p, %s : tile<ptr<f32>>, tile<f32> -> token
    }
  )");
  auto count = [&](const Twine &rest, bool mayFind) {
    Tally tally;
    auto report = judge(parseFloat((sum + rest).str()), Data::Arbitrary,
                        wrongOracles(interp::BoundsMode::Engines), &tally);
    EXPECT_EQ(report.has_value(), mayFind);
    return tally;
  };
  Tally near = count("%limit = constant <f32: 205.4103> : tile<f32>" + branch,
                     /*mayFind=*/false);
  EXPECT_EQ(near.notDecidable, 1u);
  Tally far = count("%limit = constant <f32: 100.0> : tile<f32>" + branch,
                    /*mayFind=*/true);
  EXPECT_EQ(far.notDecidable, 0u);
  EXPECT_EQ(far.boundedElements, 1u);
  Tally bits = count(R"(
    %i = bitcast %s : tile<f32> -> tile<i32>
    %f = bitcast %i : tile<i32> -> tile<f32>
    %u = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token)",
                     /*mayFind=*/false);
  EXPECT_EQ(bits.notDecidable, 0u);
  EXPECT_EQ(bits.undecidedElements, 1u);
}

/// The bounds of engines do not allow a missing rounding; those of the reals
/// do.
TEST_F(OraclesTest, FusionOfProductsIsWithinTheBoundsOfTheReals) {
  constexpr StringLiteral fused(R"(
    %third = constant <f32: 0.333333343> : tile<f32>
    %square = mulf %third, %third : tile<f32>
    %less = constant <f32: -0.11> : tile<f32>
    %rest = addf %square, %less : tile<f32>
    %u = store_ptr_tko weak %p, %rest : tile<ptr<f32>>, tile<f32> -> token
  )");
  auto report = judgeAll(parseFloat(fused));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->oracle, "fuse-fma");
  report = judgeAll(parseFloat(fused), Data::Arbitrary);
  EXPECT_FALSE(report) << report->oracle << ": " << report->message;
  EXPECT_TRUE(judge(parseFloat(fused), Data::Arbitrary,
                    wrongOracles(interp::BoundsMode::Reals)));
}

/// Bounds that decided nothing would find nothing. 99 % of these programs are
/// decidable, and 30 % have open results; few elements are undecided.
TEST_F(OraclesTest, MostArbitraryDataIsDecided) {
  Tally tally;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Options options;
    options.seed = seed;
    options.data = Data::Arbitrary;
    auto module = generate(&context, options);
    auto report = judge(*module, Data::Arbitrary, {}, &tally);
    EXPECT_FALSE(report) << seed << ": " << report->message;
  }
  EXPECT_EQ(tally.programs, 400u);
  EXPECT_LT(tally.notDecidable, 20u);
  EXPECT_GT(tally.open, 80u);
  EXPECT_GT(tally.boundedElements, 5000u);
  EXPECT_GT(tally.exactElements + tally.boundedElements,
            10 * tally.undecidedElements);
}
