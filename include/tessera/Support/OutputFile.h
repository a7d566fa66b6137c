//===- OutputFile.h - Files that are whole or not there ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_OUTPUTFILE_H
#define TESSERA_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// Writes `bytes` to the file `path` ("-" is standard output). Readers see the
/// former file or the whole new one, never a part: the bytes go to a temporary
/// file beside it that then takes its name, its owner and its permissions. A
/// path that is not a regular file (a device, a pipe, an open descriptor such
/// as /dev/stdout) is written in place. On failure nothing new is left behind,
/// and the error's text is a sentence that names the path and the reason.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes);
/// The same for several pieces, one behind the other.
llvm::Error writeFileAtomically(llvm::StringRef path,
                                llvm::ArrayRef<llvm::StringRef> pieces);
/// The same for a file whose name the user has not chosen, such as one of a
/// cache: whatever stands there, a link or a pipe included, is replaced itself,
/// as somebody else may have put it there.
llvm::Error replaceFile(llvm::StringRef path,
                        llvm::ArrayRef<llvm::StringRef> pieces);
/// True if what is written to a path takes the place of what was written there
/// before, and does not follow it.
bool isReplaced(llvm::StringRef path);
/// Fails where one of the outputs of a command would take the place of another.
/// Empty names are none.
llvm::Error checkOutputNames(llvm::ArrayRef<std::string> paths);

} // namespace tessera

#endif // TESSERA_SUPPORT_OUTPUTFILE_H
