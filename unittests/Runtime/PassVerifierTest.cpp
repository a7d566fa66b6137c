//===- PassVerifierTest.cpp - Wrong passes are found and named ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test adds a pass with one realistic defect to the pipeline. The verifier
// must name that pass and no other.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/PassVerifier.h"

#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::runtime;

namespace {

/// A kernel with masks, rounding towards zero, non-commutative operands, a
/// reduction across warps, and control flow.
constexpr llvm::StringLiteral kernel = R"(
cuda_tile.module @kernels {
  entry @all(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %view = make_tensor_view %in, shape = [60, 32], strides = [32, 1] : tensor_view<60x32xf32, strides=[32,1]>
    %tiles = make_partition_view %view : partition_view<tile=(64x32), padding_value = zero, tensor_view<60x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %x, %t0 = load_view_tko weak %tiles[%zero, %zero] : partition_view<tile=(64x32), padding_value = zero, tensor_view<60x32xf32, strides=[32,1]>>, tile<i32> -> tile<64x32xf32>, token
    %third = constant <f32: 0.3> : tile<64x32xf32>
    %y = subf %x, %third rounding<zero> : tile<64x32xf32>
    %max = reduce %y dim=0 identities=[0xFF800000 : f32] : tile<64x32xf32> -> tile<32xf32> (%a: tile<f32>, %b: tile<f32>) {
      %c = maxf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %i = iota : tile<32xi32>
    %base = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bases = broadcast %base : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %ptrs = offset %bases, %i : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %n1 : tile<1xi32> -> tile<32xi32>
    %mask = cmpi less_than %i, %ns, signed : tile<32xi32> -> tile<32xi1>
    %t1 = store_ptr_tko weak %ptrs, %max, %mask : tile<32xptr<f32>>, tile<32xf32>, tile<32xi1> -> token
    return
  }
}
)";

/// A kernel that only tokens order, through a loop that must run eight times.
constexpr llvm::StringLiteral ordered = R"(
cuda_tile.module @kernels {
  entry @all(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>, %n: tile<i32>) {
    %x, %t0 = load_ptr_tko weak %in : tile<ptr<f32>> -> tile<f32>, token
    %t1 = store_ptr_tko weak %out, %x token=%t0 : tile<ptr<f32>>, tile<f32> -> token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %t2 = for %i in (%zero to %eight, step %one) : tile<i32> iter_values(%t = %t1) -> (token) {
      %y, %u = load_ptr_tko weak %out token=%t : tile<ptr<f32>> -> tile<f32>, token
      %z = addf %y, %y : tile<f32>
      %v = store_ptr_tko weak %out, %z token=%u : tile<ptr<f32>>, tile<f32> -> token
      continue %v : token
    }
    return
  }
}
)";

/// Changes each operation by a function; reports use its name.
class Seeded : public PassWrapper<Seeded, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Seeded)
  explicit Seeded(std::function<void(Operation *)> change)
      : change(std::move(change)) {}
  StringRef getArgument() const override { return "seeded"; }
  void runOnOperation() override { getOperation()->walk(change); }

private:
  std::function<void(Operation *)> change;
};

/// Runs such passes within itself, each on what the one before has left.
class Nesting : public PassWrapper<Nesting, OperationPass<mlir::ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Nesting)
  Nesting(std::function<void(Operation *)> change, unsigned times)
      : change(std::move(change)), times(times) {}
  StringRef getArgument() const override { return "nesting"; }
  void runOnOperation() override {
    OpPassManager passes(mlir::ModuleOp::getOperationName());
    for (unsigned i = 0; i < times; ++i)
      passes.addPass(std::make_unique<Seeded>(change));
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }

private:
  std::function<void(Operation *)> change;
  unsigned times;
};

