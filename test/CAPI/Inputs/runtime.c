/*===- runtime.c - Kernels run on the engines without a GPU ------*- C -*-===*\
|*                                                                           *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                   *|
|*                                                                           *|
\*===---------------------------------------------------------------------===*/

#include "tessera-c/Runtime.h"
#include "Test.h"

/* z = a * x + y on 64 numbers, and what else a kernel may do. */
static const char program[] =
    "cuda_tile.module @m {\n"
    "  entry @axpy(%a: tile<f32>, %x: tile<ptr<f32>>, %y: tile<ptr<f32>>,\n"
    "              %z: tile<ptr<f32>>, %n: tile<i32>) {\n"
    "    %id, %id1, %id2 = get_tile_block_id : tile<i32>\n"
    "    %vx = make_tensor_view %x, shape = [%n], strides = [1]\n"
    "      : tile<i32> -> tensor_view<?xf32, strides=[1]>\n"
    "    %vy = make_tensor_view %y, shape = [%n], strides = [1]\n"
    "      : tile<i32> -> tensor_view<?xf32, strides=[1]>\n"
    "    %vz = make_tensor_view %z, shape = [%n], strides = [1]\n"
    "      : tile<i32> -> tensor_view<?xf32, strides=[1]>\n"
    "    %px = make_partition_view %vx\n"
    "      : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>\n"
    "    %py = make_partition_view %vy\n"
    "      : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>\n"
    "    %pz = make_partition_view %vz\n"
    "      : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>\n"
    "    %tx, %t0 = load_view_tko weak %px[%id]\n"
    "      : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>,\n"
    "        tile<i32> -> tile<16xf32>, token\n"
    "    %ty, %t1 = load_view_tko weak %py[%id]\n"
    "      : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>,\n"
    "        tile<i32> -> tile<16xf32>, token\n"
    "    %r = reshape %a : tile<f32> -> tile<1xf32>\n"
    "    %b = broadcast %r : tile<1xf32> -> tile<16xf32>\n"
    "    %s = fma %b, %tx, %ty : tile<16xf32>\n"
    "    %t2 = store_view_tko weak %s, %pz[%id] : tile<16xf32>,\n"
    "        partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>,\n"
    "        tile<i32> -> token\n"
    "    return\n"
    "  }\n"
    "  entry @hello(%n: tile<i32>) {\n"
    "    %t = print_tko \"hello %i\\0A\", %n : tile<i32> -> token\n"
    "    return\n"
    "  }\n"
    "  entry @endless(%n: tile<i32>) {\n"
    "    loop {\n"
    "      %t = print_tko \"again %i\\0A\", %n : tile<i32> -> token\n"
    "      continue\n"
    "    }\n"
    "    return\n"
    "  }\n"
    "  entry @half(%h: tile<bf16>, %p: tile<ptr<bf16>>) {\n"
    "    %t = store_ptr_tko weak %p, %h : tile<ptr<bf16>>, tile<bf16>\n"
    "      -> token\n"
    "    return\n"
    "  }\n"
    "}\n";

enum { COUNT = 60 };

static struct Told told;

static bool succeeded(MlirLogicalResult result) {
  return mlirLogicalResultIsSuccess(result);
}

static TesseraKernel readProgram(void) {
  TesseraKernel kernel =
      tesseraKernelRead(str(program), str("k.mlir"), listen, &told);
  CHECK(kernel.ptr && wasTold(&told, ""));
  return kernel;
}

static void testKernel(void) {
  TesseraKernel kernel = readProgram(), none = {NULL};
  CHECK(tesseraKernelGetNumEntries(kernel) == 4);
  CHECK(is(tesseraKernelGetEntryName(kernel, 1), "hello"));
  CHECK(tesseraKernelGetEntryName(kernel, 4).length == 0);
  CHECK(tesseraKernelGetNumParameters(kernel, 0) == 5);
  CHECK(tesseraKernelGetNumParameters(kernel, -1) == -1);
  CHECK(is(tesseraKernelGetParameterType(kernel, 0, 1), "tile<ptr<f32>>"));
  CHECK(tesseraKernelGetParameterType(kernel, 0, 5).length == 0);
  CHECK(tesseraKernelGetParameterSize(kernel, 0, 0) == 4);
  CHECK(tesseraKernelGetParameterSize(kernel, 0, 1) == 8);
  CHECK(tesseraKernelGetParameterSize(kernel, 0, -1) == 0);
  tesseraKernelDestroy(kernel);
  CHECK(tesseraKernelGetNumEntries(none) == 0);
  CHECK(tesseraKernelGetEntryName(none, 0).length == 0);
  CHECK(tesseraKernelGetNumParameters(none, 0) == -1);
  CHECK(tesseraKernelGetParameterType(none, 0, 0).length == 0);
  CHECK(tesseraKernelGetParameterSize(none, 0, 0) == 0);
  tesseraKernelDestroy(none);
}

