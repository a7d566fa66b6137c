//===- GraphTest.cpp - Graphs, made by hand and by capture ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <algorithm>
#include <list>
#include <thread>

namespace {

class GraphTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_EQ(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuEventCreate(&fork, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuEventCreate(&join, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
  }
  void TearDown() override {
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    EXPECT_EQ(cuThreadExchangeStreamCaptureMode(&mode), CUDA_SUCCESS);
    DriverTest::TearDown();
  }

  /// A node that appends a letter to `said`.
  CUgraphNode say(char letter, const std::vector<CUgraphNode> &after = {}) {
    CUDA_HOST_NODE_PARAMS how = hostCall(letter);
    CUgraphNode node = nullptr;
    EXPECT_EQ(
        cuGraphAddHostNode(&node, graph, after.data(), after.size(), &how),
        CUDA_SUCCESS);
    return node;
  }
  CUDA_HOST_NODE_PARAMS hostCall(char letter) {
    letters.push_back({&said, letter});
    return {&append, &letters.back()};
  }
  CUresult sayIn(CUstream stream, char letter) {
    CUDA_HOST_NODE_PARAMS how = hostCall(letter);
    return cuLaunchHostFunc(stream, how.fn, how.userData);
  }

  CUgraphExec instantiate(CUgraph of) {
    CUgraphExec exec = nullptr;
    EXPECT_EQ(cuGraphInstantiateWithFlags(&exec, of, 0), CUDA_SUCCESS);
    return exec;
  }
  /// The letters that a launch appends.
  std::string launch(CUgraphExec exec) {
    said.clear();
    EXPECT_EQ(cuGraphLaunch(exec, first), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamSynchronize(first), CUDA_SUCCESS);
    return said;
  }
  size_t countNodes(CUgraph of) {
    size_t count = 99;
    EXPECT_EQ(cuGraphGetNodes(of, nullptr, &count), CUDA_SUCCESS);
    return count;
  }
  CUresult begin(CUstream stream,
                 CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED) {
    return cuStreamBeginCapture_v2(stream, mode);
  }
  CUstreamCaptureStatus status(CUstream stream) {
    CUstreamCaptureStatus is;
    EXPECT_EQ(cuStreamIsCapturing(stream, &is), CUDA_SUCCESS);
    return is;
  }
  /// Ends a capture that an earlier call has invalidated; returns the result.
  CUresult end(CUstream stream) {
    captured = foreign<CUgraph>();
    CUresult result = cuStreamEndCapture(stream, &captured);
    EXPECT_EQ(captured != nullptr, result == CUDA_SUCCESS);
    return result;
  }

  struct Letter {
    std::string *said;
    char letter;
  };
  static void append(void *letter) {
    auto *which = static_cast<Letter *>(letter);
    *which->said += which->letter;
  }
  std::string said;
  std::list<Letter> letters;
  CUstream first, second;
  CUevent fork, join;
  CUgraph graph, captured;
};

//===----------------------------------------------------------------------===//
// By hand
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Capture
//===----------------------------------------------------------------------===//

TEST_F(GraphTest, CapturesTwoStreams) {
  ASSERT_EQ(begin(first), CUDA_SUCCESS);
  EXPECT_EQ(begin(first), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_EQ(status(first), CU_STREAM_CAPTURE_STATUS_ACTIVE);
  ASSERT_EQ(sayIn(first, 'a'), CUDA_SUCCESS);
  ASSERT_EQ(cuEventRecord(fork, first), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWaitEvent(second, fork, 0), CUDA_SUCCESS);
  EXPECT_EQ(status(second), CU_STREAM_CAPTURE_STATUS_ACTIVE);
  ASSERT_EQ(sayIn(second, 'b'), CUDA_SUCCESS);
  ASSERT_EQ(cuEventRecord(join, second), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWaitEvent(first, join, 0), CUDA_SUCCESS);
  ASSERT_EQ(sayIn(first, 'c'), CUDA_SUCCESS);
  EXPECT_EQ(said, "");
  CUstreamCaptureStatus is;
  uint64_t id = 0, other = 1;
  CUgraph within = nullptr;
  const CUgraphNode *after = nullptr;
  size_t count = 0;
  ASSERT_EQ(cuStreamGetCaptureInfo_v2(first, &is, &id, &within, &after, &count),
            CUDA_SUCCESS);
  ASSERT_EQ(cuStreamGetCaptureInfo(second, &is, &other), CUDA_SUCCESS);
  EXPECT_EQ(id, other);
  EXPECT_EQ(count, 1u);
  ASSERT_EQ(end(first), CUDA_SUCCESS);
  EXPECT_EQ(captured, within);
  EXPECT_EQ(status(second), CU_STREAM_CAPTURE_STATUS_NONE);
  EXPECT_EQ(countNodes(captured), 3u);
  EXPECT_EQ(launch(instantiate(captured)), "abc");
  EXPECT_EQ(end(first), CUDA_ERROR_ILLEGAL_STATE);
}

TEST_F(GraphTest, CapturesKernelsAndCopies) {
  CUdeviceptr value = allocate(4);
  unsigned host = 0;
  CUfunction scale = getFunction("scale");
  void *parameters[] = {&value};
  ASSERT_EQ(begin(first), CUDA_SUCCESS);
  ASSERT_EQ(cuMemsetD32Async(value, 2, 1, first), CUDA_SUCCESS);
  ASSERT_EQ(
      cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, first, parameters, nullptr),
      CUDA_SUCCESS);
  ASSERT_EQ(cuMemcpyDtoHAsync_v2(&host, value, 4, first), CUDA_SUCCESS);
  ASSERT_EQ(end(first), CUDA_SUCCESS);
  EXPECT_EQ(host, 0u);
  CUgraphNode nodes[3];
  size_t count = 3;
  ASSERT_EQ(cuGraphGetNodes(captured, nodes, &count), CUDA_SUCCESS);
  CUgraphNodeType types[3];
  for (unsigned i = 0; i < 3; ++i)
    ASSERT_EQ(cuGraphNodeGetType(nodes[i], &types[i]), CUDA_SUCCESS);
  EXPECT_EQ(types[0], CU_GRAPH_NODE_TYPE_MEMSET);
  EXPECT_EQ(types[1], CU_GRAPH_NODE_TYPE_KERNEL);
  EXPECT_EQ(types[2], CU_GRAPH_NODE_TYPE_MEMCPY);
  (void)launch(instantiate(captured));
  EXPECT_EQ(host, 6u);
}

TEST_F(GraphTest, CapturesALaunchAsAChild) {
  say('a');
  CUgraphExec exec = instantiate(graph);
  ASSERT_EQ(begin(first), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphLaunch(exec, first), CUDA_SUCCESS);
  ASSERT_EQ(sayIn(first, 'b'), CUDA_SUCCESS);
  ASSERT_EQ(end(first), CUDA_SUCCESS);
  EXPECT_EQ(launch(instantiate(captured)), "ab");
}

TEST_F(GraphTest, CapturesToAGraphOfTheProgram) {
  CUgraphNode a = say('a');
  ASSERT_EQ(cuStreamBeginCaptureToGraph(first, graph, &a, nullptr, 1,
                                        CU_STREAM_CAPTURE_MODE_RELAXED),
            CUDA_SUCCESS);
  ASSERT_EQ(sayIn(first, 'b'), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(end(first), CUDA_SUCCESS);
  EXPECT_EQ(captured, graph);
  EXPECT_EQ(launch(instantiate(graph)), "ab");
}

TEST_F(GraphTest, RecordsAndAwaitsEventsOutside) {
  ASSERT_EQ(begin(first), CUDA_SUCCESS);
  ASSERT_EQ(sayIn(first, 'a'), CUDA_SUCCESS);
  ASSERT_EQ(cuEventRecordWithFlags(fork, first, CU_EVENT_RECORD_EXTERNAL),
            CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWaitEvent(first, join, CU_EVENT_WAIT_EXTERNAL),
            CUDA_SUCCESS);
  ASSERT_EQ(end(first), CUDA_SUCCESS);
  CUgraphNode nodes[3];
  size_t count = 3;
  ASSERT_EQ(cuGraphGetNodes(captured, nodes, &count), CUDA_SUCCESS);
  CUevent recorded, awaited;
  ASSERT_EQ(cuGraphEventRecordNodeGetEvent(nodes[1], &recorded), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphEventWaitNodeGetEvent(nodes[2], &awaited), CUDA_SUCCESS);
  EXPECT_EQ(recorded, fork);
  EXPECT_EQ(awaited, join);
  EXPECT_EQ(launch(instantiate(captured)), "a");
  EXPECT_EQ(cuEventQuery(fork), CUDA_SUCCESS);
}

TEST_F(GraphTest, WantsItsForksJoined) {
  ASSERT_EQ(begin(first), CUDA_SUCCESS);
  ASSERT_EQ(cuEventRecord(fork, first), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWaitEvent(second, fork, 0), CUDA_SUCCESS);
  ASSERT_EQ(sayIn(second, 'b'), CUDA_SUCCESS);
  EXPECT_EQ(end(first), CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
  EXPECT_EQ(status(second), CU_STREAM_CAPTURE_STATUS_NONE);
  ASSERT_EQ(begin(first), CUDA_SUCCESS);
  ASSERT_EQ(cuEventRecord(fork, first), CUDA_SUCCESS);
  ASSERT_EQ(cuStreamWaitEvent(second, fork, 0), CUDA_SUCCESS);
  EXPECT_EQ(end(second), CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
  EXPECT_EQ(end(first), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
}

TEST_F(GraphTest, LosesACaptureByWhatItDoesNotAllow) {
  auto lose = [&](CUresult error, auto call) {
    ASSERT_EQ(begin(first), CUDA_SUCCESS);
    EXPECT_EQ(call(), error);
    EXPECT_EQ(status(first), CU_STREAM_CAPTURE_STATUS_INVALIDATED);
    EXPECT_EQ(sayIn(first, 'x'), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    EXPECT_EQ(end(first), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  };
  lose(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
       [&] { return cuStreamSynchronize(first); });
  lose(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
       [&] { return cuStreamQuery(first); });
  lose(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
       [&] { return cuCtxSynchronize(); });
  lose(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, [&] {
    EXPECT_EQ(cuEventRecord(join, second), CUDA_SUCCESS);
    return cuStreamWaitEvent(first, join, 0);
  });
  lose(CUDA_ERROR_CAPTURED_EVENT, [&] {
    EXPECT_EQ(cuEventRecord(fork, first), CUDA_SUCCESS);
    return cuEventQuery(fork);
  });
  lose(CUDA_ERROR_STREAM_CAPTURE_MERGE, [&] {
    EXPECT_EQ(begin(second), CUDA_SUCCESS);
    EXPECT_EQ(cuEventRecord(fork, second), CUDA_SUCCESS);
    CUresult result = cuStreamWaitEvent(first, fork, 0);
    EXPECT_EQ(end(second), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    return result;
  });
  // The default stream would wait for a blocking stream.
  CUstream blocking;
  ASSERT_EQ(cuStreamCreate(&blocking, 0), CUDA_SUCCESS);
  std::swap(first, blocking);
  CUdeviceptr address = allocate(4);
  lose(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
       [&] { return cuMemsetD8Async(address, 0, 4, nullptr); });
  ASSERT_EQ(begin(first), CUDA_SUCCESS);
  CUstreamCaptureStatus is;
  EXPECT_EQ(cuStreamIsCapturing(nullptr, &is),
            CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
  EXPECT_EQ(end(first), CUDA_SUCCESS);
  EXPECT_EQ(begin(CU_STREAM_LEGACY), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(begin(first, CUstreamCaptureMode(3)), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(GraphTest, ForbidsUnsafeCallsByMode) {
  CUdeviceptr address;
  CUgraph made;
  ASSERT_EQ(begin(first, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAlloc_v2(&address, 4), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(end(first), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  ASSERT_EQ(begin(first, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
  ASSERT_EQ(cuThreadExchangeStreamCaptureMode(&mode), CUDA_SUCCESS);
  EXPECT_EQ(mode, CU_STREAM_CAPTURE_MODE_GLOBAL);
  EXPECT_EQ(cuMemAlloc_v2(&address, 4), CUDA_SUCCESS);
  // Another thread, in global mode, may not make unsafe calls either, and
  // cannot end the capture.
  CUresult result = CUDA_SUCCESS, ended = CUDA_SUCCESS;
  std::thread([&] {
    ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
    ended = cuStreamEndCapture(first, &made);
    result = cuMemAlloc_v2(&address, 4);
  }).join();
  EXPECT_EQ(ended, CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
  EXPECT_EQ(result, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(end(first), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
}

} // namespace
