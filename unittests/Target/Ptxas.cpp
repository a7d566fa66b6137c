//===- Ptxas.cpp - ptxas as a judge of the target table -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptxas.h"
#include "tessera/Support/Toolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tessera::testing_support {

/// Runs ptxas with `arguments` and returns its output and its exit status.
static std::pair<std::string, int> runPtxas(ArrayRef<StringRef> arguments) {
  static const std::string ptxas = [] {
    Expected<std::string> path = findPtxas();
    return path ? *path : (consumeError(path.takeError()), std::string());
  }();
  SmallString<128> log;
  if (ptxas.empty() || sys::fs::createTemporaryFile("ptxas", "log", log))
    return {"cannot run ptxas", -1};
  FileRemover remover(log);
  SmallVector<StringRef> line = {ptxas};
  append_range(line, arguments);
  int status =
      sys::ExecuteAndWait(ptxas, line, /*Env=*/std::nullopt,
                          {StringRef(), StringRef(log), StringRef(log)});
  ErrorOr<std::unique_ptr<MemoryBuffer>> said = MemoryBuffer::getFile(log);
  return {said ? (*said)->getBuffer().str() : "", status};
}

std::string getPtxasRelease() {
  auto [said, status] = runPtxas({"--version"});
  StringRef release = StringRef(said).split("release ").second;
  return status == 0 ? release.split(',').first.str() : "";
}

std::string makeKernel(const TargetInfo &target, StringRef body,
                       StringRef directives) {
  unsigned version = target.getPTXVersion();
  std::string ptx;
  raw_string_ostream os(ptx);
  os << ".version " << version / 10 << '.' << version % 10 << "\n.target "
     << target.getAssembledName() << "\n.address_size 64\n.visible .entry k() "
     << directives << " {\n";
  for (auto [type, name] : {std::pair("b8", "b"),
                            {"b16", "h"},
                            {"b32", "r"},
                            {"b64", "d"},
                            {"f32", "f"},
                            {"f64", "g"},
                            {"pred", "p"}})
    os << ".reg ." << type << " %" << name << "<48>;\n";
  os << body << "\nret;\n}\n";
  return ptx;
}

std::string assemble(const TargetInfo &target, StringRef ptx) {
  SmallString<128> input;
  if (sys::fs::createTemporaryFile("target", "ptx", input))
    return "no temporary file";
  FileRemover remover(input);
  std::error_code error;
  raw_fd_ostream(input, error) << ptx;
  std::string gpu = ("--gpu-name=" + target.getAssembledName()).str();
  auto [said, status] = runPtxas({gpu, input, "-o", "/dev/null"});
  if (status == 0)
    return "";
  return "ptxas ends with " + std::to_string(status) + ": " + said + ptx.str();
}

} // namespace tessera::testing_support
