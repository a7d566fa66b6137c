//===- StrictnessTest.cpp - Undefined behaviour is found ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each program that fails a check has a near twin that must not.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera::interp;
using testing::HasSubstr;

/// The messages of a run of the body; none if all is defined.
static std::string run(const std::string &body,
                       llvm::ArrayRef<Argument> arguments = {},
                       const std::string &signature = "") {
  Harness h;
  if (!h.parseKernel(signature, body))
    return "does not parse: " + h.errors;
  bool succeeded = h.launch(arguments);
  EXPECT_EQ(succeeded, h.errors.empty()) << h.errors;
  return h.errors;
}

/// The messages of `op` on two literals, %a and %b.
static std::string runOn(const std::string &a, const std::string &b,
                         const std::string &op) {
  return run("%a = constant " + a + "\n%b = constant " + b + "\n%r = " + op);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

TEST(Strictness, divisionByZero) {
  const char *four = "<i32: [1, 2, 3, 4]> : tile<4xi32>";
  const char *zero = "<i32: [1, 1, 0, 1]> : tile<4xi32>";
  for (const char *op : {"divi %a, %b signed : tile<4xi32>",
                         "divi %a, %b unsigned : tile<4xi32>",
                         "remi %a, %b signed : tile<4xi32>",
                         "remi %a, %b unsigned : tile<4xi32>"}) {
    EXPECT_EQ(runOn(four, zero, op), "3: integer division by zero (element "
                                     "[2], tile block (0, 0, 0))\n");
    EXPECT_EQ(runOn(zero, four, op), "");
  }
}

TEST(Strictness, theLeastNumberByMinusOne) {
  const char *least = "<i16: -32768> : tile<i16>";
  const char *minusOne = "<i16: -1> : tile<i16>";
  EXPECT_THAT(runOn(least, minusOne, "divi %a, %b signed : tile<i16>"),
              HasSubstr("the least signed number is divided by -1"));
  EXPECT_EQ(runOn(least, minusOne, "divi %a, %b unsigned : tile<i16>"), "");
  // A remainder by -1 is 0 for every number.
  EXPECT_EQ(runOn(least, minusOne, "remi %a, %b signed : tile<i16>"), "");
}

TEST(Strictness, overflowFlags) {
  struct {
    const char *a, *b, *op;
    bool isSigned, isUnsigned;
  } cases[] = {
      {"127", "1", "addi", true, false},    {"-1", "1", "addi", false, true},
      {"-128", "-128", "addi", true, true}, {"126", "1", "addi", false, false},
      {"-128", "1", "subi", true, false},   {"0", "1", "subi", false, true},
      {"16", "8", "muli", true, false},     {"16", "16", "muli", true, true},
      {"-1", "-1", "muli", false, true},    {"1", "7", "shli", true, false},
      {"-1", "1", "shli", false, true},     {"3", "2", "shli", false, false},
  };
  for (auto &c : cases)
    for (const char *flag :
         {"none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"}) {
      std::string f = flag;
      bool lies = (c.isSigned && (f == "no_signed_wrap" || f == "no_wrap")) ||
                  (c.isUnsigned && (f == "no_unsigned_wrap" || f == "no_wrap"));
      std::string errors =
          runOn(std::string("<i8: ") + c.a + "> : tile<i8>",
                std::string("<i8: ") + c.b + "> : tile<i8>",
                std::string(c.op) + " %a, %b overflow<" + f + "> : tile<i8>");
      EXPECT_EQ(errors,
                lies ? "3: the result overflows although overflow<" + f +
                           "> promises otherwise (tile block (0, 0, 0))\n"
                     : "")
          << c.op << " " << c.a << " " << c.b;
    }
}

TEST(Strictness, overflowFlagsOfOneOperand) {
  auto one = [](const char *value, const char *op) {
    return runOn(std::string("<i8: ") + value + "> : tile<i8>",
                 "<i8: 0> : tile<i8>", op);
  };
  const char *negate = "negi %a overflow<no_signed_wrap> : tile<i8>";
  EXPECT_THAT(one("-128", negate), HasSubstr("the least number is negated"));
  EXPECT_EQ(one("-127", negate), "");

  const char *noSigned =
      "trunci %a overflow<no_signed_wrap> : tile<i8> -> tile<i4>";
  const char *noUnsigned =
      "trunci %a overflow<no_unsigned_wrap> : tile<i8> -> tile<i4>";
  EXPECT_THAT(one("8", noSigned),
              HasSubstr("the number does not fit the narrower type although "
                        "overflow<no_signed_wrap> promises otherwise"));
  EXPECT_EQ(one("8", noUnsigned), "");
  EXPECT_EQ(one("-8", noSigned), "");
  EXPECT_THAT(one("-8", noUnsigned), HasSubstr("does not fit"));
}

TEST(Strictness, undefinedConversions) {
  auto convert = [](const char *value, const char *clause, const char *to) {
    return run(std::string("%a = constant <f32: ") + value +
               "> : tile<f32>\n%r = ftoi %a " + clause +
               " : tile<f32> -> tile<" + to + ">");
  };
  EXPECT_EQ(convert("0x7FC00000", "signed", "i32"),
            "2: NaN has no value in signed i32 (tile block (0, 0, 0))\n");
  EXPECT_THAT(convert("0x7F800000", "signed", "i64"),
              HasSubstr("+Inf has no value in signed i64"));
  EXPECT_THAT(convert("128.0", "signed", "i8"),
              HasSubstr("has no value in signed i8"));
  EXPECT_THAT(convert("-1.0", "unsigned", "i8"),
              HasSubstr("has no value in unsigned i8"));
  EXPECT_EQ(convert("127.9", "signed", "i8"), "");
  EXPECT_EQ(convert("-0.9", "unsigned", "i8"), "");
  EXPECT_EQ(convert("0x7FC00000", "signed saturating", "i32"), "");
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

TEST(Strictness, assumedDivisibility) {
  auto assume = [](const char *list, const char *fact) {
    return run(std::string("%a = constant <i32: ") + list +
               "> : tile<4xi32>\n%r = assume " + fact + ", %a : tile<4xi32>");
  };
  EXPECT_EQ(assume("[0, 8, -16, 24]", "div_by<8>"), "");
  EXPECT_EQ(assume("[0, 8, -16, 20]", "div_by<8>"),
            "2: assumed 20 to be a multiple of 8 (element [3], tile block (0, "
            "0, 0))\n");
  // Groups of two: the first is a multiple, the second one above it.
  EXPECT_EQ(assume("[4, 5, -8, -7]", "div_by<4, every 2 along 0>"), "");
  EXPECT_THAT(assume("[4, 6, 8, 9]", "div_by<4, every 2 along 0>"),
              HasSubstr("assumed an element that is 1 above the one before it "
                        "along dimension 0 (element [1]"));
  EXPECT_THAT(assume("[4, 5, 6, 7]", "div_by<4, every 2 along 0>"),
              HasSubstr("assumed 6 to be a multiple of 4 (element [2]"));
}

TEST(Strictness, assumedDivisibilityAlongTheSecondDimension) {
  auto assume = [](const char *list) {
    return run(std::string("%a = constant <i32: ") + list +
               "> : tile<2x2xi32>\n%r = assume div_by<2, every 2 along 1>, %a "
               ": tile<2x2xi32>");
  };
  EXPECT_EQ(assume("[[2, 3], [8, 9]]"), "");
  EXPECT_THAT(assume("[[2, 8], [3, 9]]"), HasSubstr("(element [0, 1]"));
}

TEST(Strictness, assumedAlignmentOfPointersAndViews) {
  Argument aligned = Argument::pointer(0x1000000000);
  Argument odd = Argument::pointer(0x1000000008);
  std::string pointer = "%r = assume div_by<16>, %p : tile<ptr<f32>>";
  std::string signature = "%p: tile<ptr<f32>>";
  EXPECT_EQ(run(pointer, {aligned}, signature), "");
  EXPECT_THAT(run(pointer, {odd}, signature),
              HasSubstr("to be a multiple of 16"));
  std::string view = "%v = make_tensor_view %p, shape = [4], strides = [1] : "
                     "tensor_view<4xf32, strides=[1]>\n%r = assume div_by<16>, "
                     "%v : tensor_view<4xf32, strides=[1]>";
  EXPECT_EQ(run(view, {aligned}, signature), "");
  EXPECT_THAT(run(view, {odd}, signature),
              HasSubstr("2: assumed the base address 0x1000000008 to be a "
                        "multiple of 16"));
}

/// Pointers in a group are one pointee apart.
TEST(Strictness, assumedRunsOfPointers) {
  auto assume = [](const char *offsets) {
    return run(std::string("%i = constant <i32: ") + offsets +
                   "> : tile<4xi32>\n"
                   "%a = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>\n"
                   "%b = broadcast %a : tile<1xptr<f32>> -> tile<4xptr<f32>>\n"
                   "%q = offset %b, %i : tile<4xptr<f32>>, tile<4xi32> -> "
                   "tile<4xptr<f32>>\n"
                   "%r = assume div_by<16, every 4 along 0>, %q : "
                   "tile<4xptr<f32>>",
               {Argument::pointer(0x1000000000)}, "%p: tile<ptr<f32>>");
  };
  EXPECT_EQ(assume("[4, 5, 6, 7]"), "");
  EXPECT_THAT(assume("[4, 5, 7, 7]"), HasSubstr("4 above the one before it"));
  EXPECT_THAT(assume("[1, 2, 3, 4]"), HasSubstr("multiple of 16"));
}

TEST(Strictness, assumedEqualElements) {
  auto assume = [](const char *list) {
    return run(std::string("%a = constant <i32: ") + list +
               "> : tile<2x4xi32>\n%r = assume same_elements<[1, 2]>, %a : "
               "tile<2x4xi32>");
  };
  EXPECT_EQ(assume("[[1, 1, 2, 2], [3, 3, 4, 4]]"), "");
  EXPECT_EQ(assume("[[1, 1, 2, 2], [3, 3, 4, 5]]"),
            "2: assumed the same value as in element [1, 2] (element [1, 3], "
            "tile block (0, 0, 0))\n");
}

TEST(Strictness, assumedBounds) {
  auto assume = [](const char *value, const char *fact) {
    return run(std::string("%a = constant <i16: ") + value +
               "> : tile<i16>\n%r = assume " + fact + ", %a : tile<i16>");
  };
  EXPECT_EQ(assume("0", "bounded<0, ?>"), "");
  EXPECT_EQ(assume("-1", "bounded<?, -1>"), "");
  EXPECT_THAT(assume("-1", "bounded<0, ?>"),
              HasSubstr("assumed -1 to be at least 0 (tile block"));
  EXPECT_THAT(assume("8", "bounded<-3, 7>"),
              HasSubstr("assumed 8 to be at most 7"));
}

//===----------------------------------------------------------------------===//
// Unknown operations
//===----------------------------------------------------------------------===//

/// The verifier refuses foreign operations, but programs may be built without
/// it.
TEST(Strictness, unknownOperationsAreRefusedBeforeTheRun) {
  Harness h;
  ASSERT_TRUE(h.parseKernel("", "%t = print_tko \"never\" -> token"))
      << h.errors;
  mlir::Region &region = h.getModule()->getRegion(0);
  auto entry = *region.getOps<tessera::cuda_tile::EntryOpInterface>().begin();
  mlir::Block &body = entry.getBody().front();
  mlir::OpBuilder builder(body.getTerminator());
  mlir::ModuleOp::create(builder, entry.getLoc());
  EXPECT_FALSE(h.launch({}));
  EXPECT_EQ(h.errors, "1: the interpreter does not know the operation "
                      "builtin.module\n");
  EXPECT_EQ(h.printed, "");
}

//===----------------------------------------------------------------------===//
// Fault classes of a GPU
//===----------------------------------------------------------------------===//

/// The fault that ends a run of the body over `%p`, a pointer to one i32.
static tessera::LaunchFault
faultOf(const std::string &body, uint64_t offset = 0,
        decltype(LaunchConfig::progress) progress = nullptr) {
  Harness h;
  h.config.progress = std::move(progress);
  EXPECT_TRUE(h.parseKernel("%p: tile<ptr<i32>>", body)) << h.errors;
  uint64_t array = h.array<int32_t>({0}).getBits();
  auto loaded = LoadedModule::load(h.getModule(), h.memory);
  EXPECT_TRUE(succeeded(loaded));
  bool ran = succeeded(
      loaded->launch("k", {Argument::pointer(array + offset)}, h.config));
  EXPECT_EQ(ran, loaded->getFault() == tessera::LaunchFault::None);
  return loaded->getFault();
}

TEST(Strictness, faultsHaveTheirClasses) {
  using tessera::LaunchFault;
  const char *load = "%v, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> "
                     "tile<i32>, token";
  EXPECT_EQ(faultOf(load), LaunchFault::None);
  EXPECT_EQ(faultOf(load, 4), LaunchFault::IllegalAddress);
  EXPECT_EQ(faultOf(load, 2), LaunchFault::MisalignedAddress);
  EXPECT_EQ(faultOf("%no = constant <i1: false> : tile<i1>\n"
                    "assert %no, \"no\" : tile<i1>"),
            LaunchFault::Assert);
  EXPECT_EQ(faultOf("loop {\n  continue }"), LaunchFault::Timeout);
  EXPECT_EQ(faultOf("%c0 = constant <i32: 0> : tile<i32>\n"
                    "%r = divi %c0, %c0 signed : tile<i32>"),
            LaunchFault::Failed);
}

/// Before the first step and after some.
TEST(Strictness, launchesThatAreStoppedHaveTimedOut) {
  for (uint64_t wanted : {0, 1}) {
    auto stop = [&](uint64_t, uint64_t, uint64_t steps) {
      return std::string(steps >= wanted ? "enough" : "");
    };
    EXPECT_EQ(faultOf("%c = constant <i32: 0> : tile<i32>", 0, stop),
              tessera::LaunchFault::Timeout);
  }
}
