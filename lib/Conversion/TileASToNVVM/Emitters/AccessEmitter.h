//===- AccessEmitter.h - Accesses of a thread to global memory --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_ACCESSEMITTER_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_ACCESSEMITTER_H

#include "../KernelContext.h"
#include "../Ptx/PtxOps.h"
#include "Constants.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"
#include "tessera/Dialect/TileAA/IR/Access.h"
#include <map>

namespace tessera::tileas {

/// The logical and of both; a null value is true.
inline mlir::Value conjunction(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value lhs, mlir::Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return mlir::arith::AndIOp::create(builder, loc, lhs, rhs);
}

/// Emits the addresses and predicates of the registers of an access to global
/// memory.
template <typename Adaptor> class AccessEmitter {
public:
  AccessEmitter(mlir::ConversionPatternRewriter &rewriter, mlir::Location loc,
                AgentContext &agent, Adaptor adaptor, mlir::Type value,
                mlir::Type element)
      : builder(rewriter), loc(loc), base(adaptor.getBase()),
        starts(makeNumbers(flatten(adaptor.getStarts()))),
        extents(makeNumbers(flatten(adaptor.getExtents()))),
        strides(flatten(adaptor.getStrides())), mask(adaptor.getMask()),
        element(element) {
    if (std::optional<llvm::ArrayRef<bool>> flags = adaptor.getInbounds())
      inbounds.assign(flags->begin(), flags->end());
    inbounds.resize(starts.size());
    if (starts.empty())
      return;
    auto tile = llvm::cast<mlir::RankedTensorType>(value);
    shape = tile.getShape();
    registers.emplace(agent, getLinearLayout(tile));
    isSum = registers->isSum();
    for (size_t dim = 0; dim < starts.size(); ++dim) {
      mlir::Value wide = mlir::arith::ExtUIOp::create(
          builder, loc, builder.getI64Type(), registers->getStart(dim));
      positions.push_back(
          mlir::arith::AddIOp::create(builder, loc, starts[dim].wide, wide));
    }
    if (isSum)
      threadPointer = advance(base[0], getOffset(positions));
    existing.resize(starts.size());
    distances.resize(starts.size());
  }

  mlir::Value getPointer(int64_t reg) {
    if (starts.empty())
      return base[base.size() == 1 ? 0 : reg];
    if (!isSum)
      return advance(base[0], getOffset(getPositions(reg)));
    // A step along a dimension of constant stride becomes an offset in the
    // instruction; registers that differ in nothing else share a pointer.
    uint64_t distance = 0;
    llvm::SmallVector<int32_t> steps(starts.size());
    for (size_t dim = 0; dim < starts.size(); ++dim) {
      int32_t step = registers->getConstant(reg, dim);
      llvm::APInt stride;
      if (step && matchPattern(strides[dim], mlir::m_ConstantInt(&stride)))
        distance += step * stride.getZExtValue();
      else
        steps[dim] = step;
    }
    return ptxops::addBytes(
        builder, loc, getPointer(steps),
        int64_t(distance * uint64_t(ptxops::getStoredBytes(element))));
  }

  /// True if the whole tile lies inside, the same for all threads; null if it is
  /// known to.
  mlir::Value isTileInside() {
    // Tests start <= extent - size; the difference does not wrap around.
    mlir::Value inside;
    auto require = [&](mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                       mlir::Value rhs) {
      mlir::Value holds =
          mlir::arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
      inside = conjunction(builder, loc, inside, holds);
    };
    llvm::SmallVector<mlir::Value> sizes;
    for (auto [extent, size] : llvm::zip_equal(extents, shape))
      sizes.push_back(makeLike(extent, size));
    for (size_t dim = 0; dim < starts.size(); ++dim)
      if (!inbounds[dim])
        require(mlir::arith::CmpIPredicate::uge, compared(extents[dim]),
                sizes[dim]);
    for (size_t dim = 0; dim < starts.size(); ++dim)
      if (!inbounds[dim]) {
        mlir::Value extent = compared(extents[dim]);
        mlir::Value last =
            mlir::arith::SubIOp::create(builder, loc, extent, sizes[dim]);
        require(mlir::arith::CmpIPredicate::ule, compared(starts[dim]), last);
      }
    return inside;
  }

  /// The mask of a register; null if there is none.
  mlir::Value getMask(int64_t reg) const {
    return mask.empty() ? mlir::Value() : mask[mask.size() == 1 ? 0 : reg];
  }

  /// True if the register's element exists; null if it always does.
  mlir::Value getPredicate(int64_t reg) {
    mlir::Value predicate = getMask(reg);
    for (size_t dim = 0; dim < starts.size(); ++dim)
      if (!inbounds[dim])
        predicate = conjunction(builder, loc, predicate, isInside(reg, dim));
    return predicate;
  }

  /// Number of existing elements among the `width` elements from a register on,
  /// which are neighbours along one dimension, as an i32; null if always all
  /// exist.
  mlir::Value countExisting(int64_t reg, int64_t width) {
    mlir::Value first = getPredicate(reg);
    if (!first)
      return {};
    mlir::Value count = i32(builder, loc, width);
    for (size_t dim = 0; dim < starts.size() && width > 1; ++dim) {
      if (inbounds[dim] || registers->getConstant(reg, dim) ==
                               registers->getConstant(reg + 1, dim))
        continue;
      mlir::Value extent = compared(extents[dim]);
      mlir::Value rest = mlir::arith::SubIOp::create(
          builder, loc, extent, getComparedPosition(reg, dim));
      rest = mlir::arith::MinUIOp::create(builder, loc, rest,
                                          makeLike(extents[dim], width));
      count = rest;
      if (!extents[dim].isNarrow)
        count = mlir::arith::TruncIOp::create(builder, loc,
                                              builder.getI32Type(), rest);
    }
    return mlir::arith::SelectOp::create(builder, loc, first, count,
                                         i32(builder, loc, 0));
  }

private:
  /// A start or an extent as a number of 64 bits, by which addresses are
  /// computed, and whether it is compared as one of 32.
  struct Number {
    mlir::Value wide;
    bool isNarrow;
  };

  llvm::SmallVector<Number> makeNumbers(mlir::ValueRange values) {
    return llvm::map_to_vector(values, [&](mlir::Value value) {
      mlir::Value wide = tileaa::getWidePosition(value);
      if (!wide.getType().isInteger(64))
        wide = mlir::arith::ExtUIOp::create(builder, loc, builder.getI64Type(),
                                            value);
      return Number{wide, value.getType().isInteger(32)};
    });
  }

  /// A number as it is compared. The truncation has no flags, unlike that of the
  /// operand: where a condition disables the access, it may be any number.
  mlir::Value compared(const Number &number) {
    if (!number.isNarrow)
      return number.wide;
    return mlir::arith::TruncIOp::create(builder, loc, builder.getI32Type(),
                                         number.wide);
  }

  /// A constant to compare with a number.
  mlir::Value makeLike(const Number &number, int64_t value) {
    return number.isNarrow ? i32(builder, loc, int32_t(value))
                           : i64(builder, loc, value);
  }

  static llvm::SmallVector<mlir::Value>
  flatten(llvm::ArrayRef<mlir::ValueRange> ranges) {
    llvm::SmallVector<mlir::Value> values;
    for (mlir::ValueRange range : ranges)
      llvm::append_range(values, range);
    return values;
  }

  /// The position of a register's element as it is compared.
  mlir::Value getComparedPosition(int64_t reg, size_t dim) {
    if (!starts[dim].isNarrow)
      return getPosition(reg, dim);
    mlir::Value step = isSum
                           ? i32(builder, loc, registers->getConstant(reg, dim))
                           : registers->get(builder, loc, reg, dim);
    mlir::Value first = isSum ? getFirst(dim) : compared(starts[dim]);
    return mlir::arith::AddIOp::create(builder, loc, first, step);
  }

  /// The position of register 0 along a dimension of i32.
  mlir::Value getFirst(size_t dim) {
    mlir::Value start = compared(starts[dim]);
    return mlir::arith::AddIOp::create(builder, loc, start,
                                       registers->getStart(dim));
  }

  /// The same as a number of 64 bits.
  mlir::Value getPosition(int64_t reg, size_t dim) {
    int32_t step = registers->getConstant(reg, dim);
    if (step == 0)
      return positions[dim];
    if (isSum)
      return mlir::arith::AddIOp::create(builder, loc, positions[dim],
                                         i64(builder, loc, step));
    mlir::Value wide =
        mlir::arith::ExtUIOp::create(builder, loc, builder.getI64Type(),
                                     registers->get(builder, loc, reg, dim));
    return mlir::arith::AddIOp::create(builder, loc, starts[dim].wide, wide);
  }

  llvm::SmallVector<mlir::Value> getPositions(int64_t reg) {
    llvm::SmallVector<mlir::Value> result;
    for (size_t dim = 0; dim < starts.size(); ++dim)
      result.push_back(getPosition(reg, dim));
    return result;
  }

  /// The pointer `steps` elements along each dimension after the thread's first
  /// element.
  mlir::Value getPointer(llvm::ArrayRef<int32_t> steps) {
    // Values from one side of a branch do not dominate the other side.
    if (builder.getInsertionBlock() != pointersBlock)
      pointers.clear();
    pointersBlock = builder.getInsertionBlock();
    mlir::Value &pointer = pointers[llvm::to_vector(steps)];
    if (pointer)
      return pointer;
    pointer = threadPointer;
    for (auto [step, stride] : llvm::zip_equal(steps, strides))
      if (step)
        pointer = advance(pointer,
                          mlir::arith::MulIOp::create(builder, loc, stride,
                                                      i64(builder, loc, step)));
    return pointer;
  }

  /// Adds bytes: LLVM would split an offset in elements that has no other use,
  /// and multiply each part by their size.
  mlir::Value advance(mlir::Value pointer, mlir::Value offset) {
    mlir::Value bytes = mlir::arith::MulIOp::create(
        builder, loc, offset,
        i64(builder, loc, ptxops::getStoredBytes(element)));
    return mlir::LLVM::GEPOp::create(builder, loc, pointer.getType(),
                                     builder.getI8Type(), pointer,
                                     llvm::ArrayRef<mlir::LLVM::GEPArg>{bytes});
  }

  mlir::Value getOffset(llvm::ArrayRef<mlir::Value> at) {
    mlir::Value offset;
    for (auto [position, stride] : llvm::zip(at, strides)) {
      mlir::Value term =
          mlir::arith::MulIOp::create(builder, loc, position, stride);
      offset = offset ? mlir::arith::AddIOp::create(builder, loc, offset, term)
                      : term;
    }
    return offset;
  }

  /// Many registers share a coordinate, and hence its comparison.
  mlir::Value isInside(int64_t reg, size_t dim) {
    int32_t step = registers->getConstant(reg, dim);
    mlir::Value &result = existing[dim][step];
    if (!result && starts[dim].isNarrow && isSum) {
      mlir::Value distance = getDistance(dim);
      result = mlir::arith::CmpIOp::create(builder, loc,
                                           mlir::arith::CmpIPredicate::sgt,
                                           distance, i32(builder, loc, step));
    } else if (!result) {
      mlir::Value position = getComparedPosition(reg, dim);
      result = mlir::arith::CmpIOp::create(builder, loc,
                                           mlir::arith::CmpIPredicate::ult,
                                           position, compared(extents[dim]));
    }
    return result;
  }

  /// Distance of the end of a dimension of i32 from register 0.
  mlir::Value getDistance(size_t dim) {
    mlir::Value &distance = distances[dim];
    if (distance)
      return distance;
    mlir::Value position = getFirst(dim);
    // It has no flag against wrapping: it may wrap if a condition disables the
    // access.
    distance = mlir::arith::SubIOp::create(builder, loc, compared(extents[dim]),
                                           position);
    return distance;
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<mlir::Value> base;
  llvm::SmallVector<Number> starts, extents;
  llvm::SmallVector<mlir::Value> strides, mask;
  /// The dimensions along which all elements are known to exist.
  llvm::SmallVector<bool> inbounds;
  llvm::ArrayRef<int64_t> shape;
  mlir::Type element;
  std::optional<ThreadMap> registers;
  /// True if a register's coordinates are the thread's plus constants.
  bool isSum = true;
  /// Position of register 0 along each dimension, as an i64.
  llvm::SmallVector<mlir::Value> positions;
  /// The address of the element of register 0; null if coordinates are no sums.
  mlir::Value threadPointer;
  /// Pointers by their steps from there, made in the block that was last
  /// written.
  std::map<llvm::SmallVector<int32_t>, mlir::Value> pointers;
  mlir::Block *pointersBlock = nullptr;
  /// The results of the comparisons by their steps from register 0.
  llvm::SmallVector<std::map<int32_t, mlir::Value>> existing;
  llvm::SmallVector<mlir::Value> distances;
};

/// Emits an access to a tile in two versions, with one branch for all threads:
/// tiles that lie wholly inside their view use vectors without predicates,
/// tiles at the border predicates for each element. The results of both are
/// joined.
template <typename Adaptor>
llvm::SmallVector<mlir::Value>
emitAccess(mlir::ConversionPatternRewriter &rewriter, mlir::Location loc,
           AccessEmitter<Adaptor> &access, int64_t width,
           mlir::TypeRange results,
           llvm::function_ref<llvm::SmallVector<mlir::Value>()> onBorder,
           llvm::function_ref<llvm::SmallVector<mlir::Value>()> inside) {
  if (width == 1)
    return onBorder();
  mlir::Value isInside = access.isTileInside();
  if (!isInside)
    return inside();
  auto branch = mlir::scf::IfOp::create(rewriter, loc, results, isInside,
                                        /*withElseRegion=*/true);
  auto fill = [&](mlir::Block *block,
                  llvm::function_ref<llvm::SmallVector<mlir::Value>()> emit) {
    mlir::OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(block);
    llvm::SmallVector<mlir::Value> values = emit();
    if (!values.empty())
      mlir::scf::YieldOp::create(rewriter, loc, values);
  };
  fill(branch.thenBlock(), inside);
  fill(branch.elseBlock(), onBorder);
  return llvm::to_vector_of<mlir::Value>(branch.getResults());
}

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_ACCESSEMITTER_H
