//===- AttributeReader.cpp - Attributes of a file -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableReader.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera::bytecode {
using llvm::cast;
using llvm::failure;
using llvm::LogicalResult;
using llvm::StringRef;
using llvm::success;
using llvm::Twine;
using mlir::Attribute;

/// The memory that the context takes to unique an object, beside its contents.
static constexpr uint64_t kUniqued = 64;

LogicalResult TableReader::spend(uint64_t bytes, const Cursor &user) {
  if (bytes > budget)
    return user.fail("the file unfolds to more than its " + Twine(file.size()) +
                     " bytes can mean: too much of it is used again and again");
  budget -= bytes;
  return success();
}

LogicalResult TableReader::isTooNew(BytecodeVersion since, const Cursor &cursor,
                                    uint64_t start, const Twine &what) const {
  return cursor.failAt(start, what + " needs bytecode version " + since.str() +
                                  ", but the file has " + version().str());
}

LogicalResult TableReader::string(uint32_t index, const Cursor &user,
                                  mlir::StringAttr &out) {
  if (!strings[index]) {
    StringRef text;
    if (failed(file.string(index, text)) ||
        failed(spend(kUniqued + text.size(), user)))
      return failure();
    strings[index] = mlir::StringAttr::get(context, text);
  }
  out = strings[index];
  return success();
}

LogicalResult TableReader::readString(Cursor &cursor, mlir::StringAttr &out,
                                      const Twine &what) {
  uint32_t index;
  return success(succeeded(file.readStringIndex(cursor, index, what)) &&
                 succeeded(string(index, cursor, out)));
}

//===----------------------------------------------------------------------===//
// Attributes whose kind the op's definition gives
//===----------------------------------------------------------------------===//

LogicalResult TableReader::readAttribute(Cursor &cursor,
                                         const AttributeEncoding &encoding,
                                         mlir::Type resultType,
                                         Attribute &out) {
  uint64_t start = cursor.fileOffset(), number;
  uint8_t byte;
  mlir::StringAttr string;
  mlir::Type type;
  mlir::Builder builder(context);
  switch (encoding.kind) {
  case AttributeKind::Array:
    return readArray(cursor, out, 0);
  case AttributeKind::Bool:
    if (failed(cursor.readByte(byte, "'" + encoding.name + "'")))
      return failure();
    out = builder.getBoolAttr(byte != 0);
    return success();
  case AttributeKind::BoolArray:
    return readBoolArray(cursor, out);
  case AttributeKind::DenseElements:
    return readElements(cursor, resultType, out);
  case AttributeKind::Enum:
    return readEnum(cursor, *encoding.enumeration, out);
  case AttributeKind::Hints:
    return readHints(cursor, out, 0);
  case AttributeKind::Int32Array:
    return readInt32Array(cursor, out);
  case AttributeKind::Integer:
    if (failed(cursor.readVarint(number, "'" + encoding.name + "'")))
      return failure();
    if (!llvm::isUIntN(encoding.width, number))
      return cursor.failAt(start, "'" + encoding.name + "' is " +
                                      Twine(number) + ", too large for " +
                                      Twine(encoding.width) + " bits");
    out = builder.getIntegerAttr(builder.getIntegerType(encoding.width),
                                 llvm::APInt(encoding.width, number));
    return success();
  case AttributeKind::String:
    if (failed(readString(cursor, string, "'" + encoding.name + "'")))
      return failure();
    out = string;
    return success();
  case AttributeKind::Symbol:
    if (failed(readString(cursor, string, "'" + encoding.name + "'")))
      return failure();
    out = mlir::FlatSymbolRefAttr::get(string);
    return success();
  case AttributeKind::Tagged:
    return readTagged(cursor, out);
  case AttributeKind::Type:
    if (failed(readType(cursor, type, "'" + encoding.name + "'")))
      return failure();
    out = mlir::TypeAttr::get(type);
    return success();
  case AttributeKind::Unit:
    out = builder.getUnitAttr();
    return success();
  }
  return failure();
}

LogicalResult TableReader::readEnum(Cursor &cursor,
                                    const EnumEncoding &encoding,
                                    Attribute &out) {
  uint64_t start = cursor.fileOffset(), value;
  if (failed(cursor.readVarint(value, encoding.name)) ||
      failed(requireVersion(encoding.since, cursor, start, encoding.name)))
    return failure();
  // The format cuts the number to 32 bits before it interprets it.
  Attribute &known = enumCases[{&encoding, uint32_t(value)}];
  if (!known && failed(decodeEnumCase(cursor, start, encoding, value, known)))
    return failure();
  out = known;
  return success();
}

