//===- Reduction.h - Elements combined along a dimension -------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a reduction is associative and commutative (Tile IR
// specification, "Reduction"): it may combine partial results over neighbouring
// elements, in any order and either way round, and the identity any number of
// times, even none. The plain order is that of the index, with the element and
// the partial result of each operand as the body's arguments; a seed chooses
// another.
//
// The body of a scan need not be commutative: its arguments are the earlier and
// the later part. An identity, which may be neutral only as the earlier part,
// comes first. A seed chooses the tree over neighbours.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_REDUCTION_H
#define TESSERA_LIB_INTERPRETER_REDUCTION_H

#include "Elements.h"
#include "Frame.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tessera::interp {

/// A reduction or scan, whichever dialect its operation is of.
class Reduction {
public:
  /// The partial results, one tile for each operand.
  using Partial = llvm::SmallVector<Tile>;
  /// The tile of all elements at one position, from that of an operand.
  using Gather = std::function<Tile(const Tile &, int64_t)>;

  /// The roles of the body's arguments, which alternate for each operand.
  enum class Roles {
    /// The element and the partial result, or either way round.
    ElementAndPartial,
    /// The part earlier in the order of positions, and the later one.
    BeforeAndAfter,
  };

  /// `op` has the body as its only region. `gather` gives the elements at each
  /// of `extent` positions as tiles of this shape. Without `identities`, only
  /// elements are combined.
  Reduction(mlir::Operation *op, Frame &frame, mlir::ArrayAttr identities,
            llvm::ArrayRef<int64_t> shape, int64_t extent, Gather gather,
            Roles roles = Roles::ElementAndPartial)
      : op(op), frame(frame), body(op->getRegion(0).front()),
        identities(identities), shape(shape), extent(extent),
        gather(std::move(gather)), roles(roles), hasLaw(findHasLaw()) {}

  /// A reduction along a dimension of the operands.
  Reduction(mlir::Operation *op, Frame &frame, mlir::ArrayAttr identities,
            elements::Slices slices, Roles roles = Roles::ElementAndPartial)
      : Reduction(
            op, frame, identities, slices.shape, slices.extent,
            [slices](const Tile &tile, int64_t position) {
              return slices.get(tile, position);
            },
            roles) {}

  /// Combines all elements. The identity comes first, or is left out unless a
  /// seed chooses otherwise: then a row of nothing but NaN has the maximum NaN.
  llvm::FailureOr<Partial> combineAll(bool beginsWithIdentity);

  /// Calls `put(i, partial)` with the identity and all elements up to each
  /// position combined. Position i is that of `positionOf(i)`.
  llvm::LogicalResult
  combineUpToEach(llvm::function_ref<int64_t(int64_t)> positionOf,
                  llvm::function_ref<void(int64_t, const Partial &)> put);

private:
  Partial getIdentities() const;
  Partial elementsAt(int64_t position) const;

  llvm::FailureOr<Partial> combineBits(bool beginsWithIdentity);
  llvm::FailureOr<Partial> combine(const Partial &before, const Partial &after);
  llvm::FailureOr<Partial> combineAsChosen(const Partial &before,
                                           const Partial &after);
  llvm::FailureOr<Partial> runBody(const Partial &first, const Partial &second);
  llvm::FailureOr<Partial> runAtOnce(const Partial &first,
                                     const Partial &second);
  llvm::FailureOr<Partial> runOneByOne(const Partial &first,
                                       const Partial &second);
  llvm::FailureOr<Partial> run(const Partial &first, const Partial &second);
  /// Gives the results of combineAll their terms, the same in any order.
  llvm::LogicalResult addTerms(bool beginsWithIdentity, Partial &results);
  /// True if a run on symbolic memory takes the body for a law.
  bool findHasLaw() const;
  /// The law of the body: by result, its term on placeholders.
  llvm::FailureOr<llvm::SmallVector<Term>> findLaw(TermTable &table);
  /// By result, the operands of whose elements the body makes it, by way of
  /// partial results, too. The last bit is for values from outside of the body.
  llvm::SmallVector<llvm::SmallBitVector> findDependences() const;
  /// Declares the identities neutral, as the table believes them.
  llvm::LogicalResult addIdentities(TermTable &table, Term law);
  llvm::LogicalResult
  combineInOrder(bool beginsWithIdentity,
                 llvm::function_ref<int64_t(int64_t)> positionOf,
                 llvm::function_ref<void(int64_t, const Partial &)> put);
  llvm::FailureOr<llvm::SmallVector<Partial>>
  prefixes(bool beginsWithIdentity, int64_t first, int64_t last, bool wantsAll,
           llvm::function_ref<int64_t(int64_t)> positionOf);

  mlir::Operation *op;
  Frame &frame;
  mlir::Block &body;
  mlir::ArrayAttr identities;
  const Shape shape;
  const int64_t extent;
  const Gather gather;
  const Roles roles;
  const bool hasLaw;
  /// Elements are taken without their terms.
  bool bare = false;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_REDUCTION_H
