//===- Doctor.cpp - A check of the environment ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Folders.h"
#include "tessera/Support/AssemblerVersion.h"
#include "tessera/Support/ChildProcess.h"
#include "tessera/Support/EscapedText.h"
#include "tessera/Support/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace tessera;

/// Prints one line: the finding or, if there is none, the advice.
static void tell(StringRef what, StringRef found, StringRef advice) {
  outs() << what << ": "
         << (found.empty() ? "not found" : escapeControls(found)) << '\n';
  if (found.empty())
    outs() << "  " << advice << '\n';
}

static std::string foundOrNothing(Expected<std::string> path) {
  if (path)
    return *path;
  consumeError(path.takeError());
  return "";
}

static std::string findInPath(StringRef program) {
  ErrorOr<std::string> path = sys::findProgramByName(program);
  return path ? *path : "";
}

//===----------------------------------------------------------------------===//
// Compilers
//===----------------------------------------------------------------------===//

/// Reports the tileiras that a front end starts: the first in PATH, which need
/// not be this one.
static void tellCompiler() {
  std::string found = findInPath("tileiras");
  if (!found.empty())
    found += sys::fs::equivalent(found, toolsFolder() + "/tileiras")
                 ? " (this one)"
                 : " (another; `tessera run` takes this one)";
  tell("tileiras in PATH", found,
       "`tessera run` sets it; without that, export PATH=" + toolsFolder() +
           ":$PATH");
}

static void tellAssembler() {
  std::string ptxas = foundOrNothing(findPtxas());
  if (!ptxas.empty())
    ptxas += ", release " + assemblerVersion(ptxas);
  tell("ptxas", ptxas,
       "install a CUDA toolkit or `pip install nvidia-cuda-nvcc`; without it "
       "tileiras makes PTX, but no cubin");
}

//===----------------------------------------------------------------------===//
// Front ends
//===----------------------------------------------------------------------===//

/// The Python packages that docs/driver.md names, by their names in the index.
static constexpr StringLiteral packages[] = {
    "cuda-tile", "torch", "numba-cuda", "cuda-bindings", "cuda-core", "triton",
};

/// NVIDIA's tileiras as a package.
static constexpr StringLiteral otherCompiler = "nvidia-cuda-tileiras";

/// Prints "name version" for each installed package among its arguments.
static constexpr StringLiteral listPackages(R"(
import importlib.metadata, sys
for name in sys.argv[1:]:
    try:
        print(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        pass
)");

/// "cuda-tile 1.4.0, torch 2.9.0": those of the packages that `python` has.
static std::string findPackages(const std::string &python,
                                ArrayRef<StringLiteral> packages) {
  std::vector<std::string> arguments = {python, "-W", "ignore", "-c",
                                        listPackages.str()};
  llvm::append_range(arguments, packages);
  Expected<ProcessOutput> output = runForOutput(arguments);
  if (!output) {
    consumeError(output.takeError());
    return "";
  }
  SmallVector<StringRef> lines, found;
  StringRef(output->said).split(lines, '\n');
  for (StringRef line : lines)
    if (is_contained(packages, line.split(' ').first))
      found.push_back(line);
  return join(found, ", ");
}

/// The Python of the environment that these tools are installed in, or else the
/// one that a program starts by name.
static std::string findPython() {
  std::string own = toolsFolder() + "/python3";
  return sys::fs::can_execute(own) ? own : findInPath("python3");
}

/// Reports a Python, and its packages.
static void tellPython() {
  std::string python = findPython();
  tell("Python", python, "cuTile Python is a front end for Python 3");
  if (python.empty())
    return;
  tell("front ends in it", findPackages(python, packages),
       "`pip install cuda-tile` for cuTile; " +
           join(drop_begin(packages), ", ") + " are known as well");
  std::string other = findPackages(python, StringLiteral(otherCompiler));
  if (!other.empty())
    tell("compilers in it",
         other + " (cuTile takes it before any in PATH; `tessera run` takes "
                 "this one)",
         "");
}

int doctor_main(int argc, char **) {
  if (argc > 1) {
    messages() << "usage: tessera doctor\n";
    return 1;
  }
  tell("tools", toolsFolder(), "");
  tellCompiler();
  tell("driver without a GPU",
       hasDriver() ? driverFolder() + "/libcuda.so.1" : "",
       "install the component `library`, or build TesseraDriver; `tessera run` "
       "needs it");
  tellAssembler();
  tell("libdevice", foundOrNothing(findLibdevice()),
       "install a CUDA toolkit or `pip install nvidia-nvvm`; kernels with "
       "mathematical functions need it");
  tell("GPU", sys::fs::exists("/dev/nvidiactl") ? "/dev/nvidiactl" : "",
       "`tessera run PROGRAM` and `cuda-tile-run` do without one");
  tellPython();
  return 0;
}
