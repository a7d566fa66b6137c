//===- ParserTest.cpp - Malformed PTX is refused at its place -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Emulator/Syntax/Lexer.h"
#include "Harness.h"
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

const char *const prologue = ".version 8.0\n.target sm_80\n.address_size 64\n";

struct Malformed {
  const char *text;    ///< after the prologue, which has three lines
  const char *message; ///< begins with line:column
};

/// A body of entry "e" on line 6, and its error.
struct MalformedBody {
  const char *text;
  const char *message;
};

std::string withBody(const std::string &body) {
  return std::string(prologue) + ".entry e(.param .u64 p) {\n" +
         ".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .b16 %h<9>; .reg .pred "
         "%p<9>;\n" +
         body + "\n}\n";
}

} // namespace

TEST(Lexer, Tokens) {
  Lexer lexer(
      "ld.shared::cta.v2 %r1, 0x1F 0f3F800000 077 -12U 1.5e2 \"a\\\"b\" "
      "$L__1 // end\n/* x */ }");
  using Kind = Token::Kind;
  struct Expected {
    Kind kind;
    const char *text;
    uint64_t value;
  };
  const Expected expected[] = {{Kind::Identifier, "ld", 0},
                               {Kind::Dotted, "shared::cta", 0},
                               {Kind::Dotted, "v2", 0},
                               {Kind::Identifier, "%r1", 0},
                               {Kind::Punctuation, ",", 0},
                               {Kind::Integer, "0x1F", 31},
                               {Kind::Float32, "0f3F800000", 0x3F800000},
                               {Kind::Integer, "077", 63},
                               {Kind::Punctuation, "-", 0},
                               {Kind::Integer, "12U", 12},
                               {Kind::Float64, "1.5e2", 0x4062C00000000000},
                               {Kind::String, "a\\\"b", 0},
                               {Kind::Identifier, "$L__1", 0},
                               {Kind::Punctuation, "}", 0},
                               {Kind::End, "", 0}};
  for (const Expected &e : expected) {
    Token token = lexer.next();
    EXPECT_EQ(token.kind, e.kind) << e.text;
    EXPECT_EQ(token.text, e.text);
    EXPECT_EQ(token.value, e.value) << e.text;
    std::string source = e.kind == Kind::Dotted ? "." + std::string(e.text)
                         : e.kind == Kind::String
                             ? '"' + std::string(e.text) + '"'
                             : e.text;
    EXPECT_EQ(llvm::StringRef(token.begin, token.end - token.begin), source);
  }
}

