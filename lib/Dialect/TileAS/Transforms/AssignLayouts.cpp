//===- AssignLayouts.cpp - Gives every tile a layout ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRuns.h"
#include "tessera/Dialect/TileAS/Transforms/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASASSIGNLAYOUTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Chooses one layout for each shape of a kernel, and what each access takes at
/// once.
class LayoutChoice {
public:
  explicit LayoutChoice(KernelOp kernel)
      : numWarps(kernel.getSpec().getWarps()) {
    tileaa::ValueFactsAnalysis analysis(kernel);
    kernel.walk([&](LoadOp op) {
      vote(op, op.getResult().getType(), findRun(analysis, op));
    });
    kernel.walk([&](StoreOp op) {
      vote(op, op.getValue().getType(), findRun(analysis, op));
    });
  }

  LayoutAttr getLayout(RankedTensorType tile) const {
    return makeBlockedLayout(tile.getContext(), tile.getShape(), getOrder(tile),
                             numWarps, width);
  }

  /// Says of an access to a tile what an instruction may take at once.
  template <typename Access> void setWidth(Access access, Type tile) const {
    auto run = runs.find(access);
    if (run == runs.end())
      return;
    int64_t length = getRunLength(tileas::getLayout(tile), run->second.dim);
    access.setWidth(std::min(run->second.length, length));
    access.setWhole(access.getWidth() > 1 && run->second.isWhole);
  }

  RankedTensorType assign(RankedTensorType tile) const {
    return withLayout(tile, getLayout(tile));
  }

private:
  /// Each access names the dimension along which neighbours touch in memory.
  /// All shapes have one width, or what becomes another shape would change
  /// threads.
  void vote(Operation *access, Type value, std::optional<AccessRun> run) {
    if (!run)
      return;
    ++votesFor(cast<RankedTensorType>(value))[run->dim];
    runs[access] = *run;
    width = std::max(width, run->length);
  }

  SmallVector<unsigned> &votesFor(RankedTensorType tile) {
    SmallVector<unsigned> &votes =
        contiguous[{tile.getShape().begin(), tile.getShape().end()}];
    votes.resize(tile.getRank());
    return votes;
  }

  /// Dimensions from the one that is contiguous most often; among equals from
  /// the last one, as in row-major order.
  SmallVector<unsigned> getOrder(RankedTensorType tile) const {
    SmallVector<unsigned> votes(tile.getRank());
    auto it = contiguous.find({tile.getShape().begin(), tile.getShape().end()});
    if (it != contiguous.end())
      votes = it->second;
    auto order = llvm::to_vector(llvm::seq<unsigned>(0, tile.getRank()));
    llvm::sort(order, [&](unsigned a, unsigned b) {
      return std::pair(votes[a], a) > std::pair(votes[b], b);
    });
    return order;
  }

  unsigned numWarps;
  int64_t width = 1;
  llvm::DenseMap<Operation *, AccessRun> runs;
  std::map<std::vector<int64_t>, SmallVector<unsigned>> contiguous;
};

/// Gives all values their layouts, then mends the ops that relate tiles of
/// different shapes.
class LayoutAssigner {
public:
  explicit LayoutAssigner(KernelOp kernel)
      : kernel(kernel), choice(kernel), builder(kernel.getContext()) {}

  void run() {
    kernel.walk([&](Operation *op) {
      assignResults(op);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            assign(argument);
    });
    kernel.walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](tileaa::ReshapeOp op) {
            setDerived(op, reshapeLayout(op.getValue().getType(),
                                         op.getType().getShape()));
          })
          .Case([&](tileaa::PermuteOp op) {
            setDerived(op, permuteLayout(getLayout(op.getValue().getType()),
                                         op.getPermutation()));
          })
          .Case([&](tileaa::BroadcastOp op) { fitOperand(op); })
          .Case(
              [&](LoadOp op) { choice.setWidth(op, op.getResult().getType()); })
          .Case(
              [&](StoreOp op) { choice.setWidth(op, op.getValue().getType()); })
          .Case([&](tileaa::ReduceOp op) {
            for (OpResult result : op->getResults())
              setReduced(op, result);
          });
    });
  }

