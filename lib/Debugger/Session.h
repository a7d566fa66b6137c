//===- Session.h - A launch that stops and goes back ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the core of the debugger. It runs a launch, stops before
// operations, asks its front end what to do, and runs the launch again to go
// back (docs/rationale/interpreter/debugging.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DEBUGGER_SESSION_H
#define TESSERA_LIB_DEBUGGER_SESSION_H

#include "Names.h"
#include "tessera/Debugger/Debugger.h"
#include "tessera/Interpreter/Observer.h"

namespace tessera::debug {

using GridPoint = std::array<uint32_t, 3>;

/// The next thing that a front end wants.
enum class Move {
  Continue,         ///< to the next breakpoint or finding, or to the end
  Step,             ///< one operation of the chosen tile block
  Next,             ///< to its next line, over calls and loops of one line
  Out,              ///< out of its loop, branch or function
  Back,             ///< one operation of the tile block back
  BackLine,         ///< to where its line begins, or else the line before
  BackToBreakpoint, ///< to the last breakpoint, or else to the start
  Restart,
  Quit,
};

enum class Reason { Start, Step, Breakpoint, Finding, Pause, End };

struct Breakpoint {
  unsigned number;
  SourcePlace place;
  /// Stops only this tile block.
  std::optional<GridPoint> block;
};

/// A tile block that has started and not ended.
struct LiveBlock {
  interp::ObservedBlock block;
  /// The operation that it is about to run, or is in; null at the start.
  mlir::Operation *op = nullptr;
  /// When that was announced, and the one before; 0: never.
  uint64_t time = 0, previousTime = 0;
  Variables variables{};
  /// Nothing goes on behind a finding that stops it.
  bool hasFinding = false;
};

class Session;

/// The side of the user.
class FrontEnd {
public:
  virtual ~FrontEnd() = default;
  /// The launch has stopped. Returns when the user has chosen how to go on.
  virtual Move stopped(Session &session, Reason reason) = 0;
  /// Asked now and then while the launch runs.
  virtual bool wantsPause(Session &session) { return false; }
  /// The kernel has printed this.
  virtual void printed(llvm::StringRef text) = 0;
};

class Session : private interp::Observer {
public:
  /// Fails if the kernel is no Tile IR, or has not the lines. Null if it need
  /// not have them.
  static llvm::Expected<std::unique_ptr<Session>> create(Subject subject);

  /// Runs until the front end quits, with this move from before the first
  /// operation. False if the last run failed.
  bool run(FrontEnd &frontEnd, Move first);

  /// \name Breakpoints, at any time
  /// @{
  /// Sets one at a line, or at the next line that has operations; an error if
  /// there is none.
  llvm::Expected<const Breakpoint *>
  addBreakpoint(llvm::StringRef line, std::optional<GridPoint> block = {});
  bool removeBreakpoint(unsigned number);
  /// Removes those in a file; all, if the name is empty.
  void removeBreakpoints(llvm::StringRef file);
  const std::vector<Breakpoint> &getBreakpoints() const { return breakpoints; }
  /// @}

  /// \name While stopped
  /// @{
  /// The tile block that the user looks at, and that steps are about; null
  /// before the first and after the last has run.
  LiveBlock *getBlock();
  bool chooseBlock(uint64_t number);
  const std::map<uint64_t, LiveBlock> &getLiveBlocks() const { return blocks; }
  /// The numbers of tile blocks that have ended.
  const std::set<uint64_t> &getEnded() const { return endedBlocks; }
  const GridPoint &getGrid() const { return subject.launch.grid; }
  /// The finding at which the launch has stopped, or the last one; or null.
  const interp::Finding *getFinding() const {
    return finding ? &*finding : nullptr;
  }
  /// After the end: the errors of the run, and true if it had none.
  llvm::StringRef getErrors() const { return errors; }
  bool hasSucceeded() const { return succeeded; }
  /// Operations that have been announced.
  uint64_t getTime() const { return time; }

  /// The value that a name means in the chosen tile block; null if none.
  mlir::Value find(llvm::StringRef name);
  /// Replaces a tile in the chosen tile block. Undone by going back.
  bool write(mlir::Value value, const interp::TileContents &contents);
  /// @}

  Sources &getSources() { return sources; }
  ValueNames &getNames() { return names; }

private:
  Session(Subject subject, mlir::Operation *entry);

  void started(interp::ObservedBlock block) override;
  bool before(interp::ObservedBlock block, mlir::Operation *op) override;
  void found(interp::ObservedBlock block,
             const interp::Finding &finding) override;
  void ended(interp::ObservedBlock block) override;

  void runOnce();
  void tellPrinted();
  bool stop(Reason reason);
  void begin(Move move);
  void goBackTo(uint64_t target);
  void applyChanges();
  std::optional<Reason> whyStop(const LiveBlock &live,
                                mlir::Operation *previous);
  bool isImplicit(mlir::Operation *op) const;
  bool isOtherLine(mlir::Operation *op) const;
  bool isOutside(mlir::Operation *op) const;
  bool arrivesAt(const SourcePlace &place, mlir::Operation *op,
                 mlir::Operation *previous) const;
  bool hits(const LiveBlock &live, mlir::Operation *previous) const;
  bool beginsLine(const LiveBlock &live, mlir::Operation *previous) const;

  Subject subject;
  Sources sources;
  ValueNames names;
  std::unique_ptr<runtime::Engine> engine;
  FrontEnd *frontEnd = nullptr;
  std::vector<Breakpoint> breakpoints;
  unsigned lastNumber = 0;

  /// \name The run
  /// @{
  std::map<uint64_t, LiveBlock> blocks;
  std::set<uint64_t> endedBlocks;
  uint64_t time = 0;
  std::optional<interp::Finding> finding;
  runtime::RunReport report;
  std::string errors;
  bool succeeded = true;
  /// Characters of the output that the user has seen.
  size_t numShown = 0;
  /// @}

  /// \name The way of going on
  /// @{
  Move move = Move::Continue;
  /// The chosen tile block, and where it was when the move began.
  uint64_t chosen = 0;
  mlir::Operation *from = nullptr;
  llvm::SmallVector<SourcePlace, 2> fromPlaces;
  /// The chosen tile block has ended: the next operation of any one counts.
  bool takesAny = false;
  /// Run again until this time, then stop; 0: no.
  uint64_t target = 0;
  /// Look for the last match before this time; 0: no search is on.
  uint64_t searchEnd = 0, lastMatch = 0;
  bool runsAgain = false, quits = false, isAtEnd = false;
  /// @}

  /// A change by the user.
  struct Change {
    uint64_t time, block;
    mlir::Value value;
    interp::TileContents contents;
  };
  std::vector<Change> changes;
};

} // namespace tessera::debug

#endif // TESSERA_LIB_DEBUGGER_SESSION_H
