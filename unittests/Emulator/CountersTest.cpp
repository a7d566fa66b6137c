//===- CountersTest.cpp - Each counter against a count by hand ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountersHarness.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

//===----------------------------------------------------------------------===//
// Instructions and lanes
//===----------------------------------------------------------------------===//

TEST(Counters, OnlyWhereTheyAreWanted) {
  KernelRun run(kernel(""));
  EXPECT_EQ(run.launch(), "");
  EXPECT_FALSE(run.statistics.counters.has_value());
}

TEST(Counters, InstructionsOfAllWarpsAndBlocks) {
  // 3 blocks of 80 threads: 3 warps each, the last one with 16 lanes.
  CounterReport report =
      countAll("add.u32 %r1, %t, 1;", "", {80, 1, 1}, {3, 1, 1});
  CounterValues add = countOf(report, "add.u32");
  EXPECT_EQ(add[Counter::Instructions], 9u);
  EXPECT_EQ(add[Counter::InstructionsOn], 9u);
  EXPECT_EQ(add[Counter::Threads], 240u);
  EXPECT_EQ(add[Counter::ThreadsOn], 240u);
  EXPECT_EQ(report.grid, (Dim3{3, 1, 1}));
  EXPECT_EQ(report.block, (Dim3{80, 1, 1}));
  EXPECT_EQ(report.entry, "k");
}

TEST(Counters, HostThreadsAddUp) {
  CounterReport one =
      countAll("add.u32 %r1, %t, 1;", "", {64, 1, 1}, {40, 1, 1}, 1);
  CounterReport four =
      countAll("add.u32 %r1, %t, 1;", "", {64, 1, 1}, {40, 1, 1}, 4);
  EXPECT_EQ(countOf(four, "add.u32")[Counter::Instructions], 80u);
  EXPECT_EQ(one.lines.size(), four.lines.size());
  for (unsigned i = 0; i != counterCount; ++i) {
    auto counter = static_cast<Counter>(i);
    EXPECT_EQ(one.totals()[counter], four.totals()[counter])
        << counterName(counter).str();
  }
}

TEST(Counters, PredicatedOffLanesAreActive) {
  CounterValues add = countOf(countAll("setp.lt.u32 %p1, %t, 5;\n"
                                       "@%p1 add.u32 %r1, %t, 1;"),
                              "@%p1 add");
  EXPECT_EQ(add[Counter::Instructions], 1u);
  EXPECT_EQ(add[Counter::InstructionsOn], 1u);
  EXPECT_EQ(add[Counter::Threads], 32u);
  EXPECT_EQ(add[Counter::ThreadsOn], 5u);
}

TEST(Counters, AnInstructionThatIsWhollyOffIsStillIssued) {
  CounterValues load = countOf(countAll("setp.lt.u32 %p1, %t, 0;\n"
                                        "@%p1 ld.global.u32 %r1, [%rd0];"),
                               "@%p1 ld");
  EXPECT_EQ(load[Counter::Instructions], 1u);
  EXPECT_EQ(load[Counter::InstructionsOn], 0u);
  EXPECT_EQ(load[Counter::ThreadsOn], 0u);
  EXPECT_EQ(load[Counter::GlobalLoadRequests], 0u);
}

TEST(Counters, LanesThatPartedIssueApart) {
  CounterReport report = countAll("setp.lt.u32 %p1, %t, 8;\n"
                                  "@%p1 bra L;\n"
                                  "sub.u32 %r1, %t, 1;\n"
                                  "L: add.u32 %r1, %t, 1;");
  EXPECT_EQ(countOf(report, "sub.u32")[Counter::Instructions], 1u);
  EXPECT_EQ(countOf(report, "sub.u32")[Counter::Threads], 24u);
  // They meet again.
  EXPECT_EQ(countOf(report, "add.u32")[Counter::Instructions], 1u);
  EXPECT_EQ(countOf(report, "add.u32")[Counter::Threads], 32u);
  EXPECT_EQ(countOf(report, "@%p1 bra")[Counter::DivergentBranches], 1u);
}

