//===- Contents.h - A hash of the contents of memory ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_CONTENTS_H
#define TESSERA_LIB_EMULATOR_GRID_CONTENTS_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace tessera::ptx {

/// A hash of the contents of written places, which does not depend on the way
/// there: rewriting the same value does not change it, and a flag that a loop
/// sets and resets leaves it as it was.
class Contents {
public:
  /// Records a place before an access that may write to it.
  void touch(const uint8_t *at, uint32_t size);
  /// 0 as long as all places hold what they held when they were first touched.
  uint64_t sum();
  void forget();
  /// True if some place has held something else since the first touch or the
  /// last call of forgetChanges, even if that was taken back.
  bool hasChanged() const { return changed; }
  void forgetChanges() { changed = false; }

private:
  using Key = std::pair<const uint8_t *, uint32_t>;
  struct Place {
    uint64_t now = 0;
    bool isDirty = false;
  };
  llvm::DenseMap<Key, Place> places;
  std::vector<Key> dirty; ///< touched since the last sum
  uint64_t total = 0;
  bool changed = false;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_CONTENTS_H
