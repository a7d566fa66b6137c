//===- DialectTest.cpp - Builders, types, effects and folds ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {

class CudaTileDialectTest : public ::testing::Test {
protected:
  CudaTileDialectTest()
      : handler(&context,
                [&](Diagnostic &diagnostic) { message = diagnostic.str(); }),
        builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<CudaTileDialect>();
    module = cuda_tile::ModuleOp::create(builder, loc, "m");
    builder.setInsertionPointToEnd(&module->getBody().front());
  }

  /// Makes an entry with arguments of these types; the builder moves into its
  /// body.
  EntryOp makeEntry(TypeRange arguments = {}) {
    auto entry = EntryOp::create(builder, loc, "k",
                                 builder.getFunctionType(arguments, {}));
    builder.setInsertionPointToEnd(&entry.getBody().front());
    return entry;
  }
  Type scalar(Type element) { return TileType::get({}, element); }
  Value constant(ArrayRef<int64_t> shape, int32_t value) {
    auto type = TileType::get(shape, builder.getI32Type());
    auto literal = DenseElementsAttr::get(cast<ShapedType>(type), value);
    return ConstantOp::create(builder, loc,
                              cast<DenseIntOrFPElementsAttr>(literal));
  }
  /// Ends the kernel and verifies the module.
  bool isValid() {
    ReturnOp::create(builder, loc);
    return succeeded(verify(*module));
  }
  auto emitError() {
    return [&] { return mlir::emitError(loc); };
  }

  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler;
  OpBuilder builder;
  Location loc;
  OwningOpRef<cuda_tile::ModuleOp> module;
};

TEST_F(CudaTileDialectTest, ShortBuildersInferTypes) {
  makeEntry();
  Value a = constant({4}, 1);
  Value sum = AddIOp::create(builder, loc, a, a);
  EXPECT_EQ(sum.getType(), a.getType());
  Value less = CmpIOp::create(builder, loc, ComparisonPredicate::LessThan, a,
                              sum, Signedness::Signed);
  EXPECT_EQ(less.getType(), TileType::get({4}, builder.getI1Type()));
  Value chosen = SelectOp::create(builder, loc, less, a, sum);
  EXPECT_EQ(chosen.getType(), a.getType());
  auto id = GetTileBlockIdOp::create(builder, loc);
  EXPECT_EQ(id.getBlockIdX().getType(), scalar(builder.getI32Type()));
  EXPECT_TRUE(isValid()) << message;
}

/// A builder only asks for what the operands do not determine.
TEST_F(CudaTileDialectTest, BuildersInferShapes) {
  Type i32 = builder.getI32Type(), i8 = builder.getI8Type();
  Value index = makeEntry(scalar(i32)).getArgument(0);
  Value iota = IotaOp::create(builder, loc, 8, i32);
  EXPECT_EQ(iota.getType(), TileType::get({8}, i32));
  Value column = ReshapeOp::create(builder, loc, iota, {8, 1});
  Value square = BroadcastOp::create(builder, loc, column, {8, 4});
  EXPECT_EQ(square.getType(), TileType::get({8, 4}, i32));
  Value turned = PermuteOp::create(builder, loc, square, {1, 0});
  EXPECT_EQ(turned.getType(), TileType::get({4, 8}, i32));
  Value both = CatOp::create(builder, loc, turned, turned, 1);
  EXPECT_EQ(both.getType(), TileType::get({4, 16}, i32));
  Value part =
      ExtractOp::create(builder, loc, both, {2, 2}, ValueRange{index, index});
  EXPECT_EQ(part.getType(), TileType::get({2, 2}, i32));
  InsertOp::create(builder, loc, part, both, ValueRange{index, index});
  Value bytes = PackOp::create(builder, loc, iota);
  EXPECT_EQ(bytes.getType(), TileType::get({32}, i8));
  Value halves = UnpackOp::create(builder, loc, bytes, builder.getF16Type());
  EXPECT_EQ(halves.getType(), TileType::get({16}, builder.getF16Type()));
  Value sum = AddFOp::create(builder, loc, halves, halves);
  Value less = CmpFOp::create(builder, loc, ComparisonPredicate::LessThan,
                              ComparisonOrdering::Ordered, sum, halves);
  EXPECT_EQ(less.getType(), TileType::get({16}, builder.getI1Type()));
  FmaOp::create(builder, loc, halves, halves, sum);
  MaxFOp::create(builder, loc, sum, halves);
  Value token = MakeTokenOp::create(builder, loc);
  JoinTokensOp::create(builder, loc, ValueRange{token, token});
  EXPECT_TRUE(isValid()) << message;
}

