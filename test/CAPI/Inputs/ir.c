/*===- ir.c - Programs read, built, verified and written ---------*- C -*-===*\
|*                                                                           *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                   *|
|*                                                                           *|
\*===---------------------------------------------------------------------===*/

#include "tessera-c/IR.h"
#include "Test.h"

static struct Told told;
static struct Bytes bytes, again;
static MlirContext context;

static bool succeeded(MlirLogicalResult result) {
  return mlirLogicalResultIsSuccess(result);
}

static MlirType parse(const char *text) {
  return mlirTypeParseGet(context, str(text));
}

/*===--------------------------------------------------------------------===*\
|* Types                                                                    *|
\*===--------------------------------------------------------------------===*/

static void testTiles(void) {
  MlirType f32 = mlirF32TypeGet(context), none = {NULL};
  int64_t shape[] = {4, 8}, wrong[] = {3, 8};
  MlirType tile = tesseraTileTypeGet(2, shape, f32);
  CHECK(mlirTypeEqual(tile, parse("!cuda_tile.tile<4x8xf32>")));
  CHECK(tesseraTypeIsATile(tile) && !tesseraTypeIsATile(f32));
  CHECK(tesseraTileTypeGetRank(tile) == 2);
  CHECK(tesseraTileTypeGetRank(f32) == -1);
  CHECK(tesseraTileTypeGetDimSize(tile, 1) == 8);
  CHECK(tesseraTileTypeGetDimSize(tile, 2) == -1);
  CHECK(tesseraTileTypeGetDimSize(tile, -1) == -1);
  CHECK(mlirTypeEqual(tesseraTileTypeGetElementType(tile), f32));
  CHECK(mlirTypeIsNull(tesseraTileTypeGetElementType(f32)));
  CHECK(tesseraTileTypeGetRank(tesseraTileTypeGet(0, NULL, f32)) == 0);
  CHECK(wasTold(&told, ""));

  CHECK(mlirTypeIsNull(tesseraTileTypeGet(2, wrong, f32)));
  CHECK(wasTold(&told, "error :0:0: "));
  CHECK(mlirTypeIsNull(tesseraTileTypeGet(-1, shape, f32)));
  CHECK(mlirTypeIsNull(tesseraTileTypeGet(2, NULL, f32)));
  CHECK(mlirTypeIsNull(tesseraTileTypeGet(2, shape, none)));
  CHECK(!tesseraTypeIsATile(none));
  CHECK(tesseraTileTypeGetRank(none) == -1);
  CHECK(mlirTypeIsNull(tesseraTileTypeGetElementType(none)));
}

static void testPointersAndTokens(void) {
  MlirType f32 = mlirF32TypeGet(context), none = {NULL};
  MlirType pointer = tesseraPointerTypeGet(f32);
  MlirType token = tesseraTokenTypeGet(context);
  MlirContext noContext = {NULL};
  CHECK(mlirTypeEqual(pointer, parse("!cuda_tile.ptr<f32>")));
  CHECK(tesseraTypeIsAPointer(pointer) && !tesseraTypeIsAPointer(token));
  CHECK(mlirTypeEqual(tesseraPointerTypeGetPointee(pointer), f32));
  CHECK(mlirTypeIsNull(tesseraPointerTypeGetPointee(f32)));
  CHECK(mlirTypeEqual(token, parse("!cuda_tile.token")));
  CHECK(tesseraTypeIsAToken(token) && !tesseraTypeIsAToken(pointer));
  CHECK(wasTold(&told, ""));
  CHECK(mlirTypeIsNull(tesseraPointerTypeGet(pointer)));
  CHECK(wasTold(&told, "error"));
  CHECK(mlirTypeIsNull(tesseraPointerTypeGet(none)));
  CHECK(mlirTypeIsNull(tesseraTokenTypeGet(noContext)));
  CHECK(!tesseraTypeIsAPointer(none) && !tesseraTypeIsAToken(none));
}

