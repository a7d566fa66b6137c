//===- Parameters.cpp - Kernels with symbolic sizes -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parameters.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tune;

static bool isNameCharacter(char c) { return isAlnum(c) || c == '_'; }

static bool isName(StringRef text) {
  return !text.empty() && !isDigit(text.front()) &&
         all_of(text, isNameCharacter);
}

static Error failBecause(const Twine &reason) {
  return createStringError(reason);
}

char NoValue::ID = 0;

static Error failAlone(const Twine &reason) {
  return make_error<NoValue>(reason, inconvertibleErrorCode());
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// Refuses all but words and numbers of 64 bits.
static Error checkValue(StringRef value, StringRef name) {
  StringRef digits = value.drop_front(value.starts_with("-"));
  bool isNumber = !digits.empty() && all_of(digits, isDigit);
  int64_t number;
  if (isNumber && value.getAsInteger(10, number))
    return failBecause("'" + value + "', a value of " + name +
                       ", does not fit 64 bits");
  if (isNumber || (!value.empty() && all_of(value, isNameCharacter)))
    return Error::success();
  return failBecause("'" + value + "', a value of " + name +
                     ", is neither a number nor a word");
}

Expected<Parameter> tune::parseParameter(StringRef text) {
  auto [name, list] = text.split('=');
  Parameter parameter{name.trim().str(), {}};
  if (!isName(parameter.name) || list.trim().empty())
    return failBecause("'" + text + "' is not of the form NAME=VALUE,VALUE");
  for (StringRef value : split(list, ',')) {
    value = value.trim();
    if (Error error = checkValue(value, parameter.name))
      return error;
    parameter.values.push_back(value.str());
  }
  return parameter;
}

Expected<std::vector<Parameter>> tune::readDeclared(StringRef program,
                                                    StringRef file) {
  std::vector<Parameter> parameters;
  size_t number = 0;
  for (StringRef line : split(program, '\n')) {
    ++number;
    StringRef text = line.trim();
    if (!text.empty() && !text.consume_front("//"))
      break;
    text = text.trim();
    if (!text.consume_front("param:"))
      continue;
    Expected<Parameter> parameter = parseParameter(text.trim());
    if (!parameter)
      return failBecause(file + ":" + Twine(number) + ": " +
                         toString(parameter.takeError()));
    if (any_of(parameters, [&](const Parameter &each) {
          return each.name == parameter->name;
        }))
      return failBecause(file + ":" + Twine(number) + ": " + parameter->name +
                         " is declared twice; list all values in one line");
    parameters.push_back(std::move(*parameter));
  }
  return parameters;
}

Expected<std::vector<Choice>> tune::listChoices(ArrayRef<Parameter> all) {
  constexpr uint64_t most = 100'000;
  uint64_t count = 1;
  bool overflows = false;
  for (const Parameter &each : all)
    if (!overflows)
      count =
          SaturatingMultiply<uint64_t>(count, each.values.size(), &overflows);
  if (count > most)
    return failBecause("the parameters have " +
                       Twine(overflows ? "more than " : "") + Twine(count) +
                       " combinations, of which " + Twine(most) +
                       " can be tried; give fewer values");
  std::vector<Choice> choices(1);
  for (const Parameter &parameter : all) {
    std::vector<Choice> longer;
    for (const Choice &choice : choices)
      for (const std::string &value : parameter.values) {
        longer.push_back(choice);
        longer.back().emplace_back(parameter.name, value);
      }
    choices = std::move(longer);
  }
  return choices;
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

/// True if `name` is one of the identifiers of an expression.
static bool mentions(StringRef expression, StringRef name) {
  while (!expression.empty()) {
    StringRef word = expression.take_while(isNameCharacter);
    if (word == name)
      return true;
    expression = expression.drop_front(std::max<size_t>(1, word.size()));
  }
  return false;
}

/// Says how a parameter comes to have values.
static std::string sayHowToDeclare(StringRef name) {
  return ("declare it: --param=" + name +
          "=64,128, or a comment ahead of the program, // param: " + name +
          " = 64, 128")
      .str();
}

/// The first name in an expression that no parameter has; empty if there is none.
static StringRef findUndeclared(StringRef expression, const Choice &choice) {
  while (!expression.empty()) {
    StringRef word = expression.take_while(isNameCharacter);
    if (isName(word) && !is_contained({"ceildiv", "floordiv", "mod"}, word) &&
        none_of(choice, [&](const auto &each) { return each.first == word; }))
      return word;
    expression = expression.drop_front(std::max<size_t>(1, word.size()));
  }
  return {};
}

/// The value of an affine expression of the parameters that are numbers.
static Expected<std::string> evaluate(StringRef expression,
                                      const Choice &choice,
                                      mlir::MLIRContext &context) {
  // The parser calls itself at each parenthesis and each sign.
  constexpr size_t longest = 1000;
  if (expression.size() > longest)
    return failBecause("an expression has " + Twine(expression.size()) +
                       " characters, more than " + Twine(longest));
  if (StringRef name = findUndeclared(expression, choice); !name.empty())
    return failBecause("no parameter fits '" + name + "' in '" + expression +
                       "'; " + sayHowToDeclare(name));
  std::string names, complaint;
  SmallVector<mlir::AffineExpr> values;
  for (const auto &[name, value] : choice) {
    int64_t number;
    if (StringRef(value).getAsInteger(10, number)) {
      if (mentions(expression, name))
        return failAlone("'" + expression + "' has no value: " + name + " is " +
                         value + ", which is no number");
      continue;
    }
    names += (values.empty() ? "" : ", ") + name;
    values.push_back(mlir::getAffineConstantExpr(number, &context));
  }
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          complaint = diagnostic.str();
                                          return mlir::success();
                                        });
  auto map = dyn_cast_if_present<mlir::AffineMapAttr>(mlir::parseAttribute(
      formatv("affine_map<()[{0}] -> ({1})>", names, expression).str(),
      &context));
  if (!map || map.getValue().getNumResults() != 1)
    return failBecause("'" + expression + "' is not an affine expression of " +
                       (names.empty() ? "numbers" : names) +
                       (complaint.empty() ? "" : ": " + complaint));
  auto value = dyn_cast<mlir::AffineConstantExpr>(
      map.getValue().getResult(0).replaceSymbols(values));
  if (!value)
    return failAlone("'" + expression +
                     "' has no value: it divides by 0 or does not fit 64 bits");
  return itostr(value.getValue());
}

