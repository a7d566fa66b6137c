//===- UnwrittenTest.cpp - Uses of memory that nobody has written ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

const char *sharedModule = ".shared .align 16 .b8 s[4096];\n"
                           ".global .align 4 .u32 g[64];\n";

std::string unwritten(const std::string &body, unsigned threads = 1,
                      const std::string &module = "") {
  KernelRun run(kernel(body, sharedModule + module));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  run.config.checks.memory = true;
  return run.launch({1, 1, 1}, {threads, 1, 1});
}

TEST(Unwritten, SharedMemory) {
  std::string words = "use of memory that nobody has written: 4 bytes at "
                      "shared address 0x4 ('s' + 4)";
  std::string use = "st.global.u32 [%rd0], %r1;";
  EXPECT_EQ(unwritten("ld.shared.u32 %r1, [s+4];"), "");
  EXPECT_THAT(unwritten("ld.shared.u32 %r1, [s+4];" + use), HasSubstr(words));
  EXPECT_THAT(unwritten("atom.shared.add.u32 %r1, [s+4], 1;"),
              HasSubstr(words));
  EXPECT_THAT(unwritten("st.shared.u32 [s], 1; ld.shared.v2.u32 {%r9, %r1}, "
                        "[s];" +
                        use),
              HasSubstr(words));
  EXPECT_EQ(unwritten("st.shared.u32 [s+4], 1; ld.shared.u32 %r1, [s+4];"), "");
  // A structure with one member set.
  EXPECT_EQ(unwritten("mov.u16 %h1, 1; st.shared.u8 [s+5], %h1;\n"
                      "ld.shared.u32 %r1, [s+4];" +
                      use),
            "");
}

TEST(Unwritten, LocalMemory) {
  std::string variable = ".local .align 8 .b8 x[16];\n";
  std::string use = "st.global.u32 [%rd0], %r1;\n";
  EXPECT_THAT(unwritten(variable +
                        "ld.local.u32 %r1, [x+8];\n"
                        "add.u32 %r1, %r1, 1;" +
                        use),
              HasSubstr("nobody has written: 4 bytes at local address"));
  EXPECT_EQ(unwritten(variable + "st.local.u32 [x+8], 1;\n"
                                 "ld.local.u32 %r1, [x+8];"),
            "");
  // Each thread has its own, and each call as well.
  EXPECT_THAT(unwritten(variable +
                            "setp.eq.u32 %p1, %t, 0;\n"
                            "@%p1 st.local.u32 [x], 1;\n"
                            "ld.local.u32 %r1, [x];\n" +
                            use,
                        2),
              HasSubstr("thread (1,0,0)"));
  const char *function = R"(
.func (.param .b32 r) f(.param .b32 a) {
  .local .align 4 .b8 y[4]; .reg .b32 %q; .reg .pred %z;
  ld.param.u32 %q, [a]; setp.eq.u32 %z, %q, 0;
  @%z st.local.u32 [y], %q; ld.local.u32 %q, [y];
  st.param.b32 [r], %q; ret;
})";
  auto call = [](const char *value) {
    return "{ .param .b32 a0; .param .b32 r0; mov.u32 %r1, " +
           std::string(value) +
           "; st.param.b32 [a0], %r1;\ncall (r0), f, (a0); "
           "ld.param.b32 %r2, [r0]; }\n";
  };
  EXPECT_EQ(unwritten(call("0") + call("0"), 1, function), "");
  EXPECT_THAT(unwritten(call("0") + call("1") + "st.global.u32 [%rd0], %r2;", 1,
                        function),
              HasSubstr("nobody has written"));
}

