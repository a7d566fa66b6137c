//===- LinkTest.cpp - PTX modules become one program ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cstring>

namespace {

/// Each module has its own function and variable called `step`.
constexpr const char *caller = R"(
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 r) next(.param .b32 x);
.extern .global .align 4 .u32 shared;
.global .align 4 .u32 step = 100;
.visible .global .align 8 .u64 place = step;
.func (.param .b32 r) own(.param .b32 x)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [x];
  ld.global.u32 %r2, [step];
  add.u32 %r1, %r1, %r2;
  st.param.b32 [r], %r1;
  ret;
}
.weak .func (.param .b32 r) either(.param .b32 x)
{
  .reg .b32 %r<2>;
  mov.b32 %r1, 50000;
  st.param.b32 [r], %r1;
  ret;
}
.visible .entry run(.param .u64 out)
{
  .reg .b32 %r<6>;
  .reg .b64 %rd<3>;
  .param .b32 p;
  .param .b32 q;
  ld.param.u64 %rd1, [out];
  mov.b32 %r1, 1;
  st.param.b32 [p], %r1;
  call (q), next, (p);
  ld.param.b32 %r2, [q];
  st.param.b32 [p], %r2;
  call (q), own, (p);
  ld.param.b32 %r3, [q];
  call (q), either, (p);
  ld.param.b32 %r4, [q];
  add.u32 %r3, %r3, %r4;
  ld.global.u32 %r5, [shared];
  add.u32 %r3, %r3, %r5;
  ld.global.u64 %rd2, [place];
  ld.global.u32 %r5, [%rd2];
  add.u32 %r3, %r3, %r5;
  st.global.u32 [%rd1], %r3;
  ret;
}
)";

constexpr const char *callee = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 shared = 7000;
.global .align 4 .u32 step = 10;
.func (.param .b32 r) own(.param .b32 x)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [x];
  ld.global.u32 %r2, [step];
  add.u32 %r1, %r1, %r2;
  st.param.b32 [r], %r1;
  ret;
}
.visible .func (.param .b32 r) next(.param .b32 x)
{
  .reg .b32 %r<2>;
  .param .b32 p;
  .param .b32 q;
  ld.param.b32 %r1, [x];
  st.param.b32 [p], %r1;
  call (q), own, (p);
  ld.param.b32 %r1, [q];
  st.param.b32 [r], %r1;
  ret;
}
.weak .func (.param .b32 r) either(.param .b32 x)
{
  .reg .b32 %r<2>;
  mov.b32 %r1, 90000;
  st.param.b32 [r], %r1;
  ret;
}
)";

class LinkTest : public DriverTest {
protected:
  CUresult add(const char *ptx, CUjitInputType type = CU_JIT_INPUT_PTX) {
    return cuLinkAddData_v2(state, type, const_cast<char *>(ptx), strlen(ptx),
                            "module", 0, nullptr, nullptr);
  }

  CUlinkState state = nullptr;
  void *image = nullptr;
  size_t bytes = 0;
};

TEST_F(LinkTest, LinksPtx) {
  ASSERT_EQ(cuLinkCreate_v2(0, nullptr, nullptr, &state), CUDA_SUCCESS);
  ASSERT_EQ(add(caller), CUDA_SUCCESS);
  ASSERT_EQ(add(callee), CUDA_SUCCESS);
  ASSERT_EQ(cuLinkComplete(state, &image, &bytes), CUDA_SUCCESS);
  // A copy of the image outlives the link.
  std::vector<char> kept(static_cast<char *>(image),
                         static_cast<char *>(image) + bytes);
  EXPECT_EQ(add(caller), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);

  CUfunction run;
  CUdeviceptr out = allocate(4);
  ASSERT_EQ(cuModuleLoadData(&module, kept.data()), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetFunction(&run, module, "run"), CUDA_SUCCESS);
  void *parameters[] = {&out};
  ASSERT_EQ(
      cuLaunchKernel(run, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr),
      CUDA_SUCCESS);
  unsigned result;
  ASSERT_EQ(cuMemcpyDtoH_v2(&result, out, 4), CUDA_SUCCESS);
  EXPECT_EQ(result, 1u + 10 + 100 + 50000 + 7000 + 100);
}

