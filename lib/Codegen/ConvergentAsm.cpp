//===- ConvergentAsm.cpp - Keep inline assembly where it stands -----------===//
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

/// Returns `assembly` with memory among its clobbers.
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

void markInlineAsmConvergent(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
          mark(*call, assembly);
}

} // namespace tessera
