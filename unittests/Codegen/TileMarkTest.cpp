//===- TileMarkTest.cpp - The mark of tile kernels ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/TileMark.h"
#include "gtest/gtest.h"

using namespace tessera;

namespace {

TEST(TileMark, TakesThePlaceOfAClusterOfOne) {
  EXPECT_EQ(markTileKernels("//\n.version 9.0\n.target sm_90a\n\n"
                            ".visible .entry k(\n\t.param .u64 p\n)\n"
                            ".reqntid 128, 1, 1\n.maxnreg 64\n"
                            ".reqnctapercluster 1, 1, 1\n.blocksareclusters\n"
                            "{\n\tret;\n}\n"),
            "//\n.version 9.2\n.target sm_90a\n\n"
            ".visible .entry k(\n\t.param .u64 p\n)\n"
            ".reqntid 128, 1, 1 .language \"tile ir\"\n.maxnreg 64\n"
            "\n\n"
            "{\n\tret;\n}\n");
}

TEST(TileMark, LeavesClustersOfSeveral) {
  EXPECT_EQ(markTileKernels(".version 9.0\n.visible .entry k()\n"
                            ".reqntid 128, 1, 1\n"
                            ".reqnctapercluster 2, 1, 1\n.blocksareclusters\n"
                            "{\n}\n"),
            ".version 9.2\n.visible .entry k()\n"
            ".reqntid 128, 1, 1 .language \"tile ir\"\n"
            ".reqnctapercluster 2, 1, 1\n.blocksareclusters\n"
            "{\n}\n");
}

TEST(TileMark, MarksEachTileKernelAndNoOther) {
  EXPECT_EQ(markTileKernels(".version 7.8\n.visible .entry a()\n"
                            ".reqntid 64, 1, 1\n{\n}\n"
                            ".visible .entry plain()\n{\n}\n"
                            ".func f()\n{\n}\n"
                            ".visible .entry c()\n.reqntid 32, 1, 1\n{\n}\n"),
            ".version 9.2\n.visible .entry a()\n"
            ".reqntid 64, 1, 1 .language \"tile ir\"\n{\n}\n"
            ".visible .entry plain()\n{\n}\n"
            ".func f()\n{\n}\n"
            ".visible .entry c()\n"
            ".reqntid 32, 1, 1 .language \"tile ir\"\n{\n}\n");
}

TEST(TileMark, OtherTextsStayAsTheyAre) {
  for (llvm::StringRef ptx :
       {"", ".version 9.0\n.visible .entry k()\n{\n}\n",
        ".version 9.0\n.visible .entry k()\n.reqntid 64, 1, 1\n"
        ".maxclusterrank 8\n{\n}\n",
        ".version 9.4\n.visible .entry k()\n.reqntid 64, 1, 1\n"
        ".language \"tile ir\"\n{\n}",
        ".version 9.0\n.visible .entry k()\n.reqntid 64, 1, 1"})
    EXPECT_EQ(markTileKernels(ptx), ptx);
}

} // namespace
