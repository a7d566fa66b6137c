//===- MemoryOps.cpp - Tokens, pointers and accesses through them ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of section "Memory and tokens" of the Tile IR
// specification.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

template <typename Op> static LogicalResult token(Op op, Frame &frame) {
  frame.set(op.getResult(), Token());
  return success();
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// ptr + offset * sizeof(pointee), the offset read as signed. A result outside
/// of the address space is undefined; it wraps, so that masked-off lanes may
/// hold it, and any access there is out of bounds.
static LogicalResult offset(OffsetOp op, Frame &frame) {
  const Tile &pointers = frame.tile(op.getPtr());
  const Tile &offsets = frame.tile(op.getOffset());
  auto pointer = cast<PointerType>(op.getType().getElementType());
  uint64_t bytes =
      numerics::storageBytes(*cuda_tile::getFormat(pointer.getPointeeType()));
  Tile result(pointers.getShape(), Format::I64);
  for (int64_t i = 0; i < result.size(); ++i)
    result.set(i, pointers[i] +
                      static_cast<uint64_t>(offsets.signedAt(i)) * bytes);
  frame.set(op.getResult(), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The tile of an optional operand, or null where it is left out.
static const Tile *optionalTile(mlir::Value value, Frame &frame) {
  return value ? &frame.tile(value) : nullptr;
}

/// result[i] = *source[i] where the mask is 1; elsewhere the padding, and
/// without one an unspecified value. Masked-off elements touch no memory.
static LogicalResult loadPtr(LoadPtrTkoOp op, Frame &frame) {
  const Tile &pointers = frame.tile(op.getSource());
  const Tile *mask = optionalTile(op.getMask(), frame);
  Format format = elementFormatOf(op.getResult().getType());
  Access access(op, frame, format);
  if (failed(access.checkFormat()))
    return failure();
  const Tile *padding = optionalTile(op.getPaddingValue(), frame);
  Tile result(pointers.getShape(), format);
  for (int64_t i = 0; i < result.size(); ++i) {
    if (mask && !(*mask)[i])
      result.set(i, padding ? (*padding)[i] : unspecifiedBits(format));
    else if (failed(access.load(result, i, pointers[i])))
      return failure();
  }
  frame.set(op.getResult(), std::move(result));
  frame.set(op.getResultToken(), Token());
  return success();
}

/// *destination[i] = value[i] where the mask is 1.
static LogicalResult storePtr(StorePtrTkoOp op, Frame &frame) {
  const Tile &pointers = frame.tile(op.getDestination());
  const Tile &value = frame.tile(op.getValue());
  const Tile *mask = optionalTile(op.getMask(), frame);
  Access access(op, frame, value.getFormat());
  if (failed(access.checkFormat()))
    return failure();
  for (int64_t i = 0; i < value.size(); ++i)
    if (!mask || (*mask)[i])
      if (failed(access.store(value, i, pointers[i])))
        return failure();
  frame.set(op.getResultToken(), Token());
  return success();
}

void interp::addMemoryOps(OpTable &table) {
  table.add<loadPtr>();
  table.add<offset>();
  table.add<storePtr>();
  table.add<token<JoinTokensOp>>();
  table.add<token<MakeTokenOp>>();
}
