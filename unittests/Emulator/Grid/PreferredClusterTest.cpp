//===- PreferredClusterTest.cpp - Clusters of two shapes in one grid ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA Driver API, CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION: in fair
// order all clusters have the shape that the launch prefers, in random order
// any of them, and a block only sees the shape of its own cluster.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

using u32 = uint32_t;

namespace {

constexpr Dim3 none = {0, 0, 0};

uint64_t sizeOf(const Dim3 &d) { return uint64_t(d[0]) * d[1] * d[2]; }

/// The special registers that the first thread of a block reads of its cluster.
struct Seen {
  Dim3 block, cluster, clusters, place, shape;
  u32 rank, size, isExplicit;
  /// The blocks of the cluster, by rank: their number in the grid.
  u32 members[16];
};
static_assert(sizeof(Seen) == 34 * sizeof(u32));

std::string describe() {
  std::string text = R"(
  setp.eq.u32 %p9, %t, 0;
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %ctaid.z;
  mov.u32 %r4, %nctaid.x; mov.u32 %r5, %nctaid.y;
  mad.lo.u32 %r6, %r3, %r5, %r2; mad.lo.u32 %r6, %r6, %r4, %r1;
  mul.wide.u32 %rd5, %r6, 136; add.u64 %rd5, %rd5, %rd0;
  @!%p9 bra TOLD;
)";
  u32 offset = 0;
  auto store = [&](const std::string &special) {
    text += "mov.u32 %r7, " + special + "; st.global.u32 [%rd5+" +
            std::to_string(offset) + "], %r7;\n";
    offset += sizeof(u32);
  };
  for (const char *vector : {"%ctaid", "%clusterid", "%nclusterid",
                             "%cluster_ctaid", "%cluster_nctaid"})
    for (const char *dim : {".x", ".y", ".z"})
      store(std::string(vector) + dim);
  store("%cluster_ctarank");
  store("%cluster_nctarank");
  store("%is_explicit_cluster");
  text += "st.shared.u32 [own], %r6;\nTOLD:\n";
  return text;
}

/// Each block tells the others its number by its shared memory.
const std::string members = R"(
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
  @!%p9 bra READ;
  mov.u32 %r10, 0; mov.u32 %r11, %cluster_nctarank; add.u64 %rd6, %rd5, 72;
EACH:
  mapa.shared::cluster.u32 %r12, own, %r10;
  ld.shared::cluster.u32 %r13, [%r12];
  st.global.u32 [%rd6], %r13;
  add.u64 %rd6, %rd6, 4; add.u32 %r10, %r10, 1;
  setp.lt.u32 %p1, %r10, %r11; @%p1 bra EACH;
READ:
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
)";

struct Shapes {
  Dim3 grid, regular, preferred;
};

std::string launch(const std::string &body, const Shapes &shapes, uint64_t seed,
                   std::vector<Seen> &blocks, const std::string &directives) {
  KernelRun run(kernel(body, ".shared .align 4 .u32 own;\n", directives));
  run.zeros(sizeof(Seen) * sizeOf(shapes.grid));
  run.config.cluster = shapes.regular;
  run.config.preferredCluster = shapes.preferred;
  run.config.checks = Checks::all();
  run.config.seed = seed;
  run.config.stepLimit = 1 << 22;
  if (seed)
    run.config.warps = run.config.blocks = OrderPolicy::Random;
  std::string error = run.launch(shapes.grid, {64, 1, 1});
  blocks = run.read<Seen>(0);
  return error;
}

/// Every block sees the same as if all clusters had the shape of its own.
void expectConsistent(const Shapes &shapes, const std::vector<Seen> &blocks) {
  for (u32 i = 0; i != blocks.size(); ++i) {
    const Seen &seen = blocks[i];
    const Dim3 &shape = seen.shape, &grid = shapes.grid;
    ASSERT_TRUE(shape == shapes.regular || shape == shapes.preferred);
    ASSERT_EQ(
        seen.block[0] + grid[0] * (seen.block[1] + grid[1] * seen.block[2]), i);
    for (unsigned dim = 0; dim != 3; ++dim) {
      ASSERT_EQ(seen.clusters[dim], grid[dim] / shape[dim]);
      ASSERT_EQ(seen.cluster[dim] * shape[dim] + seen.place[dim],
                seen.block[dim]);
      ASSERT_LT(seen.place[dim], shape[dim]);
    }
    ASSERT_EQ(seen.rank, seen.place[0] + shape[0] * (seen.place[1] +
                                                     shape[1] * seen.place[2]));
    ASSERT_EQ(seen.size, sizeOf(shape));
    ASSERT_EQ(seen.isExplicit, 1u);
    ASSERT_EQ(seen.members[seen.rank], i);
    for (u32 rank = 0; rank != seen.size; ++rank) {
      const Seen &member = blocks[seen.members[rank]];
      ASSERT_EQ(member.rank, rank);
      ASSERT_EQ(member.shape, shape);
      ASSERT_EQ(member.cluster, seen.cluster);
    }
  }
}

/// Number of blocks of a run in clusters of the preferred shape.
size_t countPreferred(const Shapes &shapes, const std::vector<Seen> &blocks) {
  return std::count_if(blocks.begin(), blocks.end(), [&](const Seen &seen) {
    return seen.shape == shapes.preferred;
  });
}

