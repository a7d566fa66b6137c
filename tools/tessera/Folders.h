//===- Folders.h - Where the tools and the driver lie -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_FOLDERS_H
#define TESSERA_TOOLS_TESSERA_FOLDERS_H

#include <string>

/// The folder of this program, in which all tools are.
std::string toolsFolder();

/// That of the driver without a GPU, beside it in the build tree and where it
/// is installed; the folder need not exist.
std::string driverFolder();

/// Whether there is a `libcuda.so.1` in it.
bool hasDriver();

#endif // TESSERA_TOOLS_TESSERA_FOLDERS_H
