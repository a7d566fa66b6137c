//===- VersionsTest.cpp - Features of each version ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The additions to the format after 13.1 are read from the tables of the
// encoding, so that these tests cannot miss any.
//
//===----------------------------------------------------------------------===//

#include "BytecodeTest.h"
#include "OpEncoding.h"
#include "tessera/Bytecode/Container/Tags.h"
#include <map>
#include <set>

using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

/// A feature that older versions lack.
struct Later {
  std::string what; ///< Its name among `namesOfLaterThings`.
  BytecodeVersion since;
  std::string message; ///< The subject of the error.
  /// Ops of an entry, or items of a module. `//here` ends the line with the
  /// error.
  std::string text;
};

class Versions : public BytecodeTest {
protected:
  mlir::OwningOpRef<mlir::ModuleOp> parseItems(const std::string &items) {
    bool isBody = !llvm::StringRef(items).starts_with("entry") &&
                  !llvm::StringRef(items).starts_with("global");
    text = "cuda_tile.module @kernels {\n" +
           (isBody ? "entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %f: "
                     "tile<f32>, %c: tile<i1>) {\n" +
                         items + "\n}"
                   : items) +
           "\n}\n";
    return parse(text);
  }

  unsigned lineAtFault() const {
    llvm::StringRef before = llvm::StringRef(text).split("//here").first;
    return before.count('\n') + 1;
  }

  std::string text;
};

std::string name(const OpEncoding &op) { return op.mnemonic().str(); }

void addCases(const EnumEncoding &encoding, std::set<std::string> &names) {
  for (const EnumCaseEncoding &enumCase : encoding.cases)
    if (v13_1 < std::max(encoding.since, enumCase.since))
      names.insert((encoding.name + "." + enumCase.keyword).str());
}

std::set<std::string> namesOfLaterThings() {
  std::set<std::string> names;
  for (const OpEncoding &op : allOpEncodings()) {
    if (v13_1 < op.since)
      names.insert("op " + name(op));
    auto addFields = [&](const auto &fields) {
      for (const auto &field : fields)
        if (op.since < field.since)
          names.insert(name(op) + "." + field.name.str());
    };
    addFields(op.attributes);
    addFields(op.operands);
    addFields(op.results);
    for (const AttributeEncoding &attribute : op.attributes)
      if (attribute.enumeration)
        addCases(*attribute.enumeration, names);
  }
  addCases(kPaddingValueEncoding, names);
  addCases(kPtrAttrEncoding, names);
  for (const TypeTagInfo &type : allTypeTags())
    if (v13_1 < type.since)
      names.insert("type " + type.name.str());
  // Below 13.3 it is dropped without an error:
  // RoundTrip.ProducerIsDroppedBelow13_3.
  names.erase("module.producer");
  return names;
}

const std::string view = "%v = make_tensor_view %p, shape = [64], strides = "
                         "[1] : tensor_view<64xf32, strides=[1]>\n";
const std::string grid =
    view + "%g = make_partition_view %v : partition_view<tile=(8), "
           "tensor_view<64xf32, strides=[1]>>\n";
const std::string gridType =
    "partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32>";
const std::string stridedView =
    view + "%s = make_strided_view %v : strided_view<tile=(8), "
           "traversal_strides=[4], tensor_view<64xf32, strides=[1]>> //here";
const std::string gatherView =
    view + "%s = make_gather_scatter_view %v : gather_scatter_view<tile=(8), "
           "tensor_view<64xf32, strides=[1]>, sparse_dim=0> //here";
const std::string manyType =
    "partition_view<tile=(8), tensor_view<64xf32, strides=[1], "
    "#cuda_tile.ptr_attr<multicast>>>";
/// Multimem operations take a pointer type of their own version, whose op comes
/// first and is refused first.
const std::string many =
    "%m = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f32, <multicast>>> "
    "//here\n"
    "%v = make_tensor_view %m, shape = [64], strides = [1] : "
    "tensor_view<64xf32, "
    "strides=[1], #cuda_tile.ptr_attr<multicast>>\n"
    "%g = make_partition_view %v : " +
    manyType + "\n%one = constant <f32: 1.0> : tile<8xf32>\n";
