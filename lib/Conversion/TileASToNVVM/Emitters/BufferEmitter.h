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

/// The address of a stage of the ring at `start`, that of this count.
mlir::Value getStage(mlir::OpBuilder &builder, mlir::Location loc,
                     BufferType ring, mlir::Value start, mlir::Value count);

/// The accesses by which a thread's registers of a value go to its buffer or
/// come from it.
class BufferEmitter {
public:
  /// `buffer` is the buffer's address and `offsets` a map from "register",
  /// "lane" and "warp" to "offset", in elements; nothing for a scalar.
  BufferEmitter(mlir::OpBuilder &builder, mlir::Location loc,
                AgentContext &agent, mlir::Value buffer, mlir::Type element,
                const std::optional<LinearLayout> &offsets);

  /// The registers of each access, in the order of their offsets.
  llvm::ArrayRef<llvm::SmallVector<int64_t>> getGroups() const {
    return groups;
  }

  /// The address of a group, which is that of its first register.
  mlir::Value getPointer(llvm::ArrayRef<int64_t> group);

  /// Loads a group into its places among all registers; those keep what they
  /// have where the predicate is false.
  void load(llvm::ArrayRef<int64_t> group,
            llvm::MutableArrayRef<mlir::Value> registers,
            mlir::Value predicate = {});

  /// Stores a group of all registers where the predicate is true or null.
  void store(llvm::ArrayRef<int64_t> group, mlir::ValueRange registers,
             mlir::Value predicate);

private:
  /// A register as it is in memory (see ptxops::getStoredType).
  mlir::Value extend(mlir::Value value);
  void groupRegisters(int64_t width);
  mlir::Value step(mlir::Value pointer, mlir::LLVM::GEPArg index);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Value start;
  mlir::Type element, stored;
  std::optional<ThreadMap> registers;
  llvm::SmallVector<llvm::SmallVector<int64_t>> groups;
  /// Addresses by the bits that differ from the thread's own.
  std::map<int32_t, mlir::Value> pointers;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_BUFFEREMITTER_H