/// nvcc's code for structures and bit fields at -O0.
TEST(Unwritten, Copies) {
  std::string variable = ".local .align 8 .b8 x[16];\n";
  std::string copy = "ld.local.u32 %r1, [x]; st.local.u32 [x+8], %r1;\n";
  EXPECT_EQ(unwritten(variable + copy), "");
  // The copy is as little written as its source.
  std::string use = "ld.local.u32 %r2, [x+8]; add.u32 %r3, %r2, 1;\n"
                    "st.global.u32 [%rd0], %r3;\n";
  EXPECT_THAT(unwritten(variable + copy + use),
              HasSubstr("nobody has written: 4 bytes at local address"));
  EXPECT_EQ(unwritten(variable + "st.local.u32 [x], %t;\n" + copy + use), "");
  // Nor does it change bytes that an earlier copy of it has set.
  EXPECT_THAT(unwritten(variable + "st.local.u32 [x+8], %t;\n" + copy + use),
              HasSubstr("nobody has written"));
  // Byte by byte.
  std::string one = "mov.u16 %h1, 1; st.local.u8 [x+1], %h1;\n";
  auto useByte = [](const char *at) {
    return "ld.local.u8 %h2, [x+" + std::string(at) +
           "]; add.u16 %h3, %h2, 1; st.global.u8 [%rd0], %h3;\n";
  };
  EXPECT_EQ(unwritten(variable + one + copy + useByte("9")), "");
  EXPECT_THAT(unwritten(variable + one + copy + useByte("10")),
              HasSubstr("nobody has written: 1 bytes"));
  // Through other registers, which certainly hold the loaded value.
  std::string moved = "ld.local.u32 %r1, [x]; mov.b32 %r4, %r1;\n"
                      "mov.b32 %r5, %r4; st.local.u32 [x+8], %r5;\n";
  EXPECT_EQ(unwritten(variable + moved), "");
  EXPECT_THAT(unwritten(variable + moved + use),
              HasSubstr("nobody has written"));
  // Others may see it: now it counts.
  EXPECT_THAT(unwritten(variable + "ld.local.u32 %r1, [x];\n"
                                   "st.global.u32 [%rd0], %r1;"),
              HasSubstr("the 4 bytes stored to global address"));
  // In shared memory it is as little written as before.
  std::string share = "ld.shared.u32 %r1, [s]; st.shared.u32 [s+4], %r1;\n";
  EXPECT_EQ(unwritten(share), "");
  EXPECT_THAT(unwritten(share + "ld.shared.u32 %r2, [s+4];\n"
                                "st.global.u32 [%rd0], %r2;"),
              HasSubstr("nobody has written: 4 bytes at shared address 0x4"));
  EXPECT_EQ(unwritten(share + "st.shared.u32 [s+4], 1;\n"
                              "ld.shared.u32 %r2, [s+4];\n"
                              "st.global.u32 [%rd0], %r2;"),
            "");
  // Each element of a vector by itself.
  std::string pair = "ld.local.v2.u32 {%r1, %r2}, [x];\n";
  EXPECT_EQ(unwritten(variable + "st.local.u32 [x+4], 1;\n" + pair +
                      "st.global.u32 [%rd0], %r2;"),
            "");
  EXPECT_THAT(unwritten(variable + "st.local.u32 [x+4], 1;\n" + pair +
                        "st.global.u32 [%rd0], %r1;"),
              HasSubstr("nobody has written"));
  // A structure with bytes between its members, copied as a whole.
  EXPECT_EQ(unwritten(variable + "st.local.u32 [x+4], 1;\n"
                                 "ld.local.v2.u32 {%r1, %r2}, [x];\n"
                                 "mov.b64 %rd5, {%r1, %r2};\n"
                                 "st.global.u64 [%rd0], %rd5;"),
            "");
}

