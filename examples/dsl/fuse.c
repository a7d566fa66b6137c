/*===- fuse.c - A front end for expressions, over the C API -----*- C -*-===*\
|*                                                                          *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.     *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                  *|
|*                                                                          *|
\*===--------------------------------------------------------------------===*/
/*
 *   fuse EXPRESSION [--gpu=NAME] [--emit=STAGE | --emit=bytecode] [-o FILE]
 *   fuse EXPRESSION --run=N [--gpu=NAME]
 *
 * Compiles one kernel that works out an expression of arrays, element by
 * element: fuse "a * x + sin(y)". Names are arrays of f32; there are numbers,
 * + - * /, parentheses, and the functions of `functions` below. With --run the
 * kernel runs on the interpreter and on the emulator, on N elements each.
 */

#include "tessera-c/Compiler.h"
#include "tessera-c/Runtime.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 1024, MAX_ARRAYS = 16, MAX_NAME = 32 };

/* What a call becomes. */
static const struct {
  const char *name, *operation, *attributes;
  int arguments;
} functions[] = {
    {"abs", "cuda_tile.absf", "", 1},
    {"exp", "cuda_tile.exp", "", 1},
    {"sin", "cuda_tile.sin", "", 1},
    {"cos", "cuda_tile.cos", "", 1},
    {"sqrt", "cuda_tile.sqrt",
     "{rounding_mode = #cuda_tile.rounding<nearest_even>}", 1},
    {"min", "cuda_tile.minf", "", 2},
    {"max", "cuda_tile.maxf", "", 2},
};

/* The expression, how far it has been read, and what it is made into. */
struct Parser {
  const char *text, *at;
  int numArrays;
  char names[MAX_ARRAYS][MAX_NAME];
  MlirContext context;
  MlirBlock body;
  MlirType tile;
  MlirValue arrays[MAX_ARRAYS];
  bool failed;
};

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

/* A TesseraDiagnosticCallback: what every compiler prints. */
static void print(const TesseraDiagnostic *diagnostic, void *userData) {
  static const char *const severities[] = {"error", "warning", "note",
                                           "remark"};
  (void)userData;
  if (diagnostic->file.length)
    fprintf(stderr, "%.*s:", (int)diagnostic->file.length,
            diagnostic->file.data);
  if (diagnostic->line)
    fprintf(stderr, "%u:%u:", diagnostic->line, diagnostic->column);
  fprintf(stderr, "%s%s: %.*s\n", diagnostic->file.length ? " " : "",
          severities[diagnostic->severity], (int)diagnostic->message.length,
          diagnostic->message.data);
}

/*===--------------------------------------------------------------------===*\
|* Operations                                                               *|
\*===--------------------------------------------------------------------===*/

/* A place of the expression, which the compiler's messages will name. */
static MlirLocation locate(const struct Parser *parser, const char *at) {
  return mlirLocationFileLineColGet(parser->context, str("expression"), 1,
                                    (unsigned)(at - parser->text) + 1);
}

static MlirValue fail(struct Parser *parser, const char *at,
                      const char *message) {
  MlirValue none = {NULL};
  if (!parser->failed)
    mlirEmitError(locate(parser, at), message);
  parser->failed = true;
  return none;
}

/* Appends an operation; its first result. */
static MlirValue build(struct Parser *parser, const char *at, const char *name,
                       const char *attributes, int numOperands,
                       const MlirValue *operands, int numResults,
                       const MlirType *results) {
  MlirValue none = {NULL};
  if (parser->failed)
    return none;
  MlirOperation op = tesseraOperationBuild(
      parser->body, locate(parser, at), str(name), numOperands, operands,
      numResults, results, str(attributes));
  parser->failed = mlirOperationIsNull(op);
  return parser->failed || !numResults ? none : mlirOperationGetResult(op, 0);
}

/*===--------------------------------------------------------------------===*\
|* Expressions                                                              *|
\*===--------------------------------------------------------------------===*/

static MlirValue parseSum(struct Parser *parser);

static bool take(struct Parser *parser, char symbol) {
  while (isspace((unsigned char)*parser->at))
    ++parser->at;
  if (*parser->at != symbol)
    return false;
  ++parser->at;
  return true;
}

static MlirValue parseNumber(struct Parser *parser) {
  const char *at = parser->at;
  char *end, attributes[128];
  double value = strtod(at, &end);
  parser->at = end;
  snprintf(attributes, sizeof attributes,
           "{value = dense<%.9e> : !cuda_tile.tile<%dxf32>}", value, TILE);
  return build(parser, at, "cuda_tile.constant", attributes, 0, NULL, 1,
               &parser->tile);
}

