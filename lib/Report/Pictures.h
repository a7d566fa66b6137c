//===- Pictures.h - The pictures of a report --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each is one <svg> that scales with the page. Lines and words take their
// colours from the page's style (--ink, --faint, --line), so that they can be
// read on light and on dark ground.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_REPORT_PICTURES_H
#define TESSERA_LIB_REPORT_PICTURES_H

#include "tessera/Report/KernelReport.h"

namespace tessera::report {

/// Text that means itself in HTML.
std::string escape(llvm::StringRef text);

/// The colour of the n-th of several things.
std::string colorOf(unsigned number);

/// Who owns which element of a tile: the colour says the warp, its strength the
/// lane; each field names warp, lane and registers.
void drawLayout(llvm::raw_ostream &os, const LinearLayout &map);

/// Buffers over the steps of the program, by their offsets; loops as bands.
void drawSharedMemory(llvm::raw_ostream &os, const KernelFacts &kernel);

/// For how long an iteration keeps each unit busy, and which iterations are
/// under way at once.
void drawLoop(llvm::raw_ostream &os, const LoopFact &loop);

/// When the ops behind the inner loop of a loop over tiles keep each unit busy:
/// those that finish a tile, and those that begin the next one.
void drawHandover(llvm::raw_ostream &os, const LoopFact &loop);

} // namespace tessera::report

#endif // TESSERA_LIB_REPORT_PICTURES_H
