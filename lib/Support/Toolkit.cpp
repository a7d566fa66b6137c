//===- Toolkit.cpp - Where the CUDA toolkit's pieces are ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Toolkit.h"

#include "tessera/Support/Config.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace llvm;

namespace tessera {

namespace {
/// What is looked for, and how to speak of it.
struct Piece {
  StringRef what;
  StringRef inToolkit;   ///< path below the toolkit's folder
  StringRef option;      ///< option of the tools that names it
  const char *variable;  ///< environment variable that names it
  StringRef configured;  ///< path chosen at build time, may be empty
  StringRef consequence; ///< what works without it
  bool executable;
};
} // namespace

static const Piece ptxas{"ptxas, the assembler of the CUDA toolkit,",
                         "bin/ptxas",
                         "--ptxas-path",
                         "TESSERA_PTXAS_PATH",
                         TESSERA_PTXAS,
                         "--emit=ptx works without it",
                         /*executable=*/true};

static const Piece libdevice{
    "libdevice.10.bc, the mathematical library of the CUDA toolkit,",
    "nvvm/libdevice/libdevice.10.bc",
    "--libdevice-path",
    "TESSERA_LIBDEVICE_PATH",
    TESSERA_LIBDEVICE,
    "only kernels that call its functions need it",
    /*executable=*/false};

static bool isThere(const Piece &piece, const Twine &path) {
  if (piece.executable)
    return sys::fs::can_execute(path);
  return sys::fs::is_regular_file(path);
}

/// Takes the path that an option or a variable names, or says that it is wrong.
static Expected<std::string> takeNamed(const Piece &piece, StringRef path,
                                       StringRef namedBy) {
  if (isThere(piece, path))
    return path.str();
  return createStringError(piece.what + " is not at '" + path + "', which " +
                           namedBy + " names; correct it or leave it out (" +
                           piece.consequence + ")");
}

static std::string below(StringRef folder, StringRef name) {
  SmallString<128> path(folder);
  sys::path::append(path, name);
  return std::string(path);
}

/// `more` holds the places to look at after the named toolkits.
static Expected<std::string> find(const Piece &piece, StringRef named,
                                  ArrayRef<std::string> more) {
  if (!named.empty())
    return takeNamed(piece, named, piece.option);
  if (const char *path = std::getenv(piece.variable); path && *path)
    return takeNamed(piece, path, piece.variable);

  SmallVector<std::string> places;
  for (const char *variable : {"CUDA_HOME", "CUDA_ROOT", "CUDA_PATH"})
    if (const char *root = std::getenv(variable); root && *root)
      places.push_back(below(root, piece.inToolkit));
  places.append(more.begin(), more.end());
  places.push_back(below("/usr/local/cuda", piece.inToolkit));
  if (!piece.configured.empty())
    places.push_back(piece.configured.str());
  for (const std::string &place : places)
    if (isThere(piece, place))
      return place;

  return createStringError(
      piece.what + " was not found (looked at " + join(places, ", ") +
      "); install the CUDA toolkit, or name the file with " + piece.option +
      " or " + piece.variable + "; " + piece.consequence);
}

Expected<std::string> findPtxas(StringRef named) {
  SmallVector<std::string> more;
  if (ErrorOr<std::string> inPath = sys::findProgramByName("ptxas"))
    more.push_back(*inPath);
  return find(ptxas, named, more);
}

Expected<std::string> findLibdevice(StringRef named) {
  SmallVector<std::string> more;
  if (Expected<std::string> assembler = findPtxas()) {
    SmallString<128> real;
    if (!sys::fs::real_path(*assembler, real)) {
      StringRef toolkit = sys::path::parent_path(sys::path::parent_path(real));
      more.push_back(below(toolkit, libdevice.inToolkit));
    }
  } else {
    consumeError(assembler.takeError());
  }
  return find(libdevice, named, more);
}

} // namespace tessera
