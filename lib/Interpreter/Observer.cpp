//===- Observer.cpp - Watches tile blocks operation by operation ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/Observer.h"
#include "Frame.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

uint64_t ObservedBlock::getNumber() const { return frame->getBlockNumber(); }

GridPoint ObservedBlock::getPosition() const { return frame->position; }

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

static Contents contentsOf(const Tile &tile) {
  ArrayRef<int64_t> shape = tile.getShape();
  return TileContents{
      tile.getFormat(),
      {shape.begin(), shape.end()},
      {tile.data(), tile.data() + tile.size() * tile.elementBytes()}};
}

static ViewContents contentsOf(const TensorView &view) {
  return {view.base,
          view.format,
          {view.shape.begin(), view.shape.end()},
          {view.strides.begin(), view.strides.end()},
          {},
          {}};
}

static Contents contentsOf(const TiledView &view) {
  ViewContents contents = contentsOf(view.tensor);
  contents.tileShape.assign(view.tileShape.begin(), view.tileShape.end());
  for (size_t k = 0; k < view.tileShape.size(); ++k)
    contents.indexSpace.push_back(view.indexSpaceExtent(k));
  return contents;
}

static std::string textOf(const BufferStage &place) {
  return "buffer " + std::to_string(place.buffer) + ", stage " +
         std::to_string(place.stage);
}

Contents ObservedBlock::read(mlir::Value value) const {
  const interp::Value &content = frame->get(value);
  if (const Tile *elements = frame->find(value))
    return contentsOf(*elements);
  if (auto *view = std::get_if<TensorView>(&content))
    return contentsOf(*view);
  if (auto *view = std::get_if<TiledView>(&content))
    return contentsOf(*view);
  if (auto *place = std::get_if<BufferStage>(&content))
    return PlaceContents{textOf(*place)};
  if (auto *end = std::get_if<PhaseEnd>(&content))
    return PlaceContents{"end of phase " + std::to_string(end->phase) + " of " +
                         textOf(end->barrier)};
  // A slot without contents looks like a token that orders nothing.
  if (elementTypeOf(value.getType()))
    return std::monostate();
  return TokenContents();
}

bool ObservedBlock::write(mlir::Value value, const TileContents &contents) {
  auto *old = std::get_if<Tile>(&frame->get(value));
  if (!old || old->getFormat() != contents.format ||
      old->getShape() != ArrayRef<int64_t>(contents.shape) ||
      contents.bytes.size() != size_t(old->size()) * old->elementBytes())
    return false;
  Tile tile(contents.shape, contents.format);
  std::memcpy(tile.data(), contents.bytes.data(), contents.bytes.size());
  frame->set(value, std::move(tile));
  return true;
}

bool ObservedBlock::readMemory(uint64_t address,
                               MutableArrayRef<uint8_t> bytes) const {
  GlobalMemory::Range range =
      frame->resolve(address, bytes.size(), GlobalMemory::Use::Read);
  if (!range)
    return false;
  std::memcpy(bytes.data(), range.data(), bytes.size());
  return true;
}

std::string ObservedBlock::describe(uint64_t address) const {
  return frame->describe(address);
}
