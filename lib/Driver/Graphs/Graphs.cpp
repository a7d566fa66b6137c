//===- Graphs.cpp - Graphs and their edges --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include <algorithm>
#include <cstdio>

using namespace tessera::driver;

static CUresult findGraph(CUgraph handle, Graph *&graph) {
  graph = Driver::get().graphs.find(handle);
  return graph ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult findNode(CUgraphNode handle, Node *&node) {
  node = Driver::get().nodes.find(handle);
  return node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/// Fills a list as all listing functions do: as many entries as there is room
/// for, with nulls behind the last.
template <typename T>
static void fillList(T *list, size_t room, const std::vector<T> &all) {
  for (size_t i = 0; i < room; ++i)
    list[i] = i < all.size() ? all[i] : nullptr;
}

static CUresult list(const std::vector<Node *> &all, CUgraphNode *nodes,
                     size_t *count) {
  std::vector<CUgraphNode> handles;
  for (const Node *node : all)
    handles.push_back(node->handle);
  if (nodes)
    fillList(nodes, *count, handles);
  *count = nodes ? std::min(*count, handles.size()) : handles.size();
  return CUDA_SUCCESS;
}

/// Fills in the data of edges as far as there is room. A caller that asks for
/// nodes without their data gets an error if an edge is not plain.
static CUresult listData(const std::vector<Edge> &edges, bool wantsNodes,
                         CUgraphEdgeData *data, size_t room) {
  for (size_t i = 0; data && i < std::min(room, edges.size()); ++i)
    data[i] = edges[i].data;
  bool isLossy = wantsNodes && !data &&
                 !std::all_of(edges.begin(), edges.end(),
                              [](const Edge &edge) { return edge.isPlain(); });
  return isLossy ? CUDA_ERROR_LOSSY_QUERY : CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

CUresult api::cuGraphCreate(CUgraph *graph, unsigned flags) {
  if (!graph || flags)
    return CUDA_ERROR_INVALID_VALUE;
  *graph = makeGraph()->handle;
  return CUDA_SUCCESS;
}

CUresult api::cuGraphDestroy(CUgraph handle) {
  Graph *graph;
  CU_CHECK(findGraph(handle, graph));
  bool isInUse = graph->isChild;
  Driver::get().forEachStream([&](Stream &stream) {
    isInUse |= stream.capture && stream.capture.capture->graph.get() == graph;
  });
  if (isInUse)
    return CUDA_ERROR_INVALID_VALUE;
  Driver::get().graphs.remove(handle);
  return CUDA_SUCCESS;
}

CUresult api::cuGraphClone(CUgraph *clone, CUgraph original) {
  Graph *graph;
  if (!clone)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findGraph(original, graph));
  if (graph->hasMemory())
    return CUDA_ERROR_INVALID_VALUE;
  *clone = graph->clone()->handle;
  return CUDA_SUCCESS;
}

CUresult api::cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original,
                                     CUgraph clone) {
  Graph *graph;
  if (!node || !original)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findGraph(clone, graph));
  const Node *found = graph->findCopyOf(original);
  if (!found)
    return CUDA_ERROR_INVALID_VALUE;
  *node = found->handle;
  return CUDA_SUCCESS;
}

CUresult api::cuGraphGetNodes(CUgraph handle, CUgraphNode *nodes,
                              size_t *count) {
  Graph *graph;
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findGraph(handle, graph));
  std::vector<Node *> all;
  for (const auto &node : graph->nodes)
    all.push_back(node.get());
  return list(all, nodes, count);
}

CUresult api::cuGraphGetRootNodes(CUgraph handle, CUgraphNode *nodes,
                                  size_t *count) {
  Graph *graph;
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findGraph(handle, graph));
  std::vector<Node *> roots;
  for (const auto &node : graph->nodes)
    if (node->after.empty())
      roots.push_back(node.get());
  return list(roots, nodes, count);
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

