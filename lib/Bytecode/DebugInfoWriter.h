//===- DebugInfoWriter.h - Locations of a file ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the collector of the debug section (section 11 of the
// format).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_DEBUGINFOWRITER_H
#define TESSERA_LIB_BYTECODE_DEBUGINFOWRITER_H

#include "DebugExtent.h"
#include "TableWriter.h"

namespace tessera::bytecode {

/// The format has places within a debug info scope, and call sites of such
/// places. For a name or a fused location, the first location inside is stored;
/// a place without a scope is stored as unknown.
class DebugInfoWriter {
public:
  using LogicalResult = llvm::LogicalResult;

  explicit DebugInfoWriter(TableWriter &tables) : tables(tables) {}

  /// Begins the list of locations of `function` with its own location.
  LogicalResult beginFunction(mlir::Operation *function);
  /// Adds the location of the next op of the stream.
  LogicalResult addOp(mlir::Operation *op) { return addSlot(op->getLoc()); }
  /// Ends the list and returns its number for the function table; 0 if no
  /// location in it is known, so that there is no list.
  uint64_t endFunction();

  bool empty() const { return starts.empty(); }
  /// Writes the payload of the section.
  void write(ByteStream &out) const;

private:
  /// The position of an attribute in the table.
  struct Slot {
    uint64_t index = 0; ///< 0 for unknown, k for entry k - 1.
    DebugExtent extent;
  };
  /// An entry during its encoding.
  struct Payload {
    ByteStream bytes;
    DebugExtent extent;
  };

  LogicalResult addSlot(mlir::Location loc);
  LogicalResult getSlot(mlir::Attribute attribute, Slot &out);
  LogicalResult encode(mlir::Attribute attribute, Slot &out);
  LogicalResult encodeCallSite(mlir::CallSiteLoc site, Slot &out);
  LogicalResult writePayload(Payload &payload, mlir::Attribute attribute);
  LogicalResult
  writeSubprogramFlags(ByteStream &out,
                       cuda_tile::DISubprogramAttr subprogram) const;
  LogicalResult writeEntry(Payload &payload, mlir::Attribute attribute);
  LogicalResult tooLarge() const;
  Slot addEntry(const Payload &payload);

  TableWriter &tables;
  EntryList entries;
  llvm::DenseMap<mlir::Attribute, Slot> known;
  unsigned depth = 0;
  /// The location of the last op; neighbours often share one.
  mlir::LocationAttr lastLocation;
  uint64_t lastIndex = 0;
  std::vector<uint32_t> starts; ///< The first slot of each function.
  std::vector<uint64_t> slots;
  size_t start = 0; ///< The first slot of the current function.
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_DEBUGINFOWRITER_H
