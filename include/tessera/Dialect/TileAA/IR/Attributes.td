//===- Attributes.td - Attributes and enums of tileaa -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_ATTRIBUTES_TD
#define TESSERA_DIALECT_TILEAA_IR_ATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "tessera/Dialect/TileAA/IR/Dialect.td"

class TileAA_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::tileaa";
  let genSpecializedAttr = 0;
}

class TileAA_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<TileAA_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def TileAA_Rounding : TileAA_Enum<"Rounding", "how a float result is rounded", [
  I32EnumAttrCase<"NearestEven", 0, "nearest_even">,
  I32EnumAttrCase<"Zero", 1, "zero">,
  I32EnumAttrCase<"NegativeInf", 2, "negative_inf">,
  I32EnumAttrCase<"PositiveInf", 3, "positive_inf">,
  I32EnumAttrCase<"Approx", 4, "approx">,
  I32EnumAttrCase<"Full", 5, "full">,
  I32EnumAttrCase<"NearestAway", 6, "nearest_away">
]>;
def TileAA_RoundingAttr : TileAA_EnumAttr<TileAA_Rounding, "rounding">;

def TileAA_FloatFormat : TileAA_Enum<"FloatFormat", "how the bits of a float read", [
  I32EnumAttrCase<"F4E2M1FN", 0, "f4E2M1FN">,
  I32EnumAttrCase<"F8E4M3FN", 1, "f8E4M3FN">,
  I32EnumAttrCase<"F8E5M2", 2, "f8E5M2">,
  I32EnumAttrCase<"F8E8M0FNU", 3, "f8E8M0FNU">,
  I32EnumAttrCase<"F8E5M3FNU", 4, "f8E5M3FNU">,
  I32EnumAttrCase<"F16", 5, "f16">,
  I32EnumAttrCase<"BF16", 6, "bf16">,
  I32EnumAttrCase<"TF32", 7, "tf32">,
  I32EnumAttrCase<"F32", 8, "f32">,
  I32EnumAttrCase<"F64", 9, "f64">
]>;
def TileAA_FloatFormatAttr : TileAA_EnumAttr<TileAA_FloatFormat, "float_format">;

/// The numbers and names of tessera::MatrixElement.
def TileAA_FactorFormat : TileAA_Enum<"FactorFormat", "how the bits of a factor read", [
  I32EnumAttrCase<"F16", 0, "f16">,
  I32EnumAttrCase<"BF16", 1, "bf16">,
  I32EnumAttrCase<"TF32", 2, "tf32">,
  I32EnumAttrCase<"F32", 3, "f32">,
  I32EnumAttrCase<"F64", 4, "f64">,
  I32EnumAttrCase<"S8", 5, "s8">,
  I32EnumAttrCase<"U8", 6, "u8">,
  I32EnumAttrCase<"E4M3", 8, "e4m3">,
  I32EnumAttrCase<"E5M2", 9, "e5m2">,
  I32EnumAttrCase<"E2M1", 12, "e2m1">
]>;
def TileAA_FactorFormatAttr : TileAA_EnumAttr<TileAA_FactorFormat, "factor_format">;

def TileAA_Ordering : TileAA_Enum<"Ordering", "memory ordering of an access", [
  I32EnumAttrCase<"Weak", 0, "weak">,
  I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcqRel", 4, "acq_rel">
]>;
def TileAA_OrderingAttr : TileAA_EnumAttr<TileAA_Ordering, "ordering">;

def TileAA_Scope : TileAA_Enum<"Scope", "who takes part in an ordering", [
  I32EnumAttrCase<"Block", 0, "block">,
  I32EnumAttrCase<"Device", 1, "device">,
  I32EnumAttrCase<"System", 2, "system">
]>;
def TileAA_ScopeAttr : TileAA_EnumAttr<TileAA_Scope, "scope">;

