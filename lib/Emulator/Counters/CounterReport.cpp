//===- CounterReport.cpp - The counters of a launch, line by line ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/CounterReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>

using namespace tessera::ptx;
using llvm::StringRef;

StringRef tessera::ptx::instructionClassName(InstructionClass kind) {
  static constexpr llvm::StringLiteral names[] = {
      "integer",     "fp16",         "fp32",          "fp64",
      "special",     "conversion",   "move",          "matrix",
      "load.global", "load.shared",  "load.local",    "load.const",
      "load.param",  "load.generic", "store.global",  "store.shared",
      "store.local", "store.param",  "store.generic", "atomic",
      "async copy",  "exchange",     "barrier",       "fence",
      "control",     "other"};
  static_assert(std::size(names) == instructionClassCount);
  return names[static_cast<size_t>(kind)];
}

StringRef tessera::ptx::counterName(Counter counter) {
  static constexpr llvm::StringLiteral names[] = {
      "instructions",
      "instructions_on",
      "threads",
      "threads_on",
      "divergent_branches",
      "barrier_waits",
      "matrix_flops",
      "matrix_iops",
      "global_load_requests",
      "global_load_tags",
      "global_load_sectors",
      "global_load_bytes",
      "global_store_requests",
      "global_store_tags",
      "global_store_sectors",
      "global_store_bytes",
      "global_atomic_requests",
      "global_atomic_tags",
      "global_atomic_sectors",
      "global_atomic_bytes",
      "local_load_requests",
      "local_load_sectors",
      "local_load_bytes",
      "local_store_requests",
      "local_store_sectors",
      "local_store_bytes",
      "shared_load_requests",
      "shared_load_wavefronts",
      "shared_load_wavefronts_ideal",
      "shared_load_bytes",
      "shared_store_requests",
      "shared_store_wavefronts",
      "shared_store_wavefronts_ideal",
      "shared_store_bytes",
      "shared_atomic_requests",
      "shared_atomic_wavefronts",
      "shared_atomic_wavefronts_ideal",
      "shared_atomic_bytes",
      "shared_wavefronts_least",
      "const_requests",
      "const_bytes",
      "bulk_requests",
      "bulk_global_sectors",
      "bulk_global_bytes",
      "bulk_shared_bytes",
      "multicast_bytes",
      "mbarrier_waits",
      "descriptor_bytes",
      "descriptor_wavefronts",
      "descriptor_wavefronts_ideal",
      "tensor_columns",
      "tensor_f16",
      "tensor_tf32",
      "tensor_f8f6f4",
      "tensor_i8",
      "tensor_mxf8f6f4",
      "tensor_mxf4",
      "tensor_mxf4nvf4",
      "wgmma_f16",
      "wgmma_tf32",
      "wgmma_f8",
      "wgmma_i8",
      "wgmma_b1",
  };
  static_assert(std::size(names) == counterCount);
  return names[static_cast<size_t>(counter)];
}

CounterValues CounterReport::totals() const {
  CounterValues sum;
  for (const CounterLine &line : lines)
    sum += line.values;
  return sum;
}

using ClassCounts = std::array<uint64_t, instructionClassCount>;

static ClassCounts countClasses(llvm::ArrayRef<CounterLine> lines) {
  ClassCounts counts = {};
  for (const CounterLine &line : lines)
    counts[size_t(line.kind)] += line.values[Counter::Instructions];
  return counts;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
/// The counters of one kind of access to memory, and its name.
struct GlobalUse {
  llvm::StringLiteral name;
  Counter requests, sectors, bytes;
};
struct SharedUse {
  llvm::StringLiteral name;
  Counter requests, wavefronts, ideal;
};
} // namespace

static constexpr GlobalUse globalUses[] = {
    {"global load", Counter::GlobalLoadRequests, Counter::GlobalLoadSectors,
     Counter::GlobalLoadBytes},
    {"global store", Counter::GlobalStoreRequests, Counter::GlobalStoreSectors,
     Counter::GlobalStoreBytes},
    {"global atomic", Counter::GlobalAtomicRequests,
     Counter::GlobalAtomicSectors, Counter::GlobalAtomicBytes},
    {"local load", Counter::LocalLoadRequests, Counter::LocalLoadSectors,
     Counter::LocalLoadBytes},
    {"local store", Counter::LocalStoreRequests, Counter::LocalStoreSectors,
     Counter::LocalStoreBytes},
};
static constexpr SharedUse sharedUses[] = {
    {"shared load", Counter::SharedLoadRequests, Counter::SharedLoadWavefronts,
     Counter::SharedLoadIdeal},
    {"shared store", Counter::SharedStoreRequests,
     Counter::SharedStoreWavefronts, Counter::SharedStoreIdeal},
    {"shared atomic", Counter::SharedAtomicRequests,
     Counter::SharedAtomicWavefronts, Counter::SharedAtomicIdeal},
};

