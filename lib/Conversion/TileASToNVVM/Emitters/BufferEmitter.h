//===- BufferEmitter.h - Accesses of a thread to a buffer -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_BUFFEREMITTER_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_BUFFEREMITTER_H

#include "../KernelContext.h"
#include <map>

namespace tessera::tileas {

/// The address of the ring slot for iteration number `count`, in the ring at
/// `start`.
mlir::Value getStage(mlir::OpBuilder &builder, mlir::Location loc,
                     BufferType ring, mlir::Value start, mlir::Value count);

/// An address as where its ring begins, and the bytes from there, an i32; null is 0.
struct StageAddress {
  mlir::Value ring, offset;
};

/// The parts of an address that `getStage` has made, or any other as it is.
StageAddress splitStage(mlir::Value address);

/// The parity of the phase of turn number `turn`, or of the one before it, in a ring of
/// mbarriers.
mlir::Value getPhaseParity(mlir::OpBuilder &builder, mlir::Location loc,
                           BufferType ring, mlir::Value turn,
                           bool isPrevious = false);

/// The accesses by which a thread stores its registers of a value to its
/// buffer, or loads them.
class BufferEmitter {
public:
  /// `buffer` is the buffer's address. `offsets` maps "register", "lane" and
  /// "warp" to "offset", in elements; nothing for a scalar.
  BufferEmitter(mlir::OpBuilder &builder, mlir::Location loc,
                AgentContext &agent, mlir::Value buffer, mlir::Type element,
                const std::optional<LinearLayout> &offsets);

  /// The registers of each access, in the order of their offsets.
  llvm::ArrayRef<llvm::SmallVector<int64_t>> getGroups() const {
    return groups;
  }

  /// The address of a group, which is that of its first register.
  mlir::Value getPointer(llvm::ArrayRef<int64_t> group);

  /// Loads a group into its places among all registers. These keep their values
  /// if the predicate is false.
  void load(llvm::ArrayRef<int64_t> group,
            llvm::MutableArrayRef<mlir::Value> registers,
            mlir::Value predicate = {});

  /// Stores a group of all registers if the predicate is true or null.
  void store(llvm::ArrayRef<int64_t> group, mlir::ValueRange registers,
             mlir::Value predicate);

private:
  /// Converts a register to its form in memory (see ptxops::getStoredType).
  mlir::Value extend(mlir::Value value);
  void groupRegisters(int64_t width);
  mlir::Value step(mlir::Value pointer, mlir::LLVM::GEPArg index);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Value start;
  mlir::Type element, stored;
  std::optional<ThreadMap> registers;
  llvm::SmallVector<llvm::SmallVector<int64_t>> groups;
  /// Addresses, by the bits in which they differ from the thread's own.
  std::map<int32_t, mlir::Value> pointers;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_BUFFEREMITTER_H
