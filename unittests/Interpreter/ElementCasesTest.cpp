//===- ElementCasesTest.cpp - Elementwise operations at edge values -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file runs element_cases.txt, which generate_cases.py writes from exact
// arithmetic: every elementwise operation with every element type.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "tessera/Numerics/Format.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::interp;
using numerics::Format;

namespace {
struct Operand {
  StringRef type;
  SmallVector<StringRef> bits;
};

struct Case {
  StringRef type, text;
  SmallVector<StringRef> expected;
  /// The names of the lists in `text`.
  SmallVector<StringRef> operands;
};

struct CaseFile {
  std::unique_ptr<MemoryBuffer> buffer;
  StringMap<Operand> lists;
  std::vector<Case> cases;
};
} // namespace

static SmallVector<StringRef> words(StringRef text) {
  SmallVector<StringRef> result;
  text.split(result, ' ', -1, /*KeepEmpty=*/false);
  return result;
}

static CaseFile readCases() {
  CaseFile file;
  auto buffer =
      MemoryBuffer::getFile(TESSERA_SOURCE_DIR "/unittests/Interpreter/"
                                               "element_cases.txt");
  if (!buffer)
    return file;
  file.buffer = std::move(*buffer);
  SmallVector<StringRef> lines;
  file.buffer->getBuffer().split(lines, '\n');
  for (StringRef line : lines) {
    if (line.consume_front("list ")) {
      SmallVector<StringRef> all = words(line);
      file.lists[all[0]] = {all[1], {all.begin() + 2, all.end()}};
    } else if (line.consume_front("case ")) {
      auto [head, expected] = line.split(" :: ");
      auto [type, text] = head.split(' ');
      Case entry{type, text, words(expected), {}};
      for (StringRef rest = text; rest.contains('%');) {
        rest = rest.split('%').second;
        entry.operands.push_back(
            rest.take_while([](char c) { return isAlnum(c); }));
      }
      file.cases.push_back(std::move(entry));
    }
  }
  return file;
}

static uint64_t parseBits(StringRef text) {
  uint64_t bits = 0;
  EXPECT_FALSE(text.getAsInteger(16, bits)) << text.str();
  return bits;
}

/// The bytes of elements of this format, as they lie in memory.
static std::vector<uint8_t> pack(ArrayRef<StringRef> elements, Format format) {
  std::vector<uint8_t> bytes;
  for (StringRef element : elements) {
    uint64_t bits = parseBits(element);
    for (unsigned i = 0; i < numerics::storageBytes(format); ++i)
      bytes.push_back(static_cast<uint8_t>(bits >> (8 * i)));
  }
  return bytes;
}

static std::string viewOf(StringRef type) {
  return ("partition_view<tile=(64), tensor_view<64x" + type +
          ", strides=[1]>>")
      .str();
}

/// An entry that loads each operand, runs the case and stores the result.
static std::string entryOf(const Case &c, unsigned number,
                           const StringMap<Operand> &lists) {
  std::string text = "entry @k" + std::to_string(number) + "(";
  for (StringRef name : c.operands)
    text += "%p_" + name.str() + ": tile<ptr<" + lists.lookup(name).type.str() +
            ">>, ";
  text += "%p_out: tile<ptr<" + c.type.str() + ">>) {\n";
  text += "%zero = constant <i32: 0> : tile<i32>\n";
  auto makeView = [&](StringRef name, StringRef type) {
    text += ("%t_" + name + " = make_tensor_view %p_" + name +
             ", shape = [64], strides = [1] : tensor_view<64x" + type +
             ", strides=[1]>\n%v_" + name + " = make_partition_view %t_" +
             name + " : " + viewOf(type) + "\n")
                .str();
  };
  for (StringRef name : c.operands) {
    StringRef type = lists.lookup(name).type;
    makeView(name, type);
    text += ("%" + name + ", %o_" + name + " = load_view_tko weak %v_" + name +
             "[%zero] : " + viewOf(type) + ", tile<i32> -> tile<64x" + type +
             ">, token\n")
                .str();
  }
  makeView("out", c.type);
  text += "%result = " + c.text.str() + "\n";
  text +=
      ("%done = store_view_tko weak %result, %v_out[%zero] : tile<64x" +
       c.type + ">, " + viewOf(c.type) + ", tile<i32> -> token\nreturn\n}\n")
          .str();
  return text;
}

TEST(ElementCases, everyOperationAndTypeAtEdgeValues) {
  CaseFile file = readCases();
  // The count is that of the file: a case that is lost shows here.
  ASSERT_EQ(file.cases.size(), 567u);
  std::string text = "cuda_tile.module @m {\n";
  for (auto [number, c] : enumerate(file.cases))
    text += entryOf(c, number, file.lists);
  Harness harness;
  harness.config.hostThreads = 1;
  ASSERT_TRUE(harness.parse(text + "}\n")) << harness.errors;

  for (auto [number, c] : enumerate(file.cases)) {
    SCOPED_TRACE(c.text.str());
    SmallVector<interp::Argument> arguments;
    for (StringRef name : c.operands) {
      const Operand &operand = file.lists[name];
      arguments.push_back(harness.array<uint8_t>(
          pack(operand.bits, *numerics::formatNamed(operand.type))));
    }
    Format format = *numerics::formatNamed(c.type);
    unsigned bytes = numerics::storageBytes(format);
    std::vector<uint8_t> blank(64 * bytes);
    arguments.push_back(harness.array<uint8_t>(blank));
    ASSERT_TRUE(harness.launch(arguments, "k" + std::to_string(number)))
        << harness.errors;
    std::vector<uint8_t> out =
        harness.read<uint8_t>(arguments.back(), blank.size());
    for (unsigned lane = 0; lane < 64; ++lane) {
      uint64_t got = 0;
      std::memcpy(&got, &out[lane * bytes], bytes);
      if (c.expected[lane] == "nan")
        EXPECT_TRUE(numerics::isNaN(format, got)) << "lane " << lane;
      else
        EXPECT_EQ(got, parseBits(c.expected[lane])) << "lane " << lane;
    }
  }
}