TEST(Parser, MalformedModules) {
  const Malformed cases[] = {
      {"garbage", "4:1: error: expected a directive, found 'garbage'"},
      {".target", "4:8: error: expected a target such as sm_90"},
      {".address_size 32", "4:15: error: no target of the emulator has"},
      {".address_size x", "4:15: error: expected 32 or 64"},
      {".nonsense 3;", "4:1: error: the directive .nonsense is not supported"},
      {".entry", "4:7: error: expected the name of the function"},
      {".entry e(", "4:10: error: expected .param"},
      {".entry e(.param .u64 p", "expected ')' at the end of the parameters"},
      {".entry e(.param .pred p) {}", "expected the type of a variable"},
      {".entry e(.reg .u32 p) {}",
       "4:10: error: the parameters of an entry are .param variables"},
      {".entry e()", "expected the body of 'e'"},
      {".entry e() {", "expected '}' at the end of 'e'"},
      {".entry e() .reqntid 0 {}", "4:21: error: one to three positive counts"},
      {".entry e() .reqntid 1,1,1,1 {}", "one to three positive counts"},
      {".entry e() .reqntid 4096 {}",
       "4:12: error: .reqntid asks for blocks of 4096,1,1 threads, but a block "
       "has at most 1024"},
      {".entry e() .reqntid 32,33 {}", "a block has at most 1024"},
      {".entry e() .reqntid 4294967295,4294967295,4294967295 {}",
       "a block has at most 1024"},
      {".entry e() .reqntid 1,1,65 {}", "at most 64 in dimension 2"},
      {".entry e() .what {}", "4:12: error: the directive .what"},
      {".entry e() {}\n.entry e() {}", "5:8: error: 'e' is defined twice"},
      {".func (.param .b32 r) f();\n.func f();", "was declared in another way"},
      {".global .align 3 .b8 x;",
       "4:16: error: an alignment is a power of two"},
      {".global .u32 x[4] = {1,2,3,4,5};",
       "more initial values than 'x' holds"},
      {".global .u32 x[];", "'x' needs a bound or initial values"},
      {".global .u32 x[99999999999];",
       "4:16: error: the variable is too large"},
      {".global .u64 x = y;", "4:18: error: 'y' is no global variable"},
      {".global .u32 x = 1", "expected ';' after a variable"},
      {".global .u32 x; .global .u32 x;", "'x' is defined twice"},
      {".shared .u32 x = 1;", "only .global and .const variables"},
      {".global .q8 x;", "4:9: error: .q8 is no type"},
      {".section .debug { .b8 1", "expected '}' at the end of the section"},
      {".file 1 2", "expected a file name in quotes"},
      {".file 1 \"a", "4:9: error: this string has no end"},
      {"/* ", "4:1: error: this comment has no end"},
      {"\x01", "4:1: error: this character has no meaning"},
      {".global .u32 x = 0f12;", "4:18: error: a hexadecimal float needs"},
      {".global .u32 x = 99999999999999999999999;", "no integer of at most 64"},
      {".global .u32 x = 12ab;", "a number cannot be followed by a letter"},
      {".extern .func f(.param .b32 p) {}", "expected ';' after an .extern"},
      {".global .u64 x = 0xF0(y);", "a mask of an address selects one byte"},
      {".global .u64 x = 0(y);", "a mask of an address selects one byte"},
  };
  for (const Malformed &c : cases)
    EXPECT_NE(parseError(std::string(prologue) + c.text).find(c.message),
              std::string::npos)
        << c.text << "\n"
        << parseError(std::string(prologue) + c.text);
  EXPECT_NE(parseError(prologue + std::string(1, '\0') + "x")
                .find("4:1: error: this character has no meaning"),
            std::string::npos);
  EXPECT_NE(parseError("").find("test.ptx:1:1: error: a PTX module begins with "
                                ".version, but the text ends here"),
            std::string::npos);
  EXPECT_NE(parseError(".version 8.0").find("no .target"), std::string::npos);
}

