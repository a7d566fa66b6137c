//===- LanguageTest.cpp - PTX besides its instructions --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LanguageHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

TEST(Language, IntegerConstantExpressions) {
  struct Case {
    const char *text;
    int64_t value;
  };
  // Values that ptxas 13.0 computes, except for the last three, in which it
  // does not follow the text of the ISA.
  const Case cases[] = {{"1+2*3", 7},
                        {"-7/2", -3},
                        {"7/-2", -3},
                        {"2-1-1", 0},
                        {"100/7*7", 98},
                        {"-7 % 3", 0},
                        {"7 % 3", 1},
                        {"-1>>1", -1},
                        {"-1U>>1", INT64_MAX},
                        {"(0-1U)/2", INT64_MAX},
                        {"~0/2", INT64_MAX},
                        {"~0>>1", INT64_MAX},
                        {"~1<0", 0},
                        {"(.s64)~1<0", 1},
                        {"1<<63", INT64_MIN},
                        {"1<<64", 1},
                        {"1<<65", 2},
                        {"1<<-1", INT64_MIN},
                        {"(-1&-1)>>1", -1},
                        {"(-1|1)<0", 1},
                        {"-1<0U", 0},
                        {"-1<0", 1},
                        {"1<2==1", 1},
                        {"!5", 0},
                        {"!!7", 1},
                        {"~5", -6},
                        {"5&&0||1", 1},
                        {"1||0&&0", 1},
                        {"1|2^3&4", 3},
                        {"(.u64)-1/2", INT64_MAX},
                        {"(.s64)0xffffffffffffffff/2", 0},
                        {"0xffffffffffffffff/2", INT64_MAX},
                        {"0x7fffffffffffffff+1", INT64_MIN},
                        {"1.5<2.5", 1},
                        {"1.5>1.0?7:8", 7},
                        {"-1==0xffffffffffffffff", 1},
                        {"-9223372036854775808/-1", 0},
                        {"0b101", 5},
                        {"0777", 511},
                        {"0xABCU", 0xABC},
                        {"1?2:3?4:5", 2},
                        {"0?2:0?4:5", 5},
                        {"- -3", 3},
                        {"-+-3", 3},
                        {"WARP_SZ*2", 64},
                        {"8>>1<<2", 16},
                        {"-8U>>1", 9223372036854775804},
                        {"(1?-1:0U)<0", 0},
                        {"(0 % 3)-1<0", 1},
                        {"(1 % 3)-2", -1}};
  for (const Case &c : cases) {
    EXPECT_EQ(static_cast<int64_t>(
                  result("mov.u64 %rd20, " + std::string(c.text) + ";")),
              c.value)
        << c.text;
    // The same as an initial value.
    EXPECT_EQ(static_cast<int64_t>(result("ld.global.u64 %rd20, [x+8];",
                                          ".global .u64 x[2] = {0, " +
                                              std::string(c.text) + "};\n")),
              c.value)
        << c.text;
  }
  const char *const wrong[][2] = {
      {"5/0", "division by zero"},
      {"5 % 0", "division by zero"},
      {"1==1.0", "do not mix"},
      {"1.5?1:2", "must be an integer"},
      {"!1.5", "need an integer"},
      {"1.0&2.0", "'&' needs integers"},
      {"1?2:3.0", "must be integers or both floating-point"},
      {"(.s64)1.0", "have no casts"},
      {"(.u32)1", "expected .s64 or .u64 as a cast"},
      {"0f3F800000+1.0", "stands alone"},
      {"(1", "expected ')' at the end of the expression"},
      {"09", "no integer"},
      {"1+", "expected a number"}};
  for (auto [text, message] : wrong)
    expectError("mov.u64 %rd20, " + std::string(text) + ";", message);
  expectError("mov.u64 %rd20, " + std::string(100000, '(') + ";",
              "nested too deeply");
  expectError("mov.u64 %rd20, " + std::string(100000, '-') + "1;",
              "nested too deeply");
  std::string sum = "0";
  for (int i = 0; i != 100000; ++i)
    sum += "+1";
  EXPECT_EQ(result("mov.u64 %rd20, " + sum + ";"), 100000u);
}