TEST_F(CudaTileDialectTest, BuildersInferViews) {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  auto table = DenseElementsAttr::get(
      cast<ShapedType>(Type(TileType::get({2}, f32))), {1.0f, 2.0f});
  auto global = GlobalOp::create(builder, loc, "table",
                                 cast<DenseIntOrFPElementsAttr>(table));
  SmallVector<Type> arguments{scalar(PointerType::get(f32)), scalar(i32)};
  EntryOp entry = makeEntry(arguments);
  Value base = entry.getArgument(0), extent = entry.getArgument(1);
  Value address = GetGlobalOp::create(builder, loc, global);
  EXPECT_EQ(address.getType(), base.getType());
  Value number = PtrToIntOp::create(builder, loc, address);
  EXPECT_EQ(number.getType(), scalar(builder.getI64Type()));
  Value fixed =
      MakeTensorViewOp::create(builder, loc, base, {128, 64}, {64, 1});
  EXPECT_EQ(fixed.getType(), TensorViewType::get(f32, {128, 64}, {64, 1}));
  Value view = MakeTensorViewOp::create(
      builder, loc, base, {TensorViewType::kDynamic, 64}, {64, 1}, extent);
  Value tiles = MakePartitionViewOp::create(
      builder, loc, view, {16, 32},
      PaddingValueAttr::get(&context, PaddingValue::Zero));
  auto load =
      LoadViewTkoOp::create(builder, loc, tiles, ValueRange{extent, extent});
  EXPECT_EQ(load.getTile().getType(), TileType::get({16, 32}, f32));
  auto shape = GetTensorShapeOp::create(builder, loc, view, i32);
  auto space = GetIndexSpaceShapeOp::create(builder, loc, tiles, i32);
  EXPECT_EQ(shape.getNumResults(), 2u);
  EXPECT_EQ(space->getResult(1).getType(), scalar(i32));
  EXPECT_TRUE(isValid()) << message;
}

TEST_F(CudaTileDialectTest, AccessesThroughPointers) {
  Type f32 = builder.getF32Type();
  EntryOp entry = makeEntry(scalar(PointerType::get(f32)));
  Value pointer = entry.getArgument(0);
  auto load = LoadPtrTkoOp::create(builder, loc, pointer);
  EXPECT_EQ(load.getResult().getType(), scalar(f32));
  EXPECT_TRUE(isa<TokenType>(load.getResultToken().getType()));
  StorePtrTkoOp::create(builder, loc, pointer, load.getResult(), Value(),
                        load.getResultToken());
  EXPECT_TRUE(isValid()) << message;
}

TEST_F(CudaTileDialectTest, AccessesThroughViews) {
  Type f32 = builder.getF32Type(), i32 = scalar(builder.getI32Type());
  EntryOp entry = makeEntry({scalar(PointerType::get(f32)), i32});
  auto viewType =
      TensorViewType::get(f32, {TensorViewType::kDynamic, 64}, {64, 1});
  EXPECT_EQ(viewType.getNumDynamicDims(), 1u);
  EXPECT_EQ(viewType.getNumDynamicStrides(), 0u);
  Value view =
      MakeTensorViewOp::create(builder, loc, viewType, entry.getArgument(0),
                               entry.getArgument(1), ValueRange());
  auto partition = PartitionViewType::get({16, 32}, viewType, {0, 1});
  Value tiles = MakePartitionViewOp::create(builder, loc, partition, view);
  SmallVector<Value> index(2, entry.getArgument(1));
  auto load = LoadViewTkoOp::create(builder, loc, tiles, index);
  EXPECT_EQ(load.getTile().getType(), TileType::get({16, 32}, f32));
  EXPECT_EQ(load.getInbounds().size(), 2u);
  StoreViewTkoOp::create(builder, loc, load.getTile(), tiles, index,
                         load.getResultToken());
  EXPECT_TRUE(isValid()) << message;
}

