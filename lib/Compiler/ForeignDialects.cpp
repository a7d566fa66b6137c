//===- ForeignDialects.cpp - Refuse what is not Tile IR, in plain words ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignDialects.h"
#include "tessera/Compiler/Registration.h"

#include "tessera/Dialect/CudaTile/IR/Boundary.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace tessera {

namespace {

constexpr StringLiteral foreignNames[] = {
    "affine", "cute", "cute_nvgpu", "cutlass",   "func",      "gpu",
    "linalg", "math", "memref",     "nv_tileaa", "nv_tileas", "nvgpu",
    "tensor", "tt",   "ttg",        "vector"};

// A free function: a hook is a reference, and must not outlive what it refers
// to.
ParseResult refuseOperation(OpAsmParser &parser, OperationState &) {
  return parser.emitError(parser.getNameLoc(),
                          cuda_tile::foreignOperationMessage);
}

/// A dialect whose hooks refuse everything that they are asked to parse.
/// Operations in generic form do not pass these hooks; the check of all
/// operations refuses them.
class ForeignDialect : public Dialect {
public:
  ForeignDialect(StringRef name, MLIRContext *context, TypeID id)
      : Dialect(name, context, id) {
    allowUnknownOperations();
  }

  std::optional<ParseOpHook> getParseOperationHook(StringRef) const override {
    return refuseOperation;
  }

  Type parseType(DialectAsmParser &parser) const override {
    parser.emitError(parser.getNameLoc(), "'!")
        << getNamespace() << '.' << parser.getFullSymbolSpec()
        << "' is no type of a program: write tile<...>, ptr<...>, a view or "
           "token";
    return {};
  }

  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    parser.emitError(parser.getNameLoc(), "'#")
        << getNamespace() << '.' << parser.getFullSymbolSpec()
        << "' is no attribute of a program: what a front end may attach is "
           "built in";
    return {};
  }
};

template <size_t index> class NamedForeignDialect : public ForeignDialect {
public:
  explicit NamedForeignDialect(MLIRContext *context)
      : ForeignDialect(getDialectNamespace(), context,
                       TypeID::get<NamedForeignDialect>()) {}
  static constexpr StringLiteral getDialectNamespace() {
    return foreignNames[index];
  }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NamedForeignDialect)
};

/// Inserts the foreign dialects whose names are not among `known`.
template <size_t... indices>
void insertForeign(DialectRegistry &registry, ArrayRef<StringRef> known,
                   std::index_sequence<indices...>) {
  auto insert = [&](auto index) {
    if (!is_contained(known, foreignNames[index]))
      registry.insert<NamedForeignDialect<index>>();
  };
  (insert(std::integral_constant<size_t, indices>()), ...);
}

void insertForeign(DialectRegistry &registry, ArrayRef<StringRef> known) {
  insertForeign(registry, known,
                std::make_index_sequence<std::size(foreignNames)>());
}

} // namespace

void registerForeignDialects(DialectRegistry &registry) {
  insertForeign(registry, /*known=*/{});
}

void refuseForeignDialects(MLIRContext *context) {
  // A pass that has run may have loaded a dialect of the same name, such as
  // `vector`.
  DialectRegistry registry;
  insertForeign(registry, context->getAvailableDialects());
  context->appendDialectRegistry(registry);
}

} // namespace tessera
