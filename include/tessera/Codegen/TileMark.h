//===- TileMark.h - The mark of tile kernels --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The directive `.language "tile ir"` of an entry becomes `Language: TILEIR` in
// the cubin. NVIDIA's tileiras marks all its kernels so, for every GPU; clients
// launch them with blocks of one thread, and the kernel says how many threads
// it has. The directive is new in PTX 9.2, which LLVM 22 does not know, so it
// is written into the text on its way to a ptxas that takes it:
//
//   .version 9.0                        .version 9.2
//   .visible .entry k(…)                .visible .entry k(…)
//   .reqntid 128, 1, 1                  .reqntid 128, 1, 1 .language "tile ir"
//   .reqnctapercluster 1, 1, 1
//   .blocksareclusters
//   {                                   {
//
// The last two directives serve the same purpose without the mark, from sm_90
// on. With the mark only tile blocks of several CTAs need them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_TILEMARK_H
#define TESSERA_CODEGEN_TILEMARK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VersionTuple.h"
#include <string>

namespace tessera {

/// The first ptxas that takes the mark. Measured: 13.0 refuses it.
inline constexpr llvm::VersionTuple firstWithTileMark(13, 2);

/// Marks the tile kernels of a PTX text as LLVM prints it: the entries with
/// `.reqntid`, unless
/// `.maxclusterrank` leaves the clusters to the launch. Lines keep their
/// numbers. A text without tile kernels stays as it is.
std::string markTileKernels(llvm::StringRef ptx);

} // namespace tessera

#endif // TESSERA_CODEGEN_TILEMARK_H
