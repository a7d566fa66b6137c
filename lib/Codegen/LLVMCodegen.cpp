//===- LLVMCodegen.cpp - From the LLVM dialect to PTX text ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/LLVMCodegen.h"

#include "InlinedCalls.h"
#include "PassGate.h"
#include "tessera/Codegen/Transforms.h"
#include "tessera/Support/Toolkit.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;

namespace tessera {

void registerLLVMTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

static const llvm::Target &nvptx() {
  static const llvm::Target *target = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    std::string error;
    return llvm::TargetRegistry::lookupTarget(
        llvm::Triple("nvptx64-nvidia-cuda"), error);
  }();
  return *target;
}

std::unique_ptr<llvm::TargetMachine>
makeTargetMachine(const CodegenOptions &options) {
  llvm::TargetOptions target;
  // Only operations that the program fused may be fused.
  target.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  llvm::CodeGenOptLevel level =
      options.optLevel == 0   ? llvm::CodeGenOptLevel::None
      : options.optLevel == 1 ? llvm::CodeGenOptLevel::Less
                              : llvm::CodeGenOptLevel::Default;
  // The PTX version is always given: LLVM's default depends on the GPU.
  const GeneratedTarget &generated = options.target->getGenerated();
  return std::unique_ptr<llvm::TargetMachine>(nvptx().createTargetMachine(
      llvm::Triple("nvptx64-nvidia-cuda"), generated.processor,
      "+ptx" + std::to_string(generated.ptxVersion), target, std::nullopt,
      std::nullopt, level));
}

namespace {
/// Forwards LLVM's errors about a module to MLIR, and remembers whether there
/// was one.
class LLVMDiagnostics : public llvm::DiagnosticHandler {
public:
  LLVMDiagnostics(Location loc, bool &failed) : loc(loc), failed(failed) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    if (info.getSeverity() == llvm::DS_Error) {
      failed = true;
      emitError(loc) << "LLVM: " << text;
    } else if (info.getSeverity() == llvm::DS_Warning) {
      emitWarning(loc) << "LLVM: " << text;
    }
    return true;
  }

private:
  Location loc;
  bool &failed;
};
} // namespace

/// The value of the macro `__CUDA_ARCH__`: 900 for "sm_90a".
static unsigned cudaArch(const TargetInfo &target) {
  StringRef name = target.getName();
  unsigned capability = 0;
  name.consume_front("sm_");
  name.consumeInteger(10, capability);
  return 10 * capability;
}

static LogicalResult addLibdevice(llvm::Module &llvmModule, Location loc,
                                  const CodegenOptions &options) {
  if (!needsLibdevice(llvmModule))
    return success();
  llvm::Expected<std::string> path = findLibdevice(options.libdevicePath);
  if (!path)
    return emitError(loc) << llvm::toString(path.takeError());
  if (llvm::Error error =
          linkLibdevice(llvmModule, *path, cudaArch(*options.target)))
    return emitError(loc) << llvm::toString(std::move(error))
                          << "; name another one with --libdevice-path or "
                             "TESSERA_LIBDEVICE_PATH";
  return success();
}

/// True if `name` is an identifier of PTX (PTX ISA, "Identifiers") that LLVM can
/// write: those that begin with '%' are none.
static bool isPTXIdentifier(StringRef name) {
  auto follows = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  };
  // The one constant of PTX that no dot or percent sign tells from a name.
  if (name.empty() || !llvm::all_of(name, follows) || name == "WARP_SZ")
    return false;
  return llvm::isAlpha(name[0]) ||
         (name.size() > 1 && StringRef("_$").contains(name[0]));
}

/// Returns `name` with unprintable characters as escapes.
static std::string printable(StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::printEscapedString(name, os);
  return text;
}

/// True of functions and variables whose names become names of PTX: not of
/// intrinsics, nor of variables that only the module sees, which LLVM renames.
static bool isNamedInPTX(Operation &op) {
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
    return !function.isExternal() || !function.getName().starts_with("llvm.");
  auto global = dyn_cast<LLVM::GlobalOp>(op);
  return global && global.getLinkage() != LLVM::Linkage::Internal &&
         global.getLinkage() != LLVM::Linkage::Private;
}

/// Refuses names that PTX cannot express. Clients find a kernel or a variable by
/// its name, so it is not changed.
static LogicalResult checkNames(ModuleOp module) {
  LogicalResult result = success();
  for (Operation &op : *module.getBody()) {
    if (!isNamedInPTX(op))
      continue;
    StringRef name = SymbolTable::getSymbolName(&op).getValue();
    if (!isPTXIdentifier(name))
      result =
          op.emitError("the name \"")
          << printable(name)
          << "\" cannot be written in PTX, where names consist of letters, "
             "digits, '_' and '$', do not begin with a digit and are not "
             "WARP_SZ";
  }
  return result;
}

