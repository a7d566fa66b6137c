//===- ProgramSections.h - Sources inside of a cubin ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin can carry the program that it was made of, and the PTX, in sections
// of its ELF file that are not loaded. A GPU runs it as before; on a machine
// without one, the engines find there what they run.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_PROGRAMSECTIONS_H
#define TESSERA_CODEGEN_PROGRAMSECTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

/// The contents that a cubin carries; each is empty if absent.
struct ProgramSections {
  /// The program as the compiler was given it: bytecode or text.
  llvm::StringRef program;
  llvm::StringRef ptx;
};

/// Appends the sections to a little-endian ELF file of 64 bits, in which
/// nothing else moves. Returns an error if it is no such file, or has the
/// sections already.
llvm::Error addProgramSections(std::string &cubin,
                               const ProgramSections &sections);

/// Finds the sections of such a file. The result points into `cubin`. Returns
/// an error if it is no such file.
llvm::Expected<ProgramSections> findProgramSections(llvm::StringRef cubin);

} // namespace tessera

#endif // TESSERA_CODEGEN_PROGRAMSECTIONS_H
