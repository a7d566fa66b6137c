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

#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// A product of a loop.
struct Product {
  const char *target = "sm_80", *element = "f16", *format = "f16", *sum = "f32",
             *part = "";
  /// None for multiply-adds.
  const char *instruction = "[16, 8, 16]";
  int64_t depth = 32;
  /// Threads hold the left factor, which is 64x32 f16 then.
  bool isLhsHeld = false;
  /// Where a copy of 1x64x32 f16 begins.
  const char *copied = nullptr;
  /// An iteration loads the number from which `%at` comes.
  bool isNumberLoaded = false;
};

constexpr const char *text = R"(
#sums = #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [16, 0], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#held = #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [16, 0], [32, 0], [0, 16]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#loaded = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [32, 0], [16, 0], [8, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = []>
#copied = #tileas.layout<register = [[0, 0, 1], [0, 0, 2], [0, 0, 4], [0, 32, 0], [0, 16, 0], [0, 8, 0]], lane = [[0, 0, 8], [0, 0, 16], [0, 1, 0], [0, 2, 0], [0, 4, 0]], warp = []>
#one = #tileas.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = []>
tileas.kernel @k(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "{0}", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %none = arith.constant dense<{1}> : tensor<64x64x{2}, #sums>
  %buffer = tileas.alloc_shared : <64x{3}x{4}>
  %other = tileas.alloc_shared : <{3}x64x{4}>
  %first = tileas.alloc_shared : <64x32xf16>
  %held = tileas.shared_load %first : <64x32xf16> -> tensor<64x32xf16, #held>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<64x64x{2}, #sums>) : i32 {
    %x, %t = tileas.load %p[%zero, %one] extents [%e, %e] strides [%e, %one] {width = 8 : i64, whole} : !tileaa.ptr -> tensor<64x32xf16, #loaded>
    tileas.shared_store %x to %first : tensor<64x32xf16, #loaded>, <64x32xf16>
    {11}
    %at = arith.extui {12} : i32 to i64
    {10}
    %d = tileas.mma {5} as<{6}>, %other as<{6}>, %acc {7} {8} : {9}, !tileas.buffer<{3}x64x{4}>, tensor<64x64x{2}, #sums>
    scf.yield %d : tensor<64x64x{2}, #sums>
  }
  tileas.return
}
)";

/// A loop of one warp that carries 32 registers of a thread, and its body.
constexpr const char *tileText = R"(
#tile = #tileas.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#row = #tileas.layout<register = [[0, 1], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [0, 0], [0, 0], [0, 0]], warp = []>
#sums = #tileas.layout<register = [[8, 0]], lane = [[0, 0], [0, 0], [1, 0], [2, 0], [4, 0]], warp = []>
#numbers = #tileas.layout<register = [[1], [8], [16], [32]], lane = [[2], [4], [0], [0], [0]], warp = []>
tileas.kernel @k(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1.0> : tensor<16x64xf32, #tile>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> (tensor<16x64xf32, #tile>) : i32 {
    BODY
    scf.yield %y : tensor<16x64xf32, #tile>
  }
  tileas.return
}
)";