TEST(Parser, MalformedBodies) {
  const MalformedBody cases[] = {
      {"add.u32 %r1, %r2;", "6:1: error: this instruction takes 3 operands"},
      {"add.u32 %r1, %r2, %r3", "expected ';' after the instruction"},
      {"add.u32 %r1, %r2, %r10;", "6:19: error: '%r10' is neither"},
      {"add.u32 %r1, %r2, %rd3;", "a register of 32 bits is needed"},
      {"add.u32 5, %r2, %r3;", "operand 1 must be a register"},
      {"add.u32.frob %r1, %r2, %r3;",
       "does not execute this instruction with .frob"},
      {"selp.b6A %rd1, %rd1, %rd2, %p1; selp.b64 %rd1, %rd1, %rd2, %p1;",
       "does not execute this instruction with .b6A"},
      {"frobnicate.u32 %r1, %r2;",
       "unknown: test.ptx:6:1: the emulator does not execute this "
       "instruction\n  instruction: frobnicate.u32 %r1, %r2;"},
      {"wgmma.fence.sync.aligned;", "needs .target sm_90a, not sm_80"},
      {"multimem.red.relaxed.sys.global.add.u32 [%rd1], %r1;",
       "needs .target sm_90 or higher, not sm_80"},
      {"cp.async.bulk.tensor.2d.global.shared::cta [%rd1, {%r1,%r2}], [%r3];",
       "needs .target sm_90"},
      {"bra L;", "6:5: error: the label 'L' is not defined"},
      {"L: L: ret;", "the label 'L' is defined twice"},
      {"@%r1 bra L; L: ret;", "6:2: error: '%r1' is no predicate"},
      {"@%p1 ;", "expected an instruction"},
      {"ld.u32 %r1, %r2;", "operand 2 must be an address in brackets"},
      {"ld.u32 %r1, [%rd1;", "expected ']' after the address"},
      {"ld.v2.u32 {%r1}, [%rd1];", "the vector needs 2 elements"},
      {"ld.u32 {_}, [%rd1];", "a load writes registers"},
      {"mov.b32 {_}, %r1;", "a vector that is written holds registers"},
      {"mov.b32 {%r1}, {%r2};", "operand 1 must be a register"},
      {"ld.u64 %r1, [%rd1];", "'%r1' is too narrow for 64 bits"},
      {"ld.acquire.global.u32 %r1, [%rd1];", "an ordered access needs a scope"},
      {"st.const.u32 [%rd1], %r1;", ".const memory cannot be written"},
      {"st.shared.u32 [p], 1;", ""},
      {"mov.u32 %r1, unknown;", "6:14: error: 'unknown' is not declared"},
      {"mov.u32 %r1, %nosuch;", "special register that is supported"},
      {"setp.zz.u32 %p1, %r1, %r2;",
       "does not execute this instruction with .zz"},
      {"cvt.f16.f32 %h1, %r1;", "cvt needs one of .rn, .rz, .rm, .rp"},
      {"cvt.s32.f32 %r1, %r2;", "cvt needs one of .rni, .rzi, .rmi, .rpi"},
      {"fma.f32 %r1, %r2, %r3, %r4;", "fma needs one of .rn, .rz, .rm, .rp"},
      {"call nothing;", "'nothing' is not declared"},
      {"call (x), e;", "expected a .param variable of the caller"},
      {".reg .b32 %r<4>;", "the register '%r' is declared twice"},
      {".reg .b256 %q;", "expected the type of registers"},
      {".reg .b64 %q<2147483648>;", "limited to 16777216"},
      {".reg .b64 %q<18446744073709551615>;", "limited to 16777216"},
      {".reg .b64 %q<16777000>; { .reg .b32 %n<1000>; }",
       "limited to 16777216"},
      {".local .b8 big[600000];", "limited to 512 KiB"},
      {".local .align 512 .b8 x[4];", "an alignment above 256"},
      {"brx.idx %r1, T;", "'T' is no list of .branchtargets"},
      {"shfl.sync.bfly.b32 %r1, %r2, 1, 31;", "takes 5 operands"},
      {"atom.global.inc.s32 %r1, [%rd1], %r2;", "unknown: "},
      {"red.global.exch.b32 [%rd1], %r2;", "unknown: "},
      {"barrier.cluster.arrive;", "needs .target sm_90"},
      {"mov.b64 {%r1, %r2, %r3}, %rd1;", "mov packs one, two or four elements"},
      {"add.u32 %r1, {{{{{{%r2}}}}}}, %r3;", "operands are nested too deeply"},
  };
  for (const MalformedBody &c : cases) {
    std::string error = parseError(withBody(c.text));
    if (*c.message) {
      EXPECT_NE(error.find(c.message), std::string::npos) << c.text << "\n"
                                                          << error;
    }
  }
}

TEST(Parser, ZerosBehindTheTextAreNoText) {
  std::string text = withBody("ret;");
  EXPECT_EQ(parseError(text + std::string(1, '\0')), "");
  EXPECT_NE(parseError(text + std::string(1, '\0') + text), "");
}

TEST(Parser, DeepNestingIsRefused) {
  std::string text = std::string(prologue) + ".entry e() ";
  EXPECT_NE(parseError(text + std::string(100000, '{')).find("too deeply"),
            std::string::npos);
  text = std::string(prologue) + ".global .u32 x[4] = ";
  EXPECT_NE(parseError(text + std::string(100000, '{')).find("too deeply"),
            std::string::npos);
}

TEST(Parser, EveryTruncationIsAnErrorOrAModule) {
  std::string text = kernel(R"(
    { .reg .b32 x; mov.b64 {x, _}, %rd1; L: @%p1 bra L; }
    T: .branchtargets A, B;
    brx.idx %r1, T;
    A: st.global.v2.b32 [%rd1+-8], {%r1, 0f3F800000};
    B: )",
                            ".global .align 8 .u64 t[3] = {1, k2+4, -2};\n"
                            ".global .u32 k2[9];\n");
  ASSERT_EQ(parseError(text), "");
  for (size_t size = 0; size != text.size(); ++size)
    parseError(text.substr(0, size));
}

