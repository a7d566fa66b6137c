//===- Names.cpp - Names of values in the source --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::debug;

//===----------------------------------------------------------------------===//
// Lines of source
//===----------------------------------------------------------------------===//

static bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The name at the end of the text; empty if there is none.
static StringRef lastName(StringRef text) {
  StringRef name = text.take_back(
      text.size() - (text.find_last_not_of("abcdefghijklmnopqrstuvwxyz"
                                           "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_") +
                     1));
  return name.empty() || llvm::isDigit(name.front()) ? StringRef() : name;
}

/// The place of the first `=` outside of brackets that is no comparison, or
/// npos.
static size_t findAssignment(StringRef line) {
  int depth = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i], next = i + 1 < line.size() ? line[i + 1] : ' ';
    if (c == '#' || c == '"' || c == '\'')
      return StringRef::npos;
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (c != '=' || depth)
      continue;
    char before = i ? line[i - 1] : ' ';
    if (next == '=' || before == '=' || before == '!' ||
        ((before == '<' || before == '>') && (i < 2 || line[i - 2] != before)))
      return StringRef::npos;
    return i;
  }
  return StringRef::npos;
}

StringRef debug::assignedName(StringRef line) {
  size_t at = findAssignment(line);
  if (at == StringRef::npos)
    return "";
  StringRef left = line.take_front(at).rtrim("+-*/@%&|^<>. \t");
  // Behind a colon stands the type.
  if (size_t colon = left.find(':');
      colon != StringRef::npos && !left.substr(colon).starts_with("::"))
    left = left.take_front(colon).rtrim();
  StringRef name = lastName(left);
  StringRef before = left.drop_back(name.size()).rtrim();
  // `a, b = ...`, `object.field = ...` and `%x = ...` name no single variable.
  bool isOther = !before.empty() && StringRef(",.%").contains(before.back());
  return isOther ? StringRef() : name;
}

StringRef debug::counterName(StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("for "))
    return "";
  line = line.ltrim(" (");
  StringRef name = line.take_while(isNameChar);
  StringRef rest = line.drop_front(name.size()).ltrim();
  return rest.starts_with("in ") || rest.starts_with("=") ? name : StringRef();
}

//===----------------------------------------------------------------------===//
// ValueNames
//===----------------------------------------------------------------------===//

ValueNames::ValueNames(Operation *entry, Sources &sources) : state(entry) {
  entry->walk([&](Operation *op) {
    readNames(op, sources);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        readArguments(block, sources);
  });
  if (hasOwn)
    return;
  entry->walk([&](Operation *op) {
    for (mlir::Value result : op->getResults())
      add(result, nameOf(result));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          add(argument, nameOf(argument));
  });
}

/// Text of a program as its files have it.
static std::string withoutDialect(StringRef text) {
  std::string plain;
  while (!text.empty()) {
    size_t at = std::min(text.find("cuda_tile."), text.size());
    plain += text.take_front(at);
    if (at < text.size() && !plain.empty() && plain.back() == '!')
      plain.pop_back();
    text = text.substr(at + StringRef("cuda_tile.").size());
  }
  return plain;
}

void ValueNames::add(mlir::Value value, StringRef name) {
  values.try_emplace(name, value);
  names.try_emplace(value, name.str());
}

/// Reads `%a, %b:2 = ` ahead of the operation's place.
void ValueNames::readNames(Operation *op, Sources &sources) {
  ArrayRef<SourcePlace> places = sources.placesOf(op);
  if (places.size() != 1 || op->getNumResults() == 0)
    return;
  StringRef line = sources.lineOf(places[0].file, places[0].line);
  StringRef left =
      line.take_front(places[0].column ? places[0].column - 1 : 0).rtrim();
  if (!left.consume_back("="))
    return;
  left = left.substr(left.find('%') == StringRef::npos ? left.size()
                                                       : left.find('%'));
  // Several operations may stand on one line.
  for (size_t end = left.rfind(" %"); end != StringRef::npos;
       end = left.take_front(end).rfind(" %"))
    if (end && !left.take_front(end).rtrim().ends_with(",")) {
      left = left.substr(end + 1);
      break;
    }
  SmallVector<StringRef> groups;
  left.split(groups, ',');
  unsigned next = 0;
  for (StringRef group : groups) {
    auto [name, text] = group.trim().split(':');
    unsigned count = 1;
    if (!name.starts_with("%") ||
        (!text.empty() && text.getAsInteger(10, count)))
      return;
    hasOwn = true;
    for (unsigned i = 0; i < count && next < op->getNumResults(); ++i, ++next)
      add(op->getResult(next),
          count == 1 ? name.str() : (name + "#" + Twine(i)).str());
  }
}

/// Arguments stand at their own names.
void ValueNames::readArguments(Block &block, Sources &sources) {
  for (BlockArgument argument : block.getArguments()) {
    auto place = dyn_cast<FileLineColLoc>(argument.getLoc());
    if (!place || place.getColumn() == 0)
      continue;
    StringRef text = sources.lineOf(place.getFilename(), place.getLine())
                         .drop_front(place.getColumn() - 1);
    StringRef rest = text;
    if (rest.consume_front("%"))
      add(argument, text.take_front(1 + rest.take_while([](char c) {
                                              return isNameChar(c) ||
                                                     c == '$' || c == '.' ||
                                                     c == '-';
                                            })
                                            .size()));
  }
}