/* From z[] = -1 to z = 2 x + y, with both arrays in one buffer. */
static void runAxpy(TesseraEngine engine, TesseraKernel kernel) {
  float xy[2 * COUNT], z[COUNT], a = 2;
  for (int i = 0; i < COUNT; ++i) {
    xy[i] = (float)i;
    xy[COUNT + i] = 1000;
    z[i] = -1;
  }
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("axpy"));
  tesseraLaunchSetGrid(launch, 4, 1, 1);
  CHECK(succeeded(tesseraLaunchAddScalar(launch, str("f32"), &a)));
  CHECK(tesseraLaunchAddBuffer(launch, xy, sizeof xy) == 0);
  CHECK(succeeded(tesseraLaunchAddPointer(launch, 0, COUNT * sizeof *xy)));
  CHECK(tesseraLaunchAddOutput(launch, z, sizeof z) == 1);
  tesseraLaunchAddI32(launch, COUNT);
  /* The second run needs no compilation, and gives the same. */
  for (int run = 0; run < 2; ++run) {
    xy[0] = (float)run;
    CHECK(succeeded(tesseraEngineRun(engine, launch, listen, &told)));
    CHECK(wasTold(&told, ""));
    CHECK(z[0] == 1000 + 2 * (float)run);
    for (int i = 1; i < COUNT; ++i)
      CHECK(z[i] == 2 * (float)i + 1000);
  }
  tesseraLaunchDestroy(launch);
}

static void runHello(TesseraEngine engine, TesseraKernel kernel) {
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("hello"));
  tesseraLaunchAddI32(launch, -7);
  CHECK(succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(is(tesseraEngineGetPrinted(engine), "hello -7\n"));
  tesseraLaunchDestroy(launch);
}

static void runHalf(TesseraEngine engine, TesseraKernel kernel) {
  uint16_t half = 0x3FC0, result = 0;
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("half"));
  CHECK(succeeded(tesseraLaunchAddScalar(launch, str("bf16"), &half)));
  CHECK(tesseraLaunchAddOutput(launch, &result, 2) == 0);
  CHECK(succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(result == 0x3FC0);
  tesseraLaunchDestroy(launch);
}

static void runEndless(TesseraEngine engine, TesseraKernel kernel) {
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("endless"));
  tesseraLaunchAddI32(launch, 3);
  tesseraEngineSetStepLimit(engine, 100000);
  CHECK(!succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, "error "));
  /* What it printed before it failed is not lost. */
  CHECK(contains(tesseraEngineGetPrinted(engine), "again 3\nagain 3\n"));
  tesseraEngineSetStepLimit(engine, 0);
  tesseraLaunchDestroy(launch);
}

/* Memory that nobody wrote is found where checks are on. */
static void runUnwritten(TesseraEngine engine, TesseraKernel kernel) {
  float x[16], z[16] = {5}, a = 0;
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("axpy"));
  tesseraLaunchAddScalar(launch, str("f32"), &a);
  tesseraLaunchAddOutput(launch, x, sizeof x);
  tesseraLaunchAddPointer(launch, 0, 0);
  tesseraLaunchAddBuffer(launch, z, sizeof z);
  tesseraLaunchAddI32(launch, 16);
  CHECK(!succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, "error "));
  CHECK(z[0] == 5);
  tesseraEngineSetChecks(engine, false);
  CHECK(succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, ""));
  tesseraEngineSetChecks(engine, true);
  CHECK(!succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, "error "));
  tesseraLaunchDestroy(launch);
}

