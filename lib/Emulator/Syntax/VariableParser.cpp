//===- VariableParser.cpp - Parses variables and their initial values -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Variables".
//
//===----------------------------------------------------------------------===//

#include "VariableParser.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

/// No sensible variable is larger; a bound keeps arithmetic on sizes safe.
static constexpr uint64_t largestVariable = uint64_t(1) << 32;
static constexpr size_t mostDimensions = 100;

Variable *VariableParser::parseModuleVariable(Module &module, Space space,
                                              bool isExtern) {
  Variable *variable = &module.variables.emplace_back();
  variable->space = space;
  variable->isExtern = isExtern;
  if (parseDeclarator(*variable))
    return nullptr;
  variable->number = module.variables.size() - 1;
  return variable;
}

/// Attributes, type, name, bounds and initialiser, which all variables have.
bool VariableParser::parseDeclarator(Variable &variable) {
  uint64_t lanes = 1;
  if (parseAttributes(variable, lanes))
    return true;
  if (!token.is(Kind::Identifier))
    return failHere("expected the name of a variable");
  variable.name = token.text.str();
  variable.location = token.location;
  consume();
  Shape shape;
  if (parseArrayBounds(variable, shape))
    return true;
  bool isUnbounded = !shape.empty() && shape.front() == 0;
  if (lanes > 1)
    shape.push_back(lanes);
  if (accept('=')) {
    if (variable.space != Space::Global && variable.space != Space::Const)
      return fail(variable.location,
                  "only .global and .const variables have initial values");
    return parseInitializers(variable, shape);
  }
  if (isUnbounded && !variable.isExtern && !variable.isVariadic)
    return fail(variable.location,
                "'" + variable.name + "' needs a bound or initial values");
  return false;
}

bool VariableParser::parseAttributes(Variable &variable, uint64_t &lanes) {
  uint64_t alignment = 0;
  while (token.is(Kind::Dotted)) {
    SourceLocation at = token.location;
    llvm::StringRef name = token.text;
    consume();
    if (name == "align") {
      at = token.location;
      if (constants.parseInteger(alignment, "an alignment"))
        return true;
      if (!llvm::isPowerOf2_64(alignment) || alignment > 4096)
        return fail(at, "an alignment is a power of two up to 4096");
    } else if (name == "ptr") {
      // The pointee's space and alignment are hints.
      while (token.isDotted("global") || token.isDotted("shared") ||
             token.isDotted("local") || token.isDotted("const") ||
             token.isDotted("param") || token.isDotted("align")) {
        consume();
        if (token.is(Kind::Integer))
          consume();
      }
    } else if (name == "attribute") {
      if (cursor.skipParentheses("after .attribute"))
        return true;
    } else if (name == "v2" || name == "v4" || name == "v8") {
      lanes = static_cast<uint64_t>(name[1] - '0');
    } else if (std::optional<Type> type = parseType(name)) {
      variable.type = *type;
    } else {
      return fail(at, "." + name + " is no type");
    }
  }
  if (variable.type == Type::None || variable.type == Type::Pred)
    return failHere("expected the type of a variable");
  variable.size = byteWidth(variable.type) * lanes;
  variable.elementSize = variable.size;
  variable.alignment = alignment ? alignment : variable.size;
  return false;
}

/// A first bound that is left out is 0 in `shape`.
bool VariableParser::parseArrayBounds(Variable &variable, Shape &shape) {
  while (accept('[')) {
    if (shape.empty() && accept(']')) {
      shape.push_back(0);
      continue;
    }
    SourceLocation at = token.location;
    uint64_t count;
    if (constants.parseInteger(count, "the number of elements") ||
        expect(']', "after the number of elements"))
      return true;
    if (count > largestVariable || variable.size * count > largestVariable ||
        shape.size() == mostDimensions)
      return fail(at, "the variable is too large");
    variable.size *= count;
    shape.push_back(count);
  }
  if (!shape.empty() && shape.front() == 0)
    variable.size = 0;
  return false;
}

