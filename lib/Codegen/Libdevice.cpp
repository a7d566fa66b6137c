//===- Libdevice.cpp - Link the CUDA toolkit's mathematical library -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;

namespace tessera {

static constexpr StringLiteral reflectName = "__nvvm_reflect";

/// Returns a function of libdevice that `module` declares and does not define,
/// or null.
static const Function *findUndefined(const Module &module) {
  for (const Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with("__nv_"))
      return &function;
  return nullptr;
}

bool needsLibdevice(const Module &module) { return findUndefined(module); }

/// Replaces each call of `__nvvm_reflect` by its answer. A pass of the code
/// generator does so too, but with one answer for the whole module, and after
/// the passes that could drop the branches not taken.
static void answerReflect(Module &module, unsigned cudaArch) {
  Function *reflect = module.getFunction(reflectName);
  if (!reflect)
    return;
  for (User *user : make_early_inc_range(reflect->users())) {
    auto *call = dyn_cast<CallInst>(user);
    StringRef question;
    if (!call || !getConstantStringInfo(call->getArgOperand(0), question))
      continue;
    unsigned answer = StringSwitch<unsigned>(question)
                          .Case("__CUDA_ARCH", cudaArch)
                          .Case("__CUDA_PREC_SQRT", 1)
                          .Case("__CUDA_PREC_DIV", 1)
                          .Default(0);
    call->replaceAllUsesWith(ConstantInt::get(call->getType(), answer));
    call->eraseFromParent();
  }
  if (reflect->use_empty())
    reflect->eraseFromParent();
}

Error linkLibdevice(Module &module, StringRef path, unsigned cudaArch) {
  SMDiagnostic problem;
  std::unique_ptr<Module> library =
      getLazyIRFileModule(path, problem, module.getContext());
  if (!library)
    return createStringError("cannot read libdevice from '" + path +
                             "': " + problem.getMessage());
  // libdevice's triple names another environment, which the linker would refuse
  // to mix with ours.
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());

  auto internalize = [](Module &linked, const StringSet<> &names) {
    internalizeModule(linked, [&](const GlobalValue &value) {
      return !value.hasName() || !names.contains(value.getName());
    });
  };
  if (Linker::linkModules(module, std::move(library), Linker::LinkOnlyNeeded,
                          internalize))
    return createStringError("cannot link libdevice from '" + path + "'");
  if (const Function *missing = findUndefined(module))
    return createStringError("'" + path + "' does not define '" +
                             missing->getName() + "'");
  answerReflect(module, cudaArch);
  return Error::success();
}

} // namespace tessera