class PassVerifierTest : public ::testing::Test {
protected:
  PassVerifierTest()
      : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    use(kernel);
    for (int i = 0; i < 60 * 32; ++i)
      input.push_back(float(i * 37 % 1001 + 1) / 7);
  }

  void use(StringRef text) {
    module = readModule(llvm::MemoryBufferRef(text, "kernel.mlir"), &context);
    ASSERT_TRUE(module);
  }

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }

  /// The results of the program, or its errors if it fails.
  std::string runProgram(Operation *program) {
    std::string said;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      said += diagnostic.str();
      return success();
    });
    interp::GlobalMemory memory;
    uint64_t in = memory.allocate(input.size() * 4, "in");
    uint64_t out = memory.allocate(32 * 4, "out");
    auto bytes = [](auto &values) {
      return llvm::ArrayRef<uint8_t>(
          reinterpret_cast<const uint8_t *>(values.data()), values.size() * 4);
    };
    std::vector<uint8_t> result(32 * 4, 0);
    EXPECT_TRUE(memory.write(in, bytes(input)) && memory.write(out, result));
    if (failed(interp::launch(
            program, "all",
            {interp::Argument::pointer(in), interp::Argument::pointer(out),
             interp::Argument::scalar(numerics::Format::I32, 30)},
            memory, {})))
      return said;
    EXPECT_TRUE(memory.read(out, result));
    return llvm::toHex(result);
  }

  /// Compiles, with `change` applied once after the passes of a stage.
  PassReport verify(Stage stage, std::function<void(Operation *)> change,
                    unsigned level) {
    return verifyWith(
        stage,
        [&]() -> std::unique_ptr<Pass> {
          return change ? std::make_unique<Seeded>(change) : nullptr;
        },
        level);
  }

  /// Compiles, with the pass that `make` makes, if any, after those of a stage.
  PassReport verifyWith(Stage stage,
                        llvm::function_ref<std::unique_ptr<Pass>()> make,
                        unsigned level) {
    Operation *original = &module->getBody()->front();
    std::string expected = runProgram(original);
    CompileOptions options;
    options.gpuName = "sm_90";
    options.optLevel = level;
    unsigned managers = 0;
    options.configure = [&](PassManager &passes) {
      unsigned wanted = stage == Stage::TileAA ? 0 : 1;
      if (managers++ != wanted)
        return;
      if (std::unique_ptr<Pass> pass = make())
        passes.addPass(std::move(pass));
    };
    PassReport report;
    CompileResult result = verifyEachPass(
        *module, options,
        [&](Operation *program) -> std::optional<std::string> {
          std::string found = runProgram(program);
          if (found == expected)
            return std::nullopt;
          return found;
        },
        report);
    EXPECT_TRUE(result);
    return report;
  }

  /// Checks that the seeded pass, and no other, is named at both ends of the
  /// range of levels.
  void expectFound(Stage stage, std::function<void(Operation *)> change) {
    for (unsigned level : {0, 3}) {
      PassReport report = verify(stage, change, level);
      ASSERT_TRUE(report.blame) << "at level " << level;
      EXPECT_EQ(report.blame->pass, "seeded") << report.describeBlame();
    }
  }

  MLIRContext context;
  OwningOpRef<mlir::ModuleOp> module;
  std::vector<float> input;
};

TEST_F(PassVerifierTest, RealPassesKeepTheMeaning) {
  for (unsigned level : {0, 1, 2, 3}) {
    PassReport report = verify(Stage::TileAA, nullptr, level);
    EXPECT_FALSE(report.blame) << report.describeBlame();
    // At least conversions, layouts, reductions, buffers, offsets, barriers,
    // the spec.
    EXPECT_GE(report.changes, 8u);
    EXPECT_GE(report.passes, report.changes);
  }
}

void swapOperands(Operation *op) {
  if (!isa<tileaa::SubFOp>(op))
    return;
  Value lhs = op->getOperand(0);
  op->setOperand(0, op->getOperand(1));
  op->setOperand(1, lhs);
}

TEST_F(PassVerifierTest, SwappedOperands) {
  expectFound(Stage::TileAA, swapOperands);
}

/// Only what a pass leaves has a meaning, whatever passes it runs meanwhile.
TEST_F(PassVerifierTest, PassesWithinAPassArePartsOfIt) {
  auto swapTimes = [&](unsigned times) {
    return verifyWith(
        Stage::TileAA,
        [&] { return std::make_unique<Nesting>(swapOperands, times); }, 0);
  };
  PassReport none = swapTimes(0), once = swapTimes(1), twice = swapTimes(2);
  EXPECT_FALSE(twice.blame) << twice.describeBlame();
  EXPECT_EQ(twice.passes, none.passes);
  EXPECT_EQ(twice.changes, none.changes);
  ASSERT_TRUE(once.blame);
  EXPECT_EQ(once.blame->pass, "nesting");
}

TEST_F(PassVerifierTest, WrongRounding) {
  expectFound(Stage::TileAA, [](Operation *op) {
    if (auto sub = dyn_cast<tileaa::SubFOp>(op))
      sub.setRounding(tileaa::Rounding::PositiveInf);
  });
}

TEST_F(PassVerifierTest, DroppedMask) {
  expectFound(Stage::TileAA, [](Operation *op) {
    if (auto store = dyn_cast<tileaa::StoreOp>(op))
      store.getMaskMutable().clear();
  });
}

TEST_F(PassVerifierTest, ForgottenBounds) {
  expectFound(Stage::TileAA, [](Operation *op) {
    auto load = dyn_cast<tileaa::LoadOp>(op);
    if (!load || load.getStarts().empty())
      return;
    // 64 rows instead of 60: the last ones lie outside of the allocation.
    OpBuilder builder(op);
    Value extent = arith::ConstantOp::create(builder, op->getLoc(),
                                             builder.getI64IntegerAttr(64));
    load.getExtentsMutable().slice(0, 1).assign(extent);
  });
}

