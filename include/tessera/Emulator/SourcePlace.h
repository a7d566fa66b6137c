//===- SourcePlace.h - The source that an entry was written in --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_SOURCEPLACE_H
#define TESSERA_EMULATOR_SOURCEPLACE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::ptx {

class Program;

/// A line of a file of the source; 0 if none is known.
struct SourceLine {
  std::string file;
  uint32_t line = 0;
};

/// The line of the first instruction of an entry that has one: in the entry's own
/// function, from which others are called.
SourceLine findSourceLine(const Program &program, llvm::StringRef entry);

/// The names that a comment gives the parameters of an entry, in order:
///
///   // parameters of scale: src, dst, n
///
/// Empty if there is no such line. `tessera run` lets Triton write one.
std::vector<llvm::StringRef> findParameterComment(const Program &program,
                                                  llvm::StringRef entry);

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_SOURCEPLACE_H
