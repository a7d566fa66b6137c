//===- MemoryObjects.h - Memory objects of pointers -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Provenance: the memory objects of a kernel, and for each pointer the objects
// that it may come from. An object is the pointee of an argument, a global, or
// an allocation. A pointer that is loaded, or converted from an integer, has an
// unknown origin. It may point to memory outside of the kernel, and to objects
// whose address escaped (was stored, printed or converted to an integer).
//
// Two objects may be the same by this table (see docs/rationale/lowering/tokens.md):
//
//               argument   global    allocation   unknown
//   argument      yes      exposed       no         yes
//   global                 itself        no       exposed
//   allocation                         itself     escaped
//
// A global is exposed unless no kernel of the module exposes its address
// (`contained`).
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
  /// No object: the state before the analysis.
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

  /// True if the pointer may also come from elsewhere.
  bool isUnknown() const { return isUnknownOrigin; }
  /// In ascending order.
  llvm::ArrayRef<unsigned> getObjects() const { return objects; }

  /// Adds all objects of `other`. Returns true if one was new.
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

  /// The objects of a scalar or tile of pointers. Unknown in dead code.
  ObjectSet getObjects(mlir::Value pointer) const;
  /// True if pointers with these origins may be equal.
  bool mayAlias(const ObjectSet &lhs, const ObjectSet &rhs) const;
  /// True if the kernel may expose the address of a global: stores it, prints
  /// it or converts it to an integer.
  bool letsOut(llvm::StringRef global) const;

private:
  enum class Kind { Argument, Global, Allocation };
  struct Object {
    Kind kind;
    /// For a global: true if the host or another kernel may know its address.
    bool isExposed = false;
    bool hasEscaped = false;
  };
  class Solver;

  bool mayBeSame(unsigned lhs, unsigned rhs) const;
  /// True if a pointer of unknown origin may point to the object.
  bool isReachable(unsigned object) const;
  /// Marks objects whose address escapes.
  void findEscapes(mlir::Operation *kernel);

  unsigned addObject(const void *key, Object object);

  /// Objects by their definition: the value of an argument or allocation, or
  /// the name of a global.
  llvm::MapVector<const void *, Object> objects;
  std::unique_ptr<Solver> solver;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_MEMORYOBJECTS_H
