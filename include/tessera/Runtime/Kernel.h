//===- Kernel.h - A kernel file, whatever form it has ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_KERNEL_H
#define TESSERA_RUNTIME_KERNEL_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "tessera/Emulator/Program.h"
#include "tessera/Runtime/Argument.h"
#include "llvm/Support/MemoryBuffer.h"

namespace tessera::runtime {

/// A file that holds kernels: Tile IR bytecode, the text of a cuda_tile module,
/// or PTX.
class Kernel {
public:
  /// Reads and verifies `file`. If that fails, writes the reason to `errors`,
  /// with the place in the file, and returns null.
  static std::unique_ptr<Kernel> load(llvm::StringRef file,
                                      llvm::raw_ostream &errors);
  /// The same for the contents of a file, whose name is the buffer's.
  static std::unique_ptr<Kernel>
  read(std::unique_ptr<llvm::MemoryBuffer> buffer, llvm::raw_ostream &errors);

  /// The file's bytes, under its name.
  llvm::MemoryBufferRef getBuffer() const { return buffer->getMemBufferRef(); }

  /// The operation that the interpreter runs: the Tile IR module, or the
  /// builtin module with the kernels of a later stage. Null for PTX.
  mlir::Operation *getProgram() const { return program; }
  /// The builtin module around it.
  mlir::ModuleOp getFile() const { return *file; }
  /// True for a Tile IR module: neither PTX nor a later stage.
  bool isTileIR() const;
  /// The PTX program; null for Tile IR.
  const ptx::Program *getPtx() const { return ptx ? &*ptx : nullptr; }

  /// The names of the entries, in the order of the file.
  std::vector<std::string> getEntries() const;

  /// The parameters of an entry; `name` must be one of getEntries().
  std::vector<ParameterType> getParameters(llvm::StringRef name) const;
  /// The same with their names, which are read off the source.
  std::vector<ParameterType> getNamedParameters(llvm::StringRef name) const;

private:
  Kernel() = default;
  bool readTileIR(llvm::raw_ostream &errors);

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> file;
  mlir::Operation *program = nullptr;
  std::optional<ptx::Program> ptx;
};

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_KERNEL_H
