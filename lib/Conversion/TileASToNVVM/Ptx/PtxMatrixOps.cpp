//===- PtxMatrixOps.cpp - The PTX operations on matrices ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tessera;
using ptxops::getMembers;
using ptxops::updateInPlace;

SmallVector<Value> ptxops::getMembers(OpBuilder &builder, Location loc,
                                      Value value) {
  auto type = dyn_cast<LLVM::LLVMStructType>(value.getType());
  if (!type)
    return {value};
  SmallVector<Value> members;
  for (int64_t index : llvm::seq<int64_t>(0, type.getBody().size()))
    members.push_back(LLVM::ExtractValueOp::create(builder, loc, value, index));
  return members;
}

/// Calls an LLVM intrinsic and returns the members of its result.
static SmallVector<Value> callIntrinsic(OpBuilder &builder, Location loc,
                                        const std::string &name, Type result,
                                        ValueRange operands) {
  return getMembers(builder, loc,
                    LLVM::CallIntrinsicOp::create(builder, loc, result,
                                                  builder.getStringAttr(name),
                                                  operands)
                        .getResult(0));
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
  return callIntrinsic(builder, loc, name, result, pointer);
}

/// The part of the intrinsic's name that stands for the kind and the types.
static std::string getIntrinsicTypes(MatrixElement lhs, MatrixElement rhs,
                                     MatrixElement acc) {
  StringRef a = getMatrixElementName(lhs), b = getMatrixElementName(rhs),
            c = getMatrixElementName(acc);
  switch (lhs) {
  case MatrixElement::F16:
    return (c + "." + c).str();
  case MatrixElement::BF16:
  case MatrixElement::TF32:
  case MatrixElement::F64:
    return a.str();
  case MatrixElement::S8:
  case MatrixElement::U8:
    return lhs == rhs ? a.str() : (a + "." + b).str();
  default:
    return llvm::formatv("{2}.{0}.{1}.{2}", a, b, c);
  }
}

SmallVector<Value> ptxops::multiplyMatrices(
    OpBuilder &builder, Location loc, const MatrixInstruction &form,
    MatrixElement lhsElement, MatrixElement rhsElement,
    MatrixElement accElement, ValueRange lhs, ValueRange rhs, ValueRange acc) {
  std::string name = ("llvm.nvvm.mma.m" + Twine(form.m) + "n" +
                      Twine(form.n.min) + "k" + Twine(form.k) + ".row.col." +
                      getIntrinsicTypes(lhsElement, rhsElement, accElement))
                         .str();
  auto result = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), llvm::to_vector(acc.getTypes()));
  SmallVector<Value> operands(lhs);
  llvm::append_range(operands, rhs);
  llvm::append_range(operands, acc);
  return callIntrinsic(builder, loc, name, result, operands);
}

/// The modifiers of an instruction with scales between layouts and types, and
/// the type of the scales after them.
static std::pair<StringRef, StringRef>
getScaleModifiers(const MatrixInstruction &form) {
  if (form.scaleVector == 16)
    return {"mxf4nvf4.block_scale.scale_vec::4X", "ue4m3"};
  if (form.k == 64)
    return {"mxf4.block_scale.scale_vec::2X", "ue8m0"};
  return {"mxf8f6f4.block_scale.scale_vec::1X", "ue8m0"};
}

SmallVector<Value> ptxops::multiplyScaledMatrices(
    OpBuilder &builder, Location loc, const MatrixInstruction &form,
    MatrixElement lhsElement, MatrixElement rhsElement, ValueRange lhs,
    ValueRange rhs, ValueRange acc, ArrayRef<ScaleWord> scales) {
  auto [kind, scaleType] = getScaleModifiers(form);
  std::string text = llvm::formatv(
      "mma.sync.aligned.m{0}n{1}k{2}.row.col.kind::{3}.f32.{4}.{5}.f32.{6}",
      form.m, form.n.min, form.k, kind, getMatrixElementName(lhsElement),
      getMatrixElementName(rhsElement), scaleType);
  std::string constraints;
  SmallVector<Value> operands;
  unsigned next = 0;
  auto add = [&](ValueRange values, StringRef constraint) {
    text += next ? ", {" : " {";
    for (unsigned i = 0; i != values.size(); ++i) {
      text += (i ? ", $" : "$") + std::to_string(next++);
      constraints += constraints.empty() ? "" : ",";
      constraints += constraint;
    }
    text += "}";
  };
  auto take = [&](ValueRange values, StringRef constraint) {
    add(values, constraint);
    llvm::append_range(operands, values);
  };
  add(acc, "=f");
  take(lhs, "r");
  take(rhs, "r");
  take(acc, "f");
  for (const ScaleWord &scale : scales) {
    // Several threads may hold the scales; the first is selected.
    text += llvm::formatv(", ${0}, {{{1}, 0}", next++, scale.byte);
    constraints += ",r";
    operands.push_back(scale.word);
  }
  auto result = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), llvm::to_vector(acc.getTypes()));
  auto op = LLVM::InlineAsmOp::create(
      builder, loc, result, operands, text + ";", constraints,
      /*has_side_effects=*/false, /*is_align_stack=*/false,
      LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
  return getMembers(builder, loc, op.getResult(0));
}

//===----------------------------------------------------------------------===//
// Warp groups
//===----------------------------------------------------------------------===//