TEST_F(CudaTileDialectTest, ControlFlowBuilders) {
  EntryOp entry = makeEntry(scalar(builder.getI1Type()));
  Value one = constant({}, 1);
  auto loop = ForOp::create(
      builder, loc, one, one, one, one,
      [&](OpBuilder &b, Location l, Value counter, ValueRange carried) {
        Value sum = AddIOp::create(b, l, counter, carried[0]);
        ContinueOp::create(b, l, sum);
      });
  EXPECT_EQ(loop.getResult(0).getType(), one.getType());
  auto choice = IfOp::create(
      builder, loc, one.getType(), entry.getArgument(0),
      [&](OpBuilder &b, Location l) { YieldOp::create(b, l, one); },
      [&](OpBuilder &b, Location l) {
        YieldOp::create(b, l, loop.getResult(0));
      });
  LoopOp::create(builder, loc, one.getType(), choice.getResults(),
                 [&](OpBuilder &b, Location l, ValueRange carried) {
                   BreakOp::create(b, l, carried);
                 });
  // Bodies without values end by themselves.
  IfOp::create(builder, loc, TypeRange(), entry.getArgument(0),
               [](OpBuilder &, Location) {});
  ForOp::create(builder, loc, one, one, one, ValueRange());
  EXPECT_TRUE(isValid()) << message;
}

TEST_F(CudaTileDialectTest, ReduceBuilder) {
  makeEntry();
  Value tile = constant({8, 16}, 1);
  auto reduce = ReduceOp::create(
      builder, loc, tile, 1, builder.getI32IntegerAttr(0),
      [](OpBuilder &b, Location l, ValueRange args) {
        YieldOp::create(b, l,
                        AddIOp::create(b, l, args[0], args[1]).getResult());
      });
  EXPECT_EQ(reduce.getResult(0).getType(),
            TileType::get({8}, builder.getI32Type()));
  EXPECT_TRUE(isValid()) << message;
}

TEST_F(CudaTileDialectTest, ScanBuilder) {
  makeEntry();
  Value tile = constant({8, 16}, 1);
  auto scan = ScanOp::create(
      builder, loc, tile, 1, /*reverse=*/true, builder.getI32IntegerAttr(0),
      [](OpBuilder &b, Location l, ValueRange args) {
        YieldOp::create(b, l,
                        AddIOp::create(b, l, args[0], args[1]).getResult());
      });
  EXPECT_EQ(scan.getResult(0).getType(), tile.getType());
  // The accumulator is the first argument.
  EXPECT_EQ(scan.getAccumulator(0), scan.getBody().getArgument(0));
  EXPECT_EQ(scan.getElement(0), scan.getBody().getArgument(1));
  EXPECT_TRUE(scan.getReverse());
  EXPECT_TRUE(isOpTriviallyDead(scan));
  EXPECT_TRUE(isValid()) << message;
}

TEST_F(CudaTileDialectTest, ViewsOfTiles) {
  Type f32 = builder.getF32Type();
  auto view = TensorViewType::get(f32, {128, 64}, {64, 1});
  TileView strided = StridedViewType::get({8, 16}, {4, 3}, view, {0, 1});
  TileView rows = GatherScatterViewType::get({8, 16}, view, 1);
  for (TileView type : {strided, rows}) {
    EXPECT_EQ(type.getTensorView(), view);
    EXPECT_EQ(type.getViewTileType(), TileType::get({8, 16}, f32));
    EXPECT_EQ(type.getIndexRank(), 2u);
    EXPECT_FALSE(type.getPaddingValue());
    EXPECT_TRUE(isViewType(type));
  }
  Type i32 = scalar(builder.getI32Type());
  Type indices = TileType::get({16}, builder.getI32Type());
  EXPECT_TRUE(succeeded(strided.verifyIndices({i32, i32}, emitError())));
  EXPECT_TRUE(succeeded(rows.verifyIndices({i32, indices}, emitError())));
  EXPECT_TRUE(failed(rows.verifyIndices({indices, i32}, emitError())));
}

TEST_F(CudaTileDialectTest, WidthsOfNumbers) {
  Type unsignedFloat = F8E5M3FNUType::get(&context);
  EXPECT_TRUE(isNumberType(unsignedFloat));
  EXPECT_TRUE(isFloatNumber(unsignedFloat));
  EXPECT_EQ(getNumberWidth(unsignedFloat), 8u);
  Type tf32 = FloatTF32Type::get(&context);
  EXPECT_EQ(getNumberWidth(tf32), 19u);
  EXPECT_EQ(getPackedBitWidth(tf32), 32u);
  EXPECT_FALSE(isFloatNumber(builder.getI32Type()));
  EXPECT_EQ(getPackedBitWidth(builder.getI1Type()), 1u);
}

