//===- TensorWorkHarness.cpp - Work in tensor memory, in tests ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorWorkHarness.h"
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using Words = std::vector<uint32_t>;
constexpr unsigned threads = tensorThreads, lanes = tensorLanes,
                   columns = tensorColumns;

std::string test::wordRange(unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i != count; ++i)
    text += (i ? ", %w" : "%w") + std::to_string(i);
  return text + "}";
}

static std::string kernelText(const std::string &work, unsigned blocks,
                              const char *target) {
  bool isPair = blocks == 2;
  std::string group = isPair ? ".cta_group::2" : ".cta_group::1";
  std::string meet = isPair ? "  barrier.cluster.arrive.aligned;\n"
                              "  barrier.cluster.wait.aligned;\n"
                            : "  bar.sync 0;\n";
  std::string text = R"(
  .reg .b32 %w<128>, %tm, %warp, %lane, %dm, %rank;
  .reg .b64 %da, %db, %mine, %tensor; .reg .b16 %both;
  shr.u32 %warp, %t, 5; mov.u32 %rank, %cluster_ctarank;
  mov.u32 %r20, address; mov.u32 %r21, bar; mov.b16 %both, 3;
  setp.eq.u32 %p5, %warp, 0; setp.eq.u32 %p6, %t, 0;
  setp.eq.and.u32 %p4, %rank, 0, %p6;
  @%p6 mbarrier.init.shared::cta.b64 [%r21], 1;
  @%p5 tcgen05.alloc)" +
                     group + R"(.sync.aligned.shared::cta.b32 [%r20], 512;
  @%p5 tcgen05.relinquish_alloc_permit)" +
                     group + R"(.sync.aligned;
  bar.sync 0;
  ld.shared.b32 %tm, [%r20];
  shl.b32 %lane, %warp, 21; add.u32 %dm, %tm, %lane;
  mul.wide.u32 %mine, %rank, )" +
                     std::to_string(sharedBytes) + R"(;
  add.u64 %mine, %mine, %rd1;
  shl.b32 %r1, %t, 4; mov.u32 %r7, s;
COPY:
  cvt.u64.u32 %rd4, %r1; add.u64 %rd4, %rd4, %mine;
  ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd4];
  add.u32 %r6, %r7, %r1; st.shared.v4.u32 [%r6], {%r2, %r3, %r4, %r5};
  add.u32 %r1, %r1, 2048; setp.lt.u32 %p1, %r1, )" +
                     std::to_string(sharedBytes) + R"(;
  @%p1 bra COPY;
  mad.lo.u32 %r8, %rank, 128, %t; mul.wide.u32 %tensor, %r8, 2048;
  add.u64 %rd5, %tensor, %rd2; add.u64 %rd6, %tensor, %rd0;
)";
  for (unsigned q = 0; q != columns; q += 128) {
    for (unsigned i = 0; i != 128; i += 4)
      text += "  ld.global.v4.b32 {%w" + std::to_string(i) + ", %w" +
              std::to_string(i + 1) + ", %w" + std::to_string(i + 2) + ", %w" +
              std::to_string(i + 3) + "}, [%rd5+" +
              std::to_string(4 * (q + i)) + "];\n";
    text += "  tcgen05.st.sync.aligned.32x32b.x128.b32 [%dm+" +
            std::to_string(q) + "], " + wordRange(128) + ";\n";
  }
  text +=
      "  tcgen05.wait::st.sync.aligned;\n"
      "  tcgen05.fence::before_thread_sync;\n  fence.proxy.async;\n" +
      meet + "  tcgen05.fence::after_thread_sync;\n  @!%p4 bra WAIT;\n" + work +
      "  tcgen05.commit" + group + ".mbarrier::arrive::one.shared::cluster" +
      (isPair ? ".multicast::cluster.b64 [%r21], %both;\n" : ".b64 [%r21];\n") +
      R"(WAIT:
  mbarrier.try_wait.parity.shared::cta.b64 %p7, [%r21], 0;
  @!%p7 bra WAIT;
  tcgen05.fence::after_thread_sync;
)";
  for (unsigned q = 0; q != columns; q += 128) {
    text += "  tcgen05.ld.sync.aligned.32x32b.x128.b32 " + wordRange(128) +
            ", [%dm+" + std::to_string(q) +
            "];\n  tcgen05.wait::ld.sync.aligned;\n";
    for (unsigned i = 0; i != 128; i += 4)
      text += "  st.global.v4.b32 [%rd6+" + std::to_string(4 * (q + i)) +
              "], {%w" + std::to_string(i) + ", %w" + std::to_string(i + 1) +
              ", %w" + std::to_string(i + 2) + ", %w" + std::to_string(i + 3) +
              "};\n";
  }
  text += meet + "  @%p5 tcgen05.dealloc" + group +
          ".sync.aligned.b32 %tm, 512;\n" + (isPair ? meet : "");
  return withTarget(kernel(text, ".shared .align 1024 .b8 s[" +
                                     std::to_string(sharedBytes) +
                                     "];\n.shared .b32 address;\n"
                                     ".shared .b64 bar;\n"),
                    target);
}

