//===- Twin.h - A second copy of the registers of a warp ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_TWIN_H
#define TESSERA_LIB_EMULATOR_MACHINE_TWIN_H

#include "Access.h"
#include "Frame.h"

namespace tessera::ptx {

class Warp;

/// A warp that has loaded memory that nobody has written runs on a second copy
/// of its registers, too, for which such memory holds other bytes.
class Twin {
public:
  /// The last such load.
  struct Origin {
    std::string place; ///< size and address, in words
    const Code *code = nullptr;
    uint32_t pc = 0;
  };

  /// Equal to the warp, whose current load has yet to run on it.
  explicit Twin(Warp &warp);
  /// The registers of a warp that needs it no longer lose their copies.
  ~Twin();

  void setOrigin(Origin newOrigin) { origin = std::move(newOrigin); }
  /// A frame that has just begun.
  void addFrame(Frame &frame);

  /// Runs an instruction on the warp and on the copy.
  void execute(const Inst &inst, LaneMask lanes, LaneMask mask);
  /// Runs the load that the copy was made for, once.
  void finishLoad(const Inst &inst, LaneMask mask);
  /// Whether guard, addresses and, of what acts beyond registers, operands are
  /// the same for the twin; false after a report.
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
  bool isFresh = true; ///< the load that began it runs
  bool running = false;
  LaneMask carry;
  unsigned steps = 0;
  std::vector<Stored> stores;
  std::vector<std::vector<uint8_t>> bytes; ///< that the copy accesses
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_TWIN_H
