//===- BodyReader.h - The ops of a function -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the reader of a function's body: a flat run of ops in
// which regions are nested and values are numbered.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_BODYREADER_H
#define TESSERA_LIB_BYTECODE_BODYREADER_H

#include "TableReader.h"

namespace tessera::bytecode {

/// Where in the file and the source the ops come from. While a module is
/// verified its ops without a location carry their place in the file.
struct Origins {
  llvm::StringRef fileName;
  std::vector<mlir::Operation *> withoutLocation;

  mlir::Location inFile(mlir::MLIRContext *context, uint64_t offset,
                        const llvm::Twine &place) const;
};

/// A name as messages give it: each op carries it while it is read, so a long
/// one is cut.
std::string shortened(llvm::StringRef name);

class BodyReader {
public:
  using LogicalResult = llvm::LogicalResult;

  /// `error` is the one that the cursors note errors in.
  BodyReader(TableReader &tables, FormatError &error, Origins &origins)
      : tables(tables), error(error), origins(origins) {}

  /// Reads the ops of `function` into `block`, whose arguments are those of the
  /// function. An error says in which entry and op it was found.
  LogicalResult read(const FunctionRecord &function, mlir::Block &block);

  /// The location of the function itself; null when it has none.
  LogicalResult functionLocation(const FunctionRecord &function,
                                 mlir::LocationAttr &out);

private:
  LogicalResult readOp(Cursor &cursor, mlir::Block &block, unsigned depth);
  LogicalResult readOp(Cursor &cursor, mlir::Block &block, unsigned depth,
                       const OpEncoding *&op);
  LogicalResult readFields(Cursor &cursor, const OpEncoding &op,
                           mlir::OperationState &state, unsigned depth);
  LogicalResult readResultTypes(Cursor &cursor, const OpEncoding &op,
                                mlir::OperationState &state);
  LogicalResult readFlags(Cursor &cursor, const OpEncoding &op,
                          uint64_t &flags);
  LogicalResult readAttributes(Cursor &cursor, const OpEncoding &op,
                               uint64_t flags, mlir::OperationState &state);
  LogicalResult readOperands(Cursor &cursor, const OpEncoding &op,
                             uint64_t flags, mlir::OperationState &state);
  LogicalResult readOperandList(Cursor &cursor, uint32_t count,
                                mlir::OperationState &state);
  LogicalResult readRegion(Cursor &cursor, mlir::Region &region,
                           unsigned depth);
  LogicalResult readBlock(Cursor &cursor, mlir::Block &block, unsigned depth);
  LogicalResult nextLocation(const Cursor &cursor, uint64_t offset,
                             mlir::LocationAttr &out);
  std::string place(size_t number) const;
  void addDefaults(const OpEncoding &op, mlir::Operation *operation);
  void numberResults(const OpEncoding &op, mlir::Operation *operation);

  TableReader &tables;
  FormatError &error;
  Origins &origins;
  llvm::StringRef functionName;
  llvm::SmallVector<mlir::Value> values;
  /// Slots of the debug section of the ops to come.
  size_t nextSlot = 0, endSlot = 0;
  bool hasLocations = false;
  size_t numOps = 0;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_BODYREADER_H
