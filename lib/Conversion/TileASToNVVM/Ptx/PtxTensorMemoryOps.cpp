//===- PtxTensorMemoryOps.cpp - Tensor memory, and products in it ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"
#include "tessera/Target/MatrixInstruction.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tessera;
using ptxops::createAsm;

/// The suffix of an instruction for one CTA, or for a pair. All of a kernel have
/// the same.
static std::string getGroup(unsigned ctas) {
  return ".cta_group::" + std::to_string(ctas);
}

void ptxops::allocateTensorMemory(OpBuilder &builder, Location loc, Value place,
                                  int64_t columns, unsigned ctas) {
  createAsm(builder, loc, Type(), place,
            "tcgen05.alloc" + getGroup(ctas) +
                ".sync.aligned.shared::cta.b32 [$0], " + Twine(columns) + ";",
            "r");
  instruction(builder, loc,
              "tcgen05.relinquish_alloc_permit" + getGroup(ctas) +
                  ".sync.aligned");
}

void ptxops::freeTensorMemory(OpBuilder &builder, Location loc, Value address,
                              int64_t columns, unsigned ctas) {
  createAsm(builder, loc, Type(), address,
            "tcgen05.dealloc" + getGroup(ctas) + ".sync.aligned.b32 $0, " +
                Twine(columns) + ";",
            "r");
}

void ptxops::fenceTensorMemory(OpBuilder &builder, Location loc,
                               bool isBefore) {
  instruction(builder, loc,
              isBefore ? "tcgen05.fence::before_thread_sync"
                       : "tcgen05.fence::after_thread_sync");
}

void ptxops::commitTensorProducts(OpBuilder &builder, Location loc,
                                  Value barrier, unsigned ctas) {
  std::string commit = "tcgen05.commit" + getGroup(ctas) +
                       ".mbarrier::arrive::one.shared::cluster";
  if (ctas == 1) {
    createAsm(builder, loc, Type(), barrier, commit + ".b64 [$0];", "r");
    return;
  }
  Value all = ptxops::makeCTAMask(builder, loc, ctas);
  createAsm(builder, loc, Type(), {barrier, all},
            commit + ".multicast::cluster.b64 [$0], $1;", "r,h");
}

void ptxops::beginScaleCopy(OpBuilder &builder, Location loc, Value address,
                            Value descriptor) {
  createAsm(builder, loc, Type(), ValueRange{address, descriptor},
            "tcgen05.cp.cta_group::1.32x128b.warpx4 [$0], $1;", "r,l");
}

/// Floats of 4 bits in pairs: the form for them alone.
static bool takesPairs(const MatrixInstruction &form) {
  return form.scaleVector && !form.mixesOperands;
}

/// The suffix of `tcgen05.mma` for factors of a type.
static StringRef getKind(const MatrixInstruction &form, MatrixElement factor) {
  if (form.scaleVector == 16)
    return "mxf4nvf4.block_scale.block16";
  if (form.scaleVector)
    return takesPairs(form) ? "mxf4.block_scale.block32"
                            : "mxf8f6f4.block_scale.block32";
  switch (factor) {
  case MatrixElement::F16:
  case MatrixElement::BF16:
    return "f16";
  case MatrixElement::TF32:
    return "tf32";
  case MatrixElement::S8:
  case MatrixElement::U8:
    return "i8";
  default:
    return "f8f6f4";
  }
}

/// PTX ISA, "Instruction descriptor": the numbers of types are those of their
/// kind, but for floats of 4 bits in pairs.
static uint32_t getNumber(MatrixElement element) {
  switch (element) {
  case MatrixElement::BF16:
  case MatrixElement::F32:
  case MatrixElement::S8:
  case MatrixElement::E5M2:
    return 1;
  case MatrixElement::TF32:
  case MatrixElement::S32:
    return 2;
  case MatrixElement::E2M3:
    return 3;
  case MatrixElement::E3M2:
    return 4;
  case MatrixElement::E2M1:
    return 5;
  default: // f16, u8, e4m3
    return 0;
  }
}

/// The descriptor for the kinds with scales. The scales of blocks of 16 are
/// ue4m3, others ue8m0.
static uint32_t getScaledDescriptor(const MatrixInstruction &form,
                                    int64_t width,
                                    const ptxops::TensorFactors &factors) {
  auto number = [&](MatrixElement element) {
    return takesPairs(form) ? uint32_t(1) : getNumber(element);
  };
  return factors.rhsScales.byte << 4 | number(factors.lhsElement) << 7 |
         number(factors.rhsElement) << 10 |
         uint32_t(factors.isLhsOuterMajor) << 15 |
         uint32_t(factors.isRhsOuterMajor) << 16 | uint32_t(width / 8) << 17 |
         uint32_t(form.scaleVector != 16) << 23 | uint32_t(form.m / 128) << 27 |
         factors.lhsScales.byte << 29;
}

static uint32_t getDescriptor(const MatrixInstruction &form, int64_t width,
                              const ptxops::TensorFactors &factors,
                              unsigned ctas) {
  if (form.scaleVector)
    return getScaledDescriptor(form, width, factors);
  return getNumber(factors.sum) << 4 | getNumber(factors.lhsElement) << 7 |
         getNumber(factors.rhsElement) << 10 |
         uint32_t(factors.isLhsOuterMajor) << 15 |
         uint32_t(factors.isRhsOuterMajor) << 16 | uint32_t(width / 8) << 17 |
         uint32_t(ctas * form.m / 16) << 24;
}

