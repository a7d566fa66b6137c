//===- IdleOperandsTest.cpp - Operands that change nothing, and faults ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code may take operands of the program that change nothing. For each kind of them
// right code is proved, and code in which they change something is not, as an
// instruction of the PTX is put in the place of another.
//
//===----------------------------------------------------------------------===//

#include "SymbolicKernel.h"

#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::runtime;

namespace {

/// In even lanes %d has no source in the program, and that of %x in the code.
constexpr const char *cancelling =
    "%even = constant <i32: 126> : tile<128xi32> "
    "%at = andi %io, %even : tile<128xi32> "
    "%a4 = offset %a2, %at : tile<128xptr<i32>>, tile<128xi32> -> "
    "tile<128xptr<i32>> "
    "%x2, %t3 = load_ptr_tko weak %a4 : tile<128xptr<i32>> -> tile<128xi32>, "
    "token %d = subi %x, %x2 : tile<128xi32> ";

/// Some elements of %x cancel, and are those of which others are made.
constexpr const char *chained =
    "%i2 = addi %io, %two : tile<128xi32> "
    "%all = constant <i32: 127> : tile<128xi32> "
    "%i3 = andi %i2, %all : tile<128xi32> "
    "%a5 = offset %a2, %i3 : tile<128xptr<i32>>, tile<128xi32> -> "
    "tile<128xptr<i32>> "
    "%x3, %t4 = load_ptr_tko weak %a5 : tile<128xptr<i32>> -> tile<128xi32>, "
    "token %r = addi %d, %x3 : tile<128xi32>";

/// The first 16 elements are made of a place that is open, too; others have %d alone.
constexpr const char *besideOpen =
    "%sixteen = constant <i32: 16> : tile<128xi32> "
    "%even = constant <i32: 126> : tile<128xi32> "
    "%at = andi %io, %even : tile<128xi32> "
    "%b4 = offset %b2, %at : tile<128xptr<i32>>, tile<128xi32> -> "
    "tile<128xptr<i32>> "
    "%y2, %t3 = load_ptr_tko weak %b4 : tile<128xptr<i32>> -> tile<128xi32>, "
    "token %d = subi %y, %y2 : tile<128xi32> "
    "%q1 = cmpi less_than %io, %sixteen, signed : tile<128xi32> -> "
    "tile<128xi1> "
    "%p = addi %d, %j2 : tile<128xi32> "
    "%r = select %q1, %p, %d : tile<128xi1>, tile<128xi32>";

constexpr const char *combining =
    "%v, %w = reduce %x, %y dim=0 identities=[0 : i32, 0 : i32] : "
    "tile<128xi32>, tile<128xi32> -> tile<i32>, tile<i32> "
    "(%e: tile<i32>, %f: tile<i32>, %g: tile<i32>, %h: tile<i32>) { "
    "%k = xori %e, %f : tile<i32> %l = addi %g, %h : tile<i32> "
    "yield %k, %l : tile<i32>, tile<i32> } "
    "%v1 = reshape %v : tile<i32> -> tile<1xi32> "
    "%v2 = broadcast %v1 : tile<1xi32> -> tile<128xi32> "
    "%w1 = reshape %w : tile<i32> -> tile<1xi32> "
    "%w2 = broadcast %w1 : tile<1xi32> -> tile<128xi32> "
    "%q = cmpi less_than %io, %seven, signed : tile<128xi32> -> tile<128xi1> "
    "%r = select %q, %v2, %w2 : tile<128xi1>, tile<128xi32>";

constexpr const char *packed =
    "%n = trunci %x : tile<128xi32> -> tile<128xi16> "
    "%h = bitcast %n : tile<128xi16> -> tile<128xf16> "
    "%z = constant <f16: 2.0> : tile<128xf16> "
    "%less = cmpf less_than ordered %h, %z : tile<128xf16> -> tile<128xi1> "
    "%r = select %less, %x, %y : tile<128xi1>, tile<128xi32>";

/// A body of parts, with an instruction of its PTX.
struct IdleBody {
  std::vector<const char *> parts;
  const char *instruction;
};

const IdleBody cancellingSum = {
    {cancelling, "%r = addi %d, %y : tile<128xi32>"}, "sub.s32"};
const IdleBody cancellingChain = {{cancelling, chained}, "sub.s32"};
const IdleBody cancellingChoice = {
    {cancelling, "%none = constant <i32: 0> : tile<128xi32> "
                 "%q = cmpi equal %d, %none, signed : tile<128xi32> -> "
                 "tile<128xi1> "
                 "%r = select %q, %y, %x : tile<128xi1>, tile<128xi32>"},
    "selp.b32"};
const IdleBody cancellingBesideOpen = {{openPlace, besideOpen}, "sub.s32"};
const IdleBody combination = {{combining}, "xor.b32"};
const IdleBody twoCombinations = {{combining}, "selp.b32"};
const IdleBody packedComparison = {{packed}, "setp.lt.f16x2"};

enum class Verdict { Proved, Undecided, Wrong };

/// PTX in the place of the first such instruction, whose operands are $0 to $3, and
/// whose results are $p and $q where it has two.
struct IdleCase {
  const char *words;
  const IdleBody &body;
  const char *code;
  Verdict verdict;
};

const IdleCase idleCases[] = {
    {"equal elements cancel", cancellingSum, "sub.s32 $0, $1, $2;",
     Verdict::Proved},
    {"they add up", cancellingSum, "add.s32 $0, $1, $2;", Verdict::Wrong},
    {"one of them is lost", cancellingSum, "mov.b32 $0, $1;", Verdict::Wrong},
    {"bits come in that are equal in small numbers", cancellingSum,
     ".reg .b32 %s<3>; shr.u32 %s1, $1, 9; shr.u32 %s2, $1, 10; "
     "xor.b32 %s1, %s1, %s2; and.b32 %s1, %s1, 1; sub.s32 $0, $1, $2; "
     "add.s32 $0, $0, %s1;",
     Verdict::Undecided},
    {"an arm to which no number leads changes nothing", cancellingSum,
     ".reg .pred %q<2>; sub.s32 $0, $1, $2; setp.ne.s32 %q1, $1, 77777777; "
     "@%q1 bra BEHIND; add.s32 $0, $0, $1; sub.s32 $0, $0, $1; BEHIND:",
     Verdict::Proved},
    {"such an arm adds an element that cancels", cancellingSum,
     ".reg .pred %q<2>; sub.s32 $0, $1, $2; setp.ne.s32 %q1, $1, 77777777; "
     "@%q1 bra BEHIND; add.s32 $0, $0, $1; BEHIND:",
     Verdict::Undecided},
    {"equal elements cancel of which others are made", cancellingChain,
     "sub.s32 $0, $1, $2;", Verdict::Proved},
    {"they add up", cancellingChain, "add.s32 $0, $1, $2;", Verdict::Wrong},
    {"what cancels decides", cancellingChoice, "selp.b32 $0, $1, $2, $3;",
     Verdict::Proved},
    {"the other choice", cancellingChoice, "selp.b32 $0, $2, $1, $3;",
     Verdict::Wrong},
    {"equal elements cancel beside an open order", cancellingBesideOpen,
     "sub.s32 $0, $1, $2;", Verdict::Proved},
    {"they add up where the order is open", cancellingBesideOpen,
     ".reg .pred %q<2>; .reg .b32 %s<2>; mov.u32 %s1, %tid.x; "
     "setp.lt.u32 %q1, %s1, 16; sub.s32 $0, $1, $2; @%q1 add.s32 $0, $1, $2;",
     Verdict::Undecided},
    {"and in one element where it is not", cancellingBesideOpen,
     ".reg .pred %q<2>; .reg .b32 %s<2>; mov.u32 %s1, %tid.x; "
     "setp.lt.u32 %q1, %s1, 16; setp.eq.or.u32 %q1, %s1, 20, %q1; "
     "sub.s32 $0, $1, $2; @%q1 add.s32 $0, $1, $2;",
     Verdict::Wrong},
    {"a combination has two results", combination, "xor.b32 $0, $1, $2;",
     Verdict::Proved},
    {"an element of one is lost", combination, "mov.b32 $0, $1;",
     Verdict::Wrong},
    {"they change places", twoCombinations, "selp.b32 $0, $2, $1, $3;",
     Verdict::Wrong},
    {"halves are compared", packedComparison, "setp.lt.f16x2 $p|$q, $1, $2;",
     Verdict::Proved},
    {"their results change places", packedComparison,
     "setp.lt.f16x2 $q|$p, $1, $2;", Verdict::Wrong},
};

/// The PTX with the code of a case in it.
std::string putCode(StringRef text, const IdleCase &each) {
  const size_t begin = text.find(each.body.instruction);
  const size_t end = text.find(';', begin) + 1;
  if (begin == StringRef::npos)
    return "";
  SmallVector<StringRef, 4> operands;
  text.slice(begin, end - 1)
      .drop_front(StringRef(each.body.instruction).size())
      .split(operands, ',');
  std::string code = each.code;
  auto put = [&](const std::string &name, StringRef operand) {
    for (size_t at; (at = code.find(name)) != std::string::npos;)
      code.replace(at, name.size(), operand.trim().str());
  };
  for (auto [number, operand] : enumerate(operands))
    put("$" + std::to_string(number), operand);
  put("$p", operands.front().split('|').first);
  put("$q", operands.front().split('|').second);
  return (text.take_front(begin) + code + text.drop_front(end)).str();
}

class IdleOperandsTest : public ::testing::TestWithParam<const char *> {
protected:
  IdleOperandsTest()
      : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    options.gpuName = GetParam();
  }

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }

  /// Expects the verdict on the code in place of that of the body.
  void judge(const IdleCase &each, ModuleOp module);

  MLIRContext context;
  CompileOptions options;
};

