//===- ShadowRegisters.h - A second copy of the registers of a warp -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_SHADOWREGISTERS_H
#define TESSERA_LIB_EMULATOR_MACHINE_SHADOWREGISTERS_H

#include "Access.h"
#include "Frame.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::ptx {

class Warp;

/// Follows undefined values, such as a load of memory that nobody has written.
/// The warp then runs on a second copy of its registers, too, in which the
/// undefined value is a different one.
class ShadowRegisters {
public:
  /// The last instruction that got such a value.
  struct Origin {
    std::string value; ///< the loaded value, in words
    /// For a shuffle: the lanes that got such a value, the lanes that they got
    /// it from, and the member masks.
    LaneMask takers = 0;
    std::array<uint8_t, warpSize> givers = {};
    std::array<LaneMask, warpSize> members = {};
    const Code *code = nullptr;
    uint32_t pc = 0;
  };

  /// A copy equal to the warp, whose current instruction has yet to run on it.
  explicit ShadowRegisters(Warp &warp);
  /// Frees the copies of the registers, in all frames of the warp.
  ~ShadowRegisters();

  void setOrigin(Origin newOrigin);
  /// Adds the copy of a frame that has just begun.
  void addFrame(Frame &frame);

  /// Runs an instruction on the warp and on the copy.
  void execute(const Inst &inst, LaneMask lanes, LaneMask mask);
  /// Runs the instruction that the copy was made for, once.
  void finishFirst(const Inst &inst, LaneMask mask);
  /// Like finishFirst(), for lanes that run one instruction together at several
  /// places (Collectives.cpp).
  void runTogether(llvm::function_ref<void()> what);
  /// True if guard, addresses and, for an instruction with effects beyond
  /// registers, operands are the same in both copies; false after a report.
  bool agrees(const Inst &inst, LaneMask lanes, LaneMask mask);
  /// True if the copies no longer differ; compared only now and then.
  bool isOver();

  /// True while an instruction runs on the copy.
  bool isRunning() const { return running; }
  /// Redirects the copy's accesses away from the warp's memory: loads see other
  /// bytes where nobody has written, stores keep the copy's data aside.
  void access(const Inst &inst, Space space, const uint64_t *addresses,
              LaneMask mask, uint32_t size, Access kind, LanePointers &at);
  void show(const Request &request, const LanePointers &copy);
  /// Ends the launch: something depends on the undefined value.
  void reportUse(unsigned lane, const llvm::Twine &how);

  /// Describes the value that a lane got by a shuffle, and its place; "" for a
  /// load.
  std::string describeShuffle(unsigned lane) const;

private:
  struct Stored {
    Request request;
    std::array<uint64_t, warpSize> addresses = {};
    LanePointers copy = {};
  };

  template <typename F> void forFrames(F what) const;
  void run(const Inst &inst, LaneMask mask);
  LaneMask differingLanes(const Operand &operand) const;
  void copyResult(const Operand &operand, LaneMask lanes);

  Warp &warp;
  Origin origin;
  bool isFresh = true; ///< the instruction that began the copy still runs
  bool running = false;
  LaneMask carry;
  unsigned steps = 0;
  std::vector<Stored> stores;
  std::vector<std::vector<uint8_t>> bytes; ///< buffers that the copy accesses
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_SHADOWREGISTERS_H
