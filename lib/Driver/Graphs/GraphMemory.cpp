//===- GraphMemory.cpp - Memory that graphs allocate ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node that allocates has addresses from the call that makes it, so that other
// nodes can be made with them, and memory from its turn in a launch until
// somebody frees it: a node, a stream, cuMemFree, or the next launch. Each
// launch gets memory that nobody has written.
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include <algorithm>

using namespace tessera::driver;

GraphMemory::GraphMemory(const CUDA_MEM_ALLOC_NODE_PARAMS &how)
    : how(how),
      accesses(how.accessDescs, how.accessDescs + how.accessDescCount) {
  this->how.accessDescs = accesses.empty() ? nullptr : accesses.data();
}

GraphMemory::~GraphMemory() {
  if (how.dptr)
    Driver::get().memory.abandon(how.dptr);
}

bool Graph::hasMemory() const {
  return std::any_of(nodes.begin(), nodes.end(), [](const auto &node) {
    return typeOf(node->operation) >= CU_GRAPH_NODE_TYPE_MEM_ALLOC;
  });
}

/// The memory of the node that allocates at an address, or null.
static GraphMemory *memoryAt(CUdeviceptr address) {
  const Allocation *allocation = Driver::get().memory.at(address);
  return allocation ? allocation->graph : nullptr;
}

CUresult tessera::driver::makeAllocation(CUDA_MEM_ALLOC_NODE_PARAMS &how,
                                         Operation &made) {
  Driver &driver = Driver::get();
  Context *context;
  const CUmemPoolProps &pool = how.poolProps;
  bool isType = pool.allocType == CU_MEM_ALLOCATION_TYPE_PINNED ||
                pool.allocType == CU_MEM_ALLOCATION_TYPE_MANAGED;
  if (!how.bytesize || !isType || !isKnown(pool.location) || pool.handleTypes ||
      (how.accessDescCount && !how.accessDescs))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  how.dptr = 0;
  auto memory = std::make_shared<GraphMemory>(how);
  for (const CUmemAccessDesc &access : memory->accesses)
    if (!isKnown(access.location))
      return CUDA_ERROR_INVALID_VALUE;
  const Allocation *room;
  CU_CHECK(driver.memory.reserve(how.bytesize, kindOf(pool), context,
                                 deviceOf(pool, *context), memory.get(), room));
  how.dptr = memory->how.dptr = room->address;
  made = MemoryAllocation{std::move(memory)};
  return CUDA_SUCCESS;
}

CUresult tessera::driver::claimMemory(const Graph &graph,
                                      const Operation &operation) {
  if (const auto *allocation = std::get_if<MemoryAllocation>(&operation))
    allocation->memory->owner = graph.handle;
  const auto *free = std::get_if<MemoryFree>(&operation);
  if (!free)
    return CUDA_SUCCESS;
  GraphMemory *memory = memoryAt(free->address);
  if (!memory)
    return CUDA_ERROR_INVALID_VALUE;
  // The owner frees alone, and each graph once.
  std::vector<CUgraph> &freers = memory->freers;
  bool isOwner = memory->owner == graph.handle;
  if (isOwner ? !freers.empty()
              : memory->isFreedByOwner() ||
                    std::count(freers.begin(), freers.end(), graph.handle))
    return CUDA_ERROR_INVALID_VALUE;
  freers.push_back(graph.handle);
  return CUDA_SUCCESS;
}

CUresult tessera::driver::passMemory(const GraphExec &exec,
                                     std::vector<CUdeviceptr> &unfreed) {
  std::vector<GraphMemory *> allocated, freed;
  bool mayFree = exec.flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
  for (const auto &node : exec.graph->nodes) {
    if (auto *allocation = std::get_if<MemoryAllocation>(&node->operation)) {
      GraphMemory &memory = *allocation->memory;
      if (memory.isLeft && !mayFree)
        return CUDA_ERROR_INVALID_VALUE;
      if (memory.isLeft)
        unfreed.push_back(memory.how.dptr);
      if (!memory.isFreedByOwner())
        allocated.push_back(&memory);
    }
    if (auto *free = std::get_if<MemoryFree>(&node->operation)) {
      GraphMemory *memory = memoryAt(free->address);
      if (!memory || (!memory->isFreedByOwner() && !memory->isLeft))
        return CUDA_ERROR_INVALID_VALUE;
      freed.push_back(memory);
    }
  }
  for (GraphMemory *memory : allocated)
    memory->isLeft = true;
  for (GraphMemory *memory : freed)
    memory->isLeft = false;
  return CUDA_SUCCESS;
}

CUresult tessera::driver::run(const MemoryAllocation &allocation) {
  Driver &driver = Driver::get();
  return driver.memory.appear(driver.device, allocation.memory->how.dptr);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

CUresult api::cuGraphMemAllocNodeGetParams(CUgraphNode handle,
                                           CUDA_MEM_ALLOC_NODE_PARAMS *how) {
  const Node *node = Driver::get().nodes.find(handle);
  const auto *allocation =
      node ? std::get_if<MemoryAllocation>(&node->operation) : nullptr;
  if (!allocation || !how)
    return CUDA_ERROR_INVALID_VALUE;
  *how = allocation->memory->how;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// The memory of all graphs
//===----------------------------------------------------------------------===//

CUresult api::cuDeviceGetGraphMemAttribute(CUdevice device, int attribute,
                                           void *value) {
  const Memory &memory = Driver::get().memory;
  if (!Driver::get().has(device))
    return CUDA_ERROR_INVALID_DEVICE;
  if (!value || attribute < CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT ||
      attribute > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH)
    return CUDA_ERROR_INVALID_VALUE;
  // Freed memory goes back at once, so that none is reserved beyond what is
  // used.
  bool isPeak = attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH ||
                attribute == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH;
  *static_cast<uint64_t *>(value) =
      isPeak ? memory.getGraphPeak(device) : memory.getGraphUsed(device);
  return CUDA_SUCCESS;
}

/// "High watermark can only be reset to zero."
CUresult api::cuDeviceSetGraphMemAttribute(CUdevice device, int attribute,
                                           void *value) {
  if (!Driver::get().has(device))
    return CUDA_ERROR_INVALID_DEVICE;
  if (!value || *static_cast<uint64_t *>(value) ||
      (attribute != CU_GRAPH_MEM_ATTR_USED_MEM_HIGH &&
       attribute != CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH))
    return CUDA_ERROR_INVALID_VALUE;
  Driver::get().memory.resetGraphPeak(device);
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceGraphMemTrim(CUdevice device) {
  return Driver::get().has(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
