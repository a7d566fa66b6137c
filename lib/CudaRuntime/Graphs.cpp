//===- Graphs.cpp - Nodes of graphs ---------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include <cstring>

using namespace tessera::runtime;

/// Calls FUNCTION with the current context, which nodes of the driver name.
template <typename Fn> static cudaError withContext(Fn function) {
  CUcontext context;
  RT_CHECK(cuCtxGetCurrent(&context));
  return toError(function(context));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static cudaError describe(const cudaKernelNodeParams *launch,
                          CUDA_KERNEL_NODE_PARAMS_v1 &how) {
  if (!launch)
    return cudaErrorInvalidValue;
  const dim3 &grid = launch->gridDim, &block = launch->blockDim;
  how = {nullptr,
         grid.x,
         grid.y,
         grid.z,
         block.x,
         block.y,
         block.z,
         launch->sharedMemBytes,
         launch->kernelParams,
         launch->extra};
  return findKernel(launch->func, how.func);
}

cudaError api::cudaGraphAddKernelNode(CUgraphNode *node, CUgraph graph,
                                      const CUgraphNode *after, size_t count,
                                      const cudaKernelNodeParams *launch) {
  CUDA_KERNEL_NODE_PARAMS_v1 how;
  RT_CHECK(::describe(launch, how));
  return toError(cuGraphAddKernelNode(node, graph, after, count, &how));
}

cudaError
api::cudaGraphKernelNodeSetParams(CUgraphNode node,
                                  const cudaKernelNodeParams *launch) {
  CUDA_KERNEL_NODE_PARAMS_v1 how;
  RT_CHECK(::describe(launch, how));
  return toError(cuGraphKernelNodeSetParams(node, &how));
}

cudaError
api::cudaGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const cudaKernelNodeParams *launch) {
  CUDA_KERNEL_NODE_PARAMS_v1 how;
  RT_CHECK(::describe(launch, how));
  return toError(cuGraphExecKernelNodeSetParams(exec, node, &how));
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// A copy of some bytes that lie one behind another.
static cudaMemcpy3DParms inOneRow(void *to, const void *from, size_t bytes,
                                  int kind) {
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = {const_cast<void *>(from), bytes, bytes, 1};
  copy.dstPtr = {to, bytes, bytes, 1};
  copy.extent = {bytes, 1, 1};
  copy.kind = cudaMemcpyKind(kind);
  return copy;
}

cudaError api::cudaGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph,
                                      const CUgraphNode *after, size_t count,
                                      const cudaMemcpy3DParms *copy) {
  CUDA_MEMCPY3D how;
  RT_CHECK(describe(copy, how));
  return withContext([&](CUcontext context) {
    return cuGraphAddMemcpyNode(node, graph, after, count, &how, context);
  });
}

cudaError api::cudaGraphAddMemcpyNode1D(CUgraphNode *node, CUgraph graph,
                                        const CUgraphNode *after, size_t count,
                                        void *to, const void *from,
                                        size_t bytes, int kind) {
  cudaMemcpy3DParms copy = inOneRow(to, from, bytes, kind);
  return cudaGraphAddMemcpyNode(node, graph, after, count, &copy);
}

cudaError api::cudaGraphMemcpyNodeSetParams(CUgraphNode node,
                                            const cudaMemcpy3DParms *copy) {
  CUDA_MEMCPY3D how;
  RT_CHECK(describe(copy, how));
  return toError(cuGraphMemcpyNodeSetParams(node, &how));
}

cudaError api::cudaGraphMemcpyNodeSetParams1D(CUgraphNode node, void *to,
                                              const void *from, size_t bytes,
                                              int kind) {
  cudaMemcpy3DParms copy = inOneRow(to, from, bytes, kind);
  return cudaGraphMemcpyNodeSetParams(node, &copy);
}

cudaError api::cudaGraphExecMemcpyNodeSetParams(CUgraphExec exec,
                                                CUgraphNode node,
                                                const cudaMemcpy3DParms *copy) {
  CUDA_MEMCPY3D how;
  RT_CHECK(describe(copy, how));
  return withContext([&](CUcontext context) {
    return cuGraphExecMemcpyNodeSetParams(exec, node, &how, context);
  });
}

cudaError api::cudaGraphExecMemcpyNodeSetParams1D(CUgraphExec exec,
                                                  CUgraphNode node, void *to,
                                                  const void *from,
                                                  size_t bytes, int kind) {
  cudaMemcpy3DParms copy = inOneRow(to, from, bytes, kind);
  return cudaGraphExecMemcpyNodeSetParams(exec, node, &copy);
}

cudaError api::cudaGraphAddMemcpyNodeToSymbol(CUgraphNode *node, CUgraph graph,
                                              const CUgraphNode *after,
                                              size_t count, const void *symbol,
                                              const void *from, size_t bytes,
                                              size_t offset, int kind) {
  void *to;
  RT_CHECK(findPart(symbol, offset, bytes, to));
  return cudaGraphAddMemcpyNode1D(node, graph, after, count, to, from, bytes,
                                  kind);
}

cudaError api::cudaGraphAddMemcpyNodeFromSymbol(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
    void *to, const void *symbol, size_t bytes, size_t offset, int kind) {
  void *from;
  RT_CHECK(findPart(symbol, offset, bytes, from));
  return cudaGraphAddMemcpyNode1D(node, graph, after, count, to, from, bytes,
                                  kind);
}

