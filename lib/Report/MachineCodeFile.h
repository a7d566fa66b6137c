//===- MachineCodeFile.h - What a cubin has of a kernel ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_REPORT_MACHINECODEFILE_H
#define TESSERA_LIB_REPORT_MACHINECODEFILE_H

#include "tessera/Bound/MachineListing.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace tessera::report {

/// Lists machine code by nvdisasm (findNvdisasm). Empty without one, and for code
/// that it does not list; one that is named has to.
llvm::Expected<bound::MachineListing> listMachineCode(llvm::StringRef cubin,
                                                      llvm::StringRef named);

/// The number of a kernel's machine instructions by class, and their sum as
/// "instructions".
std::map<std::string, unsigned>
countClasses(const bound::MachineKernel &kernel);

/// Static shared memory of a kernel in a complete file of machine code, without
/// what the driver reserves of each block.
uint64_t findSharedBytes(llvm::StringRef cubin, llvm::StringRef kernel);

/// A hash of a kernel's machine code; 0 if the file has none of this name.
uint64_t hashMachineCode(llvm::StringRef cubin, llvm::StringRef kernel);

} // namespace tessera::report

#endif // TESSERA_LIB_REPORT_MACHINECODEFILE_H
