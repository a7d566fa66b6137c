//===- ConvergentCalls.cpp - Marks warp operations convergent -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tessera {

/// Returns `assembly` with memory added to its clobbers.
static InlineAsm *withMemoryClobber(const InlineAsm *assembly) {
  StringRef constraints = assembly->getConstraintString();
  std::string clobbering = constraints.str();
  if (!constraints.contains("~{memory}"))
    clobbering += constraints.empty() ? "~{memory}" : ",~{memory}";
  return InlineAsm::get(assembly->getFunctionType(), assembly->getAsmString(),
                        clobbering, assembly->hasSideEffects(),
                        assembly->isAlignStack(), assembly->getDialect(),
                        assembly->canThrow());
}

static void mark(CallBase &call, const InlineAsm *assembly) {
  call.setConvergent();
  call.setDoesNotThrow();
  if (assembly->hasSideEffects())
    call.setCalledOperand(withMemoryClobber(assembly));
  else
    call.setDoesNotAccessMemory();
}

/// LLVM declares only that these intrinsics access no memory; adds the rest.
static void markProducts(Function &product) {
  AttributeList attributes = AttributeList().addFnAttributes(
      product.getContext(), AttrBuilder(product.getContext())
                                .addAttribute(Attribute::Convergent)
                                .addAttribute(Attribute::WillReturn));
  // Sets them at the calls, because a parser gives intrinsics LLVM's own
  // attributes.
  for (User *user : product.users())
    cast<CallBase>(user)->setAttributes(attributes);
}

void markConvergentCalls(Module &module) {
  for (Function &function : module) {
    if (function.getName().starts_with("llvm.nvvm.mma."))
      markProducts(function);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
          mark(*call, assembly);
  }
}

} // namespace tessera
