//===- PlanOverrideOptions.h - Options of what is forced --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_PLANOVERRIDEOPTIONS_H
#define TESSERA_COMPILER_PLANOVERRIDEOPTIONS_H

#include "tessera/Compiler/PlanOverrides.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>

namespace tessera {

/// The hidden options of tools for what is forced on kernels. A tool makes an object of this class
/// before it parses its command line, which ends the process with status 1 and a
/// message if kernels cannot have so many warps.
class PlanOverrideOptions {
public:
  explicit PlanOverrideOptions(
      llvm::cl::OptionCategory &category = llvm::cl::getGeneralCategory())
      : leastWarps("least-warps", llvm::cl::Hidden, llvm::cl::init(0),
                   llvm::cl::cat(category),
                   llvm::cl::callback([this](const unsigned &warps) {
                     check(leastWarps, warps, /*most=*/32);
                   }),
                   llvm::cl::desc("Warps of a CTA at least")),
        copyWarps("copy-warps", llvm::cl::Hidden, llvm::cl::cat(category),
                  llvm::cl::callback([this](const unsigned &warps) {
                    check(copyWarps, warps, /*most=*/4);
                  }),
                  llvm::cl::desc("Warps of a CTA that only copy")),
        tensorMaps("tensor-maps", llvm::cl::Hidden, llvm::cl::cat(category),
                   llvm::cl::desc(
                       "Copy by tensor maps wherever they can, or nowhere")),
        groupTurns(
            "group-turns", llvm::cl::Hidden, llvm::cl::cat(category),
            llvm::cl::desc("Groups of warps begin products in turn, or never")),
        launchControl("launch-control", llvm::cl::Hidden,
                      llvm::cl::cat(category),
                      llvm::cl::desc("Tile blocks take the work of those that "
                                     "have not begun, or never")),
        productsApart(
            "products-apart", llvm::cl::Hidden, llvm::cl::cat(category),
            llvm::cl::desc("Products of loops with few registers are kept "
                           "apart")) {}

  PlanOverrides get() const {
    PlanOverrides overrides;
    if (leastWarps)
      overrides.leastWarps = leastWarps;
    if (copyWarps.getNumOccurrences() > 0)
      overrides.copyWarps = copyWarps;
    if (tensorMaps != llvm::cl::BOU_UNSET)
      overrides.tensorMaps = tensorMaps == llvm::cl::BOU_TRUE;
    if (groupTurns != llvm::cl::BOU_UNSET)
      overrides.groupTurns = groupTurns == llvm::cl::BOU_TRUE;
    if (launchControl != llvm::cl::BOU_UNSET)
      overrides.launchControl = launchControl == llvm::cl::BOU_TRUE;
    overrides.productsApart = productsApart;
    return overrides;
  }

private:
  static void check(llvm::cl::Option &option, unsigned warps, unsigned most) {
    if (warps == 0 || (llvm::isPowerOf2_32(warps) && warps <= most))
      return;
    option.error(llvm::Twine(warps) +
                 " is neither 0 nor a power of two up to " + llvm::Twine(most));
    exit(1);
  }

  llvm::cl::opt<unsigned> leastWarps, copyWarps;
  llvm::cl::opt<llvm::cl::boolOrDefault> tensorMaps, groupTurns, launchControl;
  llvm::cl::opt<bool> productsApart;
};

} // namespace tessera

#endif // TESSERA_COMPILER_PLANOVERRIDEOPTIONS_H
