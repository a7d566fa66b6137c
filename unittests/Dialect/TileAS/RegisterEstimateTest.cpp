//===- RegisterEstimateTest.cpp - What a loop takes of registers ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of one warp with a product of 64x64, whose sums are 128 registers of a
// thread. All other figures follow from the fragments of `mma.sync` (PTX ISA):
// for 16 x 8 sums, a step along K takes 4 words of the left factor and 2 of the
// right one, where an instruction has 16 rows and 32 bytes along K.
//
//===----------------------------------------------------------------------===//

#include "LoopsOfProducts.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

using RegisterEstimateTest = LoopsOfProducts;

// A step of 16 has 4 x 4 words of the left factor and 8 x 2 of the right one;
// as many are read ahead, unless it is the last.
TEST_F(RegisterEstimateTest, CountsTwoStepsOfBuffers) {
  Product product;
  EXPECT_EQ(countFragments(product), 64);
  product.depth = 256;
  EXPECT_EQ(countFragments(product), 64);
  product.depth = 16;
  EXPECT_EQ(countFragments(product), 32);
}

TEST_F(RegisterEstimateTest, CountsTheStepsOfAPart) {
  Product product;
  product.depth = 128;
  product.part = "along [16, 32]";
  EXPECT_EQ(countFragments(product), 32);
  product.part = "along [16, 48]";
  EXPECT_EQ(countFragments(product), 64);
}

TEST_F(RegisterEstimateTest, LeavesHeldFactorsToTheTiles) {
  Product product;
  product.isLhsHeld = true;
  EXPECT_EQ(countFragments(product), 32);
  EXPECT_EQ(estimate().getLive(), 128 + 32 + 32);
}

TEST_F(RegisterEstimateTest, CountsWordsOfBytes) {
  Product product;
  product.element = "i8";
  product.format = "s8";
  product.sum = "i32";
  product.instruction = "[16, 8, 32]";
  EXPECT_EQ(countFragments(product), 32);
  product.depth = 64;
  EXPECT_EQ(countFragments(product), 64);
}

// Where ptxas has no instruction for 8-bit floats, each word becomes two of f16,
// for one step at a time, by ops that need registers, too.
TEST_F(RegisterEstimateTest, CountsWhatBytesBecome) {
  Product product;
  product.element = "i8";
  product.format = "e4m3";
  product.instruction = "[16, 8, 32]";
  product.target = "sm_120";
  EXPECT_EQ(countFragments(product), 32);
  product.target = "sm_90";
  EXPECT_EQ(countFragments(product), 32 + 64 + 32);
  product.depth = 64;
  EXPECT_EQ(countFragments(product), 64 + 64 + 32);
}

TEST_F(RegisterEstimateTest, AddsUpTilesFragmentsAndAddresses) {
  parse({});
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getLive(), 128 + 32);
  EXPECT_EQ(estimate().getOfThread(), 128 + 64 + 32);
}

// A mask is made where it is used, of the number of a column, its distance from
// that of the loop, and the bound: 1 + 1 + 1 registers in place of 16 and 8.
TEST_F(RegisterEstimateTest, CountsWhatMasksAreMadeOf) {
  std::optional<RegisterEstimate> found = estimateOf(R"(
    %number = tileaa.iota : tensor<64xi32, #numbers>
    %begin = tileaa.splat %i : i32 -> tensor<64xi32, #numbers>
    %column = arith.addi %number, %begin : tensor<64xi32, #numbers>
    %row = tileaa.reshape %column : tensor<64xi32, #numbers> -> tensor<1x64xi32, #row>
    %all = tileaa.broadcast %row : tensor<1x64xi32, #row> -> tensor<16x64xi32, #tile>
    %bound = tileaa.splat %n : i32 -> tensor<16x64xi32, #tile>
    %mask = arith.cmpi slt, %all, %bound : tensor<16x64xi32, #tile>
    %y = arith.select %mask, %x, %one : tensor<16x64xi1, #tile>, tensor<16x64xf32, #tile>)");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->getLive(), 32 + 3);
}

// A thread needs no power beside its half: it adds up each as it comes. But ptxas
// keeps all until then, where it has room.
TEST_F(RegisterEstimateTest, NeedsNoTileForItsReduction) {
  std::optional<RegisterEstimate> found = estimateOf(R"(
    %power = tileaa.exp2 %x : tensor<16x64xf32, #tile>
    %half = arith.truncf %power : tensor<16x64xf32, #tile> to tensor<16x64xf16, #tile>
    %sum = tileas.warp_reduce %power dim 1 : tensor<16x64xf32, #tile> -> tensor<16x1xf32, #sums> {
    ^bb0(%a: f32, %b: f32):
      %both = tileaa.addf %a, %b : f32
      tileaa.yield %both : f32
    }
    %y = arith.extf %half : tensor<16x64xf16, #tile> to tensor<16x64xf32, #tile>)");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->getOfThread(), 32 + 32);
  EXPECT_EQ(found->getTaken(255), 32 + 16 + 52);
}

// A tile is there until it is stored before the product, with the addresses of
// 8 accesses; loaded ahead, both are beside the fragments.
TEST_F(RegisterEstimateTest, AddsWhatIsLoaded) {
  Product product;
  product.depth = 16;
  parse(product);
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getOfThread(), 128 + 32 + 2 * 8 + 32);
  EXPECT_EQ(estimate(/*isAhead=*/true).getOfThread(),
            128 + 32 + 2 * 8 + 32 + 32);
}

