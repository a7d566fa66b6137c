//===- Argument.cpp - Arguments of a kernel -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Argument.h"
#include "tessera/Support/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Reading arrays
//===----------------------------------------------------------------------===//

/// Reads TYPE[M,N].
static Expected<NpyArray> describeNewArray(StringRef text) {
  auto [type, extents] = text.split('[');
  std::optional<Format> format = findFormat(type);
  if (!format)
    return llvm::createStringError("'" + type +
                                   "' is no element type of an "
                                   "array; those are " +
                                   listFormats());
  NpyArray array = makeArray(*format);
  auto malformed = [&] {
    return llvm::createStringError(
        "'" + text +
        "' is not of the form TYPE[M,N,...] with extents from 1 "
        "on and at most 2^60 bytes");
  };
  if (!extents.consume_back("]"))
    return malformed();
  uint64_t most = (uint64_t(1) << 60) / array.elementBytes;
  llvm::SmallVector<StringRef> parts;
  if (!extents.empty())
    extents.split(parts, ',');
  for (StringRef part : parts) {
    uint64_t extent;
    if (part.trim().getAsInteger(10, extent) || extent == 0 || extent > most)
      return malformed();
    most /= extent;
    array.shape.push_back(extent);
  }
  return std::move(array);
}

/// Reads FILE[:TYPE].
static Expected<NpyArray> readArray(StringRef where) {
  StringRef file = where;
  std::optional<Format> named;
  if (size_t colon = where.rfind(':'); colon != StringRef::npos)
    if ((named = findFormat(where.drop_front(colon + 1))))
      file = where.take_front(colon);
  if (file.empty())
    return llvm::createStringError("the name of a .npy file is missing");
  Expected<NpyArray> array = readNpy(file);
  if (!array)
    return array;
  if (named && numerics::storageBytes(*named) != array->elementBytes)
    return llvm::createStringError(file + ": its elements ('" + array->descr +
                                   "') have " + Twine(array->elementBytes) +
                                   " bytes, those of " +
                                   numerics::name(*named) + " have " +
                                   Twine(numerics::storageBytes(*named)));
  if (named)
    array->format = named;
  return array;
}

/// Reads FILE[:TYPE] or new:TYPE[M,N] into an argument or a memory.
template <typename T> static Error readContents(StringRef text, T &result) {
  result.isNew = text.consume_front("new:");
  return (result.isNew ? describeNewArray(text) : readArray(text))
      .moveInto(result.array);
}

//===----------------------------------------------------------------------===//
// Named memory and its views
//===----------------------------------------------------------------------===//

/// True if `text` can name a memory. It does not begin with a digit, so that it
/// cannot be mistaken for another form of argument.
static bool isName(StringRef text) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, isPart);
}

/// Names the memory of `text`, and finds its contents behind the =.
static Error splitName(StringRef text, StringRef form, NamedMemory &memory,
                       StringRef &contents) {
  auto [name, rest] = text.split('=');
  if (!isName(name) || rest.empty())
    return llvm::createStringError(
        "'" + text + "' is not of the form " + form +
        ", where NAME is made of letters, digits and _");
  memory.text = text.str();
  memory.name = name.str();
  contents = rest;
  return Error::success();
}

Expected<NamedMemory> tessera::runtime::parseMemory(StringRef text) {
  NamedMemory memory;
  StringRef contents;
  if (Error error = splitName(text, "NAME=FILE.npy or NAME=new:TYPE[M,N]",
                              memory, contents))
    return std::move(error);
  if (Error error = readContents(contents, memory))
    return std::move(error);
  return std::move(memory);
}

Expected<NamedMemory> tessera::runtime::parseBuffer(StringRef text) {
  NamedMemory memory;
  StringRef file;
  if (Error error =
          splitName(text, "NAME=FILE or NAME=new:BYTES", memory, file))
    return std::move(error);
  memory.isBytes = true;
  memory.array.descr = "|V1";
  memory.array.elementBytes = 1;
  if (memory.isNew = file.consume_front("new:"); memory.isNew) {
    int64_t bytes;
    if (file.getAsInteger(10, bytes) || bytes < 0 || bytes > int64_t(1) << 60)
      return llvm::createStringError("'" + file +
                                     "' is no number of bytes up to 2^60");
    memory.array.shape = {bytes};
    return std::move(memory);
  }
  if (Error error = readFileBytes(file).moveInto(memory.array.data))
    return std::move(error);
  memory.array.shape = {int64_t(memory.array.data.size())};
  return std::move(memory);
}

