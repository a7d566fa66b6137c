//===- MemoryTest.cpp - Loads, stores, atomics and their faults -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <numeric>
#include <sys/resource.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using u32 = uint32_t;
using u64 = uint64_t;

static std::string launchError(const std::string &body,
                               const std::string &module = "") {
  KernelRun run(kernel(body, module));
  run.zeros(128).zeros(128).zeros(128).zeros(128);
  return run.launch();
}

static void expectFault(const std::string &body, const std::string &message,
                        const std::string &module = "") {
  std::string error = launchError(body, module);
  EXPECT_NE(error.find(message), std::string::npos) << body << "\n" << error;
}

TEST(Memory, OnlyAccessesThatPtxasTakes) {
  const char *wide = "{%rd4, %rd5, %rd6, %rd7};";
  for (const char *space : {".global", ""})
    expectFault(std::string("st") + space + ".v4.b64 [%rd0], " + wide,
                "needs .target sm_100");
  for (const char *space : {".shared", ".local"})
    expectFault(std::string("st") + space + ".v4.b64 [%rd0], " + wide,
                "only .global memory has vectors of 256 bits");
  expectFault(".reg .b128 %q<3>; ld.global.v2.b128 {%q1, %q2}, [%rd0];",
              "elements of up to 64");
  const char *module = ".const .u32 c = 1;\n";
  for (const char *order : {"volatile", "relaxed.gpu", "acquire.sys"})
    expectFault(std::string("ld.") + order + ".const.u32 %r1, [c];",
                "accesses to .const memory have no order", module);
  for (const char *type : {"f16x2", "bf16x2"})
    expectFault(std::string("ld.global.") + type + " %r1, [%rd0];",
                "as .b, .u, .s, .f32 or .f64");
  for (const char *access :
       {"ld.global.f16 %h1, [%rd0];", "ld.param.f16 %h1, [p0];",
        "ld.param.f16x2 %r1, [p0];"})
    expectFault(access, "as .b, .u, .s, .f32 or .f64");
  for (const char *form : {"global.v8.u16", "global.v8.b8", "shared.v8.s16"})
    expectFault("ld." + std::string(form) +
                    " {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7}, [%rd0];",
                "a load by .v8 has elements of 32 bits");
  for (const char *access : {"ld.mmio.acquire.sys.global.b32 %r1, [%rd0];",
                             "st.mmio.release.sys.global.b32 [%rd0], %r1;"})
    expectFault(access, "needs .version 9.3");
}

// Read-only memory, by a proxy of its own: signs and vectors as elsewhere.
TEST(Memory, ReadOnlyProxy) {
  const char *body = R"(
    ld.global.u32.proxy::readonly %r1, [%rd1];
    ld.s8.proxy::readonly %r2, [%rd1+4];
    ld.proxy::readonly.global.nc.v2.b16 {%h1, %h2}, [%rd1+8];
    mov.b32 %r3, {%h2, %h1};
    st.global.v2.b32 [%rd0], {%r1, %r2}; st.global.b32 [%rd0+8], %r3;
  )";
  KernelRun run(withVersion(kernel(body), "9.4"));
  run.zeros(12).array(std::vector<u32>{0x12345678, 0x1280, 0x00010002});
  ASSERT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "");
  EXPECT_EQ(run.read<u32>(0),
            (std::vector<u32>{0x12345678, 0xFFFFFF80, 0x00020001}));
  EXPECT_NE(parseError(kernel(body)).find("needs .version 9.4"),
            std::string::npos);
}

// A single register may stand in braces, as Triton writes it; ptxas takes each
// of these.
TEST(Memory, VectorsOfOneElement) {
  KernelRun run(kernel(R"(
    ld.global.b32 {%r1}, [%rd1];
    mov.b32 %r2, {%r1};
    mov.b32 {%r3}, %r2;
    st.shared.b32 [s], {%r3};
    ld.volatile.shared.b32 {%r4}, [s];
    st.global.b32 [%rd0], {%r4};
    mov.b64 {%rd4}, %rd0;
    st.global.f32 [%rd4+4], {0f40000000};
  )",
                       ".shared .b32 s;"));
  run.zeros(8).array(std::vector<u32>{0x12345678});
  ASSERT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "");
  EXPECT_EQ(run.read<u32>(0), (std::vector<u32>{0x12345678, 0x40000000}));
}

