//===- Contexts.cpp - Contexts --------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Functions.h"
#include <utility>

using namespace tessera::driver;

static constexpr unsigned knownFlags = 0xff;

static CUresult checkDevice(CUdevice device) {
  return Driver::get().has(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

static Context *current() {
  return contextStack.empty() ? nullptr : contextStack.back();
}

//===----------------------------------------------------------------------===//
// The primary context
//===----------------------------------------------------------------------===//

CUresult api::cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(checkDevice(device));
  Driver &driver = Driver::get();
  Context *&primary = driver.devices[device].primary;
  if (primary)
    ++primary->references;
  else
    primary = driver.makeContext(device, 0, /*isPrimary=*/true);
  *context = primary->handle;
  return CUDA_SUCCESS;
}

CUresult api::cuDevicePrimaryCtxReset_v2(CUdevice device) {
  CU_CHECK(checkDevice(device));
  Driver &driver = Driver::get();
  // A program that retains the primary context from now on gets another one.
  if (Context *primary = std::exchange(driver.devices[device].primary, nullptr))
    driver.destroyContext(*primary);
  return CUDA_SUCCESS;
}
CUresult api::cuDevicePrimaryCtxReset(CUdevice device) {
  return cuDevicePrimaryCtxReset_v2(device);
}

CUresult api::cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  CU_CHECK(checkDevice(device));
  Context *primary = Driver::get().devices[device].primary;
  if (!primary)
    return CUDA_ERROR_INVALID_CONTEXT;
  return --primary->references ? CUDA_SUCCESS
                               : cuDevicePrimaryCtxReset_v2(device);
}
CUresult api::cuDevicePrimaryCtxRelease(CUdevice device) {
  return cuDevicePrimaryCtxRelease_v2(device);
}

CUresult api::cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags,
                                         int *active) {
  if (!flags || !active)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(checkDevice(device));
  const Context *primary = Driver::get().devices[device].primary;
  *flags = primary ? primary->flags : 0;
  *active = primary != nullptr;
  return CUDA_SUCCESS;
}

CUresult api::cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  CU_CHECK(checkDevice(device));
  if (flags & ~knownFlags)
    return CUDA_ERROR_INVALID_VALUE;
  if (Context *primary = Driver::get().devices[device].primary)
    primary->flags = flags;
  return CUDA_SUCCESS;
}
CUresult api::cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}

//===----------------------------------------------------------------------===//
// Other contexts
//===----------------------------------------------------------------------===//

CUresult api::cuCtxCreate_v2(CUcontext *context, unsigned flags,
                             CUdevice device) {
  if (!context || (flags & ~knownFlags))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(checkDevice(device));
  Context *made = Driver::get().makeContext(device, flags, /*isPrimary=*/false);
  contextStack.push_back(made);
  *context = made->handle;
  return CUDA_SUCCESS;
}

CUresult api::cuCtxCreate_v4(CUcontext *context, void *parameters,
                             unsigned flags, CUdevice device) {
  // They ask for a part of the SMs or for sharing with graphics: this device
  // has neither to give.
  if (parameters)
    return CUDA_ERROR_NOT_SUPPORTED;
  return cuCtxCreate_v2(context, flags, device);
}

/// Finds the context of a handle; an error if it has been destroyed.
static CUresult findContext(CUcontext handle, Context *&context) {
  context = Driver::get().contexts.find(handle);
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  return context->isDestroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_SUCCESS;
}

CUresult api::cuCtxDestroy_v2(CUcontext handle) {
  Context *context;
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findContext(handle, context));
  if (context->isPrimary)
    return CUDA_ERROR_INVALID_CONTEXT;
  Driver::get().destroyContext(*context);
  if (current() == context)
    contextStack.pop_back();
  return CUDA_SUCCESS;
}
CUresult api::cuCtxDestroy(CUcontext context) {
  return cuCtxDestroy_v2(context);
}

CUresult api::cuCtxPushCurrent_v2(CUcontext handle) {
  Context *context;
  if (!handle)
    return CUDA_ERROR_INVALID_CONTEXT;
  CU_CHECK(findContext(handle, context));
  contextStack.push_back(context);
  return CUDA_SUCCESS;
}
CUresult api::cuCtxPushCurrent(CUcontext context) {
  return cuCtxPushCurrent_v2(context);
}

