//===- ClusterTest.cpp - Launches say the shapes of clusters --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <optional>

namespace {

/// Each block stores the number of blocks in its cluster.
const char *const sizes = R"(
.version 8.6
.target sm_90
.address_size 64
.visible .entry free(.param .u64 out)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %cluster_nctarank;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd1, %rd1, %rd2;
  st.global.u32 [%rd1], %r2;
  ret;
}
.visible .entry pairs(.param .u64 out) .reqnctapercluster 2
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %cluster_nctarank;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd1, %rd1, %rd2;
  st.global.u32 [%rd1], %r2;
  ret;
}
.visible .entry small(.param .u64 out) .maxclusterrank 4 { ret; }
)";

struct Shape {
  unsigned x, y = 1, z = 1;
};

class ClusterTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_EQ(cuModuleLoadData(&module, sizes), CUDA_SUCCESS);
    out = allocate(blocks * sizeof(unsigned));
  }

  CUresult launch(const char *name, std::optional<Shape> cluster,
                  std::optional<Shape> preferred, unsigned grid = blocks) {
    std::vector<CUlaunchAttribute> attributes;
    auto add = [&](CUlaunchAttributeID id, std::optional<Shape> shape) {
      if (!shape)
        return;
      CUlaunchAttribute attribute = {};
      attribute.id = id;
      attribute.value.clusterDim = {shape->x, shape->y, shape->z};
      attributes.push_back(attribute);
    };
    add(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, cluster);
    add(CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION, preferred);
    CUlaunchConfig config = {};
    config.gridDimX = grid;
    config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = config.blockDimY = config.blockDimZ = 1;
    config.attrs = attributes.data();
    config.numAttrs = attributes.size();
    void *parameters[] = {&out};
    return cuLaunchKernelEx(&config, getFunction(name), parameters, nullptr);
  }

  /// Checks that all clusters of the launch had `size` blocks.
  void expectSize(unsigned size) {
    unsigned host[blocks];
    ASSERT_EQ(cuMemcpyDtoH_v2(host, out, sizeof host), CUDA_SUCCESS);
    for (unsigned i = 0; i < blocks; ++i)
      EXPECT_EQ(host[i], size) << i;
  }

  /// Checks that the launch is refused with this message, and leaves the
  /// context usable.
  void expectRefused(CUresult result, const char *words) {
    std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(result, CUDA_ERROR_INVALID_CLUSTER_SIZE) << words;
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    testing::internal::CaptureStderr();
  }

  static constexpr unsigned blocks = 8;
  CUdeviceptr out = 0;
};

TEST_F(ClusterTest, HaveTheShapeOfTheLaunchOrTheEntry) {
  ASSERT_EQ(launch("free", Shape{4}, {}), CUDA_SUCCESS);
  expectSize(4);
  ASSERT_EQ(launch("pairs", {}, {}), CUDA_SUCCESS);
  expectSize(2);
}

TEST_F(ClusterTest, HaveThePreferredShapeWhereThereIsRoom) {
  ASSERT_EQ(launch("free", Shape{2}, Shape{4}), CUDA_SUCCESS);
  expectSize(4);
  ASSERT_EQ(launch("pairs", {}, Shape{8}), CUDA_SUCCESS);
  expectSize(8);
}

TEST_F(ClusterTest, OfMoreThanEightBlocksAreAllowedByTheFunction) {
  testing::internal::CaptureStderr();
  expectRefused(launch("free", Shape{16}, {}, 16), "is not portable");
  testing::internal::GetCapturedStderr();
  CUfunction function = getFunction("free");
  auto attribute = CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED;
  int isAllowed = -1;
  ASSERT_EQ(cuFuncGetAttribute(&isAllowed, attribute, function), CUDA_SUCCESS);
  EXPECT_EQ(isAllowed, 0);
  ASSERT_EQ(cuFuncSetAttribute(function, attribute, 1), CUDA_SUCCESS);
  ASSERT_EQ(cuFuncGetAttribute(&isAllowed, attribute, function), CUDA_SUCCESS);
  EXPECT_EQ(isAllowed, 1);
  cuMemFree_v2(out);
  out = allocate(16 * sizeof(unsigned));
  ASSERT_EQ(launch("free", Shape{16}, {}, 16), CUDA_SUCCESS);
  expectSize(16);
}

TEST_F(ClusterTest, HaveNoPreferredShapeWithoutAnother) {
  ASSERT_EQ(launch("free", {}, Shape{4}), CUDA_SUCCESS);
  expectSize(1);
}

TEST_F(ClusterTest, AreRefusedWhereTheShapesDoNotFit) {
  testing::internal::CaptureStderr();
  expectRefused(launch("free", Shape{2}, Shape{3}), "no multiple of the shape");
  expectRefused(launch("free", Shape{2}, Shape{2, 0}),
                "no multiple of the shape");
  expectRefused(launch("free", Shape{1, 1, 1}, Shape{1, 1, 2}), "dimension 2");
  expectRefused(launch("free", Shape{2}, Shape{4}, 6),
                "no multiple of the preferred cluster shape");
  expectRefused(launch("free", Shape{4}, {}, 6),
                "no multiple of the cluster shape");
  expectRefused(launch("free", Shape{2}, Shape{32}, 32), "1 to 16 blocks");
  expectRefused(launch("small", Shape{2}, Shape{8}), ".maxclusterrank");
  expectRefused(launch("pairs", Shape{4}, {}), ".reqnctapercluster");
  testing::internal::GetCapturedStderr();
}

} // namespace
