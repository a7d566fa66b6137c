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
    graph.reaches.push_back({});
  }

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

private:
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
    unsigned index = graph.components.size();
    for (Value member : members)
      graph.componentOf[member] = index;
    graph.components.push_back(makeComponent(index, members));
  }

  Component makeComponent(unsigned index, ArrayRef<Value> members) {
    SmallVector<unsigned> sources;
    for (Value member : members)
      forEachTokenSource(member, [&](Value source) {
        if (unsigned from = graph.componentOf.lookup(source); from != index)
          sources.push_back(from);
      });
    Component component;
    component.reach = unite(sources);
    // Tokens that are only passed on are no links of a chain.
    if (!llvm::any_of(members, isLink))
      return component;
    for (unsigned source : sources) {
      const Component &from = graph.components[source];
      if (from.position != 0 && lengths[from.chain] == from.position)
        component.chain = from.chain, component.position = from.position + 1;
    }
    if (component.position == 0) {
      // A chain continues through control flow and joins, too.
      for (auto [chain, position] : graph.reaches[component.reach])
        if (lengths[chain] == position)
          component.chain = chain, component.position = position + 1;
    }
    if (component.position == 0) {
      component.chain = lengths.size();
      component.position = 1;
      lengths.push_back(0);
    }
    lengths[component.chain] = component.position;
    Reach reach = graph.reaches[component.reach];
    reach.emplace_back(component.chain, component.position);
    keepFarthest(reach);
    component.reach = graph.reaches.size();
    graph.reaches.push_back(std::move(reach));
    return component;
  }

  static bool isLink(Value token) {
    Operation *op = token.getDefiningOp();
    return op && op->getNumRegions() == 0 && !onlyHandsOnTokens(op);
  }

  /// The union of the reaches of `sources`; shared if one of them includes the
  /// others.
  unsigned unite(ArrayRef<unsigned> sources) {
    SmallVector<unsigned> distinct;
    for (unsigned source : sources)
      distinct.push_back(graph.components[source].reach);
    llvm::sort(distinct);
    distinct.erase(llvm::unique(distinct), distinct.end());
    if (!distinct.empty() && distinct.front() == 0)
      distinct.erase(distinct.begin());
    if (distinct.size() <= 1)
      return distinct.empty() ? 0 : distinct.front();
    Reach united;
    for (unsigned reach : distinct)
      llvm::append_range(united, graph.reaches[reach]);
    keepFarthest(united);
    graph.reaches.push_back(std::move(united));
    return graph.reaches.size() - 1;
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
}

TokenGraph::Link TokenGraph::getLink(Operation *op) const {
  for (Value result : op->getResults())
    if (auto it = componentOf.find(result); it != componentOf.end())
      return {components[it->second].chain, components[it->second].position};
  return {0, 0};
}

bool TokenGraph::comesAfter(Value token, Operation *op) const {
  auto to = componentOf.find(token);
  Link link = getLink(op);
  if (to == componentOf.end() || link.position == 0)
    return false;
  const Reach &reach = reaches[components[to->second].reach];
  const auto *it = llvm::lower_bound(reach, std::pair(link.chain, 0u));
  return it != reach.end() && it->first == link.chain &&
         it->second >= link.position;
}
