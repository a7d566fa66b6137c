//===- LocationReader.cpp - Source locations of a file --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the debug entries the locations (file, line, column, inlined at) become
// MLIR locations. Scopes are checked and left out.
//
//===----------------------------------------------------------------------===//

#include "TableReader.h"

namespace tessera::bytecode {
using llvm::failure;
using llvm::LogicalResult;
using llvm::success;
using llvm::Twine;

LogicalResult TableReader::location(uint64_t slot, const Cursor &user,
                                    mlir::LocationAttr &out) {
  size_t size = file.debug().entries().size();
  if (slot > size)
    return user.fail("location " + Twine(slot) +
                     " is out of range: there are " + Twine(size));
  return decodeLocation(slot, out, 0);
}

/// Reads an index of the debug table: 0 for unknown, k for entry k - 1.
static LogicalResult readSlot(Cursor &cursor, size_t entries, uint64_t &slot,
                              const Twine &what) {
  uint32_t index;
  if (failed(cursor.readIndex(index, entries + 1, what)))
    return failure();
  slot = index;
  return success();
}

LogicalResult TableReader::decodeLocation(uint64_t slot,
                                          mlir::LocationAttr &out,
                                          unsigned depth) {
  const EntryTable &entries = file.debug().entries();
  out = mlir::UnknownLoc::get(context);
  if (slot == 0)
    return success();
  if (locations[slot - 1]) {
    out = locations[slot - 1];
    return success();
  }
  Cursor cursor;
  uint64_t tag, line, column;
  mlir::StringAttr name;
  if (failed(entries.entry(slot - 1, cursor)))
    return failure();
  uint64_t start = cursor.fileOffset();
  if (depth > kMaxNesting)
    return cursor.fail("locations nest deeper than " + Twine(kMaxNesting));
  if (failed(cursor.readVarint(tag, "a debug tag")))
    return failure();
  switch (DebugTag(tag < 256 ? tag : 255)) {
  case DebugTag::Unknown:
    break;
  case DebugTag::Location:
    if (failed(checkScope(cursor, 0)) ||
        failed(readString(cursor, name, "a file name")) ||
        failed(cursor.readVarint(line, "a line")) ||
        failed(cursor.readVarint(column, "a column")))
      return failure();
    if (line > UINT32_MAX || column > UINT32_MAX)
      return cursor.failAt(start, "a line or column does not fit in 32 bits");
    out = mlir::FileLineColLoc::get(name, line, column);
    break;
  case DebugTag::CallSite:
    if (failed(decodeCallSite(cursor, out, depth)))
      return failure();
    break;
  default:
    return cursor.failAt(start,
                         "debug tag " + Twine(tag) + " is none of a location");
  }
  locations[slot - 1] = out;
  return success();
}

LogicalResult TableReader::decodeCallSite(Cursor &cursor,
                                          mlir::LocationAttr &out,
                                          unsigned depth) {
  size_t size = file.debug().entries().size();
  uint64_t calleeSlot, callerSlot;
  mlir::LocationAttr callee, caller;
  if (failed(readSlot(cursor, size, calleeSlot, "callee location")) ||
      failed(readSlot(cursor, size, callerSlot, "caller location")) ||
      failed(decodeLocation(calleeSlot, callee, depth + 1)) ||
      failed(decodeLocation(callerSlot, caller, depth + 1)))
    return failure();
  out = mlir::CallSiteLoc::get(mlir::Location(callee), mlir::Location(caller));
  return success();
}

/// Reads the index of a scope, or of what a scope is made of, and checks the
/// entry and all that it refers to.
LogicalResult TableReader::checkScope(Cursor &cursor, unsigned depth) {
  const EntryTable &entries = file.debug().entries();
  uint64_t slot, start = cursor.fileOffset(), tag, number;
  uint32_t string;
  if (failed(readSlot(cursor, entries.size(), slot, "scope")))
    return failure();
  if (slot == 0 || knownScopes[slot - 1])
    return success();
  if (depth > kMaxNesting)
    return cursor.failAt(start,
                         "scopes nest deeper than " + Twine(kMaxNesting));
  Cursor entry;
  if (failed(entries.entry(slot - 1, entry)) ||
      failed(entry.readVarint(tag, "a debug tag")))
    return failure();
  auto scope = [&] { return checkScope(entry, depth + 1); };
  auto text = [&] {
    return file.readStringIndex(entry, string, "a debug name");
  };
  auto value = [&] { return entry.readVarint(number, "a debug number"); };
  bool ok = false;
  switch (DebugTag(tag < 256 ? tag : 255)) {
  case DebugTag::CompileUnit:
    ok = succeeded(scope());
    break;
  case DebugTag::File:
    ok = succeeded(text()) && succeeded(text());
    break;
  case DebugTag::LexicalBlock:
    ok = succeeded(scope()) && succeeded(scope()) && succeeded(value()) &&
         succeeded(value());
    break;
  case DebugTag::Subprogram:
    ok = succeeded(scope()) && succeeded(value()) && succeeded(text()) &&
         succeeded(text()) && succeeded(scope()) && succeeded(value());
    break;
  default:
    return cursor.failAt(start,
                         "debug tag " + Twine(tag) + " is none of a scope");
  }
  knownScopes[slot - 1] = ok;
  return llvm::success(ok);
}

} // namespace tessera::bytecode
