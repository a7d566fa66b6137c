//===- Dialect.cpp - The cuda_tile dialect --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/FrontendInterface.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

#include "tessera/Dialect/CudaTile/IR/Dialect.cpp.inc"

namespace tessera::cuda_tile {
// Each function is defined beside its ops.
#define OP_GROUP(group) void add##group##Ops(Dialect &dialect);
#include "tessera/Dialect/CudaTile/IR/Ops/Groups.inc"
} // namespace tessera::cuda_tile

void CudaTileDialect::initialize() {
  registerAttributes();
  registerTypes();
#define OP_GROUP(group) add##group##Ops(*this);
#include "tessera/Dialect/CudaTile/IR/Ops/Groups.inc"
}

const FrontendInterface *FrontendInterface::get(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<CudaTileDialect>();
  return dialect->getRegisteredInterface<FrontendInterface>();
}

SmallVector<NamedAttribute>
cuda_tile::getTextAttributes(MLIRContext *context,
                             ArrayRef<NamedAttribute> attributes) {
  if (const FrontendInterface *frontend = FrontendInterface::get(context))
    return frontend->exportEntryAttributes(attributes);
  return llvm::to_vector(attributes);
}

/// The op with a name similar to `name`, or equal except for the ending of ops
/// that order memory, without the name of the dialect. Empty if there is none.
static StringRef findSimilarOp(MLIRContext *context, StringRef name) {
  unsigned maxDistance = std::min<size_t>(2, name.size() / 3);
  StringRef nearest;
  unsigned best = maxDistance + 1;
  for (RegisteredOperationName op : context->getRegisteredOperationsByDialect(
           CudaTileDialect::getDialectNamespace())) {
    StringRef candidate = op.stripDialect(), start = candidate;
    if (start.consume_back("_tko") && start == name)
      return candidate;
    unsigned distance =
        candidate.edit_distance(name, /*AllowReplacements=*/true, maxDistance);
    // The ops have no reliable order, so names break ties.
    if (distance < best || (distance == best && candidate < nearest)) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

// Hooks are references to functions, which must outlive them.

/// The name of `fpowf` up to 13.3.
static ParseResult parsePow(OpAsmParser &parser, OperationState &state) {
  state.name = OperationName(FPowFOp::getOperationName(), state.getContext());
  return FPowFOp::parse(parser, state);
}

/// The op of 13.1 had no token, so its text lacks information that is needed.
static ParseResult parsePrint(OpAsmParser &parser, OperationState &) {
  return parser.emitError(parser.getNameLoc())
         << "'print' is the name of 13.1; write print_tko, which gives a token";
}

static ParseResult parseFunc(OpAsmParser &parser, OperationState &) {
  return parser.emitError(parser.getNameLoc())
         << "is unknown; a kernel is an 'entry'";
}

static ParseResult parseMisspelt(OpAsmParser &parser, OperationState &state) {
  return parser.emitError(parser.getNameLoc())
         << "is unknown; did you mean '"
         << findSimilarOp(state.getContext(), state.name.stripDialect())
         << "'?";
}

/// Handles ops that had other names in earlier versions or in other IRs, and
/// misspelt ones.
std::optional<Dialect::ParseOpHook>
CudaTileDialect::getParseOperationHook(StringRef name) const {
  if (name == "cuda_tile.pow")
    return parsePow;
  if (name == "cuda_tile.print")
    return parsePrint;
  if (name == "cuda_tile.func")
    return parseFunc;
  if (!findSimilarOp(getContext(), name.split('.').second).empty())
    return parseMisspelt;
  return std::nullopt;
}

Operation *CudaTileDialect::materializeConstant(OpBuilder &builder,
                                                Attribute value, Type type,
                                                Location loc) {
  if (!isLiteral(value) || cast<ElementsAttr>(value).getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, cast<ElementsAttr>(value));
}

void tessera::cuda_tile::registerCudaTileDialect(DialectRegistry &registry) {
  registry.insert<CudaTileDialect>();
}
