//===- Agents.td - Warps that do different things ----------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_AGENTS_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_AGENTS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAS/IR/Dialect.td"

def TileAS_AgentsOp : TileAS_Op<"agents", [
    SingleBlockImplicitTerminator<"EndOp">]> {
  let summary = "The warps of the CTA part, and each agent has a program";
  let description = [{
    Agents run at the same time: the first has the first warps, and so on, all
    warps together. They begin when all threads have come here, and what follows
    begins when all agents have ended.

    Inside, the threads of the agent are all there are: layouts are for its
    warps, and a `barrier` holds for it alone. What agents have to say to one
    another goes through shared memory with mbarriers. Buffers and mbarriers are
    those of the kernel; tiles do not come in from outside, as they lie in the
    registers of other warps.

    `registers` is what each thread of the agent may have, which the agents
    take from the registers that the kernel was launched with.

    ```mlir
    tileas.kernel @k() attributes {spec = #tileas.kernel_spec<
        target = "sm_90", warps = 12, shared = 0, frozen = false>} {
      tileas.agents
        agent "load" warps 4 registers 40 {
          tileas.barrier
        }
        agent "multiply" warps 8 registers 232 {
          tileas.barrier
        }
      tileas.return
    }
    ```
  }];
  let arguments = (ins StrArrayAttr:$names, DenseI64ArrayAttr:$warps,
      OptionalAttr<DenseI64ArrayAttr>:$registers);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    llvm::StringRef getName(unsigned agent) {
      return llvm::cast<mlir::StringAttr>(getNames()[agent]).getValue();
    }
  }];
}

def TileAS_EndOp : TileAS_Op<"end", [Pure, Terminator, HasParent<"AgentsOp">]> {
  let summary = "Ends the program of an agent";
  let description = [{
    It need not be written.

    ```mlir
    tileas.agents
      agent "all" warps 1 {
        tileas.end
      }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_AGENTS_TD
