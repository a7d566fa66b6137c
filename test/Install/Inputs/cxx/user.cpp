//===- user.cpp - A user of the C++ API outside of the tree ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds `*p = *p + *p`, prints the PTX, then runs the bytecode.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Compiler/Compiler.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Runtime/Engine.h"
#include "tessera/Support/Diagnostics.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

static OwningOpRef<mlir::ModuleOp> build(MLIRContext &context) {
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<mlir::ModuleOp> outer = mlir::ModuleOp::create(loc);
  builder.setInsertionPointToEnd(outer->getBody());
  auto module = cuda_tile::ModuleOp::create(builder, loc, "kernels");
  builder.setInsertionPointToEnd(&module.getBody().front());
  Type pointer = TileType::get({}, PointerType::get(builder.getF32Type()));
  auto entry = EntryOp::create(builder, loc, "twice",
                               builder.getFunctionType({pointer}, {}));
  builder.setInsertionPointToEnd(&entry.getBody().front());
  Value address = entry.getArgument(0);
  auto load = LoadPtrTkoOp::create(builder, loc, address);
  Value sum = AddFOp::create(builder, loc, load.getResult(), load.getResult());
  StorePtrTkoOp::create(builder, loc, address, sum, /*mask=*/Value(),
                        load.getResultToken());
  ReturnOp::create(builder, loc);
  return outer;
}

/// The interpreter's result for 21.
static float run(StringRef bytecode) {
  std::unique_ptr<runtime::Kernel> kernel = runtime::Kernel::read(
      llvm::MemoryBuffer::getMemBufferCopy(bytecode, "twice"), llvm::errs());
  runtime::Launch launch;
  launch.entry = "twice";
  float value = 21;
  runtime::Buffer buffer;
  buffer.bytes = sizeof value;
  auto *bytes = reinterpret_cast<const uint8_t *>(&value);
  buffer.contents = std::vector<uint8_t>(bytes, bytes + sizeof value);
  launch.buffers.push_back(std::move(buffer));
  runtime::ParameterValue pointer;
  pointer.buffer = 0;
  launch.parameters.push_back(pointer);
  std::unique_ptr<runtime::Engine> engine =
      runtime::createInterpretEngine(runtime::EngineOptions());
  runtime::RunReport report;
  if (!kernel || !engine->load(*kernel, {}, report, llvm::errs()) ||
      !engine->run(launch, report, llvm::errs()))
    return -1;
  std::memcpy(&value, launch.buffers[0].contents->data(), sizeof value);
  return value;
}

int main() {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  PlainDiagnosticHandler diagnostics(&context);
  context.loadDialect<CudaTileDialect>();
  OwningOpRef<mlir::ModuleOp> module = build(context);
  std::string bytecode;
  llvm::raw_string_ostream os(bytecode);
  if (failed(writeBytecode(*module, os, bytecode::v13_1)))
    return 1;
  CompileOptions options;
  options.gpuName = "sm_90";
  options.emit = Stage::PTX;
  CompileResult result = compile(*module, options);
  llvm::outs() << result.output << "twice 21 is " << run(bytecode) << '\n';
  return result ? 0 : 1;
}
