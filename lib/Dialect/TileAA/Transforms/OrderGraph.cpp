//===- OrderGraph.cpp - The order that accesses need ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderGraph.h"
#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// The node for ops without a token.
static constexpr unsigned kNothing = 0;
/// Further classes of a kernel are merged into the last one, so that a token
/// has a bounded number of channels.
static constexpr unsigned kMaxClasses = 32;

static bool isToken(Value value) { return isa<TokenType>(value.getType()); }

/// The token operand of an op, or null.
static Value getToken(Operation *op) {
  for (Value operand : op->getOperands())
    if (isToken(operand))
      return operand;
  return {};
}

/// True if an op has a place in the order, and does not only pass tokens on.
static bool isOrdered(Operation *op) {
  return op->getNumRegions() == 0 && llvm::any_of(op->getResults(), isToken) &&
         !isa<MakeTokenOp>(op) && !onlyHandsOnTokens(op);
}

OrderGraph::OrderGraph(EntryOpInterface entry) : aliasing(entry) {
  addNode(Node::Nothing, nullptr);
  entry.walk([&](Operation *op) {
    if (isOrdered(op) && isSynchronizing(op))
      for (Operation *loop = op->getParentOp(); loop != entry;
           loop = loop->getParentOp())
        synchronizing.insert(loop);
  });
  entry.walk([&](Operation *op) {
    if (isOrdered(op))
      addNeeds(op);
  });
  simplify();
}

unsigned OrderGraph::addNode(Node::Kind kind, Operation *op,
                             ArrayRef<unsigned> inputs, bool isBehind) {
  nodes.push_back({kind, op, isBehind, SmallVector<unsigned, 2>(inputs)});
  sameAs.push_back(nodes.size() - 1);
  return nodes.size() - 1;
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

unsigned OrderGraph::getNumClasses() const {
  return std::min(aliasing.getNumClasses(), kMaxClasses);
}

OrderGraph::Channel OrderGraph::writesOf(AccessOpInterface access) const {
  return 2 * std::min(aliasing.getClass(access), kMaxClasses - 1);
}

bool OrderGraph::isFreeAcross(Channel channel, scf::ForOp loop) {
  unsigned accessClass = channel / 2;
  bool isShared =
      accessClass == kMaxClasses - 1 && aliasing.getNumClasses() > kMaxClasses;
  return !isShared && !synchronizing.contains(loop) && hasOwnTokens(loop) &&
         accessClass < aliasing.getNumClasses() &&
         aliasing.isDisjointAcross(accessClass, loop);
}

bool OrderGraph::hasOwnTokens(scf::ForOp loop) {
  auto [it, isNew] = ownTokens.try_emplace(loop, true);
  if (!isNew)
    return it->second;
  for (auto [init, argument, yielded] :
       llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                       loop.getBody()->getTerminator()->getOperands())) {
    if (!isToken(init))
      continue;
    llvm::DenseSet<Value> seen{argument, init};
    SmallVector<Value> work{yielded};
    while (!work.empty()) {
      Value token = work.pop_back_val();
      if (!seen.insert(token).second)
        continue;
      bool isOther =
          token.getParentBlock() == loop.getBody() && isa<BlockArgument>(token);
      if (isOther || !loop->isAncestor(token.getParentRegion()->getParentOp()))
        return it->second = false;
      forEachTokenSource(token, [&](Value source) { work.push_back(source); });
    }
  }
  return true;
}

void OrderGraph::addNeeds(Operation *op) {
  Value token = getToken(op);
  SmallVector<unsigned, 2> inputs;
  if (!isSynchronizing(op)) {
    Channel writes = writesOf(cast<AccessOpInterface>(op));
    inputs.push_back(get(token, isWeakLoad(op) ? writes : allOf(writes)));
  } else {
    // Without any access, one channel remains for ops that synchronize.
    for (unsigned i = 0; i < std::max(getNumClasses(), 1u); ++i)
      inputs.push_back(get(token, allOf(2 * i)));
  }
  unsigned need =
      inputs.size() == 1 ? inputs.front() : addNode(Node::Join, op, inputs);
  if (inputs.size() > 1)
    behindInputs.push_back(need);
  allNeeds.emplace_back(op, need);
  needOf[op] = need;
}

unsigned OrderGraph::addResult(Operation *op) {
  auto [it, isNew] = resultOf.try_emplace(op, 0);
  return isNew ? it->second = addNode(Node::Result, op) : it->second;
}

