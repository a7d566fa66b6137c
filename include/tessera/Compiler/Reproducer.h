//===- Reproducer.h - Saves the input of a crash ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_REPRODUCER_H
#define TESSERA_COMPILER_REPRODUCER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>

namespace tessera {

/// Writes the input of a failed compilation, and a shell script that repeats
/// it, into a new folder. The folder lies in TESSERA_CRASH_DIR, or in the
/// system's temporary folder; only its owner can write to it, and its name
/// cannot be guessed. `arguments` is the command line; the script names the
/// copy in place of `inputPath`. Returns the path of the script.
llvm::Expected<std::string>
writeReproducer(llvm::MemoryBufferRef input, llvm::StringRef inputPath,
                llvm::ArrayRef<const char *> arguments);

} // namespace tessera

#endif // TESSERA_COMPILER_REPRODUCER_H
