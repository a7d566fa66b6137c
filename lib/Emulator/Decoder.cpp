//===- Decoder.cpp - Turns syntax into executable instructions ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Effects.h"
#include "Instructions/Matrix/ProductPanels.h"
#include "Machine/Lanes.h"
#include "Machine/RegisterWatch.h"
#include "Machine/Warp.h"
#include "Syntax/TokenCursor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

/// Limit on the registers of a warp, which a launch allocates; no real kernel
/// comes near.
static constexpr uint64_t largestRegisterFile = 64 << 20;

static const InstructionTable &instructionTable() {
  static const InstructionTable table = [] {
    InstructionTable t;
    addIntegerInstructions(t);
    addBitInstructions(t);
    addFloatInstructions(t);
    addCompareInstructions(t);
    addConvertInstructions(t);
    addMoveInstructions(t);
    addMemoryInstructions(t);
    addMatrixInstructions(t);
    addMatrixMemoryInstructions(t);
    addAtomicInstructions(t);
    addMultimemInstructions(t);
    addAsyncCopyInstructions(t);
    addMbarrierInstructions(t);
    addFenceInstructions(t);
    addControlInstructions(t);
    addWarpInstructions(t);
    addWarpGroupInstructions(t);
    addTensorCoreInstructions(t);
    addClusterInstructions(t);
    addTensorMapInstructions(t);
    addVideoInstructions(t);
    return t;
  }();
  return table;
}

//===----------------------------------------------------------------------===//
// FunctionDecoder
//===----------------------------------------------------------------------===//

FunctionDecoder::FunctionDecoder(const Module &module, const Function &function,
                                 FormCache &forms)
    : module(module), function(function), forms(forms) {
  code.syntax = &function;
}

Slot FunctionDecoder::allocate(unsigned width) {
  Slot slot = code.frameBytes;
  code.frameBytes += slotBytes(width);
  return slot;
}

Slot FunctionDecoder::allocateConstant(unsigned width) {
  Slot slot = static_cast<Slot>(code.constants.size());
  code.constants.resize(slot + slotBytes(width));
  return slot | constantBit;
}

Slot FunctionDecoder::constantSlot(unsigned width, uint64_t value) {
  if (width < 64)
    value &= (uint64_t(1) << width) - 1;
  auto [it, isNew] = constantSlots.try_emplace({width, value});
  if (!isNew)
    return it->second;
  Slot slot = it->second = allocateConstant(width);
  uint8_t *at = code.constants.data() + (slot & ~constantBit);
  if (width == 1) {
    LaneMask mask = value ? allLanes : 0;
    std::memcpy(at, &mask, sizeof mask);
    return slot;
  }
  for (unsigned lane = 0; lane != warpSize; ++lane)
    for (unsigned b = 0; b != laneBytes(width); ++b)
      *at++ = b < 8 ? static_cast<uint8_t>(value >> (8 * b)) : 0;
  return slot;
}

Slot FunctionDecoder::symbolSlot(unsigned width, const Variable *variable,
                                 const Function *callee, uint64_t addend) {
  Slot slot = allocateConstant(width);
  Relocation relocation;
  relocation.offset = slot & ~constantBit;
  relocation.width = width;
  relocation.variable = variable;
  relocation.function = callee;
  relocation.addend = addend;
  code.relocations.push_back(relocation);
  if (variable)
    useVariable(variable);
  if (callee)
    useFunction(callee);
  return slot;
}

Slot FunctionDecoder::specialSlot(Special special) {
  auto [it, isNew] = specialSlots.try_emplace(special);
  if (isNew) {
    it->second = allocate(specialWidth(special));
    code.specials.push_back({special, it->second});
  }
  return it->second;
}

void FunctionDecoder::useVariable(const Variable *variable) {
  if (variable->space == Space::Shared && used.insert(variable).second)
    code.sharedVariables.push_back(variable);
}

void FunctionDecoder::useFunction(const Function *callee) {
  if (used.insert(callee).second)
    code.callees.push_back(callee);
}

/// The handler of an instruction that the emulator does not know.
static void faultAtUnknown(Warp &warp, const Inst &inst, LaneMask mask) {
  const Code &code = *warp.frame()->code;
  auto number = static_cast<uint32_t>(&inst - code.instructions.data());
  warp.fault(LaunchFault::IllegalInstruction, firstLane(mask),
             code.unknown.at(number));
}