TEST(Language, FloatingPointConstants) {
  for (const char *half : {"0.5", ".5", "5e-1", "5.0E-1", "0d3FE0000000000000",
                           "0f3F000000", "-1.5+0.5*4.0", "1.0/2.0", "1?.5:2."})
    EXPECT_EQ(result("mov.f64 %rd20, " + std::string(half) + ";"),
              0x3FE0000000000000u)
        << half;
  EXPECT_EQ(result("mov.f32 %r1, -0f3F000000; cvt.u64.u32 %rd20, %r1;"),
            0xBF000000u);
  EXPECT_EQ(result("mov.f32 %r1, 0.1; cvt.u64.u32 %rd20, %r1;"), 0x3DCCCCCDu);
  expectError("mov.f64 %rd20, 1e400;", "beyond the range of .f64");
  expectError("mov.f64 %rd20, 1.5x;", "followed by a letter");
}

TEST(Language, InitialisersLandWhereTheirBracesSay) {
  const char *module = ".global .u32 a[3][4] = {{1}, {2, 3}, {4, 5, 6, 7}};\n"
                       ".global .u32 b[][2] = {{1}, {2, 3}, {}, {4}};\n"
                       ".global .u32 c[2][2] = {1, 2, 3};\n"
                       ".global .v4 .u32 d[2] = {{1, 2}, {3}};\n"
                       ".global .b8 e[8] = {0xFF(a+260), 0xFF00(generic(a)+4), "
                       "0xFF00(0x1234)};\n"
                       ".global .u32 m = 0xFF00(a);\n"
                       ".global .f32 f[2] = {1.0, 0f40000000};\n"
                       ".global .f64 g[2] = {0f3F800000, 2.0};\n"
                       ".extern .global .u32 h[2];\n"
                       ".global .u64 i = h+4;\n"
                       ".visible .global .align 8 .u32 h[2] = {7, 8};\n";
  auto words = [&](const char *name, unsigned count) {
    std::vector<u32> values;
    for (unsigned i = 0; i != count; ++i)
      values.push_back(
          static_cast<u32>(result("ld.global.u32 %rd20, [" + std::string(name) +
                                      "+4*" + std::to_string(i) + "];",
                                  module)));
    return values;
  };
  EXPECT_EQ(words("a", 12),
            (std::vector<u32>{1, 0, 0, 0, 2, 3, 0, 0, 4, 5, 6, 7}));
  EXPECT_EQ(words("b", 8), (std::vector<u32>{1, 0, 2, 3, 0, 0, 4, 0}));
  EXPECT_EQ(words("c", 4), (std::vector<u32>{1, 2, 3, 0}));
  EXPECT_EQ(words("d", 8), (std::vector<u32>{1, 2, 0, 0, 3, 0, 0, 0}));
  EXPECT_EQ(words("f", 2), (std::vector<u32>{0x3F800000, 0x40000000}));
  EXPECT_EQ(words("g", 4), (std::vector<u32>{0, 0x3FF00000, 0, 0x40000000}));
  EXPECT_EQ(result("ld.global.u64 %rd1, [i]; ld.u32 %rd20, [%rd1];", module),
            8u);
  // Bytes of an address, beside the address itself.
  std::vector<u64> masked = results("ld.global.u8 %rd20, [e];"
                                    "ld.global.u8 %rd21, [e+1];"
                                    "ld.global.u8 %rd22, [e+2];"
                                    "mov.u64 %rd23, a;",
                                    module);
  EXPECT_EQ(masked[0], (masked[3] + 260) & 0xFF);
  EXPECT_EQ(masked[1], ((masked[3] + 4) >> 8) & 0xFF);
  EXPECT_EQ(masked[2], 0x12u);
  masked = results("ld.global.u32 %rd20, [m]; mov.u64 %rd21, a;", module);
  EXPECT_EQ(masked[0], masked[1] >> 8 & 0xFF);
  const char *const wrong[][2] = {
      {".global .u32 x[2][2] = {{1,2,3}};", "than a dimension of 'x' holds"},
      {".global .u32 x[2][2] = {1, {2}};", "begins within an element"},
      {".global .u32 x = {{{1}}};", "nested too deeply"},
      {".global .u32 x = 1.5;", "cannot hold a floating-point number"},
      {".global .u32 x[2] = {1, x};", "an address needs a 64-bit element"},
      {".extern .global .u32 y; .global .u64 x = y;", "no definition"}};
  for (auto [module, message] : wrong)
    expectError("", message, std::string(module) + "\n");
}