CUresult api::cuCtxPopCurrent_v2(CUcontext *context) {
  if (contextStack.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context)
    *context = current() ? current()->handle : nullptr;
  contextStack.pop_back();
  return CUDA_SUCCESS;
}
CUresult api::cuCtxPopCurrent(CUcontext *context) {
  return cuCtxPopCurrent_v2(context);
}

CUresult api::cuCtxSetCurrent(CUcontext handle) {
  Context *context = nullptr;
  if (handle)
    CU_CHECK(findContext(handle, context));
  if (!contextStack.empty())
    contextStack.pop_back();
  if (context)
    contextStack.push_back(context);
  return CUDA_SUCCESS;
}

CUresult api::cuCtxGetCurrent(CUcontext *context) {
  if (!context)
    return CUDA_ERROR_INVALID_VALUE;
  *context = current() ? current()->handle : nullptr;
  return CUDA_SUCCESS;
}

CUresult api::cuCtxGetDevice(CUdevice *device) {
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  if (!current())
    return CUDA_ERROR_INVALID_CONTEXT;
  *device = current()->device;
  return CUDA_SUCCESS;
}

/// Finds the context of a handle; for a null handle, that of this thread.
static CUresult findOrCurrent(CUcontext handle, Context *&context) {
  if (handle)
    return findContext(handle, context);
  context = current();
  return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult api::cuCtxGetDevice_v2(CUdevice *device, CUcontext handle) {
  Context *context;
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findOrCurrent(handle, context));
  *device = context->device;
  return CUDA_SUCCESS;
}

CUresult api::cuCtxGetFlags(unsigned *flags) {
  if (!flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (!current())
    return CUDA_ERROR_INVALID_CONTEXT;
  *flags = current()->flags;
  return CUDA_SUCCESS;
}

CUresult api::cuCtxGetId(CUcontext handle, unsigned long long *id) {
  Context *context;
  if (!id)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findOrCurrent(handle, context));
  *id = context->id;
  return CUDA_SUCCESS;
}

CUresult api::cuCtxSynchronize() {
  Context *context;
  CU_CHECK(Driver::get().requireContext(context));
  CU_CHECK(refuseInCapture(*context));
  CU_CHECK(refuseUnsafe());
  return Driver::get().synchronize(*context);
}

CUresult api::cuCtxSynchronize_v2(CUcontext handle) {
  Context *context;
  CU_CHECK(findOrCurrent(handle, context));
  CU_CHECK(refuseInCapture(*context));
  CU_CHECK(refuseUnsafe());
  return Driver::get().synchronize(*context);
}

CUresult api::cuCtxGetApiVersion(CUcontext handle, unsigned *version) {
  Context *context;
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findOrCurrent(handle, context));
  *version = 3020; // of all contexts since CUDA 3.2
  return CUDA_SUCCESS;
}

CUresult api::cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  if (!current())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (least)
    *least = 0;
  if (greatest)
    *greatest = -5;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Peers
//===----------------------------------------------------------------------===//

/// Finds the current context, and another one whose memory it may have access
/// to.
static CUresult findPeer(CUcontext handle, Context *&context, Context *&peer) {
  CU_CHECK(Driver::get().requireContext(context));
  CU_CHECK(findContext(handle, peer));
  return context == peer ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

CUresult api::cuCtxEnablePeerAccess(CUcontext handle, unsigned flags) {
  Context *context, *peer;
  CU_CHECK(findPeer(handle, context, peer));
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  // cuDeviceCanAccessPeer: a device is no peer of itself.
  if (context->device == peer->device)
    return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  Driver::get().memory.askAgain();
  return context->peers.insert(peer).second
             ? CUDA_SUCCESS
             : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
}

/// Work that has been put into streams may still have the access.
CUresult api::cuCtxDisablePeerAccess(CUcontext handle) {
  Context *context, *peer;
  CU_CHECK(findPeer(handle, context, peer));
  (void)Driver::get().synchronize(*context);
  Driver::get().memory.askAgain();
  return context->peers.erase(peer) ? CUDA_SUCCESS
                                    : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}
