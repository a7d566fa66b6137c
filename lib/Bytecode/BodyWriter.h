//===- BodyWriter.h - The ops of a function -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the writer of a function's body.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_BODYWRITER_H
#define TESSERA_LIB_BYTECODE_BODYWRITER_H

#include "DebugInfoWriter.h"

namespace tessera::bytecode {

class BodyWriter {
public:
  using LogicalResult = llvm::LogicalResult;

  BodyWriter(TableWriter &tables, DebugInfoWriter &debugInfo,
             BytecodeVersion version)
      : tables(tables), debugInfo(debugInfo), version(version) {}

  /// Writes the ops of `block`, the body of a function.
  LogicalResult write(ByteStream &out, mlir::Block &block);

private:
  LogicalResult writeOp(ByteStream &out, mlir::Operation &op);
  LogicalResult checkDiscardable(mlir::Operation &op) const;
  LogicalResult writeResultTypes(ByteStream &out, const OpEncoding &encoding,
                                 mlir::Operation &op);
  LogicalResult writeFlags(ByteStream &out, const OpEncoding &encoding,
                           mlir::Operation &op);
  LogicalResult writeAttributes(ByteStream &out, const OpEncoding &encoding,
                                mlir::Operation &op);
  LogicalResult writeOperands(ByteStream &out, const OpEncoding &encoding,
                              mlir::Operation &op);
  LogicalResult writeRegion(ByteStream &out, mlir::Region &region);
  void number(mlir::ValueRange newValues);

  TableWriter &tables;
  DebugInfoWriter &debugInfo;
  BytecodeVersion version;
  llvm::DenseMap<mlir::Value, uint64_t> values;
  uint64_t nextValue = 0;
  unsigned depth = 0; ///< of the region being written
  llvm::DenseMap<mlir::OperationName, const OpEncoding *> encodings;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_BODYWRITER_H