TEST(Language, MovesOfAllWidths) {
  EXPECT_EQ(results(R"(
    .reg .b128 %q<3>; .reg .b8 %b<4>;
    mov.b128 %q1, {%rd0, 0x123456789ABCDEF0};
    mov.b128 %q2, %q1;
    mov.b128 {_, %rd20}, %q2;
    mov.b128 {%r1, %r2, %r3, %r4}, %q2;
    mov.b64 %rd21, {%r3, %r4};
    mov.b32 {%b0, %b1, %b2, %b3}, 0x11223344;
    mov.b32 %r5, {%b3, %b2, %b1, %b0};
    cvt.u64.u32 %rd22, %r5;
    mov.b16 %h1, {%b0, %b3}; cvt.u64.u16 %rd23, %h1;)"),
            (std::vector<u64>{0x123456789ABCDEF0, 0x123456789ABCDEF0,
                              0x44332211, 0x1144}));
  EXPECT_EQ(results(R"(
    .reg .b128 %q<3>;
    mov.b128 %q1, {5, 6};
    st.global.b128 [%rd1], %q1;
    ld.global.b128 %q2, [%rd1];
    mov.b128 {%rd20, %rd21}, %q2;
    st.relaxed.gpu.global.b128 [%rd1+16], %q2;
    ld.acquire.gpu.global.b128 %q1, [%rd1+16];
    mov.b128 {%rd22, %rd23}, %q1;)"),
            (std::vector<u64>{5, 6, 5, 6}));
  EXPECT_EQ(results(R"(
    .reg .v4 .b32 %v;
    mov.b32 %v.x, 1; mov.b32 %v.w, 4; mov.b32 %v.y, 2; mov.b32 %v.b, 3;
    st.global.v4.b32 [%rd1], %v;
    ld.global.v2.b64 {%rd20, %rd21}, [%rd1];)"),
            (std::vector<u64>{0x200000001, 0x400000003, 0, 0}));
  expectError("mov.b64 {%r1, %r2, %r3}, %rd1;", "two or four");
  expectError("mov.f64 {%r1, %r2}, %rd1;", "untyped bits");
  expectError("mov.b16 {%h1, %h2}, %h3;", "a register of 8 bits");
}

TEST(Language, SpecialRegisters) {
  EXPECT_EQ(results(R"(
    mov.u16 %h1, %ntid.x; cvt.u64.u16 %rd20, %h1;
    mov.u32 %r1, %envreg7; mov.u32 %r2, %pm3; or.b32 %r1, %r1, %r2;
    mov.u32 %r2, %gridid; or.b32 %r1, %r1, %r2; cvt.u64.u32 %rd21, %r1;
    mov.u64 %rd22, %pm7_64; mov.u64 %rd23, %current_graph_exec;)"),
            (std::vector<u64>{1, 0, 0, 0}));
  // The workspace of the grid: two words that every launch finds zeroed.
  EXPECT_EQ(result(R"(
    mov.u32 %r1, %envreg1; mov.u32 %r2, %envreg2; mov.b64 %rd5, {%r2, %r1};
    atom.add.u32 %r3, [%rd5+4], 1; ld.u32 %rd20, [%rd5+4];)"),
            1u);
  for (const char *name : {"%envreg32", "%pm8", "%pm8_64", "%tid.q", "%none",
                           "%reserved_smem_offset_2"})
    expectError("mov.u32 %r1, " + std::string(name) + ";", "special register");
}

