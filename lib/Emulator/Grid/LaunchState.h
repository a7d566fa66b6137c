//===- LaunchState.h - State that the blocks of a launch share ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_LAUNCHSTATE_H
#define TESSERA_LIB_EMULATOR_GRID_LAUNCHSTATE_H

#include "../Machine/Builtins.h"
#include "../Machine/Frame.h"
#include "tessera/Emulator/Launch.h"
#include "llvm/Support/MathExtras.h"
#include <functional>
#include <mutex>
#include <optional>

namespace tessera::ptx {

class RaceChecker;
struct StateWatch;
class TensorColumns;
struct LaunchState;

/// Number of blocks in a cluster or grid of this shape.
inline uint64_t sizeOf(const Dim3 &shape) {
  return uint64_t(shape[0]) * shape[1] * shape[2];
}
/// Coordinates of element `number` of a space; x is the fastest.
inline Dim3 placeIn(const Dim3 &space, uint64_t number) {
  // Most spaces have one dimension, and divisions are slow.
  if (number < space[0])
    return {static_cast<uint32_t>(number), 0, 0};
  return {static_cast<uint32_t>(number % space[0]),
          static_cast<uint32_t>(number / space[0] % space[1]),
          static_cast<uint32_t>(number / space[0] / space[1])};
}

/// A launch that another one comes after, and the stage that it must reach.
struct EarlierLaunch {
  const LaunchState *launch;
  LaunchStage stage;

  /// True if the edge no longer keeps the later launch from starting.
  bool isReached() const;
  /// True if griddepcontrol.wait waits for the earlier launch.
  bool isAwaited() const { return stage != LaunchStage::Completed; }
};

/// The grouping of a launch's blocks.
struct GridShape {
  Dim3 grid = {1, 1, 1}; ///< in blocks
  /// Shapes of clusters: the least one, and the one used where the machine
  /// finds the room, a multiple of the least or equal to it.
  Dim3 cluster = {1, 1, 1};
  Dim3 preferredCluster = {1, 1, 1};
  bool hasClusters = false;
};

/// State that all blocks of a launch share. Read-only while blocks run, except
/// for the contents of memory.
struct LaunchState : GridShape {
  LaunchState(const Image &image, GlobalMemory &memory, LaunchConfig config)
      : image(image), memory(memory), config(std::move(config)) {}

  /// Prints one whole message.
  void print(llvm::StringRef text);
  void reportAssertion(llvm::StringRef text);

  uint64_t numBlocks() const { return sizeOf(grid); }
  /// Fewer than those of the grid if the launch is sampled.
  uint64_t numBlocksToRun() const;
  unsigned largestCluster() const {
    return static_cast<unsigned>(sizeOf(preferredCluster));
  }
  bool isComplete() const { return blocksEnded == numBlocksToRun(); }

  const Image &image;
  GlobalMemory &memory;
  const LaunchConfig config;
  unsigned number = 0; ///< among the launches that run at once
  std::vector<EarlierLaunch> after;
  /// True if a later launch waits for a stage of this one. Then all launches
  /// run on one host thread, and the counters below change while they run.
  bool hasFollower = false;
  uint64_t blocksStarted = 0, blocksEnded = 0;
  /// Blocks that have let dependent launches start, or have ended.
  uint64_t blocksTriggered = 0;
  /// The step of the host that the only block takes; null for a kernel.
  const HostStep *host = nullptr;
  const Code *entry = nullptr;
  llvm::StringRef entryName;
  /// The name that messages have for the entry.
  std::string entryTitle() const;
  Dim3 block = {1, 1, 1};
  std::vector<uint8_t> parameters;
  /// By rank in the cluster: the constants of each function, with symbols
  /// resolved.
  std::vector<std::vector<LaneBuffer>> constants;
  uint64_t sharedBytes = 0; ///< static and dynamic
  /// Shared memory in front of those bytes, reserved for the system; 0 if no
  /// code reads its address.
  uint64_t reservedSharedBytes = 0;
  /// By offset in shared memory; for reports.
  std::vector<std::pair<uint64_t, const Variable *>> sharedVariables;
  uint64_t gridWorkspace = 0; ///< address; 0 if the code does not read it
  /// First address of .const variables; 32-bit addresses count from here.
  uint64_t constantBase = 0;
  std::unique_ptr<Heap> heap;   ///< null if the code calls no malloc
  RaceChecker *races = nullptr; ///< null if no check needs it
  /// Lets a cluster of shape `shape` cancel the next cluster of the launch, to
  /// do its work. Returns the first block of that, or none if all have started
  /// or the next one has another shape. Set by the scheduler.
  std::function<std::optional<Dim3>(const Dim3 &shape)> cancelNext;
  /// Tensor memories that blocks may share, in random order of blocks.
  std::vector<std::weak_ptr<TensorColumns>> multiprocessors;
  std::mutex *printMutex = nullptr;
  StateWatch *watch = nullptr; ///< the scheduler's
};

inline uint64_t LaunchState::numBlocksToRun() const {
  if (!config.sampledBlocks)
    return numBlocks();
  uint64_t group = sizeOf(preferredCluster);
  return std::min(numBlocks(),
                  llvm::divideCeil(config.sampledBlocks, group) * group);
}

inline bool EarlierLaunch::isReached() const {
  switch (stage) {
  case LaunchStage::Completed:
    return launch->isComplete();
  case LaunchStage::Triggered:
    return launch->blocksTriggered == launch->numBlocksToRun();
  case LaunchStage::Started:
    return launch->blocksStarted == launch->numBlocksToRun();
  }
  llvm_unreachable("unknown stage");
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_LAUNCHSTATE_H