const std::string manyMessage =
    "'cuda_tile.ptr_to_ptr' op ptr_attr = multicast";
const std::string token = "%t = make_token : token\n";

Later manyReduction(const std::string &kind) {
  std::string type =
      "partition_view<tile=(8), tensor_view<64xi32, strides=[1], "
      "#cuda_tile.ptr_attr<multicast>>>";
  return {"multimem reduction." + kind, v13_5, manyMessage,
          "%m = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i32, <multicast>>> "
          "//here\n"
          "%v = make_tensor_view %m, shape = [64], strides = [1] : "
          "tensor_view<64xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>\n"
          "%g = make_partition_view %v : " +
              type +
              "\n%0, %t = multimem_load_reduce_view_tko weak %g[%n] attributes "
              "{reduction = #cuda_tile.multimem_reduction_kind<" +
              kind + ">} : " + type + ", tile<i32> -> tile<8xi32>, token"};
}

const Later laterThings[] = {
    {"op atan2", v13_2, "'cuda_tile.atan2' op the op",
     "%0 = atan2 %f, %f : tile<f32> //here"},
    {"op pack", v13_3, "'cuda_tile.pack' op the op",
     "%0 = constant <f16: 1.0> : tile<2xf16>\n"
     "%1 = pack %0 : tile<2xf16> -> tile<4xi8> //here"},
    {"op unpack", v13_3, "'cuda_tile.unpack' op the op",
     "%0 = constant <i8: 1> : tile<4xi8>\n"
     "%1 = unpack %0 : tile<4xi8> -> tile<2xf16> //here"},
    {"op alloca", v13_3, "'cuda_tile.alloca' op the op",
     "%0 = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>> //here"},
    {"op mmaf_scaled", v13_3, "'cuda_tile.mmaf_scaled' op the op",
     "%a = constant <f8E5M2: 1.0> : tile<16x32xf8E5M2>\n"
     "%b = constant <f8E5M2: 1.0> : tile<32x8xf8E5M2>\n"
     "%d = constant <f32: 1.0> : tile<16x8xf32>\n"
     "%l = constant <f8E8M0FNU: 1.0> : tile<16x1xf8E8M0FNU>\n"
     "%r = constant <f8E8M0FNU: 1.0> : tile<1x8xf8E8M0FNU>\n"
     "%0 = mmaf_scaled %a, %b, %d, %l, %r : tile<16x32xf8E5M2>, "
     "tile<32x8xf8E5M2>, tile<16x8xf32>, tile<16x1xf8E8M0FNU>, "
     "tile<1x8xf8E8M0FNU> //here"},
    {"op make_gather_scatter_view", v13_3,
     "'cuda_tile.make_gather_scatter_view' op the op", gatherView},
    {"type gather_scatter_view", v13_3,
     "'cuda_tile.make_gather_scatter_view' op the op", gatherView},
    {"op make_strided_view", v13_3, "'cuda_tile.make_strided_view' op the op",
     stridedView},
    {"type strided_view", v13_3, "'cuda_tile.make_strided_view' op the op",
     stridedView},
    {"op atomic_red_view_tko", v13_3,
     "'cuda_tile.atomic_red_view_tko' op the op",
     grid +
         "%one = constant <f32: 1.0> : tile<8xf32>\n"
         "%t = atomic_red_view_tko relaxed device %g[%n], addf, %one : "
         "tile<8xf32>, " +
         gridType + " -> token //here"},
    {"op insert", v13_4, "'cuda_tile.insert' op the op",
     "%0 = insert %n, %n[] : tile<i32>, tile<i32> //here"},
    {"op gdc_launch_dependents_tko", v13_4,
     "'cuda_tile.gdc_launch_dependents_tko' op the op",
     "%0 = gdc_launch_dependents_tko -> token //here"},
    {"op gdc_wait_tko", v13_4, "'cuda_tile.gdc_wait_tko' op the op",
     token + "%0 = gdc_wait_tko token = %t -> token //here"},
    {"op fpowi", v13_4, "'cuda_tile.fpowi' op the op",
     "%0 = fpowi %f, %n : tile<f32>, tile<i32> //here"},
    {"op memory_fence_alias_tko", v13_4,
     "'cuda_tile.memory_fence_alias_tko' op the op",
     token + "%0 = memory_fence_alias_tko %t //here"},
    {"op multimem_load_reduce_view_tko", v13_5, manyMessage,
     many + "%0, %t = multimem_load_reduce_view_tko weak %g[%n] : " + manyType +
         ", tile<i32> -> tile<8xf32>, token"},
    {"op multimem_reduce_view_tko", v13_5, manyMessage,
     many + "%t = multimem_reduce_view_tko relaxed sys %g, %one[%n] : " +
         manyType + ", tile<8xf32>, tile<i32> -> token"},
    {"op multimem_store_view_tko", v13_5, manyMessage,
     many + "%t = multimem_store_view_tko weak %g, %one[%n] : " + manyType +
         ", tile<8xf32>, tile<i32> -> token"},

    {"for.unsignedCmp", v13_2, "'cuda_tile.for' op 'unsignedCmp'",
     "for unsigned %i in (%n to %n, step %n) : tile<i32> { //here\n}"},
    {"negi.overflow", v13_2, "'cuda_tile.negi' op 'overflow'",
     "%0 = negi %n overflow<no_signed_wrap> : tile<i32> //here"},
    {"tanh.rounding_mode", v13_2, "'cuda_tile.tanh' op 'rounding_mode'",
     "%0 = tanh %f rounding<approx> : tile<f32> //here"},
    {"print_tko.token", v13_2, "'cuda_tile.print_tko' op 'token'",
     token + "%0 = print_tko \"hi\" token=%t -> token //here"},
    {"print_tko.result_token", v13_2,
     "'cuda_tile.print_tko' op a use of result 'result_token'",
     "%0 = print_tko \"hi\" -> token //here\n"
     "%1 = join_tokens %0, %0 : token"},
    {"exp.rounding_mode", v13_3, "'cuda_tile.exp' op 'rounding_mode'",
     "%0 = exp %f rounding<approx> : tile<f32> //here"},
    {"mmaf.fast_acc", v13_3, "'cuda_tile.mmaf' op 'fast_acc'",
     "%a = constant <f8E5M2: 1.0> : tile<4x4xf8E5M2>\n"
     "%b = constant <f32: 1.0> : tile<4x4xf32>\n"
     "%0 = mmaf %a, %a, %b fast_acc : tile<4x4xf8E5M2>, tile<4x4xf8E5M2>, "
     "tile<4x4xf32> //here"},
    {"global.constant", v13_3, "'cuda_tile.global' op a constant global",
     "global constant @g <f32: 1.0> : tile<4xf32> //here"},
    {"global.symbol_visibility", v13_3,
     "'cuda_tile.global' op a private global",
     "global private @g <f32: 1.0> : tile<4xf32> //here"},
    {"ftoi.saturating", v13_4, "'cuda_tile.ftoi' op 'saturating'",
     "%0 = ftoi %f signed saturating : tile<f32> -> tile<i32> //here"},
    {"load_view_tko.inbounds", v13_4, "'cuda_tile.load_view_tko' op 'inbounds'",
     grid + "%0, %1 = load_view_tko weak %g[%n] inbounds = [true] : " +
         gridType + " -> tile<8xf32>, token //here"},
    {"store_view_tko.inbounds", v13_4,
     "'cuda_tile.store_view_tko' op 'inbounds'",
     grid +
         "%one = constant <f32: 1.0> : tile<8xf32>\n"
         "%t = store_view_tko weak %one, %g[%n] inbounds = [true] : "
         "tile<8xf32>, " +
         gridType + " -> token //here"},

    {"atomic_red_view_tko.inbounds", v13_5,
     "'cuda_tile.atomic_red_view_tko' op 'inbounds'",
     grid +
         "%one = constant <f32: 1.0> : tile<8xf32>\n"
         "%t = atomic_red_view_tko relaxed device %g[%n], addf, %one inbounds "
         "= [true] : tile<8xf32>, " +
         gridType + " -> token //here"},
    {"entry.arg_attrs", v13_5, "'cuda_tile.entry' op an argument's attribute",
     "entry @k(%n: tile<i32>, %m: tile<i32> {test.note = 1 : i32}) { //here\n"
     "}"},

    {"rounding mode.nearest_away", v13_4,
     "'cuda_tile.ftof' op rounding_mode = nearest_away",
     "%0 = ftof %f rounding<nearest_away> : tile<f32> -> tile<tf32> //here"},
    {"pointer attribute.none", v13_4, "'cuda_tile.entry' op ptr_attr = none",
     "entry @k(%p: tile<ptr<f32, #cuda_tile.ptr_attr<none>>>) { //here\n}"},

    {"pointer attribute.unicast", v13_5,
     "'cuda_tile.entry' op ptr_attr = unicast",
     "entry @k(%p: tile<ptr<f32, <unicast>>>) { //here\n}"},
    {"pointer attribute.multicast", v13_5,
     "'cuda_tile.ptr_to_ptr' op ptr_attr = multicast",
     "%0 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f32, <multicast>>> "
     "//here"},
    // Only an op of their version has these.
    manyReduction("add"),
    manyReduction("min"),
    manyReduction("max"),
    manyReduction("and"),
    manyReduction("or"),
    manyReduction("xor"),
    manyReduction("umin"),
    manyReduction("umax"),

    {"type f8E8M0FNU", v13_2, "'cuda_tile.constant' op type f8E8M0FNU",
     "%0 = constant <f8E8M0FNU: 1.0> : tile<f8E8M0FNU> //here"},
    {"type f4E2M1FN", v13_3, "'cuda_tile.constant' op type f4E2M1FN",
     "%0 = constant <f4E2M1FN: 1.0> : tile<2xf4E2M1FN> //here"},
    {"type i4", v13_3, "'cuda_tile.trunci' op type i4",
     "%0 = trunci %n : tile<i32> -> tile<i4> //here"},
    {"type f8E5M3FNU", v13_4, "'cuda_tile.ftof' op type f8E5M3FNU",
     "%0 = ftof %f : tile<f32> -> tile<f8E5M3FNU> //here"},

    // Rules of the language that became wider; no table lists them.
    {"return in a loop", v13_4, "'cuda_tile.return' op a return inside a loop",
     "loop {\nif %c {\nreturn //here\n}\nbreak\n}"},
    {"ftof with a rounding", v13_4,
     "'cuda_tile.ftof' op a rounding mode other than nearest_even",
     "%0 = ftof %f rounding<zero> : tile<f32> -> tile<f16> //here"},
    {"atomic operation on a padded view", v13_5,
     "'cuda_tile.atomic_red_view_tko' op an atomic operation on a view with a "
     "padding value",
     view +
         "%g = make_partition_view %v : partition_view<tile=(8), padding_value "
         "= zero, tensor_view<64xf32, strides=[1]>>\n"
         "%one = constant <f32: 1.0> : tile<8xf32>\n"
         "%t = atomic_red_view_tko relaxed device %g[%n], addf, %one : "
         "tile<8xf32>, partition_view<tile=(8), padding_value = zero, "
         "tensor_view<64xf32, strides=[1]>>, tile<i32> -> token //here"},
    {"division in a reduction", v13_4,
     "'cuda_tile.divi' op a division in the body of a reduce or scan",
     "%a = constant <i32: 1> : tile<4xi32>\n"
     "%0 = reduce %a dim=0 identities=[1 : i32] : tile<4xi32> -> tile<i32> "
     "(%x: tile<i32>, %y: tile<i32>) {\n"
     "%q = divi %x, %y signed : tile<i32> //here\n"
     "yield %q : tile<i32>\n}"},
};

} // namespace