/// Reads NAME[+OFFSET]; false if `text` has another form.
static bool parsePlace(StringRef text, std::string &name, uint64_t &offset) {
  auto [memory, number] = text.split('+');
  name = memory.str();
  return isName(memory) &&
         (!text.contains('+') || !number.getAsInteger(10, offset));
}

Expected<MemoryLink> tessera::runtime::parseLink(StringRef text) {
  MemoryLink link;
  link.text = text.str();
  auto [from, to] = text.split('=');
  if (!parsePlace(from, link.from, link.at) ||
      !parsePlace(to, link.to, link.offset))
    return llvm::createStringError(
        "'" + text +
        "' is not of the form NAME+BYTES=OTHER+BYTES, where each +BYTES may be "
        "left out");
  return std::move(link);
}

Expected<WrittenRange> tessera::runtime::parseWritten(StringRef text) {
  WrittenRange range;
  range.text = text.str();
  auto [place, count] = text.split(':');
  if (!parsePlace(place, range.memory, range.first) ||
      count.getAsInteger(10, range.count))
    return llvm::createStringError(
        "'" + text +
        "' is not of the form NAME+BYTES:COUNT, where +BYTES may be left out");
  return std::move(range);
}

Expected<PlacedVariable> tessera::runtime::parseVariable(StringRef text) {
  // The name of a Tile IR variable may contain '=', that of a memory does not.
  auto [name, memory] = text.rsplit('=');
  if (name.empty() || !isName(memory))
    return llvm::createStringError("'" + text +
                                   "' is not of the form NAME=MEMORY");
  return PlacedVariable{text.str(), name.str(), memory.str()};
}

