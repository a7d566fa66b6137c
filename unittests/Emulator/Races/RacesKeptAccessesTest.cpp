//===- RacesKeptAccessesTest.cpp - Accesses that wait for another one -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp's loads of words that nobody has written, and its stores to words that nobody
// has accessed, reach the chains in front of the next other step in their page, whoever
// makes it. They race with the same accesses as if they had done so at once.
//
//===----------------------------------------------------------------------===//

#include "RacesHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

const char *module = ".shared .align 128 .b8 s[4096];\n";

/// Loads that the first warp makes of the places that the second one then writes.
const char *const loads[] = {
    "ld.global.u32 %r2, [%rd5];\n",
    "ld.global.v2.u32 {%r2, %r3}, [%rd6];\n",
    "ld.global.u64 %rd10, [%rd6];\n",
    "ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd7];\n",
    // Over the end of a page, so that it is not kept.
    ("ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd7+3840];\n"
     "ld.global.u32 %r2, [%rd5];\n"),
    "cp.async.ca.shared.global [%r8+2048], [%rd5], 4; cp.async.wait_all;\n",
    "cp.async.cg.shared.global [%r10+2048], [%rd7], 16; cp.async.wait_all;\n",
};

/// Accesses to a column, every fourth word, and to rows of eight words.
const char *const apart[] = {
    "ld.global.u32 %r2, [%rd7];\n",
    "ld.global.u32 %r2, [%rd8];\n",
    "st.global.u32 [%rd7], %t;\n",
    "st.global.u32 [%rd8], %t;\n",
    "cp.async.ca.shared.global [%r8+2048], [%rd7], 4; cp.async.wait_all;\n",
    "cp.async.ca.shared.global [%r8+2048], [%rd8], 4; cp.async.wait_all;\n",
};

/// Writes of some of their words.
const char *const writes[] = {
    "st.global.u32 [%rd5], %t;\n",
    "st.global.u8 [%rd5+1], %h1;\n",
    "@%p2 st.global.u32 [%rd1+20], %t;\n",
    "setp.eq.u32 %p4, %r1, 31; @%p4 st.global.u32 [%rd5], %t;\n",
    ("mul.lo.u32 %r6, %r1, 52; and.b32 %r6, %r6, 124; cvt.u64.u32 %rd9, %r6;\n"
     "add.u64 %rd9, %rd9, %rd1; st.global.u32 [%rd9], 1;\n"),
    "red.relaxed.gpu.global.add.u32 [%rd5], 1;\n",
    ("@%p2 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r7], 64;\n"
     "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n"),
};

/// %r1: the lane; %rd5, %rd6, %rd7: its words of 4, 8 and 16 bytes; %rd8: its word
/// in rows of eight, at each 1024 bytes; %r7: s; %r8, %r10: its 4 and 16 bytes of s.
std::string body(const std::string &load, const std::string &order,
                 const std::string &write) {
  return "and.b32 %r1, %t, 31; mov.u32 %r7, s; cvt.u16.u32 %h1, %t;\n"
         "setp.ge.u32 %p1, %t, 32; setp.eq.u32 %p2, %r1, 0;\n"
         "mul.wide.u32 %rd4, %r1, 4; add.u64 %rd5, %rd1, %rd4;\n"
         "add.u64 %rd6, %rd5, %rd4; add.u64 %rd7, %rd6, %rd4;\n"
         "add.u64 %rd7, %rd7, %rd4; add.u32 %r8, %r7, %at;\n"
         "mad.lo.u32 %r10, %t, 16, %r7; shr.u32 %r9, %r1, 3;\n"
         "and.b32 %r6, %r1, 7; shl.b32 %r9, %r9, 8; add.u32 %r6, %r6, %r9;\n"
         "mul.wide.u32 %rd8, %r6, 4; add.u64 %rd8, %rd8, %rd1;\n"
         "st.shared.u32 [%r8], %t; fence.proxy.async; bar.sync 0;\n"
         "@%p1 bra WRITE;\n" +
         load + "WRITE:\n" + order + "@!%p1 bra DONE;\n" + write + "DONE:\n";
}

TEST(RacesKeptAccesses, RaceWithWrites) {
  for (const char *load : loads)
    for (const char *write : writes) {
      expectCleanIn(module, body(load, "bar.sync 0;\n", write), {}, 3);
      expectRaceIn(module, body(load, "", write), "array 1", {}, 6);
    }
}

