//===- EmulatorMatmulBench.cpp - A matrix product in emulated PTX ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C = A * B with f16 multiplicands and f32 sums of 512 x 512 elements, on one
// host thread: blocks of four warps that share tiles of 64 x 64, ldmatrix, and
// mma.m16n8k16; or, from tiles in the 128-byte swizzle, warp groups that
// multiply 64 x 256 sums by wgmma, or blocks that have 128 x 256 sums in tensor
// memory, by tcgen05.mma. The result is checked.
//
//===----------------------------------------------------------------------===//

#include "EmulatorLaunch.h"
#include <cstring>

using namespace tessera::ptx;

static constexpr unsigned size = 512, tile = 64, step = 16;
static constexpr unsigned bytesOfHalves = size * size * 2;
// Rows of tiles in shared memory, padded so that their places differ in banks.
static constexpr unsigned rowOfA = 48, rowOfB = 144, tileOfA = tile * rowOfA;

static std::string number(unsigned value) { return std::to_string(value); }

/// "{%f8, %f9, ...}"
static std::string list(const char *name, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i != count; ++i)
    text += (i ? ", %" : "%") + std::string(name) + number(first + i);
  return text + "}";
}

/// One step of a warp: its 32 x 32 sums are 2 x 4 products.
static std::string products() {
  std::string text;
  for (unsigned i = 0; i != 2; ++i)
    text += "  ldmatrix.sync.aligned.m8n8.x4.shared.b16 " +
            list("a", 4 * i, 4) + ", [%fromA+" + number(i * 16 * rowOfA) +
            "];\n";
  for (unsigned j = 0; j != 2; ++j)
    text += "  ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 " +
            list("b", 4 * j, 4) + ", [%fromB+" + number(tileOfA + j * 32) +
            "];\n";
  for (unsigned i = 0; i != 2; ++i)
    for (unsigned j = 0; j != 4; ++j) {
      std::string sums = list("f", 16 * i + 4 * j, 4);
      text += "  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " + sums +
              ", " + list("a", 4 * i, 4) + ", " + list("b", 2 * j, 2) + ", " +
              sums + ";\n";
    }
  return text;
}

static std::string stores() {
  std::string text;
  for (unsigned i = 0; i != 2; ++i)
    for (unsigned j = 0; j != 4; ++j)
      for (unsigned half = 0; half != 2; ++half)
        text += "  st.global.v2.f32 [%c+" +
                number(((16 * i + 8 * half) * size + 8 * j) * 4) + "], " +
                list("f", 16 * i + 4 * j + 2 * half, 2) + ";\n";
  return text;
}

static std::string zeros() {
  std::string text;
  for (unsigned i = 0; i != 32; ++i)
    text += "  mov.b32 %f" + number(i) + ", 0;\n";
  return text;
}

