//===- Dialect.td - The cuda_tile dialect -------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_DIALECT_TD
#define TESSERA_DIALECT_CUDATILE_IR_DIALECT_TD

include "mlir/IR/DialectBase.td"

def CudaTile_Dialect : Dialect {
  let name = "cuda_tile";
  let cppNamespace = "::tessera::cuda_tile";
  let summary = "CUDA Tile IR, the public language of tile programs";
  let description = [{
    #### Scope The public specification of CUDA Tile IR, versions 13.1 to 13.5,
    and nothing else: the language that front ends write, the bytecode stores,
    and the interpreter executes.

    #### Non-goals
    Anything that only a lowering needs: layouts, address spaces, threads. Such
    facts live in `tileaa` and `tileas`.

    #### Placement
    The top of the pipeline. Passes that stay inside the dialect run here; the
    conversion to `tileaa` leaves it.
  }];
  let hasConstantMaterializer = 1;
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerTypes();
    void registerAttributes();
    ::std::optional<ParseOpHook> getParseOperationHook(
        ::llvm::StringRef name) const override;
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_DIALECT_TD
