//===- ProductPasses.td - Passes on products of matrices -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_PRODUCTPASSES_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_PRODUCTPASSES_TD

include "tessera/Dialect/TileAS/Transforms/KernelPass.td"

def TileASOverlapProducts : TileAS_KernelPass<"tileas-overlap-products"> {
  let summary = "Lets a product go on under the arithmetic of the next iteration";
  let description = [{
    Where warp groups multiply, compute a factor of the result, and multiply by
    that, as attention does, all up to the factor leads by an iteration: it gets the
    last stage but one. It stands on both sides of what follows, so that the second
    product is under way while the factor of the next one is computed:

    ```mlir
    wait for keys                 {stage = 2}    {stage = 1, cycle = 0}
    %s = tileas.wgmma %q, %keys   {stage = 2}    {stage = 1, cycle = 20}
    %p = ... exp2 %s              {stage = 2} -> {stage = 1, cycle = 540}
    wait for values               {stage = 2}    {stage = 2, cycle = 0}
    %o = tileas.wgmma %p, %values {stage = 2}    {stage = 2, cycle = 40}
    ```

    The part that leads is executed once more than there are iterations. So it has no
    effect, and waits for nothing but copies by the machine, which
    `tileas-pipeline-loops` begins once more, too. The order is taken if its
    interval is shorter, and if a thread has the registers for what goes from one
    part to the other, with as many blocks on an SM; they are added to the plan of
    the kernel.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops in which a part leads">
  ];
}

def TileASLeadScores : TileAS_KernelPass<"tileas-lead-scores"> {
  let summary = "Lets scores in tensor memory lead by two iterations, or one";
  let description = [{
    Where a block multiplies in tensor memory, computes a factor of the result, and
    multiplies by that, as attention does, the first product gets the stage two before
    the last, and its place behind the second one:

    ```mlir
    wait for keys                        {stage = 1}    {stage = 1, cycle = 600}
    %s = tileas.tcgen05_mma %q, %keys    {stage = 1}    {stage = 1, cycle = 740}
    %p = ... exp2 %s                     {stage = 1} -> {stage = 3, cycle = 0}
    wait for values                      {stage = 1}    {stage = 3, cycle = 600}
    %o = tileas.tcgen05_mma %p, %values  {stage = 1}    {stage = 3, cycle = 700}
    ```

    Both products begin behind one barrier, and end under the arithmetic of the next
    iteration. The product that leads is executed twice more than there are iterations,
    for which `tileas-pipeline-loops` fills the ring of its factor with zeros. It takes
    columns for the results of two iterations, with as many blocks on an SM as before.
    The factor that is computed goes to tensor memory, or through a buffer. Where tensor
    maps copy all tiles, copies begin in front of the second product, behind the wait
    for those of the iteration before; else behind both.

    Where there are columns for one, and tensor maps copy all tiles, it leads by one
    iteration: it stands behind the first op that uses its result of this one, in whose
    place it begins.

    Several products may lead that what is multiplied is computed of, as gradients of
    attention have two: the first ops that use their results come first, and all begin
    behind these. A ring whose stage is read again by the product that follows has as
    many stages more, where shared memory has room for them in as many blocks.

    A loop may have several such pairs of products, by the same keys and values, as
    `tileaa-strip-mine` makes of 256 rows. Each leads by one iteration, and the arithmetic
    of one pair stands behind that of the one before, under which its products end.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops in which scores lead">
  ];
}

def TileASGatherProducts : TileAS_KernelPass<"tileas-gather-products"> {
  let summary = "Begins products in tensor memory side by side";
  let description = [{
    Threads wait for all products in tensor memory that have begun. In a loop with several
    of them, of which none has an earlier stage than the last, those that need no other
    one of the iteration begin first, then those that need these, so that threads wait
    once for all of them:

    ```mlir
    %s = tileas.tcgen05_mma %keys, %queries         %s = tileas.tcgen05_mma %keys, %queries
    %p = ... exp2 %s                                %d = tileas.tcgen05_mma %values, %gradient
    %v = tileas.tcgen05_mma %p, %gradient      ->   %p = ... exp2 %s
    %d = tileas.tcgen05_mma %values, %gradient      %e = ... %p, %d
    %e = ... %p, %d                                 %v = tileas.tcgen05_mma %p, %gradient
    %k = tileas.tcgen05_mma %e, %queries            %k = tileas.tcgen05_mma %e, %queries
    ```

    One whose result no other product needs begins behind the first op that uses a result
    of those before, and goes on under the arithmetic that follows. The schedule gets the
    times of that order; one that takes a quarter longer is not taken.

    Where threads compute factors of several products, and the plan of the kernel has one
    block on an SM, nobody fills the time of that wait. There products begin in turn, and
    each goes on under what is computed of the one before:

    ```mlir
    %s = tileas.tcgen05_mma %keys, %queries
    use %s
    %d = tileas.tcgen05_mma %values, %gradient
    %p = ... exp2 %s
    use %d
    %v = tileas.tcgen05_mma %p, %gradient
    %e = ... %p, %d
    %k = tileas.tcgen05_mma %e, %queries
    ```
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops whose products begin together, or in turn">
  ];
}

def TileASPostponeProducts : TileAS_KernelPass<"tileas-postpone-products"> {
  let summary = "Packs factors of products behind other products if registers are scarce";
  let description = [{
    Until a product of a group of warps has ended, a thread keeps the factor that it has
    packed for it. Where another product begins meanwhile, and a thread has too few
    registers for that, the product goes behind it, in front of the next one that adds to
    what the loop carries:

    ```mlir
    %p = tileaa.exp2 %s                             %p = tileaa.exp2 %s
    %h = arith.truncf %p                            %d = tileas.wgmma %values, %gradient, %zero
    %v = tileas.wgmma %h, %gradient, %sum      ->   %e = ... %p, %d
    %d = tileas.wgmma %values, %gradient, %zero     %h = arith.truncf %p
    %e = ... %p, %d                                 %v = tileas.wgmma %h, %gradient, %sum
    %k = tileas.wgmma %e, %queries, %sum1           %k = tileas.wgmma %e, %queries, %sum1
    ```

    The schedule gets the times of that order; one that takes a quarter longer is not
    taken.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numProducts", "products", "Products that are postponed">
  ];
}

def TileASSeparateProducts : TileAS_KernelPass<"tileas-separate-products"> {
  let summary = "Separates the products of a loop if registers are scarce";
  let description = [{
    Applies to kernels of which the assembler has spilled where it was free to mix
    products (`products_apart`), and in them to loops with several matrix products
    whose tiles leave a thread too few registers for the factors that ptxas reads
    ahead. Scheduling barriers,
    which ptxas moves no instruction across, are placed after each product but
    the last, and before each product but the first. Each product but the last
    is also cut along K, with a barrier between two parts, so that its factors
    are read ahead by at most one part:

    ```mlir
    %s = mma %q, %k, %zero          %0 = mma %q, %k, %zero along [0, 32]
    %p = exp2 %s              ->    sched_barrier
    %o = mma %p, %v, %sum           %s = mma %q, %k, %0 along [32, 64]
                                    sched_barrier
                                    %p = exp2 %s
                                    sched_barrier
                                    %o = mma %p, %v, %sum
    ```

    The order stays.
  }];
  let options = [
    Option<"always", "always", "bool", /*default=*/"false",
           "As if the assembler had spilled">
  ];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops whose products were separated">
  ];
}

def TileASInterleaveProducts : TileAS_KernelPass<"tileas-interleave-products"> {
  let summary = "Has multiply-adds that share a factor go along K together";
  let description = [{
    Products without an instruction of which none needs another, which share a factor in
    shared memory, and between which nobody writes there or waits, are moved to the first
    one, and each multiplies as much of K as a thread reads at once in turn, four elements of
    f32:

    ```mlir
    %r = tileas.mma %x as<f32>, %c as<f32>, %zero
    tileas.store %r
    %i = tileas.mma %z as<f32>, %c as<f32>, %zero
    tileas.store %i
    ```

    becomes, of factors with K of 8,

    ```mlir
    %r0 = tileas.mma %x as<f32>, %c as<f32>, %zero along [0, 4]
    %i0 = tileas.mma %z as<f32>, %c as<f32>, %zero along [0, 4]
    %r = tileas.mma %x as<f32>, %c as<f32>, %r0 along [4, 8]
    %i = tileas.mma %z as<f32>, %c as<f32>, %i0 along [4, 8]
    tileas.store %r
    tileas.store %i
    ```

    so that the words of `%c` are read once, and held for a step. Sums that are live at once
    have the registers that plans give to sums.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numProducts", "products", "Products that go along K with others">
  ];
}

def TileASTakeTurns : TileAS_KernelPass<"tileas-take-turns"> {
  let summary = "Has two groups of warps begin the products of a loop in turn";
  let description = [{
    Where threads compute on a product of the same iteration, both groups of a kernel
    would multiply together and compute together. All products of an iteration that
    begin before threads wait for the first of them are a group's turn: it takes it in
    place of the `copy_barrier` before them, and passes it behind the last.

    ```mlir
    scf.for ... {
      tileas.copy_barrier %i of 1 from 1 : i32
      %s = tileas.wgmma %q as<f16>, %k as<f16>, %zero by [64, 128, 16] pending : ...
      %o = tileas.wgmma %p as<f16>, %v as<f16>, %sum by [64, 128, 16] pending : ...
      %scores = tileas.settle %s leaving 1 : ...
      ...
    }
    ```

    becomes

    ```mlir
    tileas.group_turn open %turns : ...
    scf.for ... {
      tileas.group_turn take %turns[%i] : ...
      %s = tileas.wgmma %q as<f16>, %k as<f16>, %zero by [64, 128, 16] pending : ...
      %o = tileas.wgmma %p as<f16>, %v as<f16>, %sum by [64, 128, 16] pending : ...
      tileas.group_turn pass %turns : ...
      %scores = tileas.settle %s leaving 1 : ...
      ...
    }
    ```

    The two mbarriers of a loop begin with the others of the kernel, behind all that
    has a place in shared memory. Groups go in step where an SM would hold fewer blocks
    for them.
  }];
  let statistics = [
    Statistic<"numLoops", "loops-in-turn", "Number of loops in which groups take turns">
  ];
}

def TileASDeferProducts : TileAS_KernelPass<"tileas-defer-products"> {
  let summary = "Lets products of the machine go on while threads do other work";
  let description = [{
    A product begins before the copies that stand between the last barrier and
    it, and is waited for before the next barrier, or before the first op that
    takes the sum: in the next iteration, where the loop carries it. Until that
    barrier nobody writes what it reads. A product that begins meanwhile is not
    waited for (`leaving`).

    ```mlir
    %1 = scf.for ... iter_args(%acc = %0) -> (tensor<64x64xf32>) {
      tileas.barrier
      %c = tileas.async_copy ...
      %2 = tileas.wgmma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] : ...
      scf.yield %2 : tensor<64x64xf32>
    }
    ```

    becomes

    ```mlir
    %p = tileas.pend %0 : !tileas.pending<tensor<64x64xf32>>
    %q = scf.for ... iter_args(%sum = %p) -> (!tileas.pending<tensor<64x64xf32>>) {
      %acc = tileas.settle %sum : !tileas.pending<tensor<64x64xf32>>
      tileas.barrier
      %2 = tileas.wgmma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] pending : ...
      %c = tileas.async_copy ...
      scf.yield %2 : !tileas.pending<tensor<64x64xf32>>
    }
    %1 = tileas.settle %q : !tileas.pending<tensor<64x64xf32>>
    ```

    The only product of a loop begins in front of that barrier, where each thread
    has waited for its factors by phases of mbarriers: `chain` gives it the sum
    that is under way, and `retire` waits for the one before. Then the tensor
    cores go on while threads meet.

    ```mlir
      %acc = tileas.chain %sum : !tileas.pending<tensor<64x64xf32>>
      %2 = tileas.wgmma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] pending : ...
      %3 = tileas.retire %2 leaving 1 : !tileas.pending<tensor<64x64xf32>>
      tileas.barrier
      tileas.tensor_copy ...
      scf.yield %3 : !tileas.pending<tensor<64x64xf32>>
    ```

    A product in tensor memory is waited for by `tileas.await_products`, and the
    next one adds to its sum without a wait for it.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numDeferred", "deferred", "Products that are waited for later">
  ];
}

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_PRODUCTPASSES_TD
