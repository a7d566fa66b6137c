//===- BytecodeTest.h - Common parts of the tests ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_BYTECODE_BYTECODETEST_H
#define TESSERA_UNITTESTS_BYTECODE_BYTECODETEST_H

#include "FileBuilder.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tessera::test {

class BytecodeTest : public testing::Test {
protected:
  using Module = mlir::OwningOpRef<mlir::Operation *>;

  BytecodeTest() : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<cuda_tile::CudaTileDialect>();
  }

  /// The diagnostics since the last call.
  std::string takeErrors() { return std::exchange(errors, {}); }

  Module read(llvm::StringRef bytes) {
    return readBytecode(llvm::MemoryBufferRef(bytes, "input.tile"), &context);
  }
  Module read(const Bytes &bytes) { return read(str(bytes)); }

  /// The error of reading `bytes`, which must fail.
  std::string errorOf(const Bytes &bytes) {
    EXPECT_FALSE(read(bytes));
    return takeErrors();
  }

  /// The bytes of a module; empty if it cannot be written.
  std::string write(mlir::Operation *op, BytecodeVersion version) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    if (failed(writeBytecode(op, os, version)))
      EXPECT_EQ(bytes, "") << "a refused module must leave nothing behind";
    return bytes;
  }

  /// The text of those parts of a module that a file of `version` stores. Files
  /// of 13.1 and 13.2 lack some hints, so the text leaves all hints out.
  static std::string printKept(mlir::Operation *module,
                               BytecodeVersion version) {
    if (version >= bytecode::v13_3)
      return print(module);
    mlir::OwningOpRef<mlir::Operation *> copy = module->clone();
    (*copy)->walk(
        [](mlir::Operation *op) { op->removeAttr("optimization_hints"); });
    return print(*copy);
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    // The parser reads up to a terminating zero.
    return mlir::parseSourceString<mlir::ModuleOp>(text.str(), &context);
  }

  /// The text of an op, the same whether it is nested in another op or not.
  static std::string print(mlir::Operation *op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    op->print(os, mlir::OpPrintingFlags().useLocalScope());
    return llvm::StringRef(text).trim().str();
  }

  static llvm::StringRef str(const Bytes &bytes) {
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
  }

  static std::string inputFolder() {
    return TESSERA_SOURCE_DIR "/test/Bytecode/Inputs/";
  }
  /// The file with all that a version added to the language.
  static std::string languageOf(BytecodeVersion version) {
    return inputFolder() + (version == bytecode::v13_1
                                ? "every-op.mlir"
                                : "later" + version.str() + ".mlir");
  }
  static std::string load(llvm::StringRef path) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    EXPECT_TRUE(buffer) << path.str();
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  /// The files of a folder with the extension, sorted.
  static std::vector<std::string> filesIn(const std::string &folder,
                                          llvm::StringRef extension) {
    std::vector<std::string> paths;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(folder, error), end;
         it != end && !error; it.increment(error))
      if (llvm::sys::path::extension(it->path()) == extension)
        paths.push_back(it->path());
    llvm::sort(paths);
    return paths;
  }
  /// The bytecode files that front ends wrote.
  static std::vector<std::string> samples() {
    return filesIn(inputFolder(), ".tile");
  }
  /// The files of a version that must be readable for ever.
  static std::vector<std::string> frozen(BytecodeVersion version) {
    return filesIn(TESSERA_SOURCE_DIR "/test/Bytecode/frozen/" + version.str(),
                   ".tileirbc");
  }
  /// True if our writer made a frozen file, not a front end.
  static bool isOurs(const std::string &path) {
    return llvm::sys::path::filename(path).starts_with("tessera-");
  }

  mlir::MLIRContext context;

private:
  std::string errors;
  llvm::raw_string_ostream os{errors};
  PlainDiagnosticHandler handler{&context, os};
};

} // namespace tessera::test

#endif // TESSERA_UNITTESTS_BYTECODE_BYTECODETEST_H
