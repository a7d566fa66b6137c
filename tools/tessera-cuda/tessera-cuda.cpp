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
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;

static Error launchAsAsked(CudaDevice &device, llvm::StringRef text,
                           llvm::raw_ostream &reply) {
  Expected<LaunchRequest> request = readRequest(text);
  if (!request)
    return request.takeError();
  if (Error error =
          device.launch(request->image, request->block, request->launch))
    return error;
  for (const Buffer &buffer : request->launch.buffers)
    if (buffer.wanted)
      reply << llvm::toStringRef(*buffer.contents);
  return Error::success();
}

static Error serve() {
  auto request = llvm::MemoryBuffer::getFile(childFileName(0));
  std::error_code failure = request.getError();
  if (failure)
    return llvm::createStringError(
        "cuda-tile-run --engine=cuda starts this program, with a request");
  llvm::raw_fd_ostream reply(childFileName(1), failure);
  if (failure)
    return llvm::errorCodeToError(failure);
  Expected<std::unique_ptr<CudaDevice>> device = CudaDevice::openHere();
  if (!device)
    return device.takeError();
  if (!(*request)->getBuffer().empty())
    return launchAsAsked(**device, (*request)->getBuffer(), reply);
  reply << (*device)->getGpuName();
  return Error::success();
}

int main() {
  Error error = serve();
  if (!error)
    return 0;
  llvm::errs() << llvm::toString(std::move(error)) << '\n';
  return 1;
}
