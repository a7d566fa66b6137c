//===- FormDecoder.cpp - Checks instructions by the table of forms --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every instruction whose opcode is in the table matches one of its forms. The
// form decides its target and operands, so that the family of the opcode only
// has to choose a handler. Sources go to Inst::src in order, a number to
// Inst::immediate.
//
//===----------------------------------------------------------------------===//

#include "../Decoder.h"
#include "../Instructions/Matrix/Matrix.h"
#include "FormTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

/// The type with twice the width of `type`.
static Type doubled(Type type) {
  switch (type) {
  case Type::U16:
    return Type::U32;
  case Type::S16:
    return Type::S32;
  case Type::U32:
    return Type::U64;
  case Type::S32:
    return Type::S64;
  default:
    llvm_unreachable("the table doubles integers of 16 and 32 bits alone");
  }
}

/// Names modifiers of the mnemonic that are missing or too many, compared with
/// the nearest form.
bool InstructionDecoder::failWithoutForm() {
  FormMatch nearest;
  size_t least = ~size_t(0);
  for (const Form &form : FormTable::get().formsOf(syntax.opcode)) {
    FormMatch match = matchForm(form, syntax.modifiers);
    size_t distance = 2 * match.foreign.size() + (match.missing != nullptr);
    if (distance < least) {
      least = distance;
      nearest = std::move(match);
    }
  }
  if (!nearest.foreign.empty())
    return failUnsupported("the emulator does not execute this instruction "
                           "with ." +
                           nearest.foreign.front());
  return fail(syntax.opcode + " needs one of ." +
              llvm::join(nearest.missing->names, ", ."));
}

/// The form with the right number of operands, among those of the instruction's
/// mnemonic.
const Form *
InstructionDecoder::selectForm(llvm::ArrayRef<const Form *> candidates) {
  std::string counts;
  for (const Form *form : candidates) {
    if (form->operands.size() == operandCount())
      return form;
    counts +=
        (counts.empty() ? "" : " or ") + std::to_string(form->operands.size());
  }
  fail("this instruction takes " + counts + " operands, not " +
       llvm::Twine(operandCount()));
  return nullptr;
}

bool InstructionDecoder::checkTarget(const FormTarget &target) {
  if (target.version && needsVersion(target.version))
    return true;
  if (!target.list.empty()) {
    llvm::StringRef actual = function.module.target;
    return !(actual.consume_front("sm_") &&
             llvm::is_contained(llvm::split(target.list, '/'), actual)) &&
           fail("this instruction needs a .target that is one of sm_" +
                target.list + ", not " + function.module.target);
  }
  return target.variant == 'a'   ? needsExactVariant(target.least)
         : target.variant == 'f' ? needsVariant(target.least)
                                 : needsTarget(target.least);
}

bool InstructionDecoder::decodeForm() {
  const FormCache::Entry *known = function.forms.find(syntax);
  if (!known)
    return false;
  if (known->forms.empty())
    return failWithoutForm();
  const Form *form = selectForm(known->forms);
  if (!form || checkTarget(form->target))
    return true;
  unsigned sources = 0;
  for (auto [i, operand] : llvm::enumerate(form->operands))
    if (decodeOperand(i, operand, known->types, sources))
      return true;
  return false;
}

bool InstructionDecoder::decodeOperand(size_t i, FormOperand form,
                                       llvm::ArrayRef<Type> types,
                                       unsigned &sources) {
  using Kind = FormOperand::Kind;
  auto typed = [&](Type type) {
    return i == 0 ? typedDestination(type) : source(i, type, sources++);
  };
  switch (form.kind) {
  case Kind::LastType:
    return typed(types.back());
  case Kind::FirstType:
    return typed(types.front());
  case Kind::DoubledType:
    return typed(doubled(types.back()));
  case Kind::Named:
    return typed(form.type);
  case Kind::Relaxed:
    return i == 0 ? relaxedOperand(i, types.front(), inst.dst)
                  : relaxedOperand(i, types.back(), inst.src[sources++]);
  case Kind::Part:
    return destination(i, 32) ||
           (operand(i).part.empty() &&
            fail("with four operands and no second operation, operand 1 must "
                 "be a part of a register, such as %r1.h0"));
  case Kind::FourOfLastType:
    inst.count = 4;
    inst.list = static_cast<uint32_t>(function.code.slots.size());
    return takeFragment(*this, i, inst.count, bitWidth(types.back()),
                        /*isWritten=*/false);
  case Kind::Predicate:
    return predicateDestination(i);
  case Kind::PredicateOrPair:
    return operand(i).kind == Operand::Kind::Pair ? pairDestination(i, 1)
                                                  : predicateDestination(i);
  case Kind::WordWithPredicate:
    return pairDestination(i, 32);
  case Kind::ReadPredicate:
    return predicateSource(i, sources++);
  case Kind::Byte:
    return integerLiteral(i, inst.immediate) ||
           (uint64_t(inst.immediate) > 255 &&
            fail("operand " + llvm::Twine(i + 1) +
                 " must be a number from 0 to 255"));
  }
  llvm_unreachable("an operand without a rule");
}

/// A register as wide as `type` or wider, or a number that is read.
bool InstructionDecoder::relaxedOperand(size_t i, Type type, Slot &slot) {
  if (i != 0 && operand(i).kind != Operand::Kind::Register)
    return anySource(operand(i), type, slot);
  unsigned width;
  return relaxedRegister(operand(i), type, slot, width) ||
         (width > 64 && fail("a register of 128 bits is too wide here"));
}

/// `d|p`: a register of `width` bits and a predicate; each may be `_`.
bool InstructionDecoder::pairDestination(size_t i, unsigned width) {
  const Operand &pair = operand(i);
  if (pair.kind != Operand::Kind::Pair)
    return fail("operand " + llvm::Twine(i + 1) + " must be a pair d|p");
  unsigned widths[] = {width, 1};
  Slot *slots[] = {&inst.dst, &inst.dst2};
  for (unsigned k = 0; k != 2; ++k) {
    const Operand &part = pair.elements[k];
    if (part.kind == Operand::Kind::Sink)
      continue;
    if (part.kind != Operand::Kind::Register ||
        registerWidth(part) != widths[k])
      return fail(k ? "d|p needs a predicate after '|'"
                    : "d|p needs a register of " + std::to_string(width) +
                          (width == 1 ? " bit" : " bits") + " before '|'");
    *slots[k] = function.registerSlot(part.index);
  }
  return false;
}
