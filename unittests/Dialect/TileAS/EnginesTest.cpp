//===- EnginesTest.cpp - A new engine is an addition ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that no file of lib/ knows multiplies as an engine of a later GPU does:
// both factors come from shared memory in one layout, read by the machine, and
// the sum lies in registers in one layout. Layouts, placement, copies, barriers
// and costs ask it by its interfaces.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "tessera/Dialect/TileAS/Analysis/BankUse.h"
#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Target/TargetInfo.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// A factor in memory has rows of 128 bytes whose pieces of 16 are exchanged.
LayoutAttr getFactorLayout(MLIRContext *context) {
  std::vector<LinearLayout::Basis> bases;
  for (int32_t bit = 1; bit < 64; bit *= 2)
    bases.push_back({0, bit});
  for (int32_t row : {1, 2, 4, 8, 16, 32})
    bases.push_back({row, row < 8 ? row * 8 : 0});
  llvm::Expected<LinearLayout> map = LinearLayout::fromBases(
      {{kOffset, bases}}, {{dimName(0), 6}, {dimName(1), 6}});
  return LayoutAttr::get(context, cantFail(std::move(map)));
}

/// The warps share the rows.
LayoutAttr getSumLayout(MLIRContext *context) {
  return LayoutAttr::get(
      context, makeAccumulatorLayout({64, 64}, 16, {2, 0}, /*numWarpBits=*/2));
}

constexpr int64_t kCycles = 77, kLatency = 5;

class MultiplyOp
    : public Op<MultiplyOp, OpTrait::ZeroRegions, OpTrait::OneResult,
                OpTrait::ZeroSuccessors, OpTrait::NOperands<3>::Impl,
                tileaa::ProductOpInterface::Trait,
                tileas::ProductOpInterface::Trait, UnitCostOpInterface::Trait,
                BufferAccessOpInterface::Trait,
                MemoryEffectOpInterface::Trait> {
public:
  using Op::Op;

  static StringRef getOperationName() { return "tileas.testing_multiply"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  Value getLhs() { return getOperand(0); }
  Value getRhs() { return getOperand(1); }
  Value getAcc() { return getOperand(2); }
  Value getResult() { return getOperation()->getResult(0); }
  tileaa::FactorFormat getLhsFormat() { return tileaa::FactorFormat::F16; }
  tileaa::FactorFormat getRhsFormat() { return tileaa::FactorFormat::F16; }
  Operation::operand_range getScales() {
    return getOperation()->getOperands().drop_front(3);
  }
  std::optional<tileaa::FloatFormat> getScaleFormat() { return std::nullopt; }

  const MatrixInstruction *getInstruction() {
    return allMatrixInstructions().data();
  }
  OpOperand &getFactor(MatrixSide side) {
    return getOperation()->getOpOperand(side == MatrixSide::Lhs ? 0 : 1);
  }
  OpOperand &getAccOperand() { return getOperation()->getOpOperand(2); }
  SmallVector<OperandPlace> getOperandPlaces(OpOperand &operand,
                                             LayoutAttr sum) {
    if (&operand == &getAccOperand())
      return {{OperandPlace::Kind::Registers, sum}};
    return {{OperandPlace::Kind::Shared, getFactorLayout(getContext())}};
  }
  SmallVector<OperandPlace> getResultPlaces(unsigned) {
    return {{OperandPlace::Kind::Registers, getSumLayout(getContext())}};
  }

  SmallVector<OpCost> getUnitCosts(unsigned, const TargetInfo &) {
    return {{"multiply", Pipe::Tensor, kCycles, Basis::Estimated}};
  }
  int64_t getLatency(const TargetInfo &) { return kLatency; }

  SmallVector<BufferAccess> getBufferAccesses() {
    SmallVector<BufferAccess> accesses;
    for (OpOperand &operand : getOperation()->getOpOperands())
      if (isa<BufferType>(operand.get().getType()))
        accesses.push_back({&operand, BufferAccess::Kind::Read,
                            Executor::Machine, BufferAccess::Part::Whole,
                            BufferAccess::Proxy::Async});
    return accesses;
  }
  void getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
    for (const BufferAccess &access : getBufferAccesses())
      effects.emplace_back(MemoryEffects::Read::get(), access.buffer);
  }
};

/// C = A * B along K, both of 64 x 64 a step.
constexpr StringLiteral text = R"(
tileas.kernel @k(%a: !tileaa.ptr, %b: !tileaa.ptr, %c: !tileaa.ptr, %n: i32)
    attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 4,
                                           shared = 0, frozen = false>} {
  %p = tileaa.assume %a {div_by = 16 : i64} : !tileaa.ptr
  %q = tileaa.assume %b {div_by = 16 : i64} : !tileaa.ptr
  %r = tileaa.assume %c {div_by = 16 : i64} : !tileaa.ptr
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %size = arith.constant 64 : i64
  %pitch = arith.constant 4096 : i64
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start)
      -> (tensor<64x64xf32>) : i32 {
    %wide = arith.extui %k : i32 to i64
    %at = arith.muli %wide, %size : i64
    %x, %t = tileas.load %p[%zero, %at] extents [%pitch, %pitch]
        strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
    %y, %u = tileas.load %q[%at, %zero] extents [%pitch, %pitch]
        strides [%pitch, %one] : !tileaa.ptr -> tensor<64x64xf16>
    %z = "tileas.testing_multiply"(%x, %y, %acc)
        : (tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf32>)
        -> tensor<64x64xf32>
    scf.yield %z : tensor<64x64xf32>
  }
  %v = tileas.store %sum to %r[%zero, %zero] extents [%pitch, %pitch]
      strides [%pitch, %one] by<owner> : tensor<64x64xf32>, !tileaa.ptr
  tileas.return
}
)";

