//===- Dialect.h - The tileas dialect without its ops -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scheduled async tile: the placement of every value, and the time and the
// threads of every operation. Dialect.td describes the dialect's scope and its
// place in the pipeline.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_DIALECT_H
#define TESSERA_DIALECT_TILEAS_IR_DIALECT_H

#include "mlir/IR/TensorEncoding.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Layout/TileMaps.h"

namespace tessera {
class TensorBoxes;
} // namespace tessera

#include "tessera/Dialect/TileAS/IR/Dialect.h.inc"
#include "tessera/Dialect/TileAS/IR/Enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/Attributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAS/IR/Types.h.inc"

namespace tessera::tileas {

/// One access of an op to a buffer.
struct BufferAccess {
  enum class Kind { Read, Write };
  /// The part of an access that the op performs: all of it, or the begin or the
  /// end of an asynchronous access. Earlier conflicting accesses must be over
  /// before the begin, and later ones must come after the end. The same threads
  /// execute both.
  enum class Part { Whole, Begin, End };
  /// The way to memory. Accesses by different ways are ordered by fences alone
  /// (PTX ISA, "Proxies"): by the instructions of a thread, by a copy engine or
  /// a product that reads a matrix descriptor, or to tensor memory.
  enum class Proxy { Generic, Async, Tensor };

  /// The operand that is the buffer. Any of its elements may be accessed.
  mlir::OpOperand *buffer;
  Kind kind;
  /// Who accesses an element: all threads that hold it, its owner, one thread
  /// of those that execute the op, or the machine, which a thread has told to.
  Executor executor;
  Part part = Part::Whole;
  Proxy proxy = Proxy::Generic;
  /// Where the end of an access is noted that the op begins.
  std::optional<CompletionKind> completion = std::nullopt;
  /// The tile whose elements the threads move, as it lies with them, and how
  /// many at once; 0 is as many as lie side by side. Null where no tile is
  /// moved as a whole, or not by threads. For one thread its warp moves it.
  mlir::RankedTensorType tile = {};
  int64_t width = 0;
};

/// The verbs of a ring, in the order in which a turn passes them.
enum class RingVerb { Acquire, Commit, Wait, Release };

} // namespace tessera::tileas

#include "tessera/Dialect/TileAS/IR/Interfaces.h.inc"

namespace tessera::tileas {

/// Threads of a warp.
inline constexpr unsigned kWarpSize = 32;

/// Largest access of one instruction of a thread to shared memory, in bytes,
/// and the alignment of buffers: PTX ISA, section "Vectors".
inline constexpr int64_t kMaxSharedAccessBytes = 16;

/// The same for global memory, on the GPU that a kernel is for.
int64_t getMaxGlobalAccessBytes(KernelOpInterface kernel);
/// The largest number of elements of a tile that one instruction accesses, if
/// an access takes at most `maxBytes`.
int64_t getMaxWidth(tileaa::AccessOpInterface access, int64_t maxBytes);
/// The least number of elements that an access must take at once: 2 for 16-bit
/// elements that are written to the memory of several GPUs.
int64_t getMinWidth(tileaa::AccessOpInterface access);

/// Limit of the scratch memory of all slots of a kernel together, in bytes. If
/// that is exceeded there is only one slot, so this also limits a slot.
inline constexpr int64_t kMaxScratchBytes = int64_t(1) << 30;

/// The threads that execute an access to global memory.
Executor getExecutor(tileaa::AccessOpInterface access);

/// The access by which an op brings a tile or scalar from global memory to
/// registers; null for others.
tileaa::AccessOpInterface asLoad(mlir::Operation *op);

/// The loads that stand in a block itself.
llvm::SmallVector<tileaa::AccessOpInterface> getLoads(mlir::Block &block);

/// The buffer that an op begins to fill, which is not to be touched before a
/// wait for the completion; null for others.
mlir::OpOperand *getFilledBuffer(mlir::Operation *op);

/// Bytes that an element of a tile takes in memory, where a bool has one.
int64_t getElementBytes(mlir::Type element);

/// The layout of a tile; the type must have one.
LayoutAttr getLayout(mlir::Type tile);

/// The map of that layout.
const LinearLayout &getLinearLayout(mlir::Type tile);

/// True if `shape` fits into a buffer of shape `ofBuffer` as its beginning
/// along each dimension, or as all of it.
bool isBeginning(llvm::ArrayRef<int64_t> shape,
                 llvm::ArrayRef<int64_t> ofBuffer);

/// The offsets of a tile's registers in a buffer: a map from "register", "lane"
/// and "warp" to "offset", in elements. A tile that is not the beginning of the
/// buffer is a reshape of it: both have the same elements in row-major order.
LinearLayout getBufferOffsets(BufferType buffer, mlir::RankedTensorType tile);

/// The same tile type with another layout.
mlir::RankedTensorType withLayout(mlir::RankedTensorType tile,
                                  LayoutAttr layout);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_DIALECT_H
