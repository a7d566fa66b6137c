//===- TensorMapViews.h - Views that tensor maps describe -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map describes a view whose rows lie side by side in memory, from a
// multiple of 16 bytes on, at distances that are multiples of 16 bytes (PTX ISA,
// "Tensors"). Maps of the machine also round f32 to tf32 as they copy.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_TENSORMAPVIEWS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_TENSORMAPVIEWS_H

#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAA/IR/Access.h"

namespace tessera {
class TargetInfo;
}

namespace tessera::tileaa {

class LoadOp;

/// True if elements that do not exist read as zero, or as anything, where they are to
/// read as `other`, which may be null: copies make zeros of them.
bool isZeroElsewhere(mlir::Value other);

/// A clause for people that says why no map copies what an access loads, with `other`
/// in place of elements that do not exist, whatever the view; "" if one may. A map that
/// `gathers` copies what pointers name as well.
llvm::StringRef findMapObstacle(const Access &load, mlir::Value other,
                                bool gathers = false);

/// A clause for people that says why no map describes the view at a place; "" if one
/// does. Elements of `bytes` bytes lie side by side along dimension `inner`, or along
/// one that the place does not name. `body` is the block in which maps are made: the view may be made in a branch or loop of it,
/// if pure ops make it of values of that block.
llvm::StringRef findMapObstacle(const AccessPlace &place,
                                std::optional<unsigned> inner, int64_t bytes,
                                mlir::Block &body,
                                const ValueFactsAnalysis &facts);

/// True for a rounding of f32 to tf32 that a map may do as it copies: on GPUs whose
/// products take words that threads have not seen.
bool isRoundedByMaps(mlir::Operation *op, const TargetInfo &target);

/// Copies of an entry by tensor maps, as far as they are known before there are
/// layouts.
class MapCandidates {
public:
  /// With `byMaps`, tensor maps copy where they can, otherwise nowhere.
  MapCandidates(EntryOpInterface entry, const TargetInfo &target, bool byMaps)
      : entry(entry), target(target), byMaps(byMaps) {}

  /// True for a load of words that a map may copy.
  bool contains(LoadOp load);

  /// True for a factor of a product that is loaded, and more than moved on its way, or
  /// rounded by a map.
  bool isChangedByThreads(mlir::Value factor);

  /// True for one that is rounded to tf32, and not by a map.
  bool isRoundedByThreads(mlir::Value factor);

private:
  EntryOpInterface entry;
  const TargetInfo &target;
  bool byMaps;
  /// Made where somebody asks for the first load.
  std::unique_ptr<ValueFactsAnalysis> facts;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_TENSORMAPVIEWS_H