static void runMismatches(TesseraEngine engine, TesseraKernel kernel) {
  float number = 0;
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("hello"));
#define REFUSES(message)                                                       \
  CHECK(!succeeded(tesseraEngineRun(engine, launch, listen, &told)));          \
  CHECK(wasTold(&told, message));                                              \
  tesseraLaunchDestroy(launch)
  REFUSES("'hello' takes 1 parameters, but the launch has 0");
  launch = tesseraLaunchCreate(kernel, str("hello"));
  tesseraLaunchAddBuffer(launch, &number, 4);
  REFUSES("what is given for parameter 0 is a pointer, but that of 'hello' is "
          "tile<i32>");
  launch = tesseraLaunchCreate(kernel, str("hello"));
  CHECK(succeeded(tesseraLaunchAddScalar(launch, str("f32"), &number)));
  REFUSES("is of type f32");
  launch = tesseraLaunchCreate(kernel, str("hello"));
  CHECK(succeeded(tesseraLaunchAddScalar(launch, str("i16"), &number)));
  REFUSES("is 2 bytes");
  launch = tesseraLaunchCreate(kernel, str("half"));
  CHECK(succeeded(tesseraLaunchAddScalar(launch, str("bf16"), &number)));
  tesseraLaunchAddI32(launch, 1);
  REFUSES("is no pointer");
  launch = tesseraLaunchCreate(kernel, str("hello"));
  tesseraLaunchAddI32(launch, 1);
  tesseraLaunchSetGrid(launch, 0, 1, 1);
  REFUSES("error ");
#undef REFUSES
}

static void testEngine(const char *name) {
  TesseraKernel kernel = readProgram();
  TesseraEngine engine = tesseraEngineCreate(str(name));
  CHECK(engine.ptr);
  tesseraEngineSetSeed(engine, 7);
  tesseraEngineSetCrashGuard(engine, true);
  runAxpy(engine, kernel);
  runHello(engine, kernel);
  runHalf(engine, kernel);
  runEndless(engine, kernel);
  runUnwritten(engine, kernel);
  runMismatches(engine, kernel);
  tesseraEngineDestroy(engine);
  tesseraKernelDestroy(kernel);
}

/* Settings that only an engine that compiles looks at. */
static void testCompilation(void) {
  TesseraKernel kernel = readProgram();
  TesseraEngine engine = tesseraEngineCreate(str("emulate"));
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("hello"));
  tesseraLaunchAddI32(launch, 1);
  tesseraEngineSetGpu(engine, str("sm_80"));
  tesseraEngineSetOptLevel(engine, 0);
  CHECK(succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, ""));
  tesseraEngineSetGpu(engine, str("sm_1"));
  CHECK(!succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, "sm_1"));
  tesseraEngineSetGpu(engine, str(""));
  tesseraEngineSetOptLevel(engine, 4);
  CHECK(!succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, "level"));
  tesseraLaunchDestroy(launch);
  tesseraEngineDestroy(engine);
  tesseraKernelDestroy(kernel);
}

static void testPtx(void) {
  static const char ptx[] =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry thread(.param .u64 p) {\n"
      ".reg .b32 %r<4>; .reg .b64 %d<4>;\n"
      "ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\n"
      "mul.wide.u32 %d2, %r1, 4;\nadd.u64 %d3, %d1, %d2;\n"
      "st.global.u32 [%d3], %r1;\nret;\n}\n";
  uint32_t threads[64] = {0};
  TesseraKernel kernel =
      tesseraKernelRead(str(ptx), str("k.ptx"), listen, &told);
  CHECK(is(tesseraKernelGetParameterType(kernel, 0, 0), ".param .u64"));
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("thread"));
  tesseraLaunchSetBlock(launch, 64, 1, 1, 0);
  tesseraLaunchAddOutput(launch, threads, sizeof threads);
  TesseraEngine engine = tesseraEngineCreate(str("emulate"));
  CHECK(succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, ""));
  for (uint32_t i = 0; i < 64; ++i)
    CHECK(threads[i] == i);
  tesseraEngineDestroy(engine);
  engine = tesseraEngineCreate(str("interpret"));
  CHECK(!succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, "k.ptx is PTX"));
  tesseraEngineDestroy(engine);
  tesseraLaunchDestroy(launch);
  tesseraKernelDestroy(kernel);
}