TEST_F(Versions, NothingThatJoinedLaterIsForgotten) {
  std::set<std::string> tested;
  for (const Later &later : laterThings)
    EXPECT_TRUE(tested.insert(later.what).second) << later.what;
  for (const std::string &name : namesOfLaterThings())
    EXPECT_TRUE(tested.count(name)) << "there is no test of: " << name;
}

TEST_F(Versions, OlderOnesAreRefusedAtTheOpAndOthersRoundTrip) {
  for (const Later &later : laterThings) {
    SCOPED_TRACE(later.what);
    auto module = parseItems(later.text);
    ASSERT_TRUE(module) << takeErrors();
    for (BytecodeVersion version : supportedBytecodeVersions()) {
      SCOPED_TRACE(version.str());
      std::string bytes = write(*module, version), error = takeErrors();
      if (version < later.since) {
        EXPECT_EQ(bytes, "");
        // Much older versions may lack something else, too.
        if (version.minor + 1 < later.since.minor)
          continue;
        EXPECT_THAT(error,
                    StartsWith("-:" + std::to_string(lineAtFault()) + ":"));
        EXPECT_THAT(error,
                    HasSubstr(later.message + " needs bytecode version " +
                              later.since.str() + " or later, but version " +
                              version.str() + " is to be written"));
        continue;
      }
      ASSERT_NE(bytes, "") << error;
      Module copy = read(bytes);
      ASSERT_TRUE(copy) << takeErrors();
      EXPECT_EQ(print(*copy), print(&module->getBody()->front()));
      EXPECT_EQ(write(*copy, version), bytes);
    }
  }
}