static MlirValue parseCall(struct Parser *parser, const char *at,
                           const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
    if (strcmp(functions[i].name, name) != 0)
      continue;
    MlirValue arguments[2];
    for (int each = 0; each < functions[i].arguments; ++each) {
      if (each && !take(parser, ','))
        return fail(parser, parser->at, "expected ','");
      arguments[each] = parseSum(parser);
    }
    if (!take(parser, ')'))
      return fail(parser, parser->at, "expected ')'");
    return build(parser, at, functions[i].operation, functions[i].attributes,
                 functions[i].arguments, arguments, 1, &parser->tile);
  }
  return fail(parser, at, "there is no function of this name");
}

/* Reads a name; its length. */
static size_t readName(const char *at, char name[MAX_NAME]) {
  size_t length = 0;
  while (isalnum((unsigned char)at[length]) || at[length] == '_')
    ++length;
  snprintf(name, MAX_NAME, "%.*s", (int)length, at);
  return length;
}

static MlirValue parseName(struct Parser *parser) {
  const char *at = parser->at;
  char name[MAX_NAME];
  parser->at += readName(at, name);
  if (take(parser, '('))
    return parseCall(parser, at, name);
  for (int i = 0; i < parser->numArrays; ++i)
    if (strcmp(parser->names[i], name) == 0)
      return parser->arrays[i];
  return fail(parser, at, "there are too many arrays");
}

static MlirValue parseFactor(struct Parser *parser) {
  if (take(parser, '(')) {
    MlirValue value = parseSum(parser);
    return take(parser, ')') ? value : fail(parser, parser->at, "expected ')'");
  }
  const char *at = parser->at;
  if (take(parser, '-')) {
    MlirValue value = parseFactor(parser);
    return build(parser, at, "cuda_tile.negf", "", 1, &value, 1, &parser->tile);
  }
  if (isdigit((unsigned char)*parser->at) || *parser->at == '.')
    return parseNumber(parser);
  if (isalpha((unsigned char)*parser->at))
    return parseName(parser);
  return fail(parser, parser->at, "expected a number, a name or '('");
}

static MlirValue buildBinary(struct Parser *parser, const char *at,
                             const char *name, MlirValue left,
                             MlirValue right) {
  MlirValue both[] = {left, right};
  return build(parser, at, name,
               "{rounding_mode = #cuda_tile.rounding<nearest_even>}", 2, both,
               1, &parser->tile);
}

static MlirValue parseProduct(struct Parser *parser) {
  MlirValue value = parseFactor(parser);
  for (; !parser->failed;) {
    const char *at = parser->at;
    if (take(parser, '*'))
      value =
          buildBinary(parser, at, "cuda_tile.mulf", value, parseFactor(parser));
    else if (take(parser, '/'))
      value =
          buildBinary(parser, at, "cuda_tile.divf", value, parseFactor(parser));
    else
      break;
  }
  return value;
}

static MlirValue parseSum(struct Parser *parser) {
  MlirValue value = parseProduct(parser);
  for (; !parser->failed;) {
    const char *at = parser->at;
    if (take(parser, '+'))
      value = buildBinary(parser, at, "cuda_tile.addf", value,
                          parseProduct(parser));
    else if (take(parser, '-'))
      value = buildBinary(parser, at, "cuda_tile.subf", value,
                          parseProduct(parser));
    else
      break;
  }
  return value;
}

/* The names that are no functions, in their order. */
static void findArrays(struct Parser *parser) {
  char name[MAX_NAME];
  for (const char *at = parser->text; *at; ++at) {
    if (isdigit((unsigned char)*at) || *at == '.') { /* 1e5 names nothing */
      char *end;
      strtod(at, &end);
      at = end > at ? end - 1 : at;
    }
    if (!isalpha((unsigned char)*at))
      continue;
    at += readName(at, name);
    const char *next = at--;
    while (isspace((unsigned char)*next))
      ++next;
    bool isKnown = *next == '(';
    for (int i = 0; i < parser->numArrays; ++i)
      isKnown |= strcmp(parser->names[i], name) == 0;
    if (!isKnown && parser->numArrays < MAX_ARRAYS)
      strcpy(parser->names[parser->numArrays++], name);
  }
}

/*===--------------------------------------------------------------------===*\
|* Kernels                                                                  *|
\*===--------------------------------------------------------------------===*/

/* What a kernel's accesses have in common. */
struct Views {
  MlirType scalar, tensor, cut, token;
  MlirValue length, block;
};