TEST(RacesKeptAccesses, RaceWithLoads) {
  const char *const stores[] = {
      "st.global.u32 [%rd5], %t;\n",
      "st.global.v4.u32 [%rd7], {%t, %t, %t, %t};\n",
      "st.global.u32 [%rd8], %t;\n",
  };
  const char *const others[] = {
      "ld.global.u32 %r2, [%rd5];\n",
      "@%p2 ld.global.u8 %h1, [%rd1+21];\n",
      "@%p2 ld.relaxed.gpu.global.u32 %r2, [%rd1+20];\n",
  };
  for (const char *store : stores)
    for (const char *other : others) {
      expectCleanIn(module, body(store, "bar.sync 0;\n", other), {}, 3);
      expectRaceIn(module, body(store, "", other), "array 1", {}, 6);
      expectRaceIn(module, body(other, "", store), "array 1", {}, 6);
    }
  for (const char *write : writes) {
    expectCleanIn(module,
                  body(stores[0], "fence.proxy.async; bar.sync 0;\n", write),
                  {}, 3);
    expectRaceIn(module, body(stores[0], "", write), "array 1", {}, 6);
  }
}

// The first word is the first warp's alone; the last one of the first row, and that of
// the column behind it, are too.
TEST(RacesKeptAccesses, RaceByTheirWords) {
  for (const char *access : apart) {
    const bool isColumn = llvm::StringRef(access).contains("%rd7");
    for (const char *place : {"0", isColumn ? "496" : "3100"}) {
      const std::string write =
          std::string("@%p2 st.global.u32 [%rd1+") + place + "], 99;\n";
      expectCleanIn(module, body(access, "bar.sync 0;\n", write), {}, 3);
      expectRaceIn(module, body(access, "", write), "array 1", {}, 6);
    }
    for (const char *place : {isColumn ? "4" : "32", "500"})
      expectCleanIn(
          module,
          body(access, "",
               std::string("@%p2 st.global.u32 [%rd1+") + place + "], 99;\n"),
          {}, 3);
  }
}

// Stores of one value do not race, and others do.
TEST(RacesKeptAccesses, AreRepeated) {
  for (const char *at : {"%rd5", "%rd7", "%rd8"}) {
    const std::string store = std::string("st.global.u32 [") + at + "], ";
    expectCleanIn(module, body(store + "%r1;\n", "", store + "%r1;\n"), {}, 6);
    expectRaceIn(module, body(store + "%r1;\n", "", store + "%t;\n"), "array 1",
                 {}, 6);
  }
}

// Both warps load by one instruction, and the second one stores to the words of one of
// them.
TEST(RacesKeptAccesses, AreOfTheirWarps) {
  auto storing = [](const char *to) {
    return std::string("cvt.u64.u32 %rd4, %at; add.u64 %rd5, %rd1, %rd4;\n"
                       "ld.global.u32 %r2, [%rd5]; setp.ge.u32 %p1, %t, 32;\n"
                       "@%p1 st.global.u32 [%rd5+") +
           to + "], %t;\n";
  };
  expectCleanIn(module, storing("0"), {}, 6);
  expectRaceIn(module, storing("-128"), "array 1", {}, 6);
}

// The loader's block may have ended by then.
TEST(RacesKeptAccesses, RaceWithOtherBlocks) {
  const std::string twin =
      "mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 1; cvt.u64.u32 %rd4, %at;\n"
      "add.u64 %rd5, %rd1, %rd4; @!%p1 ld.global.u32 %r2, [%rd5];\n"
      "@%p1 st.global.u32 [%rd5+OFFSET], %t;\n";
  auto at = [&](const std::string &offset) {
    std::string text = twin;
    return text.replace(text.find("OFFSET"), strlen("OFFSET"), offset);
  };
  expectCleanIn(module, at("256"), {2, 64}, 6);
  expectRaceIn(module, at("252"), "array 1", {2, 64}, 6);
}

// More loads than are kept at once.
TEST(RacesKeptAccesses, HaveALimit) {
  const std::string many =
      "mov.u32 %r9, 0;\n"
      "AGAIN: ld.global.u32 %r2, [%rd5];\n"
      "add.u32 %r9, %r9, 1; setp.lt.u32 %p3, %r9, 262200;\n"
      "@%p3 bra AGAIN;\n";
  expectCleanIn(module, body(many, "bar.sync 0;\n", writes[0]), {}, 1);
  expectRaceIn(module, body(many, "", writes[0]), "array 1", {}, 1);
}

} // namespace
