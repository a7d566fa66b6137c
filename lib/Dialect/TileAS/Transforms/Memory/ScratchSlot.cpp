//===- ScratchSlot.cpp - More scratch memory of a kernel ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScratchSlot.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Scratch.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

template <typename Op> static Op findOp(KernelOpInterface kernel) {
  auto found = kernel.getBody().front().getOps<Op>();
  return found.empty() ? Op() : *found.begin();
}

/// Makes a kernel claim a slot, and hand its pointer to all threads. It is kept
/// in shared memory to the end, where it is needed again: there it takes no
/// register meanwhile, and no tile comes to lie where threads have written it.
static void claimSlot(KernelOpInterface kernel) {
  Block &body = kernel.getBody().front();
  Location loc = kernel.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  auto pointer = tileaa::PtrType::get(kernel.getContext());
  Value claimed = ClaimScratchOp::create(builder, loc, pointer, /*bytes=*/0,
                                         /*alignment=*/1, /*global=*/false);
  auto type = BufferType::get(kernel.getContext(), ArrayRef<int64_t>(), pointer,
                              /*layout=*/{});
  Value buffer = AllocSharedOp::create(builder, loc, type,
                                       /*offset=*/IntegerAttr());
  SharedStoreOp::create(builder, loc, claimed, buffer);
  SharedLoadOp::create(builder, loc, pointer, buffer);
  builder.setInsertionPoint(body.getTerminator());
  BarrierOp::create(builder, loc);
  Value slot = SharedLoadOp::create(builder, loc, pointer, buffer);
  ReleaseScratchOp::create(builder, loc, slot, /*bytes=*/0, /*alignment=*/1);
}

/// The pointer to the slot in all threads, where the kernel begins.
static Value findSlot(ClaimScratchOp claim) {
  auto store = cast<SharedStoreOp>(*claim->user_begin());
  for (Operation *op = store; op; op = op->getNextNode())
    if (auto load = dyn_cast<SharedLoadOp>(op))
      if (load.getBuffer() == store.getBuffer())
        return load;
  llvm_unreachable("the pointer of a slot is published");
}

Value tileas::extendScratch(KernelOpInterface kernel, int64_t bytes,
                            int64_t alignment) {
  auto claim = findOp<ClaimScratchOp>(kernel);
  int64_t offset = claim ? llvm::alignTo(claim.getBytes(), alignment) : 0;
  if (offset + bytes > kMaxScratchBytes)
    return {};
  if (!claim) {
    claimSlot(kernel);
    claim = findOp<ClaimScratchOp>(kernel);
  }
  auto extend = [&](auto op) {
    op.setBytes(offset + bytes);
    op.setAlignment(std::max<int64_t>(op.getAlignment(), alignment));
  };
  extend(claim);
  extend(findOp<ReleaseScratchOp>(kernel));
  Value slot = findSlot(claim);
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(slot);
  return PlaceScratchOp::create(builder, kernel.getLoc(), slot.getType(), bytes,
                                alignment, /*global=*/false, offset, slot);
}
