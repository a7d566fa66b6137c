//===- FormsTable.cpp - Instruction forms as data -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {
using Strings = std::vector<std::string>;

Strings split(const std::string &text, char separator) {
  Strings parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

std::string trim(const std::string &text) {
  size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// All texts that a pattern with <.a/.b> and {.a/.b} stands for.
Strings expand(const std::string &pattern) {
  size_t open = pattern.find_first_of("<{");
  if (open == std::string::npos)
    return {pattern};
  char closing = pattern[open] == '<' ? '>' : '}';
  size_t close = pattern.find(closing, open);
  Strings choices = split(pattern.substr(open + 1, close - open - 1), '/');
  if (closing == '}')
    choices.insert(choices.begin(), "");
  Strings result;
  for (const std::string &rest : expand(pattern.substr(close + 1)))
    for (const std::string &choice : choices)
      result.push_back(pattern.substr(0, open) + choice + rest);
  return result;
}

} // namespace

void test::stop(const std::string &message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
}

/// Types whose name does not contain their width.
static const std::map<std::string, unsigned> &namedWidths() {
  static const std::map<std::string, unsigned> widths = {
      {"pred", 1},    {"tf32", 32},   {"f16x2", 32},  {"bf16x2", 32},
      {"u16x2", 32},  {"s16x2", 32},  {"u8x4", 32},   {"s8x4", 32},
      {"f32x2", 64},  {"e2m1x2", 8},  {"e4m3x2", 16}, {"e5m2x2", 16},
      {"e3m2x2", 16}, {"e2m3x2", 16}, {"s2f6x2", 16}, {"ue8m0x2", 16}};
  return widths;
}

bool test::isTypeName(const std::string &m) {
  if (namedWidths().count(m))
    return true;
  static const Strings names = {"b8",  "b16", "b32",  "b64", "b128", "u8",
                                "u16", "u32", "u64",  "s8",  "s16",  "s32",
                                "s64", "f16", "bf16", "f32", "f64"};
  return std::find(names.begin(), names.end(), m) != names.end();
}

unsigned test::typeWidth(const std::string &type) {
  auto it = namedWidths().find(type);
  return it != namedWidths().end()
             ? it->second
             : static_cast<unsigned>(
                   std::stoi(type.substr(type.find_first_of("0123456789"))));
}

bool test::isFloatName(const std::string &type) {
  return type[0] == 'f' || type[0] == 't' || type.substr(0, 2) == "bf";
}

bool Form::has(const std::string &modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) !=
         modifiers.end();
}

std::string Form::type(size_t operand) const {
  const std::string &kind = operands[operand];
  return kind == "t"   ? lastType()
         : kind == "d" ? types.front()
         : kind == "x" ? (operand == 0 ? types.front() : types.back())
         : kind == "w"
             ? lastType()[0] + std::to_string(2 * typeWidth(lastType()))
         : isTypeName(kind) ? kind
                            : "";
}

unsigned Form::width(size_t operand) const {
  const std::string &kind = operands[operand];
  if (std::string own = type(operand); !own.empty())
    return typeWidth(own);
  if (kind == "dp" || kind == "m")
    return 32;
  return kind == "i" ? 8 : 1;
}

/// Calls `add` with each mnemonic that a line of the file stands for, and with
/// the fields of the line. "|" separates fields and is part of none.
template <typename Add>
static void readTable(const std::string &path, Add add) {
  std::ifstream file(path);
  std::map<std::string, std::string, std::greater<>> lists;
  for (std::string line; std::getline(file, line);) {
    line = trim(line.substr(0, line.find('#')));
    if (line.empty())
      continue;
    if (line[0] == '$') {
      lists[trim(line.substr(0, line.find('=')))] =
          trim(line.substr(line.find('=') + 1));
      continue;
    }
    Strings fields = split(line, '|');
    std::string pattern = trim(fields[0]);
    for (const auto &[name, list] : lists)
      for (size_t at; (at = pattern.find(name)) != std::string::npos;)
        pattern.replace(at, name.size(), list);
    for (const std::string &mnemonic : expand(pattern))
      add(mnemonic, fields);
  }
}

std::vector<Form> test::readForms(const std::string &path) {
  std::vector<Form> forms;
  readTable(path, [&](const std::string &mnemonic, const Strings &fields) {
    Form form;
    form.mnemonic = mnemonic;
    form.modifiers = split(mnemonic, '.');
    form.opcode = form.modifiers.front();
    form.modifiers.erase(form.modifiers.begin());
    for (const std::string &m : form.modifiers)
      if (isTypeName(m))
        form.types.push_back(m);
    form.operands = split(trim(fields[1]), ' ');
    if (fields.size() > 2) {
      Strings needs = split(trim(fields[2]), ' ');
      form.target = static_cast<unsigned>(std::stoi(needs[0]));
      form.targets = needs[0];
      form.version = needs.size() > 1 ? needs[1] : "";
    }
    forms.push_back(form);
  });
  return forms;
}

/// Names registers for an operand: a list of two for "2r", one for "r".
static std::string namesOf(const std::string &operand, unsigned &number) {
  std::string text;
  if (operand.size() >= 2 && std::isdigit(operand[0]) &&
      std::isalpha(operand.back())) {
    auto count = static_cast<unsigned>(std::stoi(operand));
    for (unsigned i = 0; i != count; ++i)
      text += std::string(i ? ", %" : "{%") + operand.back() +
              std::to_string(number++);
    return text + "}";
  }
  for (char c : operand)
    text += std::isalpha(c) ? std::string("%") + c + std::to_string(number)
                            : std::string(1, c);
  ++number;
  return text;
}

std::vector<TargetForm> test::readTargetForms(const std::string &path) {
  std::vector<TargetForm> forms;
  std::set<std::string> known;
  readTable(path, [&](const std::string &mnemonic, const Strings &fields) {
    TargetForm form = {mnemonic, trim(fields[2])};
    unsigned number = 0;
    const char *separator = " ";
    for (const std::string &operand : split(trim(fields[1]), ' '))
      if (!operand.empty()) {
        form.instruction += separator + namesOf(operand, number);
        separator = ", ";
      }
    form.instruction += ";";
    if (known.insert(form.instruction).second)
      forms.push_back(form);
  });
  return forms;
}

bool TargetForm::has(const std::string &target) const {
  static const std::regex list("([^/]*/.*|none)"),
      range("(\\d*)([af]?)(?:\\.\\.(\\d+))?(?:-(\\d+))?"),
      name("sm_(\\d+)([af]?)");
  std::smatch bounds, parts;
  if (std::regex_match(targets, list))
    return ("/" + targets + "/").find("/" + target.substr(3) + "/") !=
           std::string::npos;
  if (!std::regex_match(targets, bounds, range) ||
      !std::regex_match(target, parts, name))
    stop("'" + targets + "' or '" + target + "' names no targets");
  auto numberOr = [](const std::string &text, int other) {
    return text.empty() ? other : std::stoi(text);
  };
  int number = std::stoi(parts[1]);
  std::string variant = parts[2], needed = bounds[2];
  return number >= numberOr(bounds[1], 0) &&
         number <= numberOr(bounds[3], 999) && parts[1] != bounds[4].str() &&
         (needed == "a" ? variant == "a" : needed.empty() || !variant.empty());
}