TEST(Language, AddressesNameTheirSpace) {
  const char *module = ".shared .u32 s[2]; .global .u32 g[4] = {1, 2, 3};\n";
  EXPECT_EQ(results(R"(
    .local .u32 l[2];
    mov.u64 %rd5, g[2]; ld.u32 %rd20, [%rd5];
    ld.global.u32 %rd21, g[1];
    ld.global.u32 %rd22, [g+(3-1)*2].unified;
    st.local.u32 l[1], 9; ld.local.u32 %rd23, [l+4];)",
                    module),
            (std::vector<u64>{3, 2, 2, 9}));
  expectError("ld.shared.u32 %r1, [g];", "'g' lies in .global", module);
  expectError("ld.u32 %r1, [s];", "'s' lies in .shared", module);
  expectError("ld.global.u32 %r1, [x];", "no definition in this module",
              ".extern .global .u32 x;\n");
  expectError("cvta.shared.u64 %rd1, g;", "'g' lies in .global", module);
  // Registers of 32 bits, with an offset that wraps around.
  EXPECT_EQ(results(R"(
    .local .u32 l[2];
    mov.u32 %r5, s; st.shared.u32 [%r5+4], 5; add.u32 %r5, %r5, 8;
    ld.shared.u32 %rd20, [%r5-4];
    mov.u32 %r6, l; st.local.u32 [%r6+4], 6; ld.local.u32 %rd21, [l+4];
    mov.u32 %r7, c; ld.const.u32 %rd22, [%r7+8];
    add.u32 %r7, %r7, 12; ld.const.v2.u32 {%r8, %r9}, [%r7+-12];
    add.u32 %r9, %r9, %r8; cvt.u64.u32 %rd23, %r9;)",
                    ".shared .u32 s[2]; .global .u32 g = 1;"
                    ".const .align 8 .u32 c[3] = {10, 20, 30};\n"),
            (std::vector<u64>{5, 6, 30, 30}));
  for (const char *narrow :
       {"ld.global.u32 %r1, [%r2];", "ld.u32 %r1, [%r2];",
        "st.global.u32 [%r2+4], %r1;", "atom.global.add.u32 %r1, [%r2], 1;",
        "red.global.add.u32 [%r2], 1;", "prefetch.global.L1 [%r2];",
        "cvta.to.global.u32 %r1, %r2;", "cvta.shared.u32 %r1, %r2;"})
    expectError(narrow, "addresses have 64 bits", module);
  EXPECT_EQ(results(R"(
    .local .u32 l[2];
    cvta.local.u64 %rd5, l+4; st.u32 [%rd5], 3; ld.local.u32 %rd20, [l+4];
    cvta.param.u64 %rd6, p0; ld.u64 %rd7, [%rd6]; sub.u64 %rd21, %rd7, %rd0;
    isspacep.global %p1, %rd6; isspacep.param %p2, %rd6; and.pred %p1, %p1, %p2;
    isspacep.shared::cta %p2, %rd5; not.pred %p2, %p2; and.pred %p1, %p1, %p2;
    isspacep.param::entry %p2, %rd0; not.pred %p2, %p2; and.pred %p1, %p1, %p2;
    selp.u64 %rd22, 1, 0, %p1; mov.u64 %rd23, 0;)"),
            (std::vector<u64>{3, 0, 1, 0}));
}

TEST(Language, OperandsWiderThanTheType) {
  EXPECT_EQ(results(R"(
    mov.u64 %rd5, 0xFFFFFFFFFFFFFF80;
    st.global.u8 [%rd1], %rd5;
    ld.global.s8 %rd20, [%rd1]; ld.global.u8 %rd21, [%rd1];
    ld.global.b8 %rd22, [%rd1]; ld.global.f32 %rd23, [%rd1];)"),
            (std::vector<u64>{0xFFFFFFFFFFFFFF80, 0x80, 0x80, 0x80}));
  const char *const wrong[] = {
      "ld.global.f32 %u, [%rd1];", "ld.global.u32 %x, [%rd1];",
      "ld.global.f64 %x, [%rd1];", "st.global.f32 [%rd1], %u;",
      "st.global.u64 [%rd1], %u;"};
  for (const char *text : wrong)
    EXPECT_NE(launchError(".reg .u32 %u; .reg .f32 %x;\n" + std::string(text)),
              "")
        << text;
}

TEST(Language, HintsOfTheCache) {
  EXPECT_EQ(results(R"(
    createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd5, 0.5;
    createpolicy.range.global.L2::evict_last.L2::evict_first.b64
      %rd6, [%rd1], 16, 32;
    createpolicy.cvt.L2.b64 %rd7, %rd5;
    st.global.L2::cache_hint.u32 [%rd1], 7, %rd5;
    ld.global.nc.L1::evict_last.L2::cache_hint.L2::128B.u32 %rd20, [%rd1], %rd6;
    ld.global.mmio.relaxed.sys.u32 %rd21, [%rd1];
    ld.volatile.global.u32 %rd22, [%rd1]; ldu.global.u32 %rd23, [%rd1];
    prefetch.global.L2::evict_last [%rd1]; prefetchu.L1 [%rd1];
    prefetch.param.tensormap [p0]; prefetch.L1 [0];
    applypriority.global.L2::evict_normal [%rd1], 128;)"),
            (std::vector<u64>{7, 7, 7, 7}));
  // Discarded memory counts as written, with unspecified contents.
  KernelRun run(kernel("discard.global.L2 [%rd0], 128;"));
  run.zeros(128).zeros(8).zeros(8).zeros(8);
  ASSERT_EQ(run.launch({1, 1, 1}, {1, 1, 1}), "");
  EXPECT_NE(run.read<u64>(0), std::vector<u64>(16));
  expectError("discard.global.L2 [%rd0], 64;", "must be 128");
  expectError("discard.global.L2 [%rd0+64], 128;", "misaligned");
  expectError("ld.global.mmio.u32 %r1, [%rd0];", ".mmio needs");
  expectError("st.global.nc.u32 [%rd0], 1;",
              "does not execute this instruction with .nc");
  expectError("createpolicy.b64 %rd1;", "createpolicy needs");
}

