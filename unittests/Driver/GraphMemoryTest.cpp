//===- GraphMemoryTest.cpp - Graphs that allocate and free memory ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cstring>

namespace {

constexpr size_t bytes = 4096;

class GraphMemoryTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_EQ(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
  }

  static CUDA_MEM_ALLOC_NODE_PARAMS howToAllocate() {
    CUDA_MEM_ALLOC_NODE_PARAMS how = {};
    how.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    how.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    how.bytesize = bytes;
    return how;
  }
  /// Adds a node that allocates, behind all nodes; returns its address.
  CUdeviceptr allocateIn(CUgraph in) {
    CUDA_MEM_ALLOC_NODE_PARAMS how = howToAllocate();
    EXPECT_EQ(cuGraphAddMemAllocNode(&last, in, &last, last ? 1 : 0, &how),
              CUDA_SUCCESS);
    return how.dptr;
  }
  CUresult freeIn(CUgraph in, CUdeviceptr address) {
    return cuGraphAddMemFreeNode(&last, in, &last, last ? 1 : 0, address);
  }
  void fillIn(CUgraph in, CUdeviceptr address, unsigned value) {
    CUDA_MEMSET_NODE_PARAMS how = {address, 0, value, 1, bytes, 1};
    EXPECT_EQ(
        cuGraphAddMemsetNode(&last, in, &last, last ? 1 : 0, &how, context),
        CUDA_SUCCESS);
  }
  CUgraphExec instantiate(CUgraph of, uint64_t flags = 0) {
    CUgraphExec exec = nullptr;
    EXPECT_EQ(cuGraphInstantiateWithFlags(&exec, of, flags), CUDA_SUCCESS);
    return exec;
  }
  CUresult launch(CUgraphExec exec) {
    if (CUresult result = cuGraphLaunch(exec, stream))
      return result;
    return cuStreamSynchronize(stream);
  }
  /// The first byte at an address, or -1 if the device has none there.
  int read(CUdeviceptr address) {
    unsigned char byte;
    return cuMemcpyDtoH_v2(&byte, address, 1) ? -1 : byte;
  }
  uint64_t attribute(CUgraphMem_attribute which) {
    uint64_t value = 99;
    EXPECT_EQ(cuDeviceGetGraphMemAttribute(0, which, &value), CUDA_SUCCESS);
    return value;
  }

  CUstream stream = nullptr;
  CUgraph graph = nullptr;
  CUgraphNode last = nullptr;
};

