//===- Terminal.cpp - The debugger in a terminal --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines are read as the terminal gives them. LLVM's LineEditor would add a
// history, and needs libedit and the terminal's database, which programs that
// are linked with no shared library do without; `rlwrap` adds one from outside.
//
//===----------------------------------------------------------------------===//

#include "Inspector.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/Support/Process.h"
#include <csignal>
#include <iostream>

using namespace tessera;
using namespace tessera::debug;
using llvm::StringRef;

/// Set by Ctrl-C while the launch runs.
static volatile std::sig_atomic_t wasInterrupted = 0;

namespace {
class Terminal : public FrontEnd {
public:
  explicit Terminal(Session &session) : inspector(session) {}

  Move stopped(Session &session, Reason reason) override;
  bool wantsPause(Session &) override {
    return std::exchange(wasInterrupted, 0);
  }
  void printed(StringRef text) override { os << text; }

private:
  void tellReason(Session &session, Reason reason);
  bool readLine(std::string &line);
  std::optional<Move> parseMove(StringRef line, bool isAtEnd);

  Inspector inspector;
  EscapingStream os{llvm::outs()};
  bool isInteractive = llvm::sys::Process::StandardInIsUserInput();
  bool hasGreeted = false;
  /// An empty line repeats this.
  std::string lastLine;
  /// `step 5` makes the same move so many more times.
  Move repeated = Move::Step;
  unsigned repetitions = 0;
};
} // namespace

static constexpr struct {
  llvm::StringLiteral name, shortName;
  Move move;
  llvm::StringLiteral help;
} moves[] = {
    {"step", "s", Move::Step, "run one operation (step 5: five)"},
    {"next", "n", Move::Next, "run to the next line"},
    {"out", "o", Move::Out, "run out of the loop, branch or function"},
    {"continue", "c", Move::Continue,
     "run to the next breakpoint or finding, or to the end"},
    {"back", "bk", Move::Back, "go one operation back"},
    {"reverse-next", "rn", Move::BackLine,
     "go back to where the line begins, or to the line before"},
    {"reverse-continue", "rc", Move::BackToBreakpoint,
     "go back to the last breakpoint, or to the start"},
    {"restart", "r", Move::Restart, "go back to the start"},
    {"quit", "q", Move::Quit, "end"},
};

static void printHelp(llvm::raw_ostream &os) {
  for (const auto &each : moves)
    os << "  "
       << llvm::left_justify((each.name + ", " + each.shortName).str(), 18)
       << each.help << '\n';
  os << Inspector::help();
}

void Terminal::tellReason(Session &session, Reason reason) {
  switch (reason) {
  case Reason::Start:
  case Reason::Step:
    return;
  case Reason::Pause:
    os << "paused\n";
    return;
  case Reason::Breakpoint:
    os << "breakpoint\n";
    return;
  case Reason::Finding: {
    const interp::Finding &finding = *session.getFinding();
    os << "finding: " << finding.message << '\n';
    for (const auto &[location, text] : finding.notes) {
      mlir::FileLineColLoc place = findFileLocation(location);
      os << "  ";
      if (place)
        os << place.getFilename().getValue() << ':' << place.getLine() << ": ";
      os << text << '\n';
    }
    return;
  }
  case Reason::End:
    os << session.getErrors()
       << (session.hasSucceeded() ? "the launch has ended, nothing found\n"
                                  : "the launch has failed\n");
  }
}

/// The move that a line means; none if it means no move.
std::optional<Move> Terminal::parseMove(StringRef line, bool isAtEnd) {
  auto [name, count] = line.split(' ');
  for (const auto &each : moves) {
    if (name != each.name && name != each.shortName)
      continue;
    unsigned times = 1;
    if (!count.trim().empty() &&
        (count.trim().getAsInteger(10, times) || times == 0)) {
      os << "  '" << count.trim() << "' is no number of times\n";
      return std::nullopt;
    }
    bool goesOn = each.move <= Move::Out;
    if (isAtEnd && goesOn) {
      os << "  the launch has ended; `back`, `restart` or `quit`\n";
      return std::nullopt;
    }
    repeated = each.move;
    repetitions = times - 1;
    return each.move;
  }
  return std::nullopt;
}

bool Terminal::readLine(std::string &line) {
  os << "(tessera) ";
  llvm::outs().flush();
  if (!std::getline(std::cin, line)) {
    os << '\n';
    return false;
  }
  if (!isInteractive)
    os << line << '\n';
  return true;
}

Move Terminal::stopped(Session &session, Reason reason) {
  if (reason == Reason::Step && repetitions) {
    --repetitions;
    return repeated;
  }
  repetitions = 0;
  if (!std::exchange(hasGreeted, true) && isInteractive)
    os << "`help` lists the commands\n";
  tellReason(session, reason);
  if (LiveBlock *live = session.getBlock())
    inspector.printPlace(*live, os);
  std::string line;
  while (readLine(line)) {
    StringRef text = StringRef(line).trim();
    if (text.empty())
      text = lastLine;
    if (text.empty() || text.starts_with("#"))
      continue;
    std::string command = lastLine = text.str();
    if (text == "help" || text == "h") {
      printHelp(os);
      continue;
    }
    StringRef name = text.split(' ').first;
    bool isMove = llvm::any_of(moves, [&](const auto &each) {
      return name == each.name || name == each.shortName;
    });
    if (isMove) {
      if (std::optional<Move> move = parseMove(command, reason == Reason::End))
        return *move;
    } else if (!inspector.run(command, os)) {
      os << "  there is no command '" << name << "'; `help` lists them\n";
    }
  }
  return Move::Quit;
}

llvm::Error debug::debugInTerminal(Subject subject) {
  auto session = Session::create(std::move(subject));
  if (!session)
    return session.takeError();
  if (!*session)
    return llvm::Error::success();
  Terminal terminal(**session);
  std::signal(SIGINT, [](int) { wasInterrupted = 1; });
  // Without a breakpoint there is nowhere to go.
  bool stopsAtStart = (*session)->getBreakpoints().empty();
  (*session)->run(terminal, stopsAtStart ? Move::Step : Move::Continue);
  std::signal(SIGINT, SIG_DFL);
  llvm::outs().flush();
  return llvm::Error::success();
}
