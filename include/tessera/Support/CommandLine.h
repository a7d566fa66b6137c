//===- CommandLine.h - Options that are known, or refused -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_COMMANDLINE_H
#define TESSERA_SUPPORT_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

/// Ends the process with status 1 and a message on standard error if an
/// argument names an option that is neither registered with llvm::cl nor one of
/// `others`. llvm::cl by itself reads an unknown name as a group of one-letter
/// options: `--host=x` begins with `-h`, so that it prints the help and ends
/// with 0.
void refuseUnknownOptions(int argc, char **argv,
                          llvm::ArrayRef<llvm::StringRef> others = {});

/// Parses the command line of a tool; `overview` is the head of its --help.
/// Ends the process with status 1 and a message if an option is unknown or its
/// value is wrong, and with 0 after --help and --version. The message is JSON if
/// the arguments ask for that by MessageOptions.
void parseCommandLine(int argc, char **argv, llvm::StringRef overview);

/// Reads the name of a file or a folder, which must not be empty: a script with
/// an unset variable must not write to an unexpected place.
class FileNameParser : public llvm::cl::parser<std::string> {
public:
  using parser::parser;

  bool parse(llvm::cl::Option &option, llvm::StringRef optionName,
             llvm::StringRef text, std::string &name);
};

/// An option that names a file or a folder to write.
using FileNameOption =
    llvm::cl::opt<std::string, /*ExternalStorage=*/false, FileNameParser>;

/// An error unless NVIDIA's tools know all of `features`, the names given to
/// --preview. Tessera implements none of them.
llvm::Error checkPreviewFeatures(llvm::ArrayRef<std::string> features);

} // namespace tessera

#endif // TESSERA_SUPPORT_COMMANDLINE_H