/// Allowed and forbidden uses of a load of unwritten memory.
TEST(Unwritten, WhatDependsOnIt) {
  std::string load = "ld.shared.u32 %r1, [s];\n";
  auto dependsOn = [&](const std::string &body, const std::string &how,
                       unsigned threads = 32) {
    std::string error = unwritten(load + body, threads);
    EXPECT_THAT(error, HasSubstr("nobody has written: 4 bytes at shared "
                                 "address 0x0 ('s')"))
        << body;
    EXPECT_THAT(error, HasSubstr(how)) << body;
    EXPECT_THAT(error, HasSubstr("ld.shared.u32 %r1, [s]")) << body;
  };
  dependsOn("setp.eq.u32 %p1, %r1, 7; @%p1 bra L; mov.u32 %r2, 0; L:",
            "whether this instruction is executed depends on it");
  dependsOn("setp.ne.u32 %p1, %r1, 7; @%p1 st.shared.u32 [s+4], 1;",
            "whether this instruction is executed depends on it");
  dependsOn("cvt.u64.u32 %rd5, %r1; and.b64 %rd5, %rd5, 4;\n"
            "add.u64 %rd5, %rd5, %rd0; ld.global.u32 %r2, [%rd5];",
            "an address depends on it");
  dependsOn("atom.global.add.u32 %r2, [%rd0], %r1;",
            "this instruction depends on it");
  dependsOn("shfl.sync.down.b32 %r2, %r1, 1, 31, -1;\n"
            "st.global.u32 [%rd0], %r2;",
            "the 4 bytes stored to global address");
  // Nothing depends on it.
  for (const char *body :
       {"and.b32 %r2, %r1, 0; st.global.u32 [%rd0], %r2;",
        "mul.lo.u32 %r2, %r1, 0; st.global.u32 [%rd0], %r2;",
        "setp.eq.u32 %p1, %t, 99; selp.b32 %r2, %r1, 5, %p1;\n"
        "st.global.u32 [%rd0], %r2;",
        "setp.eq.u32 %p1, %t, 99; add.u32 %r2, %r1, 1;\n"
        "@%p1 st.global.u32 [%rd0], %r2;",
        "setp.eq.u32 %p1, %r1, 99; @%p1 mov.u32 %r2, 5;",
        "setp.eq.u32 %p1, %r1, 99; setp.ne.and.u32 %p2, %t, %t, %p1;\n"
        "@%p2 st.global.u32 [%rd0], 1;",
        "mov.u32 %r1, 3; st.global.u32 [%rd0], %r1;"})
    EXPECT_EQ(unwritten(load + body, 32), "") << body;
}

/// Unread rows of a product come from unwritten rows: a tile that is not full.
TEST(Unwritten, RowsOfAProduct) {
  auto body = [](const char *row) {
    return std::string("mov.u32 %r1, s; shr.u32 %r2, %t, 2;\n"
                       "mad.lo.u32 %r3, %t, 16, %r1; mov.u32 %r9, 0;\n"
                       "setp.lt.u32 %p1, %t, 3; @%p1 st.shared.v4.u32 [%r3], "
                       "{%r9, %r9, %r9, %r9}; bar.sync 0;\n"
                       "and.b32 %r4, %t, 7; mad.lo.u32 %r4, %r4, 16, %r1;\n"
                       "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, "
                       "[%r4];\nmov.b32 %f1, 0f00000000;\n"
                       "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                       "{%f2, %f3, %f4, %f5}, {%r5, %r9}, {%r9}, "
                       "{%f1, %f1, %f1, %f1};\n"
                       "setp.lt.u32 %p2, %r2, ") +
           row +
           "; mad.lo.u32 %r6, %t, 4, 0; cvt.u64.u32 %rd5, %r6;\n"
           "add.u64 %rd5, %rd5, %rd0; @%p2 st.global.b32 [%rd5], %f2;";
  };
  auto run = [&](const char *row) {
    KernelRun run(kernel(body(row), sharedModule));
    run.zeros(512).zeros(64).zeros(64).zeros(64);
    run.config.checks = Checks::all();
    return run.launch({1, 1, 1}, {32, 1, 1});
  };
  EXPECT_EQ(run("3"), "");
  EXPECT_THAT(run("4"), HasSubstr("nobody has written"));
}

