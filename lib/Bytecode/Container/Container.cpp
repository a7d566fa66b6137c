//===- Container.cpp - The sections of a bytecode file --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Container/Container.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::bytecode {
using llvm::failure;
using llvm::LogicalResult;
using llvm::StringRef;
using llvm::success;
using llvm::Twine;

StringRef nameOf(Section section) {
  static constexpr llvm::StringLiteral names[kNumSections] = {
      "the end marker",     "the string section",   "the function section",
      "the debug section",  "the constant section", "the type section",
      "the global section", "the producer section"};
  return names[unsigned(section)];
}

/// The alignment that section `id` must have; 1 if none is required.
static unsigned requiredAlignment(Section id) {
  switch (id) {
  case Section::String:
  case Section::Type:
    return 4;
  case Section::Function:
  case Section::Debug:
  case Section::Constant:
    return 8;
  default:
    return 1;
  }
}

std::unique_ptr<Container> Container::parse(llvm::ArrayRef<uint8_t> bytes,
                                            FormatError &error) {
  std::unique_ptr<Container> container(new Container());
  Cursor cursor(bytes, 0, error);
  container->fileSize = bytes.size();
  if (failed(container->parseHeader(cursor)) ||
      failed(container->parseSections(cursor)) ||
      failed(container->parseTables()))
    return nullptr;
  return container;
}

//===----------------------------------------------------------------------===//
// Header and sections
//===----------------------------------------------------------------------===//

LogicalResult Container::parseHeader(Cursor &cursor) {
  llvm::ArrayRef<uint8_t> magic, numbers;
  StringRef start(reinterpret_cast<const char *>(cursor.rest().data()),
                  cursor.left());
  if (start.empty())
    return cursor.fail("the file is empty");
  if (!start.starts_with(kMagic.take_front(start.size()))) {
    if (start.starts_with("ML\xEFR"))
      return cursor.fail("this is MLIR's own bytecode, not Tile IR bytecode; "
                         "write it as text or Tile IR bytecode first");
    if (llvm::all_of(start.take_front(256), [](char c) {
          return llvm::isPrint(c) || llvm::isSpace(c);
        }))
      return cursor.fail("this is text, not Tile IR bytecode");
    return cursor.fail("this is not Tile IR bytecode: it does not begin with "
                       "the bytes 7F 54 69 6C 65 49 52 00");
  }
  if (failed(cursor.readBytes(magic, kMagic.size(), "the magic number")) ||
      failed(cursor.readBytes(numbers, 4, "the version number")))
    return failure();
  fileVersion.major = numbers[0];
  fileVersion.minor = numbers[1];
  if (!fileVersion.isSupported())
    return cursor.failAt(kMagic.size(),
                         "bytecode version " + Twine(fileVersion.str()) +
                             " is not supported; known versions are " +
                             listOfSupportedBytecodeVersions());
  return checkTag(cursor, uint16_t(numbers[2] | numbers[3] << 8));
}

LogicalResult Container::checkTag(Cursor &cursor, uint16_t tag) const {
  uint64_t offset = kMagic.size() + 2;
  if (tag & ~kPreviewTag)
    return cursor.failAt(offset, "the tag 0x" + llvm::utohexstr(tag, true) +
                                     " of the file has bits that mean nothing");
  if (tag && fileVersion < v13_5)
    return cursor.failAt(
        offset,
        "preview content needs bytecode version 13.5, but the file has " +
            Twine(fileVersion.str()));
  if (tag)
    return cursor.failAt(offset,
                         "the file holds preview content: " + kNeedsPreview);
  return success();
}

LogicalResult Container::parseSections(Cursor &cursor) {
  while (true) {
    uint64_t start = cursor.fileOffset(), length, alignment = 1;
    uint8_t head;
    if (failed(cursor.readByte(head, "the next section or the end marker")))
      return failure();
    unsigned id = head & 0x7F;
    if (head == 0)
      break;
    if (id == 0)
      return cursor.failAt(start, "the end marker claims an alignment");
    if (id >= kNumSections)
      return cursor.failAt(start, "unknown section " + Twine(id));
    StringRef name = nameOf(Section(id));
    if (present[id])
      return cursor.failAt(start, name + " occurs twice");
    if (failed(cursor.readVarint(length, "the length of " + name)))
      return failure();
    if (length > cursor.left())
      return cursor.failAt(start, "section " + Twine(id) + " claims " +
                                      Twine(length) + " bytes but " +
                                      Twine(cursor.left()) + " are left");
    if ((head & 0x80) &&
        failed(cursor.readVarint(alignment, "the alignment of " + name)))
      return failure();
    if (!llvm::isPowerOf2_64(alignment))
      return cursor.failAt(start, "the alignment " + Twine(alignment) + " of " +
                                      name + " is not a power of two");
    if (alignment % requiredAlignment(Section(id)))
      return cursor.failAt(start, name + " must be aligned to " +
                                      Twine(requiredAlignment(Section(id))) +
                                      " bytes, not to " + Twine(alignment));
    if (failed(cursor.align(alignment, name)) ||
        failed(cursor.readBlock(payloads[id], length, name)))
      return failure();
    present[id] = true;
  }
  if (!cursor.atEnd())
    return cursor.fail(Twine(cursor.left()) +
                       " bytes follow the end marker of the file");
  for (Section id : {Section::String, Section::Function})
    if (!has(id))
      return cursor.fail(nameOf(id) + " is missing");
  return success();
}