bool VariableParser::parseInitializers(Variable &variable, const Shape &shape) {
  uint64_t end = 0;
  if (parseInitializer(variable, shape, 0, 0, end))
    return true;
  uint64_t width = byteWidth(variable.type);
  if (!shape.empty() && shape.front() == 0 && variable.size == 0) {
    uint64_t stride = 1;
    for (uint64_t extent : llvm::ArrayRef(shape).drop_front())
      stride *= extent;
    if (!stride || end > largestVariable)
      return fail(variable.location, "the variable is too large");
    variable.size = (end + stride - 1) / stride * stride * width;
  }
  if (end * width > variable.size)
    return fail(variable.location,
                "more initial values than '" + variable.name + "' holds");
  return false;
}

/// Parses values from element `first` on. If they stand in braces, they fill
/// dimension `level` of the shape. `end` is behind the last element that they
/// cover. As in C, values without inner braces run on through the dimensions.
bool VariableParser::parseInitializer(Variable &variable, const Shape &shape,
                                      size_t level, uint64_t first,
                                      uint64_t &end) {
  if (!token.isPunctuation('{')) {
    end = first + 1;
    return parseInitializerCell(variable, first);
  }
  if (level > shape.size())
    return failHere("initial values are nested too deeply");
  consume();
  end = first;
  if (accept('}'))
    return false;
  uint64_t stride = 1;
  for (size_t i = level + 1; i < shape.size(); ++i)
    stride *= shape[i];
  uint64_t next = first;
  do {
    bool isNested = token.isPunctuation('{');
    if (isNested && (next - first) % std::max<uint64_t>(stride, 1))
      return failHere("a list of initial values begins within an element");
    if (next > largestVariable)
      return failHere("more initial values than '" + variable.name + "' holds");
    if (parseInitializer(variable, shape, level + 1, next, end))
      return true;
    if (isNested && end > next + stride)
      return failHere("more initial values than a dimension of '" +
                      variable.name + "' holds");
    next = isNested ? next + stride : end;
    end = next;
  } while (accept(','));
  return expect('}', "at the end of the initial values");
}

bool VariableParser::parseInitializerCell(Variable &variable, uint64_t index) {
  Initializer cell;
  cell.index = index;
  cell.location = token.location;
  if (token.is(Kind::Integer) && cursor.peek().isPunctuation('(')) {
    if (parseMask(cell))
      return true;
  } else if (constants.startsHere()) {
    Constant constant;
    if (constants.parse(constant))
      return true;
    cell.value = constant.bits;
    if (!constant.isInteger())
      cell.kind = constant.kind == Constant::Kind::Float32
                      ? Initializer::Kind::Float32
                      : Initializer::Kind::Float64;
    if (cell.kind != Initializer::Kind::Number &&
        (byteWidth(variable.type) < 4 ||
         (!isFloat(variable.type) && !isUntyped(variable.type))))
      return fail(cell.location, "a variable of type ." +
                                     typeName(variable.type) +
                                     " cannot hold a floating-point number");
  } else if (parseInitializerSymbol(cell)) {
    return true;
  }
  variable.initializers.push_back(cell);
  return false;
}

/// mask(expression): one byte of an address or of a number.
bool VariableParser::parseMask(Initializer &cell) {
  uint64_t mask = token.value;
  unsigned shift = mask ? llvm::countr_zero(mask) : 0;
  if (shift % 8 || mask >> shift != 0xFF)
    return fail(cell.location, "a mask of an address selects one byte");
  cell.isMasked = true;
  cell.maskShift = shift;
  consume();
  consume(); // (
  if (constants.startsHere()) {
    if (constants.parseInteger(cell.value, "a number"))
      return true;
    cell.value = cell.value >> shift & 0xFF;
  } else if (parseInitializerSymbol(cell)) {
    return true;
  }
  return expect(')', "after the masked value");
}

/// symbol, generic(symbol), each with offsets.
bool VariableParser::parseInitializerSymbol(Initializer &cell) {
  if (token.is(Kind::Identifier) && token.text == "generic") {
    cell.isGeneric = true;
    consume();
    if (expect('(', "after generic"))
      return true;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected a number or a symbol");
  cell.kind = Initializer::Kind::Address;
  cell.symbol = token.text;
  consume();
  if (constants.parseOffset(cell.value))
    return true;
  return cell.isGeneric &&
         (expect(')', "after the symbol") || constants.parseOffset(cell.value));
}
