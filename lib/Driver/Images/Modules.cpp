//===- Modules.cpp - Modules, libraries, functions ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include "../Streams/Supervision.h"
#include "Image.h"
#include "tessera/Target/Occupancy.h"
#include <algorithm>
#include <cstring>

using namespace tessera;
using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static CUresult load(const ImageBytes &image, Context *context, unsigned count,
                     const CUjit_option *options, void **values,
                     std::shared_ptr<Module> &module) {
  Driver &driver = Driver::get();
  std::string program;
  if (count && (!options || !values))
    return CUDA_ERROR_INVALID_VALUE;
  const JitLog log(count, options, values);
  log.write(""); // for a program that reads it whatever the error
  CU_CHECK(findProgram(image, program));
  std::string said;
  module = std::make_shared<Module>();
  module->context = context;
  module->program = tesseraModuleLoad(
      driver.device, {program.data(), program.size()},
      mlirStringRefCreateFromCString(isPtx(program) ? "module.ptx" : "module"),
      takeDiagnostic, &said);
  log.write(said);
  if (tesseraDeviceLacksMemory(driver.device))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (!module->program.ptr)
    return isPtx(program)   ? CUDA_ERROR_INVALID_PTX
           : isElf(program) ? CUDA_ERROR_NO_BINARY_FOR_GPU
                            : CUDA_ERROR_INVALID_IMAGE;
  intptr_t entries = tesseraModuleGetNumEntries(module->program);
  for (intptr_t i = 0; i < entries; ++i) {
    auto function = std::make_shared<Function>();
    function->module = module.get();
    function->entry = i;
    (void)tesseraModuleGetEntry(module->program, i, &function->info);
    function->name.assign(function->info.name.data, function->info.name.length);
    function->handle = driver.functions.add(function);
    module->functions.push_back(function->handle);
  }
  return CUDA_SUCCESS;
}

/// Unloads a module, after all work that may use it has ended.
static void unload(Module &module) {
  Driver &driver = Driver::get();
  driver.synchronizeAll();
  for (CUfunction function : module.functions)
    driver.functions.remove(function);
  for (uint64_t variable : module.variables)
    if (driver.memory.at(variable))
      driver.memory.release(driver.device, variable);
  tesseraModuleUnload(module.program);
}

static CUresult loadModule(CUmodule *handle, const ImageBytes &image,
                           unsigned count, CUjit_option *options,
                           void **values) {
  Context *context;
  std::shared_ptr<Module> module;
  if (CUresult result = Driver::get().requireContext(context)) {
    tellCulprit("no module is loaded");
    return result;
  }
  CU_CHECK(refuseUnsafe());
  CU_CHECK(load(image, context, count, options, values, module));
  *handle = module->handle = Driver::get().modules.add(module);
  return CUDA_SUCCESS;
}

CUresult api::cuModuleLoadDataEx(CUmodule *handle, const void *image,
                                 unsigned count, CUjit_option *options,
                                 void **values) {
  if (!handle || !image)
    return CUDA_ERROR_INVALID_VALUE;
  return loadModule(handle, ImageBytes(image), count, options, values);
}

CUresult api::cuModuleLoadData(CUmodule *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}
CUresult api::cuModuleLoadFatBinary(CUmodule *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}
CUresult api::cuModuleLoad(CUmodule *module, const char *file) {
  std::string contents;
  if (!module)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(readImage(file, contents));
  return loadModule(module, {contents.data(), contents.size()}, 0, nullptr,
                    nullptr);
}

CUresult api::cuModuleUnload(CUmodule handle) {
  Driver &driver = Driver::get();
  Module *module = driver.modules.find(handle);
  if (!module)
    return CUDA_ERROR_INVALID_HANDLE;
  unload(*module);
  driver.modules.remove(handle);
  return CUDA_SUCCESS;
}

static CUresult loadLibrary(CUlibrary *library, const ImageBytes &image,
                            unsigned count, CUjit_option *options,
                            void **values) {
  std::shared_ptr<Module> module;
  CU_CHECK(load(image, nullptr, count, options, values, module));
  *library = module->library = Driver::get().libraries.add(module);
  module->handle = Driver::get().modules.add(module);
  return CUDA_SUCCESS;
}

