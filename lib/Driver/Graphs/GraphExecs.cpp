//===- GraphExecs.cpp - Graphs that run -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>

using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Instantiation
//===----------------------------------------------------------------------===//

/// A node on a cycle, in this graph or in one within it; null if the graph has
/// a topological order.
static const Node *findCycle(const Graph &graph) {
  std::vector<Node *> order = graph.inOrder();
  for (const auto &node : graph.nodes) {
    if (!std::count(order.begin(), order.end(), node.get()))
      return node.get();
    if (const auto *child = std::get_if<ChildGraph>(&node->operation))
      if (const Node *found = findCycle(*child->graph))
        return found;
  }
  return nullptr;
}

static CUresult instantiate(CUgraphExec *handle, CUgraph graphHandle,
                            uint64_t flags, CUgraphNode *errorNode) {
  constexpr uint64_t known = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH |
                             CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |
                             CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH |
                             CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
  Driver &driver = Driver::get();
  Context *context;
  if (errorNode)
    *errorNode = nullptr;
  Graph *graph = driver.graphs.find(graphHandle);
  if (!handle || !graph || (flags & ~known) ||
      (graph->hasMemory() && !graph->exec.expired()))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (const Node *node = findCycle(*graph)) {
    if (errorNode)
      *errorNode = node->handle;
    return CUDA_ERROR_INVALID_VALUE;
  }
  auto exec = std::make_shared<GraphExec>();
  exec->context = context;
  exec->flags = flags;
  exec->graph = graph->clone();
  exec->graph->isChild = true;
  graph->exec = exec;
  *handle = driver.graphExecs.add(exec);
  return CUDA_SUCCESS;
}

CUresult api::cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph,
                                          uint64_t flags) {
  // An upload needs a stream, which only cuGraphInstantiateWithParams takes.
  if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD)
    return CUDA_ERROR_INVALID_VALUE;
  return instantiate(exec, graph, flags, nullptr);
}

CUresult api::cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph,
                                    CUgraphNode *errorNode, char *log,
                                    size_t bytes) {
  if (log && bytes)
    *log = '\0';
  CUresult result = instantiate(exec, graph, 0, errorNode);
  if (result != CUDA_SUCCESS && log && bytes) {
    strncpy(log, "the graph has a cycle", bytes - 1);
    log[bytes - 1] = '\0';
  }
  return result;
}
CUresult api::cuGraphInstantiate(CUgraphExec *exec, CUgraph graph,
                                 CUgraphNode *errorNode, char *log,
                                 size_t bytes) {
  return cuGraphInstantiate_v2(exec, graph, errorNode, log, bytes);
}

CUresult api::cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph,
                                           CUDA_GRAPH_INSTANTIATE_PARAMS *how) {
  if (!how)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = instantiate(exec, graph, how->flags, &how->hErrNode_out);
  how->result_out = result == CUDA_SUCCESS ? CUDA_GRAPH_INSTANTIATE_SUCCESS
                    : how->hErrNode_out
                        ? CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE
                        : CUDA_GRAPH_INSTANTIATE_ERROR;
  return result;
}

static CUresult findExec(CUgraphExec handle, GraphExec *&exec) {
  exec = Driver::get().graphExecs.find(handle);
  return exec ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult api::cuGraphExecGetFlags(CUgraphExec handle, uint64_t *flags) {
  GraphExec *exec;
  if (!flags)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findExec(handle, exec));
  *flags = exec->flags;
  return CUDA_SUCCESS;
}

