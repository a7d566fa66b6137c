//===- InlayHints.cpp - Layouts and types behind the names of values ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlayHints.h"

#include "tessera/Dialect/TileAS/IR/Dialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::lsp;
using llvm::lsp::InlayHint;
using llvm::lsp::Position;
using llvm::lsp::Range;

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

/// The number of elements that `holders` stand for along each dimension; " (N
/// copies)" if they hold some N times. A bit that moves along two dimensions, as
/// in a swizzle, counts for the first.
static std::string describeHolders(const LinearLayout &layout, Dim holders) {
  SmallVector<Dim> dims = layout.getOutDimNames();
  SmallVector<int64_t> extents(dims.size(), 1);
  int64_t copies = 1;
  for (int bit = 0; bit < layout.getInDimSizeLog2(holders); ++bit) {
    ArrayRef<int32_t> basis = layout.getBasis(holders, bit);
    const auto *moved = find_if(basis, [](int32_t by) { return by != 0; });
    (moved == basis.end() ? copies : extents[moved - basis.begin()]) *= 2;
  }
  std::string text = join(
      map_range(extents, [](int64_t each) { return std::to_string(each); }),
      "x");
  return copies == 1 ? text : text + " (" + std::to_string(copies) + " copies)";
}

/// The layout of a tile in a few words, behind the kind of a type that holds a
/// tile, such as a pending one; empty for other types.
static std::string describeLayout(mlir::Type type) {
  mlir::RankedTensorType tile;
  type.walk([&](mlir::RankedTensorType each) {
    if (isa_and_nonnull<tileas::LayoutAttr>(each.getEncoding()))
      tile = each;
  });
  if (!tile)
    return {};
  const LinearLayout &layout = tileas::getLinearLayout(tile);
  constexpr std::pair<Dim, StringLiteral> holders[] = {
      {kRegister, "registers "},
      {kLane, "lanes "},
      {kWarp, "warps "},
      {kBlock, "blocks "}};
  SmallVector<std::string> parts;
  if (type != tile)
    parts.push_back(type.getAbstractType().getName().split('.').second.str());
  for (auto [dim, name] : holders)
    if (layout.hasInDim(dim))
      parts.push_back(name.str() + describeHolders(layout, dim));
  return join(parts, ", ");
}

/// The type as the text of cuda_tile spells it, without the layout of a buffer,
/// for which a line of an editor has no room.
static std::string spell(mlir::Type type) {
  std::string text;
  raw_string_ostream(text) << type;
  type.walk([&](tileas::LayoutAttr layout) {
    std::string suffix;
    raw_string_ostream(suffix) << ", " << layout;
    if (size_t at = text.find(suffix); at != std::string::npos)
      text.erase(at, suffix.size());
  });
  StringRef spelled = text;
  spelled.consume_front("!cuda_tile.");
  return spelled.str();
}

/// The label for values that share a name; empty if there is nothing to tell.
static std::string describe(mlir::ValueRange values, StringRef opText) {
  SmallVector<std::string> labels;
  bool isNews = false;
  for (mlir::Value value : values) {
    std::string layout = describeLayout(value.getType());
    isNews |= !layout.empty() || !opText.contains(spell(value.getType()));
    labels.push_back(layout.empty() ? spell(value.getType()) : layout);
  }
  return isNews ? join(labels, "; ") : std::string();
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

/// Adds the hints for a part of a document that begins at line `firstLine`.
static void findInPart(StringRef text, int firstLine,
                       mlir::MLIRContext &context,
                       std::vector<InlayHint> &hints) {
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(text), SMLoc());
  mlir::Block program;
  mlir::AsmParserState state;
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  if (failed(mlir::parseAsmSourceFile(sources, &program, config, &state)))
    return;
  for (const mlir::AsmParserState::OperationDefinition &op :
       state.getOpDefs()) {
    StringRef opText(op.scopeLoc.Start.getPointer(),
                     op.scopeLoc.End.getPointer() -
                         op.scopeLoc.Start.getPointer());
    unsigned end = op.op->getNumResults();
    for (const auto &group : reverse(op.resultGroups)) {
      std::string label = describe(
          op.op->getResults().slice(group.startIndex, end - group.startIndex),
          opText);
      end = group.startIndex;
      if (label.empty())
        continue;
      Position place(sources, group.definition.loc.End);
      place.line += firstLine;
      InlayHint hint(llvm::lsp::InlayHintKind::Type, place);
      hint.label = ": " + label;
      hints.push_back(std::move(hint));
    }
  }
}

std::vector<InlayHint>
tessera::lsp::findInlayHints(StringRef document, Range range,
                             const mlir::DialectRegistry &registry) {
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  mlir::ScopedDiagnosticHandler silence(&context, [](mlir::Diagnostic &) {});
  std::vector<InlayHint> hints;
  SmallVector<StringRef> parts;
  document.split(parts, mlir::kDefaultSplitMarker);
  int line = 0;
  for (StringRef part : parts) {
    findInPart(part, line, context, hints);
    line += part.count('\n');
  }
  llvm::erase_if(hints, [&](const InlayHint &hint) {
    return hint.position < range.start || range.end < hint.position;
  });
  llvm::sort(hints);
  return hints;
}
