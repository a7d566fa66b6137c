//===- MinimizeTokens.cpp - Drops unnecessary order -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recreates all tokens of a kernel from its order graph (OrderGraph.h): ops
// with regions lose the tokens that they carry and get the needed ones, and
// joins are placed after their inputs. Nothing else changes.
//
//===----------------------------------------------------------------------===//

#include "OrderGraph.h"
#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera {
#define GEN_PASS_DEF_TILEAAMINIMIZETOKENS
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

using Node = OrderGraph::Node;

static bool isToken(Value value) { return isa<TokenType>(value.getType()); }

namespace {

class TokenRewriter {
public:
  explicit TokenRewriter(EntryOpInterface entry)
      : entry(entry), graph(entry), builder(entry.getContext()) {}

  void run() {
    start = MakeTokenOp::create(builderAtStart(), entry.getLoc(),
                                TokenType::get(entry.getContext()));
    findLive();
    SmallVector<Operation *> controls;
    entry.walk([&](Operation *op) {
      if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op))
        controls.push_back(op);
    });
    for (Operation *op : controls)
      if (llvm::any_of(op->getResults(), isToken) || slots.contains(op))
        rebuild(op);
    for (unsigned number : live)
      materialize(number);
    for (auto [op, index, number] : patches)
      op->setOperand(index, valueOf(number));
    sumUp();
    for (auto [op, number] : graph.getNeeds())
      setToken(op, graph.resolve(number));
    eraseUnused();
  }

private:
  OpBuilder &builderAtStart() {
    builder.setInsertionPointToStart(&entry.getBody().front());
    return builder;
  }

  /// Finds the needed nodes, with joins after all of their inputs.
  void findLive();
  /// Recreates an op with regions, with its tokens.
  void rebuild(Operation *op);
  void rebuildRegion(Region &region, ArrayRef<unsigned> arguments,
                     ArrayRef<unsigned> yielded);
  void materialize(unsigned number);
  /// Adds the iteration's tokens to the sum of a loop.
  void sumUp();
  void setToken(Operation *op, unsigned number);
  void eraseUnused();

  Value valueOf(unsigned number) {
    Value value = values.lookup(graph.resolve(number));
    return value ? value : start;
  }
  /// The needed nodes of `op` of these kinds.
  SmallVector<unsigned> getSlots(Operation *op, ArrayRef<Node::Kind> kinds) {
    return llvm::to_vector(
        llvm::make_filter_range(slots.lookup(op), [&](unsigned number) {
          return llvm::is_contained(kinds, graph.getNode(number).kind);
        }));
  }

  EntryOpInterface entry;
  OrderGraph graph;
  OpBuilder builder;
  /// The token that comes after nothing, for ops that require one.
  Value start;
  std::vector<unsigned> live;
  llvm::DenseMap<unsigned, Value> values;
  /// The live nodes of each op with regions.
  llvm::DenseMap<Operation *, SmallVector<unsigned>> slots;
  /// Operands that are set to the value of a node at the end.
  std::vector<std::tuple<Operation *, unsigned, unsigned>> patches;
};

} // namespace

