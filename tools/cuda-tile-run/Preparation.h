//===- Preparation.h - From the command line to a launch ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILERUN_PREPARATION_H
#define TESSERA_TOOLS_CUDATILERUN_PREPARATION_H

#include "Options.h"

namespace tessera::run {

/// The expected contents of the array of a buffer after the run.
struct ExpectedArray {
  BufferFile file;
  runtime::NpyArray array;
};

/// All inputs of one run, and its expected results.
struct Preparation {
  std::vector<runtime::NamedMemory> memories;
  std::vector<runtime::Argument> arguments;
  /// The array of each buffer; null for the buffer of a list, which is not
  /// visible.
  std::vector<runtime::NpyArray *> arrays;
  std::vector<BufferFile> outputs;
  std::vector<ExpectedArray> expected;
  runtime::Launch launch;
};

/// Reads the arguments and binds them to the entry that the options name. With
/// a null `kernel` it reads only the memories, for works that have arguments of
/// their own.
llvm::Expected<Preparation> prepare(const Options &options,
                                    const runtime::Kernel *kernel);

} // namespace tessera::run

#endif // TESSERA_TOOLS_CUDATILERUN_PREPARATION_H