llvm::Expected<Code> FunctionDecoder::decode() {
  uint64_t bytes = 0;
  for (const Register &r : function.registers)
    bytes += slotBytes(bitWidth(r.type));
  if (bytes > largestRegisterFile)
    return makeError(module.filename, function.location,
                     "'" + function.name + "' uses too many registers");
  for (const Register &r : function.registers)
    registerSlots.push_back(allocate(bitWidth(r.type)));

  code.branchTables = function.tables;
  code.instructions.resize(function.instructions.size() + 1);
  for (size_t i = 0; i != function.instructions.size(); ++i) {
    const Instruction &syntax = function.instructions[i];
    Inst &inst = code.instructions[i];
    if (syntax.guard >= 0) {
      inst.guard = registerSlots[syntax.guard];
      inst.isGuardNegated = syntax.isGuardNegated;
    }
    InstructionDecoder decoder(*this, syntax, inst);
    if (!decoder.decode())
      continue;
    if (!decoder.isUnsupported())
      return decoder.takeError();
    Inst reached;
    reached.guard = inst.guard;
    reached.isGuardNegated = inst.isGuardNegated;
    reached.execute = &faultAtUnknown;
    inst = reached;
    code.unknown[static_cast<uint32_t>(i)] = decoder.getMessage();
  }
  code.instructions.back().control = Control::Return;
  code.registerSlots = registerSlots;
  if (!code.groupProducts.empty())
    RegisterWatch::listUses(code);
  markEffects(code);
  findReadFirst(code);
  findProductPanels(code);
  return std::move(code);
}

//===----------------------------------------------------------------------===//
// InstructionDecoder
//===----------------------------------------------------------------------===//

InstructionDecoder::InstructionDecoder(FunctionDecoder &function,
                                       const Instruction &syntax, Inst &inst)
    : function(function), syntax(syntax), inst(inst),
      taken(syntax.modifiers.size(), false) {}

