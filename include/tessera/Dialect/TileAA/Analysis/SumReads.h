//===- SumReads.h - Sums that threads read at once --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum in tensor memory takes registers from the first op that reads it,
// behind the loops that carry it, to the last one that has what was made of it.
// Sums whose epilogues stand one behind the other take the same registers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_SUMREADS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_SUMREADS_H

#include "mlir/IR/Value.h"

namespace tessera::tileaa {

/// A sum as a product gives it, and the registers that it takes where it is
/// read.
struct ReadSum {
  mlir::Value sum;
  int64_t registers;
};

/// The most registers that sums take at once. Sums that are read in different
/// blocks, none of which stands in the other, are taken to be read at once.
int64_t countReadAtOnce(llvm::ArrayRef<ReadSum> sums);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_SUMREADS_H
