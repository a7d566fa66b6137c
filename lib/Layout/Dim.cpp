//===- Dim.cpp - Dimensions of layouts ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Dim.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>
#include <vector>

using namespace llvm;

namespace tessera {

/// The names of the dimensions that are constants, in the order of their
/// numbers.
static constexpr StringLiteral fixedNames[] = {
    "register", "lane",  "warp",  "block", "offset", "row",   "column", "dim0",
    "dim1",     "dim2",  "dim3",  "dim4",  "dim5",   "dim6",  "dim7",   "dim8",
    "dim9",     "dim10", "dim11", "dim12", "dim13",  "dim14", "dim15"};

/// The numbers of all names. Entries are never removed, so that references
/// returned by `getName` stay valid.
class DimTable {
public:
  static DimTable &get() {
    static DimTable table;
    return table;
  }

  Dim intern(StringRef name) {
    std::lock_guard<std::mutex> lock(mutex);
    auto [it, isNew] = numbers.try_emplace(name, names.size());
    if (isNew)
      names.push_back(it->first());
    return Dim(it->second);
  }

  StringRef lookup(uint32_t number) {
    std::lock_guard<std::mutex> lock(mutex);
    return names[number];
  }

private:
  DimTable() {
    static_assert(std::size(fixedNames) ==
                  Dim::kFirstNumbered + Dim::kNumNumbered);
    for (StringRef name : fixedNames)
      intern(name);
  }

  std::mutex mutex;
  StringMap<uint32_t> numbers;
  std::vector<StringRef> names;
};

Dim Dim::get(StringRef name) { return DimTable::get().intern(name); }

Dim Dim::internNumbered(unsigned number) {
  return get(("dim" + Twine(number)).str());
}

StringRef Dim::getName() const {
  if (id < std::size(fixedNames))
    return fixedNames[id];
  return DimTable::get().lookup(id);
}

raw_ostream &operator<<(raw_ostream &os, Dim dim) {
  return os << dim.getName();
}

} // namespace tessera
