//===- WriteSeeds.cpp - First inputs for the fuzz targets -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   write-seeds FOLDER FILE.mlir...
//
// Writes each module of the files, each entry, and each top-level op of an
// entry with the ops that it needs, as a small bytecode file in every version
// that can hold it. Files are named by a hash of their content, so that there
// are no duplicates.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Module.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"

using namespace tessera;
using Module = mlir::OwningOpRef<cuda_tile::ModuleOp>;

/// Writes `module` into `folder` in every version that can hold it.
static void writeSeed(cuda_tile::ModuleOp module, llvm::StringRef folder) {
  for (BytecodeVersion version : supportedBytecodeVersions()) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    if (failed(writeBytecode(module, os, version)))
      continue;
    llvm::SmallString<128> path(folder);
    std::array<uint8_t, 20> hash =
        llvm::SHA1::hash(llvm::arrayRefFromStringRef(bytes));
    llvm::sys::path::append(path, llvm::toHex(hash, /*LowerCase=*/true));
    std::error_code error;
    llvm::raw_fd_ostream file(path, error);
    file << bytes;
  }
}

/// A copy of `module` with the functions for which `keep` holds, and the
/// globals.
static Module copyWith(cuda_tile::ModuleOp module,
                       llvm::function_ref<bool(unsigned)> keep) {
  Module copy(llvm::cast<cuda_tile::ModuleOp>(module->clone()));
  unsigned index = 0;
  for (mlir::Operation &op :
       llvm::make_early_inc_range((*copy)->getRegion(0).front()))
    if (!llvm::isa<cuda_tile::GlobalOp>(op) && !keep(index++))
      op.erase();
  return copy;
}

/// Removes the ops of `block`, except for its `kept`-th, its terminator and the
/// ops that these use.
static void reduceTo(mlir::Block &block, unsigned kept) {
  unsigned index = block.getOperations().size();
  for (mlir::Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (--index != kept && op.use_empty() && &op != &block.back())
      op.erase();
}

static void writeSeeds(cuda_tile::ModuleOp module, llvm::StringRef folder) {
  unsigned index = 0;
  for (cuda_tile::EntryOpInterface entry :
       module.getOps<cuda_tile::EntryOpInterface>()) {
    auto only = [&](unsigned i) { return i == index; };
    writeSeed(*copyWith(module, only), folder);
    size_t numOps = entry->getRegion(0).front().getOperations().size();
    for (size_t op = 0; op < numOps; ++op) {
      Module copy = copyWith(module, only);
      auto only = *copy->getOps<cuda_tile::EntryOpInterface>().begin();
      reduceTo(only->getRegion(0).front(), op);
      writeSeed(*copy, folder);
    }
    ++index;
  }
}

int main(int argc, char **argv) {
  if (argc < 3) {
    llvm::errs() << "usage: write-seeds FOLDER FILE.mlir...\n";
    return 1;
  }
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<cuda_tile::CudaTileDialect>();
  for (const char *path : llvm::ArrayRef(argv + 2, argc - 2)) {
    auto module = mlir::parseSourceFile<mlir::ModuleOp>(path, &context);
    if (!module)
      return 1;
    // Errors of versions that cannot hold the module are ignored.
    mlir::ScopedDiagnosticHandler mute(
        &context, [](mlir::Diagnostic &) { return llvm::success(); });
    module->walk(
        [&](cuda_tile::ModuleOp tiles) { writeSeeds(tiles, argv[1]); });
  }
  return 0;
}
