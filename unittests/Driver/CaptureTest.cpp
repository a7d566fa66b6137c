//===- CaptureTest.cpp - Graphs, made by capture --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphHarness.h"
#include <thread>

namespace {

class CaptureTest : public GraphTest {
protected:
  void SetUp() override {
    GraphTest::SetUp();
    ASSERT_EQ(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuEventCreate(&fork, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuEventCreate(&join, 0), CUDA_SUCCESS);
  }
  void TearDown() override {
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    EXPECT_EQ(cuThreadExchangeStreamCaptureMode(&mode), CUDA_SUCCESS);
    GraphTest::TearDown();
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

  CUstream second;
  CUevent fork, join;
  CUgraph captured;
};

TEST_F(CaptureTest, CapturesTwoStreams) {
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

TEST_F(CaptureTest, CapturesKernelsAndCopies) {
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

TEST_F(CaptureTest, CapturesALaunchAsAChild) {
  say('a');
  CUgraphExec exec = instantiate(graph);
  ASSERT_EQ(begin(first), CUDA_SUCCESS);
  ASSERT_EQ(cuGraphLaunch(exec, first), CUDA_SUCCESS);
  ASSERT_EQ(sayIn(first, 'b'), CUDA_SUCCESS);
  ASSERT_EQ(end(first), CUDA_SUCCESS);
  EXPECT_EQ(launch(instantiate(captured)), "ab");
}

TEST_F(CaptureTest, CapturesToAGraphOfTheProgram) {
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

TEST_F(CaptureTest, RecordsAndAwaitsEventsOutside) {
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

TEST_F(CaptureTest, WantsItsForksJoined) {
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

TEST_F(CaptureTest, LosesACaptureByWhatItDoesNotAllow) {
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

TEST_F(CaptureTest, ForbidsUnsafeCallsByMode) {
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
