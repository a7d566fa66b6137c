//===- CodeRun.cpp - A launch of PTX whose sources are followed --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeRun.h"
#include "Interpretation.h"
#include "tessera/Emulator/Launch.h"

using namespace tessera;
using namespace tessera::runtime;

llvm::Error CodeRun::run(const ptx::Program &code, bool isTracked) {
  for (Buffer &buffer : launch.buffers)
    buffer.wanted = true;
  if (llvm::Error error = allocateBuffers(launch, memory).moveInto(addresses))
    return error;
  auto loaded = placeVariables(code, launch, addresses, memory);
  if (!loaded)
    return loaded.takeError();
  for (auto [number, address] : llvm::enumerate(addresses)) {
    const Buffer &buffer = launch.buffers[number];
    if (isTracked && buffer.pointers.empty())
      sources.addSources(memory, address, buffer.bytes, buffer.elementBytes,
                         firstSource(number));
  }
  EngineOptions options;
  // The order of tile blocks is the same in every run.
  options.emulate.hostThreads = 1;
  if (isTracked)
    options.emulate.sources = &sources;
  RunReport report;
  auto request = makeRequest(code, launch, addresses, options, report);
  if (!request)
    return request.takeError();
  request->loaded = loaded->get();
  if (stepLimit)
    request->config.stepLimit = stepLimit;
  auto statistics = ptx::launchConcurrently({*request}, memory);
  if (!statistics)
    return statistics.takeError();
  steps = statistics->front().warpInstructions;
  return llvm::Error::success();
}
