//===- DebugInfoWriter.cpp - Locations of a file --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugInfoWriter.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::bytecode {
using cuda_tile::DICompileUnitAttr;
using cuda_tile::DIFileAttr;
using cuda_tile::DILexicalBlockAttr;
using cuda_tile::DILocAttr;
using cuda_tile::DISubprogramAttr;
using llvm::failure;
using llvm::LogicalResult;
using llvm::success;

//===----------------------------------------------------------------------===//
// The lists of locations
//===----------------------------------------------------------------------===//

LogicalResult DebugInfoWriter::beginFunction(mlir::Operation *function) {
  start = slots.size();
  return addSlot(function->getLoc());
}

uint64_t DebugInfoWriter::endFunction() {
  if (llvm::all_of(llvm::ArrayRef(slots).drop_front(start),
                   [](uint64_t slot) { return slot == 0; })) {
    slots.resize(start);
    return 0;
  }
  starts.push_back(start);
  return starts.size();
}

LogicalResult DebugInfoWriter::addSlot(mlir::Location loc) {
  if (mlir::LocationAttr(loc) != lastLocation) {
    Slot slot;
    if (failed(getSlot(loc, slot)))
      return failure();
    lastLocation = loc;
    lastIndex = slot.index;
  }
  slots.push_back(lastIndex);
  return success();
}

void DebugInfoWriter::write(ByteStream &out) const {
  out.varint(starts.size());
  out.align(4);
  for (uint32_t first : starts)
    out.fixed(first);
  out.varint(slots.size());
  out.align(8);
  for (uint64_t slot : slots)
    out.fixed(slot);
  entries.write(out, 4);
}

//===----------------------------------------------------------------------===//
// The entries
//===----------------------------------------------------------------------===//

LogicalResult DebugInfoWriter::getSlot(mlir::Attribute attribute, Slot &out) {
  if (auto loc = llvm::dyn_cast<mlir::LocationAttr>(attribute)) {
    attribute = cuda_tile::unwrapLocation(loc);
    if (!llvm::isa_and_nonnull<DILocAttr, mlir::CallSiteLoc>(attribute))
      return success();
  }
  if (auto found = known.find(attribute); found != known.end()) {
    out = found->second;
    return success();
  }
  if (depth == DebugExtent::maxHeight)
    return tooLarge();
  ++depth;
  if (failed(encode(attribute, out)))
    return failure();
  --depth;
  known[attribute] = out;
  return success();
}

LogicalResult DebugInfoWriter::encode(mlir::Attribute attribute, Slot &out) {
  if (auto site = llvm::dyn_cast<mlir::CallSiteLoc>(attribute))
    return encodeCallSite(site, out);
  Payload payload;
  if (failed(writePayload(payload, attribute)))
    return failure();
  out = addEntry(payload);
  return success();
}

/// A call site with neither callee nor caller is stored as unknown.
LogicalResult DebugInfoWriter::encodeCallSite(mlir::CallSiteLoc site,
                                              Slot &out) {
  Payload payload;
  payload.bytes.varint(uint64_t(DebugTag::CallSite));
  if (failed(writeEntry(payload, mlir::LocationAttr(site.getCallee()))) ||
      failed(writeEntry(payload, mlir::LocationAttr(site.getCaller()))))
    return failure();
  if (payload.extent.height > 1)
    out = addEntry(payload);
  return success();
}

LogicalResult DebugInfoWriter::tooLarge() const {
  return tables.error() << "has a location that nests deeper than "
                        << DebugExtent::maxHeight << " or unfolds to more than "
                        << DebugExtent::maxSize
                        << " entries, which bytecode cannot store";
}

DebugInfoWriter::Slot DebugInfoWriter::addEntry(const Payload &payload) {
  return {entries.add(payload.bytes.str().str()) + 1, payload.extent};
}

LogicalResult DebugInfoWriter::writePayload(Payload &payload,
                                            mlir::Attribute attribute) {
  ByteStream &out = payload.bytes;
  return llvm::TypeSwitch<mlir::Attribute, LogicalResult>(attribute)
      .Case([&](DIFileAttr file) {
        out.varint(uint64_t(DebugTag::File));
        tables.writeString(out, file.getName());
        tables.writeString(out, file.getDirectory());
        return success();
      })
      .Case([&](DICompileUnitAttr unit) {
        out.varint(uint64_t(DebugTag::CompileUnit));
        return writeEntry(payload, unit.getFile());
      })
      .Case([&](DISubprogramAttr subprogram) {
        out.varint(uint64_t(DebugTag::Subprogram));
        if (failed(writeEntry(payload, subprogram.getFile())))
          return failure();
        out.varint(subprogram.getLine());
        tables.writeString(out, subprogram.getName());
        tables.writeString(out, subprogram.getLinkageName());
        if (failed(writeEntry(payload, subprogram.getCompileUnit())))
          return failure();
        out.varint(subprogram.getScopeLine());
        return writeSubprogramFlags(out, subprogram);
      })
      .Case([&](DILexicalBlockAttr block) {
        out.varint(uint64_t(DebugTag::LexicalBlock));
        if (failed(writeEntry(payload, block.getScope())) ||
            failed(writeEntry(payload, block.getFile())))
          return failure();
        out.varint(block.getLine());
        out.varint(block.getColumn());
        return success();
      })
      .Case([&](DILocAttr loc) {
        out.varint(uint64_t(DebugTag::Location));
        if (failed(writeEntry(payload, loc.getScope())))
          return failure();
        tables.writeString(out, loc.getSourceLoc().getFilename());
        out.varint(loc.getSourceLoc().getLine());
        out.varint(loc.getSourceLoc().getColumn());
        return success();
      });
}

/// Writes the flags word at the end of a subprogram, from 13.5 on.
LogicalResult
DebugInfoWriter::writeSubprogramFlags(ByteStream &out,
                                      DISubprogramAttr subprogram) const {
  if (tables.getVersion() >= v13_5)
    out.varint(subprogram.getIsDeclaration());
  else if (subprogram.getIsDeclaration())
    return tables.needs(v13_5, "'flags' of a subprogram");
  return success();
}

/// Writes the index of another entry.
LogicalResult DebugInfoWriter::writeEntry(Payload &payload,
                                          mlir::Attribute attribute) {
  Slot slot;
  if (failed(getSlot(attribute, slot)))
    return failure();
  payload.bytes.varint(slot.index);
  if (slot.index != 0)
    payload.extent.add(slot.extent);
  return payload.extent.isTooLarge() ? tooLarge() : success();
}

} // namespace tessera::bytecode