TEST(Memory, UnknownInstructionsFaultWhereTheyAreReached) {
  const char *body = R"(
    ld.global.u32 %r1, [%rd0];
    setp.ne.u32 %p1, %r1, 0;
    @%p1 istypep.texref %p2, %rd0;
  )";
  KernelRun spared(kernel(body));
  spared.array(std::vector<u32>{0});
  EXPECT_EQ(spared.launch({1, 1, 1}, {1, 1, 1}), "");
  KernelRun reached(kernel(body));
  reached.array(std::vector<u32>{1});
  std::string error = reached.launch({1, 1, 1}, {1, 1, 1});
  EXPECT_NE(error.find("does not execute this instruction"), std::string::npos)
      << error;
  EXPECT_NE(error.find("istypep.texref"), std::string::npos) << error;
}

TEST(Memory, WidthsAndExtensions) {
  std::vector<uint8_t> bytes(128);
  for (size_t i = 0; i != bytes.size(); ++i)
    bytes[i] = static_cast<uint8_t>(200 + i);
  KernelRun run(kernel(R"(
    cvt.u64.u32 %rd10, %t; add.u64 %rd11, %rd1, %rd10;
    ld.global.s8 %r1, [%rd11+1];
    ld.global.u8 %h1, [%rd11];
    cvt.u32.u16 %r2, %h1;
    shl.b32 %r1, %r1, 8; or.b32 %r1, %r1, %r2;
    mul.wide.u32 %rd12, %t, 4; add.u64 %rd12, %rd0, %rd12;
    st.global.u32 [%rd12], %r1;
    add.u64 %rd13, %rd2, %rd10; st.global.u8 [%rd13], %r1;)"));
  run.zeros(128).array(bytes).zeros(32).zeros(4);
  ASSERT_EQ(run.launch(), "");
  std::vector<u32> words = run.read<u32>(0);
  for (u32 i = 0; i != 32; ++i) {
    int32_t next = static_cast<int8_t>(201 + i);
    EXPECT_EQ(words[i], u32(next) << 8 | uint8_t(200 + i));
    EXPECT_EQ(run.read<uint8_t>(2)[i], uint8_t(200 + i));
  }
}

TEST(Memory, Vectors) {
  std::vector<u32> in(4);
  std::iota(in.begin(), in.end(), 10);
  KernelRun run(kernel(R"(
    setp.ne.u32 %p1, %t, 0;
    @%p1 ret;
    ld.global.nc.L1::no_allocate.v4.b32 {%r1, _, %r2, %r3}, [%rd1];
    st.global.wt.v2.b32 [%rd0+8], {%r3, 77};
    ld.volatile.global.v2.u32 {%r4, %r5}, [%rd1+8];
    st.v2.b32 [%rd0], {%r4, %r1};)"));
  run.zeros(16).array(in).zeros(4).zeros(4);
  ASSERT_EQ(run.launch(), "");
  EXPECT_EQ(run.read<u32>(0), (std::vector<u32>{12, 10, 13, 77}));
}

/// Elements that are "_" are not stored: others may store them, and who loads
/// them without that finds memory that nobody has written.
TEST(Memory, VectorsStoredInPart) {
  const std::string first = R"(
    setp.lt.u32 %p1, %t, 32; mov.u32 %r1, 7; mov.u32 %r2, 8;
    @%p1 st.global.v4.u32 [%rd0], {%r1, _, %r1, _};)";
  KernelRun whole(kernel(first + "@!%p1 st.v4.u32 [%rd0], {_, %r2, _, %r2};"));
  KernelRun part(kernel(first + "ld.global.u32 %r3, [%rd0+4];"
                                "st.global.u32 [%rd1], %r3;"));
  KernelRun askew(kernel("st.global.v4.u32 [%rd0+8], {%t, _, _, _};"));
  for (KernelRun *run : {&whole, &part, &askew}) {
    run->unwritten(32).zeros(4).zeros(4).zeros(4);
    run->config.checks = Checks::all();
  }
  ASSERT_EQ(whole.launch({1, 1, 1}, {64, 1, 1}), "");
  std::vector<u32> stored = whole.read<u32>(0);
  stored.resize(4);
  EXPECT_EQ(stored, (std::vector<u32>{7, 8, 7, 8}));
  EXPECT_NE(part.launch().find("nobody has written"), std::string::npos);
  EXPECT_NE(askew.launch().find("is misaligned"), std::string::npos);
}

TEST(Memory, SpacesAndGenericAddresses) {
  KernelRun run(kernel(R"(
    .local .align 8 .b8 mine[16];
    mov.u64 %rd5, mine;
    cvta.local.u64 %rd6, %rd5;
    st.u32 [%rd6+4], %t;
    ld.local.u32 %r1, [mine+4];
    mul.wide.u32 %rd7, %t, 4;
    mov.u32 %r2, buffer; add.u32 %r3, %r2, %at;
    st.shared.u32 [%r3], %r1;
    cvta.shared.u64 %rd8, buffer; add.u64 %rd8, %rd8, %rd7;
    ld.u32 %r4, [%rd8];
    ld.const.u32 %r5, [table+4];
    mov.u64 %rd9, table; cvta.const.u64 %rd9, %rd9; ld.u32 %r6, [%rd9];
    ld.global.u32 %r7, [counter];
    ld.global.u64 %rd10, [pointers+8]; ld.u32 %r8, [%rd10];
    add.u32 %r4, %r4, %r5; add.u32 %r4, %r4, %r6; add.u32 %r4, %r4, %r7;
    add.u32 %r4, %r4, %r8;
    isspacep.shared %p1, %rd8; isspacep.local %p2, %rd6;
    isspacep.global %p3, %rd0; isspacep.const %p4, %rd9;
    and.pred %p1, %p1, %p2; and.pred %p1, %p1, %p3; and.pred %p1, %p1, %p4;
    isspacep.shared %p5, %rd0; not.pred %p5, %p5; and.pred %p1, %p1, %p5;
    selp.b32 %r4, %r4, 0, %p1;
    cvta.to.global.u64 %rd0, %rd0; add.u64 %rd0, %rd0, %rd7;
    st.global.u32 [%rd0], %r4;)",
                       ".shared .align 4 .b8 buffer[128];\n"
                       ".const .u32 table[2] = {100, 2000};\n"
                       ".global .u32 counter = 30000;\n"
                       ".global .u64 pointers[2] = {0, generic(counter)};\n"));
  run.zeros(128).zeros(4).zeros(4).zeros(4);
  ASSERT_EQ(run.launch(), "");
  for (u32 i = 0; i != 32; ++i)
    EXPECT_EQ(run.read<u32>(0)[i], i + 2100 + 60000);
}

