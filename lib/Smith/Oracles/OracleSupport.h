//===- OracleSupport.h - Common parts of the oracles ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_ORACLES_ORACLESUPPORT_H
#define TESSERA_LIB_SMITH_ORACLES_ORACLESUPPORT_H

#include "tessera/Smith/Oracles.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

namespace tessera::smith {

/// Collects the errors and warnings of a context during its own lifetime.
class Errors {
public:
  explicit Errors(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &diagnostic) {
          // Remarks report what the compiler does not optimise: they are no
          // errors.
          if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark)
            return mlir::success();
          llvm::raw_string_ostream os(text);
          os << (text.empty() ? "" : "; ") << diagnostic.getLocation() << ": "
             << diagnostic;
          for (const mlir::Diagnostic &note : diagnostic.getNotes())
            os << " (" << note << ")";
          return mlir::success();
        }) {}
  const std::string &str() const { return text; }

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

inline Finding asFinding(bool holds, const llvm::Twine &message) {
  return holds ? Finding() : Finding(message.str());
}

/// Runs `program` on the interpreter and compares its result with the allowed
/// one if that is known, otherwise with the result of the original program.
Finding compareRun(mlir::Operation *program, const Subject &subject,
                   const RunOptions &options);

/// The GPU that programs with memory of many GPUs are compiled for.
inline constexpr llvm::StringLiteral multicastGPU("sm_100");
/// True if a program has such memory.
bool isMulticast(mlir::Operation *module);
/// True if a GPU has the memory of which the program has pointers.
bool isFor(mlir::Operation *module, llvm::StringRef gpu);

/// The program in a module as the compiler takes it for this GPU: with its
/// clusters, where the GPU has some.
mlir::OwningOpRef<mlir::ModuleOp> wrap(mlir::Operation *module,
                                       llvm::StringRef gpu);

/// Adds the oracles that compile: each stage, the emulator, ptxas.
void addCompiledOracles(std::vector<Oracle> &oracles);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_ORACLES_ORACLESUPPORT_H