/// Pending launches still run, because they own their operations.
CUresult api::cuGraphExecDestroy(CUgraphExec handle) {
  GraphExec *exec;
  CU_CHECK(findExec(handle, exec));
  Driver::get().graphs.remove(exec->graph->handle);
  Driver::get().graphExecs.remove(handle);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static std::vector<TaskEdge> addGraph(const Graph &graph, Context &context,
                                      const TaskRef &begin);

static TesseraLaunchStage stageOf(const Edge &edge) {
  switch (edge.data.from_port) {
  case CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC:
    return TesseraLaunchStageTriggered;
  case CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER:
    return TesseraLaunchStageStarted;
  }
  return TesseraLaunchStageCompleted;
}

/// Adds the task of a node behind other tasks.
static TaskRef addNode(const Node &node, Context &context,
                       std::vector<TaskEdge> after) {
  Driver &driver = Driver::get();
  if (const auto *child = std::get_if<ChildGraph>(&node.operation)) {
    TaskRef begin = driver.addTask(context, {}, std::move(after));
    return driver.addTask(context, {}, addGraph(*child->graph, context, begin));
  }
  if (const auto *wait = std::get_if<EventWait>(&node.operation))
    if (const Event *event = driver.events.find(wait->event))
      after.push_back(event->record);
  std::shared_ptr<const Operation> operation;
  if (node.isEnabled)
    operation = std::make_shared<const Operation>(node.operation);
  TaskRef task =
      driver.addTask(context, std::move(operation), std::move(after));
  if (const auto *record = std::get_if<EventRecord>(&node.operation))
    if (Event *event = driver.events.find(record->event)) {
      event->record = task;
      event->capture = {};
    }
  return task;
}

/// Adds the tasks of a graph behind `begin`. Returns those that nothing in the
/// graph comes after.
static std::vector<TaskEdge> addGraph(const Graph &graph, Context &context,
                                      const TaskRef &begin) {
  std::unordered_map<const Node *, TaskRef> tasks;
  std::vector<TaskEdge> ends{begin};
  for (const Node *node : graph.inOrder()) {
    std::vector<TaskEdge> after;
    for (const Edge &edge : node->after)
      after.emplace_back(tasks[edge.node], stageOf(edge));
    if (after.empty())
      after.push_back(begin);
    tasks[node] = addNode(*node, context, std::move(after));
    if (node->before.empty())
      ends.push_back(tasks[node]);
  }
  return ends;
}

CUresult api::cuGraphLaunch(CUgraphExec handle, CUstream streamHandle) {
  Driver &driver = Driver::get();
  GraphExec *exec;
  Stream *stream;
  CU_CHECK(findExec(handle, exec));
  CU_CHECK(driver.requireStream(streamHandle, stream));
  if (stream->capture) {
    if (exec->graph->hasMemory())
      return refuseInCapture(stream->capture);
    std::shared_ptr<Graph> child = exec->graph->clone();
    child->isChild = true;
    return driver.submit(*stream, ChildGraph{child});
  }
  // "Only one instance of it may be executing at a time."
  TaskRef begin;
  std::shared_ptr<GraphExec> kept = driver.graphExecs.share(handle);
  std::vector<CUdeviceptr> unfreed;
  CU_CHECK(passMemory(*kept, unfreed));
  CU_CHECK(driver.enqueue(*stream, {}, {kept->last}, &begin));
  for (CUdeviceptr address : unfreed)
    CU_CHECK(driver.submit(*stream, MemoryFree{address}));
  begin = stream->last;
  std::vector<TaskEdge> ends = addGraph(*kept->graph, *stream->context, begin);
  return driver.enqueue(*stream, {}, std::move(ends), &kept->last);
}

CUresult api::cuGraphUpload(CUgraphExec handle, CUstream streamHandle) {
  GraphExec *exec;
  Stream *stream;
  CU_CHECK(findExec(handle, exec));
  return Driver::get().requireStream(streamHandle, stream);
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// The reason why a node of an executable graph may not become another one, or
/// success.
static CUgraphExecUpdateResult compare(const Operation &old,
                                       const Operation &now) {
  if (typeOf(old) != typeOf(now))
    return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
  if (const auto *copy = std::get_if<Copy>(&old)) {
    const CUDA_MEMCPY3D &a = copy->how, &b = std::get<Copy>(now).how;
    bool isSame = a.srcMemoryType == b.srcMemoryType &&
                  a.dstMemoryType == b.dstMemoryType && a.Height == b.Height &&
                  a.Depth == b.Depth;
    if (!isSame)
      return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
  }
  if (const auto *allocation = std::get_if<MemoryAllocation>(&old))
    if (allocation->memory != std::get<MemoryAllocation>(now).memory)
      return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
  if (const auto *free = std::get_if<MemoryFree>(&old))
    if (free->address != std::get<MemoryFree>(now).address)
      return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
  if (const auto *fill = std::get_if<Fill>(&old))
    if (fill->how.height != std::get<Fill>(now).how.height)
      return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
  return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

/// The edges of each node, as the number of the other node in the graph and the
/// data of the edge.
static auto edgesByNumber(const Graph &graph) {
  std::unordered_map<const Node *, size_t> numbers;
  for (const auto &node : graph.nodes)
    numbers.emplace(node.get(), numbers.size());
  std::vector<std::vector<std::array<size_t, 3>>> edges;
  for (const auto &node : graph.nodes) {
    auto &after = edges.emplace_back();
    for (const Edge &edge : node->after)
      after.push_back(
          {numbers[edge.node], edge.data.from_port, edge.data.type});
    std::sort(after.begin(), after.end());
  }
  return edges;
}

static bool canUpdate(const Graph &old, const Graph &now,
                      CUgraphExecUpdateResultInfo &info) {
  auto refuse = [&](CUgraphExecUpdateResult result, CUgraphNode node) {
    info = {result, node, nullptr};
    return false;
  };
  auto oldEdges = edgesByNumber(old), nowEdges = edgesByNumber(now);
  for (size_t i = 0; i < now.nodes.size(); ++i) {
    const Node &node = *now.nodes[i];
    if (i >= old.nodes.size() || oldEdges[i] != nowEdges[i])
      return refuse(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, node.handle);
    const Operation &before = old.nodes[i]->operation;
    auto result = compare(before, node.operation);
    if (result != CU_GRAPH_EXEC_UPDATE_SUCCESS)
      return refuse(result, node.handle);
    if (const auto *child = std::get_if<ChildGraph>(&before))
      if (!canUpdate(*child->graph, *std::get<ChildGraph>(node.operation).graph,
                     info))
        return false;
  }
  return old.nodes.size() == now.nodes.size() ||
         refuse(CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, nullptr);
}

static void takeOver(Graph &old, const Graph &now) {
  for (size_t i = 0; i < old.nodes.size(); ++i) {
    Operation &operation = old.nodes[i]->operation;
    if (auto *child = std::get_if<ChildGraph>(&operation))
      takeOver(*child->graph,
               *std::get<ChildGraph>(now.nodes[i]->operation).graph);
    else
      operation = now.nodes[i]->operation;
  }
}

CUresult tessera::driver::update(Graph &old, const Graph &now,
                                 CUgraphExecUpdateResultInfo &info) {
  info = {};
  if (!canUpdate(old, now, info))
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
  takeOver(old, now);
  return CUDA_SUCCESS;
}

CUresult api::cuGraphExecUpdate_v2(CUgraphExec handle, CUgraph graphHandle,
                                   CUgraphExecUpdateResultInfo *info) {
  GraphExec *exec;
  const Graph *graph = Driver::get().graphs.find(graphHandle);
  if (!info || !graph)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findExec(handle, exec));
  return update(*exec->graph, *graph, *info);
}

CUresult api::cuGraphExecUpdate(CUgraphExec exec, CUgraph graph,
                                CUgraphNode *errorNode,
                                CUgraphExecUpdateResult *result) {
  CUgraphExecUpdateResultInfo info = {};
  if (!result)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult done = cuGraphExecUpdate_v2(exec, graph, &info);
  *result = info.result;
  if (errorNode)
    *errorNode = info.errorNode;
  return done;
}
