//===- RegisterDemandTest.cpp - Registers that PTX asks for ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/RegisterDemand.h"
#include "Harness.h"
#include "gtest/gtest.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

/// Registers that the estimate has beside the registers of live values.
constexpr unsigned beside = 4;

unsigned registersOf(const std::string &text) {
  auto program = Program::parse(text, "k.ptx");
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return 0;
  }
  return estimateRegisters(*program, program->entries().front());
}

unsigned registersOfBody(const std::string &body) {
  return registersOf(kernel(body, ""));
}

/// `count` values that are loaded one by one, and then added up.
std::string loadsOf(unsigned count, const std::string &behind = "") {
  std::string text = ".shared .b32 data[256];\n.reg .b32 %v<" +
                     std::to_string(count) + ">, %sum;\n";
  auto value = [](unsigned i) { return "%v" + std::to_string(i); };
  for (unsigned i = 0; i != count; ++i)
    text += "ld.shared.b32 " + value(i) + ", [data + " + std::to_string(4 * i) +
            "];\n";
  text += "mov.b32 %sum, 0;\n" + behind;
  for (unsigned i = 0; i != count; ++i)
    text += "add.s32 %sum, %sum, " + value(i) + ";\n";
  return text + "st.shared.b32 [data], %sum;\n";
}

TEST(RegisterDemand, CountsWhatIsLiveAtOnce) {
  EXPECT_EQ(registersOfBody(loadsOf(20)), 20 + 1 + beside);
  EXPECT_EQ(registersOfBody(loadsOf(40)), 40 + 1 + beside);
}

TEST(RegisterDemand, HasALeastNumber) { EXPECT_EQ(registersOfBody(""), 8u); }

TEST(RegisterDemand, TakesTwoForWideAndNoneForPredicates) {
  EXPECT_EQ(registersOfBody(R"(
    .shared .b64 data[16];
    .reg .b64 %a, %b, %c;
    .reg .pred %q<2>;
    ld.shared.v2.b64 {%a, %b}, [data];
    ld.shared.b64 %c, [data + 16];
    setp.eq.s64 %q0, %a, 0;
    setp.eq.s64 %q1, %b, 0;
    @%q0 add.s64 %b, %b, %a;
    @%q1 add.s64 %c, %c, %b;
    st.shared.b64 [data], %c;)"),
            6 + beside);
}

TEST(RegisterDemand, KeepsAcrossALoopWhatComesBehindIt) {
  const std::string loop = R"(
    .reg .b32 %i, %j;
    .reg .pred %p;
    mov.b32 %i, 0;
    L:
    add.s32 %j, %i, 5;
    add.s32 %i, %j, 1;
    setp.lt.s32 %p, %i, 90;
    @%p bra L;)";
  EXPECT_EQ(registersOfBody(loadsOf(20, loop)), 20 + 2 + beside);
}

/// A guarded instruction leaves the value from before where it does not run.
TEST(RegisterDemand, KeepsValuesThatAGuardMayLeave) {
  auto body = [](const std::string &guard) {
    return ".reg .b32 %old;\n.reg .pred %q;\nmov.b32 %old, %laneid;\n"
           "setp.eq.s32 %q, %old, 0;\n" +
           loadsOf(20) + guard +
           "ld.shared.b32 %old, [data];\nst.shared.b32 [data], %old;\n";
  };
  EXPECT_EQ(registersOfBody(body("")), 21 + beside);
  EXPECT_EQ(registersOfBody(body("@%q ")), 22 + beside);
}

/// The first operand of these few is read.
TEST(RegisterDemand, KeepsFirstOperandsThatAreNoResults) {
  auto body = [](const std::string &last) {
    return ".reg .b32 %kept;\nmov.b32 %kept, %laneid;\n" + loadsOf(20) + last;
  };
  EXPECT_EQ(registersOfBody(body("stackrestore.u32 %kept;\n")), 22 + beside);
  EXPECT_EQ(registersOfBody(body("mov.b32 %kept, 0;\n")), 21 + beside);
}

TEST(RegisterDemand, StaysWithinTheLimitOfTheEntry) {
  auto withLimit = [](const std::string &limit) {
    return registersOf(kernel(loadsOf(80), "", limit));
  };
  EXPECT_EQ(withLimit(""), 81 + beside);
  EXPECT_EQ(withLimit(".maxnreg 32"), 32u);
  EXPECT_EQ(withLimit(".maxntid 1024"), 64u);
  EXPECT_EQ(withLimit(".reqntid 128"), 81 + beside);
}

} // namespace
