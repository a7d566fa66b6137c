//===- emit.cpp - A kernel made with the C++ builders ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   emit [VERSION] > axpy.tileirbc
//
// Writes the bytecode of one kernel, y = a * x + y, one tile of 1024 numbers
// for each tile block, as a front end would; docs/emitting.md goes through it.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Support/Diagnostics.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// Where the kernel `name` stands in the language of the front end: a function
/// of axpy.py that begins at line 3.
static DISubprogramAttr makeScope(Builder &builder, StringRef name) {
  MLIRContext *context = builder.getContext();
  StringAttr nameAttr = builder.getStringAttr(name);
  auto file = DIFileAttr::get(context, builder.getStringAttr("axpy.py"),
                              builder.getStringAttr("/home/me"));
  auto unit = DICompileUnitAttr::get(context, file);
  return DISubprogramAttr::get(context, file, /*line=*/3, nameAttr, nameAttr,
                               unit, /*scopeLine=*/3, /*isDeclaration=*/false);
}

/// Advice that the compiler may take, on every GPU.
static OptimizationHintsAttr makeHints(Builder &builder) {
  auto hints = builder.getDictionaryAttr(builder.getNamedAttr(
      "num_worker_warps_per_cta", builder.getI32IntegerAttr(4)));
  return OptimizationHintsAttr::get(
      builder.getContext(),
      builder.getDictionaryAttr(builder.getNamedAttr("default", hints)));
}

/// entry @axpy(a, x, y, n): vectors of n floats at x and y.
static void buildAxpy(OpBuilder &builder) {
  DISubprogramAttr scope = makeScope(builder, "axpy");
  auto at = [&](unsigned line) -> Location {
    auto place = FileLineColLoc::get(scope.getFile().getName(), line, 1);
    return DILocAttr::get(place, scope);
  };
  auto scalar = [](Type element) { return TileType::get({}, element); };

  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  Type pointer = scalar(PointerType::get(f32));
  SmallVector<Type> arguments{scalar(f32), pointer, pointer, scalar(i32)};
  auto entry = EntryOp::create(builder, at(3), "axpy",
                               builder.getFunctionType(arguments, {}),
                               makeHints(builder));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&entry.getBody().front());
  Value a = entry.getArgument(0), n = entry.getArgument(3);

  // A view of n numbers with stride 1, cut into tiles.
  auto tilesOf = [&](unsigned argument) -> Value {
    Value view = MakeTensorViewOp::create(
        builder, at(4), entry.getArgument(argument),
        /*shape=*/{TensorViewType::kDynamic}, /*strides=*/{1}, n);
    return MakePartitionViewOp::create(builder, at(4), view, {1024});
  };
  Value xs = tilesOf(1), ys = tilesOf(2);
  Value block = GetTileBlockIdOp::create(builder, at(5)).getBlockIdX();
  auto x = LoadViewTkoOp::create(builder, at(6), xs, block);
  auto y = LoadViewTkoOp::create(builder, at(7), ys, block);

  Value one = ReshapeOp::create(builder, at(8), a, {1});
  Value all = BroadcastOp::create(builder, at(8), one, {1024});
  Value sum = FmaOp::create(builder, at(8), all, x.getTile(), y.getTile());
  // The token puts the store after the load of the same memory.
  StoreViewTkoOp::create(builder, at(9), sum, ys, block, y.getResultToken());
  ReturnOp::create(builder, at(10));
}

int main(int argc, char **argv) {
  std::optional<BytecodeVersion> version =
      BytecodeVersion::parse(argc > 1 ? argv[1] : "13.1");
  if (!version || !version->isSupported()) {
    llvm::errs() << "error: the versions are "
                 << listOfSupportedBytecodeVersions() << '\n';
    return 1;
  }

  MLIRContext context;
  PlainDiagnosticHandler diagnostics(&context);
  context.loadDialect<CudaTileDialect>();
  OpBuilder builder(&context);
  OwningOpRef<cuda_tile::ModuleOp> module =
      cuda_tile::ModuleOp::create(builder, builder.getUnknownLoc(), "kernels");
  builder.setInsertionPointToEnd(&module->getBody().front());
  buildAxpy(builder);

  // Verifies the module before it writes anything.
  if (failed(writeBytecode(*module, llvm::outs(), *version)))
    return 1;
  return 0;
}
