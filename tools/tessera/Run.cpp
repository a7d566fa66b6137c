//===- Run.cpp - Programs on the driver without a GPU ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Folders.h"
#include "tessera/Support/EscapedText.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;

namespace {
/// An option, and the environment variable of the driver that it sets.
struct Setting {
  StringLiteral option, variable, text;
  bool hasValue = true;
};
} // namespace

static constexpr Setting settings[] = {
    {"--engine", "TESSERA_ENGINE", "interpret, emulate or both"},
    {"--check", "TESSERA_CHECK", "all, none, or checks with commas between"},
    {"--gpu", "TESSERA_GPU", "the GPU that is played, such as sm_90"},
    {"--gpus", "TESSERA_GPUS", "how many of them, 1 unless said otherwise"},
    {"--seed", "TESSERA_SEED", "chooses what is open"},
    {"--time-limit", "TESSERA_TIME_LIMIT", "seconds that a launch may take"},
    {"--survive-errors", "TESSERA_SURVIVE_ERRORS",
     "an error of a kernel is reported once, and its context lives on",
     /*hasValue=*/false},
    {"--concurrent", "TESSERA_CONCURRENT",
     "work of several streams overlaps, and is checked for races",
     /*hasValue=*/false},
    {"--clock", "TESSERA_CLOCK",
     "host, or model: events tell the times of a modelled GPU"},
    {"--sample", "TESSERA_SAMPLE",
     "with --clock=model: blocks of each launch that run, for its time alone"},
    {"--profile", "TESSERA_PROFILE",
     "what kernels did: - for a table at the end, or a file for JSON"},
    {"--save", "TESSERA_SAVE",
     "a folder for launches that fail, as cases for cuda-tile-run"},
    {"--debug", "TESSERA_DEBUG",
     "lines of tile kernels to stop at, FILE:LINE,...; or all kernels"},
    {"--trace", "TESSERA_DRIVER_TRACE", "a file for all calls of the driver"},
};

static void printRunUsage(raw_ostream &os) {
  os << "usage: tessera run [OPTION...] PROGRAM ARGUMENT...\n\nRuns a CUDA "
        "program without a GPU.\n\n";
  for (const Setting &setting : settings)
    os << "  " << setting.option << (setting.hasValue ? "=VALUE  " : "  ")
       << setting.text << '\n';
}

static void prepend(const char *variable, const std::string &folder) {
  std::optional<std::string> old = sys::Process::GetEnv(variable);
  std::string value = folder;
  if (old && !old->empty())
    value += ":" + *old;
  setenv(variable, value.c_str(), /*overwrite=*/1);
}

/// Takes `--option=VALUE` or `--option VALUE` at `argument`; false if it has
/// another form.
static bool takeSetting(int argc, char **argv, int &argument) {
  StringRef text = argv[argument];
  for (const Setting &setting : settings) {
    StringRef rest = text;
    if (!rest.consume_front(setting.option))
      continue;
    if (rest.empty() && !setting.hasValue)
      rest = "1";
    else if (rest.empty() && argument + 1 < argc)
      rest = argv[++argument];
    else if (!rest.consume_front("="))
      continue;
    setenv(setting.variable.data(), rest.str().c_str(), /*overwrite=*/1);
    return true;
  }
  return false;
}

/// Triton looks for neither ptxas nor libcuda in the folders of the
/// environment. Since release 3.5 it has a ptxas of its own for Blackwell.
static void setUpTriton() {
  std::string ptxas = driverFolder() + "/ptxas";
  for (const char *variable :
       {"TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH"})
    setenv(variable, ptxas.c_str(), /*overwrite=*/1);
  setenv("TRITON_LIBCUDA_PATH", driverFolder().c_str(), /*overwrite=*/1);
}

/// nvcc links NVIDIA's runtime into programs unless it is told otherwise, and
/// that needs NVIDIA's driver. An option of the command line counts more.
static void setUpNvcc() {
  std::optional<std::string> old = sys::Process::GetEnv("NVCC_PREPEND_FLAGS");
  std::string flags = "-cudart=shared";
  if (old && !old->empty())
    flags += " " + *old;
  setenv("NVCC_PREPEND_FLAGS", flags.c_str(), /*overwrite=*/1);
}

/// Says why a program does not start, and how a file is run that is none.
static void tellNotStarted(const char *program) {
  raw_ostream &os = tessera::messages();
  os << "tessera run: " << program << ": " << strerror(errno) << '\n';
  if (!sys::fs::is_regular_file(program))
    return;
  if (sys::fs::can_execute(program)) // not looked for in this folder
    os << "note: a program of this folder is called ./" << program << '\n';
  else
    os << "note: '" << program << "' is a file that cannot be executed; name "
       << "what runs it, as in: tessera run python " << program << '\n';
}

int run_main(int argc, char **argv) {
  int argument = 1;
  while (argument < argc && StringRef(argv[argument]).starts_with("-")) {
    StringRef text = argv[argument];
    if (text == "--help") {
      printRunUsage(outs());
      return 0;
    }
    if (text != "--" && !takeSetting(argc, argv, argument)) {
      tessera::messages() << "tessera run: there is no option '" << text
                          << "'\n";
      printRunUsage(tessera::messages());
      return 1;
    }
    ++argument;
    if (text == "--")
      break;
  }
  if (argument >= argc) {
    printRunUsage(tessera::messages());
    return 1;
  }
  if (!hasDriver()) {
    tessera::messages() << "tessera run: there is no libcuda.so.1 in "
                        << driverFolder() << '\n';
    return 1;
  }
  prepend("PATH", toolsFolder());
  prepend("LD_LIBRARY_PATH", driverFolder());
  prepend("LIBRARY_PATH", driverFolder()); // of the linker, for -lcuda
  prepend("PYTHONPATH", driverFolder() + "/python");
  setenv("TESSERA_CARRY_PROGRAM", "1", /*overwrite=*/1);
  setUpTriton();
  setUpNvcc();
  execvp(argv[argument], argv + argument);
  tellNotStarted(argv[argument]);
  return 127;
}
