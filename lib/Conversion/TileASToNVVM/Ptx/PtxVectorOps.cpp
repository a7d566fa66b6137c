//===- PtxVectorOps.cpp - Accesses of several elements, or GPUs -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/Vectors.h"
#include "PtxAsm.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using ptxops::createAsm;
using ptxops::getModifiers;
using ptxops::getSpace;
using ptxops::takeAddress;

/// The registers that an access of several elements moves: words of 16, 32 or
/// 64 bits.
namespace {
struct VectorAccess {
  VectorAccess(OpBuilder &builder, Type element, unsigned count)
      : count(count) {
    unsigned bits = isa<LLVM::LLVMPointerType>(element)
                        ? 64
                        : element.getIntOrFloatBitWidth();
    bytes = bits * count / 8;
    wordBits = bits == 64 ? 64 : std::min(32u, bits * count);
    numWords = bits * count / wordBits;
    // A vector of pointers cannot be cast to integers, so its elements are.
    scalar = isa<LLVM::LLVMPointerType>(element) ? builder.getIntegerType(64)
                                                 : element;
    vector = VectorType::get(count, scalar);
    // Floats that fill a word have registers of their own.
    bool isWord = numWords == count && isa<FloatType>(element) && wordBits > 16;
    word = isWord ? element : builder.getIntegerType(wordBits);
  }

  /// ".v4.b32", or ".b32" for a single word.
  std::string getSuffix() const {
    std::string suffix = ".b" + std::to_string(wordBits);
    return numWords == 1 ? suffix : ".v" + std::to_string(numWords) + suffix;
  }
  /// "{$3, $4}", or "$3" for a single word.
  std::string getOperands(unsigned first) const {
    std::string text;
    for (unsigned word = 0; word < numWords; ++word)
      text += (word ? ", $" : "$") + std::to_string(first + word);
    return numWords == 1 ? text : "{" + text + "}";
  }
  StringRef getConstraint() const { return ptxops::getConstraint(word); }

  unsigned count, bytes, wordBits, numWords;
  Type scalar, word;
  VectorType vector;
};
} // namespace

/// Packs the elements into one vector; pointers as their bits.
static Value packElements(OpBuilder &builder, Location loc,
                          const VectorAccess &access, ValueRange values) {
  return packVector(
      builder, loc, llvm::map_to_vector(values, [&](Value value) -> Value {
        if (value.getType() == access.scalar)
          return value;
        return LLVM::PtrToIntOp::create(builder, loc, access.scalar, value);
      }));
}

static SmallVector<Value> unpackElements(OpBuilder &builder, Location loc,
                                         Value vector, Type type) {
  SmallVector<Value> values = unpackVector(builder, loc, vector);
  for (Value &value : values)
    if (value.getType() != type)
      value = LLVM::IntToPtrOp::create(builder, loc, type, value);
  return values;
}

static Value castToWord(OpBuilder &builder, Location loc, Type word,
                        Value value) {
  if (value.getType() == word)
    return value;
  if (isa<LLVM::LLVMPointerType>(value.getType()))
    return LLVM::PtrToIntOp::create(builder, loc, word, value);
  return LLVM::BitcastOp::create(builder, loc, word, value);
}

/// Converts elements to words: each word has one or several elements. Words of
/// two elements come from one vector of all: LLVM has registers for vectors of
/// two, and would otherwise load those, split them and recombine the halves.
static SmallVector<Value> toWords(OpBuilder &builder, Location loc,
                                  const VectorAccess &access,
                                  ValueRange values) {
  unsigned perWord = access.count / access.numWords;
  if (perWord == 2 && access.numWords > 1)
    return unpackVector(
        builder, loc,
        castToWord(builder, loc, VectorType::get(access.numWords, access.word),
                   packVector(builder, loc, values)));
  SmallVector<Value> words;
  for (unsigned i = 0; i < access.count; i += perWord)
    words.push_back(castToWord(
        builder, loc, access.word,
        perWord == 1 ? values[i]
                     : packVector(builder, loc, values.slice(i, perWord))));
  return words;
}

