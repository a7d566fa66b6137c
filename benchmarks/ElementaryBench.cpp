//===- ElementaryBench.cpp - Speed of elementary functions ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function of lib/Numerics on f32 and f64 between 1/16 and 16; both
// operands of a function of two. `items_per_second` counts results.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Elementary.h"
#include "llvm/ADT/bit.h"
#include <benchmark/benchmark.h>
#include <cmath>
#include <random>

using namespace tessera;
using namespace tessera::numerics;

static std::vector<uint64_t> operands(Format format) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-4, 4);
  std::vector<uint64_t> result(4096);
  for (uint64_t &bits : result) {
    double value = std::exp2(exponent(random));
    bits = format == Format::F32
               ? llvm::bit_cast<uint32_t>(static_cast<float>(value))
               : llvm::bit_cast<uint64_t>(value);
  }
  return result;
}

/// Runs `fn(format, x, y)` on pairs of operands.
template <typename Fn>
static void measure(benchmark::State &state, Format format, Fn fn) {
  std::vector<uint64_t> x = operands(format);
  for (auto _ : state)
    for (size_t i = 0; i < x.size(); ++i)
      benchmark::DoNotOptimize(fn(format, x[i], x[x.size() - 1 - i]));
  state.SetItemsProcessed(state.iterations() * x.size());
}

template <typename Fn> static void add(const char *name, Fn fn) {
  for (Format format : {Format::F32, Format::F64})
    benchmark::RegisterBenchmark(
        (std::string(name) + (format == Format::F32 ? "/f32" : "/f64")).c_str(),
        [=](benchmark::State &state) { measure(state, format, fn); });
}

static void addUnary(const char *name, uint64_t (*fn)(Format, uint64_t)) {
  add(name, [=](Format format, uint64_t x, uint64_t) { return fn(format, x); });
}

int main(int argc, char **argv) {
  addUnary("exp", numerics::exp);
  add("exp2", [](Format format, uint64_t x, uint64_t) {
    return numerics::exp2(format, x);
  });
  addUnary("log", numerics::log);
  addUnary("log2", numerics::log2);
  addUnary("sin", numerics::sin);
  addUnary("cos", numerics::cos);
  addUnary("tan", numerics::tan);
  addUnary("sinh", numerics::sinh);
  addUnary("cosh", numerics::cosh);
  addUnary("tanh", numerics::tanh);
  add("rsqrt", [](Format format, uint64_t x, uint64_t) {
    return numerics::rsqrt(format, x);
  });
  add("atan2", numerics::atan2);
  add("pow", numerics::pow);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