TEST(Unwritten, BitFields) {
  std::string variable = ".local .align 8 .b8 x[16];\n";
  std::string change = "ld.local.u32 %r1, [x+4]; and.b32 %r2, %r1, -8;\n"
                       "or.b32 %r3, %r2, 5;\n";
  std::string field = "ld.local.u32 %r4, [x+4]; and.b32 %r5, %r4, 7;\n"
                      "st.global.u32 [%rd0], %r5;\n";
  EXPECT_EQ(unwritten(variable + change + "st.local.u32 [x+4], %r3;" + field),
            "");
  EXPECT_THAT(unwritten(variable + change + "st.local.u32 [x+4], %r3;\n" +
                        "ld.local.u32 %r4, [x+4]; shr.u32 %r5, %r4, 3;\n"
                        "st.global.u32 [%rd0], %r5;"),
              HasSubstr("nobody has written: 4 bytes at local address"));
}

/// A parameter passed by value is a copy too.
TEST(Unwritten, Parameters) {
  const char *function = R"(
.func (.param .b32 r) f(.param .b32 a, .param .b32 b) {
  .reg .b32 %q, %s, %u;
  ld.param.u32 %q, [a]; add.u32 %s, %q, 1; st.param.b32 [r], %s; ret;
})";
  auto call = [](const char *first, const char *second) {
    return std::string(".local .align 8 .b8 x[16]; st.local.u32 [x], 1;\n"
                       "ld.local.u32 %r1, [x]; ld.local.u32 %r2, [x+8];\n"
                       "{ .param .b32 a0; .param .b32 a1; .param .b32 r0;\n"
                       "st.param.b32 [a0], ") +
           first + "; st.param.b32 [a1], " + second +
           ";\ncall (r0), f, (a0, a1); ld.param.b32 %r3, [r0]; }\n"
           "st.global.u32 [%rd0], %r3;";
  };
  EXPECT_EQ(unwritten(call("%r1", "%r2"), 1, function), "");
  EXPECT_THAT(unwritten(call("%r2", "%r1"), 1, function),
              HasSubstr("nobody has written"));
}

TEST(Unwritten, GlobalMemory) {
  auto program = llvm::cantFail(Program::parse(
      kernel("ld.global.u32 %r1, [%rd0+8]; st.global.u32 [%rd0+12], %r1;"),
      "test.ptx"));
  GlobalMemory memory;
  uint64_t address = llvm::cantFail(memory.allocate(64, "data"));
  std::vector<uint8_t> parameters(32);
  std::memcpy(parameters.data(), &address, 8);
  LaunchConfig config;
  config.block = {1, 1, 1};
  config.checks.memory = true;
  auto launchOnce = [&] {
    auto result = launch(program, "k", parameters, memory, config);
    return result ? "" : llvm::toString(result.takeError());
  };
  EXPECT_THAT(launchOnce(), HasSubstr("nobody has written: 4 bytes at global "
                                      "address"));
  EXPECT_THAT(launchOnce(), HasSubstr("('data' + 8)"));
  const uint8_t bytes[4] = {};
  llvm::cantFail(memory.write(address + 4, bytes));
  EXPECT_THAT(launchOnce(), HasSubstr("nobody has written"));
  llvm::cantFail(memory.write(address + 8, bytes));
  EXPECT_EQ(launchOnce(), "");
}

TEST(Unwritten, WhatKernelsWroteIsThereForTheNext) {
  auto parse = [](const char *body) {
    return llvm::cantFail(Program::parse(kernel(body), "test.ptx"));
  };
  auto writes = parse("st.global.u32 [%rd0], 1;");
  auto reads = parse("ld.global.u32 %r1, [%rd0];");
  for (bool isChecked : {false, true}) {
    GlobalMemory memory;
    uint64_t address = llvm::cantFail(memory.allocate(64, "data"));
    std::vector<uint8_t> parameters(32);
    std::memcpy(parameters.data(), &address, 8);
    LaunchConfig config;
    config.block = {1, 1, 1};
    config.checks.memory = isChecked;
    llvm::cantFail(launch(writes, "k", parameters, memory, config));
    config.checks.memory = true;
    auto result = launch(reads, "k", parameters, memory, config);
    EXPECT_TRUE(bool(result)) << llvm::toString(result.takeError());
  }
}

TEST(Unwritten, VariablesOfTheModuleAreZero) {
  EXPECT_EQ(unwritten("ld.global.u32 %r1, [g];"), "");
}

} // namespace
