//===- Dim.h - Dimensions of layouts ----------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the names of a layout's dimensions as numbers. Passes
// compose and invert layouts by the thousand, and each step looks dimensions up
// by name; so a name is interned once, and from then on compared as a number.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_DIM_H
#define TESSERA_LAYOUT_DIM_H

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tessera {

/// A dimension of a layout, known by its name: `kLane`, or `Dim::get("lane")`.
/// Two dimensions are equal if their names are.
///
/// The dimensions that the compiler names itself are constants; they cost
/// nothing to make. Any other name goes through a table that all threads share,
/// so `get` is for what people write: text, and tests.
class Dim {
public:
  /// The dimensions that the compiler gives a meaning, in the order of their
  /// numbers. The constants below explain each.
  enum Known : uint32_t { Register, Lane, Warp, Block, Offset, Row, Column };

  constexpr Dim(Known known) : id(known) {}
  /// The dimension of this name, which may be any string; `LinearLayout` takes
  /// identifiers only.
  static Dim get(llvm::StringRef name);
  /// The dimension "dim<number>": `Dim::numbered(1)` is `Dim::get("dim1")`.
  static Dim numbered(unsigned number) {
    return number < kNumNumbered ? Dim(kFirstNumbered + number)
                                 : internNumbered(number);
  }

  [[nodiscard]] llvm::StringRef getName() const;

  friend constexpr bool operator==(Dim lhs, Dim rhs) {
    return lhs.id == rhs.id;
  }
  friend constexpr bool operator!=(Dim lhs, Dim rhs) { return !(lhs == rhs); }
  /// Compares names, so that the order is the same in every run.
  friend bool operator<(Dim lhs, Dim rhs) {
    return lhs.getName() < rhs.getName();
  }
  friend llvm::hash_code hash_value(Dim dim) {
    return llvm::hash_value(dim.id);
  }

private:
  friend class DimTable;

  /// "dim0" to "dim15" have numbers of their own, after those of `Known`.
  static constexpr uint32_t kFirstNumbered = Column + 1, kNumNumbered = 16;

  explicit constexpr Dim(uint32_t id) : id(id) {}
  static Dim internNumbered(unsigned number);

  uint32_t id;
};

/// The holder of an element of a tile: the register of a thread (counted in
/// elements), the lane of a warp, the warp of a block, and the block of a
/// cluster.
inline constexpr Dim kRegister = Dim::Register;
inline constexpr Dim kLane = Dim::Lane;
inline constexpr Dim kWarp = Dim::Warp;
inline constexpr Dim kBlock = Dim::Block;
/// A place in a memory, in elements from its start.
inline constexpr Dim kOffset = Dim::Offset;
/// A place in tensor memory, which is addressed by row and column.
inline constexpr Dim kRow = Dim::Row;
inline constexpr Dim kColumn = Dim::Column;

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, Dim dim);

} // namespace tessera

#endif // TESSERA_LAYOUT_DIM_H
