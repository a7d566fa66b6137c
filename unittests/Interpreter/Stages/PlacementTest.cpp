//===- PlacementTest.cpp - Tiles of accesses, by layout -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Interpreter/Stages/Placement.h"
#include "../../../lib/Interpreter/Tile.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

namespace {

/// 64 numbers in two registers of 32 lanes, held by both warps.
class Placements : public testing::Test {
protected:
  Placements() {
    context.loadDialect<tileas::TileASDialect>();
    far = parse("register = [[32]], lane = [[1], [2], [4], [8], [16]], "
                "warp = [[0]]");
    near = parse("register = [[1]], lane = [[2], [4], [8], [16], [32]], "
                 "warp = [[0]]");
  }

  Type parse(StringRef layout) {
    return parseType(("tensor<64xi32, #tileas.layout<" + layout + ">>").str(),
                     &context);
  }

  MLIRContext context;
  Type far, near;
};

TEST_F(Placements, OperandsAreTakenByRegisters) {
  Tile tile({64}, Format::I32);
  for (int64_t i = 0; i < 64; ++i)
    tile.set(i, 100 + i);
  Tile taken = takeByOwners(tile, far, near);
  for (int64_t i = 0; i < 64; ++i)
    EXPECT_EQ(taken[i], uint64_t(100 + i / 2 + i % 2 * 32)) << i;
  // With the layouts exchanged, the elements come back.
  Tile back = takeByOwners(taken, near, far);
  for (int64_t i = 0; i < 64; ++i)
    EXPECT_EQ(back[i], tile[i]) << i;
}

TEST_F(Placements, TilesThatLieAlikeAreWhatTheyAre) {
  Tile tile({64}, Format::I32);
  for (int64_t i = 0; i < 64; ++i)
    tile.set(i, i);
  Type plain = RankedTensorType::get({64}, IntegerType::get(&context, 32));
  for (auto [held, accessed] :
       {std::pair(near, near), std::pair(plain, near), std::pair(far, plain)})
    EXPECT_EQ(takeByOwners(tile, held, accessed).data(), tile.data());
}

} // namespace
