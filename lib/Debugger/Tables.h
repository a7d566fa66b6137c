//===- Tables.h - Tiles and views as text -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DEBUGGER_TABLES_H
#define TESSERA_LIB_DEBUGGER_TABLES_H

#include "tessera/Interpreter/Observer.h"
#include "tessera/Runtime/Npy.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera::debug {

/// The text of one element.
std::string elementText(const interp::TileContents &tile, int64_t index);

/// Prints a tile as a table with the numbers of its rows and columns; of more
/// than two dimensions, a table for each index of the outer ones. Unless
/// `isFull`, leaves out the middle of what is long.
void printTable(const interp::TileContents &tile, bool isFull,
                llvm::raw_ostream &os);

/// Prints a tile as an expression of Python that makes it with numpy.
void printNumpy(const interp::TileContents &tile, llvm::raw_ostream &os);

/// The tile as the array of a .npy file.
runtime::NpyArray toArray(const interp::TileContents &tile);

/// A view in words: where it lies, its shape, and how it is cut.
std::string describeView(const interp::ViewContents &view,
                         const interp::ObservedBlock &block);

/// The elements of the tensor that a view is of. Fails if there are too many to
/// show, or if they do not lie in memory.
llvm::Expected<interp::TileContents>
readTensor(const interp::ViewContents &view,
           const interp::ObservedBlock &block);

/// The part of a tile that `[1, 0:4, :]` names: an index or a range for each
/// dimension, of which later ones may be left out.
llvm::Expected<interp::TileContents> slice(const interp::TileContents &tile,
                                           llvm::StringRef indices);

/// Replaces the elements that `indices` name by `value`, a number.
llvm::Error assign(interp::TileContents &tile, llvm::StringRef indices,
                   llvm::StringRef value);

/// "[2, 3]".
template <typename T> std::string listText(llvm::ArrayRef<T> numbers) {
  std::string text = "[";
  for (size_t i = 0; i < numbers.size(); ++i)
    text += (i ? ", " : "") + std::to_string(numbers[i]);
  return text + "]";
}

} // namespace tessera::debug

#endif // TESSERA_LIB_DEBUGGER_TABLES_H
