//===- FormsTest.cpp - Every form of every arithmetic instruction ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each form of lib/Emulator/Forms/arithmetic.forms runs on many tuples of
// operands and has to give the result that Forms.h computes: once in all lanes,
// and once under a guard, with the destination among its sources if the widths
// allow it. Anything that is no form is refused.
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include "../Harness.h"
#include "../HostUnits.h"
#include <map>
#include <random>
#include <set>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

constexpr unsigned threads = 512;
/// A target and a version of PTX that have all forms.
constexpr const char *newestTarget = "sm_120a", *newestVersion = "9.4";
/// Words that a thread reads: three widths of four sources, and flags.
constexpr unsigned inputWords = 13;

const std::vector<Form> &allForms() {
  static const std::vector<Form> forms =
      readForms(TESSERA_SOURCE_DIR "/lib/Emulator/Forms/arithmetic.forms");
  return forms;
}

/// Operands at the edges of ranges, by width.
uint64_t interesting(unsigned width, std::mt19937_64 &random) {
  static const uint64_t edges16[] = {
      0,      1,      0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x0400, 0x03FF, 0x3C00,
      0x3C01, 0xBC00, 0x7BFF, 0x7C00, 0xFC00, 0x7E00, 0x7C01, 0x3F80, 0x7F80,
      0xFF80, 0x7FC0, 0x0080, 0x007F, 0x4000, 0xC000, 0x7F7F, 0x8400};
  static const uint64_t edges32[] = {
      0,          1,          0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FFFFF,
      0x800000,   0x807FFFFF, 0x80800000, 0x3F800000, 0xBF800000, 0x3F800001,
      0x3F7FFFFF, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000,
      0x7F800001, 0xFFC12345, 0x7E800000, 0x7E800001, 0xFF000000, 0x40490FDB,
      0x3C003C00, 0x7C01FC00, 0x7F80FF80, 0x80000001};
  static const uint64_t edges64[] = {0,
                                     1,
                                     0x7FFFFFFFFFFFFFFF,
                                     0x8000000000000000,
                                     0xFFFFFFFFFFFFFFFF,
                                     0x000FFFFFFFFFFFFF,
                                     0x0010000000000000,
                                     0x8010000000000000,
                                     0x3FF0000000000000,
                                     0xBFF0000000000000,
                                     0x3FF0000000000001,
                                     0x7FEFFFFFFFFFFFFF,
                                     0xFFEFFFFFFFFFFFFF,
                                     0x7FF0000000000000,
                                     0xFFF0000000000000,
                                     0x7FF8000000000000,
                                     0x7FF0000000000001,
                                     0xFFF8000000012345,
                                     0xFFFFFFFF,
                                     0x100000000,
                                     0x7FF0000080000000};
  auto pick = [&](const auto &edges) {
    return edges[random() % (sizeof edges / sizeof edges[0])];
  };
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  switch (random() % 6) {
  case 0: // an edge
    return width == 16   ? pick(edges16)
           : width == 32 ? pick(edges32)
                         : pick(edges64);
  case 1: // a small number, or its negative
    return (random() % 2 ? random() % 80 : 0 - random() % 80) & mask;
  case 2: // floats near one, in either half of a pair too
    if (width == 16)
      return ((random() % 2 ? 0x3800 : 0x3E00) + random() % 0x800) |
             (random() % 2 << 15);
    return width == 32
               ? (random() & 0x80FFFFFF) + (uint64_t(0x3E) << 24)
               : ((random() & 0x807FFFFFFFFFFFFF) | uint64_t(0x3FE) << 52) &
                     mask;
  case 3: // tiny and huge floats
    if (width == 16)
      return (random() & 0x87FF) | (random() % 2 ? 0x7800 : 0);
    return width == 32
               ? (random() & 0x81FFFFFF) | (random() % 2 ? 0x7E000000 : 0)
               : (random() & 0x803FFFFFFFFFFFFF) |
                     (random() % 2 ? 0x7FC0000000000000 : 0);
  default:
    return random() & mask;
  }
}

struct Thread {
  std::map<unsigned, std::array<uint64_t, 4>> sources; ///< by width
  bool predicate, carry, guard;
};