LogicalResult Container::parseTables() {
  if (failed(stringTable.parse(section(Section::String), 4, "string")))
    return failure();
  if (has(Section::Producer)) {
    Cursor cursor = section(Section::Producer);
    if (failed(readString(cursor, producerName, "the producer")))
      return failure();
  }
  if (has(Section::Type) &&
      failed(typeTable.parse(section(Section::Type), 4, "type")))
    return failure();
  if (has(Section::Constant) &&
      failed(constantTable.parse(section(Section::Constant), 8, "constant")))
    return failure();
  if (has(Section::Global) && failed(parseGlobals(section(Section::Global))))
    return failure();
  if (has(Section::Debug) && failed(debugTable.parse(section(Section::Debug))))
    return failure();
  return parseFunctions(section(Section::Function));
}

//===----------------------------------------------------------------------===//
// Strings and constants
//===----------------------------------------------------------------------===//

LogicalResult Container::readStringIndex(Cursor &cursor, uint32_t &out,
                                         const Twine &what) const {
  return cursor.readIndex(out, stringTable.size(), what + ", as a string,");
}

LogicalResult Container::string(uint32_t index, StringRef &out) const {
  Cursor entry;
  if (failed(stringTable.entry(index, entry)))
    return failure();
  out = StringRef(reinterpret_cast<const char *>(entry.rest().data()),
                  entry.left());
  return success();
}

LogicalResult Container::readString(Cursor &cursor, StringRef &out,
                                    const Twine &what) const {
  uint32_t index;
  return success(succeeded(readStringIndex(cursor, index, what)) &&
                 succeeded(string(index, out)));
}

LogicalResult Container::constant(uint32_t index,
                                  llvm::ArrayRef<uint8_t> &out) const {
  Cursor entry;
  uint64_t size;
  if (failed(constantTable.entry(index, entry)) ||
      failed(entry.readVarint(size, "the size of a constant")))
    return failure();
  return entry.readBytes(out, size, "constant " + Twine(index));
}

//===----------------------------------------------------------------------===//
// Functions and globals
//===----------------------------------------------------------------------===//

LogicalResult Container::parseFunctions(Cursor cursor) {
  // Name, signature, flags, location and length take at least a byte each.
  uint32_t count;
  if (failed(cursor.readCount(count, 5, "functions")))
    return failure();
  functionTable.resize(count);
  for (FunctionRecord &function : functionTable)
    if (failed(parseFunction(cursor, function)))
      return failure();
  return success();
}

LogicalResult Container::parseFunction(Cursor &cursor,
                                       FunctionRecord &function) {
  function.fileOffset = cursor.fileOffset();
  uint8_t flags;
  uint64_t length;
  if (failed(readStringIndex(cursor, function.nameIndex,
                             "the name of a function")) ||
      failed(string(function.nameIndex, function.name)))
    return failure();
  if (function.name.empty())
    return cursor.failAt(function.fileOffset, "a function has an empty name");
  if (failed(cursor.readIndex(function.signature, typeTable.size(),
                              "the signature type")))
    return failure();
  uint64_t flagsOffset = cursor.fileOffset();
  if (failed(cursor.readByte(flags, "the flags of a function")))
    return failure();
  if (failed(checkFunctionFlags(cursor, flagsOffset, flags, function.name)) ||
      failed(cursor.readIndex(function.location, debugTable.numFunctions() + 1,
                              "the function location")))
    return failure();
  bool isFrom13_5 = fileVersion >= v13_5;
  if ((isFrom13_5 || (flags & kHasHints)) &&
      failed(splitAttribute(cursor, function.hints, "the hints")))
    return failure();
  if (isFrom13_5 && failed(splitAttribute(cursor, function.argumentAttributes,
                                          "the attributes of arguments")))
    return failure();
  if (failed(cursor.readVarint(length, "the length of a function body")))
    return failure();
  return cursor.readBlock(function.body, length,
                          "the body of '" + function.name + "'");
}