TEST(Memory, DynamicShared) {
  std::string text = kernel(R"(
    mov.u32 %r1, dynamic; add.u32 %r1, %r1, %at;
    st.shared.u32 [%r1], %t;
    mov.u32 %r2, %dynamic_smem_size; mov.u32 %r3, %total_smem_size;
    setp.ne.u32 %p1, %t, 0; @%p1 ret;
    st.global.v2.u32 [%rd0], {%r2, %r3};)",
                            ".shared .align 4 .b8 fixed[12];\n"
                            ".extern .shared .align 16 .b8 dynamic[];\n");
  // `fixed` is not used and takes no room.
  KernelRun run(text);
  run.zeros(8).zeros(4).zeros(4).zeros(4);
  run.config.dynamicSharedBytes = 128;
  ASSERT_EQ(run.launch(), "");
  EXPECT_EQ(run.read<u32>(0), (std::vector<u32>{128, 128}));
  run.config.dynamicSharedBytes = 124;
  EXPECT_NE(run.launch().find("store of 4 bytes at shared address 0x7c is out "
                              "of bounds; the block has 124 bytes"),
            std::string::npos);
}

TEST(Memory, WhatTheSystemHasOfSharedMemory) {
  // In front of the variables, 1 KiB of zeros; none if no code asks for it.
  KernelRun run(kernel(R"(
    mov.u32 %r1, %reserved_smem_offset_begin;
    mov.u32 %r2, %reserved_smem_offset_1; mov.u32 %r3, %reserved_smem_offset_end;
    mov.u32 %r4, mine; mov.u32 %r5, %total_smem_size;
    ld.shared.u32 %r6, [%r2];
    add.u32 %r6, %r6, 5; st.shared.u32 [%r2+280], %r6; ld.shared.u32 %r7, [%r2+280];
    st.global.v4.u32 [%rd0], {%r1, %r3, %r4, %r5}; st.global.u32 [%rd0+16], %r7;)",
                       ".shared .align 4 .b8 mine[40];"));
  run.config.checks = Checks::all();
  run.zeros(20).zeros(4).zeros(4).zeros(4);
  ASSERT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "");
  EXPECT_EQ(run.read<uint32_t>(0),
            (std::vector<uint32_t>{0, 1024, 1024, 40, 5}));
  // The variables end where they did before.
  KernelRun outside(kernel("mov.u32 %r1, %reserved_smem_offset_end;"
                           "st.shared.u32 [mine+40], %r1;",
                           ".shared .align 4 .b8 mine[40];"));
  outside.zeros(4).zeros(4).zeros(4).zeros(4);
  EXPECT_NE(outside.launch(), "");
}