static std::string kernel() {
  return R"(
.version 9.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p0) {
  .reg .pred %p;
  .reg .b32 %r<20>, %f<32>, %a<8>, %b<8>, %toA, %toB, %fromA, %fromB, %k;
  .reg .b64 %rd<10>, %c;
  .shared .align 16 .b8 tiles[8192];
  ld.param.u64 %rd0, [p0];
  mov.u32 %r0, %tid.x; and.b32 %r1, %r0, 31; shr.u32 %r2, %r0, 5;
  mov.u32 %r3, tiles;
  mov.u32 %r4, %ctaid.y; shl.b32 %r4, %r4, 6;
  mov.u32 %r5, %ctaid.x; shl.b32 %r5, %r5, 6;
  // A thread copies 16 bytes of A, row t / 2, and of B, row t / 8.
  shr.u32 %r6, %r0, 1; and.b32 %r7, %r0, 1;
  mad.lo.u32 %toA, %r6, )" +
         number(rowOfA) + R"(, %r3; mad.lo.u32 %toA, %r7, 16, %toA;
  add.u32 %r8, %r4, %r6; shl.b32 %r8, %r8, 10; mad.lo.u32 %r8, %r7, 16, %r8;
  cvt.u64.u32 %rd1, %r8; add.u64 %rd1, %rd1, %rd0;
  shr.u32 %r6, %r0, 3; and.b32 %r7, %r0, 7;
  mad.lo.u32 %toB, %r6, )" +
         number(rowOfB) + R"(, %r3; mad.lo.u32 %toB, %r7, 16, %toB;
  shl.b32 %r8, %r6, 10; mad.lo.u32 %r8, %r7, 16, %r8; mad.lo.u32 %r8, %r5, 2, %r8;
  cvt.u64.u32 %rd2, %r8; add.u64 %rd2, %rd2, %rd0;
  // A warp has 32 x 32 sums: its half of rows and of columns.
  shr.u32 %r9, %r2, 1; and.b32 %r10, %r2, 1;
  and.b32 %r11, %r1, 15; shr.u32 %r12, %r1, 4;
  mad.lo.u32 %r13, %r9, 32, %r11;
  mad.lo.u32 %fromA, %r13, )" +
         number(rowOfA) + R"(, %r3; mad.lo.u32 %fromA, %r12, 16, %fromA;
  mad.lo.u32 %fromB, %r11, )" +
         number(rowOfB) + R"(, %r3; mad.lo.u32 %fromB, %r12, 16, %fromB;
  mad.lo.u32 %fromB, %r10, 64, %fromB;
)" + zeros() +
         R"(  mov.u32 %k, 0;
LOOP:
  ld.global.v4.u32 {%r14, %r15, %r16, %r17}, [%rd1];
  st.shared.v4.u32 [%toA], {%r14, %r15, %r16, %r17};
  ld.global.v4.u32 {%r14, %r15, %r16, %r17}, [%rd2+)" +
         number(bytesOfHalves) + R"(];
  st.shared.v4.u32 [%toB+)" +
         number(tileOfA) + R"(], {%r14, %r15, %r16, %r17};
  add.u64 %rd1, %rd1, )" +
         number(2 * step) + R"(; add.u64 %rd2, %rd2, )" +
         number(2 * size * step) + R"(;
  bar.sync 0;
)" + products() +
         R"(  bar.sync 0;
  add.u32 %k, %k, )" +
         number(step) + R"(; setp.lt.u32 %p, %k, )" + number(size) + R"(;
  @%p bra LOOP;
  mad.lo.u32 %r4, %r9, 32, %r4; mad.lo.u32 %r5, %r10, 32, %r5;
  shr.u32 %r6, %r1, 2; and.b32 %r7, %r1, 3;
  add.u32 %r4, %r4, %r6; mad.lo.u32 %r5, %r7, 2, %r5;
  mad.lo.u32 %r4, %r4, )" +
         number(size) + R"(, %r5; mad.wide.u32 %c, %r4, 4, %rd0;
  add.u64 %c, %c, )" +
         number(2 * bytesOfHalves) + ";\n" + stores() + "  ret;\n}\n";
}

/// Copies cells of 16 bytes, 128 at once. The thread's first cell goes from
/// %r10 to the place %r11 in shared memory, the others follow in fixed steps.
static std::string copies(unsigned count, unsigned bytesOfSource,
                          unsigned bytesOfPlace) {
  std::string text;
  for (unsigned i = 0; i != count; ++i)
    text += "  ld.global.v4.u32 {%r14, %r15, %r16, %r17}, [%rd3+" +
            number(i * bytesOfSource) + "];\n  st.shared.v4.u32 [%r11+" +
            number(i * bytesOfPlace) + "], {%r14, %r15, %r16, %r17};\n";
  return text;
}