void ptxops::beginTensorProduct(OpBuilder &builder, Location loc,
                                const MatrixInstruction &form, int64_t width,
                                const TensorFactors &factors, Value address,
                                Value adds, unsigned ctas) {
  bool isLhsInMemory = static_cast<bool>(factors.lhsAddress);
  SmallVector<Value> operands{
      address, isLhsInMemory ? factors.lhsAddress : factors.lhsDescriptor,
      factors.rhsDescriptor};
  std::string constraints = isLhsInMemory ? "r,r,l" : "r,l,l", scales;
  if (form.scaleVector) {
    operands.append({factors.lhsScales.address, factors.rhsScales.address});
    constraints += ",r,r";
    scales = " [$3], [$4],";
  }
  std::string predicate = "setp.eq.b32 adds, 0, 0;";
  if (adds) {
    predicate = llvm::formatv("setp.ne.b32 adds, ${0}, 0;", operands.size());
    operands.push_back(
        LLVM::ZExtOp::create(builder, loc, builder.getI32Type(), adds));
    constraints += ",r";
  }
  createAsm(builder, loc, Type(), operands,
            llvm::formatv("{{\n\t.reg .pred adds;\n\t{0}\n\t"
                          "tcgen05.mma{4}.kind::{1} [$0], {5}, $2, "
                          "{2},{3} adds;\n\t}",
                          predicate, getKind(form, factors.lhsElement),
                          getDescriptor(form, width, factors, ctas), scales,
                          getGroup(ctas), isLhsInMemory ? "[$1]" : "$1")
                .str(),
            constraints);
}

/// The way a warp moves registers of 32 bits to and from tensor memory: the shape,
/// and how often it is repeated along the columns.
static std::string getShape(bool hasRowInLane, StringRef ofFragments,
                            size_t registersOfFragment, size_t count) {
  if (hasRowInLane)
    return "32x32b.x" + std::to_string(count);
  return (ofFragments + ".x" + Twine(count / registersOfFragment)).str();
}

/// The shape for sums, of which 8 columns of a fragment are 4 registers.
static std::string getShapeOfSums(bool hasRowInLane, size_t count) {
  return getShape(hasRowInLane, "16x256b", /*registersOfFragment=*/4, count);
}

SmallVector<Value> ptxops::loadTensorMemory(OpBuilder &builder, Location loc,
                                            Type element, size_t count,
                                            Value address, bool hasRowInLane) {
  std::string registers, constraints;
  for (size_t i = 0; i != count; ++i) {
    registers += (i ? ", $" : "$") + std::to_string(i);
    constraints += ("=" + getConstraint(element) + ",").str();
  }
  Type result = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), SmallVector<Type>(count, element));
  Value loaded = createAsm(
      builder, loc, result, address,
      llvm::formatv("tcgen05.ld.sync.aligned.{0}.b32 {{{1}}, [${2}];",
                    getShapeOfSums(hasRowInLane, count), registers, count)
          .str(),
      constraints + "r");
  return getMembers(builder, loc, loaded);
}

/// Begins to write registers, in a shape.
static void storeRegisters(OpBuilder &builder, Location loc, ValueRange values,
                           Value address, StringRef shape) {
  std::string registers, constraints = "r";
  SmallVector<Value> operands{address};
  for (auto [number, value] : llvm::enumerate(values)) {
    registers += (number ? ", $" : "$") + std::to_string(number + 1);
    constraints += ("," + ptxops::getConstraint(value.getType())).str();
    operands.push_back(value);
  }
  createAsm(builder, loc, Type(), operands,
            llvm::formatv("tcgen05.st.sync.aligned.{0}.b32 [$0], {{{1}};",
                          shape, registers)
                .str(),
            constraints);
}

void ptxops::storeTensorMemory(OpBuilder &builder, Location loc,
                               ValueRange values, Value address,
                               bool hasRowInLane) {
  storeRegisters(builder, loc, values, address,
                 getShapeOfSums(hasRowInLane, values.size()));
}

void ptxops::storePairsToTensorMemory(OpBuilder &builder, Location loc,
                                      ValueRange words, Value address,
                                      bool hasRowInLane) {
  storeRegisters(builder, loc, words, address,
                 getShape(hasRowInLane, "16x128b", /*registersOfFragment=*/2,
                          words.size()));
}

Value ptxops::addTensorColumns(OpBuilder &builder, Location loc, Value address,
                               int64_t columns) {
  if (columns == 0)
    return address;
  Value offset = LLVM::ConstantOp::create(builder, loc,
                                          builder.getI32IntegerAttr(columns));
  return LLVM::AddOp::create(builder, loc, address, offset);
}

SmallVector<Value> ptxops::waitForTensorLoads(OpBuilder &builder, Location loc,
                                              ValueRange values) {
  return updateInPlace(builder, loc, values, {},
                       "tcgen05.wait::ld.sync.aligned;", "");
}

void ptxops::waitForTensorStores(OpBuilder &builder, Location loc) {
  instruction(builder, loc, "tcgen05.wait::st.sync.aligned");
}
