//===- TileMark.cpp - The mark of tile kernels ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/TileMark.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;

namespace tessera {

namespace {
/// A line of the text, and its replacement.
struct Edit {
  StringRef line;
  std::string replacement;
};

/// The relevant lines between `.entry` and `{`; each is empty if absent.
struct Header {
  StringRef requiredThreads, clusterShape, blocksAreClusters, clusterBound,
      mark;

  void add(StringRef line) {
    for (auto [directive, place] : {std::pair(".reqntid ", &requiredThreads),
                                    {".reqnctapercluster ", &clusterShape},
                                    {".blocksareclusters", &blocksAreClusters},
                                    {".maxclusterrank ", &clusterBound},
                                    {".language ", &mark}})
      if (line.starts_with(directive))
        *place = line;
  }

  bool isUnmarkedTileKernel() const {
    return !requiredThreads.empty() && clusterBound.empty() && mark.empty();
  }

  bool hasClusterOfOne() const {
    return !blocksAreClusters.empty() &&
           clusterShape == ".reqnctapercluster 1, 1, 1";
  }
};
} // namespace

/// True if a version of PTX is older than the mark.
static bool isTooOld(StringRef number) {
  VersionTuple version;
  return !version.tryParse(number) && version < VersionTuple(9, 2);
}

static SmallVector<Edit> findEdits(StringRef ptx) {
  SmallVector<Edit> edits;
  std::optional<Edit> newerVersion;
  std::optional<Header> header;
  for (StringRef line : split(ptx, '\n')) {
    if (line.contains(".entry ")) {
      header.emplace();
    } else if (StringRef number = line; number.consume_front(".version ")) {
      if (isTooOld(number))
        newerVersion = {line, ".version 9.2"};
    } else if (header && line.starts_with("{")) {
      if (header->isUnmarkedTileKernel()) {
        edits.push_back(
            {header->requiredThreads,
             (header->requiredThreads + " .language \"tile ir\"").str()});
        if (header->hasClusterOfOne())
          edits.append(
              {{header->clusterShape, ""}, {header->blocksAreClusters, ""}});
      }
      header.reset();
    } else if (header) {
      header->add(line);
    }
  }
  if (!edits.empty() && newerVersion)
    edits.push_back(*newerVersion);
  llvm::sort(edits, [](const Edit &a, const Edit &b) {
    return a.line.data() < b.line.data();
  });
  return edits;
}

std::string markTileKernels(StringRef ptx) {
  std::string marked;
  const char *rest = ptx.begin();
  for (const Edit &edit : findEdits(ptx)) {
    marked.append(rest, edit.line.begin());
    marked += edit.replacement;
    rest = edit.line.end();
  }
  return marked.append(rest, ptx.end());
}

} // namespace tessera