/// A function that another language declares with the result of its calling
/// convention, and that returns nothing.
TEST_F(LinkTest, LinksAFunctionThatLacksItsResult) {
  constexpr const char *declares = R"(
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 status) put(.param .b64 to);
.visible .entry run(.param .u64 out)
{
  .reg .b64 %rd<2>;
  .param .b64 p;
  .param .b32 q;
  ld.param.u64 %rd1, [out];
  st.param.b64 [p], %rd1;
  call (q), put, (p);
  ret;
}
)";
  constexpr const char *defines = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .func put(.param .b64 to)
{
  .reg .b64 %rd<2>;
  ld.param.b64 %rd1, [to];
  st.u32 [%rd1], 7;
  ret;
}
)";
  for (bool isDefinedFirst : {false, true}) {
    ASSERT_EQ(cuLinkCreate_v2(0, nullptr, nullptr, &state), CUDA_SUCCESS);
    ASSERT_EQ(add(isDefinedFirst ? defines : declares), CUDA_SUCCESS);
    ASSERT_EQ(add(isDefinedFirst ? declares : defines), CUDA_SUCCESS);
    ASSERT_EQ(cuLinkComplete(state, &image, &bytes), CUDA_SUCCESS);
    CUfunction run;
    CUdeviceptr out = allocate(4);
    CUmodule linked;
    ASSERT_EQ(cuModuleLoadData(&linked, image), CUDA_SUCCESS);
    ASSERT_EQ(cuModuleGetFunction(&run, linked, "run"), CUDA_SUCCESS);
    void *parameters[] = {&out};
    ASSERT_EQ(
        cuLaunchKernel(run, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr),
        CUDA_SUCCESS);
    unsigned result = 0;
    ASSERT_EQ(cuMemcpyDtoH_v2(&result, out, 4), CUDA_SUCCESS);
    EXPECT_EQ(result, 7u);
    EXPECT_EQ(cuModuleUnload(linked), CUDA_SUCCESS);
    EXPECT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);
  }
}

TEST_F(LinkTest, TellsWhatIsWrong) {
  char text[200] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {text, reinterpret_cast<void *>(sizeof text)};
  ASSERT_EQ(cuLinkCreate_v2(2, options, values, &state), CUDA_SUCCESS);
  ASSERT_EQ(add(callee), CUDA_SUCCESS);
  ASSERT_EQ(add(callee), CUDA_SUCCESS);
  testing::internal::CaptureStderr();
  EXPECT_EQ(cuLinkComplete(state, &image, &bytes), CUDA_ERROR_INVALID_PTX);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("is defined twice"),
            std::string::npos);
  EXPECT_NE(strstr(text, "'shared' is defined twice"), nullptr) << text;
  EXPECT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);
}

TEST_F(LinkTest, RefusesBadArguments) {
  EXPECT_EQ(cuLinkCreate_v2(0, nullptr, nullptr, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLinkCreate_v2(1, nullptr, nullptr, &state),
            CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuLinkCreate_v2(0, nullptr, nullptr, &state), CUDA_SUCCESS);
  EXPECT_EQ(cuLinkComplete(state, &image, &bytes), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLinkAddData_v2(state, CU_JIT_INPUT_PTX, nullptr, 4, nullptr, 0,
                             nullptr, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLinkAddFile_v2(state, CU_JIT_INPUT_PTX, "/no/such.ptx", 0,
                             nullptr, nullptr),
            CUDA_ERROR_FILE_NOT_FOUND);
  testing::internal::CaptureStderr();
  EXPECT_EQ(add("bitcode", CU_JIT_INPUT_NVVM), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(add("!<arch>\n", CU_JIT_INPUT_LIBRARY), CUDA_ERROR_NOT_SUPPORTED);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);
  EXPECT_EQ(cuLinkDestroy(state), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(add(caller), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLinkComplete(foreign<CUlinkState>(), &image, &bytes),
            CUDA_ERROR_INVALID_HANDLE);
}

} // namespace
