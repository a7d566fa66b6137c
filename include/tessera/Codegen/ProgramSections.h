//===- ProgramSections.h - What a cubin was made of -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin can carry the program that it was made of, and the PTX, in sections
// of its ELF file that are not loaded: a GPU runs it as before, and who has no
// GPU finds what the engines run.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_PROGRAMSECTIONS_H
#define TESSERA_CODEGEN_PROGRAMSECTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

/// What a cubin carries; empty where it does not.
struct ProgramSections {
  /// Bytecode or text, as the compiler was given it.
  llvm::StringRef program;
  llvm::StringRef ptx;
};

/// Appends the sections to an ELF file of 64 bits, little-endian, in which
/// nothing else changes its place. An error where it is none, or has them.
llvm::Error addProgramSections(std::string &cubin,
                               const ProgramSections &sections);

/// The sections of such a file, which point into it; an error where it is none.
llvm::Expected<ProgramSections> findProgramSections(llvm::StringRef cubin);

} // namespace tessera

#endif // TESSERA_CODEGEN_PROGRAMSECTIONS_H