Value ptxops::joinWords(OpBuilder &builder, Location loc, Value low,
                        int32_t high) {
  auto op = LLVM::InlineAsmOp::create(
      builder, loc, builder.getI64Type(), low,
      ("mov.b64 $0, {$1, " + Twine(high) + "};").str(), "=l,r",
      /*has_side_effects=*/false, /*is_align_stack=*/false,
      LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
  return op.getResult(0);
}

SmallVector<Value> ptxops::updateInPlace(OpBuilder &builder, Location loc,
                                         ValueRange values, ValueRange others,
                                         const Twine &text,
                                         StringRef constraintsOfOthers) {
  // The first instruction of a text may change them before the last one reads
  // another operand, which therefore has no register of theirs, even where it is the
  // same value.
  std::string given, taken;
  for (auto [number, value] : llvm::enumerate(values)) {
    given += number ? ",=&" : "=&";
    given += ptxops::getConstraint(value.getType());
    taken += "," + std::to_string(number);
  }
  SmallVector<Value> operands(values);
  llvm::append_range(operands, others);
  Type result = values.size() == 1 ? values.front().getType()
                                   : LLVM::LLVMStructType::getLiteral(
                                         builder.getContext(),
                                         llvm::to_vector(values.getTypes()));
  return getMembers(builder, loc,
                    ptxops::createAsm(builder, loc, result, operands, text,
                                      given + taken + constraintsOfOthers));
}

/// The constraints of words that an instruction does not name, but which have to
/// be in registers where it stands.
static std::string takeWords(ValueRange words) {
  std::string constraints;
  for ([[maybe_unused]] Value word : words)
    constraints += ",r";
  return constraints;
}

ptxops::GroupProducts::GroupProducts(OpBuilder &builder, Location loc,
                                     ValueRange sums, ValueRange ofGiven,
                                     ValueRange ofTaken)
    : builder(builder), loc(loc), inPlace(sums),
      text("wgmma.fence.sync.aligned;") {
  for (Value word : ofGiven) {
    given.try_emplace(word, inPlace.size());
    inPlace.push_back(word);
  }
  for (Value word : ofTaken)
    take(word, "r");
}

std::string ptxops::GroupProducts::take(Value value, StringRef constraint) {
  if (auto word = given.find(value); word != given.end())
    return "$" + std::to_string(word->second);
  // A register in place is an operand twice, as it comes and as it goes.
  auto [operand, isNew] =
      taken.try_emplace(value, 2 * inPlace.size() + others.size());
  if (isNew) {
    others.push_back(value);
    constraints += ("," + constraint).str();
  }
  return "$" + std::to_string(operand->second);
}

void ptxops::GroupProducts::emit() {
  inPlace = updateInPlace(builder, loc, inPlace, others, text, constraints);
  others.clear();
  taken.clear();
  text.clear();
  constraints.clear();
  numInstructions = 0;
}

void ptxops::GroupProducts::multiply(const GroupProductForm &form,
                                     const GroupFactors &factors, size_t first,
                                     bool isAdded) {
  if (numInstructions == kMostAtOnce)
    emit();
  ++numInstructions;
  std::string lhs;
  if (factors.lhsDescriptor) {
    lhs = take(factors.lhsDescriptor, "l");
  } else {
    for (Value word : factors.lhsWords)
      lhs += (lhs.empty() ? "" : ", ") + take(word, "r");
    lhs = "{" + lhs + "}";
  }
  std::string rhs = take(factors.rhsDescriptor, "l");
  constexpr int64_t kColumnsOfSum = 2;
  std::string sums;
  for (int64_t i = 0; i != form.width / kColumnsOfSum; ++i)
    sums += (i ? ", $" : "$") + std::to_string(first + i);
  // The first flag adds to the sums, the next two, which integers lack, negate
  // no factor; the others, which only factors of 16 bits have, transpose.
  bool isInteger = !inPlace.front().getType().isF32();
  std::string flags = isAdded ? ", 1" : ", 0";
  flags += isInteger ? "" : ", 1, 1";
  if (getMatrixElementBits(form.rhsElement) == 16) {
    if (factors.lhsDescriptor)
      flags += form.isLhsOuterMajor ? ", 1" : ", 0";
    flags += form.isRhsOuterMajor ? ", 1" : ", 0";
  }
  text += llvm::formatv(
      "{10}wgmma.mma_async.sync.aligned.m{0}n{1}k{2}.{9}.{3}.{4} {{{5}}, {6}, "
      "{7}{8};",
      form.instruction->m, form.width, form.instruction->k,
      getMatrixElementName(form.lhsElement),
      getMatrixElementName(form.rhsElement), sums, lhs, rhs, flags,
      isInteger ? "s32" : "f32", text.empty() ? "" : "\n\t");
}

void ptxops::GroupProducts::commit() {
  text += "\n\twgmma.commit_group.sync.aligned;";
}

void ptxops::GroupProducts::wait() {
  text += "\n\twgmma.wait_group.sync.aligned 0;";
}

SmallVector<Value> ptxops::GroupProducts::end() {
  emit();
  return inPlace;
}

SmallVector<Value> ptxops::waitForGroupProducts(OpBuilder &builder,
                                                Location loc, unsigned pending,
                                                ValueRange acc,
                                                ValueRange words) {
  return updateInPlace(builder, loc, acc, words,
                       "wgmma.wait_group.sync.aligned " + Twine(pending) + ";",
                       takeWords(words));
}

SmallVector<Value> ptxops::moveRegisters(OpBuilder &builder, Location loc,
                                         ValueRange values) {
  return llvm::map_to_vector(values, [&](Value value) {
    Type type = value.getType();
    StringRef constraint = getConstraint(type);
    return createAsm(builder, loc, type, value, "mov.b32 $0, $1;",
                     ("=" + constraint + "," + constraint).str());
  });
}
