//===- TextHazards.cpp - Text that MLIR's parser does not survive ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the tokens of a text, which are distinguished only as far as
// necessary.
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Input.h"
#include "tessera/Support/ProgramForms.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using llvm::Twine;
using tessera::TextHazard;

/// Limits on the nesting of brackets and on the terms of a sum in an affine
/// map: MLIR's parser recurses for each.
static constexpr size_t maxNesting = 1000, maxTerms = 1000;
/// Limit on the digits of a number: computing its value takes quadratic time.
static constexpr size_t maxDigits = 4096;
/// Limit on the parts of an alias after all aliases in it are unfolded, as
/// messages print them: each alias could double the one before.
static constexpr uint64_t maxUnfolded = 1 << 14;

namespace {

class HazardScanner {
public:
  explicit HazardScanner(StringRef text) : text(text) { beginLine(); }

  std::optional<TextHazard> run();

private:
  void beginLine();
  void scanToken();
  void scanAlias();
  void scanPunctuation(char c);
  void scanBrace(char c);
  void checkBraces();
  void scanName();
  void skip(size_t count) { text = text.drop_front(count); }
  void fail(const Twine &message) {
    if (!hazard)
      hazard = TextHazard{line, message.str()};
  }

  /// The text that is not scanned yet.
  StringRef text;
  unsigned line = 1;
  std::optional<TextHazard> hazard;
  /// For each open bracket, the number of terms so far of the sum in it.
  llvm::SmallVector<size_t> terms = {0};
  /// An open '{': its line, the indentation of that line, and the line's text.
  struct Brace {
    unsigned line;
    size_t indentation;
    /// The text from the line's beginning on.
    StringRef lineText;
  };
  llvm::SmallVector<Brace> braces;
  /// The first brace that was closed by a '}' with a smaller indentation, and
  /// hence probably lacks its own.
  std::optional<Brace> suspect;
  /// The text from the beginning of this line on, and the blanks there.
  StringRef lineText;
  size_t indentation = 0;
  /// The last character that is no blank.
  char previous = 0;
  /// The number of parts that each alias unfolds to, and the entry of the alias
  /// that is being defined.
  llvm::StringMap<uint64_t> unfolded;
  uint64_t *defined = nullptr;
};

} // namespace

static bool isNamePart(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
}

std::optional<TextHazard> HazardScanner::run() {
  while (!text.empty() && !hazard) {
    char c = text.front();
    if (llvm::isSpace(c)) {
      line += c == '\n';
      skip(1);
      if (c == '\n')
        beginLine();
    } else if (text.starts_with("//")) {
      // `// -----` separates independent texts.
      if (text.starts_with("// -----"))
        braces.clear();
      text = text.drop_until([](char c) { return c == '\n'; });
    } else {
      scanToken();
    }
  }
  if (!hazard)
    checkBraces();
  return hazard;
}

/// Once a line: a text may be one line of many braces.
void HazardScanner::beginLine() {
  lineText = text;
  auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
  indentation = text.take_while(isBlank).size();
}

void HazardScanner::scanBrace(char c) {
  if (c == '{') {
    braces.push_back({line, indentation, lineText});
    return;
  }
  if (braces.empty())
    return;
  // `text` begins after the bracket.
  bool isFirst = lineText.drop_front(indentation).data() + 1 == text.data();
  if (isFirst && !suspect && indentation < braces.back().indentation)
    suspect = braces.back();
  braces.pop_back();
}

/// Reports the brace that is never closed: MLIR's parser does not say which one
/// it is.
void HazardScanner::checkBraces() {
  if (braces.empty())
    return;
  const Brace &brace = suspect ? *suspect : braces.back();
  constexpr size_t mostShown = 60;
  line = brace.line;
  StringRef opener =
      brace.lineText.take_until([](char c) { return c == '\n'; }).trim();
  fail("the '{' in this line has no '}' before the end of the text: " +
       opener.take_front(mostShown) + (opener.size() > mostShown ? "..." : ""));
  hazard->isParsed = true;
}

void HazardScanner::scanToken() {
  char c = text.front();
  if (c == '#' || c == '!') {
    scanAlias();
  } else if (text.starts_with("{-#")) {
    fail("the text has a section of resources ('{-#'), which no stage uses; "
         "take it away");
  } else if (text.starts_with("->")) {
    skip(2);
    c = '=';
  } else if (llvm::isDigit(c)) {
    StringRef digits = text.take_while(llvm::isDigit);
    if (digits.size() > maxDigits)
      fail("a number has more than " + Twine(maxDigits) + " digits");
    skip(digits.size());
  } else if (isNamePart(c) || c == '"') {
    scanName();
  } else {
    scanPunctuation(c);
  }
  previous = c;
}

/// At top level, a name begins either the right side of a definition of an
/// alias, or an operation, which ends the definition.
void HazardScanner::scanName() {
  if (terms.size() == 1 && !StringRef("=:").contains(previous))
    defined = nullptr;
  if (text.front() != '"')
    return skip(text.take_while(isNamePart).size());
  size_t end = 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  skip(std::min(end + (end < text.size() && text[end] == '"'), text.size()));
}

void HazardScanner::scanAlias() {
  StringRef name =
      text.take_front(1 + text.drop_front().take_while(isNamePart).size());
  skip(name.size());
  StringRef next = text.ltrim();
  if (terms.size() == 1 && next.starts_with("=") && !next.starts_with("==")) {
    defined = &unfolded[name];
    *defined = 1;
  } else if (defined) {
    auto known = unfolded.find(name);
    *defined += known == unfolded.end() ? 1 : known->second;
    if (*defined > maxUnfolded)
      fail("an alias stands for more than " + Twine(maxUnfolded) +
           " parts once '" + name + "' and others in it are unfolded");
  }
}

void HazardScanner::scanPunctuation(char c) {
  skip(1);
  if (c == '{' || c == '}')
    scanBrace(c);
  if (StringRef("([{<").contains(c)) {
    terms.push_back(0);
    if (terms.size() > maxNesting + 1)
      fail("brackets are nested more than " + Twine(maxNesting) + " deep");
  } else if (StringRef(")]}>").contains(c)) {
    if (terms.size() > 1)
      terms.pop_back();
  } else if (StringRef(",=:").contains(c)) {
    terms.back() = 0;
  } else if (c == '+' || c == '-') {
    if (++terms.back() > maxTerms)
      fail("a sum has more than " + Twine(maxTerms) + " terms");
  }
}

std::optional<TextHazard> tessera::findCompiledForm(StringRef file) {
  if (StringRef ptx = findPTX(file); !ptx.empty()) {
    size_t above = file.drop_back(ptx.size()).count('\n');
    return TextHazard{static_cast<unsigned>(above + 1),
                      "this is PTX, not a program of Tile IR: 'tessera "
                      "explain' says what limits its kernels, 'cuda-tile-run "
                      "--engine=emulate' runs them, and ptxas assembles them",
                      /*isParsed=*/true};
  }
  if (looksLikeMachineCode(file))
    return TextHazard{1,
                      "this is machine code, as cubins have, not a program of "
                      "Tile IR: give the program that it was made of; 'tessera "
                      "explain' says what limits its kernels",
                      /*isParsed=*/true};
  return std::nullopt;
}

std::optional<TextHazard> tessera::findTextHazard(StringRef text) {
  if (std::optional<TextHazard> form = findCompiledForm(text))
    return form;
  return HazardScanner(text).run();
}