CUresult api::cuLibraryLoadData(CUlibrary *library, const void *image,
                                CUjit_option *options, void **values,
                                unsigned count, int *, void **, unsigned) {
  if (!library || !image)
    return CUDA_ERROR_INVALID_VALUE;
  return loadLibrary(library, ImageBytes(image), count, options, values);
}

CUresult api::cuLibraryLoadFromFile(CUlibrary *library, const char *file,
                                    CUjit_option *options, void **values,
                                    unsigned count, int *, void **, unsigned) {
  std::string contents;
  if (!library)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(readImage(file, contents));
  return loadLibrary(library, {contents.data(), contents.size()}, count,
                     options, values);
}

CUresult api::cuLibraryUnload(CUlibrary handle) {
  Driver &driver = Driver::get();
  Module *module = driver.libraries.find(handle);
  if (!module)
    return CUDA_ERROR_INVALID_HANDLE;
  unload(*module);
  driver.modules.remove(module->handle);
  driver.libraries.remove(handle);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Contents of a module
//===----------------------------------------------------------------------===//

static CUresult findFunction(const Module *module, const char *name,
                             CUfunction *function) {
  if (!function || !name || !*name)
    return CUDA_ERROR_INVALID_VALUE;
  if (!module)
    return CUDA_ERROR_INVALID_HANDLE;
  for (CUfunction handle : module->functions)
    if (Driver::get().functions.find(handle)->name == name) {
      *function = handle;
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_NOT_FOUND;
}

static CUresult findGlobal(Module *module, const char *name,
                           CUdeviceptr *address, size_t *bytes) {
  if (!name || (!address && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (!module)
    return CUDA_ERROR_INVALID_HANDLE;
  void *memory;
  uint64_t size;
  if (mlirLogicalResultIsFailure(tesseraModuleGetGlobal(
          module->program, mlirStringRefCreateFromCString(name), &memory,
          &size)))
    return CUDA_ERROR_NOT_FOUND;
  auto at = reinterpret_cast<uint64_t>(memory);
  std::vector<uint64_t> &known = module->variables;
  if (std::find(known.begin(), known.end(), at) == known.end())
    known.push_back(at);
  Driver::get().memory.note(at, size, module->context,
                            module->context ? module->context->device : 0);
  if (address)
    *address = at;
  if (bytes)
    *bytes = size;
  return CUDA_SUCCESS;
}

static CUresult countFunctions(const Module *module, unsigned *count) {
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  if (!module)
    return CUDA_ERROR_INVALID_HANDLE;
  *count = module->functions.size();
  return CUDA_SUCCESS;
}

CUresult api::cuModuleGetFunction(CUfunction *function, CUmodule module,
                                  const char *name) {
  return findFunction(Driver::get().modules.find(module), name, function);
}
CUresult api::cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes,
                                   CUmodule module, const char *name) {
  return findGlobal(Driver::get().modules.find(module), name, address, bytes);
}
CUresult api::cuModuleGetFunctionCount(unsigned *count, CUmodule module) {
  return countFunctions(Driver::get().modules.find(module), count);
}
CUresult api::cuModuleGetLoadingMode(int *mode) {
  if (!mode)
    return CUDA_ERROR_INVALID_VALUE;
  *mode = 1; // CU_MODULE_EAGER_LOADING
  return CUDA_SUCCESS;
}

/// A kernel is a function, which belongs to no context but runs in any.
CUresult api::cuLibraryGetKernel(CUkernel *kernel, CUlibrary library,
                                 const char *name) {
  return findFunction(Driver::get().libraries.find(library), name,
                      reinterpret_cast<CUfunction *>(kernel));
}
CUresult api::cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes,
                                 CUlibrary library, const char *name) {
  return findGlobal(Driver::get().libraries.find(library), name, address,
                    bytes);
}
CUresult api::cuLibraryGetKernelCount(unsigned *count, CUlibrary library) {
  return countFunctions(Driver::get().libraries.find(library), count);
}
CUresult api::cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count,
                                        CUlibrary library) {
  const Module *found = Driver::get().libraries.find(library);
  if (!kernels || !count)
    return CUDA_ERROR_INVALID_VALUE;
  if (!found)
    return CUDA_ERROR_INVALID_HANDLE;
  for (size_t i = 0; i < std::min<size_t>(count, found->functions.size()); ++i)
    kernels[i] = reinterpret_cast<CUkernel>(found->functions[i]);
  return CUDA_SUCCESS;
}
CUresult api::cuLibraryGetModule(CUmodule *module, CUlibrary library) {
  const Module *found = Driver::get().libraries.find(library);
  if (!module)
    return CUDA_ERROR_INVALID_VALUE;
  if (!found)
    return CUDA_ERROR_INVALID_HANDLE;
  *module = found->handle;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

template <typename Handle>
static CUresult findFunction(Handle handle, Function *&function) {
  function = Driver::get().functions.find(reinterpret_cast<CUfunction>(handle));
  return function ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static int threadsOf(const Function &function) {
  auto product = [](const uint32_t (&d)[3]) { return int(d[0] * d[1] * d[2]); };
  if (int required = product(function.info.requiredBlock))
    return required;
  int maximum = product(function.info.maximumBlock);
  return maximum ? maximum : int(Capacities::maxThreadsPerBlock);
}

static CUresult getAttribute(int *value, CUfunction_attribute attribute,
                             const Function &function) {
  if (!value || attribute < 0 || attribute >= CU_FUNC_ATTRIBUTE_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  const TesseraEntryInfo &info = function.info;
  int capability = Driver::get().target->getComputeCapability();
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = threadsOf(function);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = info.staticSharedBytes;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    *value = info.constantBytes;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = info.localBytes;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    *value = info.registers;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    *value = info.ptxTarget ? info.ptxTarget : capability;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    *value = capability;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
    *value = info.needsCluster;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    *value = info.requiredCluster[attribute -
                                  CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH];
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = function.maxDynamicSharedBytes;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    *value = function.allowsLargeClusters;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = function.sharedCarveout;
    return CUDA_SUCCESS;
  default:
    *value = 0; // hints
    return CUDA_SUCCESS;
  }
}

static CUresult setAttribute(CUfunction_attribute attribute, int value,
                             Function &function) {
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: {
    uint64_t most =
        Driver::get().target->getCapacities().maxSharedBytesPerBlock;
    if (value < 0 || value + function.info.staticSharedBytes > most)
      return CUDA_ERROR_INVALID_VALUE;
    function.maxDynamicSharedBytes = value;
    return CUDA_SUCCESS;
  }
  case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    function.allowsLargeClusters = value;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: {
    constexpr int byDefault = -1, most = 100; // of the memory, in percent
    if (value < byDefault || value > most)
      return CUDA_ERROR_INVALID_VALUE;
    function.sharedCarveout = value;
    return CUDA_SUCCESS;
  }
  case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    return CUDA_SUCCESS; // a hint
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

template <typename Handle>
static CUresult getName(const char **name, Handle handle) {
  Function *function;
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findFunction(handle, function));
  *name = function->name.c_str();
  return CUDA_SUCCESS;
}

template <typename Handle>
static CUresult getParameter(Handle handle, size_t index, size_t *offset,
                             size_t *bytes) {
  Function *function;
  uint64_t at, size;
  if (!offset)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findFunction(handle, function));
  if (index > INTPTR_MAX ||
      mlirLogicalResultIsFailure(tesseraModuleGetParameter(
          function->module->program, function->entry, index, &at, &size)))
    return CUDA_ERROR_INVALID_VALUE;
  *offset = at;
  if (bytes)
    *bytes = size;
  return CUDA_SUCCESS;
}

CUresult api::cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                                 CUfunction handle) {
  Function *function;
  CU_CHECK(findFunction(handle, function));
  return getAttribute(value, attribute, *function);
}
CUresult api::cuFuncSetAttribute(CUfunction handle,
                                 CUfunction_attribute attribute, int value) {
  Function *function;
  CU_CHECK(findFunction(handle, function));
  return setAttribute(attribute, value, *function);
}
CUresult api::cuFuncSetCacheConfig(CUfunction handle, int config) {
  Function *function;
  if (config < 0 || config > 3)
    return CUDA_ERROR_INVALID_VALUE;
  return findFunction(handle, function);
}
CUresult api::cuFuncGetName(const char **name, CUfunction function) {
  return getName(name, function);
}
CUresult api::cuFuncGetModule(CUmodule *module, CUfunction handle) {
  Function *function;
  if (!module)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findFunction(handle, function));
  *module = function->module->handle;
  return CUDA_SUCCESS;
}
CUresult api::cuFuncGetParamInfo(CUfunction function, size_t index,
                                 size_t *offset, size_t *bytes) {
  return getParameter(function, index, offset, bytes);
}

