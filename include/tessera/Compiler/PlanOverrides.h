//===- PlanOverrides.h - What is forced on the plan of a kernel -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests meet code that the plan of a kernel chooses for few programs by forcing
// the choice on all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_PLANOVERRIDES_H
#define TESSERA_COMPILER_PLANOVERRIDES_H

#include <optional>
#include <string>

namespace tessera {

/// Choices that are made for the plan; those that are absent are its own.
struct PlanOverrides {
  /// Warps of a CTA at least, however small its tiles are.
  std::optional<unsigned> leastWarps = {};
  /// Warps of a CTA that only copy the factors of products for the others: 0, 1,
  /// 2 or 4.
  std::optional<unsigned> copyWarps = {};
  /// Copy by tensor maps wherever that is possible, or nowhere.
  std::optional<bool> tensorMaps = {};
  /// Groups of warps begin products in turn where threads compute on these, or never.
  std::optional<bool> groupTurns = {};
  /// Tile blocks take the work of those that have not begun where that pays, or never.
  std::optional<bool> launchControl = {};
  /// Products of loops with few registers are kept apart, as if ptxas had spilled.
  bool productsApart = false;

  /// Tells overrides apart, as a part of a cache's key.
  std::string toString() const {
    return (leastWarps ? std::to_string(*leastWarps) : "") + "," +
           (copyWarps ? std::to_string(*copyWarps) : "") + "," +
           (tensorMaps ? std::to_string(*tensorMaps) : "") + "," +
           (groupTurns ? std::to_string(*groupTurns) : "") + "," +
           (launchControl ? std::to_string(*launchControl) : "") + "," +
           std::to_string(productsApart);
  }
};

} // namespace tessera

#endif // TESSERA_COMPILER_PLANOVERRIDES_H