// ptxas has three quarters of two steps at once, each as deep as ldmatrix reads:
// 16 of f16, which are two steps of the instruction on sm_75.
TEST_F(RegisterEstimateTest, CountsWhatIsRead) {
  Product product;
  EXPECT_EQ(countReads(product), 48);
  product.depth = 16;
  EXPECT_EQ(countReads(product), 24);
  product.instruction = "[16, 8, 8]";
  product.target = "sm_75";
  EXPECT_EQ(countReads(product), 24);
  product.depth = 32;
  EXPECT_EQ(countReads(product), 48);
  EXPECT_EQ(countRegistersOfFragments(mma), 32);
}

// It has one step of bytes, and of f16 on sm_120 where there are more than two.
TEST_F(RegisterEstimateTest, CountsWhatIsReadLate) {
  Product product;
  product.target = "sm_120";
  EXPECT_EQ(countReads(product), 48);
  product.depth = 64;
  EXPECT_EQ(countReads(product), 32);
  product.element = "i8";
  product.format = "s8";
  product.sum = "i32";
  product.instruction = "[16, 8, 32]";
  product.target = "sm_80";
  EXPECT_EQ(countReads(product), 32);
  EXPECT_EQ(countRegistersOfAllReads(mma), 0);
}

// A copy that has the bounds of its batch and its row in one predicate, which the
// loop keeps, begins early, and with it the reads in front of it; one bound is kept
// where a loop around has compared it.
TEST_F(RegisterEstimateTest, ReadsEarlyInFrontOfCopiesWithPredicates) {
  auto take = [&](const char *copied, bool areDelayed, bool isInLoop = false) {
    Product product;
    product.target = "sm_120";
    product.depth = 64;
    product.copied = copied;
    parse(product);
    if (!module)
      return int64_t(-1);
    // With its addresses the load would take as much.
    load->getResult(0).getUsers().begin()->erase();
    load->erase();
    if (isInLoop)
      putLoopAround();
    return estimate(/*isAhead=*/false, areDelayed).getTaken(255);
  };
  EXPECT_EQ(take("%zero, %one, %at", true), 128 + 48 + 52);
  EXPECT_EQ(take("%zero, %one, %at", false), 128 + 32 + 52);
  EXPECT_EQ(take("%zero, %at, %one", true), 128 + 32 + 52);
  EXPECT_EQ(take("%zero, %at, %one", true, /*isInLoop=*/true),
            128 + 48 + 52 + 8);
}

// ptxas puts four cycles between products of integers on sm_103, and reads half
// a step at a time.
TEST_F(RegisterEstimateTest, CountsWhatSlowProductsRead) {
  Product product;
  product.target = "sm_103";
  product.depth = 64;
  EXPECT_EQ(countReads(product), 48);
  product.element = "i8";
  product.format = "s8";
  product.sum = "i32";
  product.instruction = "[16, 8, 32]";
  EXPECT_EQ(countReads(product), 16);
}

// All four steps are 128 words, which fit beside smaller sums alone.
TEST_F(RegisterEstimateTest, TakesAllWordsWhereTheyFit) {
  Product product;
  product.depth = 64;
  parse(product);
  ASSERT_TRUE(module);
  EXPECT_EQ(countRegistersOfAllReads(mma), 4 * 32);
  EXPECT_EQ(estimate().getTaken(255), 128 + 48 + 52);
  product.depth = 32;
  parse(product);
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getTaken(255), 128 + 64 + 52);
  EXPECT_EQ(estimate().getTaken(240), 128 + 48 + 52);
  EXPECT_EQ(estimate().getTaken(168), 168);
}