/// A field that an old file lacks is read as its default, and a field with the
/// default can be written to an old file.
TEST_F(Versions, OlderOnesHoldTheDefaultsOfLaterFields) {
  const std::string texts[] = {
      "%0 = negi %n : tile<i32>",
      "%0 = tanh %f : tile<f32>",
      "%0 = exp %f : tile<f32>",
      "%0 = print_tko \"hi\" -> token",
      "%0 = ftoi %f signed : tile<f32> -> tile<i32>",
      "for %i in (%n to %n, step %n) : tile<i32> {\n}",
      grid + "%0, %1 = load_view_tko weak %g[%n] inbounds = [false] : " +
          gridType + " -> tile<8xf32>, token",
      grid +
          "%one = constant <f32: 1.0> : tile<8xf32>\n"
          "%t = store_view_tko weak %one, %g[%n] : tile<8xf32>, " +
          gridType + " -> token",
      "global @g <f32: 1.0> : tile<4xf32>",
      "entry @k(%n: tile<i32> {}) {\n}",
  };
  for (const std::string &items : texts) {
    SCOPED_TRACE(items);
    auto module = parseItems(items);
    ASSERT_TRUE(module) << takeErrors();
    for (BytecodeVersion version : supportedBytecodeVersions()) {
      Module copy = read(write(*module, version));
      ASSERT_TRUE(copy) << version.str() << ": " << takeErrors();
      EXPECT_EQ(print(*copy), print(&module->getBody()->front()));
    }
  }
}

