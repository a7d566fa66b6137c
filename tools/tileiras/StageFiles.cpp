//===- StageFiles.cpp - The stages of a program as files ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageFiles.h"
#include "tessera/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace tessera;

static StringRef getExtension(Stage stage) {
  switch (stage) {
  case Stage::CudaTile:
  case Stage::TileAA:
  case Stage::TileAS:
  case Stage::NVVM:
    return ".mlir";
  case Stage::LLVM:
    return ".ll";
  case Stage::PTX:
    return ".ptx";
  case Stage::Cubin:
    return ".cubin";
  }
  llvm_unreachable("unknown stage");
}

static std::string getPath(StringRef folder, Stage stage) {
  SmallString<128> path(folder);
  sys::path::append(path, Twine(unsigned(stage) + 1) + "-" + stageName(stage) +
                              getExtension(stage));
  return path.str().str();
}

StageFiles::StageFiles(cl::OptionCategory &category)
    : dumps("dump-dir", cl::value_desc("folder"), cl::cat(category),
            cl::desc("Write each stage to a file of this folder")),
      overrides(
          "override-dir", cl::value_desc("folder"), cl::cat(category),
          cl::desc("Go on with the files of this folder that are named "
                   "as --dump-dir names them, each in place of a stage")) {}

Error StageFiles::prepare() {
  if (!dumps.empty())
    if (std::error_code error = sys::fs::create_directories(dumps))
      return createStringError(error,
                               "the folder '" + dumps +
                                   "' cannot be made: " + error.message());
  if (!overrides.empty() && !sys::fs::is_directory(overrides))
    return createStringError(inconvertibleErrorCode(),
                             "there is no folder '" + overrides +
                                 "' to take stages from");
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>> StageFiles::visit(Stage stage,
                                                          StringRef program) {
  std::unique_ptr<MemoryBuffer> other;
  if (!overrides.empty()) {
    std::string path = getPath(overrides, stage);
    ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
    if (file)
      other = std::move(*file);
    else if (file.getError() != std::errc::no_such_file_or_directory)
      return createStringError(
          file.getError(),
          "'" + path + "' cannot be read: " + file.getError().message());
  }
  if (!dumps.empty())
    if (Error error = writeFileAtomically(getPath(dumps, stage),
                                          other ? other->getBuffer() : program))
      return std::move(error);
  return other;
}
