//===- TensorForm.h - Operands that name boxes ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form of an instruction that copies a box of a tensor, and its operands:
// the map, and the box of a lane.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_TENSORFORM_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_TENSORFORM_H

#include "../../Async/TensorBox.h"
#include "AsyncCopy.h"

namespace tessera::ptx {

enum class BoxMode : uint8_t { Tile, Rows, Pixels, Wide, Wide128 };

/// The contents of Inst::target.
struct TensorForm {
  unsigned rank = 1;
  BoxMode mode = BoxMode::Tile;
  unsigned offsets = 0; ///< of im2col that the instruction names, or its halo
  bool isMulticast = false;
  bool isPair = false; ///< .cta_group::2

  unsigned coordinates() const { return mode == BoxMode::Rows ? 5 : rank; }

  uint32_t encode() const {
    return rank | unsigned(mode) << 4 | offsets << 8 |
           unsigned(isMulticast) << 12 | unsigned(isPair) << 13;
  }
  static TensorForm of(const Inst &inst) {
    uint32_t bits = inst.target;
    return {bits & 15, static_cast<BoxMode>(bits >> 4 & 15), bits >> 8 & 15,
            (bits >> 12 & 1) != 0, (bits >> 13 & 1) != 0};
  }
};

/// The list: addresses of the map, of shared memory and of the mbarrier, then
/// coordinates and offsets.
constexpr unsigned mapAt = 0, sharedAt = 1, mbarrierAt = 2;
constexpr unsigned coordinatesAt = 12;

/// The map of a lane, written whole and valid; none after a fault.
std::optional<TensorMap> readMap(const AsyncOrigin &origin, const Inst &inst,
                                 uint64_t address);

/// The box of a lane; none after a fault.
std::optional<TensorBox> boxOf(const AsyncOrigin &origin, const Inst &inst,
                               const TensorMap &map);

/// PTX ISA, restrictions of copies to global memory; false after a fault.
bool checkStart(const AsyncOrigin &origin, const Inst &inst);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_TENSORFORM_H
