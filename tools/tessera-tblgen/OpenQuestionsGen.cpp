//===- OpenQuestionsGen.cpp - A page of open questions --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints one page of Markdown with every paragraph of the dialect's records
// that begins "Open:", under the name of its type, attribute or op.
//
//===----------------------------------------------------------------------===//

#include "OpRecord.h"
#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/TableGen/Record.h"
#include <map>

using namespace tessera::tblgen;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {

/// The paragraphs by their text, in order of appearance. Each has the names of
/// the records that it is in, because ops of one family share paragraphs.
class Questions {
public:
  void collect(StringRef name, StringRef description);
  void emit(StringRef title, raw_ostream &os) const;

private:
  llvm::MapVector<std::string, std::vector<std::string>,
                  std::map<std::string, unsigned>>
      namesByText;
};

} // namespace

void Questions::collect(StringRef name, StringRef description) {
  static constexpr StringRef marker = "Open:";
  std::string paragraph;
  auto flush = [&] {
    if (!paragraph.empty())
      namesByText[paragraph].push_back(name.str());
    paragraph.clear();
  };
  while (!description.empty()) {
    StringRef line;
    std::tie(line, description) = description.split('\n');
    line = line.trim();
    if (line.empty()) {
      flush();
    } else if (!paragraph.empty()) {
      paragraph += ("\n" + line).str();
    } else if (line.consume_front(marker)) {
      paragraph = line.ltrim().str();
    }
  }
  flush();
}

void Questions::emit(StringRef title, raw_ostream &os) const {
  if (namesByText.empty())
    return;
  os << "## " << title << "\n\n";
  for (const auto &[text, names] : namesByText) {
    os << "### ";
    llvm::interleaveComma(names, os);
    os << "\n\n"
       << char(llvm::toUpper(text.front())) << StringRef(text).drop_front()
       << "\n\n";
  }
}

static bool emitOpenQuestions(const llvm::RecordKeeper &records,
                              raw_ostream &os) {
  os << "# What the specification leaves open\n\n"
        "Where the texts on CUDA Tile IR do not state a rule, or state two, "
        "the "
        "documentation of\nthe construct says so and gives our reading. This "
        "page is made from those lines; change\nthe records of the "
        "dialect.\n\n";

  Questions dialect, types, attributes, ops;
  for (const llvm::Record *def : records.getAllDerivedDefinitions("Dialect"))
    if (def->getValueAsString("name") == "cuda_tile")
      dialect.collect("cuda_tile", def->getValueAsString("description"));
  for (const llvm::Record *def :
       records.getAllDerivedDefinitions("CudaTile_Type"))
    types.collect(def->getValueAsString("mnemonic"),
                  def->getValueAsString("description"));
  for (const llvm::Record *def :
       records.getAllDerivedDefinitions("CudaTile_Attr"))
    attributes.collect(def->getValueAsString("mnemonic"),
                       def->getValueAsString("description"));
  for (const OpRecord &op : readOps(records))
    if (op.op().hasDescription())
      ops.collect(op.mnemonic(), op.op().getDescription());

  dialect.emit("The dialect", os);
  types.emit("Types", os);
  attributes.emit("Attributes", os);
  ops.emit("Operations", os);
  return false;
}

static mlir::GenRegistration
    genOpenQuestions("gen-open-questions",
                     "Generate the page of what the specification leaves open",
                     emitOpenQuestions);
