//===- ExtendFactors.cpp - Products of 32 bits that have 64 ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction multiplies two numbers of 32 bits to one of 64. Instruction selection takes
// it where it sees that both factors are extended, and it sees one block at a time. A stride
// that is extended in front of a loop is a number of 64 bits in it, and an index times that
// is four instructions:
//
//   entry:                                 entry:
//     %s = sext i32 %stride to i64           %t = freeze i32 %stride
//   loop:                           ->     loop:
//     %i = sext i32 %index to i64            %i = sext i32 %index to i64
//                                            %s = sext i32 %t to i64
//     %o = mul i64 %i, %s                    %o = mul i64 %i, %s
//
// `freeze` keeps LLVM's CSE, which runs again later, from finding the extension in front of
// the loop. It stands there as well, so that %s is known to be the same in all iterations: a
// product with the counter still becomes a sum.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tessera {

/// The extension from 32 bits that makes a factor; null for another one.
static CastInst *findExtension(Value *factor) {
  auto *extension = dyn_cast<CastInst>(factor);
  bool isOne = extension && isa<SExtInst, ZExtInst>(extension) &&
               extension->getSrcTy()->isIntegerTy(32);
  return isOne ? extension : nullptr;
}

/// True for a product whose factors are extended alike, so that the wide product of what they
/// were is the same.
static bool isWide(const Instruction &product) {
  if (product.getOpcode() != Instruction::Mul ||
      !product.getType()->isIntegerTy(64))
    return false;
  CastInst *lhs = findExtension(product.getOperand(0)),
           *rhs = findExtension(product.getOperand(1));
  return lhs && rhs && lhs->getOpcode() == rhs->getOpcode();
}

/// The products of innermost loops. Elsewhere little is gained, and ptxas may order all code
/// of a kernel in another way.
static SmallVector<Instruction *> findRepeated(Function &function) {
  SmallVector<Instruction *> products;
  for (Instruction &each : instructions(function))
    if (isWide(each))
      products.push_back(&each);
  if (products.empty())
    return products;
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  erase_if(products, [&](Instruction *product) {
    const Loop *loop = loops.getLoopFor(product->getParent());
    return !loop || !loop->isInnermost();
  });
  return products;
}

void extendFactors(Function &function) {
  // By extension: what it extends, under another name.
  DenseMap<CastInst *, Value *> frozen;
  for (Instruction *product : findRepeated(function))
    for (Use &factor : product->operands()) {
      CastInst *extension = findExtension(factor);
      if (extension->getParent() == product->getParent())
        continue;
      Value *&narrow = frozen[extension];
      if (!narrow)
        narrow = new FreezeInst(extension->getOperand(0), "",
                                extension->getIterator());
      factor = CastInst::Create(extension->getOpcode(), narrow,
                                product->getType(), "", product->getIterator());
    }
}

} // namespace tessera
