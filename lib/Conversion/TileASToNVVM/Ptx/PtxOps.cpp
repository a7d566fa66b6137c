//===- PtxOps.cpp - The PTX operations that the lowering emits ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using ptxops::createAsm;
using ptxops::getModifiers;
using ptxops::getSpace;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The width of an access, and LLVM's constraint for its register. Bytes use
/// 16-bit registers.
namespace {
struct AccessWidth {
  unsigned memoryBits, registerBits;
  StringRef constraint;
};
} // namespace

static AccessWidth getAccessWidth(Type type) {
  if (type.isF32())
    return {32, 32, "f"};
  if (type.isF64())
    return {64, 64, "d"};
  unsigned bits =
      isa<LLVM::LLVMPointerType>(type) ? 64 : type.getIntOrFloatBitWidth();
  switch (bits) {
  case 8:
    return {8, 16, "h"};
  case 16:
    return {16, 16, "h"};
  case 32:
    return {32, 32, "r"};
  case 64:
    return {64, 64, "l"};
  }
  llvm_unreachable("memory holds values of 8, 16, 32 and 64 bits");
}

StringRef ptxops::getConstraint(Type type) {
  return getAccessWidth(type).constraint;
}

/// The type of the PTX register for a value: its own, or an integer.
static Type getRegisterType(OpBuilder &builder, Type type) {
  if (type.isF32() || type.isF64())
    return type;
  return builder.getIntegerType(getAccessWidth(type).registerBits);
}

/// Puts a value into its PTX register, which an integer fills.
static Value toRegister(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType(), inRegister = getRegisterType(builder, type);
  if (type == inRegister)
    return value;
  Type bits = builder.getIntegerType(getAccessWidth(type).memoryBits);
  if (isa<LLVM::LLVMPointerType>(type))
    value = LLVM::PtrToIntOp::create(builder, loc, bits, value);
  else if (type != bits)
    value = LLVM::BitcastOp::create(builder, loc, bits, value);
  return bits == inRegister
             ? value
             : LLVM::ZExtOp::create(builder, loc, inRegister, value)
                   .getResult();
}

static Value fromRegister(OpBuilder &builder, Location loc, Value value,
                          Type type) {
  if (value.getType() == type)
    return value;
  Type bits = builder.getIntegerType(getAccessWidth(type).memoryBits);
  if (value.getType() != bits)
    value = LLVM::TruncOp::create(builder, loc, bits, value);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, loc, type, value);
  return type == bits
             ? value
             : LLVM::BitcastOp::create(builder, loc, type, value).getResult();
}

std::string ptxops::getModifiers(Strength strength) {
  if (strength.ordering == Ordering::Weak)
    return "";
  StringRef scope;
  switch (*strength.scope) {
  case Scope::Block:
    scope = "cta";
    break;
  case Scope::Device:
    scope = "gpu";
    break;
  case Scope::System:
    scope = "sys";
    break;
  }
  return ("." + stringifyOrdering(strength.ordering) + "." + scope).str();
}

StringRef ptxops::getSpace(Value pointer) {
  unsigned space =
      cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
  return space == ptxops::kSharedSpace ? ".shared" : ".global";
}

/// The number of bytes that `addBytes` has added to a pointer.
static std::optional<int32_t> getAddedBytes(LLVM::GEPOp step) {
  if (!step || !step.getDynamicIndices().empty() ||
      !step.getElemType().isInteger(8))
    return std::nullopt;
  return step.getRawConstantIndices().front();
}

std::string ptxops::takeAddress(Value &pointer, unsigned number) {
  std::string address = "[$" + std::to_string(number);
  auto step = pointer.getDefiningOp<LLVM::GEPOp>();
  if (std::optional<int32_t> bytes = getAddedBytes(step)) {
    address += "+" + std::to_string(*bytes);
    pointer = step.getBase();
  }
  return address + "]";
}