static void testViews(void) {
  MlirType f32 = mlirF32TypeGet(context), none = {NULL};
  int64_t shape[] = {tesseraGetDynamicSize(), 64};
  int64_t strides[] = {tesseraGetDynamicSize(), 1}, wrong[] = {-7, 64};
  int32_t tile[] = {16, 32};
  MlirType tensor = tesseraTensorViewTypeGet(f32, 2, shape, strides);
  MlirType cut = tesseraPartitionViewTypeGet(2, tile, tensor);
  CHECK(mlirTypeEqual(
      tensor, parse("!cuda_tile.tensor_view<?x64xf32, strides=[?,1]>")));
  CHECK(mlirTypeEqual(cut, parse("!cuda_tile.partition_view<tile=(16x32), "
                                 "tensor_view<?x64xf32, strides=[?,1]>>")));
  CHECK(tesseraTypeIsATensorView(tensor) && !tesseraTypeIsATensorView(cut));
  CHECK(tesseraTypeIsAPartitionView(cut) &&
        !tesseraTypeIsAPartitionView(tensor));
  CHECK(wasTold(&told, ""));
  CHECK(mlirTypeIsNull(tesseraTensorViewTypeGet(f32, 2, wrong, strides)));
  CHECK(wasTold(&told, "error"));
  CHECK(mlirTypeIsNull(tesseraPartitionViewTypeGet(1, tile, tensor)));
  CHECK(wasTold(&told, "error"));
  CHECK(mlirTypeIsNull(tesseraTensorViewTypeGet(f32, 2, shape, NULL)));
  CHECK(mlirTypeIsNull(tesseraTensorViewTypeGet(none, 2, shape, strides)));
  CHECK(mlirTypeIsNull(tesseraPartitionViewTypeGet(2, tile, f32)));
  CHECK(mlirTypeIsNull(tesseraPartitionViewTypeGet(2, NULL, tensor)));
  CHECK(!tesseraTypeIsATensorView(none) && !tesseraTypeIsAPartitionView(none));
}

/*===--------------------------------------------------------------------===*\
|* Programs                                                                 *|
\*===--------------------------------------------------------------------===*/

/* entry @twice(f32) { %0 = addf %a, %a; return } */
static MlirModule buildTwice(MlirLocation here) {
  MlirModule module = tesseraModuleCreate(here, str("kernels"));
  MlirType f32 = tesseraTileTypeGet(0, NULL, mlirF32TypeGet(context));
  MlirOperation entry = tesseraEntryCreate(tesseraModuleGetTileBlock(module),
                                           here, str("twice"), 1, &f32);
  MlirBlock body = tesseraEntryGetBody(entry);
  MlirValue both[] = {mlirBlockGetArgument(body, 0),
                      mlirBlockGetArgument(body, 0)};
  MlirOperation sum =
      tesseraOperationBuild(body, here, str("cuda_tile.addf"), 2, both, 1, &f32,
                            str("{rounding_mode = #cuda_tile.rounding<zero>}"));
  CHECK(mlirOperationGetNumResults(sum) == 1);
  CHECK(!mlirOperationIsNull(tesseraOperationBuild(
      body, here, str("cuda_tile.return"), 0, NULL, 0, NULL, str(""))));
  return module;
}

static void testBuildWriteAndRead(void) {
  MlirLocation here = mlirLocationFileLineColGet(context, str("a.dsl"), 3, 4);
  MlirModule module = buildTwice(here);
  CHECK(succeeded(tesseraModuleVerify(module)));
  CHECK(succeeded(
      tesseraModuleWriteBytecode(module, str("13.1"), append, &bytes)));
  CHECK(wasTold(&told, ""));
  CHECK(bytes.size > 8 && memcmp(bytes.data, "\x7FTileIR", 8) == 0);

  MlirStringRef file = mlirStringRefCreate(bytes.data, bytes.size);
  MlirModule read = tesseraModuleRead(context, file, str("k.tileirbc"));
  CHECK(!mlirModuleIsNull(read));
  CHECK(
      succeeded(tesseraModuleWriteBytecode(read, str("13.1"), append, &again)));
  CHECK(again.size == bytes.size &&
        memcmp(again.data, bytes.data, bytes.size) == 0);
  again.size = 0;
  mlirOperationPrint(mlirModuleGetOperation(read), append, &again);
  CHECK(contains(mlirStringRefCreate(again.data, again.size),
                 "addf %arg0, %arg0 rounding<zero> : tile<f32>"));

  CHECK(
      !succeeded(tesseraModuleWriteBytecode(read, str("9.9"), append, &again)));
  CHECK(wasTold(&told, "9.9"));
  CHECK(!succeeded(tesseraModuleWriteBytecode(read, str("13.1"), NULL, NULL)));
  mlirModuleDestroy(read);
  mlirModuleDestroy(module);
}

