//===- TokenGraph.cpp - Reachability among tokens -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

/// The sources of argument `number` of a loop's block.
static void visitLoopArgument(BlockArgument argument,
                              function_ref<void(Value)> visit) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    visit(loop.getInitArgs()[number - 1]);
    visit(loop.getBody()->getTerminator()->getOperand(number - 1));
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    if (argument.getOwner() == loop.getBeforeBody()) {
      visit(loop.getInits()[number]);
      visit(loop.getYieldOp().getOperand(number));
    } else {
      visit(loop.getConditionOp().getArgs()[number]);
    }
  }
}

void tileaa::forEachTokenSource(Value token, function_ref<void(Value)> visit) {
  if (auto argument = dyn_cast<BlockArgument>(token))
    return visitLoopArgument(argument, visit);
  Operation *op = token.getDefiningOp();
  unsigned number = cast<OpResult>(token).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    visit(loop.getInitArgs()[number]);
    visit(loop.getBody()->getTerminator()->getOperand(number));
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    visit(loop.getConditionOp().getArgs()[number]);
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    visit(branch.thenYield().getOperand(number));
    visit(branch.elseYield().getOperand(number));
  } else {
    for (Value operand : op->getOperands())
      if (isa<TokenType>(operand.getType()))
        visit(operand);
  }
}

bool tileaa::onlyHandsOnTokens(Operation *op) {
  return isa<JoinTokensOp, arith::SelectOp>(op);
}

//===----------------------------------------------------------------------===//
// Components and chains
//===----------------------------------------------------------------------===//

/// Finds components by Tarjan's algorithm, which visits each after all of its
/// sources. It is iterative, because a chain may be as long as the program.
class TokenGraph::Builder {
public:
  explicit Builder(TokenGraph &graph) : graph(graph) {
    graph.reachesOf.push_back({});
  }

  /// Adds a token and all that it comes after.
  void add(Value token) {
    if (numbers.contains(token))
      return;
    enter(token);
    while (!path.empty()) {
      Frame &frame = path.back();
      if (frame.next < frame.sources.size())
        follow(frame.sources[frame.next++]);
      else
        leave();
    }
  }

  /// Divides the components into chains, when all of them are known.
  void divide() {
    findHeirs();
    for (unsigned index = 0; index < nodes.size(); ++index)
      graph.components.push_back(makeComponent(index));
  }

private:
  /// A component without its place in a chain.
  struct Node {
    SmallVector<unsigned, 2> sources;
    /// False where control flow only passes tokens on.
    bool isLink = false;
    /// The number of components that have it as a source.
    unsigned numUsers = 0;
    /// Index into `reachesOf`: what the sources reach.
    unsigned before = 0;
    /// The number of components that follow on the longest way, and the next
    /// one there, which continues the chain.
    unsigned height = 0;
    std::optional<unsigned> heir;
    std::optional<unsigned> chain;
  };

  struct Frame {
    Value token;
    SmallVector<Value, 2> sources;
    size_t next = 0;
    unsigned number, lowest;
  };

  void enter(Value token) {
    unsigned number = numbers.size() + 1;
    numbers[token] = number;
    open.push_back(token);
    Frame frame{token, {}, 0, number, number};
    forEachTokenSource(token, [&](Value v) { frame.sources.push_back(v); });
    path.push_back(std::move(frame));
  }

  void follow(Value source) {
    auto it = numbers.find(source);
    if (it == numbers.end())
      return enter(source);
    if (!graph.componentOf.contains(source))
      path.back().lowest = std::min(path.back().lowest, it->second);
  }

  void leave() {
    Frame frame = std::move(path.back());
    path.pop_back();
    if (frame.lowest == frame.number)
      close(frame.token);
    else
      path.back().lowest = std::min(path.back().lowest, frame.lowest);
  }

  /// All tokens on the stack from `first` on form a component.
  void close(Value first) {
    auto begin = llvm::find(llvm::reverse(open), first).base() - 1;
    SmallVector<Value> members(begin, open.end());
    open.erase(begin, open.end());
    unsigned index = nodes.size();
    for (Value member : members)
      graph.componentOf[member] = index;
    Node node;
    node.isLink = llvm::any_of(members, isLink);
    for (Value member : members)
      forEachTokenSource(member, [&](Value source) {
        if (unsigned from = graph.componentOf.lookup(source); from != index)
          node.sources.push_back(from);
      });
    nodes.push_back(std::move(node));
  }

