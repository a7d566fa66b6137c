//===- ReaderFuzzer.cpp - Any bytes for reader, verifier and writer -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asserted for every input:
//
// - a module, or null and at least one error, each with a known location;
// - reading allocates no more than 64 times the input's size plus kConstant;
// - a module that was read can be written in the version of its file and, where
//   the writer does not refuse with an error, in another one;
// - reading the written bytes gives the same module.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Bytecode/Version.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tessera;
using tessera::fuzz::check;

/// Bytes for the tables of the context, which the inputs of a session share,
/// and which grow by doubling.
static constexpr size_t kConstant = 1 << 20;
/// The number of inputs before a new context: a context never frees a type or
/// attribute.
static constexpr unsigned kInputsPerSession = 1000;

namespace {

class Session {
public:
  using Module = mlir::OwningOpRef<mlir::Operation *>;

  Session() : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<cuda_tile::CudaTileDialect>();
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &d) {
      ++numErrors;
      hasUnknownLocation |= llvm::isa<mlir::UnknownLoc>(d.getLocation());
      return llvm::success();
    });
  }

  void run(llvm::StringRef input);

private:
  Module read(llvm::StringRef bytes);
  void checkRoundTrip(Module &module, BytecodeVersion version);

  mlir::MLIRContext context;
  unsigned numErrors = 0;
  bool hasUnknownLocation = false;
};

} // namespace

Session::Module Session::read(llvm::StringRef bytes) {
  numErrors = 0;
  hasUnknownLocation = false;
  Module module = readBytecode(llvm::MemoryBufferRef(bytes, "input"), &context);
  check(bool(module) == (numErrors == 0),
        "null without an error, or an error beside a module");
  check(!hasUnknownLocation, "an error without a location");
  return module;
}

void Session::checkRoundTrip(Module &module, BytecodeVersion version) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  numErrors = 0;
  if (failed(writeBytecode(*module, os, version))) {
    // Some rules of a version hold only for writing, so writing may even fail
    // in the version of the file. The newest version has no such rules.
    check(version != supportedBytecodeVersions().back(),
          "a module cannot be written in the newest version");
    check(numErrors && bytes.empty(),
          "the writer refused without an error, or wrote a part");
    return;
  }
  Module copy = read(bytes);
  check(bool(copy), "what the writer wrote cannot be read");
  // Versions before 13.3 store no producer, and not all keys of hints: the
  // remaining hints are not compared.
  Module expected = (*module)->clone();
  if (version < bytecode::v13_3)
    for (Module *each : {&expected, &copy})
      (**each)->walk([](mlir::Operation *op) {
        op->removeAttr("producer");
        op->removeAttr("optimization_hints");
      });
  check(mlir::OperationEquivalence::isEquivalentTo(
            *expected, *copy, mlir::OperationEquivalence::None),
        "what the writer wrote reads as another module");
}

void Session::run(llvm::StringRef input) {
  HeapMeter meter;
  Module module = read(input);
  fuzz::checkHeap(meter, input.size(), kConstant);
  if (!module)
    return;
  BytecodeVersion own{uint8_t(input[8]), uint8_t(input[9])};
  llvm::ArrayRef<BytecodeVersion> versions = supportedBytecodeVersions();
  BytecodeVersion other = versions[input.size() % versions.size()];
  checkRoundTrip(module, own);
  for (BytecodeVersion version : {other, versions.back()})
    if (version != own)
      checkRoundTrip(module, version);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static std::unique_ptr<Session> session;
  static unsigned numInputs = 0;
  if (numInputs++ % kInputsPerSession == 0)
    session = std::make_unique<Session>();
  session->run({reinterpret_cast<const char *>(data), size});
  return 0;
}
