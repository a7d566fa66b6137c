//===- Npy.cpp - Arrays in numpy's file format ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Npy.h"
#include "tessera/Support/InputStream.h"
#include "tessera/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static constexpr StringRef magic("\x93NUMPY", 6);

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

int64_t NpyArray::getNumElements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

std::vector<int64_t> NpyArray::getStrides() const {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    size_t dim = fortranOrder ? i : shape.size() - 1 - i;
    strides[dim] = stride;
    // Shapes of views are what a command line says.
    stride = std::min<uint64_t>(
        llvm::SaturatingMultiply<uint64_t>(stride, shape[dim]),
        std::numeric_limits<int64_t>::max());
  }
  return strides;
}

std::vector<int64_t> NpyArray::getIndex(int64_t offset) const {
  std::vector<int64_t> index(shape.size());
  for (size_t i = 0; i < shape.size(); ++i) {
    size_t dim = fortranOrder ? i : shape.size() - 1 - i;
    index[dim] = offset % shape[dim];
    offset /= shape[dim];
  }
  return index;
}

NpyArray tessera::runtime::makeArray(Format format) {
  NpyArray array;
  array.format = format;
  array.elementBytes = numerics::storageBytes(format);
  char kind = numerics::isInteger(format) ? 'i' : 'V';
  switch (format) {
  case Format::I1:
    kind = 'b';
    break;
  case Format::F16:
  case Format::TF32: // stored as an f32
  case Format::F32:
  case Format::F64:
    kind = 'f';
    break;
  default:
    break;
  }
  array.descr = (llvm::Twine(array.elementBytes == 1 ? '|' : '<') +
                 llvm::Twine(kind) + llvm::Twine(array.elementBytes))
                    .str();
  return array;
}

//===----------------------------------------------------------------------===//
// The header: a Python dictionary of three known keys
//===----------------------------------------------------------------------===//

namespace {
/// Reads {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }, in any
/// order of keys and with any blanks.
class HeaderParser {
public:
  /// `base` is the offset of the header in the file, for messages.
  HeaderParser(StringRef text, size_t base)
      : text(text), rest(text), base(base) {}

  Error parse(NpyArray &array);

private:
  Error fail(const Twine &message) const {
    return llvm::createStringError("byte " + Twine(base + position()) + ": " +
                                   message);
  }
  size_t position() const { return text.size() - rest.size(); }

  bool consume(char c) {
    rest = rest.ltrim();
    return rest.consume_front(StringRef(&c, 1));
  }
  Error expect(char c) {
    if (consume(c))
      return Error::success();
    return fail("expected '" + Twine(c) + "' in the header");
  }
  Expected<StringRef> parseString();
  Error parseEntry(NpyArray &array);
  Error parseDescr(NpyArray &array);
  Error parseOrder(NpyArray &array);
  Error parseShape(NpyArray &array);

  StringRef text, rest;
  size_t base;
  bool hasDescr = false, hasOrder = false, hasShape = false;
};
} // namespace

Expected<StringRef> HeaderParser::parseString() {
  rest = rest.ltrim();
  char quote = rest.empty() ? 0 : rest.front();
  size_t end = rest.find(quote, 1);
  if ((quote != '\'' && quote != '"') || end == StringRef::npos)
    return fail("expected a string in the header");
  StringRef value = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return value;
}

/// Sets the element's type and size from numpy's description of it.
static Error setElement(NpyArray &array, StringRef descr) {
  array.descr = descr.str();
  StringRef code = descr;
  if (code.consume_front(">") && code != "b1" && code != "i1" && code != "u1")
    return llvm::createStringError("the elements ('" + descr +
                                   "') are big endian; save the array with "
                                   "a.astype(a.dtype.newbyteorder('<'))");
  code = code.ltrim("<|=");
  unsigned bytes = 0;
  char kind = code.empty() ? 0 : code.front();
  bool sized = !code.drop_front(code.empty() ? 0 : 1).getAsInteger(10, bytes);
  std::optional<Format> integers[] = {Format::I8, Format::I16, Format::I32,
                                      Format::I64};
  // numpy describes ml_dtypes' float8_e5m2 as an 'f1'.
  std::optional<Format> floats[] = {Format::F8E5M2, Format::F16, Format::F32,
                                    Format::F64};
  bool powerOfTwo = bytes <= 8 && llvm::isPowerOf2_32(bytes);
  if (sized && kind == 'b' && bytes == 1)
    array.format = Format::I1;
  else if (sized && (kind == 'i' || kind == 'u') && powerOfTwo)
    array.format = integers[llvm::Log2_32(bytes)];
  else if (sized && kind == 'f' && powerOfTwo)
    array.format = floats[llvm::Log2_32(bytes)];
  else if (!sized || kind != 'V' || bytes < 1 || bytes > 8)
    return llvm::createStringError(
        "Tile IR has no element type for the dtype '" + descr +
        "'; save the array with a.astype() of one of bool, int8 to int64, "
        "float16 to float64 or a type of ml_dtypes");
  array.elementBytes = bytes;
  return Error::success();
}

