//===- TensorUnwrittenTest.cpp - Loads of unwritten tensor memory ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA leaves the values undefined that nobody has written. As of other
// memories, a load of them is no mistake: a use of them is.
//
//===----------------------------------------------------------------------===//

#include "MatrixHarness.h"
#include "gmock/gmock.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::AllOf;
using testing::HasSubstr;

namespace {

/// One warp runs `body` with 32 columns that nobody has written, at %r10; %p1
/// is false in all lanes.
std::string errorOf(const std::string &body) {
  const std::string text = R"(
  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 32;
  bar.warp.sync 0xffffffff;
  ld.shared.b32 %r10, [place];
  setp.gt.u32 %p1, %t, 99;
  mad.wide.u32 %rd4, %t, 4, %rd0;
)" + body + R"(
  tcgen05.wait::ld.sync.aligned;
  tcgen05.wait::st.sync.aligned;
  tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r10, 32;
)";
  KernelRun run(withTarget(kernel(text, ".shared .b32 place;\n"), "sm_100a"));
  run.config.checks = Checks::all();
  run.zeros(128);
  return run.launch({1, 1, 1}, {32, 1, 1});
}

const std::string load = "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, "
                         "[%r10];\n";
const std::string waitLoad = "tcgen05.wait::ld.sync.aligned;\n";
const std::string storeAgain =
    "tcgen05.st.sync.aligned.32x32b.x2.b32 [%r10+4], {%r1, %r3};\n"
    "tcgen05.wait::st.sync.aligned;\n"
    "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r4, %r5}, [%r10+4];\n";
const std::string result = "st.global.u32 [%rd4], ";

} // namespace

/// Sums of a loop without iterations are loaded all the same.
TEST(TensorUnwritten, LoadsAreNoUses) {
  EXPECT_EQ(errorOf(load), "");
  EXPECT_EQ(errorOf(load + "selp.b32 %r3, %r1, %t, %p1;\n" + result + "%r3;"),
            "");
  EXPECT_EQ(errorOf(load + "shl.b32 %r3, %r2, 1; and.b32 %r3, %r3, 1;\n" +
                    result + "%r3;"),
            "");
  // One of two columns is written.
  EXPECT_EQ(errorOf("tcgen05.st.sync.aligned.32x32b.x1.b32 [%r10+1], {%t};\n"
                    "tcgen05.wait::st.sync.aligned;\n" +
                    load + result + "%r2;"),
            "");
}

TEST(TensorUnwritten, UsesAreReported) {
  const auto reports = [](const char *how) {
    return AllOf(HasSubstr("use of tensor memory that nobody has written: "
                           "column 0"),
                 HasSubstr(how), HasSubstr("loaded by: "),
                 HasSubstr("tcgen05.ld.sync.aligned.32x32b"));
  };
  EXPECT_THAT(errorOf(load + result + "%r1;"),
              reports("the 4 bytes stored to global address"));
  EXPECT_THAT(errorOf(load +
                      "mul.f32 %f1, %f1, 0f40000000;\n"
                      "mov.b32 %r3, 2; mul.lo.u32 %r3, %r3, %r1;\n" +
                      result + "%r3;"),
              reports("depend on it"));
  EXPECT_THAT(errorOf(load + "setp.eq.u32 %p2, %r1, 7; @%p2 bra END;\nEND:"),
              reports("whether this instruction is executed depends on it"));
  EXPECT_THAT(errorOf("mov.u32 %r1, %r10;\n"
                      "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r10, %r2}, "
                      "[%r10];\n" +
                      result + "%r10; mov.u32 %r10, %r1;"),
              reports("the 4 bytes stored to global address"));
  EXPECT_THAT(errorOf("tcgen05.ld.sync.aligned.32x32b.x2.pack::16b.b32 {%r1, "
                      "%r2}, [%r10];\n" +
                      result + "%r2;"),
              HasSubstr("the 4 bytes stored to global address"));
}

/// Tensor memory passes on what is undefined, bit by bit, as shared memory does.
TEST(TensorUnwritten, StoresPassItOn) {
  const std::string copy =
      load + "mov.u32 %r3, 5; and.b32 %r1, %r1, 0xf;\n" + waitLoad + storeAgain;
  EXPECT_EQ(errorOf(copy), "");
  EXPECT_EQ(errorOf(copy + result + "%r5;"), "");
  EXPECT_EQ(errorOf(copy + "shr.u32 %r4, %r4, 4;\n" + result + "%r4;"), "");
  EXPECT_THAT(errorOf(copy + result + "%r4;"),
              HasSubstr("use of tensor memory that nobody has written: column "
                        "4"));
  // A later store of a defined value makes the word written.
  EXPECT_EQ(errorOf(copy + waitLoad +
                    "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r10+4], {%t};\n"
                    "tcgen05.wait::st.sync.aligned;\n"
                    "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r4}, [%r10+4];\n" +
                    result + "%r4;"),
            "");
  // A value of a shuffle is named as that.
  EXPECT_THAT(errorOf("setp.eq.u32 %p2, %t, 0; mov.u32 %r1, 3;\n"
                      "mov.u32 %r3, 5;\n"
                      "@%p2 shfl.sync.down.b32 %r1, %t, 1, 31, 1;\n" +
                      storeAgain + result + "%r4;"),
              HasSubstr("takes no part in the shuffle"));
}
