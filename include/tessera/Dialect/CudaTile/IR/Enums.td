//===- Enums.td - The enums of cuda_tile ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values are those of the bytecode; `sinceVersion` says since when an enum
// or a case exists.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_ENUMS_TD
#define TESSERA_DIALECT_CUDATILE_IR_ENUMS_TD

include "tessera/Dialect/CudaTile/IR/Dialect.td"
include "mlir/IR/EnumAttr.td"

class CudaTile_EnumCase<string symbol, int value, string keyword,
                        string since = "13.1">
    : I32EnumCase<symbol, value, keyword> {
  string sinceVersion = since;
}

class CudaTile_Enum<string name, string summary, list<CudaTile_EnumCase> cases,
                    string since = "13.1"> : I32Enum<name, summary, cases> {
  let cppNamespace = "::tessera::cuda_tile";
  string sinceVersion = since;
}

/// The attribute that holds one case of an enum: `#cuda_tile.mnemonic<case>`.
class CudaTile_EnumAttr<CudaTile_Enum info, string mnemonic>
    : EnumAttr<CudaTile_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` custom<EnumCase>($value) `>`";
}

def CudaTile_Signedness : CudaTile_Enum<"Signedness",
    "signedness", [
  CudaTile_EnumCase<"Unsigned", 0, "unsigned">,
  CudaTile_EnumCase<"Signed", 1, "signed">]>;
def CudaTile_SignednessAttr
    : CudaTile_EnumAttr<CudaTile_Signedness, "signedness">;

def CudaTile_IntegerOverflow : CudaTile_Enum<"IntegerOverflow",
    "promise about integer overflow", [
  CudaTile_EnumCase<"None", 0, "none">,
  CudaTile_EnumCase<"NoSignedWrap", 1, "no_signed_wrap">,
  CudaTile_EnumCase<"NoUnsignedWrap", 2, "no_unsigned_wrap">,
  CudaTile_EnumCase<"NoWrap", 3, "no_wrap">]>;
def CudaTile_IntegerOverflowAttr
    : CudaTile_EnumAttr<CudaTile_IntegerOverflow, "overflow">;

def CudaTile_RoundingMode : CudaTile_Enum<"RoundingMode",
    "rounding mode", [
  CudaTile_EnumCase<"NearestEven", 0, "nearest_even">,
  CudaTile_EnumCase<"Zero", 1, "zero">,
  CudaTile_EnumCase<"NegativeInf", 2, "negative_inf">,
  CudaTile_EnumCase<"PositiveInf", 3, "positive_inf">,
  CudaTile_EnumCase<"Approx", 4, "approx">,
  CudaTile_EnumCase<"Full", 5, "full">,
  CudaTile_EnumCase<"NearestIntToZero", 6, "nearest_int_to_zero">,
  CudaTile_EnumCase<"NearestAway", 7, "nearest_away", "13.4">]>;
def CudaTile_RoundingModeAttr
    : CudaTile_EnumAttr<CudaTile_RoundingMode, "rounding">;

def CudaTile_ComparisonOrdering : CudaTile_Enum<"ComparisonOrdering",
    "comparison ordering", [
  CudaTile_EnumCase<"Unordered", 0, "unordered">,
  CudaTile_EnumCase<"Ordered", 1, "ordered">]>;
def CudaTile_ComparisonOrderingAttr
    : CudaTile_EnumAttr<CudaTile_ComparisonOrdering, "comparison_ordering">;

def CudaTile_ComparisonPredicate : CudaTile_Enum<"ComparisonPredicate",
    "comparison predicate", [
  CudaTile_EnumCase<"Equal", 0, "equal">,
  CudaTile_EnumCase<"NotEqual", 1, "not_equal">,
  CudaTile_EnumCase<"LessThan", 2, "less_than">,
  CudaTile_EnumCase<"LessThanOrEqual", 3, "less_than_or_equal">,
  CudaTile_EnumCase<"GreaterThan", 4, "greater_than">,
  CudaTile_EnumCase<"GreaterThanOrEqual", 5, "greater_than_or_equal">]>;
def CudaTile_ComparisonPredicateAttr
    : CudaTile_EnumAttr<CudaTile_ComparisonPredicate, "comparison_predicate">;

def CudaTile_AtomicRMWMode : CudaTile_Enum<"AtomicRMWMode",
    "atomic operation", [
  CudaTile_EnumCase<"And", 0, "and">,
  CudaTile_EnumCase<"Or", 1, "or">,
  CudaTile_EnumCase<"Xor", 2, "xor">,
  CudaTile_EnumCase<"Add", 3, "add">,
  CudaTile_EnumCase<"AddF", 4, "addf">,
  CudaTile_EnumCase<"Max", 5, "max">,
  CudaTile_EnumCase<"Min", 6, "min">,
  CudaTile_EnumCase<"UMax", 7, "umax">,
  CudaTile_EnumCase<"UMin", 8, "umin">,
  CudaTile_EnumCase<"Xchg", 9, "xchg">]>;
def CudaTile_AtomicRMWModeAttr
    : CudaTile_EnumAttr<CudaTile_AtomicRMWMode, "atomic_rmw_mode">;

def CudaTile_MemoryScope : CudaTile_Enum<"MemoryScope",
    "memory scope", [
  CudaTile_EnumCase<"TlBlk", 0, "tl_blk">,
  CudaTile_EnumCase<"Device", 1, "device">,
  CudaTile_EnumCase<"Sys", 2, "sys">]>;
def CudaTile_MemoryScopeAttr
    : CudaTile_EnumAttr<CudaTile_MemoryScope, "memory_scope">;

def CudaTile_MemoryOrderingSemantics : CudaTile_Enum<"MemoryOrderingSemantics",
    "memory ordering", [
  CudaTile_EnumCase<"Weak", 0, "weak">,
  CudaTile_EnumCase<"Relaxed", 1, "relaxed">,
  CudaTile_EnumCase<"Acquire", 2, "acquire">,
  CudaTile_EnumCase<"Release", 3, "release">,
  CudaTile_EnumCase<"AcqRel", 4, "acq_rel">]>;
def CudaTile_MemoryOrderingSemanticsAttr
    : CudaTile_EnumAttr<CudaTile_MemoryOrderingSemantics,
                        "memory_ordering_semantics">;

def CudaTile_PaddingValue : CudaTile_Enum<"PaddingValue",
    "padding value", [
  CudaTile_EnumCase<"Zero", 0, "zero">,
  CudaTile_EnumCase<"NegZero", 1, "neg_zero">,
  CudaTile_EnumCase<"NaN", 2, "nan">,
  CudaTile_EnumCase<"PosInf", 3, "pos_inf">,
  CudaTile_EnumCase<"NegInf", 4, "neg_inf">]>;
def CudaTile_PaddingValueAttr
    : CudaTile_EnumAttr<CudaTile_PaddingValue, "padding_value">;

def CudaTile_SymbolVisibility : CudaTile_Enum<"SymbolVisibility",
    "visibility of a global", [
  CudaTile_EnumCase<"Public", 0, "public">,
  CudaTile_EnumCase<"Private", 1, "private">]>;
def CudaTile_SymbolVisibilityAttr
    : CudaTile_EnumAttr<CudaTile_SymbolVisibility, "symbol_visibility">;

def CudaTile_PtrAttr : CudaTile_Enum<"PtrAttr",
    "pointer attribute", [
  CudaTile_EnumCase<"None", 0, "none", "13.4">,
  CudaTile_EnumCase<"Unicast", 1, "unicast", "13.5">,
  CudaTile_EnumCase<"Multicast", 2, "multicast", "13.5">], "13.4">;
def CudaTile_PtrAttrAttr : CudaTile_EnumAttr<CudaTile_PtrAttr, "ptr_attr">;

def CudaTile_MultimemReductionKind : CudaTile_Enum<"MultimemReductionKind",
    "multimem reduction", [
  CudaTile_EnumCase<"Add", 0, "add", "13.5">,
  CudaTile_EnumCase<"Min", 1, "min", "13.5">,
  CudaTile_EnumCase<"Max", 2, "max", "13.5">,
  CudaTile_EnumCase<"And", 3, "and", "13.5">,
  CudaTile_EnumCase<"Or", 4, "or", "13.5">,
  CudaTile_EnumCase<"Xor", 5, "xor", "13.5">,
  CudaTile_EnumCase<"UMin", 6, "umin", "13.5">,
  CudaTile_EnumCase<"UMax", 7, "umax", "13.5">], "13.5">;
def CudaTile_MultimemReductionKindAttr
    : CudaTile_EnumAttr<CudaTile_MultimemReductionKind,
                        "multimem_reduction_kind">;

#endif // TESSERA_DIALECT_CUDATILE_IR_ENUMS_TD
