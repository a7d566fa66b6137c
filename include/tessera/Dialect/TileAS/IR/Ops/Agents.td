//===- Agents.td - Warp specialization ---------------------*- tablegen -*-===//
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
  let summary = "Divides the warps of the CTA among concurrent programs";
  let description = [{
    Agents run concurrently. The first agent has the first warps, and so on;
    together they have all warps. They begin when all threads have reached the
    op, and the ops after it begin when all agents have ended.

    Within an agent only its own threads count: layouts are for its warps, and a
    `barrier` is for its threads alone. Agents communicate through shared memory
    and mbarriers. They use the buffers and mbarriers of the kernel, but no
    tiles from outside, since these are in the registers of other warps. A
    buffer that an agent allocates is its own.

    Where agents are `together`, they begin when they reach the op, and a `barrier`
    in one of them is for all threads of the CTA: each agent comes to as many. At a
    `copy_barrier` the warps of the agents in which it is `passing` arrive, and those
    of the others wait for them.

    `registers` is the number of registers of each thread of the agent. The
    agents share the registers that the kernel was launched with, and keep their
    parts to the end: nothing but `return` follows.

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
      OptionalAttr<DenseI64ArrayAttr>:$registers, UnitAttr:$together);
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
    It may be omitted in text.

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
