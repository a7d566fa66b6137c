//===- FailingAllocationTest.cpp - Each allocation fails once -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call is made again and again. In the first one its first allocation fails,
// then a later one, until a call needs fewer than that. Each says that there is
// no memory, and the process goes on.
//
//===----------------------------------------------------------------------===//

#include "../Driver/Harness.h"
#include "tessera-c/Compiler.h"
#include "tessera-c/Device.h"
#include "tessera-c/IR.h"
#include "tessera-c/Runtime.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <atomic>
#include <functional>

/// Counts down to the allocation that fails; 0 for none.
static std::atomic<int64_t> untilFailure{0};

static bool failsNow() {
  return untilFailure.load(std::memory_order_relaxed) > 0 &&
         untilFailure.fetch_sub(1) == 1;
}

// Replaced for the whole process, its libraries included.
extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) { return failsNow() ? nullptr : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return failsNow() ? nullptr : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  return failsNow() ? nullptr : __libc_realloc(memory, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return failsNow() ? nullptr : __libc_memalign(alignment, size);
}
}

namespace {

enum class Outcome { Done, LacksMemory, Other };

/// Calls WHAT, whose allocation of that number fails; whether there was one.
bool fail(int64_t number, const std::function<Outcome()> &what,
          Outcome &outcome) {
  untilFailure = number;
  outcome = what();
  return untilFailure.exchange(0) <= 0;
}

/// Calls WHAT once for each of the first allocations, as many as DENSITY, then
/// more rarely. Each call is followed by one that has all of them.
void failEach(const std::function<Outcome()> &what, int64_t density = 16) {
  ASSERT_EQ(what(), Outcome::Done); // what the process makes once
  Outcome outcome;
  for (int64_t number = 1; fail(number, what, outcome);
       number += 1 + number / density) {
    // Some code does without.
    EXPECT_NE(outcome, Outcome::Other) << "allocation " << number;
    ASSERT_EQ(what(), Outcome::Done) << "after allocation " << number;
  }
  EXPECT_EQ(outcome, Outcome::Done);
}

MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

MlirStringRef str(const std::string &text) {
  return mlirStringRefCreate(text.data(), text.size());
}

/// True if the last call has told what to do about lack of memory. Diagnostics
/// are looked at without an allocation, which could fail as well.
bool hasAdvice = false;
void listen(const TesseraDiagnostic *diagnostic, void *) {
  llvm::StringRef said(diagnostic->message.data, diagnostic->message.length);
  hasAdvice |= said.starts_with("out of memory: give the process more");
}

/// p[block] += x
const char *const bump =
    "cuda_tile.module @m {\n"
    "  entry @bump(%p: tile<ptr<i32>>, %x: tile<i32>) {\n"
    "    %b, %b1, %b2 = get_tile_block_id : tile<i32>\n"
    "    %at = offset %p, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n"
    "    %v, %t = load_ptr_tko weak %at : tile<ptr<i32>> -> tile<i32>, token\n"
    "    %s = addi %v, %x : tile<i32>\n"
    "    %u = store_ptr_tko weak %at, %s token=%t\n"
    "      : tile<ptr<i32>>, tile<i32> -> token\n"
    "    return\n"
    "  }\n"
    "}\n";

/// A device of the engine "emulate" or "interpret" with checks.
struct Device {
  Device(const char *engine, const char *checks) {
    TesseraDeviceOptions options = {str(engine), str("sm_90"), str(checks), 0};
    device = tesseraDeviceCreate(&options, listen, nullptr);
    EXPECT_TRUE(mlirLogicalResultIsSuccess(
        tesseraDeviceMap(device, memory, sizeof memory, str("p"), true)));
  }
  ~Device() { tesseraDeviceDestroy(device); }

