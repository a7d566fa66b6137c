//===- FuseFMATest.cpp - Fused products against fma -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pattern, for each type and rounding, gives the bits of an `fma` that is
// written out; and not those of the two ops where the two roundings differ.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

namespace {

struct Pattern {
  const char *twoOps;
  const char *fma;
};

// MODE stands for rounding and flushing, TYPE for the tile.
const Pattern patterns[] = {
    {"%p = mulf %a, %b MODE : TYPE\n %r = addf %p, %c MODE : TYPE",
     "%r = fma %a, %b, %c MODE : TYPE"},
    {"%p = mulf %a, %b MODE : TYPE\n %r = addf %c, %p MODE : TYPE",
     "%r = fma %a, %b, %c MODE : TYPE"},
    {"%p = mulf %a, %b MODE : TYPE\n %r = subf %p, %c MODE : TYPE",
     "%n = negf %c : TYPE\n %r = fma %a, %b, %n MODE : TYPE"},
    {"%p = mulf %a, %b MODE : TYPE\n %r = subf %c, %p MODE : TYPE",
     "%n = negf %a : TYPE\n %r = fma %n, %b, %c MODE : TYPE"},
};

const char *const modes[] = {"", "rounding<zero>", "rounding<negative_inf>",
                             "rounding<positive_inf>"};

std::string fill(std::string text, StringRef name, StringRef value) {
  for (size_t at = 0; (at = text.find(name, at)) != std::string::npos;)
    text.replace(at, name.size(), value);
  return text;
}

/// Runs `ops`, which compute %r from %a, %b and %c, on all combinations of a
/// few numbers, and returns the bytes of the results.
std::vector<uint8_t> run(StringRef type, StringRef mode, StringRef ops,
                         bool fuse, int *numFma) {
  std::string text = R"(
    %x = constant <ELEMENT: [1.0, -1.0, 0.0, -0.0, 1.1, 3.3, -7.7, 1.0e-7]> : tile<8xELEMENT>
    %ra = reshape %x : tile<8xELEMENT> -> tile<8x1x1xELEMENT>
    %rb = reshape %x : tile<8xELEMENT> -> tile<1x8x1xELEMENT>
    %rc = reshape %x : tile<8xELEMENT> -> tile<1x1x8xELEMENT>
    %a = broadcast %ra : tile<8x1x1xELEMENT> -> TYPE
    %b = broadcast %rb : tile<1x8x1xELEMENT> -> TYPE
    %c = broadcast %rc : tile<1x1x8xELEMENT> -> TYPE
    )" + ops.str() + R"(
    %count = iota : tile<512xi32>
    %shaped = reshape %count : tile<512xi32> -> tile<8x8x8xi32>
    %o1 = reshape %out : tile<ptr<ELEMENT>> -> tile<1x1x1xptr<ELEMENT>>
    %o2 = broadcast %o1 : tile<1x1x1xptr<ELEMENT>> -> tile<8x8x8xptr<ELEMENT>>
    %o3 = offset %o2, %shaped : tile<8x8x8xptr<ELEMENT>>, tile<8x8x8xi32> -> tile<8x8x8xptr<ELEMENT>>
    store_ptr_tko weak %o3, %r : tile<8x8x8xptr<ELEMENT>>, TYPE -> token
  )";
  text = fill(fill(fill(text, "TYPE", "tile<8x8x8xELEMENT>"), "ELEMENT", type),
              "MODE", mode);
  Harness harness;
  if (!harness.parseKernel("%out: tile<ptr<" + type.str() + ">>", text)) {
    ADD_FAILURE() << harness.errors << text;
    return {};
  }
  Operation *module = harness.getModule();
  if (fuse) {
    PassManager passes(module->getContext(), module->getName().getStringRef());
    passes.addPass(createCudaTileFuseFMA());
    EXPECT_TRUE(succeeded(passes.run(module)));
  }
  *numFma = 0;
  module->walk([&](cuda_tile::FmaOp) { ++*numFma; });
  std::vector<uint8_t> bytes(512 * 8);
  Argument out = harness.array<uint8_t>(bytes);
  EXPECT_TRUE(harness.launch({out})) << harness.errors;
  return harness.read<uint8_t>(out, bytes.size());
}

class FuseFMA : public testing::TestWithParam<const char *> {};

TEST_P(FuseFMA, GivesTheBitsOfFma) {
  std::string type = GetParam();
  std::vector<std::string> allModes(std::begin(modes), std::end(modes));
  if (type == "f32")
    for (const char *mode : modes)
      allModes.push_back(std::string(mode) + " flush_to_zero");
  bool roundingMattered = false;
  for (const std::string &mode : allModes)
    for (const Pattern &pattern : patterns) {
      int numFma;
      std::vector<uint8_t> before =
          run(type, mode, pattern.twoOps, /*fuse=*/false, &numFma);
      EXPECT_EQ(numFma, 0);
      std::vector<uint8_t> after =
          run(type, mode, pattern.twoOps, /*fuse=*/true, &numFma);
      EXPECT_EQ(numFma, 1);
      EXPECT_EQ(after, run(type, mode, pattern.fma, /*fuse=*/false, &numFma))
          << type << ' ' << mode << '\n'
          << pattern.twoOps;
      roundingMattered |= before != after;
    }
  EXPECT_TRUE(roundingMattered) << "the operands are too tame";
}

INSTANTIATE_TEST_SUITE_P(Types, FuseFMA,
                         testing::Values("f16", "bf16", "f32", "f64"));

} // namespace