CUresult api::cuGraphGetEdges_v2(CUgraph handle, CUgraphNode *from,
                                 CUgraphNode *to, CUgraphEdgeData *data,
                                 size_t *count) {
  Graph *graph;
  if (!count || !from != !to || (data && !from))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findGraph(handle, graph));
  std::vector<Node *> begins, ends;
  std::vector<Edge> edges;
  for (const auto &begin : graph->nodes)
    for (const Edge &edge : begin->before) {
      begins.push_back(begin.get());
      ends.push_back(edge.node);
      edges.push_back(edge);
    }
  size_t room = *count;
  CU_CHECK(listData(edges, from != nullptr, data, room));
  (void)list(begins, from, count);
  if (to)
    (void)list(ends, to, &room);
  return CUDA_SUCCESS;
}
CUresult api::cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
                              size_t *count) {
  return cuGraphGetEdges_v2(graph, from, to, nullptr, count);
}

static CUresult listNeighbours(CUgraphNode handle,
                               std::vector<Edge> Node::*neighbours,
                               CUgraphNode *nodes, CUgraphEdgeData *data,
                               size_t *count) {
  Node *node;
  if (!count || (data && !nodes))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findNode(handle, node));
  const std::vector<Edge> &edges = node->*neighbours;
  CU_CHECK(listData(edges, nodes != nullptr, data, *count));
  std::vector<Node *> ends;
  for (const Edge &edge : edges)
    ends.push_back(edge.node);
  return list(ends, nodes, count);
}

CUresult api::cuGraphNodeGetDependencies_v2(CUgraphNode node,
                                            CUgraphNode *nodes,
                                            CUgraphEdgeData *data,
                                            size_t *count) {
  return listNeighbours(node, &Node::after, nodes, data, count);
}
CUresult api::cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes,
                                         size_t *count) {
  return listNeighbours(node, &Node::after, nodes, nullptr, count);
}
CUresult api::cuGraphNodeGetDependentNodes_v2(CUgraphNode node,
                                              CUgraphNode *nodes,
                                              CUgraphEdgeData *data,
                                              size_t *count) {
  return listNeighbours(node, &Node::before, nodes, data, count);
}
CUresult api::cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes,
                                           size_t *count) {
  return listNeighbours(node, &Node::before, nodes, nullptr, count);
}

/// Adds or removes each edge, once all of them are known to be right.
static CUresult
changeEdges(CUgraph handle, const CUgraphNode *from, const CUgraphNode *to,
            const CUgraphEdgeData *data, size_t count,
            bool change(Node &, Node &, const CUgraphEdgeData &)) {
  std::vector<std::pair<Node *, Edge>> edges;
  Graph *graph;
  CU_CHECK(findGraph(handle, graph));
  if (count && (!from || !to))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < count; ++i) {
    Node *begin, *end;
    CU_CHECK(findNode(from[i], begin));
    CU_CHECK(findNode(to[i], end));
    Edge edge{end, data ? data[i] : CUgraphEdgeData()};
    if (begin == end || begin->graph != graph || end->graph != graph ||
        !isEdge(begin->operation, end->operation, edge.data))
      return CUDA_ERROR_INVALID_VALUE;
    edges.emplace_back(begin, edge);
  }
  if (change == Graph::disconnect && graph->hasMemory())
    return CUDA_ERROR_INVALID_VALUE;
  for (const auto &[begin, edge] : edges)
    if (!change(*begin, *edge.node, edge.data))
      return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult api::cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from,
                                        const CUgraphNode *to,
                                        const CUgraphEdgeData *data,
                                        size_t count) {
  return changeEdges(graph, from, to, data, count, Graph::connect);
}
CUresult api::cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from,
                                     const CUgraphNode *to, size_t count) {
  return cuGraphAddDependencies_v2(graph, from, to, nullptr, count);
}

CUresult api::cuGraphRemoveDependencies_v2(CUgraph graph,
                                           const CUgraphNode *from,
                                           const CUgraphNode *to,
                                           const CUgraphEdgeData *data,
                                           size_t count) {
  return changeEdges(graph, from, to, data, count, Graph::disconnect);
}
CUresult api::cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from,
                                        const CUgraphNode *to, size_t count) {
  return cuGraphRemoveDependencies_v2(graph, from, to, nullptr, count);
}