// Words behind copies that begin between two parts are read behind them.
TEST_F(RegisterEstimateTest, TakesTheWordsOfAPart) {
  Product product;
  product.depth = 64;
  parse(product);
  ASSERT_TRUE(module);
  auto take = [&](int64_t part) {
    return estimate(/*isAhead=*/false, /*areDelayed=*/false, part)
        .getTaken(1000);
  };
  EXPECT_EQ(take(0), 128 + 128 + 52);
  EXPECT_EQ(take(48), 128 + 96 + 52);
  EXPECT_EQ(take(32), 128 + 64 + 52);
  EXPECT_EQ(take(16), take(32));
}

// Where no step is read early, a quarter of the words comes later.
TEST_F(RegisterEstimateTest, LeavesSomeWordsForLater) {
  Product product;
  product.target = "sm_120";
  product.depth = 64;
  parse(product);
  ASSERT_TRUE(module);
  EXPECT_EQ(countRegistersOfAllReads(mma), 3 * 32);
}

TEST_F(RegisterEstimateTest, TakesMoreInALoopAround) {
  Product product;
  product.depth = 64;
  parse(product);
  ASSERT_TRUE(module);
  putLoopAround();
  EXPECT_EQ(estimate().getTaken(255), 128 + 48 + 52 + 8);
  putLoopAround();
  EXPECT_EQ(estimate().getTaken(300), 128 + 48 + 52 + 2 * 8 + 16);
}

// A tile that is loaded ahead takes turns with the words that the product reads:
// its 32 registers with 24 or 48 words.
TEST_F(RegisterEstimateTest, TakesWhatIsLoadedAhead) {
  Product product;
  product.depth = 16;
  parse(product);
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getTaken(255), 128 + 32 + 2 * 8 + 52);
  EXPECT_EQ(estimate(/*isAhead=*/true).getTaken(255), 128 + 32 + 2 * 8 + 52);
  product.depth = 64;
  parse(product);
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate(/*isAhead=*/true).getTaken(255), 128 + 48 + 2 * 8 + 52);
}

// Where threads read no factor, the addresses of one tile are there at a time.
TEST_F(RegisterEstimateTest, TakesAddressesOfOneTileAtATime) {
  parse({});
  ASSERT_TRUE(module);
  OpBuilder builder(load);
  Operation *other = builder.clone(*load);
  llvm::SmallPtrSet<Operation *, 2> both = {load, other};
  EXPECT_EQ(RegisterEstimate(loop, both).getTaken(1000),
            128 + 2 * 32 + 2 * 16 + 52);
  mma->replaceAllUsesWith(ValueRange{cast<MmaOp>(mma.getOperation()).getAcc()});
  mma->erase();
  EXPECT_EQ(RegisterEstimate(loop, both).getTaken(1000),
            128 + 2 * 32 + 16 + 52);
}

// In a loop with two products the load stands before the words are read, so that
// its tile is there beside them, with a pointer in place of 8 addresses. With each
// half of eight warps, ptxas takes 6 registers less beside them.
TEST_F(RegisterEstimateTest, TakesPointersBetweenProducts) {
  Product product;
  product.depth = 64;
  parse(product);
  ASSERT_TRUE(module);
  OpBuilder builder(mma);
  Operation *first = builder.clone(*mma);
  mma->setOperand(2, first->getResult(0));
  EXPECT_EQ(estimate(/*isAhead=*/true).getTaken(1000),
            128 + 48 + 32 + 2 + 52 - 3 * 6);
  setWarps(8);
  EXPECT_EQ(estimate(/*isAhead=*/true).getTaken(1000), 128 + 48 + 32 + 2 + 52);
}

// Multiply-adds of 64x64 in one warp: a thread has 8 rows of the left factor,
// of which it reads 4 elements along K at once, and 16 columns of the right one.
// They read as they go on, so that what is loaded ahead is beside their words.
TEST_F(RegisterEstimateTest, CountsWhatMultiplyAddsRead) {
  Product product;
  product.element = "f32";
  product.format = "f32";
  product.instruction = nullptr;
  product.depth = 64;
  EXPECT_EQ(countReads(product), 8 * 4 + 16);
  EXPECT_EQ(estimate(/*isAhead=*/true).getTaken(1000),
            128 + 48 + 32 + 2 + 52 - 3 * 6);
}