private:
  void assign(Value value) {
    if (auto tile = dyn_cast<RankedTensorType>(value.getType()))
      value.setType(choice.assign(tile));
  }

  void assignResults(Operation *op) {
    for (OpResult result : op->getResults())
      assign(result);
    // The type of a constant's value and of its result are one.
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto tile = dyn_cast<RankedTensorType>(constant.getType())) {
        auto elements = cast<DenseElementsAttr>(constant.getValue());
        constant.setValueAttr(
            DenseElementsAttr::getFromRawBuffer(tile, elements.getRawData()));
      }
  }

  /// Gives the result of an op the layout that follows from its operands, and
  /// its users the one they expect.
  void setDerived(OpResult result, LayoutAttr layout) {
    auto expected = cast<RankedTensorType>(result.getType());
    if (expected.getEncoding() == layout)
      return;
    result.setType(withLayout(expected, layout));
    builder.setInsertionPointAfter(result.getOwner());
    auto convert =
        ConvertLayoutOp::create(builder, result.getLoc(), expected, result);
    result.replaceAllUsesExcept(convert, convert);
  }
  void setDerived(Operation *op, LayoutAttr layout) {
    setDerived(op->getResult(0), layout);
  }

  void setReduced(tileaa::ReduceOp op, OpResult result) {
    if (!isa<RankedTensorType>(result.getType()))
      return;
    unsigned dim = op.getDim();
    LayoutAttr operand = getLayout(op.getOperands().front().getType());
    setDerived(result, dropDim(projectLayout(operand, dim), dim));
  }

  /// A broadcast is a renaming of registers if its operand lies where the
  /// result needs it.
  void fitOperand(tileaa::BroadcastOp op) {
    RankedTensorType operand = op.getValue().getType();
    SmallVector<unsigned> repeated;
    for (int64_t dim = 0; dim < operand.getRank(); ++dim)
      if (operand.getDimSize(dim) != op.getType().getDimSize(dim))
        repeated.push_back(dim);
    LayoutAttr needed = projectLayout(getLayout(op.getType()), repeated);
    if (operand.getEncoding() == needed)
      return;
    builder.setInsertionPoint(op);
    op.getValueMutable().assign(ConvertLayoutOp::create(
        builder, op.getLoc(), withLayout(operand, needed), op.getValue()));
  }

  KernelOp kernel;
  LayoutChoice choice;
  OpBuilder builder;
};

struct AssignLayoutsPass
    : tessera::impl::TileASAssignLayoutsBase<AssignLayoutsPass> {
  void runOnOperation() override {
    if (failed(checkExtents()))
      return signalPassFailure();
    LayoutAssigner(getOperation()).run();
  }

private:
  /// Registers that one thread can hold of one tile, spills included; beyond,
  /// programs take ptxas minutes.
  static constexpr int64_t kMaxRegisters = 1024;

  LogicalResult checkExtents() {
    WalkResult result = getOperation().walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto tile = dyn_cast<RankedTensorType>(type))
          if (failed(checkExtents(op, tile)))
            return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult checkExtents(Operation *op, RankedTensorType tile) {
    if (tile.getRank() == 0 || !llvm::all_of(tile.getShape(), [](int64_t e) {
          return e > 0 && llvm::isPowerOf2_64(e);
        }))
      return op->emitOpError("makes a tile of the shape of ")
             << tile << "; a tile has at least one dimension and extents that "
             << "are powers of two";
    int64_t threads = int64_t(getOperation().getSpec().getWarps()) * kWarpSize;
    int64_t limit = threads * kMaxRegisters;
    // The product of all extents may be more than 64 bits hold.
    int64_t elements = 1;
    for (int64_t extent : tile.getShape())
      if (elements <= limit)
        elements *= std::min(extent, limit + 1);
    if (elements <= limit)
      return success();
    return op->emitOpError("makes a tile of the shape of ")
           << tile << ", more than the " << limit << " elements that "
           << threads << " threads can hold in registers; use a smaller tile";
  }
};

} // namespace
