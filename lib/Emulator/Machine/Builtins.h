//===- Builtins.h - Functions that a module calls and does not define -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vprintf, __assertfail, malloc and free of the CUDA programming guide, called
// by their PTX ABI.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_BUILTINS_H
#define TESSERA_LIB_EMULATOR_MACHINE_BUILTINS_H

#include "../Code.h"
#include <mutex>

namespace tessera::ptx {

/// The builtin that a function without a body stands for, if any.
Builtin builtinOf(const Function &function);

void callBuiltin(Warp &warp, const Inst &inst, LaneMask mask, Builtin builtin);

/// The syntax of the call that is being executed, and the value of its
/// parameter `i` in a lane.
const Instruction &callSyntax(const Warp &warp, const Inst &inst);
uint64_t callArgument(Warp &warp, const Instruction &call, size_t i,
                      unsigned lane);
/// Stores the result of the call for a lane, if the call has a result.
void setCallResult(Warp &warp, const Instruction &call, unsigned lane,
                   uint64_t value);

void callPrintf(Warp &warp, const Inst &inst, LaneMask mask);
void callAssertFail(Warp &warp, const Inst &inst, LaneMask mask);

/// The heap of malloc: a piece of global memory that blocks share. If uses are
/// checked, freed memory is given out again as late as possible, so that
/// accesses by old pointers are found.
class Heap {
public:
  /// In bytes: the default of cudaLimitMallocHeapSize.
  static constexpr uint64_t size = 8 << 20;

  Heap(uint64_t start, bool isChecked)
      : start(start), isChecked(isChecked), fullBelow(start), unused(start) {}

  /// The address of `bytes` bytes, a multiple of 16; 0 if there is no room.
  uint64_t allocate(uint64_t bytes);
  /// False if no block of the heap starts at `address`. `code` and `pc` name
  /// the call.
  bool free(uint64_t address, const Code &code, uint32_t pc);

  /// Describes the fault of an access to global memory that lies in the heap,
  /// but not in a block that malloc has given out; "" if there is none.
  std::string describeAccess(const Image &image, uint64_t address,
                             uint64_t bytes);

private:
  struct Freed {
    uint64_t end;
    const Code *code;
    uint32_t pc;
  };

  uint64_t findGap(uint64_t bytes);

  const uint64_t start;
  const bool isChecked;
  std::mutex mutex;
  std::map<uint64_t, uint64_t> blocks; ///< address to end
  /// There is no gap below this address, so that a search may start here.
  uint64_t fullBelow;
  uint64_t unused;                 ///< nothing has been given out from here on
  std::map<uint64_t, Freed> freed; ///< by address, if uses are checked
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_BUILTINS_H
