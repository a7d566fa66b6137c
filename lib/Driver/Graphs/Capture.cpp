//===- Capture.cpp - Streams that become graphs ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include <algorithm>
#include <unordered_set>

using namespace tessera::driver;

/// The mode of this thread, which cuThreadExchangeStreamCaptureMode exchanges.
static thread_local CUstreamCaptureMode threadMode =
    CU_STREAM_CAPTURE_MODE_GLOBAL;

static bool isMode(int mode) {
  return mode >= CU_STREAM_CAPTURE_MODE_GLOBAL &&
         mode <= CU_STREAM_CAPTURE_MODE_RELAXED;
}

//===----------------------------------------------------------------------===//
// Calls that captures do not allow
//===----------------------------------------------------------------------===//

static void invalidate(Capture &capture) { capture.isInvalidated = true; }

CUresult tessera::driver::refuseInCapture(const CapturePoint &point) {
  if (!point)
    return CUDA_SUCCESS;
  invalidate(*point.capture);
  return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

CUresult tessera::driver::refuseInCapture(Context &context) {
  CUresult result = CUDA_SUCCESS;
  Driver::get().forEachStream([&](Stream &stream) {
    if (stream.context == &context && stream.capture)
      result = refuseInCapture(stream.capture);
  });
  return result;
}

CUresult tessera::driver::refuseUnsafe() {
  CUresult result = CUDA_SUCCESS;
  if (threadMode == CU_STREAM_CAPTURE_MODE_RELAXED)
    return result;
  Driver::get().forEachStream([&](Stream &stream) {
    const Capture *capture = stream.capture.capture.get();
    if (!capture || capture->mode == CU_STREAM_CAPTURE_MODE_RELAXED)
      return;
    bool isOurs = capture->thread == std::this_thread::get_id();
    bool concernsAll = threadMode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
                       capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
    if (isOurs || concernsAll)
      result = refuseInCapture(stream.capture);
  });
  return result;
}

CUresult tessera::driver::refuseImplicit(Context &context, bool isQuery) {
  CUresult result = CUDA_SUCCESS;
  Driver::get().forEachStream([&](Stream &stream) {
    if (stream.context != &context || !stream.capture || !stream.isBlocking())
      return;
    if (!isQuery)
      invalidate(*stream.capture.capture);
    result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  });
  return result;
}

CUresult tessera::driver::refuseWaiting(Stream &stream) {
  CU_CHECK(refuseInCapture(stream.capture));
  if (&stream == &stream.context->legacy)
    CU_CHECK(refuseImplicit(*stream.context));
  return refuseUnsafe();
}

//===----------------------------------------------------------------------===//
// Operations in a capture
//===----------------------------------------------------------------------===//

static CUresult checkValid(const CapturePoint &point) {
  return point.capture->isInvalidated ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
                                      : CUDA_SUCCESS;
}

/// The nodes that these handles stand for, without those that were destroyed.
static std::vector<Node *> findNodes(const std::vector<CUgraphNode> &handles) {
  std::vector<Node *> nodes;
  for (CUgraphNode handle : handles)
    if (Node *node = Driver::get().nodes.find(handle))
      nodes.push_back(node);
  return nodes;
}

static void addAll(std::vector<CUgraphNode> &to,
                   const std::vector<CUgraphNode> &from) {
  for (CUgraphNode node : from)
    if (!std::count(to.begin(), to.end(), node))
      to.push_back(node);
}

CUresult tessera::driver::capture(Stream &stream, Operation operation) {
  CU_CHECK(checkValid(stream.capture));
  const auto *launch = std::get_if<KernelLaunch>(&operation);
  std::vector<Edge> after;
  for (Node *node : findNodes(stream.capture.after))
    after.push_back({node});
  // As in a stream: the edge is programmatic only where this launch stands
  // directly behind another launch.
  CUgraphEdgeData programmatic = {};
  programmatic.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
  programmatic.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
  if (launch && mayDepend(*launch) && after.size() == 1 &&
      isEdge(after[0].node->operation, operation, programmatic))
    after[0].data = programmatic;
  Graph &graph = *stream.capture.capture->graph;
  CU_CHECK(claimMemory(graph, operation));
  Node &node = graph.add(std::move(operation), after);
  stream.capture.after = {node.handle};
  return CUDA_SUCCESS;
}

CUresult tessera::driver::captureRecord(Stream &stream, Event &event) {
  CU_CHECK(checkValid(stream.capture));
  event.capture = stream.capture;
  event.record = nullptr;
  return CUDA_SUCCESS;
}

CUresult tessera::driver::captureWait(Stream &stream, Event &event,
                                      CUevent handle, bool isExternal) {
  if (stream.capture) {
    CU_CHECK(checkValid(stream.capture));
    if (isExternal)
      return capture(stream, EventWait{handle});
  }
  if (!event.capture) {
    // A graph cannot wait for work that lies outside its capture.
    if (!event.record)
      return CUDA_SUCCESS;
    invalidate(*stream.capture.capture);
    return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
  }
  Capture &other = *event.capture.capture;
  if (other.hasEnded) {
    if (stream.capture)
      invalidate(*stream.capture.capture);
    return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
  }
  CU_CHECK(checkValid(event.capture));
  if (&stream == &stream.context->legacy) {
    invalidate(other);
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  if (stream.capture && stream.capture.capture != event.capture.capture) {
    invalidate(*stream.capture.capture);
    invalidate(other);
    return CUDA_ERROR_STREAM_CAPTURE_MERGE;
  }
  // The stream joins the capture, or two branches of it meet.
  stream.capture.capture = event.capture.capture;
  addAll(stream.capture.after, event.capture.after);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

/// Ends the capture for all streams: none is in it any more.
static void leave(const std::shared_ptr<Capture> &capture) {
  capture->hasEnded = true;
  Driver::get().forEachStream([&](Stream &stream) {
    if (stream.capture.capture == capture)
      stream.capture = {};
  });
}

void tessera::driver::endCapture(const Stream &stream) {
  std::shared_ptr<Capture> capture = stream.capture.capture;
  if (!capture)
    return;
  invalidate(*capture);
  if (capture->origin != &stream)
    return;
  leave(capture);
  if (capture->isOurs)
    Driver::get().graphs.remove(capture->graph->handle);
}

/// True if no edge is programmatic. Captures allow programmatic edges only
/// within the graph.
static bool arePlain(const CUgraphEdgeData *data, size_t count) {
  return !data || std::all_of(data, data + count, [](const auto &each) {
    return Edge{nullptr, each}.isPlain();
  });
}

static CUresult begin(CUstream handle, int mode, std::shared_ptr<Graph> graph,
                      std::vector<CUgraphNode> after) {
  Driver &driver = Driver::get();
  Stream *stream;
  if (!isMode(mode))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireStream(handle, stream));
  if (stream == &stream->context->legacy)
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  if (stream->capture)
    return CUDA_ERROR_ILLEGAL_STATE;
  auto capture = std::make_shared<Capture>();
  capture->id = ++driver.lastId;
  capture->isOurs = !graph;
  capture->graph = graph ? std::move(graph) : makeGraph();
  capture->origin = stream;
  capture->mode = CUstreamCaptureMode(mode);
  capture->thread = std::this_thread::get_id();
  stream->capture = {capture, std::move(after)};
  return CUDA_SUCCESS;
}

CUresult api::cuStreamBeginCapture_v2(CUstream stream,
                                      CUstreamCaptureMode mode) {
  return begin(stream, mode, nullptr, {});
}
CUresult api::cuStreamBeginCapture(CUstream stream) {
  return begin(stream, CU_STREAM_CAPTURE_MODE_GLOBAL, nullptr, {});
}

CUresult api::cuStreamBeginCaptureToGraph(CUstream stream, CUgraph handle,
                                          const CUgraphNode *nodes,
                                          const CUgraphEdgeData *data,
                                          size_t count,
                                          CUstreamCaptureMode mode) {
  std::shared_ptr<Graph> graph = Driver::get().graphs.share(handle);
  if (!graph || (count && !nodes))
    return CUDA_ERROR_INVALID_VALUE;
  if (!arePlain(data, count))
    return CUDA_ERROR_NOT_SUPPORTED;
  for (size_t i = 0; i < count; ++i) {
    const Node *node = Driver::get().nodes.find(nodes[i]);
    if (!node || node->graph != graph.get())
      return CUDA_ERROR_INVALID_VALUE;
  }
  return begin(stream, mode, graph, {nodes, nodes + count});
}

/// True if all that the streams of a capture have done comes before the place
/// in the graph where its origin stands.
static bool isJoined(const Capture &capture) {
  std::unordered_set<const Node *> seen;
  std::vector<Node *> left = findNodes(capture.origin->capture.after);
  while (!left.empty()) {
    Node *node = left.back();
    left.pop_back();
    if (seen.insert(node).second)
      for (const Edge &edge : node->after)
        left.push_back(edge.node);
  }
  bool isAll = true;
  Driver::get().forEachStream([&](Stream &stream) {
    if (stream.capture.capture.get() != &capture)
      return;
    for (const Node *node : findNodes(stream.capture.after))
      isAll &= seen.count(node) != 0;
  });
  return isAll;
}

CUresult api::cuStreamEndCapture(CUstream handle, CUgraph *graph) {
  Driver &driver = Driver::get();
  Stream *stream;
  if (!graph)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireStream(handle, stream));
  *graph = nullptr;
  std::shared_ptr<Capture> capture = stream->capture.capture;
  if (!capture)
    return CUDA_ERROR_ILLEGAL_STATE;
  if (capture->origin != stream) {
    invalidate(*capture);
    return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
  }
  if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
      capture->thread != std::this_thread::get_id())
    return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
  CUresult result = capture->isInvalidated
                        ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
                    : isJoined(*capture) ? CUDA_SUCCESS
                                         : CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
  leave(capture);
  if (result == CUDA_SUCCESS)
    *graph = capture->graph->handle;
  else if (capture->isOurs)
    driver.graphs.remove(capture->graph->handle);
  return result;
}

