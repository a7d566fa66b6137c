//===- InstructionNeeds.cpp - Work that PTX instructions need -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionNeeds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace tessera;
using namespace tessera::bound;
using llvm::SmallVector;
using llvm::StringRef;
using ptx::InstructionClass;

Words::Words(StringRef text) {
  if (text.starts_with("@"))
    text = text.split(' ').second.ltrim();
  text.take_until([](char c) { return c == ' ' || c == ';'; })
      .split(all, '.', -1, /*KeepEmpty=*/false);
}

bool Words::has(StringRef word) const {
  return llvm::is_contained(llvm::drop_begin(all), word);
}

bool Words::hasAny(std::initializer_list<StringRef> words) const {
  return llvm::any_of(words, [&](StringRef word) { return has(word); });
}

//===----------------------------------------------------------------------===//
// Pipes
//===----------------------------------------------------------------------===//

static bool isRounded(const Words &words) {
  return words.hasAny({"rn", "rz", "rm", "rp", "rna"});
}

/// add, sub, mul and fma. Without a rounding mode ptxas may fuse a product and
/// a sum, and it may pack two halves into one instruction: each then counts
/// half.
static std::optional<PipeNeed> needOfArithmetic(const Words &words) {
  double count = isRounded(words) || words.opcode() == "fma" ? 1 : 0.5;
  if (words.has("f32"))
    return PipeNeed{Work::Float, count};
  if (words.has("f32x2"))
    return PipeNeed{Work::Float, 2 * count};
  if (words.has("f64"))
    return PipeNeed{Work::Double, count};
  if (words.has("f16x2"))
    return PipeNeed{Work::Half2, count};
  if (words.has("bf16x2"))
    return PipeNeed{Work::BFloat2, count};
  if (words.has("f16"))
    return PipeNeed{Work::Half2, count / 2};
  if (words.has("bf16"))
    return PipeNeed{Work::BFloat2, count / 2};
  return std::nullopt;
}

/// Functions with a machine instruction of their own for f32, used alone or
/// within the several that a rounded form takes.
static std::optional<PipeNeed> needOfSpecial(const Words &words) {
  if (!words.has("f32"))
    return std::nullopt;
  return PipeNeed{words.opcode() == "ex2" ? Work::Exp2 : Work::Special, 1};
}

/// Counts only conversions from f32 to narrower floats: others can be part of
/// loads and of arithmetic.
static std::optional<PipeNeed> needOfConversion(const Words &words) {
  if (words.all.size() < 3 || words.all.back() != "f32")
    return std::nullopt;
  if (words.hasAny({"f16x2", "bf16x2", "e4m3x2", "e5m2x2", "e2m1x2"}))
    return PipeNeed{Work::ConvertNarrow, 1};
  if (words.hasAny({"f16", "bf16"}))
    return PipeNeed{Work::ConvertNarrow, 0.5};
  return std::nullopt;
}

static std::optional<PipeNeed> findPipeNeed(const Words &words,
                                            const TargetInfo &target) {
  enum class Group {
    None,
    Arithmetic,
    MinMax,
    Special,
    Convert,
    Shuffle,
    Redux,
    Matrix
  };
  Group group =
      llvm::StringSwitch<Group>(words.opcode())
          .Cases({"add", "sub", "mul", "fma", "mad"}, Group::Arithmetic)
          .Cases({"min", "max"}, Group::MinMax)
          .Cases({"rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh",
                  "div"},
                 Group::Special)
          .Case("cvt", Group::Convert)
          .Case("shfl", Group::Shuffle)
          .Case("redux", Group::Redux)
          .Cases({"ldmatrix", "stmatrix"}, Group::Matrix)
          .Default(Group::None);
  switch (group) {
  case Group::None:
    return std::nullopt;
  case Group::Arithmetic:
    return needOfArithmetic(words);
  case Group::MinMax:
    if (words.has("f32"))
      return PipeNeed{Work::FloatCompare, target.hasMinMax3() ? 0.5 : 1};
    return std::nullopt;
  case Group::Special:
    return needOfSpecial(words);
  case Group::Convert:
    return needOfConversion(words);
  case Group::Shuffle:
    return PipeNeed{Work::Shuffle, 1};
  case Group::Redux:
    return PipeNeed{Work::Redux, 1};
  case Group::Matrix:
    return PipeNeed{Work::LoadMatrix, 1};
  }
  llvm_unreachable("unknown group");
}

//===----------------------------------------------------------------------===//
// Issue
//===----------------------------------------------------------------------===//

