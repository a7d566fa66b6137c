//===- Toolkit.cpp - The search for the CUDA toolkit ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Toolkit.h"

#include "tessera/Support/AssemblerVersion.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>

using namespace llvm;

namespace tessera {

namespace {
/// A piece of the toolkit to search for, and the words for it in messages.
struct Piece {
  StringRef what;
  StringRef inToolkit;   ///< path below the toolkit's folder
  StringRef option;      ///< option of the tools that names it
  const char *variable;  ///< environment variable that names it, or null
  StringRef consequence; ///< what works without it
  bool executable;
};
} // namespace

static const Piece ptxas{"ptxas, the assembler of the CUDA toolkit,",
                         "bin/ptxas",
                         "--ptxas-path",
                         "TESSERA_PTXAS_PATH",
                         "--emit=ptx works without it",
                         /*executable=*/true};

static const Piece libdevice{
    "libdevice.10.bc, the mathematical library of the CUDA toolkit,",
    "nvvm/libdevice/libdevice.10.bc",
    "--libdevice-path",
    "TESSERA_LIBDEVICE_PATH",
    "only kernels that call its functions need it",
    /*executable=*/false};

static const Piece nvdisasm{"nvdisasm, the disassembler of the CUDA toolkit,",
                            "bin/nvdisasm",
                            "--nvdisasm-path",
                            /*variable=*/nullptr,
                            "PTX is told of without it",
                            /*executable=*/true};

static bool isThere(const Piece &piece, const Twine &path) {
  if (piece.executable)
    return sys::fs::can_execute(path);
  return sys::fs::is_regular_file(path);
}

/// Takes the path that an option or a variable names, or reports that it is
/// wrong.
static Expected<std::string> takeNamed(const Piece &piece, StringRef path,
                                       StringRef namedBy) {
  if (isThere(piece, path))
    return path.str();
  return createStringError(
      make_error_code(errc::no_such_file_or_directory),
      piece.what + " is not at '" + path + "', which " + namedBy +
          " names; correct it or leave it out (" + piece.consequence + ")");
}

static std::string below(StringRef folder, StringRef name) {
  SmallString<128> path(folder);
  sys::path::append(path, name);
  return std::string(path);
}

/// The path that the caller or the environment names; empty if neither does.
static Expected<std::string> findNamed(const Piece &piece, StringRef named) {
  if (!named.empty())
    return takeNamed(piece, named, piece.option);
  const char *path = piece.variable ? std::getenv(piece.variable) : nullptr;
  return path && *path ? takeNamed(piece, path, piece.variable) : "";
}

static Error notFound(const Piece &piece, ArrayRef<std::string> places) {
  return createStringError(
      make_error_code(errc::no_such_file_or_directory),
      piece.what + " was not found (looked at " + join(places, ", ") +
          "); install the CUDA toolkit, or name the file with " + piece.option +
          " or " + piece.variable + "; " + piece.consequence);
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

/// The entries of a folder whose names begin with `prefix`, in order.
static SmallVector<std::string> entriesOf(StringRef folder, StringRef prefix) {
  SmallVector<std::string> found;
  std::error_code error;
  for (sys::fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error))
    if (sys::path::filename(at->path()).starts_with(prefix))
      found.push_back(at->path());
  llvm::sort(found);
  return found;
}

/// The parent of the folder of a file, with links followed; empty if the file
/// does not exist.
static std::string findPrefix(StringRef file) {
  SmallString<128> real;
  if (sys::fs::real_path(file, real))
    return {};
  return sys::path::parent_path(sys::path::parent_path(real)).str();
}

/// The folder above bin or lib that holds this program or shared library; empty
/// if the system does not tell.
static std::string findOwnPrefix() {
  static const char anchor = 0;
  Dl_info info;
  link_map *object = nullptr;
  // A program is listed with an empty name.
  bool isLibrary = dladdr1(&anchor, &info, reinterpret_cast<void **>(&object),
                           RTLD_DL_LINKMAP) &&
                   object && object->l_name[0];
  return findPrefix(isLibrary ? object->l_name : "/proc/self/exe");
}

/// The toolkit that CMake found, of which a build folder has links. Programs do
/// not have its path: they would be others wherever they are built.
static std::string ownToolkit(StringRef prefix) {
  return below(prefix, "libexec/toolkit");
}

static SmallVector<std::string> foldersNamedBy(ArrayRef<const char *> names) {
  SmallVector<std::string> folders;
  for (const char *variable : names)
    if (const char *folder = std::getenv(variable); folder && *folder)
      folders.push_back(folder);
  return folders;
}

static SmallVector<std::string> namedToolkits() {
  return foldersNamedBy({"CUDA_HOME", "CUDA_ROOT", "CUDA_PATH"});
}

/// Installed folders that may be toolkits: those of the system, pip's packages in
/// the active environments and in the one that this program was installed into,
/// which is `prefix`, and what `prefix` has itself.
static SmallVector<std::string> installedToolkits(const std::string &prefix) {
  SmallVector<std::string> folders = {"/usr/local/cuda"};
  append_range(folders, entriesOf("/usr/local", "cuda-"));
  SmallVector<std::string> environments =
      foldersNamedBy({"VIRTUAL_ENV", "CONDA_PREFIX"});
  if (!prefix.empty())
    environments.push_back(prefix);
  for (const std::string &environment : environments)
    for (StringRef python : entriesOf(below(environment, "lib"), "python3"))
      append_range(folders,
                   entriesOf(below(python, "site-packages/nvidia"), "cu"));
  if (!prefix.empty())
    folders.push_back(ownToolkit(prefix));
  return folders;
}

//===----------------------------------------------------------------------===//
// The pieces
//===----------------------------------------------------------------------===//

/// Returns the newest of the files; of files of one version, the first. One
/// without a version, such as a script, counts as the oldest. One that cannot be
/// read may be the newest, and to take another in its place would change machine
/// code without a word.
static Expected<std::string> findNewest(ArrayRef<std::string> files) {
  if (files.size() == 1)
    return files.front();
  StringRef newest = files.front();
  VersionTuple best;
  for (StringRef file : files) {
    ErrorOr<VersionTuple> version = readAssemblerVersion(file);
    if (std::error_code error = version.getError())
      return createStringError(error,
                               "the version of '" + file +
                                   "' cannot be read: " + error.message() +
                                   "; correct that, or name a ptxas with " +
                                   ptxas.option + " or " + ptxas.variable);
    if (best < *version) {
      best = *version;
      newest = file;
    }
  }
  return newest.str();
}

Expected<std::string> findPtxas(StringRef named) {
  Expected<std::string> decision = findNamed(ptxas, named);
  if (!decision || !decision->empty())
    return decision;

  std::string prefix = findOwnPrefix();
  SmallVector<std::string> places;
  if (!prefix.empty())
    places.push_back(below(prefix, "libexec/tessera-ptxas"));
  auto addToolkits = [&](ArrayRef<std::string> folders) {
    for (StringRef folder : folders)
      places.push_back(below(folder, ptxas.inToolkit));
  };
  addToolkits(namedToolkits());
  if (ErrorOr<std::string> inPath = sys::findProgramByName("ptxas"))
    places.push_back(*inPath);
  addToolkits(installedToolkits(prefix));

  SmallVector<std::string> found;
  DenseSet<std::pair<uint64_t, uint64_t>> files;
  for (const std::string &place : places) {
    sys::fs::UniqueID id;
    if (isThere(ptxas, place) && !sys::fs::getUniqueID(place, id) &&
        files.insert({id.getDevice(), id.getFile()}).second)
      found.push_back(place);
  }
  if (found.empty())
    return notFound(ptxas, places);
  return findNewest(found);
}

/// The error, unless it says that there is no ptxas, without which PTX can be
/// made.
static Error unlessMissing(Error error) {
  return handleErrors(
      std::move(error), [](std::unique_ptr<StringError> message) -> Error {
        if (message->convertToErrorCode() == errc::no_such_file_or_directory)
          return Error::success();
        return Error(std::move(message));
      });
}

Expected<std::string> findLibdevice(StringRef named) {
  Expected<std::string> decision = findNamed(libdevice, named);
  if (!decision || !decision->empty())
    return decision;

  SmallVector<std::string> places;
  auto findIn = [&](ArrayRef<std::string> toolkits) {
    for (StringRef toolkit : toolkits) {
      places.push_back(below(toolkit, libdevice.inToolkit));
      if (isThere(libdevice, places.back()))
        return places.back();
    }
    return std::string();
  };
  std::string file = findIn(namedToolkits());
  if (!file.empty())
    return file;

  SmallVector<std::string> toolkits;
  Expected<std::string> assembler = findPtxas();
  if (assembler)
    toolkits.push_back(findPrefix(*assembler));
  else if (Error error = unlessMissing(assembler.takeError()))
    return error;
  if (ErrorOr<std::string> inPath = sys::findProgramByName("ptxas"))
    toolkits.push_back(findPrefix(*inPath));
  append_range(toolkits, installedToolkits(findOwnPrefix()));
  file = findIn(toolkits);
  if (!file.empty())
    return file;
  return notFound(libdevice, places);
}

Expected<std::string> findNvdisasm(StringRef named) {
  Expected<std::string> decision = findNamed(nvdisasm, named);
  if (!decision || !decision->empty())
    return decision;
  if (Expected<std::string> assembler = findPtxas()) {
    std::string beside = below(sys::path::parent_path(*assembler), "nvdisasm");
    if (isThere(nvdisasm, beside))
      return beside;
  } else {
    consumeError(assembler.takeError());
  }
  ErrorOr<std::string> inPath = sys::findProgramByName("nvdisasm");
  return inPath ? *inPath : "";
}

std::string describeFile(Expected<std::string> path) {
  if (!path) {
    consumeError(path.takeError());
    return "";
  }
  sys::fs::file_status status;
  if (sys::fs::status(*path, status))
    return *path;
  auto changed = status.getLastModificationTime().time_since_epoch().count();
  return *path + "\n" + std::to_string(status.getSize()) + "\n" +
         std::to_string(changed);
}

} // namespace tessera
