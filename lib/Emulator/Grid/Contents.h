//===- Contents.h - Whether memory holds what it held ---------------------===//
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

/// A number for what lies at places that are written, which comes back when
/// that does: what is rewritten with the same value changes nothing, and what
/// is set and reset within a loop is where it was behind it.
class Contents {
public:
  /// Before an access that may write there.
  void touch(const uint8_t *at, uint32_t size);
  /// 0 as long as all places hold what they held when they were first touched.
  uint64_t sum();
  void forget();
  /// Whether some place has held something else since the first touch or the
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
