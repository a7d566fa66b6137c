//===- Signatures.cpp - Parameters of functions in source text ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A front end hands an array over by its pointer, its extents and its strides,
// and leaves out constants:
//
//   cuTile Python  pointer, shape, strides; the symbol lists all parameters
//   cutile-rs      the same for &Tensor; &mut Tensor goes on with the shape and
//                  the strides of a part. Constants are generic
//   cuTile.jl      pointer, sizes, strides; a parameter of a type of numbers is
//                  a constant where the launch gives one
//   numba          the fields of its array, of which the data are the fifth
//
//===----------------------------------------------------------------------===//

#include "Signatures.h"

#include "SourceText.h"
#include "tessera/Support/SourceFiles.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <optional>

using namespace tessera;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static constexpr Lexis pythonLexis = {"#",
                                      "",
                                      "",
                                      "([{",
                                      ")]}",
                                      "\"'",
                                      /*hasTriple=*/true,
                                      /*endsWithLine=*/true};
static constexpr Lexis rustLexis = {"//", "/*",  "*/",  "([{<",         ")]}>",
                                    "\"", false, false, /*hasRaw=*/true};
static constexpr Lexis juliaLexis = {
    "#", "#=", "=#", "([{", ")]}", "\"`", /*hasTriple=*/true};

/// The size of what stands ahead of a separator that is not inside of brackets,
/// or ahead of a bracket that was not opened.
static size_t findEnd(StringRef text, StringRef separators,
                      const Lexis &lexis) {
  unsigned depth = 0;
  for (auto [at, c] : llvm::enumerate(text)) {
    if (depth == 0 && (separators.contains(c) || lexis.closing.contains(c)))
      return at;
    depth += lexis.opening.contains(c);
    depth -= lexis.closing.contains(c);
  }
  return text.size();
}

/// The parts of a list up to the bracket that closes it, without those that are
/// blank.
static SmallVector<StringRef> splitList(StringRef text, const Lexis &lexis,
                                        StringRef separators = ",") {
  SmallVector<StringRef> parts;
  while (true) {
    size_t end = findEnd(text, separators, lexis);
    if (StringRef part = text.take_front(end).trim(); !part.empty())
      parts.push_back(part);
    if (end == text.size() || !separators.contains(text[end]))
      return parts;
    text = text.drop_front(end + 1);
  }
}

/// The list of parameters behind the name of a function, and behind what is
/// generic in it; std::nullopt if there is none.
static std::optional<StringRef> findList(StringRef text, const Lexis &lexis) {
  text = text.ltrim();
  if (text.starts_with("<") || text.starts_with("[")) {
    text = text.drop_front();
    text = text.drop_front(findEnd(text, "", lexis));
    text = text.drop_front(text.empty() ? 0 : 1).ltrim();
  }
  if (!text.consume_front("("))
    return std::nullopt;
  return text;
}

/// The text behind the head of a function, "def name"; std::nullopt if this line
/// has none.
static std::optional<StringRef> findHead(StringRef line, StringRef keyword,
                                         StringRef name) {
  for (size_t at = 0; (at = line.find(keyword, at)) != StringRef::npos; ++at) {
    if (at > 0 && isNameChar(line[at - 1]))
      continue;
    StringRef behind = line.drop_front(at + keyword.size());
    StringRef rest = behind.ltrim();
    if (rest.size() < behind.size() && rest.consume_front(name) &&
        (rest.empty() || !isNameChar(rest.front())))
      return rest;
  }
  return std::nullopt;
}

/// The text from a function's head on, as `isHead` knows it: the first one from
/// the place on, in at most `mostLines`, or the last one ahead of it. Empty if
/// there is none.
static StringRef findText(const SourceText &source, const FunctionPlace &place,
                          unsigned mostLines,
                          llvm::function_ref<bool(StringRef)> isHead) {
  constexpr unsigned mostOfFunction = 10'000;
  unsigned count =
      place.isInside ? std::min(place.line, mostOfFunction) : mostLines;
  for (unsigned i = 0; i < count; ++i) {
    unsigned line = place.isInside ? place.line - i : place.line + i;
    if (isHead(source.getLine(line)))
      return source.getText(line);
  }
  return {};
}

