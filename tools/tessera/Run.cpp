//===- Run.cpp - Programs on the driver without a GPU ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "tessera/Support/AssemblerVersion.h"
#include "tessera/Support/Toolkit.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;

/// The folder of this program.
static std::string toolsFolder() {
  std::string program = sys::fs::getMainExecutable(nullptr, nullptr);
  return sys::path::parent_path(program).str();
}

/// That of the driver, beside it in the build tree and where it is installed.
static std::string driverFolder() {
  SmallString<128> folder(sys::path::parent_path(toolsFolder()));
  sys::path::append(folder, "lib", "tessera");
  return folder.str().str();
}

static bool hasDriver() {
  return sys::fs::exists(driverFolder() + "/libcuda.so.1");
}

//===----------------------------------------------------------------------===//
// tessera run
//===----------------------------------------------------------------------===//

namespace {
/// An option, and the setting of the driver that it is.
struct Setting {
  StringLiteral option, variable, text;
  bool hasValue = true;
};
} // namespace

static constexpr Setting settings[] = {
    {"--engine", "TESSERA_ENGINE", "interpret, emulate or both"},
    {"--check", "TESSERA_CHECK", "all, none, or checks with commas between"},
    {"--gpu", "TESSERA_GPU", "the GPU that is played, such as sm_90"},
    {"--seed", "TESSERA_SEED", "chooses what is open"},
    {"--concurrent", "TESSERA_CONCURRENT",
     "work of several streams overlaps, and is checked for races",
     /*hasValue=*/false},
    {"--profile", "TESSERA_PROFILE",
     "what kernels did: - for a table at the end, or a file for JSON"},
    {"--save", "TESSERA_SAVE",
     "a folder for launches that fail, as cases for cuda-tile-run"},
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

/// Takes `--option=VALUE` or `--option VALUE` at `argument`; false where it is
/// none.
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

int run_main(int argc, char **argv) {
  int argument = 1;
  while (argument < argc && StringRef(argv[argument]).starts_with("-")) {
    StringRef text = argv[argument];
    if (text == "--help") {
      printRunUsage(outs());
      return 0;
    }
    if (text != "--" && !takeSetting(argc, argv, argument)) {
      errs() << "tessera run: there is no option '" << text << "'\n";
      printRunUsage(errs());
      return 1;
    }
    ++argument;
    if (text == "--")
      break;
  }
  if (argument >= argc) {
    printRunUsage(errs());
    return 1;
  }
  if (!hasDriver()) {
    errs() << "tessera run: there is no libcuda.so.1 in " << driverFolder()
           << '\n';
    return 1;
  }
  prepend("PATH", toolsFolder());
  prepend("LD_LIBRARY_PATH", driverFolder());
  prepend("PYTHONPATH", driverFolder() + "/python");
  setenv("TESSERA_CARRY_PROGRAM", "1", /*overwrite=*/1);
  execvp(argv[argument], argv + argument);
  errs() << "tessera run: " << argv[argument] << ": " << strerror(errno)
         << '\n';
  return 127;
}

//===----------------------------------------------------------------------===//
// tessera doctor
//===----------------------------------------------------------------------===//

/// One line; without a finding, what to do.
static void tell(StringRef what, const std::string &found, StringRef advice) {
  outs() << what << ": " << (found.empty() ? "not found" : found) << '\n';
  if (found.empty())
    outs() << "  " << advice << '\n';
}

static std::string foundOrNothing(Expected<std::string> path) {
  if (path)
    return *path;
  consumeError(path.takeError());
  return "";
}

int doctor_main(int argc, char **) {
  if (argc > 1) {
    errs() << "usage: tessera doctor\n";
    return 1;
  }
  tell("tools", toolsFolder(), "");
  tell("driver without a GPU",
       hasDriver() ? driverFolder() + "/libcuda.so.1" : "",
       "install the component `library`, or build TesseraDriver; `tessera run` "
       "needs it");
  std::string ptxas = foundOrNothing(tessera::findPtxas());
  if (!ptxas.empty())
    ptxas += ", release " + tessera::assemblerVersion(ptxas);
  tell("ptxas", ptxas,
       "install a CUDA toolkit or `pip install nvidia-cuda-nvcc`; without it "
       "tileiras makes PTX, but no cubin");
  tell("libdevice", foundOrNothing(tessera::findLibdevice()),
       "install a CUDA toolkit or `pip install nvidia-nvvm`; kernels with "
       "mathematical functions need it");
  tell("GPU", sys::fs::exists("/dev/nvidiactl") ? "/dev/nvidiactl" : "",
       "`tessera run PROGRAM` and `cuda-tile-run` do without one");
  // In the order of a program that starts Python.
  ErrorOr<std::string> python = sys::findProgramByName("python3");
  tell("Python", python ? *python : "",
       "cuTile Python is a front end for Python 3");
  return 0;
}
