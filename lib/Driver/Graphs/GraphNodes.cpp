//===- GraphNodes.cpp - The nodes of a graph ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes are added to a graph, their parameters read and changed, there and in
// executable graphs. For each there is a function for a type of nodes, and one
// for all types (CUgraphNodeParams).
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include <algorithm>
#include <cstring>

using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Operations from parameters
//===----------------------------------------------------------------------===//

/// Checks the context that a node is to run in; null stands for that of this
/// thread.
static CUresult checkContext(CUcontext handle) {
  Context *context = Driver::get().contexts.find(handle);
  if (!handle)
    return Driver::get().requireContext(context);
  return context && !context->isDestroyed ? CUDA_SUCCESS
                                          : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult make(const CUDA_KERNEL_NODE_PARAMS *how, Operation &made) {
  if (!how)
    return CUDA_ERROR_INVALID_VALUE;
  KernelLaunch launch;
  launch.function =
      how->func ? how->func : reinterpret_cast<CUfunction>(how->kern);
  launch.shape = {{how->gridDimX, how->gridDimY, how->gridDimZ},
                  {how->blockDimX, how->blockDimY, how->blockDimZ},
                  {0, 0, 0},
                  how->sharedMemBytes,
                  {0, 0, 0}};
  if (how->func && how->kern)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(checkContext(how->ctx));
  CU_CHECK(makeLaunch(launch, how->kernelParams, how->extra));
  made = std::move(launch);
  return CUDA_SUCCESS;
}

/// Widens the older structure, which has no kernel and no context.
static CUDA_KERNEL_NODE_PARAMS widen(const CUDA_KERNEL_NODE_PARAMS_v1 &how) {
  CUDA_KERNEL_NODE_PARAMS wide = {};
  memcpy(&wide, &how, sizeof how);
  return wide;
}
static CUresult make(const CUDA_KERNEL_NODE_PARAMS_v1 *how, Operation &made) {
  if (!how)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_KERNEL_NODE_PARAMS wide = widen(*how);
  return make(&wide, made);
}

static CUresult make(const CUDA_MEMCPY3D *how, CUcontext context,
                     Operation &made) {
  if (!how || how->srcLOD || how->dstLOD)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(checkContext(context));
  Copy copy{*how, nullptr};
  made = copy;
  return check(copy);
}

static CUresult make(const CUDA_MEMSET_NODE_PARAMS *how, CUcontext context,
                     Operation &made) {
  if (!how)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(checkContext(context));
  Fill fill{*how};
  made = fill;
  return check(fill);
}

static CUresult make(const CUDA_HOST_NODE_PARAMS *how, Operation &made) {
  if (!how)
    return CUDA_ERROR_INVALID_VALUE;
  HostCall call{*how};
  made = call;
  return check(call);
}

static CUresult make(CUgraph handle, Operation &made) {
  const Graph *graph = Driver::get().graphs.find(handle);
  if (!graph || graph->hasMemory())
    return CUDA_ERROR_INVALID_VALUE;
  ChildGraph child{graph->clone()};
  child.graph->isChild = true;
  made = std::move(child);
  return CUDA_SUCCESS;
}

template <typename T> static CUresult makeOf(CUevent event, Operation &made) {
  T operation{event};
  made = operation;
  return check(operation);
}

static CUresult make(CUDA_MEM_ALLOC_NODE_PARAMS *how, Operation &made) {
  return how ? makeAllocation(*how, made) : CUDA_ERROR_INVALID_VALUE;
}

static CUresult make(CUdeviceptr address, Operation &made) {
  made = MemoryFree{address};
  return CUDA_SUCCESS;
}

static CUresult make(CUgraphNodeParams *how, Operation &made) {
  if (!how)
    return CUDA_ERROR_INVALID_VALUE;
  switch (how->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return make(&how->kernel, made);
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return make(&how->memcpy.copyParams, how->memcpy.copyCtx, made);
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return make(&how->memset.params, how->memset.ctx, made);
  case CU_GRAPH_NODE_TYPE_HOST:
    return make(&how->host, made);
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return how->graph.ownership ? CUDA_ERROR_NOT_SUPPORTED
                                : make(how->graph.graph, made);
  case CU_GRAPH_NODE_TYPE_EMPTY:
    made = Nothing();
    return CUDA_SUCCESS;
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return makeOf<EventWait>(how->event.event, made);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return makeOf<EventRecord>(how->event.event, made);
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    return make(&how->alloc, made);
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    return make(how->free.dptr, made);
  default:
    return how->type >= 0 && how->type <= CU_GRAPH_NODE_TYPE_CONDITIONAL
               ? CUDA_ERROR_NOT_SUPPORTED
               : CUDA_ERROR_INVALID_VALUE;
  }
}

//===----------------------------------------------------------------------===//
// New nodes
//===----------------------------------------------------------------------===//

namespace {
/// The nodes that a new node comes after; without data all edges are plain.
struct Dependencies {
  const CUgraphNode *nodes;
  size_t count;
  const CUgraphEdgeData *data = nullptr;
};
} // namespace

/// Adds a node whose operation MAKE makes from the last parameters.
template <typename... How>
static CUresult add(CUgraphNode *node, CUgraph handle,
                    const Dependencies &dependencies,
                    CUresult (*make)(How..., Operation &), How... how) {
  Graph *graph = Driver::get().graphs.find(handle);
  if (!node || !graph || (dependencies.count && !dependencies.nodes))
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<Edge> after;
  for (size_t i = 0; i < dependencies.count; ++i) {
    Edge edge{Driver::get().nodes.find(dependencies.nodes[i])};
    if (dependencies.data)
      edge.data = dependencies.data[i];
    if (!edge.node || edge.node->graph != graph ||
        std::count(after.begin(), after.end(), edge))
      return CUDA_ERROR_INVALID_VALUE;
    after.push_back(edge);
  }
  Operation operation;
  CU_CHECK(make(how..., operation));
  for (const Edge &edge : after)
    if (!isEdge(edge.node->operation, operation, edge.data))
      return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(claimMemory(*graph, operation));
  *node = graph->add(std::move(operation), after).handle;
  return CUDA_SUCCESS;
}

CUresult api::cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph,
                                      const CUgraphNode *after, size_t count,
                                      const CUDA_KERNEL_NODE_PARAMS *how) {
  return add<const CUDA_KERNEL_NODE_PARAMS *>(node, graph, {after, count}, make,
                                              how);
}
CUresult api::cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph,
                                   const CUgraphNode *after, size_t count,
                                   const CUDA_KERNEL_NODE_PARAMS_v1 *how) {
  return add<const CUDA_KERNEL_NODE_PARAMS_v1 *>(node, graph, {after, count},
                                                 make, how);
}
CUresult api::cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph,
                                   const CUgraphNode *after, size_t count,
                                   const CUDA_MEMCPY3D *how,
                                   CUcontext context) {
  return add<const CUDA_MEMCPY3D *, CUcontext>(node, graph, {after, count},
                                               make, how, context);
}
CUresult api::cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph,
                                   const CUgraphNode *after, size_t count,
                                   const CUDA_MEMSET_NODE_PARAMS *how,
                                   CUcontext context) {
  return add<const CUDA_MEMSET_NODE_PARAMS *, CUcontext>(
      node, graph, {after, count}, make, how, context);
}
CUresult api::cuGraphAddHostNode(CUgraphNode *node, CUgraph graph,
                                 const CUgraphNode *after, size_t count,
                                 const CUDA_HOST_NODE_PARAMS *how) {
  return add<const CUDA_HOST_NODE_PARAMS *>(node, graph, {after, count}, make,
                                            how);
}
CUresult api::cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph,
                                       const CUgraphNode *after, size_t count,
                                       CUgraph child) {
  return add<CUgraph>(node, graph, {after, count}, make, child);
}
CUresult api::cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph,
                                        const CUgraphNode *after, size_t count,
                                        CUevent event) {
  return add<CUevent>(node, graph, {after, count}, makeOf<EventRecord>, event);
}
CUresult api::cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph,
                                      const CUgraphNode *after, size_t count,
                                      CUevent event) {
  return add<CUevent>(node, graph, {after, count}, makeOf<EventWait>, event);
}
CUresult api::cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph,
                                     const CUgraphNode *after, size_t count,
                                     CUDA_MEM_ALLOC_NODE_PARAMS *how) {
  return add<CUDA_MEM_ALLOC_NODE_PARAMS *>(node, graph, {after, count}, make,
                                           how);
}
CUresult api::cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph,
                                    const CUgraphNode *after, size_t count,
                                    CUdeviceptr address) {
  return add<CUdeviceptr>(node, graph, {after, count}, make, address);
}
CUresult api::cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph,
                                const CUgraphNode *after,
                                const CUgraphEdgeData *data, size_t count,
                                CUgraphNodeParams *how) {
  return add<CUgraphNodeParams *>(node, graph, {after, count, data}, make, how);
}
CUresult api::cuGraphAddNode(CUgraphNode *node, CUgraph graph,
                             const CUgraphNode *after, size_t count,
                             CUgraphNodeParams *how) {
  return cuGraphAddNode_v2(node, graph, after, nullptr, count, how);
}
CUresult api::cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph,
                                  const CUgraphNode *after, size_t count) {
  CUgraphNodeParams how = {};
  how.type = CU_GRAPH_NODE_TYPE_EMPTY;
  return cuGraphAddNode(node, graph, after, count, &how);
}

