/*===- Test.h - What the tests of the C API share ----------------*- C -*-===*\
|*                                                                           *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                   *|
|*                                                                           *|
\*===---------------------------------------------------------------------===*/

#ifndef TESSERA_TEST_CAPI_TEST_H
#define TESSERA_TEST_CAPI_TEST_H

#include "tessera-c/Support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: is false: %s\n", __FILE__, __LINE__,             \
              #condition);                                                     \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

/* What has been told, a line for each diagnostic: "error k.mlir:2:3: no". */
struct Told {
  char text[1 << 16];
  int count;
};

static inline MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static inline bool is(MlirStringRef string, const char *text) {
  return mlirStringRefEqual(string, str(text));
}

static inline bool contains(MlirStringRef string, const char *text) {
  size_t length = strlen(text);
  for (size_t i = 0; i + length <= string.length; ++i)
    if (memcmp(string.data + i, text, length) == 0)
      return true;
  return false;
}

/* A TesseraDiagnosticCallback. */
static inline void listen(const TesseraDiagnostic *diagnostic, void *userData) {
  static const char *const severities[] = {"error", "warning", "note",
                                           "remark"};
  struct Told *told = (struct Told *)userData;
  size_t used = strlen(told->text);
  snprintf(told->text + used, sizeof told->text - used, "%s %.*s:%u:%u: %.*s\n",
           severities[diagnostic->severity], (int)diagnostic->file.length,
           diagnostic->file.data, diagnostic->line, diagnostic->column,
           (int)diagnostic->message.length, diagnostic->message.data);
  ++told->count;
}

/* Whether this and nothing else has been told since the last call. */
static inline bool wasTold(struct Told *told, const char *text) {
  bool found = *text ? strstr(told->text, text) != NULL : told->text[0] == '\0';
  if (!found)
    fprintf(stderr, "told was: %s\n", told->text);
  told->text[0] = '\0';
  told->count = 0;
  return found;
}

/* An MlirStringCallback that appends to a buffer. */
struct Bytes {
  char data[1 << 20];
  size_t size;
};

static inline void append(MlirStringRef part, void *userData) {
  struct Bytes *bytes = (struct Bytes *)userData;
  if (bytes->size + part.length > sizeof bytes->data)
    abort();
  memcpy(bytes->data + bytes->size, part.data, part.length);
  bytes->size += part.length;
}

static inline int finish(void) {
  if (failures)
    fprintf(stderr, "%d checks failed\n", failures);
  else
    puts("all checks passed");
  return failures != 0;
}

#endif // TESSERA_TEST_CAPI_TEST_H