/// The list of parameters of a function with this head; std::nullopt if there is
/// none.
static std::optional<StringRef> findFunction(const SourceText &source,
                                             const FunctionPlace &place,
                                             unsigned mostLines,
                                             StringRef keyword, StringRef name,
                                             const Lexis &lexis) {
  StringRef text = findText(source, place, mostLines, [&](StringRef line) {
    return findHead(line, keyword, name).has_value();
  });
  std::optional<StringRef> head = findHead(text, keyword, name);
  return head ? findList(*head, lexis) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Readings
//===----------------------------------------------------------------------===//

/// The largest number of dimensions where the source does not say it.
static constexpr int mostDimensions = 8;
/// The largest number of dimensions that a source may say: a file can have any
/// number, and a reading has a name for each.
static constexpr int mostSaid = 64;

static Reading readScalar(StringRef name) {
  return {{name.str(), ParameterKind::Number}};
}
static Reading readPointer(StringRef name) {
  return {{name.str(), ParameterKind::Pointer}};
}

/// Appends a parameter for each dimension, called by what stands ahead of its
/// number and behind it.
static void addDimensions(Reading &reading, int rank, const Twine &ahead,
                          StringRef behind, int first = 0) {
  for (int i = first; i < first + rank; ++i)
    reading.push_back(
        {(ahead + Twine(i) + behind).str(), ParameterKind::Number});
}

/// The readings that `read` makes for a rank, or for all if that is not known. A
/// rank that no array has says nothing.
template <typename Fn>
static SourceParameter readRanks(std::optional<int> rank, Fn read) {
  SourceParameter parameter;
  if (rank && (*rank < 0 || *rank > mostSaid))
    return parameter;
  for (int each = rank.value_or(1); each <= rank.value_or(mostDimensions);
       ++each)
    parameter.readings.push_back(read(each));
  return parameter;
}

/// A parameter of this name, without names if it is a pattern or another thing
/// that is no plain name.
static SourceParameter keepName(StringRef name, SourceParameter parameter) {
  auto isPart = [](char c) {
    return isNameChar(c) || c == '!' || !llvm::isASCII(c);
  };
  if (!name.empty() && !llvm::isDigit(name.front()) &&
      llvm::all_of(name, isPart))
    return parameter;
  for (Reading &reading : parameter.readings)
    for (KernelParameter &each : reading)
      each.name.clear();
  return parameter;
}

/// An array by its pointer, its shape and its strides.
static Reading readArray(StringRef name, int rank) {
  Reading reading = readPointer(name);
  addDimensions(reading, rank, name + ".shape[", "]");
  addDimensions(reading, rank, name + ".strides[", "]");
  return reading;
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

/// The parameters of a function of Python, each with its annotation and default,
/// without a * or / of its own; std::nullopt if there is no such function.
static std::optional<std::vector<std::string>>
listPython(SourceLines &sources, const FunctionPlace &place, StringRef name) {
  constexpr unsigned mostDecorators = 30;
  SourceText source(sources.getLines(place.file), pythonLexis);
  std::optional<StringRef> list =
      findFunction(source, place, mostDecorators, "def", name, pythonLexis);
  if (!list)
    return std::nullopt;
  std::vector<std::string> parameters;
  for (StringRef part : splitList(*list, pythonLexis))
    if (part = part.ltrim('*'); !part.empty() && isNameChar(part.front()))
      parameters.push_back(part.str());
  return parameters;
}

static StringRef nameOfPython(StringRef parameter) {
  return parameter.take_while(isNameChar);
}

std::vector<SourceParameter> tessera::readPython(SourceLines &sources,
                                                 const FunctionPlace &place,
                                                 StringRef name,
                                                 ArrayRef<int> ranks) {
  std::optional<std::vector<std::string>> list =
      listPython(sources, place, name);
  if (!list || list->size() != ranks.size())
    return {};
  std::vector<SourceParameter> parameters;
  for (auto [text, rank] : llvm::zip(*list, ranks)) {
    StringRef each = nameOfPython(text);
    if (rank < 0)
      parameters.push_back({{Reading()}});
    else if (rank == 0) // a number, or an array without dimensions
      parameters.push_back({{readScalar(each), readPointer(each)}});
    else
      parameters.push_back(
          readRanks(rank, [&](int all) { return readArray(each, all); }));
  }
  return parameters;
}

/// An array as numba hands it over, of so many dimensions.
static Reading readNumbaArray(StringRef name, int rank) {
  Reading reading;
  for (StringRef part : {".meminfo", ".parent", ".size", ".itemsize"})
    reading.push_back({(name + part).str(), ParameterKind::Unknown});
  reading.push_back({name.str(), ParameterKind::Pointer});
  addDimensions(reading, rank, name + ".shape[", "]");
  addDimensions(reading, rank, name + ".strides[", "]");
  return reading;
}

std::vector<SourceParameter> tessera::readNumba(SourceLines &sources,
                                                const FunctionPlace &place,
                                                StringRef name,
                                                StringRef types) {
  std::optional<std::vector<std::string>> list =
      listPython(sources, place, name);
  SmallVector<StringRef> parts = splitList(types, rustLexis);
  std::vector<SourceParameter> parameters;
  for (auto [i, type] : llvm::enumerate(parts)) {
    std::string each = list && list->size() == parts.size()
                           ? nameOfPython((*list)[i]).str()
                           : ("arguments[" + Twine(i) + "]").str();
    SourceParameter &parameter = parameters.emplace_back();
    int rank = 0;
    if (type.consume_front("Array<")) {
      SmallVector<StringRef> arguments = splitList(type, rustLexis);
      if (arguments.size() > 1 && !arguments[1].getAsInteger(10, rank))
        parameter =
            readRanks(rank, [&](int all) { return readNumbaArray(each, all); });
    } else if (!type.contains('<')) {
      parameter.readings = {readScalar(each)};
    }
  }
  return parameters;
}

//===----------------------------------------------------------------------===//
// Rust
//===----------------------------------------------------------------------===//

/// The last part of a path, without what is generic in it.
static StringRef lastOfPath(StringRef path, StringRef generic,
                            StringRef separator) {
  path = path.take_until([&](char c) { return generic.contains(c); }).trim();
  size_t at = path.rfind(separator);
  return at == StringRef::npos ? path : path.drop_front(at + separator.size());
}

/// The number of dimensions of `Tensor<f32, {[-1, N]}>` or `{[-1; 2]}`.
static std::optional<int> findRustRank(StringRef type) {
  auto [ahead, list] = type.split('[');
  if (ahead.size() == type.size())
    return std::nullopt; // a generic shape
  int count = 0;
  StringRef repeated = list.drop_front(findEnd(list, ";", rustLexis));
  if (!repeated.consume_front(";"))
    return splitList(list, rustLexis).size();
  if (repeated.ltrim().consumeInteger(10, count))
    return std::nullopt; // a generic rank
  return count;
}

static SourceParameter readRustTensor(StringRef name, StringRef type,
                                      bool isMutable) {
  return readRanks(findRustRank(type), [&](int rank) {
    Reading reading = readArray(name, rank);
    if (isMutable) {
      addDimensions(reading, rank, name + ".partition.shape[", "]");
      addDimensions(reading, rank, name + ".partition.strides[", "]");
    }
    return reading;
  });
}

static SourceParameter readRustParameter(StringRef name, StringRef type) {
  static constexpr llvm::StringLiteral numbers[] = {
      "bool", "i8",  "i16",  "i32",  "i64", "u8",  "u16",      "u32",
      "u64",  "f16", "bf16", "tf32", "f32", "f64", "f8e4m3fn", "f8e5m2"};
  if (type.consume_front("&")) {
    if (type = type.ltrim(); type.starts_with("'"))
      type = type.drop_until(llvm::isSpace).ltrim();
    bool isMutable = type.consume_front("mut ");
    if (lastOfPath(type, "<", "::") == "Tensor")
      return readRustTensor(name, type, isMutable);
    return {};
  }
  if (type.starts_with("*"))
    return {{readPointer(name)}};
  if (llvm::is_contained(numbers, lastOfPath(type, "<", "::")))
    return {{readScalar(name)}};
  return {};
}

/// The text behind the attributes of a parameter, #[name].
static StringRef dropAttributes(StringRef part) {
  while (part.consume_front("#")) {
    part = part.split('[').second;
    part = part.drop_front(findEnd(part, "", rustLexis));
    part = part.drop_front(part.empty() ? 0 : 1).ltrim();
  }
  return part;
}

std::vector<SourceParameter> tessera::readRust(SourceLines &sources,
                                               const FunctionPlace &place,
                                               StringRef name) {
  constexpr unsigned mostOfModule = 10'000;
  SourceText source(sources.getLines(place.file), rustLexis);
  std::optional<StringRef> list =
      findFunction(source, place, mostOfModule, "fn", name, rustLexis);
  std::vector<SourceParameter> parameters;
  if (!list)
    return parameters;
  for (StringRef part : splitList(*list, rustLexis)) {
    part = dropAttributes(part);
    auto [pattern, type] = part.split(':');
    (void)pattern.consume_front("mut ");
    parameters.push_back(keepName(
        pattern.trim(), readRustParameter(pattern.trim(), type.trim())));
  }
  return parameters;
}

//===----------------------------------------------------------------------===//
// Julia
//===----------------------------------------------------------------------===//

/// The number of dimensions of `TileArray{Float32, 2}`.
static std::optional<int> findJuliaRank(StringRef type) {
  SmallVector<StringRef> arguments =
      splitList(type.split('{').second, juliaLexis);
  int rank = 0;
  if (arguments.size() < 2 || arguments[1].getAsInteger(10, rank))
    return std::nullopt;
  return rank;
}

static SourceParameter readJuliaParameter(StringRef name, StringRef type) {
  static constexpr llvm::StringLiteral numbers[] = {
      "Bool",     "Int",     "Int8",    "Int16",   "Int32",  "Int64",
      "UInt",     "UInt8",   "UInt16",  "UInt32",  "UInt64", "Float16",
      "BFloat16", "Float32", "Float64", "TFloat32"};
  static constexpr llvm::StringLiteral constants[] = {"Constant", "Val",
                                                      "Type"};
  StringRef last = lastOfPath(type, "{", ".");
  if (last == "TileArray")
    return readRanks(findJuliaRank(type), [&](int rank) {
      Reading reading = readPointer(name);
      addDimensions(reading, rank, "size(" + name + ", ", ")", 1);
      addDimensions(reading, rank, "stride(" + name + ", ", ")", 1);
      return reading;
    });
  if (llvm::is_contained(constants, last))
    return {{Reading()}};
  if (llvm::is_contained(numbers, last))
    return {{Reading(), readScalar(name)}};
  if (last == "Ptr")
    return {{readPointer(name)}};
  return {};
}

/// The list of parameters behind the name of a method, `function name(` or
/// `name(` ahead of a =. A symbol has no ! and the like.
static std::optional<StringRef> findMethod(StringRef text, StringRef name) {
  size_t end = text.find('(');
  if (end == StringRef::npos)
    return std::nullopt;
  auto isPlain = [](char c) { return llvm::isAlnum(c); };
  StringRef head = text.take_front(end).rtrim();
  size_t last = head.find_last_of(" \t\n.");
  head = head.drop_front(last == StringRef::npos ? 0 : last + 1);
  if (!llvm::equal(llvm::make_filter_range(head, isPlain),
                   llvm::make_filter_range(name, isPlain)))
    return std::nullopt;
  return text.drop_front(end + 1);
}

std::vector<SourceParameter> tessera::readJulia(SourceLines &sources,
                                                const FunctionPlace &place,
                                                StringRef name) {
  SourceText source(sources.getLines(place.file), juliaLexis);
  StringRef text =
      findText(source, place, /*mostLines=*/1, [&](StringRef line) {
        return findMethod(line, name).has_value();
      });
  std::optional<StringRef> list = findMethod(text, name);
  std::vector<SourceParameter> parameters;
  if (!list)
    return parameters;
  // Keywords stand behind a ; and are no parameters of kernels.
  StringRef positional = list->take_front(findEnd(*list, ";", juliaLexis));
  for (StringRef part : splitList(positional, juliaLexis)) {
    part = part.take_front(findEnd(part, "=", juliaLexis)).trim();
    auto [each, type] = part.split("::");
    parameters.push_back(
        part.ends_with("...")
            ? SourceParameter()
            : keepName(each.trim(),
                       readJuliaParameter(each.trim(), type.trim())));
  }
  return parameters;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

namespace {
/// The ways to hand the parameters of a kernel out, in order, to those of its
/// source.
class Match {
public:
  Match(ArrayRef<SourceParameter> source, ArrayRef<ParameterKind> kinds)
      : source(source), kinds(kinds),
        begins(source.size() + 1, llvm::BitVector(kinds.size() + 1)),
        names(kinds.size()), areNamed(kinds.size()) {}

  std::vector<std::string> run();

private:
  bool fits(const Reading &reading, size_t at) const;
  void findBegins();
  bool keepThoseThatEnd();
  void name(size_t at, StringRef name);
  void nameAll(size_t parameter);

  ArrayRef<SourceParameter> source;
  ArrayRef<ParameterKind> kinds;
  /// The parameters of the kernel that each of the source may begin with.
  std::vector<llvm::BitVector> begins;
  std::vector<std::string> names;
  llvm::BitVector areNamed;
};
} // namespace

bool Match::fits(const Reading &reading, size_t at) const {
  constexpr ParameterKind unknown = ParameterKind::Unknown;
  return at + reading.size() <= kinds.size() &&
         llvm::equal(reading, kinds.slice(at, reading.size()),
                     [](const KernelParameter &parameter, ParameterKind kind) {
                       return parameter.kind == kind || kind == unknown ||
                              parameter.kind == unknown;
                     });
}

void Match::findBegins() {
  begins.front().set(0);
  for (size_t i = 0; i < source.size(); ++i) {
    for (unsigned at : begins[i].set_bits())
      for (const Reading &reading : source[i].readings)
        if (fits(reading, at))
          begins[i + 1].set(at + reading.size());
    if (source[i].readings.empty() && begins[i].any())
      begins[i + 1].set(begins[i].find_first(), kinds.size() + 1);
  }
}

/// Keeps the beginnings from which all is handed out at the end. Returns false
/// if there are none.
bool Match::keepThoseThatEnd() {
  begins.back().reset(0, kinds.size());
  for (size_t i = source.size(); i-- > 0;) {
    const llvm::BitVector &next = begins[i + 1];
    for (unsigned at : begins[i].set_bits()) {
      auto leadsOn = [&](const Reading &reading) {
        return fits(reading, at) && next.test(at + reading.size());
      };
      bool ends = source[i].readings.empty()
                      ? next.any() && at <= unsigned(next.find_last())
                      : llvm::any_of(source[i].readings, leadsOn);
      if (!ends)
        begins[i].reset(at);
    }
  }
  return begins.front().any();
}

/// Gives a parameter of the kernel a name, none if it has another.
void Match::name(size_t at, StringRef name) {
  if (areNamed.test(at) && names[at] != name)
    name = "";
  names[at] = name.str();
  areNamed.set(at);
}

void Match::nameAll(size_t parameter) {
  const llvm::BitVector &next = begins[parameter + 1];
  const std::vector<Reading> &readings = source[parameter].readings;
  if (readings.empty())
    for (int at = begins[parameter].find_first(); at < next.find_last(); ++at)
      name(at, "");
  for (unsigned at : begins[parameter].set_bits())
    for (const Reading &reading : readings)
      if (fits(reading, at) && next.test(at + reading.size()))
        for (auto [i, each] : llvm::enumerate(reading))
          name(at + i, each.name);
}

std::vector<std::string> Match::run() {
  findBegins();
  if (keepThoseThatEnd())
    for (size_t i = 0; i < source.size(); ++i)
      nameAll(i);
  return std::move(names);
}

std::vector<std::string>
tessera::matchParameters(ArrayRef<SourceParameter> source,
                         ArrayRef<ParameterKind> kinds) {
  return Match(source, kinds).run();
}
