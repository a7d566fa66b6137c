//===- AllocateSharedTest.cpp - Buffers do not overwrite one another ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class AllocateSharedTest : public testing::Test {
protected:
  AllocateSharedTest() {
    context.loadDialect<TileASDialect, scf::SCFDialect, arith::ArithDialect>();
  }

  LogicalResult allocate(ModuleOp module) {
    PassManager passes(&context);
    passes.addNestedPass<KernelOpInterface>(createTileASAllocateShared());
    return passes.run(module);
  }

  static std::string text(ModuleOp module) {
    std::string result;
    llvm::raw_string_ostream os(result);
    module.print(os);
    return result;
  }

  MLIRContext context;
};

/// On every path, the contents that a load finds in its buffer come from a
/// store to the same stage, if there was a store since the allocation.
void checkPath(const Path &path) {
  using Stage = std::pair<Operation *, int64_t>;
  std::set<Stage> filled;
  std::map<int64_t, Stage> owner;
  for (const Event &event : path) {
    if (auto alloc = dyn_cast<AllocSharedOp>(event.op)) {
      for (int64_t stage = 0; stage < alloc.getBuffer().getType().getStages();
           ++stage)
        filled.erase({alloc, stage});
      continue;
    }
    Stage stage(event.alloc, event.stage);
    bool isStore = isa<SharedStoreOp>(event.op);
    auto [begin, end] = getBytes(event);
    for (int64_t byte = begin; byte < end; ++byte) {
      if (isStore)
        owner[byte] = stage;
      else if (filled.count(stage))
        EXPECT_EQ(owner[byte], stage) << "byte " << byte;
    }
    if (isStore)
      filled.insert(stage);
  }
}

TEST_F(AllocateSharedTest, NoLiveBufferIsOverwritten) {
  bool sharesBytes = false;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    auto module =
        makeRandomProgram(&context, seed, {true, false, seed % 2 == 1});
    ASSERT_TRUE(succeeded(verify(*module)));
    ASSERT_TRUE(succeeded(allocate(*module)));
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text(*module));
    KernelOpInterface kernel = getKernel(*module);
    int64_t sum = 0;
    kernel.walk([&](AllocSharedOp op) {
      int64_t end = *op.getOffset() + op.getBuffer().getType().getSizeInBytes();
      EXPECT_EQ(*op.getOffset() % 16, 0);
      EXPECT_LE(end, kernel.getSpec().getShared());
      sum += op.getBuffer().getType().getSizeInBytes();
    });
    EXPECT_LE(kernel.getSpec().getShared(), sum);
    sharesBytes |= kernel.getSpec().getShared() < sum;
    forEachPath(kernel, 200, [](BlockArgument) { return 0; }, checkPath);
    if (HasFailure())
      return;
  }
  EXPECT_TRUE(sharesBytes) << "buffers never share bytes";
}

} // namespace
