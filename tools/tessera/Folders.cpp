//===- Folders.cpp - Folders of the tools and the driver ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folders.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

std::string toolsFolder() {
  std::string program = sys::fs::getMainExecutable(nullptr, nullptr);
  return sys::path::parent_path(program).str();
}

std::string driverFolder() {
  SmallString<128> folder(sys::path::parent_path(toolsFolder()));
  sys::path::append(folder, "lib", "tessera");
  return folder.str().str();
}

bool hasDriver() { return sys::fs::exists(driverFolder() + "/libcuda.so.1"); }