  /// A chain that went on by whichever component comes first would end with the
  /// first store after one of many loads, and each of these begin another one.
  void findHeirs() {
    for (unsigned index = nodes.size(); index-- > 0;) {
      Node &node = nodes[index];
      llvm::sort(node.sources);
      node.sources.erase(llvm::unique(node.sources), node.sources.end());
      for (unsigned source : node.sources) {
        Node &from = nodes[source];
        ++from.numUsers;
        if (from.height > node.height)
          continue;
        from.height = node.height + 1;
        from.heir = index;
      }
    }
  }

  /// The longest chain that a source of a component hands on to it.
  std::optional<unsigned> findInherited(unsigned index) const {
    std::optional<unsigned> longest;
    for (unsigned source : nodes[index].sources) {
      const Node &from = nodes[source];
      if (from.heir == index && from.chain &&
          (!longest || lengths[*from.chain] > lengths[*longest]))
        longest = from.chain;
    }
    return longest;
  }

  /// The index of what a component reaches by one of its sources. It stands in
  /// for a link from which no other way leads on and whose chain ends.
  unsigned reachBy(unsigned source, unsigned index) {
    const Node &from = nodes[source], &node = nodes[index];
    if (!from.isLink || !node.isLink || from.numUsers > 1 ||
        from.chain == node.chain)
      return graph.components[source].reach;
    graph.components[source].standIn = index;
    return from.before;
  }

  Component makeComponent(unsigned index) {
    Node &node = nodes[index];
    Component component;
    node.chain = findInherited(index);
    if (node.isLink && !node.chain) {
      node.chain = lengths.size();
      lengths.push_back(0);
    }
    component.reach = node.before = unite(llvm::map_to_vector(
        node.sources, [&](unsigned source) { return reachBy(source, index); }));
    if (!node.isLink)
      return component;
    component.link = {*node.chain, ++lengths[*node.chain]};
    Reach reach = graph.reachesOf[component.reach];
    reach.emplace_back(component.link.chain, component.link.position);
    keepFarthest(reach);
    component.reach = graph.reachesOf.size();
    graph.reachesOf.push_back(std::move(reach));
    return component;
  }

  static bool isLink(Value token) {
    Operation *op = token.getDefiningOp();
    return op && op->getNumRegions() == 0;
  }

  /// The union of reaches; shared if there is only one.
  unsigned unite(SmallVector<unsigned> distinct) {
    llvm::sort(distinct);
    distinct.erase(llvm::unique(distinct), distinct.end());
    if (!distinct.empty() && distinct.front() == 0)
      distinct.erase(distinct.begin());
    if (distinct.size() <= 1)
      return distinct.empty() ? 0 : distinct.front();
    Reach united;
    for (unsigned reach : distinct)
      llvm::append_range(united, graph.reachesOf[reach]);
    keepFarthest(united);
    graph.reachesOf.push_back(std::move(united));
    return graph.reachesOf.size() - 1;
  }

  /// Sorts by chain, and keeps the highest position of each.
  static void keepFarthest(Reach &reach) {
    llvm::sort(reach);
    Reach kept;
    for (auto [chain, position] : reach) {
      if (!kept.empty() && kept.back().first == chain)
        kept.pop_back();
      kept.emplace_back(chain, position);
    }
    reach = std::move(kept);
  }

  TokenGraph &graph;
  llvm::DenseMap<Value, unsigned> numbers;
  std::vector<Value> open;
  std::vector<Frame> path;
  /// Sources come first.
  std::vector<Node> nodes;
  /// Number of components in each chain.
  std::vector<unsigned> lengths;
};

TokenGraph::TokenGraph(Operation *root) {
  Builder builder(*this);
  root->walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (isa<TokenType>(result.getType()))
        builder.add(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (isa<TokenType>(argument.getType()))
            builder.add(argument);
  });
  builder.divide();
}

const TokenGraph::Component *TokenGraph::findComponent(Operation *op) const {
  for (Value result : op->getResults())
    if (auto it = componentOf.find(result); it != componentOf.end())
      return &components[it->second];
  return nullptr;
}

TokenGraph::Link TokenGraph::getLink(Operation *op) const {
  const Component *component = findComponent(op);
  return component ? component->link : Link{0, 0};
}

bool TokenGraph::reaches(const Component &from, Link link) const {
  const Reach &reach = reachesOf[from.reach];
  const auto *it = llvm::lower_bound(reach, std::pair(link.chain, 0u));
  return it != reach.end() && it->first == link.chain &&
         it->second >= link.position;
}

bool TokenGraph::comesAfter(Value token, Operation *op) const {
  auto to = componentOf.find(token);
  const Component *component = findComponent(op);
  if (to == componentOf.end() || !component || component->link.position == 0)
    return false;
  // A stand-in has a longer chain, so that few follow one another.
  while (!reaches(components[to->second], component->link)) {
    if (!component->standIn)
      return false;
    component = &components[*component->standIn];
  }
  return true;
}
