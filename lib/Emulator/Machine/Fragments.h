//===- Fragments.h - Groups of lanes that go together ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Among the fragments that can run, the one deepest in calls and then with the
// lowest counter goes first, so that lanes that parted meet again; fragments
// that meet become one. A fragment that runs long gives way to the others, so
// that lanes may wait for one another.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_FRAGMENTS_H
#define TESSERA_LIB_EMULATOR_MACHINE_FRAGMENTS_H

#include "Frame.h"

namespace tessera::ptx {

class Block;

struct Fragment {
  enum class Wait : uint8_t {
    None,
    Collective, ///< for lanes of its member mask
    Aligned,    ///< for the rest of the warp
    Barrier,    ///< for the block
    Async,      ///< for asynchronous work or an mbarrier
  };
  std::shared_ptr<Frame> frame;
  uint32_t pc = 0;
  LaneMask lanes = 0;
  Wait wait = Wait::None;
  uint32_t barrier = 0;
  /// The barrier's phase at the arrival; or Block::progress at the last look.
  uint64_t phase = 0;
  uint32_t results[3] = {}; ///< of the barrier: count, all, any
  /// Instructions of its current slice, in which it may go before others of the
  /// warp.
  uint64_t spent = 0;
  LaneMask members = 0; ///< of the warp barrier at which it waits
  /// In random order, the number of the choice from which it goes on again.
  uint64_t heldUntil = 0;
};

/// The fragments of a warp that has not ended, and which of them goes next.
class Fragments {
public:
  /// Instructions after which a fragment lets the others of its warp run.
  static constexpr uint64_t quantum = 1024;

  explicit Fragments(Block &block) : block(block) {}

  auto begin() const { return parts.begin(); }
  auto end() const { return parts.end(); }
  size_t size() const { return parts.size(); }
  bool empty() const { return parts.empty(); }
  Fragment &front() const { return *parts.front(); }

  Fragment &add(std::shared_ptr<Frame> frame, LaneMask lanes);
  /// Moves `lanes` out of the fragment into a new one at `pc`.
  Fragment &split(Fragment &fragment, LaneMask lanes, uint32_t pc);
  void remove(const Fragment &fragment);
  /// Merges fragments that wait for lanes at the instruction of `fragment` into
  /// it, and returns their lanes.
  LaneMask takeWaiting(Fragment &fragment);
  /// Makes fragments that wait at a collective or aligned instruction runnable,
  /// so that they check again whether all lanes have arrived.
  void wakeWaiters();

  bool isRunnable(const Fragment &fragment) const;
  /// True if there are fragments and all wait for other warps or asynchronous
  /// work.
  bool areWaiting() const;

  /// The fragment to run next, or null if none can run.
  Fragment *choose();
  /// Number of instructions that the fragment may run.
  uint64_t sliceFor(const Fragment &fragment, uint64_t budget);
  /// The fragment has run `spent` instructions, and may have ended.
  void charge(const Fragment *fragment, uint64_t spent);
  /// The program counter at which the running fragment may meet another one.
  uint32_t stopPc() const { return meetingPc; }
  /// Makes the running fragment stop after its instruction.
  void stop() { meetingPc = 0; }

private:
  void merge();
  Fragment *pick();
  Fragment *pickRandom();
  void holdOne();
  /// True for a fragment that could go on; who waits is not held back besides.
  bool isHeld(const Fragment &fragment) const {
    return fragment.heldUntil > numChoices &&
           fragment.wait == Fragment::Wait::None;
  }
  /// Lets the fragments that are held go on; false if none can run.
  bool releaseHeld();

  Block &block;
  std::vector<std::unique_ptr<Fragment>> parts;
  uint32_t meetingPc = 0;
  uint64_t numChoices = 0; ///< in random order, among several
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_FRAGMENTS_H
