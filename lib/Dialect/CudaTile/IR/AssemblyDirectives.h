//===- AssemblyDirectives.h - Text forms that several ops share *- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the `custom<...>` directives of the assembly formats and
// the helpers of the hand-written parsers. It is private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_IR_ASSEMBLYDIRECTIVES_H
#define TESSERA_LIB_DIALECT_CUDATILE_IR_ASSEMBLYDIRECTIVES_H

#include "mlir/IR/DialectImplementation.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

namespace tessera::cuda_tile {

//===----------------------------------------------------------------------===//
// Types in their short form: `tile<4xf32>` beside `!cuda_tile.tile<4xf32>`
//===----------------------------------------------------------------------===//

mlir::ParseResult parseShortType(mlir::AsmParser &parser, mlir::Type &type);
void printShortType(mlir::AsmPrinter &printer, mlir::Type type);
inline void printShortType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::Type type) {
  printShortType(printer, type);
}

/// As `parseShortType`, for a type of one kind.
template <typename T>
mlir::ParseResult parseShortTypeOf(mlir::AsmParser &parser, T &result,
                                   llvm::StringRef kind) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  mlir::Type type;
  if (parseShortType(parser, type))
    return mlir::failure();
  if (!(result = llvm::dyn_cast<T>(type)))
    return parser.emitError(loc) << "expected a " << kind << ", found " << type;
  return mlir::success();
}

/// `type, type, ...`, at least one.
mlir::ParseResult parseShortTypes(mlir::AsmParser &parser,
                                  llvm::SmallVectorImpl<mlir::Type> &types);
void printShortTypes(mlir::AsmPrinter &printer, mlir::TypeRange types);
inline void printShortTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                            mlir::TypeRange types) {
  printShortTypes(printer, types);
}

/// The types of one operand and of optional ones after it.
template <typename... Ts>
mlir::ParseResult parseCommaTypes(mlir::OpAsmParser &parser, mlir::Type &first,
                                  Ts &...rest) {
  if (parseShortType(parser, first))
    return mlir::failure();
  auto parseNext = [&](mlir::Type &type) -> mlir::ParseResult {
    if (parser.parseOptionalComma())
      return mlir::success();
    return parseShortType(parser, type);
  };
  bool failed = (... || mlir::failed(parseNext(rest)));
  return mlir::failure(failed);
}
template <typename... Ts>
void printCommaTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     mlir::Type first, Ts... rest) {
  printShortType(printer, first);
  auto printNext = [&](mlir::Type type) {
    if (!type)
      return;
    printer << ", ";
    printShortType(printer, type);
  };
  (printNext(rest), ...);
}

/// One type that all results have; their number comes from the source's type.
mlir::ParseResult parseCommonType(mlir::OpAsmParser &parser,
                                  llvm::SmallVectorImpl<mlir::Type> &types,
                                  mlir::Type source);
void printCommonType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     mlir::TypeRange types, mlir::Type source);

//===----------------------------------------------------------------------===//
// Keywords and attributes
//===----------------------------------------------------------------------===//

/// One case of an enum as a bare keyword.
template <typename EnumAttr>
mlir::ParseResult parseKeyword(mlir::AsmParser &parser, EnumAttr &attr) {
  using Enum = decltype(attr.getValue());
  mlir::FailureOr<Enum> value = mlir::FieldParser<Enum>::parse(parser);
  if (mlir::failed(value))
    return mlir::failure();
  attr = EnumAttr::get(parser.getContext(), *value);
  return mlir::success();
}
template <typename EnumAttr>
void printKeyword(mlir::OpAsmPrinter &printer, mlir::Operation *,
                  EnumAttr attr) {
  printer << stringifyEnum(attr.getValue());
}

/// `weak`, or an ordering and a scope. The verifier checks if they go together.
mlir::ParseResult parseMemoryOrdering(mlir::OpAsmParser &parser,
                                      MemoryOrderingSemanticsAttr &ordering,
                                      MemoryScopeAttr &scope);
void printMemoryOrdering(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                         MemoryOrderingSemanticsAttr ordering,
                         MemoryScopeAttr scope);

/// The same for accesses through views, where a scope after `weak` does not
/// parse.
mlir::ParseResult parseViewOrdering(mlir::OpAsmParser &parser,
                                    MemoryOrderingSemanticsAttr &ordering,
                                    MemoryScopeAttr &scope);
void printViewOrdering(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       MemoryOrderingSemanticsAttr ordering,
                       MemoryScopeAttr scope);

