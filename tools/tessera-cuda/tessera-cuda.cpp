//===- tessera-cuda.cpp - Calls the CUDA driver for cuda-tile-run ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Not for people to call: see lib/Runtime/Cuda/CudaProcess.h.
//
//===----------------------------------------------------------------------===//

#include "Cuda/CudaProcess.h"
#include "tessera/Support/ChildProcess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;

static Expected<std::string> launchAsAsked(CudaDevice &device,
                                           llvm::StringRef text) {
  Expected<LaunchRequest> request = readRequest(text);
  if (!request)
    return request.takeError();
  if (Error error =
          device.launch(request->image, request->block, request->launch))
    return std::move(error);
  const std::vector<float> &times = request->launch.microseconds;
  std::string reply(reinterpret_cast<const char *>(times.data()),
                    times.size() * sizeof(float));
  for (const Buffer &buffer : request->launch.buffers)
    if (buffer.wanted)
      reply += llvm::toStringRef(*buffer.contents);
  return reply;
}

static Error serve() {
  std::unique_ptr<CudaDevice> device;
  auto answer = [&](llvm::StringRef request) -> Expected<std::string> {
    if (!device)
      if (Error error = CudaDevice::openHere().moveInto(device))
        return std::move(error);
    if (request.empty())
      return device->getGpuName().str();
    return launchAsAsked(*device, request);
  };
  return serveParent("cuda-tile-run --engine=cuda", answer);
}

int main() {
  Error error = serve();
  if (!error)
    return 0;
  llvm::errs() << llvm::toString(std::move(error)) << '\n';
  return 1;
}