CUresult api::cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
  if (!mode || !isMode(*mode))
    return CUDA_ERROR_INVALID_VALUE;
  std::swap(*mode, threadMode);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

/// Finds a stream for a query, which leaves its capture as it is.
static CUresult findStream(CUstream handle, Stream *&stream) {
  CU_CHECK(Driver::get().requireStream(handle, stream));
  bool isLegacy = stream == &stream->context->legacy;
  return isLegacy ? refuseImplicit(*stream->context, /*isQuery=*/true)
                  : CUDA_SUCCESS;
}

static CUstreamCaptureStatus statusOf(const CapturePoint &point) {
  return !point                         ? CU_STREAM_CAPTURE_STATUS_NONE
         : point.capture->isInvalidated ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                        : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

CUresult api::cuStreamIsCapturing(CUstream handle,
                                  CUstreamCaptureStatus *status) {
  Stream *stream;
  if (!status)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findStream(handle, stream));
  *status = statusOf(stream->capture);
  return CUDA_SUCCESS;
}

CUresult api::cuStreamGetCaptureInfo_v2(CUstream handle,
                                        CUstreamCaptureStatus *status,
                                        uint64_t *id, CUgraph *graph,
                                        const CUgraphNode **nodes,
                                        size_t *count) {
  Stream *stream;
  if (!status)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findStream(handle, stream));
  const CapturePoint &point = stream->capture;
  *status = statusOf(point);
  if (*status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
    return CUDA_SUCCESS;
  if (id)
    *id = point.capture->id;
  if (graph)
    *graph = point.capture->graph->handle;
  if (nodes)
    *nodes = point.after.data();
  if (count)
    *count = point.after.size();
  return CUDA_SUCCESS;
}