/// `inbounds = [true, false]`, or nothing if all are false. Prints the space in
/// front itself, like every directive below that may print nothing.
mlir::ParseResult
parseInbounds(mlir::OpAsmParser &parser, mlir::DenseBoolArrayAttr &inbounds,
              llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> index);
void printInbounds(mlir::OpAsmPrinter &printer, mlir::Operation *,
                   mlir::DenseBoolArrayAttr inbounds, mlir::OperandRange index);

/// `{...}`, or nothing. The dictionary must not name any of `inherent`, which
/// have their own places.
mlir::ParseResult
parseDiscardableAttributes(mlir::OpAsmParser &parser,
                           mlir::NamedAttrList &attrs,
                           llvm::ArrayRef<llvm::StringRef> inherent);

/// The same after the keyword `attributes`.
mlir::ParseResult
parseTrailingAttributes(mlir::OpAsmParser &parser, mlir::NamedAttrList &attrs,
                        llvm::ArrayRef<llvm::StringRef> inherent);
void printTrailingAttributes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                             mlir::DictionaryAttr attrs,
                             llvm::ArrayRef<llvm::StringRef> inherent);

/// The rest of a load after its pointers: `, %mask, %padding token=%t
/// optimization_hints=<...> {...} : types`. A single operand is a mask if it is
/// a tile of i1, and otherwise a padding.
mlir::ParseResult
parseMaskedLoad(mlir::OpAsmParser &parser,
                std::optional<mlir::OpAsmParser::UnresolvedOperand> &mask,
                std::optional<mlir::OpAsmParser::UnresolvedOperand> &padding,
                std::optional<mlir::OpAsmParser::UnresolvedOperand> &token,
                OptimizationHintsAttr &hints, mlir::NamedAttrList &attrs,
                mlir::Type &source, mlir::Type &maskType,
                mlir::Type &paddingType);
void printMaskedLoad(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::Value mask, mlir::Value padding, mlir::Value token,
                     OptimizationHintsAttr hints, mlir::DictionaryAttr attrs,
                     mlir::Type source, mlir::Type maskType,
                     mlir::Type paddingType);

/// The view type, then one type for all indices or one for each.
mlir::ParseResult parseViewAndIndexTypes(
    mlir::OpAsmParser &parser, mlir::Type &view,
    llvm::SmallVectorImpl<mlir::Type> &indexTypes,
    llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> index);
void printViewAndIndexTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                            mlir::Type view, mlir::TypeRange indexTypes,
                            mlir::OperandRange index);

/// `, type` for all indices or one for each, then `, token` if there is one.
mlir::ParseResult parseIndexAndTokenTypes(
    mlir::OpAsmParser &parser, llvm::SmallVectorImpl<mlir::Type> &indexTypes,
    mlir::Type &tokenType,
    llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> index,
    const std::optional<mlir::OpAsmParser::UnresolvedOperand> &token);
void printIndexAndTokenTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                             mlir::TypeRange indexTypes, mlir::Type tokenType,
                             mlir::OperandRange index, mlir::Value token);

/// `attributes {...}`, or nothing; the dictionary holds the reduction unless
/// that is `add`.
mlir::ParseResult parseReductionAndAttributes(
    mlir::OpAsmParser &parser, MultimemReductionKindAttr &reduction,
    mlir::NamedAttrList &attrs, llvm::ArrayRef<llvm::StringRef> inherent);
void printReductionAndAttributes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                                 MultimemReductionKindAttr reduction,
                                 mlir::DictionaryAttr attrs,
                                 llvm::ArrayRef<llvm::StringRef> inherent);

/// A predicate of `assume`, with or without `#cuda_tile.` in front.
mlir::ParseResult parseAssumePredicate(mlir::OpAsmParser &parser,
                                       AssumePredicate &predicate);
void printAssumePredicate(mlir::OpAsmPrinter &printer, mlir::Operation *,
                          AssumePredicate predicate);

/// `public` or `private`; nothing means public.
mlir::ParseResult parseGlobalVisibility(mlir::OpAsmParser &parser,
                                        SymbolVisibilityAttr &visibility);
void printGlobalVisibility(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           SymbolVisibilityAttr visibility);

/// `<f32: [1.0, 2.0]> : tile<2xf32>`.
mlir::ParseResult parseDenseLiteral(mlir::OpAsmParser &parser,
                                    mlir::ElementsAttr &value);
void printDenseLiteral(mlir::OpAsmPrinter &printer, mlir::Operation *,
                       mlir::ElementsAttr value);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_IR_ASSEMBLYDIRECTIVES_H
