//===- DriverFuzzer.cpp - Random programs of the CUDA Driver API ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of an input choose calls and their arguments: handles that are
// valid, destroyed, foreign or null, sizes at the limits. Each call returns a
// valid CUresult; at the end the context can be reset, and no memory of the
// device is in use.
//
//===----------------------------------------------------------------------===//

#include "DriverCalls.h"
#include <cstring>
#include <iterator>
#include <vector>

namespace {

const char *const kernels = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry put(.param .u64 a)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [a];
  mov.u32 %r1, 7;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";

/// The choices that the bytes of an input make; zeros behind its end.
class Choices {
public:
  Choices(const uint8_t *bytes, size_t size) : at(bytes), end(bytes + size) {}
  bool isEmpty() const { return at == end; }
  unsigned below(unsigned count) { return at == end ? 0 : *at++ % count; }

private:
  const uint8_t *at, *end;
};

/// Handles of one kind, including those that are no longer valid.
template <typename Handle> class Pool {
public:
  Handle choose(Choices &choices) const {
    unsigned i = choices.below(handles.size() + 2);
    if (i >= handles.size())
      return i == handles.size() ? Handle() : Handle(uintptr_t(0x1234560));
    return handles[i];
  }
  void add(CUresult made, Handle handle) {
    if (made == CUDA_SUCCESS)
      handles.push_back(handle);
  }
  std::vector<Handle> handles;
};

class Program {
public:
  Program(const uint8_t *bytes, size_t size) : choices(bytes, size) {}
  void run();

private:
  void call();
  void callMemory(unsigned which);
  void callVirtualMemory(unsigned which);
  void callStreams(unsigned which);
  void callGraphs(unsigned which);
  void callNodes(unsigned which);
  void end();

  CUresult check(CUresult result) {
    const char *name = nullptr;
    REQUIRE(cuGetErrorName(result, &name) == CUDA_SUCCESS && name);
    return result;
  }
  CUdeviceptr address() {
    static constexpr uint64_t offsets[] = {0, 0, 0, 1, 4, 60, 4096};
    return addresses.choose(choices) +
           offsets[choices.below(std::size(offsets))];
  }
  /// An address where not even the host has memory, or one as above.
  CUdeviceptr wild() {
    static constexpr CUdeviceptr wilds[] = {
        1, 4096, UINT64_MAX, uint64_t(1) << 47, uint64_t(1) << 63};
    unsigned i = choices.below(std::size(wilds) * 2);
    return i < std::size(wilds) ? wilds[i] : address();
  }
  /// The data of an edge, mostly invalid.
  CUgraphEdgeData edge() {
    unsigned what = choices.below(16);
    return {static_cast<unsigned char>(what & 3),
            0,
            static_cast<unsigned char>(what >> 2),
            {}};
  }
  size_t size() {
    static constexpr size_t sizes[] = {
        0, 1, 4, 16, 64, 100, 4096, size_t(2) << 20, SIZE_MAX / 2, SIZE_MAX};
    return sizes[choices.below(std::size(sizes))];
  }
  /// A size of host memory.
  size_t hostSize() {
    static constexpr size_t sizes[] = {0, 1, 4, 64};
    return sizes[choices.below(std::size(sizes))];
  }
  CUstream stream() { return streams.choose(choices); }