/// Executes a load, for example "ld.global.v4.b32", that gives as many words as
/// the access has. If the predicate is false they are those of `others`, or
/// zeros.
static SmallVector<Value> loadWords(OpBuilder &builder, Location loc,
                                    const VectorAccess &access,
                                    const Twine &instruction, Value pointer,
                                    Value predicate, ValueRange others) {
  unsigned numWords = access.numWords;
  Type word = access.word;
  // The results come first, then the pointer and the predicate.
  std::string text, constraints, inputs;
  std::string address = takeAddress(pointer, numWords);
  SmallVector<Value> operands = {pointer};
  if (predicate) {
    operands.push_back(predicate);
    if (others.empty())
      operands.append(numWords, LLVM::ConstantOp::create(
                                    builder, loc, builder.getZeroAttr(word))
                                    .getResult());
    else
      llvm::append_range(operands, toWords(builder, loc, access, others));
  }
  for (unsigned i = 0; i < numWords; ++i) {
    constraints +=
        (predicate ? "=&" : "=") + access.getConstraint().str() + ",";
    if (!predicate)
      continue;
    text += llvm::formatv("mov.b{0} ${1}, ${2};\n\t", access.wordBits, i,
                          numWords + 2 + i);
    inputs += "," + access.getConstraint().str();
  }
  if (predicate)
    text += llvm::formatv("@${0} ", numWords + 1);
  text += llvm::formatv("{0} {1}, {2};", instruction, access.getOperands(0),
                        address);
  constraints += getSpace(pointer) == ".shared" ? "r" : "l";
  constraints += predicate ? ",b" : "";
  Type result =
      numWords == 1
          ? word
          : LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                             SmallVector<Type>(numWords, word));
  Value loaded =
      createAsm(builder, loc, result, operands, text, constraints + inputs);
  if (numWords == 1)
    return {loaded};
  SmallVector<Value> words;
  for (unsigned i = 0; i < numWords; ++i)
    words.push_back(LLVM::ExtractValueOp::create(builder, loc, loaded, i));
  return words;
}

/// Converts words back to elements.
static SmallVector<Value> fromWords(OpBuilder &builder, Location loc,
                                    const VectorAccess &access,
                                    ValueRange words, Type type) {
  SmallVector<Value> values;
  unsigned perWord = access.count / access.numWords;
  Type held = perWord > 1 ? VectorType::get(perWord, type) : type;
  for (Value word : words) {
    if (isa<LLVM::LLVMPointerType>(type))
      word = LLVM::IntToPtrOp::create(builder, loc, type, word);
    else if (word.getType() != held)
      word = LLVM::BitcastOp::create(builder, loc, held, word);
    if (perWord > 1)
      append_range(values, unpackVector(builder, loc, word));
    else
      values.push_back(word);
  }
  return values;
}

/// Executes a store, or another instruction with the operands of a store.
static void storeWords(OpBuilder &builder, Location loc,
                       const VectorAccess &access, const Twine &instruction,
                       ValueRange values, Value pointer, Value predicate) {
  std::string address = takeAddress(pointer, 0);
  SmallVector<Value> operands = {pointer};
  std::string text, constraints = getSpace(pointer) == ".shared" ? "r" : "l";
  if (predicate) {
    operands.push_back(predicate);
    text = "@$1 ";
    constraints += ",b";
  }
  std::string words = access.getOperands(operands.size());
  llvm::append_range(operands, toWords(builder, loc, access, values));
  text += llvm::formatv("{0} {1}, {2};", instruction, address, words);
  for (unsigned i = 0; i < access.numWords; ++i)
    constraints += "," + access.getConstraint().str();
  createAsm(builder, loc, Type(), operands, text, constraints);
}

SmallVector<Value> ptxops::loadVector(OpBuilder &builder, Location loc,
                                      Type type, unsigned count, Value pointer,
                                      Value predicate, ValueRange others) {
  VectorAccess access(builder, type, count);
  if (!predicate) {
    Value vector = LLVM::LoadOp::create(builder, loc, access.vector, pointer,
                                        access.bytes);
    return unpackElements(builder, loc, vector, type);
  }
  return fromWords(builder, loc, access,
                   loadWords(builder, loc, access,
                             "ld" + getSpace(pointer) + access.getSuffix(),
                             pointer, predicate, others),
                   type);
}

void ptxops::storeVector(OpBuilder &builder, Location loc, ValueRange values,
                         Value pointer, Value predicate) {
  VectorAccess access(builder, values.front().getType(), values.size());
  if (predicate)
    return storeWords(builder, loc, access,
                      "st" + getSpace(pointer) + access.getSuffix(), values,
                      pointer, predicate);
  LLVM::StoreOp::create(builder, loc,
                        packElements(builder, loc, access, values), pointer,
                        access.bytes);
}

//===----------------------------------------------------------------------===//
// Accesses to the memory of several GPUs
//===----------------------------------------------------------------------===//

/// ".weak" or ".relaxed.sys", and the state space.
static std::string getMultimemModifiers(ptxops::Strength strength) {
  std::string modifiers = getModifiers(strength);
  return (modifiers.empty() ? ".weak" : modifiers) + ".global";
}

static bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

/// ".v4.f16x2": floats of 16 bits are in pairs, and only floats in vectors.
static std::string getMultimemType(const VectorAccess &access, Type type,
                                   StringRef kind) {
  std::string suffix =
      access.numWords == 1 ? "" : ".v" + std::to_string(access.numWords);
  suffix += ("." + kind).str() + std::to_string(type.getIntOrFloatBitWidth());
  return isHalf(type) ? suffix + "x2" : suffix;
}

/// The letter for the kind of a PTX type, in front of its width.
static StringRef getKind(Type type) {
  return type.isBF16() ? "bf" : isa<FloatType>(type) ? "f" : "b";
}

/// The operation and type: ".add.v4.f32". `precision` is the accumulator of
/// 16-bit sums, if the instruction requires it.
static std::string getReductionSuffix(AtomicMode mode,
                                      const VectorAccess &access, Type type,
                                      StringRef precision) {
  auto typed = [&](StringRef operation, StringRef kind) {
    return "." + operation.str() + getMultimemType(access, type, kind);
  };
  switch (mode) {
  case AtomicMode::And:
  case AtomicMode::Or:
  case AtomicMode::Xor:
    return typed(stringifyAtomicMode(mode), "b");
  case AtomicMode::Add:
    return typed("add", "u");
  case AtomicMode::AddF:
    return typed(isHalf(type) ? ("add" + precision).str() : "add",
                 getKind(type));
  case AtomicMode::Min:
  case AtomicMode::Max:
    return typed(stringifyAtomicMode(mode),
                 isa<FloatType>(type) ? getKind(type) : "s");
  case AtomicMode::UMin:
    return typed("min", "u");
  case AtomicMode::UMax:
    return typed("max", "u");
  case AtomicMode::Xchg:
  case AtomicMode::Cas:
    break;
  }
  llvm_unreachable("no reduction over several GPUs");
}

/// Loads one float of 16 bits, as a part of its word.
static Value loadHalf(OpBuilder &builder, Location loc, AtomicMode mode,
                      Type type, Value pointer, Value predicate, Value other,
                      ptxops::Strength strength) {
  Value address =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), pointer);
  auto getBits = [&](int64_t mask) -> Value {
    Value bits =
        LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(mask));
    return LLVM::AndOp::create(builder, loc, address, bits);
  };
  constexpr int64_t wordBytes = 4, halfBytes = 2;
  Value word = LLVM::IntToPtrOp::create(builder, loc, pointer.getType(),
                                        getBits(-wordBytes));
  SmallVector<Value> others;
  if (other)
    others.assign(2, other);
  SmallVector<Value> pair = ptxops::multimemLoad(
      builder, loc, mode, type, 2, word, predicate, others, strength);
  Value inSecond = getBits(halfBytes);
  Value zero =
      LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
  Value isSecond = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                        inSecond, zero);
  return LLVM::SelectOp::create(builder, loc, isSecond, pair[1], pair[0]);
}

SmallVector<Value> ptxops::multimemLoad(OpBuilder &builder, Location loc,
                                        AtomicMode mode, Type type,
                                        unsigned count, Value pointer,
                                        Value predicate, ValueRange others,
                                        Strength strength) {
  if (isHalf(type) && count == 1)
    return {loadHalf(builder, loc, mode, type, pointer, predicate,
                     others.empty() ? Value() : others.front(), strength)};
  VectorAccess access(builder, type, count);
  std::string instruction = "multimem.ld_reduce" +
                            getMultimemModifiers(strength) +
                            getReductionSuffix(mode, access, type, ".acc::f32");
  return fromWords(
      builder, loc, access,
      loadWords(builder, loc, access, instruction, pointer, predicate, others),
      type);
}

void ptxops::multimemStore(OpBuilder &builder, Location loc, ValueRange values,
                           Value pointer, Value predicate, Strength strength) {
  Type type = values.front().getType();
  VectorAccess access(builder, type, values.size());
  storeWords(builder, loc, access,
             "multimem.st" + getMultimemModifiers(strength) +
                 getMultimemType(access, type, getKind(type)),
             values, pointer, predicate);
}

void ptxops::multimemReduce(OpBuilder &builder, Location loc, AtomicMode mode,
                            ValueRange values, Value pointer, Value predicate,
                            Strength strength) {
  Type type = values.front().getType();
  VectorAccess access(builder, type, values.size());
  storeWords(builder, loc, access,
             "multimem.red" + getMultimemModifiers(strength) +
                 getReductionSuffix(mode, access, type, ""),
             values, pointer, predicate);
}
