//===- Agents.cpp - Warps that do different things ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agents.h"
#include "../CommonOps.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using namespace tessera::interp;

/// A stream of choices apart from those of the tile block itself.
static Choices makeChoices(Frame &frame) {
  return Choices(frame.machine.config.seed,
                 /*stream=*/~frame.getBlockNumber() - 1);
}

AgentSchedule::AgentSchedule(AgentsOp op, Frame &frame)
    : op(op), frame(frame), choices(makeChoices(frame)),
      agents(op.getBodies().size()) {
  for (auto [number, agent] : llvm::enumerate(agents))
    agent.number = number;
}

//===----------------------------------------------------------------------===//
// Called by agents
//===----------------------------------------------------------------------===//

void AgentSchedule::leave() { current->fiber->leave(); }

LogicalResult AgentSchedule::offer() {
  if (!isEnding && !choices.isPlain() && choices.below(4) == 0)
    leave();
  return failure(isEnding);
}

LogicalResult AgentSchedule::waitFor(AgentEvent event) {
  current->event = event;
  leave();
  return failure(isEnding);
}

bool AgentSchedule::waitForChange(uint64_t version) {
  current->version = version;
  leave();
  return !isEnding && frame.machine.schedule.getVersion() != version;
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

bool AgentSchedule::isReady(const Agent &agent) const {
  if (agent.hasEnded)
    return false;
  if (agent.version)
    return frame.machine.schedule.getVersion() != *agent.version;
  return !agent.event || agent.event->hasCome();
}

void AgentSchedule::resume(Agent &agent) {
  agent.event.reset();
  agent.version.reset();
  current = &agent;
  frame.sharedMemory.setExecutor(agent.number + 1);
  agent.fiber->enter();
  frame.sharedMemory.setExecutor(0);
  current = nullptr;
}

LogicalResult AgentSchedule::run() {
  for (Agent &agent : agents) {
    agent.fiber = Fiber::create([this, &agent](Fiber &) {
      Block &body = op.getBodies()[agent.number].front();
      if (isEnding || frame.run(body) == Flow::Stop)
        isEnding = true;
      agent.hasEnded = true;
    });
    if (!agent.fiber)
      return frame.fail(op, "the host has no room for the stacks of so many "
                            "agents");
  }
  frame.agents = this;
  bool isOver = false;
  while (!isOver && !isEnding)
    if (failed(step(isOver)))
      isEnding = true;
  // Agents in the middle of an operation return from it.
  for (Agent &agent : agents)
    while (!agent.hasEnded)
      resume(agent);
  frame.agents = nullptr;
  return failure(isEnding);
}

/// Makes one agent go on, or one copy end.
LogicalResult AgentSchedule::step(bool &isOver) {
  SmallVector<Agent *> ready;
  for (Agent &agent : agents)
    if (isReady(agent))
      ready.push_back(&agent);
  size_t choicesNow =
      ready.size() + frame.sharedMemory.getTrackedCopies().size();
  if (choicesNow == 0) {
    isOver = llvm::all_of(agents, [](Agent &agent) { return agent.hasEnded; });
    return isOver ? success() : goOnWithout();
  }
  frame.offerSlice();
  size_t choice = choices.below(choicesNow);
  if (choice >= ready.size())
    return endTrackedCopy(choice - ready.size(), frame);
  resume(*ready[choice]);
  return success();
}

/// All agents wait. Only another tile block can end that, by a change of
/// memory.
LogicalResult AgentSchedule::goOnWithout() {
  for (Agent &agent : agents)
    if (agent.version) {
      // If the wait is in vain, the agent reports it.
      if (!frame.waitForMemory(*agent.version))
        resume(agent);
      return success();
    }
  return failDeadlocked();
}

LogicalResult AgentSchedule::failDeadlocked() {
  (void)frame.fail(op, "deadlock: all agents that have not ended wait for one "
                       "another");
  frame.setFaultKind(LaunchFault::Timeout);
  for (Agent &agent : agents) {
    if (agent.hasEnded)
      continue;
    const AgentEvent &event = *agent.event;
    frame.addNote(event.op->getLoc(), "agent '" + op.getName(agent.number) +
                                          "' " + event.describe());
    if (event.ring)
      frame.addNote(event.ring.getLoc(), "the ring is made here");
  }
  return failure();
}

static LogicalResult agents(AgentsOp op, Frame &frame) {
  if (op.getTogether())
    return frame.fail(op, "agents that are together have parts of one program, "
                          "for threads alone; run it as it was before "
                          "tileas-split-issue");
  return AgentSchedule(op, frame).run();
}

void interp::addAgentOps(OpTable &table) {
  table.add<agents>();
  table.add<leave<EndOp, Flow::Yield>>();
}