static double ratio(uint64_t a, uint64_t b) {
  return b ? static_cast<double>(a) / static_cast<double>(b) : 0;
}

/// Points out inefficiencies of one instruction, in a few words.
static std::string describeLine(const CounterValues &values) {
  std::string text;
  auto add = [&](const std::string &part) {
    text += (text.empty() ? "" : ", ") + part;
  };
  for (const GlobalUse &use : globalUses)
    if (uint64_t requests = values[use.requests])
      add(llvm::formatv("{0:f1} sectors/request",
                        ratio(values[use.sectors], requests))
              .str());
  for (const SharedUse &use : sharedUses)
    if (values[use.requests])
      add(std::to_string(values[use.wavefronts]) + "/" +
          std::to_string(values[use.ideal]) + " wavefronts");
  if (uint64_t divergent = values[Counter::DivergentBranches])
    add(std::to_string(divergent) + " divergent");
  if (uint64_t flops =
          values[Counter::MatrixFlops] + values[Counter::MatrixIops])
    add(std::to_string(flops) + " operations");
  return text;
}

/// Cuts off a text that would break the rows of the table.
static std::string shorten(StringRef text, size_t most) {
  return text.size() <= most ? text.str()
                             : text.take_front(most - 3).str() + "...";
}

static void printRow(llvm::raw_ostream &os, const CounterLine &line,
                     bool hasSource) {
  const CounterValues &values = line.values;
  uint64_t count = values[Counter::Instructions];
  os << llvm::format("%7u ", line.line);
  if (hasSource) {
    StringRef file = StringRef(line.sourceFile).rsplit('/').second;
    if (file.empty())
      file = line.sourceFile;
    std::string place =
        file.empty() ? "" : (file + ":" + llvm::Twine(line.sourceLine)).str();
    os << llvm::left_justify(place, 24) << ' ';
  }
  std::string row;
  llvm::raw_string_ostream(row)
      << llvm::format("%12llu %6.1f %6.1f  ",
                      static_cast<unsigned long long>(count),
                      ratio(values[Counter::Threads], count),
                      ratio(values[Counter::ThreadsOn], count))
      << llvm::left_justify(instructionClassName(line.kind), 13) << ' '
      << llvm::left_justify(describeLine(values), 26) << ' '
      << shorten(line.text, 60);
  os << StringRef(row).rtrim() << '\n';
}

static void printTotals(llvm::raw_ostream &os, const CounterReport &report) {
  CounterValues sum = report.totals();
  uint64_t count = sum[Counter::Instructions];
  os << "warp instructions: " << count << '\n';
  os << llvm::formatv(
      "threads of 32: {0:f1} active, {1:f1} with their predicate on\n",
      ratio(sum[Counter::Threads], count),
      ratio(sum[Counter::ThreadsOn], count));
  os << "by kind:";
  const char *separator = " ";
  for (auto [kind, number] : llvm::enumerate(countClasses(report.lines))) {
    if (!number)
      continue;
    os << separator << instructionClassName(static_cast<InstructionClass>(kind))
       << ' ' << number;
    separator = ", ";
  }
  os << '\n';
  for (const GlobalUse &use : globalUses)
    if (uint64_t requests = sum[use.requests]) {
      uint64_t sectors = sum[use.sectors], bytes = sum[use.bytes];
      os << use.name
         << llvm::formatv(": {0} requests, {1} sectors ({2:f1} a request), {3} "
                          "bytes of {4} moved\n",
                          requests, sectors, ratio(sectors, requests), bytes,
                          32 * sectors);
    }
  for (const SharedUse &use : sharedUses)
    if (uint64_t requests = sum[use.requests])
      os << use.name
         << llvm::formatv(": {0} requests, {1} wavefronts of {2} without bank "
                          "conflicts\n",
                          requests, sum[use.wavefronts], sum[use.ideal]);
  if (report.sectorsOnlyRead || report.sectorsWritten)
    os << "global memory: " << 32 * report.sectorsOnlyRead
       << " bytes only read, " << 32 * report.sectorsWritten
       << " written, in sectors that count once\n";
  if (uint64_t requests = sum[Counter::ConstRequests])
    os << "constant load: " << requests << " requests, "
       << sum[Counter::ConstBytes] << " bytes\n";
  if (uint64_t bytes = sum[Counter::DescriptorBytes])
    os << "matrix descriptors: " << bytes << " bytes, "
       << sum[Counter::DescriptorWavefronts] << " wavefronts of "
       << sum[Counter::DescriptorIdeal] << " without bank conflicts\n";
  if (uint64_t columns = sum[Counter::TensorColumns])
    os << "tensor memory: " << columns << " columns allocated\n";
  for (Counter counter : {Counter::MatrixFlops, Counter::MatrixIops,
                          Counter::BarrierWaits, Counter::DivergentBranches})
    if (uint64_t number = sum[counter]) {
      std::string name = counterName(counter).str();
      std::replace(name.begin(), name.end(), '_', ' ');
      os << name << ": " << number << '\n';
    }
}