static void testVerifierSaysWhere(void) {
  MlirLocation here = mlirLocationFileLineColGet(context, str("a.dsl"), 3, 4);
  MlirModule module = buildTwice(here);
  MlirBlock block = tesseraModuleGetTileBlock(module);
  MlirType f32 = tesseraTileTypeGet(0, NULL, mlirF32TypeGet(context));
  /* An entry without an end. */
  CHECK(!mlirOperationIsNull(
      tesseraEntryCreate(block, here, str("endless"), 1, &f32)));
  CHECK(!succeeded(tesseraModuleVerify(module)));
  CHECK(wasTold(&told, "error a.dsl:3:4: "));
  CHECK(!succeeded(
      tesseraModuleWriteBytecode(module, str("13.1"), append, &again)));
  CHECK(wasTold(&told, "error a.dsl:3:4: "));
  mlirModuleDestroy(module);
}

static void testBuildRefuses(void) {
  MlirLocation here = mlirLocationFileLineColGet(context, str("a.dsl"), 5, 6);
  MlirModule module = buildTwice(here), none = {NULL};
  MlirBlock block = tesseraModuleGetTileBlock(module), noBlock = {NULL};
  MlirLocation nowhere = {NULL};
  MlirValue noValue = {NULL};
  MlirType noType = {NULL};
  MlirContext noContext = {NULL};
  MlirOperation noOperation = {NULL};
#define REFUSES(message, ...)                                                  \
  CHECK(mlirOperationIsNull(tesseraOperationBuild(block, here, __VA_ARGS__))); \
  CHECK(wasTold(&told, "error a.dsl:5:6: " message))
  REFUSES("there is no operation 'cuda_tile.nonsense'",
          str("cuda_tile.nonsense"), 0, NULL, 0, NULL, str(""));
  REFUSES("there is no operation ''", str(""), 0, NULL, 0, NULL, str(""));
  REFUSES("there is no operation '\\x1b[31m'", str("\x1b[31m"), 0, NULL, 0,
          NULL, str(""));
  REFUSES("'cuda_tile.if' has regions", str("cuda_tile.if"), 0, NULL, 0, NULL,
          str(""));
  REFUSES("operand 0 is null", str("cuda_tile.absf"), 1, &noValue, 0, NULL,
          str(""));
  REFUSES("there are no 1 operands", str("cuda_tile.absf"), 1, NULL, 0, NULL,
          str(""));
  REFUSES("result type 0 is null", str("cuda_tile.absf"), 0, NULL, 1, &noType,
          str(""));
  REFUSES("the attributes of 'cuda_tile.addf' are no dictionary",
          str("cuda_tile.addf"), 0, NULL, 0, NULL, str("3 : i32"));
  REFUSES("'cuda_tile.addf': ", str("cuda_tile.addf"), 0, NULL, 0, NULL,
          str("{rounding_mode = 3 : i32}"));
#undef REFUSES
  CHECK(mlirOperationIsNull(
      tesseraOperationBuild(block, here, str("cuda_tile.addf"), 0, NULL, 0,
                            NULL, str("{rounding_mode = "))));
  CHECK(wasTold(&told, "error"));
  CHECK(mlirOperationIsNull(tesseraOperationBuild(
      noBlock, here, str("cuda_tile.return"), 0, NULL, 0, NULL, str(""))));
  CHECK(mlirOperationIsNull(tesseraOperationBuild(
      block, nowhere, str("cuda_tile.return"), 0, NULL, 0, NULL, str(""))));
  /* What is only wrong as a whole, the verifier finds. */
  CHECK(!mlirOperationIsNull(tesseraOperationBuild(
      block, here, str("cuda_tile.addf"), 0, NULL, 0, NULL, str(""))));
  CHECK(!succeeded(tesseraModuleVerify(module)));
  CHECK(wasTold(&told, "error a.dsl:5:6: "));

  CHECK(mlirOperationIsNull(
      tesseraEntryCreate(block, here, str("k"), 1, &noType)));
  CHECK(wasTold(&told, "parameter type 0 is null"));
  CHECK(mlirOperationIsNull(
      tesseraEntryCreate(noBlock, here, str("k"), 0, NULL)));
  CHECK(mlirOperationIsNull(
      tesseraEntryCreate(block, nowhere, str("k"), 0, NULL)));
  CHECK(mlirBlockIsNull(tesseraEntryGetBody(noOperation)));
  CHECK(mlirBlockIsNull(tesseraEntryGetBody(mlirModuleGetOperation(module))));
  CHECK(mlirBlockIsNull(tesseraModuleGetTileBlock(none)));
  CHECK(mlirModuleIsNull(tesseraModuleCreate(nowhere, str("kernels"))));
  CHECK(!succeeded(tesseraModuleVerify(none)));
  CHECK(!succeeded(
      tesseraModuleWriteBytecode(none, str("13.1"), append, &again)));
  CHECK(mlirModuleIsNull(tesseraModuleRead(noContext, str("x"), str("x"))));
  CHECK(wasTold(&told, ""));
  mlirModuleDestroy(module);
}

