//===- MachineHarness.h - Listings of machine code for tests ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to these tests: listings that are written an instruction at a time, and
// played on the default board of a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_BOUND_MACHINEHARNESS_H
#define TESSERA_UNITTESTS_BOUND_MACHINEHARNESS_H

#include "tessera/Bound/MachinePlay.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/Support/FormatVariadic.h"

namespace tessera::bound::test {

constexpr unsigned none = 7;

/// The word of the assembler to the scheduler about an instruction.
struct Control {
  unsigned stall = 1, result = none, operands = none, waits = 0;
};

/// A listing, written an instruction at a time, in the form of `nvdisasm -hex`.
class Listing {
public:
  Listing()
      : text("\t.target\tsm_80\n\t.section\t.text.k,\"ax\"\n"
             "\t.sectionflags\t@\"SHF_BARRIERS=1\"\n") {}

  Listing &add(llvm::StringRef instruction, Control control = {}) {
    uint64_t bits = control.stall | control.result << 5 |
                    control.operands << 8 | control.waits << 11;
    text += llvm::formatv("        /*{0:x-4}*/    {1} ;   /* 0x{2:x-16} */\n"
                          "                          /* 0x{3:x-16} */\n",
                          address, instruction, 0, bits << 41);
    address += 16;
    return *this;
  }
  Listing &label(llvm::StringRef name) {
    text += (name + ":\n").str();
    return *this;
  }
  Listing &repeat(unsigned times, llvm::StringRef instruction,
                  Control control = {}) {
    for (unsigned i = 0; i != times; ++i)
      add(instruction, control);
    return *this;
  }
  /// A loop whose branch and body take no cycles of a pipe.
  Listing &end(llvm::StringRef loop = ".L_x_0") {
    return add(("@P0 BRA `(" + loop + ")").str()).add("EXIT");
  }
  MachineListing parse() const { return parseMachineListing(text); }

private:
  std::string text;
  uint64_t address = 0;
};

inline MachinePlay playOn(llvm::StringRef gpu, const Listing &listing,
                          const BlockNeeds &needs) {
  const TargetInfo &target = *lookupTarget(gpu);
  const Board &board = *llvm::cantFail(requireBoard("", target));
  return *playMachineCode(listing.parse().kernels.front(), needs, target,
                          board);
}

/// So much shared memory that an SM holds this many blocks.
inline BlockNeeds blocksOf(llvm::StringRef gpu, unsigned warps,
                           unsigned blocks) {
  BlockNeeds needs;
  needs.warps = warps;
  needs.registersPerThread = 64;
  needs.sharedBytes = uint64_t(
      getMostSharedBytesPerBlock(lookupTarget(gpu)->getCapacities(), blocks));
  return needs;
}

} // namespace tessera::bound::test

#endif // TESSERA_UNITTESTS_BOUND_MACHINEHARNESS_H
