//===- DebugInfo.cpp - Debug information of cuda_tile ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera::cuda_tile;

LogicalResult DILocAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                FileLineColLoc sourceLoc, DILocalScopeAttr) {
  if (!isStrictFileLineColLoc(sourceLoc))
    return emitError() << "the place of a di_loc must be one file:line:column, "
                          "found "
                       << LocationAttr(sourceLoc);
  return success();
}

bool DILocalScopeAttr::classof(Attribute attribute) {
  return isa<DISubprogramAttr, DILexicalBlockAttr>(attribute);
}

DISubprogramAttr DILocalScopeAttr::getSubprogram() const {
  DILocalScopeAttr scope = *this;
  while (auto block = dyn_cast<DILexicalBlockAttr>(scope))
    scope = block.getScope();
  return cast<DISubprogramAttr>(scope);
}

DILocalScopeAttr tessera::cuda_tile::getDebugScope(Location loc) {
  LocationAttr rest = loc;
  while (rest) {
    if (auto scoped = dyn_cast<DILocAttr>(rest))
      return scoped.getScope();
    rest =
        TypeSwitch<LocationAttr, LocationAttr>(rest)
            .Case([](CallSiteLoc site) { return site.getCaller(); })
            .Case([](NameLoc name) { return name.getChildLoc(); })
            .Case([](OpaqueLoc opaque) { return opaque.getFallbackLocation(); })
            .Case([](FusedLoc fused) {
              return fused.getLocations().empty()
                         ? LocationAttr()
                         : LocationAttr(fused.getLocations().front());
            })
            .Default(LocationAttr());
  }
  return {};
}

//===----------------------------------------------------------------------===//
// The rules for locations
//===----------------------------------------------------------------------===//

namespace {

/// Looks for operations whose scope is none of their function. The operations
/// of a function share few scopes, so each is followed to its subprogram once.
class ScopeVerifier {
public:
  explicit ScopeVerifier(FunctionOpInterface function) : function(function) {}

  LogicalResult run();

private:
  LogicalResult checkFunction(DILocalScopeAttr scope);
  LogicalResult checkOp(Operation *op);

  FunctionOpInterface function;
  DISubprogramAttr subprogram;
  LocationAttr lastChecked;
  llvm::SmallDenseSet<Attribute> known;
};

} // namespace

LogicalResult ScopeVerifier::checkFunction(DILocalScopeAttr scope) {
  subprogram = dyn_cast<DISubprogramAttr>(scope);
  if (!subprogram)
    return function.emitOpError("must have a di_subprogram as its debug info "
                                "scope, found a di_lexical_block");
  StringRef linkageName = subprogram.getLinkageName();
  if (linkageName != function.getName())
    return function.emitOpError("must have the linkage name of its debug info "
                                "scope, which is '")
           << linkageName << "'";
  return success();
}

LogicalResult ScopeVerifier::checkOp(Operation *op) {
  LocationAttr loc = op->getLoc();
  if (loc == lastChecked || isa<UnknownLoc, FileLineColLoc>(loc))
    return success();
  lastChecked = loc;
  DILocalScopeAttr scope = getDebugScope(loc);
  if (!scope || !known.insert(scope).second)
    return success();
  DISubprogramAttr found = scope.getSubprogram();
  if (found == subprogram)
    return success();
  InFlightDiagnostic error = op->emitOpError("has the debug info scope '");
  error << found.getLinkageName().getValue() << "', but '" << function.getName()
        << "', which holds the op, ";
  if (!subprogram)
    return error << "has none; give both a scope, or none";
  return error << "lies in '" << subprogram.getLinkageName().getValue()
               << "'; what was inlined needs a callsite location";
}

LogicalResult ScopeVerifier::run() {
  if (DILocalScopeAttr scope = getDebugScope(function.getLoc()))
    if (failed(checkFunction(scope)))
      return failure();
  WalkResult result = function.getFunctionBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { return WalkResult(checkOp(op)); });
  return failure(result.wasInterrupted());
}

LogicalResult
tessera::cuda_tile::verifyDebugScopes(FunctionOpInterface function) {
  return ScopeVerifier(function).run();
}

LogicalResult tessera::cuda_tile::verifyNoDebugScope(Operation *op) {
  if (getDebugScope(op->getLoc()))
    return op->emitOpError("must not have a debug info scope; only functions "
                           "and what they hold lie in one");
  return success();
}