static std::string groupProducts() {
  std::string text = "  wgmma.fence.sync.aligned;\n";
  for (unsigned i = 0; i != 4; ++i)
    text += "  add.u64 %rd4, %da, " + number(2 * i) + "; add.u64 %rd5, %db, " +
            number(128 * i) +
            ";\n  wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 " +
            list("f", 0, 128) + ", %rd4, %rd5, 1, 1, 1, 0, 1;\n";
  return text + "  wgmma.commit_group.sync.aligned;\n"
                "  wgmma.wait_group.sync.aligned 0;\n";
}

/// The beginning of a kernel whose tiles A, of so many rows, and B are named by
/// descriptors: A is K-major, B N-major. Rows of A have 128 bytes; of B, 64
/// columns lie together, with 1024 bytes for eight rows and 8192 for 64.
/// `constant` has the bits of a descriptor that are fixed.
static std::string descriptorTiles(const char *target, unsigned rows,
                                   uint64_t constant) {
  return std::string(".version 9.0\n.target ") + target + R"(
.address_size 64
.visible .entry k(.param .u64 p0) {
  .reg .pred %p;
  .reg .b32 %r<20>, %f<128>, %k;
  .reg .b64 %rd<10>, %c, %da, %db;
  .shared .align 1024 .b8 tiles[)" +
         number(rows * 128 + 32768) + R"(];
  ld.param.u64 %rd0, [p0];
  mov.u32 %r0, %tid.x;
  mov.u32 %r3, tiles;
  mov.u32 %r4, %ctaid.y; mov.u32 %r5, %ctaid.x;
  shr.u32 %r6, %r3, 4; cvt.u64.u32 %da, %r6;
  add.u64 %db, %da, )" +
         number(rows * 8) + ";\n  or.b64 %da, %da, " +
         std::to_string(0x4000004000010000 | constant) +
         ";\n  or.b64 %db, %db, " +
         std::to_string(0x4000004002000000 | constant) + R"(;
  // The thread has cell t % 8 of row t / 8 of A.
  shr.u32 %r6, %r0, 3; and.b32 %r7, %r0, 7;
  and.b32 %r8, %r6, 7; xor.b32 %r8, %r8, %r7;
  mad.lo.u32 %r12, %r6, 128, %r3; mad.lo.u32 %r12, %r8, 16, %r12;
  mad.lo.u32 %r9, %r4, )" +
         number(rows) + R"(, %r6; mul.lo.u32 %r9, %r9, 1024;
  mad.lo.u32 %r9, %r7, 16, %r9;
  cvt.u64.u32 %rd1, %r9; add.u64 %rd1, %rd1, %rd0;
  // And cell t % 32 of row t / 32 of B.
  shr.u32 %r6, %r0, 5; and.b32 %r7, %r0, 31;
  shl.b32 %r9, %r6, 10; mad.lo.u32 %r9, %r7, 16, %r9; mad.lo.u32 %r9, %r5, 512, %r9;
  cvt.u64.u32 %rd2, %r9; add.u64 %rd2, %rd2, %rd0;
  shr.u32 %r8, %r7, 3; mad.lo.u32 %r13, %r8, 8192, %r3;
  and.b32 %r7, %r7, 7;
  xor.b32 %r8, %r7, %r6; shl.b32 %r8, %r8, 4;
  mad.lo.u32 %r8, %r6, 128, %r8; add.u32 %r18, %r13, %r8;
  add.u32 %r6, %r6, 4;
  xor.b32 %r8, %r7, %r6; shl.b32 %r8, %r8, 4;
  mad.lo.u32 %r8, %r6, 128, %r8; add.u32 %r19, %r13, %r8;
)";
}