void TokenRewriter::findLive() {
  llvm::DenseSet<unsigned> seen{0};
  std::vector<unsigned> roots;
  for (auto [op, number] : graph.getNeeds())
    roots.push_back(graph.resolve(number));
  std::vector<std::pair<unsigned, size_t>> path;
  auto enter = [&](unsigned number) {
    if (seen.insert(number).second)
      path.emplace_back(number, 0);
  };
  for (size_t root = 0; root < roots.size(); ++root) {
    enter(roots[root]);
    while (!path.empty()) {
      auto [node, next] = path.back();
      ArrayRef<unsigned> inputs = graph.getNode(node).inputs;
      bool isJoin = graph.getNode(node).kind == Node::Join;
      if (isJoin && next < inputs.size()) {
        ++path.back().second;
        enter(graph.resolve(inputs[next]));
        continue;
      }
      // Inputs of control flow are visited when its op is rebuilt.
      if (!isJoin)
        for (unsigned input : inputs)
          roots.push_back(graph.resolve(input));
      live.push_back(node);
      path.pop_back();
    }
  }
  // All nodes but joins exist before joins are made.
  for (unsigned number : live) {
    const Node &node = graph.getNode(number);
    if (node.kind == Node::Result)
      values[number] = *llvm::find_if(node.op->getResults(), isToken);
    else if (node.kind != Node::Join)
      slots[node.op].push_back(number);
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void TokenRewriter::rebuildRegion(Region &region, ArrayRef<unsigned> arguments,
                                  ArrayRef<unsigned> yielded) {
  Block &block = region.front();
  for (BlockArgument argument : block.getArguments())
    if (isToken(argument))
      argument.replaceAllUsesWith(start);
  block.eraseArguments(
      [](BlockArgument argument) { return isToken(argument); });
  for (unsigned number : arguments)
    values[number] = block.addArgument(start.getType(), entry.getLoc());
  Operation *terminator = block.getTerminator();
  SmallVector<Value> operands = llvm::to_vector(llvm::make_filter_range(
      terminator->getOperands(), [](Value v) { return !isToken(v); }));
  for (unsigned number : yielded) {
    patches.emplace_back(terminator, operands.size(), number);
    operands.push_back(start);
  }
  terminator->setOperands(operands);
}

void TokenRewriter::rebuild(Operation *op) {
  auto inputsOf = [&](ArrayRef<unsigned> numbers, unsigned input) {
    return llvm::map_to_vector(numbers, [&](unsigned number) {
      return graph.resolve(graph.getNode(number).inputs[input]);
    });
  };
  SmallVector<unsigned> carried = getSlots(op, {Node::Carried, Node::Summed});
  SmallVector<unsigned> passed = getSlots(op, {Node::Passed});
  SmallVector<unsigned> branches = getSlots(op, {Node::Branch});
  size_t numResults = isa<scf::WhileOp>(op) ? passed.size()
                      : isa<scf::ForOp>(op) ? carried.size()
                                            : branches.size();
  SmallVector<Value> operands = llvm::to_vector(llvm::make_filter_range(
      op->getOperands(), [](Value v) { return !isToken(v); }));
  SmallVector<unsigned> inits = inputsOf(carried, 0);
  size_t firstInit = operands.size();
  operands.append(inits.size(), start);
  SmallVector<Type> types;
  for (Value result : op->getResults())
    if (!isToken(result))
      types.push_back(result.getType());
  size_t firstResult = types.size();
  types.append(numResults, start.getType());

  builder.setInsertionPoint(op);
  OperationState state(op->getLoc(), op->getName(), operands, types,
                       op->getAttrs());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *rebuilt = builder.create(state);
  for (auto [index, number] : llvm::enumerate(inits))
    patches.emplace_back(rebuilt, firstInit + index, number);

  if (isa<scf::IfOp>(op)) {
    for (auto [index, region] : llvm::enumerate(rebuilt->getRegions()))
      if (!region.empty())
        rebuildRegion(region, {}, inputsOf(branches, index));
  } else if (auto loop = dyn_cast<scf::ForOp>(rebuilt)) {
    rebuildRegion(loop.getRegion(), carried, inputsOf(carried, 1));
  } else {
    rebuildRegion(rebuilt->getRegion(0), carried, inputsOf(passed, 0));
    rebuildRegion(rebuilt->getRegion(1), passed, inputsOf(carried, 1));
  }

  auto slotOf = [&](unsigned number) -> size_t {
    // The index of a result is that of its input.
    return llvm::find(isa<scf::WhileOp>(op) ? passed : carried,
                      graph.resolve(graph.getNode(number).inputs[0])) -
           (isa<scf::WhileOp>(op) ? passed : carried).begin();
  };
  for (auto [index, number] : llvm::enumerate(branches))
    values[number] = rebuilt->getResult(firstResult + index);
  for (unsigned number : getSlots(op, {Node::LoopResult, Node::WhileResult}))
    values[number] = rebuilt->getResult(firstResult + slotOf(number));
  unsigned next = 0;
  for (Value result : op->getResults())
    result.replaceAllUsesWith(isToken(result) ? start
                                              : rebuilt->getResult(next++));
  op->erase();
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

void TokenRewriter::materialize(unsigned number) {
  const Node &node = graph.getNode(number);
  if (node.kind != Node::Join)
    return;
  if (node.isBehind)
    builder.setInsertionPointAfter(node.op);
  else
    builder.setInsertionPoint(node.op);
  values[number] = JoinTokensOp::create(
      builder, node.op->getLoc(), start.getType(),
      llvm::map_to_vector(graph.getInputs(number),
                          [&](unsigned input) { return valueOf(input); }));
}

void TokenRewriter::sumUp() {
  for (unsigned number : live) {
    if (graph.getNode(number).kind != Node::Summed)
      continue;
    auto sum = cast<BlockArgument>(values.lookup(number));
    auto loop = cast<scf::ForOp>(sum.getOwner()->getParentOp());
    Operation *terminator = loop.getBody()->getTerminator();
    OpOperand &each = terminator->getOpOperand(sum.getArgNumber() - 1);
    builder.setInsertionPoint(terminator);
    each.set(JoinTokensOp::create(builder, loop.getLoc(), start.getType(),
                                  ValueRange{sum, each.get()}));
  }
}

void TokenRewriter::setToken(Operation *op, unsigned number) {
  auto set = [&](MutableOperandRange token) {
    if (number == 0)
      token.clear();
    else
      token.assign(valueOf(number));
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<LoadOp, StoreOp, AtomicOp, PrintOp, FenceAliasOp, GdcWaitOp,
            GdcLaunchDependentsOp>(
          [&](auto ordered) { set(ordered.getTokenMutable()); });
}

void TokenRewriter::eraseUnused() {
  SmallVector<Operation *> tokens;
  entry.walk([&](Operation *op) {
    bool makesToken = llvm::any_of(op->getResults(), isToken);
    if (makesToken && (isa<MakeTokenOp>(op) || onlyHandsOnTokens(op)))
      tokens.push_back(op);
  });
  for (Operation *op : llvm::reverse(tokens))
    if (op->use_empty())
      op->erase();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct MinimizeTokensPass
    : tessera::impl::TileAAMinimizeTokensBase<MinimizeTokensPass> {
  void runOnOperation() override {
    bool isAnyOrdered = false;
    getOperation().walk([&](Operation *op) {
      isAnyOrdered |= !onlyHandsOnTokens(op) && op->getNumRegions() == 0 &&
                      llvm::any_of(op->getOperands(), isToken);
    });
    if (!isAnyOrdered)
      return markAllAnalysesPreserved();
    TokenRewriter(getOperation()).run();
  }
};

} // namespace
