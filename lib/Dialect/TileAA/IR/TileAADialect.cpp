//===- TileAADialect.cpp - The tileaa dialect, its types and attributes ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

#include "tessera/Dialect/TileAA/IR/Dialect.cpp.inc"
#include "tessera/Dialect/TileAA/IR/Enums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/Types.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/Attributes.cpp.inc"

LogicalResult
tessera::tileaa::verifyLaunchShape(function_ref<InFlightDiagnostic()> emitError,
                                   unsigned warps, DenseI32ArrayAttr cluster) {
  constexpr int64_t maxWarps = Capacities::maxWarpsPerBlock,
                    maxClusterCTAs = Capacities::maxOptInClusterSize;
  if (!llvm::isPowerOf2_64(warps) || warps > maxWarps)
    return emitError() << "needs a power of two of at most " << maxWarps
                       << " warps, not " << warps;
  if (!cluster)
    return success();
  int64_t ctas = 1;
  for (int32_t extent : cluster.asArrayRef())
    ctas *= extent > 0 && extent <= maxClusterCTAs ? extent : 0;
  if (cluster.size() != 3 || !llvm::isPowerOf2_64(ctas) ||
      ctas > maxClusterCTAs)
    return emitError() << "needs a cluster of three powers of two whose "
                          "product is at most "
                       << maxClusterCTAs << ", not [" << cluster.asArrayRef()
                       << ']';
  return success();
}

LaunchAttr LaunchAttr::withTargetAndWarps(StringRef target, unsigned warps,
                                          unsigned copyWarps) const {
  return get(getContext(), target, warps, getCluster(), getStages(),
             getPersistent(), getMaxRegisters(), getMinCtasPerSm(),
             getMaxClusterRank(), copyWarps, getSpread(),
             /*fixed_warps=*/getWarps() != 0, getFindings());
}

LaunchAttr LaunchAttr::spreadOver(unsigned ctas) const {
  DenseI32ArrayAttr cluster = getCluster();
  if (!cluster)
    cluster = DenseI32ArrayAttr::get(getContext(), {int32_t(ctas), 1, 1});
  return get(getContext(), getTarget(), getWarps(), cluster, getStages(),
             getPersistent(), getMaxRegisters(), getMinCtasPerSm(),
             getMaxClusterRank(), getCopyWarps(), /*spread=*/true,
             getFixedWarps(), getFindings());
}

LaunchAttr LaunchAttr::withFindings(FindingsAttr findings) const {
  return get(getContext(), getTarget(), getWarps(), getCluster(), getStages(),
             getPersistent(), getMaxRegisters(), getMinCtasPerSm(),
             getMaxClusterRank(), getCopyWarps(), getSpread(), getFixedWarps(),
             findings);
}

unsigned LaunchAttr::countCTAs() const {
  unsigned ctas = 1;
  if (DenseI32ArrayAttr cluster = getCluster())
    for (int32_t extent : cluster.asArrayRef())
      ctas *= extent;
  return ctas;
}

LogicalResult LaunchAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef, unsigned warps,
                                 DenseI32ArrayAttr cluster, unsigned, bool,
                                 unsigned, unsigned, unsigned, unsigned, bool,
                                 bool, FindingsAttr) {
  return verifyLaunchShape(emitError, warps ? warps : 1, cluster);
}

namespace tessera::tileaa {
// Each function is defined beside its ops.
#define OP_GROUP(group) void add##group##Ops(Dialect &dialect);
#include "tessera/Dialect/TileAA/IR/Ops/Groups.inc"
} // namespace tessera::tileaa

void TileAADialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tessera/Dialect/TileAA/IR/Types.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tessera/Dialect/TileAA/IR/Attributes.cpp.inc"
      >();
#define OP_GROUP(group) add##group##Ops(*this);
#include "tessera/Dialect/TileAA/IR/Ops/Groups.inc"
}

Operation *TileAADialect::materializeConstant(OpBuilder &builder,
                                              Attribute value, Type type,
                                              Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
