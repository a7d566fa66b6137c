//===- CallTest.cpp - Calls, and the functions that are built in ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LanguageHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

TEST(Call, CallsPassRegistersAndConstants) {
  const char *module = R"(
.func (.reg .b32 out, .reg .b64 more) both(.reg .b32 x, .param .b64 y) {
  .reg .b64 t;
  ld.param.b64 t, [y];
  add.u32 out, x, 1;
  add.u64 more, t, 2;
  .reg .pred p;
  setp.eq.u32 p, x, 100;
  @p mov.u32 out, 55;
  @p ret;
  add.u64 more, more, 10;
}
.func (.param .b32 r) twice(.param .b32 x) {
  .reg .b32 t; ld.param.b32 t, [x]; add.u32 t, t, t; st.param.b32 [r], t; ret;
}
.func (.param .b32 r) doubled(.param .b32 x);
.alias doubled, twice;
)";
  std::vector<u64> r = results(R"(
    mov.u32 %r1, 5;
    call (%r2, %rd21), both, (%r1, 40);
    cvt.u64.u32 %rd20, %r2;
    mov.u32 %r1, 100;
    setp.eq.u32 %p1, %r1, 7;
    mov.u64 %rd23, 1;
    @%p1 call (%r2, %rd23), both, (%r1, 40);
    call (%r2, %rd22), both, (100, 1);
    add.u64 %rd22, %rd22, 1000; cvt.u64.u32 %rd5, %r2;
    add.u64 %rd22, %rd22, %rd5;)",
                               module);
  EXPECT_EQ(r, (std::vector<u64>{6, 52, 1058, 1}));
  EXPECT_EQ(result(R"(
    P: .callprototype (.param .b32 _) _ (.param .b32 _);
    mov.u64 %rd5, doubled;
    call (%r1), %rd5, (21), P;
    call (%r2), doubled, (%r1);
    cvt.u64.u32 %rd20, %r2;)",
                   module),
            84u);
  expectError("call (%r1), twice, (%rd2);", "another size", module);
  expectError("call (%r1), %rd2, (5);", "needs a type", module);
  expectError("call nowhere;", "'nowhere' has no body in this module",
              ".extern .func nowhere();\n");
}

TEST(Call, FunctionsTakeArraysOfAnyLength) {
  const char *module = R"(
.func (.param .b32 r) sum(.param .b32 n, .param .align 8 .b8 %VA[]) {
  .reg .b32 %r<5>; .reg .b64 %rd<4>; .reg .pred %p; .local .b8 gap[4];
  ld.param.b32 %r1, [n]; mov.u32 %r2, 0;
  mov.u64 %rd1, %VA;
  cvta.local.u64 %rd1, %rd1;
L: setp.eq.u32 %p, %r1, 0; @%p bra E;
  ld.u32 %r3, [%rd1]; add.u32 %r2, %r2, %r3;
  add.u64 %rd1, %rd1, 4; sub.u32 %r1, %r1, 1; bra L;
E: st.param.b32 [r], %r2; ret;
}
)";
  const char *call = R"(
    .param .b32 n; .param .align 8 .b8 va[12]; .param .b32 r;
    st.param.b32 [n], COUNT;
    st.param.b32 [va], 1; st.param.b32 [va+4], 20; st.param.b32 [va+8], 300;
    call (r), sum, (n, va);
    ld.param.u32 %rd20, [r];)";
  std::string three = call, four = call;
  three.replace(three.find("COUNT"), 5, "3");
  four.replace(four.find("COUNT"), 5, "300");
  EXPECT_EQ(result(three, module), 321u);
  EXPECT_NE(launchError(four, module).find("out of bounds"), std::string::npos);
}

