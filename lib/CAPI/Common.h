//===- Common.h - Common parts of the C API ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_COMMON_H
#define TESSERA_LIB_CAPI_COMMON_H

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/MLIRContext.h"
#include "tessera-c/Support.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/LackOfMemory.h"
#include "tessera/Support/TimeLimit.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace tessera::capi {

/// A string from the caller; empty for null.
inline llvm::StringRef text(MlirStringRef string) {
  return string.data ? llvm::StringRef(string.data, string.length)
                     : llvm::StringRef();
}

/// True if the caller's `count` and `first` make a list.
template <typename T> bool isList(intptr_t count, const T *first) {
  return count == 0 || (count > 0 && first);
}

/// Where diagnostics of a call go.
struct Listener {
  TesseraDiagnosticCallback callback;
  void *userData;

  /// Passes a diagnostic on; to standard error if there is no callback.
  void tell(const PlainDiagnostic &diagnostic) const;
  /// Passes on all diagnostics that an engine has printed.
  void tellAll(llvm::StringRef printed) const;
  /// Tells an error of no place, and takes no memory for that.
  void tellPlainly(llvm::StringLiteral error) const;
};

/// Reports an error; success if there was none.
MlirLogicalResult tell(llvm::Error error, Listener listener);

/// Runs BODY (LackOfMemory.h), and tells the listener where the host has no
/// memory for all that it does, or where it did not end within LIMIT.
bool runWithinMemory(Listener listener, llvm::function_ref<void()> body,
                     TimeLimit *limit = nullptr);
/// The same for what works in a context of the caller, and tells those who
/// listen to that. The context is lost where BODY was left: later calls in it
/// fail.
bool runInContext(mlir::MLIRContext *context, llvm::function_ref<void()> body,
                  TimeLimit *limit = nullptr);
/// Returns what BODY does in a context of the caller; a null handle, or a
/// failure, where that cannot be.
template <typename Fn> auto callInContext(mlir::MLIRContext *context, Fn body) {
  decltype(body()) result = {};
  (void)runInContext(context, [&] { result = body(); });
  return result;
}

/// A context that knows all dialects and tells the listener of everything.
std::unique_ptr<mlir::MLIRContext> createContext(Listener listener);
/// Forgets a context that is about to be destroyed. Returns true if it is lost:
/// it must not be destroyed, then.
bool forgetContext(const mlir::MLIRContext *context);

} // namespace tessera::capi

#endif // TESSERA_LIB_CAPI_COMMON_H