Value ptxops::createAsm(OpBuilder &builder, Location loc, Type result,
                        ValueRange operands, const Twine &text,
                        const Twine &constraints) {
  auto op = LLVM::InlineAsmOp::create(
      builder, loc, result ? TypeRange(result) : TypeRange(), operands,
      text.str(), constraints.str(), /*has_side_effects=*/true,
      /*is_align_stack=*/false, LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
  return result ? op.getResult(0) : Value();
}

void ptxops::createPredicated(OpBuilder &builder, Location loc,
                              ValueRange operands, StringRef constraints,
                              Value predicate, const Twine &text) {
  SmallVector<Value> all(operands);
  if (!predicate)
    return (void)createAsm(builder, loc, Type(), all, text, constraints);
  std::string guard = "@$" + std::to_string(all.size()) + " ";
  all.push_back(predicate);
  createAsm(builder, loc, Type(), all, guard + text,
            constraints.empty() ? "b" : constraints + ",b");
}

Value ptxops::load(OpBuilder &builder, Location loc, Type type, Value pointer,
                   Value predicate, Value other, Strength strength) {
  if (!predicate && strength.ordering == Ordering::Weak)
    return LLVM::LoadOp::create(builder, loc, type, pointer);
  AccessWidth width = getAccessWidth(type);
  Type registerType = getRegisterType(builder, type);
  std::string access = llvm::formatv("ld{0}{1}.b{2} $0, {3};",
                                     getModifiers(strength), getSpace(pointer),
                                     width.memoryBits, takeAddress(pointer, 1));
  StringRef pointerConstraint = getSpace(pointer) == ".shared" ? "r" : "l";
  if (!predicate) {
    Value bits = createAsm(builder, loc, registerType, pointer, access,
                           "=" + width.constraint + "," + pointerConstraint);
    return fromRegister(builder, loc, bits, type);
  }
  Value fallback = other ? toRegister(builder, loc, other)
                         : LLVM::ConstantOp::create(
                               builder, loc, builder.getZeroAttr(registerType))
                               .getResult();
  std::string text =
      llvm::formatv("mov.b{0} $0, $3;\n\t@$2 {1}", width.registerBits, access);
  Value bits = createAsm(builder, loc, registerType,
                         {pointer, predicate, fallback}, text,
                         "=&" + width.constraint + "," + pointerConstraint +
                             ",b," + width.constraint);
  return fromRegister(builder, loc, bits, type);
}

void ptxops::store(OpBuilder &builder, Location loc, Value value, Value pointer,
                   Value predicate, Strength strength) {
  if (!predicate && strength.ordering == Ordering::Weak) {
    LLVM::StoreOp::create(builder, loc, value, pointer);
    return;
  }
  AccessWidth width = getAccessWidth(value.getType());
  std::string text =
      llvm::formatv("{0}st{1}{2}.b{3} {4}, $1;", predicate ? "@$2 " : "",
                    getModifiers(strength), getSpace(pointer), width.memoryBits,
                    takeAddress(pointer, 0));
  SmallVector<Value> operands = {pointer, toRegister(builder, loc, value)};
  if (predicate)
    operands.push_back(predicate);
  StringRef pointerConstraint = getSpace(pointer) == ".shared" ? "r" : "l";
  createAsm(builder, loc, Type(), operands, text,
            pointerConstraint + "," + width.constraint +
                (predicate ? ",b" : ""));
}

/// The operation and type of `atom`: ".add.noftz.f16".
static std::string getAtomicSuffix(AtomicMode mode, Type type) {
  unsigned bits = type.getIntOrFloatBitWidth();
  auto typed = [&](StringRef operation, StringRef kind) {
    return llvm::formatv(".{0}.{1}{2}", operation, kind, bits).str();
  };
  switch (mode) {
  case AtomicMode::And:
  case AtomicMode::Or:
  case AtomicMode::Xor:
  case AtomicMode::Cas:
    return typed(stringifyAtomicMode(mode), "b");
  case AtomicMode::Xchg:
    return typed("exch", "b");
  case AtomicMode::Add:
    return typed("add", "u");
  case AtomicMode::AddF:
    return typed(bits == 16 ? "add.noftz" : "add", type.isBF16() ? "bf" : "f");
  case AtomicMode::Max:
  case AtomicMode::Min:
    return typed(stringifyAtomicMode(mode), "s");
  case AtomicMode::UMax:
    return typed("max", "u");
  case AtomicMode::UMin:
    return typed("min", "u");
  }
  llvm_unreachable("all cases return");
}

Value ptxops::atomic(OpBuilder &builder, Location loc, AtomicMode mode,
                     Value value, Value compare, Value pointer, Value predicate,
                     Value other, Strength strength) {
  Type type = value.getType();
  AccessWidth width = getAccessWidth(type);
  Type registerType = getRegisterType(builder, type);
  std::string text =
      llvm::formatv("atom{0}.global{1} $0, {3}, {2};", getModifiers(strength),
                    getAtomicSuffix(mode, type), compare ? "$2, $3" : "$2",
                    takeAddress(pointer, 1));
  SmallVector<Value> operands = {pointer};
  if (compare)
    operands.push_back(toRegister(builder, loc, compare));
  operands.push_back(toRegister(builder, loc, value));
  std::string constraints = predicate ? "=&" : "=";
  constraints += width.constraint.str() + ",l";
  for (size_t i = 1; i < operands.size(); ++i)
    constraints += "," + width.constraint.str();
  if (predicate) {
    size_t next = operands.size() + 1;
    text = llvm::formatv("mov.b{0} $0, ${1};\n\t@${2} {3}", width.registerBits,
                         next + 1, next, text);
    operands.push_back(predicate);
    operands.push_back(
        other ? toRegister(builder, loc, other)
              : LLVM::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(registerType))
                    .getResult());
    constraints += ",b," + width.constraint.str();
  }
  Value bits =
      createAsm(builder, loc, registerType, operands, text, constraints);
  return fromRegister(builder, loc, bits, type);
}