TEST(Call, StackGrowsAndShrinks) {
  EXPECT_EQ(results(R"(
    .local .b8 own[5];
    stacksave.u64 %rd5;
    alloca.u64 %rd6, 16, 32;
    alloca.u64 %rd7, 8;
    st.local.u32 [%rd6], 5; st.local.u32 [%rd7+4], 6;
    ld.local.u32 %r1, [%rd6]; ld.local.u32 %r2, [%rd7+4];
    add.u32 %r1, %r1, %r2; cvt.u64.u32 %rd20, %r1;
    and.b64 %rd21, %rd6, 31;
    stackrestore.u64 %rd5;
    alloca.u64 %rd8, 16, 32;
    sub.u64 %rd22, %rd8, %rd6;
    setp.ge.u64 %p1, %rd7, %rd6; selp.u64 %rd23, 1, 0, %p1;)"),
            (std::vector<u64>{11, 0, 0, 1}));
  expectError("alloca.u64 %rd5, 600000;", "exceeds a thread's local memory");
  expectError("mov.u64 %rd5, 64; stackrestore.u64 %rd5;", "stackrestore needs");
  expectError("alloca.u64 %rd5, 8, 3;", "a power of two");
  // Memory of a loop is reused, and that of a call ends with it.
  EXPECT_EQ(result(R"(
    mov.u32 %r1, 0;
L:  stacksave.u32 %r2; alloca.u64 %rd6, 100000; stackrestore.u32 %r2;
    add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 100; @%p1 bra L;
    mov.u64 %rd20, 1;)"),
            1u);
}

TEST(Call, PrintedNumbersAndTexts) {
  // The format and the arguments are stored in memory as CUDA C++ does.
  auto printed = [](const std::string &format, const std::string &stores) {
    std::string bytes;
    for (char c : format)
      bytes += std::to_string(static_cast<int>(c)) + ", ";
    KernelRun run(kernel(R"(
      .local .align 8 .b8 a[64];
      mov.u64 %rd5, format; mov.u64 %rd6, word;
      )" + stores +
                             R"(
      cvta.local.u64 %rd7, a;
      call (%r1), vprintf, (%rd5, %rd7);
      st.global.u32 [%rd0], %r1;)",
                         ".global .b8 format[] = {" + bytes + "0};\n" +
                             ".global .b8 word[] = {97, 98, 99, 0};\n"
                             ".extern .func (.param .b32 r) vprintf("
                             ".param .b64 f, .param .b64 a);\n"));
    run.zeros(4).zeros(4).zeros(4).zeros(4);
    EXPECT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "") << format;
    return run.printed + "|" + std::to_string(run.read<u32>(0)[0]);
  };
  EXPECT_EQ(printed("%d %u %x %%", "st.local.b32 [a], -5; st.local.b32 [a+4], "
                                   "-5; st.local.b32 [a+8], 255;"),
            "-5 4294967291 ff %|3");
  EXPECT_EQ(printed("%lld %llx %p %ld",
                    "st.local.b64 [a], -5; st.local.b64 [a+8], 1<<40;"
                    "st.local.b64 [a+16], 4096; st.local.b64 [a+24], 1<<33;"),
            "-5 10000000000 0x1000 8589934592|4");
  // A double is aligned to 8 bytes; * is an argument.
  EXPECT_EQ(printed("%c %5.2f %-*d<",
                    "st.local.b32 [a], 120; st.local.f64 [a+8], 2.5;"
                    "st.local.b32 [a+16], 4; st.local.b32 [a+20], 7;"),
            "x  2.50 7   <|4");
  EXPECT_EQ(printed("[%5s] [%.2s] %g %e",
                    "st.local.b64 [a], %rd6; st.local.b64 [a+8], %rd6;"
                    "st.local.f64 [a+16], 0.1; st.local.f64 [a+24], 1e10;"),
            "[  abc] [ab] 0.1 1.000000e+10|4");
  EXPECT_EQ(printed("%hd %hhu %q %", "st.local.b32 [a], 0x18000;"
                                     "st.local.b32 [a+4], 0x1FF;"),
            "-32768 255 %q %|2");
}

