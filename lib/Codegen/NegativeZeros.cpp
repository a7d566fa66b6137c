//===- NegativeZeros.cpp - A clamp to -0 is not one to 0 ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace tessera {

void keepNegativeZeros(Function &function) {
  using namespace PatternMatch;
  for (Instruction &max : make_early_inc_range(instructions(function))) {
    Value *value;
    auto zero = m_SpecificFP(-0.0);
    if (!match(&max, m_CombineOr(m_c_Intrinsic<Intrinsic::nvvm_fmax_f>(
                                     m_Value(value), zero),
                                 m_c_Intrinsic<Intrinsic::nvvm_fmax_d>(
                                     m_Value(value), zero))))
      continue;
    // Another intrinsic with the same value, which the pattern does not match.
    IRBuilder<> builder(&max);
    max.replaceAllUsesWith(builder.CreateMaxNum(
        value, ConstantFP::getNegativeZero(max.getType())));
    max.eraseFromParent();
  }
}

} // namespace tessera