TEST(Language, MarkOfTileKernels) {
  for (std::string version : {"9.2", "9.3", "9.4"})
    EXPECT_EQ(parseError(".version " + version + R"(
.target sm_75
.visible .entry k()
.reqntid 128, 1, 1 .language "tile ir"
{ ret; }
)"),
              "");
}

TEST(Language, DirectivesOfModules) {
  EXPECT_EQ(parseError(R"(.version 9.0
.target sm_90, debug, texmode_independent
.address_size 64
.file 1 "/a/b.cu"
.pragma "x=1";
.visible .global .attribute(.unified(17, 19)) .f32 f;
.common .global .u32 shared_by_modules;
.weak .extern .const .u32 c;
.func .attribute(.unified(0xAB, 0xCD)) bar() ;
.func baz() .noreturn .abi_preserve 8 .abi_preserve_control 2 { trap; }
.weak .func  (.param .align 16 .b8 r[16]) quux(.param .align 16 .b8 p[16]) { ret; }
.entry e(.param .u64 .ptr .shared .align 8 p, .param .align 8 .b8 q[24])
.maxntid 256 .minnctapersm 2 .maxnreg 32 .maxnctapersm 4
.explicitcluster .reqnctapercluster 2, 1, 1 .maxclusterrank 8
.language "ptx", 0x7 .pragma "nounroll";
{
  .reg .b32 %r<2>;
  .loc 1 5 3
  .loc 1 9 3, function_name $L__info_string0, inlined_at 1 21 3
  .loc 1 9 3, function_name .debug_str+16, inlined_at 1 21 3
  P: .callprototype _ (.param .b8 _[12]) .noreturn .abi_preserve 10;
  Q: .callprototype (.param .f32 _) _ ;
  C: .calltargets baz, bar;
  T: .branchtargets A, B;
  mov.u32 %r1, 0;
  brx.idx %r1, T;
A: ret;
B: ret;
}
.section .debug_str { info0: .b8 95, -1 .b32 info0-info0, .debug_loc+0x4 .b64 -1 .b16 -5 }
)"),
            "");
  const char *const wrong[][2] = {
      {".alias a, b;", "expected the name of a .func"},
      {".func a() { ret; } .func b(); .alias a, b;", "another name of one"},
      {".func f(.param .b8 x[], .param .b32 y);", "is the last parameter"},
      {".func f(.reg .v2 .b32 x) { ret; }", "a scalar of at most 64 bits"},
      {".global .attribute(.managed .u32 x;", "expected ')'"},
      {".global .texref t;", ".texref is no type"},
      {".global .u32 x; .const .u32 y; .func x();", "is a variable already"}};
  for (auto [module, message] : wrong) {
    std::string error =
        parseError(".version 9.0\n.target sm_90\n" + std::string(module));
    EXPECT_NE(error.find(message), std::string::npos) << module << "\n"
                                                      << error;
  }
}

TEST(Language, OutsideTheScopeIsNamed) {
  for (const char *text :
       {"st.async.release.gpu.global.u32 [%rd1], %r2;",
        "istypep.texref %p1, %rd1;",
        "tex.1d.v4.f32.s32 {%r1,%r2,%r3,%r4}, [%rd1, {%r1}];",
        "tcgen05.wait::ld.sync.aligned;"}) {
    std::string error = parseError(kernel(text));
    EXPECT_NE(error.find("test.ptx:"), std::string::npos) << text;
    EXPECT_NE(error.find("instruction: " + std::string(text).substr(0, 9)),
              std::string::npos)
        << text << "\n"
        << error;
  }
}

TEST(Language, LargeModulesParseInLinearTime) {
  // Each of these once took time or memory that grows with the square.
  std::string table = "T: .branchtargets ", jumps, labels;
  for (int i = 0; i != 20000; ++i) {
    table += (i ? ", L" : "L") + std::to_string(i);
    labels += "L" + std::to_string(i) + ": ";
    jumps += "brx.idx %r1, T;\n";
  }
  EXPECT_EQ(parseError(kernel(table + ";\n" + jumps + labels)), "");
  std::string functions, calls, pointers = ".global .u64 p[20000] = {";
  for (int i = 0; i != 20000; ++i) {
    std::string name = "f" + std::to_string(i);
    functions += ".func " + name + "() { ret; }\n";
    calls += "call " + name + ";\n";
    pointers += (i ? ", " : "") + name;
  }
  EXPECT_EQ(parseError(kernel(calls, functions + pointers + "};\n")), "");
}