TEST(Counters, BranchesThatAllLanesTakeOrNoneDoNotDiverge) {
  CounterReport report = countAll("setp.lt.u32 %p1, %t, 40;\n"
                                  "@!%p1 bra L;\n"
                                  "@%p1 bra.uni M;\n"
                                  "L:\n M: bra N;\n N:");
  EXPECT_EQ(report.totals()[Counter::DivergentBranches], 0u);
}

TEST(Counters, IndexedBranches) {
  const std::string body = "T: .branchtargets A, B;\n"
                           "brx.idx %r1, T;\n"
                           "A: B:";
  EXPECT_EQ(countAll("and.b32 %r1, %t, 1;\n" + body)
                .totals()[Counter::DivergentBranches],
            1u);
  EXPECT_EQ(
      countAll("mov.b32 %r1, 1;\n" + body).totals()[Counter::DivergentBranches],
      0u);
}

TEST(Counters, WhatWaitsCountsOnce) {
  // Two warps; each waits once at the barrier, and not at the one at which it
  // only arrives. Lanes that reach the shuffle apart run it together.
  CounterReport report = countAll("bar.sync 0;\n"
                                  "barrier.sync 2, 64;\n"
                                  "bar.arrive 1, 128;\n"
                                  "setp.lt.u32 %p1, %t, 8;\n"
                                  "@%p1 bra L;\n"
                                  "sub.u32 %r1, %t, 1;\n"
                                  "bra.uni M;\n"
                                  "L: add.u32 %r1, %t, 1;\n"
                                  "M: bar.warp.sync -1;\n"
                                  "shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\n",
                                  "", {64, 1, 1});
  EXPECT_EQ(countOf(report, "bar.sync")[Counter::Instructions], 2u);
  EXPECT_EQ(countOf(report, "bar.sync")[Counter::Threads], 64u);
  EXPECT_EQ(countOf(report, "bar.sync")[Counter::BarrierWaits], 2u);
  EXPECT_EQ(countOf(report, "barrier.sync")[Counter::BarrierWaits], 2u);
  EXPECT_EQ(countOf(report, "bar.arrive")[Counter::Instructions], 2u);
  EXPECT_EQ(countOf(report, "bar.arrive")[Counter::BarrierWaits], 0u);
  EXPECT_EQ(countOf(report, "shfl")[Counter::Instructions], 2u);
  EXPECT_EQ(countOf(report, "shfl")[Counter::Threads], 64u);
  EXPECT_EQ(report.totals()[Counter::BarrierWaits], 4u);
  EXPECT_EQ(countLine(report, "bar.warp.sync").kind, InstructionClass::Barrier);
}

TEST(Counters, FunctionsHaveLinesOfTheirOwn) {
  CounterReport report =
      countAll("call twice;\ncall twice;", ".func twice() {\n.reg .b32 %r<2>;\n"
                                           "mov.b32 %r1, 7;\n ret; }\n");
  CounterLine line = countLine(report, "mov.b32 %r1, 7");
  EXPECT_EQ(line.function, "twice");
  EXPECT_EQ(line.values[Counter::Instructions], 2u);
  EXPECT_EQ(line.line, 6u);
}

//===----------------------------------------------------------------------===//
// Kinds of instructions
//===----------------------------------------------------------------------===//

