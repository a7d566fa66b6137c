//===- Contexts.cpp - Contexts of the caller that may be lost -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A context in which a call was left, for lack of memory or of time, may be in
// any state: its tables may be half grown. The caller still has it, and modules
// in it. So it is remembered as lost: calls fail, and destroying it leaks what
// it holds.
//
//===----------------------------------------------------------------------===//

#include "tessera-c/IR.h"

#include "Common.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include <mutex>
#include <unordered_map>

using namespace tessera;
using namespace tessera::capi;
using mlir::MLIRContext;

namespace {
struct ContextState {
  Listener listener = {nullptr, nullptr};
  bool isLost = false;
};

/// The contexts that calls have worked in, those of mlirContextCreate too.
struct Contexts {
  std::mutex mutex;
  std::unordered_map<const MLIRContext *, ContextState> states;

  /// Stays where it is until `remove`.
  ContextState &get(const MLIRContext *context) {
    std::lock_guard<std::mutex> lock(mutex);
    return states[context];
  }
  /// Returns whether it was lost.
  bool remove(const MLIRContext *context) {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = states.find(context);
    if (it == states.end())
      return false;
    const bool isLost = it->second.isLost;
    states.erase(it);
    return isLost;
  }
};
} // namespace

static Contexts &getContexts() {
  static auto *contexts = new Contexts; // calls may come when the process ends
  return *contexts;
}

std::unique_ptr<MLIRContext> capi::createContext(Listener listener) {
  std::unique_ptr<MLIRContext> context = tessera::createContext();
  // Loaded here because operations of a dialect can only be made after that.
  context->loadDialect<cuda_tile::CudaTileDialect>();
  context->printOpOnDiagnostic(false);
  context->getDiagEngine().registerHandler(
      [listener](mlir::Diagnostic &diagnostic) {
        flattenDiagnostic(diagnostic, [&](const PlainDiagnostic &plain) {
          listener.tell(plain);
        });
      });
  return context;
}

MlirContext tesseraContextCreate(TesseraDiagnosticCallback callback,
                                 void *userData) {
  const Listener listener{callback, userData};
  MLIRContext *made = nullptr;
  (void)runWithinMemory(listener, [&] {
    std::unique_ptr<MLIRContext> context = capi::createContext(listener);
    getContexts().get(context.get()) = {listener, false};
    made = context.release();
  });
  return wrap(made);
}

bool capi::runInContext(MLIRContext *context, llvm::function_ref<void()> body,
                        TimeLimit *limit) {
  ContextState *state = nullptr;
  if (!runWithinMemory(Listener{nullptr, nullptr},
                       [&] { state = &getContexts().get(context); }))
    return false;
  if (state->isLost) {
    state->listener.tellPlainly(
        "an earlier call in this context ended for lack of memory or of time, "
        "and the context is lost: make another (tesseraContextCreate), and "
        "read its modules anew");
    return false;
  }
  if (runWithinMemory(state->listener, body, limit))
    return true;
  state->isLost = true;
  return false;
}

bool capi::forgetContext(const MLIRContext *context) {
  return getContexts().remove(context);
}