TEST(PreferredCluster, BlocksSeeTheirOwnCluster) {
  const Shapes all[] = {
      {{16, 1, 1}, {1, 1, 1}, {2, 1, 1}},
      {{8, 4, 2}, {2, 1, 1}, {4, 2, 1}},
      {{6, 6, 2}, {1, 2, 2}, {3, 2, 2}},
  };
  for (const Shapes &shapes : all) {
    std::vector<Seen> blocks;
    ASSERT_EQ(launch(describe() + members, shapes, 0, blocks, ""), "");
    expectConsistent(shapes, blocks);
    EXPECT_EQ(countPreferred(shapes, blocks), blocks.size());
    unsigned mixed = 0, allPreferred = 0, nonePreferred = 0;
    for (uint64_t seed = 1; seed != 100 && !HasFatalFailure(); ++seed) {
      ASSERT_EQ(launch(describe() + members, shapes, seed, blocks, ""), "")
          << "seed " << seed;
      expectConsistent(shapes, blocks);
      size_t preferred = countPreferred(shapes, blocks);
      ++(!preferred                   ? nonePreferred
         : preferred == blocks.size() ? allPreferred
                                      : mixed);
    }
    EXPECT_GT(mixed, 20u);
    EXPECT_GT(allPreferred, 0u);
    EXPECT_GT(nonePreferred, 0u);
  }
}

/// Kernels that take the preferred shape for granted.
TEST(PreferredCluster, AssumptionsAreFoundOut) {
  const Shapes shapes = {{16, 1, 1}, {2, 1, 1}, {4, 1, 1}};
  const std::string lastRank = describe() + R"(
    mov.u32 %r10, 3; mapa.shared::cluster.u32 %r12, own, %r10;
  )" + members;
  // Takes the block whose number is a multiple of four for the leader.
  const std::string leader = describe() + R"(
    and.b32 %r10, %r1, 3; setp.eq.u32 %p1, %r10, 0; mov.u32 %r11, 0;
    selp.u32 %r11, 1, %r11, %p1; @%p9 st.global.u32 [%rd5+132], %r11;
  )" + members;
  auto hasOneLeaderEach = [](const std::vector<Seen> &blocks) {
    return std::all_of(blocks.begin(), blocks.end(), [](const Seen &seen) {
      return (seen.rank == 0) == (seen.members[15] == 1);
    });
  };
  std::vector<Seen> blocks;
  EXPECT_EQ(launch(lastRank, shapes, 0, blocks, ""), "");
  EXPECT_EQ(launch(leader, shapes, 0, blocks, ""), "");
  EXPECT_TRUE(hasOneLeaderEach(blocks));
  unsigned faults = 0, wrong = 0;
  for (uint64_t seed = 1; seed != 20; ++seed) {
    std::string error = launch(lastRank, shapes, seed, blocks, "");
    if (!error.empty())
      EXPECT_THAT(error, HasSubstr("no block of rank 3 in the cluster, which "
                                   "has 2 blocks"));
    faults += !error.empty();
    ASSERT_EQ(launch(leader, shapes, seed, blocks, ""), "");
    wrong += !hasOneLeaderEach(blocks);
  }
  EXPECT_GT(faults, 10u);
  EXPECT_GT(wrong, 10u);
}

TEST(PreferredCluster, Rules) {
  std::vector<Seen> blocks;
  auto error = [&](const Dim3 &grid, const Dim3 &regular, const Dim3 &preferred,
                   const std::string &directives = "") {
    return launch(describe() + members, {grid, regular, preferred}, 0, blocks,
                  directives);
  };
  EXPECT_THAT(error({12, 1, 1}, {2, 1, 1}, {3, 1, 1}),
              HasSubstr("clusters of preferably 3,1,1 blocks cannot be "
                        "launched: that is no multiple of the shape 2,1,1, "
                        "which clusters have at least, in dimension 0"));
  EXPECT_THAT(error({8, 2, 1}, {2, 1, 1}, {4, 0, 1}),
              HasSubstr("in dimension 1"));
  EXPECT_THAT(error({8, 1, 2}, {2, 1, 1}, {2, 1, 2}),
              HasSubstr("in dimension 2, they have to be as many as clusters "
                        "have at least, 1"));
  EXPECT_THAT(error({8, 1, 1}, none, {2, 1, 1}),
              HasSubstr("the launch, or entry 'k' (.reqnctapercluster), has to "
                        "say which shape clusters have at least"));
  EXPECT_THAT(error({32, 1, 1}, {2, 1, 1}, {32, 1, 1}),
              HasSubstr("it has 1 to 16 blocks"));
  EXPECT_THAT(error({8, 1, 1}, {2, 1, 1}, {8, 1, 1}, ".maxclusterrank 4"),
              HasSubstr("a cluster of 8,1,1 blocks cannot be launched; entry "
                        "'k' allows at most 4 (.maxclusterrank)"));
  EXPECT_THAT(
      error({6, 1, 1}, {2, 1, 1}, {4, 1, 1}),
      HasSubstr("the grid is no multiple of the preferred cluster shape "
                "of entry 'k' in dimension 0"));
  EXPECT_THAT(error({7, 1, 1}, {2, 1, 1}, {4, 1, 1}),
              HasSubstr("the grid is no multiple of the cluster shape"));
  // Allowed: the entry's own shape, its bound, and no difference.
  EXPECT_EQ(error({8, 1, 1}, none, {4, 1, 1}, ".reqnctapercluster 2"), "");
  EXPECT_EQ(blocks[0].size, 4u);
  EXPECT_EQ(error({8, 1, 1}, {2, 1, 1}, {4, 1, 1}, ".maxclusterrank 4"), "");
  EXPECT_EQ(error({8, 1, 1}, {2, 1, 1}, {2, 1, 1}), "");
  EXPECT_EQ(blocks[0].size, 2u);
  EXPECT_EQ(error({32, 1, 1}, {2, 1, 1}, {16, 1, 1}), "");
  EXPECT_EQ(blocks[0].size, 16u);
}

} // namespace