LogicalResult Container::checkFunctionFlags(Cursor &cursor, uint64_t offset,
                                            uint8_t flags,
                                            StringRef name) const {
  bool isFrom13_5 = fileVersion >= v13_5;
  uint8_t known =
      isFrom13_5 ? kKnownFunctionFlagsFrom13_5 : kKnownFunctionFlags;
  if (fileVersion >= v13_4 && (flags & ~known))
    return cursor.failAt(offset, "unknown function flags 0x" +
                                     llvm::utohexstr(flags, true));
  if (isFrom13_5 && (flags & kFunctionForm)) {
    std::string problems[] = {
        ("is implemented elsewhere; " + kNeedsPreview).str(),
        "has a form that only tests have", "has a form that is reserved"};
    return cursor.failAt(offset,
                         "function '" + name + "' " +
                             problems[((flags & kFunctionForm) >> 2) - 1]);
  }
  if (!(flags & kKernelEntry)) {
    StringRef reason = "other functions are not supported";
    if (isFrom13_5)
      reason = kNeedsPreview;
    return cursor.failAt(offset, "function '" + name +
                                     "' is not a kernel entry; " + reason);
  }
  if (flags & kPrivateFunction)
    return cursor.failAt(offset, "kernel '" + name + "' is private");
  return success();
}

/// Skips an attribute; `out` gets its bytes.
LogicalResult Container::splitAttribute(Cursor &cursor, Cursor &out,
                                        const Twine &what) const {
  Cursor start = cursor;
  if (failed(skipAttribute(cursor, 0)))
    return failure();
  return start.readBlock(out, cursor.fileOffset() - start.fileOffset(), what);
}

LogicalResult Container::parseGlobals(Cursor cursor) {
  uint32_t count;
  if (failed(cursor.readCount(count, 4, "globals")))
    return failure();
  globalTable.resize(count);
  for (GlobalRecord &global : globalTable) {
    global.start = cursor;
    uint32_t visibility = 0, constantFlag = 0;
    if (failed(readStringIndex(cursor, global.nameIndex,
                               "the name of a global")) ||
        failed(string(global.nameIndex, global.name)) ||
        failed(cursor.readIndex(global.type, typeTable.size(), "type")) ||
        failed(cursor.readIndex(global.constant, constantTable.size(),
                                "constant")) ||
        failed(
            cursor.readVarint(global.alignment, "the alignment of a global")))
      return failure();
    if (fileVersion >= v13_3 &&
        (failed(cursor.readIndex(visibility, 2, "visibility")) ||
         failed(cursor.readIndex(constantFlag, 2, "constant flag"))))
      return failure();
    global.isPrivate = visibility == 1;
    global.isConstant = constantFlag == 1;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Skipping the attributes of a function
//===----------------------------------------------------------------------===//

LogicalResult Container::skipNumber(Cursor &cursor, uint64_t tag) const {
  uint32_t type;
  Cursor entry;
  uint64_t typeTag, bits;
  uint8_t byte;
  if (failed(cursor.readIndex(type, typeTable.size(), "type")) ||
      failed(typeTable.entry(type, entry)) ||
      failed(entry.readVarint(typeTag, "a type tag")))
    return failure();
  const TypeTagInfo *info = lookupTypeTag(typeTag);
  if (!info || info->width == 0)
    return cursor.fail("a number has a type that is none of a number");
  bool isByte = tag == uint64_t(AttributeTag::Integer) ? info->width == 1
                                                       : info->width <= 8;
  return isByte ? cursor.readByte(byte, "a number")
                : cursor.readVarint(bits, "a number");
}

LogicalResult Container::skipDictionary(Cursor &cursor, unsigned depth) const {
  uint32_t count;
  if (failed(cursor.readCount(count, 2, "dictionary entries")))
    return failure();
  for (uint32_t i = 0; i < count; ++i) {
    StringRef key;
    if (failed(readString(cursor, key, "a dictionary key")) ||
        failed(skipAttribute(cursor, depth + 1)))
      return failure();
  }
  return success();
}

LogicalResult Container::skipAttribute(Cursor &cursor, unsigned depth) const {
  if (depth > kMaxNesting)
    return cursor.fail("attributes nest deeper than " + Twine(kMaxNesting));
  uint64_t start = cursor.fileOffset(), tag, number;
  uint8_t byte;
  StringRef string;
  uint32_t index;
  if (failed(cursor.readVarint(tag, "an attribute tag")))
    return failure();
  switch (AttributeTag(tag < 256 ? tag : 0)) {
  case AttributeTag::Integer:
  case AttributeTag::Float:
    return skipNumber(cursor, tag);
  case AttributeTag::Bool:
    return cursor.readByte(byte, "a boolean");
  case AttributeTag::Type:
    return cursor.readIndex(index, typeTable.size(), "type");
  case AttributeTag::MultimemReduction:
    return cursor.readVarint(number, "a reduction");
  case AttributeTag::String:
    return readString(cursor, string, "a string attribute");
  case AttributeTag::Array: {
    uint32_t count;
    if (failed(cursor.readCount(count, 1, "array elements")))
      return failure();
    for (uint32_t i = 0; i < count; ++i)
      if (failed(skipAttribute(cursor, depth + 1)))
        return failure();
    return success();
  }
  case AttributeTag::Dictionary:
  case AttributeTag::OptimizationHints:
    return skipDictionary(cursor, depth);
  default:
    return cursor.failAt(start, "attribute tag " + Twine(tag) +
                                    " cannot stand in the hints or argument "
                                    "attributes of a function");
  }
}

} // namespace tessera::bytecode