// cuTile writes such files, and NVIDIA's readers from 13.4 on take them.
TEST_F(Versions, RulesOfLaterVersionsHoldForWritingOnly) {
  const std::string texts[] = {
      "loop {\nif %c {\nreturn\n}\nbreak\n}",
      "%0 = ftof %f rounding<zero> : tile<f32> -> tile<f16>",
      "%a = constant <i32: 1> : tile<4xi32>\n"
      "%0 = reduce %a dim=0 identities=[1 : i32] : tile<4xi32> -> tile<i32> "
      "(%x: tile<i32>, %y: tile<i32>) {\n"
      "%q = divi %x, %y signed : tile<i32>\nyield %q : tile<i32>\n}",
  };
  for (const std::string &items : texts) {
    SCOPED_TRACE(items);
    auto module = parseItems(items);
    ASSERT_TRUE(module) << takeErrors();
    EXPECT_EQ(write(*module, v13_3), "");
    EXPECT_THAT(takeErrors(), HasSubstr("needs bytecode version 13.4"));
    std::string bytes = write(*module, v13_4);
    // Only the version byte of the file depends on the version.
    bytes[9] = 3;
    Module copy = read(bytes);
    ASSERT_TRUE(copy) << takeErrors();
    EXPECT_EQ(print(*copy), print(&module->getBody()->front()));
  }
}

