//===- WriterTest.cpp - Valid and invalid modules -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeTest.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"

using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::test;
using testing::HasSubstr;

namespace {
class Writer : public BytecodeTest {};
} // namespace

TEST_F(Writer, WhatBytecodeDoesNotHold) {
  auto module = parse("cuda_tile.module @a { }\ncuda_tile.module @b { }");
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_EQ(write(*module, v13_1), "");
  EXPECT_THAT(takeErrors(), HasSubstr("exactly one cuda_tile.module"));
  EXPECT_EQ(write(&module->getBody()->front(), BytecodeVersion{13, 6}), "");
  EXPECT_THAT(
      takeErrors(),
      HasSubstr("bytecode version 13.6 is not supported; known versions "
                "are 13.1, 13.2, 13.3, 13.4, 13.5"));

  module = parse("cuda_tile.module @a { entry @k() { return } }");
  ASSERT_TRUE(module) << takeErrors();
  module->walk([&](cuda_tile::ReturnOp op) {
    op->setAttr("extra", mlir::UnitAttr::get(&context));
  });
  EXPECT_EQ(write(*module, v13_1), "");
  EXPECT_THAT(takeErrors(),
              HasSubstr("has an attribute 'extra', which bytecode "
                        "cannot store"));
}

TEST_F(Writer, OutputDoesNotDependOnWhatTheContextHoldsAlready) {
  std::string text = load(inputFolder() + "every-op.mlir");
  auto first = parse(text);
  ASSERT_TRUE(first) << takeErrors();
  std::string bytes = write(*first, v13_4);
  mlir::MLIRContext other(mlir::MLIRContext::Threading::DISABLED);
  other.loadDialect<cuda_tile::CudaTileDialect>();
  // Attributes and types from before move later ones in memory.
  for (int i = 0; i < 1000; ++i)
    (void)mlir::StringAttr::get(&other, std::to_string(i));
  auto second = mlir::parseSourceString<mlir::ModuleOp>(text, &other);
  ASSERT_TRUE(second);
  EXPECT_EQ(write(*second, v13_4), bytes);
}