TEST_F(GraphMemoryTest, AllocatesUsesAndFreesInEachLaunch) {
  CUdeviceptr result = allocate(bytes), address = allocateIn(graph);
  ASSERT_NE(address, 0u);
  fillIn(graph, address, 7);
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = address;
  copy.dstDevice = result;
  copy.WidthInBytes = bytes;
  copy.Height = copy.Depth = 1;
  ASSERT_EQ(cuGraphAddMemcpyNode(&last, graph, &last, 1, &copy, context),
            CUDA_SUCCESS);
  ASSERT_EQ(freeIn(graph, address), CUDA_SUCCESS);
  CUgraphExec exec = instantiate(graph);
  size_t before, total, after;
  ASSERT_EQ(cuMemGetInfo_v2(&before, &total), CUDA_SUCCESS);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(cuMemsetD8_v2(result, 0, bytes), CUDA_SUCCESS);
    ASSERT_EQ(launch(exec), CUDA_SUCCESS);
    EXPECT_EQ(read(result), 7);
  }
  ASSERT_EQ(cuMemGetInfo_v2(&after, &total), CUDA_SUCCESS);
  EXPECT_EQ(before, after);
  EXPECT_EQ(attribute(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), 0u);
  EXPECT_EQ(attribute(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH), bytes);
  // The owner frees it, and nobody else may.
  EXPECT_EQ(cuMemFree_v2(address), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFreeAsync(address, stream), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(GraphMemoryTest, LeavesMemoryThatCallsFree) {
  CUdeviceptr address = allocateIn(graph);
  fillIn(graph, address, 5);
  CUgraphExec exec = instantiate(graph);
  EXPECT_EQ(cuMemFree_v2(address), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuGraphLaunch(exec, stream), CUDA_SUCCESS);
  // The memory is still there, so the graph cannot allocate it again.
  EXPECT_EQ(cuGraphLaunch(exec, stream), CUDA_ERROR_INVALID_VALUE);
  // A stream may use it behind the launch.
  ASSERT_EQ(cuMemsetD8Async(address, 6, 1, stream), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamSynchronize(stream), CUDA_SUCCESS);
  EXPECT_EQ(read(address), 6);
  EXPECT_EQ(read(address + 1), 5);
  ASSERT_EQ(cuMemFreeAsync(address, stream), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFreeAsync(address, stream), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuGraphLaunch(exec, stream), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree_v2(address), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree_v2(address), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(attribute(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), 0u);
}

TEST_F(GraphMemoryTest, FreesAtTheNextLaunchIfAsked) {
  CUdeviceptr address = allocateIn(graph);
  fillIn(graph, address, 5);
  CUgraphExec exec =
      instantiate(graph, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(launch(exec), CUDA_SUCCESS);
  EXPECT_EQ(read(address), 5);
  EXPECT_EQ(attribute(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), bytes);
  // It outlives its graph.
  ASSERT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
  EXPECT_EQ(read(address), 5);
  EXPECT_EQ(cuMemFree_v2(address), CUDA_SUCCESS);
}

TEST_F(GraphMemoryTest, IsFreedByAnotherGraph) {
  CUgraph other;
  ASSERT_EQ(cuGraphCreate(&other, 0), CUDA_SUCCESS);
  CUdeviceptr address = allocateIn(graph);
  last = nullptr;
  ASSERT_EQ(freeIn(other, address), CUDA_SUCCESS);
  EXPECT_EQ(freeIn(other, address), CUDA_ERROR_INVALID_VALUE);
  last = nullptr;
  EXPECT_EQ(freeIn(graph, address), CUDA_ERROR_INVALID_VALUE);
  CUgraphExec allocates = instantiate(graph), frees = instantiate(other);
  EXPECT_EQ(cuGraphLaunch(frees, stream), CUDA_ERROR_INVALID_VALUE);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(launch(allocates), CUDA_SUCCESS);
    ASSERT_EQ(launch(frees), CUDA_SUCCESS);
  }
  EXPECT_EQ(attribute(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), 0u);
}

TEST_F(GraphMemoryTest, IsCaptured) {
  CUdeviceptr address, result = allocate(bytes);
  ASSERT_EQ(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL),
            CUDA_SUCCESS);
  ASSERT_EQ(cuMemAllocAsync(&address, bytes, stream), CUDA_SUCCESS);
  ASSERT_EQ(cuMemsetD8Async(address, 9, bytes, stream), CUDA_SUCCESS);
  ASSERT_EQ(cuMemcpyDtoDAsync_v2(result, address, bytes, stream), CUDA_SUCCESS);
  ASSERT_EQ(cuMemFreeAsync(address, stream), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFreeAsync(result, stream), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuStreamEndCapture(stream, &graph), CUDA_SUCCESS);
  CUgraphNode nodes[4];
  size_t count = 4;
  ASSERT_EQ(cuGraphGetNodes(graph, nodes, &count), CUDA_SUCCESS);
  ASSERT_EQ(count, 4u);
  CUgraphNodeType first, fourth;
  ASSERT_EQ(cuGraphNodeGetType(nodes[0], &first), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphNodeGetType(nodes[3], &fourth), CUDA_SUCCESS);
  EXPECT_EQ(first, CU_GRAPH_NODE_TYPE_MEM_ALLOC);
  EXPECT_EQ(fourth, CU_GRAPH_NODE_TYPE_MEM_FREE);
  CUDA_MEM_ALLOC_NODE_PARAMS how;
  CUdeviceptr freed = 0;
  ASSERT_EQ(cuGraphMemAllocNodeGetParams(nodes[0], &how), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphMemFreeNodeGetParams(nodes[3], &freed), CUDA_SUCCESS);
  EXPECT_EQ(how.dptr, address);
  EXPECT_EQ(how.bytesize, bytes);
  EXPECT_EQ(freed, address);
  ASSERT_EQ(launch(instantiate(graph)), CUDA_SUCCESS);
  EXPECT_EQ(read(result), 9);
}

TEST_F(GraphMemoryTest, KeepsItsGraphAsItIs) {
  CUdeviceptr address = allocateIn(graph);
  CUgraphNode allocates = last, holder;
  fillIn(graph, address, 1);
  CUgraph copy, parent;
  CUgraphExec exec = instantiate(graph), second;
  ASSERT_EQ(cuGraphCreate(&parent, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphClone(&copy, graph), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddChildGraphNode(&holder, parent, nullptr, 0, graph),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphDestroyNode(last), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphRemoveDependencies(graph, &allocates, &last, 1),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphInstantiateWithFlags(&second, graph, 0),
            CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphInstantiateWithFlags(&second, graph, 0), CUDA_SUCCESS);
  CUgraphExecUpdateResultInfo info;
  EXPECT_EQ(cuGraphExecUpdate_v2(second, graph, &info), CUDA_SUCCESS);
  // Another node of the same kind has other addresses.
  CUgraph other;
  ASSERT_EQ(cuGraphCreate(&other, 0), CUDA_SUCCESS);
  last = nullptr;
  fillIn(other, allocateIn(other), 1);
  EXPECT_EQ(cuGraphExecUpdate_v2(second, other, &info),
            CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
}

TEST_F(GraphMemoryTest, RefusesWrongParameters) {
  CUgraphNode node;
  auto refuses = [&](CUDA_MEM_ALLOC_NODE_PARAMS how) {
    return cuGraphAddMemAllocNode(&node, graph, nullptr, 0, &how) ==
           CUDA_ERROR_INVALID_VALUE;
  };
  CUDA_MEM_ALLOC_NODE_PARAMS how = howToAllocate();
  how.bytesize = 0;
  EXPECT_TRUE(refuses(how));
  how = howToAllocate();
  how.poolProps.location.id = 1;
  EXPECT_TRUE(refuses(how));
  how = howToAllocate();
  how.poolProps.handleTypes = 1;
  EXPECT_TRUE(refuses(how));
  how = howToAllocate();
  how.accessDescCount = 1;
  EXPECT_TRUE(refuses(how));
  EXPECT_EQ(cuGraphAddMemAllocNode(&node, graph, nullptr, 0, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddMemFreeNode(&node, graph, nullptr, 0, allocate(bytes)),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddMemFreeNode(&node, graph, nullptr, 0, 1),
            CUDA_ERROR_INVALID_VALUE);
  uint64_t value = 1;
  EXPECT_EQ(
      cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &value),
      CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceGraphMemTrim(1), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuDeviceGraphMemTrim(0), CUDA_SUCCESS);
}

/// The graph's memory has none of the bytes of an earlier launch: reading them
/// is an error of the kernel.
TEST_F(GraphMemoryTest, IsUnwrittenInEachLaunch) {
  CUdeviceptr address = allocateIn(graph), sum = allocate(16);
  int count = 1;
  void *parameters[] = {&address, &address, &sum, &count};
  CUDA_KERNEL_NODE_PARAMS how = {};
  how.func = getFunction("add");
  how.gridDimX = how.gridDimY = how.gridDimZ = 1;
  how.blockDimX = how.blockDimY = how.blockDimZ = 1;
  how.kernelParams = parameters;
  ASSERT_EQ(cuGraphAddKernelNode_v2(&last, graph, &last, 1, &how),
            CUDA_SUCCESS);
  testing::internal::CaptureStderr();
  EXPECT_NE(launch(instantiate(graph)), CUDA_SUCCESS);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("nobody has written"),
            std::string::npos);
}

} // namespace