//===----------------------------------------------------------------------===//
// Arrays in global memory
//===----------------------------------------------------------------------===//

Type ptxops::getStoredType(Type element) {
  if (element.isInteger() && element.getIntOrFloatBitWidth() < 8)
    return IntegerType::get(element.getContext(), 8);
  return element;
}

int64_t ptxops::getStoredBytes(Type element) {
  return isa<LLVM::LLVMPointerType>(element)
             ? 8
             : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

Value ptxops::addBytes(OpBuilder &builder, Location loc, Value pointer,
                       int64_t bytes) {
  if (bytes == 0)
    return pointer;
  LLVM::GEPArg distance = int32_t(bytes);
  if (!llvm::isInt<32>(bytes))
    distance =
        LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(bytes))
            .getResult();
  return LLVM::GEPOp::create(builder, loc, pointer.getType(),
                             builder.getI8Type(), pointer,
                             ArrayRef<LLVM::GEPArg>{distance});
}

LLVM::GlobalOp ptxops::makeGlobal(OpBuilder &builder, Location loc,
                                  StringRef name, DenseElementsAttr elements,
                                  LLVM::Linkage linkage, int64_t alignment) {
  Type element = elements.getElementType(), stored = getStoredType(element);
  auto flat = RankedTensorType::get({elements.getNumElements()}, stored);
  Attribute value;
  if (stored != element)
    value = DenseElementsAttr::get(
        flat,
        llvm::map_to_vector(elements.getValues<APInt>(),
                            [](const APInt &bits) { return bits.zext(8); }));
  else
    value = DenseElementsAttr::getFromRawBuffer(flat, elements.getRawData());
  // It is not marked constant: LLVM would then use the non-coherent cache,
  // which our output never does.
  return LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(stored, elements.getNumElements()),
      /*isConstant=*/false, linkage, name, value, alignment, kGlobalSpace);
}