LogicalResult TableReader::decodeEnumCase(const Cursor &cursor, uint64_t start,
                                          const EnumEncoding &encoding,
                                          uint32_t value, Attribute &out) {
  Attribute decoded = encoding.get(context, value);
  if (!decoded)
    return cursor.failAt(start, encoding.name + " has no case " + Twine(value));
  const EnumCaseEncoding &enumCase = encoding.caseOf(decoded);
  if (failed(requireVersion(enumCase.since, cursor, start,
                            encoding.name + " = " + enumCase.keyword)))
    return failure();
  out = decoded;
  return success();
}

LogicalResult TableReader::readInt32Array(Cursor &cursor, Attribute &out) {
  uint64_t start = cursor.fileOffset();
  llvm::SmallVector<int32_t> values;
  if (failed(cursor.readInts(values, "array elements")))
    return failure();
  for (int32_t value : values)
    if (value == INT32_MIN || value == INT32_MAX)
      return cursor.failAt(start, "the array holds " + Twine(value) +
                                      ", which the format sets aside");
  out = mlir::DenseI32ArrayAttr::get(context, values);
  return success();
}

LogicalResult TableReader::readBoolArray(Cursor &cursor, Attribute &out) {
  uint32_t count;
  llvm::ArrayRef<uint8_t> bytes;
  if (failed(cursor.readCount(count, 1, "array elements")) ||
      failed(cursor.readBytes(bytes, count, "the array")))
    return failure();
  llvm::SmallVector<bool> values;
  for (uint8_t byte : bytes)
    values.push_back(byte != 0);
  out = mlir::DenseBoolArrayAttr::get(context, values);
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

LogicalResult TableReader::readElements(Cursor &cursor, mlir::Type type,
                                        Attribute &out) {
  Cursor start = cursor;
  uint32_t index;
  if (failed(cursor.readIndex(index, file.constants().size(), "constant")))
    return failure();
  return elements(index, type, start, out);
}

LogicalResult TableReader::globalValue(const GlobalRecord &global,
                                       Attribute &out) {
  mlir::Type tile;
  if (failed(type(global.type, tile)))
    return failure();
  return elements(global.constant, tile, global.start, out);
}

LogicalResult TableReader::elements(uint32_t constant, mlir::Type type,
                                    const Cursor &user, Attribute &out) {
  auto tile = llvm::dyn_cast_or_null<cuda_tile::TileType>(type);
  cuda_tile::TileType dense = tile ? cuda_tile::getDenseType(tile) : tile;
  if (!dense || !dense.getElementType().isIntOrFloat())
    return user.fail("a constant is not of a tile of numbers");
  Attribute &known = constants[{constant, type}];
  if (!known && failed(decodeElements(constant, dense, user, known)))
    return failure();
  out = cuda_tile::toLiteral(tile, cast<mlir::DenseElementsAttr>(known));
  return success();
}

LogicalResult TableReader::decodeElements(uint32_t constant,
                                          cuda_tile::TileType tile,
                                          const Cursor &user, Attribute &out) {
  llvm::ArrayRef<uint8_t> bytes;
  if (failed(file.constant(constant, bytes)) ||
      failed(spend(kUniqued + bytes.size(), user)))
    return failure();
  auto shaped = cast<mlir::ShapedType>(tile);
  unsigned width = tile.getElementType().getIntOrFloatBitWidth();
  if (width == 1)
    return decodeBools(user, bytes, shaped, out);

  uint64_t elementBytes = llvm::divideCeil(width, 8);
  uint64_t allBytes = shaped.getNumElements() * elementBytes;
  if (bytes.size() != elementBytes && bytes.size() != allBytes)
    return user.fail("constant " + Twine(constant) + " has " +
                     Twine(bytes.size()) + " bytes, not " +
                     Twine(elementBytes) + " or " + Twine(allBytes));
  if (unsigned used = width % 8)
    for (size_t i = elementBytes - 1; i < bytes.size(); i += elementBytes)
      if (bytes[i] >> used)
        return user.fail("constant " + Twine(constant) +
                         " sets bits beyond the " + Twine(width) +
                         " of its elements");
  out = mlir::DenseElementsAttr::getFromRawBuffer(
      shaped, llvm::ArrayRef<char>(reinterpret_cast<const char *>(bytes.data()),
                                   bytes.size()));
  return success();
}

/// Reads booleans, packed with the lowest bit first. A single byte for more
/// than eight of them stands for all.
LogicalResult TableReader::decodeBools(const Cursor &user,
                                       llvm::ArrayRef<uint8_t> bytes,
                                       mlir::ShapedType type, Attribute &out) {
  uint64_t count = type.getNumElements(),
           packedSize = llvm::divideCeil(count, 8);
  llvm::SmallVector<char> packed;
  if (bytes.size() == packedSize) {
    packed.assign(bytes.begin(), bytes.end());
  } else if (bytes.size() == 1) {
    out = mlir::DenseElementsAttr::get(type, bool(bytes[0] & 1));
    return success();
  } else {
    return user.fail("a constant of " + Twine(count) + " booleans has " +
                     Twine(bytes.size()) + " bytes");
  }
  // Equal values must give the same attribute, so the unused bits of the last
  // byte are normalised.
  char spare = count % 8 ? char(0xFF << (count % 8)) : 0;
  for (bool value : {false, true}) {
    packed.back() = value ? packed.back() | spare : packed.back() & ~spare;
    if (llvm::all_of(packed,
                     [&](char c) { return c == (value ? '\xFF' : 0); })) {
      out = mlir::DenseElementsAttr::get(type, value);
      return success();
    }
  }
  packed.back() &= ~spare;
  out = mlir::DenseElementsAttr::getFromRawBuffer(type, packed);
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes that carry their kind
//===----------------------------------------------------------------------===//

LogicalResult TableReader::readTagged(Cursor &cursor, Attribute &out) {
  return readTagged(cursor, out, 0);
}

LogicalResult TableReader::readTagged(Cursor &cursor, Attribute &out,
                                      unsigned depth) {
  if (depth > kMaxNesting)
    return cursor.fail("attributes nest deeper than " + Twine(kMaxNesting));
  uint64_t start = cursor.fileOffset(), tag;
  uint8_t byte;
  mlir::Type type;
  mlir::StringAttr string;
  if (failed(cursor.readVarint(tag, "an attribute tag")) ||
      failed(spend(kUniqued, cursor)))
    return failure();
  switch (AttributeTag(tag < 256 ? tag : 0)) {
  case AttributeTag::Integer:
    return readInteger(cursor, out);
  case AttributeTag::Float:
    return readFloat(cursor, out);
  case AttributeTag::Bool:
    if (failed(cursor.readByte(byte, "a boolean")))
      return failure();
    out = mlir::BoolAttr::get(context, byte != 0);
    return success();
  case AttributeTag::Type:
    // Messages print attributes in full, though many may share one large type.
    unfolded = 0;
    if (failed(readType(cursor, type, "type attribute")) ||
        failed(spend(8 * unfolded, cursor)))
      return failure();
    out = mlir::TypeAttr::get(type);
    return success();
  case AttributeTag::String:
    if (failed(readString(cursor, string, "a string attribute")))
      return failure();
    out = string;
    return success();
  case AttributeTag::Array:
    return readArray(cursor, out, depth);
  case AttributeTag::DenseElements:
    if (failed(readType(cursor, type, "type of a constant")))
      return failure();
    return readElements(cursor, type, out);
  case AttributeTag::DivBy:
    return readDivBy(cursor, out);
  case AttributeTag::SameElements:
    return readSameElements(cursor, out);
  case AttributeTag::Dictionary: {
    mlir::DictionaryAttr dictionary;
    if (failed(readDictionary(cursor, dictionary, depth)))
      return failure();
    out = dictionary;
    return success();
  }
  case AttributeTag::OptimizationHints:
    return readHints(cursor, out, depth);
  case AttributeTag::Bounded:
    return readBounded(cursor, out);
  case AttributeTag::MultimemReduction:
    return readEnum(cursor, kMultimemReductionKindEncoding, out);
  }
  return cursor.failAt(start, "unknown attribute tag " + Twine(tag));
}

LogicalResult TableReader::readInteger(Cursor &cursor, Attribute &out) {
  uint64_t start = cursor.fileOffset(), value;
  mlir::IntegerType type;
  if (failed(readTypeOf(cursor, type, "type of a number", "an integer type")))
    return failure();
  if (type.getWidth() == 1) {
    uint8_t byte;
    if (failed(cursor.readByte(byte, "a boolean")))
      return failure();
    out = mlir::BoolAttr::get(context, byte != 0);
    return success();
  }
  if (failed(cursor.readVarint(value, "an integer")))
    return failure();
  if (!llvm::isUIntN(type.getWidth(), value))
    return cursor.failAt(start, Twine(value) + " does not fit in " +
                                    Twine(type.getWidth()) + " bits");
  out = mlir::IntegerAttr::get(type, llvm::APInt(type.getWidth(), value));
  return success();
}

LogicalResult TableReader::readFloat(Cursor &cursor, Attribute &out) {
  uint64_t start = cursor.fileOffset();
  mlir::FloatType type;
  uint64_t pattern = 0;
  uint8_t byte = 0;
  if (failed(readTypeOf(cursor, type, "type of a number", "a float type")))
    return failure();
  bool isByte = type.getWidth() <= 8;
  if (isByte ? failed(cursor.readByte(byte, "a float"))
             : failed(cursor.readFloatBits(pattern, "a float")))
    return failure();
  if (isByte)
    pattern = byte;
  if (!llvm::isUIntN(type.getWidth(), pattern))
    return cursor.failAt(start, "the bits of a float do not fit in " +
                                    Twine(type.getWidth()));
  out = mlir::FloatAttr::get(
      type, llvm::APFloat(type.getFloatSemantics(),
                          llvm::APInt(type.getWidth(), pattern)));
  return success();
}

LogicalResult TableReader::readArray(Cursor &cursor, Attribute &out,
                                     unsigned depth) {
  uint32_t count;
  if (failed(cursor.readCount(count, 1, "array elements")))
    return failure();
  // No reserve: nested arrays would each reserve for all bytes that are left.
  llvm::SmallVector<Attribute> elements;
  for (uint32_t i = 0; i < count; ++i)
    if (failed(readTagged(cursor, elements.emplace_back(), depth + 1)))
      return failure();
  out = mlir::ArrayAttr::get(context, elements);
  return success();
}

LogicalResult TableReader::readDictionary(Cursor &cursor,
                                          mlir::DictionaryAttr &out,
                                          unsigned depth) {
  uint32_t count;
  if (failed(cursor.readCount(count, 2, "dictionary entries")))
    return failure();
  llvm::SmallVector<mlir::NamedAttribute> entries;
  llvm::SmallDenseSet<Attribute> keys;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t start = cursor.fileOffset();
    mlir::StringAttr key;
    Attribute value;
    if (failed(readString(cursor, key, "a dictionary key")) ||
        failed(readTagged(cursor, value, depth + 1)))
      return failure();
    if (key.empty())
      return cursor.failAt(start, "a dictionary key is empty");
    if (!keys.insert(key).second)
      return cursor.failAt(start, "the dictionary key '" + key.getValue() +
                                      "' occurs twice");
    entries.emplace_back(key, value);
  }
  out = mlir::DictionaryAttr::get(context, entries);
  return success();
}

LogicalResult TableReader::readHints(Cursor &cursor, Attribute &out,
                                     unsigned depth) {
  uint64_t start = cursor.fileOffset();
  mlir::DictionaryAttr dictionary;
  if (failed(readDictionary(cursor, dictionary, depth)))
    return failure();
  return getChecked<cuda_tile::OptimizationHintsAttr>(cursor, start, out,
                                                      dictionary);
}

//===----------------------------------------------------------------------===//
// Predicates of assume
//===----------------------------------------------------------------------===//

/// Reads the flags word, which says which of two numbers follow, and the
/// numbers.
static LogicalResult readTwoOptional(Cursor &cursor,
                                     std::optional<int64_t> &first,
                                     std::optional<int64_t> &second) {
  uint64_t start = cursor.fileOffset(), flags;
  if (failed(cursor.readVarint(flags, "the flags of a predicate")))
    return failure();
  if (flags > 3)
    return cursor.failAt(start,
                         "unknown flags " + Twine(flags) + " of a predicate");
  for (auto [bit, out] : {std::pair(1, &first), std::pair(2, &second)}) {
    int64_t value;
    if (!(flags & bit))
      continue;
    if (failed(cursor.readSignedVarint(value, "a number of a predicate")))
      return failure();
    *out = value;
  }
  return success();
}

LogicalResult TableReader::readDivBy(Cursor &cursor, Attribute &out) {
  uint64_t start = cursor.fileOffset(), divisor;
  std::optional<int64_t> every, along;
  if (failed(cursor.readVarint(divisor, "the divisor")) ||
      failed(readTwoOptional(cursor, every, along)))
    return failure();
  return getChecked<cuda_tile::DivByAttr>(cursor, start, out, divisor, every,
                                          along);
}

LogicalResult TableReader::readSameElements(Cursor &cursor, Attribute &out) {
  llvm::SmallVector<int64_t> values;
  if (failed(cursor.readInts(values, "group sizes")))
    return failure();
  out = cuda_tile::SameElementsAttr::get(context, values);
  return success();
}

LogicalResult TableReader::readBounded(Cursor &cursor, Attribute &out) {
  uint64_t start = cursor.fileOffset();
  std::optional<int64_t> lower, upper;
  if (failed(readTwoOptional(cursor, lower, upper)))
    return failure();
  return getChecked<cuda_tile::BoundedAttr>(cursor, start, out, lower, upper);
}

} // namespace tessera::bytecode
