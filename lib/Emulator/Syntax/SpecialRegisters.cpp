//===- SpecialRegisters.cpp - Names of PTX special registers --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, chapter "Special Registers".
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tessera::ptx;

unsigned tessera::ptx::specialWidth(Special special) {
  return special == Special::Clock64 || special == Special::GlobalTimer ||
                 special == Special::GridId || special == Special::Zero64
             ? 64
             : 32;
}

/// A three-dimensional register: its x component by name, or nothing.
static std::optional<Special> parseVectorBase(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Special>>(name)
      .Case("%tid", Special::TidX)
      .Case("%ntid", Special::NtidX)
      .Case("%ctaid", Special::CtaIdX)
      .Case("%nctaid", Special::NCtaIdX)
      .Case("%clusterid", Special::ClusterIdX)
      .Case("%nclusterid", Special::NClusterIdX)
      .Case("%cluster_ctaid", Special::ClusterCtaIdX)
      .Case("%cluster_nctaid", Special::ClusterNCtaIdX)
      .Default(std::nullopt);
}

/// %envreg<32>, %pm0 … %pm7 and %pm0_64 … %pm7_64. No driver sets the registers
/// of the environment, except for the grid's workspace that cooperative groups
/// find there; and no counter counts.
static std::optional<Special> parseNumbered(llvm::StringRef name) {
  unsigned number;
  if (name.consume_front("%envreg")) {
    if (name.getAsInteger(10, number) || number >= 32)
      return std::nullopt;
    return number == 1   ? Special::EnvReg1
           : number == 2 ? Special::EnvReg2
                         : Special::Zero;
  }
  if (!name.consume_front("%pm"))
    return std::nullopt;
  Special special = name.consume_back("_64") ? Special::Zero64 : Special::Zero;
  if (name.getAsInteger(10, number) || number >= 8)
    return std::nullopt;
  return special;
}

std::optional<Special> tessera::ptx::parseSpecial(llvm::StringRef name) {
  if (std::optional<Special> numbered = parseNumbered(name))
    return numbered;
  auto [base, component] = name.split('.');
  if (std::optional<Special> x = parseVectorBase(base)) {
    size_t index = llvm::StringRef("xyzw").find(component);
    if (component.size() != 1 || index == llvm::StringRef::npos)
      return std::nullopt;
    if (index == 3)
      return Special::Zero;
    return static_cast<Special>(static_cast<unsigned>(*x) + index);
  }
  return llvm::StringSwitch<std::optional<Special>>(name)
      .Case("%laneid", Special::LaneId)
      .Case("%warpid", Special::WarpId)
      .Case("%nwarpid", Special::NWarpId)
      .Case("%smid", Special::SmId)
      .Case("%nsmid", Special::NSmId)
      .Case("%gridid", Special::GridId)
      .Case("%cluster_ctarank", Special::ClusterCtaRank)
      .Case("%cluster_nctarank", Special::ClusterNCtaRank)
      .Case("%is_explicit_cluster", Special::IsExplicitCluster)
      .Case("%lanemask_eq", Special::LaneMaskEq)
      .Case("%lanemask_le", Special::LaneMaskLe)
      .Case("%lanemask_lt", Special::LaneMaskLt)
      .Case("%lanemask_ge", Special::LaneMaskGe)
      .Case("%lanemask_gt", Special::LaneMaskGt)
      .Case("%total_smem_size", Special::TotalSharedSize)
      .Case("%dynamic_smem_size", Special::DynamicSharedSize)
      .Case("%aggr_smem_size", Special::AggregateSharedSize)
      .Case("%reserved_smem_offset_begin", Special::ReservedShared0)
      .Case("%reserved_smem_offset_end", Special::ReservedSharedEnd)
      .Case("%reserved_smem_offset_cap", Special::ReservedSharedEnd)
      .Case("%reserved_smem_offset_0", Special::ReservedShared0)
      .Case("%reserved_smem_offset_1", Special::ReservedShared1)
      .Case("%current_graph_exec", Special::Zero64)
      .Case("%clock", Special::Clock)
      .Case("%clock_hi", Special::ClockHi)
      .Case("%clock64", Special::Clock64)
      .Case("%globaltimer", Special::GlobalTimer)
      .Case("%globaltimer_lo", Special::GlobalTimerLo)
      .Case("%globaltimer_hi", Special::GlobalTimerHi)
      .Default(std::nullopt);
}
