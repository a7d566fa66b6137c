//===- AssemblyDirectives.cpp - Text forms that several ops share ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Lists of types
//===----------------------------------------------------------------------===//

ParseResult tessera::cuda_tile::parseShortTypes(AsmParser &parser,
                                                SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(
      [&] { return parseShortType(parser, types.emplace_back()); });
}

void tessera::cuda_tile::printShortTypes(AsmPrinter &printer, TypeRange types) {
  llvm::interleaveComma(types, printer.getStream(),
                        [&](Type type) { printShortType(printer, type); });
}

ParseResult tessera::cuda_tile::parseCommonType(OpAsmParser &parser,
                                                SmallVectorImpl<Type> &types,
                                                Type source) {
  SMLoc loc = parser.getCurrentLocation();
  size_t rank = 0;
  if (auto tensor = dyn_cast<TensorViewType>(source))
    rank = tensor.getRank();
  else if (auto view = dyn_cast<TileView>(source))
    rank = view.getIndexRank();
  else
    return parser.emitError(loc)
           << "expected a view as source, found " << source;
  // A tensor of rank 0 has no extents, and so its type is not written.
  Type type;
  if (parseShortType(parser, type))
    return failure();
  types.assign(rank, type);
  return success();
}

void tessera::cuda_tile::printCommonType(OpAsmPrinter &printer, Operation *op,
                                         TypeRange types, Type) {
  printShortType(printer,
                 types.empty()
                     ? TileType::get({}, IntegerType::get(op->getContext(), 32))
                     : types.front());
}

//===----------------------------------------------------------------------===//
// Memory operations
//===----------------------------------------------------------------------===//

ParseResult
tessera::cuda_tile::parseMemoryOrdering(OpAsmParser &parser,
                                        MemoryOrderingSemanticsAttr &ordering,
                                        MemoryScopeAttr &scope) {
  if (parseKeyword(parser, ordering))
    return failure();
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalKeyword(&keyword))
    return success();
  std::optional<MemoryScope> value = symbolizeMemoryScope(keyword);
  if (!value)
    return parser.emitError(loc)
           << "expected a memory scope (tl_blk, device or sys), found '"
           << keyword << "'";
  scope = MemoryScopeAttr::get(parser.getContext(), *value);
  return success();
}

void tessera::cuda_tile::printMemoryOrdering(
    OpAsmPrinter &printer, Operation *op, MemoryOrderingSemanticsAttr ordering,
    MemoryScopeAttr scope) {
  printKeyword(printer, op, ordering);
  if (scope) {
    printer << ' ';
    printKeyword(printer, op, scope);
  }
}

ParseResult
tessera::cuda_tile::parseViewOrdering(OpAsmParser &parser,
                                      MemoryOrderingSemanticsAttr &ordering,
                                      MemoryScopeAttr &scope) {
  SMLoc loc = parser.getCurrentLocation();
  if (parseMemoryOrdering(parser, ordering, scope))
    return failure();
  if (scope && ordering.getValue() == MemoryOrderingSemantics::Weak)
    return parser.emitError(loc) << "a weak access has no memory scope";
  return success();
}

void tessera::cuda_tile::printViewOrdering(OpAsmPrinter &printer, Operation *op,
                                           MemoryOrderingSemanticsAttr ordering,
                                           MemoryScopeAttr scope) {
  printMemoryOrdering(printer, op, ordering, scope);
}

ParseResult tessera::cuda_tile::parseInbounds(
    OpAsmParser &parser, DenseBoolArrayAttr &inbounds,
    ArrayRef<OpAsmParser::UnresolvedOperand> index) {
  SmallVector<bool> flags;
  if (parser.parseOptionalKeyword("inbounds")) {
    flags.assign(index.size(), false);
  } else {
    auto parseFlag = [&]() -> ParseResult {
      if (succeeded(parser.parseOptionalKeyword("true"))) {
        flags.push_back(true);
        return success();
      }
      flags.push_back(false);
      return parser.parseKeyword("false");
    };
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseFlag,
                                       " in inbounds"))
      return failure();
  }
  inbounds = DenseBoolArrayAttr::get(parser.getContext(), flags);
  return success();
}

void tessera::cuda_tile::printInbounds(OpAsmPrinter &printer, Operation *,
                                       DenseBoolArrayAttr inbounds,
                                       OperandRange) {
  if (!llvm::is_contained(inbounds.asArrayRef(), true))
    return;
  printer << " inbounds = [";
  llvm::interleaveComma(
      inbounds.asArrayRef(), printer.getStream(),
      [&](bool flag) { printer << (flag ? "true" : "false"); });
  printer << ']';
}

/// Refuses a dictionary, found at `loc`, that names any of `inherent`.
static ParseResult refuseInherent(OpAsmParser &parser, SMLoc loc,
                                  const NamedAttrList &attrs,
                                  ArrayRef<StringRef> inherent) {
  for (StringRef name : inherent)
    if (attrs.get(name))
      return parser.emitError(loc)
             << "'" << name << "' must not stand in the dictionary: it is part "
             << "of the op";
  return success();
}

