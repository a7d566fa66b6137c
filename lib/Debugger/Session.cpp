//===- Session.cpp - A launch that stops and goes back --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::debug;
using interp::ObservedBlock;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

static Operation *findEntry(Operation *program, StringRef name) {
  for (Operation &op : program->getRegion(0).front())
    if (auto symbol =
            op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
        symbol && symbol.getValue() == name && op.getNumRegions())
      return &op;
  return nullptr;
}

Expected<std::unique_ptr<Session>> Session::create(Subject subject) {
  Operation *program = subject.kernel->getProgram();
  if (!program)
    return llvm::createStringError(
        "the debugger runs Tile IR, and the kernel is PTX; "
        "`cuda-tile-run --engine=emulate --trace` shows what PTX does");
  Operation *entry = findEntry(program, subject.launch.entry);
  if (!entry)
    return llvm::createStringError("there is no entry '" +
                                   subject.launch.entry + "'");
  std::vector<std::string> lines = subject.breakpoints;
  bool isOptional = subject.isOptional;
  std::unique_ptr<Session> session(new Session(std::move(subject), entry));
  for (const std::string &line : lines)
    if (llvm::Error error = session->addBreakpoint(line).takeError()) {
      if (!isOptional)
        return std::move(error);
      llvm::consumeError(std::move(error));
    }
  for (const SourcePlace &mark : session->sources.findMarks())
    session->breakpoints.push_back({++session->lastNumber, mark, {}});
  if (isOptional && !lines.empty() && session->breakpoints.empty())
    return nullptr;
  return std::move(session);
}

Session::Session(Subject given, Operation *entry)
    : subject(std::move(given)), sources(entry), names(entry, sources) {
  subject.options.interpret.observer = this;
  engine = runtime::createInterpretEngine(subject.options);
}

Expected<const Breakpoint *>
Session::addBreakpoint(StringRef line, std::optional<GridPoint> block) {
  std::optional<LineName> name = parseLineName(line);
  if (!name)
    return llvm::createStringError("'" + line +
                                   "' is no line; write FILE:LINE");
  std::optional<SourcePlace> place = sources.findLine(*name);
  if (!place)
    return llvm::createStringError(
        "the kernel has no operation at or behind line " + llvm::Twine(line) +
        "; `list` shows the lines that it has");
  breakpoints.push_back({++lastNumber, *place, block});
  return &breakpoints.back();
}

bool Session::removeBreakpoint(unsigned number) {
  size_t before = breakpoints.size();
  llvm::erase_if(breakpoints, [&](const Breakpoint &breakpoint) {
    return breakpoint.number == number;
  });
  return breakpoints.size() != before;
}

