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

/// A warp that has got what nobody gives, as by a load of memory that nobody
/// has written, runs on a second copy of its registers, too, for which that is
/// something else.
class ShadowRegisters {
public:
  /// The last instruction that got such a value.
  struct Origin {
    std::string value; ///< that is loaded, in words
    /// The lanes that got it by a shuffle, from which lanes, and the member
    /// masks.
    LaneMask takers = 0;
    std::array<uint8_t, warpSize> givers = {};
    std::array<LaneMask, warpSize> members = {};
    const Code *code = nullptr;
    uint32_t pc = 0;
  };

  /// Equal to the warp, whose current instruction has yet to run on it.
  explicit ShadowRegisters(Warp &warp);
  /// The registers of a warp that needs it no longer lose their copies.
  ~ShadowRegisters();

  void setOrigin(Origin newOrigin);
  /// A frame that has just begun.
  void addFrame(Frame &frame);

  /// Runs an instruction on the warp and on the copy.
  void execute(const Inst &inst, LaneMask lanes, LaneMask mask);
  /// Runs the instruction that the copy was made for, once.
  void finishFirst(const Inst &inst, LaneMask mask);
  /// The same of what lanes do together at several instructions (Collectives).
  void runTogether(llvm::function_ref<void()> what);
  /// Whether guard, addresses and, of what acts beyond registers, operands are
  /// the same for the shadow; false after a report.
  bool agrees(const Inst &inst, LaneMask lanes, LaneMask mask);
  /// Whether nothing differs any more; asked now and then.
  bool isOver();

  /// An instruction runs on the copy.
  bool isRunning() const { return running; }
  /// What the copy accesses in place of the warp's memory: loads see other
  /// bytes where nobody has written, stores leave the copy's data.
  void access(const Inst &inst, Space space, const uint64_t *addresses,
              LaneMask mask, uint32_t size, Access kind, LanePointers &at);
  void show(const Request &request, const LanePointers &copy);
  /// Ends the launch: something depends on what was loaded.
  void reportUse(unsigned lane, const llvm::Twine &how);

  /// The value that a lane got by a shuffle, and where; "" for a load.
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
  bool isFresh = true; ///< the instruction that began it runs
  bool running = false;
  LaneMask carry;
  unsigned steps = 0;
  std::vector<Stored> stores;
  std::vector<std::vector<uint8_t>> bytes; ///< that the copy accesses
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_SHADOWREGISTERS_H