TEST_F(CudaTileDialectTest, TypesRefuseWhatTheLanguageRefuses) {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  auto isTile = [&](ArrayRef<int64_t> shape, Type element) {
    return bool(TileType::getChecked(emitError(), shape, element));
  };
  EXPECT_TRUE(isTile({4, 8}, f32));
  EXPECT_FALSE(isTile({3, 4}, f32));
  EXPECT_FALSE(isTile({0, 4}, f32));
  EXPECT_FALSE(isTile({-4, 4}, f32));
  EXPECT_TRUE(isTile({4096, 4096}, f32));
  EXPECT_FALSE(isTile({4096, 8192}, f32));
  EXPECT_FALSE(isTile({int64_t(1) << 62, int64_t(1) << 62}, f32));
  EXPECT_FALSE(isTile({4, 4}, builder.getIndexType()));
  Type i4 = builder.getIntegerType(4);
  EXPECT_TRUE(isTile({4, 4}, i4));
  EXPECT_FALSE(PointerType::getChecked(emitError(), i4, PtrAttrAttr()));
  Type f4 = Float4E2M1FNType::get(&context);
  EXPECT_FALSE(isTile({1, 1}, f4));
  EXPECT_TRUE(isTile({1, 2}, f4));

  auto view = TensorViewType::get(i32, {100, 50}, {50, 1});
  auto nan = PaddingValueAttr::get(&context, PaddingValue::NaN);
  auto zero = PaddingValueAttr::get(&context, PaddingValue::Zero);
  auto isPartition = [&](ArrayRef<int32_t> tile, ArrayRef<int32_t> dimMap,
                         PaddingValueAttr padding) {
    return bool(PartitionViewType::getChecked(emitError(), tile, view, dimMap,
                                              padding));
  };
  EXPECT_TRUE(isPartition({8, 8}, {1, 0}, zero));
  EXPECT_FALSE(isPartition({8, 8}, {1, 1}, zero));
  EXPECT_FALSE(isPartition({8, 8, 8}, {0, 1, 2}, zero));
  EXPECT_FALSE(isPartition({8, 6}, {0, 1}, zero));
  EXPECT_FALSE(isPartition({8, 8}, {0, 1}, nan));
}

TEST_F(CudaTileDialectTest, HintsAreDictionariesOfDictionaries) {
  NamedAttribute number = builder.getNamedAttr("sm_90", builder.getUnitAttr());
  EXPECT_FALSE(OptimizationHintsAttr::getChecked(
      emitError(), &context, builder.getDictionaryAttr(number)));
  EXPECT_EQ(message, "the hints for 'sm_90' must be a dictionary, found unit");
  NamedAttribute hints =
      builder.getNamedAttr("sm_90", builder.getDictionaryAttr(number));
  EXPECT_TRUE(OptimizationHintsAttr::getChecked(
      emitError(), &context, builder.getDictionaryAttr(hints)));
}

TEST_F(CudaTileDialectTest, TilesAreShapedTypes) {
  auto type = TileType::get({2, 4}, builder.getF32Type());
  auto shaped = cast<ShapedType>(type);
  EXPECT_TRUE(shaped.hasStaticShape());
  EXPECT_EQ(shaped.getNumElements(), 8);
  EXPECT_EQ(shaped.clone(builder.getI1Type()),
            TileType::get({2, 4}, builder.getI1Type()));
  EXPECT_EQ(getBoolTile(type), TileType::get({2, 4}, builder.getI1Type()));
}

/// A weak access may be erased if its result is unused; one that others can see
/// may not.
TEST_F(CudaTileDialectTest, EffectsOfAccesses) {
  EntryOp entry = makeEntry(scalar(PointerType::get(builder.getF32Type())));
  auto weak = LoadPtrTkoOp::create(builder, loc, entry.getArgument(0));
  EXPECT_TRUE(isOpTriviallyDead(weak));
  auto acquire = LoadPtrTkoOp::create(builder, loc, entry.getArgument(0));
  acquire.setMemoryOrderingSemantics(MemoryOrderingSemantics::Acquire);
  acquire.setMemoryScope(MemoryScope::Device);
  EXPECT_FALSE(isOpTriviallyDead(acquire));
  auto store = StorePtrTkoOp::create(builder, loc, entry.getArgument(0),
                                     weak.getResult());
  EXPECT_FALSE(isOpTriviallyDead(store));
}

