//===- Attributes.td - Layouts, kernel specs, executors -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_ATTRIBUTES_TD
#define TESSERA_DIALECT_TILEAS_IR_ATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAS/IR/Dialect.td"
include "tessera/Dialect/TileAS/IR/Enums.td"

def TileAS_LinearLayoutParameter
    : AttrOrTypeParameter<"::tessera::LinearLayout", "the map"> {
  let cppAccessorType = "const ::tessera::LinearLayout &";
}

def TileAS_LayoutAttr : AttrDef<TileAS_Dialect, "Layout",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding, ["verifyEncoding"]>]> {
  let mnemonic = "layout";
  let summary = "The places of a tile's elements in threads, or in memory";
  let description = [{
    A linear map over F2 from places to the coordinates of elements. It is
    written as its values at the powers of two: for each input dimension a list
    of coordinates, one entry for each bit. A zero vector is a *free* bit:
    places that differ in it hold copies of the same element. The extents of the
    tile follow from the layout, which reaches all elements. Bases each of which
    is twice the one before may be written as one entry, and three or more are:
    `[1 to 4, 8 to 32]` is `[1, 8], [2, 16], [4, 32]`.

    The layout of a tile has the dimensions `register`, `lane` and `warp`. Here
    lane 1 of warp 0 holds the elements (0, 4) to (0, 7) in its registers, and so
    does lane 1 of warp 2.

    ```mlir
    #tileas.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0],
                   [2, 0], [4, 0]], warp = [[8, 0], [0, 0]]>
    ```

    The layout of a buffer has one input dimension, `offset`, in elements from
    its start. Here odd rows have the halves of 4 elements exchanged, so that a
    column lies in different banks:

    ```mlir
    #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [1, 4]]>
    ```

    The attribute can hold any linear map; its user determines the dimensions.
    So a place in tensor memory has a `row` and a `column`, and a tile that is
    distributed over a cluster has a `block` beside the other three; this tile
    of 8 x 4 has the upper half of its columns in the odd rows of the memory:

    ```mlir
    #tileas.layout<row = [[0, 2], [1, 0], [2, 0], [4, 0]], column = [[0, 1]]>
    ```
  }];
  let parameters = (ins TileAS_LinearLayoutParameter:$map);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Dimensions of the tile.
    unsigned getRank() const { return getMap().getNumOutDims(); }
    /// Number of registers that one thread holds of a tile with this layout.
    int64_t getNumRegisters() const;
  }];
}

def TileAS_PlanAttr : AttrDef<TileAS_Dialect, "Plan"> {
  let mnemonic = "plan";
  let summary = "The residency that the schedules of a kernel count on";
  let description = [{
    By plan, an SM holds `blocks` blocks of the kernel at once, each thread with
    at most `registers` registers, an estimate. All loops of the kernel are
    scheduled for as many blocks, which share the units of the SM. So the warps
    and registers of `blocks` blocks fit into an SM, and in a frozen spec their
    shared memory, too. `of_guards` are those of the estimate that guards of many
    powers of two may have: their exponents stay until it is known that none is
    small, and what else ptxas keeps in them is computed again. By a `crowded` plan
    loads run ahead of their iteration beyond the estimate, which ptxas may do without
    spills. A loop that is `split` came as two, the first without masks.

    ```mlir
    #tileas.plan<blocks = 3, registers = 168>
    ```
  }];
  let parameters = (ins "unsigned":$blocks, "unsigned":$registers,
                        DefaultValuedParameter<"unsigned", "0">:$of_guards,
                        DefaultValuedParameter<"bool", "false">:$crowded,
                        DefaultValuedParameter<"bool", "false">:$split);
  let assemblyFormat = "`<` struct(params) `>`";
  let extraClassDeclaration = [{
    /// The same plan for `blocks` blocks.
    PlanAttr withBlocks(unsigned blocks) const;
    /// The same plan with as many registers of a thread, `ofGuards` for guards of powers.
    PlanAttr withRegisters(unsigned registers, unsigned ofGuards) const;
    /// The same plan of a kernel with a loop that was split.
    PlanAttr asSplit() const;
  }];
  let genVerifyDecl = 1;
}

