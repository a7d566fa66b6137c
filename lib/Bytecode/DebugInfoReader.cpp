//===- DebugInfoReader.cpp - Locations of a file --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugInfoReader.h"

namespace tessera::bytecode {
using llvm::failure;
using llvm::LogicalResult;
using llvm::StringRef;
using llvm::success;
using llvm::Twine;

LogicalResult DebugInfoReader::location(uint64_t slot, const Cursor &user,
                                        mlir::LocationAttr &out) {
  if (slot == 0) {
    out = unknown;
    return success();
  }
  if (slot > entries.size())
    return user.fail("location " + Twine(slot) +
                     " is out of range: there are " + Twine(entries.size()));
  Entry &entry = entries[slot - 1];
  if (!entry.attribute && failed(decode(slot - 1)))
    return failure();
  out = entry.location;
  return out ? success()
             : user.fail("debug entry " + Twine(slot) + " is no location");
}

//===----------------------------------------------------------------------===//
// Fields of an entry
//===----------------------------------------------------------------------===//

/// Reads the index of an entry and returns the entry: 0 for unknown, k for
/// entry k - 1.
LogicalResult DebugInfoReader::readEntry(Payload &payload, mlir::Attribute &out,
                                         StringRef what) {
  uint64_t start = payload.cursor.fileOffset();
  uint32_t slot;
  if (failed(payload.cursor.readIndex(slot, entries.size() + 1, what)))
    return failure();
  if (slot == 0) {
    out = unknown;
    return success();
  }
  Entry &entry = entries[slot - 1];
  if (entry.inProgress)
    return payload.cursor.failAt(start, "debug entry " + Twine(slot) +
                                            " is a part of itself");
  bool isTooDeep = depth == DebugExtent::maxHeight;
  if (!entry.attribute && !isTooDeep && failed(decode(slot - 1)))
    return failure();
  payload.extent.add(entry.extent);
  if (isTooDeep || payload.extent.isTooLarge())
    return payload.cursor.failAt(start, "debug entries nest deeper than " +
                                            Twine(DebugExtent::maxHeight) +
                                            " or unfold to more than " +
                                            Twine(DebugExtent::maxSize));
  out = entry.attribute;
  return success();
}

static LogicalResult readNumber(Cursor &cursor, unsigned &out, StringRef what) {
  uint64_t start = cursor.fileOffset(), number;
  if (failed(cursor.readVarint(number, what)))
    return failure();
  if (number > UINT32_MAX)
    return cursor.failAt(start, what + " " + Twine(number) +
                                    " does not fit in 32 bits");
  out = number;
  return success();
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

LogicalResult DebugInfoReader::decode(size_t index) {
  Entry &entry = entries[index];
  Payload payload;
  mlir::Attribute attribute;
  entry.inProgress = true;
  ++depth;
  if (failed(table.entry(index, payload.cursor)) ||
      failed(decode(payload, attribute)))
    return failure();
  --depth;
  entry.inProgress = false;
  entry.attribute = attribute;
  entry.location = llvm::dyn_cast<mlir::LocationAttr>(attribute);
  entry.extent = payload.extent;
  return success();
}

LogicalResult DebugInfoReader::decode(Payload &payload, mlir::Attribute &out) {
  uint64_t start = payload.cursor.fileOffset(), tag;
  if (failed(payload.cursor.readVarint(tag, "a debug tag")))
    return failure();
  switch (DebugTag(tag < 256 ? tag : 255)) {
  case DebugTag::Unknown:
    out = unknown;
    return success();
  case DebugTag::CompileUnit:
    return decodeCompileUnit(payload, out);
  case DebugTag::File:
    return decodeFile(payload, out);
  case DebugTag::LexicalBlock:
    return decodeLexicalBlock(payload, out);
  case DebugTag::Location:
    return decodeLocation(payload, out);
  case DebugTag::Subprogram:
    return decodeSubprogram(payload, out);
  case DebugTag::CallSite:
    return decodeCallSite(payload, out);
  }
  return payload.cursor.failAt(start, "unknown debug tag " + Twine(tag));
}

LogicalResult DebugInfoReader::decodeFile(Payload &payload,
                                          mlir::Attribute &out) {
  mlir::StringAttr name, directory;
  if (failed(tables.readString(payload.cursor, name, "the name of a file")) ||
      failed(tables.readString(payload.cursor, directory,
                               "the directory of a file")))
    return failure();
  out = cuda_tile::DIFileAttr::get(tables.getContext(), name, directory);
  return success();
}

LogicalResult DebugInfoReader::decodeCompileUnit(Payload &payload,
                                                 mlir::Attribute &out) {
  cuda_tile::DIFileAttr file;
  if (failed(
          readEntryOf(payload, file, "the file of a compile unit", "a file")))
    return failure();
  out = cuda_tile::DICompileUnitAttr::get(tables.getContext(), file);
  return success();
}

/// Reads the flags word at the end of a subprogram, in versions that have it.
LogicalResult DebugInfoReader::readSubprogramFlags(Cursor &cursor,
                                                   bool &isDeclaration) {
  uint64_t start = cursor.fileOffset(), flags = 0;
  if (tables.version() >= v13_5 &&
      failed(cursor.readVarint(flags, "the flags of a subprogram")))
    return failure();
  if (flags > 1)
    return cursor.failAt(start,
                         "unknown flags " + Twine(flags) + " of a subprogram");
  isDeclaration = flags == 1;
  return success();
}

LogicalResult DebugInfoReader::decodeSubprogram(Payload &payload,
                                                mlir::Attribute &out) {
  cuda_tile::DIFileAttr file;
  cuda_tile::DICompileUnitAttr unit;
  mlir::StringAttr name, linkageName;
  unsigned line, scopeLine;
  bool isDeclaration = false;
  Cursor &cursor = payload.cursor;
  if (failed(
          readEntryOf(payload, file, "the file of a subprogram", "a file")) ||
      failed(readNumber(cursor, line, "the line of a subprogram")) ||
      failed(tables.readString(cursor, name, "the name of a subprogram")) ||
      failed(tables.readString(cursor, linkageName,
                               "the linkage name of a subprogram")) ||
      failed(readEntryOf(payload, unit, "the compile unit of a subprogram",
                         "a compile unit")) ||
      failed(readNumber(cursor, scopeLine, "the scope line of a subprogram")) ||
      failed(readSubprogramFlags(cursor, isDeclaration)))
    return failure();
  out = cuda_tile::DISubprogramAttr::get(tables.getContext(), file, line, name,
                                         linkageName, unit, scopeLine,
                                         isDeclaration);
  return success();
}

static constexpr StringRef scopeKind = "a subprogram or lexical block";

LogicalResult DebugInfoReader::decodeLexicalBlock(Payload &payload,
                                                  mlir::Attribute &out) {
  cuda_tile::DILocalScopeAttr scope;
  cuda_tile::DIFileAttr file;
  unsigned line, column;
  if (failed(readEntryOf(payload, scope, "the scope of a lexical block",
                         scopeKind)) ||
      failed(readEntryOf(payload, file, "the file of a lexical block",
                         "a file")) ||
      failed(readNumber(payload.cursor, line, "the line of a lexical block")) ||
      failed(
          readNumber(payload.cursor, column, "the column of a lexical block")))
    return failure();
  out = cuda_tile::DILexicalBlockAttr::get(tables.getContext(), scope, file,
                                           line, column);
  return success();
}

LogicalResult DebugInfoReader::decodeLocation(Payload &payload,
                                              mlir::Attribute &out) {
  cuda_tile::DILocalScopeAttr scope;
  mlir::StringAttr file;
  unsigned line, column;
  if (failed(
          readEntryOf(payload, scope, "the scope of a location", scopeKind)) ||
      failed(tables.readString(payload.cursor, file,
                               "the file name of a location")) ||
      failed(readNumber(payload.cursor, line, "the line of a location")) ||
      failed(readNumber(payload.cursor, column, "the column of a location")))
    return failure();
  // An empty file name is printed as `-`, as in text.
  auto place = mlir::FileLineColLoc::get(tables.getContext(), file.getValue(),
                                         line, column);
  out = cuda_tile::DILocAttr::get(place, scope);
  return success();
}

LogicalResult DebugInfoReader::decodeCallSite(Payload &payload,
                                              mlir::Attribute &out) {
  mlir::LocationAttr callee, caller;
  if (failed(readEntryOf(payload, callee, "the callee of a call site",
                         "a location")) ||
      failed(readEntryOf(payload, caller, "the caller of a call site",
                         "a location")))
    return failure();
  // A call site with neither callee nor caller holds no information.
  if (callee == unknown && caller == unknown)
    out = unknown;
  else
    out =
        mlir::CallSiteLoc::get(mlir::Location(callee), mlir::Location(caller));
  return success();
}

} // namespace tessera::bytecode
