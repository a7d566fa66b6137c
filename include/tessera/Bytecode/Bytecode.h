//===- Bytecode.h - Reading and writing Tile IR bytecode ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the two directions between a `cuda_tile.module` and the
// bytes of a Tile IR bytecode file. Versions 13.1 to 13.5 are read and written.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_BYTECODE_H
#define TESSERA_BYTECODE_BYTECODE_H

#include "mlir/IR/OwningOpRef.h"
#include "tessera/Bytecode/Version.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

/// True if `bytes` begin like every Tile IR bytecode file.
bool isTileIRBytecode(llvm::StringRef bytes);

/// True if `bytes` begin like MLIR's own bytecode, which is another format.
bool looksLikeMLIRBytecode(llvm::StringRef bytes);

/// Reads a file into a verified `cuda_tile.module` named "kernels"; the format
/// does not store a name. The buffer is not changed and need not outlive the
/// call. Loads the dialect that it needs into `context`.
///
/// Any bytes are safe input. If they are no valid file, the result is null
/// after one error, whose location is `NAME:byte 0x1c` with the identifier of
/// the buffer as NAME, and whose text names the entry and op with the error. An
/// op that has a source location in the file carries it; errors of the verifier
/// name that location, or the byte offset if there is none.
mlir::OwningOpRef<mlir::Operation *> readBytecode(llvm::MemoryBufferRef buffer,
                                                  mlir::MLIRContext *context);

/// Writes `op`, a `cuda_tile.module` or an outer module around exactly one, as
/// a file of the given version. Equal modules give equal bytes. Nothing is
/// written unless everything can be: an op that the version cannot express gets
/// an error that names the field and the version it needs. Locations without a
/// debug info scope and the module's name are not stored.
llvm::LogicalResult writeBytecode(mlir::Operation *op, llvm::raw_ostream &os,
                                  BytecodeVersion version);

} // namespace tessera

#endif // TESSERA_BYTECODE_BYTECODE_H