TEST(Call, HeapOfTheDevice) {
  const char *module = ".extern .func (.param .b64 r) malloc(.param .b64 n);\n"
                       ".extern .func free(.param .b64 p);\n";
  // Blocks lie at multiples of 16; freed memory is reused.
  EXPECT_EQ(results(R"(
    call (%rd5), malloc, (100);
    call (%rd6), malloc, (8);
    st.u64 [%rd5+88], 1;
    sub.u64 %rd20, %rd6, %rd5;
    call free, (%rd5);
    call (%rd7), malloc, (50);
    sub.u64 %rd21, %rd7, %rd5;
    call (%rd22), malloc, (100000000);
    call free, (0);
    and.b64 %rd23, %rd6, 15;)",
                    module),
            (std::vector<u64>{112, 0, 0, 0}));
  // As many blocks as fit, and one more, at once, after one is freed.
  EXPECT_EQ(results(R"(
    mov.u64 %rd20, 0;
    F: call (%rd5), malloc, (16);
    setp.eq.u64 %p1, %rd5, 0;
    @%p1 bra D;
    mov.u64 %rd6, %rd5;
    add.u64 %rd20, %rd20, 1;
    bra F;
    D: sub.u64 %rd6, %rd6, 4096;
    call free, (%rd6);
    call (%rd22), malloc, (17);
    call (%rd7), malloc, (1);
    sub.u64 %rd21, %rd7, %rd6;
    call (%rd23), malloc, (1);)",
                    module),
            (std::vector<u64>{1 << 19, 0, 0, 0}));
  expectError("call free, (%rd0);", "which malloc has not returned", module);
  expectError("call (%rd5), malloc, (8); call free, (%rd5);"
              "call free, (%rd5);",
              "freed before", module);
}

/// The error of a kernel under the check of memory.
static std::string heapError(const std::string &body) {
  KernelRun run(kernel("setp.ne.u32 %p9, %t, 0; @%p9 ret;\n" + body,
                       ".extern .func (.param .b64 r) malloc(.param .b64 "
                       "n);\n.extern .func free(.param .b64 p);\n"));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  run.config.checks.memory = true;
  return run.launch();
}

TEST(Call, UseAfterFree) {
  const std::string two = "call (%rd5), malloc, (32);\n"
                          "call (%rd6), malloc, (32);\n"
                          "st.b64 [%rd5+24], 1;\nst.b64 [%rd6], 2;\n";
  EXPECT_EQ(heapError(two + "call free, (%rd5);\nld.b64 %rd7, [%rd6];"), "");
  // The line of the call, and that of the use.
  std::string late = heapError(two + "call free, (%rd5);\n"
                                     "ld.global.b64 %rd7, [%rd5+24];");
  EXPECT_NE(
      late.find("use of memory that was freed by 'call free, (%rd5);' at "),
      std::string::npos)
      << late;
  EXPECT_NE(late.find("8 bytes at global address"), std::string::npos) << late;
  // Also after malloc was called again, by a store, and by a copy.
  for (const char *use :
       {"call (%rd8), malloc, (32); st.b32 [%rd5], 3;",
        ".shared .align 16 .b8 s[16]; cvta.to.global.u64 %rd8, %rd5;"
        "cp.async.ca.shared.global [s], [%rd8+16], 8; cp.async.wait_all;",
        "atom.global.add.u32 %r5, [%rd5], 1;"})
    EXPECT_NE(
        heapError(two + "call free, (%rd5);\n" + use).find("that was freed by"),
        std::string::npos)
        << use;
  // Memory between and behind the blocks has not been given out.
  EXPECT_NE(heapError("call (%rd5), malloc, (32); st.b64 [%rd5+32], 1;")
                .find("use of memory that malloc has not given out: 8 bytes"),
            std::string::npos);
  // If there is no other room, freed memory is reused, and is new.
  EXPECT_EQ(heapError("call (%rd5), malloc, (5000000); call free, (%rd5);"
                      "call (%rd6), malloc, (5000000); st.b64 [%rd6], 1;"
                      "ld.b64 %rd7, [%rd6]; setp.eq.u64 %p1, %rd5, %rd6;"
                      "@%p1 bra E; trap; E:"),
            "");
}
