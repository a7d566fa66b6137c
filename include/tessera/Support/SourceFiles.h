//===- SourceFiles.h - The files that programs are made of ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_SOURCEFILES_H
#define TESSERA_SUPPORT_SOURCEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace tessera {

/// True if the path is of a library that front ends inline into kernels: an
/// installed package of Python, Rust or Julia, a header of a toolkit or of the
/// system, or code without a file. Users do not change these.
bool isLibraryFile(llvm::StringRef path);

/// The lines of the files that places are in, each file read once.
class SourceLines {
public:
  /// A line of a file, from 1, without its newline; empty if the file cannot be
  /// read, is not text, has more than 16 MiB or no such line.
  llvm::StringRef getLine(llvm::StringRef file, unsigned number);

  /// All lines of a file; none where `getLine` gives none.
  llvm::ArrayRef<llvm::StringRef> getLines(llvm::StringRef file);

private:
  struct File {
    void read(llvm::StringRef path);

    std::unique_ptr<llvm::MemoryBuffer> buffer;
    llvm::SmallVector<llvm::StringRef, 0> lines;
  };

  llvm::StringMap<File> files;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_SOURCEFILES_H
