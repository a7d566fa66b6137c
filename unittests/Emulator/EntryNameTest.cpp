//===- EntryNameTest.cpp - Entries by their authors' names ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/EntryName.h"
#include "gtest/gtest.h"

using tessera::ptx::shortEntryName;

namespace {

TEST(EntryNameTest, FunctionsOfCppLoseTheirParameters) {
  EXPECT_EQ(shortEntryName("_Z4failPi"), "fail");
  EXPECT_EQ(shortEntryName("_Z7reverseIiEvPT_"), "reverse<int>");
  EXPECT_EQ(shortEntryName("_ZN4nets5scaleEPf"), "nets::scale");
  // void gemm<a name of 90 letters>(int)
  std::string type = "90" + std::string(90, 'a');
  EXPECT_EQ(shortEntryName("_Z4gemmI" + type + "Evi"), "gemm<...>");
}

TEST(EntryNameTest, KernelsOfCuTileLoseTheirParameters) {
  EXPECT_EQ(shortEntryName("add_Kt1_A1f32_1i16t1_p16"), "add");
  EXPECT_EQ(shortEntryName("add_K_Kt1_p16"), "add_K");
  EXPECT_EQ(shortEntryName("none_Kt2"), "none");
}

TEST(EntryNameTest, OtherNamesStay) {
  for (const char *name : {"add", "vector_Kernel", "_Z", "_K1_a", "a_Ktt_b",
                           "_group_norm_forward_kernel", ""})
    EXPECT_EQ(shortEntryName(name), name);
}

} // namespace
