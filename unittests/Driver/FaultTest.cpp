//===- FaultTest.cpp - Faults become context errors -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

namespace {

/// The body of a kernel with `%rd1`, which points to 256 bytes, four of them 0;
/// and the error that its launch ends with.
struct Case {
  const char *name, *body;
  CUresult error;
};

void PrintTo(const Case &each, std::ostream *os) { *os << each.name; }

class FaultTest : public DriverTest, public testing::WithParamInterface<Case> {
protected:
  CUfunction load(const std::string &body) {
    std::string text = R"(
.version 8.6
.target sm_90
.address_size 64
.extern .func __assertfail(.param .b64 message, .param .b64 file,
                           .param .b32 line, .param .b64 function,
                           .param .b64 size);
.global .align 1 .b8 text[4] = {109, 101, 0, 0};
.visible .entry k(.param .u64 a)
{
  .reg .pred %p<4>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  .shared .align 4 .b8 buffer[64];
  ld.param.u64 %rd1, [a];
  mov.u32 %r1, %tid.x;
)" + body + "\n  ret;\n}\n";
    CUfunction function = nullptr;
    EXPECT_EQ(cuModuleLoadData(&module, text.c_str()), CUDA_SUCCESS) << body;
    EXPECT_EQ(cuModuleGetFunction(&function, module, "k"), CUDA_SUCCESS);
    return function;
  }
};

TEST_P(FaultTest, IsAnErrorOfTheContext) {
  CUdeviceptr a = allocate(256), other;
  ASSERT_EQ(cuMemsetD8_v2(a, 0, 4), CUDA_SUCCESS);
  CUfunction function = load(GetParam().body);
  void *parameters[] = {&a};
  testing::internal::CaptureStderr();
  (void)cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters,
                       nullptr);
  CUresult error = GetParam().error;
  EXPECT_EQ(cuCtxSynchronize(), error);
  EXPECT_NE(testing::internal::GetCapturedStderr(), "");
  // From then on, every call that needs the context's work returns the error.
  CUstream stream;
  EXPECT_EQ(cuMemAlloc_v2(&other, 4), error);
  EXPECT_EQ(cuMemsetD8_v2(a, 0, 4), error);
  EXPECT_EQ(cuStreamCreate(&stream, 0), error);
  EXPECT_EQ(cuStreamQuery(nullptr), error);
  EXPECT_EQ(cuCtxSynchronize(), error);
  // Another context is not affected.
  CUcontext healthy;
  ASSERT_EQ(cuCtxCreate_v2(&healthy, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAlloc_v2(&other, 4), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxDestroy_v2(healthy), CUDA_SUCCESS);
}

constexpr Case cases[] = {
    {"outOfBounds", "st.global.u32 [%rd1+256], %r1;",
     CUDA_ERROR_ILLEGAL_ADDRESS},
    {"nullPointer", "mov.u64 %rd2, 0; ld.global.u32 %r2, [%rd2];",
     CUDA_ERROR_ILLEGAL_ADDRESS},
    {"misaligned", "ld.global.u32 %r2, [%rd1+2];",
     CUDA_ERROR_MISALIGNED_ADDRESS},
    {"misalignedShared", "st.shared.u32 [buffer+1], %r1;",
     CUDA_ERROR_MISALIGNED_ADDRESS},
    {"outOfShared", "st.shared.u32 [buffer+1024], %r1;",
     CUDA_ERROR_LAUNCH_FAILED},
    {"assertion", R"(
  { .param .b64 p0; .param .b64 p1; .param .b32 p2; .param .b64 p3;
    .param .b64 p4;
    mov.u64 %rd2, text; cvta.global.u64 %rd2, %rd2; mov.u32 %r2, 7;
    mov.u64 %rd3, 1;
    st.param.b64 [p0], %rd2; st.param.b64 [p1], %rd2;
    st.param.b32 [p2], %r2; st.param.b64 [p3], %rd2; st.param.b64 [p4], %rd3;
    call.uni __assertfail, (p0, p1, p2, p3, p4); })",
     CUDA_ERROR_ASSERT},
    {"trap", "trap;", CUDA_ERROR_LAUNCH_FAILED},
    {"barrierThatIsNone", "mov.u32 %r2, 16; barrier.sync %r2;",
     CUDA_ERROR_ILLEGAL_INSTRUCTION},
    {"callOfNothing",
     "mov.u64 %rd2, 64; { prototype : .callprototype _ (); call %rd2, (), "
     "prototype; }",
     CUDA_ERROR_INVALID_PC},
    {"waitForEver",
     "wait: ld.acquire.gpu.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; "
     "@%p1 bra wait;",
     CUDA_ERROR_LAUNCH_TIMEOUT},
    {"race", "st.global.u32 [%rd1], %r1;", CUDA_ERROR_LAUNCH_FAILED},
    {"nobodyWrote",
     "ld.global.u32 %r2, [%rd1+4]; setp.eq.u32 %p1, %r2, 1; @%p1 trap;",
     CUDA_ERROR_LAUNCH_FAILED},
};
INSTANTIATE_TEST_SUITE_P(All, FaultTest, testing::ValuesIn(cases),
                         [](const auto &each) { return each.param.name; });

} // namespace
