//===- CheckAccesses.cpp - Asserts in front of accesses -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Pointers.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera {
#define GEN_PASS_DEF_CUDATILECHECKACCESSES
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// No allocation begins below this address: the first page of an address space
/// is never mapped.
static constexpr int64_t kFirstAddress = 4096;

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

namespace {
/// Memory whose size the program states.
struct Allocation {
  /// The pointer to its first byte.
  Value base;
  int64_t bytes;
  std::string name;
};
} // namespace

/// Bits of an element in memory; packed elements take less than a byte.
static int64_t getElementBits(Type element) {
  if (isa<PointerType>(element))
    return 64;
  std::optional<numerics::Format> format = getFormat(element);
  return format ? numerics::bitWidth(*format) : 0;
}

static int64_t getBytes(Type element, int64_t count) {
  return llvm::divideCeil(getElementBits(element) * count, 8);
}

static std::optional<Allocation> describe(GetGlobalOp op) {
  auto global =
      SymbolTable::lookupNearestSymbolFrom<GlobalOp>(op, op.getNameAttr());
  if (!global)
    return std::nullopt;
  auto type = cast<TileType>(global.getValue().getType());
  return Allocation{op.getResult(),
                    getBytes(type.getElementType(), type.getNumElements()),
                    ("global '" + op.getName() + "'").str()};
}

static Allocation describe(AllocaOp op) {
  auto pointer = cast<PointerType>(
      cast<TileType>(op.getResult().getType()).getElementType());
  return {op.getResult(), getBytes(pointer.getPointeeType(), op.getNumElem()),
          "the alloca"};
}