/* An entry may be made in a block that is in no module yet. */
static void testBlockOfNoModule(void) {
  MlirLocation here = mlirLocationUnknownGet(context);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  MlirOperation entry = tesseraEntryCreate(block, here, str("k"), 0, NULL);
  CHECK(!mlirBlockIsNull(tesseraEntryGetBody(entry)));
  CHECK(!mlirOperationIsNull(tesseraOperationBuild(
      tesseraEntryGetBody(entry), here, str("cuda_tile.return"), 0, NULL, 0,
      NULL, str(""))));
  CHECK(wasTold(&told, ""));
  mlirBlockDestroy(block);
}

/* Nothing of another context gets in. */
static void testContextsAreKeptApart(void) {
  MlirContext other = tesseraContextCreate(listen, &told);
  MlirLocation here = mlirLocationUnknownGet(context);
  MlirModule module = buildTwice(here);
  MlirType foreign = tesseraTileTypeGet(0, NULL, mlirF32TypeGet(other));
  CHECK(mlirOperationIsNull(tesseraEntryCreate(
      tesseraModuleGetTileBlock(module), here, str("k"), 1, &foreign)));
  CHECK(wasTold(&told, "parameter type 0 is of another context"));
  MlirLocation there = mlirLocationUnknownGet(other);
  MlirBlock block = tesseraModuleGetTileBlock(module);
  CHECK(
      mlirOperationIsNull(tesseraEntryCreate(block, there, str("k"), 0, NULL)));
  CHECK(wasTold(&told, "the location is of another context than the block"));
  CHECK(mlirOperationIsNull(tesseraOperationBuild(
      block, there, str("cuda_tile.return"), 0, NULL, 0, NULL, str(""))));
  CHECK(wasTold(&told, "the location is of another context than the block"));
  mlirModuleDestroy(module);
  mlirContextDestroy(other);
}

/* Text is as good as bytecode, and no bytes crash. */
static void testRead(void) {
  MlirModule text = tesseraModuleRead(
      context, str("cuda_tile.module @m { entry @k() { return } }"),
      str("k.mlir"));
  CHECK(!mlirModuleIsNull(text));
  CHECK(wasTold(&told, ""));
  mlirModuleDestroy(text);
  CHECK(mlirModuleIsNull(tesseraModuleRead(
      context, str("cuda_tile.module @m {\n  nonsense\n}"), str("k.mlir"))));
  CHECK(wasTold(&told, "error k.mlir:2:3: "));
  for (size_t size = 0; size < bytes.size; ++size) {
    MlirModule part = tesseraModuleRead(
        context, mlirStringRefCreate(bytes.data, size), str("part"));
    CHECK(mlirModuleIsNull(part));
    CHECK(wasTold(&told, "error part:"));
  }
  for (size_t at = 0; at < bytes.size; ++at) {
    memcpy(again.data, bytes.data, bytes.size);
    again.data[at] ^= 0x55;
    MlirModule changed = tesseraModuleRead(
        context, mlirStringRefCreate(again.data, bytes.size), str("changed"));
    if (!mlirModuleIsNull(changed))
      mlirModuleDestroy(changed);
    told.text[0] = '\0';
  }
}