TEST(Counters, Classes) {
  using C = InstructionClass;
  const std::pair<const char *, C> cases[] = {
      {"add.u32 %r1, %r2, %r3;", C::Integer},
      {"and.b32 %r1, %r2, %r3;", C::Integer},
      {"setp.lt.s32 %p1, %r2, %r3;", C::Integer},
      {"fma.rn.f16x2 %r1, %r2, %r3, %r4;", C::Half},
      {"add.rn.bf16 %h1, %h2, %h3;", C::Half},
      {"fma.rn.f32 %f1, %f2, %f3, %f4;", C::Single},
      {"setp.lt.f32 %p1, %f2, %f3;", C::Single},
      {"mul.rn.f64 %d1, %d2, %d3;", C::Double},
      {"ex2.approx.f32 %f1, %f2;", C::Special},
      {"sqrt.rn.f32 %f1, %f2;", C::Special},
      {"cvt.rn.f32.s32 %f1, %r2;", C::Conversion},
      {"mov.b32 %r1, %r2;", C::Move},
      {"ld.param.u64 %rd9, [p0];", C::LoadParam},
      {"vote.sync.ballot.b32 %r1, %p1, -1;", C::Exchange},
      {"membar.gl;", C::Fence},
      {"nanosleep.u32 1;", C::Other},
  };
  for (auto [text, kind] : cases) {
    CounterLine line = countLine(countAll(text), text);
    EXPECT_EQ(instructionClassName(line.kind).str(),
              instructionClassName(kind).str())
        << text;
  }
}

TEST(Counters, NamesAreDistinct) {
  std::set<std::string> names;
  for (unsigned i = 0; i != counterCount; ++i)
    names.insert(counterName(static_cast<Counter>(i)).str());
  EXPECT_EQ(names.size(), counterCount);
  names.clear();
  for (unsigned i = 0; i != instructionClassCount; ++i)
    names.insert(instructionClassName(static_cast<InstructionClass>(i)).str());
  EXPECT_EQ(names.size(), instructionClassCount);
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

static CounterReport countLocated() {
  return countAll(R"(
.loc 1 12 3
ld.global.b32 %r1, [%rd0];
.loc 1 13 3
add.u32 %r1, %r1, %r1;
)",
                  ".file 1 \"kernel.cu\"\n");
}

TEST(Counters, SourceLines) {
  CounterReport report = countLocated();
  CounterLine line = countLine(report, "add.u32");
  EXPECT_EQ(line.sourceFile, "kernel.cu");
  EXPECT_EQ(line.sourceLine, 13u);
  EXPECT_EQ(countLine(report, "ld.global").sourceLine, 12u);
}

TEST(Counters, Json) {
  CounterReport report = countLocated();
  std::string text;
  llvm::raw_string_ostream os(text);
  report.printJson(os);
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  const llvm::json::Object &root = *parsed->getAsObject();
  EXPECT_EQ(root.getInteger("schema"), 1);
  EXPECT_EQ(root.getString("entry"), llvm::StringRef("k"));
  EXPECT_EQ(root.getObject("totals")->getInteger("global_load_sectors"), 1);
  EXPECT_EQ(root.getObject("totals")->getInteger("shared_load_requests"), 0);
  EXPECT_EQ(root.getObject("classes")->getInteger("load.global"), 1);
  const llvm::json::Array &lines = *root.getArray("lines");
  ASSERT_EQ(lines.size(), report.lines.size());
  int64_t last = 0;
  bool found = false;
  for (const llvm::json::Value &value : lines) {
    const llvm::json::Object &line = *value.getAsObject();
    EXPECT_LE(last, *line.getInteger("line"));
    last = *line.getInteger("line");
    if (!line.getString("text")->starts_with("ld.global"))
      continue;
    found = true;
    EXPECT_EQ(line.getString("source_file"), llvm::StringRef("kernel.cu"));
    EXPECT_EQ(line.getInteger("source_line"), 12);
    const llvm::json::Object &counters = *line.getObject("counters");
    EXPECT_EQ(counters.getInteger("global_load_bytes"), 128);
    EXPECT_FALSE(counters.get("shared_load_requests"));
  }
  EXPECT_TRUE(found);
}

TEST(Counters, Table) {
  std::string text;
  llvm::raw_string_ostream os(text);
  countLocated().printTable(os);
  for (const char *part :
       {"counters of entry 'k' of test.ptx, grid (1,1,1), block (32,1,1)",
        "kernel.cu:12", "1.0 sectors/request", "ld.global.b32 %r1, [%rd0]",
        "global load: 1 requests, 1 sectors (1.0 a request), 128 bytes of 32 "
        "moved"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}