TEST(Memory, Faults) {
  expectFault("ld.global.u32 %r1, [%rd0+128];", "is out of bounds");
  expectFault("ld.global.u32 %r1, [%rd0+-4];", "4 bytes before it");
  expectFault("ld.global.u64 %rd5, [%rd0+124];", "is misaligned");
  expectFault("ld.global.v4.u32 {%r1,%r2,%r3,%r4}, [%rd0+8];",
              "multiple of 16");
  expectFault("st.global.u32 [0], 1;", "global address 0x0 is out of bounds");
  expectFault("ld.u32 %r1, [%rd0+125];", "is misaligned");
  expectFault("st.shared.u32 [%at], 1;", "the block has 0 bytes of shared");
  expectFault("mov.u64 %rd5, c; st.u32 [%rd5], 1;", "writes 'c'",
              ".const .u32 c = 1;\n");
  expectFault("mov.u64 %rd5, c; ld.global.u32 %r1, [%rd5];",
              "lies in another state space", ".const .u32 c = 1;\n");
  expectFault("mov.u64 %rd5, g; ld.const.u32 %r1, [%rd5];",
              "lies in another state space", ".global .u32 g = 1;\n");
  expectFault(".local .b8 x[8]; mov.u64 %rd5, x; st.local.u64 [%rd5+8], 1;",
              "the thread has 8 bytes of local");
  expectFault("mov.u64 %rd5, p0; cvta.param.u64 %rd5, %rd5; st.u64 [%rd5], 1;",
              "writes a kernel parameter");
  expectFault("ld.param.u64 %rd5, [p3+8];", "the entry has 32 bytes of param");
  expectFault("atom.global.add.u32 %r1, [%rd0+130], 1;",
              "atomic operation of 4 bytes");
  expectFault("trap;", "the kernel executed a trap");
}

TEST(Memory, FaultOfTheLowestBlockIsReported) {
  for (unsigned threads : {1u, 4u}) {
    KernelRun run(kernel("mov.u32 %r1, %ctaid.x; setp.lt.u32 %p1, %r1, 37;"
                         "@%p1 ret; trap;"));
    run.zeros(4).zeros(4).zeros(4).zeros(4);
    run.config.hostThreads = threads;
    EXPECT_NE(run.launch({500, 1, 1}).find("block (37,0,0)"),
              std::string::npos);
  }
}

TEST(Atomic, EveryOperation) {
  struct Case {
    const char *instruction; ///< on [%rd5] with %r1 = lane + 1
    u32 initial, expected;
  };
  const Case cases[] = {
      {"red.global.add.u32 [%rd5], %r1;", 5, 5 + 528},
      {"atom.relaxed.gpu.global.min.s32 %r2, [%rd5], %r1;", 7, 1},
      {"atom.max.u32 %r2, [%rd5], %r1;", 7, 32},
      {"atom.global.or.b32 %r2, [%rd5], %r1;", 0, 63},
      {"atom.global.xor.b32 %r2, [%rd5], %r1;", 0, 32},
      {"atom.global.and.b32 %r2, [%rd5], 0xF0;", 0xFF, 0xF0},
      {"atom.global.inc.u32 %r2, [%rd5], 9;", 0, 2}, // 32 steps modulo 10
      {"atom.global.dec.u32 %r2, [%rd5], 9;", 0, 8},
      {"atom.acq_rel.sys.global.exch.b32 %r2, [%rd5], %r1;", 0, 32},
      {"atom.cas.b32 %r2, [%rd5], 0, %r1;", 0, 1},
      {"red.global.add.f32 [%rd5], 0f3F800000;", 0, 0x42000000},
      {"red.relaxed.gpu.global.add.noftz.f16x2 [%rd5], 0x3C004000;", 0,
       0x50005400},
  };
  for (const Case &c : cases) {
    KernelRun run(kernel("mov.u64 %rd5, %rd0; add.u32 %r1, %t, 1;\n" +
                         std::string(c.instruction)));
    run.array(std::vector<u32>{c.initial, 0}).zeros(4).zeros(4).zeros(4);
    ASSERT_EQ(run.launch(), "") << c.instruction;
    EXPECT_EQ(run.read<u32>(0)[0], c.expected) << c.instruction;
  }
}

