//===- Argument.cpp - What a kernel is launched with ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Argument.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Reading one argument
//===----------------------------------------------------------------------===//

/// Reads TYPE[M,N] into the argument.
static Error describeNewArray(StringRef text, Argument &argument) {
  auto [type, extents] = text.split('[');
  std::optional<Format> format = findFormat(type);
  if (!format)
    return llvm::createStringError("'" + type +
                                   "' is no element type of an "
                                   "array; those are " +
                                   listFormats());
  argument.isNew = true;
  argument.array = makeArray(*format);
  auto malformed = [&] {
    return llvm::createStringError(
        "'" + text +
        "' is not of the form TYPE[M,N,...] with extents from 1 "
        "on and at most 2^60 bytes");
  };
  if (!extents.consume_back("]"))
    return malformed();
  uint64_t most = (uint64_t(1) << 60) / argument.array.elementBytes;
  llvm::SmallVector<StringRef> parts;
  if (!extents.empty())
    extents.split(parts, ',');
  for (StringRef part : parts) {
    uint64_t extent;
    if (part.trim().getAsInteger(10, extent) || extent == 0 || extent > most)
      return malformed();
    most /= extent;
    argument.array.shape.push_back(extent);
  }
  return Error::success();
}

/// Reads FILE[:TYPE] into the argument.
static Error readArray(StringRef where, Argument &argument) {
  StringRef file = where;
  std::optional<Format> named;
  if (size_t colon = where.rfind(':'); colon != StringRef::npos)
    if ((named = findFormat(where.drop_front(colon + 1))))
      file = where.take_front(colon);
  if (file.empty())
    return llvm::createStringError("the name of a .npy file is missing");
  Expected<NpyArray> array = readNpy(file);
  if (!array)
    return array.takeError();
  if (named && numerics::storageBytes(*named) != array->elementBytes)
    return llvm::createStringError(file + ": its elements ('" + array->descr +
                                   "') have " + Twine(array->elementBytes) +
                                   " bytes, those of " +
                                   numerics::name(*named) + " have " +
                                   Twine(numerics::storageBytes(*named)));
  argument.array = std::move(*array);
  if (named)
    argument.array.format = named;
  return Error::success();
}

Expected<Argument> tessera::runtime::parseArgument(StringRef text) {
  Argument argument;
  argument.text = text.str();
  auto [type, value] = text.split(':');
  if (type == "ptr" || type == "array") {
    argument.kind =
        type == "ptr" ? Argument::Kind::Pointer : Argument::Kind::Array;
    StringRef newArray = value;
    if (Error error = newArray.consume_front("new:")
                          ? describeNewArray(newArray, argument)
                          : readArray(value, argument))
      return std::move(error);
    return argument;
  }
  std::optional<Format> format = findFormat(type);
  if (!format || !text.contains(':'))
    return llvm::createStringError(
        "'" + text +
        "' is none of ptr:FILE.npy, array:FILE.npy, ptr:new:TYPE[M,N] and "
        "TYPE:VALUE, where TYPE is one of " +
        listFormats());
  argument.kind = Argument::Kind::Scalar;
  argument.format = *format;
  Expected<uint64_t> bits = parseScalar(*format, value);
  if (!bits)
    return bits.takeError();
  argument.bits = *bits;
  return argument;
}

//===----------------------------------------------------------------------===//
// Binding arguments to parameters
//===----------------------------------------------------------------------===//

namespace {
/// One parameter's worth of an argument.
struct Piece {
  size_t argument;
  ParameterValue value;
  /// The format of the value or of the memory; none for raw bytes.
  std::optional<Format> format;
  /// "its stride 1", or empty for what the argument is itself.
  std::string part;
};

/// Cuts arguments into pieces, and lays out their memory.
class Flattener {
public:
  Flattener(llvm::ArrayRef<Argument> arguments, Launch &launch)
      : arguments(arguments), launch(launch) {}

  Expected<std::vector<Piece>> run();

private:
  Error addDimensions(size_t number, llvm::ArrayRef<int64_t> values,
                      StringRef word);
  void addMemory(size_t number);

  llvm::ArrayRef<Argument> arguments;
  Launch &launch;
  std::vector<Piece> pieces;
};
} // namespace

static std::string describe(llvm::ArrayRef<Argument> arguments,
                            const Piece &piece) {
  return ("argument " + Twine(piece.argument) + " (" +
          arguments[piece.argument].text + ")" +
          (piece.part.empty() ? "" : ", " + piece.part))
      .str();
}

