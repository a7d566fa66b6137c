//===- Toolkit.h - Where the CUDA toolkit's pieces are ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tessera takes two things from the CUDA toolkit: the program ptxas, which
// turns PTX into machine code, and the bitcode library libdevice. A path that
// the caller names (an option of the tool), or TESSERA_PTXAS_PATH or
// TESSERA_LIBDEVICE_PATH, is a decision: when nothing is there, the search ends
// with an error. Otherwise these are looked at:
//
//   1. for ptxas, libexec/tessera-ptxas beside the folder of this program or
//      shared library;
//   2. the toolkits named by CUDA_HOME, CUDA_ROOT and CUDA_PATH;
//   3. for ptxas, PATH; for libdevice, the toolkit of that ptxas, and before it
//      that of the ptxas that is taken;
//   4. /usr/local/cuda and /usr/local/cuda-*;
//   5. pip's packages (site-packages/nvidia) in VIRTUAL_ENV, CONDA_PREFIX and
//      the environment that this program is installed into;
//   6. the path given to CMake as TESSERA_PTXAS, TESSERA_LIBDEVICE.
//
// Of libdevice the first is taken. Of ptxas the newest is, and of several of
// one version the first; the version is read from the file, so that a script
// counts as the oldest.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_TOOLKIT_H
#define TESSERA_SUPPORT_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

/// Returns the path of ptxas; `named` is the caller's choice, empty for none.
/// The error says where it was looked for and how to get it.
llvm::Expected<std::string> findPtxas(llvm::StringRef named = {});

/// Returns the path of libdevice.10.bc, likewise.
llvm::Expected<std::string> findLibdevice(llvm::StringRef named = {});

} // namespace tessera

#endif // TESSERA_SUPPORT_TOOLKIT_H
