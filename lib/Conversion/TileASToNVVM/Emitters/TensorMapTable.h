//===- TensorMapTable.h - Tensor maps that blocks share ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table in global memory has the maps that the blocks of all launches have
// made so far, each behind its key: the base, extents and strides that it is
// made of.
//
//   struct Entry { u32 claim; u64 key[]; /* at 128: */ u8 map[128]; } table[256];
//
// A block that looks for a map reads the keys of a few entries, from a hash of
// its own key on, that of the first before it branches:
//
//   read = all words of a key, the first one last, with acquire
//   read == key               -> the entry's map is that of the block
//   a word of it is 0         -> nobody has published the entry: who changes the
//                                claim from 0 to 1 makes the map, and publishes
//                                the key, the first word last, with release;
//                                others read again
//   another key               -> the next entry
//
// No word of a key is 0, and none changes once it is written. So a key that is
// read as a whole is that of the entry, in whatever order its words were read;
// and its first word was read with acquire, so that the map has been made
// before. Where all entries have other keys, a block makes the map for itself.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_TENSORMAPTABLE_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_TENSORMAPTABLE_H

#include "../KernelContext.h"

namespace tessera::tileas {

/// A search of one thread for a map, in a table of maps that differ in nothing
/// but their keys.
class TensorMapTable {
public:
  /// The words of `key` are i64 that are never 0.
  TensorMapTable(mlir::ModuleOp module, llvm::StringRef name,
                 llvm::ArrayRef<mlir::Value> key)
      : module(module), name(name), key(key) {}

  /// Makes the table, which is empty.
  void makeArray(mlir::Location loc) const;

  /// The state of a search: it has found a map, has an entry in which this
  /// thread is to make one, has neither, or goes on.
  enum class State { Found, Mine, Full, Again };
  struct Search {
    /// The pointer to an entry.
    mlir::Value entry;
    /// An i32.
    mlir::Value state;

    mlir::Value is(mlir::OpBuilder &builder, mlir::Location loc,
                   State state) const;
  };
  /// The begin of a search: the number of its first entry, an i32, and the
  /// words that stand for the key there.
  struct Start {
    mlir::Value number;
    llvm::SmallVector<mlir::Value> words;
  };
  /// Reads the first key in the thread for which `isSearching` is true. Placed
  /// in front of the branch to the search, it begins as early as there are
  /// parameters.
  Start begin(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::Value isSearching) const;
  Search find(mlir::OpBuilder &builder, mlir::Location loc,
              const Start &start) const;

  /// The pointer to an entry's map.
  mlir::Value getMap(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value entry) const;

  /// Lets others find the map of an entry, which has been made.
  void publish(mlir::OpBuilder &builder, mlir::Location loc,
               mlir::Value entry) const;

private:
  mlir::Value getFirst(mlir::OpBuilder &builder, mlir::Location loc) const;
  mlir::Value getEntry(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value number) const;
  mlir::Value getWord(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value entry, size_t number) const;
  /// The words of the key of an entry, in threads for which `predicate` is
  /// true; a null predicate is true.
  llvm::SmallVector<mlir::Value> readKey(mlir::OpBuilder &builder,
                                         mlir::Location loc, mlir::Value number,
                                         mlir::Value predicate) const;
  /// The next step of a search from the words that it has read of the key of an
  /// entry: where it goes on, how many entries are left for it, and its state.
  llvm::SmallVector<mlir::Value> judge(mlir::OpBuilder &builder,
                                       mlir::Location loc, mlir::Value number,
                                       mlir::Value left,
                                       mlir::ValueRange words) const;

  mlir::ModuleOp module;
  llvm::StringRef name;
  llvm::ArrayRef<mlir::Value> key;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_TENSORMAPTABLE_H
