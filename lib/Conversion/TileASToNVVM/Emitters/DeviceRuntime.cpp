//===- DeviceRuntime.cpp - Calls of CUDA's device runtime -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceRuntime.h"

#include "../Ptx/PtxOps.h"

using namespace mlir;
using namespace tessera;

static constexpr StringLiteral kStringPrefix = "__tessera_string_";

DeviceRuntime::DeviceRuntime(ModuleOp module) : module(module) {
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getSymName().starts_with(kStringPrefix))
      strings.try_emplace(global.getValueAttr(), global);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    functions.try_emplace(function.getSymNameAttr(), function);
}

Value DeviceRuntime::getString(OpBuilder &builder, Location loc,
                               StringRef text) {
  std::string bytes = text.str() + '\0';
  auto value = builder.getStringAttr(bytes);
  LLVM::GlobalOp &global = strings[value];
  if (!global) {
    OpBuilder atModule = OpBuilder::atBlockBegin(module.getBody());
    global = LLVM::GlobalOp::create(
        atModule, loc,
        LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal,
        kStringPrefix.str() + std::to_string(strings.size() - 1), value,
        /*alignment=*/1, ptxops::kGlobalSpace);
  }
  Value address = LLVM::AddressOfOp::create(
      builder, loc,
      LLVM::LLVMPointerType::get(builder.getContext(), ptxops::kGlobalSpace),
      global.getSymName());
  return LLVM::AddrSpaceCastOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}

LLVM::LLVMFuncOp DeviceRuntime::declare(StringRef name, Type result,
                                        ArrayRef<Type> arguments) {
  LLVM::LLVMFuncOp &function =
      functions[StringAttr::get(module.getContext(), name)];
  if (!function) {
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    function = LLVM::LLVMFuncOp::create(
        builder, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(result, arguments));
  }
  return function;
}

/// Local memory of a thread for a value of the given type. It is allocated at
/// the start of the kernel; anywhere else the stack would grow with each use.
static Value createLocal(OpBuilder &builder, Location loc, Type type) {
  Operation *kernel = builder.getInsertionBlock()->getParentOp();
  while (!isa<FunctionOpInterface>(kernel))
    kernel = kernel->getParentOp();
  OpBuilder atStart = OpBuilder::atBlockBegin(
      &cast<FunctionOpInterface>(kernel).getFunctionBody().front());
  Value one =
      LLVM::ConstantOp::create(atStart, loc, builder.getI32IntegerAttr(1));
  return LLVM::AllocaOp::create(
      atStart, loc, LLVM::LLVMPointerType::get(builder.getContext()), type, one,
      /*alignment=*/8);
}

void DeviceRuntime::printf(OpBuilder &builder, Location loc, StringRef format,
                           ValueRange arguments) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto callee = declare("vprintf", builder.getI32Type(), {pointer, pointer});
  Value packed = LLVM::ZeroOp::create(builder, loc, pointer);
  if (!arguments.empty()) {
    auto layout = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), llvm::to_vector(arguments.getTypes()));
    packed = createLocal(builder, loc, layout);
    for (auto [index, argument] : llvm::enumerate(arguments)) {
      Value field = LLVM::GEPOp::create(
          builder, loc, pointer, layout, packed,
          ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(index)});
      LLVM::StoreOp::create(builder, loc, argument, field);
    }
  }
  LLVM::CallOp::create(builder, loc, callee,
                       ValueRange{getString(builder, loc, format), packed});
}

void DeviceRuntime::assertFail(OpBuilder &builder, Location loc,
                               StringRef message, StringRef file, unsigned line,
                               StringRef function) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto callee =
      declare("__assertfail", LLVM::LLVMVoidType::get(builder.getContext()),
              {pointer, pointer, i32, pointer, i64});
  Value lineValue =
      LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(line));
  Value charSize =
      LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
  LLVM::CallOp::create(builder, loc, callee,
                       ValueRange{getString(builder, loc, message),
                                  getString(builder, loc, file), lineValue,
                                  getString(builder, loc, function), charSize});
}
