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
  /// Tells that the host has no memory for the call, and takes none for that.
  void tellLackOfMemory() const;
};

/// Runs BODY; false where the host has no memory for all that it does.
bool runWithinMemory(llvm::function_ref<void()> body);
/// The same, and tells the listener.
bool runWithinMemory(Listener listener, llvm::function_ref<void()> body);

/// A context that knows all dialects and tells the listener of everything.
std::unique_ptr<mlir::MLIRContext> createContext(Listener listener);

} // namespace tessera::capi

#endif // TESSERA_LIB_CAPI_COMMON_H
