//===- KeepTiles.cpp - Tiles that are read once from global memory --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scf.for %i = ... {            %kept = tileas.alloc_shared : <..., stages = K>
//     %x = tileas.load ...        scf.for %i = ... {
//     use %x                        %x = tileas.load ...
//   }                               scf.if %i < K { store %x to %kept[%i] }
//   scf.for %j = ... {       ->     use %x
//     %y = tileas.load ...        }
//     use %y                      scf.for %j = ... {
//   }                               %y = scf.if %j < K { read %kept[%j] }
//                                        else { tileas.load ... }
//                                   use %y
//                                 }
//
//===----------------------------------------------------------------------===//

#include "../Loops/CountedLoops.h"
#include "RereadTiles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/MachineModel.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASKEEPTILES
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::AccessOpInterface;

//===----------------------------------------------------------------------===//
// Carrying out
//===----------------------------------------------------------------------===//

namespace {

/// The stages of the buffer of a tile.
struct Stages {
  int64_t count;
  /// True if the loops have no more iterations than the buffer has stages.
  bool areForAll;
};

/// Keeps the first tiles of loops in a buffer, and reads them there.
class TileKeeper {
public:
  TileKeeper(RereadTile tile, Stages stages)
      : tile(std::move(tile)), stages(stages) {}

  void run() {
    scf::ForOp loop = count(tile.first);
    OpBuilder builder(loop);
    auto type = cast<RankedTensorType>(tile.first.getAccessedType());
    buffer = AllocSharedOp::create(
        builder, tile.first.getLoc(),
        BufferType::get(builder.getContext(), type.getShape(),
                        type.getElementType(), LayoutAttr(), stages.count),
        /*offset=*/IntegerAttr());
    fill();
    for (AccessOpInterface load : tile.again) {
      count(load);
      read(load);
    }
  }

private:
  /// Makes the loop of a load count the stages of the buffer.
  static scf::ForOp count(AccessOpInterface load) {
    scf::ForOp loop = RereadTile::getLoop(load);
    DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
    scf::ForOp counted = countFromZero(loop);
    counted->setDiscardableAttrs(attributes);
    return counted;
  }

