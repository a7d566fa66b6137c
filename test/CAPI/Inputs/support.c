/*===- support.c - Versions and GPUs -----------------------------*- C -*-===*\
|*                                                                           *|
|* Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.      *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                   *|
|*                                                                           *|
\*===---------------------------------------------------------------------===*/

#include "Test.h"

static void testVersions(void) {
  CHECK(tesseraGetApiVersion() == TESSERA_API_VERSION);
  CHECK(TESSERA_API_VERSION ==
        TESSERA_MAKE_API_VERSION(TESSERA_API_VERSION_MAJOR,
                                 TESSERA_API_VERSION_MINOR));
  CHECK(TESSERA_MAKE_API_VERSION(1, 2) > TESSERA_MAKE_API_VERSION(1, 1));
  CHECK(contains(tesseraGetVersion(), "."));
  CHECK(is(tesseraGetTileIRVersion(), "13.5"));
}

static void testGpus(void) {
  bool found = false;
  CHECK(tesseraGetNumGpus() > 5);
  for (intptr_t i = 0; i < tesseraGetNumGpus(); ++i) {
    CHECK(contains(tesseraGetGpuName(i), "sm_"));
    found |= is(tesseraGetGpuName(i), "sm_90");
  }
  CHECK(found);
  CHECK(tesseraGetGpuName(-1).length == 0);
  CHECK(tesseraGetGpuName(tesseraGetNumGpus()).length == 0);
}

static void testEscapedText(void) {
  static struct Bytes bytes;
  tesseraEscapeText(str("a\tb\n\x1b[31m\xff"), append, &bytes);
  tesseraEscapeText(str(""), append, &bytes);
  tesseraEscapeText(str("a"), NULL, NULL);
  CHECK(strcmp(bytes.data, "a\tb\n\\x1b[31m\\xff") == 0);
}

int main(void) {
  testVersions();
  testGpus();
  testEscapedText();
  return finish();
}
