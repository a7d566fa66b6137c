//===- SharedDescriptor.h - Descriptors of shared memory --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_SHAREDDESCRIPTOR_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_SHAREDDESCRIPTOR_H

#include "../Emitters/BufferEmitter.h"
#include "../Ptx/PtxOps.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::tileas {

/// Descriptors of 64 bits by which instructions name parts of a buffer: constant
/// bits plus where the part begins, in cells. PTX ISA, "Matrix descriptor" of wgmma
/// and "tcgen05 shared memory descriptor".
class SharedDescriptor {
public:
  /// Bytes of a cell.
  static constexpr int64_t kCellBytes = 16;
  /// The bits of all descriptors of `tcgen05`.
  static constexpr uint64_t kTcgen05 = uint64_t(1) << 46;

  /// `pointer` is where the buffer begins. `begin`, an i32, is where the thread's
  /// part does, in cells from there; null is 0.
  SharedDescriptor(mlir::OpBuilder &builder, mlir::Location loc, uint64_t bits,
                   mlir::Value pointer, mlir::Value begin = {})
      : builder(builder), loc(loc), high(int32_t(bits >> 32)),
        isInWords(bits & kTcgen05) {
    // One thread describes the factors of `tcgen05`.
    StageAddress address =
        isInWords ? StageAddress{pointer, {}} : splitStage(pointer);
    // ptxas adds to both words of a constant pair, by two instructions.
    isInWords |= !address.offset;
    mlir::Value start = describeRing(address.ring, int32_t(bits));
    // Stages are whole cells.
    if (address.offset)
      start = mlir::LLVM::AddOp::create(builder, loc, start,
                                        toCells(address.offset));
    if (begin)
      start = mlir::LLVM::AddOp::create(builder, loc, start, begin);
    first = isInWords ? start : join(start);
  }

  /// That of the part which begins some bytes, whole cells, behind the first.
  mlir::Value get(int64_t bytes) {
    int64_t cells = bytes / kCellBytes;
    mlir::Value descriptor = first;
    if (cells) {
      mlir::Value distance = mlir::LLVM::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(first.getType(), cells));
      descriptor = mlir::LLVM::AddOp::create(builder, loc, first, distance);
    }
    return isInWords ? join(descriptor) : descriptor;
  }

private:
  /// The bits of an address that name a byte of the CTA's own shared memory.
  static constexpr int32_t kOfCTA = (1 << 24) - 1;

  /// True in a kernel whose CTAs share their memory: addresses also have the number
  /// of the CTA there (PTX ISA, "shared::cluster"), which descriptors have not.
  static bool isInCluster(mlir::OpBuilder &builder) {
    mlir::Operation *op = builder.getInsertionBlock()->getParentOp();
    auto kernel = llvm::dyn_cast<KernelOpInterface>(op);
    if (!kernel)
      kernel = op->getParentOfType<KernelOpInterface>();
    return kernel.getSpec().countWorkingCTAs() > 1;
  }

  /// The lower word of a part that begins with the ring: where that is known, which
  /// is in front of loops.
  mlir::Value describeRing(mlir::Value ring, int32_t bits) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(ring);
    mlir::Value start = mlir::LLVM::PtrToIntOp::create(
        builder, loc, builder.getI32Type(), ring);
    if (isInCluster(builder))
      start = mlir::LLVM::AndOp::create(builder, loc, start, word(kOfCTA));
    return mlir::LLVM::OrOp::create(builder, loc, toCells(start), word(bits));
  }

  mlir::Value toCells(mlir::Value bytes) {
    return mlir::LLVM::LShrOp::create(builder, loc, bytes,
                                      word(llvm::Log2_64(kCellBytes)));
  }

  mlir::Value word(int32_t value) {
    return mlir::LLVM::ConstantOp::create(builder, loc,
                                          builder.getI32IntegerAttr(value));
  }

  /// A descriptor with this lower word.
  mlir::Value join(mlir::Value low) {
    return ptxops::joinWords(builder, loc, low, high);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  /// The upper word of all descriptors, which says nothing of where a part begins.
  int32_t high;
  /// True if the lower words of all descriptors are computed alone, as those of
  /// `tcgen05` are, which take one instruction so, and those that no loop changes.
  /// Others of `wgmma` are sums of the first one and a constant: one instruction of 64
  /// bits on uniform registers, where a word takes another move for the upper one.
  bool isInWords;
  /// That of the first part, or its lower word.
  mlir::Value first;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_SHAREDDESCRIPTOR_H
