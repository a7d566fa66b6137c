//===- OutputFile.cpp - Files that are whole or not there -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/OutputFile.h"

#include "tessera/Support/EscapedText.h"
#include "tessera/Support/LackOfMemory.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;

namespace tessera {

static Error cannotWrite(StringRef path, std::error_code reason) {
  return createStringError(reason, "cannot write '" + escapeName(path) +
                                       "': " + reason.message());
}

/// Writes to `fd` and returns the file system's error, for which the destructor
/// of the stream would end the process.
static std::error_code writeAll(int fd, bool closeIt,
                                ArrayRef<StringRef> pieces) {
  raw_fd_ostream os(fd, closeIt, /*unbuffered=*/true);
  for (StringRef piece : pieces)
    os << piece;
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

/// Creates a temporary file beside `target`, to replace it. Its name has a
/// fixed length, so that it is valid even if that of `target` is as long as a
/// name can be.
static Expected<sys::fs::TempFile> makeTemporary(StringRef target,
                                                 unsigned mode) {
  SmallString<128> model = sys::path::parent_path(target);
  sys::path::append(model, ".tessera-%%%%%%%%%%%%.tmp");
  return sys::fs::TempFile::create(model, mode);
}

/// Gives a new file the permissions of the file that it replaces and, as far as
/// the process may, its owner: both are the user's choice.
static std::error_code keepAccess(int fd, const sys::fs::file_status &former) {
  consumeError(errorCodeToError(
      sys::fs::changeFileOwnership(fd, former.getUser(), former.getGroup())));
  return sys::fs::setPermissions(fd, former.permissions() & sys::fs::all_all);
}

/// The open descriptor that a path names. Where that is of a regular file, the
/// path leads to the file, which must not be replaced: others write there, too.
static std::optional<int> descriptorAt(StringRef path) {
  if (path == "-" || path == "/dev/stdout")
    return 1;
  if (path == "/dev/stderr")
    return 2;
  int number;
  if ((path.consume_front("/dev/fd/") ||
       path.consume_front("/proc/self/fd/")) &&
      !path.getAsInteger(10, number) && number >= 0)
    return number;
  return std::nullopt;
}

bool isReplaced(StringRef path) {
  sys::fs::file_status status;
  sys::fs::status(path, status);
  return !descriptorAt(path) &&
         (!sys::fs::exists(status) || sys::fs::is_regular_file(status));
}

Error checkOutputNames(ArrayRef<std::string> paths) {
  StringSet<> taken;
  for (StringRef path : paths)
    if (!path.empty() && path != "-" && !taken.insert(path).second &&
        isReplaced(path))
      return createStringError("two outputs have the name '" + path +
                               "', so that one would be lost");
  return Error::success();
}

static Error writeInPlace(StringRef path, ArrayRef<StringRef> pieces) {
  int fd;
  if (std::error_code error = sys::fs::openFileForWrite(
          path, fd, sys::fs::CD_OpenExisting, sys::fs::OF_None))
    return cannotWrite(path, error);
  if (std::error_code error = writeAll(fd, /*closeIt=*/true, pieces))
    return cannotWrite(path, error);
  return Error::success();
}

/// Writes a temporary file beside `target`, and gives it that name. `former` is
/// the file that it replaces, if it keeps its access.
static std::error_code writeBeside(StringRef target,
                                   const sys::fs::file_status *former,
                                   ArrayRef<StringRef> pieces) {
  // Nothing removes a file of which half is written.
  UsesReserve use;
  // Nobody else may read the file before it has its final permissions.
  Expected<sys::fs::TempFile> temporary =
      makeTemporary(target, former ? sys::fs::owner_read | sys::fs::owner_write
                                   : sys::fs::all_read | sys::fs::all_write);
  if (!temporary)
    return errorToErrorCode(temporary.takeError());
  std::error_code error;
  if (former)
    error = keepAccess(temporary->FD, *former);
  if (!error)
    error = writeAll(temporary->FD, /*closeIt=*/false, pieces);
  // Not left to TempFile, which leaves the file behind where it cannot rename.
  if (!error)
    error = sys::fs::rename(temporary->TmpName, target);
  consumeError(error ? temporary->discard() : temporary->keep());
  return error;
}

Error writeFileAtomically(StringRef path, StringRef bytes) {
  return writeFileAtomically(path, ArrayRef(bytes));
}

Error writeFileAtomically(StringRef path, ArrayRef<StringRef> pieces) {
  if (std::optional<int> descriptor = descriptorAt(path)) {
    std::error_code error;
    if (*descriptor == 1) { // what comes before
      outs().flush();
      error = outs().error();
      outs().clear_error();
    }
    if (!error)
      error = writeAll(*descriptor, /*closeIt=*/false, pieces);
    return error ? cannotWrite(path == "-" ? "standard output" : path, error)
                 : Error::success();
  }

  sys::fs::file_status status;
  sys::fs::status(path, status);
  if (sys::fs::is_directory(status))
    return cannotWrite(path, make_error_code(std::errc::is_a_directory));
  if (!isReplaced(path))
    return writeInPlace(path, pieces);
  const bool replaces = sys::fs::exists(status);

  // A symbolic link stays: its target is replaced.
  SmallString<128> target(path);
  if (replaces)
    if (std::error_code error = sys::fs::real_path(path, target))
      return cannotWrite(path, error);

  std::error_code error =
      writeBeside(target, replaces ? &status : nullptr, pieces);
  // A file that is mounted by itself, as in containers, cannot be replaced.
  if (error == std::errc::device_or_resource_busy)
    return writeInPlace(target, pieces);
  return error ? cannotWrite(path, error) : Error::success();
}

Error replaceFile(StringRef path, ArrayRef<StringRef> pieces) {
  std::error_code error = writeBeside(path, /*former=*/nullptr, pieces);
  return error ? cannotWrite(path, error) : Error::success();
}

} // namespace tessera