/// Takes a use of an operand from the front of inline assembly, whose dollar sign
/// is gone: `$3`, `${3}` or `${3:x}`. The number is none where there is no use:
/// `$$`, the marks of variants, and what begins `${:`.
static bool takeOperand(StringRef &text, std::optional<uint64_t> &number) {
  number.reset();
  if (!text.empty() && StringRef("$(|)").contains(text.front())) {
    text = text.drop_front();
    return true;
  }
  bool hasBraces = text.consume_front("{");
  if (hasBraces && text.starts_with(":"))
    return true;
  uint64_t value;
  if (text.consumeInteger(10, value))
    return false;
  number = value;
  return true;
}

/// Refuses inline assembly that uses operands which it does not have, at which
/// LLVM would end the process.
static LogicalResult checkInlineAssembly(ModuleOp module) {
  auto check = [](LLVM::InlineAsmOp op) -> WalkResult {
    auto constraints = llvm::InlineAsm::ParseConstraints(op.getConstraints());
    auto operands = llvm::count_if(constraints, [](const auto &constraint) {
      return constraint.Type != llvm::InlineAsm::isClobber;
    });
    StringRef text = op.getAsmString();
    while (true) {
      text = text.drop_until([](char c) { return c == '$'; });
      if (!text.consume_front("$"))
        return WalkResult::advance();
      StringRef use = text.take_front(12);
      std::optional<uint64_t> number;
      if (takeOperand(text, number) &&
          (!number || *number < uint64_t(operands)))
        continue;
      op.emitOpError("uses operand $")
          << printable(use) << ", but has " << operands;
      return WalkResult::interrupt();
    }
  };
  return failure(module.walk(check).wasInterrupted());
}

FailureOr<std::unique_ptr<llvm::Module>>
generateLLVM(ModuleOp module, llvm::LLVMContext &context,
             llvm::TargetMachine &machine, const CodegenOptions &options) {
  if (failed(checkNames(module)) || failed(checkInlineAssembly(module)))
    return failure();
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, context, "tessera");
  if (!llvmModule)
    return module.emitError("cannot be translated to LLVM IR");
  llvmModule->setTargetTriple(machine.getTargetTriple());
  llvmModule->setDataLayout(machine.createDataLayout());

  if (failed(addLibdevice(*llvmModule, module.getLoc(), options)))
    return failure();
  markConvergentCalls(*llvmModule);
  optimizeLLVM(*llvmModule, machine, options.optLevel);
  return llvmModule;
}

/// Replaces the target in the header of `ptx` by the target that it is
/// assembled for, if it was generated for another one.
static void nameTarget(llvm::SmallVectorImpl<char> &ptx,
                       const TargetInfo &target) {
  const GeneratedTarget &generated = target.getGenerated();
  if (generated.processor == target.getAssembledName())
    return;
  std::string text(ptx.begin(), ptx.end());
  auto replace = [&](const std::string &from, const std::string &to) {
    size_t at = text.find(from);
    assert(at != std::string::npos && "LLVM writes the header of PTX");
    text.replace(at, from.size(), to);
  };
  auto version = [](unsigned number) {
    return llvm::formatv(".version {0}.{1}", number / 10, number % 10).str();
  };
  replace(version(generated.ptxVersion), version(target.getPTXVersion()));
  replace(".target " + generated.processor.str(),
          ".target " + target.getAssembledName().str());
  ptx.assign(text.begin(), text.end());
}

FailureOr<std::string> generatePTX(llvm::Module &module, Location loc,
                                   llvm::TargetMachine &machine,
                                   const CodegenOptions &options) {
  bool hasFailed = false;
  InlinedCalls inlinedCalls(module);
  PassGate gate(module, machine.getOptLevel());
  module.getContext().setOptPassGate(gate);
  module.getContext().setDiagnosticHandler(
      std::make_unique<LLVMDiagnostics>(loc, hasFailed));

  llvm::SmallString<0> ptx;
  llvm::raw_svector_ostream os(ptx);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  llvm::CodeGenFileType::AssemblyFile))
    return emitError(loc) << "LLVM has no PTX emitter";
  passes.run(module);
  module.getContext().setDiagnosticHandler(nullptr);
  module.getContext().setOptPassGate(llvm::getGlobalPassGate());
  if (hasFailed)
    return failure();
  nameTarget(ptx, *options.target);
  return inlinedCalls.restore(ptx);
}

} // namespace tessera
