//===- ValidationRun.h - A launch on symbolic memory ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_VALIDATIONRUN_H
#define TESSERA_LIB_RUNTIME_VALIDATIONRUN_H

#include "Interpretation.h"
#include "tessera/Runtime/Validator.h"

namespace tessera::runtime {

/// A launch on symbolic memory, which lives on for the comparison.
struct Validator::Run {
  Run(const Launch &launch, std::shared_ptr<interp::TermTable> table)
      : launch(launch), symbolic(std::move(table)) {}

  Launch launch;
  interp::GlobalMemory memory;
  std::vector<uint64_t> addresses;
  std::string printed;
  interp::SymbolicRun symbolic;
};

/// An operation and its place, for messages.
std::string nameOf(mlir::Operation *op);

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_VALIDATIONRUN_H
