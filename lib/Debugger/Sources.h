//===- Sources.h - The lines that operations come from ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DEBUGGER_SOURCES_H
#define TESSERA_LIB_DEBUGGER_SOURCES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <optional>
#include <set>

namespace tessera::debug {

/// A line of a source file, in a function of it.
struct SourcePlace {
  llvm::StringRef file;
  /// Counted from 1; the column is 0 if it is not known.
  unsigned line = 0, column = 0;
  llvm::StringRef function;

  bool isSameLine(const SourcePlace &other) const {
    return line == other.line && file == other.file &&
           function == other.function;
  }
};

/// "file.py:17".
std::string nameOf(const SourcePlace &place);

/// True if one path is the end of the other.
bool isSameFile(llvm::StringRef a, llvm::StringRef b);

/// A file and line that a user names, of which the file may be the end of a
/// path: `file.py:17`, or `17` in the file of the kernel.
struct LineName {
  std::string file;
  unsigned line = 0;
};

/// Nothing if the text has another form.
std::optional<LineName> parseLineName(llvm::StringRef text);

/// The source places of the operations of an entry, and the text of their
/// files. Places of one operation are those of inlined calls: the outermost
/// caller first.
class Sources {
public:
  explicit Sources(mlir::Operation *entry);

  /// Empty if none is known.
  llvm::ArrayRef<SourcePlace> placesOf(mlir::Operation *op) const;

  /// The place of the line with this name, or of the next one after it that has
  /// operations; none if there is none in that file.
  std::optional<SourcePlace> findLine(const LineName &name) const;

  /// The lines behind which a comment says `tessera: break`.
  std::vector<SourcePlace> findMarks();

  /// The text of a line, without its newline; empty if the file cannot be read
  /// or has no such line.
  llvm::StringRef lineOf(llvm::StringRef file, unsigned line);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> buffer;
    llvm::SmallVector<llvm::StringRef, 0> lines;
  };
  struct Lines {
    std::set<unsigned> numbers;
    unsigned first = ~0u;
  };
  using Places = llvm::SmallVector<SourcePlace, 2>;

  void addPlaces(mlir::Location loc, Places &places) const;

  llvm::StringRef entryName;
  llvm::DenseMap<mlir::Operation *, Places> places;
  /// The lines of each file that have operations, and the first of them or of
  /// the function.
  std::map<llvm::StringRef, Lines> lines;
  llvm::StringMap<File> files;
};

} // namespace tessera::debug

#endif // TESSERA_LIB_DEBUGGER_SOURCES_H
