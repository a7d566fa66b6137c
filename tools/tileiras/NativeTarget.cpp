//===- NativeTarget.cpp - The GPU of this machine -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeTarget.h"
#include "tessera/Support/ChildProcess.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tessera {

static Error noNativeTarget(const Twine &why) {
  return createStringError("--gpu-name=native finds no GPU: " + why +
                           "; name the GPU to compile for, such as sm_90");
}

Expected<const TargetInfo *> findNativeTarget(const char *argv0) {
  // Any function of this program can give the address.
  SmallString<128> path(sys::path::parent_path(sys::fs::getMainExecutable(
      argv0, reinterpret_cast<void *>(&findNativeTarget))));
  sys::path::append(path, "cuda-tile-run");
  Expected<ProcessOutput> output =
      runForOutput({path.str().str(), "--print-gpu"});
  if (!output)
    return output.takeError();
  const ProcessEnd &end = output->end;
  StringRef text = StringRef(output->said).trim();
  if (end.kind == ProcessEnd::Kind::NotStarted)
    return noNativeTarget("'" + path +
                          "', which asks the driver, cannot be "
                          "run: " +
                          end.reason);
  if (end.kind == ProcessEnd::Kind::Killed)
    return noNativeTarget("'" + path +
                          "', which asks the driver, crashed: " + end.reason);
  if (end.code != 0) {
    text.consume_front("error: ");
    return noNativeTarget(text);
  }
  if (const TargetInfo *target = lookupTarget(text))
    return target;
  return noNativeTarget("that of this machine, " + text +
                        ", is not known here");
}

} // namespace tessera