CUresult api::cuKernelSetCacheConfig(CUkernel kernel, int config,
                                     CUdevice device) {
  if (!Driver::get().has(device))
    return CUDA_ERROR_INVALID_DEVICE;
  return cuFuncSetCacheConfig(reinterpret_cast<CUfunction>(kernel), config);
}
CUresult api::cuKernelGetLibrary(CUlibrary *library, CUkernel kernel) {
  Function *function;
  if (!library)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findFunction(kernel, function));
  *library = function->module->library;
  return *library ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
CUresult api::cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  Function *found;
  Context *context;
  if (!function)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult result = Driver::get().requireContext(context)) {
    // The runtime asks before each launch.
    if (findFunction(kernel, found) == CUDA_SUCCESS)
      tellCulprit(*found);
    return result;
  }
  CU_CHECK(findFunction(kernel, found));
  *function = found->handle;
  return CUDA_SUCCESS;
}
CUresult api::cuKernelGetAttribute(int *value, CUfunction_attribute attribute,
                                   CUkernel kernel, CUdevice device) {
  Function *function;
  if (!Driver::get().has(device))
    return CUDA_ERROR_INVALID_DEVICE;
  CU_CHECK(findFunction(kernel, function));
  return getAttribute(value, attribute, *function);
}
CUresult api::cuKernelSetAttribute(CUfunction_attribute attribute, int value,
                                   CUkernel kernel, CUdevice device) {
  Function *function;
  if (!Driver::get().has(device))
    return CUDA_ERROR_INVALID_DEVICE;
  CU_CHECK(findFunction(kernel, function));
  return setAttribute(attribute, value, *function);
}
CUresult api::cuKernelGetName(const char **name, CUkernel kernel) {
  return getName(name, kernel);
}
CUresult api::cuKernelGetParamInfo(CUkernel kernel, size_t index,
                                   size_t *offset, size_t *bytes) {
  return getParameter(kernel, index, offset, bytes);
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

/// Registers do not limit it where no PTX exists, from which their number is
/// known.
int tessera::driver::occupancyOf(const Function &function, int threads,
                                 size_t sharedBytes) {
  BlockNeeds needs;
  needs.warps =
      (threads + Capacities::threadsPerWarp - 1) / Capacities::threadsPerWarp;
  needs.registersPerThread = function.info.registers;
  needs.sharedBytes = function.info.staticSharedBytes + sharedBytes;
  return computeOccupancy(Driver::get().target->getCapacities(), needs).blocks;
}

CUresult api::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, CUfunction handle, int threads, size_t sharedBytes,
    unsigned flags) {
  Function *function;
  if (!blocks || threads <= 0 || flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findFunction(handle, function));
  *blocks = threads > threadsOf(*function)
                ? 0
                : occupancyOf(*function, threads, sharedBytes);
  return CUDA_SUCCESS;
}