/// Steps of 64 along k: the threads copy both tiles, then `products` multiply
/// them. A thread copies rows of B that are four apart, so every other one has
/// the same position among eight.
static std::string descriptorLoop(unsigned rows, const std::string &products) {
  std::string bytesOfA = number(rows * 128);
  return "  mov.u32 %k, 0;\nLOOP:\n"
         "  mov.b64 %rd3, %rd1; mov.b32 %r11, %r12;\n" +
         copies(rows / 16, 16 * 1024, 2048) + "  add.u64 %rd3, %rd2, " +
         number(bytesOfHalves) + "; add.u32 %r11, %r18, " + bytesOfA + ";\n" +
         copies(8, 8 * 1024, 1024) + "  add.u64 %rd3, %rd2, " +
         number(bytesOfHalves + 4 * 1024) + "; add.u32 %r11, %r19, " +
         bytesOfA + ";\n" + copies(8, 8 * 1024, 1024) +
         "  add.u64 %rd1, %rd1, 128; add.u64 %rd2, %rd2, 65536;\n"
         "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n" +
         products +
         "  bar.sync 0;\n  add.u32 %k, %k, 64; setp.lt.u32 %p, %k, 512;\n"
         "  @%p bra LOOP;\n";
}

static std::string groupKernel() {
  std::string text = descriptorTiles("sm_90a", 64, 0);
  for (unsigned i = 0; i != 128; ++i)
    text += "  mov.b32 %f" + number(i) + ", 0;\n";
  text += descriptorLoop(64, groupProducts()) + R"(
  shr.u32 %r6, %r0, 5; and.b32 %r7, %r0, 31;
  shr.u32 %r8, %r7, 2; and.b32 %r9, %r7, 3;
  mad.lo.u32 %r4, %r4, 64, %r8; mad.lo.u32 %r4, %r6, 16, %r4;
  mul.lo.u32 %r5, %r5, 256; mad.lo.u32 %r5, %r9, 2, %r5;
  mad.lo.u32 %r4, %r4, 512, %r5; mad.wide.u32 %c, %r4, 4, %rd0;
)";
  for (unsigned i = 0; i != 64; ++i)
    text += "  st.global.v2.f32 [%c+" +
            number(2 * bytesOfHalves + (i % 2 * 8 * size + i / 2 * 8) * 4) +
            "], " + list("f", 2 * i, 2) + ";\n";
  return text + "  ret;\n}\n";
}

/// One thread multiplies, and all wait at an mbarrier.
static std::string tensorProducts() {
  std::string text = R"(
  setp.ne.u32 %p, %r0, 0; @%p bra WAIT;
  tcgen05.fence::after_thread_sync;
)";
  for (unsigned i = 0; i != 4; ++i)
    text += "  add.u64 %rd4, %da, " + number(2 * i) + "; add.u64 %rd5, %db, " +
            number(128 * i) + "; setp.ne.u32 %p, %k, " + (i ? "512" : "0") +
            ";\n  tcgen05.mma.cta_group::1.kind::f16 [%d], %rd4, %rd5, " +
            number(0x08410010) + ", %p;\n";
  return text + R"(
  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%over];
WAIT:
  bfe.u32 %r6, %k, 6, 1;
  mbarrier.try_wait.parity.shared::cta.b64 %p, [%over], %r6; @!%p bra WAIT;
)";
}