CUresult api::cuStreamGetCaptureInfo(CUstream stream,
                                     CUstreamCaptureStatus *status,
                                     uint64_t *id) {
  return cuStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr,
                                   nullptr);
}

CUresult api::cuStreamGetCaptureInfo_v3(CUstream stream,
                                        CUstreamCaptureStatus *status,
                                        uint64_t *id, CUgraph *graph,
                                        const CUgraphNode **nodes,
                                        const CUgraphEdgeData **data,
                                        size_t *count) {
  if (data)
    *data = nullptr; // all edges are plain ones
  return cuStreamGetCaptureInfo_v2(stream, status, id, graph, nodes, count);
}

CUresult api::cuStreamUpdateCaptureDependencies(CUstream handle,
                                                CUgraphNode *nodes,
                                                size_t count, unsigned flags) {
  Stream *stream;
  if (flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES || (count && !nodes))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findStream(handle, stream));
  CapturePoint &point = stream->capture;
  if (!point)
    return CUDA_ERROR_ILLEGAL_STATE;
  CU_CHECK(checkValid(point));
  for (size_t i = 0; i < count; ++i) {
    const Node *node = Driver::get().nodes.find(nodes[i]);
    if (!node || node->graph != point.capture->graph.get())
      return CUDA_ERROR_INVALID_VALUE;
  }
  if (flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES)
    point.after.clear();
  addAll(point.after, {nodes, nodes + count});
  return CUDA_SUCCESS;
}

CUresult api::cuStreamUpdateCaptureDependencies_v2(CUstream stream,
                                                   CUgraphNode *nodes,
                                                   const CUgraphEdgeData *data,
                                                   size_t count,
                                                   unsigned flags) {
  if (!arePlain(data, count))
    return CUDA_ERROR_NOT_SUPPORTED;
  return cuStreamUpdateCaptureDependencies(stream, nodes, count, flags);
}
