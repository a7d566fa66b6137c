//===- Kernels.cpp - The kernels of a program -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Kernels.h"

#include "tessera/Support/EscapedText.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tessera {

static bool isKernel(FunctionOpInterface function) {
  return !isa<LLVM::LLVMFuncOp>(*function) ||
         function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
}

void forEachKernel(ModuleOp module,
                   function_ref<void(FunctionOpInterface)> visit) {
  module.walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    if (isKernel(function))
      visit(function);
    return WalkResult::skip();
  });
}

LogicalResult keepKernels(ModuleOp module, ArrayRef<std::string> names) {
  SetVector<StringRef> known;
  forEachKernel(module, [&](FunctionOpInterface kernel) {
    known.insert(kernel.getName());
  });
  for (const std::string &name : names)
    if (!known.contains(name)) {
      InFlightDiagnostic error =
          module.emitError("the program has no kernel '");
      error << escapeName(name) << "' to compile";
      if (known.size() == 1)
        error << "; it has '" << escapeName(known.front()) << "'";
      else
        error << "; it has " << known.size() << " others";
      return error;
    }
  DenseSet<StringRef> kept(names.begin(), names.end());
  forEachKernel(module, [&](FunctionOpInterface kernel) {
    if (!kept.contains(kernel.getName()))
      kernel.erase();
  });
  return success();
}

/// Copies the kept parts of a module into the body of its copy, which is empty.
static void cloneBody(Operation *from, Operation *to,
                      const DenseSet<StringRef> &kept) {
  OpBuilder builder = OpBuilder::atBlockEnd(&to->getRegion(0).emplaceBlock());
  for (Operation &op : from->getRegion(0).front()) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (function && isKernel(function) && !kept.contains(function.getName()))
      continue;
    if (!function && op.hasTrait<OpTrait::SymbolTable>())
      cloneBody(&op, builder.cloneWithoutRegions(op), kept);
    else
      builder.clone(op);
  }
}

OwningOpRef<ModuleOp> cloneWithKernels(ModuleOp module,
                                       ArrayRef<std::string> names) {
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->cloneWithoutRegions());
  cloneBody(module, *copy, DenseSet<StringRef>(names.begin(), names.end()));
  return copy;
}

} // namespace tessera
