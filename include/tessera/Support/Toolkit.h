//===- Toolkit.h - The search for the CUDA toolkit --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tessera takes two things from the CUDA toolkit: the program ptxas, which
// turns PTX into machine code, and the bitcode library libdevice. If the caller
// names a path (by an option of the tool), or TESSERA_PTXAS_PATH or
// TESSERA_LIBDEVICE_PATH does, only that path counts: if nothing is there, the
// search ends with an error. Otherwise the search looks at:
//
//   1. for ptxas, libexec/tessera-ptxas beside the folder of this program or
//      shared library;
//   2. the toolkits named by CUDA_HOME, CUDA_ROOT and CUDA_PATH;
//   3. for ptxas, PATH; for libdevice, the toolkit of the ptxas that was
//      chosen, then that of the ptxas in PATH;
//   4. /usr/local/cuda and /usr/local/cuda-*;
//   5. pip's packages (site-packages/nvidia) in VIRTUAL_ENV, CONDA_PREFIX and
//      the environment that this program is installed into;
//   6. libexec/toolkit beside the folder of this program or shared library: in a
//      build folder, links to what CMake found as TESSERA_PTXAS and
//      TESSERA_LIBDEVICE.
//
// The first libdevice is taken, and the newest ptxas (of one version, the
// first). The version is read from the file, so that a script counts as the
// oldest. Where there are several, one that cannot be read ends with an error the
// search for ptxas, and that for libdevice unless a toolkit of 2. has it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_TOOLKIT_H
#define TESSERA_SUPPORT_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

/// Returns the path of ptxas; `named` is the caller's choice, empty for none.
/// The error lists the places that were searched, and says how to get ptxas.
llvm::Expected<std::string> findPtxas(llvm::StringRef named = {});

/// Returns the path of libdevice.10.bc, likewise.
llvm::Expected<std::string> findLibdevice(llvm::StringRef named = {});

/// Returns the path of nvdisasm: the caller's choice, which has to be there, or
/// the one beside ptxas, or that of PATH. Empty for none, without which less is
/// known of machine code.
llvm::Expected<std::string> findNvdisasm(llvm::StringRef named = {});

/// Returns the path, the size and the time of the last change of a file, by
/// which a cache tells it from others; empty if there is no path.
std::string describeFile(llvm::Expected<std::string> path);

} // namespace tessera

#endif // TESSERA_SUPPORT_TOOLKIT_H
