//===- Cases.cpp - The cases of a test file -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Cases.h"
#include "YamlNesting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/YAMLTraits.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::StringRef;
using llvm::Twine;
namespace yaml = llvm::yaml;

llvm::raw_ostream &runtime::operator<<(llvm::raw_ostream &os,
                                       const CasePlace &place) {
  return os << place.file << ':' << place.line << ':' << place.column;
}

//===----------------------------------------------------------------------===//
// The comments of a file
//===----------------------------------------------------------------------===//

namespace {
/// The YAML in the comments of a file, line for line. Blanks replace the mark
/// of each line, and the text before the mark is dropped, so that cases may be
/// indented like the kernels beside them.
class Extract {
public:
  explicit Extract(llvm::MemoryBufferRef file);

  bool isEmpty() const { return !any; }
  llvm::MemoryBufferRef getBuffer() const { return {text, file}; }
  /// Converts a place in the extract into one in the file; columns count from
  /// 1.
  CasePlace place(unsigned line, unsigned column) const;
  CasePlace place(const char *pointer) const;

private:
  StringRef file;
  std::string text;
  struct Line {
    /// The offset in the extract at which the line begins.
    size_t start;
    /// The column in the file at which its mark begins.
    unsigned indent;
  };
  std::vector<Line> lines;
  bool any = false;
};
} // namespace

Extract::Extract(llvm::MemoryBufferRef buffer)
    : file(buffer.getBufferIdentifier()) {
  constexpr StringRef mark = "//%";
  StringRef rest = buffer.getBuffer();
  while (!rest.empty()) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    StringRef content = line.ltrim(" \t");
    lines.push_back({text.size(), unsigned(line.size() - content.size())});
    if (content.consume_front(mark)) {
      any = true;
      text.append(mark.size(), ' ');
      text += content;
    }
    text += '\n';
  }
}

CasePlace Extract::place(unsigned line, unsigned column) const {
  unsigned indent = line <= lines.size() ? lines[line - 1].indent : 0;
  return {file.str(), line, column + indent};
}

CasePlace Extract::place(const char *pointer) const {
  // A missing entry has no place.
  if (!pointer)
    return place(1, 1);
  // Files have thousands of cases, and each has several places.
  size_t offset = pointer - text.data();
  size_t line = llvm::partition_point(
                    lines, [&](const Line &l) { return l.start <= offset; }) -
                lines.begin();
  return place(line, offset - lines[line - 1].start + 1);
}

//===----------------------------------------------------------------------===//
// The form of the cases
//===----------------------------------------------------------------------===//

static CasePlace currentPlace(yaml::IO &io) {
  const yaml::Node *node = static_cast<yaml::Input &>(io).getCurrentNode();
  const auto *extract = static_cast<const Extract *>(io.getContext());
  return extract->place(node ? node->getSourceRange().Start.getPointer()
                             : nullptr);
}

LLVM_YAML_IS_SEQUENCE_VECTOR(CaseArgument)
LLVM_YAML_IS_SEQUENCE_VECTOR(Case)

template <> struct yaml::MappingTraits<CaseArray> {
  static void mapping(IO &io, CaseArray &array) {
    array.place = currentPlace(io);
    io.mapOptional("ptr", array.pointer);
    io.mapOptional("array", array.array);
    io.mapOptional("in", array.before);
    io.mapOptional("out", array.after);
    if (array.pointer.empty() == array.array.empty())
      io.setError("an argument is TYPE:VALUE or has one of the keys 'ptr' and "
                  "'array', with type and shape: 'ptr: f32[2,3]'");
  }
};

template <> struct yaml::PolymorphicTraits<CaseArgument> {
  static NodeKind getKind(const CaseArgument &argument) {
    return argument.scalar.empty() ? NodeKind::Map : NodeKind::Scalar;
  }
  static std::string &getAsScalar(CaseArgument &argument) {
    return argument.scalar;
  }
  static CaseArray &getAsMap(CaseArgument &argument) { return argument.array; }
  /// No argument is a sequence: reading one as a mapping reports the error.
  static CaseArray &getAsSequence(CaseArgument &argument) {
    return argument.array;
  }
};