//===----------------------------------------------------------------------===//
// Parameters of nodes
//===----------------------------------------------------------------------===//

/// Finds the node of a handle, and its operation; an error unless that is a T.
template <typename T> static CUresult find(CUgraphNode handle, T *&operation) {
  Node *node = Driver::get().nodes.find(handle);
  operation = node ? std::get_if<T>(&node->operation) : nullptr;
  return operation ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult api::cuGraphNodeGetType(CUgraphNode handle, CUgraphNodeType *type) {
  const Node *node = Driver::get().nodes.find(handle);
  if (!node || !type)
    return CUDA_ERROR_INVALID_VALUE;
  *type = typeOf(node->operation);
  return CUDA_SUCCESS;
}

CUresult api::cuGraphKernelNodeGetParams_v2(CUgraphNode node,
                                            CUDA_KERNEL_NODE_PARAMS *how) {
  KernelLaunch *launch;
  if (!how)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(find(node, launch));
  const auto &[grid, block, cluster, shared, preferred] = launch->shape;
  // The values belong to the node, so the caller gets pointers to them.
  *how = {launch->function,
          grid[0],
          grid[1],
          grid[2],
          block[0],
          block[1],
          block[2],
          unsigned(shared),
          const_cast<void **>(launch->values->each.data()),
          nullptr,
          nullptr,
          nullptr};
  return CUDA_SUCCESS;
}
CUresult api::cuGraphKernelNodeGetParams(CUgraphNode node,
                                         CUDA_KERNEL_NODE_PARAMS_v1 *how) {
  CUDA_KERNEL_NODE_PARAMS wide;
  if (!how)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(cuGraphKernelNodeGetParams_v2(node, &wide));
  memcpy(how, &wide, sizeof *how);
  return CUDA_SUCCESS;
}

/// Reads a member of the operation of a node.
template <typename T, typename Value>
static CUresult get(CUgraphNode node, Value T::*member, Value *value) {
  T *operation;
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(find(node, operation));
  *value = operation->*member;
  return CUDA_SUCCESS;
}
CUresult api::cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *how) {
  return get(node, &Copy::how, how);
}
CUresult api::cuGraphMemsetNodeGetParams(CUgraphNode node,
                                         CUDA_MEMSET_NODE_PARAMS *how) {
  return get(node, &Fill::how, how);
}
CUresult api::cuGraphHostNodeGetParams(CUgraphNode node,
                                       CUDA_HOST_NODE_PARAMS *how) {
  return get(node, &HostCall::how, how);
}
CUresult api::cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event) {
  return get(node, &EventRecord::event, event);
}
CUresult api::cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event) {
  return get(node, &EventWait::event, event);
}
CUresult api::cuGraphMemFreeNodeGetParams(CUgraphNode node,
                                          CUdeviceptr *address) {
  return get(node, &MemoryFree::address, address);
}
CUresult api::cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph) {
  ChildGraph *child;
  if (!graph)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(find(node, child));
  *graph = child->graph->handle;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// New parameters
//===----------------------------------------------------------------------===//

/// Replaces the operation of a node by one of the same type. A kernel node
/// keeps its attributes.
static CUresult set(Node *node, CUresult made, Operation operation) {
  if (!node)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(made);
  // Memory of graphs stays as it was made.
  if (typeOf(node->operation) != typeOf(operation) ||
      typeOf(operation) >= CU_GRAPH_NODE_TYPE_MEM_ALLOC)
    return CUDA_ERROR_INVALID_VALUE;
  if (auto *launch = std::get_if<KernelLaunch>(&operation))
    launch->attributes = std::get<KernelLaunch>(node->operation).attributes;
  node->operation = std::move(operation);
  return CUDA_SUCCESS;
}

/// The node of an executable graph that was made from this node.
static Node *findIn(CUgraphExec handle, CUgraphNode node) {
  const GraphExec *exec = Driver::get().graphExecs.find(handle);
  return exec && node ? exec->graph->findCopyOf(node) : nullptr;
}

/// True if an executable graph allows the change: "Both the instantiation-time
/// and the new operands must be one-dimensional".
static bool isLine(const Operation &operation) {
  if (const auto *copy = std::get_if<Copy>(&operation))
    return copy->how.WidthInBytes && copy->how.Height == 1 &&
           copy->how.Depth == 1;
  if (const auto *fill = std::get_if<Fill>(&operation))
    return fill->how.width && fill->how.height == 1;
  return true;
}

static CUresult setIn(CUgraphExec exec, CUgraphNode handle, CUresult made,
                      Operation operation) {
  Node *node = findIn(exec, handle);
  if (!node || !isLine(node->operation) ||
      (made == CUDA_SUCCESS && !isLine(operation)))
    return CUDA_ERROR_INVALID_VALUE;
  if (const auto *child = std::get_if<ChildGraph>(&operation)) {
    auto *old = std::get_if<ChildGraph>(&node->operation);
    CUgraphExecUpdateResultInfo info = {};
    return old ? update(*old->graph, *child->graph, info)
               : CUDA_ERROR_INVALID_VALUE;
  }
  return set(node, made, std::move(operation));
}

#define TESSERA_SET(NAME, EXEC_NAME, TYPE)                                     \
  CUresult api::NAME(CUgraphNode node, TYPE how) {                             \
    Operation made;                                                            \
    CUresult result = make(how, made);                                         \
    return set(Driver::get().nodes.find(node), result, made);                  \
  }                                                                            \
  CUresult api::EXEC_NAME(CUgraphExec exec, CUgraphNode node, TYPE how) {      \
    Operation made;                                                            \
    CUresult result = make(how, made);                                         \
    return setIn(exec, node, result, made);                                    \
  }
TESSERA_SET(cuGraphKernelNodeSetParams_v2, cuGraphExecKernelNodeSetParams_v2,
            const CUDA_KERNEL_NODE_PARAMS *)
TESSERA_SET(cuGraphKernelNodeSetParams, cuGraphExecKernelNodeSetParams,
            const CUDA_KERNEL_NODE_PARAMS_v1 *)
TESSERA_SET(cuGraphHostNodeSetParams, cuGraphExecHostNodeSetParams,
            const CUDA_HOST_NODE_PARAMS *)
TESSERA_SET(cuGraphNodeSetParams, cuGraphExecNodeSetParams, CUgraphNodeParams *)
#undef TESSERA_SET

#define TESSERA_SET_EVENT(TYPE, NAME, EXEC_NAME)                               \
  CUresult api::NAME(CUgraphNode node, CUevent event) {                        \
    Operation made;                                                            \
    CUresult result = makeOf<TYPE>(event, made);                               \
    return set(Driver::get().nodes.find(node), result, made);                  \
  }                                                                            \
  CUresult api::EXEC_NAME(CUgraphExec exec, CUgraphNode node, CUevent event) { \
    Operation made;                                                            \
    CUresult result = makeOf<TYPE>(event, made);                               \
    return setIn(exec, node, result, made);                                    \
  }
TESSERA_SET_EVENT(EventRecord, cuGraphEventRecordNodeSetEvent,
                  cuGraphExecEventRecordNodeSetEvent)
TESSERA_SET_EVENT(EventWait, cuGraphEventWaitNodeSetEvent,
                  cuGraphExecEventWaitNodeSetEvent)
#undef TESSERA_SET_EVENT

CUresult api::cuGraphMemcpyNodeSetParams(CUgraphNode node,
                                         const CUDA_MEMCPY3D *how) {
  Operation made;
  CUresult result = make(how, nullptr, made);
  return set(Driver::get().nodes.find(node), result, made);
}
CUresult api::cuGraphMemsetNodeSetParams(CUgraphNode node,
                                         const CUDA_MEMSET_NODE_PARAMS *how) {
  Operation made;
  CUresult result = make(how, nullptr, made);
  return set(Driver::get().nodes.find(node), result, made);
}
CUresult api::cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                             const CUDA_MEMCPY3D *how,
                                             CUcontext context) {
  Operation made;
  CUresult result = make(how, context, made);
  return setIn(exec, node, result, made);
}
CUresult api::cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                             const CUDA_MEMSET_NODE_PARAMS *how,
                                             CUcontext context) {
  Operation made;
  CUresult result = make(how, context, made);
  return setIn(exec, node, result, made);
}
CUresult api::cuGraphExecChildGraphNodeSetParams(CUgraphExec exec,
                                                 CUgraphNode handle,
                                                 CUgraph child) {
  const Node *node = findIn(exec, handle);
  const Graph *graph = Driver::get().graphs.find(child);
  auto *old = node ? std::get_if<ChildGraph>(&node->operation) : nullptr;
  CUgraphExecUpdateResultInfo info = {};
  return old && graph ? update(*old->graph, *graph, info)
                      : CUDA_ERROR_INVALID_VALUE;
}