/// A loop of a warp group that multiplies 64x64x32 bytes: sums of 32 registers of
/// a thread, one copy of it for each factor, and 4 registers of the right factor,
/// which is that of rows. Behind it, in a loop around it, the sum is stored.
constexpr const char *groupText = R"(
#sums = #tileas.layout<register = [[1, 0], [0, 1], [8, 0], [16, 0], [32, 0]], lane = [[2, 0], [4, 0], [0, 2], [0, 4], [0, 8]], warp = [[0, 16], [0, 32]]>
#copied = #tileas.layout<register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[0, 16], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [32, 0]]>
#held = #tileas.layout<register = [[1, 0], [2, 0], [0, 1], [16, 0]], lane = [[4, 0], [8, 0], [0, 2], [0, 4], [0, 8]], warp = [[0, 16], [0, 32]]>
tileas.kernel @k(%p: !tileaa.ptr, %n: i32, %e: i64) attributes {
    spec = #tileas.kernel_spec<target = "sm_90", warps = 4, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %none = arith.constant dense<0.0> : tensor<64x64xf32, #sums>
  %left = tileas.alloc_shared : <64x32xi8>
  %right = tileas.alloc_shared : <32x64xi8>
  scf.for %j = %c0 to %n step %c1 : i32 {
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<64x64xf32, #sums>) : i32 {
      %c = tileas.async_copy %p[%zero, %one] extents [%e, %e] strides [%e, %one] to %left {tile = tensor<64x32xi8, #copied>, whole, width = 16 : i64} : !tileaa.ptr, !tileas.buffer<64x32xi8>
      %d = tileas.async_copy %p[%zero, %one] extents [%e, %e] strides [%e, %one] to %left {tile = tensor<64x32xi8, #copied>, whole, width = 16 : i64} : !tileaa.ptr, !tileas.buffer<64x32xi8>
      %held = tileas.shared_load %right : <32x64xi8> -> tensor<32x64xi8, #held>
      %s = tileas.wgmma %left as<e4m3>, {0} as<e4m3>, %acc by [64, 64, 32] {1} : !tileas.buffer<64x32xi8>, {2}, tensor<64x64xf32, #sums>
      scf.yield %s : tensor<64x64xf32, #sums>
    }
    %t = tileas.store %sum to %p[%zero, %one] extents [%e, %e] strides [%e, %one] by<owner> {width = 1 : i64} : tensor<64x64xf32, #sums>, !tileaa.ptr
  }
  tileas.return
}
)";

/// A loop with a product of 8 rows, of which a thread has 16 sums.
constexpr const char *fewRowsText = R"(
#sums = #tileas.layout<register = [[0, 1], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
tileas.kernel @k(%n: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_80", warps = 1, shared = 0, frozen = false>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<8x64xf32, #sums>
  %a = tileas.alloc_shared : <8x32xf16>
  %b = tileas.alloc_shared : <32x64xf16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %none) -> (tensor<8x64xf32, #sums>) : i32 {
    %d = tileas.mma %a as<f16>, %b as<f16>, %acc by [16, 8, 16] : !tileas.buffer<8x32xf16>, !tileas.buffer<32x64xf16>, tensor<8x64xf32, #sums>
    scf.yield %d : tensor<8x64xf32, #sums>
  }
  tileas.return
}
)";

/// A loop with a product in tensor memory, whose sum is 64 registers of a thread
/// where it is read.
constexpr const char *memoryText = R"(
#sum = #tileas.layout<register = [[0, 1], [8, 0], [0, 8 to 32], [16, 0]], lane = [[0, 2], [0, 4], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
#rows = #tileas.layout<register = [[8, 0], [16, 0]], lane = [[0, 0], [0, 0], [1 to 4, 0]], warp = [[32, 0], [64, 0]]>
!sum = tensor<128x64xf32, #sum>
!lhs = !tileas.buffer<128x16xf16, #tileas.layout<offset = [[0, 1 to 4], [1 to 64, 0], [0, 8]]>>
!rhs = !tileas.buffer<16x64xf16, #tileas.layout<offset = [[1 to 4, 0], [0, 1 to 32], [8, 0]]>>
tileas.kernel @k(%n: i32, %zero: i32, %one: i32) attributes {
    spec = #tileas.kernel_spec<target = "sm_100", warps = 4, shared = 0, frozen = false>} {
  %0 = arith.constant dense<0.0> : !sum
  %a = tileas.alloc_shared : !lhs
  %b = tileas.alloc_shared : !rhs
  %exchanged = tileas.alloc_shared : <128x64xf32>
  %rows = arith.constant dense<2.0> : tensor<128x1xf32, #rows>
  %r = scf.for %i = %zero to %n step %one iter_args(%acc = %0) -> (!sum) : i32 {
    %s, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, {0} by [128, 64, 16] : !lhs, !rhs, !sum
    %t = tileaa.addf %acc, %s : !sum
    scf.yield {1} : !sum
  }
  tileas.return
}
)";