// The compilers of 13.1 and 13.2 call these keys malformed; hints change no
// result.
TEST_F(Versions, OlderFilesLackTheHintsThatTheirReadersRefuse) {
  auto module = parse(R"(cuda_tile.module @m {
    entry @k(%p: tile<ptr<f32>>) optimization_hints=<
        default = {occupancy = 2},
        sm_90 = {num_worker_warps_per_cta = 4, occupancy = 3}> {
      %v, %t = load_ptr_tko weak %p optimization_hints=<default = {latency = 2}>
          : tile<ptr<f32>> -> tile<f32>, token
      return
    }
  })");
  ASSERT_TRUE(module) << takeErrors();
  for (BytecodeVersion version : supportedBytecodeVersions()) {
    SCOPED_TRACE(version.str());
    Module copy = read(write(*module, version));
    ASSERT_TRUE(copy) << takeErrors();
    std::string text = print(*copy);
    bool isOlder = version < v13_3;
    EXPECT_EQ(text.find("default") == std::string::npos, isOlder) << text;
    EXPECT_EQ(text.find("num_worker_warps") == std::string::npos, isOlder);
    EXPECT_THAT(text, HasSubstr("sm_90 = {"));
    EXPECT_THAT(text, HasSubstr("occupancy = 3"));
  }
}

TEST_F(Versions, WhatIsWrittenCanBeRead) {
  for (unsigned depth : {60, 64, 65, 70}) {
    std::string text;
    for (unsigned i = 0; i < depth; ++i)
      text += "if %c {\n";
    for (unsigned i = 0; i < depth; ++i)
      text += "}\n";
    auto module = parseItems(text);
    ASSERT_TRUE(module) << takeErrors();
    std::string bytes = write(*module, v13_4), error = takeErrors();
    if (bytes.empty())
      EXPECT_THAT(error, HasSubstr("nests regions deeper than 64"));
    else
      EXPECT_TRUE(read(bytes)) << depth << takeErrors();
    EXPECT_EQ(bytes.empty(), depth > 64) << depth;
  }
}

//===----------------------------------------------------------------------===//
// Rules that files from 13.5 on keep
//===----------------------------------------------------------------------===//

namespace {

/// A load through a view of f4E2M1FN of the strides.
std::string loadHalfBytes(const std::string &strides, bool gathers) {
  std::string tensor = "tensor_view<64x64xf4E2M1FN, strides=[" + strides + "]>";
  std::string view =
      gathers ? "gather_scatter_view<tile=(8x16), " + tensor + ", sparse_dim=0>"
              : "partition_view<tile=(8x16), " + tensor + ">";
  std::string make =
      gathers ? "make_gather_scatter_view" : "make_partition_view";
  std::string index = gathers ? "%r, %n" : "%n, %n";
  return "%h = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f4E2M1FN>>\n"
         "%r = constant <i32: [0, 2, 4, 6, 8, 10, 12, 14]> : tile<8xi32>\n"
         "%v = make_tensor_view %h, shape = [64, 64], strides = [" +
         strides + "] : " + tensor + "\n%g = " + make + " %v : " + view +
         "\n%x, %t = load_view_tko weak %g[" + index + "] : " + view +
         (gathers ? ", tile<8xi32>, tile<i32>" : ", tile<i32>") +
         " -> tile<8x16xf4E2M1FN>, token //here";
}

} // namespace

TEST_F(Versions, WhatBreaksTheRulesOf13_5IsWrittenForOlderOnesOnly) {
  const std::pair<std::string, std::string> cases[] = {
      {loadHalfBytes("128, 2", false), "exactly one static stride of 1"},
      {loadHalfBytes("1, 1", false), "exactly one static stride of 1"},
      {loadHalfBytes("128, 2", true), "exactly one static stride of 1"},
      {loadHalfBytes("1, 64", true), "not be that of the sparse dimension"},
      {"%h = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f4E2M1FN>>\n"
       "%r = reshape %h : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>> //here",
       "a tile of pointers to f4E2M1FN must have rank 0"},
  };
  for (const auto &[items, message] : cases) {
    SCOPED_TRACE(items);
    auto module = parseItems(items);
    ASSERT_TRUE(module) << takeErrors();
    Module copy = read(write(*module, v13_4));
    ASSERT_TRUE(copy) << takeErrors();
    EXPECT_EQ(print(*copy), print(&module->getBody()->front()));
    EXPECT_EQ(write(*module, v13_5), "");
    std::string errors = takeErrors();
    EXPECT_THAT(errors, HasSubstr(":" + std::to_string(lineAtFault()) + ":"));
    EXPECT_THAT(errors, HasSubstr(message));
  }
}