def TileAS_KernelSpecAttr : AttrDef<TileAS_Dialect, "KernelSpec"> {
  let mnemonic = "kernel_spec";
  let summary = "The launch contract of a kernel";
  let description = [{
    `target` is the name of the GPU (see lib/Target), `warps` the number of
    warps of a CTA, `shared` the static shared memory in bytes (known after
    allocate-shared), `frozen` is set when it is final.

    The front end may have fixed the rest. A tile block is a `cluster` of CTAs,
    1 x 1 x 1 if absent; all of them run the kernel if it is `spread`, otherwise
    the first one does. With `max_cluster_rank` a tile block is one CTA, and
    the launch groups CTAs into clusters of at most as many. `stages` and
    `persistent` are for the scheduler; `max_registers` and `min_ctas_per_sm`
    bound what the assembler may use. With `fixed_warps` there are no warps but
    these, as the launch counts on them. `findings` are what the assembler has spilled
    with.

    `plan` is the residency that the schedules of loops count on, absent where
    no loop has a schedule. Freezing the spec hands it to the assembler.

    `agents` are warps beside these, by plan: their ops stand in the program of
    the others until `tileas-split-agents`, or `tileas-split-issue`, gives each
    agent its own, and adds their warps.
  }];
  let parameters = (ins StringRefParameter<>:$target, "unsigned":$warps,
      TileAA_ClusterParameter:$cluster,
      TileAA_StagesParameter:$stages,
      TileAA_PersistentParameter:$persistent,
      TileAA_MaxRegistersParameter:$max_registers,
      TileAA_MinCTAsPerSMParameter:$min_ctas_per_sm,
      TileAA_MaxClusterRankParameter:$max_cluster_rank,
      OptionalParameter<"::tessera::tileas::PlanAttr">:$plan,
      OptionalParameter<"::mlir::ArrayAttr">:$agents,
      TileAA_SpreadParameter:$spread,
      TileAA_FixedWarpsParameter:$fixed_warps,
      TileAA_FindingsParameter:$findings,
      "int64_t":$shared, "bool":$frozen);
  let assemblyFormat = "`<` struct(params) `>`";
  let builders = [
    /// A spec without requirements of the front end.
    AttrBuilder<(ins "llvm::StringRef":$target, "unsigned":$warps), [{
      return $_get($_ctxt, target, warps, mlir::DenseI32ArrayAttr(),
                   /*stages=*/0, /*persistent=*/false, /*max_registers=*/0,
                   /*min_ctas_per_sm=*/0, /*max_cluster_rank=*/0, /*plan=*/PlanAttr(),
                   /*agents=*/mlir::ArrayAttr(), /*spread=*/false, /*fixed_warps=*/false,
                   /*findings=*/tessera::tileaa::FindingsAttr(), /*shared=*/0, /*frozen=*/false);
    }]>
  ];
  let extraClassDeclaration = [{
    /// Threads of a CTA, those of planned agents included.
    unsigned getNumThreads() const;
    /// Warps of a CTA, those of planned agents included.
    unsigned getAllWarps() const;
    /// The planned agents.
    llvm::SmallVector<AgentAttr, 1> getPlannedAgents() const;
    /// The planned agent of a name; null if there is none.
    AgentAttr findAgent(llvm::StringRef name) const;
    /// CTAs of a cluster along each dimension.
    std::array<int32_t, 3> getClusterShape() const;
    /// CTAs of a cluster.
    unsigned getClusterCTAs() const;
    /// CTAs that run the kernel for a tile block.
    unsigned countWorkingCTAs() const {
      return getSpread() ? getClusterCTAs() : 1;
    }
    /// The most registers that a thread may have where an SM is to hold `blocks`
    /// CTAs at once, and as many as the front end asks for.
    int64_t getMostRegisters(unsigned blocks = 1) const;
    /// The fewest registers of a thread with which the assembler is known not to spill;
    /// 0 if any may do.
    unsigned getLeastRegisters() const;
    /// True if the assembler is known to spill where it mixes the products of a loop.
    bool keepsProductsApart() const;
    /// True if it is known to spill where loads run ahead beyond the estimate of registers.
    bool keepsLoadsInPlace() const;
    /// True if it is known to spill where a loop with masks comes as two.
    bool keepsLoopsWhole() const;
    /// True if it is known to spill where some powers of two are computed by arithmetic.
    bool keepsPowersTogether() const;
    /// The same spec with other limits, or frozen.
    KernelSpecAttr withShared(int64_t bytes) const;
    KernelSpecAttr withMinCTAsPerSM(unsigned ctas) const;
    KernelSpecAttr withPlan(PlanAttr plan) const;
    /// The same with an agent more.
    KernelSpecAttr withAgent(AgentAttr agent) const;
    /// The same without planned agents, in CTAs of `warps` warps.
    KernelSpecAttr withoutAgents(unsigned warps) const;
    KernelSpecAttr asFrozen() const;
    /// Checks that the planned number of blocks fits into an SM: by warps and
    /// registers, and by shared memory once the spec is frozen. True of any plan
    /// for a GPU that is not known.
    llvm::LogicalResult verifyPlan(
        llvm::function_ref<mlir::InFlightDiagnostic()> emitError) const;
  }];
}

