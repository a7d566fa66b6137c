//===- PrintInBoxes.cpp - Prints of parts of tiles ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintInBoxes.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Support/PrintFormat.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// A tile as boxes whose elements follow one another in the tile's order.
class PrintedBoxes {
public:
  /// Boxes of at most `bytes`, if an element has no more.
  PrintedBoxes(ShapedType tile, int64_t bytes)
      : shape(tile.getShape()), box(shape) {
    size_t dim = 0;
    int64_t ofElement = getElementBytes(tile.getElementType());
    while (dim < box.size() &&
           ShapedType::getNumElements(box) * ofElement > bytes)
      box[dim] > 1 ? box[dim] /= 2 : ++dim;
    inner = std::min(dim + 1, box.size());
  }

  ArrayRef<int64_t> getBox() const { return box; }
  auto getStarts() const { return StaticTileOffsetRange(shape, box); }
  /// Dimensions whose brackets are not in one box each.
  int64_t getInner() const { return inner; }

  /// The text before a box, and behind it.
  std::string getOpening(ArrayRef<int64_t> starts) const {
    size_t open = inner;
    while (open > 0 && starts[open - 1] == 0)
      --open;
    return (open == 0 ? "" : ", ") + std::string(inner - open, '[');
  }
  std::string getClosing(ArrayRef<int64_t> starts) const {
    size_t open = inner;
    while (open > 0 && starts[open - 1] + box[open - 1] == shape[open - 1])
      --open;
    return std::string(inner - open, ']');
  }

private:
  ArrayRef<int64_t> shape;
  SmallVector<int64_t> box;
  size_t inner;
};

/// Makes prints that follow one another.
class PrintSequence {
public:
  explicit PrintSequence(PrintOp print)
      : builder(print), loc(print.getLoc()), token(print.getToken()) {}

  void addText(StringRef text) { format += text; }
  void addArgument(StringRef conversion, Value argument) {
    format += conversion;
    arguments.push_back(argument);
  }
  /// Makes the print of what has been added.
  void flush(int64_t inner = 0) {
    if (format.empty())
      return;
    token = PrintOp::create(builder, loc,
                            tileaa::TokenType::get(builder.getContext()),
                            format, arguments, token, inner)
                .getResultToken();
    format.clear();
    arguments.clear();
  }
  /// Makes the prints of a tile in boxes.
  void printBoxes(StringRef conversion, Value tile, const PrintedBoxes &boxes) {
    // A call with other arguments has their brackets.
    if (!arguments.empty())
      flush();
    auto type = BufferType::get(builder.getContext(), boxes.getBox(),
                                getElementTypeOrSelf(tile), LayoutAttr());
    Value part =
        AllocSharedOp::create(builder, loc, type, /*offset=*/IntegerAttr());
    for (const SmallVector<int64_t> &starts : boxes.getStarts()) {
      StoreBoxOp::create(builder, loc, tile, part, starts);
      addText(boxes.getOpening(starts));
      addArgument(conversion, part);
      flush(boxes.getInner());
      addText(boxes.getClosing(starts));
    }
  }
  Value getToken() const { return token; }

private:
  OpBuilder builder;
  Location loc;
  Value token;
  std::string format;
  SmallVector<Value> arguments;
};

} // namespace

void tileas::printInBoxes(PrintOp print, Value buffer, Value tile,
                          int64_t bytes) {
  PrintedBoxes boxes(cast<ShapedType>(tile.getType()), bytes);
  PrintSequence sequence(print);
  auto arguments = print.getArgs().begin();
  for (const FormatPiece &piece :
       llvm::cantFail(splitFormat(print.getFormat()))) {
    sequence.addText(piece.text);
    if (!piece.hasConversion())
      continue;
    Value argument = *arguments++;
    if (argument == buffer)
      sequence.printBoxes(piece.getConversion(), tile, boxes);
    else
      sequence.addArgument(piece.getConversion(), argument);
  }
  sequence.flush();
  print.getResultToken().replaceAllUsesWith(sequence.getToken());
  print.erase();
}