/* The array behind a parameter, cut into tiles. */
static MlirValue cut(struct Parser *parser, const struct Views *views,
                     int parameter) {
  MlirValue operands[] = {mlirBlockGetArgument(parser->body, parameter),
                          views->length};
  MlirValue tensor = build(parser, parser->text, "cuda_tile.make_tensor_view",
                           "{operandSegmentSizes = array<i32: 1, 1, 0>}", 2,
                           operands, 1, &views->tensor);
  return build(parser, parser->text, "cuda_tile.make_partition_view", "", 1,
               &tensor, 1, &views->cut);
}

static struct Views makeViews(struct Parser *parser) {
  struct Views views;
  int64_t shape = tesseraGetDynamicSize(), stride = 1;
  int32_t tile = TILE;
  MlirType f32 = mlirF32TypeGet(parser->context);
  views.scalar =
      tesseraTileTypeGet(0, NULL, mlirIntegerTypeGet(parser->context, 32));
  views.tensor = tesseraTensorViewTypeGet(f32, 1, &shape, &stride);
  views.cut = tesseraPartitionViewTypeGet(1, &tile, views.tensor);
  views.token = tesseraTokenTypeGet(parser->context);
  views.length = mlirBlockGetArgument(parser->body, parser->numArrays + 1);
  MlirType ids[] = {views.scalar, views.scalar, views.scalar};
  views.block = build(parser, parser->text, "cuda_tile.get_tile_block_id", "",
                      0, NULL, 3, ids);
  return views;
}

#define WEAK                                                                   \
  "inbounds = array<i1: false>, memory_ordering_semantics = "                  \
  "#cuda_tile.memory_ordering_semantics<weak>"

static void buildBody(struct Parser *parser) {
  struct Views views = makeViews(parser);
  MlirType loaded[] = {parser->tile, views.token};
  for (int i = 0; i < parser->numArrays; ++i) {
    MlirValue operands[] = {cut(parser, &views, i + 1), views.block};
    parser->arrays[i] =
        build(parser, parser->text, "cuda_tile.load_view_tko",
              "{" WEAK ", operandSegmentSizes = array<i32: 1, 1, 0>}", 2,
              operands, 2, loaded);
  }
  MlirValue result = parseSum(parser);
  while (isspace((unsigned char)*parser->at))
    ++parser->at;
  if (*parser->at)
    fail(parser, parser->at, "expected an operator");
  MlirValue stored[] = {result, cut(parser, &views, 0), views.block};
  build(parser, parser->text, "cuda_tile.store_view_tko",
        "{" WEAK ", operandSegmentSizes = array<i32: 1, 1, 1, 0>}", 3, stored,
        1, &views.token);
  build(parser, parser->text, "cuda_tile.return", "", 0, NULL, 0, NULL);
}

/* entry @fused(result, arrays…, length) */
static MlirModule buildModule(struct Parser *parser) {
  int64_t tile = TILE;
  MlirType f32 = mlirF32TypeGet(parser->context);
  MlirType pointer = tesseraTileTypeGet(0, NULL, tesseraPointerTypeGet(f32));
  MlirType parameters[MAX_ARRAYS + 2];
  parser->tile = tesseraTileTypeGet(1, &tile, f32);
  findArrays(parser);
  for (int i = 0; i <= parser->numArrays; ++i)
    parameters[i] = pointer;
  parameters[parser->numArrays + 1] =
      tesseraTileTypeGet(0, NULL, mlirIntegerTypeGet(parser->context, 32));
  MlirLocation here = locate(parser, parser->text);
  MlirModule module = tesseraModuleCreate(here, str("fuse"));
  parser->body = tesseraEntryGetBody(
      tesseraEntryCreate(tesseraModuleGetTileBlock(module), here, str("fused"),
                         parser->numArrays + 2, parameters));
  buildBody(parser);
  parser->failed =
      parser->failed || mlirLogicalResultIsFailure(tesseraModuleVerify(module));
  return module;
}

/*===--------------------------------------------------------------------===*\
|* Compiling and running                                                    *|
\*===--------------------------------------------------------------------===*/

static void write(MlirStringRef part, void *file) {
  fwrite(part.data, 1, part.length, (FILE *)file);
}

