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

#include "../Access.h"
#include "../Elements.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Pointers.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Numerics/Float.h"
#include "tessera/Numerics/Integer.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// Orders everything before its operands ahead of the users of its result, and
/// does nothing else. The fence orders accesses through two addresses of one
/// memory, which do not exist here; a program that the grid may wait for has
/// already ended, and none waits for this one.
template <typename Op> static LogicalResult token(Op op, Frame &frame) {
  frame.set(op->getResult(0), joinTokens(op->getOperands(), frame));
  return success();
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// ptr + offset * sizeof(pointee), the offset read as signed. A result outside
/// of the address space is undefined. It wraps: masked-off lanes may hold it,
/// and any access there is out of bounds.
static LogicalResult offset(OffsetOp op, Frame &frame) {
  const Tile &pointers = frame.tile(op.getPtr());
  const Tile &offsets = frame.tile(op.getOffset());
  auto pointer = cast<PointerType>(op.getType().getElementType());
  uint64_t bytes =
      numerics::storageBytes(*cuda_tile::getFormat(pointer.getPointeeType()));
  Tile wide =
      elements::extendInt(offsets, Format::I64, numerics::Signedness::Signed);
  Tile distances = elements::mulInt(wide, Tile::scalar(Format::I64, bytes));
  frame.set(op.getResult(), elements::addInt(pointers, distances));
  return success();
}

/// The address of the first element of the global.
static LogicalResult getGlobal(GetGlobalOp op, Frame &frame) {
  uint64_t address = frame.machine.globals.lookup(op.getName());
  frame.set(op.getResult(), Tile::scalar(Format::I64, address));
  return success();
}

/// Allocates num_elem elements until the surrounding block of operations is
/// left; for this tile block alone, or with `global` for all.
static LogicalResult allocaOp(AllocaOp op, Frame &frame) {
  Type pointee =
      cast<PointerType>(op.getType().getElementType()).getPointeeType();
  uint64_t bytes, count = op.getNumElem();
  if (__builtin_mul_overflow(
          count, numerics::storageBytes(*cuda_tile::getFormat(pointee)),
          &bytes))
    bytes = ~uint64_t(0);
  uint64_t address = frame.allocate(bytes, op.getAlignment(), op.getGlobal());
  if (!address)
    return frame.fail(op, "there is no room for " + Twine(count) +
                              " elements aligned to " +
                              Twine(op.getAlignment()) + " bytes");
  frame.set(op.getResult(), Tile::scalar(Format::I64, address));
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// result[i] = *source[i] where the mask is 1; elsewhere the padding, or
/// without one an unspecified value. Masked-off elements touch no memory.
static LogicalResult loadPtr(LoadPtrTkoOp op, Frame &frame) {
  const Tile &pointers = frame.tile(op.getSource());
  const Tile *mask = optionalTile(op.getMask(), frame);
  const Tile *padding = optionalTile(op.getPaddingValue(), frame);
  Format format = elementFormatOf(op.getResult().getType());
  Access access(op, frame, format, Access::Use::Load, pointers.size());
  if (failed(access.checkAddressable()))
    return failure();
  Tile result(pointers.getShape(), format);
  if (failed(forEachRun(
          frame, pointers, mask, result.elementBytes(),
          [&](int64_t i, int64_t count) {
            return access.load(result, i, count, {pointers[i]});
          },
          [&](int64_t i) {
            if (padding)
              result.copy(i, *padding, i);
            else
              result.set(i, frame.choices.unspecifiedBits(format));
          })))
    return failure();
  frame.set(op.getResult(), std::move(result));
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

/// *destination[i] = value[i] where the mask is 1.
static LogicalResult storePtr(StorePtrTkoOp op, Frame &frame) {
  const Tile &pointers = frame.tile(op.getDestination());
  const Tile &value = frame.tile(op.getValue());
  const Tile *mask = optionalTile(op.getMask(), frame);
  Access access(op, frame, value.getFormat(), Access::Use::Store,
                pointers.size());
  if (failed(access.checkAddressable()))
    return failure();
  if (failed(forEachRun(
          frame, pointers, mask, value.elementBytes(),
          [&](int64_t i, int64_t count) {
            return access.store(value, i, count, {pointers[i]});
          },
          [](int64_t) {})))
    return failure();
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

//===----------------------------------------------------------------------===//
// Atomic accesses
//===----------------------------------------------------------------------===//

uint64_t interp::modify(AtomicRMWMode mode, Format format, uint64_t old,
                        uint64_t arg) {
  using numerics::Signedness;
  unsigned width = numerics::bitWidth(format);
  switch (mode) {
  case AtomicRMWMode::And:
    return old & arg;
  case AtomicRMWMode::Or:
    return old | arg;
  case AtomicRMWMode::Xor:
    return old ^ arg;
  case AtomicRMWMode::Add:
    return numerics::wrap(width, old + arg);
  case AtomicRMWMode::AddF:
    return numerics::add(format, old, arg);
  case AtomicRMWMode::Max:
    return numerics::maxInt(width, old, arg, Signedness::Signed);
  case AtomicRMWMode::Min:
    return numerics::minInt(width, old, arg, Signedness::Signed);
  case AtomicRMWMode::UMax:
    return numerics::maxInt(width, old, arg, Signedness::Unsigned);
  case AtomicRMWMode::UMin:
    return numerics::minInt(width, old, arg, Signedness::Unsigned);
  case AtomicRMWMode::Xchg:
    return arg;
  }
  llvm_unreachable("unknown mode");
}

/// result[i] = *pointers[i] and *pointers[i] = mode(*pointers[i], arg[i]) in
/// one step, where the mask is 1. Elsewhere the result is unspecified.
static LogicalResult atomicRMW(AtomicRMWTkoOp op, Frame &frame) {
  const Tile &pointers = frame.tile(op.getPointers());
  const Tile &arg = frame.tile(op.getArg());
  const Tile *mask = optionalTile(op.getMask(), frame);
  Format format = arg.getFormat();
  Access access(op, frame, format, Access::Use::Update, arg.size());
  FailureOr<Tile> result = updateEach(
      access, frame, pointers, mask, arg,
      [&](uint64_t old, int64_t i) {
        return modify(op.getMode(), format, old, arg.bitsAt(i));
      },
      [&](TermTable &table, const Element &old, int64_t i) {
        return modify(op.getMode(), table, old, arg.elementAt(i));
      },
      [&](int64_t) { return frame.choices.unspecifiedBits(format); });
  if (failed(result))
    return failure();
  frame.set(op.getResult(), std::move(*result));
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

/// result[i] = *pointers[i], and *pointers[i] = val[i] if that was cmp[i], in
/// one step; floats compare by their bits. Where the mask is 0, the result is
/// cmp[i].
static LogicalResult atomicCAS(AtomicCASTkoOp op, Frame &frame) {
  const Tile &pointers = frame.tile(op.getPointers());
  const Tile &cmp = frame.tile(op.getCmp()), &val = frame.tile(op.getVal());
  const Tile *mask = optionalTile(op.getMask(), frame);
  Access access(op, frame, val.getFormat(), Access::Use::Update, val.size());
  FailureOr<Tile> result = updateEach(
      access, frame, pointers, mask, val,
      [&](uint64_t old, int64_t i) {
        return old == cmp.bitsAt(i) ? val.bitsAt(i) : old;
      },
      [&](TermTable &table, const Element &old, int64_t i) {
        return compareAndSwap(table, old, cmp.elementAt(i), val.elementAt(i));
      },
      [&](int64_t i) { return cmp[i]; });
  if (failed(result))
    return failure();
  frame.set(op.getResult(), std::move(*result));
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

void interp::addMemoryOps(OpTable &table) {
  table.add<allocaOp>();
  table.add<atomicCAS>();
  table.add<atomicRMW>();
  table.add<getGlobal>();
  table.add<loadPtr>();
  table.add<offset>();
  table.add<storePtr>();
  table.add<token<GdcLaunchDependentsTkoOp>>();
  table.add<token<GdcWaitTkoOp>>();
  table.add<token<JoinTokensOp>>();
  table.add<token<MakeTokenOp>>();
  table.add<token<MemoryFenceAliasTkoOp>>();
}
