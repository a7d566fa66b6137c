//===- GraphHarness.h - Graphs that say letters -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_DRIVER_GRAPHHARNESS_H
#define TESSERA_UNITTESTS_DRIVER_GRAPHHARNESS_H

#include "Harness.h"
#include <list>

/// Graphs of calls to the host, each of which says a letter.
class GraphTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_EQ(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
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
  CUstream first;
  CUgraph graph;
};

#endif // TESSERA_UNITTESTS_DRIVER_GRAPHHARNESS_H
