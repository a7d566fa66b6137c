//===- YamlNesting.h - YAML that LLVM's parser survives ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_FILES_YAMLNESTING_H
#define TESSERA_LIB_RUNTIME_FILES_YAMLNESTING_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace tessera::runtime {

/// How deep lists and mappings may be nested: the parser calls itself for each.
constexpr size_t maxYamlNesting = 1000;

/// The line of a text, from 1, in which they are nested deeper.
std::optional<unsigned> findDeepYaml(llvm::StringRef text);

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_FILES_YAMLNESTING_H