std::string test::runWork(const std::string &work,
                          std::vector<BlockImage> &images, const char *target,
                          const std::function<void(LaunchConfig &)> &configure,
                          CounterValues *counters) {
  auto blocks = static_cast<uint32_t>(images.size());
  std::vector<uint8_t> shared;
  Words tensor;
  for (BlockImage &image : images) {
    shared.insert(shared.end(), image.shared.begin(), image.shared.end());
    tensor.insert(tensor.end(), image.tensor.begin(), image.tensor.end());
  }
  KernelRun run(kernelText(work, blocks, target));
  run.zeros(4 * tensor.size()).array(shared).array(tensor);
  run.config.checks = Checks::all();
  if (blocks == 2)
    run.config.cluster = {2, 1, 1};
  if (configure)
    configure(run.config);
  run.config.wantsCounters = counters != nullptr;
  std::string error = run.launch({blocks, 1, 1}, {threads, 1, 1});
  tensor = run.read<uint32_t>(0);
  for (size_t b = 0; b != images.size(); ++b)
    std::copy_n(&tensor[b * lanes * columns], size_t(lanes) * columns,
                images[b].tensor.begin());
  if (counters && run.statistics.counters)
    *counters = run.statistics.counters->totals();
  return error;
}

void test::scramble(std::vector<BlockImage> &images, uint64_t seed) {
  std::mt19937_64 random(seed);
  for (BlockImage &image : images) {
    for (uint8_t &byte : image.shared)
      byte = static_cast<uint8_t>(random());
    for (uint32_t &word : image.tensor)
      word = static_cast<uint32_t>(random());
  }
}

static constexpr uint64_t leading = 128;
uint64_t test::descriptorOf(unsigned start, unsigned stride) {
  return start >> 4 | leading >> 4 << 16 | uint64_t(stride) >> 4 << 32 |
         uint64_t(1) << 46;
}
unsigned test::placeOf(unsigned start, unsigned stride, unsigned row,
                       unsigned byte) {
  return start + row / 8 * stride + row % 8 * 16 +
         byte / 16 * static_cast<unsigned>(leading) + byte % 16;
}

std::string test::descriptorText(const char *name, uint64_t bits) {
  return std::string("  mov.u64 ") + name + ", " + std::to_string(bits) + ";\n";
}

void test::expectEqual(const std::vector<BlockImage> &actual,
                       const std::vector<BlockImage> &expected,
                       const std::string &what) {
  for (size_t b = 0; b != actual.size(); ++b)
    for (unsigned lane = 0; lane != lanes; ++lane)
      for (unsigned column = 0; column != columns; ++column)
        ASSERT_EQ(actual[b].tensor[lane * columns + column],
                  expected[b].tensor[lane * columns + column])
            << what << ": block " << b << ", lane " << lane << ", column "
            << column;
}
