//===- PtxMatrixOps.cpp - The PTX operations on matrices ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tessera;

static SmallVector<Value> getMembers(OpBuilder &builder, Location loc,
                                     Value value) {
  auto type = dyn_cast<LLVM::LLVMStructType>(value.getType());
  if (!type)
    return {value};
  SmallVector<Value> members;
  for (int64_t index : llvm::seq<int64_t>(0, type.getBody().size()))
    members.push_back(LLVM::ExtractValueOp::create(builder, loc, value, index));
  return members;
}

SmallVector<Value> ptxops::loadMatrices(OpBuilder &builder, Location loc,
                                        Value pointer, unsigned count,
                                        bool isTransposed) {
  Type result = builder.getI32Type();
  if (count > 1)
    result = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                              SmallVector<Type>(count, result));
  std::string name =
      llvm::formatv("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{0}{1}.b16.p3",
                    count, isTransposed ? ".trans" : "");
  return getMembers(builder, loc,
                    LLVM::CallIntrinsicOp::create(builder, loc, result,
                                                  builder.getStringAttr(name),
                                                  pointer)
                        .getResult(0));
}

/// What stands between the orders and the types of an instruction with scales,
/// and their type behind them.
static std::pair<StringRef, StringRef>
getScaleModifiers(const MatrixInstruction &form) {
  if (form.scaleVector == 0)
    return {"", ""};
  if (form.scaleVector == 16)
    return {".kind::mxf4nvf4.block_scale.scale_vec::4X", ".ue4m3"};
  if (form.k == 64)
    return {".kind::mxf4.block_scale.scale_vec::2X", ".ue8m0"};
  return {".kind::mxf8f6f4.block_scale.scale_vec::1X", ".ue8m0"};
}

SmallVector<Value> ptxops::multiplyMatrices(
    OpBuilder &builder, Location loc, const MatrixInstruction &form,
    MatrixElement lhsElement, MatrixElement rhsElement,
    MatrixElement accElement, ValueRange lhs, ValueRange rhs, ValueRange acc,
    ArrayRef<ScaleWord> scales) {
  std::string text, constraints;
  unsigned next = 0;
  auto add = [&](TypeRange types, StringRef prefix) {
    text += next ? ", {" : " {";
    for (auto [index, type] : llvm::enumerate(types)) {
      text += (index ? ", $" : "$") + std::to_string(next++);
      constraints += constraints.empty() ? "" : ",";
      constraints += prefix;
      constraints += type.isF64() ? "d" : type.isF32() ? "f" : "r";
    }
    text += "}";
  };
  add(acc.getTypes(), "=");
  for (ValueRange operands : {lhs, rhs, acc})
    add(operands.getTypes(), "");
  SmallVector<Value> operands(lhs);
  llvm::append_range(operands, rhs);
  llvm::append_range(operands, acc);
  for (const ScaleWord &scale : scales) {
    // Of the threads that may hold the scales, the first.
    text += llvm::formatv(", ${0}, {{{1}, 0}", next++, scale.byte);
    constraints += ",r";
    operands.push_back(scale.word);
  }
  auto [kind, scaleType] = getScaleModifiers(form);
  std::string opcode = llvm::formatv(
      "mma.sync.aligned.m{0}n{1}k{2}.row.col{6}.{3}.{4}.{5}.{3}{7}", form.m,
      form.n.min, form.k, getMatrixElementName(accElement),
      getMatrixElementName(lhsElement), getMatrixElementName(rhsElement), kind,
      scaleType);
  auto result = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), llvm::to_vector(acc.getTypes()));
  auto op = LLVM::InlineAsmOp::create(
      builder, loc, result, operands, opcode + text + ";", constraints,
      /*has_side_effects=*/false, /*is_align_stack=*/false,
      LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
  return getMembers(builder, loc, op.getResult(0));
}