TEST_F(Versions, FilesFrom13_5OnKeepItsRules) {
  auto errorWith = [&](bool gathers, uint64_t rows, uint64_t columns) {
    auto module = parseItems(loadHalfBytes("128, 1", gathers));
    EXPECT_TRUE(module) << takeErrors();
    std::string bytes = write(*module, v13_5);
    EXPECT_TRUE(read(bytes)) << takeErrors();
    size_t strides = bytes.find(str(le(128, 8) + le(1, 8)));
    EXPECT_NE(strides, std::string::npos);
    bytes.replace(strides, 16, str(le(rows, 8) + le(columns, 8)).str());
    EXPECT_FALSE(read(bytes));
    return takeErrors();
  };
  EXPECT_THAT(errorWith(false, 128, 2),
              HasSubstr("op #4 (load_view_tko): the view must have exactly one "
                        "static stride of 1"));
  EXPECT_THAT(errorWith(false, 1, 1), HasSubstr("exactly one static stride"));
  EXPECT_THAT(errorWith(true, 1, 128), HasSubstr("sparse dimension"));
}

//===----------------------------------------------------------------------===//
// Contents of the inputs of the round trips
//===----------------------------------------------------------------------===//

namespace {

struct SeenField {
  unsigned present = 0, absent = 0;
  std::set<const void *> values;
};

struct SeenOp {
  std::set<unsigned> minors; ///< Versions of the inputs that have the op.
  std::map<std::string, SeenField> fields;
};

/// Fields for which the language allows only one value.
const std::set<std::string> fieldsOfOneValue = {
    "ftoi.rounding_mode", "itof.rounding_mode",
    "atomic_red_view_tko.memory_ordering_semantics"};

} // namespace

/// Each input is written in its own version and in all later ones, so this
/// covers every op and field in every version that has it.
TEST_F(Versions, TheInputsHoldEveryFormOfEveryOp) {
  std::map<const OpEncoding *, SeenOp> seen;
  for (BytecodeVersion version : supportedBytecodeVersions()) {
    auto module = parse(load(languageOf(version)));
    ASSERT_TRUE(module) << takeErrors();
    module->walk([&](mlir::Operation *op) {
      const OpEncoding *encoding =
          lookupOpEncoding(op->getName().getStringRef());
      if (!encoding || !encoding->encodedInBody)
        return;
      SeenOp &seenOp = seen[encoding];
      seenOp.minors.insert(version.minor);
      for (const AttributeEncoding &attribute : encoding->attributes) {
        SeenField &field = seenOp.fields[attribute.name.str()];
        mlir::Attribute value = attribute.get(op);
        ++(value ? field.present : field.absent);
        field.values.insert(value.getAsOpaquePointer());
      }
      for (auto [i, operand] : llvm::enumerate(encoding->operands)) {
        if (!encoding->operandSegments)
          continue;
        SeenField &field = seenOp.fields[operand.name.str()];
        ++(encoding->operandSegments(op)[i] ? field.present : field.absent);
      }
    });
  }
  for (const OpEncoding &op : allOpEncodings()) {
    if (!op.encodedInBody)
      continue;
    SCOPED_TRACE(name(op));
    SeenOp &seenOp = seen[&op];
    EXPECT_TRUE(seenOp.minors.count(op.since.minor))
        << "not in the input of version " << op.since.str();
    for (const AttributeEncoding &attribute : op.attributes) {
      std::string field = attribute.name.str();
      EXPECT_TRUE(seenOp.fields[field].values.size() > 1 ||
                  fieldsOfOneValue.count(name(op) + "." + field))
          << "one value only of '" << field << "'";
      EXPECT_TRUE(!attribute.optional ||
                  (seenOp.fields[field].present && seenOp.fields[field].absent))
          << "always or never there: '" << field << "'";
      EXPECT_TRUE(seenOp.minors.count(attribute.since.minor))
          << "not in the input of the version of '" << field << "'";
    }
    for (const ValueEncoding &operand : op.operands) {
      if (operand.arity != Arity::Optional || !op.operandSegments)
        continue;
      const SeenField &field = seenOp.fields[operand.name.str()];
      EXPECT_TRUE(field.present && field.absent)
          << "always or never there: '" << operand.name.str() << "'";
    }
  }
}