def TileAS_ScheduleAttr : AttrDef<TileAS_Dialect, "Schedule"> {
  let mnemonic = "schedule";
  let summary = "The overlap of a loop's iterations";
  let description = [{
    The attribute `tileas.schedule` of an `scf.for`. By the machine model, an
    iteration begins every `interval` cycles and takes `stages` intervals. The
    schedule assumes that an SM holds as many blocks as the kernel's plan says,
    which share its units: each runs one iteration in an interval. `minimal`
    says that no shorter interval is possible. Each op of the body has a
    `tileas.slot`, its place in the schedule. The order of the ops is that of
    one iteration until the loop is `expanded`. Then it is the order of an
    iteration of the new loop, that of the cycles, and runs ops of several old
    iterations, one for each stage.

    Between expansion and the times of the new loop (`tileas-time-loops`) there
    are no slots: the schedule by which the loop was expanded is `tileas.expanded`,
    and each op has its stage, `tileas.stage`. An op that is added then, such as the
    condition of a copy, has none, and belongs to the op that it stands before.

    ```mlir
    scf.for %i = %c0 to %n step %c1 : i32 {
      %early = tileas.slice %ring[%i] {tileas.slot = #tileas.slot<stage = 0, cycle = 30>} : <64x32xf16, stages = 3>
      %late = tileas.slice %ring[%i] {tileas.slot = #tileas.slot<stage = 2, cycle = 0>} : <64x32xf16, stages = 3>
    } {tileas.schedule = #tileas.schedule<interval = 1024, stages = 3, minimal = true>}
    ```
  }];
  let parameters = (ins "int64_t":$interval, "int64_t":$stages,
      DefaultValuedParameter<"bool", "false">:$minimal,
      DefaultValuedParameter<"bool", "false">:$expanded);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The name of the attribute of the loop.
    static constexpr llvm::StringLiteral attributeName = "tileas.schedule";
  }];
}

def TileAS_SlotAttr : AttrDef<TileAS_Dialect, "Slot"> {
  let mnemonic = "slot";
  let summary = "The place of an op in the schedule of its loop";
  let description = [{
    The attribute `tileas.slot` of an op in the body of a loop with a
    `tileas.schedule`. The op starts `stage` intervals and `cycle` cycles after
    the start of its iteration. If several ops have the same cycle, those of
    later stages come first, then program order decides.

    The warps of the kernel execute the op, unless the slot names an `agent` of
    the kernel's spec. Ops in a branch are for the agent of the branch.

    ```mlir
    #tileas.slot<stage = 2, cycle = 96>
    ```

    ```mlir
    #tileas.slot<stage = 0, cycle = 20, agent = "load">
    ```
  }];
  let parameters = (ins "int64_t":$stage, "int64_t":$cycle,
      StringRefParameter<"the agent that executes the op", "\"\"">:$agent);
  let assemblyFormat = "`<` struct(params) `>`";
  let builders = [
    /// A slot of the warps of the kernel.
    AttrBuilder<(ins "int64_t":$stage, "int64_t":$cycle), [{
      return $_get($_ctxt, stage, cycle, /*agent=*/"");
    }]>
  ];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The name of the attribute of the op.
    static constexpr llvm::StringLiteral attributeName = "tileas.slot";
  }];
}

def TileAS_AgentAttr : AttrDef<TileAS_Dialect, "Agent"> {
  let mnemonic = "agent";
  let summary = "Warps that execute a part of a kernel's program";
  let description = [{
    An agent that a kernel is to have beside its other warps, with its own.
    Slots name those whose ops it executes.

    ```mlir
    #tileas.agent<"load", warps = 1>
    ```
  }];
  let parameters = (ins StringRefParameter<>:$name, "unsigned":$warps);
  let assemblyFormat = "`<` $name `,` `warps` `=` $warps `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The name of the agent that copies tiles for all others.
    static constexpr llvm::StringLiteral loadName = "load";
    /// The name of the agent that begins copies and products for all others.
    static constexpr llvm::StringLiteral issueName = "issue";
    /// The name of the warps of the kernel themselves, beside other agents.
    static constexpr llvm::StringLiteral mainName = "main";
  }];
}

def TileAS_ExecutorAttr
    : EnumAttr<TileAS_Dialect, TileAS_Executor, "executor"> {
  let assemblyFormat = "`<` $value `>`";
}

def TileAS_TurnVerbAttr
    : EnumAttr<TileAS_Dialect, TileAS_TurnVerb, "turn_verb"> {
  let assemblyFormat = "$value";
}

#endif // TESSERA_DIALECT_TILEAS_IR_ATTRIBUTES_TD