def TileAA_AtomicMode : TileAA_Enum<"AtomicMode", "what an atomic access makes of an element", [
  I32EnumAttrCase<"And", 0, "and">,
  I32EnumAttrCase<"Or", 1, "or">,
  I32EnumAttrCase<"Xor", 2, "xor">,
  I32EnumAttrCase<"Add", 3, "add">,
  I32EnumAttrCase<"AddF", 4, "addf">,
  I32EnumAttrCase<"Max", 5, "max">,
  I32EnumAttrCase<"Min", 6, "min">,
  I32EnumAttrCase<"UMax", 7, "umax">,
  I32EnumAttrCase<"UMin", 8, "umin">,
  I32EnumAttrCase<"Xchg", 9, "xchg">,
  I32EnumAttrCase<"Cas", 10, "cas">
]>;
def TileAA_AtomicModeAttr : TileAA_EnumAttr<TileAA_AtomicMode, "atomic_mode">;

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

// Properties of a launch that a front end may fix, in any dialect. The compiler
// chooses those that are absent.

class TileAA_Wish<string summary>
    : DefaultValuedParameter<"unsigned", "0", summary>;

defvar TileAA_ClusterParameter = OptionalParameter<"::mlir::DenseI32ArrayAttr",
    "CTAs of a cluster along x, y and z">;
defvar TileAA_StagesParameter = TileAA_Wish<"stages of the pipelines">;
defvar TileAA_PersistentParameter = DefaultValuedParameter<"bool", "false",
    "whether each CTA works off many tile blocks">;
defvar TileAA_MaxRegistersParameter = TileAA_Wish<"registers of a thread">;
defvar TileAA_MinCTAsPerSMParameter = TileAA_Wish<
    "CTAs that a multiprocessor is to hold at once">;
defvar TileAA_MaxClusterRankParameter = TileAA_Wish<
    "CTAs of a cluster whose shape the launch chooses">;

defvar TileAA_SpreadParameter = DefaultValuedParameter<"bool", "false",
    "whether all CTAs of a cluster run the program, each for its part">;
defvar TileAA_FixedWarpsParameter = DefaultValuedParameter<"bool", "false",
    "whether the front end has fixed the number of warps">;
defvar TileAA_FindingsParameter = OptionalParameter<
    "::tessera::tileaa::FindingsAttr", "bounds by which the assembler is known to spill">;

class TileAA_Freedom<string summary>
    : DefaultValuedParameter<"bool", "false", summary>;

def TileAA_FindingsAttr : AttrDef<TileAA_Dialect, "Findings"> {
  let mnemonic = "findings";
  let summary = "Bounds by which the assembler is known to spill";
  let description = [{
    Known of a kernel that was compiled before. With fewer warps of a CTA than
    `least_warps`, or fewer registers of a thread than `least_registers`, the assembler
    has spilled: passes plan with no fewer where nobody asks for them. With
    `products_apart` it has spilled where it was free to mix the products of a loop,
    with `loads_in_place` where loads ran ahead of their iteration beyond the estimate
    of registers, with `loops_whole` where a loop came as two, the first without masks,
    with `powers_together` where some powers of two were computed by arithmetic.

    ```mlir
    #tileaa.findings<least_registers = 169, products_apart = true>
    ```
  }];
  let parameters = (ins
      TileAA_Wish<"the fewest warps of a CTA">:$least_warps,
      TileAA_Wish<"the fewest registers of a thread">:$least_registers,
      TileAA_Freedom<"whether products of a loop are not mixed">:$products_apart,
      TileAA_Freedom<"whether loads stay where registers are scarce">:$loads_in_place,
      TileAA_Freedom<"whether loops with masks stay whole">:$loops_whole,
      TileAA_Freedom<"whether no powers are computed by arithmetic">:$powers_together);
  let assemblyFormat = "`<` struct(params) `>`";
}

