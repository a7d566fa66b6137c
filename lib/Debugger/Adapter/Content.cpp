//===- Content.cpp - Frames and variables for an editor -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Content.h"
#include "../Tables.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::debug;
namespace json = llvm::json;
using interp::Contents;
using interp::TileContents;
using llvm::Expected;

json::Object debug::sourceOf(const SourcePlace &place) {
  SmallString<128> path(place.file);
  (void)llvm::sys::fs::make_absolute(path);
  return json::Object{{"name", llvm::sys::path::filename(place.file)},
                      {"path", path.str().str()}};
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

int64_t Content::add(Handle handle) {
  handles.push_back(std::move(handle));
  return handles.size();
}

const Content::Handle *Content::find(int64_t number, bool isFrame) const {
  if (number < 1 || number > int64_t(handles.size()))
    return nullptr;
  const Handle &handle = handles[number - 1];
  return (handle.kind == Handle::Frame) == isFrame ? &handle : nullptr;
}

void Content::chooseFrame(int64_t frame) {
  if (const Handle *handle = find(frame, /*isFrame=*/true))
    session.chooseBlock(handle->block);
}

//===----------------------------------------------------------------------===//
// Threads and frames
//===----------------------------------------------------------------------===//

json::Value Content::threads() const {
  json::Array threads;
  for (const auto &[number, live] : session.getLiveBlocks())
    threads.push_back(json::Object{
        {"id", int64_t(number) + 1},
        {"name", "tile block " + pointText(live.block.getPosition())}});
  return json::Object{{"threads", std::move(threads)}};
}

json::Value Content::stackTrace(int64_t thread) {
  json::Array frames;
  auto it = session.getLiveBlocks().find(thread - 1);
  if (it != session.getLiveBlocks().end() && it->second.op) {
    Operation *op = it->second.op;
    ArrayRef<SourcePlace> places = session.getSources().placesOf(op);
    for (const SourcePlace &place : llvm::reverse(places))
      frames.push_back(json::Object{{"id", add({Handle::Frame, it->first})},
                                    {"name", place.function},
                                    {"source", sourceOf(place)},
                                    {"line", place.line},
                                    {"column", std::max(place.column, 1u)}});
    if (places.empty())
      frames.push_back(json::Object{{"id", add({Handle::Frame, it->first})},
                                    {"name", session.getNames().textOf(op)},
                                    {"line", 0},
                                    {"column", 0}});
  }
  int64_t count = frames.size();
  return json::Object{{"stackFrames", std::move(frames)},
                      {"totalFrames", count}};
}

std::optional<json::Value> Content::scopes(int64_t frame) {
  const Handle *handle = find(frame, /*isFrame=*/true);
  if (!handle)
    return std::nullopt;
  uint64_t block = handle->block;
  int64_t variables = add({Handle::Variables, block});
  int64_t values = add({Handle::Values, block});
  return json::Object{
      {"scopes", json::Array{json::Object{{"name", "Variables"},
                                          {"presentationHint", "locals"},
                                          {"variablesReference", variables},
                                          {"expensive", false}},
                             json::Object{{"name", "Values of the Tile IR"},
                                          {"variablesReference", values},
                                          {"expensive", true}}}}};
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// A value, under a name; what is inside of it gets a number. `path` is the
/// expression for it.
json::Object Content::describe(StringRef name, Type type,
                               const Contents &contents, StringRef path) {
  json::Object object{
      {"name", name.str()},
      {"value", json::fixUTF8(inspector.summarize(type, contents))},
      {"type", textOf(type)},
      {"evaluateName", path.str()},
      {"variablesReference", 0}};
  const auto *tile = std::get_if<TileContents>(&contents);
  std::optional<TileContents> tensor;
  if (auto *view = std::get_if<interp::ViewContents>(&contents)) {
    Expected<TileContents> elements =
        readTensor(*view, session.getBlock()->block);
    if (elements)
      tile = &tensor.emplace(std::move(*elements));
    else
      llvm::consumeError(elements.takeError());
  }
  if (tile && !tile->shape.empty()) {
    uint64_t block = session.getBlock()->block.getNumber();
    object["variablesReference"] =
        add({Handle::Tile, block, type, path.str(), {}, *tile});
    object["indexedVariables"] = tile->shape[0];
  }
  return object;
}

/// The elements of a tile along its first dimension.
json::Array Content::elements(const Handle &handle, int64_t start,
                              int64_t count) {
  // A copy, as more handles are made.
  Handle outer = handle;
  const TileContents &tile = outer.tile;
  int64_t extent = tile.shape[0];
  int64_t end = count ? std::min(extent, start + count) : extent;
  size_t bytes = tile.bytes.size() / extent;
  json::Array all;
  for (int64_t i = start; i < end; ++i) {
    auto first = tile.bytes.begin() + i * bytes;
    TileContents part{tile.format,
                      {tile.shape.begin() + 1, tile.shape.end()},
                      {first, first + bytes}};
    std::vector<int64_t> indices = outer.indices;
    indices.push_back(i);
    json::Object object{
        {"name", "[" + std::to_string(i) + "]"},
        {"value", inspector.summarize(outer.type, Contents(part))},
        {"evaluateName", outer.name + listText<int64_t>(indices)},
        {"variablesReference", 0}};
    if (!part.shape.empty()) {
      object["indexedVariables"] = part.shape[0];
      object["variablesReference"] =
          add({Handle::Tile, outer.block, outer.type, outer.name, indices,
               std::move(part)});
    }
    all.push_back(std::move(object));
  }
  return all;
}

std::optional<json::Value> Content::variables(int64_t reference, int64_t start,
                                              int64_t count) {
  const Handle *handle = find(reference, /*isFrame=*/false);
  if (!handle || !session.chooseBlock(handle->block))
    return std::nullopt;
  json::Array all;
  LiveBlock &live = *session.getBlock();
  if (handle->kind == Handle::Tile) {
    all = elements(*handle, start, count);
  } else if (handle->kind == Handle::Variables &&
             !session.getNames().areOwn()) {
    for (const auto &[name, value] : live.variables.list())
      all.push_back(
          describe(name, value.getType(), live.block.read(value), name));
  } else {
    for (mlir::Value value : inspector.valuesInScope()) {
      std::string name = session.getNames().nameOf(value);
      all.push_back(
          describe(name, value.getType(), live.block.read(value), name));
    }
  }
  return json::Object{{"variables", std::move(all)}};
}

Expected<json::Value> Content::evaluate(StringRef expression, int64_t frame) {
  chooseFrame(frame);
  auto value = inspector.evaluate(expression);
  if (!value)
    return value.takeError();
  StringRef name = expression.trim();
  json::Object object = describe(name, value->first, value->second, name);
  object["result"] = std::move(object["value"]);
  object.erase("value");
  object.erase("name");
  // Indices behind indices have no meaning.
  if (name.contains('['))
    object["variablesReference"] = 0;
  return std::move(object);
}

Expected<json::Value> Content::setVariable(int64_t reference, StringRef name,
                                           StringRef value) {
  const Handle *handle = find(reference, /*isFrame=*/false);
  if (!handle || !session.chooseBlock(handle->block))
    return llvm::createStringError("there is no such variable");
  std::string path = name.str();
  unsigned index;
  if (handle->kind == Handle::Tile) {
    if (name.trim("[]").getAsInteger(10, index))
      return llvm::createStringError("'" + name + "' is no element");
    std::vector<int64_t> indices = handle->indices;
    indices.push_back(index);
    path = handle->name + listText<int64_t>(indices);
  }
  if (llvm::Error error = inspector.change(path, value))
    return std::move(error);
  auto changed = inspector.evaluate(path);
  if (!changed)
    return changed.takeError();
  return json::Object{
      {"value", inspector.summarize(changed->first, changed->second)}};
}