/*===--------------------------------------------------------------------===*\
|* Nonsense                                                                 *|
\*===--------------------------------------------------------------------===*/

static unsigned state = 1;

static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 16) % below;
}

enum { NUM_TYPES = 9 };

static const char *const typeTexts[NUM_TYPES] = {
    "!cuda_tile.tile<f32>",
    "!cuda_tile.tile<i32>",
    "!cuda_tile.tile<4xi1>",
    "!cuda_tile.tile<4x8xf16>",
    "!cuda_tile.tile<4xptr<i8>>",
    "!cuda_tile.token",
    "!cuda_tile.tensor_view<?xf32, strides=[1]>",
    "!cuda_tile.partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>",
    "index"};

static const char *const attributeTexts[] = {
    "",
    "{}",
    "{operandSegmentSizes = array<i32: 5, -1, 7>}",
    "{operandSegmentSizes = array<i32: 1, 1>}",
    "{operandSegmentSizes = array<i32: 1, 1, 1>}",
    "{operandSegmentSizes = array<i32: 2147483647, 1, 1, 0>}",
    "{resultSegmentSizes = array<i32: 9>}",
    "{value = dense<1.0> : !cuda_tile.tile<4xf32>}",
    "{value = dense<[1, 2]> : tensor<2xi7>, name = \"a\"}",
    "{rounding_mode = #cuda_tile.rounding<zero>}",
    "{memory_ordering_semantics = #cuda_tile.memory_ordering_semantics<weak>}",
    "{dim = 77 : i32, identities = [1.0 : f32], reverse = true}",
    "{permutation = array<i32: 9, -9>, inbounds = array<i1: true, false>}",
    "{sym_name = \"\", function_type = () -> i1, kind = 3 : i64}"};

/* Appends operations of this name with operands, results and attributes by
 * chance: each is refused, or verified without a crash. */
static void buildNonsense(MlirBlock body, const char *name) {
  MlirLocation here = mlirLocationUnknownGet(context);
  for (int time = 0; time < 60; ++time) {
    MlirValue operands[5];
    MlirType results[3];
    unsigned numOperands = draw(6), numResults = draw(4);
    for (unsigned i = 0; i < numOperands; ++i)
      operands[i] = mlirBlockGetArgument(body, draw(NUM_TYPES));
    for (unsigned i = 0; i < numResults; ++i)
      results[i] = parse(typeTexts[draw(NUM_TYPES)]);
    MlirOperation op = tesseraOperationBuild(
        body, here, str(name), numOperands, operands, numResults, results,
        str(attributeTexts[draw(sizeof attributeTexts /
                                sizeof *attributeTexts)]));
    if (mlirOperationIsNull(op))
      continue;
    again.size = 0;
    mlirOperationVerify(op);
    mlirOperationPrint(op, append, &again);
    mlirOperationDestroy(op);
  }
  told.text[0] = '\0';
}

/* Each operation whose name is a line of the file. */
static void testNonsense(const char *path) {
  MlirLocation here = mlirLocationUnknownGet(context);
  MlirModule module = tesseraModuleCreate(here, str("kernels"));
  MlirType types[NUM_TYPES];
  for (int i = 0; i < NUM_TYPES; ++i) {
    types[i] = parse(typeTexts[i]);
    CHECK(!mlirTypeIsNull(types[i]));
  }
  MlirBlock body = tesseraEntryGetBody(tesseraEntryCreate(
      tesseraModuleGetTileBlock(module), here, str("k"), NUM_TYPES, types));
  FILE *file = fopen(path, "r");
  char name[128];
  int count = 0;
  CHECK(file);
  for (; file && fscanf(file, "%127s", name) == 1; ++count)
    buildNonsense(body, name);
  CHECK(count > 100);
  if (file)
    fclose(file);
  mlirModuleDestroy(module);
}

int main(int argc, char **argv) {
  context = tesseraContextCreate(listen, &told);
  testTiles();
  testPointersAndTokens();
  testViews();
  testBuildWriteAndRead();
  testVerifierSaysWhere();
  testBuildRefuses();
  testBlockOfNoModule();
  testContextsAreKeptApart();
  testRead();
  if (argc > 1)
    testNonsense(argv[1]);
  mlirContextDestroy(context);
  return finish();
}
