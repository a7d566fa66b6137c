//===- PromoteArrays.cpp - Small arrays in registers ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where sine and cosine of a large number are computed, libdevice multiplies it by 2/pi
// to seven words, of which it takes two or three at a place that depends on the number.
// LLVM puts an array that is accessed by a number at run time in memory: 28 bytes of each
// thread, for each element of its tile, though hardly any element needs them.
//
// An access by a number becomes one of all elements, of which a comparison chooses. All of
// these can be registers, which few instructions need.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace tessera {

/// Elements of an array: each access compares its place with all of them.
static constexpr uint64_t kMostElements = 8;

namespace {
/// A load or store of an element.
struct ElementAccess {
  Instruction *access;
  Value *index;
};
} // namespace

/// The number of the element that a pointer into an array is at; null where it is not
/// computed from its beginning at once.
static Value *findIndex(Value *pointer, const AllocaInst &array) {
  Type *element = array.getAllocatedType()->getArrayElementType();
  if (pointer == &array)
    return ConstantInt::get(Type::getInt64Ty(array.getContext()), 0);
  auto *address = dyn_cast<GetElementPtrInst>(pointer);
  if (!address || address->getPointerOperand() != &array)
    return nullptr;
  const DataLayout &layout = array.getDataLayout();
  APInt bytes(layout.getIndexTypeSizeInBits(address->getType()), 0);
  if (address->accumulateConstantOffset(layout, bytes)) {
    uint64_t size = layout.getTypeAllocSize(element);
    return bytes.urem(size) == 0
               ? ConstantInt::get(address->getContext(),
                                  bytes.udiv(APInt(bytes.getBitWidth(), size)))
               : nullptr;
  }
  if (address->getSourceElementType() == element &&
      address->getNumIndices() == 1)
    return address->getOperand(1);
  auto *first = dyn_cast<ConstantInt>(address->getOperand(1));
  return address->getSourceElementType() == array.getAllocatedType() &&
                 address->getNumIndices() == 2 && first && first->isZero()
             ? address->getOperand(2)
             : nullptr;
}

/// Adds the accesses by a pointer into an array. False if something else has it.
static bool addAccesses(Value *pointer, const AllocaInst &array,
                        SmallVectorImpl<ElementAccess> &accesses) {
  Type *element = array.getAllocatedType()->getArrayElementType();
  Value *index = findIndex(pointer, array);
  if (!index)
    return false;
  for (User *user : pointer->users()) {
    auto *load = dyn_cast<LoadInst>(user);
    auto *store = dyn_cast<StoreInst>(user);
    if (load && load->isSimple() && load->getType() == element)
      accesses.push_back({load, index});
    else if (store && store->isSimple() &&
             store->getPointerOperand() == pointer &&
             store->getValueOperand() != pointer &&
             store->getValueOperand()->getType() == element)
      accesses.push_back({store, index});
    else if (pointer != &array || !isa<GetElementPtrInst>(user) ||
             !addAccesses(user, array, accesses))
      return false;
  }
  return true;
}

/// Has an access choose among the elements.
static void choose(const ElementAccess &at, ArrayRef<AllocaInst *> elements) {
  IRBuilder<> builder(at.access);
  auto *store = dyn_cast<StoreInst>(at.access);
  Value *chosen = nullptr;
  for (auto [number, element] : enumerate(elements)) {
    Value *isHere = builder.CreateICmpEQ(
        at.index, ConstantInt::get(at.index->getType(), number));
    Value *value = builder.CreateLoad(element->getAllocatedType(), element);
    if (store)
      builder.CreateStore(
          builder.CreateSelect(isHere, store->getValueOperand(), value),
          element);
    else
      chosen = chosen ? builder.CreateSelect(isHere, value, chosen) : value;
  }
  if (chosen)
    at.access->replaceAllUsesWith(chosen);
  at.access->eraseFromParent();
}

/// Replaces an array by its elements, which are added, if nothing but accesses to one of
/// them has its address.
static void replace(AllocaInst &array, SmallVectorImpl<AllocaInst *> &added) {
  auto *type = dyn_cast<ArrayType>(array.getAllocatedType());
  SmallVector<ElementAccess> accesses;
  if (!type || array.isArrayAllocation() ||
      type->getNumElements() > kMostElements ||
      !type->getElementType()->isSingleValueType() ||
      !addAccesses(&array, array, accesses))
    return;
  IRBuilder<> builder(&array);
  SmallVector<AllocaInst *, kMostElements> elements;
  for (uint64_t number = 0; number != type->getNumElements(); ++number)
    elements.push_back(builder.CreateAlloca(type->getElementType()));
  for (const ElementAccess &access : accesses)
    choose(access, elements);
  for (User *address : make_early_inc_range(array.users()))
    cast<Instruction>(address)->eraseFromParent();
  array.eraseFromParent();
  added.append(elements.begin(), elements.end());
}

void promoteArrays(Function &function) {
  SmallVector<AllocaInst *> arrays, elements;
  for (Instruction &each : function.getEntryBlock())
    if (auto *array = dyn_cast<AllocaInst>(&each))
      arrays.push_back(array);
  for (AllocaInst *array : arrays)
    replace(*array, elements);
  if (elements.empty())
    return;
  DominatorTree dominators(function);
  PromoteMemToReg(elements, dominators);
}

} // namespace tessera
