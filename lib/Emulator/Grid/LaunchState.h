//===- LaunchState.h - What the blocks of a launch share ------------------===//
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
#include <functional>
#include <mutex>
#include <optional>

namespace tessera::ptx {

class RaceChecker;
struct StateWatch;
class TensorColumns;
struct LaunchState;

/// Blocks of a cluster or a grid of this shape.
inline uint64_t sizeOf(const Dim3 &shape) {
  return uint64_t(shape[0]) * shape[1] * shape[2];
}
/// Where element `number` of a space is; x is the fastest.
inline Dim3 placeIn(const Dim3 &space, uint64_t number) {
  // Most spaces have one dimension, and divisions take long.
  if (number < space[0])
    return {static_cast<uint32_t>(number), 0, 0};
  return {static_cast<uint32_t>(number % space[0]),
          static_cast<uint32_t>(number / space[0] % space[1]),
          static_cast<uint32_t>(number / space[0] / space[1])};
}

/// A launch that another one comes after.
struct EarlierLaunch {
  const LaunchState *launch;
  LaunchStage stage;

  /// Whether the other one may start, as far as this one is concerned.
  bool isReached() const;
  /// Whether griddepcontrol.wait waits for it.
  bool isAwaited() const { return stage != LaunchStage::Completed; }
};

/// How the blocks of a launch are grouped.
struct GridShape {
  Dim3 grid = {1, 1, 1}; ///< in blocks
  /// The shapes of clusters: what each has at least, and what it has where the
  /// machine finds the room, a multiple of that or the same.
  Dim3 cluster = {1, 1, 1};
  Dim3 preferredCluster = {1, 1, 1};
  bool hasClusters = false;
};

/// What all blocks of a launch share. Read-only while blocks run, but for the
/// contents of memory.
struct LaunchState : GridShape {
  LaunchState(const Image &image, GlobalMemory &memory, LaunchConfig config)
      : image(image), memory(memory), config(std::move(config)) {}

  /// Prints one whole message.
  void print(llvm::StringRef text);
  void reportAssertion(llvm::StringRef text);

  uint64_t numBlocks() const { return sizeOf(grid); }
  unsigned largestCluster() const {
    return static_cast<unsigned>(sizeOf(preferredCluster));
  }
  bool isComplete() const { return blocksEnded == numBlocks(); }

  const Image &image;
  GlobalMemory &memory;
  const LaunchConfig config;
  unsigned number = 0; ///< among the launches that run at once
  std::vector<EarlierLaunch> after;
  /// Whether a later launch waits for something of this one: then all run on
  /// one host thread, and what is counted here changes.
  bool hasFollower = false;
  uint64_t blocksStarted = 0, blocksEnded = 0;
  /// That have let dependent launches start, or have ended.
  uint64_t blocksTriggered = 0;
  /// What the only block does; null: it runs a kernel.
  const HostStep *host = nullptr;
  const Code *entry = nullptr;
  llvm::StringRef entryName;
  Dim3 block = {1, 1, 1};
  std::vector<uint8_t> parameters;
  /// By rank in the cluster: of each function, with symbols resolved.
  std::vector<std::vector<LaneBuffer>> constants;
  uint64_t sharedBytes = 0; ///< static and dynamic
  /// Before them: what the system has for itself; 0 where no code reads where
  /// that is.
  uint64_t reservedSharedBytes = 0;
  /// By offset in shared memory; for reports.
  std::vector<std::pair<uint64_t, const Variable *>> sharedVariables;
  uint64_t gridWorkspace = 0; ///< address; 0 where the code does not read it
  /// Where .const variables begin, from which addresses of 32 bits count.
  uint64_t constantBase = 0;
  std::unique_ptr<Heap> heap;   ///< null where the code calls no malloc
  RaceChecker *races = nullptr; ///< null where nothing asks for it
  /// Takes the next cluster from those that are to start, for one of that
  /// shape to do its work: its first block, or none where all have started or
  /// the next one has another shape. The scheduler's.
  std::function<std::optional<Dim3>(const Dim3 &shape)> cancelNext;
  /// Whose tensor memory blocks share, in random order of blocks.
  std::vector<std::weak_ptr<TensorColumns>> multiprocessors;
  std::mutex *printMutex = nullptr;
  StateWatch *watch = nullptr; ///< the scheduler's
};

inline bool EarlierLaunch::isReached() const {
  switch (stage) {
  case LaunchStage::Completed:
    return launch->isComplete();
  case LaunchStage::Triggered:
    return launch->blocksTriggered == launch->numBlocks();
  case LaunchStage::Started:
    return launch->blocksStarted == launch->numBlocks();
  }
  llvm_unreachable("unknown stage");
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_LAUNCHSTATE_H
