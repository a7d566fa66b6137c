//===- HandedOnValues.cpp - Carried values that no op makes ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandedOnValues.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

IterationTimes::IterationTimes(const StagedOps &order)
    : interval(order.size()) {
  for (auto [position, each] : llvm::enumerate(order))
    times[each.first] = position + each.second * interval;
}

std::optional<int64_t> IterationTimes::find(Operation *op) const {
  auto it = times.find(op);
  return it == times.end() ? std::nullopt : std::optional(it->second);
}

HandedOnValues::HandedOnValues(scf::ForOp loop, StagedOps &order) {
  IterationTimes times(order);
  stages = 1;
  for (auto [op, stage] : order)
    stages = std::max<int64_t>(stages, stage + 1);
  MutableArrayRef<OpOperand> yielded = *loop.getYieldedValuesMutable();
  for (OpOperand &next : yielded)
    if (Operation *op = next.get().getDefiningOp();
        !op || op->getBlock() != loop.getBody())
      added.push_back({&next, stages * times.getInterval(), nullptr});
  findTimes(loop, times);
  OpBuilder builder(loop.getBody()->getTerminator());
  for (Added &each : added) {
    Value value = each.next->get();
    each.op = UnrealizedConversionCastOp::create(builder, loop.getLoc(),
                                                 value.getType(), value);
  }
  for (Added &each : added)
    each.next->set(each.op->getResult(0));
  insertInto(order, times.getInterval());
}

void HandedOnValues::notifyOperationInserted(Operation *op,
                                             OpBuilder::InsertPoint) {
  if (auto name = dyn_cast<UnrealizedConversionCastOp>(op))
    names.push_back(name);
}

void HandedOnValues::remove() {
  for (UnrealizedConversionCastOp name : names) {
    name.replaceAllUsesWith(name.getInputs());
    name.erase();
  }
}

/// The limits come from the users in the next iteration, and from carried
/// values to which the value is passed on.
void HandedOnValues::findTimes(scf::ForOp loop, const IterationTimes &times) {
  int64_t interval = times.getInterval();
  for (Added &each : added)
    for (Operation *user : getArgument(loop, each).getUsers())
      if (Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user))
        if (std::optional<int64_t> time = times.find(inBody))
          each.time = std::min(each.time, *time + interval);
  for (bool changed = true; changed;) {
    changed = false;
    for (Added &each : added)
      for (const Added &other : added)
        if (other.next->get() == getArgument(loop, each) &&
            other.time + interval < each.time) {
          each.time = other.time + interval;
          changed = true;
        }
  }
}

Value HandedOnValues::getArgument(scf::ForOp loop, const Added &each) {
  return loop.getRegionIterArg(each.next->getOperandNumber());
}

void HandedOnValues::insertInto(StagedOps &order, int64_t interval) {
  // Among placeholders in one place, later stages come first: they pass on
  // the value of an earlier iteration, which the others may then use.
  llvm::sort(added, [](const Added &a, const Added &b) {
    return std::pair(b.time, a.next->getOperandNumber()) <
           std::pair(a.time, b.next->getOperandNumber());
  });
  StagedOps result;
  auto append = [&](auto isHere) {
    for (const Added &each : added)
      if (isHere(each.time))
        result.emplace_back(each.op,
                            std::min(each.time / interval, stages - 1));
  };
  for (auto [position, each] : llvm::enumerate(order)) {
    append([&, position = int64_t(position)](int64_t time) {
      return time < stages * interval && time % interval == position;
    });
    result.push_back(each);
  }
  append([&](int64_t time) { return time >= stages * interval; });
  order = std::move(result);
}
