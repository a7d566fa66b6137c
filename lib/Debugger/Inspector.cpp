//===- Inspector.cpp - Questions about a stopped launch -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspector.h"
#include "Tables.h"
#include "Tokens.h"
#include "tessera/Runtime/Scalar.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::debug;
using interp::Contents;
using interp::TileContents;
using interp::ViewContents;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Tile blocks by name
//===----------------------------------------------------------------------===//

std::string debug::pointText(const GridPoint &point) {
  return "(" + std::to_string(point[0]) + ", " + std::to_string(point[1]) +
         ", " + std::to_string(point[2]) + ")";
}

std::optional<uint64_t> debug::parseBlock(StringRef text,
                                          const GridPoint &grid) {
  SmallVector<StringRef> parts;
  text.trim().trim("()").split(parts, ',');
  uint64_t number = 0;
  if (parts.size() == 1)
    return parts[0].trim().getAsInteger(10, number) ? std::nullopt
                                                    : std::optional(number);
  if (parts.size() > 3)
    return std::nullopt;
  for (size_t k = parts.size(); k-- > 0;) {
    uint64_t each;
    if (parts[k].trim().getAsInteger(10, each) || each >= grid[k])
      return std::nullopt;
    number = number * grid[k] + each;
  }
  return number;
}

Expected<LiveBlock *> Inspector::requireBlock() {
  if (LiveBlock *live = session.getBlock())
    return live;
  return llvm::createStringError(
      "the launch has ended; `back` or `restart` runs it again");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string Inspector::summarize(Type type, const Contents &contents) {
  if (auto *tile = std::get_if<TileContents>(&contents)) {
    if (tile->shape.empty() && isAddress(type)) {
      uint64_t address = runtime::loadScalar(tile->format, tile->bytes.data());
      return "0x" + llvm::utohexstr(address, /*LowerCase=*/true) + ", " +
             session.getBlock()->block.describe(address);
    }
    if (tile->shape.empty())
      return elementText(*tile, 0);
    constexpr int64_t most = 6;
    int64_t count = tile->bytes.size() / numerics::storageBytes(tile->format);
    std::string text = "[";
    for (int64_t i = 0; i < std::min(count, most); ++i)
      text += (i ? ", " : "") + elementText(*tile, i);
    return text + (count > most ? ", ...]" : "]");
  }
  if (auto *view = std::get_if<ViewContents>(&contents))
    return describeView(*view, session.getBlock()->block);
  if (auto *place = std::get_if<interp::PlaceContents>(&contents))
    return place->text;
  return std::holds_alternative<std::monostate>(contents) ? "not computed yet"
                                                          : "token";
}

Expected<std::pair<Type, Contents>> Inspector::evaluate(StringRef expression) {
  Expected<LiveBlock *> live = requireBlock();
  if (!live)
    return live.takeError();
  StringRef name = expression.trim();
  size_t bracket = std::min(name.find('['), name.size());
  StringRef indices = name.substr(bracket);
  name = name.take_front(bracket).rtrim();
  mlir::Value value = session.find(name);
  if (!value)
    return llvm::createStringError(
        "there is no '" + name +
        "' here: no line that has run assigns it, or the compiler of the front "
        "end has made a constant of it; `variables` and `values` list what "
        "there is");
  Contents contents = (*live)->block.read(value);
  if (indices.empty())
    return std::make_pair(value.getType(), contents);
  if (auto *view = std::get_if<ViewContents>(&contents)) {
    Expected<TileContents> tensor = readTensor(*view, (*live)->block);
    if (!tensor)
      return tensor.takeError();
    contents = *tensor;
  }
  auto *tile = std::get_if<TileContents>(&contents);
  if (!tile)
    return llvm::createStringError("'" + name + "' has no elements");
  Expected<TileContents> part = slice(*tile, indices);
  if (!part)
    return part.takeError();
  return std::make_pair(value.getType(), Contents(*part));
}

/// `print NAME[INDICES] [full|numpy|to FILE.npy]`
Error Inspector::print(StringRef arguments, llvm::raw_ostream &os) {
  auto [expression, file] = arguments.split(" to ");
  expression = expression.trim();
  bool isFull = expression.consume_back(" full");
  bool isNumpy = expression.consume_back(" numpy");
  if (expression.empty())
    return llvm::createStringError(
        "write `print NAME`; `variables` and `values` list what there is");
  auto value = evaluate(expression);
  if (!value)
    return value.takeError();
  auto &[type, contents] = *value;
  if (auto *view = std::get_if<ViewContents>(&contents)) {
    os << expression << ": " << textOf(type) << '\n'
       << "  " << describeView(*view, session.getBlock()->block) << '\n';
    Expected<TileContents> tensor =
        readTensor(*view, session.getBlock()->block);
    if (!tensor)
      return tensor.takeError();
    contents = *tensor;
  } else if (!std::holds_alternative<TileContents>(contents) || !isNumpy) {
    os << expression << ": " << textOf(type) << '\n';
  }
  auto *tile = std::get_if<TileContents>(&contents);
  if (!tile || (tile->shape.empty() && !isNumpy && file.empty())) {
    os << "  " << summarize(type, contents) << '\n';
    return Error::success();
  }
  if (!file.empty()) {
    if (Error error = runtime::writeNpy(file.trim(), toArray(*tile)))
      return error;
    os << "  written to " << file.trim() << '\n';
    return Error::success();
  }
  if (isNumpy)
    printNumpy(*tile, os);
  else
    printTable(*tile, isFull, os);
  return Error::success();
}

Error Inspector::change(StringRef what, StringRef text) {
  Expected<LiveBlock *> live = requireBlock();
  if (!live)
    return live.takeError();
  size_t bracket = std::min(what.find('['), what.size());
  StringRef name = what.take_front(bracket).trim();
  mlir::Value value = session.find(name);
  Contents contents;
  if (value)
    contents = (*live)->block.read(value);
  auto *tile = std::get_if<TileContents>(&contents);
  if (!tile)
    return llvm::createStringError("there is no tile '" + name + "' here");
  if (text.ends_with(".npy")) {
    Expected<runtime::NpyArray> array = runtime::readNpy(text);
    if (!array)
      return array.takeError();
    if (array->shape != tile->shape || array->fortranOrder ||
        array->data.size() != tile->bytes.size())
      return llvm::createStringError(
          text + " has another shape or type than '" + name + "'");
    tile->bytes.assign(array->data.begin(), array->data.end());
  } else if (Error error = assign(*tile, what.substr(bracket), text)) {
    return error;
  }
  if (session.write(value, *tile))
    return Error::success();
  return llvm::createStringError("'" + name + "' cannot be changed");
}

/// `set NAME[INDICES] = VALUE`
Error Inspector::set(StringRef arguments, llvm::raw_ostream &os) {
  auto [what, value] = arguments.split('=');
  if (value.trim().empty())
    return llvm::createStringError(
        "write `set NAME = VALUE`, `set NAME[1, 0:4] = VALUE` or `set NAME = "
        "FILE.npy`");
  return change(what.trim(), value.trim());
}

void Inspector::printValue(StringRef name, mlir::Value value,
                           llvm::raw_ostream &os) {
  os << "  " << name << ": " << textOf(value.getType()) << " = "
     << summarize(value.getType(), session.getBlock()->block.read(value))
     << '\n';
}

Error Inspector::variables(StringRef, llvm::raw_ostream &os) {
  Expected<LiveBlock *> live = requireBlock();
  if (!live)
    return live.takeError();
  auto all = (*live)->variables.list();
  if (all.empty())
    os << "  no line that has run assigns a variable; `values` lists what "
          "operations have computed\n";
  for (const auto &[name, value] : all)
    printValue(name, value, os);
  return Error::success();
}

std::vector<mlir::Value> Inspector::valuesInScope() {
  std::vector<mlir::Value> all;
  LiveBlock *live = session.getBlock();
  for (Operation *op = live ? live->op : nullptr; op && op->getBlock();
       op = op->getParentOp()) {
    for (Operation *before = op->getPrevNode(); before;
         before = before->getPrevNode())
      llvm::append_range(all, before->getResults());
    llvm::append_range(all, op->getBlock()->getArguments());
    // Anything further out belongs to no tile block.
    if (SymbolTable::getSymbolName(op->getParentOp()))
      break;
  }
  return all;
}

Error Inspector::values(StringRef, llvm::raw_ostream &os) {
  Expected<LiveBlock *> live = requireBlock();
  if (!live)
    return live.takeError();
  std::vector<mlir::Value> all = valuesInScope();
  for (mlir::Value value : llvm::reverse(all))
    printValue(session.getNames().nameOf(value), value, os);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static std::string lineText(Session &session, const SourcePlace &place) {
  StringRef text = session.getSources().lineOf(place.file, place.line);
  return llvm::formatv("{0,5} | {1}", place.line, text).str();
}

std::string Inspector::operationText(Operation *op) {
  ArrayRef<SourcePlace> places = session.getSources().placesOf(op);
  if (session.getNames().areOwn() && !places.empty())
    return session.getSources()
        .lineOf(places.back().file, places.back().line)
        .trim()
        .str();
  return session.getNames().textOf(op);
}

void Inspector::printPlace(const LiveBlock &live, llvm::raw_ostream &os) {
  ArrayRef<SourcePlace> places = session.getSources().placesOf(live.op);
  os << "tile block " << pointText(live.block.getPosition()) << ", operation "
     << session.getTime();
  if (places.empty()) {
    os << ", at no known line\n";
  } else {
    os << ", " << nameOf(places.back()) << " in " << places.back().function
       << '\n';
    if (std::string text = lineText(session, places.back()); text.size() > 8)
      os << text << '\n';
  }
  // The file has the operation itself.
  if (!session.getNames().areOwn())
    os << "  next: " << session.getNames().textOf(live.op) << '\n';
}

/// The place, and the callers of inlined functions.
Error Inspector::where(StringRef, llvm::raw_ostream &os) {
  Expected<LiveBlock *> live = requireBlock();
  if (!live)
    return live.takeError();
  printPlace(**live, os);
  ArrayRef<SourcePlace> places = session.getSources().placesOf((*live)->op);
  for (const SourcePlace &place : llvm::reverse(places.drop_back()))
    os << "called from " << nameOf(place) << " in " << place.function << '\n'
       << lineText(session, place) << '\n';
  return Error::success();
}

/// The lines around a line, or around the place.
Error Inspector::list(StringRef arguments, llvm::raw_ostream &os) {
  std::optional<SourcePlace> middle;
  LiveBlock *live = session.getBlock();
  if (std::optional<LineName> name = parseLineName(arguments.trim()))
    middle = session.getSources().findLine(*name);
  else if (live && !session.getSources().placesOf(live->op).empty())
    middle = session.getSources().placesOf(live->op).back();
  if (!middle)
    return llvm::createStringError("there is no such line with operations");
  Sources &sources = session.getSources();
  constexpr unsigned around = 5;
  unsigned first = middle->line > around ? middle->line - around : 1;
  for (unsigned line = first; line <= middle->line + around; ++line) {
    SourcePlace place{middle->file, line, 0, {}};
    if (sources.lineOf(place.file, line).empty() && line > middle->line + 1)
      continue;
    os << (line == middle->line ? ">" : " ") << lineText(session, place)
       << '\n';
  }
  return Error::success();
}

/// All tile blocks in words: what those that live do.
Error Inspector::blocks(StringRef, llvm::raw_ostream &os) {
  const GridPoint &grid = session.getGrid();
  uint64_t count = uint64_t(grid[0]) * grid[1] * grid[2];
  const auto &live = session.getLiveBlocks();
  os << count << " tile blocks: " << session.getEnded().size() << " ended, "
     << live.size() << " live, "
     << count - session.getEnded().size() - live.size() << " not started\n";
  for (const auto &[number, each] : live) {
    os << (&each == session.getBlock() ? "> " : "  ") << number << " "
       << pointText(each.block.getPosition()) << "  ";
    if (!each.op) {
      os << "about to start\n";
      continue;
    }
    ArrayRef<SourcePlace> places = session.getSources().placesOf(each.op);
    os << (places.empty() ? "?" : nameOf(places.back())) << "  "
       << operationText(each.op) << '\n';
  }
  return Error::success();
}

Error Inspector::block(StringRef arguments, llvm::raw_ostream &os) {
  std::optional<uint64_t> number = parseBlock(arguments, session.getGrid());
  if (!number || !session.chooseBlock(*number))
    return llvm::createStringError("tile block '" + arguments.trim() +
                                   "' does not live; `blocks` lists those that "
                                   "do");
  return where("", os);
}

Error Inspector::tokens(StringRef, llvm::raw_ostream &os) {
  Expected<LiveBlock *> live = requireBlock();
  if (!live)
    return live.takeError();
  std::vector<mlir::Value> all = valuesInScope();
  for (mlir::Value value : llvm::reverse(all))
    if (isToken(value))
      os << "  " << session.getNames().nameOf(value) << "  "
         << describeToken(value, session) << '\n';
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Breakpoints
//===----------------------------------------------------------------------===//

static void printBreakpoint(const Breakpoint &breakpoint,
                            llvm::raw_ostream &os) {
  os << "  " << breakpoint.number << "  " << nameOf(breakpoint.place);
  if (breakpoint.block)
    os << " in tile block " << pointText(*breakpoint.block);
  os << '\n';
}

Error Inspector::breakpoints(StringRef, llvm::raw_ostream &os) {
  for (const Breakpoint &breakpoint : session.getBreakpoints())
    printBreakpoint(breakpoint, os);
  return Error::success();
}

Expected<Breakpoint> Inspector::addBreakpoint(StringRef line, StringRef where) {
  std::optional<GridPoint> block;
  if (!where.empty()) {
    const GridPoint &grid = session.getGrid();
    std::optional<uint64_t> number = parseBlock(where, grid);
    if (!number)
      return llvm::createStringError("'" + where +
                                     "' is no tile block of the grid");
    block = GridPoint{uint32_t(*number % grid[0]),
                      uint32_t(*number / grid[0] % grid[1]),
                      uint32_t(*number / grid[0] / grid[1])};
  }
  Expected<const Breakpoint *> added = session.addBreakpoint(line, block);
  if (!added)
    return added.takeError();
  return **added;
}

/// `break FILE:LINE [in X,Y,Z]`; without a line, lists them.
Error Inspector::setBreakpoint(StringRef arguments, llvm::raw_ostream &os) {
  if (arguments.trim().empty())
    return breakpoints("", os);
  auto [line, block] = arguments.split(" in ");
  Expected<Breakpoint> added = addBreakpoint(line.trim(), block.trim());
  if (!added)
    return added.takeError();
  printBreakpoint(*added, os);
  return Error::success();
}

Error Inspector::removeBreakpoint(StringRef arguments, llvm::raw_ostream &) {
  unsigned number;
  if (arguments.trim().empty()) {
    session.removeBreakpoints("");
    return Error::success();
  }
  if (arguments.trim().getAsInteger(10, number) ||
      !session.removeBreakpoint(number))
    return llvm::createStringError("there is no breakpoint " +
                                   arguments.trim());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

StringRef Inspector::help() {
  return "  break FILE:LINE [in X,Y,Z]  stop at a line (of one tile block); "
         "without a line: list\n"
         "  delete [N]        remove a breakpoint, or all\n"
         "  print NAME        show a value; NAME[0:4, 2] a part, `full` behind "
         "it all of it,\n"
         "                    `numpy` as an expression, `to FILE.npy` in a "
         "file\n"
         "  set NAME = VALUE  change a tile, or NAME[...] a part of it; VALUE "
         "may be a .npy file\n"
         "  variables, values show what the lines have assigned; what "
         "operations have computed\n"
         "  where, list       show the place and its callers; the lines "
         "around\n"
         "  blocks, block N   show what tile blocks do; look at another one\n"
         "  tokens            show the tokens and what each comes after\n";
}

bool Inspector::run(StringRef line, llvm::raw_ostream &os) {
  using Command = Error (Inspector::*)(StringRef, llvm::raw_ostream &);
  static constexpr std::pair<llvm::StringLiteral, Command> commands[] = {
      {"b", &Inspector::setBreakpoint},
      {"block", &Inspector::block},
      {"blocks", &Inspector::blocks},
      {"break", &Inspector::setBreakpoint},
      {"delete", &Inspector::removeBreakpoint},
      {"l", &Inspector::list},
      {"list", &Inspector::list},
      {"p", &Inspector::print},
      {"print", &Inspector::print},
      {"set", &Inspector::set},
      {"tokens", &Inspector::tokens},
      {"values", &Inspector::values},
      {"variables", &Inspector::variables},
      {"w", &Inspector::where},
      {"where", &Inspector::where}};
  auto [name, arguments] = line.trim().split(' ');
  for (const auto &[known, command] : commands)
    if (known == name) {
      if (Error error = (this->*command)(arguments.trim(), os))
        os << "  " << llvm::toString(std::move(error)) << '\n';
      return true;
    }
  return false;
}