template <> struct yaml::MappingTraits<Case> {
  static void mapping(IO &io, Case &value) {
    value.place = currentPlace(io);
    io.mapRequired("entry", value.entry);
    io.mapOptional("grid", value.grid);
    io.mapOptional("block", value.block);
    io.mapOptional("shared", value.sharedBytes);
    io.mapOptional("args", value.arguments);
    io.mapOptional("error", value.error);
    if (static_cast<Input &>(io).error())
      return; // the values above need not be those of the file
    if (value.grid.size() > 3 || llvm::is_contained(value.grid, 0u))
      io.setError("a grid has one to three numbers from 1 on");
    if (value.block.size() > 3 || llvm::is_contained(value.block, 0u))
      io.setError("a block has one to three numbers from 1 on");
    std::string wrong;
    if (value.error && !llvm::Regex(*value.error).isValid(wrong))
      io.setError("'" + *value.error + "' is no regular expression: " + wrong);
  }
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

std::optional<std::vector<Case>> runtime::readCases(llvm::MemoryBufferRef file,
                                                    llvm::raw_ostream &errors) {
  Extract extract(file);
  std::vector<Case> cases;
  if (extract.isEmpty())
    return cases;
  auto report = [&](unsigned line, unsigned column, const Twine &message) {
    errors << extract.place(line, column) << ": error: " << message << '\n';
  };
  if (!readYaml(extract.getBuffer(), cases, report, &extract))
    return std::nullopt;
  return cases;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// Reads the words of one text.
class ElementParser {
public:
  ElementParser(Format format, uint64_t count) : format(format), count(count) {}
  llvm::Error add(StringRef word);
  llvm::Expected<std::vector<std::optional<uint64_t>>> finish();

private:
  llvm::Error addRange(StringRef word, StringRef first, StringRef last);
  llvm::Error addRepeated(StringRef value, uint64_t times);
  llvm::Error tooMany() const {
    return llvm::createStringError("there are more than " + Twine(count) +
                                   " values, the elements of the array");
  }

  Format format;
  uint64_t count;
  std::vector<std::optional<uint64_t>> elements;
};
} // namespace

llvm::Error ElementParser::addRange(StringRef word, StringRef first,
                                    StringRef last) {
  int64_t from, to;
  if (first.getAsInteger(10, from) || last.getAsInteger(10, to) || from > to)
    return llvm::createStringError("'" + word +
                                   "' is not of the form FIRST..LAST with two "
                                   "integers, the smaller one first");
  uint64_t steps = uint64_t(to) - uint64_t(from);
  if (steps >= count)
    return tooMany();
  for (uint64_t i = 0; i <= steps; ++i)
    if (llvm::Error error = addRepeated(std::to_string(from + int64_t(i)), 1))
      return error;
  return llvm::Error::success();
}

llvm::Error ElementParser::addRepeated(StringRef value, uint64_t times) {
  if (times > count - elements.size())
    return tooMany();
  std::optional<uint64_t> bits;
  if (value != "_")
    if (llvm::Error error = parseScalar(format, value).moveInto(bits))
      return error;
  elements.insert(elements.end(), times, bits);
  return llvm::Error::success();
}

llvm::Error ElementParser::add(StringRef word) {
  if (size_t dots = word.find(".."); dots != StringRef::npos)
    return addRange(word, word.take_front(dots), word.drop_front(dots + 2));
  size_t star = word.find('*');
  if (star == StringRef::npos)
    return addRepeated(word, 1);
  StringRef value = word.take_front(star), number = word.drop_front(star + 1);
  uint64_t times = count - elements.size();
  if (!number.empty() && number.getAsInteger(10, times))
    return llvm::createStringError("'" + word +
                                   "' is not of the form VALUE*COUNT");
  return addRepeated(value, times);
}

llvm::Expected<std::vector<std::optional<uint64_t>>> ElementParser::finish() {
  if (elements.size() < count)
    return llvm::createStringError("there are " + Twine(elements.size()) +
                                   " values for an array of " + Twine(count) +
                                   " elements");
  return std::move(elements);
}

llvm::Expected<std::vector<std::optional<uint64_t>>>
runtime::parseElements(Format format, uint64_t count, StringRef text) {
  // Far more elements than any test has, but not more than a host has memory
  // for.
  constexpr uint64_t most = uint64_t(1) << 26;
  if (count > most)
    return llvm::createStringError(
        "an array with values has at most 2^26 elements");
  ElementParser parser(format, count);
  while (true) {
    text = text.ltrim();
    if (text.empty())
      return parser.finish();
    StringRef word = text.take_until([](char c) { return llvm::isSpace(c); });
    if (llvm::Error error = parser.add(word))
      return std::move(error);
    text = text.drop_front(word.size());
  }
}