const std::vector<Thread> &inputs() {
  static const std::vector<Thread> result = [] {
    std::mt19937_64 random(20261120);
    std::vector<Thread> all(threads);
    for (Thread &t : all) {
      for (unsigned width : {16u, 32u, 64u})
        for (uint64_t &x : t.sources[width])
          x = interesting(width, random);
      // Often two operands are equal or opposite.
      if (random() % 8 == 0)
        for (unsigned width : {16u, 32u, 64u})
          t.sources[width][1] =
              t.sources[width][0] ^ (random() % 2 << (width - 1));
      t.predicate = random() & 1;
      t.carry = random() & 1;
      t.guard = random() % 3 != 0;
    }
    return all;
  }();
  return result;
}

std::string registerName(unsigned width, unsigned source) {
  return "%x" + std::to_string(width) + "_" + std::to_string(source);
}

/// The way in which a form is run.
struct Variant {
  bool isGuarded = false;
  bool isAliased = false; ///< the destination is the first source
  bool hasSecond = false; ///< p|q instead of p
  bool negates = false;   ///< !q
};

bool canAlias(const Form &form) {
  return form.operands.size() > 1 && form.width(0) > 1 &&
         form.width(0) == form.width(1);
}

unsigned numberOf(size_t index) { return (index * 37 + 0x1B) & 255; }

bool isSecondPredicate(const Form &form, size_t operand) {
  return operand == 2 && form.operands[1] == "q";
}

/// The instruction with its operands: destinations %d16, %d32, %d64, %pd, %pe.
std::string instruction(const Form &form, const Variant &v, size_t index) {
  std::string text = v.isGuarded ? "@%guard " : "";
  text += form.mnemonic + " ";
  for (size_t i = 0; i != form.operands.size(); ++i) {
    const std::string &kind = form.operands[i];
    unsigned width = form.width(i);
    text += i ? ", " : "";
    if (kind[0] == '%') // a register of a type outside the form
      text += kind;
    else if (i == 0)
      text += kind == "dp"  ? "%d32|%pe"
              : kind == "m" ? "%d32." + partName(numberOf(index))
              : width == 1  ? (v.hasSecond ? "%pd|%pe" : "%pd")
                            : "%d" + std::to_string(width);
    else if (kind == "q")
      text += std::string(v.negates ? "!" : "") +
              (isSecondPredicate(form, i) ? "%s" : "%q");
    else if (kind == "i")
      text += std::to_string(numberOf(index));
    else if (i == 1 && v.isAliased)
      text += "%d" + std::to_string(width);
    else
      text += registerName(width, static_cast<unsigned>(i) - 1);
  }
  return text + ";\n";
}

bool usesCarry(const Form &form) {
  return form.opcode == "addc" || form.opcode == "subc" ||
         form.opcode == "madc";
}
bool setsCarry(const Form &form) { return form.has("cc"); }

/// The code around it: the destination's old value, the carry, the results.
std::string runOf(const Form &form, const Variant &v, size_t index,
                  size_t place) {
  std::string text;
  unsigned width = form.width(0);
  std::string w = std::to_string(width);
  if (width > 1) {
    std::string old =
        v.isAliased ? registerName(width, 0) : registerName(width, 3);
    text += "mov.b" + w + " %d" + w + ", " + old + ";\n";
  } else {
    text += "setp.ne.u32 %pd, %flags, %flags;\n";
  }
  text += "setp.ne.u32 %pe, %flags, %flags;\n";
  if (usesCarry(form))
    text += "add.cc.u32 %scratch, %carry, 0xFFFFFFFF;\n";
  text += instruction(form, v, index);
  if (setsCarry(form))
    text += "addc.u32 %scratch, 0, 0; setp.ne.u32 %pe, %scratch, 0;\n";
  if (width == 1)
    text += "selp.b64 %d64, 1, 0, %pd;\n";
  else if (width == 16)
    text += "mov.b32 %d32, {%d16, %zero16}; mov.b64 %d64, {%d32, %zero32};\n";
  else if (width == 32)
    text += "mov.b64 %d64, {%d32, %zero32};\n";
  text += "selp.b64 %second, 1, 0, %pe;\n";
  return text + "st.global.v2.b64 [%out+" +
         std::to_string(place * threads * 16) + "], {%d64, %second};\n";
}

