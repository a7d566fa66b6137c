//===- DebugInfoReader.h - Locations of a file ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the reader of the debug section (section 11 of the
// format): its entries become attributes of cuda_tile, or locations.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_DEBUGINFOREADER_H
#define TESSERA_LIB_BYTECODE_DEBUGINFOREADER_H

#include "DebugExtent.h"
#include "TableReader.h"

namespace tessera::bytecode {

class DebugInfoReader {
public:
  using LogicalResult = llvm::LogicalResult;

  explicit DebugInfoReader(TableReader &tables)
      : tables(tables), table(tables.container().debug().entries()),
        unknown(mlir::UnknownLoc::get(tables.getContext())),
        entries(table.size()) {}

  /// Returns the location in a slot; unknown for 0. An entry is decoded at its
  /// first use. An index out of range is reported at `user`.
  LogicalResult location(uint64_t slot, const Cursor &user,
                         mlir::LocationAttr &out);

private:
  struct Entry {
    mlir::Attribute attribute;   ///< Null until the entry is decoded.
    mlir::LocationAttr location; ///< The attribute, if it is a location.
    DebugExtent extent;
    bool inProgress = false;
  };
  /// An entry during its decoding.
  struct Payload {
    Cursor cursor;
    DebugExtent extent;
  };

  LogicalResult decode(size_t index);
  LogicalResult decode(Payload &payload, mlir::Attribute &out);
  LogicalResult decodeFile(Payload &payload, mlir::Attribute &out);
  LogicalResult decodeCompileUnit(Payload &payload, mlir::Attribute &out);
  LogicalResult decodeSubprogram(Payload &payload, mlir::Attribute &out);
  LogicalResult readSubprogramFlags(Cursor &cursor, bool &isDeclaration);
  LogicalResult decodeLexicalBlock(Payload &payload, mlir::Attribute &out);
  LogicalResult decodeLocation(Payload &payload, mlir::Attribute &out);
  LogicalResult decodeCallSite(Payload &payload, mlir::Attribute &out);
  LogicalResult readEntry(Payload &payload, mlir::Attribute &out,
                          llvm::StringRef what);
  /// Reads the index of an entry, which must be of class T; `kind` names the
  /// class: "a file".
  template <typename T>
  LogicalResult readEntryOf(Payload &payload, T &out, llvm::StringRef what,
                            llvm::StringRef kind) {
    uint64_t start = payload.cursor.fileOffset();
    mlir::Attribute attribute;
    if (failed(readEntry(payload, attribute, what)))
      return llvm::failure();
    out = llvm::dyn_cast<T>(attribute);
    return out ? llvm::success()
               : payload.cursor.failAt(start, what + " is not " + kind);
  }

  TableReader &tables;
  const EntryTable &table;
  mlir::LocationAttr unknown;
  std::vector<Entry> entries;
  unsigned depth = 0;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_DEBUGINFOREADER_H
