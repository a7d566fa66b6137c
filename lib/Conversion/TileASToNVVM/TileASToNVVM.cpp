//===- TileASToNVVM.cpp - Kernels become functions of one thread ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchesOfOne.h"
#include "Emitters/GuardedPowers.h"
#include "Emitters/GuardedScaling.h"
#include "Emitters/ScalarMath.h"
#include "Patterns/Patterns.h"
#include "Ptx/PtxOps.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "tessera/Codegen/KernelAttributes.h"
#include "tessera/Conversion/TileASToNVVM/Passes.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"
#include "tessera/Dialect/TileAS/IR/Ops/Return.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"

namespace tessera {
#define GEN_PASS_DEF_CONVERTTILEASTONVVM
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

RegisterTypeConverter::RegisterTypeConverter(MLIRContext *context) {
  addConversion([](Type type) { return type; });
  addConversion([](tileaa::PtrType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(), ptxops::kGlobalSpace);
  });
  addConversion([](TensorMapType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(), ptxops::kGlobalSpace);
  });
  addConversion([](BufferType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(), ptxops::kSharedSpace);
  });
  addConversion(
      [](tileaa::TokenType, SmallVectorImpl<Type> &) { return success(); });
  addConversion([this](PendingType type, SmallVectorImpl<Type> &types) {
    if (failed(convertType(type.getTile(), types)))
      return failure();
    types.append(type.countFactorWords(),
                 IntegerType::get(type.getContext(), 32));
    return success();
  });
  addConversion([](TmemType type, SmallVectorImpl<Type> &types) {
    // Where the columns begin, the mbarrier of products, and the variable of a
    // thread that says which phase of it comes next.
    MLIRContext *context = type.getContext();
    types.append({IntegerType::get(context, 32),
                  LLVM::LLVMPointerType::get(context, ptxops::kSharedSpace),
                  LLVM::LLVMPointerType::get(context)});
    return success();
  });
  addConversion([](TmemTileType type, SmallVectorImpl<Type> &types) {
    // The column, and whether there is anything to which products are added.
    MLIRContext *context = type.getContext();
    types.append({IntegerType::get(context, 32), IntegerType::get(context, 1)});
    return success();
  });
  addConversion([](CompletionType type, SmallVectorImpl<Type> &types) {
    MLIRContext *context = type.getContext();
    if (type.isPhase())
      types.append({LLVM::LLVMPointerType::get(context, ptxops::kSharedSpace),
                    IntegerType::get(context, 32)});
    return success();
  });
  addConversion(
      [this](RankedTensorType type,
             SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        auto layout = dyn_cast_or_null<LayoutAttr>(type.getEncoding());
        if (!layout)
          return std::nullopt;
        types.append(layout.getNumRegisters(),
                     convertElement(type.getElementType()));
        return success();
      });
}

Type RegisterTypeConverter::convertElement(Type type) const {
  return convertType(getElementTypeOrSelf(type));
}