void Flattener::addMemory(size_t number) {
  const NpyArray &array = arguments[number].array;
  ParameterValue pointer;
  pointer.buffer = launch.buffers.size();
  Buffer buffer;
  buffer.name =
      ("argument " + Twine(number) + " (" + arguments[number].text + ")").str();
  buffer.bytes = array.getNumElements() * array.elementBytes;
  if (!arguments[number].isNew)
    buffer.contents = array.data;
  launch.buffers.push_back(std::move(buffer));
  pieces.push_back({number, pointer, array.format, ""});
}

Error Flattener::addDimensions(size_t number, llvm::ArrayRef<int64_t> values,
                               StringRef word) {
  for (auto [dim, value] : llvm::enumerate(values)) {
    if (!llvm::isInt<32>(value))
      return llvm::createStringError("argument " + Twine(number) + " (" +
                                     arguments[number].text + "): its " + word +
                                     " " + Twine(dim) + " is " + Twine(value) +
                                     ", which does not fit in an i32");
    pieces.push_back({number,
                      {std::nullopt, Format::I32, uint32_t(value)},
                      Format::I32,
                      ("its " + word + " " + Twine(dim)).str()});
  }
  return Error::success();
}

Expected<std::vector<Piece>> Flattener::run() {
  for (auto [number, argument] : llvm::enumerate(arguments)) {
    if (argument.kind == Argument::Kind::Scalar) {
      pieces.push_back({number,
                        {std::nullopt, argument.format, argument.bits},
                        argument.format,
                        ""});
      continue;
    }
    addMemory(number);
    if (argument.kind == Argument::Kind::Pointer)
      continue;
    if (Error error = addDimensions(number, argument.array.shape, "length"))
      return std::move(error);
    if (Error error =
            addDimensions(number, argument.array.getStrides(), "stride"))
      return std::move(error);
  }
  return std::move(pieces);
}

/// What is wrong with giving the piece to the parameter; empty if nothing.
static std::string mismatch(const Piece &piece, const ParameterType &type) {
  bool isPointer = piece.value.buffer.has_value();
  if (type.isPointer && *type.isPointer != isPointer)
    return isPointer ? "a pointer" : "no pointer";
  if (piece.value.getBytes() != type.bytes)
    return (Twine(piece.value.getBytes()) + " bytes").str();
  if (piece.format && type.format && *piece.format != *type.format)
    return ((isPointer ? "a pointer to " : "of type ") +
            numerics::name(*piece.format))
        .str();
  return "";
}

/// Gives raw bytes the format that the parameter asks for.
static Error adoptFormat(Argument &argument, const ParameterType &type) {
  NpyArray &array = argument.array;
  if (array.format || !type.format)
    return Error::success();
  if (numerics::storageBytes(*type.format) != array.elementBytes)
    return llvm::createStringError("its elements ('" + array.descr +
                                   "') have " + Twine(array.elementBytes) +
                                   " bytes, those of " +
                                   numerics::name(*type.format) + " have " +
                                   Twine(numerics::storageBytes(*type.format)));
  array.format = type.format;
  return Error::success();
}

Error tessera::runtime::bindArguments(llvm::MutableArrayRef<Argument> arguments,
                                      llvm::ArrayRef<ParameterType> parameters,
                                      Launch &launch) {
  Expected<std::vector<Piece>> pieces = Flattener(arguments, launch).run();
  if (!pieces)
    return pieces.takeError();
  size_t both = std::min(pieces->size(), parameters.size());
  for (size_t number = 0; number < both; ++number) {
    const Piece &piece = (*pieces)[number];
    const ParameterType &type = parameters[number];
    std::string is = mismatch(piece, type);
    if (!is.empty())
      return llvm::createStringError(
          describe(arguments, piece) + " is " + is + ", but parameter " +
          Twine(number) + " of '" + launch.entry + "' is " + type.text);
    if (!piece.value.buffer)
      continue;
    if (Error error = adoptFormat(arguments[piece.argument], type))
      return llvm::createStringError(describe(arguments, piece) + ": " +
                                     llvm::toString(std::move(error)));
  }
  if (pieces->size() != parameters.size())
    return llvm::createStringError(
        "'" + launch.entry + "' takes " + Twine(parameters.size()) +
        " parameters, but the arguments make " + Twine(pieces->size()) +
        " (an array: is its pointer, lengths and strides)");
  for (Piece &piece : *pieces)
    launch.parameters.push_back(piece.value);
  return Error::success();
}
