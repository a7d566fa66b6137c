//===- Page.h - The form of pages ----------------------------- -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_REPORT_PAGE_H
#define TESSERA_LIB_REPORT_PAGE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tessera::report {

/// Begins a page that fetches nothing and runs no script, with its style and its
/// heading; `title` is HTML.
void beginPage(llvm::raw_ostream &os, llvm::StringRef title);
void endPage(llvm::raw_ostream &os);

/// Writes a table row by row.
class Table {
public:
  /// Names of columns. A leading '#' marks a column of numbers.
  Table(llvm::raw_ostream &os, std::initializer_list<llvm::StringRef> columns);
  ~Table();
  Table(const Table &) = delete;

  /// Cells are HTML.
  void add(std::initializer_list<std::string> cells);

private:
  llvm::raw_ostream &os;
  llvm::SmallVector<bool> isNumber;
};

} // namespace tessera::report

#endif // TESSERA_LIB_REPORT_PAGE_H