//===----------------------------------------------------------------------===//
// Attributes of kernel nodes
//===----------------------------------------------------------------------===//

CUresult api::cuGraphKernelNodeGetAttribute(CUgraphNode node,
                                            CUlaunchAttributeID id,
                                            CUlaunchAttributeValue *value) {
  KernelLaunch *launch;
  if (!value || !isLaunchAttribute(id))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(find(node, launch));
  auto it = launch->attributes.find(id);
  *value =
      it == launch->attributes.end() ? CUlaunchAttributeValue{} : it->second;
  return CUDA_SUCCESS;
}

CUresult
api::cuGraphKernelNodeSetAttribute(CUgraphNode node, CUlaunchAttributeID id,
                                   const CUlaunchAttributeValue *value) {
  KernelLaunch *launch;
  if (!value || !isLaunchAttribute(id))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(find(node, launch));
  KernelLaunch changed = *launch;
  changed.attributes[id] = *value;
  CU_CHECK(check(changed));
  *launch = std::move(changed);
  return CUDA_SUCCESS;
}

CUresult api::cuGraphKernelNodeCopyAttributes(CUgraphNode to,
                                              CUgraphNode from) {
  KernelLaunch *source, *destination;
  CU_CHECK(find(from, source));
  CU_CHECK(find(to, destination));
  destination->attributes = source->attributes;
  return CUDA_SUCCESS;
}

CUresult api::cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode handle,
                                    unsigned isEnabled) {
  Node *node = findIn(exec, handle);
  if (!node || typeOf(node->operation) > CU_GRAPH_NODE_TYPE_MEMSET)
    return CUDA_ERROR_INVALID_VALUE;
  node->isEnabled = isEnabled;
  return CUDA_SUCCESS;
}

CUresult api::cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode handle,
                                    unsigned *isEnabled) {
  const Node *node = findIn(exec, handle);
  if (!node || !isEnabled ||
      typeOf(node->operation) > CU_GRAPH_NODE_TYPE_MEMSET)
    return CUDA_ERROR_INVALID_VALUE;
  *isEnabled = node->isEnabled;
  return CUDA_SUCCESS;
}