  Outcome outcome(bool isDone) const {
    if (isDone)
      return Outcome::Done;
    return tesseraDeviceLacksMemory(device) ? Outcome::LacksMemory
                                            : Outcome::Other;
  }
  Outcome launch(TesseraModule module) {
    TesseraLaunchShape shape = {
        {blocks, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, {0, 0, 0}};
    int32_t x = 5, *p = memory;
    const void *parameters[] = {&p, &x};
    return outcome(mlirLogicalResultIsSuccess(tesseraModuleLaunch(
        module, 0, &shape, parameters, nullptr, nullptr, listen, nullptr)));
  }

  static constexpr unsigned blocks = 64;
  int32_t memory[blocks] = {};
  TesseraDevice device;
};

class LaunchTest
    : public testing::TestWithParam<std::pair<const char *, const char *>> {};

/// Without checks, on several threads of the host.
TEST_P(LaunchTest, FailsWithoutMemory) {
  Device on(GetParam().first, GetParam().second);
  TesseraModule module =
      tesseraModuleLoad(on.device, str(bump), str("k.mlir"), listen, nullptr);
  ASSERT_TRUE(module.ptr);
  failEach([&] { return on.launch(module); });
  tesseraModuleUnload(module);
}

INSTANTIATE_TEST_SUITE_P(All, LaunchTest,
                         testing::Values(std::pair("emulate", "none"),
                                         std::pair("emulate", "all"),
                                         std::pair("interpret", "none"),
                                         std::pair("interpret", "all")));

/// acc[i, j] = sum over k of a[i, k] * b[k, j], in a loop.
const char *const product =
    "cuda_tile.module @m {\n"
    "  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>,\n"
    "                 %c: tile<ptr<f32>>) {\n"
    "    %va = make_tensor_view %a, shape = [64, 64], strides = [64, 1]\n"
    "      : tensor_view<64x64xf16, strides=[64,1]>\n"
    "    %vb = make_tensor_view %b, shape = [64, 64], strides = [64, 1]\n"
    "      : tensor_view<64x64xf16, strides=[64,1]>\n"
    "    %vc = make_tensor_view %c, shape = [64, 64], strides = [64, 1]\n"
    "      : tensor_view<64x64xf32, strides=[64,1]>\n"
    "    %pa = make_partition_view %va : partition_view<tile=(64x32),\n"
    "      tensor_view<64x64xf16, strides=[64,1]>>\n"
    "    %pb = make_partition_view %vb : partition_view<tile=(32x64),\n"
    "      tensor_view<64x64xf16, strides=[64,1]>>\n"
    "    %pc = make_partition_view %vc : partition_view<tile=(64x64),\n"
    "      tensor_view<64x64xf32, strides=[64,1]>>\n"
    "    %zero = constant <i32: 0> : tile<i32>\n"
    "    %one = constant <i32: 1> : tile<i32>\n"
    "    %two = constant <i32: 2> : tile<i32>\n"
    "    %none = constant <f32: 0.0> : tile<64x64xf32>\n"
    "    %sum = for %k in (%zero to %two, step %one) : tile<i32>\n"
    "        iter_values(%acc = %none) -> (tile<64x64xf32>) {\n"
    "      %ta, %t0 = load_view_tko weak %pa[%zero, %k]\n"
    "        : partition_view<tile=(64x32),\n"
    "          tensor_view<64x64xf16, strides=[64,1]>>, tile<i32>\n"
    "        -> tile<64x32xf16>, token\n"
    "      %tb, %t1 = load_view_tko weak %pb[%k, %zero]\n"
    "        : partition_view<tile=(32x64),\n"
    "          tensor_view<64x64xf16, strides=[64,1]>>, tile<i32>\n"
    "        -> tile<32x64xf16>, token\n"
    "      %next = mmaf %ta, %tb, %acc\n"
    "        : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>\n"
    "      continue %next : tile<64x64xf32>\n"
    "    }\n"
    "    %t2 = store_view_tko weak %sum, %pc[%zero, %zero]\n"
    "      : tile<64x64xf32>, partition_view<tile=(64x64),\n"
    "        tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token\n"
    "    return\n"
    "  }\n"
    "}\n";

/// Memory is mapped by all engines or by none, so that it can be mapped later.
TEST(FailingAllocation, Mapping) {
  Device on("both", "all");
  static int32_t memory[100];
  failEach([&] {
    bool isDone = mlirLogicalResultIsSuccess(
        tesseraDeviceMap(on.device, memory, sizeof memory,
                         str("a name that is too long for a "
                             "string without an allocation"),
                         false));
    Outcome outcome = on.outcome(isDone);
    if (isDone)
      (void)tesseraDeviceUnmap(on.device, memory);
    return outcome;
  });
}

/// A program that is another one each time, so that nobody has kept it: its
/// first six zeros in a row are counted up, in place.
class Changing {
public:
  explicit Changing(std::string program) : program(std::move(program)) {
    digits = this->program.find("000000");
  }
  MlirStringRef next() {
    for (size_t i = digits + 5; ++program[i] > '9'; --i)
      program[i] = '0';
    return str(program);
  }

private:
  std::string program;
  size_t digits;
};

/// Loads a program, and unloads it again.
static Outcome load(Device &on, Changing &program) {
  TesseraModule module = tesseraModuleLoad(on.device, program.next(),
                                           str("k.mlir"), listen, nullptr);
  Outcome outcome = on.outcome(module.ptr);
  tesseraModuleUnload(module);
  return outcome;
}

TEST(FailingAllocation, Loading) {
  for (const char *engine : {"emulate", "interpret"}) {
    Device on(engine, "all");
    Changing program(std::string("// 000000\n") + bump);
    failEach([&] { return load(on, program); });
  }
}

/// Programs that are kept on disk are whole or not there.
TEST(FailingAllocation, KeepingPrograms) {
  llvm::SmallString<64> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("tessera", folder));
  Device on("emulate", "all");
  tesseraDeviceSetCacheFolder(on.device, str(std::string(folder)));
  Changing program(std::string("// 000000\n") + bump);
  failEach([&] { return load(on, program); });
  std::error_code error;
  unsigned kept = 0;
  for (llvm::sys::fs::directory_iterator it(folder, error), end; it != end;
       it.increment(error)) {
    llvm::StringRef name = llvm::sys::path::filename(it->path());
    EXPECT_TRUE(name.starts_with("llvmcache")) << name.str();
    ++kept;
  }
  EXPECT_GT(kept, 0u);
  llvm::sys::fs::remove_directories(folder);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Options for PTX with lines of the source, which has more to it.
struct Options {
  explicit Options(bool isGuarded = false) {
    options = tesseraCompileOptionsCreate();
    tesseraCompileOptionsSetGpu(options, str("sm_90"));
    tesseraCompileOptionsSetStage(options, TesseraStagePTX);
    tesseraCompileOptionsSetLineInfo(options, true);
    tesseraCompileOptionsSetCrashGuard(options, isGuarded);
  }
  ~Options() { tesseraCompileOptionsDestroy(options); }