/// Further ops of that loop, which carries a sum whose rows it scales where it lies.
constexpr const char *scaledText =
    R"(    %f = tileaa.broadcast %rows : tensor<128x1xf32, #rows> -> !sum
    %scaled = tileaa.mulf %acc, %f : !sum
    %x = tileaa.exp2 %s : !sum
    %y = tileaa.exp2 %x : !sum
    %d, %g = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %scaled by [128, 64, 16] : !lhs, !rhs, !sum
)";

class RegisterEstimateTest : public testing::Test {
protected:
  RegisterEstimateTest() {
    DialectRegistry registry;
    registerEngines(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<TileASDialect, tileaa::TileAADialect, scf::SCFDialect,
                        arith::ArithDialect>();
  }

  /// Parses a loop with a product.
  void parse(const Product &product) {
    std::string lhs = "!tileas.buffer<64x" + std::to_string(product.depth) +
                      "x" + product.element + ">";
    bool isFloat = StringRef(product.sum) == "f32";
    std::string filled = text;
    auto fill = [&](StringRef place, const Twine &value) {
      for (size_t at; (at = filled.find(place.str())) != std::string::npos;)
        filled.replace(at, place.size(), value.str());
    };
    fill("{0}", product.target);
    fill("{1}", isFloat ? "0.0" : "0");
    fill("{2}", product.sum);
    fill("{3}", Twine(product.depth));
    fill("{4}", product.element);
    fill("{5}", product.isLhsHeld ? "%held" : "%buffer");
    fill("{6}", product.format);
    fill("{7}", product.instruction ? "by " + std::string(product.instruction)
                                    : std::string());
    fill("{8}", product.part);
    std::string copy;
    if (product.copied)
      copy = "%c = tileas.async_copy %p[" + std::string(product.copied) +
             "] extents [%e, %e, %e] strides [%e, %e, %one] to %first {tile = "
             "tensor<1x64x32xf16, #copied>, whole, width = 8 : i64} : "
             "!tileaa.ptr, !tileas.buffer<64x32xf16>";
    fill("{10}", copy);
    bool isLoaded = product.isNumberLoaded;
    fill("{11}",
         isLoaded ? "%w, %wt = tileas.load %p[%zero] extents [%e] strides "
                    "[%one] {width = 1 : i64} : !tileaa.ptr -> "
                    "tensor<1xi32, #one>\n"
                    "%number = tileaa.unsplat %w : tensor<1xi32, #one> -> i32"
                  : "");
    fill("{12}", isLoaded ? "%number" : "%i");
    fill("{9}",
         product.isLhsHeld ? "tensor<64x32xf16, #held>" : StringRef(lhs));
    module = parseSourceString<ModuleOp>(filled, &context);
    ASSERT_TRUE(module) << filled;
    module->walk([&](scf::ForOp op) { loop = op; });
    module->walk([&](ProductOpInterface op) { mma = op; });
    module->walk([&](LoadOp op) { load = op; });
  }

  /// The estimate for a loop with this body.
  std::optional<RegisterEstimate> estimateOf(StringRef body) {
    std::string filled = tileText;
    filled.replace(filled.find("BODY"), 4, body.str());
    module = parseSourceString<ModuleOp>(filled, &context);
    if (!module)
      return std::nullopt;
    module->walk([&](scf::ForOp op) { loop = op; });
    return estimate();
  }

  /// Parses the loops of a warp group.
  void parseGroup(bool holdsFactor, StringRef promoted) {
    std::string filled = groupText;
    auto fill = [&](StringRef place, const Twine &value) {
      for (size_t at; (at = filled.find(place.str())) != std::string::npos;)
        filled.replace(at, place.size(), value.str());
    };
    fill("{0}", holdsFactor ? "%held" : "%right");
    fill("{1}", Twine(holdsFactor ? "swapped " : "") + promoted);
    fill("{2}",
         holdsFactor ? "tensor<32x64xi8, #held>" : "!tileas.buffer<32x64xi8>");
    module = parseSourceString<ModuleOp>(filled, &context);
    ASSERT_TRUE(module) << filled;
    module->walk([&](WgmmaOp op) {
      mma = cast<ProductOpInterface>(op.getOperation());
      loop = op->getParentOfType<scf::ForOp>();
    });
  }

  /// The use that threads make of the sum of a product in tensor memory.
  enum class InMemory { Stays, IsRead, IsReadBesideScaled };

  /// Parses the loop with such a product. Text behind it stands in a loop around it.
  void parseInMemory(InMemory sum, StringRef behind = "", StringRef more = "") {
    bool isRead = sum != InMemory::Stays;
    bool isScaled = sum == InMemory::IsReadBesideScaled;
    std::string filled = memoryText;
    filled.replace(filled.find("{0}"), 3, isRead ? "%0" : "%acc");
    filled.replace(filled.find("{1}"), 3,
                   isScaled ? "%d"
                   : isRead ? "%t"
                            : "%s");
    size_t adds = filled.find("    %t"), yields = filled.find("    scf.yield");
    if (isScaled || !isRead)
      filled.replace(adds, yields - adds,
                     isScaled ? more.str() + scaledText : "");
    if (!behind.empty()) {
      filled.insert(filled.find("  tileas.return"), behind.str() + "  }\n");
      filled.insert(filled.find("  %r = "),
                    "  scf.for %j = %zero to %n step %one : i32 {\n");
    }
    module = parseSourceString<ModuleOp>(filled, &context);
    ASSERT_TRUE(module) << filled;
    // The outer one comes last.
    module->walk([&](scf::ForOp op) { loop = op; });
  }

  /// The estimate for the loop that scales a sum, with these ops on scores beside it.
  std::optional<RegisterEstimate> estimateScaled(StringRef ops) {
    parseInMemory(InMemory::IsReadBesideScaled, /*behind=*/"", ops);
    return module ? std::optional(estimate()) : std::nullopt;
  }

  int64_t countFragments(const Product &product) {
    parse(product);
    return module ? countRegistersOfFragments(mma) : -1;
  }

  int64_t countReads(const Product &product) {
    parse(product);
    return module ? countRegistersOfReads(mma) : -1;
  }

  /// Gives the kernel that was parsed last so many warps.
  void setWarps(unsigned warps) {
    auto kernel = loop->getParentOfType<KernelOpInterface>();
    KernelSpecAttr spec = kernel.getSpec();
    kernel.setSpecAttr(spec.withoutAgents(warps));
  }

  /// Puts a loop around the one that was parsed last.
  void putLoopAround() {
    OpBuilder builder(loop);
    auto around =
        scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                           loop.getUpperBound(), loop.getStep());
    loop->moveBefore(around.getBody()->getTerminator());
  }

  /// Estimates the loop that was parsed last, with its load ahead or not.
  RegisterEstimate estimate(bool isAhead = false, bool areDelayed = false,
                            int64_t longestPart = 0) {
    llvm::SmallPtrSet<Operation *, 1> ahead;
    if (isAhead)
      ahead.insert(load);
    CopiesAmongProducts copies;
    copies.areDelayed = areDelayed;
    if (longestPart)
      copies.longestParts[mma] = longestPart;
    return RegisterEstimate(loop, ahead, copies);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  scf::ForOp loop;
  ProductOpInterface mma;
  LoadOp load;
};

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
  module = parseSourceString<ModuleOp>(fewRowsText, &context);
  ASSERT_TRUE(module);
  module->walk([&](scf::ForOp op) { loop = op; });
  module->walk([&](ProductOpInterface op) { mma = op; });
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