TEST_F(PassVerifierTest, WrongIdentity) {
  expectFound(Stage::TileAA, [](Operation *op) {
    if (auto reduce = dyn_cast<tileaa::ReduceOp>(op)) {
      Builder builder(op);
      reduce.setIdentitiesAttr(
          builder.getArrayAttr(builder.getF32FloatAttr(1e6)));
    }
  });
}

TEST_F(PassVerifierTest, WrongPromise) {
  expectFound(Stage::TileAA, [](Operation *op) {
    auto add = dyn_cast<tileaa::PtrAddOp>(op);
    if (!add || add.getOffset().getDefiningOp<tileaa::AssumeOp>())
      return;
    OpBuilder builder(op);
    Value assumed = tileaa::AssumeOp::create(
        builder, op->getLoc(), TypeRange(add.getOffset().getType()),
        ValueRange(add.getOffset()),
        builder.getNamedAttr("div_by", builder.getI64IntegerAttr(8)));
    add.getOffsetMutable().assign(assumed);
  });
}

/// The values stay right, but nothing orders the accesses.
TEST_F(PassVerifierTest, DroppedToken) {
  use(ordered);
  auto drop = [](Operation *op) {
    if (auto load = dyn_cast<tileaa::LoadOp>(op))
      load.getTokenMutable().clear();
  };
  expectFound(Stage::TileAA, drop);
  PassReport report = verify(Stage::TileAA, drop, 0);
  EXPECT_NE(report.blame->message.find("data race"), std::string::npos)
      << report.blame->message;
}

TEST_F(PassVerifierTest, OneIterationTooFew) {
  use(ordered);
  expectFound(Stage::TileAA, [](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      loop.setLowerBound(loop.getStep());
  });
}

/// After a finding, later wrong passes are not blamed.
TEST_F(PassVerifierTest, TheFirstWrongPassIsNamed) {
  unsigned runs = 0;
  PassReport report = verify(
      Stage::TileAA,
      [&](Operation *op) {
        if (auto sub = dyn_cast<tileaa::SubFOp>(op))
          sub.setRounding(++runs % 2 ? tileaa::Rounding::PositiveInf
                                     : tileaa::Rounding::NearestEven);
      },
      0);
  ASSERT_TRUE(report.blame);
  EXPECT_EQ(report.blame->number, 2u);
  EXPECT_GT(report.passes, 2u);
}

TEST_F(PassVerifierTest, MissingSharedStore) {
  expectFound(Stage::TileAS, [](Operation *op) {
    if (isa<tileas::SharedStoreOp>(op))
      op->erase();
  });
}

/// Gives all buffers one offset, though two of them are live at once.
TEST_F(PassVerifierTest, OverlappingBuffers) {
  // A copy of the value goes to a buffer of its own between the store and the
  // load of the first.
  expectFound(Stage::TileAS, [](Operation *op) {
    auto store = dyn_cast<tileas::SharedStoreOp>(op);
    if (!store || store->hasAttr("seen"))
      return;
    OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    auto type = cast<tileas::BufferType>(store.getBuffer().getType());
    auto alloc = store.getBuffer().getDefiningOp<tileas::AllocSharedOp>();
    Value other = tileas::AllocSharedOp::create(builder, op->getLoc(), type,
                                                alloc.getOffsetAttr());
    auto copy = tileas::SharedStoreOp::create(builder, op->getLoc(),
                                              store.getValue(), other);
    copy->setAttr("seen", builder.getUnitAttr());
  });
}

/// A reduction that treats the part of one warp as the whole.
TEST_F(PassVerifierTest, ForgottenWarps) {
  expectFound(Stage::TileAS, [](Operation *op) {
    auto reduce = dyn_cast<tileas::WarpReduceOp>(op);
    if (!reduce)
      return;
    // The result of the first step has a layout in which all warps hold copies.
    Value result = reduce.getResults().front();
    auto type = cast<RankedTensorType>(result.getType());
    if (type.getDimSize(reduce.getDim()) == 1)
      return;
    const LinearLayout &layout = tileas::getLinearLayout(type);
    SmallVector<LinearLayout::InDim> dims(layout.getInDims());
    auto &registers = dims.front().second, &warps = dims.back().second;
    llvm::append_range(registers, warps);
    for (LinearLayout::Basis &basis : warps)
      basis.assign(basis.size(), 0);
    result.setType(tileas::withLayout(
        type, tileas::LayoutAttr::get(op->getContext(),
                                      llvm::cantFail(LinearLayout::fromBases(
                                          dims, layout.getOutDims())))));
  });
}

} // namespace
