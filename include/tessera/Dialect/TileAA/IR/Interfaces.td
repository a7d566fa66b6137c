//===- Interfaces.td - Interfaces of the ops of tileaa -----*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_INTERFACES_TD
#define TESSERA_DIALECT_TILEAA_IR_INTERFACES_TD

include "mlir/IR/OpBase.td"

def TileAA_MoveOpInterface : OpInterface<"MoveOpInterface"> {
  let cppNamespace = "::tessera::tileaa";
  let description = [{
    An op with one operand and one result, both tiles, such that each element of
    the result is an element of the operand. The layout of the result determines
    the layout that the operand needs, and the register of each element. So this
    map is all that layout assignment and the last lowering need to know about
    the op.
  }];
  let methods = [
    InterfaceMethod<[{
      From the coordinates of the result to those of the element of the operand
      that comes to lie there (see tessera/Layout/TileMaps.h). All extents are
      powers of two.
    }], "::tessera::LinearLayout", "getSourceMap">
  ];
}

def TileAA_SliceOpInterface : OpInterface<"SliceOpInterface"> {
  let cppNamespace = "::tessera::tileaa";
  let description = [{
    An op that can compute a slice of its results from slices of its operands,
    so that a tile too large for registers can be processed slice by slice. All
    results have the same shape; tokens do not count as results here.
  }];
  let methods = [
    InterfaceMethod<[{
      The slices of the results, or failure where they are no slices of the
      operands; what was made until then is left behind.
    }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "makeSlices",
    (ins "::mlir::OpBuilder &":$builder,
         "const ::tessera::tileaa::TileSlice &":$slice,
         "::tessera::tileaa::GetSlice":$getSlice)>
  ];
}

class TileAA_PlainMethod<string type, string name>
    : InterfaceMethod<"", type, name>;

def TileAA_AccessOpInterface : OpInterface<"AccessOpInterface"> {
  let cppNamespace = "::tessera::tileaa";
  let description = [{
    An access to global memory: `load`, `store` and `atomic`, of tileaa and of
    tileas, and `async_copy` of the latter. Access.td defines the operands.
  }];
  let methods = [
    InterfaceMethod<[{
      The scalar or tile that memory has or gets; null where it goes to a buffer.
    }], "::mlir::Value", "getAccessed">,
    InterfaceMethod<"The type of that scalar or tile.", "::mlir::Type",
                    "getAccessedType", (ins), "",
                    "return $_op.getAccessed().getType();">,
    InterfaceMethod<"True if memory changes.", "bool", "isWrite">,
    InterfaceMethod<"True if it goes to the memory of several GPUs at once.",
                    "bool", "isMultimem">,
    TileAA_PlainMethod<"::mlir::Value", "getBase">,
    TileAA_PlainMethod<"::mlir::ValueRange", "getStarts">,
    TileAA_PlainMethod<"::mlir::ValueRange", "getExtents">,
    TileAA_PlainMethod<"::mlir::ValueRange", "getStrides">,
    TileAA_PlainMethod<"::mlir::MutableOperandRange", "getStartsMutable">,
    TileAA_PlainMethod<"::mlir::MutableOperandRange", "getExtentsMutable">,
    TileAA_PlainMethod<"::mlir::DenseBoolArrayAttr", "getInboundsAttr">,
    InterfaceMethod<"", "void", "setInboundsAttr",
                    (ins "::mlir::DenseBoolArrayAttr":$inbounds)>,
    TileAA_PlainMethod<"::mlir::Value", "getMask">,
    TileAA_PlainMethod<"::mlir::Value", "getToken">,
    TileAA_PlainMethod<"::tessera::tileaa::Ordering", "getOrdering">,
    TileAA_PlainMethod<"::tessera::tileaa::ScopeAttr", "getScopeAttr">,
    TileAA_PlainMethod<"::tessera::tileaa::AccessHintsAttr", "getHintsAttr">,
    InterfaceMethod<"The token that orders what comes after; null where nothing "
                    "can be ordered so.", "::mlir::Value", "getResultToken">
  ];
  let extraSharedClassDeclaration = [{
    /// True if all elements along a dimension are known to exist.
    bool isInside(unsigned dim) {
      ::mlir::DenseBoolArrayAttr inbounds = $_op.getInboundsAttr();
      return inbounds && inbounds[dim];
    }
    ::std::optional<::tessera::tileaa::Scope> getScope() {
      ::tessera::tileaa::ScopeAttr scope = $_op.getScopeAttr();
      return scope ? ::std::optional(scope.getValue()) : ::std::nullopt;
    }
  }];
}

def TileAA_ProductOpInterface : OpInterface<"ProductOpInterface"> {
  let cppNamespace = "::tessera::tileaa";
  let description = [{
    A matrix product: `mma`, of tileaa and of tileas. Product.td defines the
    operands.
  }];
  let methods = [
    TileAA_PlainMethod<"::mlir::Value", "getLhs">,
    TileAA_PlainMethod<"::mlir::Value", "getRhs">,
    TileAA_PlainMethod<"::mlir::Value", "getAcc">,
    TileAA_PlainMethod<"::tessera::tileaa::FactorFormat", "getLhsFormat">,
    TileAA_PlainMethod<"::tessera::tileaa::FactorFormat", "getRhsFormat">,
    TileAA_PlainMethod<"::mlir::Operation::operand_range", "getScales">,
    TileAA_PlainMethod<"std::optional<::tessera::tileaa::FloatFormat>",
                       "getScaleFormat">,
    TileAA_PlainMethod<"::mlir::Value", "getResult">,
    InterfaceMethod<"Where along K what it multiplies begins and ends; nothing "
                    "where that is all.",
                    "::std::optional<::llvm::ArrayRef<int64_t>>", "getPart",
                    (ins), "", "return ::std::nullopt;">
  ];
}

def TileAA_EntryOpInterface : OpInterface<"EntryOpInterface"> {
  let cppNamespace = "::tessera::tileaa";
  let description = [{
    The part of a kernel that passes need; only `entry` implements it. A pass on
    the class of that op would be recompiled after every edit of its record.
  }];
  let methods = [
    InterfaceMethod<"Its name.", "::llvm::StringRef", "getSymName">,
    InterfaceMethod<"Its parameters.", "::mlir::FunctionType",
                    "getFunctionType">,
    InterfaceMethod<"Its ops.", "::mlir::Region &", "getBody">,
    InterfaceMethod<"The demands on its launch; may be null.",
                    "::tessera::tileaa::LaunchAttr", "getLaunchAttr">,
    InterfaceMethod<"Replaces the demands on its launch.", "void",
                    "setLaunchAttr",
                    (ins "::tessera::tileaa::LaunchAttr":$launch)>,
    InterfaceMethod<"The hints for it; may be null.",
                    "::tessera::tileaa::EntryHintsAttr", "getHintsAttr">
  ];
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    /// The name of the op, for passes and conversions.
    static constexpr ::llvm::StringLiteral getOperationName() {
      return "tileaa.entry";
    }
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_INTERFACES_TD
