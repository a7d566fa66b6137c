//===- KeptResults.cpp - Results of compilations, on disk -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is a map in MessagePack: the texts by their names, and under "kernels"
// a list for each kernel, of its name and its figures in order.
//
//===----------------------------------------------------------------------===//

#include "KeptResults.h"

#include "tessera/Support/LackOfMemory.h"
#include "tessera/Support/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::capi;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// All of the options that a caller of the C API can set and that results
/// depend on.
static std::vector<std::string> describeOptions(const CompileOptions &options) {
  std::vector<std::string> pieces = {
      options.gpuName,
      std::to_string(options.optLevel),
      stageName(options.emit).str(),
      std::to_string(options.lineInfo),
      std::to_string(options.deviceDebug),
      std::to_string(options.checkAccesses),
      describeFile(findLibdevice(options.libdevicePath)),
      options.emit == Stage::Cubin ? describeFile(findPtxas(options.ptxasPath))
                                   : std::string()};
  // The length of each list keeps them apart.
  for (const std::vector<std::string> *list :
       {&options.entries, &options.ptxasOptions}) {
    pieces.push_back(std::to_string(list->size()));
    append_range(pieces, *list);
  }
  return pieces;
}

KeptResults::KeptResults(StringRef folder, StringRef program, StringRef name,
                         const CompileOptions &options, StringRef more)
    : cache(folder) {
  if (!cache.isOn())
    return;
  std::vector<std::string> described = describeOptions(options);
  SmallVector<StringRef> pieces = {"compilation", program, name, more};
  append_range(pieces, described);
  key = runtime::ProgramCache::keyOf(pieces);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static constexpr uint64_t KernelResources::*sizes[] = {
    &KernelResources::sharedBytes, &KernelResources::stackBytes,
    &KernelResources::spillStoreBytes, &KernelResources::spillLoadBytes};
static constexpr unsigned KernelResources::*counts[] = {
    &KernelResources::registers,
    &KernelResources::barriers,
    &KernelResources::warps,
    &KernelResources::residentWarps,
    &KernelResources::maxResidentWarps,
    &KernelResources::tensorColumns};

static std::string write(const CompiledProgram &program) {
  msgpack::Document document;
  msgpack::MapDocNode root = document.getRoot().getMap(/*Convert=*/true);
  root["output"] = document.getNode(StringRef(program.result.output));
  root["ptx"] = document.getNode(StringRef(program.result.ptx));
  root["report"] = document.getNode(StringRef(program.report));
  msgpack::ArrayDocNode kernels = document.getArrayNode();
  for (const KernelResources &kernel : program.result.kernels) {
    msgpack::ArrayDocNode figures = document.getArrayNode();
    figures.push_back(document.getNode(StringRef(kernel.kernel)));
    for (auto size : sizes)
      figures.push_back(document.getNode(kernel.*size));
    for (auto count : counts)
      figures.push_back(document.getNode(uint64_t(kernel.*count)));
    kernels.push_back(figures);
  }
  root["kernels"] = kernels;
  std::string text;
  document.writeToBlob(text);
  return text;
}

/// Reads what `write` has written: the cache has compared a hash of it.
static std::optional<CompiledProgram> read(const std::string &text) {
  msgpack::Document document;
  if (!document.readFromBlob(text, /*Multi=*/false) ||
      !document.getRoot().isMap())
    return std::nullopt;
  msgpack::MapDocNode root = document.getRoot().getMap();
  CompiledProgram program;
  program.result.output = root["output"].getString().str();
  program.result.ptx = root["ptx"].getString().str();
  program.report = root["report"].getString().str();
  for (msgpack::DocNode node : root["kernels"].getArray()) {
    msgpack::ArrayDocNode figures = node.getArray();
    size_t next = 0;
    KernelResources kernel;
    kernel.kernel = figures[next++].getString().str();
    for (auto size : sizes)
      kernel.*size = figures[next++].getUInt();
    for (auto count : counts)
      kernel.*count = figures[next++].getUInt();
    program.result.kernels.push_back(std::move(kernel));
  }
  return program;
}

std::optional<CompiledProgram> KeptResults::find() const {
  // An open file must not be left behind, nor a half-written one.
  UsesReserve stay;
  if (std::optional<std::string> text = cache.find(key))
    return read(*text);
  return std::nullopt;
}

void KeptResults::add(const CompiledProgram &program) const {
  UsesReserve stay;
  if (cache.isOn())
    cache.add(key, write(program));
}