def TileAA_LaunchAttr : AttrDef<TileAA_Dialect, "Launch"> {
  let mnemonic = "launch";
  let summary = "The requirements of the front end on a kernel's launch";
  let description = [{
    The front end's contract for one entry, from the attributes around and on
    the `cuda_tile.entry`. Absent properties are the compiler's choice. `target`
    is the name of a GPU. `copy_warps` is no requirement, but a decision of
    `tileaa-plan-kernel`: a CTA has as many warps beside the others, which only
    copy tiles for them. So is `spread` of `tileaa-spread-block`: all CTAs of the
    cluster work, where otherwise the first one does. With `fixed_warps` the warps
    are those that the front end has asked for, and no pass adds any. `findings` are of
    the assembler, not of the front end.

    ```mlir
    #tileaa.launch<target = "sm_90", warps = 8, cluster = [2, 1, 1]>
    ```
  }];
  let parameters = (ins
      StringRefParameter<"the GPU", "\"\"">:$target,
      TileAA_Wish<"warps of a CTA">:$warps,
      TileAA_ClusterParameter:$cluster,
      TileAA_StagesParameter:$stages,
      TileAA_PersistentParameter:$persistent,
      TileAA_MaxRegistersParameter:$max_registers,
      TileAA_MinCTAsPerSMParameter:$min_ctas_per_sm,
      TileAA_MaxClusterRankParameter:$max_cluster_rank,
      TileAA_Wish<"warps of a CTA that only copy">:$copy_warps,
      TileAA_SpreadParameter:$spread,
      TileAA_FixedWarpsParameter:$fixed_warps,
      TileAA_FindingsParameter:$findings);
  let assemblyFormat = "`<` struct(params) `>`";
  let builders = [
    /// No requirement at all.
    AttrBuilder<(ins), [{
      return $_get($_ctxt, /*target=*/"", /*warps=*/0, mlir::DenseI32ArrayAttr(),
                   /*stages=*/0, /*persistent=*/false, /*max_registers=*/0,
                   /*min_ctas_per_sm=*/0, /*max_cluster_rank=*/0,
                   /*copy_warps=*/0, /*spread=*/false, /*fixed_warps=*/false,
                   /*findings=*/tessera::tileaa::FindingsAttr());
    }]>
  ];
  let extraClassDeclaration = [{
    /// The same launch on the GPU `target`, in CTAs of `warps` warps, which are
    /// fixed if there were any before, and `copyWarps` that only copy.
    LaunchAttr withTargetAndWarps(llvm::StringRef target, unsigned warps,
                                  unsigned copyWarps) const;
    /// The same launch, in clusters of `ctas` CTAs that all work. A shape that the
    /// front end has fixed stays.
    LaunchAttr spreadOver(unsigned ctas) const;
    /// The same launch, of which the assembler is known to spill with these.
    LaunchAttr withFindings(FindingsAttr findings) const;
    /// CTAs of a cluster: those that work off a tile block, or of which the first
    /// one does.
    unsigned countCTAs() const;
  }];
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

// Advice for the current GPU, already within its range. Absent values are the
// compiler's choice. Passes may drop hints.

def TileAA_EntryHintsAttr : AttrDef<TileAA_Dialect, "EntryHints"> {
  let mnemonic = "entry_hints";
  let summary = "Advice for a kernel's launch";
  let description = [{
    ```mlir
    #tileaa.entry_hints<warps = 8, occupancy = 2>
    ```
  }];
  let parameters = (ins
      TileAA_Wish<"warps of a CTA">:$warps,
      TileAA_Wish<"CTAs of a cluster">:$ctas,
      TileAA_Wish<"CTAs that a multiprocessor is to hold at once">:$occupancy);
  let assemblyFormat = "`<` struct(params) `>`";
}

def TileAA_AccessHintsAttr : AttrDef<TileAA_Dialect, "AccessHints"> {
  let mnemonic = "access_hints";
  let summary = "Advice for an access to memory";
  let description = [{
    ```mlir
    #tileaa.access_hints<latency = 3, allow_tma = false>
    ```
  }];
  let parameters = (ins
      TileAA_Wish<"how long the access takes, from 1, a cache, to 10">:$latency,
      OptionalParameter<"::mlir::BoolAttr",
          "whether tensor maps may be used">:$allow_tma);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // TESSERA_DIALECT_TILEAA_IR_ATTRIBUTES_TD
