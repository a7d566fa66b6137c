//===- KernelName.h - Kernels by their authors' names -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers put more into the symbol of a kernel than its name. Messages have
// the name; whoever loads a module asks for the symbol. Front ends mangle so:
//
// - C++, and CUDA.jl of Julia: https://itanium-cxx-abi.github.io/cxx-abi/abi.html
// - Rust: https://doc.rust-lang.org/rustc/symbol-mangling/, `_R` or the legacy
//   `_ZN...17h<hash>E`, which is that of C++ with a hash for parameters, and with
//   $ where symbols of PTX have no dot
// - Julia's own code: `julia_name_1234`, with a number for the method
// - cuTile: `name_Kt1_A1f32`, with the parameters behind the convention
//
// The driver and the reports, which are no part of the emulator, name kernels so
// too: nothing but LLVM is needed here.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_KERNELNAME_H
#define TESSERA_EMULATOR_KERNELNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>
#include <string>
#include <vector>

namespace tessera {

namespace detail {

/// Longer names lose the path ahead of their last part.
constexpr size_t longestKernelName = 80;

/// The text that a function of LLVM's demangler has allocated.
inline std::string takeDemangled(char *text) {
  std::string name = text ? text : "";
  free(text);
  return name;
}

/// The most back-references of a symbol whose types are written out: a type that
/// refers to one twice, which refers to one twice, has a name of exponential length.
constexpr size_t mostBackReferences = 24;

/// The back-references of a symbol: `letter`, which is S in C++ and B in Rust,
/// digits of a large base, and _. Parts of names that look so count as well.
inline size_t countBackReferences(llvm::StringRef symbol, char letter) {
  size_t count = 0;
  for (llvm::StringRef part : llvm::drop_begin(llvm::split(symbol, letter)))
    count += part.drop_while(llvm::isAlnum).starts_with("_");
  return count;
}

/// The name of a function of C++, with its namespaces and template arguments
/// and without its parameters; the last part of it alone if that is long or
/// refers back often. Empty for other symbols.
inline std::string nameOfCpp(llvm::StringRef symbol) {
  std::string mangled = symbol.str(); // which the parts point into
  llvm::ItaniumPartialDemangler parts;
  if (parts.partialDemangle(mangled.c_str()) || !parts.isFunction())
    return "";
  if (countBackReferences(symbol, 'S') <= mostBackReferences) {
    std::string name = takeDemangled(parts.getFunctionName(nullptr, nullptr));
    if (name.size() <= longestKernelName)
      return name;
  }
  std::string last = takeDemangled(parts.getFunctionBaseName(nullptr, nullptr));
  // Arguments stand behind the length and the name, between I and E.
  bool isTemplate = symbol.contains(std::to_string(last.size()) + last + "I");
  return last + (isTemplate ? "<...>" : "");
}

/// True for the hash that the legacy mangling of Rust ends with: h and 16 digits.
inline bool isRustHash(llvm::StringRef part) {
  return part.size() == 17 && part.consume_front("h") &&
         llvm::all_of(part, llvm::isHexDigit);
}

/// Replaces what the legacy mangling of Rust writes for characters that C++ has
/// not in names: `$LT$` for <, `$u20$` for a space, $$ for ::.
inline std::string decodeLegacyRust(llvm::StringRef text) {
  constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> escapes[] = {
      {"$SP$", "@"}, {"$BP$", "*"}, {"$RF$", "&"}, {"$LT$", "<"}, {"$GT$", ">"},
      {"$LP$", "("}, {"$RP$", ")"}, {"$C$", ","},  {"$$", "::"}};
  std::string name;
  while (!text.empty()) {
    // A part of the path that begins with an escape has a _ ahead of it.
    if (text.starts_with("_$") &&
        (name.empty() || llvm::StringRef(name).ends_with("::")))
      text = text.drop_front();
    const auto *escape = llvm::find_if(escapes, [&](const auto &each) {
      return text.starts_with(each.first);
    });
    unsigned code = 0;
    llvm::StringRef rest = text;
    if (escape != std::end(escapes)) {
      name += escape->second;
      text = text.drop_front(escape->first.size());
    } else if (rest.consume_front("$u") && !rest.consumeInteger(16, code) &&
               code < 128 && rest.consume_front("$")) {
      name += static_cast<char>(code);
      text = rest;
    } else {
      name += text.front();
      text = text.drop_front();
    }
  }
  return name;
}

/// The path of a function of Rust; its last part alone if it is long. Empty for
/// other symbols.
inline std::string nameOfRust(llvm::StringRef symbol) {
  std::string name;
  if (symbol.starts_with("_R")) {
    if (countBackReferences(symbol, 'B') > mostBackReferences)
      return "";
    name = takeDemangled(llvm::rustDemangle(symbol));
  } else if (symbol.starts_with("_ZN") &&
             isRustHash(symbol.drop_back().take_back(17)) &&
             countBackReferences(symbol, 'S') <= mostBackReferences) {
    std::string path = takeDemangled(llvm::itaniumDemangle(symbol));
    auto [front, last] = llvm::StringRef(path).rsplit("::");
    if (isRustHash(last))
      name = decodeLegacyRust(front);
  }
  // Behind the last :: of a path with generics stand their arguments.
  llvm::StringRef plain =
      llvm::StringRef(name).take_until([](char c) { return c == '<'; });
  if (name.size() <= longestKernelName || plain.empty())
    return name;
  bool isGeneric = plain.size() != name.size();
  plain.consume_back("::");
  size_t last = plain.rfind("::");
  return plain.substr(last == llvm::StringRef::npos ? 0 : last + 2).str() +
         (isGeneric ? "::<...>" : "");
}

/// The name of a function of Julia. Empty for other symbols.
inline llvm::StringRef nameOfJulia(llvm::StringRef symbol) {
  auto [name, method] = symbol.rsplit('_');
  bool isOne = name.consume_front("julia_") && !method.empty() &&
               llvm::all_of(method, llvm::isDigit);
  return isOne ? name : "";
}

} // namespace detail

/// The name of a kernel of cuTile, whose symbol goes on with `_K`, the calling
/// convention, such as t1, and the parameters. Empty for other symbols.
inline llvm::StringRef nameOfCuTile(llvm::StringRef symbol) {
  auto [name, rest] = symbol.rsplit("_K");
  llvm::StringRef convention = rest.split('_').first;
  bool isOne = convention.size() >= 2 && llvm::isLower(convention.front()) &&
               llvm::all_of(convention.drop_front(), llvm::isDigit);
  return isOne ? name : "";
}

/// The name that messages have for a symbol.
inline std::string shortKernelName(llvm::StringRef symbol) {
  if (std::string name = detail::nameOfRust(symbol); !name.empty())
    return name;
  if (std::string name = detail::nameOfCpp(symbol); !name.empty())
    return name;
  for (llvm::StringRef name :
       {nameOfCuTile(symbol), detail::nameOfJulia(symbol)})
    if (!name.empty())
      return name.str();
  return symbol.str();
}

/// The names that a list has for symbols, in order: the symbol itself where
/// several have the name of their author.
inline std::vector<std::string>
shortKernelNames(llvm::ArrayRef<std::string> symbols) {
  llvm::StringMap<unsigned> uses;
  std::vector<std::string> names;
  for (const std::string &symbol : symbols)
    ++uses[names.emplace_back(shortKernelName(symbol))];
  for (auto [name, symbol] : llvm::zip_equal(names, symbols))
    if (uses[name] > 1)
      name = symbol;
  return names;
}

} // namespace tessera

#endif // TESSERA_EMULATOR_KERNELNAME_H
