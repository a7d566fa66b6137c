//===- OpenPlaces.h - What an open order of elements may change -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_OPENPLACES_H
#define TESSERA_LIB_RUNTIME_OPENPLACES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera::runtime {

/// The bytes of a launch's arrays that right code may make of other elements
/// than the program has in the order of its run.
class OpenPlaces {
public:
  /// No places: all orders are given.
  OpenPlaces() = default;
  /// All places, those that nothing is stored to, too. `order` is the operation
  /// whose order is open.
  explicit OpenPlaces(mlir::Operation *order)
      : order(order), isEverywhere(true) {}
  /// No places until some are added.
  static OpenPlaces noneYet(mlir::Operation *order) {
    OpenPlaces places(order);
    places.isEverywhere = false;
    return places;
  }
  void add(unsigned buffer, uint64_t offset, unsigned count) {
    for (unsigned i = 0; i != count; ++i)
      bytes.insert({buffer, offset + i});
  }

  bool contains(unsigned buffer, uint64_t offset, unsigned count) const {
    for (unsigned i = 0; i != count; ++i)
      if (isEverywhere || bytes.contains({buffer, offset + i}))
        return true;
    return false;
  }
  /// True if it is open, too, which places are stored to.
  bool areOpen() const { return isEverywhere; }
  mlir::Operation *getOrder() const { return order; }

private:
  mlir::Operation *order = nullptr;
  bool isEverywhere = false;
  llvm::DenseSet<std::pair<unsigned, uint64_t>> bytes;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_OPENPLACES_H
