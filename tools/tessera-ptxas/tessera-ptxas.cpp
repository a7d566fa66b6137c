//===- tessera-ptxas.cpp - ptxas, from NVIDIA's library of it -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tessera-ptxas [OPTION]... INPUT -o OUTPUT
//   tessera-ptxas --version
//
// ptxas is one program for many uses; this one only assembles a file, in about
// half the time. The options are ptxas's own: the library has the same.
// Messages and exit codes are those of ptxas, too.
//
// Nothing but the C and C++ libraries and NVIDIA's is linked, statically.
//
//===----------------------------------------------------------------------===//

#include "nvPTXCompiler.h"
#include "tessera/Support/HugeHeap.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

/// The version text of ptxas. It is an array and not a literal in the code,
/// because the version is also read from the file
/// (tessera/Support/AssemblerVersion.h).
static const char version[] = TESSERA_NVPTXCOMPILER_VERSION "\n";

/// The exit code of ptxas when it refuses something.
static constexpr int refused = 255;

static int fail(const std::string &message) {
  fprintf(stderr, "ptxas fatal   : %s\n", message.c_str());
  return refused;
}

static bool readFile(const char *path, std::string &contents) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return false;
  char block[1 << 16];
  while (size_t length = fread(block, 1, sizeof(block), file))
    contents.append(block, length);
  bool isRead = !ferror(file);
  fclose(file);
  return isRead;
}

static bool writeFile(const char *path, const std::string &contents) {
  FILE *file = fopen(path, "wb");
  if (!file)
    return false;
  bool isWritten =
      fwrite(contents.data(), 1, contents.size(), file) == contents.size();
  return fclose(file) == 0 && isWritten;
}

/// The result of a pair of the library's functions: one returns the size, the
/// other the bytes.
template <typename Size, typename Get>
static std::string take(nvPTXCompilerHandle compiler, Size getSize, Get get) {
  size_t size = 0;
  if (getSize(compiler, &size) != NVPTXCOMPILE_SUCCESS || size == 0)
    return {};
  std::string bytes(size + 1, '\0');
  if (get(compiler, bytes.data()) != NVPTXCOMPILE_SUCCESS)
    return {};
  bytes.resize(size);
  return bytes;
}

/// Takes `prefix` off the front of `text`, if it begins with it.
static bool consume(std::string_view &text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix)
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Prints a log of the library as ptxas would: with the name of the file, and
/// without the prefix on continuation lines ("ptxas         . 0 bytes stack
/// frame").
static void print(std::string_view log, const char *input) {
  while (!log.empty()) {
    std::string_view line = log.substr(0, log.find_first_of({"\n\0", 2}));
    log.remove_prefix(std::min(line.size() + 1, log.size()));
    if (consume(line, "ptxas application ptx input, "))
      fprintf(stderr, "ptxas %s, ", input);
    else
      consume(line, "ptxas         . ");
    if (!line.empty())
      fprintf(stderr, "%.*s\n", int(line.size()), line.data());
  }
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--version")) {
    printf("tessera-ptxas: ptxas, from NVIDIA's library of it\n%s", version);
    return 0;
  }
  if (argc < 4 || strcmp(argv[argc - 2], "-o") != 0)
    return fail("usage: tessera-ptxas [OPTION]... INPUT -o OUTPUT");
  const char *input = argv[argc - 3], *output = argv[argc - 1];
  std::string ptx;
  if (!readFile(input, ptx))
    return fail(std::string("cannot read '") + input + "'");

  // The library fills some 8 MB even for an empty kernel: in small pages that
  // is a third of its time.
  tessera::takeHugePages(16 << 20);
  nvPTXCompilerHandle compiler;
  if (nvPTXCompilerCreate(&compiler, ptx.size(), ptx.c_str()) !=
      NVPTXCOMPILE_SUCCESS)
    return fail("the library does not start");
  nvPTXCompileResult result =
      nvPTXCompilerCompile(compiler, argc - 4, argv + 1);
  print(take(compiler, nvPTXCompilerGetInfoLogSize, nvPTXCompilerGetInfoLog),
        input);
  print(take(compiler, nvPTXCompilerGetErrorLogSize, nvPTXCompilerGetErrorLog),
        input);
  if (result != NVPTXCOMPILE_SUCCESS)
    return refused;
  std::string cubin = take(compiler, nvPTXCompilerGetCompiledProgramSize,
                           nvPTXCompilerGetCompiledProgram);
  if (cubin.empty() || !writeFile(output, cubin))
    return fail(std::string("cannot write '") + output + "'");
  // The process ends: freeing memory would only take time.
  return 0;
}
