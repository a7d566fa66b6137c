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
  entryNeeds(v13_4, "%0 = insert %n, %n[] : tile<i32>, tile<i32>",
             "'cuda_tile.insert' op the op");
  const std::string alloca =
      "%a = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>\n";
  entryNeeds(v13_3, alloca, "'cuda_tile.alloca' op the op");
  entryNeeds(v13_3,
             "%0 = constant <f16: 1.0> : tile<2xf16>\n"
             "%1 = pack %0 : tile<2xf16> -> tile<4xi8>",
             "'cuda_tile.pack' op the op");
  entryNeeds(v13_3,
             "%0 = constant <i8: 1> : tile<4xi8>\n"
             "%1 = unpack %0 : tile<4xi8> -> tile<2xf16>",
             "'cuda_tile.unpack' op the op");
  const std::string token = "%t = make_token : token\n";
  entryNeeds(v13_4, token + "%0 = gdc_wait_tko token = %t -> token",
             "'cuda_tile.gdc_wait_tko' op the op");
  entryNeeds(v13_4, "%0 = gdc_launch_dependents_tko -> token",
             "'cuda_tile.gdc_launch_dependents_tko' op the op");
  entryNeeds(v13_4, token + "%0 = memory_fence_alias_tko %t",
             "'cuda_tile.memory_fence_alias_tko' op the op");
}

TEST_F(Writer, ScaledProductsThatJoinedLater) {
  auto module = parse("cuda_tile.module @kernels { entry @k() {\n"
                      "%a = constant <f8E5M2: 1.0> : tile<16x32xf8E5M2>\n"
                      "%b = constant <f8E5M2: 1.0> : tile<32x8xf8E5M2>\n"
                      "%c = constant <f32: 1.0> : tile<16x8xf32>\n"
                      "%l = constant <f8E8M0FNU: 1.0> : tile<16x1xf8E8M0FNU>\n"
                      "%r = constant <f8E8M0FNU: 1.0> : tile<1x8xf8E8M0FNU>\n"
                      "%0 = mmaf_scaled %a, %b, %c, %l, %r : "
                      "tile<16x32xf8E5M2>, tile<32x8xf8E5M2>, "
                      "tile<16x8xf32>, tile<16x1xf8E8M0FNU>, "
                      "tile<1x8xf8E8M0FNU>\n} }");
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_EQ(write(*module, v13_2), "");
  EXPECT_THAT(takeErrors(), HasSubstr("'cuda_tile.mmaf_scaled' op the op needs "
                                      "bytecode version 13.3"));
  EXPECT_NE(write(*module, v13_3), "");
}

TEST_F(Writer, ViewsThatJoinedLater) {
  const std::string tensor =
      "%v = make_tensor_view %p, shape = [64], strides = [1] : "
      "tensor_view<64xf32, strides=[1]>\n";
  entryNeeds(v13_3,
             tensor + "%s = make_strided_view %v : strided_view<tile=(8), "
                      "traversal_strides=[4], tensor_view<64xf32, "
                      "strides=[1]>>",
             "'cuda_tile.make_strided_view' op the op");
  entryNeeds(v13_3,
             tensor + "%s = make_gather_scatter_view %v : "
                      "gather_scatter_view<tile=(8), tensor_view<64xf32, "
                      "strides=[1]>, sparse_dim=0>",
             "'cuda_tile.make_gather_scatter_view' op the op");
  entryNeeds(v13_3,
             tensor + "%g = make_partition_view %v : partition_view<tile=(8), "
                      "tensor_view<64xf32, strides=[1]>>\n"
                      "%one = constant <f32: 1.0> : tile<8xf32>\n"
                      "%t = atomic_red_view_tko relaxed device %g[%n], addf, "
                      "%one : tile<8xf32>, partition_view<tile=(8), "
                      "tensor_view<64xf32, strides=[1]>>, tile<i32> -> token",
             "'cuda_tile.atomic_red_view_tko' op the op");
}

TEST_F(Writer, ProductsThatJoinedLater) {
  const std::string tiles = "%a = constant <f16: 1.0> : tile<4x4xf16>\n"
                            "%0 = mmaf %a, %a, %a";
  const std::string types = " : tile<4x4xf16>, tile<4x4xf16>, tile<4x4xf16>";
  entryNeeds(v13_1, tiles + types, "");
  entryNeeds(v13_3, tiles + " fast_acc" + types,
             "'cuda_tile.mmaf' op 'fast_acc'");
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
  entryNeeds(v13_4, "%0 = ftof %f : tile<f32> -> tile<f8E5M3FNU>",
             "type f8E5M3FNU");
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
