//===- Harness.h - Runs programs given as text -----------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_INTERPRETER_HARNESS_H
#define TESSERA_UNITTESTS_INTERPRETER_HARNESS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Interpreter/Interpreter.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

namespace tessera::interp {

/// A module, the memory that its entries work on, and their messages.
class Harness {
public:
  Harness();

  /// Parses a module; on failure, `errors` gives the reason.
  bool parse(llvm::StringRef text);

  /// Parses a module with one entry @k: `arguments` in an entry's syntax, and
  /// the operations of its body.
  bool parseKernel(llvm::StringRef arguments, llvm::StringRef body);

  /// Makes an array in global memory.
  template <typename T>
  Argument array(llvm::ArrayRef<T> values, llvm::StringRef name = "array") {
    uint64_t address = memory.allocate(values.size() * sizeof(T), name);
    if (!memory.write(address, bytesOf(values)))
      errors += "the array cannot be written\n";
    return Argument::pointer(address);
  }
  template <typename T>
  Argument array(std::initializer_list<T> values,
                 llvm::StringRef name = "array") {
    return array(llvm::ArrayRef<T>(values), name);
  }

  /// Reads an array back.
  template <typename T> std::vector<T> read(Argument array, size_t count) {
    std::vector<T> values(count);
    llvm::MutableArrayRef<uint8_t> bytes(
        reinterpret_cast<uint8_t *>(values.data()), count * sizeof(T));
    if (!memory.read(array.getBits(), bytes))
      errors += "the array cannot be read\n";
    return values;
  }

  /// The parsed module, for passes to change.
  mlir::Operation *getModule() { return module.get(); }

  /// Runs the entry over `config`; the messages go to `errors`.
  bool launch(llvm::ArrayRef<Argument> arguments, llvm::StringRef entry = "k");

  static Argument i32(int32_t value) {
    return Argument::scalar(numerics::Format::I32,
                            static_cast<uint32_t>(value));
  }

  /// With all checks, including those beyond `all`.
  LaunchConfig config = strictly();

  static LaunchConfig strictly() {
    LaunchConfig config;
    for (auto [name, check] : Checks::names())
      config.checks.*check = true;
    return config;
  }
  GlobalMemory memory;
  /// One line each: "line: message", or "line: note: message" after the error
  /// of the note.
  std::string errors;
  std::string printed;

private:
  void addError(mlir::Diagnostic &diagnostic, llvm::StringRef kind);

  template <typename T>
  static llvm::ArrayRef<uint8_t> bytesOf(llvm::ArrayRef<T> values) {
    return {reinterpret_cast<const uint8_t *>(values.data()),
            values.size() * sizeof(T)};
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::Operation *> module;
  llvm::raw_string_ostream printStream{printed};
};

} // namespace tessera::interp

#endif // TESSERA_UNITTESTS_INTERPRETER_HARNESS_H
