//===- HintsTest.cpp - Valid optimization hints ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Hints.h"

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {

class HintsTest : public ::testing::Test {
protected:
  HintsTest()
      : handler(&context, [&](Diagnostic &diagnostic) {
          static constexpr const char *severities[] = {"note", "warning",
                                                       "error", "remark"};
          messages += severities[unsigned(diagnostic.getSeverity())];
          messages += ": " + diagnostic.str() + "\n";
        }) {
    context.loadDialect<CudaTileDialect>();
  }

  DictionaryAttr parseHints(StringRef text) {
    auto attr = dyn_cast_or_null<OptimizationHintsAttr>(parseAttribute(
        ("#cuda_tile.optimization_hints" + text).str(), &context));
    EXPECT_TRUE(attr) << messages;
    return attr.getValue();
  }
  std::optional<int64_t> lookup(StringRef text, StringRef key,
                                StringRef target) {
    return lookupHint(parseHints(text), key, target);
  }

  /// The diagnostics about these hints of an entry and of a load.
  std::string check(StringRef entryHints, StringRef loadHints,
                    HintPolicy policy, bool *succeeds = nullptr) {
    std::string text =
        ("cuda_tile.module @m {\n"
         "  entry @k(%p: tile<ptr<f32>>) optimization_hints=" +
         entryHints +
         " {\n"
         "    %0, %1 = load_ptr_tko weak %p optimization_hints = " +
         loadHints +
         " : tile<ptr<f32>> -> tile<f32>, token\n"
         "  }\n"
         "}\n")
            .str();
    OwningOpRef<Operation *> module =
        parseSourceString(text, ParserConfig(&context));
    EXPECT_TRUE(module) << messages;
    messages.clear();
    bool ok = succeeded(checkOptimizationHints(*module, policy));
    if (succeeds)
      *succeeds = ok;
    return messages;
  }

  MLIRContext context;
  std::string messages;
  ScopedDiagnosticHandler handler;
};

TEST_F(HintsTest, TheValueOfTheTargetComesBeforeTheDefault) {
  StringRef hints = "<sm_90 = {occupancy = 2}, default = {occupancy = 4}>";
  EXPECT_EQ(lookup(hints, "occupancy", "sm_90"), 2);
  EXPECT_EQ(lookup(hints, "occupancy", "sm_100"), 4);
  EXPECT_EQ(lookup(hints, "latency", "sm_90"), std::nullopt);
  EXPECT_EQ(lookupHint({}, "occupancy", "sm_90"), std::nullopt);
}

TEST_F(HintsTest, VariantsOfATargetShareItsHints) {
  StringRef hints = "<sm_100 = {occupancy = 2}>";
  EXPECT_EQ(lookup(hints, "occupancy", "sm_100a"), 2);
  EXPECT_EQ(lookup(hints, "occupancy", "sm_100f"), 2);
  EXPECT_EQ(lookup(hints, "occupancy", "sm_103a"), std::nullopt);
}

TEST_F(HintsTest, ValuesThatMeanNothingCountAsAbsent) {
  EXPECT_EQ(lookup("<sm_90 = {num_cta_in_cga = 3},"
                   " default = {num_cta_in_cga = 2}>",
                   "num_cta_in_cga", "sm_90"),
            2);
  EXPECT_EQ(lookup("<sm_90 = {occupancy = true}>", "occupancy", "sm_90"),
            std::nullopt);
  EXPECT_EQ(lookup("<sm_90 = {allow_tma = 1}>", "allow_tma", "sm_90"),
            std::nullopt);
  EXPECT_EQ(lookup("<sm_90 = {occupancy = \"x\"}>", "occupancy", "sm_90"),
            std::nullopt);
}

TEST_F(HintsTest, NumbersAreBroughtIntoTheRangeOnTheTarget) {
  EXPECT_EQ(lookup("<default = {occupancy = 64}>", "occupancy", "sm_90"), 32);
  EXPECT_EQ(lookup("<default = {latency = 0}>", "latency", "sm_90"), 1);
  EXPECT_EQ(lookup("<default = {num_worker_warps_per_cta = 64}>",
                   "num_worker_warps_per_cta", "sm_100"),
            32);
  EXPECT_EQ(lookup("<default = {num_worker_warps_per_cta = 1}>",
                   "num_worker_warps_per_cta", "sm_100"),
            1);
  StringRef clusters = "<default = {num_cta_in_cga = 4}>";
  EXPECT_EQ(lookup(clusters, "num_cta_in_cga", "sm_90"), 4);
  EXPECT_EQ(lookup(clusters, "num_cta_in_cga", "sm_89"), 1);
}

TEST_F(HintsTest, GoodHintsAreNotSpokenOf) {
  bool succeeds = false;
  EXPECT_EQ(check("<sm_80 = {num_cta_in_cga = 1}, sm_100 = {num_cta_in_cga = "
                  "16, occupancy = 32, num_worker_warps_per_cta = 8}>",
                  "<default = {latency = 10}>", HintPolicy::Error, &succeeds),
            "");
  EXPECT_TRUE(succeeds);
}

TEST_F(HintsTest, BadHintsAreSpokenOfOnRequestOnly) {
  StringRef bad = "<sm_91 = {occupancy = 1}, sm_90 = {latency = 3}>";
  bool succeeds = false;
  EXPECT_EQ(check(bad, "<>", HintPolicy::Ignore, &succeeds), "");
  EXPECT_TRUE(succeeds);
  std::string expected =
      "SEVERITY: 'cuda_tile.entry' op optimization_hints: no hint of this op "
      "is called 'latency'; there are num_cta_in_cga, "
      "num_worker_warps_per_cta, occupancy\n"
      "SEVERITY: 'cuda_tile.entry' op optimization_hints: unknown target "
      "'sm_91'; there are default, sm_80, sm_86, sm_87, sm_88, sm_89, sm_90, "
      "sm_100, sm_103, sm_107, sm_110, sm_120, sm_121\n";
  auto as = [&](StringRef severity) {
    std::string text = expected;
    for (size_t at; (at = text.find("SEVERITY")) != std::string::npos;)
      text.replace(at, 8, severity.str());
    return text;
  };
  EXPECT_EQ(check(bad, "<>", HintPolicy::Warn, &succeeds), as("warning"));
  EXPECT_TRUE(succeeds);
  EXPECT_EQ(check(bad, "<>", HintPolicy::Error, &succeeds), as("error"));
  EXPECT_FALSE(succeeds);
}

TEST_F(HintsTest, BadValuesAreNamedWithTheirRange) {
  EXPECT_EQ(check("<sm_90 = {num_cta_in_cga = 3}>", "<>", HintPolicy::Warn),
            "warning: 'cuda_tile.entry' op optimization_hints: num_cta_in_cga "
            "for 'sm_90' must be a power of two from 1 to 16, found 3 : i32\n");
  EXPECT_EQ(check("<>", "<sm_90 = {latency = true}>", HintPolicy::Warn),
            "warning: 'cuda_tile.load_ptr_tko' op optimization_hints: latency "
            "for 'sm_90' must be a number from 1 to 10, found true\n");
  EXPECT_EQ(check("<>", "<sm_90 = {allow_tma = false}>", HintPolicy::Warn),
            "warning: 'cuda_tile.load_ptr_tko' op optimization_hints: no hint "
            "of this op is called 'allow_tma'; there are latency\n");
}

TEST_F(HintsTest, NumbersOutOfRangeAreReported) {
  bool succeeds = true;
  EXPECT_EQ(check("<sm_80 = {num_cta_in_cga = 2}>",
                  "<default = {latency = 11}>", HintPolicy::Error, &succeeds),
            "error: 'cuda_tile.entry' op optimization_hints: num_cta_in_cga "
            "for 'sm_80' should be 1; 2 counts as 1\n"
            "error: 'cuda_tile.load_ptr_tko' op optimization_hints: latency "
            "for 'default' should be a number from 1 to 10; 11 counts as 10\n");
  EXPECT_FALSE(succeeds);
}

} // namespace
