//===- YamlNesting.h - YAML that LLVM's parser survives ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_FILES_YAMLNESTING_H
#define TESSERA_LIB_RUNTIME_FILES_YAMLNESTING_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"
#include <optional>

namespace tessera::runtime {

/// The greatest depth of nested lists and mappings. It is limited because the
/// parser recurses for each.
constexpr size_t maxYamlNesting = 1000;

/// The line of a text, from 1, at which they are nested deeper.
std::optional<unsigned> findDeepYaml(llvm::StringRef text);

/// Is told what is wrong with a text, and the line and column, both from 1.
using YamlReport = llvm::function_ref<void(unsigned line, unsigned column,
                                           const llvm::Twine &message)>;

/// Reads a document into `value`; false where it is none, of which the report
/// is told once at least.
template <typename T>
bool readYaml(llvm::MemoryBufferRef text, T &value, YamlReport report,
              void *context = nullptr) {
  if (std::optional<unsigned> line = findDeepYaml(text.getBuffer())) {
    report(*line, 1,
           "lists and mappings are nested more than " +
               llvm::Twine(maxYamlNesting) + " deep");
    return false;
  }
  struct Said {
    YamlReport report;
    bool any = false;
  } said{report};
  auto print = [](const llvm::SMDiagnostic &diagnostic, void *context) {
    Said &said = *static_cast<Said *>(context);
    said.any = true;
    // A text as a whole has no place.
    said.report(std::max(diagnostic.getLineNo(), 1),
                std::max(diagnostic.getColumnNo(), 0) + 1,
                diagnostic.getMessage());
  };
  llvm::yaml::Input input(text, context, print, &said);
  llvm::yaml::EmptyContext empty;
  // As `input >> value`, but of a document that is an alias there is no node.
  if (input.setCurrentDocument() && !input.error())
    llvm::yaml::yamlize(input, value, /*required=*/true, empty);
  // The parser says nothing of some texts.
  if (input.error() && !said.any)
    report(1, 1, "this is no YAML that can be read");
  return !input.error() && !said.any;
}

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_FILES_YAMLNESTING_H