std::string kernelOf(const std::string &body,
                     const std::string &target = newestTarget,
                     const std::string &version = newestVersion) {
  std::string text = R"(
  .reg .b16 %d16, %zero16; .reg .b32 %d32, %zero32, %flags, %carry, %scratch;
  .reg .b64 %d64, %second, %in, %out; .reg .pred %pd, %pe, %q, %s, %guard;
  mov.b16 %zero16, 0; mov.b32 %zero32, 0;
  mul.wide.u32 %in, %t, )" +
                     std::to_string(inputWords * 8) +
                     R"(; add.u64 %in, %in, %rd1;
  mul.wide.u32 %out, %t, 16; add.u64 %out, %out, %rd0;
)";
  unsigned offset = 0;
  for (unsigned width : {16u, 32u, 64u})
    for (unsigned i = 0; i != 4; ++i, offset += 8) {
      std::string w = std::to_string(width);
      text += ".reg .b" + w + " " + registerName(width, i) + "; ld.global.b" +
              w + " " + registerName(width, i) + ", [%in+" +
              std::to_string(offset) + "];\n";
    }
  text += "ld.global.u32 %flags, [%in+" + std::to_string(offset) + "];\n" + R"(
  and.b32 %scratch, %flags, 1; setp.ne.u32 %q, %scratch, 0;
  and.b32 %scratch, %flags, 4; setp.ne.u32 %guard, %scratch, 0;
  shr.u32 %carry, %flags, 1; and.b32 %carry, %carry, 1;
  setp.ne.u32 %s, %carry, 0;
)";
  text = kernel(text + body);
  text.replace(text.find("sm_90a"), 6, target);
  return withVersion(text, version);
}

LaneInput laneInput(const Form &form, const Thread &t, bool negates,
                    size_t index) {
  LaneInput in;
  for (size_t i = 1; i < form.operands.size() && i <= 4; ++i)
    if (form.operands[i] == "q")
      in.source[i - 1] =
          (isSecondPredicate(form, i) ? t.carry : t.predicate) != negates;
    else if (form.width(i) >= 16)
      in.source[i - 1] = t.sources.at(form.width(i))[i - 1];
  in.predicate = t.predicate != negates;
  in.carry = t.carry;
  in.number = numberOf(index);
  return in;
}

struct FormRun {
  size_t form;
  Variant variant;
};

/// Compares the results in memory with the oracle; false at a mistake.
void checkRun(const FormRun &run, const uint64_t *results) {
  const Form &form = allForms()[run.form];
  bool writesSecond =
      run.variant.hasSecond || form.operands[0] == "dp" || setsCarry(form);
  for (unsigned i = 0; i != threads; ++i) {
    const Thread &t = inputs()[i];
    LaneInput in = laneInput(form, t, run.variant.negates, run.form);
    LaneOutput want = evaluate(form, in);
    bool second = setsCarry(form) ? want.carry : want.flag;
    unsigned width = form.width(0);
    if (run.variant.isGuarded && !t.guard) {
      if (setsCarry(form))
        continue; // the old CC.CF is not set by the test
      want.value =
          width == 1 ? 0 : t.sources.at(width)[run.variant.isAliased ? 0 : 3];
      want.alternative = want.value;
      second = false;
    }
    uint64_t value = results[2 * i], flag = results[2 * i + 1];
    bool isRight = value == want.value ||
                   (isFloatName(form.lastType()) && form.has("approx") &&
                    value == want.alternative);
    if (isRight && (!writesSecond || flag == uint64_t(second)))
      continue;
    char text[256];
    std::snprintf(
        text, sizeof text,
        "a=%llx b=%llx c=%llx d=%llx q=%d carry=%d: %llx, %llu; "
        "expected %llx, %d",
        (unsigned long long)in.source[0], (unsigned long long)in.source[1],
        (unsigned long long)in.source[2], (unsigned long long)in.source[3],
        in.predicate, in.carry, (unsigned long long)value,
        (unsigned long long)flag, (unsigned long long)want.value, second);
    ADD_FAILURE() << instruction(form, run.variant, run.form) << text;
    return;
  }
}

void runAll(const std::vector<FormRun> &runs) {
  std::vector<uint64_t> words;
  for (const Thread &t : inputs()) {
    for (unsigned width : {16u, 32u, 64u})
      for (uint64_t x : t.sources.at(width))
        words.push_back(x);
    words.push_back(t.predicate | t.carry << 1 | t.guard << 2);
  }
  constexpr size_t batch = 64;
  for (size_t first = 0; first < runs.size(); first += batch) {
    size_t count = std::min(batch, runs.size() - first);
    std::string body;
    for (size_t i = 0; i != count; ++i)
      body += runOf(allForms()[runs[first + i].form], runs[first + i].variant,
                    runs[first + i].form, i);
    KernelRun kernelRun(kernelOf(body));
    kernelRun.zeros(batch * threads * 16).array(words).zeros(4).zeros(4);
    kernelRun.config.hostThreads = 1;
    ASSERT_EQ(kernelRun.launch({1, 1, 1}, {threads, 1, 1}), "");
    std::vector<uint64_t> results = kernelRun.read<uint64_t>(0);
    for (size_t i = 0; i != count; ++i)
      checkRun(runs[first + i], results.data() + i * threads * 2);
  }
}

