//===- LoopsOfProducts.cpp - Loops whose registers are counted ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopsOfProducts.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// A loop with a `Product`, whose fields fill the places in braces.
constexpr const char *productText = R"(
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

} // namespace

LoopsOfProducts::LoopsOfProducts() {
  DialectRegistry registry;
  registerEngines(registry);
  context.appendDialectRegistry(registry);
  context.loadDialect<TileASDialect, tileaa::TileAADialect, scf::SCFDialect,
                      arith::ArithDialect>();
}

void LoopsOfProducts::parse(const Product &product) {
  std::string lhs = "!tileas.buffer<64x" + std::to_string(product.depth) + "x" +
                    product.element + ">";
  bool isFloat = StringRef(product.sum) == "f32";
  std::string filled = productText;
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
  fill("{11}", isLoaded
                   ? "%w, %wt = tileas.load %p[%zero] extents [%e] strides "
                     "[%one] {width = 1 : i64} : !tileaa.ptr -> "
                     "tensor<1xi32, #one>\n"
                     "%number = tileaa.unsplat %w : tensor<1xi32, #one> -> i32"
                   : "");
  fill("{12}", isLoaded ? "%number" : "%i");
  fill("{9}", product.isLhsHeld ? "tensor<64x32xf16, #held>" : StringRef(lhs));
  module = parseSourceString<ModuleOp>(filled, &context);
  ASSERT_TRUE(module) << filled;
  module->walk([&](scf::ForOp op) { loop = op; });
  module->walk([&](ProductOpInterface op) { mma = op; });
  module->walk([&](LoadOp op) { load = op; });
}

std::optional<RegisterEstimate> LoopsOfProducts::estimateOf(StringRef body) {
  std::string filled = tileText;
  filled.replace(filled.find("BODY"), 4, body.str());
  module = parseSourceString<ModuleOp>(filled, &context);
  if (!module)
    return std::nullopt;
  module->walk([&](scf::ForOp op) { loop = op; });
  return estimate();
}

void LoopsOfProducts::parseGroup(bool holdsFactor, StringRef promoted) {
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

void LoopsOfProducts::parseFewRows() {
  module = parseSourceString<ModuleOp>(fewRowsText, &context);
  ASSERT_TRUE(module);
  module->walk([&](scf::ForOp op) { loop = op; });
  module->walk([&](ProductOpInterface op) { mma = op; });
}

void LoopsOfProducts::parseInMemory(InMemory sum, StringRef behind,
                                    StringRef more) {
  bool isRead = sum != InMemory::Stays;
  bool isScaled = sum == InMemory::IsReadBesideScaled;
  std::string filled = memoryText;
  filled.replace(filled.find("{0}"), 3, isRead ? "%0" : "%acc");
  filled.replace(filled.find("{1}"), 3, isScaled ? "%d" : isRead ? "%t" : "%s");
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

std::optional<RegisterEstimate> LoopsOfProducts::estimateScaled(StringRef ops) {
  parseInMemory(InMemory::IsReadBesideScaled, /*behind=*/"", ops);
  return module ? std::optional(estimate()) : std::nullopt;
}

int64_t LoopsOfProducts::countFragments(const Product &product) {
  parse(product);
  return module ? countRegistersOfFragments(mma) : -1;
}

int64_t LoopsOfProducts::countReads(const Product &product) {
  parse(product);
  return module ? countRegistersOfReads(mma) : -1;
}

void LoopsOfProducts::setWarps(unsigned warps) {
  auto kernel = loop->getParentOfType<KernelOpInterface>();
  KernelSpecAttr spec = kernel.getSpec();
  kernel.setSpecAttr(spec.withoutAgents(warps));
}

void LoopsOfProducts::putLoopAround() {
  OpBuilder builder(loop);
  auto around = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                                   loop.getUpperBound(), loop.getStep());
  loop->moveBefore(around.getBody()->getTerminator());
}

RegisterEstimate LoopsOfProducts::estimate(bool isAhead, bool areDelayed,
                                           int64_t longestPart) {
  llvm::SmallPtrSet<Operation *, 1> ahead;
  if (isAhead)
    ahead.insert(load);
  CopiesAmongProducts copies;
  copies.areDelayed = areDelayed;
  if (longestPart)
    copies.longestParts[mma] = longestPart;
  return RegisterEstimate(loop, ahead, copies);
}