ParseResult tessera::cuda_tile::parseDiscardableAttributes(
    OpAsmParser &parser, NamedAttrList &attrs, ArrayRef<StringRef> inherent) {
  SMLoc loc = parser.getCurrentLocation();
  return failure(parser.parseOptionalAttrDict(attrs) ||
                 refuseInherent(parser, loc, attrs, inherent));
}

ParseResult tessera::cuda_tile::parseTrailingAttributes(
    OpAsmParser &parser, NamedAttrList &attrs, ArrayRef<StringRef> inherent) {
  SMLoc loc = parser.getCurrentLocation();
  return failure(parser.parseOptionalAttrDictWithKeyword(attrs) ||
                 refuseInherent(parser, loc, attrs, inherent));
}

void tessera::cuda_tile::printTrailingAttributes(OpAsmPrinter &printer,
                                                 Operation *,
                                                 DictionaryAttr attrs,
                                                 ArrayRef<StringRef> inherent) {
  printer.printOptionalAttrDictWithKeyword(attrs.getValue(), inherent);
}

/// The attributes that have their own place in the text of a load.
static constexpr StringRef maskedLoadInherent[] = {
    "memory_ordering_semantics", "memory_scope", "optimization_hints",
    "operandSegmentSizes"};

ParseResult tessera::cuda_tile::parseMaskedLoad(
    OpAsmParser &parser, std::optional<OpAsmParser::UnresolvedOperand> &mask,
    std::optional<OpAsmParser::UnresolvedOperand> &padding,
    std::optional<OpAsmParser::UnresolvedOperand> &token,
    OptimizationHintsAttr &hints, NamedAttrList &attrs, Type &source,
    Type &maskType, Type &paddingType) {
  for (auto *operand : {&mask, &padding})
    if (succeeded(parser.parseOptionalComma()) &&
        parser.parseOperand(operand->emplace()))
      return failure();
  if (succeeded(parser.parseOptionalKeyword("token")) &&
      (parser.parseEqual() || parser.parseOperand(token.emplace())))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("optimization_hints")) &&
      (parser.parseEqual() ||
       parser.parseCustomAttributeWithFallback(hints, Type())))
    return failure();
  if (parseDiscardableAttributes(parser, attrs, maskedLoadInherent) ||
      parser.parseColon() || parseShortType(parser, source))
    return failure();
  if (mask && (parser.parseComma() || parseShortType(parser, maskType)))
    return failure();
  if (padding && (parser.parseComma() || parseShortType(parser, paddingType)))
    return failure();
  auto tile = dyn_cast_if_present<TileType>(maskType);
  if (padding || !tile || tile.getElementType().isInteger(1))
    return success();
  std::swap(mask, padding);
  std::swap(maskType, paddingType);
  return success();
}

void tessera::cuda_tile::printMaskedLoad(OpAsmPrinter &printer, Operation *,
                                         Value mask, Value padding, Value token,
                                         OptimizationHintsAttr hints,
                                         DictionaryAttr attrs, Type source,
                                         Type maskType, Type paddingType) {
  // A padding of i1 without a mask would be parsed as a mask. It has no effect,
  // so it is dropped.
  if (!mask && padding &&
      cast<TileType>(paddingType).getElementType().isInteger(1))
    padding = nullptr;
  for (Value operand : {mask, padding})
    if (operand)
      printer << ", " << operand;
  if (token)
    printer << " token=" << token;
  if (hints) {
    printer << " optimization_hints = ";
    printer.printStrippedAttrOrType(hints);
  }
  printer.printOptionalAttrDict(attrs.getValue(), maskedLoadInherent);
  printer << " : ";
  printShortType(printer, source);
  for (Value operand : {mask, padding})
    if (operand) {
      printer << ", ";
      printShortType(printer, operand.getType());
    }
}

/// Gives one type to each index, or checks that there is one for each; `loc` is
/// the place of the types.
static ParseResult
spreadIndexTypes(OpAsmParser &parser, SMLoc loc,
                 SmallVectorImpl<Type> &indexTypes,
                 ArrayRef<OpAsmParser::UnresolvedOperand> index) {
  if (indexTypes.size() == 1) {
    if (index.empty())
      return parser.emitError(loc) << "there is no index for this type";
    indexTypes.resize(index.size(), indexTypes.front());
  }
  if (indexTypes.size() != index.size())
    return parser.emitError(loc)
           << "expected one type for all indices or one for each of the "
           << index.size() << " indices, found " << indexTypes.size();
  return success();
}

/// `, type` for all indices or one for each; nothing if there are no indices.
static void printIndexTypes(OpAsmPrinter &printer, TypeRange indexTypes) {
  if (indexTypes.empty())
    return;
  printer << ", ";
  printShortTypes(printer, llvm::all_equal(indexTypes) ? indexTypes.take_front()
                                                       : indexTypes);
}

ParseResult tessera::cuda_tile::parseViewAndIndexTypes(
    OpAsmParser &parser, Type &view, SmallVectorImpl<Type> &indexTypes,
    ArrayRef<OpAsmParser::UnresolvedOperand> index) {
  if (parseShortType(parser, view))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalComma()) &&
      parseShortTypes(parser, indexTypes))
    return failure();
  return spreadIndexTypes(parser, loc, indexTypes, index);
}

