//===- Operation.h - Operations as data -------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations are data, so that a capture can put them into the nodes of a graph
// instead of running them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_STREAMS_OPERATION_H
#define TESSERA_LIB_DRIVER_STREAMS_OPERATION_H

#include "../Cuda.h"
#include "tessera-c/Device.h"
#include <map>
#include <memory>
#include <variant>
#include <vector>

namespace tessera::driver {

struct Graph;
struct GraphMemory;

/// The values of a launch's parameters at the time of the call.
struct Values {
  std::vector<char> bytes;
  /// Pointers to the values in `bytes`.
  std::vector<void *> each;
};

struct KernelLaunch {
  CUfunction function = nullptr;
  TesseraLaunchShape shape = {};
  std::shared_ptr<const Values> values;
  std::map<CUlaunchAttributeID, CUlaunchAttributeValue> attributes;
  /// The context that it runs in; null in a graph for that of the function.
  const struct Context *context = nullptr;
};

/// True of what a launch, or a node of one, may be told.
inline bool isLaunchAttribute(CUlaunchAttributeID id) {
  constexpr unsigned last = 18; // the last one of CUDA 13
  return id > CU_LAUNCH_ATTRIBUTE_IGNORE && id <= last;
}

struct Copy {
  CUDA_MEMCPY3D how;
  /// The bytes to copy, if they were copied aside at the call.
  std::shared_ptr<const std::vector<uint8_t>> staged;
};
struct Fill {
  CUDA_MEMSET_NODE_PARAMS how;
};
struct HostCall {
  CUDA_HOST_NODE_PARAMS how;
};
struct ChildGraph {
  std::shared_ptr<Graph> graph;
};
struct Nothing {};
struct EventWait {
  CUevent event;
};
struct EventRecord {
  CUevent event;
};

/// Gives the addresses of a node their memory.
struct MemoryAllocation {
  std::shared_ptr<GraphMemory> memory;
};
struct MemoryFree {
  CUdeviceptr address;
};

/// In the order of CUgraphNodeType, which has external semaphores before
/// memory.
using Operation =
    std::variant<KernelLaunch, Copy, Fill, HostCall, ChildGraph, Nothing,
                 EventWait, EventRecord, MemoryAllocation, MemoryFree>;

inline CUgraphNodeType typeOf(const Operation &operation) {
  auto type = CUgraphNodeType(operation.index());
  return type <= CU_GRAPH_NODE_TYPE_EVENT_RECORD ? type
         : std::holds_alternative<MemoryFree>(operation)
             ? CU_GRAPH_NODE_TYPE_MEM_FREE
             : CU_GRAPH_NODE_TYPE_MEM_ALLOC;
}

/// Checks a launch, and reads the values of its parameters as cuLaunchKernel
/// gets them.
CUresult makeLaunch(KernelLaunch &launch, void **parameters, void **extra);

/// Checks that the operation can be done as things are now.
CUresult check(const KernelLaunch &launch);
CUresult check(const Copy &copy);
CUresult check(const Fill &fill);
CUresult check(const HostCall &call);
CUresult check(const EventWait &wait);
CUresult check(const EventRecord &record);
inline CUresult check(const ChildGraph &) { return CUDA_SUCCESS; }
inline CUresult check(const Nothing &) { return CUDA_SUCCESS; }
inline CUresult check(const MemoryAllocation &) { return CUDA_SUCCESS; }
inline CUresult check(const MemoryFree &) { return CUDA_SUCCESS; }
inline CUresult check(const Operation &operation) {
  return std::visit([](const auto &each) { return check(each); }, operation);
}

/// Runs the operation. Events and graphs do nothing: they are edges between
/// tasks.
CUresult run(const KernelLaunch &launch);
CUresult run(const Copy &copy);
CUresult run(const Fill &fill);
CUresult run(const HostCall &call);
CUresult run(const MemoryAllocation &allocation);
CUresult run(const MemoryFree &free);
template <typename T> CUresult run(const T &) { return CUDA_SUCCESS; }
inline CUresult run(const Operation &operation) {
  return std::visit([](const auto &each) { return run(each); }, operation);
}

/// True if a launch may begin before the end of the one before it in its stream
/// (programmatic dependent launch).
bool mayDepend(const KernelLaunch &launch);

/// True of a launch, a copy or a fill, which may overlap others.
bool takesPart(const Operation &operation);
/// True if the operation only has a place in the order.
inline bool doesNothing(const Operation &operation) {
  CUgraphNodeType type = typeOf(operation);
  return type >= CU_GRAPH_NODE_TYPE_GRAPH &&
         type <= CU_GRAPH_NODE_TYPE_EVENT_RECORD;
}

/// One of several operations that run together, and the earlier ones of them
/// that it comes after.
struct OrderedOperation {
  const Operation *operation;
  std::vector<TesseraEdge> after;
};

/// Runs all of them, and any of them at once that no edge orders.
CUresult run(const std::vector<OrderedOperation> &operations);

/// The time, in microseconds, that the model gives the operation, which has just
/// run as the `number`th of those that ran together: for a launch the lower
/// bound that its counters set, for a copy or a fill the bytes of device memory
/// that it moves at the rate of DRAM.
double modelledTime(const Operation &operation, size_t number);

/// The memory that they read and write.
std::vector<TesseraRange> memoryOf(const Copy &copy);
std::vector<TesseraRange> memoryOf(const Fill &fill);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_STREAMS_OPERATION_H