std::optional<unsigned> OrderGraph::find(const Key &key) const {
  if (!key.first)
    return kNothing;
  auto it = found.find(key);
  if (it == found.end())
    return std::nullopt;
  return it->second;
}

unsigned OrderGraph::get(Value token, Channel channel) {
  Key wanted(token, channel);
  if (std::optional<unsigned> known = find(wanted))
    return *known;
  // Iterative, because a chain may be as long as the program.
  std::vector<Step> steps;
  steps.push_back(expand(wanted));
  while (!steps.empty()) {
    Step &step = steps.back();
    ++numSteps;
    if (step.next < step.sources.size()) {
      Key source = step.sources[step.next++];
      if (!find(source))
        steps.push_back(expand(source));
      continue;
    }
    unsigned answer = kNothing;
    for (const Key &source : step.sources) {
      answer = *find(source);
      if (step.node)
        nodes[*step.node].inputs.push_back(answer);
    }
    found[step.key] = step.answer ? *step.answer : step.node.value_or(answer);
    for (std::optional<unsigned> node : {step.node, step.answer})
      if (node)
        behindInputs.push_back(*node);
    steps.pop_back();
  }
  return *find(wanted);
}

OrderGraph::Step OrderGraph::expand(const Key &key) {
  auto [token, channel] = key;
  if (auto argument = dyn_cast<BlockArgument>(token))
    return expandArgument(argument, channel);
  return expandResult(cast<OpResult>(token), channel);
}

OrderGraph::Step OrderGraph::expandArgument(BlockArgument argument,
                                            Channel channel) {
  Key key(argument, channel);
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    Value init = loop.getInitArgs()[number - 1];
    if (isFreeAcross(channel, loop))
      return {key, {{init, channel}}, std::nullopt};
    Value yielded = loop.getBody()->getTerminator()->getOperand(number - 1);
    // Registered before its inputs, which may depend on it around the loop.
    unsigned node = found[key] = addNode(Node::Carried, loop);
    return {key, {{init, channel}, {yielded, channel}}, node};
  }
  auto loop = cast<scf::WhileOp>(parent);
  if (argument.getOwner() == loop.getBeforeBody()) {
    unsigned node = found[key] = addNode(Node::Carried, loop);
    return {key,
            {{loop.getInits()[number], channel},
             {loop.getYieldOp().getOperand(number), channel}},
            node};
  }
  unsigned node = found[key] = addNode(Node::Passed, loop);
  return {key, {{loop.getConditionOp().getArgs()[number], channel}}, node};
}

OrderGraph::Step OrderGraph::expandLoop(scf::ForOp loop, unsigned number,
                                        const Key &key) {
  Channel channel = key.second;
  if (!isFreeAcross(channel, loop))
    return {key,
            {{loop.getRegionIterArgs()[number], channel}},
            addNode(Node::LoopResult, loop)};
  unsigned sum = addNode(Node::Summed, loop);
  Value each = loop.getBody()->getTerminator()->getOperand(number);
  return {key,
          {{loop.getInitArgs()[number], channel}, {each, channel}},
          sum,
          addNode(Node::LoopResult, loop, {sum})};
}

