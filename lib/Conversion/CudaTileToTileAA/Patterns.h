//===- Patterns.h - Patterns from cuda_tile to tileaa -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The patterns of the conversion, by theme, and their common helpers. The
// patterns do not fail: ops that they cannot convert have been refused before
// (Refusals.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H

#include "mlir/Transforms/DialectConversion.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Dialect/CudaTile/IR/WidenedMasks.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAA/IR/WidenedMasks.h"

namespace tessera::cuda_tile {
class EntryOpInterface;
class ScanOp;
} // namespace tessera::cuda_tile

namespace tessera {

class TargetInfo;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Converts tiles to scalars and tensors, pointers and tokens to those of
/// tileaa, and a view to its base pointer followed by its dynamic extents and
/// strides as i64.
class TileAATypeConverter : public mlir::TypeConverter {
public:
  TileAATypeConverter();
};

/// The type that holds an element of this cuda_tile type from tileaa on.
mlir::Type convertElementType(mlir::Type elementType);

/// The float format of an element of cuda_tile; nothing if it is no float.
std::optional<tileaa::FloatFormat> getFloatFormat(mlir::Type elementType);

/// Size in bytes of an element of cuda_tile in memory. The element must fill
/// whole bytes.
int64_t getStorageBytes(mlir::Type elementType);

/// `type` with another element type. A scalar remains a scalar.
mlir::Type withElementType(mlir::Type type, mlir::Type elementType);

/// Converts a float or a tile of floats to another format.
mlir::Value
convertFloat(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
             tileaa::FloatFormat from, tileaa::FloatFormat to,
             tileaa::Rounding rounding = tileaa::Rounding::NearestEven);

/// Converts a value whose elements are floats of a format without arithmetic to
/// the f32 of the same value; other values remain. `elementType` is the type in
/// cuda_tile.
mlir::Value widenToF32(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, mlir::Type elementType);

/// A constant scalar, or a constant tile whose elements are all equal.
mlir::Value makeSplat(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Type type, mlir::TypedAttr element);
mlir::Value makeIntSplat(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Type type, int64_t element);

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// The element of the cuda_tile type `elementType` that has these bits.
mlir::TypedAttr makeElement(mlir::Type elementType, uint64_t bits);

/// Converts a number of a literal to an element of the cuda_tile type
/// `elementType`.
mlir::TypedAttr convertElement(mlir::Attribute number, mlir::Type elementType);

/// Converts a literal of cuda_tile to one of a tensor.
mlir::DenseElementsAttr convertElements(mlir::ElementsAttr literal);

/// Packs elements of i4 as in memory: two in a byte, the first one in the low
/// half.
mlir::DenseElementsAttr packHalfBytes(mlir::DenseElementsAttr elements);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

tileaa::Rounding convertRounding(cuda_tile::RoundingMode mode);
mlir::arith::IntegerOverflowFlags
convertOverflow(cuda_tile::IntegerOverflow overflow);
tileaa::Ordering convertOrdering(cuda_tile::MemoryOrderingSemantics ordering);
tileaa::Scope convertScope(cuda_tile::MemoryScope scope);

/// Replaces the hints of `entry` and of its accesses, which are for many GPUs,
/// by the hints for one GPU, as attributes of tileaa under `hintsAttrName`.
void resolveHints(cuda_tile::EntryOpInterface entry, llvm::StringRef gpuName);

/// Name of the attribute that holds the hints of an op until the op is
/// converted.
inline constexpr llvm::StringLiteral hintsAttrName = "tileaa.hints";

//===----------------------------------------------------------------------===//
// Before the conversion
//===----------------------------------------------------------------------===//

/// True for a quotient or a remainder of integers.
bool isDivision(mlir::Operation &op);

/// Replaces each reduction and scan of an entry whose body computes with tiles by loops
/// over its elements.
void combineInOrder(cuda_tile::EntryOpInterface entry);

/// Replaces each scan of an entry by ops on the whole tile.
void expandScans(cuda_tile::EntryOpInterface entry);

/// Reports every op within `module` that cannot be compiled. `isConvertible`
/// tells for which ops patterns exist; `target` is the GPU, or null if it is
/// not known.
mlir::LogicalResult
refuseUnsupported(mlir::Operation *module,
                  llvm::function_ref<bool(mlir::OperationName)> isConvertible,
                  const TargetInfo *target);

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Adds the patterns of one theme.
using PopulatePatterns = void(const mlir::TypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
PopulatePatterns populateControlFlowPatterns, populateElementPatterns,
    populateFloatArithmeticPatterns, populateIntegerArithmeticPatterns,
    populateMemoryPatterns, populatePartPatterns, populateProductPatterns,
    populateShapePatterns, populateStructurePatterns, populateViewPatterns;

/// `target` is the GPU to compile for, or null if it is not known: then
/// products with scales become products without scales.
void populateScaledProductPatterns(const mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns,
                                   const TargetInfo *target);

/// Runs passes on an op within the one that a pass works on.
using PipelineRunner = llvm::function_ref<mlir::LogicalResult(
    mlir::OpPassManager &, mlir::Operation *)>;

/// Makes products without scales of those that only `tcgen05.mma` could multiply,
/// and for which it is not planned: without `byGroups`, or where another one of
/// the entry keeps it from that, also when tiles are cut. Remarks say why.
void expandScaledProducts(tileaa::EntryOpInterface entry,
                          const TargetInfo &target, bool byGroups,
                          PipelineRunner runPipeline);

/// Replaces an elementwise op without attributes by one with the same operands.
template <typename From, typename To>
struct ConvertElementwise : public mlir::OpConversionPattern<From> {
  using mlir::OpConversionPattern<From>::OpConversionPattern;
  mlir::LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    mlir::Type type =
        this->getTypeConverter()->convertType(op->getResult(0).getType());
    bool isWidened = op->hasAttr(cuda_tile::widenedAttrName);
    auto made = rewriter.replaceOpWithNewOp<To>(op, mlir::TypeRange(type),
                                                adaptor.getOperands());
    if (isWidened)
      made->setAttr(tileaa::widenedAttrName, rewriter.getUnitAttr());
    return mlir::success();
  }
};

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_PATTERNS_H
