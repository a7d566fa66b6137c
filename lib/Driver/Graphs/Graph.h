//===- Graph.h - Graphs, and streams that become some -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph is operations and the edges between them. An executable graph is a
// copy of it, which later changes of the graph do not reach. A launch puts a
// task for each node into the queue, with the edges of the graph.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_GRAPHS_GRAPH_H
#define TESSERA_LIB_DRIVER_GRAPHS_GRAPH_H

#include "../Streams/Operation.h"
#include "../Streams/Task.h"
#include <functional>
#include <thread>

namespace tessera::driver {

struct Context;
struct Stream;

struct Node;

/// The other end of an edge, and the data of the edge.
struct Edge {
  Node *node;
  CUgraphEdgeData data = {};

  bool operator==(const Edge &other) const;
  /// True if the edge waits for the whole of a node.
  bool isPlain() const {
    return !data.from_port && !data.to_port && !data.type;
  }
};

struct Node {
  CUgraphNode handle = nullptr;
  Graph *graph = nullptr;
  Operation operation;
  /// The nodes that this one comes after, and those that come after it, in the
  /// order of the calls.
  std::vector<Edge> after, before;
  /// In a copy: the node that it is a copy of.
  CUgraphNode original = nullptr;
  /// False of a node of an executable graph that was disabled: it does nothing.
  bool isEnabled = true;
};

/// An object of the program that lives as long as anybody refers to it.
struct UserObject {
  void *pointer = nullptr;
  CUhostFn destroy = nullptr;
  uint64_t references = 0;
};

/// Takes references away; the last one destroys the object.
void release(CUuserObject object, uint64_t count);

struct GraphExec;

/// Memory that a node of a graph allocates, at the same addresses in each
/// launch. The node and its copies own it together.
struct GraphMemory {
  explicit GraphMemory(const CUDA_MEM_ALLOC_NODE_PARAMS &how);
  GraphMemory(const GraphMemory &) = delete;
  ~GraphMemory();

  CUDA_MEM_ALLOC_NODE_PARAMS how;
  std::vector<CUmemAccessDesc> accesses;
  CUgraph owner = nullptr;
  /// The graphs with a node that frees it. The owner is the only one, or not
  /// among them.
  std::vector<CUgraph> freers;
  /// True after a launch that leaves it allocated, until a call frees it. Calls
  /// count, and not the tasks that they put into streams.
  bool isLeft = false;

  bool isFreedByOwner() const {
    return freers.size() == 1 && freers[0] == owner;
  }
};

struct Graph {
  Graph() = default;
  Graph(const Graph &) = delete;
  ~Graph();

  CUgraph handle = nullptr;
  std::vector<std::shared_ptr<Node>> nodes; // in the order of the calls
  /// True of the graph in a node, which ends with the node.
  bool isChild = false;
  std::map<CUuserObject, unsigned> userObjects;
  /// Its last executable graph.
  std::weak_ptr<GraphExec> exec;

  /// Adds a node, with a handle.
  Node &add(Operation operation, const std::vector<Edge> &after);
  /// Removes a node and its edges.
  void remove(Node &node);
  /// Adds an edge; false if it exists already.
  static bool connect(Node &from, Node &to, const CUgraphEdgeData &data);
  static bool disconnect(Node &from, Node &to, const CUgraphEdgeData &data);
  /// True if a node allocates or frees memory: then nodes and edges stay, and
  /// there is one executable graph at a time and no other copy.
  bool hasMemory() const;
  /// The nodes in topological order; some are missing if there is a cycle.
  std::vector<Node *> inOrder() const;
  /// The node, in this graph or in a graph within it, that is a copy of
  /// another.
  Node *findCopyOf(CUgraphNode original);
  /// A copy with handles of its own.
  std::shared_ptr<Graph> clone() const;
};

/// True if an edge between two operations may have this data, by the ports that
/// NVIDIA's reference manual lists for nodes.
bool isEdge(const Operation &from, const Operation &to,
            const CUgraphEdgeData &data);

/// A graph with a handle.
std::shared_ptr<Graph> makeGraph();

/// An operation that allocates, at addresses that it sets `how.dptr` to.
CUresult makeAllocation(CUDA_MEM_ALLOC_NODE_PARAMS &how, Operation &made);
/// Checks that a graph may have an operation, and notes in the memory that it
/// allocates or frees that the graph does so.
CUresult claimMemory(const Graph &graph, const Operation &operation);
/// Checks that memory is as a launch of the graph needs it, and notes how the
/// launch leaves it. `unfreed`: memory that the launch frees before all else.
CUresult passMemory(const GraphExec &exec, std::vector<CUdeviceptr> &unfreed);

struct GraphExec {
  Context *context = nullptr;
  uint64_t flags = 0;
  std::shared_ptr<Graph> graph;
  /// The end of its last launch: the next one comes after it.
  TaskRef last;
};

/// Gives an executable graph the operations of another graph that has the same
/// nodes and edges. `info` tells where they differ.
CUresult update(Graph &old, const Graph &now,
                CUgraphExecUpdateResultInfo &info);

/// One capture, of one or several streams.
struct Capture {
  uint64_t id = 0;
  std::shared_ptr<Graph> graph;
  bool isOurs = true; ///< the driver made the graph, and not the program
  Stream *origin = nullptr;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::thread::id thread;
  bool isInvalidated = false, hasEnded = false;
};

/// The place of a stream in a capture, or of an event.
struct CapturePoint {
  std::shared_ptr<Capture> capture;
  /// The nodes that the next operation comes after.
  std::vector<CUgraphNode> after;

  explicit operator bool() const { return capture != nullptr; }
};

/// Refuses a call that a capture does not allow, and invalidates the captures
/// that it concerns. Success if there are none.
CUresult refuseInCapture(const CapturePoint &point);
CUresult refuseInCapture(Context &context);
/// The same for a call that may wait for tasks, or change memory, behind the
/// back of a capture (CUDA Driver API, cuThreadExchangeStreamCaptureMode).
CUresult refuseUnsafe();
/// The same for use of the default stream, which would wait for streams that
/// are being captured. `isQuery`: the captures are not lost by it.
CUresult refuseImplicit(Context &context, bool isQuery = false);

/// The same for a call that waits for a stream.
CUresult refuseWaiting(Stream &stream);

/// Called when a stream is destroyed within a capture: invalidates the capture.
void endCapture(const Stream &stream);

/// Adds a node at the place of a stream in its capture.
CUresult capture(Stream &stream, Operation operation);
/// Gives an event the place of a stream in a capture, or makes a stream come
/// after an event.
CUresult captureRecord(Stream &stream, struct Event &event);
CUresult captureWait(Stream &stream, struct Event &event, CUevent handle,
                     bool isExternal);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_GRAPHS_GRAPH_H