static bool compile(MlirModule module, const char *gpu, const char *emit,
                    FILE *file) {
  if (strcmp(emit, "bytecode") == 0)
    return mlirLogicalResultIsSuccess(
        tesseraModuleWriteBytecode(module, str("13.1"), write, file));
  TesseraStage stage;
  if (mlirLogicalResultIsFailure(tesseraStageParse(str(emit), &stage))) {
    fprintf(stderr, "error: there is no stage '%s'\n", emit);
    return false;
  }
  TesseraCompileOptions options = tesseraCompileOptionsCreate();
  tesseraCompileOptionsSetGpu(options, str(gpu));
  tesseraCompileOptionsSetStage(options, stage);
  TesseraCompileResult result = tesseraCompileModule(module, options);
  bool done = tesseraCompileResultGetStatus(result) == TesseraCompileSuccess;
  write(tesseraCompileResultGetOutput(result), file);
  tesseraCompileResultDestroy(result);
  tesseraCompileOptionsDestroy(options);
  return done;
}

static bool runOn(const char *name, TesseraKernel kernel, const char *gpu,
                  int numArrays, int count, float *result) {
  float *arrays = (float *)malloc(sizeof(float) * (numArrays * count + 1));
  TesseraLaunch launch = tesseraLaunchCreate(kernel, str("fused"));
  tesseraLaunchSetGrid(launch, (uint32_t)(count + TILE - 1) / TILE, 1, 1);
  tesseraLaunchAddOutput(launch, result, sizeof(float) * count);
  for (int each = 0; each < numArrays; ++each) {
    float *array = arrays + each * count;
    for (int i = 0; i < count; ++i)
      array[i] = (float)(i % 100) / (float)(each + 1);
    tesseraLaunchAddBuffer(launch, array, sizeof(float) * count);
  }
  tesseraLaunchAddI32(launch, count);
  TesseraEngine engine = tesseraEngineCreate(str(name));
  tesseraEngineSetGpu(engine, str(gpu));
  bool ran =
      mlirLogicalResultIsSuccess(tesseraEngineRun(engine, launch, print, NULL));
  tesseraEngineDestroy(engine);
  tesseraLaunchDestroy(launch);
  free(arrays);
  return ran;
}

/* Runs the kernel on two engines, and says whether they agree. */
static bool run(MlirModule module, const char *gpu, int numArrays, int count) {
  float *results = (float *)malloc(2 * sizeof(float) * (count + 1));
  TesseraKernel kernel = tesseraKernelCreate(module);
  bool ran = kernel.ptr &&
             runOn("interpret", kernel, gpu, numArrays, count, results) &&
             runOn("emulate", kernel, gpu, numArrays, count, results + count);
  int same = 0;
  for (int i = 0; ran && i < count; ++i)
    same += memcmp(results + i, results + count + i, sizeof(float)) == 0;
  if (ran) {
    printf("the first elements:");
    for (int i = 0; i < count && i < 4; ++i)
      printf(" %g", results[i]);
    printf("\nthe interpreter and the emulator agree on %d of %d elements\n",
           same, count);
  }
  tesseraKernelDestroy(kernel);
  free(results);
  return ran;
}

/* The value of an option `--name=value`, or null. */
static const char *valueOf(const char *argument, const char *name) {
  size_t length = strlen(name);
  return strncmp(argument, name, length) == 0 ? argument + length : NULL;
}

static int usage(void) {
  fprintf(stderr, "usage: fuse EXPRESSION [--gpu=NAME] [--emit=STAGE] [-o FILE]"
                  "\n       fuse EXPRESSION --run=N [--gpu=NAME]\n");
  return 2;
}

int main(int argc, char **argv) {
  const char *gpu = "sm_90", *emit = "ptx", *output = NULL, *value;
  int count = 0;
  if (tesseraGetApiVersion() < TESSERA_API_VERSION || argc < 2)
    return usage();
  for (int i = 2; i < argc; ++i) {
    if ((value = valueOf(argv[i], "--gpu=")))
      gpu = value;
    else if ((value = valueOf(argv[i], "--emit=")))
      emit = value;
    else if ((value = valueOf(argv[i], "--run=")) && atoi(value) > 0 &&
             atoi(value) <= 1000000)
      count = atoi(value);
    else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
      output = argv[++i];
    else
      return usage();
  }

  struct Parser parser = {0};
  parser.text = parser.at = argv[1];
  parser.context = tesseraContextCreate(print, NULL);
  MlirModule module = buildModule(&parser);
  bool done = !parser.failed;
  if (done && count) {
    done = run(module, gpu, parser.numArrays, count);
  } else if (done) {
    FILE *file = output ? fopen(output, "wb") : stdout;
    if (!file)
      perror(output);
    done = file && compile(module, gpu, emit, file);
    if (file && file != stdout)
      done = fclose(file) == 0 && done;
  }
  mlirModuleDestroy(module);
  mlirContextDestroy(parser.context);
  return done ? 0 : 1;
}