Value ptxops::getAddress(OpBuilder &builder, Location loc, StringRef global) {
  return LLVM::AddressOfOp::create(
      builder, loc,
      LLVM::LLVMPointerType::get(builder.getContext(), kGlobalSpace), global);
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

void ptxops::copyAsync(OpBuilder &builder, Location loc, Value to, Value from,
                       int64_t bytes, Value existing, Value predicate) {
  // Only copies of 16 bytes may bypass the first-level cache. The offset of the
  // source stays outside of the text: in loops, strength reduction makes fewer
  // pointers of addresses that it sees as sums.
  std::string text =
      llvm::formatv("cp.async.{0}.shared.global {2}, [$1], {1}",
                    bytes == 16 ? "cg" : "ca", bytes, takeAddress(to, 0));
  std::string constraints = "r,l";
  SmallVector<Value> operands{to, from};
  auto add = [&](Value operand, StringRef constraint) {
    constraints += "," + constraint.str();
    operands.push_back(operand);
    return "$" + std::to_string(operands.size() - 1);
  };
  if (existing && existing.getType().isInteger(1)) {
    // The operand selects the copies to ignore.
    Value yes =
        LLVM::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    text += ", " + add(LLVM::XOrOp::create(builder, loc, existing, yes), "b");
  } else if (existing) {
    text += ", " + add(existing, "r");
  }
  if (predicate)
    text = "@" + add(predicate, "b") + " " + text;
  createAsm(builder, loc, Type(), operands, text + ";", constraints);
}

//===----------------------------------------------------------------------===//
// Among threads
//===----------------------------------------------------------------------===//

/// Applies `move` to each 32-bit word of a value, and reassembles the results.
static Value moveWords(OpBuilder &builder, Location loc, Value value,
                       function_ref<Value(Value)> move) {
  Type type = value.getType();
  Type word = builder.getI32Type();
  if (type.isF32() || type == word)
    return move(value);
  unsigned bits =
      isa<LLVM::LLVMPointerType>(type) ? 64 : type.getIntOrFloatBitWidth();
  Type integer = builder.getIntegerType(bits);
  if (isa<LLVM::LLVMPointerType>(type))
    value = LLVM::PtrToIntOp::create(builder, loc, integer, value);
  else if (type != integer)
    value = LLVM::BitcastOp::create(builder, loc, integer, value);
  if (bits < 32) {
    value = LLVM::ZExtOp::create(builder, loc, word, value);
    value = LLVM::TruncOp::create(builder, loc, integer, move(value));
  } else {
    // 64 bits are two words.
    Value shift = LLVM::ConstantOp::create(builder, loc,
                                           builder.getIntegerAttr(integer, 32));
    Value high = LLVM::LShrOp::create(builder, loc, value, shift);
    auto movePart = [&](Value part) -> Value {
      part = LLVM::TruncOp::create(builder, loc, word, part);
      return LLVM::ZExtOp::create(builder, loc, integer, move(part));
    };
    Value low = movePart(value);
    high = LLVM::ShlOp::create(builder, loc, movePart(high), shift);
    value = LLVM::OrOp::create(builder, loc, low, high);
  }
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, loc, type, value);
  return type == integer
             ? value
             : LLVM::BitcastOp::create(builder, loc, type, value).getResult();
}

static Value shuffleWords(OpBuilder &builder, Location loc, Value value,
                          Value lane, NVVM::ShflKind kind) {
  auto constant = [&](int64_t number) -> Value {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getI32IntegerAttr(number));
  };
  Value allLanes = constant(-1);
  Value clamp = constant(31);
  return moveWords(builder, loc, value, [&](Value word) -> Value {
    return NVVM::ShflOp::create(builder, loc, word.getType(), allLanes, word,
                                lane, clamp, kind, UnitAttr());
  });
}

