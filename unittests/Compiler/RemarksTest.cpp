//===- RemarksTest.cpp - Remarks of the compiler --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Remarks.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"
#include "gmock/gmock.h"

using namespace mlir;
using namespace tessera;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

class RemarksTest : public testing::Test {
protected:
  /// One remark of each kind, in two categories.
  void emitSome() {
    Location loc = FileLineColLoc::get(&context, "k.py", 3, 4);
    remark::missed(loc, remark::RemarkOpts::name("Width")
                            .category(remarks::memory)
                            .function("k"))
        << remark::reason("rows are odd");
    remark::passed(loc, remark::RemarkOpts::name("Product")
                            .category(remarks::tensorCore)
                            .function("k"))
        << remark::add("done");
  }

  std::string collect(const RemarkOptions &options) {
    RemarkCollector collector(context, options);
    emitSome();
    return collector.take();
  }

  MLIRContext context;
};

TEST_F(RemarksTest, NothingWhereNothingIsWanted) {
  EXPECT_THAT(collect({}), IsEmpty());
}

TEST_F(RemarksTest, YamlIsLLVMs) {
  RemarkOptions options;
  options.missed = options.passed = RemarkCategory::All;
  options.format = RemarkFormat::Yaml;
  std::string text = collect(options);
  EXPECT_THAT(text, HasSubstr("--- !Missed\n"
                              "Pass:            Memory\n"
                              "Name:            Width\n"
                              "DebugLoc:        { File: k.py, Line: 3, "
                              "Column: 4 }\n"
                              "Function:        k\n"
                              "Args:"));
  EXPECT_THAT(text, HasSubstr("rows are odd"));
  EXPECT_THAT(text, HasSubstr("--- !Passed\nPass:            Tensor-core\n"));
  // The context can collect again.
  EXPECT_EQ(collect(options), text);
}

TEST_F(RemarksTest, CategoriesAreFilteredForEachKind) {
  RemarkOptions options;
  options.format = RemarkFormat::Yaml;
  options.missed = RemarkCategory::Memory;
  options.passed = RemarkCategory::Memory;
  std::string text = collect(options);
  EXPECT_THAT(text, HasSubstr("!Missed"));
  EXPECT_THAT(text, Not(HasSubstr("!Passed")));
}

TEST_F(RemarksTest, TheListIsGroupedByKernelAndCategory) {
  RemarkOptions options;
  options.missed = options.passed = RemarkCategory::All;
  EXPECT_EQ(collect(options), "k:\n"
                              "  Memory:\n"
                              "    k.py:3:4: Missed: Width, Reason: rows are "
                              "odd\n"
                              "  Tensor-core:\n"
                              "    k.py:3:4: Passed: Product, Remark: done\n");
}

} // namespace