OrderGraph::Step OrderGraph::expandResult(OpResult result, Channel channel) {
  Key key(result, channel);
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (isa<MakeTokenOp>(op))
    return {key, {}, std::nullopt};
  if (onlyHandsOnTokens(op)) {
    // A token that comes after one of two tokens may as well come after both.
    Step step{key, {}, addNode(Node::Join, op)};
    for (Value token : llvm::make_filter_range(op->getOperands(), isToken))
      step.sources.emplace_back(token, channel);
    return step;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return {key,
            {{branch.thenYield().getOperand(number), channel},
             {branch.elseYield().getOperand(number), channel}},
            addNode(Node::Branch, op)};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return expandLoop(loop, number, key);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return {key,
            {{loop.getAfterArguments()[number], channel}},
            addNode(Node::WhileResult, op)};
  if (isSynchronizing(op))
    return {key, {}, addResult(op)};
  return expandAccess(cast<AccessOpInterface>(op), key);
}

OrderGraph::Step OrderGraph::expandAccess(AccessOpInterface access,
                                          const Key &key) {
  Channel channel = key.second, writes = writesOf(access);
  Key before(getToken(access), channel);
  bool isOfClass = channel == writes || channel == allOf(writes);
  if (!isOfClass || (isWeakLoad(access) && channel == writes))
    return {key, {before}, std::nullopt};
  unsigned self = addResult(access);
  if (!isWeakLoad(access))
    return {key, {}, self};
  return {
      key, {before}, addNode(Node::Join, access, {self}, /*isBehind=*/true)};
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

unsigned OrderGraph::resolve(unsigned number) const {
  while (sameAs[number] != number)
    number = sameAs[number] = sameAs[sameAs[number]];
  return number;
}

SmallVector<unsigned, 2> OrderGraph::getParts(unsigned number) const {
  SmallVector<unsigned, 2> parts;
  for (unsigned input : nodes[number].inputs)
    if (unsigned node = resolve(input);
        node != kNothing && !llvm::is_contained(parts, node))
      parts.push_back(node);
  return parts;
}

bool OrderGraph::needs(unsigned number, unsigned other) const {
  if (nodes[number].kind != Node::Result)
    return false;
  // Only a few parts of a long join are searched, to bound the time.
  constexpr size_t kMaxParts = 4;
  unsigned need = resolve(needOf.lookup(nodes[number].op));
  return need == other ||
         (nodes[need].kind == Node::Join &&
          llvm::any_of(ArrayRef(nodes[need].inputs).take_front(kMaxParts),
                       [&](unsigned part) { return resolve(part) == other; }));
}

SmallVector<unsigned, 2> OrderGraph::getInputs(unsigned number) const {
  SmallVector<unsigned, 2> inputs = getParts(number);
  constexpr size_t kMaxCompared = 4;
  if (inputs.size() > kMaxCompared)
    return inputs;
  SmallVector<unsigned, 2> parts = inputs;
  llvm::erase_if(inputs, [&](unsigned input) {
    return llvm::any_of(parts,
                        [&](unsigned part) { return needs(part, input); });
  });
  return inputs;
}

bool OrderGraph::isWithin(unsigned number, Operation *loop) const {
  const Node &node = nodes[number];
  if (!node.op)
    return false;
  bool isOutside = node.kind == Node::LoopResult ||
                   node.kind == Node::WhileResult || node.kind == Node::Branch;
  return isOutside ? loop->isProperAncestor(node.op)
                   : loop->isAncestor(node.op);
}

/// The node that `number` is equal to, if there is one.
std::optional<unsigned> OrderGraph::findSame(unsigned number) const {
  const Node &node = nodes[number];
  auto input = [&](unsigned i) { return resolve(node.inputs[i]); };
  switch (node.kind) {
  case Node::Nothing:
  case Node::Result:
    return std::nullopt;
  case Node::Join: {
    SmallVector<unsigned, 2> inputs = getInputs(number);
    if (inputs.size() > 1)
      return std::nullopt;
    return inputs.empty() ? kNothing : inputs.front();
  }
  case Node::Branch:
    return input(0) == input(1) ? std::optional(input(0)) : std::nullopt;
  case Node::Summed:
  case Node::Carried: {
    // The yielded token is one of the two, or comes after nothing else.
    unsigned yielded = input(1);
    if (node.kind == Node::Summed && yielded == kNothing)
      return input(0);
    SmallVector<unsigned, 2> parts{yielded};
    if (nodes[yielded].kind == Node::Join)
      parts = getInputs(yielded);
    bool isSame = llvm::all_of(parts, [&](unsigned part) {
      return part == number || part == input(0);
    });
    return isSame ? std::optional(input(0)) : std::nullopt;
  }
  case Node::Passed:
    return isWithin(input(0), node.op) ? std::nullopt : std::optional(input(0));
  case Node::LoopResult:
  case Node::WhileResult: {
    // It is either still a node of the loop, or the token from before it.
    const Node &made = nodes[input(0)];
    bool isOfLoop = made.op == node.op &&
                    (made.kind == Node::Carried || made.kind == Node::Summed ||
                     made.kind == Node::Passed);
    return isOfLoop ? std::nullopt : std::optional(input(0));
  }
  }
  return std::nullopt;
}

void OrderGraph::simplify() {
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    // Merges nodes of the same kind and place with the same inputs.
    std::map<std::tuple<unsigned, Operation *, bool, std::vector<unsigned>>,
             unsigned>
        known;
    for (unsigned number : behindInputs) {
      const Node &node = nodes[number];
      ++numSteps;
      if (sameAs[number] != number || node.inputs.empty())
        continue;
      std::optional<unsigned> same = findSame(number);
      if (!same) {
        std::vector<unsigned> inputs;
        for (unsigned input : node.inputs)
          inputs.push_back(resolve(input));
        same = known
                   .try_emplace(
                       {node.kind, node.op, node.isBehind, std::move(inputs)},
                       number)
                   .first->second;
      }
      sameAs[number] = *same;
      hasChanged |= *same != number;
    }
  }
}