TEST(Parser, MutationsNeverCrash) {
  std::string text =
      kernel("add.s32 %r1, %r2, 7;\n@!%p1 bra X;\n"
             "ld.global.nc.v4.f32 {%r1,%r2,%r3,%r4}, [%rd1+16];\n"
             "X: cvt.rn.f16x2.f32 %r1, %r2, %r3;");
  std::mt19937 random(1);
  const char alphabet[] = " .,;:{}()[]<>=@!|+-%$_abru0129xXfU\"/*\n";
  for (int i = 0; i != 20000; ++i) {
    std::string mutated = text;
    for (unsigned n = random() % 4 + 1; n; --n) {
      size_t at = random() % mutated.size();
      switch (random() % 3) {
      case 0:
        mutated[at] = alphabet[random() % (sizeof alphabet - 1)];
        break;
      case 1:
        mutated.erase(at, random() % 9);
        break;
      default:
        mutated.insert(at, mutated.substr(random() % mutated.size(), 12));
        break;
      }
    }
    parseError(mutated);
  }
}

TEST(Parser, WhatIsTolerated) {
  EXPECT_EQ(parseError(R"(
.version 9.0
.target sm_90, debug
.address_size 64
.file 1 "a.cu", 123, 456
.pragma "nounroll";
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.weak .func (.param .b32 r) f(.param .align 8 .b8 p[16]) ;
.extern .shared .align 16 .b8 dynamic[];
.const .align 4 .f32 table[2][2] = {{1.0, 0f40000000}, {3.0, -4.0}};
.global .align 8 .u64 pointers[2] = {generic(table)+4, f};
.global .attribute(.managed) .u32 managed;
.visible .entry e(.param .u64 .ptr .global .align 16 p)
.maxntid 128, 1, 1 .minnctapersm 2 .maxnreg 64
{
  .loc 1 2 3, function_name $L__info_string0, inlined_at 1 4 5
  .pragma "nounroll";
  .reg .b32 %r<4>;
  { .reg .b32 %r<2>; mov.u32 %r1, 1; L: bra L2; L2: }
  { L: bra L; }
  ret;
}
.func (.param .b32 r) f(.param .align 8 .b8 p[16]) { ret; }
.section .debug_abbrev { .b8 1,2 .b32 .debug_abbrev .b64 L+4 }
)"),
            "");
}

TEST(Program, DescribesItsEntries) {
  auto program = Program::parse(std::string(prologue) + R"(
.shared .align 16 .b8 buffer[100];
.shared .align 16 .b8 unused[100];
.func f() { .reg .b32 %r<2>; mov.u32 %r1, buffer; ret; }
.entry first(.param .u8 a, .param .u64 b, .param .align 16 .b8 c[20],
             .param .f32 d)
.reqntid 64,2 .reqnctapercluster 2 .blocksareclusters
{ .shared .align 32 .f64 own[3]; .reg .b32 %r<2>; mov.u32 %r1, own; call f; ret; }
.entry second() { ret; }
)",
                                "m.ptx");
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  ASSERT_EQ(program->entries().size(), 2u);
  const Entry *entry = program->findEntry("first");
  ASSERT_TRUE(entry);
  std::vector<uint64_t> offsets, sizes;
  for (const Parameter &p : entry->parameters) {
    offsets.push_back(p.offset);
    sizes.push_back(p.size);
  }
  EXPECT_EQ(offsets, (std::vector<uint64_t>{0, 8, 16, 36}));
  EXPECT_EQ(sizes, (std::vector<uint64_t>{1, 8, 20, 4}));
  EXPECT_EQ(entry->parameterBytes, 40u);
  EXPECT_EQ(entry->requiredBlock, (Dim3{64, 2, 1}));
  EXPECT_EQ(entry->clusterShape, (Dim3{2, 1, 1}));
  EXPECT_TRUE(entry->blocksAreClusters);
  EXPECT_EQ(entry->staticSharedBytes, 128u + 24u);
  EXPECT_EQ(program->target(), "sm_80");
  EXPECT_EQ(program->findEntry("second")->staticSharedBytes, 0u);
  EXPECT_FALSE(program->findEntry("third"));
}
