//===- KeptResults.h - Results of compilations, on disk ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache of tesseraCompileOptionsSetCacheFolder: what a compilation has made,
// under a key made from all that it depends on.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CAPI_KEPTRESULTS_H
#define TESSERA_LIB_CAPI_KEPTRESULTS_H

#include "tessera/Compiler/Compiler.h"
#include "tessera/Runtime/ProgramCache.h"

namespace tessera::capi {

/// A compilation, and the report if one is wanted.
struct CompiledProgram {
  CompileResult result;
  std::string report;
};

class KeptResults {
public:
  /// The place in `folder` of what is made of `program`, of this name, by
  /// `options`. `more` holds what else the result depends on. An empty folder
  /// keeps nothing.
  KeptResults(llvm::StringRef folder, llvm::StringRef program,
              llvm::StringRef name, const CompileOptions &options,
              llvm::StringRef more);

  /// Returns the result of an earlier compilation, without its steps.
  std::optional<CompiledProgram> find() const;
  void add(const CompiledProgram &program) const;

private:
  runtime::ProgramCache cache;
  std::string key;
};

} // namespace tessera::capi

#endif // TESSERA_LIB_CAPI_KEPTRESULTS_H