class FormUnits : public HostUnits {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Hosts, FormUnits, allUnits());

TEST_P(FormUnits, InAllLanes) {
  std::vector<FormRun> runs;
  for (size_t i = 0; i != allForms().size(); ++i)
    runs.push_back({i, {}});
  ASSERT_GT(runs.size(), 4000u);
  runAll(runs);
}

TEST_P(FormUnits, GuardedAndInPlace) {
  std::vector<FormRun> runs;
  for (size_t i = 0; i != allForms().size(); ++i) {
    const Form &form = allForms()[i];
    Variant v;
    v.isGuarded = true;
    v.isAliased = canAlias(form);
    v.hasSecond = form.operands[0] == "pq";
    v.negates = i & 1 && form.operands.back() == "q";
    runs.push_back({i, v});
  }
  runAll(runs);
}

/// The mnemonic with its modifiers in sorted order.
static std::string normal(const std::string &opcode,
                          const std::vector<std::string> &modifiers) {
  std::set<std::string> sorted;
  std::string types;
  for (const std::string &m : modifiers)
    if (isTypeName(m))
      types += "." + m;
    else if (!sorted.insert(m).second)
      types += ".twice";
  std::string text = opcode;
  for (const std::string &m : sorted)
    text += "." + m;
  return text + types;
}

TEST(Forms, NothingElseIsAccepted) {
  std::set<std::string> known, modifiers, opcodes;
  for (const Form &form : allForms()) {
    known.insert(normal(form.opcode, form.modifiers));
    modifiers.insert(form.modifiers.begin(), form.modifiers.end());
  }
  for (const char *m : {"u8", "b128", "tf32", "rna", "satfinite", "wide", "zz"})
    modifiers.insert(m);
  auto refused = [&](Form form, const std::vector<std::string> &changed) {
    if (known.count(normal(form.opcode, changed)))
      return;
    form.mnemonic = form.opcode;
    for (const std::string &m : changed)
      form.mnemonic += "." + m;
    std::string body = instruction(form, {}, 0);
    EXPECT_NE(parseError(kernelOf(body)), "") << body;
  };
  std::mt19937 random(5);
  for (const Form &form : allForms()) {
    // Comparisons are many and alike.
    bool isCommon = form.opcode == "set" || form.opcode == "setp";
    if (isCommon && random() % 24)
      continue;
    for (size_t i = 0; i != form.modifiers.size(); ++i) {
      std::vector<std::string> fewer = form.modifiers;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
      refused(form, fewer);
    }
    for (const std::string &m : modifiers) {
      if (random() % 4)
        continue;
      std::vector<std::string> more = form.modifiers;
      more.insert(more.begin(), m);
      refused(form, more);
      if (form.modifiers.empty())
        continue;
      more = form.modifiers;
      more[random() % more.size()] = m;
      refused(form, more);
    }
  }
}

TEST(Forms, NeedTheirTargetAndVersion) {
  std::set<std::string> seen;
  for (const Form &form : allForms()) {
    // One comparison stands for all of its types.
    bool isSet = form.opcode == "set" || form.opcode == "setp";
    std::string key = form.opcode;
    for (const std::string &type : form.types)
      key += type;
    if (isSet && !seen.insert(key).second)
      continue;
    auto errorOn = [&](const std::string &target, const std::string &version) {
      return parseError(
          kernelOf(instruction(form, {}, 0), "sm_" + target, version));
    };
    auto expectNeed = [&](const std::string &error, const std::string &need) {
      EXPECT_NE(error.find("needs ." + need), std::string::npos)
          << form.mnemonic << ": " << error;
    };
    std::string number = std::to_string(form.target);
    std::string least = form.targets.empty() ? number : form.targets;
    EXPECT_EQ(errorOn(least, newestVersion), "") << form.mnemonic;
    if (form.target > 75)
      expectNeed(errorOn(std::to_string(form.target - 1), newestVersion),
                 "target sm_" + number);
    if (least != number)
      expectNeed(errorOn(number, newestVersion), "target sm_" + number);
    if (!form.version.empty())
      expectNeed(errorOn(least, "9.0"), "version " + form.version);
  }
}

