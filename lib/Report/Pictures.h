//===- Pictures.h - The pictures of a report --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each picture is one <svg> that scales with the page. Lines and words take
// their colours from the page's style (--ink, --faint, --line), so that they
// can be read on light and on dark ground.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_REPORT_PICTURES_H
#define TESSERA_LIB_REPORT_PICTURES_H

#include "tessera/Report/KernelReport.h"

namespace tessera::report {

/// Escapes `text` for HTML.
std::string escape(llvm::StringRef text);

/// The colour of the n-th item of a series.
std::string colorOf(unsigned number);

/// Draws the owner of each element of a tile: the colour stands for the warp,
/// its strength for the lane; each field names warp, lane and registers.
void drawLayout(llvm::raw_ostream &os, const LinearLayout &map);

/// Draws buffers over the steps of the program, by their offsets, and loops as
/// bands.
void drawSharedMemory(llvm::raw_ostream &os, const KernelFacts &kernel);

/// Draws how long an iteration occupies each unit, and which iterations
/// overlap.
void drawLoop(llvm::raw_ostream &os, const LoopFact &loop);

/// Draws when the ops after the inner loop of a loop over tiles occupy each
/// unit: ops that finish a tile, and ops that begin the next one.
void drawHandover(llvm::raw_ostream &os, const LoopFact &loop);

} // namespace tessera::report

#endif // TESSERA_LIB_REPORT_PICTURES_H
