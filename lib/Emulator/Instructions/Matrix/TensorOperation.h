//===- TensorOperation.h - A tensor copy in flight ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_TENSOROPERATION_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_TENSOROPERATION_H

#include "../../Async/Async.h"
#include "../../Async/TensorBox.h"

namespace tessera::ptx {

/// Moves a box between global and shared memory, or prepares it.
class TensorOperation : public AsyncOperation {
public:
  TensorOperation(const AsyncOrigin &origin, const TensorMap &map,
                  TensorBox box)
      : AsyncOperation(origin), map(map), box(std::move(box)),
        mode(swizzleOf(map)) {}

  void read() override { isLoad ? readGlobal() : readShared(); }
  void write() override {
    isLoad ? writeShared() : writeGlobal();
    data.clear();
  }

  const TensorMap map;
  TensorBox box;
  bool isLoad = true;
  std::vector<uint8_t *> globalRows;
  uint8_t *shared = nullptr; ///< all shared memory of a block
  uint64_t offset = 0;       ///< of the box there
  /// For a reduction; its type is that of the elements.
  std::optional<Inst> reduction;

private:
  template <typename F> void forCells(F what) const;
  void fill();
  void convertFloats();
  void readGlobal();
  void readShared();
  void writeShared();
  void writeGlobal();

  const Swizzle mode;
  std::vector<uint8_t> data; ///< the box, not swizzled
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_TENSOROPERATION_H