// A tile that is stored in shared memory and was not loaded goes to other warps.
TEST_F(RegisterEstimateTest, TakesAddressesOfExchangedTiles) {
  Product product;
  product.depth = 16;
  parse(product);
  ASSERT_TRUE(module);
  int64_t before = estimate().getTaken(1000);
  module->walk([&](SharedStoreOp store) {
    OpBuilder builder(store);
    builder.clone(*store);
    return WalkResult::interrupt();
  });
  EXPECT_EQ(estimate().getTaken(1000), before + 4);
}

// Beside sums of 32 and a factor of 4, a thread has 12 registers for two copies in
// place of the 24 of many, and needs 12 in place of 16.
TEST_F(RegisterEstimateTest, TakesLessForFewCopies) {
  parseGroup(/*holdsFactor=*/true, "");
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getTaken(255), 32 + 4 + 52 + 8 - 12);
  EXPECT_EQ(estimate().getOfThread(), 32 + 4 + 32 - 4);
}

// Nothing stays free between words where the machine reads both factors.
TEST_F(RegisterEstimateTest, TakesNoWordsOfDescribedFactors) {
  parseGroup(/*holdsFactor=*/false, "");
  ASSERT_TRUE(module);
  module->walk([](SharedLoadOp op) { op.erase(); });
  EXPECT_EQ(estimate().getTaken(255), 32 + 52 + 8 - 12 - 12);
}

// A sum of 64 columns and 128 bytes along K has one part of 32 registers, which is
// beside the sum and the words that the instruction takes from registers.
TEST_F(RegisterEstimateTest, CountsThePartsThatThereAre) {
  parseGroup(/*holdsFactor=*/true, "promoted");
  ASSERT_TRUE(module);
  EXPECT_EQ(countRegistersOfFragments(mma), 32);
  EXPECT_EQ(estimate().getTaken(255), 32 + 4 + 32 + 52 + 8 - 12);
  EXPECT_EQ(estimate().getOfThread(), 32 + 4 + 32 + 32 - 4);
}

// Behind its inner loop, a loop has the sum, 16 rows' addresses of 64 bits and its
// own counter, bound and coordinates; what the product reads is the inner loop's.
TEST_F(RegisterEstimateTest, TakesAddressesOfStoredRows) {
  parseGroup(/*holdsFactor=*/true, "promoted");
  ASSERT_TRUE(module);
  loop = loop->getParentOfType<scf::ForOp>();
  EXPECT_EQ(estimate().getTaken(255), 32 + 2 * 16 + 52 + 8 - 12);
}

// Threads that read a sum in each iteration have 24 registers beside what they add it
// to, and where there is room the 52 of other loops.
TEST_F(RegisterEstimateTest, TakesMoreWhereSumsAreReadIfThereIsRoom) {
  parseInMemory(InMemory::IsRead);
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getHeld(255), 64 + 24);
  EXPECT_EQ(estimate().getTaken(255), 64 + 52);
  EXPECT_EQ(estimate().getTaken(100), 100);
  EXPECT_EQ(estimate().getTaken(80), 80);
}

// Beside a sum that is scaled where it lies it takes 29 where a thread may have all, and
// 4 where ptxas is told of several blocks, as one alone would leave a thread more.
TEST_F(RegisterEstimateTest, TakesLittleBesideScaledSumsUnlessThereIsRoom) {
  parseInMemory(InMemory::IsReadBesideScaled);
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getTaken(255), estimate().getHeld(255) + 29);
  EXPECT_EQ(estimate().getTaken(128), estimate().getHeld(128) + 4);
  setWarps(16);
  EXPECT_EQ(estimate().getTaken(128), estimate().getHeld(128) + 29);
}

