//===- EntryName.h - Entries by their authors' names ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers put more into the symbol of a kernel than its name. Messages have
// the name; whoever loads a module asks for the symbol.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_ENTRYNAME_H
#define TESSERA_EMULATOR_ENTRYNAME_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>
#include <string>

namespace tessera::ptx {

/// The name of a function of C++ whose symbol the Itanium ABI has made, with
/// its namespaces and template arguments and without its parameters; the last
/// part of it alone if that is long. Empty for other symbols.
inline std::string nameOfCpp(llvm::StringRef symbol) {
  constexpr size_t most = 80;
  std::string mangled = symbol.str(); // which the parts point into
  llvm::ItaniumPartialDemangler parts;
  if (parts.partialDemangle(mangled.c_str()) || !parts.isFunction())
    return "";
  auto take = [](char *text) {
    std::string name = text ? text : "";
    free(text);
    return name;
  };
  std::string name = take(parts.getFunctionName(nullptr, nullptr));
  if (name.size() <= most)
    return name;
  bool isTemplate = name.back() == '>';
  return take(parts.getFunctionBaseName(nullptr, nullptr)) +
         (isTemplate ? "<...>" : "");
}

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
inline std::string shortEntryName(llvm::StringRef symbol) {
  if (std::string name = nameOfCpp(symbol); !name.empty())
    return name;
  if (llvm::StringRef name = nameOfCuTile(symbol); !name.empty())
    return name.str();
  return symbol.str();
}

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_ENTRYNAME_H
