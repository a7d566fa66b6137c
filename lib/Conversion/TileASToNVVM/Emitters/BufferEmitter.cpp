//===- BufferEmitter.cpp - Accesses of a thread to a buffer ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferEmitter.h"
#include "../Ptx/PtxOps.h"
#include "tessera/Layout/SharedLayout.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

BufferEmitter::BufferEmitter(OpBuilder &builder, Location loc,
                             AgentContext &agent, Value buffer, Type element,
                             const std::optional<LinearLayout> &offsets)
    : builder(builder), loc(loc), start(buffer), element(element),
      stored(ptxops::getStoredType(element)) {
  if (!offsets) {
    groups.push_back({0});
    return;
  }
  registers.emplace(agent, *offsets);
  groupRegisters(getSharedWidth(*offsets, ptxops::getStoredBytes(stored)));
}

Value BufferEmitter::getPointer(ArrayRef<int64_t> group) {
  if (!registers)
    return start;
  int32_t shared = registers->getShared(group.front(), 0);
  Value &pointer = pointers[shared];
  if (!pointer) {
    Value index = registers->getStart(0);
    if (shared)
      index = arith::XOrIOp::create(
          builder, loc, index,
          arith::ConstantOp::create(builder, loc,
                                    builder.getI32IntegerAttr(shared)));
    pointer = step(start, index);
  }
  return ptxops::addBytes(builder, loc, pointer,
                          registers->getAdded(group.front(), 0) *
                              ptxops::getStoredBytes(stored));
}

void BufferEmitter::load(ArrayRef<int64_t> group,
                         MutableArrayRef<Value> registers, Value predicate) {
  Value pointer = getPointer(group);
  SmallVector<Value> loaded, others;
  if (predicate)
    for (int64_t reg : group)
      others.push_back(extend(registers[reg]));
  if (group.size() == 1)
    loaded.push_back(ptxops::load(builder, loc, stored, pointer, predicate,
                                  others.empty() ? Value() : others.front()));
  else
    loaded = ptxops::loadVector(builder, loc, stored, group.size(), pointer,
                                predicate, others);
  for (auto [reg, value] : llvm::zip_equal(group, loaded))
    registers[reg] =
        element == stored
            ? value
            : LLVM::TruncOp::create(builder, loc, element, value).getResult();
}

void BufferEmitter::store(ArrayRef<int64_t> group, ValueRange registers,
                          Value predicate) {
  Value pointer = getPointer(group);
  SmallVector<Value> values;
  for (int64_t reg : group)
    values.push_back(extend(registers[reg]));
  if (values.size() == 1)
    ptxops::store(builder, loc, values.front(), pointer, predicate);
  else
    ptxops::storeVector(builder, loc, values, pointer, predicate);
}

Value BufferEmitter::extend(Value value) {
  if (value.getType() == stored)
    return value;
  return LLVM::ZExtOp::create(builder, loc, stored, value);
}

/// Neighbours differ only in the lowest bits of their offsets.
void BufferEmitter::groupRegisters(int64_t width) {
  SmallVector<std::pair<int32_t, int64_t>> order;
  for (int64_t reg = 0; reg < registers->getNumRegisters(); ++reg)
    order.emplace_back(registers->getConstant(reg, 0), reg);
  llvm::sort(order);
  for (size_t first = 0; first < order.size(); first += width)
    groups.push_back(
        llvm::map_to_vector(ArrayRef(order).slice(first, width),
                            [](auto entry) { return entry.second; }));
}

Value BufferEmitter::step(Value pointer, LLVM::GEPArg index) {
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), stored, pointer,
                             ArrayRef<LLVM::GEPArg>{index});
}
