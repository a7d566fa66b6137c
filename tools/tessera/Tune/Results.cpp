//===- Results.cpp - Variants as a table and as data ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tune.h"
#include "tessera/Support/EscapedText.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Target/Boards.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <tuple>

using namespace llvm;
using namespace tessera;
using namespace tune;

json::Value tune::toJsonValue(StringRef value) {
  int64_t number;
  if (!value.getAsInteger(10, number))
    return number;
  return value.str();
}
/// The GPU that the model has compiled for: that of the options, or of the
/// fastest variant.
static std::string findModelledGpu(ArrayRef<Variant> variants,
                                   const Options &options) {
  if (!options.gpu.empty())
    return options.gpu;
  if (!variants.empty())
    for (const tessera::Board &board : tessera::allBoards())
      if (board.name == variants.front().board)
        return board.target.str();
  return options.gpuOfFunctions();
}

/// `gpu` is the one that was measured on; empty for the model.
static std::string toJson(ArrayRef<Variant> variants, StringRef gpu,
                          const Options &options) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os, 1);
  json.object([&] {
    json.attribute("schema", 1);
    json.attribute("clock", gpu.empty() ? "model" : "gpu");
    json.attribute("gpu", gpu.empty() ? findModelledGpu(variants, options)
                                      : gpu.str());
    if (gpu.empty())
      json.attribute("sampled_blocks", options.sample.getValue());
    json.attributeArray("variants", [&] {
      for (const Variant &variant : variants)
        json.object([&] {
          json.attributeArray("options", [&] {
            for (StringRef option : variant.options)
              json.value(json::fixUTF8(option));
          });
          if (!variant.choice.empty())
            json.attributeObject("parameters", [&] {
              for (const auto &[name, value] : variant.choice)
                json.attribute(name, toJsonValue(value));
            });
          if (!variant.failure.empty()) {
            json.attribute("failure", json::fixUTF8(variant.failure));
            return;
          }
          if (!gpu.empty()) {
            json.attribute("gpu_microseconds", variant.microseconds);
            return;
          }
          json.attribute("board", variant.board);
          json.attribute("model_microseconds", variant.microseconds);
          json.attribute("limit", variant.limit);
          json.attributeObject("model_cycles", [&] {
            for (const auto &[unit, cycles] : variant.parts)
              json.attribute(unit, cycles);
          });
        });
    });
  });
  json.flush();
  return text + "\n";
}

static void printHead(const Variant &first, StringRef gpu,
                      const Options &options, raw_ostream &os) {
  if (gpu.empty()) {
    os << "times by the model, lower bounds on those of " << first.board;
    if (options.sample)
      os << ", from at most " << options.sample << " blocks each";
    os << ":\n   model, us  times  limit          variant\n";
    return;
  }
  os << "times of the GPU of this machine (" << gpu << "), medians of "
     << launches
     << " launches:\n     gpu, us  times                 "
        "variant\n";
}

/// A time in that of the fastest variant, which may be 0.
static std::string printRatio(double time, double fastest) {
  return fastest > 0 ? formatv("{0:f2}", time / fastest).str() : "-";
}

static void printTable(ArrayRef<Variant> variants, StringRef gpu,
                       const Options &options, raw_ostream &os) {
  if (variants.front().failure.empty())
    printHead(variants.front(), gpu, options, os);
  for (const Variant &variant : variants) {
    std::string title = escapeControls(variant.getTitle());
    if (variant.failure.empty())
      os << formatv(
          "{0,12:f3} {1,6}  {2,-14} {3}\n", variant.microseconds,
          printRatio(variant.microseconds, variants.front().microseconds),
          variant.limit, title);
    else
      os << "      failed                        " << title << "\n    "
         << escapeControls(variant.failure) << '\n';
  }
}
int tune::report(std::vector<Variant> variants, StringRef gpu,
                 const Options &options) {
  sort(variants, [](const Variant &a, const Variant &b) {
    auto key = [](const Variant &v) {
      return std::tuple(!v.failure.empty(), v.microseconds, v.number);
    };
    return key(a) < key(b);
  });
  auto failures = find_if(
      variants, [](const Variant &each) { return !each.failure.empty(); });
  bool oneRan = failures != variants.begin();
  size_t kept = std::max(1u, options.top.getValue());
  if (size_t(failures - variants.begin()) > kept)
    variants.erase(variants.begin() + kept, failures);
  if (options.json != "-")
    printTable(variants, gpu, options, outs());
  if (options.json == "-")
    outs() << toJson(variants, gpu, options);
  else if (!options.json.empty())
    if (Error error =
            writeFileAtomically(options.json, toJson(variants, gpu, options)))
      return options.log.fail(std::move(error));
  return oneRan ? 0 : 1;
}
