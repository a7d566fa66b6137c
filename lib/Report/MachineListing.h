//===- MachineListing.h - Instructions of machine code ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_REPORT_MACHINELISTING_H
#define TESSERA_LIB_REPORT_MACHINELISTING_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>

namespace tessera::report {

/// By kernel: the number of its machine instructions by class, and their sum as
/// "instructions".
using MachineListing = llvm::StringMap<std::map<std::string, unsigned>>;

/// Lists machine code by nvdisasm: `program`, or if that is empty the one beside
/// ptxas or in PATH. Empty without one.
MachineListing listMachineCode(llvm::StringRef cubin, llvm::StringRef program);

/// Reads the listing that nvdisasm prints.
MachineListing parseListing(llvm::StringRef text);

/// Static shared memory of a kernel in a complete file of machine code.
uint64_t findSharedBytes(llvm::StringRef cubin, llvm::StringRef kernel);

/// A hash of a kernel's machine code; 0 if the file has none of this name.
uint64_t hashMachineCode(llvm::StringRef cubin, llvm::StringRef kernel);

} // namespace tessera::report

#endif // TESSERA_LIB_REPORT_MACHINELISTING_H