Error HeaderParser::parseDescr(NpyArray &array) {
  rest = rest.ltrim();
  if (rest.starts_with("["))
    return fail("the elements are records; save one field of the array");
  Expected<StringRef> descr = parseString();
  if (!descr)
    return descr.takeError();
  if (Error error = setElement(array, *descr))
    return fail(llvm::toString(std::move(error)));
  return Error::success();
}

Error HeaderParser::parseOrder(NpyArray &array) {
  rest = rest.ltrim();
  if (rest.consume_front("True"))
    array.fortranOrder = true;
  else if (!rest.consume_front("False"))
    return fail("expected True or False for 'fortran_order'");
  return Error::success();
}

Error HeaderParser::parseShape(NpyArray &array) {
  if (Error error = expect('('))
    return error;
  array.shape.clear();
  while (!consume(')')) {
    rest = rest.ltrim();
    int64_t extent;
    // Python 2 wrote long integers as '3L'.
    if (rest.consumeInteger(10, extent) || extent < 0)
      return fail("expected the length of a dimension in 'shape'");
    rest.consume_front("L");
    array.shape.push_back(extent);
    if (!consume(',') && !rest.ltrim().starts_with(")"))
      return fail("expected ',' or ')' in 'shape'");
  }
  return Error::success();
}

Error HeaderParser::parseEntry(NpyArray &array) {
  StringRef entry = rest.ltrim();
  Expected<StringRef> key = parseString();
  if (!key)
    return key.takeError();
  bool *seen = *key == "descr"           ? &hasDescr
               : *key == "fortran_order" ? &hasOrder
               : *key == "shape"         ? &hasShape
                                         : nullptr;
  if (!seen || *seen) {
    rest = entry;
    return fail("the header's key '" + *key +
                (seen ? "' comes twice" : "' is unknown"));
  }
  *seen = true;
  if (Error error = expect(':'))
    return error;
  if (seen == &hasDescr)
    return parseDescr(array);
  return seen == &hasOrder ? parseOrder(array) : parseShape(array);
}