TEST(Atomic, LanesGoInOrder) {
  KernelRun run(kernel("atom.global.add.u32 %r1, [%rd1], 3;"
                       "cvt.u64.u32 %rd5, %at; add.u64 %rd5, %rd5, %rd0;"
                       "st.global.u32 [%rd5], %r1;"));
  run.zeros(128).zeros(4).zeros(4).zeros(4);
  ASSERT_EQ(run.launch(), "");
  for (u32 i = 0; i != 32; ++i)
    EXPECT_EQ(run.read<u32>(0)[i], 3 * i);
}

TEST(Atomic, FlushesOnGlobalMemoryOnly) {
  KernelRun run(kernel(R"(
    setp.ne.u32 %p1, %t, 0; @%p1 ret;
    st.shared.u32 [s], 1;
    red.shared.add.f32 [s], 0f00000001;
    red.global.add.f32 [%rd0], 0f00000001;
    ld.shared.u32 %r1, [s]; st.global.u32 [%rd0+4], %r1;)",
                       ".shared .u32 s;\n"));
  run.array(std::vector<u32>{1, 0}).zeros(4).zeros(4).zeros(4);
  ASSERT_EQ(run.launch(), "");
  EXPECT_EQ(run.read<u32>(0), (std::vector<u32>{0, 2}));
}

TEST(Atomic, AcrossBlocksOnManyThreads) {
  KernelRun run(kernel("red.global.add.u64 [%rd0], 1;"
                       "atom.shared.add.u32 %r1, [s], 1;"
                       "bar.sync 0;"
                       "setp.ne.u32 %p1, %t, 0; @%p1 ret;"
                       "ld.shared.u32 %r2, [s];"
                       "red.global.max.u32 [%rd1], %r2;",
                       ".shared .u32 s;\n"));
  run.zeros(8).zeros(4).zeros(4).zeros(4);
  run.config.hostThreads = 4;
  ASSERT_EQ(run.launch({100, 1, 1}, {100, 1, 1}), "");
  EXPECT_EQ(run.read<u64>(0)[0], 10000u);
  EXPECT_EQ(run.read<u32>(1)[0], 100u);
}

/// The most memory of the host that this process has used so far, in KiB.
static long residentKilobytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(GlobalMemory, TakesMemoryOfTheHostWhereItIsTouched) {
  long before = residentKilobytes();
  GlobalMemory memory;
  constexpr uint64_t size = uint64_t(1) << 30;
  uint64_t a = llvm::cantFail(memory.allocate(size, "a"));
  uint8_t last = 1;
  EXPECT_FALSE(bool(memory.write(a + 5, last)));
  EXPECT_FALSE(bool(memory.read(a + size - 1, last)));
  EXPECT_EQ(last, 0u);
  // Everything else in this process takes less than a part of that.
  EXPECT_LT(residentKilobytes() - before, long(size >> 10) / 16);
}

TEST(GlobalMemory, AllocatesWritesAndFrees) {
  GlobalMemory memory;
  uint64_t a = llvm::cantFail(memory.allocate(10, "a"));
  uint64_t b = llvm::cantFail(memory.allocate(0, "b", 4096));
  EXPECT_EQ(a % 256, 0u);
  EXPECT_EQ(b % 4096, 0u);
  std::vector<uint8_t> bytes = {1, 2, 3}, back(3);
  EXPECT_FALSE(bool(memory.write(a + 7, bytes)));
  EXPECT_FALSE(bool(memory.read(a + 7, back)));
  EXPECT_EQ(back, bytes);
  EXPECT_NE(llvm::toString(memory.write(a + 8, bytes)).find("'a'"),
            std::string::npos);
  EXPECT_FALSE(bool(memory.free(a)));
  EXPECT_NE(llvm::toString(memory.read(a, back)), "");
  EXPECT_NE(llvm::toString(memory.free(a)), "");
  auto tooLarge = memory.allocate(uint64_t(1) << 62, "huge");
  EXPECT_NE(llvm::toString(tooLarge.takeError()).find("no memory"),
            std::string::npos);
}