  TesseraCompileOptions options;
};

/// Takes the result of a compilation, which has to be the first one's, if it
/// has one at all.
Outcome take(TesseraCompileResult result, std::string &first) {
  const TesseraCompileStatus status = tesseraCompileResultGetStatus(result);
  const MlirStringRef output = tesseraCompileResultGetOutput(result);
  const llvm::StringRef text(output.data, output.length);
  Outcome outcome = Outcome::Other;
  if (status == TesseraCompileOutOfMemory && std::exchange(hasAdvice, false))
    outcome = Outcome::LacksMemory;
  if (status == TesseraCompileSuccess) {
    if (first.empty())
      first = text.str();
    if (text == first)
      outcome = Outcome::Done;
  }
  tesseraCompileResultDestroy(result);
  return outcome;
}

void compileBytes(const char *program, bool isGuarded, int64_t density) {
  std::string first;
  failEach(
      [&] {
        Options options(isGuarded);
        return take(tesseraCompile(str(program), str("k.mlir"), options.options,
                                   listen, nullptr),
                    first);
      },
      density);
}

TEST(FailingAllocation, Compiling) {
  compileBytes(bump, /*isGuarded=*/false, 16);
  compileBytes(bump, /*isGuarded=*/true, 8);
  compileBytes(product, /*isGuarded=*/false, 4);
}

/// A context that lacked memory is lost: calls in it say so, and destroying it
/// and its modules is safe.
TEST(FailingAllocation, CompilingAModule) {
  std::string first;
  failEach([&] {
    MlirContext context = tesseraContextCreate(listen, nullptr);
    MlirModule module = tesseraModuleRead(context, str(bump), str("k.mlir"));
    Outcome outcome =
        std::exchange(hasAdvice, false) ? Outcome::LacksMemory : Outcome::Other;
    if (module.ptr) {
      Options options;
      outcome = take(tesseraCompileModule(module, options.options), first);
    }
    if (context.ptr && outcome == Outcome::LacksMemory) {
      EXPECT_FALSE(tesseraModuleRead(context, str(bump), str("k.mlir")).ptr);
      EXPECT_FALSE(tesseraTokenTypeGet(context).ptr);
    }
    if (module.ptr)
      mlirModuleDestroy(module);
    if (context.ptr)
      mlirContextDestroy(context);
    return outcome;
  });
}

TEST(FailingAllocation, BuildingAndWriting) {
  std::string first;
  failEach([&] {
    MlirContext context = tesseraContextCreate(listen, nullptr);
    bool isDone = false;
    auto keep = [](MlirStringRef bytes, void *to) {
      *static_cast<size_t *>(to) = bytes.length;
    };
    size_t numBytes = 0;
    if (context.ptr) {
      MlirLocation nowhere = mlirLocationUnknownGet(context);
      MlirModule module = tesseraModuleCreate(nowhere, str("m"));
      MlirOperation entry = tesseraEntryCreate(
          tesseraModuleGetTileBlock(module), nowhere, str("k"), 0, nullptr);
      MlirBlock body = tesseraEntryGetBody(entry);
      MlirOperation end =
          tesseraOperationBuild(body, nowhere, str("cuda_tile.return"), 0,
                                nullptr, 0, nullptr, str(""));
      isDone = end.ptr && mlirLogicalResultIsSuccess(tesseraModuleWriteBytecode(
                              module, str("13.1"), keep, &numBytes));
      if (module.ptr)
        mlirModuleDestroy(module);
      mlirContextDestroy(context);
    }
    EXPECT_EQ(isDone, numBytes != 0);
    if (isDone)
      return Outcome::Done;
    return std::exchange(hasAdvice, false) ? Outcome::LacksMemory
                                           : Outcome::Other;
  });
}

//===----------------------------------------------------------------------===//
// Kernels and engines
//===----------------------------------------------------------------------===//

class EngineTest : public testing::TestWithParam<const char *> {};

/// A kernel is read, compiled where the engine needs that, and run.
TEST_P(EngineTest, Run) {
  failEach([&] {
    TesseraKernel kernel =
        tesseraKernelRead(str(bump), str("k.mlir"), listen, nullptr);
    TesseraLaunch launch = tesseraLaunchCreate(kernel, str("bump"));
    TesseraEngine engine = tesseraEngineCreate(str(GetParam()));
    int32_t memory[4] = {1, 2, 3, 4}, x = 5;
    bool isMade = kernel.ptr && launch.ptr && engine.ptr, isDone = false;
    if (isMade) {
      tesseraLaunchSetGrid(launch, 4, 1, 1);
      intptr_t buffer = tesseraLaunchAddBuffer(launch, memory, sizeof memory);
      isMade = buffer == 0 && mlirLogicalResultIsSuccess(tesseraLaunchAddScalar(
                                  launch, str("i32"), &x));
    }
    if (isMade) {
      tesseraEngineSetGpu(engine, str("sm_90"));
      isDone = mlirLogicalResultIsSuccess(
          tesseraEngineRun(engine, launch, listen, nullptr));
      EXPECT_EQ(memory[3], isDone ? 9 : 4);
    }
    tesseraEngineDestroy(engine);
    tesseraLaunchDestroy(launch);
    tesseraKernelDestroy(kernel);
    if (isDone)
      return Outcome::Done;
    return std::exchange(hasAdvice, false) || !isMade ? Outcome::LacksMemory
                                                      : Outcome::Other;
  });
}

INSTANTIATE_TEST_SUITE_P(All, EngineTest,
                         testing::Values("emulate", "interpret"));

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

/// The bytecode of a program.
std::string bytecodeOf(const std::string &program) {
  std::string bytecode;
  MlirContext context = tesseraContextCreate(nullptr, nullptr);
  MlirModule module = tesseraModuleRead(context, str(program), str("k.mlir"));
  EXPECT_TRUE(mlirLogicalResultIsSuccess(tesseraModuleWriteBytecode(
      module, str("13.1"),
      [](MlirStringRef bytes, void *to) {
        static_cast<std::string *>(to)->append(bytes.data, bytes.length);
      },
      &bytecode)));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return bytecode;
}

Outcome outcomeOf(CUresult result) {
  return result == CUDA_SUCCESS               ? Outcome::Done
         : result == CUDA_ERROR_OUT_OF_MEMORY ? Outcome::LacksMemory
                                              : Outcome::Other;
}

TEST_F(DriverTest, AllocatesWithoutMemory) {
  failEach([&] {
    CUdeviceptr address;
    CUresult result = cuMemAlloc_v2(&address, 100);
    if (result == CUDA_SUCCESS)
      result = cuMemFree_v2(address);
    return outcomeOf(result);
  });
  static char memory[4096];
  failEach([&] {
    CUresult result = cuMemHostRegister_v2(memory, sizeof memory, 0);
    if (result == CUDA_SUCCESS)
      result = cuMemHostUnregister(memory);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) // of either
      (void)cuMemHostUnregister(memory);
    return outcomeOf(result);
  });
}

/// Bytecode is compiled when it is loaded.
TEST_F(DriverTest, LoadsBytecodeWithoutMemory) {
  std::string text = product;
  text.replace(text.find("@product"), 8, "@product000000");
  Changing program(bytecodeOf(text));
  failEach(
      [&] {
        CUmodule loaded;
        CUresult result = cuModuleLoadData(&loaded, program.next().data);
        if (result == CUDA_SUCCESS)
          result = cuModuleUnload(loaded);
        return outcomeOf(result);
      },
      4);
}

/// A module is loaded and launched, and unloaded again.
TEST_F(DriverTest, FailsWithoutMemory) {
  const char *text = ".version 8.0\n.target sm_80\n.address_size 64\n"
                     ".visible .entry k() {\n.reg .b32 %r<2>;\n"
                     "mov.u32 %r1, 1;\nret; }\n";
  failEach([&] {
    CUmodule loaded;
    CUfunction kernel;
    CUresult result = cuModuleLoadData(&loaded, text);
    bool isLoaded = result == CUDA_SUCCESS;
    if (isLoaded)
      result = cuModuleGetFunction(&kernel, loaded, "k");
    if (result == CUDA_SUCCESS)
      result = cuLaunchKernel(kernel, 8, 1, 1, 32, 1, 1, 0, nullptr, nullptr,
                              nullptr);
    if (result == CUDA_SUCCESS)
      result = cuCtxSynchronize();
    CUresult unloaded = isLoaded ? cuModuleUnload(loaded) : CUDA_SUCCESS;
    if (result == CUDA_SUCCESS)
      result = unloaded;
    return outcomeOf(result);
  });
}

} // namespace