/// Reads M,N,...; an empty text has no dimensions.
static std::optional<std::vector<int64_t>> parseNumbers(StringRef text) {
  std::vector<int64_t> numbers;
  llvm::SmallVector<StringRef> parts;
  if (!text.empty())
    text.split(parts, ',');
  for (StringRef part : parts) {
    int64_t number;
    if (part.trim().getAsInteger(10, number) || number < 0)
      return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

/// Reads NAME[+OFFSET][:TYPE][[M,N[;S,T]]], behind the @.
static std::optional<MemoryView> parseView(StringRef text) {
  MemoryView view;
  auto [typed, extents] = text.split('[');
  auto [place, type] = typed.split(':');
  if (!parsePlace(place, view.memory, view.offset))
    return std::nullopt;
  if (typed.contains(':') && !(view.format = findFormat(type)))
    return std::nullopt;
  if (!text.contains('['))
    return view;
  if (!extents.consume_back("]"))
    return std::nullopt;
  auto [shape, strides] = extents.split(';');
  view.shape = parseNumbers(shape);
  if (extents.contains(';'))
    view.strides = parseNumbers(strides);
  bool isWhole = view.shape &&
                 (!extents.contains(';') ||
                  (view.strides && view.strides->size() == view.shape->size()));
  return isWhole ? std::optional(view) : std::nullopt;
}

/// Reads @VIEW, or @VIEW,@VIEW,... for a list.
static Error parseViews(StringRef text, Argument &argument) {
  bool isList = argument.kind == Argument::Kind::List;
  llvm::SmallVector<StringRef> parts;
  if (isList && text.starts_with("@"))
    text.drop_front().split(parts, ",@");
  else if (text.starts_with("@"))
    parts.push_back(text.drop_front());
  for (StringRef part : parts) {
    std::optional<MemoryView> view = parseView(part);
    bool isUsable =
        view && (argument.kind != Argument::Kind::Pointer || !view->shape);
    if (!isUsable)
      return llvm::createStringError(
          "'@" + part + "' is not of the form @NAME+OFFSET" +
          (argument.kind == Argument::Kind::Pointer
               ? Twine(" (a pointer has no shape)")
               : Twine("[M,N;S,T], with offset, shape and strides in elements, "
                       "all of which may be left out; behind the offset in a "
                       "--buffer, :TYPE")));
    argument.views.push_back(std::move(*view));
  }
  if (parts.empty())
    return llvm::createStringError("a list is made of views of named memory, "
                                   "list:@NAME,@NAME+OFFSET[M,N]");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

/// The index of a name in a list.
static std::optional<unsigned> findName(llvm::ArrayRef<StringRef> names,
                                        StringRef name) {
  const auto *found = llvm::find(names, name);
  if (found == names.end())
    return std::nullopt;
  return found - names.begin();
}

/// Reads numbers for all dimensions, the slowest first as in a shape, into the
/// map, which has the fastest first. False if `text` has another form.
template <typename Numbers>
static bool takeNumbers(StringRef text, Numbers &to) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',');
  if (parts.size() > to.size())
    return false;
  for (auto [i, part] : llvm::enumerate(llvm::reverse(parts))) {
    int64_t number;
    if (part.getAsInteger(10, number))
      return false;
    to[i] = static_cast<typename Numbers::value_type>(number);
  }
  return true;
}

/// Reads one KEY=VALUE; false if `text` has another form.
static bool takeMapOption(StringRef text, Argument &argument) {
  ptx::TensorMap &map = argument.map;
  auto [key, value] = text.split('=');
  auto choose = [value = value](llvm::ArrayRef<StringRef> names, uint8_t &to) {
    std::optional<unsigned> number = findName(names, value);
    to = static_cast<uint8_t>(number.value_or(0));
    return number.has_value();
  };
  uint8_t element = 0, fill = 0;
  if (key == "box")
    return takeNumbers(value, map.box);
  if (key == "step")
    return takeNumbers(value, map.elementStrides);
  if (key == "swizzle")
    return choose({"0", "32", "64", "128", "96"}, map.swizzle);
  if (key == "atom")
    return choose({"16", "32", "32flip8", "64"}, map.atomicity);
  if (key == "interleave")
    return choose({"0", "16", "32"}, map.interleave);
  if (key == "fill") {
    bool isRight = choose({"zero", "nan"}, fill);
    map.fillsNan = fill;
    return isRight;
  }
  if (key == "type") {
    bool isRight = choose({"u8", "u16", "u32", "s32", "u64", "s64", "f16",
                           "f32", "f32.ftz", "f64", "bf16", "tf32", "tf32.ftz",
                           "b4x16", "b4x16_p64", "b6x16_p32"},
                          element);
    map.element = static_cast<ptx::TensorMap::Element>(element);
    argument.namesElement = true;
    return isRight;
  }
  if (key == "wide") {
    bool isFixed = value == "w128";
    map.mode = isFixed ? ptx::TensorMap::Mode::Im2colW128
                       : ptx::TensorMap::Mode::Im2colW;
    return isFixed || value == "w";
  }
  if (!map.isWide())
    map.mode = ptx::TensorMap::Mode::Im2col;
  if (key == "lower")
    return takeNumbers(value, map.lower);
  if (key == "upper")
    return takeNumbers(value, map.upper);
  if (key == "channels")
    return !value.getAsInteger(10, map.channels);
  return key == "pixels" && !value.getAsInteger(10, map.pixels);
}

/// Reads @VIEW:KEY=VALUE:...
static Error parseTensorMap(StringRef text, Argument &argument) {
  argument.kind = Argument::Kind::TensorMap;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ':');
  for (StringRef part : llvm::drop_begin(parts))
    if (!takeMapOption(part, argument))
      return llvm::createStringError(
          "'" + part +
          "' is no part of a tensor map: box=M,N, step=M,N, "
          "swizzle=32|64|96|128, atom=16|32|32flip8|64, interleave=16|32, "
          "fill=zero|nan, type=u8|…|b6x16_p32, and for im2col lower=H,W, "
          "upper=H,W, channels=C, pixels=P, wide=w|w128");
  if (!parts.front().starts_with("@"))
    return llvm::createStringError(
        "a tensor map describes a view of named memory, tensormap:@NAME:box=…");
  return parseViews(parts.front(), argument);
}

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

