//===- SourceText.h - The text of programs without comments -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_FRONTENDCONTRACT_SOURCETEXT_H
#define TESSERA_LIB_FRONTENDCONTRACT_SOURCETEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// True for letters, digits and `_`, of which names consist in all languages.
inline bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The lexical rules of a language that parameter lists depend on.
struct Lexis {
  /// Where a comment begins that ends with its line.
  llvm::StringRef comment;
  /// The brackets of a comment of several lines, which nests, if there are any.
  llvm::StringRef opensComment, closesComment;
  /// The brackets that parameters may have.
  llvm::StringRef opening, closing;
  /// The quotes of strings. Three of one are a quote too, if `hasTriple`.
  llvm::StringRef quotes;
  bool hasTriple = false;
  /// True if a string ends with its line at the latest.
  bool endsWithLine = false;
  /// True if a backslash in r"..." or r#"..."# has no meaning.
  bool hasRaw = false;
};

/// The lines of a program in which comments and contents of strings are blank.
class SourceText {
public:
  SourceText(llvm::ArrayRef<llvm::StringRef> lines, const Lexis &lexis);

  /// A line, from 1, without its newline; empty if there is none.
  llvm::StringRef getLine(unsigned number) const;

  /// The text from a line on, of a size that a list of parameters has.
  llvm::StringRef getText(unsigned line) const;

private:
  std::string text;
  /// Where each line begins.
  llvm::SmallVector<size_t, 0> begins;
};

} // namespace tessera

#endif // TESSERA_LIB_FRONTENDCONTRACT_SOURCETEXT_H