namespace {

class ReturnPattern : public OpConversionPattern<ReturnOp> {
public:
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReturnOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};

/// Ops of arith and scf may remain if they only handle scalars of one thread.
bool isLegalOnScalars(Operation *op, const TypeConverter &converter) {
  return converter.isLegal(op) && !scalarmath::needsExpansion(op);
}

LogicalResult convertBody(KernelOpInterface kernel, KernelContext &context,
                          const RegisterTypeConverter &converter) {
  RewritePatternSet patterns(kernel.getContext());
  ConversionTarget target(*kernel.getContext());
  populateAgentPatterns(patterns, converter, context);
  populateElementwisePatterns(patterns, converter, context);
  populateShapePatterns(patterns, converter, context);
  populateMemoryPatterns(patterns, converter, context);
  populateBufferPatterns(patterns, converter, context);
  populateBoxPatterns(patterns, converter, context);
  populateAsyncPatterns(patterns, converter, context);
  populateMBarrierPatterns(patterns, converter, context);
  populateTensorMapPatterns(patterns, converter, context);
  populateProductPatterns(patterns, converter, context);
  populateTensorMemoryPatterns(patterns, converter, context);
  populateTensorProductPatterns(patterns, converter, context);
  populateWarpGroupPatterns(patterns, converter, context);
  populateReductionPatterns(patterns, converter, context);
  populateScratchPatterns(patterns, converter, context);
  populateMessagePatterns(patterns, converter, context);
  scf::populateSCFStructuralTypeConversions(converter, patterns);
  patterns.add<ReturnPattern>(converter, kernel.getContext());

  target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  target.addIllegalDialect<tileaa::TileAADialect, TileASDialect>();
  target.addDynamicallyLegalDialect<arith::ArithDialect>(
      [&](Operation *op) { return isLegalOnScalars(op, converter); });
  target.addDynamicallyLegalDialect<scf::SCFDialect>(
      [&](Operation *op) { return converter.isLegal(op); });
  // Terminators of scf are converted with the op that they end.
  target.addDynamicallyLegalOp<scf::YieldOp, scf::ConditionOp>(
      [&](Operation *op) { return converter.isLegal(op->getOperandTypes()); });
  target.addLegalOp<KernelOpInterface, UnrealizedConversionCastOp>();
  return applyFullConversion(
      llvm::map_to_vector(kernel.getBody().front(),
                          [](Operation &op) { return &op; }),
      target, std::move(patterns));
}

/// The launch contract as attributes that become PTX directives. Clients launch
/// with block size (1, 1, 1), and the kernel says how many threads a tile block
/// has. On targets whose grids can count clusters, the directive for clusters
/// makes that possible.
void setLaunchContract(LLVM::LLVMFuncOp function, KernelSpecAttr spec,
                       const TargetInfo &target) {
  Builder builder(function.getContext());
  int32_t threads = spec.getNumThreads();
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                    builder.getDenseI32ArrayAttr({threads, 1, 1}));
  auto setBound = [&](StringRef name, unsigned bound) {
    if (bound)
      function->setAttr(name, builder.getI32IntegerAttr(bound));
  };
  setBound(NVVM::NVVMDialect::getMaxnregAttrName(), spec.getMaxRegisters());
  setBound(NVVM::NVVMDialect::getMinctasmAttrName(), spec.getMinCtasPerSm());
  if (!target.hasBlocksAreClusters())
    return;
  // A bound leaves the shape to the launch. ptxas refuses a bound and a shape
  // together; a fixed shape was checked against the bound before.
  if (!spec.getCluster() && spec.getMaxClusterRank())
    return setBound(NVVM::NVVMDialect::getClusterMaxBlocksAttrName(),
                    spec.getMaxClusterRank());
  function->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                    builder.getDenseI32ArrayAttr(spec.getClusterShape()));
  function->setAttr(NVVM::NVVMDialect::getBlocksAreClustersAttrName(),
                    builder.getUnitAttr());
}

/// Runs the body in the first CTA of a cluster only: the work is not spread over
/// CTAs, and side effects must happen once.
void confineToFirstCTA(Block &body, Location loc) {
  Operation *first = &body.front(), *terminator = body.getTerminator();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  Value rank = NVVM::ClusterId::create(builder, loc, builder.getI32Type());
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rank, zero);
  auto guarded = scf::IfOp::create(builder, loc, isFirst,
                                   /*withElseRegion=*/false);
  Block *then = guarded.thenBlock();
  then->getOperations().splice(then->begin(), body.getOperations(),
                               first->getIterator(), terminator->getIterator());
}

/// Instructions carry no schedule: ptxas schedules each block itself.
void removeSchedules(KernelOpInterface kernel) {
  kernel.walk([](Operation *op) {
    for (StringRef name : {ScheduleAttr::attributeName, SlotAttr::attributeName,
                           kExpandedName, kStageName})
      op->removeAttr(name);
  });
}

