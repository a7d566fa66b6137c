//===- OpEncoding.cpp - The encoding of ops -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpEncoding.h"
#include "mlir/IR/Builders.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <array>

namespace tessera::bytecode {

template <typename T>
static void setProperty(T &property, mlir::Attribute value) {
  property = llvm::dyn_cast_or_null<T>(value);
}

#include "BytecodeEncoding.inc"

const EnumCaseEncoding &EnumEncoding::caseOf(mlir::Attribute attribute) const {
  uint32_t value = valueOf(attribute);
  return *llvm::find_if(
      cases, [&](const EnumCaseEncoding &c) { return c.value == value; });
}

static bool isVariadic(const ValueEncoding &value) {
  return value.arity == Arity::Variadic;
}

bool OpEncoding::hasResultCount() const {
  return llvm::any_of(operands, isVariadic) ||
         llvm::any_of(results, isVariadic);
}

unsigned OpEncoding::flagOf(bool isOperand, unsigned index) const {
  return llvm::find_if(flags,
                       [&](const FlagEncoding &flag) {
                         return flag.isOperand == isOperand &&
                                flag.index == index;
                       }) -
         flags.begin();
}

bool OpEncoding::hasOperandCount() const {
  return !operandSegments &&
         llvm::any_of(operands, [](const ValueEncoding &operand) {
           return operand.arity != Arity::Required;
         });
}

Requirement requirementOf(mlir::Operation *op) {
  using namespace cuda_tile;
  if (llvm::isa<ReturnOp>(op) && op->getParentOfType<LoopOp>())
    return {v13_4, "a return inside a loop"};
  if (llvm::isa<DivIOp>(op) &&
      (op->getParentOfType<ReduceOp>() || op->getParentOfType<ScanOp>()))
    return {v13_4, "a division in the body of a reduce or scan"};
  if (llvm::isa<AtomicRedViewTkoOp>(op) && op->getNumOperands() != 0) {
    auto view = llvm::dyn_cast<TileView>(op->getOperand(0).getType());
    if (view && view.getPaddingValue())
      return {v13_5, "an atomic operation on a view with a padding value"};
  }
  // nearest_away is newer than the versions that this rule concerns.
  if (auto convert = llvm::dyn_cast<FToFOp>(op);
      convert && convert.getRoundingMode() != RoundingMode::NearestEven &&
      convert.getRoundingMode() != RoundingMode::NearestAway) {
    auto to = llvm::dyn_cast<TileType>(op->getResult(0).getType());
    if (!to || !llvm::isa<mlir::Float8E8M0FNUType>(to.getElementType()))
      return {v13_4, "a rounding mode other than nearest_even"};
  }
  return {v13_1, ""};
}

llvm::StringRef ruleBrokenBy(mlir::Type type, BytecodeVersion version) {
  auto tile = llvm::dyn_cast<cuda_tile::TileType>(type);
  if (version < v13_5 || !tile || tile.getShape().empty())
    return "";
  auto pointer = llvm::dyn_cast<cuda_tile::PointerType>(tile.getElementType());
  if (!pointer || !llvm::isa<mlir::Float4E2M1FNType>(pointer.getPointeeType()))
    return "";
  return "a tile of pointers to f4E2M1FN must have rank 0 from bytecode "
         "version 13.5 on";
}

llvm::StringRef ruleBrokenBy(mlir::Operation *op, BytecodeVersion version) {
  using namespace cuda_tile;
  if (version < v13_5 || !llvm::isa<LoadViewTkoOp, StoreViewTkoOp>(op))
    return "";
  for (mlir::Type type : op->getOperandTypes()) {
    auto view = llvm::dyn_cast<TileView>(type);
    if (!view)
      continue;
    auto tensor = llvm::cast<TensorViewType>(view.getTensorView());
    if (!llvm::isa<mlir::Float4E2M1FNType>(tensor.getElementType()))
      continue;
    llvm::ArrayRef<int64_t> strides = tensor.getStrides();
    if (llvm::count(strides, 1) != 1)
      return "the view must have exactly one static stride of 1 from bytecode "
             "version 13.5 on, as two of its f4E2M1FN share a byte";
    auto sparse = llvm::dyn_cast<GatherScatterViewType>(view);
    if (sparse && strides[sparse.getSparseDim()] == 1)
      return "the static stride of 1 must not be that of the sparse dimension "
             "from bytecode version 13.5 on, as two f4E2M1FN share a byte";
  }
  return "";
}

llvm::ArrayRef<OpEncoding> allOpEncodings() { return kOpEncodings; }

const OpEncoding *lookupOpEncoding(uint64_t opcode) {
  // All opcodes take one byte, and few numbers are unused.
  static const std::array<const OpEncoding *, 128> byOpcode = [] {
    std::array<const OpEncoding *, 128> table = {};
    for (const OpEncoding &op : kOpEncodings)
      table[op.opcode] = &op;
    return table;
  }();
  return opcode < byOpcode.size() ? byOpcode[opcode] : nullptr;
}

const OpEncoding *lookupOpEncoding(llvm::StringRef name) {
  static const llvm::StringMap<const OpEncoding *> byName = [] {
    llvm::StringMap<const OpEncoding *> map;
    for (const OpEncoding &op : kOpEncodings)
      map[op.name] = &op;
    return map;
  }();
  return byName.lookup(name);
}

} // namespace tessera::bytecode
