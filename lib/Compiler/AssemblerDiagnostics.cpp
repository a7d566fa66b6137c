//===- AssemblerDiagnostics.cpp - ptxas's messages as our own -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblerDiagnostics.h"

#include "tessera/Codegen/KernelAttributes.h"
#include "tessera/Codegen/TileMark.h"
#include "tessera/Support/AssemblerVersion.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/Occupancy.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tessera {

namespace {
/// A line of the PTX text, with the function that it belongs to.
struct PTXPlace {
  StringRef text;
  StringRef function;
};
} // namespace

/// Returns the line `number` (from 1), with its function.
static PTXPlace findPlace(StringRef ptx, unsigned number) {
  PTXPlace place;
  unsigned current = 0;
  for (StringRef line : llvm::split(ptx, '\n')) {
    for (StringRef directive : {".entry ", ".func "})
      if (size_t at = line.find(directive); at != StringRef::npos)
        place.function = line.drop_front(at + directive.size())
                             .take_until([](char c) { return c == '('; })
                             .trim();
    if (++current == number) {
      place.text = line.trim();
      break;
    }
  }
  return place;
}

/// Returns the name between the first pair of quotes of `text`.
static StringRef quotedName(StringRef text) {
  return text.split('\'').second.split('\'').first;
}

static Location locate(StringRef function, ModuleOp module) {
  Operation *op = function.empty()
                      ? nullptr
                      : SymbolTable::lookupSymbolIn(module, function);
  return op ? op->getLoc() : module.getLoc();
}

static InFlightDiagnostic emit(Location loc,
                               AssemblerMessage::Severity severity) {
  switch (severity) {
  case AssemblerMessage::Severity::Info:
    return emitRemark(loc);
  case AssemblerMessage::Severity::Warning:
    return emitWarning(loc);
  case AssemblerMessage::Severity::Error:
    return emitError(loc);
  }
  llvm_unreachable("unknown severity");
}

void reportAssemblerMessages(ArrayRef<AssemblerMessage> messages, StringRef ptx,
                             ModuleOp module) {
  for (const AssemblerMessage &message : messages) {
    PTXPlace place;
    if (message.line)
      place = findPlace(ptx, message.line);
    else
      place.function = quotedName(message.text);
    Location loc = locate(place.function, module);
    InFlightDiagnostic diagnostic = emit(loc, message.severity);
    diagnostic << "ptxas: " << message.text;
    if (!place.text.empty())
      diagnostic.attachNote(loc)
          << "in line " << message.line << " of the PTX text: " << place.text;
  }
}

/// Number of threads of a block, if the program fixes it.
static std::optional<unsigned> findBlockSize(Operation *kernel) {
  auto sizes = kernel ? kernel->getAttrOfType<DenseI32ArrayAttr>(
                            NVVM::NVVMDialect::getReqntidAttrName())
                      : DenseI32ArrayAttr();
  if (!sizes)
    return std::nullopt;
  return llvm::product_of(sizes.asArrayRef());
}

/// Columns of tensor memory that a kernel allocates.
static unsigned findTensorColumns(Operation *kernel) {
  auto columns = kernel->getAttrOfType<IntegerAttr>(kTensorColumnsAttr);
  return columns ? columns.getValue().getZExtValue() : 0;
}

void addOccupancy(MutableArrayRef<KernelResources> kernels, ModuleOp module,
                  const TargetInfo &target) {
  const Capacities &capacities = target.getCapacities();
  SymbolTable symbols(module);
  for (KernelResources &kernel : kernels) {
    std::optional<unsigned> threads =
        findBlockSize(symbols.lookup(kernel.kernel));
    if (!threads)
      continue;
    kernel.warps = llvm::divideCeil(*threads, Capacities::threadsPerWarp);
    kernel.tensorColumns = findTensorColumns(symbols.lookup(kernel.kernel));
    BlockNeeds block{kernel.warps, kernel.registers, kernel.sharedBytes,
                     kernel.tensorColumns};
    kernel.residentWarps =
        computeOccupancy(capacities, block).blocks * kernel.warps;
    kernel.maxResidentWarps = capacities.getMaxWarpsPerSM();
  }
}

static remark::RemarkOpts aboutResources(StringRef name,
                                         const KernelResources &kernel) {
  return remark::RemarkOpts::name(name)
      .category(remarks::registers)
      .function(kernel.kernel);
}

static void explain(const KernelResources &kernel, Location loc) {
  using remark::metric;
  uint64_t spilled = kernel.spillStoreBytes + kernel.spillLoadBytes;
  remark::analysis(loc, aboutResources("RemarkKernelResources", kernel))
      << metric("Registers", kernel.registers)
      << metric("SharedBytes", kernel.sharedBytes)
      << metric("SpillBytes", spilled) << metric("Warps", kernel.warps)
      << metric("ResidentWarps", kernel.residentWarps)
      << metric("MaxResidentWarps", kernel.maxResidentWarps);
  if (spilled)
    remark::missed(loc, aboutResources("RemarkRegistersSpilled", kernel))
        << remark::reason("a thread has no room for {0} bytes that it keeps "
                          "in its {1} registers, and goes to memory for them",
                          spilled, kernel.registers)
        << remark::suggest("use smaller tiles, or more warps");
}

void explainResources(ArrayRef<KernelResources> kernels, ModuleOp module) {
  if (!module.getContext()->getRemarkEngine())
    return;
  SymbolTable symbols(module);
  for (const KernelResources &kernel : kernels) {
    Operation *op = symbols.lookup(kernel.kernel);
    explain(kernel, op ? op->getLoc() : module.getLoc());
  }
}

void reportAssemblerFailure(llvm::Error failure, MLIRContext *context,
                            CompileResult &result) {
  bool isOfSystem = false;
  std::string what;
  llvm::handleAllErrors(std::move(failure),
                        [&](const llvm::ErrorInfoBase &error) {
                          isOfSystem |= error.convertToErrorCode() !=
                                        llvm::inconvertibleErrorCode();
                          what = error.message();
                        });
  if (isOfSystem) {
    result.status = CompileStatus::BadConfiguration;
    emitError(UnknownLoc::get(context)) << what;
    return;
  }
  result.status = CompileStatus::InternalError;
  result.internalError = what;
  result.culprit = "ptxas";
}

void reportRefusalByAge(StringRef ptxas, StringRef refused,
                        const TargetInfo &target, MLIRContext *context) {
  emitError(UnknownLoc::get(context))
      << "'" << ptxas << "' is of release " << assemblerVersion(ptxas)
      << " and too old for this (" << refused << "); install CUDA 13."
      << std::max(target.getPTXVersion(), 90u) % 10
      << " or later, or name a newer ptxas with "
         "--ptxas-path or TESSERA_PTXAS_PATH";
}

void warnOfMissingMark(StringRef ptxas, MLIRContext *context) {
  emitWarning(UnknownLoc::get(context))
      << "clients that launch tile kernels may refuse this machine code: '"
      << ptxas << "' is of release " << assemblerVersion(ptxas)
      << ", and a kernel is marked as one from release "
      << firstWithTileMark.getAsString()
      << " on; 'pip install nvidia-cuda-nvcc' has it, and --ptxas-path or "
         "TESSERA_PTXAS_PATH names one";
}

} // namespace tessera