Value ptxops::shuffle(OpBuilder &builder, Location loc, Value value,
                      Value lane) {
  return shuffleWords(builder, loc, value, lane, NVVM::ShflKind::idx);
}

Value ptxops::shuffleXor(OpBuilder &builder, Location loc, Value value,
                         unsigned laneMask) {
  Value mask = LLVM::ConstantOp::create(builder, loc,
                                        builder.getI32IntegerAttr(laneMask));
  return shuffleWords(builder, loc, value, mask, NVVM::ShflKind::bfly);
}

Value ptxops::reduceWarp(OpBuilder &builder, Location loc, Value word,
                         NVVM::ReduxKind kind) {
  Value allLanes =
      LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(-1));
  return NVVM::ReduxOp::create(
      builder, loc, word.getType(), word,
      NVVM::ReduxKindAttr::get(builder.getContext(), kind), allLanes);
}

Value ptxops::makeCTAMask(OpBuilder &builder, Location loc, unsigned ctas) {
  return LLVM::ConstantOp::create(
      builder, loc,
      builder.getI16IntegerAttr(static_cast<int16_t>((1u << ctas) - 1)));
}

void ptxops::instruction(OpBuilder &builder, Location loc, StringRef text) {
  createAsm(builder, loc, Type(), ValueRange(), text + ";", "");
}

void ptxops::keepApart(OpBuilder &builder, Location loc) {
  instruction(builder, loc, "pmevent.mask 0");
}

void ptxops::setRegisters(OpBuilder &builder, Location loc, unsigned registers,
                          bool isIncrease) {
  instruction(
      builder, loc,
      isIncrease
          ? "setmaxnreg.inc.sync.aligned.u32 " + std::to_string(registers)
          : "setmaxnreg.dec.sync.aligned.u32 " + std::to_string(registers));
}

void ptxops::barrier(OpBuilder &builder, Location loc) {
  NVVM::BarrierOp::create(builder, loc);
}

void ptxops::barrier(OpBuilder &builder, Location loc, unsigned number,
                     unsigned threads) {
  auto constant = [&](unsigned value) -> Value {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getI32IntegerAttr(value));
  };
  Value id = constant(number);
  Value count = constant(threads);
  NVVM::BarrierOp::create(builder, loc, TypeRange(), id, count,
                          NVVM::BarrierReductionAttr(), Value());
}

Value ptxops::barrierOr(OpBuilder &builder, Location loc, unsigned number,
                        unsigned threads, Value condition) {
  return createAsm(builder, loc, builder.getI1Type(), condition,
                   "barrier.red.or.pred.aligned $0, " + Twine(number) + ", " +
                       Twine(threads) + ", $1;",
                   "=b,b,~{memory}");
}

/// Threads of a warp come to a barrier of as many threads, and wait there if it `waits`.
static std::string writeBarrier(const Twine &number, unsigned threads,
                                bool waits) {
  return ("barrier." + Twine(waits ? "sync" : "arrive") + ".aligned " + number +
          ", " + Twine(threads) + ";")
      .str();
}

void ptxops::passBarrier(OpBuilder &builder, Location loc, unsigned number,
                         unsigned threads, bool waits) {
  createAsm(builder, loc, Type(), ValueRange(),
            writeBarrier(Twine(number), threads, waits), "~{memory}");
}

void ptxops::waitForOthers(OpBuilder &builder, Location loc, Value turn,
                           unsigned numbers, unsigned first, unsigned threads,
                           Value waits) {
  createAsm(builder, loc, Type(), {turn, waits},
            "{\n\t.reg .b32 number;\n\tand.b32 number, $0, " +
                Twine(numbers - 1) + ";\n\tor.b32 number, number, " +
                Twine(first) + ";\n\t@$1 " +
                writeBarrier("number", threads, true) + "\n\t@!$1 " +
                writeBarrier("number", threads, false) + "\n\t}",
            "r,b,~{memory}");
}
