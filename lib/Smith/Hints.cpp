//===- Hints.cpp - Advice to the compiler, drawn --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules/AccessRules.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// A number mostly within the range of the hint; sometimes one that no GPU
/// supports, which must be harmless, too.
static NamedAttribute drawNumber(Generator &g, StringRef key, int64_t least,
                                 int64_t most) {
  int64_t number = g.rng.between(least, most);
  if (g.rng.chance(10))
    number = g.rng.pick<int64_t>({0, -1, 2 * most, 4096, INT32_MAX});
  return g.builder.getNamedAttr(key, g.builder.getI32IntegerAttr(number));
}

static NamedAttribute drawPower(Generator &g, StringRef key, unsigned least,
                                unsigned most) {
  int64_t number = int64_t(1) << g.rng.between(least, most);
  if (g.rng.chance(10))
    number = g.rng.pick<int64_t>({0, 3, 64, 4096});
  return g.builder.getNamedAttr(key, g.builder.getI32IntegerAttr(number));
}

/// Hints for all GPUs, or for some. Compilers of 13.1 and 13.2 have no
/// `default`.
static OptimizationHintsAttr
drawHints(Generator &g,
          llvm::function_ref<SmallVector<NamedAttribute>()> drawEach) {
  static constexpr StringLiteral gpus[] = {"sm_80", "sm_89", "sm_90", "sm_100",
                                           "sm_120"};
  SmallVector<NamedAttribute> targets;
  auto add = [&](StringRef name) {
    SmallVector<NamedAttribute> hints = drawEach();
    targets.push_back(
        g.builder.getNamedAttr(name, g.builder.getDictionaryAttr(hints)));
  };
  if (g.has(3) && g.rng.chance(60))
    add("default");
  for (StringRef gpu : gpus)
    if (g.rng.chance(30))
      add(gpu);
  if (targets.empty())
    return nullptr;
  return OptimizationHintsAttr::get(g.builder.getContext(),
                                    g.builder.getDictionaryAttr(targets));
}

OptimizationHintsAttr smith::anyHints(Generator &g, bool isView) {
  if (g.rng.chance(75))
    return nullptr;
  return drawHints(g, [&] {
    SmallVector<NamedAttribute> hints;
    if (!isView || g.rng.chance(50))
      hints.push_back(drawNumber(g, "latency", 1, 10));
    if (isView && g.rng.chance(60))
      hints.push_back(g.builder.getNamedAttr(
          "allow_tma", g.builder.getBoolAttr(g.rng.chance(50))));
    return hints;
  });
}

OptimizationHintsAttr smith::anyEntryHints(Generator &g) {
  if (g.rng.chance(g.wantsCluster ? 10 : 60))
    return nullptr;
  return drawHints(g, [&] {
    SmallVector<NamedAttribute> hints;
    if (g.wantsCluster)
      hints.push_back(drawPower(g, "num_cta_in_cga", 1, 2));
    else if (g.rng.chance(50))
      hints.push_back(drawPower(g, "num_cta_in_cga", 0, 4));
    if (g.has(3) && g.rng.chance(50))
      hints.push_back(drawPower(g, "num_worker_warps_per_cta", 0, 5));
    if (g.rng.chance(50))
      hints.push_back(drawNumber(g, "occupancy", 1, 32));
    return hints;
  });
}