std::string ValueNames::nameOf(mlir::Value value) {
  if (auto it = names.find(value); it != names.end())
    return it->second;
  std::string name;
  llvm::raw_string_ostream os(name);
  value.printAsOperand(os, state);
  return name;
}

mlir::Value ValueNames::find(StringRef name) const {
  return values.lookup(name);
}

std::string ValueNames::textOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, state);
  return withoutDialect(StringRef(text).split('\n').first.trim());
}

std::string debug::textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return withoutDialect(text);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

bool debug::isToken(mlir::Value value) {
  return isa<cuda_tile::TokenType>(value.getType());
}

bool debug::isAddress(mlir::Type type) {
  auto tile = dyn_cast<cuda_tile::TileType>(type);
  return tile && isa<cuda_tile::PointerType>(tile.getElementType());
}

/// The result that an assignment takes: of a load the tile, and of several the
/// one that something uses.
static mlir::Value assignedResult(Operation *op) {
  mlir::Value first;
  for (mlir::Value result : op->getResults()) {
    if (isToken(result))
      continue;
    if (!result.use_empty())
      return result;
    if (!first)
      first = result;
  }
  return first;
}

void Variables::advance(Operation *op, Sources &sources) {
  ArrayRef<SourcePlace> places = sources.placesOf(op);
  if (last) {
    noteResults(last, sources);
    // Before names move, as a line is over where control goes on.
    commit(places);
    leaveCalls(sources.placesOf(last), places);
    follow(last, op, sources);
  }
  scopes.resize(std::max<size_t>(places.size(), 1));
  last = op;
}

void Variables::noteResults(Operation *op, Sources &sources) {
  mlir::Value value = assignedResult(op);
  if (!value)
    return;
  ArrayRef<SourcePlace> places = sources.placesOf(op);
  pending.resize(places.size());
  for (auto [level, place] : llvm::enumerate(places))
    if (StringRef name = assignedName(sources.lineOf(place.file, place.line));
        !name.empty())
      pending[level] = Assignment{place, name, value};
}

/// Makes the assignments of all lines that the block has left.
void Variables::commit(ArrayRef<SourcePlace> places) {
  for (auto [level, assignment] : llvm::enumerate(pending)) {
    if (!assignment ||
        (level < places.size() && places[level].isSameLine(assignment->place)))
      continue;
    if (level < scopes.size())
      scopes[level][assignment->name] = assignment->value;
    assignment.reset();
  }
}

/// Forgets the variables of functions that the block has left.
void Variables::leaveCalls(ArrayRef<SourcePlace> from,
                           ArrayRef<SourcePlace> to) {
  size_t common = 0, most = std::min(from.size(), to.size());
  while (common < most && from[common].isSameLine(to[common]))
    ++common;
  scopes.resize(std::min(scopes.size(), common + 1));
}

void Variables::rename(mlir::Value from, mlir::Value to) {
  for (auto &scope : scopes)
    for (auto &[name, value] : scope)
      if (value == from)
        value = to;
}

/// Lets variables follow the values that a loop or branch hands on: its last
/// operands become arguments of the block that `to` begins, or results of the
/// operation that it ends.
void Variables::follow(Operation *from, Operation *to, Sources &sources) {
  Block *block = to->getBlock();
  Operation *around = block->getParentOp();
  auto renameLast = [&](auto names, size_t most) {
    size_t count =
        std::min<size_t>({most, from->getNumOperands(), names.size()});
    for (size_t i = 1; i <= count; ++i) {
      mlir::Value old = from->getOperand(from->getNumOperands() - i);
      mlir::Value name = names[names.size() - i];
      // The body of a reduction takes elements, not what it reduces.
      if (old.getType() == name.getType())
        rename(old, name);
    }
  };
  if (&block->front() == to && around->isAncestor(from)) {
    renameLast(block->getArguments(), around->getNumResults());
    nameCounter(*block, sources);
    return;
  }
  Operation *ended = block->findAncestorOpInBlock(*from);
  if (ended && ended != from)
    renameLast(ended->getResults(), ended->getNumResults());
}

/// Names the counter of the loop whose body this is: its argument ahead of those
/// that are carried.
void Variables::nameCounter(Block &body, Sources &sources) {
  Operation *loop = body.getParentOp();
  ArrayRef<SourcePlace> places = sources.placesOf(loop);
  if (places.empty() || places.size() > scopes.size() ||
      body.getNumArguments() <= loop->getNumResults())
    return;
  const SourcePlace &place = places.back();
  if (StringRef name = counterName(sources.lineOf(place.file, place.line));
      !name.empty())
    scopes[places.size() - 1][name] = body.getArgument(0);
}

mlir::Value Variables::find(StringRef name) const {
  for (const auto &scope : llvm::reverse(scopes))
    if (auto it = scope.find(name); it != scope.end())
      return it->second;
  return {};
}

std::vector<std::pair<StringRef, mlir::Value>> Variables::list() const {
  return {scopes.back().begin(), scopes.back().end()};
}
