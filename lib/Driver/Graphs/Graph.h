//===- Graph.h - Graphs, and streams that become some -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph is operations and the edges between them. An executable one is a copy
// of it, which later changes of the graph do not reach; a launch puts
// a task for each node into the queue, with the edges of the graph.
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

/// The other end of an edge, and what the edge says.
struct Edge {
  Node *node;
  CUgraphEdgeData data = {};

  bool operator==(const Edge &other) const;
  /// Whether it waits for all of a node.
  bool isPlain() const {
    return !data.from_port && !data.to_port && !data.type;
  }
};

struct Node {
  CUgraphNode handle = nullptr;
  Graph *graph = nullptr;
  Operation operation;
  /// What it comes after, and what comes after it, in the order of the calls.
  std::vector<Edge> after, before;
  /// In a copy: the node that it is a copy of.
  CUgraphNode original = nullptr;
  /// A node of an executable graph that is not does nothing.
  bool isEnabled = true;
};

/// Something of the program's that lives as long as anybody refers to it.
struct UserObject {
  void *pointer = nullptr;
  CUhostFn destroy = nullptr;
  uint64_t references = 0;
};

/// Takes references away; the last one ends the object.
void release(CUuserObject object, uint64_t count);

struct Graph {
  Graph() = default;
  Graph(const Graph &) = delete;
  ~Graph();

  CUgraph handle = nullptr;
  std::vector<std::shared_ptr<Node>> nodes; // in the order of the calls
  /// Of a graph in a node, which ends with it.
  bool isChild = false;
  std::map<CUuserObject, unsigned> userObjects;

  /// Adds a node, with a handle.
  Node &add(Operation operation, const std::vector<Edge> &after);
  /// Ends a node and its edges.
  void remove(Node &node);
  /// Adds an edge; false where it is there.
  static bool connect(Node &from, Node &to, const CUgraphEdgeData &data);
  static bool disconnect(Node &from, Node &to, const CUgraphEdgeData &data);
  /// The nodes, each behind all that it comes after; fewer in a cycle.
  std::vector<Node *> inOrder() const;
  /// The node, here or in a node of this graph, that is a copy of another.
  Node *findCopyOf(CUgraphNode original);
  /// A copy with handles of its own.
  std::shared_ptr<Graph> clone() const;
};

/// What an edge between two operations may say, by the ports that NVIDIA's
/// reference manual lists for nodes.
bool isEdge(const Operation &from, const Operation &to,
            const CUgraphEdgeData &data);

/// A graph with a handle.
std::shared_ptr<Graph> makeGraph();

struct GraphExec {
  Context *context = nullptr;
  uint64_t flags = 0;
  std::shared_ptr<Graph> graph;
  /// The end of its last launch: the next one comes after it.
  TaskRef last;
};

/// Makes the operations of an executable graph those of another one that has
/// the same nodes and edges; INFO tells where it has not.
CUresult update(Graph &old, const Graph &now,
                CUgraphExecUpdateResultInfo &info);

/// One capture, of one or several streams.
struct Capture {
  uint64_t id = 0;
  std::shared_ptr<Graph> graph;
  bool isOurs = true; ///< the graph, and not the program's
  Stream *origin = nullptr;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::thread::id thread;
  bool isInvalidated = false, hasEnded = false;
};

/// What a stream does in a capture, or where an event stands in one.
struct CapturePoint {
  std::shared_ptr<Capture> capture;
  /// What comes next comes after these.
  std::vector<CUgraphNode> after;

  explicit operator bool() const { return capture != nullptr; }
};

/// For a call that a capture does not allow: the captures that it concerns are
/// lost. Success where there is none.
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

/// A stream ends within a capture, which is lost by that.
void endCapture(const Stream &stream);

/// Adds a node where a stream stands in a capture.
CUresult capture(Stream &stream, Operation operation);
/// An event takes the place of a stream in a capture; a stream comes after it.
CUresult captureRecord(Stream &stream, struct Event &event);
CUresult captureWait(Stream &stream, struct Event &event, CUevent handle,
                     bool isExternal);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_GRAPHS_GRAPH_H
