//===- LoopRegisters.cpp - Registers that a loop carries ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRegisters.h"
#include "tessera/Target/Occupancy.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tessera {

uint64_t countCarriedRegisters(const Loop &loop) {
  uint64_t bits = 0;
  for (const PHINode &phi : loop.getHeader()->phis())
    bits += phi.getType()->getPrimitiveSizeInBits().getFixedValue();
  return bits / 32;
}

uint64_t countRegisters(const Value &value) {
  Type *type = value.getType();
  if (!isa<Instruction, Argument>(value) || type->isIntOrIntVectorTy(1))
    return 0;
  if (type->isPointerTy())
    return 2;
  return divideCeil(type->getPrimitiveSizeInBits().getKnownMinValue(), 32);
}

namespace {

/// The values that are live at a place of a block, which moves from its end to its begin.
class LiveValues {
public:
  void add(const Value &value) {
    if (values.insert(&value).second)
      registers += countRegisters(value);
  }
  void define(const Value &value) {
    if (values.erase(&value))
      registers -= countRegisters(value);
  }
  uint64_t countRegistersOfAll() const { return registers; }
  const DenseSet<const Value *> &get() const { return values; }

private:
  DenseSet<const Value *> values;
  uint64_t registers = 0;
};

} // namespace

/// The most registers of 32 bits that hold values at one place of a loop.
static uint64_t countLiveRegisters(const Loop &loop) {
  DenseMap<const BasicBlock *, DenseSet<const Value *>> atBegin;
  uint64_t most = 0;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const BasicBlock *block : reverse(loop.blocks())) {
      LiveValues live;
      for (const BasicBlock *next : successors(block)) {
        for (const Value *value : atBegin[next])
          live.add(*value);
        for (const PHINode &phi : next->phis())
          live.add(*phi.getIncomingValueForBlock(block));
      }
      for (const Instruction &instruction : reverse(*block)) {
        live.define(instruction);
        if (!isa<PHINode>(instruction))
          for (const Value *operand : instruction.operands())
            live.add(*operand);
        most = std::max(most, live.countRegistersOfAll());
      }
      size_t before = atBegin[block].size();
      atBegin[block] = live.get();
      isChanged |= atBegin[block].size() != before;
    }
  }
  return most;
}

/// The product of the numbers of an attribute; 0 without it.
static unsigned getProduct(const Function &kernel, StringRef name) {
  SmallVector<StringRef, 3> extents;
  kernel.getFnAttribute(name).getValueAsString().split(extents, ',');
  unsigned product = 1;
  for (StringRef text : extents) {
    unsigned extent = 0;
    product *= text.getAsInteger(10, extent) ? 0 : extent;
  }
  return product;
}

unsigned countThreads(const Function &kernel) {
  return getProduct(kernel, "nvvm.reqntid");
}

uint64_t getMostRegisters(const Function &kernel) {
  constexpr unsigned most = Capacities::maxRegistersPerThread;
  unsigned threads = countThreads(kernel),
           asked = getProduct(kernel, "nvvm.maxnreg");
  unsigned blocks = std::max(getProduct(kernel, "nvvm.minctasm"), 1u);
  unsigned fit = threads ? getMostRegistersPerThread(
                               threads / Capacities::threadsPerWarp, blocks)
                         : most;
  return asked ? std::min(asked, fit) : fit;
}

bool carriesMoreThanHalf(const Loop &loop) {
  return 2 * countCarriedRegisters(loop) >
         getMostRegisters(*loop.getHeader()->getParent());
}

bool isCrowded(const Loop &loop) {
  uint64_t most = getMostRegisters(*loop.getHeader()->getParent());
  return most < Capacities::maxRegistersPerThread &&
         2 * countLiveRegisters(loop) > 3 * most;
}

} // namespace tessera
