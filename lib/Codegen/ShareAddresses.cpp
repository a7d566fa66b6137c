//===- ShareAddresses.cpp - Addresses at constant distances ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %j = or disjoint i32 %i, 256
//   %a = sext i32 %i to i64              ...
//   %b = sext i32 %j to i64        ->
//   %p = gep i8, %base, (%a << 1)        %p = gep i8, %base, (%a << 1)
//   %q = gep i8, %base, (%b << 1)        %q = gep i8, %p, 512
//
// An access has room for a constant, so that the second address takes neither a
// multiplication nor registers. A thread that gathers neighbours computes each
// address by itself; LLVM does not look through extensions and shifts for
// what they share. An index that the program promises not to overflow is
// undefined where it does, also in an element that is masked off.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include <tuple>

using namespace llvm;

namespace {

/// The way a value of fewer bits becomes one of 64.
enum class Extension { None, Signed, Unsigned };

/// A sum of extended and shifted values, and a constant, modulo 2^64.
class Sum {
public:
  explicit Sum(Value *value) {
    add(value, Extension::None, 0);
    // Any order will do, as sums are only compared.
    sort(terms);
  }

  bool differsByConstant(const Sum &other) const {
    return terms == other.terms;
  }
  int64_t getDistance(const Sum &other) const {
    return int64_t(constant - other.constant);
  }

private:
  using Term = std::tuple<Value *, Extension, unsigned>;

  void add(Value *value, Extension extension, unsigned shift) {
    if (!(addConstant(value, extension, shift) ||
          addBoth(value, extension, shift) ||
          addShifted(value, extension, shift) ||
          addExtended(value, extension, shift)))
      terms.push_back({value, extension, shift});
  }

  bool addConstant(Value *value, Extension extension, unsigned shift) {
    auto *number = dyn_cast<ConstantInt>(value);
    if (!number)
      return false;
    uint64_t wide = extension == Extension::Unsigned
                        ? number->getZExtValue()
                        : uint64_t(number->getSExtValue());
    constant += wide << shift;
    return true;
  }

  /// Disjoint bits never carry, so that their sum has no overflow of any kind.
  bool addBoth(Value *value, Extension extension, unsigned shift) {
    auto *both = dyn_cast<BinaryOperator>(value);
    if (!both)
      return false;
    auto *bits = dyn_cast<PossiblyDisjointInst>(both);
    if (!(bits && bits->isDisjoint()) &&
        !(both->getOpcode() == Instruction::Add && isExact(both, extension)))
      return false;
    add(both->getOperand(0), extension, shift);
    add(both->getOperand(1), extension, shift);
    return true;
  }

  bool addShifted(Value *value, Extension extension, unsigned shift) {
    auto *shifted = dyn_cast<BinaryOperator>(value);
    if (!shifted || shifted->getOpcode() != Instruction::Shl ||
        !isExact(shifted, extension))
      return false;
    auto *by = dyn_cast<ConstantInt>(shifted->getOperand(1));
    if (!by || by->getValue().uge(shifted->getType()->getIntegerBitWidth()) ||
        shift + by->getZExtValue() >= 64)
      return false;
    add(shifted->getOperand(0), extension, shift + by->getZExtValue());
    return true;
  }

  bool addExtended(Value *value, Extension extension, unsigned shift) {
    bool isSigned = isa<SExtInst>(value);
    if (!isSigned && !isa<ZExtInst>(value))
      return false;
    // The sign of a signed number is lost where its extension is unsigned.
    if (isSigned && extension == Extension::Unsigned)
      return false;
    add(cast<CastInst>(value)->getOperand(0),
        isSigned ? Extension::Signed : Extension::Unsigned, shift);
    return true;
  }

  /// True if extension of the result is the result of extended operands.
  static bool isExact(BinaryOperator *op, Extension extension) {
    switch (extension) {
    case Extension::None:
      return true;
    case Extension::Signed:
      return op->hasNoSignedWrap();
    case Extension::Unsigned:
      return op->hasNoUnsignedWrap();
    }
    llvm_unreachable("unknown extension");
  }

  SmallVector<Term, 4> terms;
  uint64_t constant = 0;
};

/// An address that others are counted from.
struct Origin {
  GetElementPtrInst *address;
  Sum offset;
};

} // namespace

/// An address in global memory that is computed: a constant distance is one
/// already.
static bool isComputed(const GetElementPtrInst &address) {
  return address.getPointerAddressSpace() == 1 &&
         address.getNumIndices() == 1 &&
         address.getSourceElementType()->isIntegerTy(8) &&
         address.getOperand(1)->getType()->isIntegerTy(64) &&
         !isa<ConstantInt>(address.getOperand(1));
}

static void shareInBlock(BasicBlock &block) {
  DenseMap<Value *, SmallVector<Origin, 2>> origins;
  for (Instruction &instruction : make_early_inc_range(block)) {
    auto *address = dyn_cast<GetElementPtrInst>(&instruction);
    if (!address || !isComputed(*address))
      continue;
    Sum offset(address->getOperand(1));
    SmallVector<Origin, 2> &known = origins[address->getPointerOperand()];
    auto *origin = find_if(known, [&](const Origin &other) {
      return offset.differsByConstant(other.offset);
    });
    if (origin == known.end()) {
      known.push_back({address, std::move(offset)});
      continue;
    }
    int64_t distance = offset.getDistance(origin->offset);
    auto *index =
        ConstantInt::getSigned(address->getOperand(1)->getType(), distance);
    auto *shared = GetElementPtrInst::Create(address->getSourceElementType(),
                                             origin->address, index, "",
                                             address->getIterator());
    shared->setDebugLoc(address->getDebugLoc());
    address->replaceAllUsesWith(shared);
    address->eraseFromParent();
  }
}

void tessera::shareAddresses(Function &function) {
  for (BasicBlock &block : function)
    shareInBlock(block);
}
