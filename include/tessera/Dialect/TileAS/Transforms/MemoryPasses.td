//===- MemoryPasses.td - Passes on memory and its barriers -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_MEMORYPASSES_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_MEMORYPASSES_TD

include "tessera/Dialect/TileAS/Transforms/KernelPass.td"

def TileASAllocateScratch : TileAS_KernelPass<"tileas-allocate-scratch"> {
  let summary = "Assigns each alloca its place in scratch memory";
  let description = [{
    Claims one slot of scratch memory at the start of the kernel, releases it at
    the end, and replaces each `tileaa.alloca` by an offset within the slot. Two
    allocas never share bytes, because another block may know the pointer of
    one.

    An alloca in a loop has the same bytes in each iteration, so a barrier is
    placed before it. The pass fails if the allocas of a kernel exceed the limit
    of a block.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
}

def TileASNarrowPositions : TileAS_KernelPass<"tileas-narrow-positions"> {
  let summary = "Makes positions i32 where facts bound them";
  let description = [{
    Along each dimension of an access where elements may not exist, the start and
    the extent become i32 if facts say that the extent, and all positions, are
    below 2^31. Comparisons with the extent take one instruction then. The
    truncation has flags that say that it loses nothing, so that addresses are
    computed from the wide number still.

    ```mlir
    %s = arith.trunci %start overflow<nsw, nuw> : i64 to i32
    %e = arith.trunci %extent overflow<nsw, nuw> : i64 to i32
    %x, %t = tileas.load %p[%s : i32] extents [%e] ...
    ```
  }];
  let dependentDialects = ["tileas::TileASDialect"];
}

def TileASDropFacts : TileAS_KernelPass<"tileas-drop-facts"> {
  let summary = "Drops what is known of the elements of accesses";
  let description = [{
    Drops `inbounds` and `whole` of all accesses. The program means the same and
    is slower. For tests: no pass may depend on facts that another one may lose.
    `whole` stays where the instruction takes it, which is a write of halves to
    several GPUs.
  }];
}

def TileASPlaceInShared : TileAS_KernelPass<"tileas-place-in-shared"> {
  let summary = "Moves data between threads through shared memory";
  let description = [{
    Replaces ops that move data between threads by a `shared_store` to a new
    buffer and a `shared_load`: layout conversions, published values and printed
    tiles.

    ```mlir
    %y = tileas.convert_layout %x    ->    %b = tileas.alloc_shared : ...
                                           tileas.shared_store %x to %b
                                           %y = tileas.shared_load %b
    ```

    Exceptions need no buffer: a conversion that only renames registers, or
    takes a few shuffles within each warp, and a published tile of which each
    thread has loaded its own elements.

    Factors of matrix products stay in shared memory, and the products read them
    there. A loop-invariant factor is read before its loop if registers have
    room for all of it, or if shared memory has none. Otherwise, if the banks of
    shared memory are busy for longer than the tensor cores, only the first
    steps along K are read before the loop, and the product is split in two.

    In the end the buffers must fit into the shared memory of a block. As long
    as they do not, the largest tiles are moved in boxes that fit, at the place
    where they are read (`store_box`, `load_box`), and products are cut along K.
    A printed tile is printed in boxes of whole rows. Buffers have no offset yet;
    see `tileas-allocate-shared`.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numBuffers", "buffers", "Buffers placed in shared memory">
  ];
}

def TileASKeepTiles : TileAS_KernelPass<"tileas-keep-tiles"> {
  let summary = "Keeps tiles in shared memory that several loops load";
  let description = [{
    Loops of one block that load the same tile in the same iteration, as those
    of a norm or a softmax over a row, read global memory once: the first loop
    keeps its first tiles in shared memory, where the others find them. Tiles
    that do not fit are loaded again.

    ```mlir
    scf.for %i = ... {              %kept = tileas.alloc_shared : <1x1024xf32, stages = 8>
      %x = tileas.load %p[%a]       scf.for %i = ... {
    }                                 %x = tileas.load %p[%a]
    scf.for %j = ... {         ->     scf.if %i < 8 { %s = tileas.slice %kept[%i]
      %y = tileas.load %p[%b]                         tileas.shared_store %x to %s }
    }                               }
                                    scf.for %j = ... {
                                      %y = scf.if %j < 8 { %s = tileas.slice %kept[%j]
                                                           tileas.shared_load %s }
                                           else { tileas.load %p[%b] }
                                    }
    ```

    A load that comes after an access, by tokens, which may have changed the tile
    since it was read first, remains. A load with another padding reads kept
    tiles only where all their elements exist.

    As many tiles are kept as leave an SM the blocks whose loads keep memory
    busy. `RemarkTilesKept` says how many, `RemarkTilesNotKept` why none are.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect",
                           "tileas::TileASDialect"];
  let statistics = [
    Statistic<"numTiles", "tiles", "Tiles of loops that are kept">
  ];
}

def TileASAlternateBuffers : TileAS_KernelPass<"tileas-alternate-buffers"> {
  let summary = "Gives products two buffers of what threads store for them";
  let description = [{
    A product of warp groups, or of one thread, reads its factors while threads go
    on. Where threads store a factor in each iteration of a loop, as one that is
    rounded to tf32, or weights of few bits, the next store waits for the product.
    With two buffers that take turns it waits for the product before that one,
    which has ended.

    ```mlir
    scf.for %i = ... {                %two = tileas.alloc_shared : <..., stages = 2>
      %b = tileas.alloc_shared        scf.for %i = ... {
      tileas.shared_store %x to %b      %b = tileas.slice %two[%i]
      tileas.wgmma %a, %b, %sum  ->     tileas.shared_store %x to %b
    }                                   tileas.wgmma %a, %b, %sum
                                      }
    ```

    Warps that multiply for themselves store when all have read; with two buffers they
    meet once in an iteration, behind the store.

    A buffer stays alone where an SM would hold fewer blocks with two, and, of
    products in tensor memory and of warps for themselves, where it holds several.
    `RemarkBuffersAlternate` says how many of a loop have a second one.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "tileas::TileASDialect"];
  let statistics = [
    Statistic<"numBuffers", "buffers", "Buffers that get a second one">
  ];
}

def TileASAllocateShared : TileAS_KernelPass<"tileas-allocate-shared"> {
  let summary = "Assigns each buffer its offset in shared memory";
  let description = [{
    Computes the live ranges of all buffers, and gives each one the lowest
    offset that no other live buffer occupies, so that buffers with disjoint
    live ranges may share bytes. The total size becomes `shared` of the kernel
    spec. The pass fails if a loop carries a buffer that is allocated inside of
    it.

    It does not check the total against the target; `tileas-freeze-kernel-spec`
    does. `tileas-place-barriers` needs the offsets.
  }];
}

def TileASPlaceBarriers : TileAS_KernelPass<"tileas-place-barriers"> {
  let summary = "Places barriers between conflicting accesses of threads";
  let description = [{
    Two accesses conflict

    - in shared memory if their bytes overlap, one of them writes, and layouts
      do not say that each thread reads what it has written itself;
    - in global memory if a token path orders them, one of them writes, and they
      are not known to have the same owner for each element.

    The pass walks the kernel in program order with the set of accesses since
    the last barrier. If the next access conflicts with one of them, it places a
    barrier, and the set becomes empty. Loops are repeated along their back
    edges, since a write may conflict with a read of the previous iteration. A
    release waits for all accesses that are ordered before it. In the end
    redundant barriers are erased, and those that only the first iteration of a loop
    needs move in front of it. Where threads have written what the machine
    reads by the async proxy, a fence stands before the barrier.
    A barrier of several warp groups that only copies by the machine need becomes
    a `tileas.copy_barrier`.

    ```mlir
    tileas.shared_store %x to %b
    tileas.barrier                    // other threads read their elements
    %y = tileas.shared_load %b
    ```
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numBarriers", "barriers", "Barriers placed">,
    Statistic<"numFences", "fences", "Fences between proxies placed">
  ];
}

def TileASVerifyBarriers : TileAS_KernelPass<"tileas-verify-barriers"> {
  let summary = "Checks barriers, and products that go on behind their ops";
  let description = [{
    Fails at an access to shared memory that lacks the barrier which
    `tileas-place-barriers` would place before it. A product that goes on behind
    its op reads its factors until it is waited for, whatever barriers stand
    between; threads may write them behind the next barrier.

    ```mlir
    %sum = tileas.wgmma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] pending : ...
    tileas.barrier
    tileas.shared_store %x to %a   // error
    %y = tileas.settle %sum : ...
    ```

    Copies by the machine are held to the stages that products read. In a loop that
    counts by one, from a constant that is not negative, and fills turns as long as its
    counter is below a bound, the number of a turn is the counter plus a constant
    wherever a copy takes place; of other numbers nothing is known, and such copies
    pass.

    So `tileas-defer-products` is verified, which moves products and their waits
    between barriers that others have placed. A kernel whose products all end at
    their ops has nothing that was moved. Accesses to global memory are left out:
    no product has one, and the promises that kept them apart may be gone.
  }];
}

def TileASPlaceSums : TileAS_KernelPass<"tileas-place-sums"> {
  let summary = "Keeps sums of products by tcgen05.mma in tensor memory";
  let description = [{
    A loop carries a sum where it lies, if nothing but a product has it in an
    iteration. Each sum has columns of its own while it is live, of 64 rows the lower or
    the upper half of their lanes. Sums and factors of a loop that are not live at once lie
    apart as long as there are columns that are allocated in any case: a store waits for
    whoever reads, or multiplies, what lay there before.

    ```mlir
    %1 = scf.for ... iter_args(%acc = %0) -> (tensor<128x128xf32>) {
      %2 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] : ...
      scf.yield %2 : tensor<128x128xf32>
    }
    ```

    becomes

    ```mlir
    %m = tileas.tmem_alloc 128 by %place, %done : ...
    %s = tileas.tmem_store %0 to %m at 0 : tensor<128x128xf32>
    %r = scf.for ... iter_args(%acc = %s) -> (!tileas.tmem_tile<tensor<128x128xf32>>) {
      %2 = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %acc by [128, 128, 16] in %m : ...
      scf.yield %2 : !tileas.tmem_tile<tensor<128x128xf32>>
    }
    %1 = tileas.tmem_load %r : !tileas.tmem_tile<tensor<128x128xf32>>
    ```

    A sum is loaded in front of the first op that takes it. Behind a loop the load, and what
    is computed from it alone, stand behind the tiles that come from memory for it, where a
    thread has no registers for both.

    Where two CTAs work off a tile block and each copies a part of the right factors
    to both, they multiply as a pair: tensor memory is that of both, and each CTA
    copies one half of a right factor, for itself alone.

    ```mlir
    %m = tileas.tmem_alloc 128 by %place, %done meeting at %meeting : ...
    tileas.tensor_copy %map[%k, %n] to %b on %full[%i] : <!tileas.buffer<64x128xf16, ctas = 2>>, ...
    ```
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numSums", "sums", "Sums in tensor memory">,
    Statistic<"numPairs", "pairs", "Kernels whose CTAs multiply as a pair">
  ];
}

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_MEMORYPASSES_TD