/// The allocation that all of `pointers` are derived from, if that follows
/// without branches and loops.
static std::optional<Allocation> findAllocation(Value pointers) {
  while (Operation *op = pointers.getDefiningOp()) {
    if (auto get = dyn_cast<GetGlobalOp>(op))
      return describe(get);
    if (auto alloca = dyn_cast<AllocaOp>(op))
      return describe(alloca);
    if (!isa<OffsetOp, ReshapeOp, BroadcastOp, AssumeOp, PtrToPtrOp, PermuteOp,
             ExtractOp>(op))
      break;
    pointers = op->getOperand(0);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {
/// Emits the checks of one access before it.
class AccessChecker {
public:
  explicit AccessChecker(Operation *access)
      : builder(access), loc(access->getLoc()) {}

  void checkPointers(Value pointers, Value mask);
  void checkPromises(Value view, ValueRange index, ArrayRef<bool> inbounds);

  unsigned getNumChecks() const { return numChecks; }

private:
  TileType getI64(ArrayRef<int64_t> shape) {
    return TileType::get(shape, builder.getI64Type());
  }
  Value number(int64_t value, ArrayRef<int64_t> shape) {
    return ConstantOp::create(
        builder, loc,
        DenseIntElementsAttr::get(getI64(shape), APInt(64, value, true)));
  }
  Value fill(Value scalar, ArrayRef<int64_t> shape) {
    return createFilled(builder, loc, scalar, shape);
  }
  /// Extends integers as unsigned ones.
  Value widen(Value tile) {
    auto type = cast<TileType>(tile.getType());
    if (type.getElementType().isInteger(64))
      return tile;
    return ExtIOp::create(builder, loc, getI64(type.getShape()), tile,
                          Signedness::Unsigned);
  }
  Value compare(ComparisonPredicate predicate, Value lhs, Value rhs) {
    return CmpIOp::create(builder, loc, predicate, lhs, rhs,
                          Signedness::Unsigned);
  }
  /// Emits an assertion that `holds` is true for each element that `mask` does
  /// not exclude.
  void require(Value holds, Value mask, const Twine &what);

  OpBuilder builder;
  Location loc;
  unsigned numChecks = 0;
};
} // namespace

void AccessChecker::require(Value holds, Value mask, const Twine &what) {
  if (mask) {
    auto type = cast<TileType>(mask.getType());
    Value all = ConstantOp::create(
        builder, loc, DenseIntElementsAttr::get(type, APInt::getAllOnes(1)));
    Value isOff = XOrIOp::create(builder, loc, mask, all);
    holds = OrIOp::create(builder, loc, holds, isOff);
  }
  std::string message;
  llvm::raw_string_ostream os(message);
  if (FileLineColLoc place = findFileLocation(loc))
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn() << ": ";
  os << what;
  AssertOp::create(builder, loc, holds, message);
  ++numChecks;
}

void AccessChecker::checkPointers(Value pointers, Value mask) {
  auto type = cast<TileType>(pointers.getType());
  auto pointer = cast<PointerType>(type.getElementType());
  ArrayRef<int64_t> shape = type.getShape();
  int64_t bits = getElementBits(pointer.getPointeeType());
  int64_t bytes = llvm::divideCeil(bits, 8);
  Value addresses = PtrToIntOp::create(builder, loc, pointers);

  if (std::optional<Allocation> allocation = findAllocation(pointers)) {
    Value base = PtrToIntOp::create(builder, loc, allocation->base);
    Value offset = SubIOp::create(builder, loc, addresses, fill(base, shape));
    // A negative offset is a large unsigned one. If nothing fits, no offset is
    // below 0.
    int64_t end = std::max<int64_t>(allocation->bytes - bytes + 1, 0);
    require(compare(ComparisonPredicate::LessThan, offset, number(end, shape)),
            mask,
            "an access of " + Twine(bytes) + " bytes goes beyond " +
                allocation->name + " of " + Twine(allocation->bytes) +
                " bytes");
  } else {
    require(compare(ComparisonPredicate::GreaterThanOrEqual, addresses,
                    number(kFirstAddress, shape)),
            mask, "an access through a null pointer");
  }
  if (bytes > 1 && llvm::isPowerOf2_64(bytes)) {
    Value rest =
        AndIOp::create(builder, loc, addresses, number(bytes - 1, shape));
    require(compare(ComparisonPredicate::Equal, rest, number(0, shape)), mask,
            "an access of " + Twine(bytes) +
                " bytes through a pointer that is no multiple of that");
  }
}

void AccessChecker::checkPromises(Value view, ValueRange index,
                                  ArrayRef<bool> inbounds) {
  Operation *made = view.getDefiningOp();
  if (!made || !llvm::is_contained(inbounds, true) ||
      !isa<MakePartitionViewOp, MakeStridedViewOp, MakeGatherScatterViewOp>(
          made))
    return;
  auto type = cast<TileView>(view.getType());
  ArrayRef<int64_t> tile = cast<TileType>(type.getViewTileType()).getShape();
  SmallVector<int32_t> dimMap = getDimMap(type), steps = getSteps(type);
  auto extents = GetTensorShapeOp::create(builder, loc, made->getOperand(0),
                                          builder.getI64Type());
  for (auto [dim, promised, place] : llvm::enumerate(inbounds, index)) {
    if (!promised)
      continue;
    ArrayRef<int64_t> shape = cast<TileType>(place.getType()).getShape();
    Value extent = fill(extents->getResult(dimMap[dim]), shape);
    // The tile must fit at all, and its index must not exceed that of the last
    // tile that does. An index of rows is that of a single row.
    Value size = number(shape.empty() ? tile[dim] : 1, shape);
    Value fits = compare(ComparisonPredicate::LessThanOrEqual, size, extent);
    Value room = SubIOp::create(builder, loc, extent, size);
    Value last = DivIOp::create(builder, loc, room, number(steps[dim], shape),
                                Signedness::Unsigned, RoundingMode::Zero);
    Value isBefore =
        compare(ComparisonPredicate::LessThanOrEqual, widen(place), last);
    require(
        AndIOp::create(builder, loc, fits, isBefore), Value(),
        "the tile is promised to lie inside of the tensor along dimension " +
            Twine(dim) + ", and does not");
  }
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct CheckAccesses
    : public tessera::impl::CudaTileCheckAccessesBase<CheckAccesses> {
  void runOnOperation() override {
    SmallVector<Operation *> accesses;
    getOperation()->walk([&](Operation *op) { accesses.push_back(op); });
    for (Operation *op : accesses) {
      AccessChecker checker(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](LoadPtrTkoOp load) {
            checker.checkPointers(load.getSource(), load.getMask());
          })
          .Case([&](StorePtrTkoOp store) {
            checker.checkPointers(store.getDestination(), store.getMask());
          })
          .Case<AtomicRMWTkoOp, AtomicCASTkoOp>([&](auto atomic) {
            checker.checkPointers(atomic.getPointers(), atomic.getMask());
          })
          .Case<LoadViewTkoOp, StoreViewTkoOp, AtomicRedViewTkoOp>(
              [&](auto access) {
                checker.checkPromises(access.getView(), access.getIndex(),
                                      access.getInbounds());
              });
      numChecks += checker.getNumChecks();
    }
  }
};
} // namespace
