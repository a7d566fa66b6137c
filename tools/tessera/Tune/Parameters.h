//===- Parameters.h - Kernels with symbolic sizes ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template is text with parameters in it: $NAME stands for the value of a
// parameter, and ${EXPRESSION} for that of an affine expression of parameters
// as MLIR writes them, such as ${4096 ceildiv TILE_M}, of 1,000 characters at most.
// $$ stands for $, and a $ ahead of anything else is itself.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_TUNE_PARAMETERS_H
#define TESSERA_TOOLS_TESSERA_TUNE_PARAMETERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace tune {

/// A parameter, and the values that are tried.
struct Parameter {
  std::string name;
  std::vector<std::string> values;
};

/// A value for each parameter, by name, in the order of the parameters.
using Choice = std::vector<std::pair<std::string, std::string>>;

/// The error of an expression that other values of its parameters may have a
/// value for: one combination fails.
class NoValue : public llvm::ErrorInfo<NoValue, llvm::StringError> {
public:
  using ErrorInfo::ErrorInfo;
  static char ID;
};

/// Reads "NAME=VALUE,VALUE", with any spaces between. A value is a number of 64
/// bits or a word, such as an element type.
llvm::Expected<Parameter> parseParameter(llvm::StringRef text);

/// The parameters that comments of a program declare, each on a line of its own
/// and in front of the first line of another kind: "// param: NAME = VALUE, ...".
/// An error has the line: a name may be declared once.
/// `file` is its name in errors.
llvm::Expected<std::vector<Parameter>> readDeclared(llvm::StringRef program,
                                                    llvm::StringRef file);

/// All combinations of values, in which the last parameter varies fastest. One,
/// which is empty, for no parameters. An error names their number if there are
/// more than 100,000.
llvm::Expected<std::vector<Choice>> listChoices(llvm::ArrayRef<Parameter> all);

/// The text with values in place of parameters. A name
/// may end ahead of an x, so that `$Mx$Nxf32` is a shape; of several that fit,
/// the longest counts. An error has
/// the line and column of the first $ that no parameter fits, or whose
/// expression has no value, behind `where`; it is NoValue if that is due to the
/// values. Expressions are parsed in `context`.
llvm::Expected<std::string> substituteChoice(llvm::StringRef text,
                                             const Choice &choice,
                                             llvm::StringRef where,
                                             mlir::MLIRContext &context);

/// Says how to declare the first name behind a $ of a text without parameters;
/// empty if there is none. Such a $ may also be the program's own.
std::string explainUndeclared(llvm::StringRef text);

/// True if `text` names the parameter behind a $ or in an expression.
bool usesParameter(llvm::StringRef text, llvm::StringRef name);

} // namespace tune

#endif // TESSERA_TOOLS_TESSERA_TUNE_PARAMETERS_H