// Constants that a mask chooses are one more form of it, and a negated row is that row:
// neither has registers beside the scores that it changes, where powers have.
TEST_F(RegisterEstimateTest, CountsNoFloatsThatTakeNoArithmetic) {
  constexpr const char *ops = R"(
    %bound = tileaa.splat %n : i32 -> tensor<128x64xi32, #sum>
    %column = tileaa.splat %i : i32 -> tensor<128x64xi32, #sum>
    %mask = arith.cmpi slt, %column, %bound : tensor<128x64xi32, #sum>
    %none = arith.constant dense<0xFF800000> : !sum
    %choice = arith.select %mask, %0, %none : tensor<128x64xi1, #sum>, !sum
    %masked = tileaa.addf %s, %choice : !sum
    %power = tileaa.exp2 %rows : tensor<128x1xf32, #rows>
    %all = tileaa.broadcast %power : tensor<128x1xf32, #rows> -> !sum
    %changed = CHANGE %all : !sum
    %both = tileaa.addf %masked, %changed : !sum
)";
  auto countLive = [&](StringRef change) {
    std::string filled = ops;
    filled.replace(filled.find("CHANGE"), 6, change.str());
    std::optional<RegisterEstimate> found = estimateScaled(filled);
    return found ? found->getLive() : -1;
  };
  int64_t ofNegated = countLive("arith.negf");
  EXPECT_LT(ofNegated, 64 + 64);
  EXPECT_GT(ofNegated, 64);
  EXPECT_GE(countLive("tileaa.exp2"), 64 + 64);
}

// A loop around products in tensor memory keeps 8 registers and what is beside tiles
// of one thread, as long as sums are only changed one by one; what threads exchange or
// reduce takes what any loop does.
TEST_F(RegisterEstimateTest, TakesLittleAroundTensorMemoryWithoutExchanges) {
  auto taken = [&](StringRef behind) {
    parseInMemory(InMemory::Stays, behind);
    return module ? estimate().getTaken(255) : -1;
  };
  EXPECT_EQ(taken("  %x = tileaa.exp2 %r : !sum\n"), 64 + 24 + 8);
  EXPECT_EQ(taken("  tileas.shared_store %r to %exchanged : !sum, "
                  "<128x64xf32>\n"),
            64 + 52 + 8 + 4);
  EXPECT_EQ(
      taken(
          R"(  %m = tileas.warp_reduce %r dim 1 : !sum -> tensor<128x1xf32, #rows> {
  ^bb0(%p: f32, %q: f32):
    %x = tileaa.maxf %p, %q : f32
    tileaa.yield %x : f32
  }
)"),
      64 + 52 + 8);
}

// It is there beside what it is added to, and nothing else is then.
TEST_F(RegisterEstimateTest, NeedsASumBesideTheOneThatIsCarried) {
  parseInMemory(InMemory::IsRead);
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getOfThread(), 64 + 64 + 32);
}

// For 8 rows each word of the left factor stands for that of a row that is missing,
// too, and so does each sum: two steps of 4 and of 16 words, and 16 further sums.
TEST_F(RegisterEstimateTest, CountsWordsOfMissingRows) {
  parseFewRows();
  ASSERT_TRUE(module);
  EXPECT_EQ(countRegistersOfFragments(mma), 2 * (4 + 16) + 16);
  EXPECT_EQ(estimate().getOfThread(), 16 + 2 * (4 + 16) + 16 + 32);
}

// The number of a page is there until its copy begins, with its address and its
// position.
TEST_F(RegisterEstimateTest, CountsWhatIsLoadedForCopies) {
  auto count = [&](bool isNumberLoaded) {
    Product product;
    product.copied = "%at, %zero, %zero";
    product.isNumberLoaded = isNumberLoaded;
    parse(product);
    return module ? estimate().getTaken(1000) : -1;
  };
  EXPECT_EQ(count(true), count(false) + 1 + 2 + 2);
}

// A sum that only products add to is read behind the loop, beside 12 registers and
// one for each 16 of it. A thread has to have 18 beside what one load fills.
TEST_F(RegisterEstimateTest, TakesWhatIsReadBehindTheLoop) {
  parseInMemory(InMemory::Stays);
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getHeld(255), 64 + 12 + 64 / 16);
  EXPECT_EQ(estimate().getOfThread(), 64 + 18);
  EXPECT_EQ(estimate().getTaken(255), estimate().getHeld(255));
}

TEST_F(RegisterEstimateTest, GivesAThreadNoMoreThanItCanHave) {
  Product product;
  product.element = "i8";
  product.format = "e4m3";
  product.instruction = "[16, 8, 32]";
  product.target = "sm_90";
  product.depth = 64;
  parse(product);
  ASSERT_TRUE(module);
  EXPECT_EQ(estimate().getOfThread(), 255);
  EXPECT_EQ(estimate().getTaken(255), 255);
}

} // namespace
