//===- TransposeProducts.cpp - Products of computed right factors ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention with a column for each query:
//
//   %s = mma %k, %qT : N x M                %s' = mma %q, %kT : M x N
//   %p = exp2 (%s - max over the rows)  ->  %p' = exp2 (%s' - max over the columns)
//   %o = mma %vT, %p, %o : D x M            %o' = mma %p', %v, %o' : M x D
//
// Powers are where the sum was that they are computed from, in registers or in tensor
// memory. Instructions take a left factor from there, and no right one.
//
//===----------------------------------------------------------------------===//

#include "DeadOps.h"
#include "TransposedTiles.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEAATRANSPOSEPRODUCTS
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {

/// The products from which a factor is computed, element by element.
class Sources {
public:
  /// False if one element of the factor needs several of a sum.
  bool find(Value factor) { return visit(factor, /*isTransposed=*/false); }

  bool empty() const { return products.empty(); }

  /// The products whose transposes give the transpose of the factor.
  SmallVector<MmaOp> getUpright() const {
    SmallVector<MmaOp> upright;
    for (auto [product, isTransposed] : products)
      if (!isTransposed)
        upright.push_back(product);
    return upright;
  }

private:
  bool visit(Value value, bool isTransposed) {
    Operation *op = value.getDefiningOp();
    if (!op || !isa<RankedTensorType>(value.getType()))
      return true;
    auto [it, isNew] = visited.try_emplace(op, isTransposed);
    if (!isNew)
      return it->second == isTransposed;
    if (auto product = dyn_cast<MmaOp>(op)) {
      products.push_back({product, isTransposed});
      return true;
    }
    if (auto permute = dyn_cast<PermuteOp>(op);
        permute && isTransposition(permute))
      return visit(permute.getValue(), !isTransposed);
    return !op->hasTrait<OpTrait::Elementwise>() ||
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return visit(operand, isTransposed);
           });
  }

  DenseMap<Operation *, bool> visited;
  SmallVector<std::pair<MmaOp, bool>> products;
};

} // namespace

/// True if a left factor is computed from a sum, element by element.
static bool isInLeftFactor(MmaOp sum) {
  llvm::SetVector<Value> tiles;
  tiles.insert(sum.getResult());
  for (unsigned i = 0; i < tiles.size(); ++i)
    for (Operation *user : tiles[i].getUsers()) {
      auto product = dyn_cast<MmaOp>(user);
      if (product && product.getLhs() == tiles[i])
        return true;
      if (user->hasTrait<OpTrait::Elementwise>() || isa<PermuteOp>(user))
        tiles.insert(user->getResult(0));
    }
  return false;
}

static bool isComputedFromProducts(Value factor) {
  Sources sources;
  return !sources.find(factor) || !sources.empty();
}

/// True if the transpose of a product has the rows of an instruction of a group.
static bool hasColumnsOfGroup(MmaOp product) {
  return product.getType().getShape().back() % kRowsOfGroup == 0;
}

/// The products to transpose so that the right factor of one becomes a left one; none
/// where others would have a right factor for it.
static SmallVector<MmaOp> findTransposed(MmaOp product) {
  Sources sources;
  if (!product.getScales().empty() || !hasColumnsOfGroup(product) ||
      isComputedFromProducts(product.getLhs()) ||
      !sources.find(product.getRhs()) || sources.empty())
    return {};
  SmallVector<MmaOp> transposed = sources.getUpright();
  for (MmaOp source : transposed)
    if (!source.getScales().empty() || !hasColumnsOfGroup(source) ||
        isComputedFromProducts(source.getLhs()) ||
        isComputedFromProducts(source.getRhs()) || isInLeftFactor(source))
      return {};
  transposed.push_back(product);
  return transposed;
}

/// Replaces a product by the transposition of that of the transposed factors.
static PermuteOp transposeProduct(MmaOp product) {
  auto transposed = cast<MmaOp>(OpBuilder(product).clone(*product));
  Value lhs = transpose(product.getRhs());
  Value rhs = transpose(product.getLhs());
  Value acc = transpose(product.getAcc());
  transposed.getLhsMutable().assign(lhs);
  transposed.getRhsMutable().assign(rhs);
  transposed.getAccMutable().assign(acc);
  transposed.setLhsFormat(product.getRhsFormat());
  transposed.setRhsFormat(product.getLhsFormat());
  transposed.getResult().setType(cast<RankedTensorType>(acc.getType()));
  Value back = transpose(transposed.getResult());
  product.replaceAllUsesWith(back);
  product.erase();
  return back.getDefiningOp<PermuteOp>();
}

namespace {

struct TransposeProducts
    : tessera::impl::TileAATransposeProductsBase<TransposeProducts> {
  using TileAATransposeProductsBase::TileAATransposeProductsBase;

  void runOnOperation() override {
    llvm::SetVector<Operation *> chosen;
    getOperation().walk([&](MmaOp product) {
      for (MmaOp transposed : findTransposed(product))
        chosen.insert(transposed);
    });
    if (chosen.empty())
      return markAllAnalysesPreserved();
    TranspositionSinker sinker;
    for (Operation *product : chosen)
      sinker.add(transposeProduct(cast<MmaOp>(product)));
    sinker.run();
    eraseDead(getOperation().getBody());
    numTransposed += chosen.size();
  }
};

} // namespace
