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

/// Ends the process with status 1 and a message on standard error where an
/// argument names an option that is neither registered with llvm::cl nor one of
/// `others`. llvm::cl alone takes each unknown name for a group of one-letter
/// options: `--host=x` begins with `-h`, prints the help and ends with 0.
void refuseUnknownOptions(int argc, char **argv,
                          llvm::ArrayRef<llvm::StringRef> others = {});

/// Parses the command line of a tool; `overview` is the head of its --help.
/// Ends the process with status 1 and a message where an option is unknown or
/// its value is wrong, and with 0 after --help and --version.
void parseCommandLine(int argc, char **argv, llvm::StringRef overview);

/// Reads the name of a file or a folder, which is not empty: a script whose
/// variable is not set must not write where nobody looks.
class FileNameParser : public llvm::cl::parser<std::string> {
public:
  using parser::parser;

  bool parse(llvm::cl::Option &option, llvm::StringRef optionName,
             llvm::StringRef text, std::string &name);
};

/// An option that says where to write.
using FileNameOption =
    llvm::cl::opt<std::string, /*ExternalStorage=*/false, FileNameParser>;

/// An error unless all of `features`, which --preview names, are known from
/// NVIDIA's tools. None of them is served.
llvm::Error checkPreviewFeatures(llvm::ArrayRef<std::string> features);

} // namespace tessera

#endif // TESSERA_SUPPORT_COMMANDLINE_H