void Session::removeBreakpoints(StringRef file) {
  llvm::erase_if(breakpoints, [&](const Breakpoint &breakpoint) {
    return file.empty() || isSameFile(breakpoint.place.file, file);
  });
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

bool Session::run(FrontEnd &user, Move first) {
  frontEnd = &user;
  move = first;
  takesAny = true;
  do {
    runsAgain = isAtEnd = false;
    bool isSearch = searchEnd != 0;
    runOnce();
    if (isSearch) {
      goBackTo(lastMatch ? lastMatch : 1);
      searchEnd = 0;
    } else if (!runsAgain && !quits) {
      isAtEnd = true;
      (void)stop(Reason::End);
    }
  } while (runsAgain && !quits);
  return succeeded;
}

void Session::runOnce() {
  blocks.clear();
  endedBlocks.clear();
  time = 0;
  finding.reset();
  errors.clear();
  report = {};
  // The kernel works on a copy of the inputs.
  runtime::Launch launch = subject.launch;
  llvm::raw_string_ostream os(errors);
  succeeded = engine->load(*subject.kernel, {launch.entry}, report, os) &&
              engine->run(launch, report, os);
  blocks.clear();
  if (!runsAgain)
    tellPrinted();
}

/// Passes on the output that the user has not seen in an earlier run.
void Session::tellPrinted() {
  if (report.printed.size() > numShown) {
    frontEnd->printed(StringRef(report.printed).drop_front(numShown));
    numShown = report.printed.size();
  }
}

/// Asks the user; false if this run has to end.
bool Session::stop(Reason reason) {
  tellPrinted();
  target = 0;
  begin(frontEnd->stopped(*this, reason));
  return !runsAgain && !quits;
}

void Session::begin(Move next) {
  move = next;
  LiveBlock *live = getBlock();
  takesAny = !live;
  from = live ? live->op : nullptr;
  fromPlaces.clear();
  if (from)
    llvm::append_range(fromPlaces, sources.placesOf(from));
  switch (move) {
  case Move::Quit:
    quits = true;
    return;
  case Move::Restart:
    changes.clear();
    return goBackTo(1);
  case Move::Back: {
    bool isBehindOp = isAtEnd || (live && live->hasFinding);
    uint64_t behind = live ? live->time : time;
    uint64_t before = live && live->previousTime
                          ? live->previousTime
                          : std::max<uint64_t>(time, 2) - 1;
    return goBackTo(isBehindOp ? behind : before);
  }
  case Move::BackLine:
  case Move::BackToBreakpoint:
    searchEnd = isAtEnd ? time + 1 : std::max<uint64_t>(live->time, 1);
    lastMatch = 0;
    runsAgain = true;
    return;
  default:
    // Behind the end there is nothing.
    quits = isAtEnd;
  }
}

/// Runs again until this time. Later changes are undone.
void Session::goBackTo(uint64_t when) {
  target = std::max<uint64_t>(when, 1);
  llvm::erase_if(changes,
                 [&](const Change &change) { return change.time >= target; });
  runsAgain = true;
}

//===----------------------------------------------------------------------===//
// While the launch runs
//===----------------------------------------------------------------------===//

void Session::started(ObservedBlock block) {
  blocks.try_emplace(block.getNumber(), LiveBlock{block});
}

/// Operations between looks at what the user wants meanwhile.
static constexpr uint64_t stepsOfLook = 1 << 10;

bool Session::before(ObservedBlock block, Operation *op) {
  // The user may have chosen so at a finding.
  if (quits || runsAgain)
    return false;
  ++time;
  LiveBlock &live = blocks.find(block.getNumber())->second;
  live.previousTime = live.time;
  live.time = time;
  live.variables.advance(op, sources);
  Operation *previous = std::exchange(live.op, op);
  applyChanges();
  if (searchEnd) {
    if (time >= searchEnd)
      return false;
    bool matches =
        move == Move::BackToBreakpoint
            ? hits(live, previous)
            : block.getNumber() == chosen && beginsLine(live, previous);
    if (matches)
      lastMatch = time;
    return true;
  }
  if (target && time < target)
    return true;
  std::optional<Reason> why = whyStop(live, previous);
  if (!why && time % stepsOfLook == 0 && frontEnd->wantsPause(*this))
    why = Reason::Pause;
  if (!why)
    return true;
  chosen = block.getNumber();
  return stop(*why);
}

void Session::applyChanges() {
  for (const Change &change : changes)
    if (change.time == time)
      if (auto it = blocks.find(change.block); it != blocks.end())
        it->second.block.write(change.value, change.contents);
}

void Session::found(ObservedBlock block, const interp::Finding &what) {
  if (searchEnd || (target && time < target) || quits || runsAgain)
    return;
  finding = what;
  LiveBlock &live = blocks.find(block.getNumber())->second;
  live.hasFinding = true;
  chosen = block.getNumber();
  // A launch that is to end does so at the next operation.
  (void)stop(Reason::Finding);
  live.hasFinding = false;
}

void Session::ended(ObservedBlock block) {
  blocks.erase(block.getNumber());
  endedBlocks.insert(block.getNumber());
  takesAny |= block.getNumber() == chosen;
}

//===----------------------------------------------------------------------===//
// Where to stop
//===----------------------------------------------------------------------===//

std::optional<Reason> Session::whyStop(const LiveBlock &live,
                                       Operation *previous) {
  if (target)
    return target == 1 ? Reason::Start : Reason::Step;
  if (hits(live, previous))
    return Reason::Breakpoint;
  bool isChosen = live.block.getNumber() == chosen;
  if (takesAny && move != Move::Continue)
    return time == 1 ? Reason::Start : Reason::Step;
  if (!isChosen)
    return std::nullopt;
  bool stops = move == Move::Step ||
               (move == Move::Next && isOtherLine(live.op)) ||
               (move == Move::Out && isOutside(live.op));
  return stops ? std::optional(Reason::Step) : std::nullopt;
}

/// True for the end of a region that stands at the line of its operation: a line
/// does not begin there.
bool Session::isImplicit(Operation *op) const {
  ArrayRef<SourcePlace> places = sources.placesOf(op);
  ArrayRef<SourcePlace> around = sources.placesOf(op->getParentOp());
  return op->hasTrait<OpTrait::IsTerminator>() && !places.empty() &&
         !around.empty() && places.back().isSameLine(around.back());
}

/// True on another line than that of the last stop, or behind it in another
/// round of a loop, in the same function or one that called it.
bool Session::isOtherLine(Operation *op) const {
  ArrayRef<SourcePlace> places = sources.placesOf(op);
  if (places.empty() || places.size() > fromPlaces.size())
    return fromPlaces.empty();
  if (isImplicit(op))
    return false;
  // Inside of a call from the same line nothing has changed out here.
  const SourcePlace &here = places.back();
  return !here.isSameLine(fromPlaces[places.size() - 1]) ||
         (op->getBlock() == from->getBlock() && !from->isBeforeInBlock(op));
}

/// True outside of the region, and of the function, of the last stop.
bool Session::isOutside(Operation *op) const {
  if (!from)
    return true;
  size_t depth = sources.placesOf(op).size();
  if (fromPlaces.size() > 1)
    return depth && depth < fromPlaces.size();
  return !from->getParentOp()->isProperAncestor(op);
}

/// True if a tile block comes to a line with this operation.
bool Session::arrivesAt(const SourcePlace &place, Operation *op,
                        Operation *previous) const {
  auto isThere = [&](const SourcePlace &each) {
    return each.line == place.line && each.file == place.file;
  };
  if (!llvm::any_of(sources.placesOf(op), isThere) || isImplicit(op))
    return false;
  if (!previous || !llvm::any_of(sources.placesOf(previous), isThere))
    return true;
  // Another round of a loop on one line.
  return previous->getBlock() == op->getBlock() &&
         !previous->isBeforeInBlock(op);
}

bool Session::hits(const LiveBlock &live, Operation *previous) const {
  return llvm::any_of(breakpoints, [&](const Breakpoint &breakpoint) {
    return (!breakpoint.block ||
            *breakpoint.block == live.block.getPosition()) &&
           arrivesAt(breakpoint.place, live.op, previous);
  });
}

/// True if a line of the function of the last stop, or of a caller, begins.
bool Session::beginsLine(const LiveBlock &live, Operation *previous) const {
  ArrayRef<SourcePlace> places = sources.placesOf(live.op);
  return !places.empty() && places.size() <= fromPlaces.size() &&
         arrivesAt(places.back(), live.op, previous);
}

//===----------------------------------------------------------------------===//
// Inspection
//===----------------------------------------------------------------------===//

LiveBlock *Session::getBlock() {
  auto it = blocks.find(chosen);
  return it == blocks.end() ? nullptr : &it->second;
}

bool Session::chooseBlock(uint64_t number) {
  if (!blocks.count(number))
    return false;
  chosen = number;
  return true;
}

mlir::Value Session::find(StringRef name) {
  if (name.starts_with("%"))
    return names.find(name);
  LiveBlock *live = getBlock();
  return live ? live->variables.find(name) : mlir::Value();
}

bool Session::write(mlir::Value value, const interp::TileContents &contents) {
  LiveBlock *live = getBlock();
  if (!live || !live->block.write(value, contents))
    return false;
  changes.push_back({time, live->block.getNumber(), value, contents});
  return true;
}
