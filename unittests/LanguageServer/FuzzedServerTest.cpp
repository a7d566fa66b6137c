//===- FuzzedServerTest.cpp - Inputs of fuzz-lsp in an ordinary run -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fuzz target serves one session after another in one process, each with the
// messages of its input. It ends the process if the server does not answer.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int serve(llvm::StringRef input) {
  return LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.data()),
                                input.size());
}

TEST(FuzzedServerTest, AnInputWithoutAByteIsASession) {
  EXPECT_EQ(serve(""), 0);
}

TEST(FuzzedServerTest, EachSessionIsAnswered) {
  for (llvm::StringRef input :
       {"cuda_tile.module @m { entry @k(%a: tile<i32>) { return } }",
        "cuda_tile.module @m {\n  entry @k() {\n    ", "[1,{}]", "{",
        "Content-Length: 2\r\n\r\n{}", "Content-Length: 9999\r\n\r\n{}"})
    EXPECT_EQ(serve(input), 0) << input.str();
}
