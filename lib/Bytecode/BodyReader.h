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

#include "DebugInfoReader.h"

namespace tessera::bytecode {

/// The byte offset of each op, in the order of the file: a walk meets an op
/// before those in its regions.
struct Origins {
  llvm::StringRef fileName;
  std::vector<uint64_t> offsets;
  /// The location of the op in which an error was found, if it was read.
  mlir::LocationAttr errorSource;

  mlir::Location inFile(mlir::MLIRContext *context, uint64_t offset,
                        const llvm::Twine &place) const;
  /// Marks for ops without a location, set before verification: an error of the
  /// verifier shows the mark of its op. Giving each op its own place would take
  /// more memory than the ops themselves, so many ops in a row share a mark.
  using Marks = llvm::SmallDenseSet<mlir::Attribute, 4>;
  void mark(mlir::Operation *module) const;
  /// Gives the ops that bear one of the marks their place in the file as a
  /// location, and returns those ops; removes the other marks.
  std::vector<mlir::Operation *> locate(mlir::Operation *module,
                                        const Marks &marks) const;
};

/// The place of op `number` of an entry, for messages.
std::string placeOfOp(llvm::StringRef entry, size_t number);

/// A name for messages: a long one is cut.
std::string shortened(llvm::StringRef name);

class BodyReader {
public:
  using LogicalResult = llvm::LogicalResult;

  /// The cursors put their errors into `error`.
  BodyReader(TableReader &tables, DebugInfoReader &debugInfo,
             FormatError &error, Origins &origins)
      : tables(tables), debugInfo(debugInfo), error(error), origins(origins),
        names(allOpEncodings().size()),
        noAttributes(mlir::DictionaryAttr::get(tables.getContext())),
        unknownLocation(mlir::UnknownLoc::get(tables.getContext())) {}

  /// Reads the ops of `function` into `block`, whose arguments are those of the
  /// function. An error names the entry and the op.
  LogicalResult read(const FunctionRecord &function, mlir::Block &block);

  /// The location of the function itself; null if it has none.
  LogicalResult functionLocation(const FunctionRecord &function,
                                 mlir::LocationAttr &out);

private:
  LogicalResult readOp(Cursor &cursor, mlir::Block &block, unsigned depth);
  LogicalResult readOp(Cursor &cursor, mlir::Block &block, unsigned depth,
                       const OpEncoding *&op, mlir::LocationAttr &location);
  LogicalResult readFields(Cursor &cursor, const OpEncoding &op);
  LogicalResult readResultTypes(Cursor &cursor, const OpEncoding &op);
  LogicalResult readFlags(Cursor &cursor, const OpEncoding &op,
                          uint64_t &flags);
  LogicalResult readAttributes(Cursor &cursor, const OpEncoding &op,
                               uint64_t flags);
  LogicalResult readOperands(Cursor &cursor, const OpEncoding &op,
                             uint64_t flags);
  LogicalResult readOperandList(Cursor &cursor, uint32_t count);
  LogicalResult spendOn(const Cursor &cursor, const OpEncoding &op);
  mlir::Operation *createOp(const OpEncoding &op, mlir::Location location);
  LogicalResult readRegions(Cursor &cursor, const OpEncoding &op,
                            mlir::Operation *operation, unsigned depth);
  LogicalResult readRegion(Cursor &cursor, mlir::Region &region,
                           unsigned depth);
  LogicalResult readBlock(Cursor &cursor, mlir::Block &block, unsigned depth);
  LogicalResult nextLocation(const Cursor &cursor, uint64_t offset,
                             mlir::LocationAttr &out);
  void addDefaults(const OpEncoding &op, mlir::Operation *operation);
  void numberResults(const OpEncoding &op, mlir::Operation *operation);

  TableReader &tables;
  DebugInfoReader &debugInfo;
  FormatError &error;
  Origins &origins;
  llvm::StringRef functionName;
  llvm::SmallVector<mlir::Value> values;
  /// The slots in the debug section of the ops that are still to come.
  size_t nextSlot = 0, endSlot = 0;
  bool hasLocations = false;
  size_t numOps = 0;

  /// The fields of an op that have been read before the op is created.
  struct Fields {
    llvm::SmallVector<mlir::Type> types;
    llvm::SmallVector<mlir::Attribute> attributes;
    llvm::SmallVector<mlir::Value> operands;
    llvm::SmallVector<int32_t> segments;
  } fields;
  /// The names of ops by their index among all encodings; set at their first
  /// use.
  std::vector<std::optional<mlir::OperationName>> names;
  mlir::DictionaryAttr noAttributes;
  mlir::LocationAttr unknownLocation;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_BODYREADER_H