LogicalResult convertKernel(KernelOpInterface kernel, DeviceRuntime &runtime) {
  KernelSpecAttr spec = kernel.getSpec();
  if (!spec.getFrozen())
    return kernel.emitOpError(
        "has an open spec; run tileas-freeze-kernel-spec first");
  const TargetInfo *target = lookupTarget(spec.getTarget());
  if (!target)
    return kernel.emitOpError("is for an unknown GPU '")
           << spec.getTarget() << "'";
  if (failed(checkKernel(kernel)))
    return failure();

  removeSchedules(kernel);
  RegisterTypeConverter converter(kernel.getContext());
  KernelContext context(kernel, *target, runtime);
  delayGuardedPowers(kernel, context.getPowerGuards());
  delayMasks(kernel, context);
  branchToOne(kernel, context);
  TypeConverter::SignatureConversion signature(
      kernel.getArgumentTypes().size());
  if (failed(
          converter.convertSignatureArgs(kernel.getArgumentTypes(), signature)))
    return failure();
  OpBuilder builder(kernel);
  auto function = LLVM::LLVMFuncOp::create(
      builder, kernel.getLoc(), kernel.getSymName(),
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(kernel.getContext()),
                                  signature.getConvertedTypes()));
  setLaunchContract(function, spec, *target);
  kernel.walk([&](TmemAllocOp op) {
    function->setAttr(kTensorColumnsAttr,
                      builder.getI32IntegerAttr(op.getColumns()));
  });

  // Arguments change their types in place, with casts that the conversion of
  // the body removes.
  Block &body = kernel.getBody().front();
  OpBuilder atStart = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments()) {
    Type type = converter.convertElement(argument.getType());
    if (type == argument.getType())
      continue;
    Type old = argument.getType();
    argument.setType(type);
    auto cast = UnrealizedConversionCastOp::create(atStart, kernel.getLoc(),
                                                   old, argument);
    argument.replaceAllUsesExcept(cast.getResult(0), cast);
  }
  if (failed(convertBody(kernel, context, converter)))
    return failure();
  if (spec.getClusterCTAs() > 1 && !spec.getSpread())
    confineToFirstCTA(body, kernel.getLoc());
  function.getBody().takeBody(kernel.getBody());
  kernel.erase();
  return success();
}

/// True of the names of what the code of any kernel may call or hold: functions
/// of libdevice and of the device's runtime, and what the conversion adds.
bool isReserved(StringRef name) {
  return name == "vprintf" || name == "__assertfail" ||
         name.starts_with("__nv_") || name.starts_with("__tessera_");
}

/// Refuses kernels and variables of such names, by which clients find them, so
/// that they are not changed.
LogicalResult checkNames(ModuleOp module) {
  LogicalResult result = success();
  for (Operation &op : *module.getBody()) {
    if (!isa<KernelOpInterface, tileaa::GlobalOp>(op))
      continue;
    StringRef name = SymbolTable::getSymbolName(&op).getValue();
    if (isReserved(name))
      result = op.emitError("the name \"")
               << name
               << "\" is kept for functions and variables of CUDA and "
                  "of the compiler; take another one";
  }
  return result;
}

struct ConvertTileASToNVVMPass
    : tessera::impl::ConvertTileASToNVVMBase<ConvertTileASToNVVMPass> {
  void runOnOperation() override {
    if (failed(checkNames(getOperation())))
      return signalPassFailure();
    DeviceRuntime runtime(getOperation());
    for (auto kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOpInterface>()))
      if (failed(convertKernel(kernel, runtime)))
        return signalPassFailure();
    for (auto global : llvm::make_early_inc_range(
             getOperation().getOps<tileaa::GlobalOp>())) {
      OpBuilder builder(global);
      ptxops::makeGlobal(builder, global.getLoc(), global.getSymName(),
                         global.getElements(),
                         global.getHidden() ? LLVM::Linkage::Internal
                                            : LLVM::Linkage::External,
                         global.getAlignment());
      global.erase();
    }
  }
};

} // namespace