/// True if a member begins with `text`: TYPE:, ptr:, tensormap: or {.
static bool beginsMember(StringRef text) {
  StringRef kind = text.take_until([](char c) { return c == ':'; });
  return text.starts_with("{") ||
         (text.contains(':') &&
          (kind == "ptr" || kind == "tensormap" || findFormat(kind)));
}

/// Splits MEMBER,MEMBER,... at commas that a member follows: a tensor map has
/// commas of its own. The first part need not be a member.
static llvm::SmallVector<StringRef> splitMembers(StringRef text) {
  llvm::SmallVector<StringRef> parts;
  int depth = 0;
  size_t begin = 0;
  for (auto [i, c] : llvm::enumerate(text)) {
    depth += (c == '{') - (c == '}');
    if (c == ',' && depth == 0 && beginsMember(text.drop_front(i + 1))) {
      parts.push_back(text.slice(begin, i));
      begin = i + 1;
    }
  }
  parts.push_back(text.drop_front(begin));
  return parts;
}

/// Reads [align=N,]MEMBER,MEMBER,...
static Expected<Argument> parseStructure(StringRef text) {
  Argument argument;
  argument.kind = Argument::Kind::Structure;
  argument.text = text.str();
  for (StringRef part : splitMembers(text)) {
    bool isFirst = argument.members.empty() && argument.alignment == 1;
    if (StringRef number = part; isFirst && number.consume_front("align=")) {
      if (number.getAsInteger(10, argument.alignment) ||
          !llvm::isPowerOf2_64(argument.alignment) || argument.alignment > 128)
        return llvm::createStringError("'" + part +
                                       "' is no power of two up to 128");
      continue;
    }
    if (!beginsMember(part))
      return llvm::createStringError(
          "'" + part +
          "' is no member of a structure: TYPE:VALUE, ptr:@NAME+OFFSET, "
          "tensormap:@NAME:box=M,N, {MEMBER,MEMBER}, and align=N ahead of "
          "them");
    StringRef inside = part;
    bool isNested = inside.consume_front("{");
    if (isNested && !inside.consume_back("}"))
      return llvm::createStringError("'" + part + "' has no } at its end");
    Expected<Argument> member =
        isNested ? parseStructure(inside) : parseArgument(part);
    if (!member)
      return member;
    if (member->hasMemory())
      return llvm::createStringError(
          "'" + part + "': a structure points into named memory, ptr:@NAME");
    argument.members.push_back(std::move(*member));
  }
  if (argument.members.empty())
    return llvm::createStringError("a structure has members");
  return argument;
}

//===----------------------------------------------------------------------===//
// Reading one argument
//===----------------------------------------------------------------------===//

Expected<Argument> tessera::runtime::parseArgument(StringRef text) {
  Argument argument;
  argument.text = text.str();
  auto [type, value] = text.split(':');
  if (type == "struct") {
    Expected<Argument> structure = parseStructure(value);
    if (structure)
      structure->text = text.str();
    return structure;
  }
  if (type == "tensormap") {
    if (Error error = parseTensorMap(value, argument))
      return std::move(error);
    return argument;
  }
  if (type == "ptr" || type == "array" || type == "list") {
    argument.kind = type == "ptr"     ? Argument::Kind::Pointer
                    : type == "array" ? Argument::Kind::Array
                                      : Argument::Kind::List;
    bool isView = value.starts_with("@") || type == "list";
    if (Error error = isView ? parseViews(value, argument)
                             : readContents(value, argument))
      return std::move(error);
    return argument;
  }
  std::optional<Format> format = findFormat(type);
  if (!format || !text.contains(':'))
    return llvm::createStringError(
        "'" + text +
        "' is none of ptr:FILE.npy, array:FILE.npy, ptr:new:TYPE[M,N], "
        "ptr:@NAME, array:@NAME, list:@NAME,@NAME, "
        "tensormap:@NAME:box=M,N, struct:MEMBER,MEMBER and TYPE:VALUE, where "
        "TYPE "
        "is one of " +
        listFormats());
  argument.kind = Argument::Kind::Scalar;
  argument.format = *format;
  Expected<uint64_t> bits = parseScalar(*format, value);
  if (!bits)
    return bits.takeError();
  argument.bits = *bits;
  return argument;
}
