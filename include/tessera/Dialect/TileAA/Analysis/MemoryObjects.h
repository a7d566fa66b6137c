//===- MemoryObjects.h - What a pointer may point into ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Provenance: the memory objects of a kernel, and for each pointer those that
// it may come from. An object is what an argument points to, a global, or an
// allocation. A pointer that is loaded or made of an integer is of unknown
// origin; it may lead to whatever is outside of the kernel and to the objects
// whose address escaped: was stored, printed or made an integer.
//
// Which objects may be one and the same follows from docs/rationale/tokens.md:
//
//               argument   global    allocation   unknown
//   argument      yes      exposed       no         yes
//   global                 itself        no       exposed
//   allocation                         itself     escaped
//
// A global is exposed unless the module holds its address back (`contained`).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_MEMORYOBJECTS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_MEMORYOBJECTS_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "llvm/ADT/MapVector.h"
#include <memory>

namespace tessera::tileaa {

/// The objects that a pointer may come from, by number.
class ObjectSet {
public:
  /// No object at all: what is known before the analysis has run.
  ObjectSet() = default;
  static ObjectSet unknown() {
    ObjectSet set;
    set.isUnknownOrigin = true;
    return set;
  }
  static ObjectSet of(unsigned object) {
    ObjectSet set;
    set.objects.push_back(object);
    return set;
  }

  /// Whether it may come from elsewhere than the objects listed.
  bool isUnknown() const { return isUnknownOrigin; }
  /// In ascending order.
  llvm::ArrayRef<unsigned> getObjects() const { return objects; }

  /// Adds all of `other`; whether something was new.
  bool join(const ObjectSet &other);
  bool operator<(const ObjectSet &other) const {
    return std::tie(isUnknownOrigin, objects) <
           std::tie(other.isUnknownOrigin, other.objects);
  }

private:
  llvm::SmallVector<unsigned, 1> objects;
  bool isUnknownOrigin = false;
};

/// Solves for the objects of every pointer of a kernel in tileaa or tileas.
class MemoryObjects {
public:
  explicit MemoryObjects(mlir::Operation *kernel);
  ~MemoryObjects();

  /// The objects of a scalar or tile of pointers; unknown in dead code.
  ObjectSet getObjects(mlir::Value pointer) const;
  /// Whether a pointer with one origin may be equal to one with the other.
  bool mayAlias(const ObjectSet &lhs, const ObjectSet &rhs) const;
  /// Whether the kernel may let the address of a global out: stores it, prints
  /// it or makes an integer of it.
  bool letsOut(llvm::StringRef global) const;

private:
  enum class Kind { Argument, Global, Allocation };
  struct Object {
    Kind kind;
    /// For a global: whether the host or another kernel may know its address.
    bool isExposed = false;
    bool hasEscaped = false;
  };
  class Solver;

  bool mayBeSame(unsigned lhs, unsigned rhs) const;
  /// Whether a pointer of unknown origin may lead to the object.
  bool isReachable(unsigned object) const;
  /// Marks what leaves the kernel's sight.
  void findEscapes(mlir::Operation *kernel);

  unsigned addObject(const void *key, Object object);

  /// By what makes them: the value of an argument or allocation, the name of a
  /// global.
  llvm::MapVector<const void *, Object> objects;
  std::unique_ptr<Solver> solver;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_MEMORYOBJECTS_H