class EnginesTest : public testing::Test {
protected:
  EnginesTest() {
    registerTileASTransformsPasses();
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, scf::SCFDialect, tileaa::TileAADialect,
                    TileASDialect>();
    registerEngines(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    RegisteredOperationName::insert<MultiplyOp>(
        *context.getLoadedDialect<TileASDialect>());
    module = parseSourceString<ModuleOp>(text, &context);
  }

  /// Runs passes on the kernel, which is right after each of them.
  void run(StringRef passes) {
    PassManager manager(&context);
    ASSERT_TRUE(succeeded(
        parsePassPipeline(("tileas.kernel(" + passes + ")").str(), manager)));
    ASSERT_TRUE(succeeded(manager.run(*module)));
  }

  template <typename Op> SmallVector<Op> getAll() {
    SmallVector<Op> ops;
    module->walk([&](Op op) { ops.push_back(op); });
    return ops;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr StringLiteral placement =
    "tileas-assign-layouts,tileas-place-in-shared";

TEST_F(EnginesTest, LayoutsAreThoseOfTheEngine) {
  ASSERT_TRUE(module);
  run("tileas-assign-layouts");
  MultiplyOp product = getAll<MultiplyOp>().front();
  EXPECT_EQ(getLayout(product.getAcc().getType()), getSumLayout(&context));
  EXPECT_EQ(getLayout(product.getResult().getType()), getSumLayout(&context));
  // Factors are not converted: no registers of the engine wait for them.
  EXPECT_TRUE(product.getLhs().getDefiningOp<LoadOp>());
  EXPECT_TRUE(product.getRhs().getDefiningOp<LoadOp>());
}

TEST_F(EnginesTest, FactorsGoToItsBuffers) {
  ASSERT_TRUE(module);
  run(placement);
  MultiplyOp product = getAll<MultiplyOp>().front();
  for (Value factor : {product.getLhs(), product.getRhs()}) {
    auto buffer = dyn_cast<BufferType>(factor.getType());
    ASSERT_TRUE(buffer);
    EXPECT_EQ(buffer.getLayout(), getFactorLayout(&context));
  }
}

TEST_F(EnginesTest, CopiesFillItsBuffers) {
  ASSERT_TRUE(module);
  run((placement + ",tileas-make-asynchronous{tensor-maps=0}").str());
  EXPECT_EQ(getAll<AsyncCopyOp>().size(), 2u);
  for (AsyncCopyOp copy : getAll<AsyncCopyOp>())
    EXPECT_EQ(copy.getBuffer().getType().getLayout(),
              getFactorLayout(&context));
  EXPECT_TRUE(getAll<LoadOp>().empty());
}

TEST_F(EnginesTest, BarriersStandBetweenStoresAndReads) {
  ASSERT_TRUE(module);
  run((placement + ",tileas-allocate-shared,tileas-place-barriers").str());
  MultiplyOp product = getAll<MultiplyOp>().front();
  Operation *op = product->getPrevNode();
  while (op && !isa<BarrierOp, SharedStoreOp>(op))
    op = op->getPrevNode();
  EXPECT_TRUE(isa_and_nonnull<BarrierOp>(op));
}

TEST_F(EnginesTest, CostsAreItsOwn) {
  ASSERT_TRUE(module);
  run(placement);
  MultiplyOp product = getAll<MultiplyOp>().front();
  const TargetInfo &target = *lookupTarget("sm_90");
  SmallVector<OpCost> costs = costsOf(product, 4, target);
  ASSERT_EQ(costs.size(), 1u) << "the machine reads: no banks of threads";
  EXPECT_EQ(costs.front().unit, Unit(Pipe::Tensor));
  EXPECT_EQ(costs.front().cycles, double(kCycles));
  EXPECT_EQ(latencyOf(product, target), kLatency);
  // Threads fill the buffers, which takes banks.
  for (SharedStoreOp store : getAll<SharedStoreOp>())
    EXPECT_EQ(bankAccessesOf(store).size(), 1u);
}

TEST_F(EnginesTest, LoopsAreScheduledAroundIt) {
  ASSERT_TRUE(module);
  run((placement +
       ",tileas-make-asynchronous,tileas-schedule-loops,tileas-pipeline-loops")
          .str());
  EXPECT_TRUE(getAll<MultiplyOp>().size() >= 1);
  bool isOverlapped = false;
  module->walk([&](scf::ForOp loop) { isOverlapped |= isExpanded(loop); });
  EXPECT_TRUE(isOverlapped);
}

/// A dialect alone knows no engine: that is told where a product stands.
TEST(EnginesRegistrationTest, IsAskedFor) {
  registerTileASTransformsPasses();
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, scf::SCFDialect,
                      tileaa::TileAADialect, TileASDialect>();
  std::string told;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { told += diagnostic.str(); });
  std::string program(text);
  const size_t begin = program.find("\"tileas.testing_multiply\"");
  program.replace(begin, program.find("scf.yield") - begin,
                  "tileas.mma %x as<f16>, %y as<f16>, %acc by [16, 8, 16]\n"
                  "  : tensor<64x64xf16>, tensor<64x64xf16>, "
                  "tensor<64x64xf32>\n");
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(program, &context);
  ASSERT_TRUE(module) << told;
  PassManager manager(&context);
  ASSERT_TRUE(succeeded(
      parsePassPipeline("tileas.kernel(tileas-assign-layouts)", manager)));
  EXPECT_TRUE(failed(manager.run(*module)));
  EXPECT_EQ(told, "'tileas.mma' op is a product, but the context knows no "
                  "engine for it: call tileas::registerEngines on its "
                  "registry, as registerAllDialects does");
}

} // namespace
