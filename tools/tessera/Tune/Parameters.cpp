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

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

Expected<Parameter> tune::parseParameter(StringRef text) {
  auto [name, list] = text.split('=');
  Parameter parameter{name.trim().str(), {}};
  if (!isName(parameter.name) || list.trim().empty())
    return failBecause("'" + text + "' is not of the form NAME=VALUE,VALUE");
  for (StringRef value : split(list, ',')) {
    value = value.trim();
    if (value.empty() ||
        !all_of(value.drop_front(value.starts_with("-")), isNameCharacter))
      return failBecause("'" + value + "', a value of " + parameter.name +
                         ", is neither a number nor a word");
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
    parameters.push_back(std::move(*parameter));
  }
  return parameters;
}

std::vector<Choice> tune::listChoices(ArrayRef<Parameter> all) {
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

/// The value of an affine expression of the parameters that are numbers.
static Expected<std::string> evaluate(StringRef expression,
                                      const Choice &choice) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::string names, complaint;
  SmallVector<mlir::AffineExpr> values;
  for (const auto &[name, value] : choice) {
    int64_t number;
    if (StringRef(value).getAsInteger(10, number))
      continue;
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
    return failBecause("'" + expression +
                       "' has no value: a divisor is not above 0");
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
    return failBecause("no parameter fits '$" + name +
                       "'; declare it: --param=" + name +
                       "=64,128, or a comment ahead of the program, // "
                       "param: " +
                       name + " = 64, 128");
  }
  rest = rest.drop_front(longest->first.size());
  return longest->second;
}

/// The value of what stands behind a $, which `rest` then lacks.
static Expected<std::string> takeValue(StringRef &rest, const Choice &choice) {
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
  return evaluate(expression, choice);
}

Expected<std::string>
tune::substituteChoice(StringRef text, const Choice &choice, StringRef where) {
  std::string result;
  StringRef rest = text;
  while (true) {
    size_t dollar = rest.find('$');
    result += rest.take_front(dollar);
    if (dollar == StringRef::npos)
      return result;
    rest = rest.drop_front(dollar + 1);
    StringRef before = text.drop_back(rest.size() + 1);
    Expected<std::string> value = takeValue(rest, choice);
    if (!value)
      return failBecause(formatv("{0}:{1}:{2}: ", where, before.count('\n') + 1,
                                 before.size() - (before.rfind('\n') + 1) + 1) +
                         toString(value.takeError()));
    result += *value;
  }
}

bool tune::usesParameter(StringRef text, StringRef name) {
  for (StringRef part : drop_begin(split(text, '$'))) {
    if (part.starts_with(name) && endsName(part.drop_front(name.size())))
      return true;
    if (part.consume_front("{") && part.split('}').first.contains(name))
      return true;
  }
  return false;
}
