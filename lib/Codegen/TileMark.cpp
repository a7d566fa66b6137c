//===- TileMark.cpp - What makes machine code a tile kernel ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/TileMark.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;

namespace tessera {

namespace {
/// The lines of a text, some of them written anew.
struct Line {
  StringRef text;
  std::optional<std::string> changed;
};

/// The lines between `.entry` and `{` that matter; null where there is none.
struct Header {
  Line *requiredThreads = nullptr, *clusterShape = nullptr,
       *blocksAreClusters = nullptr, *clusterBound = nullptr, *mark = nullptr;

  void add(Line &line) {
    StringRef text = line.text.trim();
    for (auto [directive, place] : {std::pair(".reqntid ", &requiredThreads),
                                    {".reqnctapercluster ", &clusterShape},
                                    {".blocksareclusters", &blocksAreClusters},
                                    {".maxclusterrank ", &clusterBound},
                                    {".language ", &mark}})
      if (text.starts_with(directive))
        *place = &line;
  }

  bool isTileKernel() const { return requiredThreads && !clusterBound; }
};
} // namespace

static void mark(const Header &header) {
  if (header.mark)
    return;
  header.requiredThreads->changed =
      (header.requiredThreads->text + " .language \"tile ir\"").str();
  if (header.blocksAreClusters && header.clusterShape &&
      header.clusterShape->text.trim() == ".reqnctapercluster 1, 1, 1") {
    header.clusterShape->changed = "";
    header.blocksAreClusters->changed = "";
  }
}

/// Makes the version at least that of the mark.
static void raiseVersion(Line &line) {
  StringRef number = line.text;
  VersionTuple version;
  if (number.consume_front(".version ") && !version.tryParse(number.trim()) &&
      version < VersionTuple(9, 2))
    line.changed = ".version 9.2";
}

std::string markTileKernels(StringRef ptx) {
  SmallVector<Line, 0> lines;
  for (StringRef text : split(ptx, '\n'))
    lines.push_back({text, std::nullopt});

  Line *version = nullptr;
  std::optional<Header> header;
  bool hasTileKernel = false;
  for (Line &line : lines) {
    if (line.text.starts_with(".version ")) {
      version = &line;
    } else if (line.text.contains(".entry ")) {
      header.emplace();
    } else if (header && line.text.starts_with("{")) {
      if (header->isTileKernel()) {
        mark(*header);
        hasTileKernel = true;
      }
      header.reset();
    } else if (header) {
      header->add(line);
    }
  }
  if (!hasTileKernel)
    return ptx.str();
  if (version)
    raiseVersion(*version);
  return join(map_range(lines,
                        [](const Line &line) {
                          return line.changed ? StringRef(*line.changed)
                                              : line.text;
                        }),
              "\n");
}

} // namespace tessera