void IdleOperandsTest::judge(const IdleCase &each, ModuleOp module) {
  Validator validator(makeArrays(128 * 4), {});
  ValidationReport report;
  ASSERT_TRUE(validator.begin(&module.getBody()->front(), llvm::nulls()));
  verifyEachPass(
      module, options,
      [&](Operation *program) { return validator.judge(program, report); },
      report.passes);
  options.emit = Stage::PTX;
  OwningOpRef<ModuleOp> copy = module.clone();
  CompileResult result = compile(*copy, options);
  ASSERT_TRUE(result);
  const std::string text = putCode(result.ptx, each);
  llvm::Expected<ptx::Program> code = ptx::Program::parse(text, "compiled.ptx");
  ASSERT_TRUE(bool(code)) << llvm::toString(code.takeError()) << text;
  std::optional<std::string> wrong = validator.judgeCode(*code, report);
  EXPECT_EQ(wrong.has_value(), each.verdict == Verdict::Wrong)
      << wrong.value_or(report.describe());
  EXPECT_EQ(report.code.proved, unsigned(each.verdict == Verdict::Proved))
      << report.describe();
}

TEST_P(IdleOperandsTest, AreDecidedAndTheirFaultsFound) {
  for (const IdleCase &each : idleCases) {
    std::string text;
    for (const char *part : each.body.parts)
      text += part;
    text = makeKernel(text);
    OwningOpRef<ModuleOp> module =
        readModule(llvm::MemoryBufferRef(text, "kernel.mlir"), &context);
    ASSERT_TRUE(module) << each.words;
    SCOPED_TRACE(each.words);
    judge(each, *module);
  }
}

INSTANTIATE_TEST_SUITE_P(GPUs, IdleOperandsTest,
                         ::testing::Values("sm_80", "sm_90", "sm_100",
                                           "sm_120"));

} // namespace
