//===- Binding.cpp - Arguments for the parameters of an entry -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Argument.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// The part of an argument that one parameter gets.
struct Piece {
  size_t argument;
  ParameterValue value;
  /// The format of the value or of the memory; none for raw bytes.
  std::optional<Format> format;
  /// Its name within the argument, such as "its stride 1"; empty if it is the
  /// whole argument.
  std::string part = {};
  /// The array that a pointer points to, unless that is a list.
  NpyArray *array = nullptr;
  /// True if that memory has elements of any type.
  bool isBytes = false;
  /// True if the value takes the width of its parameter.
  bool hasAnyWidth = false;
};

/// An array in the form that a kernel gets.
struct Geometry {
  ParameterValue pointer;
  std::vector<int64_t> shape, strides;
};

/// Splits arguments into pieces, and lays out their memory.
class Flattener {
public:
  Flattener(llvm::MutableArrayRef<Argument> arguments,
            llvm::ArrayRef<ParameterType> parameters,
            llvm::MutableArrayRef<NamedMemory> memories, Launch &launch)
      : arguments(arguments), parameters(parameters), memories(memories),
        launch(launch) {}

  Expected<std::vector<Piece>> run();

private:
  unsigned addBuffer(std::string name, NpyArray &array, bool isNew);
  Expected<Geometry> locate(const MemoryView &view, bool isPointer = false);
  Expected<ParameterValue> mapOf(const Argument &argument);
  Error addMembers(const Argument &argument, uint64_t place,
                   StructureValue &structure);
  Error addArray();
  Error addList();
  Error addTensorMap();
  Error addStructure();
  void addNumber(int64_t value, const Twine &part);
  void addNumbers(llvm::ArrayRef<int64_t> values, StringRef word);

  llvm::MutableArrayRef<Argument> arguments;
  llvm::ArrayRef<ParameterType> parameters;
  llvm::MutableArrayRef<NamedMemory> memories;
  Launch &launch;
  size_t number = 0; ///< of the current argument
  std::vector<Piece> pieces;
};
} // namespace

static std::string nameOf(llvm::ArrayRef<Argument> arguments, size_t number) {
  const Argument &argument = arguments[number];
  std::string name = "argument " + std::to_string(number);
  if (!argument.parameter.empty())
    name += ", " + argument.parameter;
  return name + " (" + argument.text + ")";
}