static void testModule(void) {
  MlirContext context = tesseraContextCreate(listen, &told);
  MlirModule module = tesseraModuleRead(context, str(program), str("k.mlir"));
  MlirModule none = {NULL};
  TesseraKernel kernel = tesseraKernelCreate(module);
  CHECK(kernel.ptr && wasTold(&told, ""));
  CHECK(tesseraKernelCreate(none).ptr == NULL);
  CHECK(!mlirOperationIsNull(tesseraEntryCreate(
      tesseraModuleGetTileBlock(module),
      mlirLocationFileLineColGet(context, str("a.dsl"), 1, 2), str("k"), 0,
      NULL)));
  CHECK(tesseraKernelCreate(module).ptr == NULL);
  CHECK(wasTold(&told, "error "));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  /* The kernel needs neither. */
  TesseraEngine engine = tesseraEngineCreate(str("interpret"));
  runAxpy(engine, kernel);
  tesseraEngineDestroy(engine);
  tesseraKernelDestroy(kernel);
}

static void testNull(void) {
  TesseraKernel kernel = readProgram(), noKernel = {NULL};
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("hello"));
  TesseraLaunch none = {NULL};
  TesseraEngine engine = {NULL};
  int32_t value = 0;
  CHECK(tesseraKernelRead(str(""), str("k"), listen, &told).ptr == NULL);
  CHECK(wasTold(&told, "error k:"));
  CHECK(tesseraKernelRead(str(".version x"), str("k"), listen, &told).ptr ==
        NULL);
  CHECK(wasTold(&told, "error "));
  CHECK(tesseraLaunchCreate(kernel, str("nobody")).ptr == NULL);
  CHECK(tesseraLaunchCreate(noKernel, str("hello")).ptr == NULL);
  CHECK(tesseraEngineCreate(str("nothing")).ptr == NULL);
  CHECK(!succeeded(tesseraEngineRun(engine, launch, listen, &told)));
  CHECK(wasTold(&told, "error :0:0: the engine is null"));
  tesseraEngineSetGpu(engine, str("sm_90"));
  tesseraEngineSetOptLevel(engine, 1);
  tesseraEngineSetChecks(engine, false);
  tesseraEngineSetSeed(engine, 1);
  tesseraEngineSetStepLimit(engine, 1);
  tesseraEngineSetCrashGuard(engine, false);
  CHECK(tesseraEngineGetPrinted(engine).length == 0);
  tesseraEngineDestroy(engine);
  engine = tesseraEngineCreate(str("interpret"));
  CHECK(!succeeded(tesseraEngineRun(engine, none, listen, &told)));
  CHECK(wasTold(&told, "error :0:0: the launch is null"));
  tesseraEngineDestroy(engine);

  tesseraLaunchSetGrid(none, 1, 1, 1);
  tesseraLaunchSetBlock(none, 1, 1, 1, 0);
  tesseraLaunchAddI32(none, 1);
  CHECK(tesseraLaunchAddBuffer(none, &value, 4) == -1);
  CHECK(tesseraLaunchAddOutput(none, &value, 4) == -1);
  CHECK(!succeeded(tesseraLaunchAddPointer(none, 0, 0)));
  CHECK(!succeeded(tesseraLaunchAddScalar(none, str("i32"), &value)));
  tesseraLaunchDestroy(none);
  CHECK(tesseraLaunchAddBuffer(launch, NULL, 4) == -1);
  CHECK(tesseraLaunchAddBuffer(launch, NULL, 0) == 0);
  CHECK(!succeeded(tesseraLaunchAddPointer(launch, 1, 0)));
  CHECK(!succeeded(tesseraLaunchAddPointer(launch, 0, 1)));
  CHECK(!succeeded(tesseraLaunchAddScalar(launch, str("i33"), &value)));
  CHECK(!succeeded(tesseraLaunchAddScalar(launch, str("i32"), NULL)));
  tesseraLaunchDestroy(launch);
  tesseraKernelDestroy(kernel);
}

int main(void) {
  testKernel();
  testEngine("interpret");
  testEngine("emulate");
  testCompilation();
  testPtx();
  testModule();
  testNull();
  return finish();
}