std::string tessera::ptx::oneLine(llvm::StringRef text) {
  // No real instruction is longer than this.
  constexpr size_t longest = 1000;
  std::string result;
  for (char c : text) {
    if (result.size() == longest)
      return result + "...";
    bool isBlank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!isBlank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return result;
}

bool InstructionDecoder::fail(const llvm::Twine &text) {
  if (!hasFailed)
    message = (text + "\n  instruction: " + oneLine(syntax.text)).str();
  return hasFailed = true;
}

bool InstructionDecoder::failUnsupported(const llvm::Twine &text) {
  hasNoHandler = !hasFailed;
  return fail(text);
}

bool InstructionDecoder::needsTarget(unsigned architecture) {
  llvm::StringRef target = function.module.target;
  unsigned actual = 0;
  if (!target.consume_front("sm_") ||
      target.take_while(llvm::isDigit).getAsInteger(10, actual) ||
      actual >= architecture)
    return false;
  return fail("this instruction needs .target sm_" + llvm::Twine(architecture) +
              " or higher, not " + function.module.target);
}

bool InstructionDecoder::needsVersion(unsigned version) {
  return function.module.version < version &&
         fail("this instruction needs .version " + llvm::Twine(version / 10) +
              "." + llvm::Twine(version % 10) + " or later");
}

bool InstructionDecoder::needsVariant(unsigned architecture, unsigned end) {
  llvm::StringRef target = function.module.target;
  unsigned actual = 0;
  if (target.consume_front("sm_") && !target.consumeInteger(10, actual) &&
      actual >= architecture && actual < end &&
      (target == "a" || target == "f"))
    return false;
  return fail("this instruction needs .target sm_" + llvm::Twine(architecture) +
              "a or sm_" + llvm::Twine(architecture) +
              "f, or such a variant of a later architecture, not " +
              function.module.target);
}

bool InstructionDecoder::needsExactVariant(unsigned architecture) {
  return needsVariant(architecture) ||
         (function.module.target.back() != 'a' &&
          fail("this instruction needs a .target such as sm_" +
               llvm::Twine(architecture) + "a, not " + function.module.target));
}

llvm::Error InstructionDecoder::takeError() {
  return makeError(function.module.filename, syntax.location, message);
}

bool InstructionDecoder::decode() {
  auto it = instructionTable().find(syntax.opcode);
  if (it == instructionTable().end())
    return failUnsupported();
  if (decodeForm() || it->second(*this))
    return hasFailed ? true : failUnsupported();
  return hasFailed || fullyDecoded();
}

bool InstructionDecoder::fullyDecoded() {
  for (size_t i = 0; i != taken.size(); ++i)
    if (!taken[i])
      return failUnsupported("the emulator does not execute this instruction "
                             "with ." +
                             syntax.modifiers[i]);
  for (const Operand &op : syntax.operands)
    if (!takesParts && (op.isMinus || !op.part.empty()))
      return fail("a part of a register, or its negative, is not allowed here");
  if (!inst.execute && inst.control == Control::None)
    return failUnsupported();
  return false;
}

bool InstructionDecoder::take(llvm::StringRef modifier) {
  for (size_t i = 0; i != taken.size(); ++i)
    if (!taken[i] && syntax.modifiers[i] == modifier)
      return taken[i] = true;
  return false;
}

Type InstructionDecoder::takeType() {
  for (size_t i = 0; i != taken.size(); ++i)
    if (!taken[i])
      if (std::optional<Type> type = parseType(syntax.modifiers[i])) {
        taken[i] = true;
        return *type;
      }
  return Type::None;
}

bool InstructionDecoder::takeRounding() {
  static constexpr std::pair<llvm::StringLiteral, Rounding> names[] = {
      {"rn", Rounding::Nearest},
      {"rz", Rounding::Zero},
      {"rm", Rounding::Down},
      {"rp", Rounding::Up},
      {"rna", Rounding::NearestAway}};
  for (auto [name, rounding] : names)
    if (take(name)) {
      inst.rounding = rounding;
      return true;
    }
  return false;
}

bool InstructionDecoder::takeIntegerRounding() {
  static constexpr std::pair<llvm::StringLiteral, Rounding> names[] = {
      {"rni", Rounding::Nearest},
      {"rzi", Rounding::Zero},
      {"rmi", Rounding::Down},
      {"rpi", Rounding::Up}};
  for (auto [name, rounding] : names)
    if (take(name)) {
      inst.rounding = rounding;
      return true;
    }
  return false;
}

bool InstructionDecoder::takeSpace(Space &space) {
  static constexpr std::pair<llvm::StringLiteral, Space> names[] = {
      {"global", Space::Global},      {"shared", Space::Shared},
      {"shared::cta", Space::Shared}, {"shared::cluster", Space::SharedCluster},
      {"local", Space::Local},        {"param", Space::Param},
      {"param::entry", Space::Param}, {"param::func", Space::Param},
      {"const", Space::Const}};
  space = Space::Generic;
  for (auto [name, value] : names)
    if (take(name)) {
      space = value;
      if (space == Space::SharedCluster)
        needsTarget(90); // which decode() finds
      return true;
    }
  return false;
}

bool InstructionDecoder::takeScope(Scope &scope) {
  static constexpr std::pair<llvm::StringLiteral, Scope> names[] = {
      {"cta", Scope::Cta},
      {"cluster", Scope::Cluster},
      {"gpu", Scope::Gpu},
      {"sys", Scope::Sys}};
  for (auto [name, value] : names)
    if (take(name)) {
      scope = value;
      return true;
    }
  return false;
}

bool InstructionDecoder::expectOperands(size_t least, size_t most) {
  if (operandCount() >= least && operandCount() <= most)
    return false;
  return fail("this instruction takes " + llvm::Twine(least) +
              (least == most ? "" : " to " + std::to_string(most)) +
              " operands, not " + llvm::Twine(operandCount()));
}

unsigned InstructionDecoder::registerWidth(const Operand &operand) const {
  return bitWidth(function.function.registers[operand.index].type);
}

bool InstructionDecoder::destination(size_t i, unsigned width) {
  const Operand &op = operand(i);
  if (op.kind != Operand::Kind::Register || op.isNegated)
    return fail("operand " + llvm::Twine(i + 1) + " must be a register");
  if (registerWidth(op) != width)
    return fail("operand " + llvm::Twine(i + 1) + " must be a register of " +
                llvm::Twine(width) + " bits, but has " +
                llvm::Twine(registerWidth(op)));
  inst.dst = function.registerSlot(op.index);
  return false;
}

bool InstructionDecoder::predicateDestination(size_t i) {
  return destination(i, 1);
}

bool InstructionDecoder::typedDestination(Type type) {
  return destination(0, bitWidth(type)) || checkRegisterType(operand(0), type);
}

/// PTX ISA, section "Type Information for Instructions and Operands": bits fit
/// everywhere, integers are signed or not, and floating-point numbers keep to
/// themselves.
bool InstructionDecoder::checkRegisterType(const Operand &op, Type type) {
  Type actual = function.function.registers[op.index].type;
  bool isInteger = isSigned(type) || isUnsigned(type);
  bool isActualInteger = isSigned(actual) || isUnsigned(actual);
  if (!(isInteger && isFloat(actual)) && !(isFloat(type) && isActualInteger))
    return false;
  return fail("'" + function.function.registers[op.index].name +
              "' is a register of type ." + typeName(actual) +
              ", which an operand of type ." + typeName(type) + " cannot use");
}

/// The slot of an operand whose lanes have exactly the width of `type`.
bool InstructionDecoder::slotOf(const Operand &op, Type type, Slot &slot) {
  unsigned width = bitWidth(type);
  switch (op.kind) {
  case Operand::Kind::Register:
    if (registerWidth(op) != width)
      return fail("a register of " + llvm::Twine(width) +
                  " bits is needed, but '" +
                  function.function.registers[op.index].name + "' has " +
                  llvm::Twine(registerWidth(op)));
    if (checkRegisterType(op, type))
      return true;
    slot = function.registerSlot(op.index);
    return false;
  case Operand::Kind::Special: {
    auto special = static_cast<Special>(op.index);
    if (changesWhileRunning(special))
      return fail("this special register can only be read by mov");
    if (specialWidth(special) != width)
      return fail("the special register has another width than .b" +
                  llvm::Twine(width));
    slot = function.specialSlot(special);
    return false;
  }
  case Operand::Kind::Integer:
    if (isFloat(type) && op.value)
      return fail("a floating-point operand cannot be an integer");
    slot = function.constantSlot(width, width == 1 ? op.value != 0 : op.value);
    return false;
  case Operand::Kind::Float32:
  case Operand::Kind::Float64: {
    if (!isFloat(type) && !isUntyped(type))
      return fail("an integer operand cannot be a floating-point number");
    FloatFormat from =
        op.kind == Operand::Kind::Float32 ? singleFormat : doubleFormat;
    FloatFormat to = width == 64   ? doubleFormat
                     : width == 32 ? singleFormat
                                   : formatOf(type);
    // A number keeps its bits unless its width must change.
    uint64_t bits = from.width() == to.width()
                        ? op.value
                        : convertFloat(from, to, op.value, Rounding::Nearest);
    slot = function.constantSlot(width, bits);
    return false;
  }
  case Operand::Kind::Variable:
  case Operand::Kind::Function:
    if (width != 32 && width != 64)
      return fail("an address needs 32 or 64 bits");
    if (op.variable && isFrameVariable(*op.variable))
      return fail("the address of a local variable can only be read by mov "
                  "and cvta");
    if (op.variable && op.variable->isExtern &&
        op.variable->space != Space::Shared)
      return fail("'" + op.variable->name +
                  "' is .extern and has no definition in this module");
    if (op.variable && op.variable->isEntryParameter)
      slot = function.constantSlot(width, op.variable->frameOffset + op.value);
    else
      slot = function.symbolSlot(width, op.variable, op.function, op.value);
    return false;
  default:
    return fail("this kind of operand is not allowed here");
  }
}

bool InstructionDecoder::anySource(const Operand &op, Type type, Slot &slot) {
  if (op.isNegated)
    return fail("'!' is not allowed here");
  return slotOf(op, type, slot);
}

bool InstructionDecoder::source(size_t i, Type type, unsigned position) {
  return anySource(operand(i), type, inst.src[position]);
}

/// A predicate, possibly negated: then Inst::isNegated is set.
bool InstructionDecoder::predicateSource(size_t i, unsigned position) {
  inst.isNegated = operand(i).isNegated;
  return slotOf(operand(i), Type::Pred, inst.src[position]);
}

bool InstructionDecoder::wideRegister(const Operand &op, unsigned width,
                                      Slot &slot, unsigned &actual) {
  if (op.kind != Operand::Kind::Register || op.isNegated)
    return fail("a register is needed here");
  actual = registerWidth(op);
  if (actual < width || actual == 1)
    return fail("'" + function.function.registers[op.index].name +
                "' is too narrow for " + llvm::Twine(width) + " bits");
  actual = laneBytes(actual) * 8;
  slot = function.registerSlot(op.index);
  return false;
}

/// PTX ISA, section "Operand Size Exceeding Instruction-Type Size".
bool InstructionDecoder::relaxedRegister(const Operand &op, Type type,
                                         Slot &slot, unsigned &actual) {
  if (wideRegister(op, bitWidth(type), slot, actual))
    return true;
  const Register &r = function.function.registers[op.index];
  bool isWider = registerWidth(op) > bitWidth(type);
  bool isInvalid = isFloat(type)
                       ? !isUntyped(r.type) && (!isFloat(r.type) || isWider)
                   : isUntyped(type) ? false
                                     : isFloat(r.type);
  if (!isInvalid)
    return false;
  return fail("'" + r.name + "' is a register of type ." + typeName(r.type) +
              ", which an operand of type ." + typeName(type) + " cannot use");
}

/// The space named by the instruction must agree with the variable's.
bool InstructionDecoder::checkSpace(const Variable &variable) {
  bool isNamed = inst.space == variable.space ||
                 (isShared(inst.space) && isShared(variable.space));
  bool isGeneric =
      inst.space == Space::Generic &&
      (variable.space == Space::Global || variable.space == Space::Const);
  if (isNamed || isGeneric)
    return false;
  return fail("'" + variable.name + "' lies in ." + spaceName(variable.space) +
              " memory, which the instruction does not name");
}

bool InstructionDecoder::address(size_t i) {
  const Operand &op = operand(i);
  // An indexed variable, a[1], stands without brackets around it.
  bool isPlain = op.kind == Operand::Kind::Variable;
  if (!isPlain &&
      (op.kind != Operand::Kind::Address || op.elements.size() != 1))
    return fail("operand " + llvm::Twine(i + 1) +
                " must be an address in brackets");
  const Operand &base = isPlain ? op : op.elements[0];
  inst.immediate = isPlain ? 0 : static_cast<int64_t>(op.value);
  inst.isWide = true;
  if (base.kind == Operand::Kind::Variable) {
    inst.immediate += static_cast<int64_t>(base.value);
    if (checkSpace(*base.variable))
      return true;
    if (isFrameVariable(*base.variable)) {
      inst.isFrameRelative = true;
      inst.immediate += static_cast<int64_t>(base.variable->frameOffset);
      return false;
    }
    Operand plain = base;
    plain.value = 0;
    return slotOf(plain, Type::B64, inst.src[0]);
  }
  if (base.kind == Operand::Kind::Register && registerWidth(base) == 32) {
    inst.isWide = false;
    return slotOf(base, Type::B32, inst.src[0]);
  }
  if (base.kind != Operand::Kind::Register &&
      base.kind != Operand::Kind::Integer)
    return fail("an address is a register, a variable or a number");
  return slotOf(base, Type::B64, inst.src[0]);
}

bool InstructionDecoder::wideAddress(size_t i) {
  if (address(i))
    return true;
  bool isNarrow = !inst.isWide && !inst.isFrameRelative;
  return isNarrow &&
         (inst.space == Space::Global || inst.space == Space::Generic) &&
         fail("global and generic addresses have 64 bits; no target of the "
              "emulator has those of 32");
}

bool InstructionDecoder::integerLiteral(size_t i, int64_t &value) {
  if (operand(i).kind != Operand::Kind::Integer)
    return fail("operand " + llvm::Twine(i + 1) + " must be a number");
  value = static_cast<int64_t>(operand(i).value);
  return false;
}