void tessera::cuda_tile::printViewAndIndexTypes(OpAsmPrinter &printer,
                                                Operation *, Type view,
                                                TypeRange indexTypes,
                                                OperandRange) {
  printShortType(printer, view);
  printIndexTypes(printer, indexTypes);
}

ParseResult tessera::cuda_tile::parseIndexAndTokenTypes(
    OpAsmParser &parser, SmallVectorImpl<Type> &indexTypes, Type &tokenType,
    ArrayRef<OpAsmParser::UnresolvedOperand> index,
    const std::optional<OpAsmParser::UnresolvedOperand> &token) {
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalComma()) &&
      parseShortTypes(parser, indexTypes))
    return failure();
  if (!indexTypes.empty() && isa<TokenType>(indexTypes.back())) {
    if (!token)
      return parser.emitError(loc) << "there is no token for this type";
    indexTypes.pop_back();
  }
  // The type of a token operand is always the same, so it is not written.
  if (token)
    tokenType = TokenType::get(parser.getContext());
  return spreadIndexTypes(parser, loc, indexTypes, index);
}

void tessera::cuda_tile::printIndexAndTokenTypes(OpAsmPrinter &printer,
                                                 Operation *,
                                                 TypeRange indexTypes,
                                                 Type tokenType, OperandRange,
                                                 Value) {
  printIndexTypes(printer, indexTypes);
  if (tokenType) {
    printer << ", ";
    printShortType(printer, tokenType);
  }
}

static constexpr StringLiteral reductionName = "reduction";

ParseResult tessera::cuda_tile::parseReductionAndAttributes(
    OpAsmParser &parser, MultimemReductionKindAttr &reduction,
    NamedAttrList &attrs, ArrayRef<StringRef> inherent) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(attrs))
    return failure();
  reduction = MultimemReductionKindAttr::get(parser.getContext(),
                                             MultimemReductionKind::Add);
  if (Attribute given = attrs.erase(reductionName)) {
    reduction = dyn_cast<MultimemReductionKindAttr>(given);
    if (!reduction)
      return parser.emitError(loc)
             << "expected a reduction such as "
                "#cuda_tile.multimem_reduction_kind<max>, found "
             << given;
  }
  return refuseInherent(parser, loc, attrs, inherent);
}

void tessera::cuda_tile::printReductionAndAttributes(
    OpAsmPrinter &printer, Operation *, MultimemReductionKindAttr reduction,
    DictionaryAttr attrs, ArrayRef<StringRef> inherent) {
  bool isDefault =
      !reduction || reduction.getValue() == MultimemReductionKind::Add;
  SmallVector<NamedAttribute> printed;
  for (NamedAttribute attribute : attrs)
    if (attribute.getName() == reductionName
            ? !isDefault
            : !llvm::is_contained(inherent, attribute.getName().getValue()))
      printed.push_back(attribute);
  printer.printOptionalAttrDictWithKeyword(printed);
}

//===----------------------------------------------------------------------===//
// Other attributes
//===----------------------------------------------------------------------===//

ParseResult
tessera::cuda_tile::parseAssumePredicate(OpAsmParser &parser,
                                         AssumePredicate &predicate) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  Attribute attr;
  if (parser.parseOptionalKeyword(&keyword)) {
    if (parser.parseAttribute(attr))
      return failure();
  } else if (keyword == DivByAttr::getMnemonic()) {
    attr = DivByAttr::parse(parser, {});
  } else if (keyword == SameElementsAttr::getMnemonic()) {
    attr = SameElementsAttr::parse(parser, {});
  } else if (keyword == BoundedAttr::getMnemonic()) {
    attr = BoundedAttr::parse(parser, {});
  } else {
    return parser.emitError(loc) << "expected div_by, same_elements or "
                                    "bounded, found '"
                                 << keyword << "'";
  }
  if (!attr)
    return failure();
  predicate = dyn_cast<AssumePredicate>(attr);
  if (!predicate)
    return parser.emitError(loc) << attr << " is not something to assume";
  return success();
}

void tessera::cuda_tile::printAssumePredicate(OpAsmPrinter &printer,
                                              Operation *,
                                              AssumePredicate predicate) {
  Attribute(predicate).printStripped(printer.getStream());
}

ParseResult
tessera::cuda_tile::parseGlobalVisibility(OpAsmParser &parser,
                                          SymbolVisibilityAttr &visibility) {
  SymbolVisibility value = SymbolVisibility::Public;
  if (parser.parseOptionalKeyword("public") &&
      succeeded(parser.parseOptionalKeyword("private")))
    value = SymbolVisibility::Private;
  visibility = SymbolVisibilityAttr::get(parser.getContext(), value);
  return success();
}

void tessera::cuda_tile::printGlobalVisibility(
    OpAsmPrinter &printer, Operation *, SymbolVisibilityAttr visibility) {
  if (visibility && visibility.getValue() != SymbolVisibility::Public)
    printer << ' ' << stringifyEnum(visibility.getValue());
}
