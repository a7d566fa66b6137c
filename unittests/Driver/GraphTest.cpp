//===- GraphTest.cpp - Graphs, made by hand -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphHarness.h"
#include <algorithm>

namespace {

TEST_F(GraphTest, RunsInTheOrderOfItsEdges) {
  CUgraphNode c = say('c'), a = say('a'), b = say('b', {a});
  ASSERT_EQ(cuGraphAddDependencies(graph, &b, &c, 1), CUDA_SUCCESS);
  CUgraphExec exec = instantiate(graph);
  EXPECT_EQ(launch(exec), "abc");
  EXPECT_EQ(launch(exec), "abc");
  // Changes of the graph do not reach an executable graph made from it.
  ASSERT_EQ(cuGraphDestroyNode(b), CUDA_SUCCESS);
  EXPECT_EQ(launch(exec), "abc");
  ASSERT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
  EXPECT_EQ(launch(exec), "abc");
  EXPECT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphLaunch(exec, first), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(GraphTest, ListsNodesAndEdges) {
  CUgraphNode a = say('a'), b = say('b', {a}), c = say('c', {a, b});
  CUgraphNode from[4], to[4];
  size_t count = 4;
  ASSERT_EQ(cuGraphGetEdges(graph, from, to, &count), CUDA_SUCCESS);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(from[3], nullptr);
  count = 4;
  ASSERT_EQ(cuGraphGetRootNodes(graph, from, &count), CUDA_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(from[0], a);
  count = 1;
  ASSERT_EQ(cuGraphNodeGetDependencies(c, from, &count), CUDA_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(from[0], a);
  CUgraphEdgeData data[2] = {{1, 1, 1, {}}, {1, 1, 1, {}}};
  count = 2;
  ASSERT_EQ(cuGraphNodeGetDependentNodes_v2(a, to, data, &count), CUDA_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(to[1], c);
  EXPECT_EQ(data[1].type, 0);
  EXPECT_EQ(cuGraphAddDependencies(graph, &a, &b, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddDependencies(graph, &a, &a, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphRemoveDependencies(graph, &a, &b, 1), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphRemoveDependencies(graph, &a, &b, 1),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphGetEdges(graph, from, nullptr, &count),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphGetNodes(graph, from, nullptr), CUDA_ERROR_INVALID_VALUE);
  CUgraphNodeType type;
  ASSERT_EQ(cuGraphNodeGetType(a, &type), CUDA_SUCCESS);
  EXPECT_EQ(type, CU_GRAPH_NODE_TYPE_HOST);
  EXPECT_EQ(cuGraphNodeGetType(a, nullptr), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuGraphDestroyNode(a), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphNodeGetType(a, &type), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(countNodes(graph), 2u);
}

TEST_F(GraphTest, EdgesSayWhatTheyWaitFor) {
  CUDA_KERNEL_NODE_PARAMS kernel = {getFunction("wild"),
                                    1,
                                    1,
                                    1,
                                    1,
                                    1,
                                    1,
                                    0,
                                    nullptr,
                                    nullptr,
                                    nullptr,
                                    nullptr};
  CUgraphNodeParams how = {};
  how.type = CU_GRAPH_NODE_TYPE_KERNEL;
  how.kernel = kernel;
  CUgraphNode a, b, c = say('c');
  const CUgraphEdgeData plain = {}, triggered = {1, 0, 1, {}};
  ASSERT_EQ(cuGraphAddNode(&a, graph, nullptr, 0, &how), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphAddNode_v2(&b, graph, &a, &triggered, 1, &how),
            CUDA_SUCCESS);
  ASSERT_EQ(cuGraphAddDependencies(graph, &b, &c, 1), CUDA_SUCCESS);
  // Only a call with room for edge data gets them.
  CUgraphNode from[2], to[2];
  CUgraphEdgeData data[2];
  size_t count = 2;
  EXPECT_EQ(cuGraphGetEdges(graph, from, to, &count), CUDA_ERROR_LOSSY_QUERY);
  EXPECT_EQ(cuGraphGetEdges(graph, nullptr, nullptr, &count), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphGetEdges_v2(graph, from, to, data, &count), CUDA_SUCCESS);
  ASSERT_EQ(count, 2u);
  size_t first = to[0] == b ? 0 : 1;
  EXPECT_EQ(from[first], a);
  EXPECT_EQ(data[first].from_port, CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC);
  EXPECT_EQ(data[first].type, CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC);
  EXPECT_EQ(data[1 - first].type, CU_GRAPH_DEPENDENCY_TYPE_DEFAULT);
  count = 1;
  EXPECT_EQ(cuGraphNodeGetDependencies(b, from, &count),
            CUDA_ERROR_LOSSY_QUERY);
  EXPECT_EQ(cuGraphNodeGetDependencies(c, from, &count), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphNodeGetDependencies_v2(b, from, data, &count), CUDA_SUCCESS);
  EXPECT_EQ(data[0].from_port, 1);
  EXPECT_EQ(cuGraphNodeGetDependentNodes(a, to, &count),
            CUDA_ERROR_LOSSY_QUERY);
  // Ports and types that do not belong together, even between kernels.
  const CUgraphEdgeData wrong[] = {{1, 0, 0, {}},
                                   {0, 0, 1, {}},
                                   {3, 0, 1, {}},
                                   {1, 1, 1, {}},
                                   {1, 0, 2, {}}};
  for (const CUgraphEdgeData &each : wrong)
    EXPECT_EQ(cuGraphAddDependencies_v2(graph, &a, &b, &each, 1),
              CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddDependencies_v2(graph, &a, &c, &triggered, 1),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddDependencies_v2(graph, &c, &a, &triggered, 1),
            CUDA_ERROR_INVALID_VALUE);
  const CUgraphEdgeData started = {2, 0, 0, {}};
  EXPECT_EQ(cuGraphAddDependencies_v2(graph, &a, &c, &started, 1),
            CUDA_SUCCESS);
  // Edges with different data are different edges.
  EXPECT_EQ(cuGraphAddDependencies_v2(graph, &a, &b, &triggered, 1),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphRemoveDependencies(graph, &a, &b, 1),
            CUDA_ERROR_INVALID_VALUE);
  CUgraphExec exec = instantiate(graph);
  EXPECT_EQ(cuGraphRemoveDependencies_v2(graph, &a, &b, &triggered, 1),
            CUDA_SUCCESS);
  EXPECT_EQ(cuGraphAddDependencies_v2(graph, &a, &b, &plain, 1), CUDA_SUCCESS);
  CUgraphExecUpdateResultInfo info;
  EXPECT_EQ(cuGraphExecUpdate_v2(exec, graph, &info),
            CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
  EXPECT_EQ(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
}

TEST_F(GraphTest, RefusesACycle) {
  CUgraphNode a = say('a'), b = say('b', {a}), wrong = nullptr;
  ASSERT_EQ(cuGraphAddDependencies(graph, &b, &a, 1), CUDA_SUCCESS);
  CUgraphExec exec;
  char log[64];
  EXPECT_EQ(cuGraphInstantiate_v2(&exec, graph, &wrong, log, sizeof log),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(wrong, a);
  EXPECT_STREQ(log, "the graph has a cycle");
  CUDA_GRAPH_INSTANTIATE_PARAMS how = {};
  EXPECT_EQ(cuGraphInstantiateWithParams(&exec, graph, &how),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(how.result_out, CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE);
}

TEST_F(GraphTest, RunsKernelsCopiesAndFills) {
  CUdeviceptr value = allocate(4), copy = allocate(4);
  CUDA_MEMSET_NODE_PARAMS fill = {value, 0, 5, 4, 1, 1}, otherFill = fill;
  CUgraphNode filled, scaled, copied;
  ASSERT_EQ(cuGraphAddMemsetNode(&filled, graph, nullptr, 0, &fill, context),
            CUDA_SUCCESS);
  void *parameters[] = {&value};
  CUDA_KERNEL_NODE_PARAMS kernel = {
      getFunction("scale"), 1,       1,       1,      1, 1, 1, 0,
      parameters,           nullptr, nullptr, nullptr};
  ASSERT_EQ(cuGraphAddKernelNode_v2(&scaled, graph, &filled, 1, &kernel),
            CUDA_SUCCESS);
  CUDA_MEMCPY3D line = {};
  line.srcMemoryType = line.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  line.srcDevice = value;
  line.dstDevice = copy;
  line.WidthInBytes = 4;
  line.Height = line.Depth = 1;
  ASSERT_EQ(cuGraphAddMemcpyNode(&copied, graph, &scaled, 1, &line, context),
            CUDA_SUCCESS);
  CUgraphExec exec = instantiate(graph);
  auto run = [&] {
    unsigned host = 0;
    EXPECT_EQ(cuGraphLaunch(exec, first), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
    EXPECT_EQ(cuMemcpyDtoH_v2(&host, copy, 4), CUDA_SUCCESS);
    return host;
  };
  EXPECT_EQ(run(), 5u * 3);
  EXPECT_EQ(run(), 5u * 4);
  // New values, only in the executable graph.
  otherFill.value = 7;
  ASSERT_EQ(cuGraphExecMemsetNodeSetParams(exec, filled, &otherFill, context),
            CUDA_SUCCESS);
  EXPECT_EQ(run(), 7u * 5);
  ASSERT_EQ(cuGraphMemsetNodeGetParams(filled, &fill), CUDA_SUCCESS);
  EXPECT_EQ(fill.value, 5u);
  ASSERT_EQ(cuGraphNodeSetEnabled(exec, scaled, 0), CUDA_SUCCESS);
  EXPECT_EQ(run(), 7u);
  unsigned isEnabled = 1;
  ASSERT_EQ(cuGraphNodeGetEnabled(exec, scaled, &isEnabled), CUDA_SUCCESS);
  EXPECT_EQ(isEnabled, 0u);
  // The values of the parameters are owned by the node.
  CUDA_KERNEL_NODE_PARAMS got;
  ASSERT_EQ(cuGraphKernelNodeGetParams_v2(scaled, &got), CUDA_SUCCESS);
  EXPECT_EQ(got.func, kernel.func);
  EXPECT_EQ(*static_cast<CUdeviceptr *>(got.kernelParams[0]), value);
  otherFill.height = 2;
  otherFill.pitch = 4;
  EXPECT_EQ(cuGraphExecMemsetNodeSetParams(exec, filled, &otherFill, context),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphExecMemsetNodeSetParams(exec, scaled, &fill, context),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphMemsetNodeGetParams(scaled, &fill),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(GraphTest, RefusesWrongNodes) {
  CUgraphNode node, a = say('a'), twice[] = {a, a};
  CUDA_MEMSET_NODE_PARAMS fill = {allocate(4), 0, 5, 3, 1, 1};
  EXPECT_EQ(cuGraphAddMemsetNode(&node, graph, nullptr, 0, &fill, context),
            CUDA_ERROR_INVALID_VALUE);
  fill.elementSize = 4;
  EXPECT_EQ(cuGraphAddMemsetNode(&node, graph, nullptr, 0, &fill,
                                 foreign<CUcontext>()),
            CUDA_ERROR_INVALID_CONTEXT);
  fill.width = 2;
  EXPECT_EQ(cuGraphAddMemsetNode(&node, graph, nullptr, 0, &fill, context),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddEmptyNode(&node, graph, twice, 2),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddEmptyNode(&node, graph, nullptr, 1),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddEmptyNode(&node, foreign<CUgraph>(), nullptr, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddEmptyNode(nullptr, graph, nullptr, 0),
            CUDA_ERROR_INVALID_VALUE);
  CUDA_KERNEL_NODE_PARAMS kernel = {};
  kernel.func = getFunction("wild");
  kernel.gridDimX = kernel.gridDimY = kernel.gridDimZ = 1;
  kernel.blockDimX = 2000;
  kernel.blockDimY = kernel.blockDimZ = 1;
  EXPECT_EQ(cuGraphAddKernelNode_v2(&node, graph, nullptr, 0, &kernel),
            CUDA_ERROR_INVALID_VALUE);
  kernel.func = foreign<CUfunction>();
  EXPECT_EQ(cuGraphAddKernelNode_v2(&node, graph, nullptr, 0, &kernel),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      cuGraphAddEventWaitNode(&node, graph, nullptr, 0, foreign<CUevent>()),
      CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      cuGraphAddChildGraphNode(&node, graph, nullptr, 0, foreign<CUgraph>()),
      CUDA_ERROR_INVALID_VALUE);
  CUgraphNodeParams any = {};
  any.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  EXPECT_EQ(cuGraphAddNode(&node, graph, nullptr, 0, &any),
            CUDA_ERROR_NOT_SUPPORTED);
  any.type = CUgraphNodeType(99);
  EXPECT_EQ(cuGraphAddNode(&node, graph, nullptr, 0, &any),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(countNodes(graph), 1u);
}

TEST_F(GraphTest, HoldsOtherGraphsAndClones) {
  CUgraph outer, inner, clone;
  CUgraphNode child, last, found;
  CUgraphNode a = say('a');
  say('b', {a});
  ASSERT_EQ(cuGraphCreate(&outer, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphAddChildGraphNode(&child, outer, nullptr, 0, graph),
            CUDA_SUCCESS);
  CUgraphNodeParams how = {};
  how.type = CU_GRAPH_NODE_TYPE_HOST;
  how.host = hostCall('c');
  ASSERT_EQ(cuGraphAddNode(&last, outer, &child, 1, &how), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphChildGraphNodeGetGraph(child, &inner), CUDA_SUCCESS);
  EXPECT_NE(inner, graph);
  EXPECT_EQ(cuGraphDestroy(inner), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(countNodes(inner), 2u);
  EXPECT_EQ(launch(instantiate(outer)), "abc");
  ASSERT_EQ(cuGraphClone(&clone, outer), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphNodeFindInClone(&found, last, clone), CUDA_SUCCESS);
  how.host = hostCall('d');
  ASSERT_EQ(cuGraphNodeSetParams(found, &how), CUDA_SUCCESS);
  EXPECT_EQ(launch(instantiate(clone)), "abd");
  EXPECT_EQ(launch(instantiate(outer)), "abc");
  EXPECT_EQ(cuGraphNodeFindInClone(&found, last, graph),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(GraphTest, UpdatesWhatHasTheSameShape) {
  CUgraphNode a = say('a');
  say('b', {a});
  CUgraphExec exec = instantiate(graph);
  CUgraph other = nullptr;
  ASSERT_EQ(cuGraphCreate(&other, 0), CUDA_SUCCESS);
  std::swap(graph, other);
  CUgraphNode c = say('c'), d = say('d', {c});
  CUgraphExecUpdateResultInfo info;
  EXPECT_EQ(cuGraphExecUpdate_v2(exec, graph, &info), CUDA_SUCCESS);
  EXPECT_EQ(info.result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
  EXPECT_EQ(launch(exec), "cd");
  // It is changed by the handles of the nodes that it was made from.
  CUDA_HOST_NODE_PARAMS how = hostCall('e');
  EXPECT_EQ(cuGraphExecHostNodeSetParams(exec, a, &how), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphExecHostNodeSetParams(exec, c, &how),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(exec), "ed");
  ASSERT_EQ(cuGraphRemoveDependencies(graph, &c, &d, 1), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphExecUpdate_v2(exec, graph, &info),
            CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
  EXPECT_EQ(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
  EXPECT_EQ(info.errorNode, d);
  ASSERT_EQ(cuGraphDestroyNode(d), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphAddEmptyNode(&d, graph, &c, 1), CUDA_SUCCESS);
  CUgraphExecUpdateResult result;
  EXPECT_EQ(cuGraphExecUpdate(exec, graph, nullptr, &result),
            CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
  EXPECT_EQ(result, CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED);
  EXPECT_EQ(launch(exec), "ed");
}

TEST_F(GraphTest, KeepsObjectsOfTheProgram) {
  CUuserObject object;
  auto destroy = [](void *text) { *static_cast<std::string *>(text) += '!'; };
  EXPECT_EQ(cuUserObjectCreate(&object, &said, destroy, 1, 0),
            CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuUserObjectCreate(&object, &said, destroy, 1,
                               CU_USER_OBJECT_NO_DESTRUCTOR_SYNC),
            CUDA_SUCCESS);
  ASSERT_EQ(cuGraphRetainUserObject(graph, object, 1, 0), CUDA_SUCCESS);
  CUgraphExec exec = instantiate(graph);
  ASSERT_EQ(cuUserObjectRelease(object, 1), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
  EXPECT_EQ(said, "");
  ASSERT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
  EXPECT_EQ(said, "!");
  EXPECT_EQ(cuUserObjectRetain(object, 1), CUDA_ERROR_INVALID_VALUE);
}

} // namespace
