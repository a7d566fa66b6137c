//===- SourceFiles.cpp - The files that programs are made of --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/SourceFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

bool tessera::isLibraryFile(StringRef path) {
  static constexpr llvm::StringLiteral folders[] = {
      "/site-packages/",   "/dist-packages/", "/lib/python", "/usr/include/",
      "/usr/local/cuda",   "/cuda/include/",  "/.cargo/",    "/rustc/",
      "/.julia/packages/", "/share/julia/"};
  // Python names code that has no file "<frozen ...>" or "<string>", and Julia
  // its own base "int.jl".
  bool hasNoFolder =
      path.starts_with("<") || (path.ends_with(".jl") && !path.contains('/'));
  return hasNoFolder || llvm::any_of(folders, [&](StringRef folder) {
           return path.contains(folder);
         });
}

StringRef tessera::SourceLines::getLine(StringRef file, unsigned number) {
  llvm::ArrayRef<StringRef> lines = getLines(file);
  return number && number <= lines.size() ? lines[number - 1] : StringRef();
}

llvm::ArrayRef<StringRef> tessera::SourceLines::getLines(StringRef file) {
  auto [it, isNew] = files.try_emplace(file);
  if (isNew)
    it->second.read(file);
  return it->second.lines;
}

void tessera::SourceLines::File::read(StringRef path) {
  constexpr uint64_t mostBytes = uint64_t(16) << 20;
  // A pipe can be read only once, or never ends.
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status) ||
      !llvm::sys::fs::is_regular_file(status) || status.getSize() > mostBytes)
    return;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file =
      llvm::MemoryBuffer::getFile(path);
  if (!file || (*file)->getBuffer().contains('\0'))
    return;
  buffer = std::move(*file);
  buffer->getBuffer().split(lines, '\n');
}