CUresult api::cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          CUfunction function,
                                                          int threads,
                                                          size_t sharedBytes) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, function, threads, sharedBytes, 0);
}

CUresult api::cuOccupancyMaxPotentialBlockSize(int *grid, int *block,
                                               CUfunction handle,
                                               CUoccupancyB2DSize sharedBytesOf,
                                               size_t sharedBytes, int limit) {
  Driver &driver = Driver::get();
  Function *function;
  if (!grid || !block)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(findFunction(handle, function));
  int most = threadsOf(*function), best = 0;
  if (limit > 0)
    most = std::min(most, limit);
  std::vector<std::pair<int, size_t>> sizes;
  for (int threads = most; threads > 0;
       threads = threads - 1 - (threads - 1) % 32)
    sizes.emplace_back(threads, sharedBytes);
  if (sharedBytesOf) {
    driver.callBack([&] {
      for (auto &[threads, bytes] : sizes)
        bytes = sharedBytesOf(threads);
    });
    CU_CHECK(findFunction(handle, function));
  }
  *grid = *block = 0;
  for (auto [threads, bytes] : sizes) {
    int blocks = occupancyOf(*function, threads, bytes);
    if (blocks * threads <= best)
      continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * (driver.board ? driver.board->sms : 1);
  }
  return CUDA_SUCCESS;
}