/// PTX ISA, section "Type Information for Instructions and Operands".
TEST(Forms, RegistersOfAnotherType) {
  std::set<std::string> seen;
  size_t count = 0;
  for (const Form &form : allForms()) {
    std::string key = form.opcode;
    for (const auto *list : {&form.types, &form.operands})
      for (const std::string &name : *list)
        key += " " + name;
    if (!seen.insert(key).second)
      continue;
    for (size_t i = 0; i != form.operands.size(); ++i) {
      std::string type = form.type(i);
      if (type.empty() || type.find('x') != std::string::npos ||
          type == "pred" || type == "bf16")
        continue;
      Form changed = form;
      changed.operands[i] = isFloatName(type) ? "%u" : "%f";
      changed.operands[i] += std::to_string(typeWidth(type));
      std::string text =
          kernelOf(".reg .f16 %f16; .reg .u16 %u16; .reg .f32 %f32; "
                   ".reg .u32 %u32; .reg .f64 %f64; .reg .u64 %u64;\n" +
                   instruction(changed, {}, 0));
      bool isOfBits = type[0] == 'b';
      EXPECT_EQ(parseError(text).find("which an operand of type") ==
                    std::string::npos,
                isOfBits)
          << instruction(changed, {}, 0) << parseError(text);
      ++count;
    }
  }
  EXPECT_GT(count, 1000u);
}

static const char *const targetsOfAllKinds[] = {
    "sm_86",   "sm_89",   "sm_90a", "sm_100",  "sm_100a",
    "sm_103f", "sm_110a", "sm_120", "sm_120a", "sm_121f"};

static std::string errorFor(const std::string &instruction,
                            const std::string &target,
                            const std::string &version) {
  return parseError(".version " + version + "\n.target " + target +
                    "\n.address_size 64\n.visible .entry k() {\n"
                    ".reg .b8 %b<40>; .reg .b16 %h<40>; .reg .b32 %r<150>;\n"
                    ".reg .f32 %f<150>; .reg .b64 %d<150>; .reg .pred %p<150>;"
                    "\n.reg .b128 %q<40>;\n" +
                    instruction + "\nret;\n}\n");
}

TEST(Forms, ConversionsByTarget) {
  std::vector<Form> forms =
      readForms(TESSERA_SOURCE_DIR "/lib/Emulator/Forms/conversions.forms");
  ASSERT_GT(forms.size(), 900u);
  for (const Form &form : forms) {
    std::string text = form.mnemonic, separator = " ";
    for (size_t i = 0; i != form.operands.size(); ++i) {
      std::string number = std::to_string(i + 1), type = form.type(i);
      // Integers of 8 bits stand in registers of 16.
      bool isByte = type == "u8" || type == "s8";
      text += separator;
      text += form.operands[i] == "4t"          ? "{%r1, %r2, %r3, %r4}"
              : typeWidth(type) == 8 && !isByte ? "%b" + number
              : isByte || typeWidth(type) == 16 ? "%h" + number
              : typeWidth(type) == 32           ? "%r" + number
                                                : "%d" + number;
      separator = ", ";
    }
    for (const char *target : targetsOfAllKinds) {
      std::string error = errorFor(text + ";", target, "9.2");
      EXPECT_EQ(error.empty(), (TargetForm{"", form.targets}.has(target)))
          << target << ": " << text << "\n"
          << error;
    }
  }
}

/// Checks that the emulator has the targets of a table.
static void checkTargets(const std::string &table, size_t least,
                         const std::string &version = "9.0") {
  std::vector<TargetForm> forms =
      readTargetForms(TESSERA_SOURCE_DIR "/unittests/Emulator/Inputs/" + table);
  ASSERT_GT(forms.size(), least);
  for (const TargetForm &form : forms)
    for (const char *target : targetsOfAllKinds) {
      std::string error = errorFor(form.instruction, target, version);
      EXPECT_EQ(error.empty(), form.has(target))
          << target << ": " << form.instruction << "\n"
          << error;
    }
}

TEST(Forms, SmallFloatsByTarget) { checkTargets("small-float-forms.txt", 800); }

TEST(Forms, TensorCoresByTarget) { checkTargets("tensor-forms.txt", 150); }

TEST(Forms, WarpGroupsByTarget) { checkTargets("group-forms.txt", 700); }

TEST(Forms, NewerOnesByTarget) { checkTargets("newer-forms.txt", 70, "9.4"); }

TEST(Forms, AccessesByTarget) { checkTargets("memory-forms.txt", 600); }

TEST(Forms, ClustersAndTensorsByTarget) {
  checkTargets("cluster-forms.txt", 290);
}
