//===- WriterTest.cpp - What a version cannot express ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeTest.h"

using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::test;
using testing::HasSubstr;

namespace {
class Writer : public BytecodeTest {
protected:
  /// Writing `items` must fail below `needed` with an error that says `what`,
  /// and work from there on.
  void needs(BytecodeVersion needed, llvm::StringRef items,
             const std::string &what) {
    auto module =
        parse(("cuda_tile.module @kernels {\n" + items + "\n}").str());
    ASSERT_TRUE(module) << takeErrors();
    for (BytecodeVersion version : supportedBytecodeVersions()) {
      bool written = !write(*module, version).empty();
      std::string error = takeErrors();
      EXPECT_EQ(written, version >= needed) << version.str() << error;
      if (written)
        continue;
      EXPECT_THAT(error, HasSubstr(what));
      EXPECT_THAT(error, HasSubstr("needs bytecode version " + needed.str() +
                                   " or later, but version " + version.str() +
                                   " is to be written"));
    }
  }
  void entryNeeds(BytecodeVersion needed, llvm::StringRef body,
                  const std::string &what) {
    needs(needed,
          ("entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %f: tile<f32>) {\n" +
           body + "\n}")
              .str(),
          what);
  }
};
} // namespace

TEST_F(Writer, FieldsThatJoinedLater) {
  entryNeeds(v13_2, "%0 = negi %n overflow<no_signed_wrap> : tile<i32>",
             "'cuda_tile.negi' op 'overflow'");
  entryNeeds(v13_4, "%0 = ftoi %f signed saturating : tile<f32> -> tile<i32>",
             "'cuda_tile.ftoi' op 'saturating'");
  entryNeeds(v13_3, "%0 = exp %f rounding<approx> : tile<f32>",
             "'cuda_tile.exp' op 'rounding_mode'");
  entryNeeds(v13_2, "%0 = tanh %f rounding<approx> : tile<f32>",
             "'cuda_tile.tanh' op 'rounding_mode'");
  entryNeeds(v13_2, "for unsigned %i in (%n to %n, step %n) : tile<i32> { }",
             "'cuda_tile.for' op 'unsignedCmp'");
  entryNeeds(v13_2,
             "%t = make_token : token\n"
             "%u = print_tko \"hi\" token=%t -> token",
             "'cuda_tile.print_tko' op 'token'");
  entryNeeds(v13_2,
             "%t = print_tko \"hi\" -> token\n"
             "%u = join_tokens %t, %t : token",
             "'cuda_tile.print_tko' op a use of result 'result_token'");
}

TEST_F(Writer, OpsThatJoinedLater) {
  entryNeeds(v13_2, "%0 = atan2 %f, %f : tile<f32>",
             "'cuda_tile.atan2' op the op");
  entryNeeds(v13_4, "%0 = fpowi %f, %n : tile<f32>, tile<i32>",
             "'cuda_tile.fpowi' op the op");
}

TEST_F(Writer, FieldsThatAreWrittenWithTheirDefault) {
  entryNeeds(v13_1, "%0 = exp %f : tile<f32>\n%1 = tanh %f : tile<f32>", "");
  entryNeeds(v13_1, "%0 = negi %n : tile<i32>", "");
  entryNeeds(v13_1, "%u = print_tko \"hi\" -> token", "");
}

TEST_F(Writer, InboundsOfViews) {
  const char *view = "%v = make_tensor_view %p, shape = [64], strides = [1] : "
                     "tensor_view<64xf32, strides=[1]>\n"
                     "%g = make_partition_view %v : partition_view<tile=(8), "
                     "tensor_view<64xf32, strides=[1]>>\n";
  const char *tail = " : partition_view<tile=(8), tensor_view<64xf32, "
                     "strides=[1]>>, tile<i32> -> tile<8xf32>, token";
  auto load = [&](llvm::StringRef clause) {
    return (view + ("%0, %1 = load_view_tko weak %g[%n]" + clause) + tail)
        .str();
  };
  entryNeeds(v13_1, load(""), "");
  entryNeeds(v13_1, load(" inbounds = [false]"), "");
  entryNeeds(v13_4, load(" inbounds = [true]"),
             "'cuda_tile.load_view_tko' op 'inbounds'");
}

TEST_F(Writer, TypesAndEnumCasesThatJoinedLater) {
  entryNeeds(v13_3, "%0 = trunci %n : tile<i32> -> tile<i4>", "type i4");
  entryNeeds(v13_2, "%0 = constant <f8E8M0FNU: 1.0> : tile<f8E8M0FNU>",
             "type f8E8M0FNU");
  entryNeeds(v13_4,
             "%0 = ftof %f rounding<nearest_away> : tile<f32> -> tile<tf32>",
             "rounding_mode = nearest_away");
  needs(v13_4, "entry @k(%p: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>) { }",
        "ptr_attr = none");
}

TEST_F(Writer, Globals) {
  needs(v13_1, "global @g <f32: 1.0> : tile<4xf32>", "");
  needs(v13_3, "global private @g <f32: 1.0> : tile<4xf32>",
        "a private global");
  needs(v13_3, "global constant @g <f32: 1.0> : tile<4xf32>",
        "a constant global");
}

TEST_F(Writer, WhatBytecodeDoesNotHold) {
  auto module = parse("cuda_tile.module @a { }\ncuda_tile.module @b { }");
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_EQ(write(*module, v13_1), "");
  EXPECT_THAT(takeErrors(), HasSubstr("exactly one cuda_tile.module"));
  EXPECT_EQ(write(&module->getBody()->front(), BytecodeVersion{13, 5}), "");
  EXPECT_THAT(
      takeErrors(),
      HasSubstr("bytecode version 13.5 is not supported; known versions "
                "are 13.1, 13.2, 13.3, 13.4"));

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
  // Attributes and types made before take other places in memory.
  for (int i = 0; i < 1000; ++i)
    (void)mlir::StringAttr::get(&other, std::to_string(i));
  auto second = mlir::parseSourceString<mlir::ModuleOp>(text, &other);
  ASSERT_TRUE(second);
  EXPECT_EQ(write(*second, v13_4), bytes);
}
