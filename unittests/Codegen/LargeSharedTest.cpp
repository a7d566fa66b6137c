//===- LargeSharedTest.cpp - Shared memory beyond ptxas's limit -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/LargeShared.h"
#include "gtest/gtest.h"

using namespace tessera;

namespace {

constexpr llvm::StringLiteral ptx = ".shared .align 16 .b8 first[65536];\n"
                                    ".shared .align 16 .b8 second[100];\n"
                                    ".visible .entry a(\n"
                                    "\tmov.b32 %r1, first;\n"
                                    ".visible .entry b()\n"
                                    "\tmov.b32 %r1, second;\n";

TEST(LargeShared, CutsWhatIsTooLargeAndNothingElse) {
  LargeShared shared(ptx, 49152, 1 << 20);
  std::string expected = ptx.str();
  expected.replace(expected.find("65536"), 5, "49152");
  EXPECT_EQ(shared.getPTX(), expected);
  EXPECT_EQ(shared.getExcess("a"), 65536u - 49152u);
  EXPECT_EQ(shared.getExcess("b"), 0u);
}

TEST(LargeShared, TellsNamesApart) {
  LargeShared shared(".shared .align 16 .b8 buffer_k[65536];\n"
                     ".visible .entry k()\n\tmov.b64 %rd1, buffer_k;\n"
                     ".shared .align 16 .b8 buffer_k2[100];\n"
                     ".visible .entry k2()\n\tmov.b64 %rd1, buffer_k2;\n",
                     49152, 1 << 20);
  EXPECT_EQ(shared.getExcess("k"), 65536u - 49152u);
  EXPECT_EQ(shared.getExcess("k2"), 0u);
}

TEST(LargeShared, LeavesOthersAsTheyAre) {
  LargeShared shared(ptx, 65536, 1 << 20);
  EXPECT_EQ(shared.getPTX(), ptx);
  std::string cubin = "whatever it is";
  EXPECT_FALSE(llvm::errorToBool(shared.restore(cubin)));
  EXPECT_EQ(cubin, "whatever it is");
}

TEST(LargeShared, LeavesToPtxasWhatNoBlockHas) {
  EXPECT_EQ(LargeShared(ptx, 49152, 65535).getPTX(), ptx);
}

TEST(LargeShared, RefusesWhatIsNoElfFile) {
  LargeShared shared(ptx, 49152, 1 << 20);
  std::string cubin = "whatever it is";
  EXPECT_TRUE(llvm::errorToBool(shared.restore(cubin)));
  EXPECT_EQ(cubin, "whatever it is");
}

} // namespace
