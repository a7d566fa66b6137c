//===- Agents.h - Warps that do different things ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_STAGES_AGENTS_H
#define TESSERA_LIB_INTERPRETER_STAGES_AGENTS_H

#include "../Schedule/Choices.h"
#include "../Schedule/Fiber.h"
#include "../Value.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"

namespace tessera::interp {

class Frame;

/// Ends a copy that is under way in a tile block, and tells its mbarrier. Fails
/// with a fault if the mbarrier does not expect it.
llvm::LogicalResult endTrackedCopy(size_t index, Frame &frame);

/// Has one thread arrive at the mbarrier of a turn. Fails with a fault if that
/// is no turn of the phase under way.
llvm::LogicalResult arriveByOne(mlir::Operation *op, mlir::Value ring,
                                mlir::Value turn, Frame &frame);

/// Waits for the ends of phases, which are asked for side by side. Fails with a
/// fault if one never comes, if the machine would take it for the end of another
/// phase, or if one is not in turn that is said to be.
llvm::LogicalResult waitForPhases(mlir::Operation *op,
                                  llvm::ArrayRef<PhaseEnd> ends, bool areInTurn,
                                  Frame &frame);

/// Something that others have to do before an operation of an agent can go on.
/// The functions are called while the agent waits.
struct AgentEvent {
  mlir::Operation *op = nullptr;
  llvm::function_ref<bool()> hasCome;
  /// In words that follow the name of the agent.
  llvm::function_ref<std::string()> describe;
  /// A ring that is to be named; null if there is none.
  mlir::Value ring{};
};

/// The agents of a tile block, each on a fiber. Between any two operations one
/// may stop and another go on, and a copy under way may end, as a seed chooses.
/// The plain order runs each agent as long as it can, and ends copies only when
/// all wait.
class AgentSchedule {
public:
  AgentSchedule(tileas::AgentsOp op, Frame &frame);

  /// Runs all agents to their ends. Fails with a fault if one of them has one,
  /// or if they wait for one another.
  llvm::LogicalResult run();

  /// \name Called by agents
  /// They fail if the agent has to end at once, since another one has failed.
  /// @{

  /// A point at which others may run.
  llvm::LogicalResult offer();
  /// Returns when the event has come.
  llvm::LogicalResult waitFor(AgentEvent event);
  /// Returns true once memory has changed since this version; false if it never
  /// will.
  bool waitForChange(uint64_t version);
  /// @}

private:
  struct Agent {
    unsigned number;
    std::unique_ptr<Fiber> fiber;
    bool hasEnded = false;
    /// It waits for an event, or for a change of memory, or for nothing.
    std::optional<AgentEvent> event{};
    std::optional<uint64_t> version{};
  };

  bool isReady(const Agent &agent) const;
  void resume(Agent &agent);
  void leave();
  llvm::LogicalResult step(bool &isOver);
  llvm::LogicalResult goOnWithout();
  llvm::LogicalResult failDeadlocked();

  tileas::AgentsOp op;
  Frame &frame;
  Choices choices;
  std::vector<Agent> agents;
  Agent *current = nullptr;
  /// True if all agents have to end.
  bool isEnding = false;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_STAGES_AGENTS_H
