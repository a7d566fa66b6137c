//===- Access.h - Checked access to global memory --------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_CUDATILE_ACCESS_H
#define TESSERA_LIB_INTERPRETER_CUDATILE_ACCESS_H

#include "Frame.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace tessera::interp {

/// Where an element lies: at a byte, and one of 4 bits in its low or high half.
struct Place {
  uint64_t address;
  bool isHighHalf = false;
};

/// The place so many elements of this format behind another; nothing if it is
/// not below 2^63, as the specification demands of addresses.
std::optional<Place> placeBehind(Place first, uint64_t elements, Format format);

/// The accesses of one memory operation. Each element is an access of its own
/// (Tile IR specification, "Memory model"): `weak` ones are plain copies, all
/// others atomic on the host, too, in an order that is at least as strong.
class Access {
public:
  template <typename Op>
  Access(Op op, Frame &frame, Format format)
      : op(op), frame(frame), format(format),
        bytes(numerics::storageBytes(format)),
        isWeak(op.getMemoryOrderingSemantics() ==
               cuda_tile::MemoryOrderingSemantics::Weak) {}

  /// Fails for elements of 4 bits, to which pointers cannot point.
  llvm::LogicalResult checkAddressable();

  /// \name One element of `tile`
  /// @{
  llvm::LogicalResult load(Tile &tile, int64_t index, Place place);
  llvm::LogicalResult store(const Tile &tile, int64_t index, Place place);
  /// @}

  /// Replaces the element at `address` by `change` of its bits, all in one
  /// atomic step, and returns what it was. `index` and `shape` say for which
  /// element of a tile that is.
  llvm::FailureOr<uint64_t>
  update(uint64_t address, llvm::ArrayRef<int64_t> shape, int64_t index,
         llvm::function_ref<uint64_t(uint64_t)> change);

  /// \name `count` elements of `tile` from `index` on, at places from `first`
  /// on that lie `stride` elements apart
  /// @{
  llvm::LogicalResult loadRun(Tile &tile, int64_t index, int64_t count,
                              Place first, uint64_t stride);
  llvm::LogicalResult storeRun(const Tile &tile, int64_t index, int64_t count,
                               Place first, uint64_t stride);
  /// @}

private:
  /// Where the element lies on the host, or failure with the reason.
  llvm::FailureOr<uint8_t *> locate(GlobalMemory::Use use, uint64_t address,
                                    llvm::ArrayRef<int64_t> shape,
                                    int64_t index);
  /// The bytes of a run that can be copied at once, or null.
  uint8_t *locateRun(GlobalMemory::Use use, Place first, int64_t count,
                     uint64_t stride);

  mlir::Operation *op;
  Frame &frame;
  Format format;
  unsigned bytes;
  bool isWeak;
};

/// What an atomic operation of this mode makes of an element.
uint64_t modify(cuda_tile::AtomicRMWMode mode, Format format, uint64_t old,
                uint64_t arg);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_CUDATILE_ACCESS_H
