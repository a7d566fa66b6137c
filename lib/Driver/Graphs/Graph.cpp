//===- Graph.cpp - Graphs -------------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include "../Driver.h"
#include <algorithm>
#include <unordered_map>

using namespace tessera::driver;

void tessera::driver::release(CUuserObject handle, uint64_t count) {
  Driver &driver = Driver::get();
  UserObject *object = driver.userObjects.find(handle);
  if (!object || (object->references -= count))
    return;
  UserObject gone = *object;
  driver.userObjects.remove(handle);
  driver.callOut([&] { gone.destroy(gone.pointer); });
}

std::shared_ptr<Graph> tessera::driver::makeGraph() {
  auto graph = std::make_shared<Graph>();
  graph->handle = Driver::get().graphs.add(graph);
  return graph;
}

/// Removes the handles of a node, and of the graph in it, from the tables.
static void forget(const Node &node) {
  Driver::get().nodes.remove(node.handle);
  if (auto *child = std::get_if<ChildGraph>(&node.operation))
    Driver::get().graphs.remove(child->graph->handle);
}

Graph::~Graph() {
  for (const auto &node : nodes)
    forget(*node);
  for (const auto &[object, count] : userObjects)
    release(object, count);
}

Node &Graph::add(Operation operation, const std::vector<Edge> &after) {
  auto node = std::make_shared<Node>();
  node->graph = this;
  node->operation = std::move(operation);
  node->handle = Driver::get().nodes.add(node);
  nodes.push_back(node);
  for (const Edge &edge : after)
    connect(*edge.node, *node, edge.data);
  return *node;
}

bool Edge::operator==(const Edge &other) const {
  return node == other.node && data.from_port == other.data.from_port &&
         data.to_port == other.data.to_port && data.type == other.data.type;
}

bool tessera::driver::isEdge(const Operation &from, const Operation &to,
                             const CUgraphEdgeData &data) {
  bool isLaunch = std::holds_alternative<KernelLaunch>(from);
  bool isProgrammatic = data.type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
  if (data.to_port || (data.type && !isProgrammatic))
    return false;
  switch (data.from_port) {
  case CU_GRAPH_KERNEL_NODE_PORT_DEFAULT:
    return !isProgrammatic;
  case CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC:
    return isLaunch && isProgrammatic &&
           std::holds_alternative<KernelLaunch>(to);
  case CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER:
    return isLaunch &&
           (!isProgrammatic || std::holds_alternative<KernelLaunch>(to));
  }
  return false;
}

bool Graph::connect(Node &from, Node &to, const CUgraphEdgeData &data) {
  Edge back{&from, data};
  if (std::count(to.after.begin(), to.after.end(), back))
    return false;
  to.after.push_back(back);
  from.before.push_back({&to, data});
  return true;
}

bool Graph::disconnect(Node &from, Node &to, const CUgraphEdgeData &data) {
  auto remove = [](std::vector<Edge> &list, const Edge &edge) {
    auto it = std::find(list.begin(), list.end(), edge);
    if (it == list.end())
      return false;
    list.erase(it);
    return true;
  };
  return remove(to.after, {&from, data}) && remove(from.before, {&to, data});
}

void Graph::remove(Node &node) {
  while (!node.after.empty())
    disconnect(*node.after.back().node, node, node.after.back().data);
  while (!node.before.empty())
    disconnect(node, *node.before.back().node, node.before.back().data);
  forget(node);
  nodes.erase(std::find_if(nodes.begin(), nodes.end(), [&](const auto &each) {
    return each.get() == &node;
  }));
}

std::vector<Node *> Graph::inOrder() const {
  std::unordered_map<const Node *, size_t> missing;
  std::vector<Node *> order;
  for (const auto &node : nodes) {
    missing[node.get()] = node->after.size();
    if (node->after.empty())
      order.push_back(node.get());
  }
  for (size_t i = 0; i < order.size(); ++i)
    for (const Edge &next : order[i]->before)
      if (!--missing[next.node])
        order.push_back(next.node);
  return order;
}

Node *Graph::findCopyOf(CUgraphNode original) {
  for (const auto &node : nodes) {
    if (node->original == original)
      return node.get();
    if (auto *child = std::get_if<ChildGraph>(&node->operation))
      if (Node *found = child->graph->findCopyOf(original))
        return found;
  }
  return nullptr;
}

std::shared_ptr<Graph> Graph::clone() const {
  std::shared_ptr<Graph> copy = makeGraph();
  std::unordered_map<const Node *, Node *> copies;
  for (const auto &node : nodes) {
    Operation operation = node->operation;
    if (auto *child = std::get_if<ChildGraph>(&operation)) {
      child->graph = child->graph->clone();
      child->graph->isChild = true;
    }
    Node &added = copy->add(std::move(operation), {});
    added.original = node->handle;
    added.isEnabled = node->isEnabled;
    copies[node.get()] = &added;
  }
  for (const auto &node : nodes) {
    for (const Edge &edge : node->after)
      copies[node.get()]->after.push_back({copies[edge.node], edge.data});
    for (const Edge &edge : node->before)
      copies[node.get()]->before.push_back({copies[edge.node], edge.data});
  }
  copy->userObjects = userObjects;
  for (const auto &[object, count] : userObjects)
    if (UserObject *found = Driver::get().userObjects.find(object))
      found->references += count;
  return copy;
}