  Choices choices;
  Pool<CUcontext> contexts;
  Pool<CUdeviceptr> addresses, reserved;
  Pool<CUmemGenericAllocationHandle> physicals;
  Pool<CUstream> streams;
  Pool<CUevent> events;
  Pool<CUgraph> graphs;
  Pool<CUgraphNode> nodes;
  Pool<CUgraphExec> execs;
  Pool<CUfunction> functions;
  Pool<CUmodule> modules;
  char host[64] = {};
};

void doNothing(void *) {}

void Program::callMemory(unsigned which) {
  CUdeviceptr made = 0;
  void *pinned;
  unsigned type;
  switch (which) {
  case 0:
    return addresses.add(check(cuMemAlloc_v2(&made, size())), made);
  case 1:
    return addresses.add(check(cuMemAllocAsync(&made, size(), stream())), made);
  case 2:
    return void(check(cuMemFree_v2(address())));
  case 3:
    return void(check(cuMemFreeAsync(address(), stream())));
  case 4:
    return void(check(cuMemsetD8Async(address(), 3, size(), stream())));
  case 5:
    return void(check(
        cuMemsetD2D32_v2(address(), size(), 3, size(), choices.below(4))));
  case 6:
    return void(
        check(cuMemcpyHtoDAsync_v2(address(), host, hostSize(), stream())));
  case 7:
    return void(check(cuMemcpyDtoH_v2(host, address(), hostSize())));
  case 8:
    return void(
        check(cuMemcpyDtoDAsync_v2(address(), address(), size(), stream())));
  case 9:
    if (CUresult result = check(cuMemHostAlloc(&pinned, hostSize(), 0));
        result == CUDA_SUCCESS)
      addresses.add(result, reinterpret_cast<CUdeviceptr>(pinned));
    return;
  case 10:
    return void(check(cuMemFreeHost(reinterpret_cast<void *>(address()))));
  case 11:
    return void(check(cuMemcpyAsync(wild(), wild(), size(), stream())));
  default:
    return void(check(cuPointerGetAttribute(
        &type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address())));
  }
}

void Program::callVirtualMemory(unsigned which) {
  CUdeviceptr made = 0;
  CUmemGenericAllocationHandle handle = 0;
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemAccessDesc access = {properties.location,
                            CUmemAccess_flags(choices.below(4))};
  constexpr size_t piece = size_t(2) << 20;
  size_t bytes = choices.below(3) * piece;
  CUdeviceptr at = reserved.choose(choices) + choices.below(2) * piece;
  switch (which) {
  case 0:
    if (cuMemAddressReserve(&made, bytes, 0, 0, 0) == CUDA_SUCCESS) {
      reserved.add(CUDA_SUCCESS, made);
      addresses.add(CUDA_SUCCESS, made);
    }
    return;
  case 1:
    return physicals.add(check(cuMemCreate(&handle, bytes, &properties, 0)),
                         handle);
  case 2:
    return void(check(cuMemMap(at, bytes, 0, physicals.choose(choices), 0)));
  case 3:
    return void(check(cuMemSetAccess(at, bytes, &access, 1)));
  case 4:
    return void(check(cuMemUnmap(at, bytes)));
  case 5:
    return void(check(cuMemRelease(physicals.choose(choices))));
  case 6:
    if (CUresult result = check(
            cuMemRetainAllocationHandle(&handle, reinterpret_cast<void *>(at)));
        result == CUDA_SUCCESS)
      physicals.add(result, handle);
    return;
  default:
    return void(check(cuMemAddressFree(at, bytes)));
  }
}

void Program::callStreams(unsigned which) {
  CUstream made = nullptr;
  CUevent event = nullptr;
  CUcontext context = nullptr;
  CUgraph graph = nullptr;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CUstreamCaptureStatus status;
  float time;
  switch (which) {
  case 0:
    return streams.add(check(cuStreamCreate(&made, choices.below(3))), made);
  case 1:
    return void(check(cuStreamDestroy_v2(stream())));
  case 2:
    return events.add(check(cuEventCreate(&event, choices.below(8))), event);
  case 3:
    return void(check(cuEventRecordWithFlags(events.choose(choices), stream(),
                                             choices.below(3))));
  case 4:
    return void(check(
        cuStreamWaitEvent(stream(), events.choose(choices), choices.below(3))));
  case 5:
    return void(check(cuEventQuery(events.choose(choices))));
  case 6:
    return void(check(cuEventDestroy_v2(events.choose(choices))));
  case 7:
    return void(check(cuStreamSynchronize(stream())));
  case 8:
    return void(check(cuStreamBeginCapture_v2(
        stream(), CUstreamCaptureMode(choices.below(4)))));
  case 9:
    return graphs.add(check(cuStreamEndCapture(stream(), &graph)), graph);
  case 10:
    return void(check(cuStreamIsCapturing(stream(), &status)));
  case 11:
    return void(check(cuLaunchHostFunc(stream(), doNothing, nullptr)));
  case 12:
    return void(check(cuCtxSynchronize()));
  case 13:
    if (CUresult result = check(cuCtxCreate_v2(&context, 0, 0)); !result)
      contexts.add(result, context);
    return;
  case 14:
    return void(check(cuCtxDestroy_v2(contexts.choose(choices))));
  case 15:
    return void(check(cuCtxSetCurrent(contexts.choose(choices))));
  case 16:
    return modules.add(check(cuModuleLoadData(&module, kernels)), module);
  case 17:
    return functions.add(
        check(cuModuleGetFunction(&function, modules.choose(choices), "put")),
        function);
  case 18:
    return void(check(cuModuleUnload(modules.choose(choices))));
  case 19:
    return void(check(cuEventElapsedTime(&time, events.choose(choices),
                                         events.choose(choices))));
  default: {
    CUdeviceptr at = address();
    void *parameters[] = {&at};
    CUlaunchAttribute attribute = {};
    attribute.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    attribute.value.programmaticStreamSerializationAllowed = choices.below(2);
    CUlaunchConfig config = {1, 1, 1,        choices.below(3), 1,
                             1, 0, stream(), &attribute,       1};
    return void(check(cuLaunchKernelEx(&config, functions.choose(choices),
                                       parameters, nullptr)));
  }
  }
}

void Program::callGraphs(unsigned which) {
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  CUgraphNode list[3], other[3];
  CUgraphEdgeData data;
  CUgraphExecUpdateResultInfo info;
  size_t count = choices.below(4);
  CUgraph which1 = graphs.choose(choices);
  switch (which) {
  case 0:
    return graphs.add(check(cuGraphCreate(&graph, choices.below(2))), graph);
  case 1:
    return void(check(cuGraphDestroy(which1)));
  case 2:
    return graphs.add(check(cuGraphClone(&graph, which1)), graph);
  case 3:
    return execs.add(
        check(cuGraphInstantiateWithFlags(&exec, which1, choices.below(3))),
        exec);
  case 4:
    return void(check(cuGraphLaunch(execs.choose(choices), stream())));
  case 5:
    return void(
        check(cuGraphExecUpdate_v2(execs.choose(choices), which1, &info)));
  case 6:
    return void(check(cuGraphExecDestroy(execs.choose(choices))));
  case 7:
    return void(check(cuGraphGetEdges(which1, list, other, &count)));
  case 8:
    if (check(cuGraphGetNodes(which1, list, &count)) == CUDA_SUCCESS)
      for (size_t i = 0; i < count; ++i)
        nodes.add(CUDA_SUCCESS, list[i]);
    return;
  case 9:
    return void(check(cuGraphDestroyNode(nodes.choose(choices))));
  case 10:
    list[0] = nodes.choose(choices);
    other[0] = nodes.choose(choices);
    data = edge();
    return void(
        check(cuGraphAddDependencies_v2(which1, list, other, &data, 1)));
  default:
    list[0] = nodes.choose(choices);
    other[0] = nodes.choose(choices);
    data = edge();
    return void(
        check(cuGraphRemoveDependencies_v2(which1, list, other, &data, 1)));
  }
}

void Program::callNodes(unsigned which) {
  CUgraphNode node = nullptr, after = nodes.choose(choices);
  CUgraph graph = graphs.choose(choices);
  size_t count = choices.below(2);
  CUdeviceptr at = address();
  void *parameters[] = {&at};
  CUDA_KERNEL_NODE_PARAMS_v1 kernel = {
      functions.choose(choices), 1, 1, 1, 1, 1, 1, 0, parameters, nullptr};
  CUDA_MEMSET_NODE_PARAMS fill = {at, size(), 1, choices.below(5), size(), 1};
  CUDA_HOST_NODE_PARAMS call = {doNothing, nullptr};
  switch (which) {
  case 0:
    return nodes.add(
        check(cuGraphAddKernelNode(&node, graph, &after, count, &kernel)),
        node);
  case 1:
    return nodes.add(check(cuGraphAddMemsetNode(&node, graph, &after, count,
                                                &fill, nullptr)),
                     node);
  case 2:
    return nodes.add(
        check(cuGraphAddHostNode(&node, graph, &after, count, &call)), node);
  case 3:
    return nodes.add(check(cuGraphAddEmptyNode(&node, graph, &after, count)),
                     node);
  case 4:
    return nodes.add(check(cuGraphAddChildGraphNode(&node, graph, &after, count,
                                                    graphs.choose(choices))),
                     node);
  case 5:
    return nodes.add(check(cuGraphAddEventRecordNode(
                         &node, graph, &after, count, events.choose(choices))),
                     node);
  case 6:
    return nodes.add(check(cuGraphAddEventWaitNode(&node, graph, &after, count,
                                                   events.choose(choices))),
                     node);
  case 7:
    return void(check(cuGraphMemsetNodeSetParams(after, &fill)));
  case 8:
    return void(check(
        cuGraphExecHostNodeSetParams(execs.choose(choices), after, &call)));
  case 9:
    return void(check(
        cuGraphNodeSetEnabled(execs.choose(choices), after, choices.below(2))));
  default:
    return void(check(cuGraphKernelNodeSetParams(after, &kernel)));
  }
}

void Program::call() {
  switch (choices.below(5)) {
  case 0:
    return callMemory(choices.below(13));
  case 1:
    return callVirtualMemory(choices.below(8));
  case 2:
    return callStreams(choices.below(21));
  case 3:
    return callGraphs(choices.below(12));
  default:
    return callNodes(choices.below(11));
  }
}

/// Ends everything, in any state.
void Program::end() {
  for (CUgraphExec exec : execs.handles)
    (void)cuGraphExecDestroy(exec);
  for (CUcontext context : contexts.handles)
    (void)cuCtxDestroy_v2(context);
  REQUIRE(cuDevicePrimaryCtxReset_v2(0) == CUDA_SUCCESS);
  for (CUgraph graph : graphs.handles)
    (void)cuGraphDestroy(graph);
  constexpr size_t piece = size_t(2) << 20;
  for (CUdeviceptr at : reserved.handles) {
    for (size_t offset : {size_t(0), piece, size_t(0)})
      for (size_t bytes : {piece, 2 * piece})
        (void)cuMemUnmap(at + offset, bytes);
    for (size_t bytes : {piece, 2 * piece})
      (void)cuMemAddressFree(at, bytes);
  }
  for (CUmemGenericAllocationHandle handle : physicals.handles)
    while (cuMemRelease(handle) == CUDA_SUCCESS)
      ;
  CUcontext context, current;
  size_t free, total;
  do {
    (void)cuCtxSetCurrent(nullptr);
    REQUIRE(cuCtxGetCurrent(&current) == CUDA_SUCCESS);
  } while (current);
  REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
  REQUIRE(cuCtxSetCurrent(context) == CUDA_SUCCESS);
  REQUIRE(cuMemGetInfo_v2(&free, &total) == CUDA_SUCCESS);
  REQUIRE(free == total);
}

void Program::run() {
  CUcontext context;
  REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
  REQUIRE(cuCtxSetCurrent(context) == CUDA_SUCCESS);
  while (!choices.isEmpty())
    call();
  end();
}

} // namespace

/// Seed 3 makes the order of tasks random, so that some are still pending at
/// later calls. Inputs mean the same whatever seed the caller has.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  setenv("TESSERA_SEED", "3", 1);
  // Errors of kernels are reported at length, but are no findings.
  REQUIRE(freopen("/dev/null", "w", stdout));
  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Program(bytes, size).run();
  return 0;
}
