//===- Launches.cpp - Launches --------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Functions.h"
#include "LaunchNotes.h"
#include "Streams/Supervision.h"
#include "tessera/Target/LaunchLimits.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

using namespace tessera;
using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// The buffer that `extra` describes.
static CUresult readExtra(void **extra, const char *&buffer, size_t &bytes) {
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = static_cast<const char *>(extra[1]);
    else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
      bytes = *static_cast<size_t *>(extra[1]);
    else
      return CUDA_ERROR_INVALID_VALUE;
  }
  return buffer ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult readParameters(const Function &function, void **parameters,
                               void **extra, Values &values) {
  const char *buffer = nullptr;
  size_t given = 0;
  const TesseraEntryInfo &info = function.info;
  if (parameters && extra)
    return CUDA_ERROR_INVALID_VALUE;
  if (extra)
    CU_CHECK(readExtra(extra, buffer, given));
  else if (!parameters && info.numParameters)
    return CUDA_ERROR_INVALID_VALUE;
  values.bytes.resize(info.parameterBytes + 1);
  for (intptr_t i = 0; i < info.numParameters; ++i) {
    uint64_t offset, bytes;
    (void)tesseraModuleGetParameter(function.module->program, function.entry, i,
                                    &offset, &bytes);
    if (buffer ? offset + bytes > given : !parameters[i])
      return CUDA_ERROR_INVALID_VALUE;
    memcpy(&values.bytes[offset], buffer ? buffer + offset : parameters[i],
           bytes);
    values.each.push_back(&values.bytes[offset]);
  }
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static uint64_t product(const uint32_t (&d)[3]) {
  return uint64_t(d[0]) * d[1] * d[2];
}

/// Checks that the GPU has clusters if the launch asks for any, that they
/// divide the grid, and that the program has asked for those of a size that few
/// GPUs have. Tells the user what is wrong, because the error alone does not.
static CUresult checkClusters(const Function &function,
                              const TesseraLaunchShape &shape) {
  bool fits =
      (!product(shape.cluster) || Driver::get().target->hasClusters()) &&
      mlirLogicalResultIsSuccess(
          tesseraModuleCheckClusters(function.module->program, function.entry,
                                     &shape, takeDiagnostic, nullptr));
  if (!fits)
    return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  uint64_t portable = Driver::get().target->getCapacities().maxClusterSize;
  uint64_t most =
      std::max(product(shape.cluster), product(shape.preferredCluster));
  if (most <= portable || function.allowsLargeClusters)
    return CUDA_SUCCESS;
  tellUser("error: a cluster of " + std::to_string(most) +
           " blocks is not portable; allow it by "
           "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED");
  return CUDA_ERROR_INVALID_CLUSTER_SIZE;
}

/// Checks that the GPU holds all blocks of a cooperative launch at once. Here it
/// would hold any number.
static CUresult checkResidence(const Function &function,
                               const TesseraLaunchShape &shape) {
  const Driver &driver = Driver::get();
  uint64_t threads = product(shape.block);
  if (threads == 1)
    threads = std::max<uint64_t>(product(function.info.requiredBlock), 1);
  uint64_t blocks =
      uint64_t(occupancyOf(function, int(threads), shape.dynamicSharedBytes)) *
      (driver.board ? driver.board->sms : 1);
  if (product(shape.grid) <= blocks)
    return CUDA_SUCCESS;
  tellUser("error: a cooperative launch of " +
           std::to_string(product(shape.grid)) + " blocks, of which the GPU " +
           "holds " + std::to_string(blocks) + " at once");
  return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
}

/// Checks the limits that a GPU enforces before anything runs.
static CUresult checkShape(const Function &function,
                           const TesseraLaunchShape &shape) {
  const TesseraEntryInfo &info = function.info;
  for (unsigned i = 0; i < 3; ++i)
    if (!shape.grid[i] || shape.grid[i] > maxGridExtents[i] ||
        !shape.block[i] || shape.block[i] > maxBlockExtents[i])
      return CUDA_ERROR_INVALID_VALUE;
  if (product(shape.block) > Capacities::maxThreadsPerBlock)
    return CUDA_ERROR_INVALID_VALUE;
  bool isOne = product(shape.block) == 1;
  if (info.isTile && !isOne)
    return CUDA_ERROR_INVALID_VALUE;
  if (product(info.requiredBlock) && !isOne &&
      !std::equal(shape.block, shape.block + 3, info.requiredBlock))
    return CUDA_ERROR_INVALID_VALUE;
  if (product(info.maximumBlock) &&
      product(shape.block) > product(info.maximumBlock))
    return CUDA_ERROR_INVALID_VALUE;
  constexpr uint64_t withoutAsking = 48 * 1024;
  uint64_t most = std::max<uint64_t>(
      function.maxDynamicSharedBytes,
      withoutAsking - std::min(withoutAsking, info.staticSharedBytes));
  if (shape.dynamicSharedBytes > most)
    return CUDA_ERROR_INVALID_VALUE;
  return checkClusters(function, shape);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static void print(MlirStringRef text, void *) {
  fwrite(text.data, 1, text.length, stdout);
  fflush(stdout);
}

/// The shape of a launch, with the clusters that its attributes ask for.
static TesseraLaunchShape shapeOf(const KernelLaunch &launch) {
  TesseraLaunchShape shape = launch.shape;
  auto read = [&](CUlaunchAttributeID id, uint32_t (&cluster)[3]) {
    if (auto it = launch.attributes.find(id); it != launch.attributes.end()) {
      const auto &[x, y, z] = it->second.clusterDim;
      cluster[0] = x;
      cluster[1] = y;
      cluster[2] = z;
    }
  };
  read(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, shape.cluster);
  read(CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION, shape.preferredCluster);
  return shape;
}

bool tessera::driver::mayDepend(const KernelLaunch &launch) {
  auto it = launch.attributes.find(
      CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);
  return it != launch.attributes.end() &&
         it->second.programmaticStreamSerializationAllowed &&
         Driver::get().target->has(Feature::ProgrammaticDependentLaunch);
}

CUresult tessera::driver::check(const KernelLaunch &launch) {
  const Function *function = Driver::get().functions.find(launch.function);
  if (!function)
    return CUDA_ERROR_INVALID_HANDLE;
  TesseraLaunchShape shape = shapeOf(launch);
  CU_CHECK(checkShape(*function, shape));
  auto it = launch.attributes.find(CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
  bool isCooperative = it != launch.attributes.end() && it->second.cooperative;
  return isCooperative ? checkResidence(*function, shape) : CUDA_SUCCESS;
}

/// The error that ended a program's last launch. A launch also fails if the
/// engines disagree, although that is no fault of the kernel.
static CUresult errorOf(TesseraModule program) {
  if (tesseraDeviceLacksMemory(Driver::get().device)) {
    tellUser("the host has no memory for a launch");
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  TesseraFault fault = tesseraModuleGetFault(program);
  return CUresult(tesseraFaultGetCudaError(
      fault == TesseraFaultNone ? TesseraFaultFailed : fault, nullptr));
}

/// True of memory that a context's kernels may access: all but what a program
/// has allocated on another device of which no context is a peer.
static bool mayAccess(const Context &context, const Allocation &allocation) {
  if (allocation.device == context.device || allocation.pool ||
      allocation.isOfGraph || allocation.kind != MemoryKind::Device)
    return true;
  return std::any_of(
      context.peers.begin(), context.peers.end(),
      [&](const Context *peer) { return peer->device == allocation.device; });
}

static const Context *contextOf(const KernelLaunch &launch,
                                const Function &function) {
  return launch.context ? launch.context : function.module->context;
}

/// Hides from launches in these contexts the memory that none of them may
/// access, such as what lists in memory point to.
static CUresult hidePeers(const std::vector<const Context *> &contexts) {
  Driver &driver = Driver::get();
  if (driver.devices.size() == 1)
    return CUDA_SUCCESS;
  auto isHidden = [&](const Allocation &allocation) {
    return !contexts.empty() &&
           std::none_of(contexts.begin(), contexts.end(),
                        [&](const Context *context) {
                          return !context || mayAccess(*context, allocation);
                        });
  };
  return driver.memory.hide(driver.device, contexts, isHidden);
}

/// Checks that no parameter of a launch points to memory of a device without
/// access.
static CUresult checkPeers(const KernelLaunch &launch,
                           const Function &function) {
  const Context *context = contextOf(launch, function);
  CUresult result = CUDA_SUCCESS;
  if (!context || Driver::get().devices.size() == 1)
    return result;
  forEachPointer(function, *launch.values,
                 [&](intptr_t i, uint64_t, const Allocation &to) {
                   if (mayAccess(*context, to))
                     return;
                   tellUser("error: " + describeParameter(function, i) +
                            " points to " + describePeer(to, *context));
                   result = CUDA_ERROR_ILLEGAL_ADDRESS;
                 });
  return result;
}

CUresult tessera::driver::run(const KernelLaunch &launch) {
  const Function *function = Driver::get().functions.find(launch.function);
  if (!function)
    return CUDA_ERROR_INVALID_HANDLE;
  CU_CHECK(checkPeers(launch, *function));
  const Context *context = contextOf(launch, *function);
  CU_CHECK(hidePeers({context}));
  TesseraModule program = function->module->program;
  TesseraLaunchShape shape = shapeOf(launch);
  LaunchGuard guard;
  std::string said;
  bool ran = mlirLogicalResultIsSuccess(tesseraModuleLaunch(
      program, function->entry, &shape, launch.values->each.data(), print,
      nullptr, takeDiagnostic, &said));
  Driver::get().profile.add(function->name, product(shape.grid), ran);
  if (ran)
    return CUDA_SUCCESS;
  // Names are looked for in files, and a lack of memory there is not the launch's.
  CUresult error = errorOf(program);
  if (context)
    tellPeers(*context, said);
  tellPointers({{function, launch.values.get()}}, said, error);
  return error;
}

//===----------------------------------------------------------------------===//
// Launches among others
//===----------------------------------------------------------------------===//

bool tessera::driver::takesPart(const Operation &operation) {
  return std::holds_alternative<KernelLaunch>(operation) ||
         std::holds_alternative<Copy>(operation) ||
         std::holds_alternative<Fill>(operation);
}

namespace {
/// An operation in the device's form, and the objects that this form points to.
struct Described {
  TesseraWork work = {};
  const Operation *operation = nullptr;
  const Function *function = nullptr;
  const Context *context = nullptr; ///< of a launch
  TesseraLaunchShape shape = {};
  std::vector<TesseraRange> ranges;
  CUresult result = CUDA_SUCCESS;

  CUresult describe(const OrderedOperation &ordered);

private:
  CUresult describe(const KernelLaunch &launch);
  CUresult describeStep(const char *name);
};
} // namespace

CUresult Described::describe(const KernelLaunch &launch) {
  function = Driver::get().functions.find(launch.function);
  if (!function)
    return CUDA_ERROR_INVALID_HANDLE;
  CU_CHECK(checkPeers(launch, *function));
  context = contextOf(launch, *function);
  shape = shapeOf(launch);
  work.module = function->module->program;
  work.entry = function->entry;
  work.shape = &shape;
  work.parameters = launch.values->each.data();
  return CUDA_SUCCESS;
}

CUresult Described::describeStep(const char *name) {
  work.name = {name, strlen(name)};
  work.step = [](void *data) {
    auto &self = *static_cast<Described *>(data);
    self.result = run(*self.operation);
  };
  work.userData = this;
  work.ranges = ranges.data();
  work.numRanges = ranges.size();
  return CUDA_SUCCESS;
}

CUresult Described::describe(const OrderedOperation &ordered) {
  operation = ordered.operation;
  work.after = ordered.after.data();
  work.numAfter = ordered.after.size();
  if (const auto *launch = std::get_if<KernelLaunch>(operation))
    return describe(*launch);
  if (const auto *copy = std::get_if<Copy>(operation)) {
    ranges = memoryOf(*copy);
    return describeStep("a copy");
  }
  ranges = memoryOf(std::get<Fill>(*operation));
  return describeStep("a fill");
}

CUresult tessera::driver::run(const std::vector<OrderedOperation> &operations) {
  Driver &driver = Driver::get();
  std::vector<Described> all(operations.size());
  std::vector<TesseraWork> works;
  std::vector<const Context *> contexts;
  for (size_t i = 0; i < all.size(); ++i) {
    CU_CHECK(all[i].describe(operations[i]));
    works.push_back(all[i].work);
    if (all[i].context)
      contexts.push_back(all[i].context);
  }
  // Copies and fills reach all memory, and what is beside them does, too.
  if (contexts.size() < all.size())
    contexts.clear();
  CU_CHECK(hidePeers(contexts));
  LaunchGuard guard;
  std::string said;
  bool ran = mlirLogicalResultIsSuccess(
      tesseraDeviceRun(driver.device, works.data(), works.size(), print,
                       nullptr, takeDiagnostic, &said));
  // Memory is hidden where none of the contexts has the access.
  if (!ran && !contexts.empty() && contexts.front())
    tellPeers(*contexts.front(), said);
  CUresult result = CUDA_SUCCESS;
  std::vector<Launched> launched;
  for (size_t i = 0; i < all.size(); ++i) {
    const Described &each = all[i];
    if (each.function) {
      driver.profile.add(each.function->name, product(each.shape.grid), ran, i);
      const auto &launch = std::get<KernelLaunch>(*each.operation);
      launched.push_back({each.function, launch.values.get()});
    }
    if (result == CUDA_SUCCESS)
      result = each.function && !ran ? errorOf(each.work.module) : each.result;
  }
  if (!ran)
    tellPointers(launched, said, result);
  if (tesseraDeviceLacksMemory(driver.device))
    return CUDA_ERROR_OUT_OF_MEMORY;
  // A race between two copies makes no single launch fail.
  return ran || result != CUDA_SUCCESS ? result : CUDA_ERROR_LAUNCH_FAILED;
}

double tessera::driver::modelledTime(const Operation &operation,
                                     size_t number) {
  const Driver &driver = Driver::get();
  if (std::holds_alternative<KernelLaunch>(operation))
    return std::max(0.0, tesseraDeviceGetTimeBound(driver.device, number));
  std::vector<TesseraRange> ranges;
  if (const auto *copy = std::get_if<Copy>(&operation))
    ranges = memoryOf(*copy);
  if (const auto *fill = std::get_if<Fill>(&operation))
    ranges = memoryOf(*fill);
  double bytes = 0;
  for (const TesseraRange &range : ranges) {
    const Allocation *allocation =
        driver.memory.find(reinterpret_cast<uint64_t>(range.memory));
    if (allocation && !allocation->isHost())
      bytes += double(range.bytes);
  }
  return bytes / (driver.board->dramGBPerSecond * 1e3);
}

CUresult tessera::driver::makeLaunch(KernelLaunch &launch, void **parameters,
                                     void **extra) {
  const Function *function = Driver::get().functions.find(launch.function);
  if (!function)
    return CUDA_ERROR_INVALID_HANDLE;
  CU_CHECK(check(launch));
  auto values = std::make_shared<Values>();
  CU_CHECK(readParameters(*function, parameters, extra, *values));
  launch.values = std::move(values);
  return CUDA_SUCCESS;
}

static CUresult launch(KernelLaunch launch, CUstream handle, void **parameters,
                       void **extra) {
  Driver &driver = Driver::get();
  Stream *stream;
  const Function *function = driver.functions.find(launch.function);
  if (!function)
    return CUDA_ERROR_INVALID_HANDLE;
  if (CUresult result = driver.requireStream(handle, stream)) {
    tellCulprit(*function);
    return result;
  }
  if (Context *owner = function->module->context;
      owner && owner != stream->context)
    return CUDA_ERROR_INVALID_HANDLE;
  CU_CHECK(makeLaunch(launch, parameters, extra));
  launch.context = stream->context;
  return driver.submit(*stream, std::move(launch));
}

CUresult api::cuLaunchKernel(CUfunction function, unsigned gridX,
                             unsigned gridY, unsigned gridZ, unsigned blockX,
                             unsigned blockY, unsigned blockZ,
                             unsigned sharedBytes, CUstream stream,
                             void **parameters, void **extra) {
  TesseraLaunchShape shape = {{gridX, gridY, gridZ},
                              {blockX, blockY, blockZ},
                              {0, 0, 0},
                              sharedBytes,
                              {0, 0, 0}};
  return launch({function, shape, nullptr, {}, nullptr}, stream, parameters,
                extra);
}

CUresult api::cuLaunchCooperativeKernel(CUfunction function, unsigned gridX,
                                        unsigned gridY, unsigned gridZ,
                                        unsigned blockX, unsigned blockY,
                                        unsigned blockZ, unsigned sharedBytes,
                                        CUstream stream, void **parameters) {
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  CUlaunchConfig config = {gridX,  gridY,       gridZ,  blockX,     blockY,
                           blockZ, sharedBytes, stream, &attribute, 1};
  return cuLaunchKernelEx(&config, function, parameters, nullptr);
}

CUresult api::cuLaunchKernelEx(const CUlaunchConfig *config,
                               CUfunction function, void **parameters,
                               void **extra) {
  if (!config || (config->numAttrs && !config->attrs))
    return CUDA_ERROR_INVALID_VALUE;
  TesseraLaunchShape shape = {
      {config->gridDimX, config->gridDimY, config->gridDimZ},
      {config->blockDimX, config->blockDimY, config->blockDimZ},
      {0, 0, 0},
      config->sharedMemBytes,
      {0, 0, 0}};
  KernelLaunch made = {function, shape, nullptr, {}, nullptr};
  // Only clusters, dependencies and residence have an effect; the other
  // attributes are hints.
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    CUlaunchAttributeID id = config->attrs[i].id;
    if (id != CU_LAUNCH_ATTRIBUTE_IGNORE && !isLaunchAttribute(id))
      return CUDA_ERROR_INVALID_VALUE;
    made.attributes[id] = config->attrs[i].value;
  }
  return launch(std::move(made), config->hStream, parameters, extra);
}