  /// True in iterations whose tile is kept; null if all are.
  Value makeIsKept(OpBuilder &builder, scf::ForOp loop) {
    if (stages.areForAll)
      return {};
    APInt first;
    matchPattern(loop.getLowerBound(), m_ConstantInt(&first));
    Location loc = loop.getLoc();
    Type type = loop.getInductionVar().getType();
    Value end = arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(type, first.getSExtValue() + stages.count));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                 loop.getInductionVar(), end);
  }

  /// The stage of this iteration.
  Value makeStage(OpBuilder &builder, scf::ForOp loop) {
    if (stages.count == 1)
      return buffer;
    Value turn = makeTurn(builder, loop.getLoc(), loop.getInductionVar());
    return SliceOp::create(builder, loop.getLoc(), buffer, turn);
  }

  void fill() {
    scf::ForOp loop = RereadTile::getLoop(tile.first);
    Location loc = tile.first.getLoc();
    OpBuilder builder(loop.getContext());
    builder.setInsertionPointAfter(tile.first);
    if (Value isKept = makeIsKept(builder, loop)) {
      auto branch = scf::IfOp::create(builder, loc, isKept);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    Value stage = makeStage(builder, loop);
    SharedStoreOp::create(builder, loc, tile.first.getAccessed(), stage);
  }

  void read(AccessOpInterface load) {
    scf::ForOp loop = RereadTile::getLoop(load);
    OpBuilder builder(load);
    Value isKept = makeIsKept(builder, loop);
    if (havePaddingOfTheirOwn(tile.first, load))
      isKept = both(builder, isKept, makeIsWhole(builder, load));
    if (!isKept) {
      load.getResultToken().replaceAllUsesWith(makeToken(builder, load));
      load.getAccessed().replaceAllUsesWith(readStage(builder, loop, load));
      return load->erase();
    }
    // Few loads have an order that anybody asks for.
    bool isOrdered = !load.getResultToken().use_empty();
    ValueRange results = load->getResults().take_front(isOrdered ? 2 : 1);
    auto branch =
        scf::IfOp::create(builder, load.getLoc(), results.getTypes(), isKept,
                          /*withElseRegion=*/true);
    for (auto [result, either] : llvm::zip_equal(results, branch.getResults()))
      result.replaceAllUsesWith(either);
    load->moveBefore(branch.elseBlock(), branch.elseBlock()->end());
    builder.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(builder, load.getLoc(), results);
    builder.setInsertionPointToEnd(branch.thenBlock());
    SmallVector<Value> kept{readStage(builder, loop, load)};
    if (isOrdered)
      kept.push_back(makeToken(builder, load));
    scf::YieldOp::create(builder, load.getLoc(), kept);
  }

  Value readStage(OpBuilder &builder, scf::ForOp loop, AccessOpInterface load) {
    Value stage = makeStage(builder, loop);
    return SharedLoadOp::create(builder, load.getLoc(), load.getAccessedType(),
                                stage);
  }

  /// The token of a load that is gone: that of the accesses before it.
  static Value makeToken(OpBuilder &builder, AccessOpInterface load) {
    if (Value token = load.getToken())
      return token;
    return tileaa::MakeTokenOp::create(builder, load.getLoc());
  }

  static Value both(OpBuilder &builder, Value lhs, Value rhs) {
    if (!lhs || !rhs)
      return lhs ? lhs : rhs;
    return arith::AndIOp::create(builder, lhs.getLoc(), lhs, rhs);
  }

  /// True if all elements of a load exist; null if that is known.
  static Value makeIsWhole(OpBuilder &builder, AccessOpInterface load) {
    Location loc = load.getLoc();
    Value isWhole;
    auto shape = cast<RankedTensorType>(load.getAccessedType()).getShape();
    for (auto [dim, start] : llvm::enumerate(load.getStarts())) {
      if (load.isInside(dim))
        continue;
      Value size = arith::ConstantOp::create(
          builder, loc,
          builder.getIntegerAttr(start.getType(), shape[dim] - 1));
      Value last = arith::AddIOp::create(builder, loc, start, size);
      // Positions of 64 bits may wrap around.
      Value isBehind = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ule, start, last);
      Value isInside =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, last,
                                load.getExtents()[dim]);
      isWhole = both(builder, both(builder, isWhole, isBehind), isInside);
    }
    return isWhole;
  }

  RereadTile tile;
  Stages stages;
  Value buffer;
};

} // namespace

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

namespace {

struct KeepTilesPass : tessera::impl::TileASKeepTilesBase<KeepTilesPass> {
  void runOnOperation() override {
    target = lookupTarget(getOperation().getSpec().getTarget());
    if (!target)
      return;
    RereadTiles found = findRereadTiles(getOperation());
    for (AccessOpInterface load : found.changed)
      remark::missed(load.getLoc(), named("RemarkTilesNotKept"))
          << remark::reason("an access that comes before the load may have "
                            "changed what an earlier loop has read");
    if (found.tiles.empty())
      return;
    std::optional<Choice> choice = choose(found.tiles);
    if (!choice)
      return signalPassFailure();
    if (choice->stages.empty()) {
      for (RereadTile &tile : found.tiles)
        explainWhyNot(tile, *choice);
      return;
    }
    for (auto [tile, stages] : llvm::zip_equal(found.tiles, choice->stages)) {
      explain(tile, stages, *choice);
      TileKeeper(tile, stages).run();
      ++numTiles;
    }
  }

private:
  struct Choice {
    /// The stages of each tile; empty if none is kept. All are chosen before a
    /// loop is made to count them, after which its trip count is no constant.
    SmallVector<Stages> stages;
    /// True if shared memory has room for one stage of each tile.
    bool hasRoom = false;
    /// The blocks that an SM holds at most with them, and without; and as many
    /// as keep memory busy.
    int64_t blocks, before, least;
  };

