//===- WarpCandidates.h - Numbers of warps of a CTA, compared ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file compares the numbers of warps that a CTA may have by what the tiles
// of a kernel need, before there are layouts. More warps never take fewer
// cycles by the machine model, as each reads factors of products for itself, so
// the fewest whose threads have room for their tiles are chosen.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_WARPCANDIDATES_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_WARPCANDIDATES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <optional>

namespace tessera {
class TargetInfo;
} // namespace tessera

namespace tessera::tileaa {

/// Matrix products on tensor cores that run together, one after another: those
/// of a basic block.
struct ProductNeeds {
  /// Bytes of the factors of one product that come from memory; 0 for a factor
  /// that the program computes, which lies in registers.
  struct Factors {
    int64_t lhs = 0, rhs = 0;
  };

  /// Cycles for which the products occupy the tensor cores of an SM.
  double cycles = 0;
  llvm::SmallVector<Factors, 2> factors;
  /// True if a left factor is computed by the program, so that each warp has
  /// whole rows of it and needs all columns of the right factor.
  bool isChain = false;
  /// Words of the largest sum in tensor memory that threads read in each iteration;
  /// 0 where they read none.
  int64_t readInLoop = 0;
  bool isReadInLoop() const { return readInLoop != 0; }
  /// The fewest rows of the sums of a chain, batches included; 0 for others.
  int64_t rows = 0;
  /// The number of factors that are loaded beside them, one of several products once.
  int64_t numCopied = 0;
  /// Bytes of a stage of their rings.
  int64_t ringBytes = 0;
  /// Bytes of all tiles that are loaded for them or beside them, in shared memory at once.
  int64_t loadedBytes = 0;
  /// Bytes of those that are loaded beside them, which threads compute with.
  int64_t besideBytes = 0;
  /// Bytes of the largest factor that threads compute; 0 where they compute none.
  int64_t computedBytes = 0;
  bool areComputed() const { return computedBytes != 0; }
  /// Bytes of all of them.
  int64_t allComputedBytes = 0;
  /// True if threads reduce tiles between them that have more than a line of the rows.
  bool areReduced = false;
  /// Chains of scores and what is added up of their powers, in tensor memory, which
  /// threads work off one after another; 1 for other products.
  int64_t turns = 1;
  /// True if those who multiply have to do with the loads of factors: they
  /// compute with what is loaded, as where it is rounded, or need numbers that are
  /// loaded in a loop around.
  bool useLoads = false;
  /// True if threads round what they read of factors, by several instructions.
  bool areRoundedWhenRead = false;
  bool isInLoop = false;
  /// True if a loop around theirs has fewer iterations the more tile blocks there are, so
  /// that any number of these does all the work.
  bool isPersistent = false;

  /// Bytes of factors that a loop copies for one pass over them.
  int64_t countCopiedBytes() const;
  /// The fewest bytes of shared memory with which copies run ahead of them: factors that
  /// threads only multiply need a second stage, as nobody computes while they arrive, and
  /// those that they compute a place, unless rows are reduced, which a warp has whole.
  int64_t countLeastSharedBytes() const;
  /// The bytes of shared memory with which a second block takes the place of another stage
  /// of the rings of factors, beside all that threads compute.
  int64_t countSharedBytesOfTwo() const;
  /// Bytes to and from shared memory, for `warps` warps, or groups: each factor is
  /// written once, and read by each of them that has sums of its rows or columns.
  int64_t countSharedBytes(unsigned warps) const;
};

/// The needs of the tiles of an entry, whatever the number of warps.
struct TileNeeds {
  /// 32-bit registers of all threads: of the sums of products that are live at
  /// once, and of the largest other tile.
  int64_t sums = 0, largestTile = 1;
  /// Elements of the largest tile that arithmetic makes, and not moves alone.
  int64_t largestComputed = 0;
  /// Registers of all threads for the tiles that are live where one of them is reduced, so
  /// that warps may meet; 0 where none is.
  int64_t liveAtReductions = 0;
  /// Elements of the largest mask of such a sum, each of which is computed where it
  /// is used.
  int64_t largestMask = 0;
  /// Bytes of the largest tile that memory has or gets.
  int64_t largestAccess = 0;
  /// True if a tile that registers cannot hold is processed in slices.
  bool hasSlices = false;
  /// The fewest warps whose groups multiply all products that groups can, each its own
  /// rows; 0 where they can none.
  unsigned leastOfGroups = 0;
  bool isOfGroups() const { return leastOfGroups != 0; }
  /// By the logarithm of a number of warps, the cycles of products that groups multiply
  /// with another number, and not with that one.
  std::array<double, 6> lostCycles{};
  double getLostCycles(unsigned warps) const {
    return lostCycles[llvm::Log2_32(warps)];
  }
  /// The fewest warps, and registers of a thread, with which the assembler does not
  /// spill; 0 where nothing is known.
  unsigned leastWarps = 0, leastRegisters = 0;
  /// A clause for people that says why no warps can copy factors of products in
  /// loops for the others; "" if they can.
  llvm::StringRef copyObstacle = "";
  llvm::SmallVector<ProductNeeds, 2> products;
};

/// True if one thread begins products, whose sums lie in tensor memory.
bool isInTensorMemory(const TileNeeds &needs, const TargetInfo &target);

/// A number of warps, and what a CTA of as many would come to.
struct WarpCandidate {
  enum class Verdict {
    TooFew,          ///< fewer than a CTA is to have at least
    TooFewForSlices, ///< few tile blocks run that process a tile in slices
    TooFewOnSM,      ///< shared memory has room for one such CTA of few warps
    TooMuchOfTile,   ///< the largest tile leaves a thread no room for operands
    TooMuchOfSums,   ///< the sums leave a thread no room for factors
    Spills,          ///< the assembler has spilled with as many
    LosesEngine, ///< products would lose an engine that they keep with another number
    Fits,
  };

  unsigned warps = 1;
  /// Registers of a thread: of the sums, and of the largest other tile; and the
  /// elements of masks of sums that it computes.
  int64_t sums = 0, tile = 0, mask = 0;
  /// Cycles of an SM that the products of a CTA occupy the tensor cores for,
  /// and the banks of shared memory by their factors; each product once.
  double tensorCycles = 0, sharedCycles = 0;
  /// CTAs of which an SM has registers for addresses and the larger of the sums
  /// and the largest other tile: no fewer than will run, as layouts decide which
  /// tiles are live beside the sums, and in which fragments.
  unsigned blocks = 1;
  Verdict verdict = Verdict::Fits;

  /// Cycles from one CTA's products to those of the next on a busy SM.
  double getCycles() const;
  /// The verdict in a clause for people; "" if the candidate fits.
  llvm::StringRef getObjection() const;
};

/// A number of warps, and its reason.
struct WarpDecision {
  unsigned warps;
  /// A clause for people.
  llvm::StringRef reason;
  /// All powers of two that a CTA may have, from one.
  llvm::SmallVector<WarpCandidate, 6> candidates;
};

/// Warps of a CTA that has neither large tiles nor tiles that are too small for
/// them.
inline constexpr unsigned kUsualWarps = 4;

/// Decides on the warps of a CTA: the first candidate that fits, or the most
/// warps if none does. `least` is the number that it has at least, unless sums
/// of products fill fewer; it is a power of two. Nothing stands for kUsualWarps,
/// or for as few as small tiles have work for where there are no products: one
/// row of 256 f16 is 16 bytes for each thread of one warp.
WarpDecision decideWarps(const TileNeeds &needs, const TargetInfo &target,
                         std::optional<unsigned> least = std::nullopt);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_WARPCANDIDATES_H
