//===- RegisterPlaces.h - Registers by their elements -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_REGISTERPLACES_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_REGISTERPLACES_H

#include "tessera/Layout/F2Matrix.h"
#include "tessera/Layout/LinearLayout.h"

namespace tessera::tileas {

/// Coordinates (batch, row, column) of a register's element, without the
/// contribution of lane and warp.
struct Place {
  int64_t batch, row, column;
};

/// Finds the registers of a layout of matrices by their places.
class RegisterPlaces {
public:
  explicit RegisterPlaces(const LinearLayout &layout)
      : ofThread(layout.sublayout({kRegister}, layout.getOutDimNames())),
        registerAt(ofThread.leftInvert().toMatrix()) {
    size_t rank = layout.getNumOutDims();
    llvm::SmallVector<int32_t> coordinates = ofThread.applyAlong(kRegister);
    for (size_t at = 0; at < coordinates.size(); at += rank) {
      llvm::ArrayRef<int32_t> place =
          llvm::ArrayRef(coordinates).slice(at, rank);
      places.push_back(
          {rank == 3 ? place.front() : 0, place.end()[-2], place.end()[-1]});
    }
  }

  llvm::ArrayRef<Place> getPlaces() const { return places; }
  /// Beyond the last row or column the layout wraps to copies of the first.
  int64_t lookup(Place place) const { return registerAt.apply(flatten(place)); }

private:
  /// The algebra flattens the first dimension lowest.
  uint64_t flatten(Place place) const {
    int64_t coordinates[] = {place.batch, place.row, place.column};
    uint64_t flat = 0;
    int shift = 0;
    for (auto [dim, coordinate] : llvm::zip_equal(
             ofThread.getOutDims(),
             llvm::ArrayRef(coordinates).take_back(ofThread.getNumOutDims()))) {
      int64_t size = int64_t(1) << dim.second;
      flat |= uint64_t(coordinate % size) << shift;
      shift += dim.second;
    }
    return flat;
  }

  LinearLayout ofThread;
  F2Matrix registerAt;
  llvm::SmallVector<Place> places;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_REGISTERPLACES_H
