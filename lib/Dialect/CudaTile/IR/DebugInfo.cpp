//===- DebugInfo.cpp - Debug information of cuda_tile ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Support/Diagnostics.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses `<name = value, ...>` in any order; `parseValue` parses the values.
/// The fields in `optional` may be left out.
static ParseResult
parseFields(AsmParser &parser, StringRef attribute,
            ArrayRef<StringRef> required, ArrayRef<StringRef> optional,
            function_ref<ParseResult(StringRef name)> parseValue) {
  SMLoc start = parser.getCurrentLocation();
  SmallVector<StringRef> given;
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (!llvm::is_contained(required, name) &&
        !llvm::is_contained(optional, name))
      return parser.emitError(loc)
             << attribute << " has no field '" << name << "'";
    if (llvm::is_contained(given, name))
      return parser.emitError(loc) << "'" << name << "' is given twice";
    given.push_back(name);
    return failure(parser.parseEqual() || parseValue(name));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return failure();
  for (StringRef name : required)
    if (!llvm::is_contained(given, name))
      return parser.emitError(start)
             << attribute << " needs the field '" << name << "'";
  return success();
}

static ParseResult parseString(AsmParser &parser, StringAttr &out) {
  std::string text;
  if (parser.parseString(&text))
    return failure();
  out = parser.getBuilder().getStringAttr(text);
  return success();
}

Attribute DIFileAttr::parse(AsmParser &parser, Type) {
  StringAttr name, directory;
  if (parser.parseLess() || parseString(parser, name) ||
      parser.parseKeyword("in") || parseString(parser, directory) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), name, directory);
}

void DIFileAttr::print(AsmPrinter &printer) const {
  printer << '<' << getName() << " in " << getDirectory() << '>';
}

Attribute DICompileUnitAttr::parse(AsmParser &parser, Type) {
  DIFileAttr file;
  if (parseFields(parser, getMnemonic(), {"file"}, {}, [&](StringRef) {
        return parser.parseCustomAttributeWithFallback(file);
      }))
    return {};
  return get(parser.getContext(), file);
}

void DICompileUnitAttr::print(AsmPrinter &printer) const {
  printer << "<file = ";
  printer.printStrippedAttrOrType(getFile());
  printer << '>';
}

Attribute DISubprogramAttr::parse(AsmParser &parser, Type) {
  DIFileAttr file;
  DICompileUnitAttr unit;
  StringAttr name, linkageName;
  unsigned line = 0, scopeLine = 0;
  bool isDeclaration = false;
  auto parseValue = [&](StringRef field) -> ParseResult {
    if (field == "file")
      return parser.parseCustomAttributeWithFallback(file);
    if (field == "flags") {
      isDeclaration = true;
      return parser.parseKeyword("declaration");
    }
    if (field == "compileUnit")
      return parser.parseCustomAttributeWithFallback(unit);
    if (field == "name" || field == "linkageName")
      return parseString(parser, field == "name" ? name : linkageName);
    return parser.parseInteger(field == "line" ? line : scopeLine);
  };
  if (parseFields(parser, getMnemonic(),
                  {"file", "line", "name", "linkageName", "compileUnit"},
                  {"scopeLine", "flags"}, parseValue))
    return {};
  return get(parser.getContext(), file, line, name, linkageName, unit,
             scopeLine, isDeclaration);
}

void DISubprogramAttr::print(AsmPrinter &printer) const {
  printer << "<file = ";
  printer.printStrippedAttrOrType(getFile());
  printer << ", line = " << getLine() << ", name = " << getName()
          << ", linkageName = " << getLinkageName() << ", compileUnit = ";
  printer.printStrippedAttrOrType(getCompileUnit());
  if (getScopeLine() != 0)
    printer << ", scopeLine = " << getScopeLine();
  if (getIsDeclaration())
    printer << ", flags = declaration";
  printer << '>';
}

Attribute DILexicalBlockAttr::parse(AsmParser &parser, Type) {
  DILocalScopeAttr scope;
  DIFileAttr file;
  unsigned line = 0, column = 0;
  auto parseValue = [&](StringRef field) -> ParseResult {
    if (field == "scope")
      return parser.parseAttribute(scope);
    if (field == "file")
      return parser.parseCustomAttributeWithFallback(file);
    return parser.parseInteger(field == "line" ? line : column);
  };
  if (parseFields(parser, getMnemonic(), {"scope", "file", "line"}, {"column"},
                  parseValue))
    return {};
  return get(parser.getContext(), scope, file, line, column);
}

void DILexicalBlockAttr::print(AsmPrinter &printer) const {
  printer << "<scope = " << getScope() << ", file = ";
  printer.printStrippedAttrOrType(getFile());
  printer << ", line = " << getLine();
  if (getColumn() != 0)
    printer << ", column = " << getColumn();
  printer << '>';
}

