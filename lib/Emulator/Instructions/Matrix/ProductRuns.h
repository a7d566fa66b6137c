//===- ProductRuns.h - Products that are computed together ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_PRODUCTRUNS_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_PRODUCTRUNS_H

#include "../../Code.h"

namespace tessera::ptx {

/// Sets Inst::productRun of each mma: products of one kind and with one A that
/// follow one another, none of which reads what one before it writes. A tile's
/// products are written so, and several columns of B at once take the host less
/// time than one after the other.
void findProductRuns(Code &code);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_PRODUCTRUNS_H