/// Moves, conversions of addresses and parameters become operands of other
/// instructions. ptxas joins at most two others into one: a shift and a sum, a
/// product and a sum, two sums, two bits of logic, a comparison and a choice,
/// neighbouring accesses of a thread.
static double findIssueOfOthers(const Words &words, InstructionClass kind) {
  using C = InstructionClass;
  switch (kind) {
  case C::Move:
    return words.opcode() == "prmt" ? 0.5 : 0;
  case C::Conversion:
  case C::LoadParam:
  case C::LoadConst:
  case C::StoreParam:
  case C::Other:
    return 0;
  case C::AsyncCopy:
  case C::Atomic:
  case C::Exchange:
  case C::Barrier:
    return 1;
  case C::LoadGlobal:
  case C::LoadShared:
  case C::StoreGlobal:
  case C::StoreShared:
    return words.hasAny({"v4", "v8"}) ? 1 : 0.5;
  default:
    return 0.5;
  }
}

Need bound::findNeed(const Words &words, InstructionClass kind,
                     const TargetInfo &target) {
  Need need;
  need.pipe = findPipeNeed(words, target);
  // One instruction can compute both sums of a packed f32x2.
  if (need.pipe)
    need.issue = std::min(need.pipe->count, 1.0);
  else
    need.issue = findIssueOfOthers(words, kind);
  need.isCertain = need.pipe || need.issue == std::floor(need.issue);
  return need;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static std::optional<MatrixElement> parseElement(StringRef word) {
  for (unsigned i = 0; i != numMatrixElements; ++i)
    if (auto element = static_cast<MatrixElement>(i);
        word == getMatrixElementName(element))
      return element;
  return std::nullopt;
}

namespace {
/// The element types of a product: of A (B's do not change the rate) and of the
/// sum.
struct ProductTypes {
  MatrixElement operand, accumulator;
};
} // namespace

/// mma names the types of D, A, B and C, in this order; wgmma those of D, A and
/// B. So does wmma.mma, except that for f16 it names only D and C.
static std::optional<ProductTypes> typesOfProduct(const Words &words) {
  SmallVector<MatrixElement> types;
  for (StringRef word : words.all)
    if (std::optional<MatrixElement> type = parseElement(word))
      types.push_back(*type);
  if (words.opcode() == "wmma" && types.size() == 2)
    return ProductTypes{MatrixElement::F16, types[0]};
  if (types.size() < (words.opcode() == "wgmma" ? 3 : 4))
    return std::nullopt;
  return ProductTypes{types[1], types[0]};
}

/// Forms with two e2m1 in a byte have scales, and only they have this depth.
static std::optional<Figure> findRate(MatrixUnit unit,
                                      const ProductTypes &types, bool isPacked,
                                      const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  std::optional<Figure> best;
  for (const MatrixInstruction &form : allMatrixInstructions()) {
    if (form.unit != unit ||
        !form.takes(types.operand, types.operand, types.accumulator))
      continue;
    if (form.scaleVector && !form.mixesOperands && !isPacked)
      continue;
    std::optional<MatrixTiming> timing =
        model.get(form, types.operand, types.accumulator);
    if (timing && (!best || timing->opsPerCycle.value > best->value))
      best = timing->opsPerCycle;
  }
  return best;
}

std::optional<Figure> bound::findProductRate(const Words &words,
                                             const TargetInfo &target,
                                             const Board &board) {
  std::optional<ProductTypes> types = typesOfProduct(words);
  if (!types)
    return std::nullopt;
  bool isGroup = words.opcode() == "wgmma";
  bool isPacked = words.has("m16n8k64") && words.has("block_scale");
  std::optional<Figure> rate =
      findRate(isGroup ? MatrixUnit::Wgmma : MatrixUnit::MmaSync, *types,
               isPacked, target);
  if (!rate)
    return std::nullopt;
  if (types->accumulator == MatrixElement::F32 &&
      board.halvedInF32.contains(types->operand))
    rate->value /= 2;
  // Half of A is known to be zero and is never multiplied.
  if (words.has("sp"))
    rate->value *= 2;
  return rate;
}

double bound::findSharedBytes(const Words &words, StringRef text) {
  std::optional<ProductTypes> types = typesOfProduct(words);
  if (words.opcode() != "wgmma" || !types)
    return 0;
  for (StringRef shape : words.all) {
    unsigned m, n, k;
    if (!shape.consume_front("m") || shape.consumeInteger(10, m) ||
        !shape.consume_front("n") || shape.consumeInteger(10, n) ||
        !shape.consume_front("k") || shape.getAsInteger(10, k))
      continue;
    // Behind the registers of the sum stand those of A, or a descriptor.
    bool hasRegisters = text.split('}').second.ltrim(", ").starts_with("{");
    unsigned elements = n * k + (hasRegisters ? 0 : m * k);
    return elements * (getMatrixElementBits(types->operand) / 8.0) / 4;
  }
  return 0;
}

std::optional<Figure> bound::findTensorRate(MatrixElement element,
                                            bool isPacked,
                                            const TargetInfo &target) {
  bool isInteger = element == MatrixElement::S8;
  return findRate(
      MatrixUnit::Tcgen05,
      {element, isInteger ? MatrixElement::S32 : MatrixElement::F32}, isPacked,
      target);
}
