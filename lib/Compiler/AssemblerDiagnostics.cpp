//===- AssemblerDiagnostics.cpp - ptxas's messages as our own -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblerDiagnostics.h"

#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "tessera/Support/RemarkCategories.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tessera {

namespace {
/// A line of the PTX text and the function that it stands in.
struct PTXPlace {
  StringRef text;
  StringRef function;
};
} // namespace

/// Returns what stands in line `number` (from 1).
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

void explainSpills(ArrayRef<KernelResources> kernels, ModuleOp module) {
  for (const KernelResources &kernel : kernels)
    if (uint64_t bytes = kernel.spillStoreBytes + kernel.spillLoadBytes)
      remark::missed(locate(kernel.kernel, module),
                     remark::RemarkOpts::name("RemarkRegistersSpilled")
                         .category(remarks::registers)
                         .function(kernel.kernel))
          << remark::reason("a thread has no room for {0} bytes that it keeps "
                            "in its {1} registers, and goes to memory for them",
                            bytes, kernel.registers)
          << remark::suggest("use smaller tiles, or more warps");
}

} // namespace tessera
