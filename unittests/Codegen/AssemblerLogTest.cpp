//===- AssemblerLogTest.cpp - Messages of ptxas are understood ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Assembler.h"

#include "gtest/gtest.h"

using namespace tessera;
using Severity = AssemblerMessage::Severity;

namespace {

TEST(AssemblerLogTest, ReadsTheResourcesOfEachKernel) {
  AssemblerLog log = parseAssemblerLog(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'first' for 'sm_90a'\n"
      "ptxas info    : Function properties for first\n"
      "    16 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads\n"
      "ptxas info    : Used 8 registers, used 2 barriers, 16 bytes cumulative "
      "stack size, 512 bytes smem, 356 bytes cmem[0]\n"
      "ptxas info    : Compile time = 19.600 ms\n"
      "ptxas info    : Compiling entry function 'second' for 'sm_90a'\n"
      "ptxas info    : Used 255 registers, used 0 barriers\n");
  EXPECT_TRUE(log.messages.empty());
  ASSERT_EQ(log.kernels.size(), 2u);
  const KernelResources &first = log.kernels[0], &second = log.kernels[1];
  EXPECT_EQ(first.kernel, "first");
  EXPECT_EQ(first.registers, 8u);
  EXPECT_EQ(first.barriers, 2u);
  EXPECT_EQ(first.sharedBytes, 512u);
  EXPECT_EQ(first.stackBytes, 16u);
  EXPECT_EQ(first.spillStoreBytes, 4u);
  EXPECT_EQ(first.spillLoadBytes, 8u);
  EXPECT_EQ(second.kernel, "second");
  EXPECT_EQ(second.registers, 255u);
  EXPECT_EQ(second.sharedBytes, 0u);
}

TEST(AssemblerLogTest, ReadsErrorsWithTheirLine) {
  AssemblerLog log = parseAssemblerLog(
      "ptxas /a, line folder/kernel.ptx, line 9; error   : Unknown modifier "
      "'.bogus'\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n");
  ASSERT_EQ(log.messages.size(), 2u);
  EXPECT_EQ(log.messages[0].severity, Severity::Error);
  EXPECT_EQ(log.messages[0].line, 9u);
  EXPECT_EQ(log.messages[0].text, "Unknown modifier '.bogus'");
  EXPECT_EQ(log.messages[1].severity, Severity::Error);
  EXPECT_EQ(log.messages[1].line, 0u);
}

TEST(AssemblerLogTest, KeepsTheTextThatFrontEndsSearchFor) {
  AssemblerLog log = parseAssemblerLog(
      "ptxas error   : Entry function 'k' uses too much shared data (0xea60 "
      "bytes, 0xc000 max)\n");
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_EQ(log.messages[0].text, "Entry function 'k' uses too much shared "
                                  "data (0xea60 bytes, 0xc000 max)");
}

TEST(AssemblerLogTest, TellsWarningsAndAdvisories) {
  AssemblerLog log = parseAssemblerLog(
      "ptxas warning : Value of threads per SM is out of range\n"
      "ptxas info    : (C7510) Potential Performance Loss: something\n");
  ASSERT_EQ(log.messages.size(), 2u);
  EXPECT_EQ(log.messages[0].severity, Severity::Warning);
  EXPECT_EQ(log.messages[1].severity, Severity::Info);
  EXPECT_EQ(log.messages[1].text,
            "(C7510) Potential Performance Loss: something");
}

TEST(AssemblerLogTest, CountsAdvisoriesOfKernels) {
  AssemblerLog log = parseAssemblerLog(
      "ptxas info    : (C7512) Potential Performance Loss: something in the "
      "function 'slow'\n"
      "ptxas info    : (C7514) Potential Performance Loss: other for the "
      "function 'slow'\n"
      "ptxas info    : Compiling entry function 'low' for 'sm_90a'\n"
      "ptxas info    : Compiling entry function 'slow' for 'sm_90a'\n"
      "ptxas warning : something in the function 'slow'\n");
  ASSERT_EQ(log.kernels.size(), 2u);
  EXPECT_EQ(log.kernels[0].advisories, 0u);
  EXPECT_EQ(log.kernels[1].advisories, 2u);
}

TEST(AssemblerLogTest, BearsAnyText) {
  for (const char *text : {"", "\n\n", "ptxas", "ptxas ", "ptxas x, line ; :",
                           "ptxas info :", "    9 bytes smem", "\xff\xfe"})
    EXPECT_TRUE(parseAssemblerLog(text).kernels.empty());
}

} // namespace
