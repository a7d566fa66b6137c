//===- Folders.h - Folders of the tools and the driver ----------*- C++ -*-===//
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

/// The folder of the driver without a GPU, beside the tools' in the build tree
/// and in an installation; it need not exist.
std::string driverFolder();

/// True if that folder has a `libcuda.so.1`.
bool hasDriver();

#endif // TESSERA_TOOLS_TESSERA_FOLDERS_H