Attribute DILocAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FileLineColLoc place;
  DILocalScopeAttr scope;
  if (parser.parseLess() || parser.parseAttribute(place) ||
      parser.parseKeyword("in") || parser.parseAttribute(scope) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<DILocAttr>(loc, place, scope);
}

void DILocAttr::print(AsmPrinter &printer) const {
  printer << '<' << LocationAttr(getSourceLoc()) << " in " << getScope() << '>';
}

//===----------------------------------------------------------------------===//
// Scopes of locations
//===----------------------------------------------------------------------===//

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

namespace {

/// The location within wrappers, and the scope in the function around it;
/// either may be null.
struct ScopedPlace {
  LocationAttr place;
  DILocalScopeAttr scope;
};

/// Follows locations to their places. Visits each location once, even if it is
/// shared.
class PlaceFinder {
public:
  ScopedPlace find(LocationAttr loc);

private:
  /// The first part with a scope, or else the first one.
  ScopedPlace findFirst(ArrayRef<Location> parts);

  /// Visited locations that have no scope.
  llvm::SmallDenseSet<Attribute, 4> visited;
};

} // namespace

ScopedPlace PlaceFinder::findFirst(ArrayRef<Location> parts) {
  ScopedPlace first;
  for (Location part : parts) {
    if (!visited.insert(part).second)
      continue;
    ScopedPlace found = find(part);
    if (found.scope)
      return found;
    if (!first.place)
      first = found;
  }
  return first;
}

ScopedPlace PlaceFinder::find(LocationAttr loc) {
  while (isa_and_nonnull<NameLoc, OpaqueLoc>(loc)) {
    if (auto name = dyn_cast<NameLoc>(loc))
      loc = name.getChildLoc();
    else
      loc = cast<OpaqueLoc>(loc).getFallbackLocation();
  }
  if (auto fused = dyn_cast_or_null<FusedLoc>(loc))
    return findFirst(fused.getLocations());
  if (auto site = dyn_cast_or_null<CallSiteLoc>(loc))
    return {loc, find(site.getCaller()).scope};
  auto scoped = dyn_cast_or_null<DILocAttr>(loc);
  return {loc, scoped ? scoped.getScope() : DILocalScopeAttr()};
}

LocationAttr tessera::cuda_tile::unwrapLocation(LocationAttr loc) {
  return PlaceFinder().find(loc).place;
}

DILocalScopeAttr tessera::cuda_tile::getDebugScope(Location loc) {
  return PlaceFinder().find(loc).scope;
}

//===----------------------------------------------------------------------===//
// Making scopes
//===----------------------------------------------------------------------===//

static DIFileAttr getFile(FileLineColLoc place) {
  MLIRContext *context = place.getContext();
  StringRef path = place.getFilename();
  return DIFileAttr::get(
      context, StringAttr::get(context, llvm::sys::path::filename(path)),
      StringAttr::get(context, llvm::sys::path::parent_path(path)));
}

void tessera::cuda_tile::addDebugScope(FunctionOpInterface function,
                                       Location unit) {
  MLIRContext *context = function.getContext();
  FileLineColLoc unitPlace = findFileLocation(unit);
  FileLineColLoc place = findFileLocation(function.getLoc());
  bool hasPlace = bool(place);
  if (!hasPlace) {
    place = FileLineColLoc::get(context, "<unknown>", 1, 1);
    function->setLoc(place);
  }
  auto compileUnit =
      DICompileUnitAttr::get(context, getFile(unitPlace ? unitPlace : place));
  StringAttr name = function.getNameAttr();
  auto subprogram =
      DISubprogramAttr::get(context, getFile(place), place.getLine(), name,
                            name, compileUnit, place.getLine(),
                            /*isDeclaration=*/false);
  AttrTypeReplacer replacer;
  auto putIntoScope = [&](FileLineColLoc place) {
    return std::make_pair(Attribute(DILocAttr::get(place, subprogram)),
                          WalkResult::skip());
  };
  replacer.addReplacement([&](FileLineColRange range) {
    return putIntoScope(FileLineColLoc::get(
        range.getFilename(), range.getStartLine(), range.getStartColumn()));
  });
  if (!hasPlace)
    replacer.addReplacement([&](UnknownLoc) { return putIntoScope(place); });
  replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/false,
                                        /*replaceLocs=*/true);
}

//===----------------------------------------------------------------------===//
// The rules for locations
//===----------------------------------------------------------------------===//

namespace {

/// Finds operations whose scope does not belong to their function. Operations
/// of a function share few scopes, so each scope is followed to its subprogram
/// once.
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
