//===- TensorEdgeTest.cpp - Bytes beside a tensor -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores write whole 16 bytes of dimension 0, so that an extent that is no
// multiple of them leaves bytes beside the tensor that change, too.
//
//===----------------------------------------------------------------------===//

#include "TensorHarness.h"
#include <gmock/gmock.h>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

using Element = TensorMap::Element;

namespace {

/// Rows of 128 bytes, of which the tensor has 29 columns, in boxes of 16.
TensorMap mapOf(Element element) {
  TensorMap map;
  map.element = element;
  map.rank = 2;
  map.dims = {29, 32, 1, 1, 1};
  map.strides[0] = 128;
  map.box = {16, 8, 1, 1, 1};
  return map;
}

Bytes noise(size_t size) {
  std::mt19937 random(static_cast<uint32_t>(size));
  Bytes bytes(size);
  for (uint8_t &byte : bytes)
    byte = static_cast<uint8_t>(random());
  return bytes;
}

TEST(TensorEdge, StoresOverwriteWhatIsBesideTheTensor) {
  TensorMap map = mapOf(Element::U16);
  Bytes in = noise(sharedBytes), tensor = noise(tensorBytes);
  Bytes out;
  auto run = [&](unsigned column, const Checks &checks, bool isWritten) {
    KernelRun kernel(TensorRun::textOf(
        copyIn +
        "@%p9 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
        "[%rd2, {" +
        std::to_string(column) + ", 0}], [s];\n" + commit));
    kernel.array(in);
    isWritten ? kernel.array(tensor) : kernel.unwritten(tensorBytes);
    kernel.zeros(128).zeros(4096);
    TensorMap placed = map;
    placed.address = kernel.addressOf(1);
    kernel.write(2, placed.encode());
    kernel.config.checks = checks;
    std::string error = kernel.launch();
    out = kernel.read<uint8_t>(1);
    return error;
  };
  EXPECT_EQ(run(16, Checks::none(), /*isWritten=*/true), "");
  for (unsigned row = 0; row != 8; ++row)
    for (unsigned byte = 0; byte != 128; ++byte)
      EXPECT_EQ(out[row * 128 + byte], byte >= 32 && byte < 64
                                           ? in[row * 32 + byte - 32]
                                           : tensor[row * 128 + byte])
          << row << " " << byte;
  EXPECT_THAT(run(16, Checks::all(), /*isWritten=*/true),
              HasSubstr("overwrites 6 bytes beside the tensor"));
  // The box goes on for a part of the 16 bytes alone.
  EXPECT_THAT(run(14, Checks::all(), /*isWritten=*/true),
              HasSubstr("overwrites 2 bytes beside the tensor"));
  // A box that ends within the tensor, and memory that is nobody's.
  EXPECT_EQ(run(8, Checks::all(), /*isWritten=*/true), "");
  EXPECT_EQ(run(16, Checks::all(), /*isWritten=*/false), "");
}

/// Nothing says what becomes of the three columns behind the tensor.
TEST(TensorEdge, ReductionsMayChangeWhatIsBesideTheTensor) {
  TensorMap map = mapOf(Element::U32);
  Bytes in = noise(sharedBytes), tensor = noise(tensorBytes);
  Bytes out;
  auto run = [&](unsigned column, const Checks &checks) {
    TensorRun test(map,
                   copyIn +
                       "@%p9 cp.reduce.async.bulk.tensor.2d.global."
                       "shared::cta.xor.bulk_group [%rd2, {" +
                       std::to_string(column) + ", 0}], [s];\n" + commit,
                   in, tensor);
    test.run.config.checks = checks;
    std::string error = test.run.launch();
    out = test.run.read<uint8_t>(1);
    return error;
  };
  EXPECT_EQ(run(16, Checks::none()), "");
  for (unsigned byte = 116; byte != 128; ++byte)
    EXPECT_EQ(out[byte], tensor[byte]);
  EXPECT_EQ(out[115], tensor[115] ^ in[51]);
  EXPECT_THAT(run(16, Checks::all()),
              HasSubstr("may change 12 bytes beside the tensor"));
  EXPECT_EQ(run(13, Checks::all()), "");
}

} // namespace