/// A thread has a row of the sums, 64 columns at a time.
static std::string tensorKernel() {
  std::string text = descriptorTiles("sm_100a", 128, uint64_t(1) << 46) + R"(
  .shared .align 8 .b64 over;
  .shared .align 4 .b32 place;
  .reg .b32 %d, %over;
  mov.u32 %over, over;
  setp.eq.u32 %p, %r0, 0; @%p mbarrier.init.shared::cta.b64 [%over], 1;
  setp.lt.u32 %p, %r0, 32;
  @%p tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 256;
  @%p tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  tcgen05.fence::after_thread_sync;
  ld.shared.b32 %d, [place];
)" + descriptorLoop(128, tensorProducts()) +
                     R"(
  tcgen05.fence::after_thread_sync;
  and.b32 %r6, %r0, 96; shl.b32 %r6, %r6, 16; add.u32 %r6, %r6, %d;
  mad.lo.u32 %r4, %r4, 128, %r0; mul.lo.u32 %r5, %r5, 256;
  mad.lo.u32 %r4, %r4, 512, %r5; mad.wide.u32 %c, %r4, 4, %rd0;
)";
  for (unsigned column = 0; column != 256; column += 64) {
    text += "  add.u32 %r7, %r6, " + number(column) +
            ";\n  tcgen05.ld.sync.aligned.32x32b.x64.b32 " + list("f", 0, 64) +
            ", [%r7];\n  tcgen05.wait::ld.sync.aligned;\n";
    for (unsigned i = 0; i != 64; i += 4)
      text += "  st.global.v4.f32 [%c+" +
              number(2 * bytesOfHalves + (column + i) * 4) + "], " +
              list("f", i, 4) + ";\n";
  }
  return text + R"(
  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  tcgen05.fence::after_thread_sync;
  setp.lt.u32 %p, %r0, 32;
  @%p tcgen05.dealloc.cta_group::1.sync.aligned.b32 %d, 256;
  ret;
}
)";
}

/// The f16 of an integer from 0 to 3.
static uint16_t half(unsigned value) {
  return value ? static_cast<uint16_t>((value > 1 ? 0x4000 : 0x3C00) |
                                       (value == 3 ? 0x200 : 0))
               : 0;
}
static unsigned elementOfA(unsigned i, unsigned k) { return (i + 3 * k) % 4; }
static unsigned elementOfB(unsigned k, unsigned j) { return (k * j + k) % 3; }

static bool isRight(const std::vector<uint8_t> &c) {
  for (unsigned i = 0; i < size; i += 37)
    for (unsigned j = 0; j != size; ++j) {
      unsigned sum = 0;
      for (unsigned k = 0; k != size; ++k)
        sum += elementOfA(i, k) * elementOfB(k, j);
      float actual;
      std::memcpy(&actual, c.data() + 4 * (i * size + j), sizeof actual);
      if (actual != static_cast<float>(sum))
        return false;
    }
  return true;
}

static void run(benchmark::State &state, const std::string &text, unsigned rows,
                unsigned columns, bool isChecked) {
  auto program = llvm::cantFail(Program::parse(text, "matmul.ptx"));
  GlobalMemory memory;
  std::vector<uint16_t> halves(2 * size * size);
  for (unsigned i = 0; i != size; ++i)
    for (unsigned j = 0; j != size; ++j) {
      halves[i * size + j] = half(elementOfA(i, j));
      halves[(size + i) * size + j] = half(elementOfB(i, j));
    }
  uint64_t address = llvm::cantFail(memory.allocate(4 * bytesOfHalves, "data"));
  llvm::cantFail(
      memory.write(address, {reinterpret_cast<const uint8_t *>(halves.data()),
                             halves.size() * sizeof(uint16_t)}));
  LaunchConfig config =
      launchOf({size / columns, size / rows, 1}, {128, 1, 1}, isChecked);
  if (!launchEachTime(state, program, address, memory, config))
    return;
  std::vector<uint8_t> c(size * size * sizeof(float));
  llvm::cantFail(memory.read(address + 2 * bytesOfHalves, c));
  if (!isRight(c))
    state.SkipWithError("the product is wrong");
}

static void multiply(benchmark::State &state, bool isChecked) {
  run(state, kernel(), tile, tile, isChecked);
}
static void multiplyInGroups(benchmark::State &state, bool isChecked) {
  run(state, groupKernel(), 64, 256, isChecked);
}
static void multiplyInTensorMemory(benchmark::State &state, bool isChecked) {
  run(state, tensorKernel(), 128, 256, isChecked);
}

BENCHMARK_CAPTURE(multiply, plain, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(multiply, checked, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(multiplyInGroups, plain, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(multiplyInGroups, checked, true)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(multiplyInTensorMemory, plain, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(multiplyInTensorMemory, checked, true)
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