  /// Warps of an SM that hide one another's latencies between the loads.
  static constexpr int64_t kLeastWarps = 4 * partitionsPerSM;
  static constexpr int64_t kMostStages = 64;

  /// A loop keeps no more tiles than it has iterations.
  static Stages countStages(const RereadTile &tile, int64_t most) {
    auto trips = RereadTile::getLoop(tile.first).getStaticTripCount();
    if (!trips)
      return {most, /*areForAll=*/false};
    return {std::clamp<int64_t>(trips->getLimitedValue(most), 1, most),
            trips->ule(most)};
  }

  /// Chooses the largest power of two, with which a stage is found by its bits.
  /// None if shared memory cannot be measured.
  std::optional<Choice> choose(ArrayRef<RereadTile> tiles) {
    FailureOr<SharedAllocation> allocation =
        SharedAllocation::create(getOperation());
    if (failed(allocation))
      return std::nullopt;
    int64_t shared = allocation->place();
    KernelSpecAttr spec = getOperation().getSpec();
    Residency residency(*target, spec.getAllWarps());
    Choice choice;
    choice.before = choice.blocks = residency.countBlocks(shared);
    choice.least = std::min(choice.before, countLeastBlocks(tiles));
    for (int64_t most = kMostStages; most > 0; most /= 2) {
      SmallVector<Stages> stages;
      int64_t bytes = shared;
      for (const RereadTile &tile : tiles) {
        stages.push_back(countStages(tile, most));
        bytes += stages.back().count * tile.getBytes();
      }
      int64_t blocks = residency.countBlocks(bytes);
      choice.hasRoom = bytes <= target->getCapacities().maxSharedBytesPerBlock;
      if (!choice.hasRoom || blocks < std::max<int64_t>(choice.least, 1))
        continue;
      choice.stages = std::move(stages);
      choice.blocks = blocks;
      break;
    }
    return choice;
  }

  /// The blocks of an SM whose loads of one iteration keep memory busy (Little's
  /// law), and that the front end asks for.
  int64_t countLeastBlocks(ArrayRef<RereadTile> tiles) {
    KernelSpecAttr spec = getOperation().getSpec();
    int64_t bytes = tiles.front().getBytes();
    for (const RereadTile &tile : tiles)
      bytes = std::min(bytes, tile.getBytes());
    int64_t forMemory = llvm::divideCeil(countBytesInFlight(), bytes);
    int64_t forWarps = llvm::divideCeil(kLeastWarps, spec.getAllWarps());
    return std::max({forMemory, forWarps, int64_t(spec.getMinCtasPerSm())});
  }

  int64_t countBytesInFlight() {
    const MachineModel &model = MachineModel::of(*target);
    const Board *board = defaultBoard(*target);
    if (!board)
      return model.getBytesInFlight();
    return int64_t(getDramBytesPerCycle(*board) *
                   model.getMemory().copyLatency.value);
  }

  void explainWhyNot(RereadTile &tile, const Choice &choice) {
    auto remark =
        remark::missed(tile.first.getLoc(), named("RemarkTilesNotKept"));
    if (!choice.hasRoom)
      remark << remark::reason(
          "shared memory has no room for one tile of a loop");
    else
      remark << remark::reason(
          "with one tile of a loop in shared memory an SM holds fewer than {0} "
          "blocks, which memory takes to be busy",
          choice.least);
  }

  void explain(RereadTile &tile, Stages stages, const Choice &choice) {
    remark::passed(tile.first.getLoc(), named("RemarkTilesKept"))
        << remark::metric("Tiles", stages.count)
        << remark::metric("Bytes", stages.count * tile.getBytes())
        << remark::metric("Loads", tile.again.size())
        << remark::metric("Blocks", choice.blocks)
        << remark::metric("BlocksWithout", choice.before)
        << remark::metric("BlocksNeeded", choice.least);
  }

  remark::RemarkOpts named(StringRef name) {
    return remark::RemarkOpts::name(name)
        .category(remarks::memory)
        .function(getOperation().getSymName());
  }

  const TargetInfo *target = nullptr;
};

} // namespace