static std::string describe(llvm::ArrayRef<Argument> arguments,
                            const Piece &piece) {
  return nameOf(arguments, piece.argument) +
         (piece.part.empty() ? "" : ", " + piece.part);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

unsigned Flattener::addBuffer(std::string name, NpyArray &array, bool isNew) {
  Buffer buffer;
  buffer.name = std::move(name);
  buffer.bytes = array.getNumElements() * array.elementBytes;
  if (!isNew)
    buffer.contents = std::exchange(array.data, {});
  launch.buffers.push_back(std::move(buffer));
  return launch.buffers.size() - 1;
}

/// The strides of an array in C order.
static std::vector<int64_t> denseStrides(llvm::ArrayRef<int64_t> shape) {
  NpyArray array;
  array.shape = shape;
  return array.getStrides();
}

/// The index after the last element of a view; none beyond 2^62.
static std::optional<uint64_t> endOf(uint64_t offset,
                                     llvm::ArrayRef<int64_t> shape,
                                     llvm::ArrayRef<int64_t> strides) {
  if (llvm::is_contained(shape, 0))
    return offset;
  bool overflows = false;
  uint64_t end = llvm::SaturatingAdd<uint64_t>(offset, 1, &overflows);
  for (auto [extent, stride] : llvm::zip(shape, strides))
    end = llvm::SaturatingMultiplyAdd<uint64_t>(extent - 1, stride, end,
                                                &overflows);
  return end < uint64_t(1) << 62 ? std::optional(end) : std::nullopt;
}

/// Finds a view in the buffer of its memory; buffers of memories have the
/// indices of the memories.
Expected<Geometry> Flattener::locate(const MemoryView &view, bool isPointer) {
  auto *memory = llvm::find_if(memories, [&](const NamedMemory &each) {
    return each.name == view.memory;
  });
  if (memory == memories.end())
    return llvm::createStringError(
        nameOf(arguments, number) + ": there is no memory '" + view.memory +
        "'; name it with --memory=" + view.memory + "=FILE.npy");
  if (view.format && !memory->isBytes)
    return llvm::createStringError(nameOf(arguments, number) +
                                   ": the memory '" + view.memory +
                                   "' has elements of a type of its own");
  const NpyArray &array = memory->array;
  uint64_t unit = view.format ? numerics::storageBytes(*view.format) : 1;
  Geometry geometry;
  geometry.shape = view.shape.value_or(array.shape);
  if (!view.shape && view.format)
    geometry.shape = {
        int64_t(array.getNumElements() -
                std::min<int64_t>(view.offset, array.getNumElements())) /
        int64_t(unit)};
  geometry.strides = view.strides                ? *view.strides
                     : view.shape || view.format ? denseStrides(geometry.shape)
                                                 : array.getStrides();
  geometry.pointer.buffer = memory - memories.begin();
  geometry.pointer.bits = view.offset * array.elementBytes;
  // In memory of bytes the offset counts bytes, while shape and strides count
  // elements.
  std::optional<uint64_t> end =
      isPointer ? 0 : endOf(0, geometry.shape, geometry.strides);
  if (end)
    end = llvm::SaturatingMultiplyAdd(*end, unit, view.offset);
  uint64_t size = array.getNumElements();
  if (!end || *end > size)
    return llvm::createStringError(
        nameOf(arguments, number) + ": the view needs " +
        (end ? Twine(*end) : Twine("more than 2^62")) +
        (memory->isBytes ? " bytes" : " elements") + " of the memory '" +
        view.memory + "', which has " + Twine(size));
  return geometry;
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

void Flattener::addNumber(int64_t value, const Twine &part) {
  Piece piece{
      number, {std::nullopt, Format::I32, uint64_t(value)}, Format::I32};
  piece.part = part.str();
  piece.hasAnyWidth = true;
  pieces.push_back(std::move(piece));
}

void Flattener::addNumbers(llvm::ArrayRef<int64_t> values, StringRef word) {
  for (auto [dim, value] : llvm::enumerate(values))
    addNumber(value, "its " + word + " " + Twine(dim));
}

Error Flattener::addArray() {
  Argument &argument = arguments[number];
  Geometry geometry;
  NpyArray *array = &argument.array;
  if (argument.hasMemory()) {
    geometry.pointer.buffer =
        addBuffer(nameOf(arguments, number), *array, argument.isNew);
    geometry.shape = array->shape;
    geometry.strides = array->getStrides();
  } else {
    bool isPointer = argument.kind == Argument::Kind::Pointer;
    if (Error error =
            locate(argument.views.front(), isPointer).moveInto(geometry))
      return error;
    array = &memories[*geometry.pointer.buffer].array;
  }
  Piece pointer{number, geometry.pointer, array->format};
  pointer.array = array;
  if (!argument.hasMemory() && memories[*geometry.pointer.buffer].isBytes) {
    pointer.format = argument.views.front().format;
    pointer.isBytes = true;
  }
  pieces.push_back(std::move(pointer));
  if (argument.kind == Argument::Kind::Pointer)
    return Error::success();
  addNumbers(geometry.shape, "length");
  addNumbers(geometry.strides, "stride");
  return Error::success();
}

Error Flattener::addList() {
  const Argument &argument = arguments[number];
  Buffer buffer;
  buffer.name = nameOf(arguments, number);
  std::vector<uint64_t> words;
  for (const MemoryView &view : argument.views) {
    Expected<Geometry> geometry = locate(view);
    if (!geometry)
      return geometry.takeError();
    buffer.pointers.emplace_back(8 * words.size(), geometry->pointer);
    words.push_back(0);
    llvm::append_range(words, geometry->shape);
    llvm::append_range(words, geometry->strides);
  }
  buffer.bytes = 8 * words.size();
  buffer.wanted = false;
  for (auto [at, word] : llvm::enumerate(words))
    llvm::support::endian::write64le(buffer.makeContents().data() + 8 * at,
                                     word);
  ParameterValue pointer;
  pointer.buffer = launch.buffers.size();
  launch.buffers.push_back(std::move(buffer));
  pieces.push_back({number, pointer, Format::I64});
  addNumber(argument.views.size(), "its number of arrays");
  return Error::success();
}

/// The element type of a tensor map for elements of an array; none if tensor
/// copies have no such type.
static std::optional<ptx::TensorMap::Element> elementOf(Format format) {
  using E = ptx::TensorMap::Element;
  switch (format) {
  case Format::I32:
    return E::S32;
  case Format::I64:
    return E::S64;
  case Format::F16:
    return E::F16;
  case Format::BF16:
    return E::BF16;
  case Format::F32:
    return E::F32;
  case Format::TF32:
    return E::TF32;
  case Format::F64:
    return E::F64;
  default:
    break;
  }
  switch (numerics::storageBytes(format)) {
  case 1:
    return E::U8;
  case 2:
    return E::U16;
  default:
    return std::nullopt;
  }
}

/// Turns an interleaved array, such as [N, C/8, H, W, 8], into the tensor [N,
/// H, W, C] that its map describes. Returns what is wrong with it, or nothing.
static std::string joinSlices(const ptx::TensorMap &map, uint64_t elementBytes,
                              Geometry &geometry) {
  std::vector<int64_t> &shape = geometry.shape, &strides = geometry.strides;
  const size_t rank = shape.size();
  if (rank < 4)
    return "an interleaved array has its slices of channels behind the first "
           "dimension, as [N, C/8, H, W, 8]";
  const uint64_t slice = shape.back() * elementBytes;
  if (slice != 16u * map.interleave)
    return ("a slice of channels has " + Twine(slice) + " bytes, not " +
            Twine(16u * map.interleave))
        .str();
  if (strides[1] != strides[2] * shape[2])
    return "a slice of channels lies right behind the one before it";
  shape.back() *= shape[1];
  shape.erase(shape.begin() + 1);
  strides.erase(strides.begin() + 1);
  return "";
}

Expected<ParameterValue> Flattener::mapOf(const Argument &argument) {
  auto fail = [&](const Twine &what) {
    return llvm::createStringError(nameOf(arguments, number) + ": " + what);
  };
  Expected<Geometry> geometry = locate(argument.views.front());
  if (!geometry)
    return geometry.takeError();
  const NpyArray &array = memories[*geometry->pointer.buffer].array;
  auto map = std::make_shared<ptx::TensorMap>(argument.map);
  if (map->interleave)
    if (std::string wrong = joinSlices(*map, array.elementBytes, *geometry);
        !wrong.empty())
      return fail(wrong);
  size_t rank = geometry->shape.size();
  if (rank < 1 || rank > ptx::TensorMap::mostRank)
    return fail("a tensor has 1 to 5 dimensions");
  if (geometry->strides.back() != 1)
    return fail("the elements of the last dimension lie side by side");
  map->rank = static_cast<unsigned>(rank);
  if (!argument.namesElement) {
    auto element = array.format ? elementOf(*array.format) : std::nullopt;
    if (!element)
      return fail("the type of the elements is needed, type=…");
    map->element = *element;
  }
  // Elements of 4 and 6 bits are counted in the bytes that hold them.
  uint64_t units = map->unitElements(), unit = map->globalUnit();
  for (size_t i = 0; i != rank; ++i) {
    map->dims[i] = geometry->shape[rank - 1 - i];
    if (i)
      map->strides[i - 1] =
          geometry->strides[rank - 1 - i] * array.elementBytes;
  }
  if (units > 1)
    map->dims[0] = map->dims[0] * array.elementBytes / unit * units;
  if (Error error = map->verify())
    return fail(llvm::toString(std::move(error)));
  ParameterValue value = geometry->pointer;
  value.map = std::move(map);
  return value;
}

Error Flattener::addTensorMap() {
  Expected<ParameterValue> value = mapOf(arguments[number]);
  if (!value)
    return value.takeError();
  pieces.push_back({number, *value, std::nullopt});
  return Error::success();
}

/// The alignment of an argument as a member of a C++ structure; that of tensor
/// maps comes from cuda.h.
static uint64_t alignmentOf(const Argument &argument) {
  uint64_t alignment = argument.alignment;
  switch (argument.kind) {
  case Argument::Kind::TensorMap:
    return 64;
  case Argument::Kind::Structure:
    for (const Argument &member : argument.members)
      alignment = std::max(alignment, alignmentOf(member));
    return alignment;
  case Argument::Kind::Scalar:
    return numerics::storageBytes(argument.format);
  default:
    return 8;
  }
}

/// Adds the members from `place` on, aligned, and all bytes up to the end of
/// the last one.
Error Flattener::addMembers(const Argument &argument, uint64_t place,
                            StructureValue &structure) {
  for (const Argument &member : argument.members) {
    place = llvm::alignTo(place, alignmentOf(member));
    if (member.kind == Argument::Kind::Structure) {
      if (Error error = addMembers(member, place, structure))
        return error;
      place = structure.bytes;
      continue;
    }
    ParameterValue value{std::nullopt, member.format, member.bits};
    if (member.kind == Argument::Kind::TensorMap) {
      if (Error error = mapOf(member).moveInto(value))
        return error;
    } else if (member.kind == Argument::Kind::Pointer) {
      Expected<Geometry> geometry =
          locate(member.views.front(), /*isPointer=*/true);
      if (!geometry)
        return geometry.takeError();
      value = geometry->pointer;
    }
    structure.members.emplace_back(place, value);
    place += value.getBytes();
  }
  structure.bytes = llvm::alignTo(place, alignmentOf(argument));
  return Error::success();
}

Error Flattener::addStructure() {
  auto structure = std::make_shared<StructureValue>();
  if (Error error = addMembers(arguments[number], 0, *structure))
    return error;
  ParameterValue value;
  value.structure = std::move(structure);
  pieces.push_back({number, value, std::nullopt});
  return Error::success();
}

Expected<std::vector<Piece>> Flattener::run() {
  for (NamedMemory &memory : memories)
    addBuffer("memory " + memory.name + " (" + memory.text + ")", memory.array,
              memory.isNew);
  for (auto [memory, buffer] : llvm::zip(memories, launch.buffers))
    buffer.participants = memory.participants;
  for (number = 0; number < arguments.size(); ++number) {
    Argument &argument = arguments[number];
    if (pieces.size() < parameters.size())
      argument.parameter = parameters[pieces.size()].name;
    switch (argument.kind) {
    case Argument::Kind::Scalar:
      pieces.push_back({number,
                        {std::nullopt, argument.format, argument.bits},
                        argument.format});
      break;
    case Argument::Kind::Pointer:
    case Argument::Kind::Array:
      if (Error error = addArray())
        return std::move(error);
      break;
    case Argument::Kind::TensorMap:
      if (Error error = addTensorMap())
        return std::move(error);
      break;
    case Argument::Kind::Structure:
      if (Error error = addStructure())
        return std::move(error);
      break;
    case Argument::Kind::List:
      if (Error error = addList())
        return std::move(error);
      break;
    }
  }
  return std::move(pieces);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

uint64_t ParameterValue::getBytes() const {
  return structure ? structure->bytes
         : map     ? ptx::TensorMap::bytes
         : buffer  ? 8
                   : numerics::storageBytes(format);
}

void ParameterValue::writeTo(llvm::MutableArrayRef<uint8_t> bytes,
                             llvm::ArrayRef<uint64_t> addresses) const {
  if (structure) {
    for (const auto &[place, member] : structure->members)
      member.writeTo(bytes.slice(place, member.getBytes()), addresses);
    return;
  }
  uint64_t value = getBits(addresses);
  if (map) {
    ptx::TensorMap placed = *map;
    placed.address = value;
    llvm::copy(placed.encode(), bytes.begin());
    return;
  }
  for (size_t i = 0; i < std::min<size_t>(bytes.size(), 8); ++i)
    bytes[i] = static_cast<uint8_t>(value >> (8 * i));
}

bool ParameterValue::hasMap() const {
  return map ||
         (structure && llvm::any_of(structure->members, [](const auto &member) {
            return member.second.hasMap();
          }));
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

/// The reason why the parameter cannot take the piece; empty if it can.
static std::string mismatch(const Piece &piece, const ParameterType &type) {
  // Kernels of Tile IR take neither.
  if ((piece.value.map || piece.value.structure) && type.isPointer)
    return piece.value.map ? "a tensor map" : "a structure";
  bool isPointer = piece.value.buffer.has_value() && !piece.value.map;
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

/// Makes a length or stride as wide as its parameter; false if it does not fit.
static bool adoptWidth(Piece &piece, const ParameterType &type) {
  bool isWide = type.bytes == 8 && !type.isPointer.value_or(false) &&
                type.format.value_or(Format::I64) == Format::I64;
  Format format = isWide ? Format::I64 : Format::I32;
  piece.value.format = format;
  piece.format = format;
  return isWide || llvm::isInt<32>(int64_t(piece.value.bits));
}

/// Gives raw bytes the format that the parameter requires.
static Error adoptFormat(NpyArray &array, const ParameterType &type) {
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

/// Gives memory of bytes the element format of the first parameter that has
/// one.
static void adoptElements(NpyArray &array, const ParameterType &type) {
  if (array.format || !type.format)
    return;
  int64_t bytes = numerics::storageBytes(*type.format);
  int64_t size = array.getNumElements();
  if (size % bytes)
    return;
  array = makeArray(*type.format);
  array.shape = {size / bytes};
}

Error tessera::runtime::bindArguments(
    llvm::MutableArrayRef<Argument> arguments,
    llvm::ArrayRef<ParameterType> parameters, Launch &launch,
    llvm::MutableArrayRef<NamedMemory> memories) {
  Expected<std::vector<Piece>> pieces =
      Flattener(arguments, parameters, memories, launch).run();
  if (!pieces)
    return pieces.takeError();
  size_t both = std::min(pieces->size(), parameters.size());
  for (size_t number = 0; number < both; ++number) {
    Piece &piece = (*pieces)[number];
    const ParameterType &type = parameters[number];
    if (piece.hasAnyWidth && !adoptWidth(piece, type))
      return llvm::createStringError(describe(arguments, piece) + " is " +
                                     Twine(piece.value.bits) +
                                     ", which does not fit in an i32");
    std::string is = mismatch(piece, type);
    if (!is.empty())
      return llvm::createStringError(
          describe(arguments, piece) + " is " + is + ", but parameter " +
          Twine(number) + " of '" + launch.entry + "' is " + type.text);
    if (!piece.array)
      continue;
    if (piece.isBytes) {
      adoptElements(*piece.array, type);
      continue;
    }
    if (Error error = adoptFormat(*piece.array, type))
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

std::vector<NpyArray *>
tessera::runtime::arraysOfBuffers(llvm::MutableArrayRef<Argument> arguments,
                                  llvm::MutableArrayRef<NamedMemory> memories) {
  std::vector<NpyArray *> arrays;
  for (NamedMemory &memory : memories)
    arrays.push_back(memory.participants.empty() ? &memory.array : nullptr);
  for (Argument &argument : arguments)
    if (argument.hasMemory())
      arrays.push_back(&argument.array);
    else if (argument.kind == Argument::Kind::List)
      arrays.push_back(nullptr);
  return arrays;
}
