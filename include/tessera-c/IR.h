/*===- IR.h - Programs in Tile IR: read, built, verified, written -*- C -*-===*\
|*                                                                            *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/*
 * A program is an MlirModule that holds one `cuda_tile.module` of entries. The
 * library has all of MLIR's own C API for it (mlir-c/IR.h, BuiltinTypes.h,
 * BuiltinAttributes.h): printing, walking, locations, and whatever attribute or
 * type is not made here, by mlirAttributeParseGet and mlirTypeParseGet. Those
 * functions ask for valid handles; the ones declared here do not.
 */

#ifndef TESSERA_C_IR_H
#define TESSERA_C_IR_H

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "tessera-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===--------------------------------------------------------------------===*\
|* Contexts                                                                 *|
\*===--------------------------------------------------------------------===*/

/// Creates a context that knows the dialects of all stages. Every module, type
/// and attribute belongs to a context. `callback` gets all diagnostics during
/// the life of the context; if it is null, they go to standard error. Destroyed
/// with mlirContextDestroy, after all modules. Null if the host has no memory.
/// A call in the context that the host has no memory for, or that takes longer
/// than it may, fails, and the context is lost: later calls in it fail too, and
/// all that may be done with it and its modules is to destroy them.
MLIR_CAPI_EXPORTED MlirContext
tesseraContextCreate(TesseraDiagnosticCallback callback, void *userData);

/*===--------------------------------------------------------------------===*\
|* Modules                                                                  *|
\*===--------------------------------------------------------------------===*/

/// Reads Tile IR bytecode, or the text of a module at any stage, and verifies
/// it. `name` stands for the file in locations. The bytes are not needed
/// afterwards. Any bytes are safe input; null after an error. Destroyed with
/// mlirModuleDestroy.
MLIR_CAPI_EXPORTED MlirModule tesseraModuleRead(MlirContext context,
                                                MlirStringRef input,
                                                MlirStringRef name);

/// Creates a module that holds one empty `cuda_tile.module` of this name.
/// Destroyed with mlirModuleDestroy.
MLIR_CAPI_EXPORTED MlirModule tesseraModuleCreate(MlirLocation location,
                                                  MlirStringRef name);

/// Returns the block of the `cuda_tile.module` in `module`, which holds its
/// entries and globals; null if there is none.
MLIR_CAPI_EXPORTED MlirBlock tesseraModuleGetTileBlock(MlirModule module);

/// Verifies everything in `module`.
MLIR_CAPI_EXPORTED MlirLogicalResult tesseraModuleVerify(MlirModule module);

/// Verifies `module` and writes it as bytecode of `version`, such as "13.1":
/// calls `callback` with all of it, in one or more pieces, or not at all. An
/// operation that the version cannot express is an error there.
MLIR_CAPI_EXPORTED MlirLogicalResult
tesseraModuleWriteBytecode(MlirModule module, MlirStringRef version,
                           MlirStringCallback callback, void *userData);

/*===--------------------------------------------------------------------===*\
|* Operations                                                               *|
\*===--------------------------------------------------------------------===*/

/// Appends to `block`, the block of a `cuda_tile.module`, an entry with
/// parameters of these types, each a tile of rank 0. Owned by the block; null
/// after an error.
MLIR_CAPI_EXPORTED MlirOperation tesseraEntryCreate(MlirBlock block,
                                                    MlirLocation location,
                                                    MlirStringRef name,
                                                    intptr_t numParameters,
                                                    const MlirType *parameters);

/// Returns the block of an entry's body, whose arguments are the parameters.
MLIR_CAPI_EXPORTED MlirBlock tesseraEntryGetBody(MlirOperation entry);

/// Appends an operation without regions to `block`, such as "cuda_tile.addf".
/// `attributes` is a dictionary as text, or empty: "{rounding_mode =
/// #cuda_tile.rounding<nearest_even>}"; an operation with several groups of
/// operands has `operandSegmentSizes = array<i32: …>` there. Its generic form
/// (mlirOperationPrintWithFlags) shows the parts of an operation. Owned by the
/// block; null after an error: an unknown operation, text that is no
/// dictionary, an attribute of the wrong kind. All other errors are found by
/// verifying the module. For operations with regions, use mlirOperationCreate.
MLIR_CAPI_EXPORTED MlirOperation tesseraOperationBuild(
    MlirBlock block, MlirLocation location, MlirStringRef name,
    intptr_t numOperands, const MlirValue *operands, intptr_t numResults,
    const MlirType *resultTypes, MlirStringRef attributes);

/*===--------------------------------------------------------------------===*\
|* Types                                                                    *|
\*===--------------------------------------------------------------------===*/

/// Returns `tile<…xelement>`; rank 0 is a scalar. Null, after an error, if
/// there is no such type.
MLIR_CAPI_EXPORTED MlirType tesseraTileTypeGet(intptr_t rank,
                                               const int64_t *shape,
                                               MlirType elementType);

/// Returns true if the type is a tile.
MLIR_CAPI_EXPORTED bool tesseraTypeIsATile(MlirType type);

/// Returns the rank of a tile; -1 for other types.
MLIR_CAPI_EXPORTED intptr_t tesseraTileTypeGetRank(MlirType type);

/// Returns a dimension of a tile; -1 if there is no such dimension.
MLIR_CAPI_EXPORTED int64_t tesseraTileTypeGetDimSize(MlirType type,
                                                     intptr_t dimension);

/// Returns the type of a tile's elements; null for other types.
MLIR_CAPI_EXPORTED MlirType tesseraTileTypeGetElementType(MlirType type);

/// Returns `ptr<pointee>`. Null, after an error, if there is no such type.
MLIR_CAPI_EXPORTED MlirType tesseraPointerTypeGet(MlirType pointee);

/// Returns true if the type is a pointer.
MLIR_CAPI_EXPORTED bool tesseraTypeIsAPointer(MlirType type);

/// Returns the pointee of a pointer; null for other types.
MLIR_CAPI_EXPORTED MlirType tesseraPointerTypeGetPointee(MlirType type);

/// Returns the number that stands for a dynamic extent or stride of a tensor
/// view.
MLIR_CAPI_EXPORTED int64_t tesseraGetDynamicSize(void);

/// Returns `tensor_view<…xelement, strides=[…]>`. Null, after an error, if
/// there is no such type.
MLIR_CAPI_EXPORTED MlirType tesseraTensorViewTypeGet(MlirType elementType,
                                                     intptr_t rank,
                                                     const int64_t *shape,
                                                     const int64_t *strides);

/// Returns true if the type is a tensor view.
MLIR_CAPI_EXPORTED bool tesseraTypeIsATensorView(MlirType type);

/// Returns `partition_view<tile=(…), tensorView>`, with tiles of the tensor's
/// rank and dimensions in order. Null, after an error, if there is no such
/// type. For paddings and maps of dimensions, use mlirTypeParseGet.
MLIR_CAPI_EXPORTED MlirType tesseraPartitionViewTypeGet(
    intptr_t rank, const int32_t *tileShape, MlirType tensorView);

/// Returns true if the type is a partition view.
MLIR_CAPI_EXPORTED bool tesseraTypeIsAPartitionView(MlirType type);

/// Returns `token`, the type of values that order accesses.
MLIR_CAPI_EXPORTED MlirType tesseraTokenTypeGet(MlirContext context);

/// Returns true if the type is that of tokens.
MLIR_CAPI_EXPORTED bool tesseraTypeIsAToken(MlirType type);

#ifdef __cplusplus
}
#endif

#endif // TESSERA_C_IR_H
