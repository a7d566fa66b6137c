//===- TileASBuffers.cpp - Buffers by other orders of dimensions ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Views.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

LogicalResult PermuteBufferOp::verify() {
  SmallVector<int32_t> sorted(getPermutation());
  llvm::sort(sorted);
  if (!llvm::equal(sorted,
                   llvm::seq<int32_t>(getBuffer().getType().getShape().size())))
    return emitOpError("needs each dimension of the buffer once, not [")
           << getPermutation() << ']';
  BufferType wanted = getBuffer().getType().permuted(getPermutation());
  if (getResult().getType() != wanted)
    return emitOpError("gives ") << wanted << ", not " << getResult().getType();
  return success();
}

Value tileas::getViewed(Value buffer) {
  while (auto view = buffer.getDefiningOp<PermuteBufferOp>())
    buffer = view.getBuffer();
  return buffer;
}

SmallVector<OpOperand *> tileas::getUsesOfBytes(Value buffer) {
  SmallVector<OpOperand *> uses;
  SmallVector<Value, 2> values{buffer};
  while (!values.empty())
    for (OpOperand &use : values.pop_back_val().getUses())
      if (auto view = dyn_cast<PermuteBufferOp>(use.getOwner()))
        values.push_back(view.getResult());
      else
        uses.push_back(&use);
  return uses;
}

bool tileas::onlyAccesses(Operation *op,
                          function_ref<bool(const BufferAccess &)> isSuch) {
  auto accessing = dyn_cast<BufferAccessOpInterface>(op);
  if (!accessing)
    return false;
  SmallVector<BufferAccess> accesses = accessing.getBufferAccesses();
  return !accesses.empty() && llvm::all_of(accesses, isSuch);
}

bool tileas::isWrittenBy(Value buffer, Operation *writer) {
  return llvm::all_of(getUsesOfBytes(buffer), [&](OpOperand *use) {
    if (use->getOwner() == writer)
      return true;
    auto accessing = dyn_cast<BufferAccessOpInterface>(use->getOwner());
    return accessing &&
           llvm::all_of(accessing.getBufferAccesses(),
                        [&](const BufferAccess &access) {
                          return access.buffer != use ||
                                 access.kind == BufferAccess::Kind::Read;
                        });
  });
}

SmallVector<Operation *> tileas::getUsersOfBytes(Value buffer) {
  return llvm::map_to_vector(getUsesOfBytes(buffer),
                             [](OpOperand *use) { return use->getOwner(); });
}