CUresult api::cuGraphDestroyNode(CUgraphNode handle) {
  Node *node;
  CU_CHECK(findNode(handle, node));
  if (node->graph->hasMemory())
    return CUDA_ERROR_INVALID_VALUE;
  node->graph->remove(*node);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Pictures
//===----------------------------------------------------------------------===//

static const char *nameOf(const Operation &operation) {
  static const char *const names[] = {
      "KERNEL", "MEMCPY",     "MEMSET",       "HOST",      "GRAPH",
      "EMPTY",  "WAIT_EVENT", "EVENT_RECORD", "MEM_ALLOC", "MEM_FREE"};
  return names[operation.index()];
}

CUresult api::cuGraphDebugDotPrint(CUgraph handle, const char *path, unsigned) {
  Graph *graph;
  CU_CHECK(findGraph(handle, graph));
  FILE *file = path ? fopen(path, "w") : nullptr;
  if (!file)
    return path ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_ERROR_INVALID_VALUE;
  fprintf(file, "digraph graph_1 {\n");
  for (const auto &node : graph->nodes) {
    const auto *launch = std::get_if<KernelLaunch>(&node->operation);
    const Function *function =
        launch ? Driver::get().functions.find(launch->function) : nullptr;
    fprintf(file, "  \"%p\" [label=\"%s\"];\n",
            static_cast<void *>(node->handle),
            function ? function->name.c_str() : nameOf(node->operation));
  }
  for (const auto &from : graph->nodes)
    for (const Edge &edge : from->before)
      fprintf(file, "  \"%p\" -> \"%p\"%s;\n",
              static_cast<void *>(from->handle),
              static_cast<void *>(edge.node->handle),
              edge.isPlain() ? "" : " [style=dashed]");
  fprintf(file, "}\n");
  return fclose(file) ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Objects of the program
//===----------------------------------------------------------------------===//

CUresult api::cuUserObjectCreate(CUuserObject *handle, void *pointer,
                                 CUhostFn destroy, unsigned count,
                                 unsigned flags) {
  if (!handle || !destroy || !count || count > INT32_MAX ||
      flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)
    return CUDA_ERROR_INVALID_VALUE;
  auto object = std::make_shared<UserObject>();
  *object = {pointer, destroy, count};
  *handle = Driver::get().userObjects.add(object);
  return CUDA_SUCCESS;
}

static CUresult findObject(CUuserObject handle, unsigned count,
                           UserObject *&object) {
  object = Driver::get().userObjects.find(handle);
  return object && count && count <= INT32_MAX ? CUDA_SUCCESS
                                               : CUDA_ERROR_INVALID_VALUE;
}

CUresult api::cuUserObjectRetain(CUuserObject handle, unsigned count) {
  UserObject *object;
  CU_CHECK(findObject(handle, count, object));
  object->references += count;
  return CUDA_SUCCESS;
}

CUresult api::cuUserObjectRelease(CUuserObject handle, unsigned count) {
  UserObject *object;
  CU_CHECK(findObject(handle, count, object));
  if (count > object->references)
    return CUDA_ERROR_INVALID_VALUE;
  release(handle, count);
  return CUDA_SUCCESS;
}

CUresult api::cuGraphRetainUserObject(CUgraph graphHandle, CUuserObject handle,
                                      unsigned count, unsigned flags) {
  Graph *graph;
  UserObject *object;
  CU_CHECK(findGraph(graphHandle, graph));
  CU_CHECK(findObject(handle, count, object));
  bool isMove = flags == CU_GRAPH_USER_OBJECT_MOVE;
  if ((flags && !isMove) || (isMove && count > object->references))
    return CUDA_ERROR_INVALID_VALUE;
  graph->userObjects[handle] += count;
  object->references += isMove ? 0 : count;
  return CUDA_SUCCESS;
}

CUresult api::cuGraphReleaseUserObject(CUgraph graphHandle, CUuserObject handle,
                                       unsigned count) {
  Graph *graph;
  UserObject *object;
  CU_CHECK(findGraph(graphHandle, graph));
  CU_CHECK(findObject(handle, count, object));
  auto it = graph->userObjects.find(handle);
  if (it == graph->userObjects.end() || count > it->second)
    return CUDA_ERROR_INVALID_VALUE;
  if (!(it->second -= count))
    graph->userObjects.erase(it);
  release(handle, count);
  return CUDA_SUCCESS;
}