/// True if a name ends in front of `rest`: also ahead of the x of a shape.
static bool endsName(StringRef rest) {
  return rest.empty() || rest.front() == 'x' || !isNameCharacter(rest.front());
}

/// The value of the longest parameter whose name `rest` begins with, which it
/// then lacks.
static Expected<std::string> takeName(StringRef &rest, const Choice &choice) {
  const std::pair<std::string, std::string> *longest = nullptr;
  for (const auto &each : choice)
    if (rest.starts_with(each.first) &&
        endsName(rest.drop_front(each.first.size())) &&
        (!longest || longest->first.size() < each.first.size()))
      longest = &each;
  if (!longest) {
    StringRef name = rest.take_while(isNameCharacter);
    return failBecause("no parameter fits '$" + name + "'; " +
                       sayHowToDeclare(name));
  }
  rest = rest.drop_front(longest->first.size());
  return longest->second;
}

/// The value of what stands behind a $, which `rest` then lacks.
static Expected<std::string> takeValue(StringRef &rest, const Choice &choice,
                                       mlir::MLIRContext &context) {
  if (!rest.consume_front("{"))
    return takeName(rest, choice);
  size_t end = rest.find('}');
  if (end == StringRef::npos)
    return failBecause("a '${' has no '}'");
  StringRef expression = rest.take_front(end);
  rest = rest.drop_front(end + 1);
  // A word, such as an element type, is no number.
  for (const auto &[name, value] : choice)
    if (expression.trim() == name)
      return value;
  return evaluate(expression, choice, context);
}

/// Appends the text ahead of the next parameter, in which $$ stands for $. True
/// if there is one: `rest` then begins behind its $.
static bool takePlain(StringRef &rest, std::string &plain) {
  while (true) {
    size_t dollar = rest.find('$');
    plain += rest.take_front(dollar);
    if (dollar == StringRef::npos)
      return false;
    rest = rest.drop_front(dollar + 1);
    if (rest.starts_with("{") || isName(rest.take_front(1)))
      return true;
    rest.consume_front("$");
    plain += '$';
  }
}

Expected<std::string> tune::substituteChoice(StringRef text,
                                             const Choice &choice,
                                             StringRef where,
                                             mlir::MLIRContext &context) {
  std::string result;
  StringRef rest = text;
  while (takePlain(rest, result)) {
    StringRef before = text.drop_back(rest.size() + 1);
    Expected<std::string> value = takeValue(rest, choice, context);
    if (!value) {
      std::string place =
          formatv("{0}:{1}:{2}: ", where, before.count('\n') + 1,
                  before.size() - (before.rfind('\n') + 1) + 1);
      return handleErrors(
          value.takeError(),
          [&](const NoValue &why) {
            return failAlone(place + why.getMessage());
          },
          [&](const StringError &why) {
            return failBecause(place + why.getMessage());
          });
    }
    result += *value;
  }
  return result;
}

bool tune::usesParameter(StringRef text, StringRef name) {
  std::string plain;
  while (takePlain(text, plain)) {
    if (text.starts_with(name) && endsName(text.drop_front(name.size())))
      return true;
    if (text.consume_front("{") && mentions(text.split('}').first, name))
      return true;
  }
  return false;
}

std::string tune::explainUndeclared(StringRef text) {
  std::string plain;
  StringRef rest = text;
  if (!takePlain(rest, plain))
    return "";
  StringRef name = rest.take_while(isNameCharacter);
  if (rest.consume_front("{"))
    name = findUndeclared(rest.split('}').first, {});
  if (name.empty())
    return "";
  return ("if '" + name + "' is to be a parameter, " + sayHowToDeclare(name))
      .str();
}
