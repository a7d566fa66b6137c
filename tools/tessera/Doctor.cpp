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
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/MessageOptions.h"
#include "tessera/Support/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace tessera;

namespace {
struct Finding {
  std::string what;
  /// Empty if there is none; then there is advice.
  std::string found, advice;
};
using Findings = std::vector<Finding>;
} // namespace

static void print(const Finding &finding) {
  bool isThere = !finding.found.empty();
  outs() << finding.what << ": "
         << (isThere ? escapeControls(finding.found) : "not found") << '\n';
  if (!isThere)
    outs() << "  " << finding.advice << '\n';
}

/// Prints a remark, or a warning with the advice as its note.
static void printAsJson(const Finding &finding) {
  using mlir::DiagnosticSeverity;
  bool isThere = !finding.found.empty();
  PlainDiagnostic plain, advice;
  plain.severity =
      isThere ? DiagnosticSeverity::Remark : DiagnosticSeverity::Warning;
  plain.message = finding.what + ": " + (isThere ? finding.found : "not found");
  std::vector<PlainDiagnostic> all = {plain};
  if (!isThere) {
    advice.severity = DiagnosticSeverity::Note;
    advice.message = finding.advice;
    all.push_back(advice);
  }
  for (json::Object &object : toJson(all))
    printJson(std::move(object), outs());
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

/// Finds the tileiras that a front end starts: the first in PATH, which need
/// not be this one.
static void findCompiler(Findings &findings) {
  std::string found = findInPath("tileiras");
  if (!found.empty())
    found += sys::fs::equivalent(found, toolsFolder() + "/tileiras")
                 ? " (this one)"
                 : " (another; `tessera run` takes this one)";
  findings.push_back({"tileiras in PATH", found,
                      "`tessera run` sets it; without that, export PATH=" +
                          toolsFolder() + ":$PATH"});
}

static void findAssembler(Findings &findings) {
  std::string ptxas = foundOrNothing(findPtxas());
  if (!ptxas.empty())
    ptxas += ", release " + assemblerVersion(ptxas);
  findings.push_back(
      {"ptxas", ptxas,
       "install a CUDA toolkit or `pip install nvidia-cuda-nvcc`; without it "
       "tileiras makes PTX, but no cubin"});
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

/// Finds a Python, and its packages.
static void findFrontEnds(Findings &findings) {
  std::string python = findPython();
  findings.push_back(
      {"Python", python, "cuTile Python is a front end for Python 3"});
  if (python.empty())
    return;
  findings.push_back({"front ends in it", findPackages(python, packages),
                      "`pip install cuda-tile` for cuTile; " +
                          join(drop_begin(packages), ", ") +
                          " are known as well"});
  std::string other = findPackages(python, StringLiteral(otherCompiler));
  if (!other.empty())
    findings.push_back(
        {"compilers in it",
         other + " (cuTile takes it before any in PATH; `tessera run` takes "
                 "this one)",
         ""});
}

int doctor_main(int argc, char **argv) {
  static char name[] = "tessera doctor";
  argv[0] = name;
  cl::OptionCategory category{"Options"};
  MessageOptions log{category};
  cl::HideUnrelatedOptions(category);
  parseCommandLine(argc, argv,
                   "Says what was found of all that programs need\n");
  Findings findings;
  findings.push_back({"tools", toolsFolder(), ""});
  findCompiler(findings);
  findings.push_back(
      {"driver without a GPU",
       hasDriver() ? driverFolder() + "/libcuda.so.1" : "",
       "install the component `library`, or build TesseraDriver; `tessera run` "
       "needs it"});
  findAssembler(findings);
  findings.push_back(
      {"libdevice", foundOrNothing(findLibdevice()),
       "install a CUDA toolkit or `pip install nvidia-nvvm`; kernels with "
       "mathematical functions need it"});
  findings.push_back(
      {"GPU", sys::fs::exists("/dev/nvidiactl") ? "/dev/nvidiactl" : "",
       "`tessera run PROGRAM` and `cuda-tile-run` do without one"});
  findFrontEnds(findings);
  for (const Finding &finding : findings)
    (log.isJson() ? printAsJson : print)(finding);
  return 0;
}
