//===- Toolkit.h - Where the CUDA toolkit's pieces are ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tessera takes two things from the CUDA toolkit: the program ptxas, which
// turns PTX into machine code, and the bitcode library libdevice. Both are
// looked for in the same order, and the first that exists is taken:
//
//   1. the path that the caller names (an option of the tool);
//   2. TESSERA_PTXAS_PATH, TESSERA_LIBDEVICE_PATH;
//   3. the toolkit named by CUDA_HOME, CUDA_ROOT or CUDA_PATH;
//   4. for ptxas, PATH; for libdevice, the toolkit of that ptxas;
//   5. /usr/local/cuda;
//   6. the path given to CMake as TESSERA_PTXAS, TESSERA_LIBDEVICE.
//
// A path named by 1 or 2 is a decision: when nothing is there, the search ends
// with an error instead of taking another.
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
