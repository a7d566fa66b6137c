//===- LaunchFuzzer.cpp - Any program of PTX on the emulator --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first byte of an input chooses checks and orders; the rest is a text as
// for PtxFuzzer.cpp. If that is a program, it runs under a limit of steps.
// Asserted: the launch succeeds, or fails with an error that has a text.
//
// Changes are mostly of whole lines and of single numbers, so that many of the
// inputs are programs.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "PtxText.h"
#include "tessera/Emulator/Launch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace tessera;
using namespace tessera::ptx;
using tessera::fuzz::check;

/// Sets registers to the numbers of threads, and to valid addresses.
static constexpr llvm::StringLiteral kFirst =
    "ld.param.u64 d0, [q]; add.u64 d1, d0, 1024; mov.u64 d2, g; mov.u64 d3, s;"
    " cvta.shared.u64 d4, d3; mov.u32 r0, %tid.x; mov.u32 r1, s;"
    " mul.lo.u32 r2, r0, 4; add.u32 r3, r1, r2; mov.u32 r4, 7;"
    " and.b32 r5, r0, 12; setp.lt.u32 p0, r0, 20; mov.f32 v0, 0f3FC00000;\n";

namespace {

/// Counts runs, and prints the counts at the end.
struct Tally {
  uint64_t programs = 0, ended = 0;
  ~Tally() {
    llvm::errs() << "stat::programs_run: " << programs << "\n"
                 << "stat::programs_without_error: " << ended << "\n";
  }
} tally;

} // namespace

static LaunchConfig configOf(unsigned choice) {
  LaunchConfig config;
  config.grid = {2, 1, 1};
  config.block = {(choice & 1) ? 64u : 32u, 1, 1};
  config.hostThreads = 1;
  config.dynamicSharedBytes = 64;
  config.stepLimit = 1 << 10;
  config.seed = choice;
  if (choice & 2)
    config.checks = Checks::all();
  config.async = static_cast<AsyncPolicy>((choice >> 2 & 3) % 3);
  if (choice & 16)
    config.warps = config.blocks = OrderPolicy::Random;
  if (choice & 32)
    config.wantsCounters = true;
  if ((choice & 64) && config.checks.race)
    config.loads = LoadPolicy::Random;
  config.printSink = config.assertionSink = [](llvm::StringRef) {};
  return config;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size)
    return 0;
  auto program =
      Program::parse(fuzz::moduleOf(data + 1, size - 1, kFirst), "input");
  if (!program) {
    llvm::consumeError(program.takeError());
    return 0;
  }
  for (const Entry &entry : program->entries()) {
    GlobalMemory memory;
    uint64_t address = llvm::cantFail(memory.allocate(4096, "data"));
    llvm::cantFail(memory.write(address, std::vector<uint8_t>(2048, 1)));
    std::vector<uint8_t> parameters(entry.parameterBytes);
    for (size_t i = 0; i != parameters.size(); ++i)
      parameters[i] = static_cast<uint8_t>(address >> (8 * (i % 8)));
    auto result =
        launch(*program, entry.name, parameters, memory, configOf(data[0]));
    ++tally.programs;
    tally.ended += bool(result);
    if (!result)
      check(!llvm::toString(result.takeError()).empty(),
            "an error without a text");
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed);
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t sizeOfA,
                                            const uint8_t *b, size_t sizeOfB,
                                            uint8_t *out, size_t most,
                                            unsigned seed);

static size_t give(const std::string &text, uint8_t *data, size_t most) {
  size_t size = std::min(text.size(), most);
  std::copy_n(text.begin(), size, data);
  return size;
}

/// The statements of a text: each ends with a semicolon or a newline.
static llvm::SmallVector<std::string> statementsOf(llvm::StringRef text) {
  llvm::SmallVector<std::string> statements;
  while (!text.empty()) {
    size_t end = text.find_first_of(";\n");
    end = end == llvm::StringRef::npos ? text.size() : end + 1;
    statements.push_back(text.take_front(end).str());
    text = text.drop_front(end);
  }
  return statements;
}

/// Replaces a digit of a statement by another one.
static void changeDigit(std::string &statement, std::mt19937 &random) {
  llvm::SmallVector<size_t> digits;
  for (size_t i = 0; i != statement.size(); ++i)
    if (llvm::isDigit(statement[i]))
      digits.push_back(i);
  if (!digits.empty())
    statement[digits[random() % digits.size()]] =
        static_cast<char>('0' + random() % 10);
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (size < 2 || random() % 8 == 0)
    return LLVMFuzzerMutate(data, size, most);
  if (random() % 8 == 0)
    data[0] = static_cast<uint8_t>(random());
  llvm::StringRef text(reinterpret_cast<char *>(data) + 1, size - 1);
  auto statements = statementsOf(text);
  size_t at = random() % statements.size(), to = random() % statements.size();
  switch (random() % 5) {
  case 0:
    statements.erase(statements.begin() + at);
    break;
  case 1:
    std::swap(statements[at], statements[to]);
    break;
  case 2: {
    std::string copy = statements[at];
    statements.insert(statements.begin() + to, copy);
    break;
  }
  default:
    changeDigit(statements[at], random);
  }
  return give(std::string(1, char(data[0])) + llvm::join(statements, ""), data,
              most);
}

/// Takes statements of either text in turn.
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t sizeOfA,
                                            const uint8_t *b, size_t sizeOfB,
                                            uint8_t *out, size_t most,
                                            unsigned seed) {
  if (sizeOfA < 2 || sizeOfB < 2)
    return 0;
  std::mt19937 random(seed);
  auto textOf = [](const uint8_t *data, size_t size) {
    return llvm::StringRef(reinterpret_cast<const char *>(data) + 1, size - 1);
  };
  auto first = statementsOf(textOf(a, sizeOfA));
  auto second = statementsOf(textOf(b, sizeOfB));
  size_t at = random() % (first.size() + 1);
  size_t from = random() % second.size();
  size_t count = 1 + random() % (second.size() - from);
  first.insert(first.begin() + at, second.begin() + from,
               second.begin() + from + count);
  return give(std::string(1, char(a[0])) + llvm::join(first, ""), out, most);
}