Error HeaderParser::parse(NpyArray &array) {
  if (Error error = expect('{'))
    return error;
  while (!consume('}')) {
    if (Error error = parseEntry(array))
      return error;
    if (!consume(',') && !rest.ltrim().starts_with("}"))
      return fail("expected ',' or '}' in the header");
  }
  if (!rest.trim().empty())
    return fail("something follows the header's '}'");
  if (!hasDescr || !hasOrder || !hasShape)
    return fail(Twine("the header lacks the key '") +
                (!hasDescr   ? "descr"
                 : !hasOrder ? "fortran_order"
                             : "shape") +
                "'");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The number of bytes of the elements. None if it exceeds 2^62, or would do so
/// with every length of 0 replaced by 1.
static std::optional<uint64_t> getDataSize(const NpyArray &array) {
  uint64_t size = array.elementBytes;
  for (int64_t extent : array.shape) {
    bool overflow;
    size = llvm::SaturatingMultiply<uint64_t>(
        size, std::max<int64_t>(extent, 1), &overflow);
    if (overflow || size > (uint64_t(1) << 62))
      return std::nullopt;
  }
  return llvm::is_contained(array.shape, 0) ? 0 : size;
}

/// The offset of the elements, from the first bytes of a file; an error if they
/// do not begin an array.
static Expected<uint64_t> getElementsBegin(StringRef bytes) {
  StringRef rest = bytes;
  if (!rest.consume_front(magic))
    return llvm::createStringError(
        "byte 0: this is not a .npy file (it does not begin with \\x93NUMPY)");
  if (rest.size() < 4)
    return llvm::createStringError("byte 6: the file ends inside its header");
  unsigned version = uint8_t(rest[0]);
  if (version < 1 || version > 3)
    return llvm::createStringError("byte 6: unknown version " + Twine(version) +
                                   " of the .npy format; 1 to 3 are known");
  unsigned lengthBytes = version == 1 ? 2 : 4;
  rest = rest.drop_front(2);
  if (rest.size() < lengthBytes)
    return llvm::createStringError("byte 8: the file ends inside its header");
  uint64_t length = 0;
  for (unsigned i = 0; i < lengthBytes; ++i)
    length |= uint64_t(uint8_t(rest[i])) << (8 * i);
  return bytes.size() - rest.size() + lengthBytes + length;
}

/// getElementsBegin needs only so many bytes.
static constexpr size_t prefixBytes = magic.size() + 6;
/// A longer header from a device or a pipe is refused; numpy's have about 100
/// bytes.
static constexpr uint64_t mostHeaderBytes = 1 << 20;

static Expected<NpyArray> parseHeader(StringRef bytes, uint64_t end) {
  size_t begin = magic.size() + 2 + (bytes[magic.size()] == 1 ? 2 : 4);
  if (end > bytes.size())
    return llvm::createStringError("byte 8: the header should have " +
                                   Twine(end - begin) +
                                   " bytes, but the file has only " +
                                   Twine(bytes.size() - begin) + " more");
  NpyArray array;
  if (Error error = HeaderParser(bytes.slice(begin, end), begin).parse(array))
    return std::move(error);
  return std::move(array);
}

/// Reads all but the elements, and sets their offset.
static Expected<NpyArray> parseUpToElements(StringRef bytes, uint64_t &begin) {
  if (Error error = getElementsBegin(bytes).moveInto(begin))
    return std::move(error);
  Expected<NpyArray> array = parseHeader(bytes, begin);
  if (!array)
    return array;
  uint64_t rest = bytes.size() - begin;
  std::optional<uint64_t> size = getDataSize(*array);
  if (!size || *size != rest)
    return llvm::createStringError(
        "byte " + Twine(begin) + ": the shape needs " +
        (size ? Twine(*size) : Twine("more than 2^62")) +
        " bytes of elements, but the file has " + Twine(rest));
  return array;
}

Expected<NpyArray> tessera::runtime::parseNpy(StringRef bytes) {
  uint64_t begin;
  Expected<NpyArray> array = parseUpToElements(bytes, begin);
  if (array)
    array->data = llvm::arrayRefFromStringRef(bytes.drop_front(begin)).vec();
  return array;
}

/// Reads only as many bytes of a stream as are needed to recognise an array,
/// and then its elements.
static Error readArray(llvm::sys::fs::file_t stream,
                       llvm::SmallVectorImpl<char> &stored) {
  if (Error error = readUpTo(stream, prefixBytes, stored))
    return error;
  auto bytes = [&] { return StringRef(stored.data(), stored.size()); };
  Expected<uint64_t> begin = getElementsBegin(bytes());
  std::optional<uint64_t> size;
  if (begin && *begin <= mostHeaderBytes) {
    if (Error error = readUpTo(stream, *begin, stored))
      return error;
    Expected<NpyArray> array = parseHeader(bytes(), *begin);
    if (array)
      size = getDataSize(*array);
    else
      llvm::consumeError(array.takeError()); // parseNpy reports it again
  } else if (!begin) {
    llvm::consumeError(begin.takeError());
  }
  // One more byte shows if there are too many.
  return size ? readUpTo(stream, *begin + *size + 1, stored) : Error::success();
}

Expected<NpyArray> tessera::runtime::readNpy(StringRef file) {
  Expected<Bytes> bytes = readFileBytes(file, readArray);
  if (!bytes)
    return bytes.takeError();
  uint64_t begin;
  Expected<NpyArray> array =
      parseUpToElements(llvm::toStringRef(*bytes), begin);
  if (!array)
    return llvm::createStringError(file + ": " +
                                   llvm::toString(array.takeError()));
  bytes->dropFront(begin);
  array->data = std::move(*bytes);
  return array;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The bytes ahead of the elements.
static std::string printHeader(const NpyArray &array) {
  std::string header = "{'descr': '" + array.descr + "', 'fortran_order': " +
                       (array.fortranOrder ? "True" : "False") + ", 'shape': (";
  for (int64_t extent : array.shape)
    header += llvm::itostr(extent) + ", ";
  header += "), }";
  // The elements begin at a multiple of 64 bytes; a newline ends the header.
  unsigned lengthBytes = header.size() + 128 > 0xffff ? 4 : 2;
  size_t prefix = magic.size() + 2 + lengthBytes;
  header.append(llvm::alignTo(prefix + header.size() + 1, 64) - prefix -
                    header.size() - 1,
                ' ');
  header += '\n';

  std::string bytes = magic.str();
  bytes += char(lengthBytes == 2 ? 1 : 2);
  bytes += '\0';
  for (unsigned i = 0; i < lengthBytes; ++i)
    bytes += char(header.size() >> (8 * i));
  return bytes + header;
}

static StringRef elementsOf(const NpyArray &array) {
  return {reinterpret_cast<const char *>(array.data.data()), array.data.size()};
}

std::string tessera::runtime::printNpy(const NpyArray &array) {
  return printHeader(array) + elementsOf(array).str();
}

Error tessera::runtime::writeNpy(StringRef file, const NpyArray &array) {
  std::string header = printHeader(array);
  return writeFileAtomically(file, {StringRef(header), elementsOf(array)});
}