static std::string formatDimensions(const std::array<uint32_t, 3> &d) {
  return llvm::formatv("({0},{1},{2})", d[0], d[1], d[2]);
}

void CounterReport::printTable(llvm::raw_ostream &os) const {
  bool hasSource = llvm::any_of(
      lines, [](const CounterLine &line) { return !line.sourceFile.empty(); });
  os << "counters of entry '" << entry << "' of " << file << ", grid "
     << formatDimensions(grid) << ", block " << formatDimensions(block) << '\n';
  if (sampledBlocks)
    os << "scaled up from " << sampledBlocks << " blocks\n";
  os << "   line ";
  if (hasSource)
    os << llvm::left_justify("source", 24) << ' ';
  os << "instructions active     on  kind          memory and more            "
        "text\n";
  for (const CounterLine &line : lines)
    printRow(os, line, hasSource);
  printTotals(os, *this);
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

static uint64_t scaled(uint64_t value, double factor) {
  return static_cast<uint64_t>(std::llround(double(value) * factor));
}

void CounterValues::scale(double factor) {
  for (uint64_t &value : values)
    value = scaled(value, factor);
}

void CounterReport::scaleUp(uint64_t ran, uint64_t all, uint64_t memoryBytes) {
  sampledBlocks = ran;
  double factor = double(all) / double(ran);
  for (CounterLine &line : lines)
    line.values.scale(factor);
  // Blocks share what they read, so that the sum may be more than there is.
  uint64_t most = memoryBytes / 32;
  sectorsWritten = std::min(most, scaled(sectorsWritten, factor));
  sectorsOnlyRead =
      std::min(most - sectorsWritten, scaled(sectorsOnlyRead, factor));
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// All counters, or those that are not zero.
static void printValues(llvm::json::OStream &json, const CounterValues &values,
                        bool all) {
  for (unsigned i = 0; i != counterCount; ++i) {
    auto counter = static_cast<Counter>(i);
    if (all || values[counter])
      json.attribute(counterName(counter), values[counter]);
  }
}

void tessera::ptx::printCounters(llvm::json::OStream &json,
                                 const CounterValues &values) {
  printValues(json, values, false);
}

static void printLine(llvm::json::OStream &json, const CounterLine &line) {
  json.attribute("line", line.line);
  json.attribute("column", line.column);
  json.attribute("function", line.function);
  if (!line.sourceFile.empty()) {
    json.attribute("source_file", llvm::json::fixUTF8(line.sourceFile));
    json.attribute("source_line", line.sourceLine);
  }
  json.attribute("class", instructionClassName(line.kind));
  json.attribute("text", llvm::json::fixUTF8(line.text));
  json.attributeObject("counters", [&] { printCounters(json, line.values); });
}

void CounterReport::printJson(
    llvm::raw_ostream &os,
    llvm::function_ref<void(llvm::json::OStream &)> more) const {
  llvm::json::OStream json(os, 1);
  auto dimensions = [&](StringRef name, const std::array<uint32_t, 3> &d) {
    json.attributeArray(name, [&] {
      for (uint32_t extent : d)
        json.value(extent);
    });
  };
  json.object([&] {
    json.attribute("schema", 1);
    json.attribute("file", llvm::json::fixUTF8(file));
    json.attribute("entry", entry);
    dimensions("grid", grid);
    dimensions("block", block);
    if (sampledBlocks)
      json.attribute("sampled_blocks", sampledBlocks);
    json.attributeObject("totals", [&] { printValues(json, totals(), true); });
    json.attributeObject("global_memory", [&] {
      json.attribute("sectors_only_read", sectorsOnlyRead);
      json.attribute("sectors_written", sectorsWritten);
    });
    if (more)
      more(json);
    json.attributeObject("classes", [&] {
      for (auto [kind, count] : llvm::enumerate(countClasses(lines)))
        json.attribute(
            instructionClassName(static_cast<InstructionClass>(kind)), count);
    });
    json.attributeArray("lines", [&] {
      for (const CounterLine &line : lines)
        json.object([&] { printLine(json, line); });
    });
  });
  json.flush();
  os << '\n';
}