cudaError api::cudaGraphMemcpyNodeSetParamsToSymbol(CUgraphNode node,
                                                    const void *symbol,
                                                    const void *from,
                                                    size_t bytes, size_t offset,
                                                    int kind) {
  void *to;
  RT_CHECK(findPart(symbol, offset, bytes, to));
  return cudaGraphMemcpyNodeSetParams1D(node, to, from, bytes, kind);
}

cudaError api::cudaGraphMemcpyNodeSetParamsFromSymbol(CUgraphNode node,
                                                      void *to,
                                                      const void *symbol,
                                                      size_t bytes,
                                                      size_t offset, int kind) {
  void *from;
  RT_CHECK(findPart(symbol, offset, bytes, from));
  return cudaGraphMemcpyNodeSetParams1D(node, to, from, bytes, kind);
}

cudaError api::cudaGraphExecMemcpyNodeSetParamsToSymbol(
    CUgraphExec exec, CUgraphNode node, const void *symbol, const void *from,
    size_t bytes, size_t offset, int kind) {
  void *to;
  RT_CHECK(findPart(symbol, offset, bytes, to));
  return cudaGraphExecMemcpyNodeSetParams1D(exec, node, to, from, bytes, kind);
}

cudaError api::cudaGraphExecMemcpyNodeSetParamsFromSymbol(
    CUgraphExec exec, CUgraphNode node, void *to, const void *symbol,
    size_t bytes, size_t offset, int kind) {
  void *from;
  RT_CHECK(findPart(symbol, offset, bytes, from));
  return cudaGraphExecMemcpyNodeSetParams1D(exec, node, to, from, bytes, kind);
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

cudaError api::cudaGraphAddMemsetNode(CUgraphNode *node, CUgraph graph,
                                      const CUgraphNode *after, size_t count,
                                      const CUDA_MEMSET_NODE_PARAMS *how) {
  return withContext([&](CUcontext context) {
    return cuGraphAddMemsetNode(node, graph, after, count, how, context);
  });
}

cudaError
api::cudaGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_MEMSET_NODE_PARAMS *how) {
  return withContext([&](CUcontext context) {
    return cuGraphExecMemsetNodeSetParams(exec, node, how, context);
  });
}

//===----------------------------------------------------------------------===//
// Nodes of any type
//===----------------------------------------------------------------------===//

/// Makes the driver's description of a node. A kernel and a copy are described
/// otherwise; all other nodes have the same members in the same places, except
/// for the context, which the driver's nodes name.
static cudaError translate(const CUgraphNodeParams *node,
                           CUgraphNodeParams &how) {
  if (!node)
    return cudaErrorInvalidValue;
  how = *node;
  CUcontext context;
  RT_CHECK(cuCtxGetCurrent(&context));
  switch (how.type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    how.kernel.kern = nullptr;
    how.kernel.ctx = nullptr;
    return findKernel(node->kernel.func, how.kernel.func);
  case CU_GRAPH_NODE_TYPE_MEMCPY: {
    // cudaMemcpyNodeParams: 16 bytes of flags and context, then the copy.
    cudaMemcpy3DParms copy;
    memcpy(&copy, &node->memcpy.copyParams, sizeof copy);
    how.memcpy = {0, 0, context, {}};
    return describe(&copy, how.memcpy.copyParams);
  }
  case CU_GRAPH_NODE_TYPE_MEMSET:
    how.memset.ctx = context;
    return cudaSuccess;
  default:
    return cudaSuccess;
  }
}

static cudaError addNode(CUgraphNode *node, CUgraph graph,
                         const CUgraphNode *after, const CUgraphEdgeData *data,
                         size_t count, CUgraphNodeParams *params) {
  CUgraphNodeParams how;
  RT_CHECK(translate(params, how));
  RT_CHECK(cuGraphAddNode_v2(node, graph, after, data, count, &how));
  if (how.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
    params->alloc.dptr = how.alloc.dptr;
  return cudaSuccess;
}

#if CUDART_MAJOR < 13
#define cudaGraphAddNode_v13 cudaGraphAddNode_v2
cudaError api::cudaGraphAddNode(CUgraphNode *node, CUgraph graph,
                                const CUgraphNode *after, size_t count,
                                CUgraphNodeParams *params) {
  return addNode(node, graph, after, nullptr, count, params);
}
#else
#define cudaGraphAddNode_v13 cudaGraphAddNode
#endif
cudaError api::cudaGraphAddNode_v13(CUgraphNode *node, CUgraph graph,
                                    const CUgraphNode *after,
                                    const CUgraphEdgeData *data, size_t count,
                                    CUgraphNodeParams *params) {
  return addNode(node, graph, after, data, count, params);
}

cudaError api::cudaGraphNodeSetParams(CUgraphNode node,
                                      CUgraphNodeParams *params) {
  CUgraphNodeParams how;
  RT_CHECK(translate(params, how));
  return toError(cuGraphNodeSetParams(node, &how));
}

cudaError api::cudaGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                          CUgraphNodeParams *params) {
  CUgraphNodeParams how;
  RT_CHECK(translate(params, how));
  return toError(cuGraphExecNodeSetParams(exec, node, &how));
}