/// Effects that others see keep an op without uses; an unused allocation may
/// go.
TEST_F(CudaTileDialectTest, EffectsOfAtomicsAndBlocks) {
  Type pointer = scalar(PointerType::get(builder.getI32Type()));
  EntryOp entry = makeEntry(pointer);
  Value one = constant({}, 1);
  auto atomic = AtomicRMWTkoOp::create(
      builder, loc, one.getType(), builder.getType<TokenType>(),
      entry.getArgument(0), one, Value(), Value(),
      MemoryOrderingSemantics::Relaxed, MemoryScope::Device,
      AtomicRMWMode::Add);
  EXPECT_FALSE(isOpTriviallyDead(atomic));
  EXPECT_FALSE(isOpTriviallyDead(GdcWaitTkoOp::create(builder, loc, Value())));
  EXPECT_FALSE(isOpTriviallyDead(
      GdcLaunchDependentsTkoOp::create(builder, loc, Value())));
  auto token = MakeTokenOp::create(builder, loc);
  EXPECT_FALSE(
      isOpTriviallyDead(MemoryFenceAliasTkoOp::create(builder, loc, token)));
  auto memory = AllocaOp::create(builder, loc, pointer, 16, 4);
  EXPECT_TRUE(isOpTriviallyDead(memory));
  EXPECT_FALSE(isSpeculatable(memory));
  EXPECT_TRUE(isValid()) << message;
}

/// A branch that may leave a loop is not dead, though it yields nothing.
TEST_F(CudaTileDialectTest, ExitsKeepBranchesAlive) {
  EntryOp entry = makeEntry(scalar(builder.getI1Type()));
  IfOp leaving, idle;
  LoopOp::create(builder, loc, TypeRange(), ValueRange(),
                 [&](OpBuilder &b, Location l, ValueRange) {
                   leaving = IfOp::create(
                       b, l, TypeRange(), entry.getArgument(0),
                       [](OpBuilder &b, Location l) { BreakOp::create(b, l); });
                   idle = IfOp::create(b, l, TypeRange(), entry.getArgument(0),
                                       [](OpBuilder &, Location) {});
                 });
  EXPECT_FALSE(isOpTriviallyDead(leaving));
  EXPECT_TRUE(isOpTriviallyDead(idle));
}

TEST_F(CudaTileDialectTest, DivisionsAreHoistedOnlyWithSafeDivisors) {
  EntryOp entry = makeEntry(scalar(builder.getI32Type()));
  Value x = entry.getArgument(0);
  Value zero = constant({}, 0), minusOne = constant({}, -1),
        three = constant({}, 3);
  auto div = [&](Value divisor, Signedness signedness) {
    return isSpeculatable(DivIOp::create(builder, loc, x, divisor, signedness));
  };
  auto rem = [&](Value divisor) {
    return isSpeculatable(
        RemIOp::create(builder, loc, x, divisor, Signedness::Signed));
  };
  EXPECT_TRUE(div(three, Signedness::Signed));
  EXPECT_FALSE(div(zero, Signedness::Signed));
  EXPECT_FALSE(div(minusOne, Signedness::Signed));
  EXPECT_TRUE(div(minusOne, Signedness::Unsigned));
  EXPECT_FALSE(div(x, Signedness::Unsigned));
  EXPECT_TRUE(rem(minusOne));
  EXPECT_FALSE(rem(zero));
  EXPECT_FALSE(rem(x));
}

TEST_F(CudaTileDialectTest, FoldsOfNothing) {
  makeEntry();
  Value tile = constant({4, 8}, 1);
  auto fold = [](Operation *op) -> Value {
    SmallVector<OpFoldResult> results;
    if (failed(op->fold(results)) || results.empty())
      return {};
    return dyn_cast<Value>(results.front());
  };
  Type same = tile.getType();
  EXPECT_EQ(fold(ReshapeOp::create(builder, loc, same, tile)), tile);
  EXPECT_EQ(fold(BroadcastOp::create(builder, loc, same, tile)), tile);
  EXPECT_EQ(fold(BitcastOp::create(builder, loc, same, tile)), tile);
  EXPECT_EQ(fold(PermuteOp::create(builder, loc, same, tile, {0, 1})), tile);
  Type turned = TileType::get({8, 4}, builder.getI32Type());
  EXPECT_EQ(fold(PermuteOp::create(builder, loc, turned, tile, {1, 0})),
            Value());
  EXPECT_EQ(fold(ReshapeOp::create(builder, loc, turned, tile)), Value());
}

// The text has both or none; only a builder can give one.
TEST_F(CudaTileDialectTest, RunsOfMultiplesNeedBothNumbers) {
  EXPECT_TRUE(failed(DivByAttr::verify(emitError(), 4, 2, std::nullopt)));
  EXPECT_EQ(message, "div_by needs both of 'every' and 'along', or none");
  EXPECT_TRUE(succeeded(DivByAttr::verify(emitError(), 4, 2, 0)));
}

} // namespace
