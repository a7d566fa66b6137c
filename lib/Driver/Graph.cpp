//===- Graph.cpp - Graphs -------------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include "Driver.h"
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

/// The handles of a node and of what it holds are none from now on.
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

Node &Graph::add(Operation operation, const std::vector<Node *> &after) {
  auto node = std::make_shared<Node>();
  node->graph = this;
  node->operation = std::move(operation);
  node->handle = Driver::get().nodes.add(node);
  nodes.push_back(node);
  for (Node *before : after)
    connect(*before, *node);
  return *node;
}

bool Graph::connect(Node &from, Node &to) {
  if (std::count(to.after.begin(), to.after.end(), &from))
    return false;
  to.after.push_back(&from);
  from.before.push_back(&to);
  return true;
}

bool Graph::disconnect(Node &from, Node &to) {
  auto remove = [](std::vector<Node *> &list, Node &node) {
    auto it = std::find(list.begin(), list.end(), &node);
    if (it == list.end())
      return false;
    list.erase(it);
    return true;
  };
  return remove(to.after, from) && remove(from.before, to);
}

void Graph::remove(Node &node) {
  while (!node.after.empty())
    disconnect(*node.after.back(), node);
  while (!node.before.empty())
    disconnect(node, *node.before.back());
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
    for (Node *next : order[i]->before)
      if (!--missing[next])
        order.push_back(next);
  return order;
}

std::vector<std::pair<Node *, Node *>> Graph::edges() const {
  std::vector<std::pair<Node *, Node *>> all;
  for (const auto &node : nodes)
    for (Node *next : node->before)
      all.emplace_back(node.get(), next);
  return all;
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
    for (Node *before : node->after)
      copies[node.get()]->after.push_back(copies[before]);
    for (Node *next : node->before)
      copies[node.get()]->before.push_back(copies[next]);
  }
  copy->userObjects = userObjects;
  for (const auto &[object, count] : userObjects)
    if (UserObject *found = Driver::get().userObjects.find(object))
      found->references += count;
  return copy;
}
